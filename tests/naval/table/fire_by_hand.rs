//! Fire in a battle moved by hand: the order of declaring, broadsides, and values typed twice. [3.3.5, 6.2, 6.4.1]
use naval::model::{BatteryKind, Label, OverruledValue, Setup, WindForce, ship::ShipType::*};
use naval::rules::gunnery::{salvo_numbers, sides_still_to_declare};
use naval::{Fact, Id, Naval, NavalEvent, Segment, view::View};
use play::Game;

use super::{
    Table,
    fleet::{division, setup},
};
use naval_kit::fixture::{inches, mount};

/// Two battleships and two cruisers without big guns against one battleship and two such cruisers.
fn battle() -> Setup {
    let mut setup = setup(&[
        division("japan", "1st", &[("Mikasa", BB), ("Asahi", BB)], 10.0, 20.0, 0.0),
        division("japan", "scouts", &[("Akashi", CL), ("Suma", CL)], 22.0, 20.0, 0.0),
        division("russia", "rd", &[("Retvizan", BB)], 60.0, 40.0, 180.0),
        division("russia", "light", &[("Novik", CL), ("Boyarin", CL)], 66.0, 40.0, 180.0),
    ]);
    setup.divisions.iter_mut().for_each(|division| division.at = None);
    setup
}

fn gunfire(setup: &Setup) -> Table {
    let mut table = Table { state: Naval::initial_state(setup) };
    Naval::apply(&mut table.state, &Fact::SegmentBegan { turn: 1, segment: Segment::Gunfire });
    table
}

fn out_of_turn(events: &[NavalEvent]) -> bool {
    events.iter().any(|event| matches!(event.fact, Fact::DeclaredOutOfTurn { .. }))
}

#[test]
fn r3_3_5_only_big_guns_are_declared_out_of_turn() {
    // Japan has more big guns and begins. Light guns may be declared at any time.
    let mut table = gunfire(&battle());
    assert!(!out_of_turn(&table.apply_line("target novik at akashi range 8", &[])));
    assert!(out_of_turn(&table.apply_line("target retvizan at mikasa range 8", &[])));
    let mut table = gunfire(&battle());
    assert!(!out_of_turn(&table.apply_line("target retvizan at mikasa range 8 battery medium", &[])));
    // Japan's burning ships cannot fire, so it has run out of ships and Russia continues.
    let mut table = gunfire(&battle());
    table.apply_line("set mikasa fires 3 because \"test\"", &[]);
    table.apply_line("set asahi fires 3 because \"test\"", &[]);
    assert!(!out_of_turn(&table.apply_line("target retvizan at mikasa range 8", &[])), "they cannot fire");
}

/// Mikasa with an additional wing mount on each side.
fn winged() -> Setup {
    use naval::model::ship::FiringArc::{Port, Starboard};
    let mut setup = battle();
    let ship = setup.ships.iter_mut().find(|ship| ship.card.id == *"mikasa").unwrap();
    let mut card = (*ship.card).clone();
    let big = card.big.as_mut().unwrap();
    big.mounts.push(mount("p", &[Port]));
    big.mounts.push(mount("q", &[Starboard]));
    ship.card = std::sync::Arc::new(card);
    setup
}

