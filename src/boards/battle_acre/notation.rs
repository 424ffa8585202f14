//! Commands as text, both ways: `k4-k6`, `k4xj5`, `k11-k12=Q`, `k1<>h1`, `resign`, `draw`, `accept`.
use super::{BattleAcre, Cell, Command, Kind, Side, State, WIDTHS, rules};
use crate::kit::{LineError, Notation, Verb, common_text, from_and_to, not_understood};
use crate::record::{ANNOTATION_MARKS, split_annotations};

impl Notation for BattleAcre {
    const VERBS: &'static [Verb<BattleAcre>] = &[Self::RESIGN, Self::FLAG, Self::DRAW, Self::ACCEPT];

    /// Reads a typed or recorded move. Marks of check and annotations after it are ignored.
    fn read_move(state: &State, text: &str) -> Result<Command, LineError> {
        let (text, _) = split_annotations(text, &ANNOTATION_MARKS);
        let text = text.trim_end();
        let is_chess_castling = text.chars().all(|letter| "o0-".contains(letter)) && text.contains('-');
        if is_chess_castling || text.split(' ').next() == Some("castle") {
            return Err(refuse_chess_castling(state, text));
        }
        if let Some((king, spire)) = text.split_once("<>") {
            return Ok(Command::Castle { king: cell(king.trim())?, spire: cell(spire.trim())? });
        }
        let (cells, promotion) = match text.split_once('=') {
            Some((cells, letter)) => (cells.trim(), Some(kind(letter.trim())?)),
            None => (text, None),
        };
        let (from, to) = from_and_to(cells).ok_or_else(|| not_understood::<BattleAcre>(state, text))?;
        let (from, to) = (cell(from.trim())?, cell(to.trim())?);
        if cells.contains(['x', ':']) {
            check_capture(state, from, to)?;
        }
        Ok(Command::Move { from, to, promotion })
    }
    fn check_square(name: &str) -> Result<(), LineError> {
        cell(name).map(drop)
    }
    fn command_text(command: &Command) -> String {
        match command {
            Command::Move { from, to, promotion: Some(kind) } => format!("{from}-{to}={}", kind.letter()),
            Command::Move { from, to, promotion: None } => format!("{from}-{to}"),
            Command::Castle { king, spire } => format!("{king}<>{spire}"),
            Command::Common(common) => common_text(common),
        }
    }
}

/// `O-O` and `castle` do not name the spire, so the move is ambiguous.
fn refuse_chess_castling(state: &State, text: &str) -> LineError {
    let hint = match state.position.to_move() {
        Side::White => "type `k1<>h1` or `k1<>n1`.",
        Side::Red => "type `k12<>h12` or `k12<>n12`.",
    };
    let what =
        format!("\"{}\" is not a move here: castling names the cells of the King and the Spire.", text.to_uppercase());
    LineError::new(what).rule(rules::CASTLING).hint(hint)
}

/// Checks that a typed capture by an own piece takes something: a piece there, or a pawn en passant. [BA-22]
fn check_capture(state: &State, from: Cell, to: Cell) -> Result<(), LineError> {
    let position = &state.position;
    let is_own = position.piece_at(from).is_some_and(|piece| piece.side == position.to_move());
    if !is_own || position.piece_at(to).is_some() || position.pawn_taken_en_passant(from, to).is_some() {
        return Ok(());
    }
    let rule = if position.en_passant() == Some(to) { rules::EN_PASSANT } else { rules::CAPTURES };
    Err(LineError::new(format!("The move {from}x{to} captures nothing."))
        .rule(rule)
        .hint(format!("type `{from}-{to}` or `moves {from}`.")))
}

fn kind(letter: &str) -> Result<Kind, LineError> {
    let mut letters = letter.chars();
    let known = letters.next().and_then(Kind::from_letter).filter(|_| letters.next().is_none());
    known.ok_or_else(|| {
        LineError::new(format!("\"{letter}\" is not a kind of piece."))
            .rule(rules::LETTERS)
            .hint("type one of Q A T D S B M C G N E V.")
    })
}

/// A cell by name. The refusal names the files of its rank, if the rank is valid.
fn cell(name: &str) -> Result<Cell, LineError> {
    if let Some(cell) = Cell::from_name(name) {
        return Ok(cell);
    }
    let rank = name.get(1..).and_then(|rank| rank.parse::<usize>().ok()).filter(|rank| (1..=12).contains(rank));
    let Some(rank) = rank.filter(|_| name.as_bytes()[0].is_ascii_lowercase()) else {
        let what = format!("There is no cell \"{name}\": files run a to u, ranks 1 to 12.");
        return Err(LineError::new(what).rule(rules::CELL_NAMES));
    };
    let half = WIDTHS[rank - 1] / 2;
    let (first, last) = (char::from(b'k' - half), char::from(b'k' + half));
    Err(LineError::new(format!("There is no cell \"{name}\": rank {rank} runs {first} to {last}.")).rule(rules::ROWS))
}
