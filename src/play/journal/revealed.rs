//! Which entries showed a side what was hidden from it: what was revealed stays revealed, whatever is taken back.
use std::collections::BTreeSet;

use super::entry::{Entry, EntryOf, Notice};
use crate::Game;

/// Gathered from every entry of a journal, in order.
#[derive(Default)]
pub(super) struct Revealed {
    /// Something lies under a seal that was not brought to light.
    is_sealed: bool,
    done: Vec<usize>,
    undone: Vec<usize>,
    /// Entries that brought what was sealed to light.
    opened: BTreeSet<usize>,
    numbers: BTreeSet<usize>,
}

impl Revealed {
    pub(super) fn of<G: Game>(entries: &[EntryOf<G>]) -> Revealed {
        let mut revealed = Revealed::default();
        (1..).zip(entries).for_each(|(number, entry)| revealed.take::<G>(number, entry));
        revealed
    }

    /// Takes in the entry of that number.
    pub(super) fn take<G: Game>(&mut self, number: usize, entry: &EntryOf<G>) {
        match entry {
            Entry::Did { events, .. } => {
                self.done.push(number);
                self.undone.clear();
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
            Entry::Amended { .. } => {
                self.done.push(number);
                self.undone.clear();
            }
            Entry::Undid | Entry::TakenBack { .. } => {
                let taken = self.done.pop();
                // The seal that it opened is in force again.
                self.is_sealed |= taken.is_some_and(|taken| self.opened.contains(&taken));
                self.undone.extend(taken);
            }
            Entry::Redid => self.done.extend(self.undone.pop()),
            Entry::Noticed { what: Notice::LaidOpen { .. } } => {
                self.numbers.insert(number);
            }
            Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => {}
        }
    }

    /// Takes in an entry of that number that is kept elsewhere: an order in secret.
    pub(super) fn take_unknown(&mut self, number: usize) {
        self.done.push(number);
        self.undone.clear();
    }

    /// Whether the entry of that number, or a later one, revealed anything.
    pub(super) fn since(&self, number: usize) -> bool {
        self.numbers.range(number..).next().is_some()
    }
}
