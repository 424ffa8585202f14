//! Who plays a side: how well, and by which card.
use super::{Captain, Level, Midshipman, Policy};
use naval::doctrine::Doctrine;

/// Who plays a side.
#[derive(Clone, PartialEq, Debug)]
pub struct Commander {
    pub level: Level,
    /// How he fights. A midshipman goes by no card.
    pub doctrine: Doctrine,
}

impl Commander {
    pub fn of(level: Level, doctrine: Doctrine) -> Commander {
        Commander { level, doctrine }
    }

    pub fn policy(&self) -> Box<dyn Policy> {
        match self.level {
            Level::Midshipman => Box::new(Midshipman),
            Level::Captain => Box::new(Captain::of(self.doctrine.clone())),
        }
    }

    /// Level and card, as they are typed: `captain:jessen`.
    pub fn name(&self) -> String {
        match self.level {
            Level::Midshipman => self.level.name().to_owned(),
            Level::Captain => format!("{}:{}", self.level.name(), self.doctrine.id),
        }
    }
}
