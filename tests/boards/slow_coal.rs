//! A slow, independent Coal and Steel: the actions of a turn, CS-7 to CS-22, rulings without a switch.
use std::collections::BTreeMap;

use super::slow::fields;

type Square = (i32, i32);
const COMPASS: [(char, Square); 4] = [('n', (0, 1)), ('e', (1, 0)), ('s', (0, -1)), ('w', (-1, 0))];

#[derive(Clone, Copy, PartialEq)]
struct Piece {
    letter: char,
    up: bool,
    /// The direction back to where a tunneller came from.
    back: Option<Square>,
}

impl Piece {
    fn coal(self) -> bool {
        self.letter.is_ascii_uppercase()
    }
    fn kind(self) -> char {
        self.letter.to_ascii_uppercase()
    }
}

#[derive(Clone)]
struct Board {
    men: BTreeMap<Square, Piece>,
    tiles: BTreeMap<Square, char>,
    coal: bool,
    reserves: [String; 2],
    swaps: String,
    countdown: String,
}

fn name((file, rank): Square) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

fn exists((file, rank): Square) -> bool {
    (0..10).contains(&file) && (0..10).contains(&rank)
}

fn read(text: &str) -> Board {
    let (rows, rest) = fields(text);
    let (mut pieces, mut tiles) = (BTreeMap::new(), BTreeMap::new());
    for (row, rank) in rows.iter().zip((0..10).rev()) {
        let mut file = 0;
        let mut letters = row.chars().peekable();
        while let Some(letter) = letters.peek().copied() {
            if letter.is_ascii_digit() {
                let mut run = 0;
                while let Some(digit) = letters.peek().and_then(|digit| digit.to_digit(10)) {
                    run = run * 10 + digit as i32;
                    letters.next();
                }
                file += run;
                continue;
            }
            if "#|-".contains(letter) {
                tiles.insert((file, rank), letter);
                letters.next();
            }
            if let Some(letter) = letters.next_if(|letter| letter.is_ascii_alphabetic()) {
                let up = letters.next_if_eq(&'\'').is_none();
                let mut back = None;
                if letters.next_if_eq(&'(').is_some() {
                    let side = letters.next().unwrap();
                    back = COMPASS.iter().find(|(known, _)| *known == side).map(|(_, step)| *step);
                    letters.next();
                }
                pieces.insert((file, rank), Piece { letter, up, back });
            }
            file += 1;
        }
    }
    let reserve = |index: usize| rest[index].replace('-', "");
    let reserves = [reserve(1), reserve(2)];
    Board {
        men: pieces,
        tiles,
        coal: rest[0] == "c",
        reserves,
        swaps: rest[3].to_owned(),
        countdown: rest[4].to_owned(),
    }
}

fn write(board: &Board) -> String {
    let row = |rank: i32| {
        let (mut row, mut run, mut after_tile) = (String::new(), 0, false);
        for square in (0..10).map(|file| (file, rank)) {
            let (tile, piece) = (board.tiles.get(&square), board.men.get(&square));
            if tile.is_none() && piece.is_none() {
                run += 1;
                continue;
            }
            if run > 0 || after_tile && tile.is_none() {
                row += &run.to_string();
            }
            run = 0;
            row.extend(tile);
            if let Some(piece) = piece {
                row.push(piece.letter);
                row += if piece.up { "" } else { "'" };
                let side = piece.back.and_then(|back| COMPASS.iter().find(|(_, step)| *step == back));
                row += &side.map_or(String::new(), |(side, _)| format!("({side})"));
            }
            after_tile = piece.is_none();
        }
        if run > 0 { row + &run.to_string() } else { row }
    };
    let rows: Vec<String> = (0..10).rev().map(row).collect();
    let reserve = |pieces: &String| if pieces.is_empty() { "-".to_owned() } else { pieces.clone() };
    let side = if board.coal { 'c' } else { 's' };
    let [coal, steel] = board.reserves.each_ref().map(reserve);
    format!("{} {side} {coal} {steel} {} {}", rows.join("/"), board.swaps, board.countdown)
}

/// How far a piece may go in a direction, ignoring pieces and tiles.
fn range(piece: Piece, (files, ranks): Square) -> i32 {
    let back = ranks == if piece.coal() { -1 } else { 1 };
    let diagonal = files != 0 && ranks != 0;
    match piece.kind() {
        _ if !piece.up => i32::from(!back),
        'B' | 'T' => 1,
        'Q' => 3,
        'H' => {
            if diagonal {
                0
            } else {
                4
            }
        }
        'C' => {
            if diagonal {
                3
            } else {
                0
            }
        }
        _ if back => 0,
        _ => {
            if diagonal {
                1
            } else {
                2
            }
        }
    }
}

fn may_step(board: &Board, piece: Piece, from: Square, (files, ranks): Square) -> bool {
    let to = (from.0 + files, from.1 + ranks);
    let tiles = [board.tiles.get(&from), board.tiles.get(&to)];
    let diagonal = files != 0 && ranks != 0;
    if !exists(to) {
        return false;
    }
    if piece.up && piece.kind() == 'T' {
        return !diagonal || tiles == [None, None];
    }
    tiles.iter().flatten().all(|tile| match tile {
        '|' => files == 0,
        '-' => ranks == 0,
        _ => false,
    })
}

