//! What `next` passes over, named once. [3.2]
use serde_json::{Value, json};

use super::When;
use crate::{Answer, DiceAtHand, Playable, Session};
use naval::{Command, Fact, Half, Naval, NavalEvent, Segment, State, turn, view::View};
use play;

/// A segment that was left with something open, or that began and closed in one line.
pub(super) struct Passed {
    turn: u16,
    segment: Segment,
    says: Vec<String>,
}

/// What is left open in the segments that close, the first of them in `state`; of a Plotting Segment passed as a whole,
/// that it was.
pub(super) fn passed(state: &State, events: &[NavalEvent]) -> Vec<Passed> {
    let mut at = state.clone();
    let open = |at: &State| show::left_open(&View::referee(at));
    let (mut says, mut left) = (open(&at), Vec::new());
    for event in events {
        let (turn, segment) = (at.turn, at.segment);
        play::apply_all::<Naval>(&mut at, std::slice::from_ref(event));
        if !matches!(event.fact, Fact::SegmentBegan { .. }) {
            continue;
        }
        if !says.is_empty() {
            left.push(Passed { turn, segment, says });
        }
        says = open(&at);
        if at.segment == Segment::Plotting && at.half != Some(Half::Second) {
            let (turn, rule) = (at.turn, turn::paragraph(Segment::Plotting));
            says.push(format!("The whole Plotting Segment of turn {turn}. [{rule}]"));
        }
    }
    left
}

impl Passed {
    /// `Passed: Asahi may try one repair (F1): repair asahi F1. [8.6]`; nothing where it was named before.
    pub(super) fn told(&self, is_named: bool) -> impl Iterator<Item = String> {
        let is_told = !is_named;
        self.says.iter().filter(move |_| is_told).map(|says| format!("Passed: {says}"))
    }

    pub(super) fn json(&self) -> Value {
        json!({ "turn": self.turn, "segment": self.segment, "says": self.says })
    }
}

impl Session<'_, Naval> {
    /// A person who would pass what is still open is told so once, and nothing is closed; said again, `next` passes it.
    pub(super) fn names_what_is_open(&mut self, text: &str) -> Option<Answer> {
        if !self.door.asks() || !self.seat.reader.is_referee() {
            return None;
        }
        let command = Naval::read(&self.known(), text).ok()?.command;
        let (state, now) = (self.state(), When::of(self.state()));
        if !matches!(command, Command::Next { waive: None, .. }) || self.seat.named_at == Some(now) {
            return None;
        }
        let events = play::decide::<Naval>(state, &command, &mut DiceAtHand::supposed(&[])).ok()?;
        let open: Vec<Passed> = passed(state, &events);
        if open.is_empty() {
            return None;
        }
        self.seat.named_at = Some(now);
        Some(Answer::text(still_open(open.iter().map(|one| (one.segment, &one.says[..])), text)))
    }
}

/// What is still open in segments, and that the line said again passes it.
pub(super) fn still_open<'s>(open: impl IntoIterator<Item = (Segment, &'s [String])>, text: &str) -> String {
    let in_segment =
        |(segment, says): (Segment, &[String])| format!("Still open in the {segment}:\n  {}", says.join("\n  "));
    let mut lines: Vec<String> = open.into_iter().map(in_segment).collect();
    lines.push(format!("{} again passes it.", text.trim()));
    lines.join("\n")
}
