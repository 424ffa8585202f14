//! 5.11 and 5.12: collisions and running ashore.
use naval::model::chart::{DamageEffect, TableKind};
use naval::model::{Collision, CollisionCheck, CollisionRow, Edge, Fate, Land, ShipType};
use naval::{Fact, Inches};

use super::{Table, near, records};

fn collision_tests(facts: &[Fact]) -> Vec<Collision> {
    let test = |fact: &Fact| if let Fact::CollisionTested(test) = fact { Some(test.clone()) } else { None };
    facts.iter().filter_map(test).collect()
}

/// Two ships on crossing courses, placed and plotted.
fn crossing(first: (f64, f64, f64), second: (f64, f64, f64), plots: (&str, &str)) -> Table {
    let mut table = Table::new();
    table.place("One", ShipType::BB, "a", first);
    table.place("Two", ShipType::BB, "b", second);
    table.lines(&[&format!("plot one {}", plots.0), &format!("plot two {}", plots.1)]);
    table
}

#[test]
fn r5_11_overlaps_match_the_records() {
    for record in records::records("collisions") {
        let id = &record["id"];
        let mut table = Table::new();
        let ships = record["ships"].as_array().unwrap();
        for (index, ship) in ships.iter().enumerate() {
            let side = if index == 0 { "a" } else { "b" };
            table.place(&format!("s{index}"), records::kind(ship), side, records::place(ship));
            let (plot, speed) = (ship["plot"].as_str().unwrap(), records::number(&ship["speed"]));
            table.lines(&[&format!("plot s{index} {plot} speed {speed}")]);
        }
        let facts = table.lines(&["next to sighting"]);
        for (index, ship) in ships.iter().enumerate() {
            near(&format!("{id} s{index}"), table.position_of(&format!("s{index}")), records::place(&ship["end"]));
        }
        assert_eq!(!collision_tests(&facts).is_empty(), record["overlap"].as_bool().unwrap(), "{id}");
    }
}

#[test]
fn r5_11_a_collision_is_a_one_and_its_damage_falls_at_once() {
    for face in 1..=10 {
        // One's bow runs into Two's side.
        let mut table = crossing((20.0, 20.0, 90.0), (24.0, 20.0, 0.0), ("3", "0"));
        let faces: &[u8] = if face == 1 { &[1, 10, 10] } else { &[face] };
        let facts = table.rolled("next", faces);
        let [collision] = &collision_tests(&facts)[..] else { panic!("{facts:?}") };
        assert_eq!((collision.collides, collision.blows), (face == 1, (CollisionRow::Rammer, CollisionRow::Rammed)));
        let flooded = table.state.ship(&"two".into()).unwrap().flotation_hits();
        assert_eq!(flooded, i32::from(face == 1));
    }
}

#[test]
fn r5_11_bow_and_course_decide_the_row_of_each_ship() {
    let cases = [
        // Bow to bow.
        ((20.0, 20.0, 90.0), (24.5, 20.0, 270.0), ("1.5", "1.5"), (CollisionRow::Rammed, CollisionRow::Rammed)),
        // From astern.
        ((20.0, 20.0, 90.0), (23.0, 20.0, 90.0), ("2", "0"), (CollisionRow::Rammer, CollisionRow::Rammed)),
        // A bow drifts along a side at 10 degrees.
        ((21.0, 20.0, 90.0), (22.0, 20.6, 100.0), ("1.5", "1"), (CollisionRow::Glancing, CollisionRow::Glancing)),
        // A bow rams a side at 30 degrees and glances along it at 29, from astern and from ahead.
        ((20.0, 20.0, 90.0), (24.0, 19.7, 60.0), ("2.8", "0"), (CollisionRow::Rammer, CollisionRow::Rammed)),
        ((20.0, 20.0, 90.0), (24.0, 19.7, 61.0), ("2.8", "0"), (CollisionRow::Glancing, CollisionRow::Glancing)),
        ((20.0, 20.0, 90.0), (24.0, 19.7, 240.0), ("2.8", "0"), (CollisionRow::Rammer, CollisionRow::Rammed)),
        ((20.0, 20.0, 90.0), (24.0, 19.7, 241.0), ("2.8", "0"), (CollisionRow::Glancing, CollisionRow::Glancing)),
        // The bow strikes at a right angle.
        ((20.0, 20.0, 90.0), (24.0, 18.0, 0.0), ("3", "2"), (CollisionRow::Rammer, CollisionRow::Rammed)),
    ];
    for (left, right, plots, blows) in cases {
        let facts = crossing(left, right, plots).rolled("next", &[5]);
        assert_eq!(collision_tests(&facts)[0].blows, blows, "{left:?} {right:?}");
    }
}

