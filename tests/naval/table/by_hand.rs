//! A battle moved by hand keeps the plotting rules as a tracked one does. [5.5, 5.7, 5.9, 5.10, 5.15, 9.3]
use naval::model::{BatteryCount, Setup, Wind, WindForce, ship::ShipType::*};
use naval::{Command, Fact, Id, Inches, Naval, NavalEvent, Segment, rules::turn::duties};
use play::Game;

use super::{
    Table, flat,
    fleet::{division, setup},
};
use naval_kit::fixture::inches;

/// The admiral's division, a division that must check orders, cruisers, boats and an enemy; all go at 2 inches.
fn battle() -> Setup {
    setup(&[
        division("japan", "1st", &[("Mikasa", BB), ("Asahi", BB)], 10.0, 20.0, 0.0),
        division("japan", "2nd", &[("Izumo", CA), ("Iwate", CA)], 16.0, 20.0, 0.0),
        division("japan", "scouts", &[("Akashi", CL), ("Suma", CL)], 22.0, 20.0, 0.0),
        division("japan", "boats", &[("Ikazuchi", TBD), ("Inazuma", TBD)], 28.0, 20.0, 0.0),
        division("russia", "rd", &[("Retvizan", BB)], 60.0, 40.0, 180.0),
    ])
}

fn tracked() -> Table {
    Table { state: Naval::initial_state(&battle()) }
}

fn measured() -> Table {
    let mut setup = battle();
    setup.divisions.iter_mut().for_each(|division| division.at = None);
    Table { state: Naval::initial_state(&setup) }
}

fn speed(table: &Table, ship: &str) -> Inches {
    table.state.ship(&ship.into()).unwrap().speed
}

/// Sets the Japanese divisions to a speed so low that the gain of one turn limits the next speed.
fn slow_divisions(table: &mut Table, inches: &str) {
    for unit in ["1st", "2nd", "scouts", "boats"] {
        table.apply_line(&format!("set {unit} speed {inches} because \"test\""), &[]);
    }
}

fn duties_due(table: &Table) -> Vec<String> {
    duties(&table.state).iter().map(|duty| show::labels::duty_text(&table.state, duty)).collect()
}

/// The command check: its unit, the divisions checked with it, the number needed, and whether the orders arrived.
fn checked_orders(events: &[NavalEvent]) -> Option<(String, Vec<String>, i32, bool)> {
    events.iter().find_map(|event| match &event.fact {
        Fact::OrdersChecked { unit, with, needed, received } => {
            Some((unit.to_string(), with.iter().map(Id::to_string).collect(), needed.result, *received))
        }
        _ => None,
    })
}

#[test]
fn r5_5_gains_of_speed_are_limited_tracked_and_measured() {
    // From 0.25: the highest speed that each type may plot, and 0.01 more.
    for (unit, most, more, rule) in
        [("2nd", "0.75", "0.76", "5.5.3"), ("scouts", "1.25", "1.26", "5.5.2"), ("boats", "2.25", "2.26", "5.5.1")]
    {
        for mut table in [tracked(), measured()] {
            slow_divisions(&mut table, "0.25");
            let refusal = table.decide_line(&format!("plot {unit} {more}"), &[]).unwrap_err();
            assert!(refusal.contains("GainsTooMuch") && refusal.contains(rule), "{unit} {more}: {refusal}");
            table.apply_line(&format!("plot {unit} {most}"), &[]);
        }
    }
}

#[test]
fn r5_5_a_measured_gain_counts_from_last_turn_not_from_an_earlier_plot() {
    let mut table = measured();
    slow_divisions(&mut table, "0.5");
    table.apply_line("plot 2nd 1", &[]);
    assert_eq!(speed(&table, "iwate"), inches("1"));
    // A plot that is changed still counts from 0.5, even after a slower one.
    table.assert_refused("plot 2nd 1.01", "GainsTooMuch");
    table.apply_line("plot 2nd 0", &[]);
    table.apply_line("plot 2nd 1", &[]);
    table.assert_refused("plot 2nd 0.5-CR30 speed 1.5", "GainsTooMuch");
    // The referee's speed is the one the gain counts from.
    table.apply_line("set 2nd speed 1.5 because \"tape\"", &[]);
    table.apply_line("plot 2nd 2", &[]);
    table.assert_refused("plot 2nd 2.01", "GainsTooMuch");
    // Next turn the gain counts from the speed made.
    let mut table = measured();
    slow_divisions(&mut table, "0.5");
    table.apply_line("plot 2nd 1", &[]);
    table.apply_line("next", &[]);
    table.apply_line("orders 2nd range 5", &[1]);
    Naval::apply(&mut table.state, &Fact::SegmentBegan { turn: 2, segment: Segment::Plotting });
    table.apply_line("plot 2nd 1.5", &[]);
    table.assert_refused("plot 2nd 1.51", "GainsTooMuch");
}

