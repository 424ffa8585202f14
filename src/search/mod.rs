//! Choosing a command by looking ahead: alpha-beta with iterative deepening over any [`Board`] without dice.
//!
//! Knows no game: it plays by the same `decide` that referees, and ends of games are what `worth` makes of them.
//! The same state, level and budget give the same answer, on any machine.
use crate::play::{self, Board, Script};

/// How far the search looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Moves ahead at most.
    pub depth: u8,
    /// Positions looked at, at most; the first move ahead is always finished.
    pub nodes: u64,
}

/// How well the machine plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Level {
    /// Two moves ahead.
    Beginner,
    /// Three moves ahead.
    Club,
    /// As far as the budget goes.
    #[default]
    Full,
}

impl Level {
    pub const ALL: [Level; 3] = [Level::Beginner, Level::Club, Level::Full];

    pub const fn limits(self) -> Limits {
        match self {
            Level::Beginner => Limits { depth: 2, nodes: u64::MAX },
            Level::Club => Limits { depth: 3, nodes: 100_000 },
            Level::Full => Limits { depth: 64, nodes: 200_000 },
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
pub struct Found<C> {
    /// What both sides would best do, as far as was looked; the first is the advice.
    pub line: Vec<C>,
    /// What it is worth to the side to move.
    pub score: i32,
    /// Moves ahead that were finished.
    pub depth: u8,
    pub nodes: u64,
}

/// The best command for the side to move; `None` when there is none.
pub fn best<G: Board>(state: &G::State, limits: Limits) -> Option<Found<G::Command>> {
    let mut search = Search::<G> { nodes: 0, budget: u64::MAX, hint: Vec::new() };
    let mut found: Option<Found<G::Command>> = None;
    for depth in 1..=limits.depth.max(1) {
        let Some((score, line)) = search.look(state, depth, 0, -BOUND, BOUND) else { break };
        if line.is_empty() {
            break;
        }
        search.hint.clone_from(&line);
        // A line shorter than was looked for ends the game: nothing is to be found beyond it.
        let ends = line.len() < usize::from(depth);
        found = Some(Found { line, score, depth, nodes: search.nodes });
        search.budget = limits.nodes;
        if ends || search.nodes >= limits.nodes {
            break;
        }
    }
    found.map(|found| Found { nodes: search.nodes, ..found })
}

const BOUND: i32 = i32::MAX;

struct Search<G: Board> {
    nodes: u64,
    budget: u64,
    /// The line of the search before, looked at first.
    hint: Vec<G::Command>,
}

/// A command, what follows from it, and what that is worth to whoever gave it.
struct Child<G: Board> {
    command: G::Command,
    state: G::State,
    worth: i32,
}

impl<G: Board> Search<G> {
    /// Score and line for the side to move; `None` when the budget is spent.
    fn look(
        &mut self,
        state: &G::State,
        depth: u8,
        ply: usize,
        mut alpha: i32,
        beta: i32,
    ) -> Option<(i32, Vec<G::Command>)> {
        let children = self.children(state, ply);
        if children.is_empty() {
            return Some((sooner(G::worth(state), ply), Vec::new()));
        }
        let mut best = (-BOUND, Vec::new());
        for child in children {
            if self.nodes > self.budget {
                return None;
            }
            let (score, line) = if depth == 1 {
                (sooner(child.worth, ply + 1), Vec::new())
            } else {
                let (score, line) = self.look(&child.state, depth - 1, ply + 1, -beta, -alpha)?;
                (-score, line)
            };
            if score > best.0 {
                best = (score, std::iter::once(child.command).chain(line).collect());
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }

    /// What may follow, the likeliest first: the line of the search before, then what is worth most at once.
    fn children(&mut self, state: &G::State, ply: usize) -> Vec<Child<G>> {
        let mut children: Vec<Child<G>> =
            G::choices(state).into_iter().filter_map(|one| child::<G>(state, one)).collect();
        self.nodes += children.len() as u64;
        children.sort_by_key(|child| std::cmp::Reverse(child.worth));
        let first = self.hint.get(ply).and_then(|hint| children.iter().position(|child| child.command == *hint));
        if let Some(first) = first {
            children[..=first].rotate_right(1);
        }
        children
    }
}

fn child<G: Board>(state: &G::State, command: G::Command) -> Option<Child<G>> {
    let events = play::decide::<G>(state, &command, &mut Script::default()).ok()?;
    let mut next = state.clone();
    play::apply_all::<G>(&mut next, &events);
    let worth = -G::worth(&next);
    Some(Child { command, state: next, worth })
}

/// A win is worth more the sooner it comes, a loss less.
fn sooner(worth: i32, ply: usize) -> i32 {
    const DECIDED: i32 = 500_000;
    let ply = i32::try_from(ply).unwrap_or(0);
    match worth {
        DECIDED.. => worth - ply,
        ..=-500_000 => worth + ply,
        _ => worth,
    }
}
