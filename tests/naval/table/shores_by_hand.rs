//! Facts the tape cannot give: the shore, a melee of boats, and how far a plot filed ahead may slow. [5.5, 5.8.3, 5.12,
//! 5.16]
use naval::model::{DetachReason, Land, Setup, ship::ShipType::*};
use naval::{Fact, Id, Inches, Naval, NavalEvent, rules::turn::segment_reminders};
use play::Game;

use super::{
    Table,
    fleet::{division, setup},
};
use naval_kit::fixture::inches;

fn begin(setup: &Setup, tracked: bool) -> Table {
    let mut setup = setup.clone();
    if !tracked {
        setup.divisions.iter_mut().for_each(|division| division.at = None);
    }
    Table { state: Naval::initial_state(&setup) }
}

fn cruisers() -> Setup {
    let mut setup = setup(&[
        division("japan", "1st", &[("Izumo", CA), ("Iwate", CA)], 20.0, 20.0, 0.0),
        division("russia", "rd", &[("Retvizan", BB)], 60.0, 40.0, 180.0),
    ]);
    setup.charts = naval_kit::scenario("ulsan").charts;
    setup
}

fn paragraphs_of(events: &[NavalEvent], matches_fact: impl Fn(&Fact) -> bool) -> Vec<String> {
    events.iter().filter(|event| matches_fact(&event.fact)).map(|event| event.rule.to_string()).collect()
}

#[test]
fn r5_12_the_referee_may_run_a_ship_without_a_position_ashore() {
    let mut table = begin(&cruisers(), false);
    table.assert_refused("collide iwate land", "WrongSegment");
    table.apply_line("next", &[]);
    // The rammer's row: 4 is the highest result that does damage.
    for (face, speed) in [(4, "2"), (5, "2.5")] {
        let mut table = Table { state: table.state.clone() };
        let events = table.apply_line("collide iwate land", &[face]);
        assert_eq!(paragraphs_of(&events, |fact| matches!(fact, Fact::RanAshore { .. })), ["5.12"]);
        assert_eq!(
            paragraphs_of(&events, |fact| matches!(fact, Fact::ShipDetached { .. })),
            [""; 0],
            "not in this turn (Q57)"
        );
        assert_eq!(
            (table.ship("iwate").speed, table.ship("iwate").top_speed()),
            (Inches::ZERO, inches(speed)),
            "{face}"
        );
        assert_eq!(table.ship("izumo").speed, inches("2"), "the division goes on");
        table.assert_refused("collide iwate land", "StoppedNotAshore");
    }
    table.assert_refused("collide 1st land", "NotAShip");
    let mut tracked = begin(&cruisers(), true);
    tracked.apply_line("next waive \"test\"", &[]);
    tracked.assert_refused("collide iwate land", "LandByPosition");
}

#[test]
fn r5_12_a_ship_runs_on_to_the_only_land_of_a_battle() {
    let corners = [(1, 1), (2, 1), (2, 2)].map(|(x, y)| (Inches::whole(x), Inches::whole(y))).to_vec();
    for (count, name) in [(0, "land"), (1, "isle-0"), (2, "land")] {
        let mut setup = cruisers();
        let isle =
            |number| Land { id: Id::new(format!("isle-{number}")), name: "Isle".to_owned(), corners: corners.clone() };
        setup.land = (0..count).map(isle).collect();
        let mut table = begin(&setup, false);
        table.apply_line("next", &[]);
        let events = table.apply_line("collide iwate land", &[10]);
        let ground = events.iter().find_map(|event| match &event.fact {
            Fact::RanAshore { land, .. } => Some(land.to_string()),
            _ => None,
        });
        assert_eq!(ground.as_deref(), Some(name));
    }
}

#[test]
fn r5_8_3_a_ship_over_an_inch_behind_leaves_tracked_and_measured() {
    for tracked in [true, false] {
        for (top, leaves) in [("1", false), ("0.99", true)] {
            let mut table = begin(&cruisers(), tracked);
            table.apply_line("next waive \"test\"", &[]);
            table.apply_line(&format!("set iwate top {top} because \"boilers\""), &[]);
            let events = table.apply_line("next", &[]);
            let parted = paragraphs_of(
                &events,
                |fact| matches!(fact, Fact::ShipDetached { ship, why: DetachReason::Speed { .. }, .. } if *ship == "iwate"),
            );
            assert_eq!(parted, if leaves { vec!["5.8.3"] } else { Vec::new() }, "{tracked} {top}");
        }
    }
}

