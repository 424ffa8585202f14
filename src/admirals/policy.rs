//! The interface of a player: a pure function of what its side knows.
use super::{Memory, PendingDecision, Reasons, Task};
use naval::{Command, view::PlayerView};
use play::{PairHash, Rng};
use search::Stop;

/// A player. It has no state: the same player view, memory, decision and random numbers give the same choices.
pub trait Policy: Sync {
    /// Returns the answers to a decision, in the order in which they are to be given. Empty if it does nothing.
    ///
    /// Each is allowed in the player view in which the earlier ones are assumed.
    fn choose(
        &self,
        view: &PlayerView,
        memory: &Memory,
        decision: &PendingDecision,
        rng: &mut Rng,
        stop: Stop<'_>,
    ) -> PolicyAnswer;
}

#[derive(Clone, PartialEq, Debug)]
pub struct PolicyAnswer {
    pub choices: Vec<Choice>,
    /// Whether the player finished, so that it would answer the same again. If stopped, it gives the best answer yet.
    pub is_complete: bool,
}

impl From<Vec<Choice>> for PolicyAnswer {
    fn from(choices: Vec<Choice>) -> PolicyAnswer {
        PolicyAnswer { choices, is_complete: true }
    }
}

impl IntoIterator for PolicyAnswer {
    type Item = Choice;
    type IntoIter = std::vec::IntoIter<Choice>;

    fn into_iter(self) -> Self::IntoIter {
        self.choices.into_iter()
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    pub command: Command,
    pub reasons: Reasons,
}

/// Returns the random numbers of a decision. They depend only on the seed of the battle, the side, the moment and the
/// task, so that a repeated question gives the same numbers. Game dice do not use them.
pub fn decision_rng(seed: u64, view: &PlayerView, task: Task) -> Rng {
    let state = view.state();
    let side = state.setup.sides.iter().position(|side| side.id == *view.side()).unwrap_or_default();
    let moment = u64::from(state.turn) << 8 | (state.segment as u64) << 1 | u64::from(state.half.is_some());
    Rng(PairHash::default().pair(seed, side as u64 + 1).pair(moment, task as u64).key())
}
