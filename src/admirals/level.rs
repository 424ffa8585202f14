//! The levels of the computer players.
/// How well a player plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Level {
    /// Uses rules of thumb, without lookahead.
    #[default]
    Midshipman,
    /// Scores the expected results of each order, one turn ahead.
    Captain,
    /// Simulates four plans of the fleet for some turns in sampled states.
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

    pub fn from_name(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }
}
