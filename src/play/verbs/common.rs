//! The words that every game's session answers alike, as far as it knows them: the one place where they are spelt.
use Common::{Amend, Dice, Log, Quit, Redo, Undo, Why};

use super::table::Words;

/// A word to the session itself, whatever is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Common {
    Undo,
    Redo,
    Amend,
    Why,
    Log,
    Dice,
    Quit,
}

impl Common {
    pub const ALL: [Common; 7] = [Undo, Redo, Amend, Why, Log, Dice, Quit];

    /// Its name, and how it may be typed besides. A game in which a verb is called so has it for its verb.
    pub const fn spelt(self) -> (&'static str, Words) {
        match self {
            Undo => ("undo", &[]),
            Redo => ("redo", &[]),
            Amend => ("amend", &[]),
            Why => ("why", &[]),
            Log => ("log", &[]),
            Dice => ("dice", &[]),
            Quit => ("quit", &["exit", "bye"]),
        }
    }

    /// The word that is typed so in full.
    pub fn named(typed: &str) -> Option<Common> {
        Common::ALL.into_iter().find(|word| {
            let (name, others) = word.spelt();
            name == typed || others.contains(&typed)
        })
    }
}
