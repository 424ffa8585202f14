//! Legal orders that a player would not consider, for advice.
use super::{Choice, Memory, PendingDecision, ScoredOption, Task, gun_targets, helm, lights, torpedoes};
use naval::{model::doctrine::Doctrine, view::PlayerView};

/// Returns allowed orders that no choice lists among its options, by ship or base, the best first.
///
/// A player would not give these: other courses where a rule of thumb decides, launches and lights below its threshold,
/// and shots beyond the card's opening range.
pub fn unlisted_options(
    view: &PlayerView,
    memory: &Memory,
    card: &Doctrine,
    decision: &PendingDecision,
    choices: &[Choice],
) -> Vec<Vec<ScoredOption>> {
    let options = match decision.task {
        Task::Plots => helm::courses_by_thumb(view, memory, card, decision, choices),
        Task::Launches => torpedoes::all_launch_options(view, card, decision),
        Task::Lights => lights::all_light_options(view, decision),
        Task::BigGuns => gun_targets::held_shots(view, memory, card, decision),
        Task::Approach | Task::Deploy | Task::Preplots | Task::Batteries | Task::Coups | Task::Repairs => Vec::new(),
    };
    let is_listed = |option: &ScoredOption| {
        choices.iter().flat_map(|choice| &choice.reasons.options).any(|listed| listed.command == option.command)
    };
    let unlisted = options.into_iter().map(|mut options| {
        options.retain(|option| !is_listed(option) && view.allows(&option.command));
        options
    });
    unlisted.filter(|options| !options.is_empty()).collect()
}