#[test]
fn r5_8_3_the_others_do_not_wait_for_a_slow_ship_tracked_and_measured() {
    for tracked in [true, false] {
        for (top, speed, stays) in [("1", "2", true), ("0.99", "2", false), ("0.5", "2", false)] {
            let mut table = begin(&cruisers(), tracked);
            table.apply_line(&format!("set iwate top {top} because \"boilers\""), &[]);
            if tracked {
                table.apply_line(&format!("plot 1st {speed}"), &[]);
            }
            let mut events = table.apply_line("next waive \"test\"", &[]);
            events.extend(table.apply_line("next", &[]));
            assert_eq!(
                (table.ship("izumo").speed, table.ship("iwate").speed),
                (inches(speed), inches(top)),
                "{tracked}"
            );
            let parted = paragraphs_of(&events, |fact| matches!(fact, Fact::ShipDetached { .. }));
            assert_eq!(parted.is_empty(), stays, "{tracked} {top}");
        }
    }
}

fn boats(melees: bool) -> Setup {
    let mut setup = setup(&[
        division("japan", "jt", &[("Ikazuchi", TBD), ("Inazuma", TBD)], 20.0, 20.0, 0.0),
        division("russia", "rt", &[("Boevoy", TBD), ("Bditelny", TBD)], 60.0, 40.0, 180.0),
        division("russia", "rd", &[("Retvizan", BB)], 60.0, 44.0, 180.0),
    ]);
    setup.options.melees = melees;
    setup
}

#[test]
fn r5_16_without_positions_a_reminder_names_the_boats_that_move() {
    let duty_texts = |table: &Table| {
        let duties = segment_reminders(&table.state).into_iter().filter(|duty| duty.rule.to_string() == "5.16");
        duties.map(|duty| show::labels::duty_text(&table.state, &duty)).collect::<Vec<String>>()
    };
    let mut table = begin(&boats(true), false);
    assert_eq!(duty_texts(&table), [""; 0], "no ship moves");
    table.apply_line("next", &[]);
    assert!(
        duty_texts(&table)[0].contains("jt and rt") && duty_texts(&table)[0].contains("5.0"),
        "{:?}",
        duty_texts(&table)
    );
    table.apply_line("next", &[]);
    assert_eq!(duty_texts(&table), [""; 0], "all have moved");
    let moving = |setup: &Setup, tracked| {
        let mut table = begin(setup, tracked);
        table.apply_line("next waive \"test\"", &[]);
        duty_texts(&table).len()
    };
    assert_eq!(moving(&boats(false), false), 0, "the option is off");
    assert_eq!(moving(&boats(true), true), 0, "their positions decide it");
    let mut alone = boats(true);
    alone.divisions.retain(|division| division.id != "rt");
    alone.ships.retain(|ship| !["boevoy", "bditelny"].contains(&ship.card.id.as_str()));
    assert_eq!(moving(&alone, false), 0, "the enemy has no boats");
}

#[test]
fn r5_5_a_plot_filed_ahead_slows_no_more_than_the_option_allows() {
    for tracked in [true, false] {
        for (limit, filed, speed) in [
            (Some("0.5"), "1.5", "1.5"),
            (Some("0.5"), "1.49", "1.5"),
            (Some("0.5"), "0", "1.5"),
            (Some("0.5"), "2.25", "2.25"),
            (None, "0", "0"),
        ] {
            let mut setup = cruisers();
            setup.options.decel_limit = limit.map(inches);
            let mut table = begin(&setup, tracked);
            table.apply_line("plot 1st 2", &[]);
            table.apply_line(&format!("plot 1st {filed} next"), &[]);
            table.apply_line("next waive \"test\"", &[]);
            table.apply_line("next to plotting", &[]);
            table.apply_line("next waive \"test\"", &[]);
            table.apply_line("next", &[]);
            assert_eq!(table.ship("izumo").speed, inches(speed), "{tracked} {limit:?} {filed}");
        }
    }
}

#[test]
fn r5_13_2_ten_turns_slow_in_steps_that_the_option_allows() {
    let mut setup = cruisers();
    setup.hidden = true;
    for (limit, plots, legal) in [
        (Some("0.5"), "2; 1.5 x9", true),
        (Some("0.5"), "2; 1.49 x9", false),
        (Some("0.5"), "2; 1.5; 1 x8", true),
        (Some("0.5"), "1.49 x10", false),
        (None, "2; 0 x9", true),
    ] {
        setup.options.decel_limit = limit.map(inches);
        let mut table = begin(&setup, true);
        match legal {
            true => drop(table.apply_line(&format!("preplot 1st {plots}"), &[])),
            false => table.assert_refused(&format!("preplot 1st {plots}"), "SlowsTooMuch"),
        }
    }
}
