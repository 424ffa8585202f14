//! What the person at the keyboard sees, and what happens without a line.
use crate::{Came, Told};

/// The view and the question for the person at the keyboard, before a line is typed.
#[derive(Default)]
pub struct Face {
    /// Greeting shown once when a person sits down.
    pub welcome: &'static str,
    /// State of the game in a few words.
    pub standing: String,
    /// What a person sees when sitting down.
    pub opening: Vec<Told>,
    /// Output after a line.
    pub after: After,
    /// Text before the typed line.
    pub prompt: String,
    /// The viewer, and how often the keyboard was handed over, or `None` if no one waits for the keyboard.
    pub reader: Option<(String, usize)>,
    /// Whether the next person at the keyboard may not read what is typed.
    pub is_secret: bool,
    /// Question that the next person answers before anything is shown, or `None` if everyone may see it.
    pub curtain: Option<String>,
    /// Whether the first person at the keyboard is asked it too.
    pub is_awaited: bool,
    /// What an empty line means.
    pub enter: Option<&'static str>,
    /// Whether Ctrl-C silently stops what the program does automatically.
    pub is_stoppable: bool,
}

/// Output after a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum After {
    #[default]
    Nothing,
    /// State of the game, after a ruling.
    Standing,
    /// The opening, as when sitting down, if the line changed the game.
    Opening,
}

impl Face {
    /// Returns what is shown after a line with this effect.
    pub fn after(self, came: Came) -> Vec<Told> {
        match (self.after, came) {
            (After::Standing, Came::Ruled) => vec![Told::text(self.standing)],
            (After::Opening, Came::Ruled | Came::Moved) => self.opening,
            (After::Nothing | After::Standing | After::Opening, _) => Vec::new(),
        }
    }

    /// Whether the viewer changed since that face.
    pub fn is_passed_on(&self, before: &Face) -> bool {
        self.reader.is_some() && self.reader != before.reader
    }
}

/// When a session is asked for automatic steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Before the first line.
    Beginning,
    /// The game has moved.
    Moved,
    /// An automatic step has just happened.
    Followed,
    /// The person leaves, and the journal is about to be closed.
    Leaving,
}

/// An automatic step, reported as if it had been typed.
pub struct Followed {
    /// A sentence before it.
    pub says: Option<String>,
    /// The equivalent line, and its answer.
    pub told: Option<(String, Told)>,
}
