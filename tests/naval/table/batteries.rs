//! Coast batteries: guns ashore, which neither move nor sink. [Q51]
use naval::model::{Fate, HeldHit, HitKind, ShipType, Visibility, VisibilityStep, ship::BatteryKind};
use naval::rules::tally::{ScoredFate, points_for, scored_fate};
use naval::{Command, Fact, Inches, Segment, rules::formation::division_sizes};

use super::Table;
use naval_kit::fixture::{Battle, card, setup};

/// A battery at 30, 20 and a battleship `west` inches west of it. Sighting range `range`, in clear weather.
fn fort_at(range: i32, west: f64) -> Table {
    let mut table = Table::set_up(|setup| {
        let step = VisibilityStep { from_turn: 1, range: Inches::whole(range), quality: None };
        setup.visibility = Visibility::Steps(vec![step]);
    });
    table.place("Fort", ShipType::CB, "b", (30.0, 20.0, 0.0));
    table.place("One", ShipType::BB, "a", (30.0 - west, 20.0, 0.0));
    table
}

#[test]
fn q51_a_battery_has_no_course_and_leaves_by_no_edge() {
    for (kind, has_courses) in [(ShipType::CB, false), (ShipType::CA, true)] {
        let mut table = fort_at(20, 8.0);
        table.place("Other", kind, "b", (27.0, 20.0, 90.0));
        let facts = table.lines(&["next to gunfire", "target one at other", "fire all"]);
        let sums =
            facts.iter().find_map(|fact| if let Fact::SalvoFired(salvo) = fact { Some(&salvo.to_hit) } else { None });
        assert_eq!(format!("{:?}", sums.unwrap()).to_lowercase().contains("courses"), has_courses, "{sums:?}");
    }
    let mut table = fort_at(20, 8.0);
    assert!(table.refusal("exit fort because \"it is late\"").contains("Battery"));
}

#[test]
fn q51_a_battery_is_seen_at_half_the_range_until_it_fires() {
    for (west, seen) in [(5.0, true), (5.01, false), (10.0, false)] {
        let mut table = fort_at(10, west);
        table.lines(&["next to sighting"]);
        assert_eq!((table.ship("fort").sighted, table.ship("one").sighted), (seen, true), "{west}");
    }
    let mut table = fort_at(10, 10.0);
    table.lines(&["next to gunfire"]);
    assert!(!table.ship("fort").sighted);
    assert!(table.refusal("target one at fort medium").contains("NotSighted"));
    table.lines(&["target fort at one medium", "fire all", "next to plotting"]);
    assert!(table.ship("fort").sighted, "its flashes are seen when sighting is determined after the fire");
    table.lines(&["next to sighting"]);
    assert!(table.ship("fort").sighted, "and its position is on the chart from then on");
    // Beyond the sighting range the battery is lost from sight like a ship.
    let mut table = fort_at(10, 10.01);
    table.lines(&["next to gunfire"]);
    assert!(table.refusal("target fort at one medium").contains("NotSighted"));
}

#[test]
fn q51_a_batterys_own_side_knows_that_it_was_discovered() {
    let mut table = fort_at(10, 10.0);
    let found = |table: &Table, side: &str| {
        let known = naval::view::known_to(&table.state, &side.into());
        known.ship(&"fort".into()).and_then(|fort| fort.seen.clone())
    };
    table.lines(&["next to gunfire"]);
    assert_eq!((found(&table, "a"), found(&table, "b")), (None, None));
    table.lines(&["target fort at one medium", "fire all", "next to plotting"]);
    let seen = found(&table, "b").expect("its flashes were seen");
    assert_eq!(Some(seen), found(&table, "a"));
    // A ship's own side does not learn where the enemy last saw it.
    let known = naval::view::known_to(&table.state, &"a".into());
    assert!(table.ship("one").seen.is_some() && known.ship(&"one".into()).is_some_and(|ship| ship.seen.is_none()));
}

