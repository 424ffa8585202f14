//! Certificates: a mirrored battle is even, and each change does what its name says.
use std::sync::Arc;

use admirals::{
    Balance, BattleStart, Captain, Midshipman, PairedBattles, Player, changes, classify_share, continue_from, seed_of,
    win_rate, win_rates, with_change,
};
use naval::Id;
use naval::model::battle_results::{BattleResult, BattleResults};
use naval::model::certificate::{Interval, ScenarioChange, is_even};
use naval::model::{DivisionSetup, Place, Setup, ShipSetup};
use naval_kit::scenario;

use super::battles::never;

/// A battle whose second side is the first turned about the middle of the table: the same ships and positions.
pub fn mirrored(mut setup: Setup) -> Setup {
    let side = setup.sides[0].id.clone();
    let first: Vec<DivisionSetup> = setup.divisions.iter().filter(|division| division.side == side).cloned().collect();
    let twin = |id: &Id| Id::new(format!("{id}-twin"));
    let own: Vec<ShipSetup> = first
        .iter()
        .flat_map(|division| &division.ships)
        .map(|id| setup.ships.iter().find(|ship| ship.card.id == *id).unwrap().clone())
        .collect();
    let twins = own.iter().map(|ship| {
        let mut card = (*ship.card).clone();
        card.id = twin(&card.id);
        ShipSetup { card: Arc::new(card), ..ship.clone() }
    });
    let twins: Vec<ShipSetup> = twins.collect();
    let table = setup.table;
    let opposite = |division: &DivisionSetup| {
        let place = division.at.unwrap();
        let (x, y) = (table.width.as_f64() - place.x.as_f64(), table.height.as_f64() - place.y.as_f64());
        DivisionSetup {
            id: twin(&division.id),
            side: setup.sides[1].id.clone(),
            ships: division.ships.iter().map(twin).collect(),
            flagship: twin(&division.flagship),
            at: Some(Place::new(x, y, place.heading.as_f64() + 180.0)),
            ..division.clone()
        }
    };
    let second: Vec<DivisionSetup> = first.iter().map(opposite).collect();
    setup.sides[1].force_flag = setup.sides[0].force_flag.as_ref().map(twin);
    setup.ships = [own, twins].concat();
    setup.divisions = [first, second].concat();
    setup
}

