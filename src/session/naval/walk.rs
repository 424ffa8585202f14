//! The battle step by step, as one viewer knows it: the moments of a page. Begin at [`for_each_step`].
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use naval::view::{View, Viewer};
use naval::{Fact, Naval, NavalEvent, State};
use play::Game;
use play::journal::Journal;
use show::book::BookStep;
use show::page::PageStep;

use super::{
    log::{LogScope, shown_numbers},
    out_of_turn,
};

/// Calls `visit` for the beginning, then for each active entry up to `until` that has a number in the viewer's log.
///
/// The view is that just after the entry. An entry that passes several segments has a step for each. Changes by other
/// entries show at the next step, so that nobody counts the enemy's orders. `turns` limits the steps to these turns.
pub fn for_each_step(
    journal: &Journal<Naval>,
    until: Option<usize>,
    viewer: &Viewer,
    turns: Option<&RangeInclusive<u16>>,
    mut visit: impl FnMut(&PageStep<'_>),
) {
    let numbers = shown_numbers(journal, &LogScope::for_side(viewer.knows_as()));
    for_each_numbered_step(journal, &numbers, until, viewer, turns, &mut visit);
}

/// As [`for_each_step`], with incidents instead of sentences.
pub fn for_each_book_step(
    journal: &Journal<Naval>,
    until: Option<usize>,
    viewer: &Viewer,
    mut visit: impl FnMut(BookStep<'_>),
) {
    let numbers = shown_numbers(journal, &LogScope::for_side(viewer.knows_as()));
    let side = viewer.knows_as();
    for_each_told_part(journal, &numbers, until, |entry, before, after, events| {
        let view = View::seen_by(after, viewer);
        let incidents = show::disclosed::incidents(side.as_ref(), &view, before, events);
        visit(BookStep { entry, view, incidents });
    });
}

/// As [`for_each_step`], with the number that the viewer's log prints for each entry.
pub(super) fn for_each_numbered_step(
    journal: &Journal<Naval>,
    numbers: &BTreeMap<usize, usize>,
    until: Option<usize>,
    viewer: &Viewer,
    turns: Option<&RangeInclusive<u16>>,
    visit: &mut impl FnMut(&PageStep<'_>),
) {
    for_each_told_part(journal, numbers, until, |label, before, after, events| {
        if turns.is_none_or(|turns| turns.contains(&after.turn)) {
            visit(&step(label, viewer, before, after, events));
        }
    });
}

/// Calls `visit` for the beginning, and then for each part of each entry with a number: with its label, the states before
/// and after it, and its events.
fn for_each_told_part(
    journal: &Journal<Naval>,
    numbers: &BTreeMap<usize, usize>,
    until: Option<usize>,
    mut visit: impl FnMut(Option<String>, &State, &State, &[NavalEvent]),
) {
    let mut state = Naval::initial_state(&journal.header().setup);
    visit(None, &state, &state, &[]);
    for command in journal.commands().iter().take_while(|command| until.is_none_or(|until| command.entry <= until)) {
        match numbers.get(&command.entry) {
            None => play::apply_all::<Naval>(&mut state, command.events),
            Some(number) => for_each_part(&mut state, command.events, |before, after, events, letter| {
                visit(Some(format!("{number}{letter}")), before, after, events);
            }),
        }
    }
}

/// Applies the events of a command, and calls `visit` for each of its parts, with the states before and after it, and
/// with its letter if the command passed several segments.
pub(super) fn for_each_part(
    state: &mut State,
    events: &[NavalEvent],
    mut visit: impl FnMut(&State, &State, &[NavalEvent], &str),
) {
    let parts = parts_by_segment(events);
    let count = parts.len();
    for (at, events) in parts.into_iter().enumerate() {
        let before = state.clone();
        play::apply_all::<Naval>(state, events);
        let letter = if 1 < count { letters(at) } else { String::new() };
        visit(&before, state, events, &letter);
    }
}

pub(super) fn step<'a>(
    label: Option<String>,
    viewer: &Viewer,
    before: &State,
    after: &'a State,
    events: &[NavalEvent],
) -> PageStep<'a> {
    let events = out_of_turn::without_repeated_out_of_turn(before, events);
    let side = viewer.knows_as();
    let sentences = match &side {
        None => show::brief::page_sentences(before, &events),
        Some(side) => show::disclosed::page_sentences_for_side(side, before, &events),
    };
    let shots = show::disclosed::known_shots(side.as_ref(), before, &events);
    PageStep { label, view: View::seen_by(after, viewer), sentences, shots }
}

/// Splits events before each segment that begins, except the first.
fn parts_by_segment(events: &[NavalEvent]) -> Vec<&[NavalEvent]> {
    let begins = events.iter().enumerate().filter(|(_, event)| matches!(event.fact, Fact::SegmentBegan { .. }));
    let mut parts = Vec::new();
    let mut from = 0;
    for (at, _) in begins.skip(1) {
        parts.push(&events[from..at]);
        from = at;
    }
    parts.push(&events[from..]);
    parts
}

/// Returns `a` to `z`, then `aa` and so on.
fn letters(at: usize) -> String {
    let letter = char::from(b'a' + (at % 26) as u8).to_string();
    if at < 26 { letter } else { letters(at / 26 - 1) + &letter }
}