#[test]
fn q51_a_battery_has_no_plot_joins_no_division_and_only_guns_reach_it() {
    let mut table = fort_at(25, 4.0);
    table.place("Two", ShipType::BB, "b", (30.0, 40.0, 0.0));
    table.place("Boat", ShipType::TBD, "a", (28.0, 20.0, 0.0));
    for line in ["plot fort 1", "plot fort SR30", "formation van fort two", "launch boat T1/1/fort/4/S/Q"] {
        assert!(table.refusal(line).contains("CoastBattery"), "{line}: {}", table.refusal(line));
    }
    table.lines(&["next to movement"]);
    assert!(table.refusal("collide one fort").contains("CoastBattery"));
    table.lines(&["next to torpedo"]);
    assert!(table.refusal("coup boat at fort 2").contains("CoastBattery"));
    let text = super::refused(&table, "coup boat at fort 2");
    assert!(text.contains("Fort is a coast battery") && text.contains("Only guns reach it"), "{text}");
    assert_eq!(division_sizes(ShipType::CB), (1, 1));
}

#[test]
fn q51_a_ship_over_a_battery_rams_nothing_and_torpedoes_pass_it_by() {
    let mut table = fort_at(25, 2.0);
    table.lines(&["set one at 30 18.5 heading 0 because \"tape\"", "plot one 1.5"]);
    let facts = table.lines(&["next to sighting"]);
    assert!(facts.iter().all(|fact| !matches!(fact, Fact::CollisionTested(_))), "{facts:?}");
    let ram = |kind| {
        let mut table = Table::new();
        table.place("Fort", kind, "b", (30.0, 20.0, 0.0));
        table.place("One", ShipType::BB, "a", (30.0, 18.5, 0.0));
        table.lines(&["plot one 1.5"]);
        let facts = table.lines(&["next to sighting"]);
        facts.iter().filter(|fact| matches!(fact, Fact::CollisionTested(_))).count()
    };
    assert_eq!([ShipType::MM, ShipType::CB].map(ram), [1, 0]);
    let in_line = |kind| {
        let mut table = Table::new();
        table.place("Boat", ShipType::TBD, "a", (20.0, 20.0, 0.0));
        table.place("Fort", kind, "b", (22.0, 20.0, 0.0));
        table.place("Two", ShipType::BB, "b", (23.0, 20.0, 0.0));
        let facts = table.lines(&["launch boat T1/1/two/4/S/Q", "next to sighting"]);
        let met =
            facts.iter().find_map(|fact| if let Fact::TorpedoesMet(meeting) = fact { Some(meeting) } else { None });
        met.unwrap().in_line.len()
    };
    assert_eq!([ShipType::MM, ShipType::CB].map(in_line), [1, 0]);
}

#[test]
fn q51_guns_ashore_bear_only_into_the_broadside_arcs() {
    for (kind, bears) in [(ShipType::CL, true), (ShipType::CB, false)] {
        let mut table = fort_at(25, 8.0);
        table.place("Other", kind, "b", (22.0, 16.0, 0.0));
        let index = table.state.ships.iter().position(|ship| ship.id == *"other").unwrap();
        let mut other = (*table.state.ships[index]).clone();
        other.card = naval::model::Card { big: None, ..(*other.card).clone() }.into();
        table.state.ships[index] = other.into();
        table.lines(&["next to gunfire"]);
        let ahead = table.line("target other at one medium");
        assert_eq!(ahead.is_ok(), bears, "{ahead:?}");
        assert!(bears || ahead.unwrap_err().contains("NoneBear"));
    }
}

/// A battery under fire, with or without big guns, using the book's charts of this war.
fn under_fire(mounts: bool, war: &str) -> Battle {
    let mut fort = card("Fort", "japan", ShipType::CB);
    fort.big = mounts.then(|| card("Asahi", "japan", ShipType::BB).big.unwrap());
    let mut setup = setup(vec![fort], vec![card("Retvizan", "russia", ShipType::BB)]);
    setup.charts = naval_kit::scenario(if war == "rjw" { "sandbox" } else { "coronel" }).charts;
    Battle::at(&setup, Segment::Damage)
}

