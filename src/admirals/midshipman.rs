//! The player that uses rules of thumb.
use super::{Memory, PendingDecision, Policy, PolicyAnswer, Task, contact, control, guns, helm, lights, torpedoes};
use naval::{model::doctrine::Lights, view::PlayerView};
use play::Rng;
use search::Stop;

/// Plays by one rule of thumb for each decision. It looks only at this turn and uses no random numbers.
pub struct Midshipman;

impl Policy for Midshipman {
    fn choose(
        &self,
        outlook: &PlayerView,
        memory: &Memory,
        due: &PendingDecision,
        _rng: &mut Rng,
        _stop: Stop<'_>,
    ) -> PolicyAnswer {
        // Each choice is assumed before the next is chosen.
        let outlook = &mut outlook.clone();
        let choices = match due.task {
            Task::Approach => contact::approach(outlook).into_iter().collect(),
            Task::Deploy => contact::deploy(outlook, due),
            Task::Preplots => contact::preplots(outlook, due),
            Task::Plots => {
                let mut chosen = helm::flag_shifts(outlook, due);
                chosen.extend(helm::plain_plots(outlook, due));
                chosen
            }
            Task::Launches => torpedoes::launches(outlook, due),
            Task::Lights => lights::lights(outlook, memory, Lights::WhenFiredOn, due),
            Task::BigGuns => guns::declare_big_guns(outlook, memory, due),
            Task::Batteries => guns::declare_batteries(outlook, due),
            Task::Coups => control::finishing_shots(outlook, due),
            Task::Repairs => control::repairs(outlook, due),
        };
        choices.into()
    }
}
