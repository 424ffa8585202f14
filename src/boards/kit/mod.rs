//! What the three games share: sides, squares and positions as text, faults, draws, what an end is worth.
pub(crate) mod grid;
mod notation;
mod sides;
mod text;
mod two_sided;

use std::fmt;

pub use notation::{Notation, Typed, Verb};
pub(crate) use notation::{neither, side, side_said};
pub use play::Fault;
pub(crate) use sides::two_sides;
pub use sides::{PerSide, Sided};
pub(crate) use text::{Rows, as_name, as_text, file_and_rank, leading_number, mover, side_by_side, values, write_rows};
pub use two_sided::{Standing, TwoSided};
pub(crate) use two_sided::{accept_draw, evaluate, offer_draw, verdict};

/// Every fault of a position's text at once; never empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Faults(pub Vec<Fault>);

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cited = |Fault { what, rule, .. }: &Fault| rule.map_or(what.clone(), |rule| format!("{what} [{rule}]"));
        f.write_str(&self.0.iter().map(cited).collect::<Vec<_>>().join("; "))
    }
}

impl std::error::Error for Faults {}