/// The hits that these dice inflict, and the battery's fate.
fn hits(battle: &mut Battle, kind: HitKind, gun: BatteryKind, faces: &[u8], count: u16) -> String {
    let (firer, battery) = (Some("retvizan".into()), Some(gun));
    let range = Some(Inches::whole(8));
    battle.state.held_hits.push(HeldHit { target: "fort".into(), firer, kind, battery, range, count });
    battle.does(&Command::Damage { unit: None }, faces);
    let fort = battle.ship("fort");
    let letters: Vec<String> = fort.hits.iter().map(|hit| hit.id.to_string()).collect();
    let fate = if fort.fate == Fate::Fighting { String::new() } else { format!(" {:?}", fort.fate) };
    format!("{}{fate}", letters.join(" "))
}

#[test]
fn q51_every_die_result_of_the_battery_tables_of_both_wars() {
    for war in ["rjw", "ww1"] {
        for face in 1..=10_u8 {
            let (dice, expect): (&[u8], &str) = match face {
                1..=3 => (&[face, 4], "M1"),
                4..=6 => (&[face], "F1"),
                7 => (&[face], "FC1"),
                8 => (&[face, 3, 4], "M1"),
                _ => (&[face], ""),
            };
            let found = hits(&mut under_fire(true, war), HitKind::Penetrating, BatteryKind::Big, dice, 1);
            assert_eq!(found, expect, "{war} big {face}");
            let expect = match face {
                1 => "G1",
                2 | 3 => "F1",
                4 => "FC1",
                _ => "",
            };
            let found = hits(&mut under_fire(false, war), HitKind::Effective, BatteryKind::Medium, &[face], 1);
            assert_eq!(found, expect, "{war} small {face}");
        }
        for (face, fate) in [(2, " Exploded"), (3, "M1")] {
            let mut battle = under_fire(true, war);
            let dice: &[u8] = if face == 2 { &[8, face] } else { &[8, face, 4] };
            assert_eq!(hits(&mut battle, HitKind::Penetrating, BatteryKind::Big, dice, 1), fate);
        }
    }
}

#[test]
fn q51_hits_take_big_guns_first_then_quarters_and_five_fires_finish_a_battery() {
    let mut battle = under_fire(true, "rjw");
    let faces = [1, 4, 1, 1, 1, 1, 1, 1];
    let found = hits(&mut battle, HitKind::Effective, BatteryKind::Medium, &faces, 7);
    assert_eq!(found, "M1 M2 G1 G2 G3 G4", "two mounts, four quarters, and no guns are left");
    assert_eq!(battle.ship("fort").battery_strength(BatteryKind::Medium), naval::model::Fraction::ZERO);
    let mut battle = under_fire(true, "rjw");
    assert_eq!(hits(&mut battle, HitKind::Effective, BatteryKind::Light, &[2, 2, 2], 3), "F1 F2 F3");
    assert!(battle.ship("fort").are_weapons_barred() && battle.ship("fort").is_in_action());
    let mut battle = under_fire(true, "rjw");
    battle.state.held_hits.clear();
    let found = hits(&mut battle, HitKind::Effective, BatteryKind::Light, &[2, 2, 2, 2, 2], 5);
    assert_eq!(found, "F1 F2 F3 F4 F5 Abandoned");
}

#[test]
fn q51_a_battery_is_not_immobile_scores_no_points_and_does_not_drift() {
    assert_eq!(points_for(ShipType::CB, ScoredFate::Sunk).0, 0);
    let mut table = fort_at(25, 4.0);
    let index = table.state.ships.iter().position(|ship| ship.id == *"fort").unwrap();
    let mut fort = (*table.state.ships[index]).clone();
    fort.card = naval::model::Card { speed: Inches::ZERO, ..(*fort.card).clone() }.into();
    table.state.ships[index] = fort.into();
    let fort = table.ship("fort");
    assert_eq!((scored_fate(fort), fort.is_stopped_by_damage(), fort.is_immobile()), (None, false, false));
    let mut ship = fort.clone();
    ship.card = naval::model::Card { kind: ShipType::MM, ..(*ship.card).clone() }.into();
    assert!(ship.is_stopped_by_damage() && ship.is_immobile(), "a stopped ship is immobile");
}
