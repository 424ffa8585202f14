//! The seals of a battle: whether sealed plots were kept, and whether an opened seal was replaced or dropped. [3.3.1]
use std::collections::{BTreeMap, BTreeSet};

use naval::{Command, Fact, Naval, Segment, SideId, State, seal};
use play::Game;
use play::journal::{Entry, EntryOf, Journal, Notice, salt};
use session::{Refusal, naval::count_seals};

/// A seal, and whether its plots were kept to the end.
pub struct CheckedSeal {
    pub side: SideId,
    pub name: String,
    pub turn: u16,
    pub changed: bool,
}

/// Returns every effective seal, checked at the end of each segment since. A last segment with unknown entries is not
/// checked, because they may seal again. A code that does not match its lines is an error.
pub fn sealed_plots(journal: &Journal<Naval>) -> Result<Vec<CheckedSeal>, Refusal> {
    let mut state = Naval::initial_state(&journal.header().setup);
    let mut seals = Vec::new();
    for event in journal.commands().iter().flat_map(|applied| applied.events) {
        if matches!(event.fact, Fact::SegmentBegan { .. }) {
            open_seals(&state, &mut seals)?;
        }
        Naval::apply(&mut state, &event.fact);
    }
    if journal.is_fully_known() {
        open_seals(&state, &mut seals)?;
    }
    Ok(seals)
}

/// Returns the salt seed of line 1, if every effective seal has a salt drawn from it for one of its side's seals.
pub fn salt_source(journal: &Journal<Naval>) -> Option<u64> {
    let salt_seed = journal.header().salts?;
    let sides = &journal.state().setup.sides;
    let commands = journal.commands();
    let mut facts = commands.iter().flat_map(|applied| applied.events.iter().map(|event| &event.fact));
    let are_drawn = facts.all(|fact| {
        let Fact::PlotsSealed(seal) = fact else { return true };
        let side_index = sides.iter().position(|side| side.id == seal.side).unwrap_or_default();
        (1..=count_seals(journal, &seal.side)).any(|number| salt(salt_seed, number, side_index) == seal.salt)
    });
    are_drawn.then_some(salt_seed)
}

/// Returns the first entry that seals with a salt drawn for an earlier seal. Each seal draws its own. A typed salt may
/// repeat, and an amendment keeps its salt.
pub fn reused_salt_entry(journal: &Journal<Naval>) -> Option<usize> {
    let mut seen_salts = BTreeSet::new();
    let is_reused = |entry: &EntryOf<Naval>| {
        let Entry::Did { command: Command::Seal { salts, .. }, .. } = entry else { return false };
        salts.iter().map(|side_salt| seen_salts.insert(side_salt.salt.clone())).fold(false, |again, new| again | !new)
    };
    journal.entries().iter().position(is_reused).map(|index| index + 1)
}

/// Returns the entries that sealed plots with a new salt after the journal had revealed how salts are drawn.
pub fn sealed_with_open_salts(journal: &Journal<Naval>) -> Vec<usize> {
    let Some(revealed_at) = journal.seeds_published_in().filter(|_| journal.header().salts.is_some()) else {
        return Vec::new();
    };
    let mut salts = BTreeSet::new();
    let mut sealed_entries = Vec::new();
    for (number, entry) in (1..).zip(journal.entries()) {
        let seals = entry.facts().filter_map(|fact| if let Fact::PlotsSealed(seal) = fact { Some(seal) } else { None });
        // An amendment seals again with its earlier salt.
        let is_new = seals.map(|seal| salts.insert(&seal.salt)).fold(false, |any, new| any | new);
        sealed_entries.extend(Some(number).filter(|_| is_new && revealed_at < number));
    }
    sealed_entries
}

