//! The readable log: entries below their turn and segment. A mark states what later entries did to an entry.
use super::{
    lines::{LOG_INDENT, page},
    status::clock,
};
use naval::{Segment, State};

/// What later entries did to an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntryFate {
    Effective,
    Undone,
    /// The amendment with this number gave it another command.
    Amended(usize),
    /// The amendment with this number changed its outcome.
    Ruled(usize),
    /// The amendment with this number made it illegal.
    NoLongerLegal(usize),
}

impl EntryFate {
    fn mark(self) -> String {
        match self {
            EntryFate::Effective => String::new(),
            EntryFate::Undone => " (undone)".to_owned(),
            EntryFate::Amended(by) => format!(" (amended by entry {by})"),
            EntryFate::Ruled(by) => format!(" (ruled again by entry {by})"),
            EntryFate::NoLongerLegal(by) => format!(" (no longer legal after entry {by})"),
        }
    }

    /// Returns the JSON key and the number of the amendment. `None` without an amendment.
    pub fn json(self) -> Option<(&'static str, usize)> {
        match self {
            EntryFate::Effective | EntryFate::Undone => None,
            EntryFate::Amended(by) => Some(("amended_by", by)),
            EntryFate::Ruled(by) => Some(("ruled_again_by", by)),
            EntryFate::NoLongerLegal(by) => Some(("struck_by", by)),
        }
    }
}

/// Indent of an entry's results.
const INDENT: usize = LOG_INDENT;

/// Returns an entry: number and command, then its results. If it is no longer in effect, result lines begin with `~`.
pub fn entry_text(number: usize, command: &str, lines: &str, fate: EntryFate) -> String {
    let strike = if fate == EntryFate::Effective { "" } else { "~ " };
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
    pub fn push_command(&mut self, number: usize, before: &State, command: &str, lines: &str, fate: EntryFate) {
        self.push_heading(before);
        self.push(&entry_text(number, command, lines, fate));
    }

    /// Adds an entry that is not a command: undo, redo, an amended input, the end of a session.
    pub fn push_remark(&mut self, number: usize, words: &str) {
        self.push(&format!("{number:>4}  ({words})"));
    }

    pub fn finish(self) -> String {
        self.text
    }

    fn push_heading(&mut self, before: &State) {
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
