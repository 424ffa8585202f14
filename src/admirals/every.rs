//! Legal orders that a player would not consider, for advice.
use super::{Choice, Due, Memory, Task, Weighed, aimed, helm, lights, torpedoes};
use naval::{model::doctrine::Doctrine, view::Outlook};

/// Returns allowed orders that no choice lists among its options, by ship or base, the best first.
///
/// A player would not give these: other courses where a rule of thumb decides, launches and lights below its threshold,
/// and shots beyond the card's opening range.
pub fn besides(at: &Outlook, memory: &Memory, card: &Doctrine, due: &Due, choices: &[Choice]) -> Vec<Vec<Weighed>> {
    let each = match due.task {
        Task::Plots => helm::every(at, memory, card, due, choices),
        Task::Launches => torpedoes::every(at, card, due),
        Task::Lights => lights::every(at, due),
        Task::BigGuns => aimed::held(at, memory, card, due),
        Task::Approach | Task::Deploy | Task::Preplots | Task::Batteries | Task::Coups | Task::Repairs => Vec::new(),
    };
    let weighed = |option: &Weighed| {
        choices.iter().flat_map(|choice| &choice.reasons.options).any(|one| one.command == option.command)
    };
    let rest = each.into_iter().map(|mut options| {
        options.retain(|option| !weighed(option) && at.allows(&option.command));
        options
    });
    rest.filter(|options| !options.is_empty()).collect()
}
