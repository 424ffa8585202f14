//! The value of ships measured in many battles, compared with the points in the rules. [10.5]
use super::{Id, ShipType};

/// Types and classes in fewer battles than this are not rated.
pub const MIN_BATTLES: usize = 200;

#[derive(Clone, PartialEq, Debug)]
pub struct Audit {
    pub war: Id,
    pub battles: usize,
    /// Battles in which both sides kept the same share of their strength.
    pub undecided: usize,
    /// Battles with a refused order or an undone duty.
    pub refused: usize,
    pub types: Vec<RatedShips>,
    /// Classes met often enough, with the value of a ship of each.
    pub classes: Vec<RatedShips>,
}

/// The value of a ship of a type or class, on a scale where a battleship is worth 12.
#[derive(Clone, PartialEq, Debug)]
pub struct RatedShips {
    pub kind: ShipType,
    /// The class. `None` for an entire type.
    pub class: Option<String>,
    /// The points for sinking one, by the rules.
    pub printed: i32,
    /// Battles in which one fought.
    pub battles: usize,
    /// `None` if there were too few battles.
    pub worth: Option<ValueEstimate>,
}

/// An estimate and its 95% interval.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ValueEstimate {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

impl RatedShips {
    /// Whether the interval excludes the printed value.
    pub fn differs_from_printed(&self) -> bool {
        let printed = f64::from(self.printed);
        self.worth.is_some_and(|worth| printed < worth.low || worth.high < printed)
    }
}
