//! What the person at the keyboard sees of a game under way, and what happens without a line.
use crate::{Came, Told};

/// What the person at the keyboard sees and is asked before a line is typed.
#[derive(Default)]
pub struct Face {
    /// What is said once to whoever sits down.
    pub welcome: &'static str,
    /// How the game stands, in a few words.
    pub standing: String,
    /// What is shown to a person who sits down.
    pub opening: Vec<Told>,
    /// What is shown after a line.
    pub after: After,
    /// What stands before the line that is typed.
    pub prompt: String,
    /// Who reads, and how often the keyboard has been passed so far; `None` where nobody waits for it.
    pub reader: Option<(String, usize)>,
    /// The next person at the keyboard may not read what is typed.
    pub is_secret: bool,
    /// The question that the next person answers before anything is shown; `None` if everybody may see it.
    pub curtain: Option<String>,
    /// Whether the first person at the keyboard is asked it too.
    pub is_awaited: bool,
    /// What an empty line stands for.
    pub enter: Option<&'static str>,
    /// Ctrl-C stops what the program does by itself, and nothing is said of it.
    pub is_stoppable: bool,
}

/// What is shown after a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum After {
    #[default]
    Nothing,
    /// How the game stands, after a ruling.
    Standing,
    /// The same as to a person who sits down, if the line has moved.
    Opening,
}

impl Face {
    /// What is shown after a line of which this came.
    pub fn after(self, came: Came) -> Vec<Told> {
        match (self.after, came) {
            (After::Standing, Came::Ruled) => vec![Told::text(self.standing)],
            (After::Opening, Came::Ruled | Came::Moved) => self.opening,
            (After::Nothing | After::Standing | After::Opening, _) => Vec::new(),
        }
    }

    /// Whether somebody else reads than with that face.
    pub fn is_passed_on(&self, before: &Face) -> bool {
        self.reader.is_some() && self.reader != before.reader
    }
}

/// When a session is asked whether something happens by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Before the first line.
    Beginning,
    /// Somebody has moved.
    Moved,
    /// Something has just happened by itself.
    Followed,
    /// Whoever sits there goes, and the journal is about to be closed.
    Leaving,
}

/// Something that happens without a line, and is told as if it had been typed.
pub struct Followed {
    /// A sentence before it.
    pub says: Option<String>,
    /// The line that it would have been, and what it came to.
    pub told: Option<(String, Told)>,
}