/// Returns opened seals that are no longer effective: another replaced them, or their side plotted or launched again
/// without one. If the replacement was undone and the opened seal is valid again, it was not replaced. [Q64]
pub fn replaced_seals(journal: &Journal<Naval>) -> Vec<(SideId, u16)> {
    let mut tracked_seals: BTreeMap<(SideId, u16), TrackedSeal> = BTreeMap::new();
    let mut found = BTreeSet::new();
    for (number, entry) in (1..).zip(journal.entries()) {
        if let Entry::Noticed { what: Notice::SealOpened { side } } = entry {
            let of_side = tracked_seals.iter_mut().filter(|((seal_side, _), _)| seal_side.as_str() == side);
            of_side.for_each(|(_, tracked)| tracked.opened_by = tracked.opened_by.or(Some(number)));
        }
        for (command, fact) in ruled_facts(number, entry) {
            if let Fact::PlotsSealed(seal) = fact {
                let key = (seal.side.clone(), seal.turn);
                let first_seal = || TrackedSeal { code: seal.code.clone(), command, opened_by: None };
                let tracked = tracked_seals.entry(key.clone()).or_insert_with(first_seal);
                if tracked.opened_by.is_some() && tracked.code != seal.code {
                    found.insert(key);
                }
                if tracked.opened_by.is_none() {
                    (tracked.code, tracked.command) = (seal.code.clone(), command);
                }
            } else if Naval::reveals_secrets(fact) {
                // A fact ruled again by an amendment opens only seals older than its command.
                let earlier = tracked_seals.values_mut().filter(|tracked| tracked.command < command);
                earlier.for_each(|tracked| tracked.opened_by = tracked.opened_by.or(Some(number)));
            }
        }
    }
    let effective_seals = last_seals(journal);
    found.retain(|key| effective_seals.get(key) != tracked_seals.get(key).map(|tracked| &tracked.code));
    found.extend(dropped_seals(journal, &tracked_seals));
    found.into_iter().collect()
}

/// Returns the code of the last effective seal of each side and turn.
fn last_seals(journal: &Journal<Naval>) -> BTreeMap<(SideId, u16), String> {
    let mut codes = BTreeMap::new();
    for event in journal.commands().iter().flat_map(|applied| applied.events) {
        if let Fact::PlotsSealed(seal) = &event.fact {
            codes.insert((seal.side.clone(), seal.turn), seal.code.clone());
        }
    }
    codes
}

/// Returns the facts that an entry ruled, each with the command that it came from.
fn ruled_facts(number: usize, entry: &EntryOf<Naval>) -> Vec<(usize, &Fact)> {
    match entry {
        Entry::Did { events, .. } => events.iter().map(|event| (number, &event.fact)).collect(),
        Entry::Amended { ruled, .. } => {
            let facts = ruled.iter().flat_map(|rerun| rerun.outcome.events().iter().map(|event| (rerun.entry, event)));
            facts.map(|(command, event)| (command, &event.fact)).collect()
        }
        Entry::TakenBack { .. } | Entry::Redid { .. } => Vec::new(),
        Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => Vec::new(),
    }
}

/// The first opened seal of a side and turn, or until then the latest: its code, its command, the entry that opened it.
struct TrackedSeal {
    code: String,
    command: usize,
    opened_by: Option<usize>,
}

