//! What a player is: a pure function of what his side knows.
use super::{Due, Memory, Reasons, Task};
use naval::{Command, view::Outlook};
use play::{PairHash, Rng};
use search::Stop;

/// A player. He keeps nothing: the same outlook, memory, decision and generator make the same choices.
pub trait Policy: Sync {
    /// His answers to a decision, in the order in which they are to be given; nothing where he does nothing.
    ///
    /// Each is allowed in the outlook in which those before it have been supposed.
    fn choose(&self, at: &Outlook, memory: &Memory, due: &Due, rng: &mut Rng, stop: Stop<'_>) -> Chosen;
}

/// What a player answers.
#[derive(Clone, PartialEq, Debug)]
pub struct Chosen {
    pub choices: Vec<Choice>,
    /// He was left to finish: he would answer the same again. Who was told to stop answers with the best so far.
    pub is_whole: bool,
}

impl From<Vec<Choice>> for Chosen {
    fn from(choices: Vec<Choice>) -> Chosen {
        Chosen { choices, is_whole: true }
    }
}

impl IntoIterator for Chosen {
    type Item = Choice;
    type IntoIter = std::vec::IntoIter<Choice>;

    fn into_iter(self) -> Self::IntoIter {
        self.choices.into_iter()
    }
}

/// An order, and why it was given.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    pub command: Command,
    pub reasons: Reasons,
}

/// The generator of a decision: of the seed of the battle, the side, the moment and what is decided, and of nothing else, so that
/// whoever is asked again draws the same. No die comes of it.
pub fn rng_of(seed: u64, at: &Outlook, task: Task) -> Rng {
    let state = at.state();
    let side = state.setup.sides.iter().position(|side| side.id == *at.side()).unwrap_or_default();
    let moment = u64::from(state.turn) << 8 | (state.segment as u64) << 1 | u64::from(state.half.is_some());
    Rng(PairHash::default().pair(seed, side as u64 + 1).pair(moment, task as u64).key())
}