fn directions() -> impl Iterator<Item = Square> {
    (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| (files, ranks))).filter(|step| *step != (0, 0))
}

/// Every action and the position after it.
pub fn moves(text: &str) -> BTreeMap<String, String> {
    let board = read(text);
    let is_own = |piece: &Piece| piece.coal() == board.coal;
    let mut found = BTreeMap::new();
    for (from, moving) in board.men.iter().filter(|(_, piece)| is_own(piece)) {
        for step in directions() {
            let mut here = *from;
            for _ in 0..range(*moving, step) {
                if !may_step(&board, *moving, here, step) {
                    break;
                }
                here = (here.0 + step.0, here.1 + step.1);
                let met = board.men.get(&here);
                if !met.is_some_and(is_own) {
                    found.insert(format!("{}-{}", name(*from), name(here)), moved(&board, *from, here));
                }
                if met.is_some() && !(moving.up && moving.kind() == 'C') {
                    break;
                }
            }
        }
    }
    let first = if board.coal { 0 } else { 9 };
    let reserve = &board.reserves[usize::from(!board.coal)];
    for letter in reserve.chars() {
        for square in (3..=6).map(|file| (file, first)) {
            if !board.men.contains_key(&square) && !board.tiles.contains_key(&square) {
                let mut next = board.clone();
                next.men.insert(square, Piece { letter, up: false, back: None });
                next.reserves[usize::from(!board.coal)] = reserve.replacen(letter, "", 1);
                found.insert(
                    format!("enter {} {}", letter.to_ascii_uppercase(), name(square)),
                    end_turn(next, &[square], false),
                );
            }
        }
    }
    swaps(&board, &mut found);
    if found.is_empty() {
        found.insert("pass".to_owned(), end_turn(board.clone(), &[], false));
    }
    found
}

fn swaps(board: &Board, found: &mut BTreeMap<String, String>) {
    let right = if board.coal { 'S' } else { 's' };
    let batled = board.men.iter().find(|(_, piece)| piece.kind() == 'B' && piece.coal() == board.coal);
    let Some((square, batled)) = batled.filter(|(_, piece)| piece.up && board.swaps.contains(right)) else { return };
    for step in directions() {
        let with = (square.0 + step.0, square.1 + step.1);
        let Some(partner) = board.men.get(&with).filter(|piece| piece.coal() == board.coal) else { continue };
        if may_step(board, *batled, *square, step) {
            let mut next = board.clone();
            next.men.insert(with, *batled);
            next.men.insert(*square, after_arrival(board, *partner, with, *square));
            next.swaps = board.swaps.replace(right, "");
            if next.swaps.is_empty() {
                next.swaps = "-".to_owned();
            }
            found.insert(format!("swap {}", name(with)), end_turn(next, &[*square, with], false));
        }
    }
}

/// A tunneller that comes onto a tile remembers the side from which it came.
fn after_arrival(board: &Board, piece: Piece, from: Square, to: Square) -> Piece {
    let step = ((from.0 - to.0).signum(), (from.1 - to.1).signum());
    let digs = piece.kind() == 'T' && board.tiles.contains_key(&to) && (step.0 == 0 || step.1 == 0);
    Piece { back: digs.then_some(step), ..piece }
}

fn moved(board: &Board, from: Square, to: Square) -> String {
    let mut next = board.clone();
    let piece = next.men.remove(&from).unwrap();
    let taken = next.men.remove(&to);
    let step = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
    if let (Some(back), true, Some(tile)) = (piece.back, piece.up && piece.kind() == 'T', board.tiles.get(&from)) {
        if *tile == '#' && step == (-back.0, -back.1) {
            next.tiles.insert(from, if step.0 == 0 { '|' } else { '-' });
        } else if *tile != '#' && step != back {
            next.tiles.remove(&from);
        }
    }
    next.men.insert(to, after_arrival(board, piece, from, to));
    end_turn(next, &[to], taken.is_some_and(|taken| taken.kind() == 'B'))
}

/// Enemies beside the moved pieces turn up, the countdown advances, and the turn passes.
fn end_turn(mut board: Board, ends: &[Square], batled_taken: bool) -> String {
    for end in ends {
        for step in directions() {
            if let Some(piece) = board.men.get_mut(&(end.0 + step.0, end.1 + step.1)) {
                piece.up |= piece.coal() != board.coal;
            }
        }
    }
    let own = if board.coal { 'c' } else { 's' };
    let counting = board.countdown.chars().next().filter(|captor| *captor != '-');
    match counting {
        None if batled_taken => board.countdown = format!("{own}2"),
        Some(captor) if captor != own && !batled_taken => {
            let left: u32 = board.countdown[1..].parse().unwrap();
            board.countdown = format!("{captor}{}", left.saturating_sub(1));
        }
        None | Some(_) => {}
    }
    board.coal = !board.coal;
    write(&board)
}
