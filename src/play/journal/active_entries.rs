//! Tracks which commands and amendments are active, by number, as entries arrive.
use super::entry::Entry;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Undone {
    number: usize,
    /// The entry that undid it.
    by: usize,
}

/// The numbers of the active entries, and of those that were undone since and can be redone.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ActiveEntries {
    /// Earliest first.
    active: Vec<usize>,
    /// Latest first.
    undone: Vec<Undone>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ActivityChange {
    Nothing,
    /// These become active, earliest first.
    Activated(Vec<usize>),
    /// These become inactive, latest first.
    Deactivated(Vec<usize>),
}

impl ActiveEntries {
    pub fn apply<C, F, P>(&mut self, number: usize, entry: &Entry<C, F, P>) -> ActivityChange {
        match entry {
            Entry::Did { .. } | Entry::Amended { .. } => {
                self.activate(number);
                ActivityChange::Activated(vec![number])
            }
            Entry::TakenBack { from, .. } => {
                let undone: Vec<usize> = std::iter::from_fn(|| self.active.pop_if(|last| *from <= *last)).collect();
                self.undone.extend(undone.iter().map(|entry| Undone { number: *entry, by: number }));
                ActivityChange::Deactivated(undone)
            }
            Entry::Redid { to } => {
                let redone = std::iter::from_fn(|| self.undone.pop_if(|undone| undone.number <= *to));
                let redone: Vec<usize> = redone.map(|undone| undone.number).collect();
                self.active.extend(&redone);
                ActivityChange::Activated(redone)
            }
            Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => ActivityChange::Nothing,
        }
    }

    /// Makes a command or an amendment active, whatever it contains.
    pub fn activate(&mut self, number: usize) {
        self.undone.clear();
        self.active.push(number);
    }

    /// Removes the last active entry, if it has that number.
    pub(super) fn remove_last(&mut self, number: usize) -> bool {
        self.active.pop_if(|last| *last == number).is_some()
    }

    /// Returns the active entries, earliest first.
    pub fn numbers(&self) -> &[usize] {
        &self.active
    }

    /// Returns the active entries from that number on: those that an undo to it would undo.
    pub fn from_number(&self, number: usize) -> &[usize] {
        &self.active[self.active.partition_point(|entry| *entry < number)..]
    }

    pub fn last(&self) -> Option<usize> {
        self.active.last().copied()
    }

    pub fn is_active(&self, number: usize) -> bool {
        self.active.binary_search(&number).is_ok()
    }

    /// Returns the undone entries that can be redone, earliest first.
    pub fn undone(&self) -> impl Iterator<Item = usize> + '_ {
        self.undone.iter().rev().map(|undone| undone.number)
    }

    /// Returns the last entry of the latest undo that was not redone.
    pub fn redo_to(&self) -> Option<usize> {
        let last_undo = self.undone.last()?.by;
        self.undone.iter().find(|undone| undone.by == last_undo).map(|undone| undone.number)
    }
}