/// Returns opened seals that are no longer effective although a plot of their side and turn was filed since, or the
/// turn continued without one. Also seals without a launch that was ordered after the opening. [Q59, Q64]
fn dropped_seals(
    journal: &Journal<Naval>,
    tracked_seals: &BTreeMap<(SideId, u16), TrackedSeal>,
) -> BTreeSet<(SideId, u16)> {
    let was_amended_since = |command: usize, opened: usize| {
        let amends =
            |number: &usize| matches!(journal.entry(*number), Some(Entry::Amended { entry, .. }) if *entry == command);
        journal.active_entries().numbers().iter().any(|number| opened <= *number && amends(number))
    };
    let is_after_opening = |key: &(SideId, u16), command: usize| {
        let opened = tracked_seals.get(key).and_then(|tracked| tracked.opened_by);
        opened.is_some_and(|opened| opened < command || was_amended_since(command, opened))
    };
    let mut state = Naval::initial_state(&journal.header().setup);
    let (mut sealed, mut dropped, mut late) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for applied in journal.commands() {
        for event in applied.events {
            match &event.fact {
                Fact::PlotsSealed(seal) => {
                    sealed.insert(seal.code.clone());
                }
                Fact::PlotFiled { division, .. } | Fact::PreplotFiled { division, .. } => {
                    let side = state.division(division).map(|division| division.side.clone());
                    let key = side.map(|side| (side, state.turn));
                    dropped.extend(key.filter(|key| is_after_opening(key, applied.entry)));
                }
                // In a Movement Segment, and in a second half, launches come after the seals were opened. [3.4.4, Q59]
                Fact::TorpedoesLaunched(marker) if state.is_plotting() => {
                    let key = (marker.side.clone(), state.turn);
                    if is_after_opening(&key, applied.entry) {
                        match launched_under_seal(&state, &event.fact, &key.0) {
                            Some(true) => {}
                            Some(false) => drop(late.insert(key)),
                            None => drop(dropped.insert(key)),
                        }
                    }
                }
                // The turn continued without the sealed plots.
                Fact::SegmentBegan { .. } if state.segment == Segment::Plotting => {
                    dropped.extend(unplotted_seals(&state, applied.entry, tracked_seals));
                }
                _ => {}
            }
            Naval::apply(&mut state, &event.fact);
        }
    }
    let is_dropped =
        |key: &(SideId, u16)| tracked_seals.get(key).is_some_and(|tracked| !sealed.contains(&tracked.code));
    dropped.retain(is_dropped);
    dropped.extend(late);
    dropped
}

/// Returns the seals of this turn, opened before a command, whose sides have no plot.
fn unplotted_seals(
    state: &State,
    command: usize,
    tracked_seals: &BTreeMap<(SideId, u16), TrackedSeal>,
) -> Vec<(SideId, u16)> {
    let has_plot =
        |side: &SideId| state.divisions.iter().any(|division| division.side == *side && division.plot.is_some());
    let of_turn = tracked_seals.iter().filter(|((side, turn), tracked)| {
        *turn == state.turn && !has_plot(side) && tracked.opened_by.is_some_and(|opened_by| opened_by < command)
    });
    of_turn.map(|(key, _)| key.clone()).collect()
}

/// Whether the side's last effective seal contains a launch. `None` if there is none or its plots are changed.
fn launched_under_seal(before: &State, launch: &Fact, side: &SideId) -> Option<bool> {
    let late_launches = |state: &State| seal::open_last_seal(state, side).ok().map(|opened| opened.later.len());
    let mut after = before.clone();
    Naval::apply(&mut after, launch);
    // `sealed_plots` checks at the end of the segment whether plots that are being typed again match the seal.
    Some(late_launches(&after)? <= late_launches(before)?)
}

fn open_seals(state: &State, seals: &mut Vec<CheckedSeal>) -> Result<(), Refusal> {
    for sealed in &state.seals {
        // A seal from before contact lasts for many turns, and is one seal.
        let (side, turn) = (&sealed.side, sealed.turn);
        let changed = match seal::open_seal(state, sealed) {
            Ok(_) => false,
            Err(seal::SealError::Changed { .. } | seal::SealError::NotSealed) => true,
            Err(seal::SealError::Forged { code, actual }) => {
                let seal_name = format!("the seal of {} in turn {turn}", state.name(side));
                return Err(Refusal::journal(format!("{seal_name} is {code}, but its lines give {actual}")));
            }
        };
        match seals.iter_mut().find(|seal| seal.side == *side && seal.turn == turn) {
            Some(seal) => seal.changed |= changed,
            None => seals.push(CheckedSeal { side: side.clone(), name: state.name(side).to_owned(), turn, changed }),
        }
    }
    Ok(())
}
