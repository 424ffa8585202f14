//! Sessions: one game under way, which takes lines and returns entries and answers.
use std::{borrow::Cow, cell::Cell};

use crate::{
    Act, AtTable, Common, CommonVerb, Door, Keeper, Mode, Moment, Order, Outcome, Refusal, Ruling, Table, Telling,
    Told,
    dice::mode_in_force,
    line::{self, Amending},
    telling::telling_in_force,
    transaction::UnderWay,
};
use load::Sources;
use play::journal::{Entry, Journal, Notice};
use play::{Fault, Hint};

/// One game under way: takes lines, returns entries and answers.
pub struct Session<'a, G: AtTable> {
    pub(crate) keeper: &'a mut dyn Keeper<G>,
    pub door: &'a dyn Door,
    pub sources: &'a Sources,
    /// Where dice come from if a command brings none.
    pub mode: Mode,
    pub telling: Telling,
    pub seat: G::Seat,
    pub(crate) pages: Pages<G>,
    /// Whether the person at the keyboard has left.
    pub(crate) left: Cell<bool>,
    pub(crate) under_way: UnderWay,
}

impl<'a, G: AtTable> Session<'a, G> {
    /// Opens a session on a journal, with the dice mode recorded last in it.
    pub fn new(
        keeper: &'a mut dyn Keeper<G>,
        door: &'a dyn Door,
        sources: &'a Sources,
        seat: G::Seat,
        pages: Pages<G>,
    ) -> Session<'a, G> {
        let mode = mode_in_force(keeper.journal());
        let telling = telling_in_force(keeper.journal());
        let (left, under_way) = (Cell::new(false), UnderWay::default());
        Session { keeper, door, sources, mode, telling, seat, pages, left, under_way }
    }

    pub fn journal(&self) -> &Journal<G> {
        self.keeper.journal()
    }

    pub fn state(&self) -> &G::State {
        self.keeper.journal().state()
    }

    /// Returns the game as the viewer may know it.
    pub fn known(&self) -> Cow<'_, G::State> {
        G::known(self)
    }

    /// Whether the person at the keyboard has left, by a command or at a question.
    pub fn is_left(&self) -> bool {
        self.left.get()
    }

    /// Marks that the person leaves once the current line is answered.
    pub(crate) fn leave(&self) {
        self.left.set(true);
    }

    /// Records a note. White space is collapsed, so that the note fits on one line of the log.
    pub(crate) fn remark(&mut self, words: &str) -> Result<Told, Refusal> {
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        if !play::is_line(&words) {
            return Err(Refusal::read("a note has words and no control characters").hint("note the words alone"));
        }
        self.record(Entry::Remarked { words })?;
        Ok(G::told(self, &Outcome::Noted))
    }

    /// Draws what was asked for. Refused if a word does not belong to the request, or if the file exists already.
    pub fn draw(&mut self, asked: &G::Drawing) -> Result<Told, Refusal> {
        (self.pages)(self, asked)
    }

    /// Carries out one line. Nothing has changed if it is refused.
    pub fn line(&mut self, text: &str) -> Result<Told, Refusal> {
        self.left.set(false);
        match line::said(text)? {
            "" => Ok(Told::default()),
            line => G::answer(self, line),
        }
    }

    /// Answers a command that every session knows.
    pub(crate) fn common(&mut self, word: Common) -> Result<Told, Refusal> {
        match word {
            Common::Undo(back) => self.undo(back),
            Common::Redo { to } => self.redo(to),
            Common::Amend { entry, because, line } => self.amend(Amending { entry, because, line }),
            Common::Dice(mode) => self.throw(mode),
            Common::Show(telling) => self.tell_in(telling),
            Common::Quit => {
                self.leave();
                Ok(Told::default())
            }
        }
    }

    /// Returns the refusal of a session command that lacks something or has too much. `amends` gives an example of an
    /// amendment, for a line without the correction.
    pub(crate) fn misread(
        verb: Option<CommonVerb>,
        typed: &str,
        fault: Fault,
        amends: impl FnOnce() -> Hint,
    ) -> Refusal {
        let is_missing = fault.at.is_empty();
        let problem = Refusal::in_line(typed, fault);
        match verb {
            Some(CommonVerb::Undo) => problem.form(line::HINT),
            Some(CommonVerb::Redo) => problem.form("redo, or redo 120"),
            Some(CommonVerb::Amend) if is_missing => problem.hint(amends()),
            _ => problem,
        }
    }

    /// Changes where dice come from, and records it in the journal. Only the referee may do so.
    pub fn throw(&mut self, mode: Mode) -> Result<Told, Refusal> {
        G::may(self, Act::Rule)?;
        self.settle(mode)?;
        Ok(G::told(self, &Outcome::DiceFrom(mode)))
    }

    /// Sets the dice mode, and records it if the journal says otherwise.
    pub fn settle(&mut self, mode: Mode) -> Result<(), Refusal> {
        if mode_in_force(self.journal()) != mode {
            self.notice(Notice::Dice { typed: mode == Mode::Ask })?;
        }
        self.mode = mode;
        Ok(())
    }

    /// Carries out an order as typed.
    pub fn typed(&mut self, text: &str) -> Result<Told, Refusal> {
        let order = G::read(&self.known(), text)?;
        let ruling = self.give(order)?;
        Ok(G::told(self, &Outcome::Ruled(&ruling)))
    }

    /// Carries out an order. The caller reports the result.
    pub(crate) fn give(&mut self, order: Order<G::Command>) -> Result<Ruling<G>, Refusal> {
        let command = G::expand(self, self.state(), &order, None)?;
        let command = G::before(self, &command, Moment::Typed { is_final: order.is_final })?.unwrap_or(command);
        Ok(self.rule(command, order.dice.as_deref())?)
    }

    /// Carries out a command that brings no dice.
    pub fn command(&mut self, command: G::Command) -> Result<Told, Refusal> {
        let ruling = self.rule(command, None)?;
        Ok(G::told(self, &Outcome::Ruled(&ruling)))
    }
}

/// Turns a game's session into a [`Table`]. It is compiled in this crate, so that the front end compiles no game.
pub type Sits<G> = for<'t, 's> fn(&'t mut Session<'s, G>) -> &'t mut dyn Table;

/// Draws a map, a board or a printed page. The front end provides it: it writes files and knows the screen.
pub type Pages<G> = fn(&mut Session<'_, G>, &<G as AtTable>::Drawing) -> Result<Told, Refusal>;
