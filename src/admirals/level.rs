//! How well a player plays.
/// How well a player plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Level {
    /// By rules of thumb, without looking ahead.
    #[default]
    Midshipman,
    /// By what may be expected of each order, one turn ahead.
    Captain,
}

impl Level {
    pub const ALL: [Level; 2] = [Level::Midshipman, Level::Captain];

    pub const fn name(self) -> &'static str {
        match self {
            Level::Midshipman => "midshipman",
            Level::Captain => "captain",
        }
    }

    pub fn named(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }
}
