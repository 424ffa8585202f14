//! Which deeds and amendments are in force, by number, as entries come.
use super::entry::Entry;

/// A deed or an amendment that was taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Undone {
    number: usize,
    /// The entry that took it back.
    by: usize,
}

/// The numbers of what is in force, and of what was taken back since and may be brought back.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct InForce {
    /// The earliest first.
    done: Vec<usize>,
    /// The latest first.
    undone: Vec<Undone>,
}

/// What an entry does to what is in force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Moved {
    Nothing,
    /// These are in force from here on, the earliest first.
    In(Vec<usize>),
    /// These are not in force any more, the latest first.
    Out(Vec<usize>),
}

impl InForce {
    /// Takes in the entry of that number.
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

    /// Puts a deed or an amendment of that number in force, whatever it holds.
    pub fn put(&mut self, number: usize) {
        self.undone.clear();
        self.done.push(number);
    }

    /// Takes out the last one, if it has that number.
    pub(super) fn take_out(&mut self, number: usize) -> bool {
        self.done.pop_if(|last| *last == number).is_some()
    }

    /// What is in force, the earliest first.
    pub fn numbers(&self) -> &[usize] {
        &self.done
    }

    /// What of it has that number or a higher one: what goes if it is taken back from there.
    pub fn from(&self, number: usize) -> &[usize] {
        &self.done[self.done.partition_point(|one| *one < number)..]
    }

    pub fn last(&self) -> Option<usize> {
        self.done.last().copied()
    }

    pub fn is_in_force(&self, number: usize) -> bool {
        self.done.binary_search(&number).is_ok()
    }

    /// What was taken back and may be brought back, the earliest first.
    pub fn undone(&self) -> impl Iterator<Item = usize> + '_ {
        self.undone.iter().rev().map(|one| one.number)
    }

    /// The last entry of what was taken back last and was not brought back.
    pub fn redo_to(&self) -> Option<usize> {
        let by = self.undone.last()?.by;
        self.undone.iter().find(|one| one.by == by).map(|one| one.number)
    }
}
