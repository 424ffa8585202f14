//! A slow, independent Battle Acre: BA-1 to BA-25, rulings without a switch.
use std::collections::BTreeMap;

use super::slow::fields;

type Cell = (i32, i32);
type Pieces = BTreeMap<Cell, char>;

const WIDTHS: [i32; 12] = [7, 9, 11, 13, 19, 21, 21, 19, 13, 11, 9, 7];
const EDGE: &[Cell] = &[(1, 0), (-1, 0), (0, -1)];
const OPPO: &[Cell] = &[(0, 1), (2, -1), (-2, -1)];
const SAME: &[Cell] = &[(2, 0), (-2, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)];
const KNIGHT: &[Cell] = &[(3, 0), (-3, 0), (2, 1), (-2, 1), (1, -2), (-1, -2)];
const SIDE_POINT: &[Cell] = &[(3, 1), (-3, 1), (0, -2)];
const POINT_SIDE: &[Cell] = &[(3, -1), (-3, -1), (0, 2)];
const TWO_POINTS: &[Cell] = &[(4, 0), (-4, 0), (2, 2), (-2, 2), (2, -2), (-2, -2)];
const TOWER: [&[Cell]; 6] =
    [&[(1, 0)], &[(-1, 0)], &[(0, -1), (1, 0)], &[(0, -1), (-1, 0)], &[(1, 0), (0, 1)], &[(-1, 0), (0, 1)]];
const SPIRE: [&[Cell]; 6] =
    [&[(0, -1)], &[(0, 1)], &[(1, 0), (2, 1)], &[(-1, 0), (-2, 1)], &[(2, -1), (1, 0)], &[(-2, -1), (-1, 0)]];
const BISHOP: [&[Cell]; 6] = [&[(2, 0)], &[(-2, 0)], &[(1, 1)], &[(-1, 1)], &[(1, -1)], &[(-1, -1)]];
const NINJA: [&[Cell]; 6] = [&[(3, 1)], &[(-3, 1)], &[(0, -2)], &[(3, -1)], &[(-3, -1)], &[(0, 2)]];

fn is_on_board((file, rank): Cell) -> bool {
    (1..=12).contains(&rank) && (file - 10).abs() <= WIDTHS[rank as usize - 1] / 2
}

fn up((file, rank): Cell) -> bool {
    (file + rank) % 2 == 1
}

fn name((file, rank): Cell) -> String {
    format!("{}{rank}", (b'a' + file as u8) as char)
}

/// A parsed position.
struct Board {
    men: Pieces,
    white: bool,
    rights: String,
    passed: Option<Cell>,
    half: u32,
    number: u32,
}

fn read(text: &str) -> Board {
    let (rows, rest) = fields(text);
    let mut pieces = Pieces::new();
    for (row, rank) in rows.iter().zip((1..=12).rev()) {
        let (mut file, mut run) = (10 - WIDTHS[rank as usize - 1] / 2, 0);
        for letter in row.chars() {
            if let Some(digit) = letter.to_digit(10) {
                run = run * 10 + digit as i32;
                continue;
            }
            file += std::mem::take(&mut run);
            pieces.insert((file, rank), letter);
            file += 1;
        }
    }
    let passed = rest[2].chars().next().filter(|letter| *letter != '-');
    let passed = passed.map(|file| (file as i32 - 'a' as i32, rest[2][1..].parse().unwrap()));
    let (half, number) = (rest[3].parse().unwrap(), rest[4].parse().unwrap());
    Board { men: pieces, white: rest[0] == "w", rights: rest[1].to_owned(), passed, half, number }
}

