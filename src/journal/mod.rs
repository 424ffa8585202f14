//! What happened, in order: entries are added and never changed.
//!
//! Replay applies facts and asks no rule, so an old game survives a mended rule; [`Journal::verify`] asks every rule
//! again. Generic over [`Game`]; reads and writes nothing.
mod amend;
mod course;
mod entry;
mod text;
mod verify;

pub use amend::{AmendError, AmendErrorOf, Amendment, Difference, Say};
pub use entry::{Entry, FORMAT, Header, Notice, OutOfPlace, Outcome, Ruled};
pub use text::{Chain, Flaw, Line, Loss, Lost, Mending, Read, Righted, Torn, Unwritable, game_named, mend};
pub use verify::{Disagreement, DisagreementOf, Otherwise};

use crate::play::{EventOf, Game, Rule};
use course::Course;

/// A game from its set-up on, and what of it is in force.
pub struct Journal<G: Game> {
    header: Header<G::Setup>,
    entries: Vec<Entry<G>>,
    course: Course<G>,
}

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
}

/// Why a deed no longer holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Struck<'a> {
    pub rule: Rule,
    pub why: &'a str,
}

/// An entry as the log shows it.
pub struct HistoryLine<'a, G: Game> {
    pub number: usize,
    pub entry: &'a Entry<G>,
    /// `false` for a deed or an amendment that was undone, and for a deed that an amendment struck out.
    pub in_force: bool,
    /// Why an amendment struck it out.
    pub struck: Option<Struck<'a>>,
}

impl<G: Game> Journal<G> {
    /// A journal without entries.
    pub fn new(header: Header<G::Setup>) -> Journal<G> {
        let course = Course::begin(&header.setup);
        Journal { header, entries: Vec::new(), course }
    }

    pub fn header(&self) -> &Header<G::Setup> {
        &self.header
    }

    /// Every entry; the first has number 1.
    pub fn entries(&self) -> &[Entry<G>] {
        &self.entries
    }

    /// The entry of that number, from 1.
    pub fn entry(&self, number: usize) -> Option<&Entry<G>> {
        self.entries.get(number.checked_sub(1)?)
    }

    /// The number that the next entry will have.
    pub fn next_number(&self) -> usize {
        self.entries.len() + 1
    }

    /// The stream of the seed from which the next entry throws its dice.
    ///
    /// Counts every entry but [`Entry::Opened`], [`Entry::Closed`], [`Entry::Remarked`] and [`Entry::Noticed`], so that
    /// leaving, coming back, what is said and what happens beside the game change no die.
    pub fn stream(&self) -> u64 {
        let counts = |entry: &&Entry<G>| {
            !matches!(entry, Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed)
        };
        self.entries.iter().filter(counts).count() as u64 + 1
    }

    /// The state in force now.
    pub fn state(&self) -> &G::State {
        self.course.state()
    }

    /// Whether the program that wrote it left in an orderly way.
    pub fn closed(&self) -> bool {
        matches!(self.entries.last(), Some(Entry::Closed))
    }

    /// The deed or amendment that an undo would take back.
    pub fn undo_target(&self) -> Option<usize> {
        self.course.done.last().copied()
    }

    /// The deed or amendment that a redo would bring back.
    pub fn redo_target(&self) -> Option<usize> {
        self.course.undone.last().copied()
    }

