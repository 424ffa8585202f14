//! Tracks which commands and amendments are active, by number, as entries arrive.
use super::entry::Entry;

/// A command or an amendment that was undone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Undone {
    number: usize,
    /// The entry that undid it.
    by: usize,
}

/// The numbers of the active entries, and of those that were undone since and can be redone.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct InForce {
    /// Earliest first.
    done: Vec<usize>,
    /// Latest first.
    undone: Vec<Undone>,
}

/// The effect of an entry on the set of active entries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Moved {
    Nothing,
    /// These become active, earliest first.
    In(Vec<usize>),
    /// These become inactive, latest first.
    Out(Vec<usize>),
}

impl InForce {
    /// Applies the entry of that number.
    pub fn take<C, F, P>(&mut self, number: usize, entry: &Entry<C, F, P>) -> Moved {
        match entry {
            Entry::Did { .. } | Entry::Amended { .. } => {
                self.put(number);
                Moved::In(vec![number])
            }
            Entry::TakenBack { from, .. } => {
                let out: Vec<usize> = std::iter::from_fn(|| self.done.pop_if(|last| *from <= *last)).collect();
                self.undone.extend(out.iter().map(|taken| Undone { number: *taken, by: number }));
                Moved::Out(out)
            }
            Entry::Redid { to } => {
                let back = std::iter::from_fn(|| self.undone.pop_if(|one| one.number <= *to));
                let back: Vec<usize> = back.map(|one| one.number).collect();
                self.done.extend(&back);
                Moved::In(back)
            }
            Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => Moved::Nothing,
        }
    }

    /// Makes a command or an amendment active, whatever it contains.
    pub fn put(&mut self, number: usize) {
        self.undone.clear();
        self.done.push(number);
    }

    /// Removes the last active entry, if it has that number.
    pub(super) fn take_out(&mut self, number: usize) -> bool {
        self.done.pop_if(|last| *last == number).is_some()
    }

    /// Returns the active entries, earliest first.
    pub fn numbers(&self) -> &[usize] {
        &self.done
    }

    /// Returns the active entries from that number on: those that an undo to it would undo.
    pub fn from(&self, number: usize) -> &[usize] {
        &self.done[self.done.partition_point(|one| *one < number)..]
    }

    pub fn last(&self) -> Option<usize> {
        self.done.last().copied()
    }

    pub fn is_in_force(&self, number: usize) -> bool {
        self.done.binary_search(&number).is_ok()
    }

    /// Returns the undone entries that can be redone, earliest first.
    pub fn undone(&self) -> impl Iterator<Item = usize> + '_ {
        self.undone.iter().rev().map(|one| one.number)
    }

    /// Returns the last entry of the latest undo that was not redone.
    pub fn redo_to(&self) -> Option<usize> {
        let by = self.undone.last()?.by;
        self.undone.iter().find(|one| one.by == by).map(|one| one.number)
    }
}
