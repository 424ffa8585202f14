//! How far the search looks, and how well the machine plays by that.
/// Asked now and then whether the search is to answer with what it has.
pub type Stop<'a> = &'a (dyn Fn() -> bool + Sync);

/// How far the search looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Moves ahead at most.
    pub depth: u8,
    /// Positions looked at, at most; the first move ahead is always finished. Where men are hidden, trials.
    pub nodes: u64,
    /// Whether lines are followed until nothing is left to be taken.
    pub quiesces: bool,
    /// Parts moves that are worth the same; 0 leaves them in the order of the rules.
    pub seed: u64,
    /// Threads that search; with more than one the answer may differ from run to run.
    pub threads: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { depth: 64, nodes: u64::MAX, quiesces: true, seed: 0, threads: 1 }
    }
}

impl Limits {
    /// No further than so many moves ahead.
    pub fn depth(depth: u8) -> Limits {
        Limits { depth, ..Limits::default() }
    }

    /// No more than so many positions.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes, ..Limits::default() }
    }
}

/// What the budget of a search counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Positions of an open game.
    Positions,
    /// Trials in worlds drawn at random, where men are hidden.
    Trials,
}

impl Unit {
    /// The word for one of them.
    pub const fn name(self) -> &'static str {
        match self {
            Unit::Positions => "position",
            Unit::Trials => "trial",
        }
    }
}

/// How well the machine plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Level {
    /// Two moves ahead, and not a capture further.
    Beginner,
    /// Four moves ahead, and then until nothing is left to be taken.
    Club,
    /// As far as the budget goes.
    #[default]
    Full,
}

impl Level {
    pub const ALL: [Level; 3] = [Level::Beginner, Level::Club, Level::Full];

    /// The limits of a level. A trial takes about as long as fifty positions, so a level has a fiftieth of the budget in
    /// trials.
    pub fn limits(self, unit: Unit) -> Limits {
        let budget = |positions, trials| match unit {
            Unit::Positions => positions,
            Unit::Trials => trials,
        };
        match self {
            Level::Beginner => Limits { quiesces: false, ..Limits::depth(2) },
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