#[test]
fn r5_5_the_refusal_of_a_measured_turn_offers_a_legal_plot() {
    let mut table = measured();
    slow_divisions(&mut table, "0.5");
    let halt = table.decide_line("plot 2nd 0.5-CR30 speed 1.5", &[]).unwrap_err();
    assert!(halt.contains("TooFastToPlot"), "{halt}");
    table.apply_line("plot 2nd 0.5-CR30 speed 1", &[]);
}

#[test]
fn r3_3_1_a_speed_is_plotted_in_the_plotting_segment_only() {
    for mut table in [tracked(), measured()] {
        for unit in ["1st", "2nd", "scouts", "boats", "rd"] {
            table.apply_line(&format!("plot {unit} 2"), &[]);
        }
        table.apply_line("next", &[]);
        assert_eq!(table.state.segment, Segment::Movement);
        table.assert_refused("plot 2nd 2.25", "WrongSegment");
        table.assert_refused("plot 2nd speed 2", "WrongSegment");
    }
}

#[test]
fn r5_7_7_a_measured_plot_filed_ahead_waits_and_is_received_more_easily() {
    for (line, ahead) in [("plot 2nd 1-CL30 speed 2 next", true), ("plot 2nd 1-CL30 speed 2", false)] {
        let mut table = measured();
        table.apply_line(line, &[]);
        assert_eq!(table.state.division(&"2nd".into()).unwrap().next_plot.is_some(), ahead);
        let turns = |table: &Table| {
            let record = &table.state.division(&"2nd".into()).unwrap().plot_records;
            record.iter().map(|line| line.turn).collect::<Vec<u16>>()
        };
        if ahead {
            let mut later = Table { state: table.state.clone() };
            later.apply_line("plot 2nd 1-CR30 speed 2", &[]);
            assert_eq!(turns(&later), [1, 2], "in the order of the turns");
        }
        table.apply_line("next", &[]);
        assert_eq!(duties_due(&table).len(), usize::from(!ahead), "{:?}", duties_due(&table));
        if ahead {
            Naval::apply(&mut table.state, &Fact::SegmentBegan { turn: 2, segment: Segment::Plotting });
            table.assert_refused("plot 2nd 2", "PlottedAhead");
            table.assert_refused("plot 2nd 1-CL45 speed 2", "PlottedAhead");
            table.apply_line("next", &[]);
            assert_eq!(duties_due(&table).len(), 1, "{:?}", duties_due(&table));
        }
        let events = table.apply_line("orders 2nd range 5", &[6]);
        let needed = if ahead { 8 } else { 6 };
        assert_eq!(checked_orders(&events), Some(("2nd".into(), vec![], needed, true)), "{line}");
    }
}

