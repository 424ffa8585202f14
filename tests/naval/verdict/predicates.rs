//! Every predicate, with the nearest case in which it does not hold.
use naval::model::victory::{
    Bound, CountOrHalf, CountedFigure, ExitCondition, Landmark, Lead, Nearness, PastShip, PointsCondition,
    PointsFactor, TurnCondition,
};
use naval::model::zone::{Circle, Rectangle, Zone};
use naval::model::{
    BatteryKind, Card, Harm, HeldHit, Hit, HitKind, HitState, Label, Land, Salvo, ShipType, Sum, state::Measurement,
};
use naval::rules::special::{RuleEffect, SpecialRule};
use play::Rule;

use super::*;
use naval_kit::fixture::{Battle, card, duel, inches, mount, setup};

/// Asahi against a ship with this card, called Target.
fn duel_with(change: impl Fn(&mut Card)) -> Battle {
    let mut target = card("Target", "russia", ShipType::BB);
    change(&mut target);
    Battle::new(&setup(vec![card("Asahi", "japan", ShipType::BB)], vec![target]))
}

#[track_caller]
fn check(battle: &Battle, test: &VictoryTest, expect: Truth) {
    assert_eq!(ship_test(&battle.state, "target", test.clone()), expect, "{test:?}");
}

const HOLDS: Truth = Truth::Holds;
const FAILS: Truth = Truth::Fails;
const OPEN: Truth = Truth::Open;

#[test]
fn r9_2_each_fate_meets_its_tests_and_a_ship_still_to_come_meets_none() {
    let fates = [Fate::Fighting, Fate::Sinking, Fate::Exploded, Fate::Sunk, Fate::Abandoned, Fate::exited(true)];
    for fate in fates {
        let mut battle = duel_with(|_| ());
        battle.set("target", Setting::Fate(fate.clone()));
        let lost = !matches!(fate, Fate::Fighting | Fate::Exited { .. });
        check(&battle, &VictoryTest::Sunk, Truth::of_bool(lost));
        check(&battle, &VictoryTest::Lost, Truth::of_bool(lost));
        check(&battle, &VictoryTest::Afloat, Truth::of_bool(!lost));
        check(&battle, &VictoryTest::CanMove, Truth::of_bool(!lost));
        check(&battle, &VictoryTest::Immobile, FAILS);
        check(&battle, &VictoryTest::Below(inches("0.25")), Truth::of_bool(lost));
    }
    let mut battle = duel_with(|_| ());
    battle.set("target", Setting::Fate(Fate::Waiting { enters_turn: 3 }));
    let exit = VictoryTest::Exited(ExitCondition { by: Vec::new(), from: None, to: None });
    let all = [
        VictoryTest::Sunk,
        VictoryTest::Immobile,
        VictoryTest::Lost,
        VictoryTest::Afloat,
        VictoryTest::CanMove,
        exit,
        VictoryTest::Below(inches("9")),
    ];
    for test in all {
        check(&battle, &test, FAILS);
        check(&battle, &VictoryTest::Not(Box::new(test.clone())), FAILS);
    }
}

trait OfBool {
    fn of_bool(holds: bool) -> Truth;
}
impl OfBool for Truth {
    fn of_bool(holds: bool) -> Truth {
        if holds { HOLDS } else { FAILS }
    }
}

/// 10.5.7: with repairable damage a ship cannot move, but it is not immobile.
#[test]
fn r10_5_7_immobile_means_unrepairable() {
    for (state, immobile) in [(HitState::Active, FAILS), (HitState::Unrepairable, HOLDS), (HitState::Repaired, FAILS)] {
        let mut battle = duel_with(|_| ());
        let hit = Hit { id: "V1".into(), turn: 1, effect: Harm::Speed(inches("2.5")), state };
        battle.state.ship_mut(&"target".into()).unwrap().hits.push(hit);
        check(&battle, &VictoryTest::Immobile, immobile);
        check(&battle, &VictoryTest::Lost, immobile);
        check(&battle, &VictoryTest::CanMove, Truth::of_bool(state == HitState::Repaired));
    }
}

