//! What is lawful beside what a player would order, for whoever asks for advice.
use super::{Choice, Due, Memory, Task, Weighed, aimed, helm, lights, torpedoes};
use naval::{model::doctrine::Doctrine, view::Outlook};

/// Orders that are allowed in a decision and that none of the choices weighs, ship by ship or base by base, the best first.
///
/// What is weighed beside a choice stands among its reasons; here is what nobody would order: courses off the one that
/// a rule of thumb gives him, launches and lights that are not worth it to him, and shots beyond the range at which his card opens fire.
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
