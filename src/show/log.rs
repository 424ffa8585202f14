//! The readable log: commands below their turn and segment, with undone and cancelled ones marked.
use super::{
    lines::{IN_A_LOG, page},
    status::clock,
};
use naval::{Segment, State};

/// What later entries did to an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    InForce,
    /// Undone.
    Undone,
    /// The amendment with this number gave it another command.
    Amended(usize),
    /// The amendment with this number changed its outcome.
    Ruled(usize),
    /// The amendment with this number made it illegal.
    Struck(usize),
}

impl Fate {
    fn mark(self) -> String {
        match self {
            Fate::InForce => String::new(),
            Fate::Undone => " (undone)".to_owned(),
            Fate::Amended(by) => format!(" (amended by entry {by})"),
            Fate::Ruled(by) => format!(" (ruled again by entry {by})"),
            Fate::Struck(by) => format!(" (no longer lawful by entry {by})"),
        }
    }

    /// Its part of the JSON: a key and the number of the amendment.
    pub fn json(self) -> Option<(&'static str, usize)> {
        match self {
            Fate::InForce | Fate::Undone => None,
            Fate::Amended(by) => Some(("amended_by", by)),
            Fate::Ruled(by) => Some(("ruled_again_by", by)),
            Fate::Struck(by) => Some(("struck_by", by)),
        }
    }
}

/// Indent of an entry's results.
const INDENT: usize = IN_A_LOG;

/// Returns one entry of the log: number, command and results, one line for each sentence. Lines no longer in effect
/// begin with `~`.
pub fn entry_of(number: usize, command: &str, lines: &str, fate: Fate) -> String {
    let strike = if fate == Fate::InForce { "" } else { "~ " };
    let lines = page(lines, INDENT + strike.len());
    let lines: String = lines.iter().map(|line| format!("\n{:INDENT$}{strike}{line}", "")).collect();
    format!("{number:>4}  {command}{}{lines}", fate.mark())
}

/// A log being written. It adds headings when turn or segment change.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Log {
    text: String,
    heading: Option<(u16, Segment)>,
}

impl Log {
    /// Adds a command with its fate and those lines of its results that the reader may see.
    pub fn told(&mut self, number: usize, before: &State, command: &str, lines: &str, fate: Fate) {
        self.heading(before);
        self.push(&entry_of(number, command, lines, fate));
    }

    /// Adds an entry that is not a command: undo, redo, an amended input, the end of a session.
    pub fn remark(&mut self, number: usize, words: &str) {
        self.push(&format!("{number:>4}  ({words})"));
    }

    /// Returns the complete log.
    pub fn finish(self) -> String {
        self.text
    }

    fn heading(&mut self, before: &State) {
        let now = (before.turn, before.segment);
        if self.heading == Some(now) {
            return;
        }
        let gap = if self.text.is_empty() { "" } else { "\n" };
        self.push(&format!("{gap}Turn {}, {}: {}", before.turn, clock(before), before.segment));
        self.heading = Some(now);
    }

    fn push(&mut self, lines: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(lines);
    }
}
