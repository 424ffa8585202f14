//! 3.4: turns in two halves.
use naval::model::{
    BatteryKind, Bearing, Declaration, Fraction, Half, ShipType, command::Conditions, half_turn::TurnSpan,
};
use naval::rules::half_move::{has_opponent_near, in_band};
use naval::{Fact, Id, Naval, Segment, rules::gunnery, view::View};
use play::Game;
use proptest::prelude::*;

use super::{
    Table,
    fleet::{division, setup},
};
use naval_kit::fixture::inches;

/// Two battleships abeam of each other at `gap` inches, a turn after they sighted each other.
fn abeam(gap: f64) -> Table {
    let mut table = Table::set_up(|setup| setup.options.half_moves = true);
    table.place("One", ShipType::BB, "a", (20.0, 10.0, 0.0));
    table.place("Two", ShipType::BB, "b", (20.0 + gap, 10.0, 0.0));
    table.lines(&["next to plotting"]);
    table
}

#[test]
fn r3_4_half_moves_are_offered_to_sighted_opponents_within_five() {
    for (apart, legal) in [(4.0, true), (5.0, true), (5.01, false), (9.0, false)] {
        let mut table = abeam(apart);
        assert_eq!(
            show::status::banner(&View::referee(&table.state)).replace("\n", " ").contains("Half moves may be played"),
            legal,
            "{apart}"
        );
        match table.line("half b") {
            Ok(_) => assert!(legal, "{apart}"),
            Err(refusal) => assert!(!legal && refusal.contains("NoEnemyNear"), "{apart}: {refusal}"),
        }
    }
    let mut unseen = abeam(4.0);
    unseen.lines(&["set one sighted no because \"smoke\"", "set two sighted no because \"smoke\""]);
    assert!(unseen.line("half").unwrap_err().contains("NoEnemyNear"));
    unseen.lines(&["set two sighted yes because \"a flash\"", "half"]);
    assert!(unseen.line("half").unwrap_err().contains("AlreadyHalved"));
    let mut later = abeam(4.0);
    later.lines(&["next to movement"]);
    assert!(later.line("half").unwrap_err().contains("WrongSegment"));
    let mut off = Table::new();
    off.place("One", ShipType::BB, "a", (20.0, 10.0, 0.0));
    assert!(off.line("half").unwrap_err().contains("OptionOff"));
}

#[test]
fn r3_4_1_halves_are_point_nought_and_point_five() {
    let mut table = abeam(4.0);
    table.lines(&["half"]);
    let words = |table: &Table| (table.state.current_moment().word(), table.state.clock().format("%H:%M").to_string());
    assert_eq!(words(&table), ("2.0".to_owned(), "12:04".to_owned()));
    assert!(show::status::prompt(&View::referee(&table.state)).starts_with("T2.0 12:04"));
    table.lines(&["next to damage", "next"]);
    assert_eq!(words(&table), ("2.5".to_owned(), "12:06".to_owned()));
    assert_eq!((table.state.half, table.state.segment), (Some(Half::Second), Segment::Plotting));
    table.lines(&["next to plotting"]);
    assert_eq!(words(&table), ("3".to_owned(), "12:08".to_owned()));
}

#[test]
fn r3_4_1_the_segments_of_a_half_keep_their_order() {
    let mut table = abeam(4.0);
    table.lines(&["half"]);
    let mut seen = Vec::new();
    while table.state.turn == 2 {
        seen.push((table.state.half, table.state.segment));
        table.lines(&["next"]);
    }
    let all = |half, left_out: Option<Segment>| {
        Segment::ALL
            .into_iter()
            .filter(move |segment| Some(*segment) != left_out)
            .map(move |segment| (Some(half), segment))
    };
    // Damage control is not part of a second half.
    let wanted: Vec<_> = all(Half::First, None).chain(all(Half::Second, Some(Segment::DamageControl))).collect();
    assert_eq!(seen, wanted);
}

#[test]
fn r3_4_1_a_battle_does_not_end_between_the_halves_of_its_last_turn() {
    let mut table = abeam(4.0);
    let setup = std::sync::Arc::make_mut(&mut table.state.setup);
    (setup.kind, setup.turns) = (naval::model::BattleKind::Historical, 2);
    table.lines(&["half", "next to damage", "next"]);
    assert_eq!((table.state.turn, table.state.half, table.state.end.is_some()), (2, Some(Half::Second), false));
    table.lines(&["next to damage", "next"]);
    assert!(table.state.end.is_some());
}

