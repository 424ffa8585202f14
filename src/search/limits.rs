//! The limits of the search, and the playing strength that follows from them.
/// Returns whether the search must now answer with what it has.
pub type Stop<'a> = &'a (dyn Fn() -> bool + Sync);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Maximum depth, in plies.
    pub depth: u8,
    /// Maximum positions, though the first ply is always completed. With hidden pieces, maximum playouts.
    pub nodes: u64,
    pub quiescence: bool,
    /// Breaks ties between moves. 0 keeps the order of the rules.
    pub seed: u64,
    /// Search threads. With more than one the answer may vary.
    pub threads: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { depth: 64, nodes: u64::MAX, quiescence: true, seed: 0, threads: 1 }
    }
}

impl Limits {
    pub fn depth(depth: u8) -> Limits {
        Limits { depth, ..Limits::default() }
    }

    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes, ..Limits::default() }
    }
}

/// The unit of a search budget.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Positions of a game without hidden information.
    Positions,
    /// Playouts in random worlds, if pieces are hidden.
    Playouts,
}

impl Unit {
    /// Returns the singular word for the unit.
    pub const fn name(self) -> &'static str {
        match self {
            Unit::Positions => "position",
            Unit::Playouts => "trial",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Level {
    /// Two plies without quiescence search.
    Beginner,
    /// Four plies, then quiescence search.
    Club,
    /// As deep as the budget allows.
    #[default]
    Full,
}

impl Level {
    pub const ALL: [Level; 3] = [Level::Beginner, Level::Club, Level::Full];

    /// Returns the limits of a level. A playout takes longer than a position, so its budget has a fiftieth as many.
    pub fn limits(self, unit: Unit) -> Limits {
        let budget = |positions, trials| match unit {
            Unit::Positions => positions,
            Unit::Playouts => trials,
        };
        match self {
            Level::Beginner => Limits { quiescence: false, ..Limits::depth(2) },
            Level::Club => Limits { depth: 4, ..Limits::nodes(budget(60_000, 1_200)) },
            Level::Full => Limits::nodes(budget(400_000, 8_000)),
        }
    }

    pub const fn name(self) -> &'static str {
        ["beginner", "club", "full"][self as usize]
    }

    pub fn named(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }
}
