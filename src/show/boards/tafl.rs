//! Tafl as text: board, events, refusals, results.
use super::{
    Diagram, Ground, PieceColour, PieceView, Shape, accept_hint, draw_offer_text, new_spot, outcome_text, over_hint,
};
use crate::help::HelpCell;
use boards::tafl::{Ending, Fact, Piece, Reason, Side, Square, State, Tafl};
use play::{EventOf, Hint, LineError, Rule};

pub const HELP: &str = "\
Tafl: sixteen Russians (Black: dots or t) hunt the king (a crown or K) of eight \
Swedes (White: rings or T). \
Every piece moves like a rook. Two pieces on opposite sides capture a piece between \
them, if the second moves there.
Gold squares (diamonds or *) are the corners and the middle: only the king stops \
there, and they capture like a piece.
White wins when the king is on a corner, Black when the king is captured.
";
/// Commands that only this game has, one or two to a line.
pub const WORDS: &[&[HelpCell<'static>]] = &[
    &[("d5-d2", "move a piece"), ("lot", "draw who begins")],
    &[("draw, accept", "offer a draw, accept one"), ("resign", "give the game up")],
    &[("claim", "White, when no Russian is left")],
    &[("flag [SIDE]", "its time is up")],
];

/// Returns the board with its gold squares, the last move, and the pieces of both sides that could be captured next.
pub fn diagram(state: &State) -> Diagram {
    let threatened = threatened(state);
    let board_spot = |at: Square| {
        let ground = if at.is_gold() { Ground::Gold } else { Ground::Plain };
        let piece = state.position.piece_at(at).map(figure);
        new_spot(at, (at.file(), at.rank()), (ground, piece), state.last, &threatened)
    };
    Diagram {
        title: "Tafl".to_owned(),
        says: status(state),
        shape: Shape::Squares,
        is_wide: false,
        sides: [("Black: Russians".to_owned(), PieceColour::Black), ("White: Swedes".to_owned(), PieceColour::White)],
        spots: Square::all().map(board_spot).collect(),
        notes: Vec::new(),
    }
}

fn figure(piece: Piece) -> PieceView {
    let sign = match piece {
        Piece::Russian => '\u{25cf}',
        Piece::Swede => '\u{25cb}',
        Piece::King => '\u{2654}',
    };
    PieceView { sign, ..PieceView::from_letter(piece.side(), piece.letter()) }
}

/// Returns pieces that the other side's next move would take, for both sides.
fn threatened(state: &State) -> Vec<Square> {
    let mut threatened = Vec::new();
    for side in Side::BOTH.into_iter().filter(|_| state.result.is_none()) {
        let mut position = state.position;
        position.set_to_move(side);
        for (from, to) in position.moves() {
            let mut moved = position;
            moved.move_without_capture(from, to);
            threatened.extend(moved.captures_at(&state.rules, side, to));
            let king = moved.king().filter(|_| side == Side::Black && moved.is_king_captured(&state.rules, to));
            threatened.extend(king);
        }
    }
    threatened
}

/// Returns the side to move, or the result.
pub fn status(state: &State) -> String {
    match (&state.result, state.lot_pending) {
        (Some(ending), _) => result_text(ending),
        (None, true) => "The lot decides which side begins: `lot`.".to_owned(),
        (None, false) => format!("{} to move.{}", state.position.to_move(), draw_offer_text(state.offer)),
    }
}

/// `White wins: king at a1`.
pub fn result_text(ending: &Ending) -> String {
    let how = match ending {
        Ending::KingEscaped { at } => format!("king at {at}"),
        Ending::KingCaptured { at: Some(at) } => format!("king captured at {at}"),
        Ending::KingCaptured { at: None } => "king captured".to_owned(),
        Ending::Repetition { .. } => "third repetition".to_owned(),
        Ending::NoMove { side, .. } => format!("{side} has no move"),
        Ending::NoRussians => "no Russian is left".to_owned(),
        Ending::Resigned { side } => format!("{side} resigns"),
        Ending::OutOfTime { side } => format!("{side} is out of time"),
        Ending::Agreed => "agreed".to_owned(),
    };
    outcome_text(ending.winner(), &how)
}

/// Returns an event as a sentence with its paragraph.
pub fn event_sentence(event: &EventOf<Tafl>) -> String {
    let what = match event.fact {
        Fact::LotDrawn { first } => {
            let face = event.dice.first().map_or(0, |roll| roll.face);
            format!("The lot falls on {first}, which begins (D6: {face}; 1 to 3 is Black).")
        }
        Fact::Moved { piece, from, to } => format!("The {piece} moves from {from} to {to}."),
        Fact::Captured { piece, at } => format!("The {piece} on {at} is captured."),
        Fact::DrawOffered { by } => format!("{by} offers a draw."),
        Fact::Ended(ending) => format!("{}.", result_text(&ending)),
    };
    format!("{what} [{}]", event.rule)
}

/// Explains why a command is refused, with a hint what to type.
pub fn refusal(reason: &Reason, rule: Rule) -> LineError {
    use Reason::*;
    let (what, hint) = match *reason {
        LotPending => ("The lot has not yet decided which side begins.".to_owned(), Hint::line("lot")),
        NoLotPending => ("The first side is already decided.".to_owned(), Hint::line("moves")),
        Over(ending) => (format!("The game is over. {}.", result_text(&ending)), over_hint()),
        Empty { at } => (format!("There is no piece on {at}."), Hint::line("moves")),
        NotYours { piece, at } => (
            format!("The {piece} on {at} is {}'s, and {} is to move.", piece.side(), piece.side().other()),
            Hint::line("moves"),
        ),
        NotMoved { at } => (format!("A move must leave {at}."), Hint::line("moves")),
        NotStraight { from, to } => {
            (format!("The move {from}-{to} is neither along a rank nor along a file."), Hint::line("moves"))
        }
        Blocked { piece, by, at } => {
            (format!("The {piece} is blocked: the {by} on {at} is in the way."), Hint::line("moves"))
        }
        Gold { piece, at } => {
            (format!("The {piece} may not stop on the gold square {at}: only the king may."), Hint::line("moves"))
        }
        AlreadyOffered { by } => (format!("{by} has already offered a draw."), accept_hint("accept")),
        NothingOffered => ("No draw is offered.".to_owned(), Hint::line("draw")),
        RussiansLeft { count } => {
            (format!("White cannot claim the game: {count} Russians are left."), Hint::line("moves"))
        }
    };
    LineError::new(what).rule(rule).hint(hint)
}
