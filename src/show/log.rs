//! The readable log: deeds under turn and segment, struck-out ones marked.
use super::{
    event::events as events_text,
    status::{clock, segment_title},
};
use crate::naval::{NavalEvent, State, state::Segment};

/// One entry of the log: its number and command, and what came of it, in prose.
///
/// `before` is the state in which the command was given.
pub fn deed(number: usize, before: &State, command: &str, events: &[NavalEvent]) -> String {
    entry(number, before, command, events, false)
}

fn entry(number: usize, before: &State, command: &str, events: &[NavalEvent], undone: bool) -> String {
    entry_of(number, command, &events_text(before, events), undone)
}

/// One entry of the log from lines that are made already.
pub fn entry_of(number: usize, command: &str, lines: &str, undone: bool) -> String {
    let mark = if undone { " (undone)" } else { "" };
    let strike = if undone { "~ " } else { "" };
    let mut text = format!("{number:>4}  {command}{mark}");
    for line in lines.lines() {
        text.push_str(&format!("\n      {strike}{line}"));
    }
    text
}

/// A log under way: headings come by themselves when turn or segment change.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Log {
    text: String,
    heading: Option<(u16, Segment)>,
}

impl Log {
    pub fn new() -> Log {
        Log::default()
    }

    /// A deed in force.
    pub fn did(&mut self, number: usize, before: &State, command: &str, events: &[NavalEvent]) {
        self.heading(before);
        self.push(&entry(number, before, command, events, false));
    }

    /// A deed that was taken back, marked `(undone)`.
    pub fn undone(&mut self, number: usize, before: &State, command: &str, events: &[NavalEvent]) {
        self.heading(before);
        self.push(&entry(number, before, command, events, true));
    }

    /// A deed as far as it is told: the lines that came of it are made already.
    pub fn told(&mut self, number: usize, before: &State, command: &str, lines: &str, undone: bool) {
        self.heading(before);
        self.push(&entry_of(number, command, lines, undone));
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
        let heading = format!("{gap}Turn {}, {}: {}", before.turn, clock(before), segment_title(before.segment));
        self.push(&heading);
        self.heading = Some(now);
    }

    fn push(&mut self, lines: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(lines);
    }
}