#[test]
fn r5_11_crossing_on_the_way_counts_only_if_the_option_is_set() {
    for (check, risks) in [(CollisionCheck::End, 0), (CollisionCheck::Continuous, 1)] {
        let mut table = Table::set_up(|setup| setup.options.collision_check = check);
        table.place("One", ShipType::TBD, "a", (20.0, 20.0, 90.0));
        table.place("Two", ShipType::TBD, "b", (22.0, 18.0, 0.0));
        table.lines(&["plot one 4", "plot two 4"]);
        let facts = table.rolled("next", if risks == 1 { &[7] } else { &[] });
        assert_eq!(collision_tests(&facts).len(), risks, "{check:?}");
    }
}

#[test]
fn r5_11_ships_in_column_never_collide_and_touching_bases_do_not_overlap() {
    let mut table = Table::new();
    for (index, name) in ["One", "Two", "Three"].into_iter().enumerate() {
        table.place(name, ShipType::BB, "a", (30.0, 20.0 - 1.5 * index as f64, 0.0));
    }
    table.lines(&["division 1st one two three", "plot 1st 1-CR90-1 speed 3"]);
    // Their bases overlap at 1.5 inches apart, round the corner too.
    assert_eq!(collision_tests(&table.rolled("next", &[])), []);
    let mut touching = crossing((20.0, 20.0, 90.0), (24.0, 20.0, 90.0), ("2", "0"));
    assert_eq!(collision_tests(&touching.rolled("next", &[])), []);
}

#[test]
fn r5_11_only_the_first_of_a_division_risks_a_stopped_ship() {
    let mut table = Table::new();
    for (index, name) in ["One", "Two"].into_iter().enumerate() {
        table.place(name, ShipType::CL, "a", (20.0 - 2.0 * index as f64, 20.0, 90.0));
    }
    table.place("Hulk", ShipType::BB, "b", (23.0, 20.0, 0.0));
    table.lines(&["division 1st one two", "set hulk fate sinking because \"torpedoed\"", "plot 1st 3"]);
    let facts = table.rolled("next", &[4]);
    assert_eq!(collision_tests(&facts)[0].stopped.as_ref().map(|risk| risk.ship.to_string()), Some("hulk".to_owned()));
    // Next turn Two moves over the lost ship, without a risk.
    table.lines(&["next to plotting", "plot 1st 2"]);
    assert_eq!(collision_tests(&table.rolled("next", &[])), []);
    // Stopped together, they roll once.
    let mut still = crossing((20.0, 20.0, 90.0), (20.5, 20.0, 90.0), ("0", "0"));
    assert_eq!(collision_tests(&still.rolled("next", &[4])).len(), 1);
    still.lines(&["next to plotting", "plot one 0", "plot two 0"]);
    assert_eq!(collision_tests(&still.rolled("next", &[])), []);
}

#[test]
fn r5_11_every_result_of_the_chart_in_both_wars() {
    for war in ["rjw", "ww1"] {
        let charts = load::charts(&naval_kit::builtin(), war).unwrap();
        let table = |id: &str| charts.damage.iter().find(|table| table.id == *id).unwrap();
        let floods = |id: &str| -> Vec<i32> {
            let hits = |effects: &[DamageEffect]| {
                effects.iter().map(|effect| if let DamageEffect::Flotation { hits } = effect { *hits } else { 0 }).sum()
            };
            (1..=10).map(|face| hits(&table(id).row(face).unwrap().effects)).collect()
        };
        assert_eq!(floods("rammer"), [1, 1, 1, 1, 0, 0, 0, 0, 0, 0], "{war}");
        assert_eq!(floods("rammed"), [3, 3, 3, 2, 2, 2, 2, 1, 1, 1], "{war}");
        assert_eq!(floods("rammed-light"), [0, 0, 0, 0, 0, 2, 2, 1, 1, 1], "{war}");
        assert_eq!(floods("glancing"), [1, 1, 0, 0, 0, 0, 0, 0, 0, 0], "{war}");
        assert!((1..=5).all(|face| table("rammed-light").row(face).unwrap().effects == [DamageEffect::Sinks]));
        let half = DamageEffect::Speed { loss: Inches(50) };
        assert!((1..=4).all(|face| table("rammer").row(face).unwrap().effects.contains(&half)));
        assert!(["rammer", "rammed", "glancing"].iter().all(|id| table(id).source == "house"));
        assert_eq!(table("glancing").kind, TableKind::Glancing);
    }
}

