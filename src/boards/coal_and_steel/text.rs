//! Positions as text, both ways.
use std::{fmt, str::FromStr};

use super::placing::MAX_HELD_BACK;
use super::rules::{BATLED, HANDICAP, PIECES, RESERVE, SWAP, TILES, TUNNELLER, WIN};
use super::{Countdown, Direction, Kind, Piece, PieceCounts, Position, Reserve, Side, Square, Tile, WIDTH};
use crate::kit::{
    LineError, PerSide, PositionErrors, Rows, Sided as _, as_text, leading_number, read_side, write_rows,
};

/// A complete position, as an example for typing.
const EXAMPLE: &str = "4b5/10/10/4w'5/4|t'(n)5/10/10/10/4C'5/B'9 s - - Ss -";

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_rows(f, (0..WIDTH).rev().map(|rank| Square::of_rank(rank).map(|at| square_text(self, at))))?;
        write!(f, " {}", self.to_move.letter())?;
        for side in Side::BOTH {
            f.write_str(" ")?;
            let letters = |hand: &PieceCounts| hand.pieces().map(|kind| side.cased(kind.letter())).collect::<String>();
            let (reserve, out) = (letters(&self.reserve(side).pieces), letters(self.out(side)));
            f.write_str(if reserve.is_empty() { "-" } else { &reserve })?;
            if !out.is_empty() {
                write!(f, "/{out}")?;
            }
        }
        let swaps = SWAPS.iter().find(|(_, swaps)| *swaps == self.swaps.0).map_or("-", |(word, _)| word);
        write!(f, " {swaps}")?;
        match self.countdown {
            Some(Countdown { captor, left }) => write!(f, " {}{left}", captor.letter()),
            None => f.write_str(" -"),
        }
    }
}

as_text!(Position);

/// The Batleds that may still swap, Coal's first.
const SWAPS: [(&str, [bool; 2]); 4] =
    [("Ss", [true, true]), ("S", [true, false]), ("s", [false, true]), ("-", [false, false])];

/// The contents of a square. `None` if it has neither tile nor piece.
fn square_text(position: &Position, square: Square) -> Option<String> {
    let (tile, piece) = (position.tile(square), position.piece_at(square));
    let bare_tile = |square| position.tile(square).is_some() && position.piece_at(square).is_none();
    let mut text = String::new();
    if tile.is_none() && square.neighbour(Direction::West).is_some_and(bare_tile) {
        // A run of zero separates an empty tile from a piece on the next plain square.
        text.push('0');
    }
    text.extend(tile.map(Tile::letter));
    if let Some(piece) = piece {
        text.push(piece.letter());
        text += if piece.face_up { "" } else { "'" };
        text.extend(piece.entered_by.and_then(Direction::letter).into_iter().flat_map(|side| ['(', side, ')']));
    }
    (tile.is_some() || piece.is_some()).then_some(text)
}

impl FromStr for Position {
    type Err = PositionErrors;

    /// Checks everything at once: ten rows of ten squares, known tiles and pieces, at most 18 a side and one Batled. At
    /// least one Batled is on the board. Tiles hold only allowed pieces. The reserve has no Batled. Pieces in hand are
    /// of the 18. Two pieces of one side may be out of the game. Swap rights and countdown are well-formed.
    fn from_str(text: &str) -> Result<Position, PositionErrors> {
        let mut errors = PositionErrors::default();
        let mut position = Position::with_walls(&[]);
        let fields: Vec<&str> = text.split_whitespace().collect();
        if fields.len() != 6 {
            let what = "a position has rows, side, Coal's reserve, Steel's, swap rights and countdown";
            errors.0.push(LineError::new(format!("{what}, and this has {} of the 6", fields.len())));
        }
        let field = |index: usize| fields.get(index).copied();
        ROWS.read(field(0).unwrap_or_default(), &mut errors, |errors, (file, rank), unread| {
            read_square(unread, (file, rank), &mut position, errors)
        });
        position.to_move = field(1).and_then(|word| read_side(word, &mut errors)).unwrap_or(Side::Coal);
        for (side, index) in Side::BOTH.into_iter().zip(2..) {
            read_reserve(field(index).unwrap_or("-"), side, &mut position, &mut errors);
        }
        let swaps = field(4).unwrap_or("-");
        let known = SWAPS.iter().find(|(word, _)| *word == swaps);
        if known.is_none() {
            errors.add(SWAP, format!("\"{swaps}\" are not swap rights: type some of Ss, or -"));
        }
        position.swaps = PerSide(known.map_or([false; 2], |(_, swaps)| *swaps));
        read_countdown(field(5).unwrap_or("-"), &mut position, &mut errors);
        check_piece_counts(&position, &mut errors);
        errors.or_errors(position, EXAMPLE)
    }
}

const ROWS: Rows<'_> =
    Rows { widths: &[WIDTH; WIDTH as usize], squares: "squares", joined: "", rule: None, run: leading_number };

/// Reads the tile and piece of a square. Returns the unread text.
fn read_square<'a>(
    text: &'a str,
    (file, rank): (u8, u8),
    position: &mut Position,
    errors: &mut PositionErrors,
) -> &'a str {
    let (square, letter) = (Square::from_file_rank(file, rank), text.chars().next().unwrap_or_default());
    let tile = Tile::from_letter(letter);
    let unread = if tile.is_some() { &text[1..] } else { text };
    if let (Some(square), Some(_)) = (square, tile) {
        position.set_tile(square, tile);
    }
    if let Some(letter) = unread.chars().next().filter(char::is_ascii_alphabetic) {
        return read_piece(letter, &unread[1..], square, position, errors);
    }
    if tile.is_none() {
        errors.0.push(LineError::new(format!("rank {}: \"{letter}\" is neither tile, piece nor run", rank + 1)));
        return &unread[letter.len_utf8()..];
    }
    unread
}

