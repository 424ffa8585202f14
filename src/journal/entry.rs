//! The entries of a journal and its first line.
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::play::{EventOf, Game, Rule};

/// The format of the text that this program writes, and the only one it reads.
pub const FORMAT: u32 = 1;

/// What the first line holds; with it a journal needs no other file to be read.
#[derive(Clone, PartialEq, Debug)]
pub struct Header<S> {
    pub format: u32,
    /// The game's name: `naval`.
    pub game: String,
    /// The edition of rules and data with which it was begun.
    pub edition: String,
    pub seed: u64,
    pub setup: S,
}

impl<S> Header<S> {
    /// A header in the present [`FORMAT`].
    pub fn new(game: &str, edition: &str, seed: u64, setup: S) -> Header<S> {
        Header { format: FORMAT, game: game.to_owned(), edition: edition.to_owned(), seed, setup }
    }
}

/// Something done to the game. Its number is its place, from 1.
#[derive(Serialize, Deserialize)]
#[serde(bound = "", rename_all = "snake_case", deny_unknown_fields)]
pub enum Entry<G: Game> {
    /// A command and what followed from it.
    Did { command: G::Command, events: Vec<EventOf<G>> },
    /// The latest deed or amendment in force was taken back.
    Undid,
    /// The one last taken back was brought back.
    Redid,
    /// The deed of number `entry` was given another command; it and every later deed in force was ruled again.
    Amended { entry: usize, command: G::Command, ruled: Vec<Ruled<EventOf<G>>> },
    /// Something was said of the game as it stands, which changes nothing.
    Remarked { words: String },
    /// Something happened at the table which changes neither the state nor any die.
    Noticed { what: Notice },
    /// The program came back after an orderly end.
    Opened,
    /// The program ended in an orderly way, so that a dropped last line is noticed.
    Closed,
}

/// What has happened at the table beside the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Notice {
    /// From here on the machine plays a side, asked in these words; without any a person does.
    Player { side: String, machine: Option<String> },
    /// From here on dice are thrown on the table and typed, or thrown by the program.
    Dice { typed: bool },
    /// Somebody looked at what is hidden, by the command in these words.
    Looked { at: String },
    /// A tag that the game's record carries.
    Tagged { name: String, value: String },
    /// The keyboard went to that side, or to the referee without one.
    Passed { to: Option<String> },
    /// The referee has a word, without which nobody becomes the referee: the SHA-256 of the salt, a space and the word.
    Word { salt: String, hash: String },
}

/// What an amendment made of one deed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ruled<E> {
    /// The number of the deed's entry.
    pub entry: usize,
    pub outcome: Outcome<E>,
}

/// What came of a command when it was ruled again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Outcome<E> {
    Stands(Vec<E>),
    /// It is no longer lawful and therefore out of force.
    Struck {
        rule: Rule,
        why: String,
    },
}

/// Why an entry cannot come next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OutOfPlace {
    #[error("there is nothing to undo")]
    NothingToUndo,
    #[error("there is nothing to redo")]
    NothingToRedo,
    #[error("entry {entry} is not a command in force")]
    NotInForce { entry: usize },
    #[error("the amendment of entry {entry} does not rule exactly the deeds in force from there on")]
    OtherDeeds { entry: usize },
    #[error("the journal has been closed and not opened again")]
    Closed,
    #[error("the journal is opened again without having been closed")]
    NotClosed,
}

// By hand, because derived code would ask the marker type `G` to be cloned and compared too.
impl<G: Game> Clone for Entry<G> {
    fn clone(&self) -> Entry<G> {
        match self {
            Entry::Did { command, events } => Entry::Did { command: command.clone(), events: events.clone() },
            Entry::Undid => Entry::Undid,
            Entry::Redid => Entry::Redid,
            Entry::Amended { entry, command, ruled } => {
                Entry::Amended { entry: *entry, command: command.clone(), ruled: ruled.clone() }
            }
            Entry::Remarked { words } => Entry::Remarked { words: words.clone() },
            Entry::Noticed { what } => Entry::Noticed { what: what.clone() },
            Entry::Opened => Entry::Opened,
            Entry::Closed => Entry::Closed,
        }
    }
}

impl<G: Game> PartialEq for Entry<G> {
    fn eq(&self, other: &Entry<G>) -> bool {
        match (self, other) {
            (Entry::Did { command: a, events: x }, Entry::Did { command: b, events: y }) => a == b && x == y,
            (Entry::Amended { entry: i, command: a, ruled: x }, Entry::Amended { entry: j, command: b, ruled: y }) => {
                i == j && a == b && x == y
            }
            (Entry::Remarked { words: a }, Entry::Remarked { words: b }) => a == b,
            (Entry::Noticed { what: a }, Entry::Noticed { what: b }) => a == b,
            (Entry::Undid, Entry::Undid)
            | (Entry::Redid, Entry::Redid)
            | (Entry::Opened, Entry::Opened)
            | (Entry::Closed, Entry::Closed) => true,
            (
                Entry::Did { .. }
                | Entry::Undid
                | Entry::Redid
                | Entry::Amended { .. }
                | Entry::Remarked { .. }
                | Entry::Noticed { .. }
                | Entry::Opened
                | Entry::Closed,
                _,
            ) => false,
        }
    }
}

impl<G: Game> fmt::Debug for Entry<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entry::Did { command, events } => {
                f.debug_struct("Did").field("command", command).field("events", events).finish()
            }
            Entry::Undid => f.write_str("Undid"),
            Entry::Redid => f.write_str("Redid"),
            Entry::Amended { entry, command, ruled } => {
                f.debug_struct("Amended").field("entry", entry).field("command", command).field("ruled", ruled).finish()
            }
            Entry::Remarked { words } => f.debug_struct("Remarked").field("words", words).finish(),
            Entry::Noticed { what } => f.debug_struct("Noticed").field("what", what).finish(),
            Entry::Opened => f.write_str("Opened"),
            Entry::Closed => f.write_str("Closed"),
        }
    }
}
