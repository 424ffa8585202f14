//! The random player: legal orders only, each as likely as the next, and the same when it is asked again.
use std::collections::BTreeMap;

use admirals::{
    Choice, LADDER, Memory, Midshipman, PendingDecision, Policy, RandomPlayer, Task, fight, pending_decisions,
};
use naval::{Command, Naval, State, view::PlayerView};
use naval_kit::scenario;
use play::{Game, Rng};

use crate::battles::never;

fn drawn(state: &State, side: usize, task: Task, seed: u64) -> Vec<Command> {
    let view = PlayerView::for_side(state, &state.setup.sides[side].id);
    let decision = pending_decisions(&view).into_iter().find(|due| due.task == task).unwrap();
    drawn_for(&view, &decision, seed)
}

fn drawn_for(view: &PlayerView, decision: &PendingDecision, seed: u64) -> Vec<Command> {
    let answer = RandomPlayer.choose(view, &Memory::default(), decision, &mut Rng(seed), &never);
    answer.choices.into_iter().map(|Choice { command, .. }| command).collect()
}

/// The state after the first commands of a battle between midshipmen that reach this.
fn reached(name: &str, is_reached: impl Fn(&State) -> bool) -> State {
    let setup = scenario(name);
    let mut state = Naval::initial_state(&setup);
    for applied in fight(&setup, &[&Midshipman, &Midshipman], 1, true, &never).commands {
        if is_reached(&state) {
            return state;
        }
        play::apply_all::<Naval>(&mut state, &applied.events);
    }
    panic!("{name} never gets there");
}

#[test]
fn the_rules_refuse_nothing_that_it_orders_in_any_battle_of_the_ladder() {
    for name in LADDER {
        let battle = fight(&scenario(name), &[&RandomPlayer, &RandomPlayer], 1, false, &never);
        assert!(battle.result.end.is_some(), "{name}");
        assert_eq!((battle.result.refused, battle.result.waived), (0, 0), "{name}: {:?}", battle.refusals.first());
    }
}

/// A ship with a choice of three targets fires at each, and at none, a quarter of the time. [3.3.5]
#[test]
fn each_target_is_drawn_as_often_as_no_target() {
    let is_open = |state: &State| state.segment == naval::Segment::Gunfire;
    let state = reached("ulsan", is_open);
    let mut targets: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
    const SEEDS: u64 = 2_000;
    for seed in 0..SEEDS {
        for command in drawn(&state, 0, Task::BigGuns, seed) {
            let Command::Target(order) = command else { panic!("{command:?}") };
            *targets.entry(order.firer.to_string()).or_default().entry(order.target.to_string()).or_default() += 1;
        }
    }
    let izumo = &targets["izumo"];
    assert!(1 < izumo.len(), "{targets:?}");
    let expected = SEEDS as f64 / (izumo.len() + 1) as f64;
    // Four standard deviations.
    let most_off = 4.0 * (expected * (1.0 - expected / SEEDS as f64)).sqrt();
    let shots: usize = izumo.values().sum();
    for count in izumo.values().copied().chain([SEEDS as usize - shots]) {
        assert!((count as f64 - expected).abs() < most_off, "{izumo:?}");
    }
}

/// Divisions turn to either side by any angle and go at any speed. [5.7]
#[test]
fn every_turn_and_speed_is_drawn() {
    let state = Naval::initial_state(&scenario("ulsan"));
    let mut turns: BTreeMap<i32, usize> = BTreeMap::new();
    let mut speeds: BTreeMap<String, usize> = BTreeMap::new();
    for seed in 0..2_000 {
        let Command::Plot { plot, .. } = drawn(&state, 0, Task::Plots, seed).remove(0) else { panic!("no plot") };
        let turn = match plot.elements.first() {
            Some(naval::model::Element::Turn(turn)) => turn.hand.sign() as i32 * i32::from(turn.degrees),
            _ => 0,
        };
        *turns.entry(turn).or_default() += 1;
        *speeds.entry(plot.speed.unwrap().to_string()).or_default() += 1;
    }
    assert_eq!(turns.len(), 24, "{turns:?}");
    assert!(5 < speeds.len(), "{speeds:?}");
}

/// A ship that drew no target keeps to it when others have declared, and one that drew a target draws it again.
#[test]
fn it_draws_the_same_when_it_is_asked_again_after_each_of_its_orders() {
    let is_open = |state: &State| state.segment == naval::Segment::Gunfire;
    let state = reached("ulsan", is_open);
    let mut counts: Vec<usize> = Vec::new();
    for seed in 0..20 {
        let view = &mut PlayerView::for_side(&state, &state.setup.sides[0].id);
        let decision = pending_decisions(view).into_iter().find(|due| due.task == Task::Batteries).unwrap();
        let mut left = drawn_for(view, &decision, seed);
        counts.push(left.len());
        while !left.is_empty() {
            assert!(view.try_order(&left.remove(0)));
            assert_eq!(drawn_for(view, &decision, seed), left, "seed {seed}");
        }
    }
    assert!(counts.iter().min() < counts.iter().max(), "none refrains: {counts:?}");
}