fn in_a_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn r4_6_measured_smoke_is_filed_like_tracked_and_the_table_decides() {
    let filed = |table: &Table| {
        let division = table.state.division(&"2nd".into()).unwrap();
        let smoke_of = |plot: &Option<naval::model::Plot>| plot.as_ref().map(|plot| plot.smoke.clone());
        (smoke_of(&division.plot), smoke_of(&division.next_plot))
    };
    let izumo = || Some(vec![Id::from("izumo")]);
    for mut table in [tracked(), measured()] {
        table.apply_line("plot 2nd 2 smoke izumo", &[]);
        assert_eq!(filed(&table), (izumo(), None));
    }
    let mut table = measured();
    let before = table.state.clone();
    let events = table.apply_line("plot 2nd 2 smoke izumo", &[]);
    let text = in_a_line(&show::event::events_text(&before, &events));
    assert!(text.contains("making smoke") && text.contains("`blocked by smoke`") && text.contains("[4.6]"), "{text}");
    // The wind decides for how long the smoke may hide a ship.
    for (force, words) in [
        (WindForce::Calm, "The table shows which ships it hides this turn and next:"),
        (WindForce::Moderate, "The table shows which ships it hides this turn:"),
        (WindForce::High, "In this high wind the smoke hides nothing"),
    ] {
        for tracked in [false, true] {
            let mut windy = battle();
            windy.wind = Wind { force, from_deg: 0 };
            windy.divisions.iter_mut().filter(|_| !tracked).for_each(|division| division.at = None);
            let mut table = Table { state: Naval::initial_state(&windy) };
            let before = table.state.clone();
            let text = in_a_line(&show::event::events_text(&before, &table.apply_line("plot 2nd 2 smoke izumo", &[])));
            assert_eq!(text.contains(words), !tracked || force == WindForce::High, "{force:?}: {text}");
        }
    }
    // A plot without smoke cancels the smoke. A turn, or a plot filed ahead, keeps it.
    table.apply_line("plot 2nd 2", &[]);
    assert_eq!(filed(&table), (Some(vec![]), None));
    table.apply_line("plot 2nd 1-CL30 speed 2 smoke izumo", &[]);
    assert_eq!(filed(&table), (izumo(), None));
    let mut table = measured();
    table.apply_line("plot 2nd 2 smoke izumo next", &[]);
    assert_eq!(filed(&table), (None, izumo()));
    // A speed alone files no smoke.
    let mut table = measured();
    table.apply_line("plot 2nd 1.5", &[]);
    assert_eq!(filed(&table), (None, None));
    // Ships of other divisions and stopped ships make no smoke, tracked or measured.
    for mut table in [tracked(), measured()] {
        for plot in ["2 smoke asahi", "2 smoke izumo asahi", "2 smoke asahi next", "1-CL30 speed 2 smoke asahi"] {
            let refusal = table.decide_line(&format!("plot 2nd {plot}"), &[]).unwrap_err();
            assert!(refusal.contains("NotOfDivision") || refusal.contains("Asahi is not in 2nd"), "{plot}: {refusal}");
        }
        for plot in ["0 smoke izumo", "0 smoke izumo next", "CL30 speed 0 smoke izumo"] {
            table.assert_refused(&format!("plot 2nd {plot}"), "NoSmokeStopped");
        }
        table.apply_line("plot 2nd 0.25 smoke izumo iwate", &[]);
        // Also not as a replacement for a filed plot.
        table.assert_refused("plot 2nd 0 smoke izumo", "NoSmokeStopped");
    }
    // Typed smoke is checked as it is read. Smoke in a command is checked too: straight on, with a turn, or ahead.
    for mut table in [tracked(), measured()] {
        for (plot, advance) in
            [("2 smoke izumo", false), ("1-CL30 speed 2 smoke izumo", false), ("2 smoke izumo", true)]
        {
            let typed = naval::notation::parse(&table.state, &format!("plot 2nd {plot}")).unwrap();
            let Command::Plot { unit, mut plot, launches, .. } = typed.command else { panic!("{plot}") };
            plot.smoke = vec!["asahi".into()];
            let refusal = table.order(&Command::Plot { unit, plot, advance, launches }).unwrap_err();
            assert!(refusal.contains("NotOfDivision") && refusal.contains("4.6"), "{refusal}");
            table.apply_line("plot 2nd 2 smoke iwate", &[]);
        }
    }
    // A ship plotted alone makes its own smoke.
    let mut table = measured();
    table.apply_line("plot iwate 2 smoke iwate", &[]);
    assert_eq!(table.state.division_of(&"iwate".into()).unwrap().plot.as_ref().unwrap().smoke, [Id::from("iwate")]);
    // With checks off by hand, only the speed of a plot is kept, and the refusal says so.
    let mut open = battle();
    open.options.checks = false;
    open.divisions.iter_mut().for_each(|division| division.at = None);
    let mut table = Table { state: Naval::initial_state(&open) };
    let refusal = table.decide_line("plot 2nd 2 smoke izumo", &[]).unwrap_err();
    assert!(refusal.contains("so its smoke cannot be plotted"), "{refusal}");
    table.apply_line("plot 2nd 2", &[]);
}

#[test]
fn r5_7_7_a_measured_speed_filed_ahead_changes_nothing_this_turn() {
    let mut table = measured();
    slow_divisions(&mut table, "0.5");
    table.apply_line("plot 2nd 2 next", &[]);
    assert_eq!(speed(&table, "izumo"), inches("0.5"));
    table.apply_line("next", &[]);
    assert_eq!((speed(&table, "izumo"), duties_due(&table).len()), (inches("0.5"), 0));
    Naval::apply(&mut table.state, &Fact::SegmentBegan { turn: 2, segment: Segment::Plotting });
    table.apply_line("next", &[]);
    // The gain limits it: 2 inches are plotted, 1 is made.
    assert_eq!((speed(&table, "izumo"), duties_due(&table).len()), (inches("1"), 1));
    // A speed beyond the allowance is refused at once, also on an open table.
    measured().assert_refused("plot 2nd 3 next", "AboveAllowance");
}

