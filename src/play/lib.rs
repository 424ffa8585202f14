//! The common core of all games: a rulebook turns commands into events that cite paragraphs. Begin with `game.rs`.
//!
//! No code here or in a game reads input, prints or reads the clock.
mod dice;
mod fault;
mod game;
mod hint;
pub mod journal;
mod lookahead;
pub mod odds;
mod reasons;
mod rule;
mod switches;
mod text;
pub mod verbs;

pub use dice::{Ask, Dice, Die, Roll, Script, Seeded, Source, Throw};
pub use fault::{Fault, INDENT, clipped};
pub use game::*;
pub use hint::{Hint, Part};
pub use lookahead::{Lookahead, PairHash, Rng, Verdict};
pub use reasons::{Millionths, Reasons, Term, Weighed};
pub use rule::{NotAParagraph, Rule};
pub use switches::Switch;
pub use text::{is_dash, is_file_name, is_line, is_unseen, parsed, says_something};

/// Returns the distinct items, in the order of their first occurrence.
pub fn each_once<T: PartialEq>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut found = Vec::new();
    for one in all {
        if !found.contains(&one) {
            found.push(one);
        }
    }
    found
}
