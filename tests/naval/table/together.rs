//! 5.2: the divisions of a formation stay close together. [Q38]
use naval::model::{BearingLine, FormationSetup, Setup, ship::ShipType::*};
use naval::{Fact, Id, Inches, Naval, NavalEvent, view::View};
use play::Game;

use super::{
    Table, flat,
    fleet::{battle, division, setup},
};

/// The admiral's two cruisers, with their last stern at 17.25, and a third at `y`, with its bow 0.75 north of that.
fn astern(y: f64) -> Setup {
    setup(&[
        division("japan", "1st", &[("Izumo", CA), ("Iwate", CA)], 20.0, 20.0, 0.0),
        division("japan", "2nd", &[("Asama", CA)], 20.0, y, 0.0),
        division("russia", "rd", &[("Retvizan", BB)], 60.0, 40.0, 180.0),
    ])
}

fn begin(setup: &Setup) -> Table {
    Table { state: Naval::initial_state(setup) }
}

fn gaps_recorded(events: &[NavalEvent]) -> Vec<Vec<(String, Inches)>> {
    let gaps = |event: &NavalEvent| match &event.fact {
        Fact::FormationMeasured { off, .. } => Some(off.iter().map(|(id, gap)| (id.to_string(), *gap)).collect()),
        _ => None,
    };
    events.iter().filter_map(gaps).collect()
}

#[test]
fn r5_2_a_division_joins_within_two_inches_of_a_base() {
    for (y, joins) in [(16.0, true), (14.5, true), (14.49, false), (8.0, false)] {
        let mut table = begin(&astern(y));
        match table.decide_line("formation van 1st 2nd", &[]) {
            Ok(_) => assert!(joins, "{y}"),
            Err(refusal) => assert!(!joins && refusal.contains("NotInPlace"), "{y}: {refusal}"),
        }
    }
}

#[test]
fn r5_3_4_a_division_joins_within_the_plotted_interval_of_up_to_six() {
    for (interval, y, joins) in [
        ("1", 14.5, true),
        ("1", 14.49, false),
        ("3", 13.5, true),
        ("3", 13.49, false),
        ("6", 10.5, true),
        ("6", 10.49, false),
        // A wider interval is refused. [Q38]
        ("6.01", 10.5, false),
    ] {
        let mut table = begin(&astern(y));
        let line = format!("formation van 1st 2nd bearing 180 interval {interval}");
        assert_eq!(table.decide_line(&line, &[]).is_ok(), joins, "interval {interval}, {y}");
    }
}

#[test]
fn r5_2_two_divisions_far_apart_do_not_abolish_the_command_checks() {
    let mut table = battle(&[
        division("japan", "1st", &[("Izumo", CA), ("Iwate", CA)], 20.0, 20.0, 0.0),
        division("japan", "2nd", &[("Asama", CA), ("Yakumo", CA)], 44.0, 20.0, 0.0),
        division("russia", "rd", &[("Retvizan", BB)], 60.0, 40.0, 180.0),
    ]);
    table.assert_refused("formation van 1st 2nd", "NotInPlace");
    table.assert_refused("formation van 1st 2nd bearing 90 interval 6", "NotInPlace");
    table.apply_line("plot 1st 1-CR15 speed 2", &[]);
    table.apply_line("plot 2nd 1-CR15 speed 2", &[]);
    assert!(table.decide_line("next", &[]).unwrap_err().contains("Orders(2nd)"));
}

#[test]
fn r5_2_divisions_connect_in_a_chain_in_any_order() {
    let written = [
        division("japan", "1st", &[("Izumo", CA), ("Iwate", CA)], 20.0, 20.0, 0.0),
        division("japan", "2nd", &[("Asama", CA)], 20.0, 16.0, 0.0),
        division("japan", "3rd", &[("Yakumo", CA)], 20.0, 13.0, 0.0),
        division("russia", "rd", &[("Retvizan", BB)], 60.0, 40.0, 180.0),
    ];
    battle(&written).assert_refused("formation van 1st 3rd", "NotInPlace");
    battle(&written).apply_line("formation van 1st 2nd 3rd", &[]);
    battle(&written).apply_line("formation van 1st 3rd 2nd", &[]);
}