/// Reads the text after a piece's letter. Returns the unread text.
fn read_piece<'a>(
    letter: char,
    mut unread: &'a str,
    square: Option<Square>,
    position: &mut Position,
    errors: &mut PositionErrors,
) -> &'a str {
    let down = unread.strip_prefix('\'');
    unread = down.unwrap_or(unread);
    let mut entered_by = None;
    if let Some((inside, after)) = unread.strip_prefix('(').and_then(|unread| unread.split_once(')')) {
        entered_by = inside.chars().next().filter(|_| inside.len() == 1).and_then(Direction::from_letter);
        if entered_by.is_none() {
            errors.0.push(LineError::new(format!("\"({inside})\" is not a side of a tile: (n), (e), (s) or (w)")));
        }
        unread = after;
    }
    let Some(kind) = Kind::from_letter(letter) else {
        errors.add(PIECES, format!("\"{letter}\" is not a piece: B Q C H T W"));
        return unread;
    };
    let side = if letter.is_ascii_uppercase() { Side::Coal } else { Side::Steel };
    let Some(square) = square else { return unread };
    let on_tile = position.tile(square);
    if (kind == Kind::Tunneller && on_tile.is_some()) != entered_by.is_some() {
        let what = "only a tunneller on a tile has the side it came in by, such as (s), and it must";
        errors.add(TUNNELLER, format!("{square}: {what}"));
    }
    if on_tile == Some(Tile::Wall) && (kind != Kind::Tunneller || down.is_some()) {
        errors.add(TILES, format!("{square}: only a tunneller that is face up may be on a wall"));
    }
    position.set_piece(square, Some(Piece { side, kind, face_up: down.is_none(), known: false, entered_by }));
    unread
}

/// Reads a side's reserve, and after `/` its pieces out of the game.
fn read_reserve(text: &str, side: Side, position: &mut Position, errors: &mut PositionErrors) {
    let (reserve, out) = text.split_once('/').unwrap_or((text, "-"));
    let mut read_hand = |text: &str, rule, place: &str, group: &str| {
        let mut counts = PieceCounts::default();
        for letter in text.chars().filter(|_| text != "-") {
            match Kind::from_letter(letter).filter(|kind| side.cased(kind.letter()) == letter) {
                Some(Kind::Batled) => errors.add(rule, format!("{side}'s Batled cannot be {place}")),
                Some(kind) => counts.add(kind),
                None => errors.add(rule, format!("\"{letter}\" is not a piece of {side}'s {group}")),
            }
        }
        counts
    };
    position.reserves[side] =
        Reserve { pieces: read_hand(reserve, RESERVE, "in reserve", "reserve"), known: PieceCounts::default() };
    position.out[side] = read_hand(out, HANDICAP, "out of the game", "pieces out of the game");
}

fn read_countdown(text: &str, position: &mut Position, errors: &mut PositionErrors) {
    if text == "-" {
        return;
    }
    let captor = Side::BOTH.into_iter().find(|side| text.starts_with(side.letter()));
    let left = text.get(1..).and_then(|left| left.parse::<u8>().ok()).filter(|left| *left <= 2);
    match (captor, left) {
        (Some(captor), Some(left)) => {
            if position.batled(captor.other()).is_some() {
                errors.add(WIN, format!("{captor} has captured a Batled that is still on the board"));
            }
            position.countdown = Some(Countdown { captor, left });
        }
        _ => {
            let what = "is not a countdown: type the captor's letter and the turns left, such as c2, or -";
            errors.add(WIN, format!("\"{text}\" {what}"));
        }
    }
}

fn check_piece_counts(position: &Position, errors: &mut PositionErrors) {
    if Side::BOTH.iter().all(|side| position.batled(*side).is_none()) {
        errors.add(WIN, "neither side has a Batled: the game is drawn");
    }
    let is_out = |side: &Side| !position.out(*side).is_empty();
    if Side::BOTH.iter().all(is_out) {
        errors.add(HANDICAP, "both sides have pieces out of the game, but only the stronger side leaves any out");
    }
    for side in Side::BOTH {
        let out = position.out(side).total();
        if out > 0 && out != MAX_HELD_BACK {
            errors.add(
                HANDICAP,
                format!("{side} has {out} out of the game: the stronger side leaves {MAX_HELD_BACK} pieces out"),
            );
        }
        let mut all: PieceCounts = position.pieces(side).map(|(_, piece)| piece.kind).collect();
        position.reserve(side).pieces.pieces().chain(position.out(side).pieces()).for_each(|kind| all.add(kind));
        // A kind with no piece in hand has no limit: a composed position may have a third tunneller on the board.
        for kind in Kind::ALL.into_iter().filter(|kind| position.in_hand(side, *kind) > 0 && *kind != Kind::Batled) {
            let (count, max) = (all.count(kind), kind.count());
            if max < count {
                let what = format!("{side} has {count} of {kind} with those in hand, and the 18 pieces have {max}");
                errors.add(PIECES, what);
            }
        }
        if all.count(Kind::Batled) > 1 {
            errors.add(BATLED, format!("{side} has {} Batleds", all.count(Kind::Batled)));
        }
        if all.total() > PieceCounts::full().total() {
            errors.add(PIECES, format!("{side} has {} pieces, and may have 18", all.total()));
        }
    }
}