#[test]
fn r6_4_1_with_a_mount_lost_on_one_side_the_broadside_must_be_named() {
    let mut table = gunfire(&winged());
    table.apply_line("target mikasa at retvizan range 8", &[]);
    for (lost, port, starboard) in [("p", 2, 3), ("q", 3, 2)] {
        let mut table = gunfire(&winged());
        table.apply_line(&format!("set mikasa mounts {lost} because \"test\""), &[]);
        table.assert_refused("target mikasa at retvizan range 8", "AmbiguousBroadside");
        let card = show::card::card_text(&View::referee(&table.state), &"mikasa".into());
        assert!(card.contains(&format!("-{port}/{starboard}-")), "{card}");
        for (side, mounts) in [("port", port), ("starboard", starboard)] {
            let mut table = Table { state: table.state.clone() };
            table.apply_line(&format!("target mikasa at retvizan range 8 {side}"), &[]);
            let declared = table.state.this_move.declarations.last().unwrap().clone();
            assert_eq!(table.state.ship(&"mikasa".into()).unwrap().mounts_bearing(declared.bearing), mounts);
        }
        // Mikasa can still fire at a named broadside, so Japan has still to declare.
        table.apply_line("target retvizan at mikasa range 8", &[]);
        assert!(sides_still_to_declare(&table.state).contains(&Id::from("japan")));
    }
    // With one mount lost on each side, or one that bears on both, the side does not matter.
    for lost in ["p q", "a"] {
        let mut table = gunfire(&winged());
        table.apply_line(&format!("set mikasa mounts {lost} because \"test\""), &[]);
        table.apply_line("target mikasa at retvizan range 8", &[]);
    }
}

#[test]
fn r6_2_a_division_fires_with_the_ships_that_have_not_declared() {
    let firers = |table: &Table| -> Vec<String> {
        table.state.this_move.declarations.iter().map(|declaration| declaration.firer.to_string()).collect()
    };
    let mut table = gunfire(&battle());
    table.apply_line("target akashi at novik range 8 battery medium", &[]);
    table.apply_line("target scouts at boyarin range 8 battery medium", &[]);
    assert_eq!(firers(&table), ["akashi", "suma"]);
    // All have declared: the order is refused, and no ship fires twice.
    table.assert_refused("target scouts at boyarin range 8 battery medium", "BatteryDeclared");
    assert!(table.state.this_move.declarations.iter().all(|declaration| declaration.battery == BatteryKind::Medium));
    // The batteries of the opposite broadside may still fire.
    let mut table = gunfire(&battle());
    table.apply_line("target scouts at novik range 8 battery medium port", &[]);
    table.apply_line("target scouts at boyarin range 8 battery medium starboard", &[]);
    assert_eq!(firers(&table).len(), 4);
}

fn overruled_values(events: &[NavalEvent]) -> Vec<OverruledValue> {
    let word = |event: &NavalEvent| match &event.fact {
        Fact::Overruled { word, .. } => Some(word.clone()),
        _ => None,
    };
    events.iter().filter_map(word).collect()
}

#[test]
fn r6_5_1_3_both_ships_of_a_pair_share_one_angle_of_courses() {
    let mut table = gunfire(&battle());
    table.apply_line("target mikasa at retvizan range 8 courses 90", &[]);
    let before = table.state.clone();
    assert_eq!(overruled_values(&table.apply_line("target retvizan at mikasa", &[])), []);
    assert_eq!(table.state.this_move.declarations.last().unwrap().conditions.courses_deg, 90, "the same for both");
    // A different value applies to that fire, with a warning.
    for (text, expect) in [("courses 90", None), ("courses 75", Some(75)), ("courses 0", Some(0))] {
        let mut table = Table { state: before.clone() };
        let events = table.apply_line(&format!("target retvizan at mikasa {text}"), &[]);
        let expect: Vec<OverruledValue> =
            expect.into_iter().map(|typed| OverruledValue::CoursesBefore { typed, before: 90 }).collect();
        assert_eq!(overruled_values(&events), expect, "{text}");
    }
    // Another pair has its own angle.
    table.apply_line("target asahi at retvizan range 8", &[]);
    assert_eq!(table.state.this_move.declarations.last().unwrap().conditions.courses_deg, 0);
}