/// The card's speed is 2.5.
#[test]
fn r9_2_speeds_differ_by_a_quarter_and_by_a_hundredth() {
    let speeds = [("1.5", HOLDS), ("1.49", FAILS), ("1.25", FAILS), ("1.51", HOLDS)];
    for (top, can) in speeds {
        let mut battle = duel_with(|_| ());
        battle.set("target", Setting::TopSpeed(inches(top)));
        check(&battle, &VictoryTest::CanMake(inches("1.5")), can);
        check(&battle, &VictoryTest::Below(inches("1.5")), !can);
        // A ship that left keeps the speed it could make then.
        battle.apply(&Fact::ShipExited { ship: "target".into(), friendly: false, edge: None, turn: None });
        check(&battle, &VictoryTest::CanMake(inches("1.5")), can);
    }
    for (top, slower) in [("2.0", HOLDS), ("2.01", FAILS), ("2.25", FAILS), ("1.75", HOLDS)] {
        let mut battle = duel_with(|_| ());
        battle.set("target", Setting::TopSpeed(inches(top)));
        check(&battle, &VictoryTest::SlowerBy(inches("0.5")), slower);
    }
    // Three fires limit it to 2.0. [8.5.1]
    for (fires, can) in [(2, HOLDS), (3, FAILS)] {
        let mut battle = duel_with(|_| ());
        battle.set("target", Setting::Fires(fires));
        check(&battle, &VictoryTest::CanMake(inches("2.25")), can);
    }
}

#[test]
fn r9_2_flotation_mounts_and_batteries_by_one_and_by_half() {
    let three = vec![mount("a", &[]), mount("b", &[]), mount("c", &[])];
    let ready = || {
        duel_with(|card| {
            card.flotation = 6;
            card.big.as_mut().unwrap().mounts = three.clone();
        })
    };
    for (hits, holds) in [(2, FAILS), (3, HOLDS), (4, HOLDS)] {
        let mut battle = ready();
        battle.set("target", Setting::Flotation(hits));
        check(&battle, &VictoryTest::FlotationHits(3), holds);
    }
    for (lost, two, half) in [(0, FAILS, FAILS), (1, FAILS, FAILS), (2, HOLDS, HOLDS), (3, HOLDS, HOLDS)] {
        let mut battle = ready();
        battle.set("target", Setting::MountsLost(lost));
        check(&battle, &VictoryTest::MountsLost(CountOrHalf::Number(2)), two);
        check(&battle, &VictoryTest::MountsLost(CountOrHalf::Half), half);
    }
    // One of two is half.
    let mut battle = duel_with(|_| ());
    check(&battle, &VictoryTest::MountsLost(CountOrHalf::Half), FAILS);
    battle.set("target", Setting::MountsLost(1));
    check(&battle, &VictoryTest::MountsLost(CountOrHalf::Half), HOLDS);
    // 24 and 2 points on a side: a quarter is 6.5.
    for (quarters, six, seven, half) in
        [(0, FAILS, FAILS, FAILS), (1, HOLDS, FAILS, FAILS), (2, HOLDS, HOLDS, HOLDS), (4, HOLDS, HOLDS, HOLDS)]
    {
        let mut battle = duel_with(|_| ());
        battle.set("target", Setting::GunQuartersLost(quarters));
        check(&battle, &VictoryTest::BatteryLost(CountOrHalf::Number(6)), six);
        check(&battle, &VictoryTest::BatteryLost(CountOrHalf::Number(7)), seven);
        check(&battle, &VictoryTest::BatteryLost(CountOrHalf::Half), half);
    }
    let mut battle = ready();
    battle.set("target", Setting::Fate(Fate::Exploded));
    for gone in [
        VictoryTest::FlotationHits(6),
        VictoryTest::MountsLost(CountOrHalf::Number(3)),
        VictoryTest::BatteryLost(CountOrHalf::Number(26)),
    ] {
        check(&battle, &gone, HOLDS);
    }
    check(&battle, &VictoryTest::MountsLost(CountOrHalf::Number(4)), FAILS);
    // A ship without such guns cannot lose half of them.
    let mut unarmed = duel_with(|card| (card.big, card.medium, card.light) = (None, None, None));
    unarmed.set("target", Setting::Fate(Fate::Sinking));
    check(&unarmed, &VictoryTest::MountsLost(CountOrHalf::Half), FAILS);
    check(&unarmed, &VictoryTest::BatteryLost(CountOrHalf::Half), FAILS);
}

