//! Which entries revealed hidden information to a side. Undoing an entry does not make it hidden again.
use std::collections::{BTreeMap, BTreeSet};

use super::entry::{Entry, EntryOf, Notice};
use crate::{EventOf, Game};

/// Collected from every entry of a journal, in order.
#[derive(Default)]
pub(super) struct Revealed {
    is_sealed: bool,
    /// For each command and amendment, whether orders were sealed just before it.
    sealed_before: BTreeMap<usize, bool>,
    /// The facts that each command revealed, itself or in an amendment.
    by_commands: BTreeSet<(usize, String)>,
    revealing_entries: BTreeSet<usize>,
}

impl Revealed {
    pub(super) fn from_entries<G: Game>(entries: &[EntryOf<G>]) -> Revealed {
        let mut revealed = Revealed::default();
        (1..).zip(entries).for_each(|(number, entry)| revealed.apply::<G>(number, entry));
        revealed
    }

    pub(super) fn apply<G: Game>(&mut self, number: usize, entry: &EntryOf<G>) {
        match entry {
            Entry::Did { events, .. } => self.apply_outcome::<G>(number, number, events),
            Entry::Amended { entry, ruled, .. } => {
                self.sealed_before.insert(number, self.is_sealed);
                self.is_sealed = self.sealed_before.get(entry).copied().unwrap_or(self.is_sealed);
                for new_outcome in ruled {
                    self.apply_outcome::<G>(number, new_outcome.entry, new_outcome.outcome.events());
                }
            }
            // A seal that one of the undone entries opened is closed again.
            Entry::TakenBack { from, .. } => {
                self.is_sealed |= self.sealed_before.range(from..).any(|(_, was_sealed)| *was_sealed);
            }
            Entry::Noticed { what: Notice::PrivatePublished { .. } | Notice::SealOpened { .. } } => {
                self.revealing_entries.insert(number);
            }
            Entry::Redid { .. } => {}
            Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => {}
        }
    }

    /// Applies an outcome that entry `number` records for the command of entry `command`. In an amendment they differ.
    fn apply_outcome<G: Game>(&mut self, number: usize, command: usize, events: &[EventOf<G>]) {
        self.sealed_before.insert(command, self.is_sealed);
        for fact in events.iter().map(|event| &event.fact) {
            if G::seals_orders(fact) {
                self.is_sealed = true;
                continue;
            }
            let opens = self.is_sealed && G::reveals_secrets(fact);
            self.is_sealed &= !opens;
            if !(opens || G::reveals_to_enemy(fact)) {
                continue;
            }
            // An amendment does not reveal again facts that the command revealed before.
            let is_new = self.by_commands.insert((command, serde_json::to_string(fact).unwrap_or_default()));
            if is_new || command == number {
                self.revealing_entries.insert(number);
            }
        }
    }

    /// Whether the entry of that number, or a later one, revealed anything.
    pub(super) fn is_revealed_since(&self, number: usize) -> bool {
        self.revealing_entries.range(number..).next().is_some()
    }
}
