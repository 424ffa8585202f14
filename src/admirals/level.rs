//! How well a player plays.
use super::{Midshipman, Policy};

/// How well a player plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Level {
    /// By rules of thumb, without looking ahead.
    #[default]
    Midshipman,
}

impl Level {
    pub const ALL: [Level; 1] = [Level::Midshipman];

    pub const fn name(self) -> &'static str {
        match self {
            Level::Midshipman => "midshipman",
        }
    }

    pub fn named(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }

    pub fn policy(self) -> Box<dyn Policy> {
        match self {
            Level::Midshipman => Box::new(Midshipman),
        }
    }
}
