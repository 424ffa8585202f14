//! The player that draws its orders, the lowest rung of every comparison.
use super::{
    Captain, Choice, Memory, Midshipman, PendingDecision, Policy, PolicyAnswer, ScoredOption, Task,
    reasons::choose_only, unlisted::unlisted_options,
};
use naval::model::command::Giver;
use naval::model::{Element, Plot, Turn, TurnKind, TurnSide, doctrine::Doctrine};
use naval::{Command, Id, Inches, notation, rules::moves, view::PlayerView};
use play::{PairHash, Rng};
use search::Stop;

/// Draws uniformly from legal orders. Each division, whether it leads or follows, draws any turn of the template and any
/// speed in quarter inches that it can make, and draws again if the rules refuse it. Other orders are drawn from all
/// those that a captain considers or rejects, and from nothing where no order is required.
///
/// What a unit draws depends only on the decision's random numbers, its name and what it may do. So it draws the same
/// when it is asked again after others have ordered, and however captains score.
pub struct RandomPlayer;

impl Policy for RandomPlayer {
    fn choose(
        &self,
        view: &PlayerView,
        memory: &Memory,
        decision: &PendingDecision,
        rng: &mut Rng,
        stop: Stop<'_>,
    ) -> PolicyAnswer {
        let (key, supposed) = (rng.word(), &mut view.clone());
        let choices: Vec<Choice> = if decision.task == Task::Plots {
            decision.units.iter().filter_map(|unit| draw_plot(supposed, unit, key, stop)).collect()
        } else {
            let considered = Captain::plain().choose(view, memory, decision, rng, stop).choices;
            let rejected = unlisted_options(view, memory, &Doctrine::default_card(), decision, &considered);
            let considered = considered.into_iter().map(|choice| choice.reasons.options);
            considered
                .chain(rejected)
                .filter_map(|options| draw_option(supposed, decision.task, key, options))
                .collect()
        };
        choices.into()
    }
}

/// Draws one of these options of a unit, or none where no order is required: the legal one with the lowest ticket.
fn draw_option(view: &mut PlayerView, task: Task, key: u64, options: Vec<ScoredOption>) -> Option<Choice> {
    let may_refrain = !matches!(task, Task::Preplots | Task::Approach | Task::Deploy);
    let refrains = options.first().filter(|_| may_refrain).map(|option| ticket(key, &subject(&option.command)));
    let ticketed =
        options.into_iter().map(|option| (ticket(key, &notation::print(view.state(), &option.command)), option));
    let mut ticketed: Vec<(u64, ScoredOption)> = ticketed.collect();
    ticketed.sort_by_key(|(number, _)| *number);
    let drawn = ticketed.into_iter().take_while(|(number, _)| refrains.is_none_or(|refrains| *number < refrains));
    let mut drawn = drawn.map(|(_, option)| option.command);
    drawn.find_map(|command| choose_only(view, command, Vec::new()))
}

/// What an order is for: a unit, and of a target also the battery.
fn subject(command: &Command) -> String {
    match (command, command.giver()) {
        (Command::Target(order), _) => format!("{} {:?}", order.firer, order.battery),
        (_, Giver::Unit(unit)) => unit.to_string(),
        _ => String::new(),
    }
}

/// A number drawn for a text.
fn ticket(key: u64, text: &str) -> u64 {
    text.bytes().fold(PairHash::default().pair(key, 0), |hash, byte| hash.pair(key, byte.into())).key()
}

/// Draws an immediate turn by any angle of the template, or none, then straight on at any speed. If none is legal,
/// returns the midshipman's plot. [5.7]
fn draw_plot(view: &mut PlayerView, unit: &Id, key: u64, stop: Stop<'_>) -> Option<Choice> {
    let rng = &mut Rng(ticket(key, unit.as_str()));
    let division = view.state().division(unit)?.clone();
    let quarters = (moves::fastest(view.state(), &division).as_f64() * 4.0).floor() as u64;
    let manner = if view.state().is_in_column(&division) { TurnKind::Column } else { TurnKind::Ships };
    let mut plots: Vec<Plot> = Vec::new();
    for speed in (0..=quarters).map(|n| Inches::nearest(n as f64 / 4.0)) {
        for degrees in (-165..=180).step_by(15) {
            let hand = TurnSide::from_degrees(f64::from(degrees));
            let turn = Turn { manner, hand, degrees: i32::unsigned_abs(degrees) as u16, radius: None };
            let elements = if degrees == 0 { Vec::new() } else { vec![Element::Turn(turn)] };
            plots.push(Plot { elements, speed: Some(speed), ..Plot::default() });
        }
    }
    while !plots.is_empty() {
        let plot = plots.swap_remove(rng.below(plots.len() as u64) as usize);
        let command = Command::Plot { unit: unit.clone(), plot, advance: false, launches: Vec::new() };
        if let Some(choice) = choose_only(view, command, Vec::new()) {
            return Some(choice);
        }
    }
    let decision = PendingDecision { task: Task::Plots, units: vec![unit.clone()] };
    Midshipman.choose(view, &Memory::default(), &decision, rng, stop).choices.into_iter().next()
}