#[test]
fn r5_7_7_a_formation_partly_plotted_this_turn_gets_no_benefit() {
    for (late, needed) in [("", 8), ("plot scouts 1.5", 6)] {
        let mut table = measured();
        table.apply_line("formation van 2nd scouts", &[]);
        table.apply_line("plot 2nd 1-CL30 speed 2 next", &[]);
        Naval::apply(&mut table.state, &Fact::SegmentBegan { turn: 2, segment: Segment::Plotting });
        if !late.is_empty() {
            table.apply_line(late, &[]);
        }
        table.apply_line("next", &[]);
        let events = table.apply_line("orders 2nd range 5", &[1]);
        assert_eq!(checked_orders(&events), Some(("2nd".into(), vec!["scouts".into()], needed, true)), "{late}");
    }
}

#[test]
fn r5_7_7_a_failed_check_releases_a_measured_plot_filed_ahead() {
    let mut table = measured();
    table.apply_line("plot 2nd 1.5", &[]);
    table.apply_line("plot 2nd 1-CL30 speed 1.5 next", &[]);
    table.apply_line("next", &[]);
    table.apply_line("orders 2nd range 5", &[10, 3]);
    Naval::apply(&mut table.state, &Fact::SegmentBegan { turn: 2, segment: Segment::Plotting });
    table.apply_line("plot 2nd 2", &[]);
    table.apply_line("next", &[]);
    assert_eq!(duties_due(&table), Vec::<String>::new(), "the plotted turn is gone");
}

#[test]
fn r5_9_3_a_measured_ship_plotted_alone_leaves_its_division_and_checks() {
    for (ship, division) in [("akashi", "scouts"), ("asahi", "1st")] {
        let mut table = measured();
        table.apply_line(&format!("plot {ship} 1-CR30 speed 2"), &[]);
        assert!(table.state.division_of(&ship.into()).unwrap().is_alone);
        table.apply_line("next", &[]);
        assert_eq!(duties_due(&table).len(), 1, "{:?}", duties_due(&table));
        assert!(duties_due(&table)[0].contains(&format!("orders {ship}")), "{:?}", duties_due(&table));
        let events = table.apply_line(&format!("orders {ship} range 5"), &[10, 5]);
        assert_eq!(checked_orders(&events), Some((ship.to_owned(), vec![], 6, false)), "no other ship is bound by it");
        let is_single_ship = |event: &NavalEvent| {
            matches!(&event.fact, Fact::ActedAlone { unit, kind, .. }
                if *unit == ship && *kind == naval::model::chart::UnitKind::Single)
        };
        assert!(events.iter().any(is_single_ship), "by the table for single ships: {events:?}");
        // Its division owes no check and keeps its name for the other ships.
        assert!(duties_due(&table).is_empty());
        assert_eq!(table.state.division(&division.into()).unwrap().ships.len(), 1);
    }
}

#[test]
fn r5_10_3_a_measured_ship_alone_checks_even_without_a_change() {
    // The force flagship alone rolls even straight on at the same speed. Leading its division it never rolls.
    let mut table = measured();
    table.apply_line("plot mikasa 2", &[]);
    table.apply_line("next", &[]);
    assert_eq!(duties_due(&table).len(), 1, "{:?}", duties_due(&table));
    let mut table = measured();
    table.apply_line("plot 1st 1-CL30 speed 2", &[]);
    table.apply_line("next", &[]);
    assert_eq!(duties_due(&table), Vec::<String>::new());
}

#[test]
fn r5_9_2_a_measured_ship_alone_checks_each_turn_whether_or_not_its_speed_is_typed() {
    let alone = || {
        let mut table = measured();
        table.apply_line("plot asahi 2", &[]);
        table.apply_line("next waive \"orders arrive\"", &[]);
        table.apply_line("next to damage waive \"orders arrive\"", &[]);
        table.apply_line("next", &[]);
        assert!(table.state.division_of(&"asahi".into()).unwrap().is_alone && table.state.turn == 2);
        table
    };
    let owes = |mut table: Table, line: &str| {
        if !line.is_empty() {
            table.apply_line(line, &[]);
        }
        table.apply_line("next", &[]);
        duties_due(&table)
    };
    // In the Movement Segment it owes its check, with or without a plot. [5.9.2, Q57]
    for line in ["", "plot asahi 2", "plot asahi 1.5", "plot asahi 1-CR30"] {
        let duties = owes(alone(), line);
        assert!(duties.len() == 1 && duties[0].contains("orders asahi"), "{line}: {duties:?}");
    }
    // A ship that cannot move or steer owes no check, nor do ships that stay in their divisions.
    assert_eq!(owes(alone(), "set asahi top 0 because \"boilers\""), [""; 0]);
    assert_eq!(owes(measured(), ""), [""; 0]);
    // Once rolled, the check is no longer due.
    let mut table = alone();
    table.apply_line("next", &[]);
    table.apply_line("orders asahi range 5", &[1]);
    assert_eq!(duties_due(&table), [""; 0]);
}

