//! Which entries are in force, and the state that they make.
use super::{
    dice::{Place, Places, uses_dice},
    entry::{Entry, EntryOf, Header, Outcome},
};
use crate::{EventOf, Game, Rule};

/// A command that was carried out and not taken back, with the ruling that now holds for it.
pub struct Deed<'a, G: Game> {
    /// The number of its entry.
    pub entry: usize,
    /// The command, as last amended.
    pub command: &'a G::Command,
    /// What followed from it; nothing when it is struck.
    pub events: &'a [EventOf<G>],
    /// Set when an amendment of an earlier deed made this one unlawful.
    pub struck: Option<Struck<'a>>,
    /// The entry that last ruled it again.
    pub amended: Option<usize>,
    pub(super) place: Place,
}

/// Why a deed no longer holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Struck<'a> {
    pub rule: Rule,
    pub why: &'a str,
}

/// The deeds and amendments in force after some entry, by number, and their state.
pub(super) struct Course<G: Game> {
    pub(super) done: Vec<usize>,
    pub(super) undone: Vec<usize>,
    /// What the deeds in force have taken of the dice.
    places: Places,
    state: G::State,
    /// State and places must be reckoned anew before they are looked at.
    stale: bool,
}

impl<G: Game> Course<G> {
    pub(super) fn begin(header: &Header<G::Setup>) -> Course<G> {
        let (places, state) = (Places::of(&header.dice), G::begin(&header.setup));
        Course { done: Vec::new(), undone: Vec::new(), places, state, stale: false }
    }

    /// Takes in the entry of that number, which must fit.
    pub(super) fn take(&mut self, entries: &[EntryOf<G>], number: usize) {
        let Some(entry) = entries.get(number - 1) else { return };
        match entry {
            Entry::Did { .. } | Entry::Amended { .. } => {
                self.undone.clear();
                self.put_in_force(entries, number);
            }
            Entry::Undid | Entry::TakenBack { .. } => {
                self.undone.extend(self.done.pop());
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

    fn put_in_force(&mut self, entries: &[EntryOf<G>], number: usize) {
        self.done.push(number);
        if let (Entry::Did { events, .. }, false) = (&entries[number - 1], self.stale) {
            self.places.take(self.places.after::<G>(events));
            crate::apply_all::<G>(&mut self.state, events);
        } else {
            self.stale = true;
        }
    }

    /// The places taken, as last refreshed.
    pub(super) fn places(&self) -> &Places {
        debug_assert!(!self.stale);
        &self.places
    }

    /// The deeds in force.
    pub(super) fn deeds<'a>(&self, entries: &'a [EntryOf<G>]) -> Vec<Deed<'a, G>> {
        self.placed(entries).0
    }

    /// Replays the state if it is not up to date.
    pub(super) fn refresh(&mut self, setup: &G::Setup, entries: &[EntryOf<G>]) {
        if self.stale {
            let (deeds, places) = self.placed(entries);
            self.state = replay::<G>(setup, &deeds);
            self.places = places;
            self.stale = false;
        }
    }

    /// The state as last refreshed.
    pub(super) fn state(&self) -> &G::State {
        debug_assert!(!self.stale);
        &self.state
    }

    /// The deeds among the entries in force, each with the ruling that now holds, ordered by number; and what they have
    /// taken of the dice.
    fn placed<'a>(&self, entries: &'a [EntryOf<G>]) -> (Vec<Deed<'a, G>>, Places) {
        let mut places = self.places.emptied();
        let mut deeds: Vec<Deed<'a, G>> = Vec::with_capacity(self.done.len());
        for number in &self.done {
            if let Entry::Did { command, events } = &entries[number - 1] {
                let place = places.after::<G>(events);
                places.take(place);
                deeds.push(Deed { entry: *number, command, events, struck: None, amended: None, place });
            } else if let Entry::Amended { entry, command, ruled, .. } = &entries[number - 1] {
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
                places.ruled_again(deeds.iter().map(|deed| (deed.place, uses_dice::<G>(deed.events))));
            }
        }
        (deeds, places)
    }
}

/// The state that these deeds make of the set-up.
pub(super) fn replay<G: Game>(setup: &G::Setup, deeds: &[Deed<'_, G>]) -> G::State {
    let mut state = G::begin(setup);
    for deed in deeds {
        crate::apply_all::<G>(&mut state, deed.events);
    }
    state
}
