//! Which declarations out of turn are reported. [3.3.5]
//!
//! The rules record every one. The log omits those with which a division continues. In brief mode the keyboard reports
//! one a segment for each side, and none for a line's later shots or while an admiral waits for measurements.
use std::borrow::Cow;

use crate::{RuledCommand, RulingDetail, Session};
use naval::{Fact, Id, Naval, NavalEvent, SideId, State, rules::gunnery};

/// Returns the events for the log: a division that names its targets one after the other, as in one line, is not blamed
/// for each. [3.3.5]
pub(super) fn without_repeated_out_of_turn<'e>(before: &State, events: &'e [NavalEvent]) -> Cow<'e, [NavalEvent]> {
    let division = |ship: &Id| before.ship(ship).map(|ship| &ship.division);
    let continues = events.iter().any(|event| match (&event.fact, before.this_move.declarations.last()) {
        (Fact::FireDeclared(shot), Some(last)) => division(&shot.firer) == division(&last.firer),
        _ => false,
    });
    without_blame(events, || continues)
}

fn blamed_side(event: &NavalEvent) -> Option<&SideId> {
    if let Fact::DeclaredOutOfTurn { side, .. } = &event.fact { Some(side) } else { None }
}

fn without_blame(events: &[NavalEvent], is_needless: impl FnOnce() -> bool) -> Cow<'_, [NavalEvent]> {
    if !events.iter().any(|event| blamed_side(event).is_some()) || !is_needless() {
        return Cow::Borrowed(events);
    }
    events.iter().filter(|event| blamed_side(event).is_none()).cloned().collect()
}

impl Session<'_, Naval> {
    /// Returns the events to report at the keyboard, without needless blame. `continues`: whether this declaration
    /// is not the first of its line.
    pub(super) fn events_to_report<'e>(
        &self,
        ruling: &'e RuledCommand<Naval>,
        continues: bool,
    ) -> Cow<'e, [NavalEvent]> {
        let RuledCommand { before, events, .. } = ruling;
        // A line of several shots can only declare in sequence. No side is blamed while an admiral waits for the tape.
        // [2.7]
        let admiral_is_due = || gunnery::side_to_declare(before).is_some_and(|due| self.seat.is_an_admirals(&due));
        without_blame(events, || {
            self.detail == RulingDetail::Brief
                && (continues || self.was_blamed_before(ruling) || (before.ranges_are_measured() && admiral_is_due()))
        })
    }

    /// Whether the side was already blamed in this Gunfire Segment.
    fn was_blamed_before(&self, ruling: &RuledCommand<Naval>) -> bool {
        let Some(side) = ruling.events.iter().find_map(blamed_side) else { return false };
        let commands = self.journal().commands();
        let earlier = commands.iter().rev().skip_while(|applied| ruling.entry <= applied.entry);
        let mut earlier = earlier
            .flat_map(|applied| applied.events.iter().rev())
            .take_while(|event| !matches!(event.fact, Fact::SegmentBegan { .. }));
        earlier.any(|event| blamed_side(event) == Some(side))
    }
}
