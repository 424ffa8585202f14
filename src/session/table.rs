//! A game under way as the front end plays it, whichever game it is.
use std::any::Any;

use crate::{Act, AtTable, Came, Face, Followed, Refusal, Session, Stage, Told};

/// What may be typed at the end of a line, up to the cursor, and the byte from which it replaces what stands there.
pub type Completes = Box<dyn Fn(&str, usize) -> (usize, Vec<String>)>;

/// A game under way: lines in, answers out.
///
/// Each game makes its own in this room, so the front end compiles none of them.
pub trait Table {
    /// Carries out one line: what came of it, and what is told of it. Nothing has changed when it is refused.
    fn line(&mut self, text: &str) -> Result<(Came, Told), Refusal>;
    /// What the person at the keyboard sees and is asked.
    fn face(&self) -> Face;
    /// Whether a line is kept out of the history: it may hold a word that nobody may call up again.
    fn is_kept_out(&self) -> fn(&str) -> bool;
    /// What completes the next line.
    fn complete(&self) -> Completes;
    /// The game's state, as the reader may know it.
    fn known(&self) -> Box<dyn Any>;
    /// Whether the questions for an order may begin. Refused if nothing that is answered makes it lawful now.
    fn may_begin(&self, verb: &str) -> Result<(), Refusal>;
    /// Whether the reader may give the order of this line. A line that is no whole order is not refused.
    fn may_give(&self, line: &str) -> bool;
    /// What is told of a line that is no answer to a question of the front end.
    fn beside(&mut self, line: &str) -> Option<String>;
    /// The next thing that happens by itself.
    fn follow(&mut self, stage: Stage) -> Result<Option<Followed>, Refusal>;
    /// Whether the person at the keyboard has left, by a word or at a question.
    fn is_left(&self) -> bool;
}

impl<G: AtTable<State: 'static>> Table for Session<'_, G> {
    fn line(&mut self, text: &str) -> Result<(Came, Told), Refusal> {
        let before = self.journal().entries().len();
        let told = Session::line(self, text)?;
        Ok((Came::of::<G>(&self.journal().entries()[before..]), told))
    }
    fn face(&self) -> Face {
        G::face(self)
    }
    fn is_kept_out(&self) -> fn(&str) -> bool {
        |line| G::nature(line).is_secret
    }
    fn complete(&self) -> Completes {
        let known = Session::known(self).into_owned();
        Box::new(move |line, cursor| G::complete(&known, line, cursor))
    }
    fn known(&self) -> Box<dyn Any> {
        Box::new(Session::known(self).into_owned())
    }
    fn may_begin(&self, verb: &str) -> Result<(), Refusal> {
        G::may(self, Act::Begin(verb))
    }
    fn may_give(&self, line: &str) -> bool {
        let known = Session::known(self);
        G::read(&known, line).map_or(true, |order| G::expand(self, &known, &order, None).is_ok())
    }
    fn beside(&mut self, line: &str) -> Option<String> {
        Session::beside(self, line, true)
    }
    fn follow(&mut self, stage: Stage) -> Result<Option<Followed>, Refusal> {
        G::follow(self, stage)
    }
    fn is_left(&self) -> bool {
        Session::is_left(self)
    }
}
