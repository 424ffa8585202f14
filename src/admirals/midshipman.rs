//! The player who goes by rules of thumb.
use super::{Chosen, Due, Memory, Policy, Task, contact, control, guns, helm, lights, torpedoes};
use naval::{model::doctrine::Lights, view::Outlook};
use play::Rng;
use search::Stop;

/// Plays by rules of thumb, one for each decision; looks at no turn but this one, and leaves nothing to chance.
pub struct Midshipman;

impl Policy for Midshipman {
    fn choose(&self, at: &Outlook, memory: &Memory, due: &Due, _rng: &mut Rng, _stop: Stop<'_>) -> Chosen {
        // What is chosen first is supposed before the rest is chosen.
        let at = &mut at.clone();
        let choices = match due.task {
            Task::Approach => contact::approach(at).into_iter().collect(),
            Task::Deploy => contact::deploy(at, due),
            Task::Preplots => contact::preplots(at, due),
            Task::Plots => {
                let mut chosen = helm::flags(at, due);
                chosen.extend(helm::plots(at, due));
                chosen
            }
            Task::Launches => torpedoes::launches(at, due),
            Task::Lights => lights::lights(at, memory, Lights::WhenFiredOn, due),
            Task::BigGuns => guns::big(at, memory, due),
            Task::Batteries => guns::batteries(at, due),
            Task::Coups => control::coups(at, due),
            Task::Repairs => control::repairs(at, due),
        };
        choices.into()
    }
}