#[test]
fn r5_10_3_orders_are_not_rolled_for_until_the_distance_is_measured() {
    let mut table = measured();
    table.apply_line("plot 2nd 1.5", &[]);
    table.apply_line("next", &[]);
    assert!(duties_due(&table)[0].contains("orders 2nd range"), "{:?}", duties_due(&table));
    table.assert_refused("orders 2nd", "FlagDistanceUnknown");
    for (range, needed) in [("9.99", 6), ("10", 5)] {
        let mut copy = Table { state: table.state.clone() };
        assert_eq!(checked_orders(&copy.apply_line(&format!("orders 2nd range {range}"), &[1])).unwrap().2, needed);
    }
}

#[test]
fn r5_10_3_a_division_without_orders_keeps_its_speed_of_last_turn() {
    for (faces, expected) in [(&[6][..], "1.5"), (&[7, 3], "2"), (&[7, 10], "1.5")] {
        let mut table = measured();
        table.apply_line("plot 2nd 1.5", &[]);
        table.apply_line("next", &[]);
        table.apply_line("orders 2nd range 5", faces);
        assert_eq!((speed(&table, "izumo"), speed(&table, "iwate")), (inches(expected), inches(expected)), "{faces:?}");
    }
}

#[test]
fn r5_9_1_a_flag_shift_and_a_measured_turn_exclude_each_other() {
    let mut table = measured();
    table.apply_line("flag 2nd iwate", &[]);
    table.assert_refused("plot 2nd 1-CR30 speed 2", "FlagShifted");
    table.apply_line("plot 2nd 1.75", &[]);
    let mut table = measured();
    table.apply_line("plot 2nd 1-CR30 speed 2", &[]);
    table.assert_refused("flag 2nd iwate", "FlagShifted");
    table.apply_line("plot 2nd 2", &[]);
    table.apply_line("flag 2nd iwate", &[]);
}

#[test]
fn r5_9_1_the_flag_stays_while_ships_have_a_column_turn_to_finish() {
    // The leader turns at once. Its consort reaches the turning point only next turn.
    let mut table = tracked();
    for plot in ["plot 1st CR90 speed 2", "plot 2nd 2", "plot scouts 2", "plot boats 2", "plot rd 2"] {
        table.apply_line(plot, &[]);
    }
    table.apply_line("next to plotting", &[]);
    let (leader, next) = (table.position_of("mikasa").2, table.position_of("asahi").2);
    assert!((leader - 90.0).abs() < 0.01 && next < 89.0, "{leader} {next}");
    table.assert_refused("flag 1st asahi", "TurnUnfinished");
    table.assert_refused("plot mikasa 2", "TurnUnfinished");
    // Once the consort has turned, the flag may be shifted.
    for _ in 0..2 {
        for plot in ["plot 1st 2", "plot 2nd 2", "plot scouts 2", "plot boats 2", "plot rd 2"] {
            table.apply_line(plot, &[]);
        }
        table.apply_line("next to plotting", &[]);
    }
    assert!((table.position_of("asahi").2 - 90.0).abs() < 0.01, "{}", table.position_of("asahi").2);
    table.apply_line("flag 1st asahi", &[]);
}

fn fired_on(target: &str, batteries: u16) -> Table {
    let mut table = measured();
    let count = BatteryCount { target: target.into(), firer: "rd".into(), batteries };
    Naval::apply(&mut table.state, &Fact::BatteriesCounted(count));
    Naval::apply(&mut table.state, &Fact::SegmentBegan { turn: 2, segment: Segment::Plotting });
    table
}

#[test]
fn r5_15_a_measured_reaction_is_due_before_ships_are_moved() {
    let mut table = fired_on("scouts", 4);
    table.apply_line("plot scouts 1.5", &[]);
    table.apply_line("next", &[]);
    let first = &duties_due(&table)[0];
    assert!(
        first.starts_with("scouts was fired on by 4 batteries") && first.ends_with("react scouts [5.15]"),
        "{first}"
    );
    table.assert_refused("next", "DutiesDue");
    // A 4 turns it away. After a 5 it stays, and its new speed owes the check.
    for (face, left, makes) in [(4, 0, "3"), (5, 1, "1.5")] {
        let mut table = Table { state: table.state.clone() };
        table.apply_line("react scouts", &[face]);
        assert_eq!(
            (duties_due(&table).len(), speed(&table, "suma")),
            (left, inches(makes).min(inches("2.5"))),
            "{face}"
        );
    }
    // Without fire on it, no reaction is due.
    let mut quiet = fired_on("scouts", 0);
    quiet.apply_line("next", &[]);
    assert_eq!(duties_due(&quiet), Vec::<String>::new());
}

