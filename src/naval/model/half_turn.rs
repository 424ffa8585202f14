//! Turns played in two halves. [3.4]
use serde::{Deserialize, Serialize};

use super::{ColumnState, Id, ShipMove};

/// A half of a turn: `.0` or `.5`. [3.4.1]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Half {
    First,
    Second,
}

/// The part of a division's move left for the second half. [3.4.2]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemainingMove {
    pub division: Id,
    pub runs: Vec<ShipMove>,
    /// The division's course after that.
    pub course: ColumnState,
}

/// A turn, or a half of one, as a span of time. Its start and end are counted in half turns. [3.4.1]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnSpan {
    pub turn: u16,
    pub half: Option<Half>,
}

impl TurnSpan {
    /// Returns the half turns from the start of turn 0 to the beginning of this turn or half.
    pub fn start_half_turns(self) -> i32 {
        2 * i32::from(self.turn) + i32::from(self.half == Some(Half::Second))
    }
    /// Returns the half turns from the start of turn 0 to the end of this turn or half.
    pub fn end_half_turns(self) -> i32 {
        2 * i32::from(self.turn) + if self.half == Some(Half::First) { 1 } else { 2 }
    }
    /// Returns `12`, `12.0` or `12.5`. [3.4.1]
    pub fn word(self) -> String {
        match self.half {
            None => self.turn.to_string(),
            Some(Half::First) => format!("{}.0", self.turn),
            Some(Half::Second) => format!("{}.5", self.turn),
        }
    }
}
