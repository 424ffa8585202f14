//! Tests of the admiral, which tries plans of its fleet in sampled states of the battle.
use std::sync::Arc;

use admirals::{
    Admiral, BattleStart, Captain, Choice, Memory, PendingDecision, Plan, Policy, ScoredOption, StateSampler, Task,
    TermKind, decision_rng, fight, pending_decisions,
};
use kit::on_threads;
use load::{Meeting, MeetingSize};
use naval::model::{Fate, Setup, doctrine::Doctrine};
use naval::{Naval, Segment, State, view::PlayerView};
use naval_kit::scenario;
use play::{Game, Rng};

use crate::battles::never;

/// Plays a battle of captains up to a Plotting Segment; returns it with the first side's memory.
fn plotting(setup: &Setup, turn: u16) -> (State, Memory) {
    let captain = Captain::plain();
    let battle = fight(setup, &[&captain, &captain], 7, true, &never);
    let mut state = Naval::initial_state(setup);
    let mut commands = Vec::new();
    for applied in &battle.commands {
        if state.turn == turn && state.segment == Segment::Plotting {
            break;
        }
        play::apply_all::<Naval>(&mut state, &applied.events);
        commands.push(&applied.events[..]);
    }
    assert_eq!((state.turn, state.segment), (turn, Segment::Plotting), "the battle reaches this turn");
    let memory = BattleStart::after_commands(setup, commands).memory(&setup.sides[0].id).cloned().unwrap();
    (state, memory)
}

fn plots(state: &State, memory: &Memory, admiral: &Admiral) -> Vec<Choice> {
    let player_view = PlayerView::for_side(state, &state.setup.sides[0].id);
    let pending: PendingDecision =
        pending_decisions(&player_view).into_iter().find(|decision| decision.task == Task::Plots).unwrap();
    admiral.choose(&player_view, memory, &pending, &mut decision_rng(1904, &player_view, Task::Plots), &never).choices
}

#[test]
fn any_number_of_threads_makes_the_same_choice_for_the_same_reasons() {
    let (state, memory) = plotting(&scenario("ulsan"), 6);
    let plots_with = |threads| {
        format!("{:?}", plots(&state, &memory, &Admiral::new(Doctrine::default_card(), 1_500).with_threads(threads)))
    };
    let single = plots_with(1);
    for threads in [2, 7] {
        assert_eq!(plots_with(threads), single, "{threads} threads");
    }
}

pub fn plan_of(option: &ScoredOption) -> Option<Plan> {
    option.terms.iter().find_map(|term| if let TermKind::Plan(plan) = term.kind { Some(plan) } else { None })
}

/// Every order reports how its plan scored. The captain's plan gains nothing over itself, and another plan is taken
/// only if it gains more than two standard errors.
#[test]
fn the_captains_plan_is_left_only_for_a_gain_of_two_standard_errors() {
    let (mut with_plan, mut others) = (0, 0);
    for turn in 4..9 {
        let (state, memory) = plotting(&scenario("ulsan"), turn);
        for choice in plots(&state, &memory, &Admiral::new(Doctrine::default_card(), 2_500)) {
            let chosen = &choice.reasons.options[choice.reasons.chosen];
            assert_eq!(chosen.command, choice.command);
            let Some(plan) = plan_of(chosen) else { continue };
            with_plan += 1;
            let plans: Vec<Option<Plan>> = choice.reasons.options.iter().map(plan_of).collect();
            assert!(1 < plans.len() && plans.iter().all(Option::is_some), "{plans:?}");
            let error = chosen.error.unwrap().0;
            if plan == Plan::Best {
                assert_eq!((chosen.value.0, error), (0, 0));
            } else {
                others += 1;
                assert!(2 * error < chosen.value.0, "{plan:?} {chosen:?}");
            }
        }
    }
    assert!(0 < with_plan && 0 < others, "{with_plan} orders with plans, {others} not the captain's");
}

