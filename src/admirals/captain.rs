//! The player that scores each order by its expected results, guided by a doctrine card.
use super::{
    Memory, Midshipman, PendingDecision, Policy, PolicyAnswer, Task, Weights, control, fleet, gun_targets, helm,
    lights, torpedoes,
};
use naval::model::doctrine::{Doctrine, Prizes};
use naval::view::PlayerView;
use play::Rng;
use search::Stop;

/// Scores orders by expected values over this turn and a few turns straight on. It looks no farther and uses no random
/// numbers. Other decisions it leaves to the midshipman.
pub struct Captain {
    card: Doctrine,
    weights: Weights,
    /// Whether its boats attack even with heavy ships to wait behind.
    attacks: bool,
}

impl Captain {
    pub fn new(card: Doctrine) -> Captain {
        Captain { card, weights: Weights::HOUSE, attacks: false }
    }

    /// A captain whose boats also attack by day.
    pub fn attacking(card: Doctrine) -> Captain {
        Captain { attacks: true, ..Captain::new(card) }
    }

    /// A captain of the laboratory, which scores plots by other weights.
    pub fn with_weights(self, weights: Weights) -> Captain {
        Captain { weights, ..self }
    }

    pub fn prizes(&self) -> Prizes {
        self.card.prizes
    }

    /// A captain with the default card.
    pub fn plain() -> Captain {
        Captain::new(Doctrine::default_card())
    }
}

impl Policy for Captain {
    fn choose(
        &self,
        view: &PlayerView,
        memory: &Memory,
        decision: &PendingDecision,
        rng: &mut Rng,
        stop: Stop<'_>,
    ) -> PolicyAnswer {
        // Each choice is assumed before the next is chosen.
        let supposed = &mut view.clone();
        let choices = match decision.task {
            Task::Plots => {
                let mut chosen = helm::flag_shifts(supposed, decision);
                chosen.extend(fleet::detach_stragglers(supposed, decision));
                chosen.extend(helm::detachments(supposed, memory, &self.card, decision));
                chosen.extend(fleet::form_lines(supposed, decision));
                chosen.extend(helm::scored_plots(
                    supposed,
                    memory,
                    (&self.card, &self.weights),
                    self.attacks,
                    decision,
                ));
                chosen
            }
            Task::Launches => torpedoes::scored_launches(supposed, &self.card, decision),
            Task::Lights => lights::lights(supposed, memory, self.card.night.lights, decision),
            Task::BigGuns => gun_targets::declare_big_guns(supposed, memory, &self.card, decision),
            Task::Batteries => gun_targets::declare_batteries(supposed, &self.card, decision),
            Task::Repairs => control::scored_repairs(supposed, &self.card, decision),
            Task::Approach | Task::Deploy | Task::Preplots | Task::Coups => {
                return Midshipman.choose(view, memory, decision, rng, stop);
            }
        };
        choices.into()
    }
}