#[test]
fn r5_15_3_a_measured_division_turns_away_within_its_gain_of_speed() {
    let mut table = fired_on("scouts", 4);
    slow_divisions(&mut table, "0.5");
    table.apply_line("next", &[]);
    table.apply_line("react scouts", &[1]);
    assert_eq!((speed(&table, "akashi"), speed(&table, "suma")), (inches("1.5"), inches("1.5")));
}

#[test]
fn r9_3_a_ship_within_the_table_leaves_only_if_the_referee_says_so() {
    // Japan's edge is the south: at 0.01 the ship is within the table, at 0 it has reached the edge.
    for (y, legal) in [("24", false), ("0.01", false), ("0", true)] {
        let mut table = tracked();
        table.apply_line(&format!("set mikasa at 10 {y} heading 180 because \"test\""), &[]);
        let result = table.decide_line("exit mikasa", &[]);
        assert_eq!(result.is_ok(), legal, "{y}");
        if !legal {
            assert!(result.unwrap_err().contains("ShortOfEdge"), "{y}");
            table.assert_refused("exit mikasa because \" \"", "The reason is empty");
            table.apply_line("exit mikasa because \"towed home\"", &[]);
        }
    }
    // Not by an edge other than the one the ship has reached.
    let mut table = tracked();
    table.apply_line("set mikasa at 10 0 heading 180 because \"test\"", &[]);
    table.assert_refused("exit mikasa by west", "ShortOfEdge");
    // The refusal gives the position. On the measured table only the players know it.
    let halt = {
        let typed = naval::notation::parse(&tracked().state, "exit mikasa").unwrap();
        let mut none = play::Script::default();
        play::decide::<Naval>(&tracked().state, &typed.command, &mut none).unwrap_err()
    };
    let text = flat(&show::dice_prompts::naval_halt_error(&tracked().state, &halt).as_error(None));
    assert!(text.contains("southern edge") && text.contains("at 10") && text.contains("because"), "{text}");
    measured().apply_line("exit mikasa", &[]);
}

#[test]
fn r5_10_a_waived_check_is_not_due_again() {
    let turning = || {
        let mut table = measured();
        table.apply_line("plot 2nd 1-CL30 speed 2", &[]);
        table
    };
    let mut table = turning();
    // A check that is waived before it is due is due in the Movement Segment.
    table.apply_line("next waive \"the rest is late\"", &[]);
    assert_eq!((table.state.segment, duties_due(&table).len()), (Segment::Movement, 1));
    table.apply_line("next waive \"by consent\"", &[]);
    table.apply_line("next to gunfire", &[]);
    assert_eq!(duties_due(&table), Vec::<String>::new());
    table.apply_line("next", &[]);
    assert_eq!(table.state.segment, Segment::Torpedo);
}

#[test]
fn r5_10_2_ships_astern_that_finish_a_turn_do_not_change_orders() {
    // Iwate steams astern of Izumo, the leader, so only Iwate may still finish an earlier column turn.
    for (turned, plotted, ship, owes) in [
        (true, true, "iwate", 0),
        (true, true, "izumo", 1),
        (false, true, "iwate", 1),
        (false, true, "izumo", 1),
        (true, false, "iwate", 1),
        (false, false, "iwate", 1),
    ] {
        let mut table = measured();
        if turned {
            table.apply_line("plot 2nd 1-CL45", &[]);
            table.apply_line("next", &[]);
            table.apply_line("orders 2nd range 3", &[1]);
        }
        Naval::apply(&mut table.state, &Fact::SegmentBegan { turn: 2, segment: Segment::Plotting });
        if plotted {
            table.apply_line("plot 2nd 2", &[]);
        }
        Naval::apply(&mut table.state, &Fact::SegmentBegan { turn: 2, segment: Segment::Gunfire });
        table.apply_line(&format!("target {ship} at retvizan range 8 turned 45"), &[]);
        let checks = duties_due(&table).iter().filter(|duty| duty.contains("orders 2nd")).count();
        assert_eq!(checks, owes, "turned {turned}, plotted {plotted}, {ship}: {:?}", duties_due(&table));
    }
}

