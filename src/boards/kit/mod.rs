//! What the three games share: sides, squares and positions as text, faults, draws, what an end is worth.
mod agreement;
pub(crate) mod grid;
mod sides;
mod text;

use std::fmt;

pub(crate) use agreement::{Agreement, accept_draw, offer_draw};
pub use play::Fault;
use play::Verdict;
pub(crate) use sides::two_sides;
pub use sides::{PerSide, Sided};
pub(crate) use text::{Rows, as_text, leading_number, mover, side_by_side, write_rows};

/// Every fault of a position's text at once; never empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Faults(pub Vec<Fault>);

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, fault) in self.0.iter().enumerate() {
            if at > 0 {
                f.write_str("; ")?;
            }
            f.write_str(&fault.what)?;
            if let Some(rule) = fault.rule {
                write!(f, " [{rule}]")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

/// What a game that is won counts.
const WON: i32 = 1_000_000;

/// How good a game is for the side to move: by its winner when it has ended, else by `going_on`.
pub(crate) fn evaluate<S: PartialEq>(mover: S, ended: Option<Option<S>>, going_on: impl FnOnce() -> i32) -> i32 {
    let Some(winner) = ended else { return going_on() };
    match verdict(mover, winner) {
        Verdict::Won => WON,
        Verdict::Drawn => 0,
        Verdict::Lost => -WON,
    }
}

/// What the end of a game is to one side: `None` is a draw.
pub(crate) fn verdict<S: PartialEq>(mover: S, winner: Option<S>) -> Verdict {
    match winner {
        None => Verdict::Drawn,
        Some(winner) if winner == mover => Verdict::Won,
        Some(_) => Verdict::Lost,
    }
}