#[test]
fn r9_3_exits_differ_by_edge_and_by_turn() {
    let exit = |by: &[Edge], from, to| VictoryTest::Exited(ExitCondition { by: by.to_vec(), from, to });
    let mut battle = duel_with(|_| ());
    check(&battle, &exit(&[], None, None), FAILS);
    battle.segment(8, Segment::Movement);
    let exit_fact = |friendly, edge, turn| Fact::ShipExited { ship: "target".into(), friendly, edge, turn };
    battle.apply(&exit_fact(false, Some(Edge::West), Some(8)));
    for (test, expect) in [
        (exit(&[], None, None), HOLDS),
        (exit(&[Edge::West], None, None), HOLDS),
        (exit(&[Edge::South, Edge::West], None, None), HOLDS),
        (exit(&[Edge::South], None, None), FAILS),
        (exit(&[Edge::West], Some(8), None), HOLDS),
        (exit(&[Edge::West], Some(9), None), FAILS),
        (exit(&[Edge::West], None, Some(8)), HOLDS),
        (exit(&[Edge::West], None, Some(7)), FAILS),
        (exit(&[Edge::South], Some(8), Some(8)), FAILS),
    ] {
        check(&battle, &test, expect);
    }
    // Older journals record only whether the edge was the ship's own, here the northern one.
    battle.apply(&exit_fact(true, None, None));
    check(&battle, &exit(&[Edge::North], None, None), HOLDS);
    check(&battle, &exit(&[Edge::South], None, None), FAILS);
    check(&battle, &exit(&[Edge::North], Some(1), None), OPEN);
    battle.apply(&exit_fact(false, None, None));
    check(&battle, &exit(&[Edge::East], None, None), OPEN);
    check(&battle, &exit(&[], None, None), HOLDS);
}

fn within_twelve_of(landmark: Landmark) -> VictoryTest {
    VictoryTest::Within(Nearness { of: landmark, inches: inches("12") })
}

#[test]
fn r3_5_a_distance_to_a_ship_uses_the_tracked_or_typed_range() {
    let asahi = || within_twelve_of(Landmark::Ship("asahi".into()));
    let mut battle = duel_with(|_| ());
    check(&battle, &asahi(), OPEN);
    for (range, expect) in [("12", HOLDS), ("12.01", FAILS)] {
        let (from, to) = ("asahi".into(), "target".into());
        battle.state.this_move.measures = vec![Measurement { from, to, range: inches(range), bearing: None }];
        check(&battle, &asahi(), expect);
    }
    battle.set("asahi", Setting::At(Place::new(10.0, 10.0, 0.0)));
    for (y, expect) in [(22.0, HOLDS), (22.01, FAILS), (22.25, FAILS)] {
        battle.set("target", Setting::At(Place::new(10.0, y, 0.0)));
        check(&battle, &asahi(), expect);
        check(&battle, &VictoryTest::Not(Box::new(asahi())), !expect);
    }
    // No ship is near a ship that is gone, and a ship that left is near no ship.
    battle.set("target", Setting::At(Place::new(10.0, 12.0, 0.0)));
    check(&battle, &asahi(), HOLDS);
    for gone in [Fate::Sinking, Fate::Exploded, Fate::exited(true)] {
        let mut after = Battle { state: battle.state.clone() };
        after.set("asahi", Setting::Fate(gone.clone()));
        check(&after, &asahi(), FAILS);
    }
    battle.set("target", Setting::Fate(Fate::exited(true)));
    check(&battle, &asahi(), FAILS);
}

