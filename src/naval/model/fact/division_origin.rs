//! How divisions are formed, their flagships, and why ships leave them. [5.1.3, 5.8]
use serde::{Deserialize, Serialize};

use crate::model::{ColumnState, Id, Inches, SideId};

/// Ships that now form a separate division and leave their earlier ones. [5.1]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewDivision {
    pub division: Id,
    pub side: SideId,
    pub ships: Vec<Id>,
    pub course: ColumnState,
    #[serde(default, skip_serializing_if = "DivisionOrigin::is_organised")]
    pub standing: DivisionOrigin,
    /// In mid-battle, its flagship with the ratings. [5.10.6]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flag: Option<Flagship>,
    /// The turn in which it goes straight ahead, if that flagship is new. [5.9.1, Q40]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub straight_turn: Option<u16>,
}

/// The origin of a division. [5.8.1, 5.9.3]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DivisionOrigin {
    /// Organised at the start or on an open table.
    #[default]
    Organised,
    /// Ships of one original division, together again.
    Rejoined,
    /// One ship of a division, plotted alone.
    Alone,
}

impl DivisionOrigin {
    fn is_organised(&self) -> bool {
        *self == DivisionOrigin::Organised
    }
}

/// The ship that leads a division, with its ratings. [5.1.3, 5.10.6]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Flagship {
    pub ship: Id,
    pub signalling: i32,
    pub initiative: i32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum DetachReason {
    /// The gap to the nearest ship that gaps of at most 2.0 inches still join to the flagship. [5.8.2]
    Gap { inches: Inches },
    /// The ship's speed and the flagship's. [5.8.3]
    Speed { own: Inches, flagship: Inches },
    /// The ship's rudder is jammed. [8.4, Q39]
    Steering,
}
