//! Each level beats the one below it: battles fought twice with the players swapped, on the same dice.
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use admirals::{
    Admiral, Captain, Choice, Commander, LADDER, Level, Memory, PendingDecision, Player, Policy, PolicyAnswer, fight,
    seed_of,
};
use naval::model::battle_results::{BattleResult, BattleResults, PlayerLead, SideResult};
use naval::model::{Setup, doctrine::Doctrine};
use naval::view::PlayerView;
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
    let by_points =
        Setup { rules: Vec::new(), special_rules: Vec::new(), victory: Default::default(), ..ulsan.clone() };
    [("mirrored", mirrored(by_points)), ("ulsan", ulsan), ("fair", fair)]
}

/// Prints and returns a player's lead by these pairs.
fn lead(what: &str, leads: &[f64]) -> PlayerLead {
    let lead = PlayerLead::from_leads(leads);
    let ([low, high], PlayerLead { pairs, mean, error }) = (lead.interval(), lead);
    println!("{what}: {mean:.2} points a battle, standard error {error:.2}, {low:.2} to {high:.2}, {pairs} pairs");
    lead
}

/// Half the difference between the margins with the better player on either side, for each of these pairs.
fn leads(setup: &Setup, better: [Player<'_>; 2], other: [Player<'_>; 2], pairs: u64) -> Vec<f64> {
    let margin =
        |players: [Player<'_>; 2], seed| f64::from(fight(setup, &players, seed, false, &never).result.margin());
    let pair = |seed| (margin([better[0], other[1]], seed) - margin([other[0], better[1]], seed)) / 2.0;
    let sums = run_parallel(pairs, 2, |sum: &mut Vec<f64>, number| sum.push(pair(seed_of(1904, number + 1))), |_| ());
    sums.concat()
}

/// The lead of a level over another in each battle of the ladder, by so many pairs of each, and in all of them. Each
/// side keeps its own admiral's card.
fn climb(better: Level, other: Level, pairs: u64) -> (Vec<PlayerLead>, PlayerLead) {
    let cards = load::doctrines(&naval_kit::builtin()).unwrap();
    let (mut all, mut leads_by_battle) = (Vec::new(), Vec::new());
    for name in LADDER {
        let setup = scenario(name);
        let [better, other] = [better, other].map(|level| {
            [0, 1].map(|index: usize| {
                Commander::new(level, Doctrine::for_side(&cards, &setup, &setup.sides[index].id)).policy()
            })
        });
        let own = leads(&setup, better.each_ref().map(Box::as_ref), other.each_ref().map(Box::as_ref), pairs);
        leads_by_battle.push(lead(name, &own));
        all.extend(own);
    }
    (leads_by_battle, lead("all twelve", &all))
}

#[test]
fn the_ladder_has_twelve_battles_of_all_years_by_day_and_night_with_placed_forces() {
    let setups = LADDER.map(scenario);
    let are_placed = |setup: &Setup| {
        let is_placed = |side: &naval::SideId| {
            setup.divisions.iter().any(|division| division.side == *side && division.at.is_some())
        };
        setup.generator.is_none() && setup.sides.iter().all(|side| is_placed(&side.id))
    };
    assert!(setups.iter().all(are_placed));
    let years: Vec<String> = setups.iter().map(|setup| setup.date.to_string().chars().take(4).collect()).collect();
    assert!(years.is_sorted() && years[0] == "1904" && years[11] == "1917", "{years:?}");
    assert!(setups.iter().any(|setup| setup.night) && !setups.iter().all(|setup| setup.night));
    let ships: Vec<usize> = setups.iter().map(|setup| setup.ships.len()).collect();
    assert!(ships.iter().any(|ships| *ships < 6) && ships.iter().any(|ships| 40 < *ships), "{ships:?}");
}

/// A pair counts as the mean of both leads. The lead is decided once its whole interval is on one side of 0.
#[test]
fn a_lead_is_the_mean_of_pairs_with_its_standard_error() {
    let battles = |margins: &[i32]| {
        let battle = |points: &i32| BattleResult {
            sides: vec![SideResult { points: *points, ..SideResult::default() }, SideResult::default()],
            ..BattleResult::default()
        };
        BattleResults { battles: margins.iter().map(battle).collect() }
    };
    let lead = PlayerLead::from_battles(&battles(&[6, 4]), &battles(&[-2, 4]));
    assert_eq!((lead.pairs, lead.mean, lead.error), (2, 2.0, 2.0));
    let [low, high] = lead.interval();
    assert!((low + 1.92).abs() < 1e-9 && (high - 5.92).abs() < 1e-9);
    assert!(!lead.is_better() && !lead.is_worse());
    let near = PlayerLead { pairs: 2, mean: 3.92, error: 2.0 };
    assert!(!near.is_better() && PlayerLead { mean: 3.93, ..near }.is_better());
    assert!(!PlayerLead { mean: -3.92, ..near }.is_worse() && PlayerLead { mean: -3.93, ..near }.is_worse());
}

/// The lowest rung. By default, two pairs of each battle are fought. `LONG=200` fights enough for a proof.
#[test]
fn a_midshipman_beats_a_random_player() {
    let pairs = battle_count(2);
    let (battles, all) = climb(Level::Midshipman, Level::Random, pairs);
    assert!(!all.is_worse() && (pairs < 200 || battles.iter().all(|lead| lead.is_better())), "{battles:?}");
}

/// The next rung. By default, two pairs of each battle are fought. `LONG=200` fights enough for a proof.
#[test]
fn a_captain_beats_a_midshipman_from_both_sides() {
    let pairs = battle_count(2);
    let (battles, all) = climb(Level::Captain, Level::Midshipman, pairs);
    let better = battles.iter().filter(|lead| lead.is_better()).count();
    let is_proved = 9 <= better && !battles.iter().any(|lead| lead.is_worse());
    assert!(!all.is_worse() && (pairs < 200 || is_proved), "{battles:?}");
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
    let captain = Captain::plain();
    let part = pairs.div_ceil(battles.len() as u64);
    let fought = battles.iter().flat_map(|(name, setup)| {
        let own = leads(setup, [&admiral, &admiral], [&captain, &captain], part);
        lead(name, &own);
        own
    });
    let all = lead(&format!("an admiral of {nodes} nodes over a captain"), &fought.collect::<Vec<f64>>());
    assert!(!all.is_worse() && (pairs < 120 || all.is_better()), "{all:?}");
    assert!(0 < admiral.left.into_inner(), "the admiral never leaves the captain's plan");
}
