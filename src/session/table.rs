//! A session as the front end sees it, without the type of its game.
use std::any::Any;

use crate::{Answer, AutomaticStep, LineEffect, Permission, PlayableGame, PromptView, Refusal, Session, Stage};

/// Completes a line up to the cursor: returns the byte where the replacement begins, and the candidates.
pub type Completion = Box<dyn Fn(&str, usize) -> (usize, Vec<String>)>;

/// A session of any game. Each game's `Table` is compiled in this crate, so that the front end compiles no game.
pub trait Table {
    /// Carries out one line, as [`Session::line`]. Returns its effect and the answer.
    fn line(&mut self, text: &str) -> Result<(LineEffect, Answer), Refusal>;
    fn prompt_view(&self) -> PromptView;
    /// Returns the test for lines that may contain a secret and therefore stay out of the history.
    fn secret_line_test(&self) -> fn(&str) -> bool;
    fn complete(&self) -> Completion;
    /// Returns the game's state as the viewer may know it.
    fn known_state(&self) -> Box<dyn Any>;
    /// Whether the questions for an order may begin. Refused if no answers could make the order legal now.
    fn may_begin(&self, verb: &str) -> Result<(), Refusal>;
    /// Whether the viewer may give this order. An incomplete order is not refused.
    fn may_give(&self, line: &str) -> bool;
    /// Returns the answer to a line that does not answer a question of the front end.
    fn answer_aside(&mut self, line: &str) -> Option<String>;
    fn next_automatic_step(&mut self, stage: Stage) -> Result<Option<AutomaticStep>, Refusal>;
    fn is_left(&self) -> bool;
    /// Whether the next line belongs to a block that has begun. Then blank lines and comments are lines too.
    fn is_in_block(&self) -> bool;
    /// Drops the block that has begun, and returns the number of its lines.
    fn drop_block(&mut self) -> usize;
}

impl<G: PlayableGame<State: 'static>> Table for Session<'_, G> {
    fn line(&mut self, text: &str) -> Result<(LineEffect, Answer), Refusal> {
        let before = self.journal().entries().len();
        let answer = Session::line(self, text)?;
        Ok((LineEffect::from_entries::<G>(&self.journal().entries()[before..]), answer))
    }
    fn prompt_view(&self) -> PromptView {
        G::prompt_view(self)
    }
    fn secret_line_test(&self) -> fn(&str) -> bool {
        |line| G::nature(line).is_secret
    }
    fn complete(&self) -> Completion {
        let known = Session::known_state(self).into_owned();
        Box::new(move |line, cursor| G::complete(&known, line, cursor))
    }
    fn known_state(&self) -> Box<dyn Any> {
        Box::new(Session::known_state(self).into_owned())
    }
    fn may_begin(&self, verb: &str) -> Result<(), Refusal> {
        G::may(self, Permission::Begin(verb))
    }
    fn may_give(&self, line: &str) -> bool {
        let known = Session::known_state(self);
        G::read(&known, line).map_or(true, |order| G::expand(self, &known, &order, None).is_ok())
    }
    fn answer_aside(&mut self, line: &str) -> Option<String> {
        Session::answer_aside(self, line, true)
    }
    fn next_automatic_step(&mut self, stage: Stage) -> Result<Option<AutomaticStep>, Refusal> {
        G::next_automatic_step(self, stage)
    }
    fn is_left(&self) -> bool {
        Session::is_left(self)
    }
    fn is_in_block(&self) -> bool {
        self.block.is_some()
    }
    fn drop_block(&mut self) -> usize {
        self.block.take().map_or(0, |block| block.len())
    }
}