#[test]
fn r4_7_a_distance_to_land_is_to_the_nearest_shore() {
    let mut with_land = setup(vec![card("Asahi", "japan", ShipType::BB)], vec![card("Target", "russia", ShipType::BB)]);
    let corner = |x, y| (inches(x), inches(y));
    let corners = vec![corner("20", "0"), corner("30", "0"), corner("30", "40"), corner("20", "40")];
    with_land.land = vec![Land { id: "shore".into(), name: "Shore".to_owned(), corners }];
    let land = || VictoryTest::Within(Nearness { of: Landmark::Land, inches: inches("6") });
    // A shore across which ships see still counts as one.
    let key = SpecialRule { does: RuleEffect::OpenLand(vec!["shore".into()]), ..SpecialRule::inert(1) };
    for rules in [Vec::new(), vec![key]] {
        with_land.rules = rules;
        let mut battle = Battle::new(&with_land);
        check(&battle, &land(), OPEN);
        // The funnel is 0.3 ahead of mid-base.
        for (x, expect) in [(13.7, HOLDS), (13.69, FAILS), (13.45, FAILS), (19.0, HOLDS)] {
            battle.set("target", Setting::At(Place::new(x, 20.0, 90.0)));
            check(&battle, &land(), expect);
        }
    }
    let mut open_sea = duel_with(|_| ());
    open_sea.set("target", Setting::At(Place::new(13.7, 20.0, 90.0)));
    check(&open_sea, &land(), FAILS);
}

#[test]
fn r2_1_areas_include_their_edges() {
    let circle = Zone::Circle(Circle { x: inches("10"), y: inches("10"), radius: inches("5") });
    let rectangle = Zone::Rectangle(Rectangle { from: (inches("30"), inches("14")), to: (inches("34"), inches("26")) });
    let mut battle = duel_with(|_| ());
    check(&battle, &VictoryTest::Inside(circle), OPEN);
    for (zone, x, y, expect) in [
        (circle, 13.0, 14.0, HOLDS),
        (circle, 13.01, 14.0, FAILS),
        (circle, 10.0, 5.0, HOLDS),
        (circle, 10.0, 4.99, FAILS),
        (rectangle, 30.0, 14.0, HOLDS),
        (rectangle, 34.0, 26.0, HOLDS),
        (rectangle, 29.99, 14.0, FAILS),
        (rectangle, 30.0, 13.99, FAILS),
        (rectangle, 34.01, 26.0, FAILS),
        (rectangle, 34.0, 26.01, FAILS),
    ] {
        battle.set("target", Setting::At(Place::new(x, y, 0.0)));
        check(&battle, &VictoryTest::Inside(zone), expect);
    }
    battle.set("target", Setting::At(Place::new(10.0, 10.0, 0.0)));
    battle.set("target", Setting::Fate(Fate::exited(true)));
    check(&battle, &VictoryTest::Inside(circle), FAILS);
}

#[test]
fn r9_2_beyond_means_nearer_the_edge_than_the_other_ship() {
    let mut battle = duel_with(|_| ());
    let beyond = |edge| VictoryTest::Beyond(PastShip { edge, of: "asahi".into() });
    check(&battle, &beyond(Edge::East), OPEN);
    battle.set("asahi", Setting::At(Place::new(30.0, 20.0, 0.0)));
    for (x, y, edges) in [
        (30.0, 20.0, vec![]),
        (30.01, 20.0, vec![Edge::East]),
        (29.99, 20.0, vec![Edge::West]),
        (30.0, 20.01, vec![Edge::North]),
        (30.0, 19.99, vec![Edge::South]),
    ] {
        battle.set("target", Setting::At(Place::new(x, y, 0.0)));
        for edge in [Edge::North, Edge::East, Edge::South, Edge::West] {
            check(&battle, &beyond(edge), Truth::of_bool(edges.contains(&edge)));
        }
    }
    battle.set("target", Setting::At(Place::new(40.0, 20.0, 0.0)));
    battle.set("asahi", Setting::Fate(Fate::Sinking));
    check(&battle, &beyond(Edge::East), FAILS);
}

