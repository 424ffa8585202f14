//! The player who weighs each turn by what may be expected of it.
use super::{Choice, Due, Memory, Midshipman, Policy, Task, guns::weighed, helm};
use naval::view::Outlook;
use play::Rng;
use search::Stop;

/// Chooses targets and courses by expected values, one turn ahead and a few straight on; looks no farther, and draws no lot.
/// What he does not weigh he does as the midshipman does.
pub struct Captain;

impl Policy for Captain {
    fn choose(&self, at: &Outlook, memory: &Memory, due: &Due, lot: &mut Rng, stop: Stop<'_>) -> Vec<Choice> {
        match due.task {
            Task::Plots => helm::weighed_plots(&mut at.clone(), memory, due),
            Task::BigGuns => weighed::big(&mut at.clone(), due),
            Task::Batteries => weighed::batteries(&mut at.clone(), due),
            Task::Approach
            | Task::Deploy
            | Task::Preplots
            | Task::Launches
            | Task::Lights
            | Task::Coups
            | Task::Repairs => Midshipman.choose(at, memory, due, lot, stop),
        }
    }
}