fn write(board: &Board) -> String {
    let row = |rank: i32| {
        let half = WIDTHS[rank as usize - 1] / 2;
        let (mut row, mut run) = (String::new(), 0);
        for file in 10 - half..=10 + half {
            match board.men.get(&(file, rank)) {
                None => run += 1,
                Some(piece) => {
                    if run > 0 {
                        row += &run.to_string();
                    }
                    run = 0;
                    row.push(*piece);
                }
            }
        }
        if run > 0 { row + &run.to_string() } else { row }
    };
    let rows: Vec<String> = (1..=12).rev().map(row).collect();
    let rights = if board.rights.is_empty() { "-" } else { &board.rights };
    let passed = board.passed.map_or("-".to_owned(), name);
    let side = if board.white { 'w' } else { 'r' };
    format!("{} {side} {rights} {passed} {} {}", rows.join("/"), board.half, board.number)
}

/// The cells that a piece attacks, empty or not.
fn attacked_cells(pieces: &Pieces, from: Cell, piece: char) -> Vec<Cell> {
    let turn = if up(from) { 1 } else { -1 };
    let leap = |(files, ranks): &Cell| (from.0 + files, from.1 + ranks * turn);
    let leaps: &[&[Cell]] = match piece.to_ascii_uppercase() {
        'K' | 'G' => &[EDGE, OPPO, SAME],
        'C' => &[EDGE, SIDE_POINT, POINT_SIDE, TWO_POINTS],
        'E' => &[KNIGHT, SIDE_POINT],
        'V' => &[KNIGHT, POINT_SIDE],
        'M' => &[KNIGHT, SIDE_POINT, POINT_SIDE],
        'D' => &[KNIGHT, SIDE_POINT, POINT_SIDE, EDGE, OPPO, SAME],
        _ => &[],
    };
    let mut cells: Vec<Cell> =
        leaps.iter().flat_map(|group| group.iter()).map(leap).filter(|cell| is_on_board(*cell)).collect();
    let rides: &[[&[Cell]; 6]] = match piece.to_ascii_uppercase() {
        'Q' => &[TOWER, NINJA],
        'A' => &[SPIRE, BISHOP],
        'T' => &[TOWER],
        'S' => &[SPIRE],
        'B' => &[BISHOP],
        'N' => &[NINJA],
        _ => &[],
    };
    for steps in rides.iter().flatten() {
        let mut here = from;
        for (files, ranks) in steps.iter().cycle() {
            here = (here.0 + files, here.1 + ranks * turn);
            if !is_on_board(here) {
                break;
            }
            cells.push(here);
            if pieces.contains_key(&here) {
                break;
            }
        }
    }
    if piece.eq_ignore_ascii_case(&'P') {
        let forward = if piece == 'P' { 1 } else { -1 };
        cells.extend(
            [(from.0 - 1, from.1 + forward), (from.0 + 1, from.1 + forward)]
                .into_iter()
                .filter(|cell| is_on_board(*cell)),
        );
    }
    cells
}

fn is_attacked(pieces: &Pieces, cell: Cell, by_white: bool) -> bool {
    pieces.iter().any(|(from, piece)| {
        piece.is_ascii_uppercase() == by_white && attacked_cells(pieces, *from, *piece).contains(&cell)
    })
}

fn in_check(pieces: &Pieces, white: bool) -> bool {
    let king = if white { 'K' } else { 'k' };
    pieces.iter().any(|(cell, piece)| *piece == king && is_attacked(pieces, *cell, !white))
}

