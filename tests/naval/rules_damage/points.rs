//! 10.5: victory by points.
use naval::model::{Handicap, Setting, ship::*};
use naval::rules::tally::{LossRisk, ScoredFate, points_for, tally};
use naval::{Fact, Segment, SideId};

use naval_kit::fixture::*;

/// Checks the points for the only Russian ship, of the given type, after this change: points, paragraph and reason.
#[track_caller]
fn check(kind: ShipType, change: &Setting, expect: Option<(i32, &str, &str)>) {
    let setup = setup(vec![card("Asahi", "japan", ShipType::BB)], vec![card("Target", "russia", kind)]);
    let mut battle = Battle::at(&setup, Segment::Damage);
    battle.set("target", change.clone());
    let tally = tally(&battle.state);
    let lines = &tally.sides[0].lines;
    let found = lines.first().map(|line| (line.points, line.rule.to_string(), line.because.to_string()));
    let expect = expect.map(|(points, rule, because)| (points, rule.to_owned(), because.to_owned()));
    assert_eq!(found, expect, "{kind} {change:?}");
    assert!(tally.sides[1].lines.is_empty());
}

fn stopped() -> Setting {
    Setting::TopSpeed(inches("0"))
}

#[test]
fn r10_5_ships_afloat_or_exited_score_nothing_and_merchantmen_never_do() {
    for kind in ShipType::ALL {
        check(kind, &Setting::Speed(inches("0")), None);
        check(kind, &Setting::Fate(Fate::exited(true)), None);
        check(kind, &Setting::Fate(Fate::exited(false)), None);
    }
    check(ShipType::MM, &Setting::Fate(Fate::Sinking), Some((0, "10.5", "8.7")));
    check(ShipType::MM, &stopped(), Some((0, "10.5", "10.5.7")));
}

#[test]
fn r10_5_1_a_boat_sunk_or_stopped_is_one_point() {
    for kind in [ShipType::TBD, ShipType::TB] {
        check(kind, &Setting::Fate(Fate::Sunk), Some((1, "10.5.1", "8.3")));
        check(kind, &stopped(), Some((1, "10.5.1", "10.5.7")));
    }
}

#[test]
fn r10_5_2_a_cruiser_stopped_is_two() {
    for kind in [ShipType::CL, ShipType::CP] {
        check(kind, &stopped(), Some((2, "10.5.2", "10.5.7")));
    }
}

#[test]
fn r10_5_3_a_cruiser_sunk_or_an_armoured_one_stopped_is_four() {
    for kind in [ShipType::CL, ShipType::CP] {
        check(kind, &Setting::Fate(Fate::Sinking), Some((4, "10.5.3", "8.7")));
    }
    check(ShipType::CA, &stopped(), Some((4, "10.5.3", "10.5.7")));
}

#[test]
fn r10_5_4_an_armoured_cruiser_sunk_or_a_capital_ship_stopped_is_six() {
    check(ShipType::CA, &Setting::Fate(Fate::Abandoned), Some((6, "10.5.4", "8.5.2")));
    for kind in [ShipType::BB, ShipType::OBB, ShipType::BC] {
        check(kind, &stopped(), Some((6, "10.5.4", "10.5.7")));
    }
}

#[test]
fn r10_5_5_a_capital_ship_sunk_is_twelve() {
    for kind in [ShipType::BB, ShipType::OBB, ShipType::BC] {
        check(kind, &Setting::Fate(Fate::Exploded), Some((12, "10.5.5", "8.4")));
    }
    assert_eq!(points_for(ShipType::OBB, ScoredFate::Sunk), points_for(ShipType::BB, ScoredFate::Sunk));
}

/// For each side its possible points, handicap and total; then the leader, and the side that cannot win.
type Count = ([(i32, i32, i32); 2], Option<SideId>, Option<SideId>);

/// A has two battleships and four destroyers, B a battleship and a light cruiser. B has sunk a destroyer,
/// A has stopped the cruiser.
fn unequal(manner: Handicap) -> Count {
    let fleet = |ships: &[(&str, ShipType)], navy: &str| -> Vec<Card> {
        ships.iter().map(|(name, kind)| card(name, navy, *kind)).collect()
    };
    let (bb, tbd) = (ShipType::BB, ShipType::TBD);
    let a = [("A1", bb), ("A2", bb), ("A3", tbd), ("A4", tbd), ("A5", tbd), ("A6", tbd)];
    let mut setup = setup(fleet(&a, "japan"), fleet(&[("B1", bb), ("B2", ShipType::CL)], "russia"));
    setup.options.handicap = manner;
    let mut battle = Battle::at(&setup, Segment::Damage);
    battle.set("a6", Setting::Fate(Fate::Sunk));
    battle.set("b2", stopped());
    let tally = tally(&battle.state);
    let sides =
        [0, 1].map(|index| (tally.sides[index].could_score, tally.sides[index].handicap, tally.sides[index].total));
    (sides, tally.leader, tally.handicap.cannot_win)
}

