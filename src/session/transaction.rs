//! Transactions: the entries of a line are decided one after the other, and committed together or not at all.
use std::mem;

use crate::{PlayableGame, Refusal, Session};
use play::EventOf;
use play::journal::{Entry, EntryOf, Notice};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Transaction {
    /// Whether entries wait in the journal for the commit.
    is_open: bool,
    line: LineGroup,
}

/// The typed line to which the next command belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum LineGroup {
    /// A line with a single command.
    #[default]
    Alone,
    /// A line that the next command begins, and that may get more.
    First,
    /// The line that begins with the command of this number.
    InLine(usize),
}

impl<G: PlayableGame> Session<'_, G> {
    /// Records an entry: at once, or with the others when the current transaction is committed.
    pub fn record(&mut self, entry: EntryOf<G>) -> Result<(), Refusal> {
        if !self.transaction.is_open {
            return self.store.commit(vec![entry]);
        }
        let journal = self.store.journal_mut();
        let opens = journal.is_closed() && !matches!(entry, Entry::Opened);
        let mut entries = opens.then_some(Entry::Opened).into_iter().chain([entry]);
        entries.try_for_each(|entry| journal.add(entry)).map_err(|misfit| Refusal::journal(misfit.to_string()))
    }

    pub fn record_notice(&mut self, what: Notice) -> Result<(), Refusal> {
        self.record(Entry::Noticed { what })
    }

    /// Records a command with its events, as part of the current line.
    pub(crate) fn record_command(&mut self, command: G::Command, events: Vec<EventOf<G>>) -> Result<(), Refusal> {
        let mut entry = self.journal().new_command_entry(command, events);
        if let Entry::Did { line, from, .. } = &mut entry {
            from.clone_from(&self.origin);
            match self.transaction.line {
                LineGroup::Alone => {}
                LineGroup::First => self.transaction.line = LineGroup::InLine(*line),
                LineGroup::InLine(first) => *line = first,
            }
        }
        self.record(entry)
    }

    /// Runs an action as one typed line whose entries are committed together, in one write. If it fails, they are
    /// removed without a trace. Within another transaction it becomes a part of that one.
    pub(crate) fn transaction<T>(
        &mut self,
        action: impl FnOnce(&mut Self) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let (before, savepoint) = (self.transaction, self.journal().savepoint());
        self.transaction.is_open = true;
        if before.line == LineGroup::Alone {
            self.transaction.line = LineGroup::First;
        }
        let done = action(self);
        self.transaction.is_open = before.is_open;
        if done.is_err() || before.line == LineGroup::Alone {
            self.transaction.line = before.line;
        }
        if done.is_err() || !before.is_open {
            let entries = self.store.journal_mut().roll_back_to(savepoint);
            let commits = done.is_ok() && !entries.is_empty();
            commits.then(|| self.store.commit(entries)).transpose()?;
        }
        done
    }

    /// Runs an action whose commands form a typed line. Commands after it begin another line.
    pub(crate) fn as_own_line<T>(&mut self, action: impl FnOnce(&mut Self) -> T) -> T {
        let before = mem::replace(&mut self.transaction.line, LineGroup::First);
        let done = action(self);
        self.transaction.line = if before == LineGroup::Alone { before } else { LineGroup::First };
        done
    }

    /// Runs an action whose commands belong to the typed line of the last effective command.
    pub(crate) fn as_last_line<T>(&mut self, action: impl FnOnce(&mut Self) -> T) -> T {
        let journal = self.journal();
        let last_line = journal.last_line().filter(|number| matches!(journal.entry(*number), Some(Entry::Did { .. })));
        let line = last_line.map_or(LineGroup::First, LineGroup::InLine);
        let before = mem::replace(&mut self.transaction.line, line);
        let done = action(self);
        self.transaction.line = before;
        done
    }

    /// Runs an action and discards its entries.
    pub(crate) fn discard_after<T>(&mut self, action: impl FnOnce(&mut Self) -> T) -> T {
        let (before, savepoint) = (self.transaction, self.journal().savepoint());
        self.transaction.is_open = true;
        let done = action(self);
        self.transaction = before;
        self.store.journal_mut().roll_back_to(savepoint);
        done
    }
}
