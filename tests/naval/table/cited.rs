//! Refusals and terms cite the paragraph that decides, not the one of the verb that was typed.
use naval::model::{Fate, Setting, ShipType, Visibility};

use super::Table;
use naval_kit::fixture::inches;

/// Asahi and Kasumi against Retvizan and Novik, all heading east.
fn four() -> Table {
    let mut table = Table::new();
    table.place("Asahi", ShipType::BB, "a", (20.0, 20.0, 90.0));
    table.place("Kasumi", ShipType::TBD, "a", (20.0, 22.0, 90.0));
    table.place("Retvizan", ShipType::BB, "b", (20.0, 24.0, 90.0));
    table.place("Novik", ShipType::CL, "b", (30.0, 24.0, 90.0));
    table
}

/// The four ships in the Gunfire Segment, of which one was lost.
fn after_loss(ship: &str, fate: Fate) -> Table {
    let mut table = four();
    table.set(ship, Setting::Fate(fate));
    table.lines(&["next to gunfire"]);
    table
}

#[test]
fn r8_7_the_refusal_of_a_lost_target_cites_how_it_was_lost() {
    for (fate, large, light) in [
        (Fate::Sinking, "8.7", "8.7"),
        (Fate::Exploded, "8.7", "8.7"),
        (Fate::Sunk, "8.7", "8.3"),
        (Fate::Abandoned, "8.5.2", "8.5.2"),
    ] {
        assert_eq!(
            after_loss("retvizan", fate.clone()).refusing_paragraph("target asahi at retvizan"),
            large,
            "{fate:?}"
        );
        assert_eq!(after_loss("novik", fate.clone()).refusing_paragraph("target asahi at novik"), light, "{fate:?}");
    }
    // A lost firer is refused like a lost target. An order of one ship in action at another is refused for its arc.
    assert_eq!(after_loss("novik", Fate::Sinking).refusing_paragraph("target novik at asahi"), "8.7");
    assert_eq!(after_loss("novik", Fate::Sinking).refusing_paragraph("target asahi at retvizan arc bow"), "6.4.4");
}

#[test]
fn r9_3_orders_to_a_ship_that_left_the_table_cite_its_exit() {
    let mut table = four();
    table.lines(&["exit novik"]);
    for line in ["plot novik 2", "exit novik", "flag novik novik", "formation screen kasumi novik"] {
        assert_eq!(table.refusing_paragraph(line), "9.3", "{line}");
    }
    assert_eq!(table.refusing_paragraph("flag retvizan retvizan"), "5.9.1");
}

#[test]
fn r8_7_every_order_to_a_hulk_is_refused_citing_8_7() {
    let mut table = four();
    table.set("retvizan", Setting::Fate(Fate::Sinking));
    for line in [
        "plot retvizan 2",
        "exit retvizan",
        "division third retvizan",
        "launch retvizan at asahi factors 1 run 2 port marker q",
    ] {
        assert_eq!(table.refusing_paragraph(line), "8.7", "{line}");
    }
    table.lines(&["next to illumination"]);
    assert_eq!(table.refusing_paragraph("illuminate retvizan asahi searchlight"), "8.7");
    table.lines(&["next to damagecontrol"]);
    for line in ["repair retvizan fire", "fires retvizan"] {
        assert_eq!(table.refusing_paragraph(line), "8.7", "{line}");
    }
    // A ship in action is refused because it is not on fire.
    assert_eq!(table.refusing_paragraph("repair asahi fire"), "8.5");
}

#[test]
fn r8_3_light_ships_sink_by_their_tables_and_large_ones_as_they_flood() {
    for (ship, rule) in [("asahi", "8.7"), ("kasumi", "8.3"), ("novik", "8.3")] {
        let table = after_loss(ship, Fate::Sunk);
        assert_eq!(naval::rules::tally::scored_fate(table.ship(ship)).unwrap().1.to_string(), rule, "{ship}");
    }
}