#[test]
fn r6_5_1_3_a_ship_has_one_number_of_degrees_turned() {
    let mut table = gunfire(&battle());
    table.apply_line("target retvizan at mikasa range 8", &[]);
    let overruled = |typed, before| vec![OverruledValue::TurnedBefore { ship: "retvizan".into(), typed, before }];
    assert_eq!(
        overruled_values(&table.apply_line("target asahi at retvizan range 8 target turned 75", &[])),
        overruled(75, 0)
    );
    assert_eq!(overruled_values(&table.apply_line("target mikasa at retvizan range 8 target turned 75", &[])), []);
    // A value typed for the ship as a target is the default as a firer, and a different value gives a warning.
    let mut table = gunfire(&battle());
    table.apply_line("target asahi at retvizan range 8 target turned 45", &[]);
    let before = table.state.clone();
    assert_eq!(overruled_values(&table.apply_line("target retvizan at mikasa range 8", &[])), []);
    assert_eq!(table.state.this_move.declarations.last().unwrap().conditions.turned_deg, 45);
    let mut table = Table { state: before };
    assert_eq!(
        overruled_values(&table.apply_line("target retvizan at mikasa range 8 turned 60", &[])),
        overruled(60, 45)
    );
    assert_eq!(table.state.this_move.declarations.last().unwrap().conditions.turned_deg, 60);
}

#[test]
fn r2_7_fire_uses_the_range_typed_last() {
    let range = |table: &Table, firer: &str| {
        table
            .state
            .this_move
            .declarations
            .iter()
            .find(|declaration| declaration.firer == *firer)
            .map(|declaration| declaration.range.to_string())
    };
    let mut table = gunfire(&battle());
    table.apply_line("target mikasa at retvizan range 7.9", &[]);
    table.apply_line("target asahi at retvizan range 7.5", &[]);
    table.apply_line("target retvizan at mikasa range 8.1", &[]);
    assert_eq!(range(&table, "mikasa").unwrap(), "8.1", "one pair, one range");
    assert_eq!(range(&table, "asahi").unwrap(), "7.5", "another pair");
    // A range for the division applies to its ships without a range of their own.
    table.apply_line("measure 1st retvizan 9", &[]);
    assert_eq!((range(&table, "mikasa").unwrap(), range(&table, "asahi").unwrap()), ("8.1".into(), "7.5".into()));
    // Within reach the ship fires at the new range, beyond it not at all.
    for (typed, fires) in [("16", true), ("16.01", false)] {
        let mut table = Table { state: table.state.clone() };
        let events = table.apply_line(&format!("measure retvizan mikasa {typed}"), &[]);
        let is_voided = |event: &NavalEvent| {
            matches!(&event.fact, Fact::DeclarationVoided { firer, .. } if *firer == *"mikasa")
                && event.rule.to_string() == "6.1"
        };
        assert_eq!(!events.iter().any(is_voided), fires, "{typed}");
        assert_eq!(range(&table, "mikasa").as_deref(), fires.then_some("16.0"));
    }
    // Fire that is resolved does not change.
    table.line("fire asahi declared").unwrap();
    table.apply_line("measure asahi retvizan 3", &[]);
    assert_eq!(range(&table, "asahi").unwrap(), "7.5");
}

#[test]
fn r2_7_an_arc_typed_with_a_later_range_applies_to_declared_fire() {
    let arc = |line: &str| {
        let mut table = gunfire(&battle());
        table.apply_line("target mikasa at retvizan range 8", &[]);
        table.apply_line(line, &[]);
        table.state.this_move.declarations[0].bearing.to_string()
    };
    assert_eq!(arc("measure mikasa retvizan 8.5 arc bow"), "bow");
    assert_eq!(arc("measure mikasa retvizan 8.5"), "broadside");
    assert_eq!(arc("measure retvizan mikasa 8.5 arc bow"), "broadside", "the arc is Retvizan's, not Mikasa's");
    assert_eq!(arc("measure asahi retvizan 8.5 arc bow"), "broadside", "another ship");
}

#[test]
fn r6_5_10_big_guns_measured_out_of_reach_silence_no_battery() {
    let mut table = gunfire(&battle());
    table.apply_line("target mikasa at retvizan range 15.9", &[]);
    table.assert_refused("target asahi at retvizan range 8 battery medium", "BigGunTarget");
    let events = table.apply_line("measure mikasa retvizan 16.01", &[]);
    assert!(events.iter().any(|event| matches!(event.fact, Fact::DeclarationVoided { .. })), "{events:?}");
    table.apply_line("target asahi at retvizan range 8 battery medium", &[]);
    // Within reach the declaration remains valid.
    let mut table = gunfire(&battle());
    table.apply_line("target mikasa at retvizan range 15.9", &[]);
    table.apply_line("measure mikasa retvizan 16", &[]);
    table.assert_refused("target asahi at retvizan range 8 battery medium", "BigGunTarget");
}

