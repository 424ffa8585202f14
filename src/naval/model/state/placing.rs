//! What is known of a side that is being placed. [10.1]
use super::State;
use crate::model::{Approach, Id};

impl State {
    /// The forces of a generated scenario are still being made and placed. [10.2]
    pub fn is_placing(&self) -> bool {
        self.setup.generator.is_some() && !self.placed
    }
    pub(crate) fn approach_of(&self, side: &Id) -> Option<&Approach> {
        self.approaches.iter().find(|approach| approach.side == *side)
    }
}
