//! Sessions: one game under way, which takes lines and returns entries and answers.
use std::{borrow::Cow, cell::Cell, rc::Rc};

use crate::{
    Answer, AskPoint, Common, DiceMode, Frontend, JournalStore, LineOutcome, Order, Permission, PlayableGame, Refusal,
    RuledCommand, RulingDetail, SharedVerb, Table,
    block::Block,
    detail::current_detail,
    dice::current_dice_mode,
    line::{self, AmendRequest},
    transaction::Transaction,
};
use load::Sources;
use play::journal::{Entry, Journal, Notice, Origin};
use play::{Hint, LineError};

/// One game under way: takes lines, returns entries and answers.
///
/// ```
/// # use session::{Answer, Frontend, Input, Refusal, Session, boards::BoardSeat};
/// # use std::time::Duration;
/// # struct NoPerson;
/// # impl Frontend for NoPerson {
/// #     fn can_ask(&self) -> bool { false }
/// #     fn ask(&self, _: &str) -> Result<Input, Refusal> { Ok(Input::End) }
/// #     fn ask_hidden(&self, _: &str) -> Result<Input, Refusal> { Ok(Input::End) }
/// #     fn aside(&self, _: &str) {}
/// #     fn salt(&self) -> Result<String, Refusal> { Ok("0".repeat(32)) }
/// #     fn stop_test(&self, _: Option<Duration>) -> Box<dyn Fn() -> bool + Sync + '_> { Box::new(|| false) }
/// #     fn board_style(&self) -> show::map::CharacterSet { show::map::CharacterSet::Ascii }
/// # }
/// use boards::tafl::{Setup, Tafl};
/// use play::journal::{Header, Journal};
///
/// let mut journal = Journal::<Tafl>::new(Header::current::<Tafl>("tafl", "example", 7, Setup::default()));
/// let sources = load::Sources::built_in(&[]);
/// let mut session = Session::new(&mut journal, &NoPerson, &sources, BoardSeat::new(None), |_, _| Ok(Answer::text("")));
/// session.line("lot").unwrap();
/// assert!(session.line("lot").is_err(), "the lot was drawn");
/// assert_eq!(session.journal().entries().len(), 1);
/// ```
pub struct Session<'a, G: PlayableGame> {
    pub(crate) store: &'a mut dyn JournalStore<G>,
    pub frontend: &'a dyn Frontend,
    pub sources: &'a Sources,
    /// Where dice come from if a command brings none.
    pub dice_mode: DiceMode,
    pub detail: RulingDetail,
    pub seat: G::Seat,
    pub(crate) draw_fn: DrawFn<'a, G>,
    pub(crate) has_left: Cell<bool>,
    pub(crate) transaction: Transaction,
    /// The turn file that gives the current command.
    pub(crate) origin: Option<Origin>,
    /// The lines of a block that has begun and not ended.
    pub(crate) block: Option<Block>,
}

impl<'a, G: PlayableGame> Session<'a, G> {
    /// Opens a session on a journal, with the dice mode and the ruling detail recorded last in it.
    pub fn new(
        store: &'a mut dyn JournalStore<G>,
        frontend: &'a dyn Frontend,
        sources: &'a Sources,
        seat: G::Seat,
        draw: impl Fn(&mut Session<'_, G>, &G::Drawing) -> Result<Answer, Refusal> + 'a,
    ) -> Session<'a, G> {
        let dice_mode = current_dice_mode(store.journal());
        let detail = current_detail(store.journal());
        Session {
            store,
            frontend,
            sources,
            dice_mode,
            detail,
            seat,
            draw_fn: Rc::new(draw),
            has_left: Cell::new(false),
            transaction: Transaction::default(),
            origin: None,
            block: None,
        }
    }

    pub fn journal(&self) -> &Journal<G> {
        self.store.journal()
    }

    pub fn state(&self) -> &G::State {
        self.store.journal().state()
    }