fn fought(start: &BattleStart, players: [Player<'_>; 2], seed: u64, n: u64) -> BattleResults {
    let fight = |number| continue_from(start, &players, seed_of(seed, number), false, &never).result;
    BattleResults { battles: (1..=n).map(fight).collect() }
}

#[test]
fn a_mirrored_battle_is_even_within_its_interval_for_16_of_20_seeds() {
    let setup = mirrored(scenario("drill-two-lines"));
    let (start, side) = (BattleStart::from_setup(&setup), setup.sides[0].id.clone());
    let even = |seed: &u64| {
        let share = win_rate(&fought(&start, [&Midshipman, &Midshipman], *seed, 24), &side);
        share.low <= 50.0 && 50.0 <= share.high
    };
    let even = (1..=20).filter(even).count();
    assert!(16 <= even, "{even} of 20");
}

#[test]
fn win_rates_count_undecided_battles_by_half_and_players_by_pairs() {
    let setup = scenario("drill-two-lines");
    let side = setup.sides[0].id.clone();
    let battle = |won: Option<usize>, points: [i32; 2]| BattleResult {
        winner: won.map(|index| (setup.sides[index].id.clone(), naval::model::victory::VictoryDegree::Plain)),
        sides: points.map(|points| naval::model::battle_results::SideResult { points, ..Default::default() }).to_vec(),
        contact: Some(1),
        ..BattleResult::default()
    };
    let many = |battles: &[BattleResult]| BattleResults { battles: battles.to_vec() };
    let (won, lost, even) = (battle(Some(0), [6, 0]), battle(Some(1), [0, 2]), battle(None, [0, 0]));
    assert_eq!(win_rate(&many(&[won.clone(), lost.clone(), even.clone(), even.clone()]), &side).mean, 50.0);
    assert_eq!(win_rate(&many(&[won.clone(), won.clone(), won.clone(), even.clone()]), &side).mean, 87.5);
    let three = |battles: &[BattleResult]| {
        let wins = win_rates(&many(battles), &side);
        [wins.first, wins.second, wins.nobody].map(|side_wins| side_wins.mean)
    };
    // The same win rate of 50, once because no side wins and once because both win equally often.
    assert_eq!(three(&[won.clone(), lost.clone(), even.clone(), even.clone()]), [25.0, 25.0, 50.0]);
    assert_eq!(three(&[won.clone(), lost.clone(), lost.clone(), won.clone()]), [50.0, 50.0, 0.0]);
    let aa = many(&[won.clone(), won.clone(), lost.clone(), won.clone()]);
    let four = PairedBattles {
        aa,
        ab: many(&[won.clone(), won.clone(), even.clone(), won.clone()]),
        ba: many(&[lost.clone(), won.clone(), even.clone(), even.clone()]),
        bb: many(&[even.clone(), even.clone(), lost, even]),
    };
    let found = four.findings(&side);
    // Pairs: 6 to -2, 6 to 6, 0 to 0, 6 to 0; as win rates 1 to 0, equal, equal, 1 to a half.
    assert_eq!((found.player_points.mean, found.player.mean), (1.8, 18.8));
    assert_eq!(found.handicap.points, 6);
    assert!(is_even(found.share_of_b) == (45.0 <= found.share_of_b.mean), "{found:?}");
    let census = four.census();
    assert_eq!((census.battles, census.refused, census.no_contact, census.silent), (16, 0, 0, 16));
    assert!(census.can_be_certified());
    let blind = BattleResult { contact: None, ..won };
    let unseen = PairedBattles { aa: many(&[blind.clone(), blind]), ..four };
    assert!(unseen.census().no_contact == 2 && unseen.census().can_be_certified(), "2 of 14 are under one in five");
    let refused = |result: &BattleResult| BattleResult { refused: 1, ..result.clone() };
    let faulty = PairedBattles { ab: many(&[refused(&unseen.ab.battles[0])]), ..unseen };
    assert!(!faulty.census().can_be_certified(), "1 of 11 is more than one in a hundred");
}

#[test]
fn a_battle_is_fair_within_twice_the_margin_and_off_only_beyond_it() {
    let class_of = |low: f64, high: f64| classify_share(Interval { mean: f64::midpoint(low, high), low, high }, 5);
    assert_eq!(class_of(40.0, 60.0), Balance::Fair);
    assert_eq!(class_of(39.9, 60.0), Balance::Open, "a tenth too wide");
    assert_eq!(class_of(40.0, 60.1), Balance::Open);
    assert_eq!(class_of(55.0, 70.0), Balance::Open, "it may still be at 55");
    assert_eq!(class_of(55.1, 70.0), Balance::Off);
    assert_eq!(class_of(30.0, 44.9), Balance::Off);
    assert_eq!(class_of(30.0, 45.0), Balance::Open);
}

#[test]
fn changes_come_lightest_first_and_alter_only_what_they_name() {
    let setup = scenario("ulsan");
    let all = changes(&setup, true);
    assert_eq!(
        all[..4],
        [ScenarioChange::Turns(2), ScenarioChange::Turns(-2), ScenarioChange::Sight(2), ScenarioChange::Sight(-2)],
        "turns before sight"
    );
    for change in &all {
        let after = with_change(&setup, change).unwrap();
        assert!(after != setup, "{change:?}");
        match change {
            ScenarioChange::Turns(more) => assert_eq!(after.turns, setup.turns.checked_add_signed(*more).unwrap()),
            ScenarioChange::Sight(_) => assert_ne!(after.visibility, setup.visibility),
            ScenarioChange::Without(ship) => {
                assert_eq!(after.ships.len() + 1, setup.ships.len());
                assert!(
                    after.divisions.iter().all(|division| !division.ships.contains(ship) && division.flagship != *ship)
                );
            }
            ScenarioChange::DamageControl(side) => {
                assert_eq!(*side, setup.sides[1].id, "the weaker side's");
                assert_eq!(after.sides[1].damage_control, setup.sides[1].damage_control + 1);
            }
        }
        // The changed battle is fought to the end.
        let battle =
            continue_from(&BattleStart::from_setup(&after), &[&Midshipman, &Captain::plain()], 7, false, &never);
        assert!(battle.result.end.is_some() && battle.refusals.is_empty(), "{change:?}: {:?}", battle.refusals);
    }
}
