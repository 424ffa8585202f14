//! Open matters that `next` would skip, listed once. [3.2]
use serde_json::{Value, json};

use crate::{AtTable as _, DiceAtHand, Mode, Order, Refusal, Session, Told};
use naval::model::{Half, TableReason};
use naval::{Command, Fact, Naval, NavalEvent, NavalHalt, Reason, Segment, State, rules::turn, view::View};
use play::{self, Halt};

/// A segment that was left with open matters, or that began and closed in one line.
pub(super) struct Passed {
    pub turn: u16,
    pub segment: Segment,
    pub says: Vec<String>,
}

/// Open matters that a `next` has listed, which the same line typed again skips.
#[derive(Clone, Default)]
pub(super) struct Named {
    to: Option<Segment>,
    open: Vec<(u16, Segment, String)>,
}

impl Named {
    /// Adds the open matters before a `next to`. Returns whether there are any that the same line has not listed.
    pub(super) fn news(&mut self, to: Option<Segment>, open: &[Passed]) -> bool {
        let of = |one: &Passed| one.says.iter().map(|says| (one.turn, one.segment, says.clone())).collect::<Vec<_>>();
        let open: Vec<(u16, Segment, String)> = open.iter().flat_map(of).collect();
        if open.is_empty() || (self.to == to && open.iter().all(|one| self.open.contains(one))) {
            return false;
        }
        // Matters that the line has listed earlier on its way are kept.
        if self.to != to {
            self.open.clear();
        }
        self.to = to;
        self.open.extend(open);
        true
    }
}

/// Returns the open matters of the segments that close, the first of them in `state`. A Plotting Segment skipped
/// completely is listed as such.
pub(super) fn passed(state: &State, events: &[NavalEvent]) -> Vec<Passed> {
    let mut at = state.clone();
    let open = |at: &State| show::status::left_open(&View::referee(at));
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
    /// Prints `Passed: Asahi may try one repair (F1): repair asahi F1. [8.6]`, except what was listed before.
    pub(super) fn told(&self, named: &Named) -> Vec<String> {
        let is_named = |says: &str| {
            named.open.iter().any(|(turn, segment, open)| (*turn, *segment, &**open) == (self.turn, self.segment, says))
        };
        self.says.iter().filter(|says| !is_named(says)).map(|says| format!("Passed: {says}")).collect()
    }

    pub(super) fn json(&self) -> Value {
        json!({ "turn": self.turn, "segment": self.segment, "says": self.says })
    }
}

impl Session<'_, Naval> {
    /// Lists open matters that `next` would skip, once, and closes nothing. `next` again skips them. Refused before any
    /// question for dice if a segment on the way will have duties left.
    pub(super) fn names_what_is_open(&mut self, order: &Order<Command>, text: &str) -> Option<Result<Told, Refusal>> {
        if !self.door.asks() || !self.seat.reader.is_referee() {
            return None;
        }
        let command = &order.command;
        let Command::Next { to, waive: None } = *command else { return None };
        let supposed = order.dice.as_deref().unwrap_or_default();
        let events = match play::decide::<Naval>(self.state(), command, &mut DiceAtHand::supposed(supposed)) {
            Ok(events) => events,
            Err(halt) => {
                let throws = self.mode == Mode::Roll && supposed.is_empty();
                let refused = owed_later(&halt).filter(|_| !throws).is_some();
                return refused.then(|| Err(Naval::refused(None, self.state(), command, halt)));
            }
        };
        let open: Vec<Passed> = passed(self.state(), &events);
        let now = self.state().segment;
        self.seat.named.news(to, &open).then(|| Ok(Told::text(still_open(&open, now, text))))
    }
}

/// Returns the segment on the way of a `next` that has duties left.
fn owed_later(halt: &NavalHalt) -> Option<Segment> {
    let Halt::Refused { reason: Reason::Table(TableReason::OwedLater { segment, .. }), .. } = halt else { return None };
    Some(*segment)
}

/// Shortens a `next`, refused for duties of a segment on the way, to that segment, if it uses all the dice. [3.2]
pub(super) fn as_far_as(
    state: &State,
    command: &Command,
    faces: &[u8],
    halt: &NavalHalt,
) -> Option<(Command, Vec<NavalEvent>)> {
    let Command::Next { to: Some(_), waive: None } = command else { return None };
    let as_far = Command::Next { to: owed_later(halt), waive: None };
    let mut hand = DiceAtHand::typed(faces);
    let events = play::decide::<Naval>(state, &as_far, &mut hand).ok()?;
    (as_far != *command && hand.left().is_empty()).then_some((as_far, events))
}

/// Lists the open matters of segments, how to go to the first, and that the line typed again skips them.
pub(super) fn still_open(open: &[Passed], now: Segment, text: &str) -> String {
    let in_segment = |one: &Passed| format!("Still open in the {}:\n  {}", one.segment, one.says.join("\n  "));
    let mut lines: Vec<String> = open.iter().map(in_segment).collect();
    let first = open.first().map(|one| one.segment).filter(|segment| *segment != now);
    let there = first.map(|segment| format!("next to {} goes there; ", segment.word())).unwrap_or_default();
    lines.push(format!("{there}{} again passes it.", text.trim()));
    lines.join("\n")
}