/// Two of four Russian ships are sunk.
#[test]
fn r9_2_ships_are_counted_by_name_by_side_type_and_division() {
    let four = ["One", "Two", "Three", "Four"];
    let kinds = [ShipType::BB, ShipType::OBB, ShipType::CA, ShipType::CL];
    let russia = four.iter().zip(kinds).map(|(name, kind)| card(name, "russia", kind)).collect();
    let mut battle = Battle::new(&setup(vec![card("Asahi", "japan", ShipType::BB)], russia));
    battle.set("one", Setting::Fate(Fate::Sinking));
    battle.set("three", Setting::Fate(Fate::Sunk));
    let russia = || ShipSet { side: Some("russia".into()), ..ShipSet::default() };
    let truth_of = |count, among| {
        truth(&battle.state, VictoryCondition::Ships(ShipsCondition { count, among, are: vec![VictoryTest::Sunk] }))
    };
    for (test, expect) in [
        (HowMany::AtLeast(2), HOLDS),
        (HowMany::AtLeast(3), FAILS),
        (HowMany::AtMost(2), HOLDS),
        (HowMany::AtMost(1), FAILS),
        (HowMany::Every, FAILS),
        (HowMany::None, FAILS),
    ] {
        assert_eq!(truth_of(test, russia()), expect, "{test:?}");
    }
    assert_eq!(truth_of(HowMany::Every, ships_named(&["one", "three"])), HOLDS);
    assert_eq!(truth_of(HowMany::None, ships_named(&["two", "four"])), HOLDS);
    let of_types = |types: &[ShipType]| ShipSet { types: types.to_vec(), ..russia() };
    assert_eq!(truth_of(HowMany::Every, of_types(&[ShipType::BB, ShipType::CA])), HOLDS);
    assert_eq!(truth_of(HowMany::Every, of_types(&[ShipType::BB, ShipType::OBB])), FAILS);
    assert_eq!(truth_of(HowMany::AtLeast(2), ShipSet { large: Some(true), ..russia() }), HOLDS);
    assert_eq!(truth_of(HowMany::AtLeast(1), ShipSet { large: Some(false), ..russia() }), FAILS);
    assert_eq!(truth_of(HowMany::AtLeast(2), ShipSet { divisions: vec!["rd".into()], ..ShipSet::default() }), HOLDS);
    assert_eq!(truth_of(HowMany::AtLeast(1), ShipSet { divisions: vec!["jd".into()], ..ShipSet::default() }), FAILS);
    assert_eq!(truth_of(HowMany::Every, ships_named(&["nobody"])), FAILS, "a set without ships meets no test");
}

/// One ship must meet all the tests.
#[test]
fn r9_2_tests_in_one_list_must_all_hold_for_the_same_ship() {
    let russia = ["One", "Two"].map(|name| card(name, "russia", ShipType::BB)).to_vec();
    let mut battle = Battle::new(&setup(vec![card("Asahi", "japan", ShipType::BB)], russia));
    battle.set("one", Setting::TopSpeed(inches("1")));
    battle.set("two", Setting::MountsLost(1));
    let both = |are| {
        VictoryCondition::Ships(ShipsCondition { count: HowMany::AtLeast(1), among: ships_named(&["one", "two"]), are })
    };
    let (slow, hurt) = (VictoryTest::Below(inches("2")), VictoryTest::MountsLost(CountOrHalf::Number(1)));
    assert_eq!(truth(&battle.state, both(vec![slow.clone(), hurt.clone()])), FAILS);
    assert_eq!(truth(&battle.state, both(vec![VictoryTest::All(vec![slow.clone(), hurt.clone()])])), FAILS);
    assert_eq!(truth(&battle.state, both(vec![VictoryTest::Any(vec![slow.clone(), hurt.clone()])])), HOLDS);
    battle.set("one", Setting::MountsLost(1));
    assert_eq!(truth(&battle.state, both(vec![slow, hurt])), HOLDS);
}