#[test]
fn every_sampled_state_keeps_what_a_side_knows_and_its_hits_did_damage() {
    let (state, memory) = plotting(&scenario("ulsan"), 12);
    let side = &state.setup.sides[0].id;
    let player_view = PlayerView::for_side(&state, side);
    assert!(memory.scored_hits.iter().map(|hit| hit.count).sum::<u16>() > 3, "a ship was hit");
    let (mut drawn, mut flooded) = (Vec::new(), 0);
    let guess = StateSampler::new(&player_view, &memory);
    for number in 0..40 {
        let world = guess.sample(&mut Rng(number));
        for ship in world.ships() {
            let Some(known) = player_view.state().ship(&ship.id) else { panic!("{} is unknown", ship.id) };
            assert_eq!((&ship.side, &ship.division, &ship.fate), (&known.side, &known.division, &known.fate));
            assert!(!known.sighted || ship.at == known.at, "{} is where it is seen", ship.id);
            if ship.side == *side {
                assert_eq!(ship.hits, known.hits, "own damage is known");
            } else {
                assert!(ship.fires() == 0 || 0 < known.fires(), "{} burns and is not seen to burn", ship.id);
                assert!(ship.speed <= ship.card.speed);
                flooded += ship.flotation_hits();
            }
        }
        drawn.push(format!("{:?}", world.ships().map(|ship| &ship.hits).collect::<Vec<_>>()));
    }
    drawn.sort();
    drawn.dedup();
    assert!(30 < drawn.len(), "{} different worlds of 40", drawn.len());
    let truth: i32 = state.ships.iter().filter(|ship| ship.side != *side).map(|ship| ship.flotation_hits()).sum();
    let mean = f64::from(flooded) / 40.0;
    assert!(0.3 * f64::from(truth) < mean + 1.0 && mean < 3.0 * f64::from(truth) + 3.0, "{mean} for {truth}");
}

/// The admiral assumes hidden forces behind their markers and boats behind torpedo markers. This must never make it
/// order what is forbidden.
#[test]
fn admirals_fight_battles_of_every_kind_to_the_end_without_a_refusal() {
    let sources = naval_kit::builtin();
    let theatres = load::theatres(&sources).unwrap();
    let mut setups = vec![scenario("drill-boats-attack"), scenario("tsushima-night")];
    for (index, theatre) in theatres.iter().enumerate().step_by(6) {
        let mut setup = Meeting::prepare(&sources, theatre, theatre.from, MeetingSize::Small).unwrap().setup;
        (setup.hidden, setup.night, setup.options.half_moves) = (true, index % 4 == 2, index % 4 == 0);
        setups.push(setup);
    }
    let fought = |setup: &Setup| {
        let (admiral, captain) = (Admiral::new(Doctrine::default_card(), 150), Captain::plain());
        let battle = fight(setup, &[&admiral, &captain], 11, false, &never);
        let refusals: Vec<String> =
            battle.refusals.iter().map(|refusal| format!("{:?}: {:?}", refusal.command, refusal.halt)).collect();
        assert!(refusals.is_empty() && battle.result.end.is_some(), "{}: {refusals:?}", setup.scenario);
    };
    on_threads(2, &setups, fought);
}

/// Carrying out any plan of an admiral orders nothing that is forbidden.
#[test]
fn every_plan_is_carried_out_without_a_refusal() {
    let setups = ["drill-boats-attack", "drill-two-lines", "tsushima-night", "ulsan"].map(scenario);
    for plan in Plan::ALL {
        for setup in &setups {
            let (officer, captain) = (plan.captain(&Doctrine::default_card(), 10.0), Captain::plain());
            let battle = fight(setup, &[&officer, &captain], 11, false, &never);
            let refusals: Vec<String> =
                battle.refusals.iter().map(|refusal| format!("{:?}: {:?}", refusal.command, refusal.halt)).collect();
            assert!(refusals.is_empty() && battle.result.end.is_some(), "{plan:?} {}: {refusals:?}", setup.scenario);
        }
    }
}

/// No wreck is assumed behind a marker, and no ship that has already acted this turn.
#[test]
fn r5_13_a_ship_assumed_behind_a_marker_is_in_action_and_has_not_acted() {
    let sources = naval_kit::builtin();
    let mut assumed = 0;
    for theatre in load::theatres(&sources).unwrap().iter().step_by(6) {
        let mut setup = Meeting::prepare(&sources, theatre, theatre.from, MeetingSize::Small).unwrap().setup;
        setup.hidden = true;
        let (mut state, memory) = plotting(&setup, 2);
        let side = state.setup.sides[0].id.clone();
        let wrecks = state.divisions.iter().find(|division| division.side == side).unwrap().ships.clone();
        for ship in state.ships.iter_mut().map(Arc::make_mut) {
            (ship.used_weapons, ship.repair_tried, ship.fired_guns) = (true, true, true);
            ship.fate = if wrecks.contains(&ship.id) { Fate::Sinking } else { ship.fate.clone() };
        }
        let player_view = PlayerView::for_side(&state, &side);
        let guess = StateSampler::new(&player_view, &memory);
        for number in 0..10 {
            let world = guess.sample(&mut Rng(number));
            for ship in world.ships().filter(|ship| player_view.state().ship(&ship.id).is_none()) {
                assumed += 1;
                assert!(ship.has_position() && ship.hits.is_empty(), "{ship:?}");
                assert!(!ship.used_weapons && !ship.repair_tried && !ship.fired_guns, "{ship:?}");
            }
        }
    }
    assert!(20 < assumed, "{assumed} ships");
}
