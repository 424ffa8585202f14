//! The readable log: deeds under turn and segment, struck-out ones marked.
use super::{
    lines::{IN_A_LOG, page},
    status::clock,
};
use naval::{Segment, State};

/// What has become of an entry since.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    InForce,
    /// Taken back.
    Undone,
    /// The amendment of that number gave it another command.
    Amended(usize),
    /// It came out otherwise by the amendment of that number.
    Ruled(usize),
    /// By the amendment of that number it is no longer lawful.
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

    /// What of it stands in JSON: a key and the number of the amendment.
    pub fn json(self) -> Option<(&'static str, usize)> {
        match self {
            Fate::InForce | Fate::Undone => None,
            Fate::Amended(by) => Some(("amended_by", by)),
            Fate::Ruled(by) => Some(("ruled_again_by", by)),
            Fate::Struck(by) => Some(("struck_by", by)),
        }
    }
}

/// How far in stands what came of an entry.
const INDENT: usize = IN_A_LOG;

/// One entry of the log: its number and command, and what came of it, a line to each sentence; lines that no longer hold
/// begin with `~`.
pub fn entry_of(number: usize, command: &str, lines: &str, fate: Fate) -> String {
    let strike = if fate == Fate::InForce { "" } else { "~ " };
    let lines = page(lines, INDENT + strike.len());
    let lines: String = lines.iter().map(|line| format!("\n{:INDENT$}{strike}{line}", "")).collect();
    format!("{number:>4}  {command}{}{lines}", fate.mark())
}

/// A log under way: headings come by themselves when turn or segment change.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Log {
    text: String,
    heading: Option<(u16, Segment)>,
}

impl Log {
    /// A deed, with the lines that came of it as far as they are told, and what has become of it since.
    pub fn told(&mut self, number: usize, before: &State, command: &str, lines: &str, fate: Fate) {
        self.heading(before);
        self.push(&entry_of(number, command, lines, fate));
    }

    /// An entry that is no deed: undo, redo, an amended input, the end of a session.
    pub fn remark(&mut self, number: usize, words: &str) {
        self.push(&format!("{number:>4}  ({words})"));
    }

    /// The whole log.
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
