//! How well a player plays.
/// How well a player plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Level {
    /// By rules of thumb, without looking ahead.
    #[default]
    Midshipman,
    /// By what may be expected of each order, one turn ahead.
    Captain,
    /// By trying four plans of the fleet for some turns, in battles that may be the true one.
    Admiral,
}

impl Level {
    pub const ALL: [Level; 3] = [Level::Midshipman, Level::Captain, Level::Admiral];

    pub const fn name(self) -> &'static str {
        match self {
            Level::Midshipman => "midshipman",
            Level::Captain => "captain",
            Level::Admiral => "admiral",
        }
    }

    pub fn named(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }
}
