//! Savepoints for a typed line in progress. Its entries are added before they are written, so that each order is
//! decided after the earlier ones. They can be removed without a trace.
use super::{
    active_entries::ActiveEntries,
    entry::{EntryOf, Header},
    record::Journal,
    timeline::Timeline,
};
use crate::Game;

pub struct Savepoint<G: Game> {
    entries: usize,
    active: ActiveEntries,
    state: G::State,
    /// Private entries that are not published.
    waiting: Vec<usize>,
    are_seeds_published: bool,
}

impl<G: Game> Journal<G> {
    /// Returns the current moment, with a copy of the state.
    pub fn savepoint(&self) -> Savepoint<G> {
        Savepoint {
            entries: self.entries.len(),
            active: self.timeline.active.clone(),
            state: self.state().clone(),
            waiting: self.private_text.waiting.clone(),
            are_seeds_published: self.private_text.are_seeds_published,
        }
    }

    /// Removes and returns everything added since the savepoint. Entries, state, numbers and dice places are restored,
    /// so the next command rolls the same dice as without the attempt.
    pub fn roll_back_to(&mut self, savepoint: Savepoint<G>) -> Vec<EntryOf<G>> {
        let Savepoint { entries, active, state, waiting, are_seeds_published } = savepoint;
        self.timeline.forget_after(&self.header, &self.entries, entries);
        self.timeline.active = active;
        let removed = self.entries.split_off(entries);
        self.groups.split_off(&(entries + 1));
        self.private_text.lines.split_off(&(entries + 1));
        (self.private_text.waiting, self.private_text.are_seeds_published) = (waiting, are_seeds_published);
        self.timeline.restore(state);
        removed
    }
}

impl<G: Game> Timeline<G> {
    /// Removes everything after the first `count` entries.
    fn forget_after(&mut self, header: &Header<G::Setup>, entries: &[EntryOf<G>], count: usize) {
        if entries[count..].iter().any(EntryOf::<G>::is_undo_or_redo) {
            *self = Timeline::after(header, entries, count);
            return;
        }
        (count + 1..=entries.len()).rev().for_each(|number| self.remove_last(entries, number));
    }
}
