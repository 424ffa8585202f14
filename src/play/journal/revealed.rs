//! Which entries showed a side what was hidden from it: what was revealed stays revealed, whatever is taken back.
use std::collections::BTreeSet;

use super::{
    course::Course,
    entry::{Entry, EntryOf, Header, Notice},
};
use crate::Game;

/// Gathered from every entry of a journal, in order.
#[derive(Default)]
pub(super) struct Revealed {
    /// Something lies under a seal that was not brought to light.
    is_sealed: bool,
    /// Entries that brought what was sealed to light.
    opened: BTreeSet<usize>,
    numbers: BTreeSet<usize>,
}

impl Revealed {
    pub(super) fn by<G: Game>(header: &Header<G::Setup>, entries: &[EntryOf<G>]) -> Revealed {
        let (mut revealed, mut course) = (Revealed::default(), Course::<G>::begin(header));
        for (number, entry) in (1..).zip(entries) {
            revealed.take::<G>(number, entry, course.done.last().copied());
            course.take(entries, number);
        }
        revealed
    }

    /// Takes in the entry of that number; `last` is the last one that was in force before it.
    pub(super) fn take<G: Game>(&mut self, number: usize, entry: &EntryOf<G>, last: Option<usize>) {
        match entry {
            Entry::Did { events, .. } => {
                for fact in events.iter().map(|event| &event.fact) {
                    if G::seals(fact) {
                        self.is_sealed = true;
                        continue;
                    }
                    let opens = self.is_sealed && G::brings_to_light(fact);
                    if opens {
                        self.is_sealed = false;
                        self.opened.insert(number);
                    }
                    if opens || G::reveals(fact) {
                        self.numbers.insert(number);
                    }
                }
            }
            // The seal that it opened is in force again.
            Entry::Undid | Entry::TakenBack { .. } => {
                self.is_sealed |= last.is_some_and(|taken| self.opened.contains(&taken));
            }
            Entry::Noticed { what: Notice::LaidOpen { .. } } => {
                self.numbers.insert(number);
            }
            Entry::Amended { .. } | Entry::Redid => {}
            Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => {}
        }
    }

    /// Whether the entry of that number, or a later one, revealed anything.
    pub(super) fn since(&self, number: usize) -> bool {
        self.numbers.range(number..).next().is_some()
    }
}