    /// Whether `entry` may come next.
    ///
    /// # Errors
    /// [`OutOfPlace`]: an undo of nothing, an amendment that does not fit what is in force, an entry after the end.
    pub fn fits(&self, entry: &Entry<G>) -> Result<(), OutOfPlace> {
        match entry {
            Entry::Closed if self.closed() => return Err(OutOfPlace::Closed),
            Entry::Opened if !self.closed() => return Err(OutOfPlace::NotClosed),
            Entry::Did { .. }
            | Entry::Undid
            | Entry::Redid
            | Entry::Amended { .. }
            | Entry::Remarked { .. }
            | Entry::Noticed { .. }
                if self.closed() =>
            {
                return Err(OutOfPlace::Closed);
            }
            Entry::Did { .. } | Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => {}
            Entry::Undid => {
                self.undo_target().ok_or(OutOfPlace::NothingToUndo)?;
            }
            Entry::Redid => {
                self.redo_target().ok_or(OutOfPlace::NothingToRedo)?;
            }
            Entry::Amended { entry, ruled, .. } => {
                let deeds = self.deeds();
                let at = deeds.binary_search_by_key(entry, |deed| deed.entry);
                let from = at.map_err(|_| OutOfPlace::NotInForce { entry: *entry })?;
                if !deeds[from..].iter().map(|deed| deed.entry).eq(ruled.iter().map(|ruled| ruled.entry)) {
                    return Err(OutOfPlace::OtherDeeds { entry: *entry });
                }
            }
        }
        Ok(())
    }

    /// Adds `entry` and brings the state up to date.
    ///
    /// # Errors
    /// As [`fits`](Journal::fits); nothing has changed then.
    pub fn add(&mut self, entry: Entry<G>) -> Result<(), OutOfPlace> {
        self.take(entry)?;
        self.course.refresh(&self.header.setup, &self.entries);
        Ok(())
    }

    /// As [`add`](Journal::add), leaving a state that must be replayed for [`refresh`](Course::refresh).
    fn take(&mut self, entry: Entry<G>) -> Result<(), OutOfPlace> {
        self.fits(&entry)?;
        self.entries.push(entry);
        self.course.take(&self.entries, self.entries.len());
        Ok(())
    }

    /// What is in force, in order; deeds that an amendment struck out are among them, undone ones are not.
    pub fn deeds(&self) -> Vec<Deed<'_, G>> {
        course::deeds(&self.entries, &self.course.done)
    }

    /// Every entry, with what has become of it since.
    pub fn history(&self) -> impl Iterator<Item = HistoryLine<'_, G>> {
        let deeds = self.deeds();
        self.entries.iter().enumerate().map(move |(at, entry)| {
            let number = at + 1;
            let struck = deeds
                .binary_search_by_key(&number, |deed| deed.entry)
                .ok()
                .and_then(|at| deeds.get(at))
                .and_then(|deed| deed.struck);
            let in_force = match entry {
                Entry::Did { .. } | Entry::Amended { .. } => {
                    self.course.done.binary_search(&number).is_ok() && struck.is_none()
                }
                Entry::Undid
                | Entry::Redid
                | Entry::Remarked { .. }
                | Entry::Noticed { .. }
                | Entry::Opened
                | Entry::Closed => true,
            };
            HistoryLine { number, entry, in_force, struck }
        })
    }

    /// Tells the history in one pass: each line with the state that was in force just before it.
    pub fn walk(&self, mut tell: impl FnMut(&HistoryLine<'_, G>, &G::State)) {
        let mut course = Course::begin(&self.header.setup);
        for line in self.history() {
            course.refresh(&self.header.setup, &self.entries);
            tell(&line, course.state());
            course.take(&self.entries, line.number);
        }
    }

    /// The state that was in force just after entry `number`: before the first for 0, now for the last and beyond.
    pub fn state_after(&self, number: usize) -> G::State {
        let mut course = Course::begin(&self.header.setup);
        for number in 1..=number.min(self.entries.len()) {
            course.take(&self.entries, number);
        }
        course.into_state(&self.header.setup, &self.entries)
    }

    /// Applies what is in force fact by fact until `stop` holds; the state now when it never does.
    pub fn replay_until(&self, mut stop: impl FnMut(&G::State) -> bool) -> G::State {
        let mut state = G::begin(&self.header.setup);
        if stop(&state) {
            return state;
        }
        for event in self.deeds().iter().flat_map(|deed| deed.events) {
            G::apply(&mut state, &event.fact);
            if stop(&state) {
                break;
            }
        }
        state
    }
}