/// Only the latest plot counts: a replaced plot owes no check. [5.10.2, 5.5]
#[test]
fn r5_10_2_a_replaced_plot_owes_no_check() {
    for (first, then, owes) in [
        ("plot 2nd 1.5", "plot 2nd 2", 0),
        ("plot 2nd 1-CL30", "plot 2nd 2", 0),
        ("plot 2nd 1.5", "plot 2nd 1.75", 1),
        ("plot 2nd 2", "plot 2nd 1.75", 1),
        ("plot 2nd 2", "plot 2nd 1-CL30", 1),
    ] {
        let mut table = measured();
        table.apply_line(first, &[]);
        table.apply_line(then, &[]);
        table.apply_line("next", &[]);
        assert_eq!(duties_due(&table).len(), owes, "{first}, then {then}: {:?}", duties_due(&table));
    }
    // No orders are rolled for before all plots are in, so a failed plot cannot be replaced. [3.3.2]
    let mut table = measured();
    table.apply_line("plot 2nd 1-CL30", &[]);
    table.assert_refused("orders 2nd range 3", "needed: Movement, now: Plotting");
    table.apply_line("next", &[]);
    table.apply_line("orders 2nd range 3", &[1]);
    table.assert_refused("plot 2nd 2", "needed: Plotting, now: Movement");
    table.assert_refused("orders 2nd range 3", "OrdersChecked");
}

/// A ship leaves its division by a plot for this turn, never by one for the next. [5.7.7, 5.9.3]
#[test]
fn r5_9_3_no_ship_leaves_its_division_by_a_plot_for_the_next_turn() {
    for mut table in [tracked(), measured()] {
        table.assert_refused("plot iwate 2 next", "LeavesFirst");
        table.apply_line("plot iwate 2", &[]);
        table.apply_line("plot iwate 1-CL30 speed 2 next", &[]);
        // The whole division may be plotted ahead, by its own name or by its only ship's.
        table.apply_line("plot 1st 1-CL30 speed 2 next", &[]);
    }
}

/// Straight on at the same speed needs no check, whichever unit asks for one. [5.10.2]
#[test]
fn r5_10_2_a_division_that_keeps_its_course_rolls_no_check() {
    for (plot, is_asked) in [("plot 2nd 2", false), ("plot 2nd 1.75", true), ("plot 2nd 1-CL30", true)] {
        let mut table = measured();
        table.apply_line(plot, &[]);
        table.apply_line("next", &[]);
        if is_asked {
            table.apply_line("orders 2nd range 3", &[1]);
        } else {
            table.assert_refused("orders 2nd range 3", "NeedsNoCheck");
        }
    }
    // The referee may have moved a division without a plot, so its check may be rolled.
    let mut table = measured();
    table.apply_line("next", &[]);
    table.apply_line("orders 2nd range 3", &[1]);
}

/// Before contact divisions follow their pre-plots without checks, moved by hand or not. [4.1, 5.13.3]
#[test]
fn r5_13_3_before_contact_no_orders_are_checked() {
    for hidden in [true, false] {
        let mut setup = battle();
        setup.divisions.iter_mut().for_each(|division| division.at = None);
        setup.hidden = hidden;
        let mut table = Table { state: Naval::initial_state(&setup) };
        table.apply_line("plot 2nd 1-CL30", &[]);
        table.apply_line("next", &[]);
        assert_eq!(duties_due(&table).len(), usize::from(!hidden), "{:?}", duties_due(&table));
        if hidden {
            table.assert_refused("orders 2nd range 5", "NeedsNoCheck");
            // Once the enemy is sighted, orders are checked from the next turn on.
            table.apply_line("next to sighting", &[]);
            table.apply_line("measure izumo retvizan 8", &[]);
            table.apply_line("next to plotting waive \"test\"", &[]);
            table.apply_line("plot 2nd 1-CL30", &[]);
            table.apply_line("next", &[]);
            assert_eq!(duties_due(&table).len(), 1, "{:?}", duties_due(&table));
        }
    }
}

#[test]
fn r5_10_1_a_division_ordered_before_its_flag_was_lost_owes_no_check() {
    let mut table = measured();
    table.apply_line("plot 1st 1-CL30 speed 2", &[]);
    table.apply_line("next", &[]);
    assert_eq!(duties_due(&table), Vec::<String>::new());
    table.apply_line("set mikasa fate sunk because \"a mine\"", &[]);
    assert_eq!(duties_due(&table), Vec::<String>::new(), "the orders had arrived");
    // If the flagship is lost before movement, the next ship takes the flag and no check is due either. (Q62)
    for speed in ["1.5", "2"] {
        let mut table = measured();
        table.apply_line(&format!("plot 1st 1-CL30 speed {speed}"), &[]);
        table.apply_line("set mikasa fate sunk because \"a mine\"", &[]);
        table.apply_line("next", &[]);
        assert_eq!(duties_due(&table), Vec::<String>::new(), "{speed}");
    }
}

