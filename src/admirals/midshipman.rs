//! The player that uses rules of thumb.
use super::{Chosen, Due, Memory, Policy, Task, contact, control, guns, helm, lights, torpedoes};
use naval::{model::doctrine::Lights, view::Outlook};
use play::Rng;
use search::Stop;

/// Plays by one rule of thumb for each decision. It looks only at this turn and uses no random numbers.
pub struct Midshipman;

impl Policy for Midshipman {
    fn choose(&self, at: &Outlook, memory: &Memory, due: &Due, _rng: &mut Rng, _stop: Stop<'_>) -> Chosen {
        // Each choice is assumed before the next is chosen.
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
