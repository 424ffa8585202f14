//! Transactions: the entries of a line are decided one after the other, and committed together or not at all.
use std::mem;

use crate::{AtTable, Refusal, Session};
use play::EventOf;
use play::journal::{Entry, EntryOf, Notice};

/// The transaction of the current line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct UnderWay {
    /// Whether entries wait in the journal for the commit.
    waits: bool,
    line: Group,
}

/// The typed line to which the next command belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Group {
    /// A line with a single command.
    #[default]
    Alone,
    /// The first of several commands.
    First,
    /// The line that begins with the command of this number.
    Of(usize),
}

impl<G: AtTable> Session<'_, G> {
    /// Records an entry: at once, or with the others when the current transaction is committed.
    pub fn record(&mut self, entry: EntryOf<G>) -> Result<(), Refusal> {
        if !self.under_way.waits {
            return self.keeper.commit(vec![entry]);
        }
        let journal = self.keeper.scratch();
        let opens = journal.closed() && !matches!(entry, Entry::Opened);
        let mut entries = opens.then_some(Entry::Opened).into_iter().chain([entry]);
        entries.try_for_each(|entry| journal.add(entry)).map_err(|misfit| Refusal::journal(misfit.to_string()))
    }

    /// Records a table event.
    pub fn notice(&mut self, what: Notice) -> Result<(), Refusal> {
        self.record(Entry::Noticed { what })
    }

    /// Records a command with its events, as part of the current line.
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

    /// Runs an action as one typed line whose entries are committed together, in one write. If it fails, they are
    /// removed without a trace. Within another transaction it becomes a part of that one.
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

    /// Runs an action whose commands form a typed line. Commands after it begin another line.
    pub(crate) fn as_own_line<T>(&mut self, does: impl FnOnce(&mut Self) -> T) -> T {
        let before = mem::replace(&mut self.under_way.line, Group::First);
        let done = does(self);
        self.under_way.line = if before == Group::Alone { before } else { Group::First };
        done
    }

    /// Runs an action whose commands belong to the typed line of the last effective command.
    pub(crate) fn as_last_line<T>(&mut self, does: impl FnOnce(&mut Self) -> T) -> T {
        let journal = self.journal();
        let gave = journal.last_line().filter(|number| matches!(journal.entry(*number), Some(Entry::Did { .. })));
        let line = gave.map_or(Group::First, Group::Of);
        let before = mem::replace(&mut self.under_way.line, line);
        let done = does(self);
        self.under_way.line = before;
        done
    }

    /// Runs an action and discards its entries.
    pub(crate) fn rehearsal<T>(&mut self, does: impl FnOnce(&mut Self) -> T) -> T {
        let (before, begun) = (self.under_way, self.journal().savepoint());
        self.under_way.waits = true;
        let done = does(self);
        self.under_way = before;
        self.keeper.scratch().back_to(begun);
        done
    }
}