#[test]
fn r8_4_a_ship_with_a_jammed_rudder_is_not_plotted_tracked_or_measured() {
    for mut table in [tracked(), measured()] {
        table.apply_line("set iwate rudder port 2 because \"a hit\"", &[]);
        table.assert_refused("plot iwate 1-CL30 speed 2", "RudderJammed");
        table.apply_line("plot 2nd 2", &[]);
        table.apply_line("speed iwate 1", &[]);
        table.apply_line("set iwate rudder free because \"repaired\"", &[]);
        table.apply_line("plot iwate 1-CL30 speed 2", &[]);
    }
}

/// No ship passes its leader: the division keeps the speed that its leader made, or can make now. [5.8.3, 5.9]
#[test]
fn r5_10_3_without_orders_ships_stay_with_their_leader() {
    for (top, expected) in [("1.75", "1.75"), ("2", "2"), ("1", "1")] {
        let mut table = measured();
        table.apply_line("next to damage", &[]);
        table.apply_line(&format!("set izumo top {top} because \"boilers\""), &[]);
        table.apply_line("next", &[]);
        table.apply_line(&format!("plot 2nd 1-CR30 speed {top}"), &[]);
        table.apply_line("next", &[]);
        table.apply_line("orders 2nd range 5", &[7, 10]);
        assert_eq!((speed(&table, "izumo"), speed(&table, "iwate")), (inches(expected), inches(expected)), "top {top}");
    }
}

/// A top speed set by the referee is the speed the ship can make now: its damage is not deducted again. [5.4, 9.2]
#[test]
fn r5_4_a_top_speed_that_is_set_already_includes_damage() {
    for (flotation, later, set, deducted) in [(0, 1, "0.75", "0"), (1, 2, "0.75", "0.25"), (2, 2, "1.5", "0")] {
        let mut table = measured();
        table.apply_line(&format!("set izumo flotation {flotation} because \"a mine\""), &[]);
        let before = table.state.clone();
        let events = table.apply_line(&format!("set izumo top {set} because \"boilers\""), &[]);
        let top = |table: &Table| table.state.ship(&"izumo".into()).unwrap().top_speed();
        assert_eq!(top(&table), inches(set), "{flotation} flotation hits");
        assert!(show::event::events_text(&before, &events).contains(&format!("top speed is {}\"", inches(set))));
        // Later damage is deducted.
        table.apply_line(&format!("set izumo flotation {later} because \"a mine\""), &[]);
        assert_eq!(top(&table), inches(set) - inches(deducted));
    }
}

/// The enemy from which a division takes its course must be in sight; without one it goes straight on. [4.4]
#[test]
fn r5_10_3_independent_movement_names_no_unsighted_enemy() {
    for (sighted, expected) in [
        (false, "it turns up to 45 degrees away from the enemy. No enemy is in sight: it goes straight on. [5.10.3]"),
        (true, "it turns up to 45 degrees away from the enemy. [5.10.3]"),
    ] {
        for mut table in [tracked(), measured()] {
            let by_hand = table.state.ship(&"izumo".into()).unwrap().at.is_none();
            if sighted {
                table.apply_line("set retvizan sighted yes because \"smoke\"", &[]);
            }
            for unit in ["1st", "scouts", "boats", "rd"].iter().filter(|_| !by_hand) {
                table.apply_line(&format!("plot {unit} 2"), &[]);
            }
            table.apply_line("plot 2nd 1-CR30 speed 2", &[]);
            let before = table.state.clone();
            let events = if by_hand {
                table.apply_line("next", &[]);
                table.apply_line("orders 2nd range 5", &[10, 1])
            } else {
                table.apply_line("next", &[10, 1])
            };
            let text = flat(&show::event::events_text(&before, &events));
            assert!(text.contains(expected), "{sighted} {by_hand}: {text}");
        }
    }
    // A result that needs no enemy does not mention one.
    let mut table = measured();
    table.apply_line("plot 2nd 1-CR30 speed 2", &[]);
    table.apply_line("next", &[]);
    let before = table.state.clone();
    let events = table.apply_line("orders 2nd range 5", &[10, 4]);
    assert!(!show::event::events_text(&before, &events).contains("in sight"));
}
