//! Follows a battle entry by entry, and keeps each viewer's page of the mirror: this turn and the one before.
use std::collections::BTreeMap;

use super::{
    log::{LogScope, shown_numbers},
    walk::{for_each_numbered_step, for_each_part, step},
};
use naval::{Command, Naval, NavalEvent, State, model::Setup, view::Viewer};
use play::Game as _;
use play::journal::{Entry, EntryOf, Header, InvalidEntry, Journal};
use show::page::{PageBuilder, PageHeading, PageUse};

/// A copy of a battle that grows with it. Its pages depend only on what their viewers see and were told: an entry that a
/// viewer is not told of changes nothing in that viewer's page.
pub struct Follower {
    journal: Journal<Naval>,
    readers: Vec<PageReader>,
}

/// A viewer, and that viewer's page.
struct PageReader {
    viewer: Viewer,
    scope: LogScope,
    /// The number that the viewer's log prints for each entry.
    numbers: BTreeMap<usize, usize>,
    /// `None` before the page was asked for, and after an entry that changed earlier ones.
    page: Option<MirrorPage>,
}

struct MirrorPage {
    builder: PageBuilder,
    /// The last turn of which the viewer was told.
    turn: u16,
}

impl Follower {
    pub fn new(header: Header<Setup>, viewers: impl IntoIterator<Item = Viewer>) -> Follower {
        let readers = viewers.into_iter().map(|viewer| PageReader {
            scope: LogScope::for_side(viewer.knows_as()),
            viewer,
            numbers: BTreeMap::new(),
            page: None,
        });
        Follower { journal: Journal::new(header), readers: readers.collect() }
    }

    /// Adds the next entry of the battle.
    pub fn add(&mut self, entry: EntryOf<Naval>) -> Result<(), InvalidEntry> {
        let number = self.journal.next_number();
        if let Entry::Did { command, events, .. } = &entry {
            let before = self.journal.state();
            self.readers.iter_mut().for_each(|reader| reader.add_command(number, before, command, events));
        }
        let (is_counted, is_amended) =
            (matches!(entry, Entry::Opened | Entry::Closed), matches!(entry, Entry::Amended { .. }));
        let changes_earlier = is_amended || matches!(entry, Entry::TakenBack { .. } | Entry::Redid { .. });
        self.journal.add(entry)?;
        for reader in &mut self.readers {
            if is_amended {
                reader.numbers = shown_numbers(&self.journal, &reader.scope);
            } else if is_counted {
                reader.count(number);
            }
            if changes_earlier {
                reader.page = None;
            }
        }
        Ok(())
    }

    /// Returns the page of the viewer at that place, as the mirror of this battle shows it.
    pub fn page(&mut self, place: usize, heading: impl FnOnce(&Journal<Naval>, &Viewer) -> PageHeading) -> String {
        let (journal, reader) = (&self.journal, &mut self.readers[place]);
        let heading = heading(journal, &reader.viewer);
        reader.mirror_page(journal).builder.page(&heading, PageUse::Mirror)
    }
}

impl PageReader {
    /// Gives an entry the viewer's next number.
    fn count(&mut self, entry: usize) -> usize {
        let number = self.numbers.len() + 1;
        self.numbers.insert(entry, number);
        number
    }

    fn add_command(&mut self, entry: usize, before: &State, command: &Command, events: &[NavalEvent]) {
        if !self.scope.is_shown(before, command, events) {
            return;
        }
        let number = self.count(entry);
        let Some(page) = &mut self.page else { return };
        let mut state = before.clone();
        let mut is_new_turn = false;
        for_each_part(&mut state, events, |before, after, events, letter| {
            is_new_turn |= page.turn < after.turn;
            if !is_new_turn {
                page.builder.add(&step(Some(format!("{number}{letter}")), &self.viewer, before, after, events));
            }
        });
        // A new turn pushes the oldest one out.
        if is_new_turn {
            self.page = None;
        }
    }

    fn mirror_page(&mut self, journal: &Journal<Naval>) -> &MirrorPage {
        self.page.get_or_insert_with(|| {
            let turn = last_told_turn(journal, &self.numbers);
            let mut builder = PageBuilder::default();
            let turns = turn.saturating_sub(1)..=turn;
            for_each_numbered_step(journal, &self.numbers, None, &self.viewer, Some(&turns), &mut |step| {
                builder.add(step);
            });
            MirrorPage { builder, turn }
        })
    }
}

/// Returns the turn in which the last numbered command ended, or that in which the battle begins.
fn last_told_turn(journal: &Journal<Naval>, numbers: &BTreeMap<usize, usize>) -> u16 {
    let mut state = Naval::initial_state(&journal.header().setup);
    let mut turn = state.turn;
    for command in journal.commands() {
        play::apply_all::<Naval>(&mut state, command.events);
        if numbers.contains_key(&command.entry) {
            turn = state.turn;
        }
    }
    turn
}