/// Every move and the position after it.
pub fn moves(text: &str) -> BTreeMap<String, String> {
    let board = read(text);
    let mut found = BTreeMap::new();
    for (from, moving) in board.men.iter().filter(|(_, piece)| piece.is_ascii_uppercase() == board.white) {
        let pawn = moving.eq_ignore_ascii_case(&'P');
        let enemy = |cell: &Cell| board.men.get(cell).is_some_and(|piece| piece.is_ascii_uppercase() != board.white);
        let is_free = |cell: &Cell| is_on_board(*cell) && !board.men.contains_key(cell);
        let mut targets: Vec<Cell> = attacked_cells(&board.men, *from, *moving);
        if pawn {
            let (forward, first) = if board.white { (1, 4) } else { (-1, 9) };
            targets.retain(|to| enemy(to) || board.passed == Some(*to));
            let (ahead, double) = ((from.0, from.1 + forward), (from.0, from.1 + 2 * forward));
            targets.extend(Some(ahead).filter(is_free));
            if from.1 == first {
                targets.extend(Some(double).filter(|_| is_free(&ahead)).filter(is_free));
            } else {
                targets.extend([(from.0 - 1, from.1), (from.0 + 1, from.1)].iter().filter(|cell| is_free(cell)));
            }
        } else {
            targets.retain(|to| enemy(to) || is_free(to));
        }
        for to in targets {
            let far = if board.white { 12 } else { 1 };
            let kinds: Vec<Option<char>> =
                if pawn && to.1 == far { "QATDSBMCGNEV".chars().map(Some).collect() } else { vec![None] };
            for kind in kinds {
                let next = after_move(&board, *from, to, kind);
                if !in_check(&next.men, board.white) {
                    let becomes = kind.map_or(String::new(), |kind| format!("={kind}"));
                    found.insert(format!("{}-{}{becomes}", name(*from), name(to)), write(&next));
                }
            }
        }
    }
    castle(&board, &mut found);
    found
}

fn after_move(board: &Board, from: Cell, to: Cell, kind: Option<char>) -> Board {
    let mut pieces = board.men.clone();
    let piece = pieces.remove(&from).unwrap();
    let pawn = piece.eq_ignore_ascii_case(&'P');
    let mut taken = pieces.remove(&to).is_some();
    if pawn && !taken && board.passed == Some(to) && from.1 != to.1 {
        let back = if board.white { -1 } else { 1 };
        taken = pieces.remove(&(to.0, to.1 + back)).is_some();
    }
    let cased = |kind: char| if board.white { kind } else { kind.to_ascii_lowercase() };
    pieces.insert(to, kind.map_or(piece, cased));
    let is_lost = |letter: &char| {
        let home = match letter {
            'H' => (7, 1),
            'N' => (13, 1),
            'h' => (7, 12),
            _ => (13, 12),
        };
        home == from || home == to || piece == if letter.is_ascii_uppercase() { 'K' } else { 'k' }
    };
    let double = pawn && (from.1 - to.1).abs() == 2;
    Board {
        men: pieces,
        white: !board.white,
        rights: board.rights.chars().filter(|letter| *letter != '-' && !is_lost(letter)).collect(),
        passed: double.then_some((from.0, (from.1 + to.1) / 2)),
        half: if taken || pawn { 0 } else { board.half + 1 },
        number: board.number + u32::from(!board.white),
    }
}

fn castle(board: &Board, found: &mut BTreeMap<String, String>) {
    let (king, spire, rank) = if board.white { ('K', 'S', 1) } else { ('k', 's', 12) };
    let Some((from, _)) = board.men.iter().find(|(_, piece)| **piece == king) else { return };
    for letter in board.rights.chars().filter(|letter| *letter != '-' && letter.is_ascii_uppercase() == board.white) {
        let home = (if letter.eq_ignore_ascii_case(&'H') { 7 } else { 13 }, rank);
        let between: Vec<Cell> = (from.0.min(home.0) + 1..from.0.max(home.0)).map(|file| (file, rank)).collect();
        let mut pieces = board.men.clone();
        pieces.insert(home, king);
        pieces.insert(*from, spire);
        let safe = !in_check(&board.men, board.white)
            && between
                .iter()
                .all(|cell| !board.men.contains_key(cell) && !is_attacked(&board.men, *cell, !board.white))
            && !is_attacked(&pieces, home, !board.white);
        if safe {
            let rights = board.rights.chars().filter(|right| right.is_ascii_uppercase() != board.white).collect();
            let next = Board {
                men: pieces,
                white: !board.white,
                rights,
                passed: None,
                half: board.half + 1,
                number: board.number + u32::from(!board.white),
            };
            found.insert(format!("{}<>{}", name(*from), name(home)), write(&next));
        }
    }
}