#[test]
fn r9_2_turn_bounds_are_exact_and_conditions_combine() {
    let mut battle = Battle::new(&duel());
    battle.segment(20, Segment::Damage);
    let turn = |turn| VictoryCondition::Turn(turn);
    for (test, expect) in [
        (TurnCondition::At(20), HOLDS),
        (TurnCondition::At(19), FAILS),
        (TurnCondition::At(21), FAILS),
        (TurnCondition::From(20), HOLDS),
        (TurnCondition::From(21), FAILS),
        (TurnCondition::To(20), HOLDS),
        (TurnCondition::To(19), FAILS),
        (TurnCondition::Between { from: 20, to: 20 }, HOLDS),
        (TurnCondition::Between { from: 1, to: 19 }, FAILS),
        (TurnCondition::Between { from: 21, to: 30 }, FAILS),
    ] {
        assert_eq!(truth(&battle.state, turn(test)), expect, "{test:?}");
    }
    // The position of an untracked ship is unknown.
    let open = || all_ships(&["retvizan"], vec![within_twelve_of(Landmark::Ship("asahi".into()))]);
    let (yes, no) = (turn(TurnCondition::At(20)), turn(TurnCondition::At(19)));
    for (parts, all, any) in [
        (vec![yes.clone(), yes.clone()], HOLDS, HOLDS),
        (vec![yes.clone(), no.clone()], FAILS, HOLDS),
        (vec![no.clone(), no.clone()], FAILS, FAILS),
        (vec![yes.clone(), open()], OPEN, HOLDS),
        (vec![open(), no.clone()], FAILS, OPEN),
    ] {
        assert_eq!(truth(&battle.state, VictoryCondition::All(parts.clone())), all, "{parts:?}");
        assert_eq!(truth(&battle.state, VictoryCondition::Any(parts.clone())), any, "{parts:?}");
        assert_eq!(truth(&battle.state, VictoryCondition::Not(Box::new(VictoryCondition::All(parts)))), !all);
    }
}

/// Japan has sunk a battleship (12) and a destroyer (1), Russia stopped a battleship (6).
#[test]
fn r10_5_point_conditions_are_exact_to_the_point() {
    let (bb, tbd) = (ShipType::BB, ShipType::TBD);
    let japan = vec![card("A1", "japan", bb), card("A2", "japan", bb)];
    let russia = vec![card("B1", "russia", bb), card("B2", "russia", bb), card("B3", "russia", tbd)];
    let mut battle = Battle::new(&setup(japan, russia));
    battle.set("b1", Setting::Fate(Fate::Sinking));
    battle.set("b3", Setting::Fate(Fate::Sunk));
    battle.set("a1", Setting::TopSpeed(Inches::ZERO));
    let points = |state: &State, side: &str, bound, times: &[(&str, u16)]| {
        let times = times.iter().map(|(unit, by)| PointsFactor { of: Id::new(unit), by: *by }).collect();
        truth(state, VictoryCondition::Points(PointsCondition { side: side.into(), bound, times }))
    };
    let ratio = |times: &str| Bound::Lead(Lead::Ratio(times.parse().unwrap()));
    let state = &battle.state;
    for (side, bound, expect) in [
        ("japan", Bound::Lead(Lead::By(7)), HOLDS),
        ("japan", Bound::Lead(Lead::By(8)), FAILS),
        ("russia", Bound::Lead(Lead::By(1)), FAILS),
        ("japan", ratio("2"), HOLDS),
        ("japan", ratio("13/6"), HOLDS),
        ("japan", ratio("2.17"), FAILS),
        ("russia", ratio("1"), FAILS),
        ("japan", Bound::AtLeast(13), HOLDS),
        ("japan", Bound::AtLeast(14), FAILS),
        ("russia", Bound::Under(7), HOLDS),
        ("russia", Bound::Under(6), FAILS),
    ] {
        assert_eq!(points(state, side, bound, &[]), expect, "{side} {bound:?}");
    }
    // Ships and divisions with a factor score that many times for the other side.
    assert_eq!(points(state, "japan", Bound::AtLeast(14), &[("b3", 2)]), HOLDS);
    assert_eq!(points(state, "japan", Bound::AtLeast(26), &[("rd", 2)]), HOLDS);
    assert_eq!(points(state, "japan", Bound::AtLeast(27), &[("rd", 2)]), FAILS);
    assert_eq!(points(state, "russia", Bound::Lead(Lead::By(1)), &[("jd", 2)]), FAILS);
    assert_eq!(points(state, "russia", Bound::Lead(Lead::By(5)), &[("a1", 3)]), HOLDS);
    assert_eq!(points(state, "russia", Bound::Lead(Lead::By(6)), &[("a1", 3)]), FAILS);
    // With no points on either side, no side leads by a ratio.
    let none = Battle::new(&duel());
    assert_eq!(points(&none.state, "japan", ratio("2"), &[]), FAILS);
}