#[test]
fn r6_4_2_both_broadsides_may_not_fire_at_one_enemy() {
    let mut table = gunfire(&battle());
    table.apply_line("target mikasa at retvizan range 8 battery medium starboard", &[]);
    table.assert_refused("target mikasa at retvizan range 8 battery medium port", "BatteryDeclared");
    // Another enemy may be on the other side.
    table.apply_line("target mikasa at novik range 8 battery medium port", &[]);
}

/// An arc typed later may put two enemies before the same guns: the changed declaration is cancelled. [6.2, 6.4.2, 2.7]
#[test]
fn r6_4_2_an_arc_typed_later_leaves_a_battery_one_target() {
    let cancelled = |events: &[NavalEvent]| {
        let voided = events.iter().filter_map(|event| match &event.fact {
            Fact::DeclarationVoided { target, .. } => Some((target.to_string(), event.rule.to_string())),
            _ => None,
        });
        voided.collect::<Vec<_>>()
    };
    let both = || {
        let mut table = gunfire(&battle());
        table.apply_line("target mikasa at retvizan range 8 battery medium starboard", &[]);
        table.apply_line("target mikasa at novik range 8 battery medium port", &[]);
        table
    };
    let only_at = |target: &str| vec![(target.to_owned(), "6.2".to_owned())];
    assert_eq!(cancelled(&both().apply_line("measure mikasa novik 8 arc starboard", &[])), only_at("novik"));
    assert_eq!(cancelled(&both().apply_line("measure mikasa retvizan 8 arc port", &[])), only_at("retvizan"));
    assert_eq!(cancelled(&both().apply_line("measure mikasa novik 7 arc port", &[])), vec![]);
    assert_eq!(cancelled(&both().apply_line("measure mikasa novik 7", &[])), vec![]);
    // Novik may be fired at again, to port, where it is.
    let mut table = both();
    table.apply_line("measure mikasa novik 8 arc starboard", &[]);
    table.assert_refused("target mikasa at novik range 8 battery medium starboard", "BatteryDeclared");
    table.apply_line("target mikasa at novik range 8 battery medium port", &[]);
}

#[test]
fn r7_6_the_tape_may_sight_an_unsighted_hulk() {
    for (range, seen) in [("20", true), ("20.01", false)] {
        let mut table = Table { state: Naval::initial_state(&battle()) };
        Naval::apply(&mut table.state, &Fact::ShipLost { ship: "novik".into(), fate: naval::model::Fate::Sinking });
        Naval::apply(&mut table.state, &Fact::SegmentBegan { turn: 1, segment: Segment::Torpedo });
        table.apply_line(&format!("measure mikasa novik {range}"), &[]);
        assert_eq!(table.state.ship(&"novik".into()).unwrap().sighted, seen, "{range}");
    }
}

/// The conditions of the last declaration.
fn as_declared(table: &Table) -> naval::model::command::Conditions {
    table.state.this_move.declarations.last().expect("declared").conditions.clone()
}

