//! The common core of all games: a rulebook turns commands into events that cite paragraphs. Begin with `game.rs`.
//!
//! No code here or in a game reads input, prints or reads the clock.
mod dice;
pub mod fairness;
mod game;
mod hint;
pub mod journal;
mod line_error;
mod lookahead;
pub mod odds;
mod reasons;
mod rule;
mod switches;
mod text;
pub mod verbs;

pub use dice::{Dice, DiceRequest, Die, Roll, RollResult, Script, Seeded, Source};
pub use game::*;
pub use hint::{Hint, Part};
pub use line_error::{INDENT, LineError, clipped};
pub use lookahead::{GameResult, Lookahead, PairHash, Rng};
pub use reasons::{Millionths, ScoredOption, ScoredOptions, Term};
pub use rule::{NotAParagraph, Rule};
pub use switches::Switch;
pub use text::{has_visible_text, is_dash, is_file_name, is_hidden_char, is_line, parse_str_value};

/// Returns the distinct items, in the order of their first occurrence.
pub fn distinct<T: PartialEq>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut found = Vec::new();
    for item in items {
        if !found.contains(&item) {
            found.push(item);
        }
    }
    found
}