/// Where the three ships of a column are after these plots, one a turn, in whole moves or in halves.
fn run(plots: &[String], halves: bool) -> Vec<(f64, f64, f64)> {
    let mut table = Table::set_up(|setup| setup.options.half_moves = true);
    for (index, name) in ["One", "Two", "Three"].into_iter().enumerate() {
        table.place(name, ShipType::CA, "a", (36.0, 24.0 - 2.0 * index as f64, 0.0));
    }
    table.place("Four", ShipType::CA, "b", (40.0, 24.0, 0.0));
    table.lines(&["division 1st one two three", "set one sighted yes because \"seen\""]);
    for plot in plots {
        table.lines(&[&format!("plot 1st {plot}"), "plot four 0"]);
        if halves {
            // The enemy stays close, so that halves are allowed.
            let (x, y, _) = table.position_of("one");
            table.lines(&[&format!("set four at {x} {} heading 0 because \"close\"", y + 3.0), "half"]);
            table.lines(&["next to damage", "next"]);
        }
        table.lines(&["next to plotting"]);
    }
    ["one", "two", "three"].iter().map(|ship| table.position_of(ship)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn r3_4_2_two_halves_are_one_move(
        straights in proptest::collection::vec(0_u32..=300, 1..4),
        turn in 1_u32..=6,
        hand in "[LR]",
    ) {
        let straight: Vec<String> = straights.iter().map(|way| format!("{}", f64::from(*way) / 100.0)).collect();
        prop_assert_eq!(run(&straight, true), run(&straight, false));
        let bent = format!("0.7-C{hand}{}-0.5 speed 2.75", 15 * turn);
        let plots = [bent, "2.75".to_owned(), "1".to_owned()];
        prop_assert_eq!(run(&plots, true), run(&plots, false));
    }
}

#[test]
fn r3_4_2_a_half_is_half_the_way_and_half_the_torpedoes_run() {
    let mut table = abeam(4.0);
    table.place("Boat", ShipType::TBD, "a", (21.0, 8.0, 0.0));
    table.lines(&["plot one 2.25", "launch boat at two factors 1 run 4 starboard marker q", "half", "next to damage"]);
    assert_eq!(table.position_of("one"), (20.0, 11.125, 0.0));
    let distance_run =
        |table: &Table| table.state.markers[0].distance_run_after(table.state.current_moment().end_half_turns());
    assert_eq!(distance_run(&table), inches("2.5"));
    table.lines(&["next to movement"]);
    assert_eq!((table.position_of("one"), distance_run(&table)), ((20.0, 12.25, 0.0), inches("4")));
    // The speed of One is always that of the whole turn.
    assert_eq!(table.state.ship(&"one".into()).unwrap().speed, inches("2.25"));
}

#[test]
fn r3_4_2_torpedoes_of_the_second_half_have_run_half_a_turn_at_its_end() {
    let mut table = abeam(4.0);
    table.place("Boat", ShipType::TBD, "a", (21.0, 10.0, 0.0));
    table.lines(&["half", "next to damage", "next", "launch boat at two factors 1 run 4 starboard marker q"]);
    let marker = table.state.markers[0].clone();
    assert!(marker.second_half);
    let after = |turn, half| marker.distance_run_after(TurnSpan { turn, half }.end_half_turns());
    assert_eq!([after(2, Some(Half::First)), after(2, Some(Half::Second))], [inches("0"), inches("2.5")]);
    assert_eq!(after(3, None), inches("4"));
    let runs = |turn, half| marker.is_running_in(TurnSpan { turn, half });
    assert_eq!(
        [runs(2, Some(Half::First)), runs(2, None), runs(3, Some(Half::First)), runs(4, None)],
        [false, true, true, false]
    );
}

#[test]
fn r3_4_2_changes_between_the_halves_count() {
    // A ship slowed in the first half runs half of its remaining speed. A moved ship continues from its new position.
    let mut table = abeam(4.0);
    table.lines(&["plot one 2", "plot two 2", "half", "next to damage", "checks on"]);
    table.lines(&["set one top-speed 1 because \"flooded\"", "set two at 30 30 heading 0 because \"measured\""]);
    table.lines(&["next", "next"]);
    assert_eq!((table.position_of("one"), table.position_of("two")), ((20.0, 11.5, 0.0), (30.0, 31.0, 0.0)));
    // A lost ship goes no farther.
    let mut table = abeam(4.0);
    table.lines(&["plot one 2", "half", "next to damage", "set one fate sinking because \"mine\"", "next", "next"]);
    assert_eq!(table.position_of("one"), (20.0, 11.0, 0.0));
}

#[test]
fn r3_4_3_far_from_the_enemy_the_second_half_is_only_a_move() {
    let mut table = abeam(4.0);
    table.place("Far", ShipType::BB, "a", (20.0, 20.0, 0.0));
    table.place("Boat", ShipType::TBD, "a", (20.0, 22.0, 0.0));
    table.lines(&["half", "next to gunfire", "target far at two", "fire far", "next to damage", "next"]);
    assert!(has_opponent_near(&table.state, &Id::new("one")) && !has_opponent_near(&table.state, &Id::new("far")));
    let launch = "launch boat at two factors 1 run 4 starboard marker q";
    assert!(table.line(launch).unwrap_err().contains("OnlyMovesInSecondHalf"));
    assert!(table.line("plot far 2").unwrap_err().contains("PlottedForWholeTurn"));
    assert!(table.line("division 2nd far").unwrap_err().contains("PlottedForWholeTurn"));
    table.lines(&["next to illumination"]);
    assert!(table.line("illuminate far two searchlight").unwrap_err().contains("OnlyMovesInSecondHalf"));
    table.lines(&["next to gunfire"]);
    assert!(table.line("target far at two").unwrap_err().contains("OnlyMovesInSecondHalf"));
    // A ship far from the enemy still runs the second half of its move.
    let mut mover = abeam(4.0);
    mover.place("Far", ShipType::BB, "a", (20.0, 30.0, 0.0));
    mover.lines(&["plot far 2", "half", "next to damage", "next", "next"]);
    assert_eq!(mover.position_of("far"), (20.0, 32.0, 0.0));
}

#[test]
fn r3_4_4_near_the_enemy_all_actions_are_allowed_in_either_half() {
    let mut table = abeam(4.0);
    table.place("Boat", ShipType::TBD, "a", (21.0, 10.0, 0.0));
    table.lines(&["half", "next to gunfire", "target one at two", "fire one", "next to damage", "next"]);
    table.lines(&["launch boat at two factors 1 run 4 starboard marker q", "next to illumination"]);
    table.lines(&["illuminate one two searchlight", "next to gunfire"]);
    let fired = table.lines(&["target one at two", "fire one"]);
    assert!(fired.iter().any(|fact| matches!(fact, Fact::SalvoFired(_))));
    table.lines(&["next to damage", "next to plotting"]);
    assert_eq!((table.state.half, table.state.held_hits.is_empty()), (None, true));
}

#[test]
fn r3_4_4_typed_ranges_count_if_no_ship_has_a_position() {
    let mut setup = naval_kit::fixture::duel();
    setup.options.half_moves = true;
    let mut table = Table { state: naval::begin(&setup) };
    table.lines(&[
        "measure asahi retvizan 4.5",
        "half japan",
        "next to damage waive \"so\"",
        "next",
        "next to gunfire",
    ]);
    table.lines(&["target asahi at retvizan range 5"]);
    assert_eq!(table.state.half, Some(Half::Second));
    // The later range counts: the ships are too far apart, so the ship may only move.
    assert!(table.line("target retvizan at asahi range 5.1").unwrap_err().contains("OnlyMovesInSecondHalf"));
}

fn declaration(battery: BatteryKind, range: &str) -> Declaration {
    Declaration {
        firer: "one".into(),
        battery,
        target: "two".into(),
        range: inches(range),
        bearing: Bearing::Starboard,
        conditions: Conditions::default(),
        said: Vec::new(),
        fired: false,
    }
}

#[test]
fn r3_4_5_numbers_and_values_are_halved_within_five() {
    for (apart, typed, halved) in [(4.0, "8", true), (9.0, "8", false), (9.0, "5", true)] {
        let mut table = abeam(4.0);
        table.lines(&["half"]);
        let move_away = format!("set two at {} 10 heading 0 because \"for the test\"", 20.0 + apart);
        table.lines(&[&move_away]);
        let big = gunnery::salvo_numbers(&table.state, &declaration(BatteryKind::Big, typed)).unwrap();
        let medium = gunnery::volley_part(&table.state, &declaration(BatteryKind::Medium, typed)).unwrap();
        // Half of 7 is 3.5, which gives 4.
        let wanted = if halved { 4 } else { 7 };
        assert_eq!(
            (big.to_hit.result, medium.points),
            (wanted, Fraction::new(if halved { 12 } else { 24 }, 1)),
            "{apart} {typed}"
        );
    }
    let mut whole = abeam(4.0);
    whole.lines(&["plot one 0"]);
    let big = gunnery::salvo_numbers(&whole.state, &declaration(BatteryKind::Big, "8")).unwrap();
    assert_eq!(big.to_hit.result, 7);
    // 25 against 5: half is 12.5, divided by 5 is 2.5, which gives 3.
    let halved = gunnery::quotient(Fraction::new(25, 2), 5, false);
    assert_eq!(halved.needed, 3);
}

#[test]
fn r3_4_6_degrees_of_turning_count_double() {
    let mut table = abeam(4.0);
    table.lines(&["half"]);
    for (from, to) in [(15, 30), (45, 60), (75, 3600), (60, u16::MAX)] {
        for degrees in 0..=120_u16 {
            let (low, high) = (f64::from(from) / 2.0, f64::from(to) / 2.0);
            let exact = low <= f64::from(degrees) && f64::from(degrees) <= high.ceil();
            assert_eq!(in_band(&table.state, degrees, from, to), exact, "{degrees} in {from} to {to}");
        }
    }
    let mut turning = declaration(BatteryKind::Big, "8");
    turning.conditions.turned_deg = 15;
    // 7 is halved for the turn of 15 and again for the half move.
    assert_eq!(gunnery::salvo_numbers(&table.state, &turning).unwrap().to_hit.result, 2);
    turning.conditions.turned_deg = 38;
    assert!(gunnery::check_fire(&table.state, &turning).is_err());
}

#[test]
fn r3_4_6_a_tracked_turn_is_read_in_half_steps() {
    // A turn that takes the whole way has 60 degrees: 30 in each half, with a tiny rest.
    for (plot, degrees) in [("CR60 speed 0.52", 30), ("CR30 speed 0.26", 15), ("CR15 speed 0.13", 8), ("0.5", 0)] {
        let mut table = abeam(4.0);
        table.lines(&[&format!("plot one {plot}"), "half", "next to gunfire", "target one at two"]);
        assert_eq!(table.state.this_move.declarations[0].conditions.turned_deg, degrees, "{plot}");
    }
}

#[test]
fn r6_3_ships_that_fired_in_the_half_before_show_by_night() {
    let mut table = Table::set_up(|setup| {
        setup.options.half_moves = true;
        setup.night = true;
    });
    table.place("One", ShipType::BB, "a", (20.0, 10.0, 0.0));
    table.place("Two", ShipType::BB, "b", (24.0, 10.0, 0.0));
    table.lines(&["next to plotting", "half", "next to illumination", "illuminate one two searchlight"]);
    table.lines(&["next to gunfire", "target one at two", "fire one", "next to damage", "next", "next to gunfire"]);
    assert!(table.state.fired_in_last_half.contains(&"one".into()));
    table.lines(&["target two at one"]);
    // A turn later the shots of that half no longer count.
    table.lines(&["fire two", "next to plotting", "next to gunfire"]);
    assert!(table.state.fired_in_last_half.contains(&"two".into()));
    table.lines(&["next to plotting"]);
    assert!(table.state.fired_in_last_half.is_empty());
}

/// 3.4.2, 5.3.3: a flotilla that changes formation runs half of the way in each half, with the same result.
#[test]
fn r3_4_2_a_change_of_formation_is_run_in_halves_too() {
    let run = |halves: bool| {
        let mut table = Table::set_up(|setup| setup.options.half_moves = true);
        table.place("Leader", ShipType::CL, "a", (30.0, 20.0, 0.0));
        for (index, name) in ["T1", "T2", "T3"].into_iter().enumerate() {
            table.place(name, ShipType::TBD, "a", (30.0, 18.0 - 1.5 * index as f64, 0.0));
        }
        table.place("Close", ShipType::CP, "b", (34.5, 20.0, 0.0));
        table.lines(&[
            "division boats t1 t2 t3",
            "formation screen leader boats",
            "set close sighted yes because \"seen\"",
        ]);
        table.lines(&["reform screen bearing 270 interval 2 speed 3", "plot close 0"]);
        if halves {
            table.lines(&["half", "next"]);
            let half_way: f64 = table.ship("t1").run.as_ref().unwrap().legs.iter().map(|leg| leg.length_in()).sum();
            assert!((half_way - 1.5).abs() < 0.02, "{half_way}");
            table.lines(&["next to damage", "next"]);
            assert!(table.refusal("reform screen ahead").contains("PlottedForWholeTurn"));
            // Flags and formations hold from the next turn's plot. [5.2, 5.9.1]
            assert!(table.facts_on_copy("formation screen disband").is_ok());
            assert!(table.facts_on_copy("flag boats t2").is_ok());
        }
        let is_done = |facts: &[Fact]| {
            facts.iter().any(|fact| matches!(fact, Fact::FormationChanged { short, .. } if short.is_empty()))
        };
        let mut done = is_done(&table.lines(&["next to plotting"]));
        // The leader advances like the boats, so they need more than one turn. [Q61]
        for _ in 0..4 {
            if !done {
                table.lines(&["reform screen bearing 270 interval 2 speed 3", "plot close 0"]);
                done = is_done(&table.lines(&["next to plotting"]));
            }
        }
        (done, ["leader", "t1", "t3"].map(|ship| table.position_of(ship)))
    };
    let ((done, whole), (done_in_halves, halved)) = (run(false), run(true));
    assert!(done && done_in_halves);
    for places in [whole, halved] {
        let (east, north) = (places[1].0 - places[0].0, places[1].1 - places[0].1);
        assert!((east + 2.0).abs() < 0.001 && north.abs() < 0.001, "{places:?}");
    }
}

/// 3.4.3, 7.5.1: in the second half a large ship without an enemy within 5.0 rolls for no torpedoes, even if a large
/// one is in torpedo range. In the first half, and in a whole turn, it does.
#[test]
fn r3_4_3_large_ships_far_from_the_enemy_launch_nothing_in_the_second_half() {
    for (light, checks) in [("25", true), ("25.01", false)] {
        let mut table = Table::set_up(|setup| setup.options.half_moves = true);
        table.place("One", ShipType::BB, "a", (20.0, 10.0, 0.0));
        table.place("Far", ShipType::BB, "b", (20.0, 25.0, 0.0));
        table.place("Two", ShipType::CL, "b", (30.0, 10.0, 0.0));
        table.place("Boat", ShipType::TBD, "a", (32.0, 10.0, 0.0));
        let index = table.state.ships.iter().position(|ship| ship.id == *"one").unwrap();
        let mut ship = (*table.state.ships[index]).clone();
        let mut card = (*ship.card).clone();
        let bands = vec![naval::model::Band { to: inches("10"), to_hit: 4 }];
        card.torpedo = card.torpedo.map(|torpedo| naval::model::Torpedoes { bands, ..torpedo });
        ship.card = card.into();
        table.state.ships[index] = ship.into();
        table.lines(&["next to plotting"]);
        // No large enemy is in reach in the first half.
        table.lines(&["half", "next to damage", "next", "next to torpedo"]);
        let near = "set far at 20 18 heading 0 because \"tape\"";
        // The funnel of One is 0.3 ahead of its middle, that of a light ship 0.225.
        table.lines(&[near, &format!("set two at {light} 10.075 heading 0 because \"tape\"")]);
        assert_eq!(has_opponent_near(&table.state, &Id::new("one")), checks);
        let rolled = table.facts_on_copy("torpedoes a");
        assert_eq!(rolled.is_ok(), checks, "{light}: {rolled:?}");
        let due = table.facts_on_copy("next").unwrap();
        let diced = due.iter().any(|fact| matches!(fact, Fact::TorpedoCheckMade { .. }));
        assert_eq!(diced, checks, "{light}");
        // In a whole turn the roll is allowed in both cases.
        table.lines(&["next to plotting", "next to torpedo"]);
        assert!(table.facts_on_copy("torpedoes a").is_ok());
    }
}

/// 3.4.3: a light on an enemy measured at 5.0 is allowed in the second half; at 5.01 the ship only moves.
#[test]
fn r3_4_3_a_light_is_allowed_at_five_inches_in_the_second_half() {
    let mut table = Table::set_up(|setup| setup.options.half_moves = true);
    table.place("One", ShipType::BB, "germany", (20.0, 10.0, 0.0));
    table.place("Far", ShipType::BB, "b", (25.3, 10.0, 0.0));
    table.place("Boat", ShipType::TBD, "germany", (40.0, 10.0, 0.0));
    table.place("Two", ShipType::CL, "b", (43.0, 10.0, 0.0));
    table.lines(&["next to plotting", "half", "next to damage", "next", "next to illumination"]);
    for (range, lights) in [(" range 5", true), (" range 5.01", false), ("", false)] {
        let lit = table.facts_on_copy(&format!("illuminate one far searchlight{range}"));
        assert_eq!(lit.is_ok(), lights, "{range}: {lit:?}");
        assert_eq!(lit.is_err_and(|refusal| refusal.contains("OnlyMovesInSecondHalf")), !lights, "{range}");
    }
}

/// The collisions of a turn: four battleships, in column or each alone, the third slowed, with an enemy abeam.
fn passing_the_slow_one(halved: bool, in_column: bool) -> Vec<String> {
    let ships = [("One", ShipType::BB), ("Two", ShipType::BB), ("Three", ShipType::BB), ("Four", ShipType::BB)];
    let mut divisions = vec![division("russia", "rd", &[("Foe", ShipType::BB)], 24.5, 20.0, 0.0)];
    if in_column {
        divisions.push(division("japan", "1st", &ships, 20.0, 20.0, 0.0));
    } else {
        for (index, (id, ship)) in ["d1", "d2", "d3", "d4"].iter().zip(ships.chunks(1)).enumerate() {
            divisions.push(division("japan", id, ship, 20.0, 20.0 - 2.5 * index as f64, 0.0));
        }
    }
    let mut setup = setup(&divisions);
    setup.options.half_moves = true;
    let mut table = Table { state: Naval::initial_state(&setup) };
    let apply_with_any_dice = |table: &mut Table, line: &str| {
        let rolls = |len: usize| (0..=len).map(move |ones| [vec![1; ones], vec![10; len - ones]].concat());
        let dice = (0..6).flat_map(rolls);
        dice.into_iter().find_map(|dice| table.decide_line(line, &dice).ok()).expect(line)
    };
    apply_with_any_dice(&mut table, "next to plotting waive \"quiet\"");
    if halved {
        table.apply_line("half japan", &[]);
    }
    table.apply_line("set three top 0.5 because \"boilers\"", &[]);
    let plots: &[&str] =
        if in_column { &["plot 1st 2"] } else { &["plot d1 2", "plot d2 2", "plot d3 0.5", "plot d4 2"] };
    for line in plots.iter().chain(&["plot rd 2"]) {
        table.apply_line(line, &[]);
    }
    let mut collisions = Vec::new();
    while table.state.turn == 2 {
        let events = apply_with_any_dice(&mut table, "next waive \"quiet\"");
        let describe = |event: &naval::NavalEvent| match &event.fact {
            Fact::CollisionTested(test) => Some(format!("{} {}", test.one, test.other)),
            _ => None,
        };
        collisions.extend(events.iter().filter_map(describe));
    }
    collisions
}

/// The plot is for the whole turn: a ship that falls out after the first half is passed in the second. [Q57]
#[test]
fn r3_4_2_a_column_passes_its_slow_ship_in_halves_as_in_a_whole_turn() {
    for halved in [false, true] {
        assert_eq!(passing_the_slow_one(halved, true), [""; 0], "{halved}");
    }
    // The near miss: ships that are not in a column risk it in both halves.
    assert_eq!(passing_the_slow_one(true, false), ["three four"; 2]);
}
