//! The player who weighs each order by what may be expected of it, and goes by a card.
use super::{Chosen, Due, Memory, Midshipman, Policy, Task, aimed, control, fleet, helm, lights, torpedoes};
use naval::model::doctrine::{Doctrine, Prizes};
use naval::view::Outlook;
use play::Rng;
use search::Stop;

/// Weighs by expected values, this turn and a few straight on; looks no farther, and leaves nothing to chance. What he
/// does not weigh he does as the midshipman does.
pub struct Captain {
    card: Doctrine,
    /// His boats attack, whatever lies there for them to wait behind.
    attacks: bool,
}

impl Captain {
    /// One who fights as the card says.
    pub fn of(card: Doctrine) -> Captain {
        Captain { card, attacks: false }
    }

    /// The same, whose boats attack by day as well.
    pub fn attacking(card: Doctrine) -> Captain {
        Captain { card, attacks: true }
    }

    /// By what he weighs hits.
    pub fn prizes(&self) -> Prizes {
        self.card.prizes
    }

    /// One of whom nothing else is known.
    pub fn plain() -> Captain {
        Captain::of(Doctrine::plain())
    }
}

impl Policy for Captain {
    fn choose(&self, at: &Outlook, memory: &Memory, due: &Due, rng: &mut Rng, stop: Stop<'_>) -> Chosen {
        // What is chosen first is supposed before the rest is chosen.
        let supposed = &mut at.clone();
        let choices = match due.task {
            Task::Plots => {
                let mut chosen = helm::flags(supposed, due);
                chosen.extend(fleet::parted(supposed, due));
                chosen.extend(helm::detached(supposed, memory, &self.card, due));
                chosen.extend(fleet::joined(supposed, due));
                chosen.extend(helm::weighed_plots(supposed, memory, &self.card, self.attacks, due));
                chosen
            }
            Task::Launches => torpedoes::weighed_launches(supposed, &self.card, due),
            Task::Lights => lights::lights(supposed, memory, self.card.night.lights, due),
            Task::BigGuns => aimed::big(supposed, memory, &self.card, due),
            Task::Batteries => aimed::batteries(supposed, &self.card, due),
            Task::Repairs => control::weighed_repairs(supposed, &self.card, due),
            Task::Approach | Task::Deploy | Task::Preplots | Task::Coups => {
                return Midshipman.choose(at, memory, due, rng, stop);
            }
        };
        choices.into()
    }
}
