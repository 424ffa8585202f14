//! The player who weighs each course by what may be expected of it.
use super::{Choice, Due, Memory, Midshipman, Policy, Task, helm};
use naval::view::Outlook;
use play::Rng;
use search::Stop;

/// Steers by expected values, this turn and a few straight on; looks no farther, and draws no lot. What he does not weigh
/// he does as the midshipman does.
pub struct Captain;

impl Policy for Captain {
    fn choose(&self, at: &Outlook, memory: &Memory, due: &Due, lot: &mut Rng, stop: Stop<'_>) -> Vec<Choice> {
        match due.task {
            Task::Plots => helm::weighed_plots(&mut at.clone(), memory, due),
            Task::Approach
            | Task::Deploy
            | Task::Preplots
            | Task::Launches
            | Task::Lights
            | Task::BigGuns
            | Task::Batteries
            | Task::Coups
            | Task::Repairs => Midshipman.choose(at, memory, due, lot, stop),
        }
    }
}
