//! What a player is: a pure function of what his side knows.
use super::{Due, Memory, Reasons};
use naval::{Command, view::Outlook};
use play::Rng;
use search::Stop;

/// A player. He keeps nothing: the same outlook, memory, decision and lot make the same choices.
pub trait Policy: Sync {
    /// His answers to a decision, in the order in which they are to be given; nothing where he does nothing.
    ///
    /// Each is allowed in the outlook in which those before it have been supposed.
    fn choose(&self, at: &Outlook, memory: &Memory, due: &Due, lot: &mut Rng, stop: Stop<'_>) -> Vec<Choice>;
}

/// An order, and why it was given.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    pub command: Command,
    pub reasons: Reasons,
}
