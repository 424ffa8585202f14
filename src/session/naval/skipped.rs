//! Open matters that `next` would skip, listed once. [3.2]
use serde_json::{Value, json};

use crate::{Answer, DiceMode, DiceSource, Order, PlayableGame as _, Refusal, Session};
use naval::model::{Half, TableReason};
use naval::{Command, Fact, Naval, NavalEvent, NavalHalt, Reason, Segment, State, rules::turn, view::View};
use play::{self, NotDecided};

/// A segment that was left with open matters, or a Plotting Segment that began and closed in one line.
pub(super) struct SkippedSegment {
    pub turn: u16,
    pub segment: Segment,
    pub open_matters: Vec<String>,
}

/// Open matters that a `next` has listed. The same line, typed again, skips them.
#[derive(Clone, Default)]
pub(super) struct AnnouncedSkips {
    to: Option<Segment>,
    matters: Vec<(u16, Segment, String)>,
}

impl AnnouncedSkips {
    /// Adds the open matters before a `next to`. Returns whether there are any that the same line has not listed.
    pub(super) fn announce(&mut self, to: Option<Segment>, open: &[SkippedSegment]) -> bool {
        let matters_of = |segment: &SkippedSegment| {
            segment.open_matters.iter().map(|text| (segment.turn, segment.segment, text.clone())).collect::<Vec<_>>()
        };
        let open: Vec<(u16, Segment, String)> = open.iter().flat_map(matters_of).collect();
        if open.is_empty() || (self.to == to && open.iter().all(|matter| self.matters.contains(matter))) {
            return false;
        }
        // The same `next to` keeps what it listed in earlier segments.
        if self.to != to {
            self.matters.clear();
        }
        self.to = to;
        self.matters.extend(open);
        true
    }
}

/// Returns the open matters of the segments that close, the first of them in `state`. A Plotting Segment skipped
/// completely is listed as such.
pub(super) fn skipped_segments(state: &State, events: &[NavalEvent]) -> Vec<SkippedSegment> {
    let mut now = state.clone();
    let open_matters = |now: &State| show::status::forgotten_actions(&View::referee(now));
    let (mut matters, mut skipped) = (open_matters(&now), Vec::new());
    for event in events {
        let (turn, segment) = (now.turn, now.segment);
        play::apply_all::<Naval>(&mut now, std::slice::from_ref(event));
        if !matches!(event.fact, Fact::SegmentBegan { .. }) {
            continue;
        }
        if !matters.is_empty() {
            skipped.push(SkippedSegment { turn, segment, open_matters: matters });
        }
        matters = open_matters(&now);
        if now.segment == Segment::Plotting && now.half != Some(Half::Second) {
            let (turn, rule) = (now.turn, turn::segment_rule(Segment::Plotting));
            matters.push(format!("all of the Plotting Segment of turn {turn}. [{rule}]"));
        }
    }
    skipped
}

impl SkippedSegment {
    /// Prints `Skipped: Asahi may try one repair (F1): repair asahi F1. [8.6]`, except what was listed before.
    pub(super) fn skipped_lines(&self, skips: &AnnouncedSkips) -> Vec<String> {
        let was_listed = |text: &str| {
            skips
                .matters
                .iter()
                .any(|(turn, segment, open)| (*turn, *segment, &**open) == (self.turn, self.segment, text))
        };
        self.open_matters.iter().filter(|text| !was_listed(text)).map(|text| format!("Skipped: {text}")).collect()
    }

    pub(super) fn json(&self) -> Value {
        json!({ "turn": self.turn, "segment": self.segment, "says": self.open_matters })
    }
}

impl Session<'_, Naval> {
    /// Lists open matters that `next` would skip, once, and closes nothing. `next` again skips them. Refused before any
    /// question for dice if a segment on the way will have duties left.
    pub(super) fn announce_skips(&mut self, order: &Order<Command>, text: &str) -> Option<Result<Answer, Refusal>> {
        if !self.frontend.can_ask() || !self.seat.viewer.is_referee() {
            return None;
        }
        let command = &order.command;
        let Command::Next { to, waive: None } = *command else { return None };
        let supposed = order.dice.as_deref().unwrap_or_default();
        let events = match play::decide::<Naval>(self.state(), command, &mut DiceSource::with_supposed(supposed)) {
            Ok(events) => events,
            Err(halt) => {
                let rolls = self.dice_mode == DiceMode::Roll && supposed.is_empty();
                let refused = segment_with_duties(&halt).filter(|_| !rolls).is_some();
                return refused.then(|| Err(Naval::refusal_of(None, self.state(), command, halt)));
            }
        };
        let open: Vec<SkippedSegment> = skipped_segments(self.state(), &events);
        let now = self.state().segment;
        self.seat.announced.announce(to, &open).then(|| Ok(Answer::text(open_matters_text(&open, now, text))))
    }
}

/// Returns the segment on the way of a `next` that has duties left.
pub(super) fn segment_with_duties(halt: &NavalHalt) -> Option<Segment> {
    let NotDecided::Refused { reason: Reason::Table(TableReason::LaterDutiesDue { segment, .. }), .. } = halt else {
        return None;
    };
    Some(*segment)
}

/// Shortens a `next`, refused for duties of a segment on the way, to that segment, if it uses all the dice. [3.2]
pub(super) fn shorten_next(
    state: &State,
    command: &Command,
    faces: &[u8],
    halt: &NavalHalt,
) -> Option<(Command, Vec<NavalEvent>)> {
    let Command::Next { to: Some(_), waive: None } = command else { return None };
    let shortened = Command::Next { to: segment_with_duties(halt), waive: None };
    let mut source = DiceSource::from_typed(faces);
    let events = play::decide::<Naval>(state, &shortened, &mut source).ok()?;
    (shortened != *command && source.unused().is_empty()).then_some((shortened, events))
}

/// Lists the open matters of segments, how to go to the first, and that the line typed again skips them.
pub(super) fn open_matters_text(open: &[SkippedSegment], now: Segment, text: &str) -> String {
    let in_segment = |segment: &SkippedSegment| {
        // A Plotting Segment may still lie ahead, so it is not called open.
        let lead = if segment.segment == Segment::Plotting {
            format!("`{}` would skip", text.trim())
        } else {
            "Still open".to_owned()
        };
        format!("{lead} in the {}:\n  {}", segment.segment, segment.open_matters.join("\n  "))
    };
    let mut lines: Vec<String> = open.iter().map(in_segment).collect();
    let first = open.first().map(|segment| segment.segment).filter(|segment| *segment != now);
    let go_there = first.map(|segment| format!("`next to {}` goes there. ", segment.word())).unwrap_or_default();
    lines.push(format!("{go_there}`{}` again skips it.", text.trim()));
    lines.join("\n")
}
