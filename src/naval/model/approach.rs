//! Whence the forces of a generated scenario come. [10.1.3]
use serde::{Deserialize, Serialize};

use super::{
    measure::{Id, Inches},
    state::State,
    table::Fine,
};

/// From where a side comes, kept to itself until it is placed. [10.1.3]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Approach {
    pub side: Id,
    pub distance: Inches,
    /// From the centre of the table, true, in degrees.
    pub bearing: Fine,
    /// The division that was placed at the very point. [10.2.1]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Id>,
}

impl State {
    /// The forces of a generated scenario are still being made and placed. [10.2]
    pub fn is_placing(&self) -> bool {
        self.setup.generator.is_some() && !self.placed
    }
    pub(crate) fn approach_of(&self, side: &Id) -> Option<&Approach> {
        self.approaches.iter().find(|approach| approach.side == *side)
    }
}
