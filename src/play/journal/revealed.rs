//! Which entries showed a side what was hidden from it: what was revealed stays revealed, whatever is taken back.
use std::collections::{BTreeMap, BTreeSet};

use super::entry::{Entry, EntryOf, Notice};
use crate::{EventOf, Game};

/// Gathered from every entry of a journal, in order.
#[derive(Default)]
pub(super) struct Revealed {
    /// Something lies under a seal that was not brought to light.
    is_sealed: bool,
    /// For each deed and amendment whether something lay under a seal just before it.
    sealed_before: BTreeMap<usize, bool>,
    /// What each deed revealed, by itself or as an amendment ruled it again.
    by_deeds: BTreeSet<(usize, String)>,
    numbers: BTreeSet<usize>,
}

impl Revealed {
    pub(super) fn by<G: Game>(entries: &[EntryOf<G>]) -> Revealed {
        let mut revealed = Revealed::default();
        (1..).zip(entries).for_each(|(number, entry)| revealed.take::<G>(number, entry));
        revealed
    }

    /// Takes in the entry of that number.
    pub(super) fn take<G: Game>(&mut self, number: usize, entry: &EntryOf<G>) {
        match entry {
            Entry::Did { events, .. } => self.rule::<G>(number, number, events),
            Entry::Amended { entry, ruled, .. } => {
                self.sealed_before.insert(number, self.is_sealed);
                self.is_sealed = self.sealed_before.get(entry).copied().unwrap_or(self.is_sealed);
                for again in ruled {
                    self.rule::<G>(number, again.entry, again.outcome.events());
                }
            }
            // A seal that one of them opened is in force again.
            Entry::TakenBack { from, .. } => {
                self.is_sealed |= self.sealed_before.range(from..).any(|(_, was_sealed)| *was_sealed);
            }
            Entry::Noticed { what: Notice::LaidOpen { .. } | Notice::Revealed { .. } } => {
                self.numbers.insert(number);
            }
            Entry::Redid { .. } => {}
            Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => {}
        }
    }

    /// Takes in how a deed is ruled by the entry `number`: by itself, or by an amendment.
    fn rule<G: Game>(&mut self, number: usize, deed: usize, events: &[EventOf<G>]) {
        self.sealed_before.insert(deed, self.is_sealed);
        for fact in events.iter().map(|event| &event.fact) {
            if G::seals(fact) {
                self.is_sealed = true;
                continue;
            }
            let opens = self.is_sealed && G::brings_to_light(fact);
            self.is_sealed &= !opens;
            if !(opens || G::reveals(fact)) {
                continue;
            }
            // What the deed has revealed before, an amendment does not reveal again.
            let is_new = self.by_deeds.insert((deed, serde_json::to_string(fact).unwrap_or_default()));
            if is_new || deed == number {
                self.numbers.insert(number);
            }
        }
    }

    /// Whether the entry of that number, or a later one, revealed anything.
    pub(super) fn since(&self, number: usize) -> bool {
        self.numbers.range(number..).next().is_some()
    }
}