#[test]
fn r5_10_1_a_division_that_fell_off_is_alone_until_it_closes_up() {
    for (gap, fell_off) in [(2.0, false), (2.01, true), (9.0, true)] {
        let mut table = begin(&astern(16.0));
        table.apply_line("formation van 1st 2nd", &[]);
        table.apply_line("next", &[]);
        // All have run 2.0: the last stern of the 1st is at 19.25.
        let y = 19.25 - gap - 0.75;
        table.apply_line(&format!("set asama at 20 {y:.2} heading 0 because \"tape\""), &[]);
        let events = table.apply_line("next to plotting", &[]);
        let wanted: Vec<Vec<(String, Inches)>> =
            if fell_off { vec![vec![("2nd".to_owned(), Inches::nearest(gap))]] } else { Vec::new() };
        assert_eq!(gaps_recorded(&events), wanted, "{gap}");
        assert!(table.state.formation(&"van".into()).is_some(), "it is still a formation");
        table.apply_line("plot 1st 1-CR15 speed 2", &[]);
        table.apply_line("plot 2nd 1-CR15 speed 2", &[]);
        let (sheet, _) = show::sheet::sheets(&View::referee(&table.state), Some(&"2nd".into()));
        assert_eq!(sheet.contains("fallen off"), fell_off, "{sheet}");
        assert_eq!(sheet.contains("without a check [5.10.1]"), !fell_off, "{sheet}");
        assert_eq!(next_needs_orders(&table), fell_off, "{gap}");
        if !fell_off {
            continue;
        }
        // If it has closed up to 2.0 by the end of a Movement Segment, it belongs to the formation again.
        table.apply_line("next", &[1]);
        let (x, y, _) = table.position_of("iwate");
        table.apply_line(&format!("set asama at {} {y} heading 0 because \"tape\"", x + 2.0), &[]);
        let events = table.apply_line("next to plotting", &[]);
        assert_eq!(gaps_recorded(&events), vec![Vec::<(String, Inches)>::new()]);
        table.apply_line("plot 1st 2", &[]);
        table.apply_line("plot 2nd 1-CR15 speed 2", &[]);
        assert!(!next_needs_orders(&table));
    }
}

/// Whether the move cannot begin without a roll for orders.
fn next_needs_orders(table: &Table) -> bool {
    let mut copy = Table { state: table.state.clone() };
    copy.decide_line("next", &[]).is_err_and(|refusal| refusal.contains("Orders("))
}

#[test]
fn r5_2_the_events_name_divisions_that_fell_off_or_closed_up() {
    let mut table = begin(&astern(16.0));
    table.apply_line("formation van 1st 2nd", &[]);
    table.apply_line("next", &[]);
    table.apply_line("set asama at 20 10 heading 0 because \"tape\"", &[]);
    let before = table.state.clone();
    let text = flat(&show::event::events_text(&before, &table.apply_line("next", &[])));
    assert!(
        text.contains("2nd is 8.5\" from formation van: its orders are checked alone until it has closed up. [5.2]"),
        "{text}"
    );
    table.apply_line("next to plotting", &[]);
    table.apply_line("next", &[]);
    let (x, y, _) = table.position_of("iwate");
    table.apply_line(&format!("set asama at {} {y} heading 0 because \"tape\"", x + 1.0), &[]);
    let before = table.state.clone();
    let text = flat(&show::event::events_text(&before, &table.apply_line("next", &[])));
    assert!(text.contains("2nd has closed up on formation van. [5.2]"), "{text}");
}

#[test]
fn r5_2_a_formation_of_the_scenario_that_begins_apart_is_apart() {
    for (y, off) in [(14.5, false), (14.49, true)] {
        let mut setup = astern(y);
        let lines = Vec::new();
        setup.formations =
            vec![FormationSetup { id: "van".into(), divisions: vec!["1st".into(), "2nd".into()], lines }];
        assert_eq!(begin(&setup).state.formations[0].off.len(), usize::from(off), "{y}");
        setup.formations[0].lines = vec![BearingLine { bearing_deg: 180, interval: Inches::whole(3) }];
        assert_eq!(begin(&setup).state.formations[0].off, Vec::<Id>::new());
    }
}

#[test]
fn r5_2_on_the_measured_table_the_referee_makes_a_formation() {
    let mut setup = astern(3.0);
    setup.divisions.iter_mut().for_each(|division| division.at = None);
    let mut table = begin(&setup);
    table.apply_line("formation van 1st 2nd", &[]);
    let events = table.apply_line("next to plotting", &[]);
    assert_eq!(gaps_recorded(&events), Vec::<Vec<(String, Inches)>>::new());
    assert!(table.state.formation(&"van".into()).unwrap().off.is_empty());
    table.apply_line("formation van disband", &[]);
    assert!(table.state.formations.is_empty());
}

#[test]
fn r5_2_each_side_has_its_own_names_for_formations() {
    let mut table = battle(&[
        division("japan", "1st", &[("Izumo", CA)], 20.0, 20.0, 0.0),
        division("japan", "2nd", &[("Asama", CA)], 20.0, 18.0, 0.0),
        division("russia", "rd", &[("Retvizan", BB)], 60.0, 40.0, 180.0),
        division("russia", "re", &[("Pobeda", BB)], 60.0, 42.5, 180.0),
    ]);
    table.apply_line("formation van 1st 2nd", &[]);
    table.apply_line("formation van rd re", &[]);
    assert_eq!(table.state.formations.len(), 2, "the second takes nothing from the first");
    // The referee must name the side; a side knows only its own.
    assert!(table.decide_line("formation van disband", &[]).is_err());
    table.apply_line("formation van:russia disband", &[]);
    assert_eq!(table.state.formation_of(&"1st".into()).unwrap().id.word(), "van");
    table.apply_line("formation van disband", &[]);
    assert!(table.state.formations.is_empty());
}
