//! Positions as text, both ways.
use std::{fmt, str::FromStr};

use super::rules::{ARRAY, CASTLING, CHECK, DRAWS, EN_PASSANT, LETTERS, PAWN_STEP, PROMOTION, ROWS};
use super::{Cell, Kind, Piece, Position, RANKS, Rights, Rules, Side, WIDTHS};
use crate::kit::{LineError, PositionErrors, Rows, Sided as _, as_text, leading_number, read_side, write_rows};

/// The text of the initial array. [BA-27]
pub const START: &str =
    "sngkgns/tbncqcnbt/dmbveaevbmd/ppppppppppppp/19/21/21/19/PPPPPPPPPPPPP/DMBVEAEVBMD/TBNCQCNBT/SNGKGNS w HNhn - 0 1";

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |cell| self.piece_at(cell).map(Piece::letter);
        write_rows(f, (1..=RANKS).rev().map(|rank| Cell::of_rank(rank).map(letter)))?;
        write!(f, " {} ", self.to_move.letter())?;
        let rights: String =
            Rights::ALL.iter().map(|(letter, ..)| *letter).filter(|letter| self.rights.has(*letter)).collect();
        f.write_str(if rights.is_empty() { "-" } else { &rights })?;
        match self.en_passant {
            Some(cell) => write!(f, " {cell}")?,
            None => f.write_str(" -")?,
        }
        write!(f, " {} {}", self.half_moves, self.number)
    }
}

as_text!(Position);

impl FromStr for Position {
    type Err = PositionErrors;

    /// Reads a position under the default switches. See [`read`](Position::read).
    fn from_str(text: &str) -> Result<Position, PositionErrors> {
        Position::read(text, &Rules::default())
    }
}

impl Position {
    /// The initial array of BA-27, White to move.
    pub fn start() -> Position {
        let mut position = Position::empty();
        read_rows(START.split(' ').next().unwrap_or_default(), &mut position, &mut PositionErrors::default());
        for (letter, ..) in Rights::ALL {
            position.rights.grant(letter);
        }
        position
    }

    /// Reads a position and checks it: twelve rows of the right widths, known letters, one king a side, no more pieces
    /// than a side can have, no pawn on its last rank or behind its first. Each right occurs at most once, with king
    /// and spire at home. A pawn has just passed the en passant cell, with no half-move since. Two counts follow. Under
    /// the switches, which may also name the side to move, its enemy is not in check.
    pub fn read(text: &str, rules: &Rules) -> Result<Position, PositionErrors> {
        let mut errors = PositionErrors::default();
        let mut position = Position::empty();
        let fields: Vec<&str> = text.split_whitespace().collect();
        if fields.len() != 6 {
            let what = "a position has rows, side, castling rights, en-passant cell, half-moves and move number";
            errors.0.push(LineError::new(format!("{what}, and this has {} of the 6", fields.len())));
        }
        let field = |index: usize| fields.get(index).copied();
        read_rows(field(0).unwrap_or_default(), &mut position, &mut errors);
        let stated_side = field(1).and_then(|word| read_side(word, &mut errors));
        position.to_move = rules.first.side().or(stated_side).unwrap_or(Side::White);
        read_rights(field(2).unwrap_or("-"), &mut position, &mut errors);
        read_en_passant(field(3).unwrap_or("-"), &mut position, &mut errors);
        let mut count = |index: usize, least: u16, name: &str| match field(index).map_or(Ok(least), str::parse) {
            Ok(number) if number >= least => number,
            Ok(_) | Err(_) => {
                errors.0.push(LineError::new(format!("\"{}\" is not a {name}", field(index).unwrap_or_default())));
                least
            }
        };
        position.half_moves = count(4, 0, "count of half-moves, from 0");
        position.number = count(5, 1, "move number, from 1");
        let played = 2 * u32::from(position.number) - 1;
        if played < u32::from(position.half_moves) {
            let what = format!(
                "{} half-moves without a capture or a pawn's move are counted, but at most {played} were made by move {}",
                position.half_moves, position.number
            );
            errors.add(DRAWS, what);
        }
        if let (Some(cell), half_moves @ 1..) = (position.en_passant, position.half_moves) {
            let what = format!(
                "a pawn has just passed over {cell}, but {half_moves} half-moves without a pawn's move are counted"
            );
            errors.add(EN_PASSANT, what);
        }
        check_piece_counts(&position, rules, &mut errors);
        errors.or_errors(position, START)
    }
}

const FORM: Rows<'_> = Rows {
    widths: &WIDTHS,
    squares: "cells",
    joined: "",
    rule: Some(ROWS),
    run: |text| leading_number(text).filter(|(run, _)| *run > 0),
};

