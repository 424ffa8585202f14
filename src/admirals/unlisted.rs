//! Legal orders that a player would not consider, for advice.
use super::{Choice, Memory, PendingDecision, ScoredOption, Task, gun_targets, helm, lights, torpedoes};
use naval::{model::doctrine::Doctrine, view::PlayerView};

/// Returns allowed orders that no choice lists among its options, by ship or base, the best first.
///
/// A player would not give these: other courses where a rule of thumb decides, launches and lights below its threshold,
/// and shots beyond the card's opening range.
pub fn unlisted_options(
    outlook: &PlayerView,
    memory: &Memory,
    card: &Doctrine,
    due: &PendingDecision,
    choices: &[Choice],
) -> Vec<Vec<ScoredOption>> {
    let options = match due.task {
        Task::Plots => helm::courses_by_thumb(outlook, memory, card, due, choices),
        Task::Launches => torpedoes::all_launch_options(outlook, card, due),
        Task::Lights => lights::all_light_options(outlook, due),
        Task::BigGuns => gun_targets::held_shots(outlook, memory, card, due),
        Task::Approach | Task::Deploy | Task::Preplots | Task::Batteries | Task::Coups | Task::Repairs => Vec::new(),
    };
    let is_listed = |option: &ScoredOption| {
        choices.iter().flat_map(|choice| &choice.reasons.options).any(|listed| listed.command == option.command)
    };
    let rest = options.into_iter().map(|mut options| {
        options.retain(|option| !is_listed(option) && outlook.allows(&option.command));
        options
    });
    rest.filter(|options| !options.is_empty()).collect()
}
