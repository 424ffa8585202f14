//! Battle Acre as text: board, events, refusals, results.
use super::{
    Diagram, Ground, PieceColour, PieceView, Shape, accept_hint, draw_offer_text, new_spot, outcome_text, over_hint,
};
use crate::{help, list};
use boards::battle_acre::{BattleAcre, CastlingRefusal, Cell, Ending, Fact, Move, Piece, Reason, Side, State};
use play::{EventOf, Hint, LineError, Rule};

pub const HELP: &str = "\
Battle Acre: chess on 160 triangles, forty pieces a side. White is upper case, Red \
lower case.
K King, Q Queen (Tower and Ninja), A Archbishop (Spire and Bishop), T Tower \
(through sides), D Duke (Marquess and Guard), S Spire (side, point, side...), B \
Bishop (through points), M Marquess (Earl or Viscount), C Champion, G Guard (as \
the King), N Ninja (leaps of two along a Spire's path), E Earl (side then \
point), V Viscount (point then side), P Pawn. Checkmate wins. Where \
ranks take one line, `^` is an empty cell that points up, `,` one that points \
down.
";
/// Commands that only this game has, one or two to a line.
pub const WORDS: &[&[help::HelpCell<'static>]] = &[
    &[("k4-k6, k4xj5", "move a piece, capture"), ("k11-k12=Q", "promote a pawn")],
    &[("k1<>h1", "castle"), ("resign", "give the game up")],
    &[("draw, accept", "offer a draw, accept one"), ("flag [SIDE]", "its time is up")],
];

/// Returns the board of triangles, the last move, and the pieces of both sides that could be captured next.
pub fn diagram(state: &State) -> Diagram {
    let threatened = threatened(state);
    let board_spot = |at: Cell| {
        let ground = if at.is_up() { Ground::PointUp } else { Ground::PointDown };
        let figure = state.position.piece_at(at).map(|piece| PieceView::from_letter(piece.side, piece.letter()));
        new_spot(at, (at.file(), at.rank() - 1), (ground, figure), state.last, &threatened)
    };
    let points = |side| f64::from(state.position.half_points(side)) / 2.0;
    Diagram {
        title: "Battle Acre".to_owned(),
        says: status(state),
        shape: Shape::Triangles,
        is_wide: false,
        sides: [("White".to_owned(), PieceColour::White), ("Red".to_owned(), PieceColour::Red)],
        spots: Cell::all().map(board_spot).collect(),
        notes: vec![format!("Material: White {:.1}, Red {:.1}", points(Side::White), points(Side::Red))],
    }
}

/// Returns pieces that the other side's next move could take. The side to move takes only by legal moves. For the
/// other side, it is not checked whether its own king would be safe.
fn threatened(state: &State) -> Vec<Cell> {
    let State { position, rules, .. } = state;
    let Some(mover) = state.mover() else { return Vec::new() };
    let attacked = |cell: &Cell| position.attacker_of(rules, mover.other(), *cell).is_some();
    let own = position.pieces(mover).filter(attacked);
    let taken = position.moves(rules).into_iter().filter_map(|candidate| match candidate {
        Move::Go { to, .. } if position.piece_at(to).is_some() => Some(to),
        Move::Go { from, to, .. } => position.pawn_taken_en_passant(from, to),
        Move::Castle { .. } => None,
    });
    own.chain(taken).collect()
}

/// Returns the side to move, or the result.
pub fn status(state: &State) -> String {
    let (side, offer) = (state.position.to_move(), draw_offer_text(state.offer));
    match (&state.result, state.position.checker(&state.rules, side)) {
        (Some(ending), _) => result_text(ending),
        (None, Some(by)) => format!("{side} to move, in check from {by}.{offer}"),
        (None, None) => format!("{side} to move.{offer}"),
    }
}

/// `White wins: checkmate`.
pub fn result_text(ending: &Ending) -> String {
    let how = match ending {
        Ending::Checkmate { .. } => "checkmate".to_owned(),
        Ending::Stalemate { .. } => "stalemate".to_owned(),
        Ending::Repetition => "third repetition".to_owned(),
        Ending::FiftyMoves => "fifty moves without capture or pawn move".to_owned(),
        Ending::BareKings => "both kings are bare".to_owned(),
        Ending::Agreed => "agreed".to_owned(),
        Ending::Resigned { side } => format!("{side} resigns"),
        Ending::OutOfTime { side } => format!("{side} is out of time"),
    };
    outcome_text(ending.winner(), &how)
}

fn piece_name(piece: &Piece) -> String {
    format!("{} {}", piece.side, piece.kind)
}

/// Returns an event as a sentence with its paragraph.
pub fn event_sentence(event: &EventOf<BattleAcre>) -> String {
    let what = match &event.fact {
        Fact::Moved { piece, from, to, promotion: None } => format!("{} {from}-{to}.", piece_name(piece)),
        Fact::Moved { piece, from, to, promotion: Some(kind) } => {
            format!("{} {from}-{to} becomes a {kind}.", piece_name(piece))
        }
        Fact::Captured { piece, at } => format!("{} on {at} is captured.", piece_name(piece)),
        Fact::Castled { side, king, spire } => {
            format!("{side} castles: the King {king} and the Spire {spire} change cells.")
        }
        Fact::Checked { side, by } => format!("{side} is in check from {by}."),
        Fact::DrawOffered { by } => format!("{by} offers a draw."),
        Fact::Ended(ending) => format!("{}.", result_text(ending)),
    };
    format!("{what} [{}]", event.rule)
}

/// Explains why a command is refused, with a hint what to type.
pub fn refusal(reason: &Reason, rule: Rule) -> LineError {
    use Reason::*;
    let moves = Hint::line("moves");
    let (what, hint) = match reason {
        Over(ending) => (format!("The game is over. {}.", result_text(ending)), over_hint()),
        Empty { at } => (format!("There is no piece on {at}."), moves),
        NotYours { piece, at } => {
            (format!("{} on {at} does not move: it is {}'s turn.", piece_name(piece), piece.side.other()), moves)
        }
        OwnPiece { piece, at } => (format!("{} is on {at}.", piece_name(piece)), moves),
        NotMoved { at } => (format!("A move must leave {at}."), moves),
        OutOfReach { piece, from, to, legal } => {
            (format!("{} {from} cannot move to {to}.", piece.kind), format!("it can move to: {}.", list(legal)).into())
        }
        Blocked { piece, from, by, at, .. } => (
            format!("{} {from} is blocked at {at} by {}.", piece.kind, piece_name(by)),
            Hint::line(format!("moves {from}")),
        ),
        NothingToCapture { from, to } => (
            format!("The Pawn {from} moves to {to} only to capture, en passant only right after a double step."),
            Hint::line(format!("moves {from}")),
        ),
        PawnBlocked { by, at } => (format!("{} on {at} blocks the Pawn.", piece_name(by)), moves),
        LeavesCheck { king, by, at, was_in_check } => {
            let left = if *was_in_check { "still" } else { "then" };
            (format!("The King on {king} would {left} be in check from {} {at}.", piece_name(by)), moves)
        }
        PromotionMissing { to } => {
            (format!("A Pawn on {to} is promoted: name the piece it becomes."), PROMOTION_HINT.into())
        }
        NoPromotion { piece, to } => (format!("The {} on {to} is not promoted.", piece.kind), moves),
        IllegalPromotion { kind } => (format!("A Pawn cannot become a {kind}."), PROMOTION_HINT.into()),
        CannotCastle { why } => (castling_refusal(*why), moves),
        NotKingAndSpire { king, spire } => (
            format!("Your King and Spire are not on {king} and {spire}."),
            "White types `k1<>h1` or `k1<>n1`, Red `k12<>h12` or `k12<>n12`.".into(),
        ),
        AlreadyOffered { by } => (format!("{by} has already offered a draw."), accept_hint("accept")),
        NothingOffered => ("No draw is offered.".to_owned(), Hint::line("draw")),
        NoAgreement => ("Draws by agreement are switched off.".to_owned(), moves),
    };
    LineError::new(what).rule(rule).hint(hint)
}

const PROMOTION_HINT: &str = "add `=Q` to the move, or one of A T D S B M C G N E V.";

fn castling_refusal(why: CastlingRefusal) -> String {
    match why {
        CastlingRefusal::RightLost => {
            "No castling: the King or this Spire has moved, or the Spire was captured.".to_owned()
        }
        CastlingRefusal::InCheck { by } => format!("No castling: the King is in check from {by}."),
        CastlingRefusal::Between { at } => format!("No castling: a piece is between them, on {at}."),
        CastlingRefusal::Attacked { at, by } => format!("No castling: the King's path at {at} is attacked from {by}."),
    }
}
