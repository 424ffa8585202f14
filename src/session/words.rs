//! The words that every game's session answers alike, as far as it knows them: the one place where they are spelt.
use Word::{Amend, Dice, Log, Quit, Redo, Undo, Why};

/// A word to the session itself, whatever is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    Undo,
    Redo,
    Amend,
    Why,
    Log,
    Dice,
    Quit,
}

impl Word {
    pub const ALL: [Word; 7] = [Undo, Redo, Amend, Why, Log, Dice, Quit];

    /// How it may be typed; the first is its name.
    pub fn spelt(self) -> &'static [&'static str] {
        match self {
            Undo => &["undo"],
            Redo => &["redo"],
            Amend => &["amend"],
            Why => &["why"],
            Log => &["log"],
            Dice => &["dice"],
            Quit => &["quit", "exit", "bye"],
        }
    }

    /// The word that is typed so in full.
    pub fn named(typed: &str) -> Option<Word> {
        Word::ALL.into_iter().find(|word| word.spelt().contains(&typed))
    }
}
