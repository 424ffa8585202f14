//! Each level beats the one below it: battles fought twice with the players swapped, on the same dice.
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use admirals::{
    Admiral, Captain, Choice, Memory, Midshipman, PendingDecision, Player, Policy, PolicyAnswer, Reasons, Task, fight,
    seed_of, unlisted::unlisted_options,
};
use naval::model::{Element, Plot, Setup, Turn, TurnKind, TurnSide, doctrine::Doctrine};
use naval::{Command, Id, Inches, rules::moves, view::PlayerView};
use naval_kit::{scenario, scenario_text};
use play::Rng;
use search::{Stop, run_parallel};

use crate::{
    admiral::plan_of,
    battles::{battle_count, never},
    certificates::mirrored,
};

/// Kamimura's cruisers against an equal force in mirrored positions, their historical battle, and one generated until
/// captains found it fair: `scenario generate --theatre baltic --size small --fair --seed 1`.
fn battles() -> [(&'static str, Setup); 3] {
    let fair = scenario_text(&naval_kit::builtin(), "fair.yaml", include_str!("fair.yaml")).unwrap();
    let ulsan = scenario("ulsan");
    // Uses points only, because the victory conditions concern one side's ships.
    let alone = Setup { rules: Vec::new(), special_rules: Vec::new(), victory: Default::default(), ..ulsan.clone() };
    [("mirrored", mirrored(alone)), ("ulsan", ulsan), ("fair", fair)]
}

/// One player's advantage over another, in points of the final margin.
struct Advantage {
    mean: f64,
    error: f64,
    text: String,
}

impl Advantage {
    fn from_margins(what: &str, margins: &[f64]) -> Advantage {
        let n = margins.len() as f64;
        let mean = margins.iter().sum::<f64>() / n;
        let squares: f64 = margins.iter().map(|margin| (margin - mean).powi(2)).sum();
        let error = (squares / (n - 1.0) / n).sqrt();
        let text = format!("{what}: {mean:.2} points a battle, standard error {error:.2}, {n} pairs");
        println!("{text}");
        Advantage { mean, error, text }
    }

    /// Whether the player may be no worse: its mean is above -1.96 standard errors.
    fn is_confirmed(&self) -> bool {
        0.0 <= self.mean + 1.96 * self.error
    }

    /// Whether the player is better: its mean is above 1.96 standard errors.
    fn is_proved(&self) -> bool {
        0.0 < self.mean - 1.96 * self.error
    }
}

/// Half the difference between the margins with the better player on either side, over this many pairs, in equal parts
/// of these battles.
fn worth(what: &str, battles: &[(&str, Setup)], better: Player<'_>, other: Player<'_>, pairs: u64) -> Advantage {
    let margins = battles.iter().flat_map(|(name, setup)| {
        let margin =
            |players: [Player<'_>; 2], seed| f64::from(fight(setup, &players, seed, false, &never).result.margin());
        let pair = |seed| (margin([better, other], seed) - margin([other, better], seed)) / 2.0;
        let part = pairs.div_ceil(battles.len() as u64);
        let sums =
            run_parallel(part, 2, |sum: &mut Vec<f64>, number| sum.push(pair(seed_of(1904, number + 1))), |_| ());
        let part = sums.concat();
        Advantage::from_margins(&format!("{what}, {name}"), &part);
        part
    });
    Advantage::from_margins(what, &margins.collect::<Vec<f64>>())
}

/// Draws uniformly from all legal orders. Each division, whether it leads or follows, draws any turn of the template
/// and any speed it can make, and draws again if the rules refuse it. Other orders are drawn from all those that a
/// captain considers or rejects, and from nothing where no order is required.
struct RandomPlayer;

impl Policy for RandomPlayer {
    fn choose(
        &self,
        player_view: &PlayerView,
        memory: &Memory,
        decision: &PendingDecision,
        rng: &mut Rng,
        stop: Stop<'_>,
    ) -> PolicyAnswer {
        if decision.task == Task::Plots {
            let at = &mut player_view.clone();
            return decision.units.iter().filter_map(|unit| any_plot(at, unit, rng)).collect::<Vec<Choice>>().into();
        }
        let choices = Captain::plain().choose(player_view, memory, decision, rng, stop).choices;
        let unlisted = unlisted_options(player_view, memory, &Doctrine::default_card(), decision, &choices);
        let weighed = choices.into_iter().map(|choice| choice.reasons.options);
        let mut view = player_view.clone();
        let draw = |mut options: Vec<admirals::ScoredOption>| {
            let nothing = u64::from(!matches!(decision.task, Task::Preplots | Task::Approach | Task::Deploy));
            while !options.is_empty() {
                let drawn = rng.below(options.len() as u64 + nothing) as usize;
                if drawn == options.len() {
                    return None;
                }
                let option = options.swap_remove(drawn);
                if view.try_order(&option.command) {
                    return Some(choice_without_reasons(option.command));
                }
            }
            None
        };
        weighed.chain(unlisted).filter_map(draw).collect::<Vec<Choice>>().into()
    }
}

/// An order without reasons.
fn choice_without_reasons(command: Command) -> Choice {
    let option = admirals::ScoredOption::from_terms(command.clone(), Vec::new());
    Choice { command, reasons: Reasons { options: vec![option], chosen: 0 } }
}

/// An immediate turn by any angle of the template, or none, then straight on at any speed, drawn uniformly from the
/// legal ones. If none is legal, the midshipman's plot. [5.7]
fn any_plot(player_view: &mut PlayerView, unit: &Id, rng: &mut Rng) -> Option<Choice> {
    let division = player_view.state().division(unit)?.clone();
    let quarters = (moves::fastest(player_view.state(), &division).as_f64() * 4.0).floor() as u64;
    let manner = if player_view.state().is_in_column(&division) { TurnKind::Column } else { TurnKind::Ships };
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
        if player_view.try_order(&command) {
            return Some(choice_without_reasons(command));
        }
    }
    let decision = PendingDecision { task: Task::Plots, units: vec![unit.clone()] };
    Midshipman.choose(player_view, &Memory::default(), &decision, rng, &never).choices.into_iter().next()
}

/// The lowest rung. By default, 36 pairs are played. `LONG=200` plays enough for a proof.
#[test]
fn a_midshipman_beats_a_random_player() {
    let pairs = battle_count(36);
    let worth = worth("a midshipman over orders at random", &battles(), &Midshipman, &RandomPlayer, pairs);
    assert!(worth.is_confirmed() && (pairs < 200 || worth.is_proved()), "{}", worth.text);
}

/// The next rung. By default, 60 pairs are played. `LONG=400` plays enough for a proof.
#[test]
fn a_captain_beats_a_midshipman_from_both_sides() {
    let pairs = battle_count(60);
    let worth = worth("a captain over a midshipman", &battles(), &Captain::plain(), &Midshipman, pairs);
    assert!(worth.is_confirmed() && (pairs < 400 || worth.is_proved()), "{}", worth.text);
}

/// An admiral that counts the turns in which it left the captain's plan.
struct CountingAdmiral {
    admiral: Admiral,
    left: AtomicUsize,
}

impl Policy for CountingAdmiral {
    fn choose(
        &self,
        player_view: &PlayerView,
        memory: &Memory,
        decision: &PendingDecision,
        rng: &mut Rng,
        stop: Stop<'_>,
    ) -> PolicyAnswer {
        let chosen = self.admiral.choose(player_view, memory, decision, rng, stop);
        let left = |choice: &Choice| {
            let plan = plan_of(&choice.reasons.options[choice.reasons.chosen]);
            plan.is_some_and(|plan| plan != admirals::Plan::Best)
        };
        self.left.fetch_add(usize::from(chosen.choices.iter().any(left)), Relaxed);
        chosen
    }
}

/// The highest rung. By default, two pairs of short battles are played. `LONG=120` plays enough for a proof.
#[test]
fn an_admiral_beats_a_captain_from_both_sides() {
    let pairs = battle_count(2);
    let nodes = if pairs < 20 { 2_500 } else { 5_000 };
    let admiral = CountingAdmiral { admiral: Admiral::new(Doctrine::default_card(), nodes), left: AtomicUsize::new(0) };
    let mut battles = battles().to_vec();
    if pairs < 20 {
        battles.retain(|(name, _)| *name == "ulsan");
        battles[0].1.turns = 12;
    }
    let what = format!("an admiral of {nodes} nodes over a captain");
    let worth = worth(&what, &battles, &admiral, &Captain::plain(), pairs);
    assert!(worth.is_confirmed() && (pairs < 120 || worth.is_proved()), "{}", worth.text);
    assert!(0 < admiral.left.into_inner(), "the admiral never leaves the captain's plan");
}
