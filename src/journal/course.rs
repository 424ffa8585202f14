//! Which entries are in force, and the state that they make.
use super::{Deed, Entry, Outcome, Struck, dice::Place};
use crate::play::{self, Game};

/// The deeds and amendments in force after some entry, by number, and their state.
pub(super) struct Course<G: Game> {
    pub(super) done: Vec<usize>,
    pub(super) undone: Vec<usize>,
    /// For each of `done` the place of the last deed up to there.
    places: Vec<Place>,
    state: G::State,
    /// The state must be replayed before it is looked at.
    stale: bool,
}

impl<G: Game> Course<G> {
    pub(super) fn begin(setup: &G::Setup) -> Course<G> {
        Course { done: Vec::new(), undone: Vec::new(), places: Vec::new(), state: G::begin(setup), stale: false }
    }

    /// Takes in the entry of that number, which must fit.
    pub(super) fn take(&mut self, entries: &[Entry<G>], number: usize) {
        let Some(entry) = entries.get(number - 1) else { return };
        match entry {
            Entry::Did { .. } | Entry::Amended { .. } => {
                self.undone.clear();
                self.put_in_force(entries, number);
            }
            Entry::Undid | Entry::TakenBack { .. } => {
                self.undone.extend(self.done.pop());
                self.places.pop();
                self.stale = true;
            }
            Entry::Redid => {
                if let Some(number) = self.undone.pop() {
                    self.put_in_force(entries, number);
                }
            }
            Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => {}
        }
    }

    fn put_in_force(&mut self, entries: &[Entry<G>], number: usize) {
        self.done.push(number);
        let before = self.place();
        self.places.push(match &entries[number - 1] {
            Entry::Did { events, .. } => before.after::<G>(events),
            Entry::Amended { .. } | Entry::Undid | Entry::TakenBack { .. } | Entry::Redid => before,
            Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => before,
        });
        match &entries[number - 1] {
            Entry::Did { events, .. } if !self.stale => play::apply_all::<G>(&mut self.state, events),
            Entry::Did { .. } | Entry::Amended { .. } => self.stale = true,
            Entry::Undid | Entry::TakenBack { .. } | Entry::Redid => {}
            Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => {}
        }
    }

    /// The place of the last deed in force.
    pub(super) fn place(&self) -> Place {
        self.places.last().copied().unwrap_or_default()
    }

    /// Replays the state if it is not up to date.
    pub(super) fn refresh(&mut self, setup: &G::Setup, entries: &[Entry<G>]) {
        if self.stale {
            self.state = replay::<G>(setup, &deeds(entries, &self.done));
            self.stale = false;
        }
    }

    /// The state as last refreshed.
    pub(super) fn state(&self) -> &G::State {
        debug_assert!(!self.stale);
        &self.state
    }

    pub(super) fn into_state(mut self, setup: &G::Setup, entries: &[Entry<G>]) -> G::State {
        self.refresh(setup, entries);
        self.state
    }
}

/// The deeds among the entries in force, each with the ruling that now holds. Ordered by number.
pub(super) fn deeds<'a, G: Game>(entries: &'a [Entry<G>], done: &[usize]) -> Vec<Deed<'a, G>> {
    let mut deeds: Vec<Deed<'a, G>> = Vec::with_capacity(done.len());
    let mut place = Place::default();
    for number in done {
        match &entries[number - 1] {
            Entry::Did { command, events } => {
                place = place.after::<G>(events);
                deeds.push(Deed { entry: *number, command, events, struck: None, amended: None, place });
            }
            Entry::Amended { entry, command, ruled } => {
                let from = deeds.partition_point(|deed| deed.entry < *entry);
                for (deed, ruled) in deeds[from..].iter_mut().zip(ruled) {
                    deed.amended = Some(*number);
                    (deed.events, deed.struck) = match &ruled.outcome {
                        Outcome::Stands(events) => (events.as_slice(), None),
                        Outcome::Struck { rule, why, .. } => (&[][..], Some(Struck { rule: *rule, why })),
                    };
                    if deed.entry == *entry {
                        deed.command = command;
                    }
                }
            }
            Entry::Undid | Entry::TakenBack { .. } | Entry::Redid => {}
            Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => {}
        }
    }
    deeds
}

/// The state that these deeds make of the set-up.
pub(super) fn replay<G: Game>(setup: &G::Setup, deeds: &[Deed<'_, G>]) -> G::State {
    let mut state = G::begin(setup);
    for deed in deeds {
        play::apply_all::<G>(&mut state, deed.events);
    }
    state
}
