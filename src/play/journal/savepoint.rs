//! Savepoints for a typed line in progress. Its entries are added before they are written, so that each order is
//! decided after the earlier ones. They can be removed without a trace.
use super::{
    active_entries::ActiveEntries,
    course::Timeline,
    entry::{EntryOf, Header},
    record::Journal,
};
use crate::Game;

/// A moment of a journal to which it can return.
pub struct Savepoint<G: Game> {
    /// The number of entries.
    entries: usize,
    in_force: ActiveEntries,
    state: G::State,
    /// Private entries that are not published.
    waiting: Vec<usize>,
    are_chances_open: bool,
}

impl<G: Game> Journal<G> {
    /// Returns the current moment, with a copy of the state.
    pub fn savepoint(&self) -> Savepoint<G> {
        Savepoint {
            entries: self.entries.len(),
            in_force: self.course.in_force.clone(),
            state: self.state().clone(),
            waiting: self.vault.waiting.clone(),
            are_chances_open: self.vault.chances_open,
        }
    }

    /// Removes and returns everything added since the savepoint. Entries, state, numbers and dice places are restored,
    /// so the next command rolls the same dice as without the attempt.
    pub fn roll_back_to(&mut self, savepoint: Savepoint<G>) -> Vec<EntryOf<G>> {
        let Savepoint { entries, in_force, state, waiting, are_chances_open } = savepoint;
        self.course.forget_behind(&self.header, &self.entries, entries);
        self.course.in_force = in_force;
        let taken_out = self.entries.split_off(entries);
        self.groups.split_off(&(entries + 1));
        self.vault.lines.split_off(&(entries + 1));
        (self.vault.waiting, self.vault.chances_open) = (waiting, are_chances_open);
        self.course.restore(state);
        taken_out
    }
}

impl<G: Game> Timeline<G> {
    /// Removes everything after the first `count` entries.
    fn forget_behind(&mut self, header: &Header<G::Setup>, entries: &[EntryOf<G>], count: usize) {
        if entries[count..].iter().any(EntryOf::<G>::is_undo_or_redo) {
            *self = Timeline::after(header, entries, count);
            return;
        }
        (count + 1..=entries.len()).rev().for_each(|number| self.remove_last(entries, number));
    }
}
