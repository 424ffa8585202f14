//! The companion board games as text and as pictures.
pub mod annotated;
pub mod battle_acre;
pub mod card;
pub mod coal_and_steel;
pub mod diagram;
pub mod picture;
pub mod tafl;
mod terminal;

pub use diagram::Diagram;
pub use terminal::page;

use diagram::{Ground, PieceColour, PieceView, Shape, Spot};
use play::Hint;

/// ` White offers a draw.`, if a draw is on offer.
fn draw_offer_text<S: ToString>(by: Option<S>) -> String {
    by.map_or_else(String::new, |side| format!(" {} offers a draw.", side.to_string()))
}

/// `White wins: king at a1`, `Draw: agreed`.
fn outcome_text<S: ToString>(winner: Option<S>, how: &str) -> String {
    winner.map_or_else(|| format!("Draw: {how}"), |side| format!("{} wins: {how}", side.to_string()))
}

/// Returns the hint after the end of a game.
fn over_hint() -> Hint {
    "type " + Hint::form("undo") + " or " + Hint::form("log") + "."
}

/// Returns the hint for a second offer of a draw: the other side may accept the first.
fn accept_hint(line: &str) -> Hint {
    "the other side may type " + Hint::later(line) + "."
}

/// Returns the prompt: the side to move, or the name of the game if no side moves.
pub fn prompt<S: ToString>(mover: Option<S>, game: &str) -> String {
    format!("{}> ", mover.map_or_else(|| game.to_owned(), |side| side.to_string()))
}

/// Returns a cell with its piece, marked if the last move touched it or the piece could be captured.
fn new_spot<C: PartialEq + ToString>(
    at: C,
    (file, rank): (u8, u8),
    (ground, piece): (Ground, Option<PieceView>),
    last: Option<(C, C)>,
    threatened: &[C],
) -> Spot {
    let (id, threatened) = (at.to_string(), threatened.contains(&at));
    Spot { id, file, rank, ground, piece, last: last.is_some_and(|(from, to)| at == from || at == to), threatened }
}