#[test]
fn r5_11_a_light_ship_struck_by_a_large_one_may_sink() {
    let mut table = Table::new();
    table.place("One", ShipType::BB, "a", (20.0, 20.0, 90.0));
    table.place("Two", ShipType::CL, "b", (24.0, 20.0, 0.0));
    table.lines(&["plot one 3", "plot two 0"]);
    let facts = table.rolled("next", &[1, 5, 5]);
    assert!(facts.iter().any(|fact| matches!(fact, Fact::HitRolled { table, .. } if *table == *"rammed-light")));
    assert_eq!(table.state.ship(&"two".into()).unwrap().fate, Fate::Sunk);
    assert!(table.state.ship(&"one".into()).unwrap().is_in_action());
}

/// A shore along x = 30, from y = 10 to y = 30.
pub fn island() -> Land {
    let corner = |x, y| (Inches::whole(x), Inches::whole(y));
    let corners = vec![corner(30, 10), corner(34, 10), corner(34, 30), corner(30, 30)];
    Land { id: "round".into(), name: "Round Island".to_owned(), corners }
}

#[test]
fn r5_12_a_regular_plot_that_reaches_land_ends_there_with_a_die_for_damage() {
    for (face, speed_lost) in [(4, Inches(50)), (5, Inches::ZERO)] {
        let mut table = Table::set_up(|setup| setup.land.push(island()));
        table.place("One", ShipType::BB, "a", (27.0, 20.0, 90.0));
        table.lines(&["plot one 3"]);
        let facts = table.rolled("next", &[face]);
        assert!(facts.contains(&Fact::RanAshore { ship: "one".into(), land: "round".into() }), "{facts:?}");
        near("one", table.position_of("one"), (28.99, 20.0, 90.0));
        let ship = table.state.ship(&"one".into()).unwrap();
        assert_eq!((ship.speed, ship.top_speed()), (Inches::ZERO, Inches(250) - speed_lost));
        // A ship aground that steers for the shore runs ashore again, but without a die for damage.
        table.lines(&["next to plotting", "plot one 2"]);
        assert!(table.rolled("next", &[]).iter().any(|fact| matches!(fact, Fact::RanAshore { .. })));
    }
}

#[test]
fn r5_12_the_rest_of_the_division_goes_on() {
    let mut table = Table::set_up(|setup| setup.land.push(island()));
    // Abreast after the turn, one of them south of the island.
    table.place("One", ShipType::BB, "a", (28.0, 12.0, 0.0));
    table.place("Two", ShipType::BB, "a", (28.0, 9.0, 0.0));
    table.lines(&["division 1st one two", "plot 1st SR90-1 speed 3"]);
    table.rolled("next", &[9]);
    assert_eq!(table.state.division_of(&"one".into()).unwrap().id, *"1st", "way lost on land detaches no ship (Q57)");
    assert_eq!(table.position_of("two").2, 90.0);
    assert!(table.position_of("two").0 > 30.0);
}

#[test]
fn r5_12_independent_movement_turns_just_enough_to_clear() {
    // 30 degrees leave its bow a quarter of an inch in the land, 45 leave it clear.
    for (failed, degrees) in [(Some(1), Some(45)), (None, None)] {
        let mut table = Table::set_up(|setup| setup.land.push(island()));
        table.place("One", ShipType::BB, "a", (27.5, 20.0, 90.0));
        table.lines(&["plot one 2"]);
        table.state.division_mut(&"one".into()).unwrap().orders_failed_turn = failed;
        let facts = table.lines(&["next"]);
        let cleared = facts.iter().find_map(|fact| match fact {
            Fact::LandCleared { degrees, .. } => Some(*degrees),
            _ => None,
        });
        assert_eq!(cleared, degrees);
        assert_eq!(facts.iter().any(|fact| matches!(fact, Fact::RanAshore { .. })), degrees.is_none());
    }
}

#[test]
fn r9_3_a_ship_whose_centre_leaves_the_table_is_out_of_play() {
    for (place, friendly, edge) in [
        ((1.0, 20.0, 270.0), true, Edge::West),
        ((71.0, 20.0, 90.0), false, Edge::East),
        ((20.0, 47.5, 0.0), false, Edge::North),
    ] {
        let mut table = Table::new();
        table.place("One", ShipType::BB, "a", place);
        table.lines(&["plot one 2"]);
        table.rolled("next", &[]);
        let exited = Fate::Exited { friendly, edge: Some(edge), turn: Some(1) };
        assert_eq!(table.state.ship(&"one".into()).unwrap().fate, exited);
    }
    // On the edge itself the ship is still in play.
    let mut table = Table::new();
    table.place("One", ShipType::BB, "a", (70.0, 20.0, 90.0));
    table.lines(&["plot one 2"]);
    table.rolled("next", &[]);
    assert!(table.state.ship(&"one".into()).unwrap().is_in_action());
}
