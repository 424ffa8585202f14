//! What a session needs from the outside: storage for the journal, and a front end.
use std::time::Duration;

use crate::Refusal;
use play::Game;
use play::journal::{Entry, EntryOf, Journal};
use show::map::CharacterSet;

/// Stores a game's journal. Each entry is written before it takes effect.
pub trait JournalStore<G: Game> {
    fn journal(&self) -> &Journal<G>;

    /// Returns the journal, to try a line after a [`Savepoint`](play::journal::Savepoint). The caller rolls back to the
    /// savepoint before the next commit.
    fn journal_mut(&mut self) -> &mut Journal<G>;

    /// Applies entries together, in one write. Nothing has changed if one of them does not fit or if writing fails.
    fn commit(&mut self, entries: Vec<EntryOf<G>>) -> Result<(), Refusal>;

    /// Returns the secret of the turn sheets of this journal, 32 hexadecimal digits. `None` if none were written.
    fn sheet_secret(&self) -> Result<Option<String>, Refusal> {
        Ok(None)
    }

    /// Returns the lines of held turn files that were kept last, even by an earlier run of the program.
    fn kept_orders(&self) -> Result<Vec<String>, Refusal> {
        Ok(Vec::new())
    }

    /// Keeps exactly these lines of held turn files, for their sides alone, until they are opened.
    fn keep_orders(&mut self, _lines: &[String]) -> Result<(), Refusal> {
        Ok(())
    }
}

/// A journal kept in memory only. If it was closed, it first adds the entry `Opened`, as a file does.
impl<G: Game> JournalStore<G> for Journal<G> {
    fn journal(&self) -> &Journal<G> {
        self
    }
    fn journal_mut(&mut self) -> &mut Journal<G> {
        self
    }
    fn commit(&mut self, entries: Vec<EntryOf<G>>) -> Result<(), Refusal> {
        if self.is_closed() && !matches!(entries.first(), Some(Entry::Opened)) {
            self.add(Entry::Opened).map_err(|misfit| Refusal::journal(misfit.to_string()))?;
        }
        let mut size_of_commit = (1 < entries.len()).then_some(entries.len());
        let checked = self.check_group(&entries);
        let added = checked
            .and_then(|()| entries.into_iter().try_for_each(|entry| self.add_kept(entry, size_of_commit.take(), None)));
        added.map_err(|misfit| Refusal::journal(misfit.to_string()))
    }
}

pub enum Input {
    Line(String),
    /// Ctrl-C.
    Interrupted,
    /// Ctrl-D, or the input has ended.
    End,
}

/// Everything a session needs from the outside: a person to ask, random numbers, a clock and a board style.
pub trait Frontend {
    /// Whether there is a person to ask. A script has none.
    fn can_ask(&self) -> bool;

    fn ask(&self, question: &str) -> Result<Input, Refusal>;

    /// As [`ask`](Frontend::ask), after a rejected answer, which is put back on the line to be corrected.
    fn ask_again(&self, question: &str, _answer: &str) -> Result<Input, Refusal> {
        self.ask(question)
    }

    /// As [`ask`](Frontend::ask), for a word that is not shown while it is typed.
    fn ask_hidden(&self, question: &str) -> Result<Input, Refusal>;

    /// Shows text that is not the answer to a line, such as what stands above a question.
    fn aside(&self, words: &str);

    /// Shows how far the engine has thought since the last call of [`stop_test`](Frontend::stop_test). It replaces the
    /// previous progress. Nothing is left of it when the engine is done.
    fn show_progress(&self, _words: &str) {}

    fn threads(&self) -> usize {
        1
    }

    /// Returns an unpredictable salt.
    fn salt(&self) -> Result<String, Refusal>;

    /// Returns the test for when the engine must answer at once: time is up, or the person interrupts.
    fn stop_test(&self, within: Option<Duration>) -> Box<dyn Fn() -> bool + Sync + '_>;

    /// Returns how boards are drawn by default.
    fn board_style(&self) -> CharacterSet;

    /// Returns the time since a fixed moment, or `None` without a clock.
    fn elapsed(&self) -> Option<Duration> {
        None
    }

    /// Returns the text of a file.
    fn read_file(&self, name: &str) -> Result<String, Refusal> {
        Err(Refusal::cannot(format!("{name} cannot be read here.")))
    }

    /// Writes a new file.
    fn write_file(&self, name: &str, _text: &str) -> Result<(), Refusal> {
        Err(Refusal::cannot(format!("{name} cannot be written here.")))
    }

    /// Returns how many lines fit the screen, or `None` if there is no limit.
    fn screen_lines(&self) -> Option<usize> {
        None
    }
}