/// Typed degrees count like steamed ones: to the nearest step of 15, halves up. [6.5.1.3]
#[test]
fn r6_5_1_3_typed_degrees_count_to_the_nearest_step() {
    for (typed, counts) in [(7, 0), (8, 15), (22, 15), (23, 30), (31, 30), (37, 30), (38, 45), (52, 45), (53, 60)] {
        let mut table = gunfire(&battle());
        table.apply_line(
            &format!("target retvizan at mikasa range 8 battery medium turned {typed} target turned {typed}"),
            &[],
        );
        let seen = as_declared(&table);
        assert_eq!((seen.turned_deg, seen.target_turned_deg), (counts, counts), "{typed}");
    }
    // No band of the chart is between two steps: 31 degrees cost what 30 do, and 74 forbid what 75 forbid.
    let dice = |degrees: u16| {
        let mut table = gunfire(&battle());
        let line = format!("target mikasa at retvizan range 8 turned {degrees}");
        table.decide_line(&line, &[]).map(|_| {
            let needs = salvo_numbers(&table.state, table.state.this_move.declarations.last().unwrap()).unwrap();
            (needs.dice.result, needs.to_hit.result)
        })
    };
    for (odd, step) in [(8, 15), (31, 30), (44, 45), (46, 45), (61, 60), (74, 75), (89, 90)] {
        assert_eq!(dice(odd).is_ok(), dice(step).is_ok(), "{odd}");
        assert_eq!(dice(odd).ok(), dice(step).ok(), "{odd}");
    }
    assert_ne!(dice(0).unwrap(), dice(8).unwrap());
    assert!(dice(75).is_err());
    // Both values round to 30, so no warning mentions the other line.
    let mut table = gunfire(&battle());
    table.apply_line("target retvizan at mikasa range 8 turned 31", &[]);
    let events = table.apply_line("target mikasa at retvizan range 8 target turned 29", &[]);
    assert!(!events.iter().any(|event| matches!(event.fact, Fact::Overruled { .. })), "30 both times: {events:?}");
}

#[test]
fn r6_5_1_3_courses_differ_by_180_degrees_at_most() {
    for (typed, apart) in [(179, 179), (180, 180), (181, 179), (316, 44), (315, 45), (350, 10), (360, 0)] {
        let mut table = gunfire(&battle());
        table.apply_line(&format!("target mikasa at retvizan range 8 courses {typed}"), &[]);
        assert_eq!(as_declared(&table).courses_deg, apart, "{typed}");
    }
}

#[test]
fn r6_5_1_3_downwind_does_not_count_in_a_calm() {
    for (force, size) in [(WindForce::Calm, 0), (WindForce::Moderate, -1), (WindForce::High, -1)] {
        let mut setup = battle();
        setup.wind.force = force;
        let size_with = |word: &str| {
            let mut table = gunfire(&setup);
            table.apply_line("set mikasa speed 2.5 because \"test\"", &[]);
            table.apply_line(&format!("target mikasa at retvizan range 8{word}"), &[]);
            salvo_numbers(&table.state, table.state.this_move.declarations.last().unwrap()).unwrap().size.result
        };
        assert_eq!(size_with(" downwind") - size_with(""), size, "{force:?}");
    }
}

/// A ship's own range overrides its division's, in whatever order they are typed and whichever unit declares. [2.7]
#[test]
fn r2_7_a_ship_with_its_own_range_fires_at_that_range() {
    let range = |table: &Table, firer: &str| {
        table
            .state
            .this_move
            .declarations
            .iter()
            .find(|declaration| declaration.firer == *firer)
            .map(|declaration| declaration.range)
    };
    for (first, then) in
        [("measure mikasa retvizan 3", "target 1st at retvizan range 8"), ("measure 1st retvizan 8", "")]
    {
        let mut table = gunfire(&battle());
        table.apply_line(first, &[]);
        if then.is_empty() {
            table.apply_line("measure mikasa retvizan 3", &[]);
            table.apply_line("target 1st at retvizan", &[]);
        } else {
            table.apply_line(then, &[]);
        }
        assert_eq!(range(&table, "mikasa"), Some(inches("3")));
        assert_eq!(range(&table, "asahi"), Some(inches("8")));
        // A line about other ships changes nothing.
        let events = table.apply_line("measure asahi novik 9", &[]);
        assert!(!events.iter().any(|event| matches!(event.fact, Fact::FireRemeasured { .. })), "{events:?}");
        assert_eq!(range(&table, "mikasa"), Some(inches("3")));
    }
    // A ship whose own range is too far cannot fire, whatever was typed for the rest.
    let mut table = gunfire(&battle());
    table.apply_line("measure mikasa retvizan 16.01", &[]);
    table.assert_refused("target 1st at retvizan range 8", "OutOfRange");
    table.apply_line("target asahi at retvizan range 8", &[]);
}

