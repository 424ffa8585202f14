//! The levels of the computer players.
/// How well a player plays, the weakest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Level {
    /// Draws from all legal orders.
    Random,
    /// Uses rules of thumb, without lookahead.
    #[default]
    Midshipman,
    /// Scores the expected results of each order, one turn ahead.
    Captain,
    /// Simulates four plans of the fleet for some turns in sampled states.
    Admiral,
}

impl Level {
    pub const ALL: [Level; 4] = [Level::Random, Level::Midshipman, Level::Captain, Level::Admiral];

    pub const fn name(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Midshipman => "midshipman",
            Level::Captain => "captain",
            Level::Admiral => "admiral",
        }
    }

    /// How a sentence names such a player.
    pub const fn title(self) -> &'static str {
        match self {
            Level::Random => "random player",
            Level::Midshipman | Level::Captain | Level::Admiral => self.name(),
        }
    }

    /// Whether its orders depend on a doctrine card.
    pub const fn uses_card(self) -> bool {
        matches!(self, Level::Captain | Level::Admiral)
    }

    pub fn from_name(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }
}