    pub fn known_state(&self) -> Cow<'_, G::State> {
        G::known_state(self)
    }

    /// Whether the person at the keyboard has left, by a command or at a question.
    pub fn is_left(&self) -> bool {
        self.has_left.get()
    }

    /// Marks that the person leaves once the current line is answered.
    pub(crate) fn leave(&self) {
        self.has_left.set(true);
    }

    /// Records a note. White space is collapsed, so that the note fits on one line of the log.
    pub(crate) fn add_note(&mut self, words: &str) -> Result<Answer, Refusal> {
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        if !play::is_line(&words) {
            return Err(Refusal::read("A note must have words and no control characters.").hint("type the words only"));
        }
        self.record(Entry::Remarked { words })?;
        Ok(G::report(self, &LineOutcome::Noted))
    }

    /// Draws what was asked for. Refused if a word does not belong to the request, or if the file exists already.
    pub fn draw(&mut self, drawing: &G::Drawing) -> Result<Answer, Refusal> {
        let draw = Rc::clone(&self.draw_fn);
        draw(self, drawing)
    }

    /// Carries out one line. A refused line has changed nothing, unless a person stopped at its dice.
    pub fn line(&mut self, text: &str) -> Result<Answer, Refusal> {
        self.has_left.set(false);
        if let Some(block) = &mut self.block {
            if !block.is_end(text) {
                block.push(text);
                return Ok(Answer::default());
            }
            let lines = std::mem::take(&mut self.block).map_or_else(|| Ok(Vec::new()), Block::into_lines)?;
            return G::answer_block(self, lines);
        }
        match line::clean_line(text)? {
            "" => Ok(Answer::default()),
            line => G::answer(self, line),
        }
    }

    pub(crate) fn answer_common(&mut self, command: Common) -> Result<Answer, Refusal> {
        match command {
            Common::Undo(undo) => self.undo(undo),
            Common::Redo { to } => self.redo(to),
            Common::Amend { entry, because, line } => self.amend(AmendRequest { entry, because, line }),
            Common::Dice(mode) => self.change_dice_mode(mode),
            Common::Show(detail) => self.set_detail(detail),
            Common::Quit => {
                self.leave();
                Ok(Answer::default())
            }
        }
    }

    /// Returns the refusal of a session command that lacks something or has too much. `amend_example` gives an example
    /// of an amendment, for a line without the correction.
    pub(crate) fn refuse_command(
        verb: Option<SharedVerb>,
        typed: &str,
        error: LineError,
        amend_example: impl FnOnce() -> Hint,
    ) -> Refusal {
        let is_missing = error.at.is_empty();
        let refusal = Refusal::in_line(typed, error);
        match verb {
            Some(SharedVerb::Undo) => refusal.form(line::UNDO_FORMS),
            Some(SharedVerb::Redo) => refusal.form("redo, or redo ENTRY"),
            Some(SharedVerb::Amend) if is_missing => refusal.hint(amend_example()),
            _ => refusal,
        }
    }

    /// Changes where dice come from, and records it in the journal. Only the referee may do so.
    pub fn change_dice_mode(&mut self, mode: DiceMode) -> Result<Answer, Refusal> {
        G::may(self, Permission::ActAsReferee)?;
        self.set_dice_mode(mode)?;
        Ok(G::report(self, &LineOutcome::DiceFrom(mode)))
    }

    /// Sets the dice mode, and records it if the journal says otherwise.
    pub fn set_dice_mode(&mut self, mode: DiceMode) -> Result<(), Refusal> {
        if current_dice_mode(self.journal()) != mode {
            self.record_notice(Notice::Dice { typed: mode == DiceMode::Ask })?;
        }
        self.dice_mode = mode;
        Ok(())
    }

    pub fn carry_out_typed(&mut self, text: &str) -> Result<Answer, Refusal> {
        let order = G::read(&self.known_state(), text)?;
        let ruling = self.carry_out(order)?;
        Ok(G::report(self, &LineOutcome::Ruled(&ruling)))
    }

    /// Carries out an order. The caller reports the result.
    pub(crate) fn carry_out(&mut self, order: Order<G::Command>) -> Result<RuledCommand<G>, Refusal> {
        let command = G::expand(self, self.state(), &order, None)?;
        let command = G::ask_choices(self, &command, AskPoint::Typed { is_final: order.is_final })?.unwrap_or(command);
        Ok(self.decide_and_record(command, order.dice.as_deref())?)
    }

    /// Carries out a command that brings no dice.
    pub fn carry_out_command(&mut self, command: G::Command) -> Result<Answer, Refusal> {
        let ruling = self.decide_and_record(command, None)?;
        Ok(G::report(self, &LineOutcome::Ruled(&ruling)))
    }
}

/// Turns a game's session into a [`Table`]. It is compiled in this crate, so that the front end compiles no game.
pub type AsTable<G> = for<'t, 's> fn(&'t mut Session<'s, G>) -> &'t mut dyn Table;

/// Draws a map, a board or a printed page. The front end provides it: it writes files and knows the screen.
pub type DrawFn<'a, G> = Rc<dyn Fn(&mut Session<'_, G>, &<G as PlayableGame>::Drawing) -> Result<Answer, Refusal> + 'a>;