#[test]
fn r6_4_2_all_guns_of_a_ship_find_an_enemy_on_the_same_side() {
    let mut armed = battle();
    for ship in &mut armed.ships {
        let card = std::sync::Arc::make_mut(&mut ship.card);
        card.light = card.light.clone().or_else(|| card.medium.clone());
    }
    let mut table = gunfire(&armed);
    table.apply_line("target mikasa at retvizan range 8 battery medium starboard", &[]);
    table.assert_refused("target mikasa at retvizan range 8 battery light port", "OppositeBroadside");
    table.apply_line("target mikasa at novik range 8 battery light port", &[]);
    table.apply_line("target mikasa at retvizan range 8 battery light starboard", &[]);
    // Another ship may have that enemy on the other side.
    table.apply_line("target asahi at retvizan range 8 battery medium port", &[]);
}

#[test]
fn r6_5_10_big_guns_that_can_no_longer_fire_silence_no_battery() {
    for (fires, silent) in [(2, true), (3, false)] {
        let mut table = gunfire(&battle());
        table.apply_line("target mikasa at retvizan range 8", &[]);
        table.apply_line(&format!("set mikasa fires {fires} because \"a hit\""), &[]);
        let line = "target asahi at retvizan range 8 battery medium";
        if silent {
            table.assert_refused(line, "BigGunTarget");
        } else {
            table.apply_line(line, &[]);
        }
        // A ship under big-gun fire rolls fewer dice.
        table.apply_line("target retvizan at asahi range 8", &[]);
        let needs = salvo_numbers(&table.state, table.state.this_move.declarations.last().unwrap()).unwrap();
        let free = needs
            .dice
            .terms
            .iter()
            .any(|term| matches!(&term.label, Label::Text(words) if words.contains("not under")));
        assert_eq!(free, !silent, "{fires}: {:?}", needs.dice);
    }
}

/// An arc typed for a division turns the guns of ships without their own arc, also for fire already declared. [2.7]
#[test]
fn r2_7_an_arc_typed_for_a_division_applies_to_declared_fire() {
    let bearing = |table: &Table, firer: &str| {
        table
            .state
            .this_move
            .declarations
            .iter()
            .find(|declaration| declaration.firer == *firer)
            .map(|declaration| declaration.bearing.to_string())
    };
    for range in ["8", "8.5"] {
        let mut table = gunfire(&battle());
        table.apply_line("measure 1st retvizan 8 arc port", &[]);
        table.apply_line("measure asahi retvizan 8 arc stern", &[]);
        table.apply_line("target mikasa at retvizan", &[]);
        table.apply_line("target asahi at retvizan", &[]);
        table.apply_line(&format!("measure 1st retvizan {range} arc bow"), &[]);
        assert_eq!(bearing(&table, "mikasa").as_deref(), Some("bow"), "{range}");
        assert_eq!(bearing(&table, "asahi").as_deref(), Some("stern"), "its own arc stays");
    }
    // Such an arc may also put two enemies before the same guns.
    let mut table = gunfire(&battle());
    table.apply_line("measure 1st retvizan 9 arc starboard", &[]);
    table.apply_line("measure 1st novik 9 arc port", &[]);
    table.apply_line("target mikasa at retvizan battery medium", &[]);
    table.apply_line("target mikasa at novik battery medium", &[]);
    let events = table.apply_line("measure 1st novik 8.5 arc starboard", &[]);
    assert!(events.iter().any(|event| matches!(event.fact, Fact::DeclarationVoided { .. })), "{events:?}");
    // A range of another ship does not turn an arc named in the line itself.
    let mut table = gunfire(&battle());
    table.apply_line("measure mikasa retvizan 8 arc port", &[]);
    table.apply_line("target mikasa at retvizan arc starboard battery medium", &[]);
    table.apply_line("measure asahi novik 9 arc bow", &[]);
    assert_eq!(bearing(&table, "mikasa").as_deref(), Some("starboard"));
}
