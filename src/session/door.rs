//! What a session needs of the door at which it is played.
use std::time::Duration;

use crate::Refusal;
use play::Game;
use play::journal::{Entry, EntryOf, Journal};
use show::map::Lettering;

/// Stores a game's journal. Entries are written before they are in force.
pub trait Keeper<G: Game> {
    fn journal(&self) -> &Journal<G>;

    /// The same journal, to try a line in it behind a [`Savepoint`](play::journal::Savepoint). It goes back there before the
    /// next commit.
    fn scratch(&mut self) -> &mut Journal<G>;

    /// Puts entries in force that stand or fall together, in one write. Nothing has changed if one of them does not fit or
    /// they cannot be written.
    fn commit(&mut self, entries: Vec<EntryOf<G>>) -> Result<(), Refusal>;
}

/// A journal that is kept in memory only. After an orderly end it adds the mark of coming back first, as a file does.
impl<G: Game> Keeper<G> for Journal<G> {
    fn journal(&self) -> &Journal<G> {
        self
    }
    fn scratch(&mut self) -> &mut Journal<G> {
        self
    }
    fn commit(&mut self, entries: Vec<EntryOf<G>>) -> Result<(), Refusal> {
        let opens = self.closed() && !matches!(entries.first(), Some(Entry::Opened));
        if opens {
            self.add(Entry::Opened).map_err(|misfit| Refusal::journal(misfit.to_string()))?;
        }
        let mut of = (1 < entries.len()).then_some(entries.len());
        let fits = self.fit(&entries);
        let added = fits.and_then(|()| entries.into_iter().try_for_each(|entry| self.add_kept(entry, of.take(), None)));
        added.map_err(|misfit| Refusal::journal(misfit.to_string()))
    }
}

/// What was answered to a question.
pub enum Typed {
    Line(String),
    /// Ctrl-C.
    Interrupted,
    /// Ctrl-D, or the input has ended.
    End,
}

/// The way to whoever plays, and to what a session does not have itself: chance, time, and a page to draw on.
pub trait Door {
    /// Whether a person sits there who may be asked, as with a script nobody does.
    fn asks(&self) -> bool;

    /// One line in answer to a question.
    fn ask(&self, question: &str) -> Result<Typed, Refusal>;

    /// As [`ask`](Door::ask), after an answer that was not taken: it stands on the line again, to be put right.
    fn ask_again(&self, question: &str, _answer: &str) -> Result<Typed, Refusal> {
        self.ask(question)
    }

    /// As [`ask`](Door::ask), for a word that is not shown while it is typed.
    fn ask_unseen(&self, question: &str) -> Result<Typed, Refusal>;

    /// Words beside a question, which are no answer to a line.
    fn aside(&self, words: &str);

    /// How far the machine has thought since it was last asked when to [`stop`](Door::stop), in the place of what was said
    /// of it before; nothing when it has done.
    fn thinks(&self, _words: &str) {}

    /// On how many threads the machine may think.
    fn threads(&self) -> usize {
        1
    }

    /// A salt that nobody can foresee.
    fn salt(&self) -> Result<String, Refusal>;

    /// Says when the machine is to answer with what it has: its time is up, or the person wants no more of it.
    fn stop(&self, within: Option<Duration>) -> Box<dyn Fn() -> bool + Sync + '_>;

    /// How boards are drawn where nobody says otherwise.
    fn lettering(&self) -> Lettering;

    /// The time since any moment that stays the same; `None` where nobody has a clock.
    fn now(&self) -> Option<Duration> {
        None
    }

    /// Lines that can be seen at once; `None` where nobody counts them.
    fn lines(&self) -> Option<usize> {
        None
    }
}