/// A sinking ship stays on the table [8.7] until the referee removes it.
#[test]
fn r9_2_a_ship_that_the_referee_sets_lost_cites_how_it_was_lost() {
    for (fate, rule) in [("sunk", "9.2"), ("sinking", "8.7"), ("exploded", "8.4"), ("abandoned", "8.5.2")] {
        for ship in ["asahi", "kasumi", "novik"] {
            let events = four().line(&format!("set {ship} fate {fate} because \"mined\"")).unwrap();
            let lost = events.iter().find(|event| matches!(event.fact, naval::Fact::ShipLost { .. })).unwrap();
            assert_eq!(lost.rule.to_string(), rule, "{ship} {fate}");
        }
    }
}

#[test]
fn r8_5_1_fires_limit_the_speed_of_a_burning_ship() {
    for (fires, rule) in [(2, "5.4"), (3, "8.5.1")] {
        let mut table = four();
        table.lines(&["checks on"]);
        table.set("asahi", Setting::Fires(fires));
        for line in ["plot asahi 9", "plot asahi 9 next"] {
            assert_eq!(table.refusing_paragraph(line), rule, "{fires} fires: {line}");
        }
    }
    // Engines that make less than 2.00 inches limit the ship more than three fires.
    let mut table = four();
    table.lines(&["checks on"]);
    table.set("asahi", Setting::Fires(3));
    table.set("asahi", Setting::TopSpeed(inches("1.5")));
    assert_eq!(table.refusing_paragraph("plot asahi 1.51"), "5.4");
}

#[test]
fn r3_4_6_turning_in_a_half_move_is_cited_as_such() {
    let cited = |half: bool, turned: &str| {
        let mut table = Table::set_up(|setup| setup.options.half_moves = half);
        table.place("Asahi", ShipType::BB, "a", (20.0, 20.0, 90.0));
        table.place("Retvizan", ShipType::BB, "b", (20.0, 24.0, 90.0));
        table.lines(&["next to plotting"]);
        if half {
            table.lines(&["half"]);
        }
        let order = format!("target asahi at retvizan battery big turned {turned} courses 45");
        table.lines(&["next to gunfire", &order]);
        let needs = naval::rules::gunnery::salvo_numbers(&table.state, &table.state.this_move.declarations[0]).unwrap();
        let terms = needs.to_hit.terms.iter();
        terms.map(|term| (format!("{:?}", term.label), term.rule.to_string())).collect::<Vec<_>>()
    };
    let term = |terms: &[(String, String)], word: &str| {
        terms.iter().find(|(label, _)| label.contains(word)).map(|(_, rule)| rule.clone())
    };
    let (whole, half) = (cited(false, "30"), cited(true, "15"));
    assert_eq!(term(&whole, "firer turned").as_deref(), Some("6.5.1.3"), "{whole:?}");
    assert_eq!(term(&half, "firer turned").as_deref(), Some("3.4.6"), "{half:?}");
    // `courses` is not turning, so another paragraph applies.
    assert_eq!(term(&half, "courses").as_deref(), Some("6.5.1.3"), "{half:?}");
}

#[test]
fn r2_7_a_range_of_zero_is_refused_however_it_is_typed() {
    let mut table = four();
    assert_eq!(table.refusing_paragraph("measure asahi retvizan 0"), "2.7");
    table.lines(&["next to illumination"]);
    assert_eq!(table.refusing_paragraph("illuminate asahi retvizan searchlight range 0"), "2.7");
    table.lines(&["next to gunfire"]);
    for line in ["target asahi at retvizan range 0", "asahi>retvizan 0", "target asahi at retvizan battery big range 0"]
    {
        assert_eq!(table.refusing_paragraph(line), "2.7", "{line}");
    }
    table.lines(&["target asahi at retvizan range 0.01", "fire asahi declared", "next to torpedo"]);
    assert_eq!(table.refusing_paragraph("coup kasumi at retvizan range 0"), "2.7");
}

#[test]
fn r4_5_a_light_needs_a_target_in_sight() {
    let mut table = Table::set_up(|setup| {
        let step = naval::model::VisibilityStep { from_turn: 1, range: inches("3"), quality: None };
        setup.visibility = Visibility::Steps(vec![step]);
    });
    table.place("Asahi", ShipType::BB, "a", (20.0, 20.0, 90.0));
    table.place("Retvizan", ShipType::BB, "b", (20.0, 23.5, 90.0));
    table.lines(&["next to illumination"]);
    assert_eq!(table.refusing_paragraph("illuminate asahi retvizan searchlight"), "4.5");
}
