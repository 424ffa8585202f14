//! Choosing a move by looking ahead: alpha-beta with iterative deepening over any [`Lookahead`](play::Lookahead).
//!
//! Knows no game and no clock: who wants an answer by a certain time hands in a closure that says when to stop.
//! With one thread the same position, limits and seed give the same answer on any machine.
mod alphabeta;
mod sets;
mod table;
mod threads;

pub use sets::{POSITIONS_A_TRIAL, Worlds, among, averaged};
pub use threads::{best, lines};

/// A win; a loss is the same below zero. Sooner is nearer to it.
pub const WON: i32 = 1_000_000;
/// Scores beyond it are wins or losses seen to their end.
pub const SEEN_TO_THE_END: i32 = WON - 1000;
const LOSS_SEEN: i32 = -SEEN_TO_THE_END;

/// How far the search looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Moves ahead at most.
    pub depth: u8,
    /// Positions looked at, at most; the first move ahead is always finished.
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
    /// Positions that `full` looks at for a move.
    pub const FULL_NODES: u64 = 400_000;

    pub fn limits(self) -> Limits {
        match self {
            Level::Beginner => Limits { quiesces: false, ..Limits::depth(2) },
            Level::Club => Limits { depth: 4, ..Limits::nodes(60_000) },
            Level::Full => Limits::nodes(Level::FULL_NODES),
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Level::Beginner => "beginner",
            Level::Club => "club",
            Level::Full => "full",
        }
    }

    pub fn named(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }
}

/// What a search has found.
#[derive(Clone, PartialEq, Debug)]
pub struct Found<M> {
    /// What both sides would best do, as far as was looked; the first is the advice.
    pub line: Vec<M>,
    /// What it is worth to the side to move.
    pub score: i32,
    /// Moves ahead that were finished.
    pub depth: u8,
    pub nodes: u64,
}

/// Hears the lines of every depth that is finished.
pub type Hearer<'a, M> = &'a mut dyn FnMut(&[Found<M>]);

/// In how many moves of either side a score ends the game; negative for a loss.
pub fn ends_in(score: i32) -> Option<i32> {
    match score {
        SEEN_TO_THE_END.. => Some(WON - score),
        ..=LOSS_SEEN => Some(-WON - score),
        _ => None,
    }
}
