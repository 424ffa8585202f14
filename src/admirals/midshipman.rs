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
        view: &PlayerView,
        memory: &Memory,
        decision: &PendingDecision,
        _rng: &mut Rng,
        _stop: Stop<'_>,
    ) -> PolicyAnswer {
        // Each choice is assumed before the next is chosen.
        let view = &mut view.clone();
        let choices = match decision.task {
            Task::Approach => contact::approach(view).into_iter().collect(),
            Task::Deploy => contact::deploy(view, decision),
            Task::Preplots => contact::preplots(view, decision),
            Task::Plots => {
                let mut chosen = helm::flag_shifts(view, decision);
                chosen.extend(helm::plain_plots(view, decision));
                chosen
            }
            Task::Launches => torpedoes::launches(view, decision),
            Task::Lights => lights::lights(view, memory, Lights::WhenFiredOn, decision),
            Task::BigGuns => guns::declare_big_guns(view, memory, decision),
            Task::Batteries => guns::declare_batteries(view, decision),
            Task::Coups => control::finishing_shots(view, decision),
            Task::Repairs => control::repairs(view, decision),
        };
        choices.into()
    }
}
