//! A line is one transaction: its entries are decided one behind the other, and committed together or not at all.
use std::mem;

use crate::{AtTable, Refusal, Session};
use play::EventOf;
use play::journal::{Entry, EntryOf, Notice};

/// What is written of the line under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct UnderWay {
    /// Entries wait in the journal for the commit.
    waits: bool,
    line: Group,
}

/// Of which typed line the next command is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Group {
    /// Of one that gives no other.
    #[default]
    Alone,
    /// It is the first of several.
    First,
    /// Of the line that the command of this number begins.
    Of(usize),
}

impl<G: AtTable> Session<'_, G> {
    /// Puts an entry in force: written at once, or with the others when the transaction under way is committed.
    pub fn record(&mut self, entry: EntryOf<G>) -> Result<(), Refusal> {
        if !self.under_way.waits {
            return self.keeper.commit(vec![entry]);
        }
        let journal = self.keeper.scratch();
        let opens = journal.closed() && !matches!(entry, Entry::Opened);
        let mut entries = opens.then_some(Entry::Opened).into_iter().chain([entry]);
        entries.try_for_each(|entry| journal.add(entry)).map_err(|misfit| Refusal::journal(misfit.to_string()))
    }

    /// Records what has happened at the table.
    pub fn notice(&mut self, what: Notice) -> Result<(), Refusal> {
        self.record(Entry::Noticed { what })
    }

    /// Records a command and what followed from it, as part of the line under way.
    pub(crate) fn record_deed(&mut self, command: G::Command, events: Vec<EventOf<G>>) -> Result<(), Refusal> {
        let mut entry = self.journal().did(command, events);
        if let Entry::Did { line, .. } = &mut entry {
            match self.under_way.line {
                Group::Alone => {}
                Group::First => self.under_way.line = Group::Of(*line),
                Group::Of(first) => *line = first,
            }
        }
        self.record(entry)
    }

    /// Does something of which all entries stand or fall together, as one typed line. They are committed in one write if it
    /// succeeds. If it fails, they are taken out again without a trace. Within another transaction it is a part of that.
    pub(crate) fn transaction<T>(&mut self, does: impl FnOnce(&mut Self) -> Result<T, Refusal>) -> Result<T, Refusal> {
        let (before, begun) = (self.under_way, self.journal().savepoint());
        self.under_way.waits = true;
        if before.line == Group::Alone {
            self.under_way.line = Group::First;
        }
        let done = does(self);
        self.under_way.waits = before.waits;
        if done.is_err() || before.line == Group::Alone {
            self.under_way.line = before.line;
        }
        if done.is_err() || !before.waits {
            let entries = self.keeper.scratch().back_to(begun);
            let commits = done.is_ok() && !entries.is_empty();
            commits.then(|| self.keeper.commit(entries)).transpose()?;
        }
        done
    }

    /// Does something whose commands are a typed line of their own; whatever is given behind it begins another.
    pub(crate) fn as_own_line<T>(&mut self, does: impl FnOnce(&mut Self) -> T) -> T {
        let before = mem::replace(&mut self.under_way.line, Group::First);
        let done = does(self);
        self.under_way.line = if before == Group::Alone { before } else { Group::First };
        done
    }

    /// Does something whose commands belong to the typed line that gave the last command in force.
    pub(crate) fn as_last_line<T>(&mut self, does: impl FnOnce(&mut Self) -> T) -> T {
        let journal = self.journal();
        let gave = journal.last_line().filter(|number| matches!(journal.entry(*number), Some(Entry::Did { .. })));
        let line = gave.map_or(Group::First, Group::Of);
        let before = mem::replace(&mut self.under_way.line, line);
        let done = does(self);
        self.under_way.line = before;
        done
    }

    /// Does something of which nothing stands.
    pub(crate) fn rehearsal<T>(&mut self, does: impl FnOnce(&mut Self) -> T) -> T {
        let (before, begun) = (self.under_way, self.journal().savepoint());
        self.under_way.waits = true;
        let done = does(self);
        self.under_way = before;
        self.keeper.scratch().back_to(begun);
        done
    }
}