#[test]
fn r10_5_6_the_difference_goes_to_the_weaker_force_or_as_the_switch_says() {
    let (a, b): (Option<SideId>, Option<SideId>) = (Some("japan".into()), Some("russia".into()));
    assert_eq!(unequal(Handicap::Weaker), ([(16, 0, 2), (28, 12, 13)], b, None));
    assert_eq!(unequal(Handicap::Equalise), ([(16, 12, 14), (28, 0, 1)], a.clone(), None));
    assert_eq!(unequal(Handicap::None), ([(16, 0, 2), (28, 0, 1)], a, None));
}

#[test]
fn r10_5_6_a_side_that_cannot_win_is_named_and_equal_sides_get_nothing() {
    let ships =
        |names: &[&str], navy: &str| -> Vec<Card> { names.iter().map(|name| card(name, navy, ShipType::BB)).collect() };
    let mut setup = setup(ships(&["A1", "A2"], "japan"), ships(&["B1"], "russia"));
    setup.options.handicap = Handicap::Weaker;
    let found = tally(&Battle::new(&setup).state);
    assert_eq!(
        (found.handicap.points, found.handicap.to, found.handicap.cannot_win),
        (12, Some("russia".into()), Some("japan".into()))
    );
    let mut even = duel();
    even.options.handicap = Handicap::Weaker;
    let even = tally(&Battle::new(&even).state);
    assert_eq!((even.handicap.points, even.handicap.to, even.leader, even.over), (0, None, None, false));
}

#[test]
fn r10_5_7_only_permanent_damage_makes_a_ship_immobile() {
    let mut battle = Battle::at(&duel(), Segment::Damage);
    let slowed = Fact::HitTaken { ship: "retvizan".into(), id: "V1".into(), harm: Harm::Speed(inches("2.5")) };
    battle.apply(&slowed);
    let now = tally(&battle.state);
    assert!(now.sides[0].lines.is_empty(), "it may still be repaired");
    let stake = &now.at_stake[0];
    assert_eq!(
        (stake.side.as_str(), stake.risk, stake.points, stake.rule.to_string().as_str()),
        ("japan", LossRisk::NoWay, 6, "8.6.3")
    );
    battle.state.ship_mut(&"retvizan".into()).unwrap().hits[0].state = HitState::Unrepairable;
    let now = tally(&battle.state);
    assert_eq!((now.sides[0].points, now.at_stake.len()), (6, 0));
}

#[test]
fn r8_5_4_a_burning_ship_puts_at_stake_the_points_its_loss_would_add() {
    let mut battle = Battle::at(&duel(), Segment::Damage);
    battle.set("retvizan", Setting::Fires(2));
    battle.set("retvizan", stopped());
    let now = tally(&battle.state);
    let stake = &now.at_stake[0];
    assert_eq!((stake.risk, stake.points), (LossRisk::Burning { fires: 2 }, 6), "twelve if sunk, six as it is");
    assert_eq!(now.sides[0].points, 6);
    assert_eq!(serde_json::to_value(&now).unwrap()["at_stake"][0]["risk"]["burning"]["fires"], 2);
}

#[test]
fn r10_5_ships_without_points_in_the_scenario_never_count() {
    let ships =
        |names: &[&str], navy: &str| -> Vec<Card> { names.iter().map(|name| card(name, navy, ShipType::BB)).collect() };
    let mut setup = setup(ships(&["A1", "A2"], "japan"), ships(&["B1"], "russia"));
    setup.without_points = vec!["a2".into()];
    setup.options.handicap = Handicap::Weaker;
    let mut battle = Battle::at(&setup, Segment::Damage);
    battle.set("a2", Setting::Fate(Fate::Sunk));
    let found = tally(&battle.state);
    assert_eq!(found.handicap.points, 0, "one against one");
    assert_eq!(found.sides.iter().map(|side| (side.could_score, side.points)).collect::<Vec<_>>(), [(12, 0), (12, 0)]);
    battle.set("a1", Setting::Fate(Fate::Sunk));
    assert_eq!(tally(&battle.state).sides[1].points, 12);
}