/// A generated battle's handicap counts for the lead but not for the points scored. [10.5.6]
#[test]
fn r10_5_6_a_handicap_counts_for_the_lead() {
    let japan = vec![card("A1", "japan", ShipType::BB), card("A2", "japan", ShipType::BB)];
    let mut uneven = setup(japan, vec![card("B1", "russia", ShipType::BB)]);
    uneven.options.handicap = naval::model::setup::Handicap::Weaker;
    let battle = Battle::new(&uneven);
    let found = verdict(&decided_by(&battle.state, vec![VictoryEntry::any_lead()]));
    assert_eq!((found.side, found.by), (Some("russia".into()), Some(1)));
    let scored = PointsCondition { side: "russia".into(), bound: Bound::AtLeast(1), times: Vec::new() };
    assert_eq!(truth(&battle.state, VictoryCondition::Points(scored)), FAILS);
}

#[test]
fn r6_5_1_penetrating_big_gun_hits_are_counted_by_side() {
    let salvo = |firer: &str, target: &str, penetrating| {
        let held = HeldHit {
            target: target.into(),
            firer: Some(firer.into()),
            kind: HitKind::Penetrating,
            battery: Some(BatteryKind::Big),
            range: None,
            count: penetrating,
        };
        let sum = || Sum::from_base(1, Label::Power, Rule::new("6.5.1"));
        let fired = Fact::SalvoFired(Box::new(Salvo {
            firer: firer.into(),
            target: target.into(),
            range: inches("8"),
            dice: sum(),
            to_hit: sum(),
            size: sum(),
            penetration: sum(),
            on_successes: 3,
            strikes: 3,
            penetrating,
            non_penetrating: 3 - penetrating,
        }));
        [fired, Fact::HitsMarked(held)]
    };
    let shoot = |battle: &mut Battle, facts: [Fact; 2]| facts.iter().for_each(|fact| battle.apply(fact));
    let mut battle = Battle::new(&duel());
    let more = |battle: &Battle, side: &str| {
        truth(&battle.state, VictoryCondition::More(side.into(), CountedFigure::PenetratingHits))
    };
    assert_eq!(more(&battle, "japan"), FAILS);
    shoot(&mut battle, salvo("asahi", "retvizan", 2));
    shoot(&mut battle, salvo("retvizan", "asahi", 1));
    assert_eq!((more(&battle, "japan"), more(&battle, "russia")), (HOLDS, FAILS));
    shoot(&mut battle, salvo("retvizan", "asahi", 1));
    assert_eq!((more(&battle, "japan"), more(&battle, "russia")), (FAILS, FAILS), "two each");
    shoot(&mut battle, salvo("retvizan", "asahi", 0));
    assert_eq!(more(&battle, "russia"), FAILS, "strikes that do not penetrate do not count");
    shoot(&mut battle, salvo("retvizan", "asahi", 1));
    assert_eq!(more(&battle, "russia"), HOLDS);
}