fn read_rows(text: &str, position: &mut Position, errors: &mut PositionErrors) {
    FORM.read(text, errors, |errors, (file, rank), unread| {
        let mut letters = unread.chars();
        let letter = letters.next().unwrap_or_default();
        match (Piece::from_letter(letter), Cell::of_rank(rank + 1).nth(usize::from(file))) {
            (Some(piece), Some(cell)) => position.put(cell, piece),
            (Some(_), None) => {}
            (None, _) => errors.add(LETTERS, format!("rank {}: \"{letter}\" is not a piece", rank + 1)),
        }
        letters.as_str()
    });
}

fn read_rights(text: &str, position: &mut Position, errors: &mut PositionErrors) {
    for (offset, letter) in text.char_indices().filter(|_| text != "-") {
        if text[..offset].contains(letter) {
            errors.add(CASTLING, format!("the castling right {letter} is twice in \"{text}\""));
            continue;
        }
        if !position.rights.grant(letter) {
            errors.add(CASTLING, format!("\"{letter}\" is not a castling right: type some of HNhn, or -"));
            continue;
        }
        for (_, side, home) in Rights::ALL.into_iter().filter(|(known, ..)| *known == letter) {
            let king = Cell::from_file_rank(10, side.back_rank());
            let at_home =
                |cell: Option<Cell>, kind| cell.and_then(|cell| position.piece_at(cell)) == Some(Piece { side, kind });
            if !at_home(king, Kind::King) || !at_home(Cell::from_name(home), Kind::Spire) {
                let rank = side.back_rank();
                errors
                    .add(CASTLING, format!("the right {letter} needs {side}'s king on k{rank} and a spire on {home}"));
            }
        }
    }
}

fn read_en_passant(text: &str, position: &mut Position, errors: &mut PositionErrors) {
    let Some(cell) = Cell::from_name(text) else {
        if text != "-" {
            errors.add(EN_PASSANT, format!("\"{text}\" is not a cell: type the one a pawn has just passed over, or -"));
        }
        return;
    };
    let side = position.to_move.other();
    let pawn = cell.offset(0, side.forward()).and_then(|cell| position.piece_at(cell));
    let passed = i16::from(side.pawn_rank()) + i16::from(side.forward()) == i16::from(cell.rank());
    let home = cell.offset(0, -side.forward()).and_then(|cell| position.piece_at(cell));
    if !passed || home.is_some() || pawn != Some(Piece { side, kind: Kind::Pawn }) || position.piece_at(cell).is_some()
    {
        errors.add(EN_PASSANT, format!("no pawn of {side} has just passed over {cell}"));
    }
    position.en_passant = Some(cell);
}

/// Pawns of a side in the initial array. [BA-27]
const PAWNS: u32 = 13;

/// The number of a side's pieces that must be promoted pawns: those beyond the initial array. [BA-23, BA-27]
fn promoted(position: &Position, side: Side) -> u32 {
    let start = Position::start();
    let pieces = Kind::ALL.into_iter().filter(|kind| *kind != Kind::Pawn);
    pieces
        .map(|kind| position.pieces_of_kind(side, kind).len().saturating_sub(start.pieces_of_kind(side, kind).len()))
        .sum()
}

fn check_piece_counts(position: &Position, rules: &Rules, errors: &mut PositionErrors) {
    for side in Side::BOTH {
        let kings = position.pieces_of_kind(side, Kind::King).len();
        if kings != 1 {
            errors.add(ARRAY, format!("{side} has {kings} kings instead of one"));
        }
        let count = position.pieces(side).len();
        if count > 40 {
            errors.add(ARRAY, format!("{side} has {count} pieces, and may have 40"));
        }
        let (pawns, promoted) = (position.pieces_of_kind(side, Kind::Pawn).len(), promoted(position, side));
        if PAWNS < pawns {
            errors.add(ARRAY, format!("{side} has {pawns} pawns, and may have {PAWNS}"));
        } else if PAWNS < pawns + promoted {
            let what = format!("{side} has {pawns} pawns and {promoted} promoted pieces, but began with {PAWNS} pawns");
            errors.add(PROMOTION, what);
        }
        let last = side.other().back_rank();
        for pawn in position.pieces_of_kind(side, Kind::Pawn) {
            if pawn.rank() == last {
                errors.add(PROMOTION, format!("a pawn of {side} is on its last rank, on {pawn}"));
            } else if side.is_behind_pawns(pawn.rank()) {
                let first = side.pawn_rank();
                let what = format!("a pawn of {side} is on {pawn}, behind rank {first} where its pawns begin");
                errors.add(PAWN_STEP, what);
            }
        }
    }
    let waiting = position.to_move.other();
    if let Some(checker) = position.checker(rules, waiting).filter(|_| errors.0.is_empty()) {
        errors.add(CHECK, format!("{waiting} has just moved and is in check from {checker}"));
    }
}
