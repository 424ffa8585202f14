//! 5.9.1: after any change of its flag, a division goes straight ahead for one game turn. [Q40]
use naval::model::{Setup, ship::ShipType::*};
use naval::{Fact, Naval, NavalEvent, view::View};
use play::Game;

use super::{
    Table, flat,
    fleet::{DivisionSpec, division, setup},
    near,
};

fn begin(setup: &Setup) -> Table {
    Table { state: Naval::initial_state(setup) }
}

/// The admiral's division, a division that must check orders, and an enemy far away.
fn fleet() -> Vec<DivisionSpec<'static>> {
    vec![
        division("japan", "1st", &[("Mikasa", BB), ("Asahi", BB)], 10.0, 20.0, 0.0),
        division("japan", "2nd", &[("Izumo", CA), ("Iwate", CA), ("Asama", CA)], 16.0, 20.0, 0.0),
        division("russia", "rd", &[("Retvizan", BB)], 60.0, 40.0, 180.0),
    ]
}

fn straight_turn(events: &[NavalEvent]) -> Option<u16> {
    events.iter().find_map(|event| match &event.fact {
        Fact::FlagPassed { straight_turn, .. } => *straight_turn,
        _ => None,
    })
}

/// Plays a turn in which the orders of the 2nd arrive, if a check is due.
fn play_turn(table: &mut Table) {
    let dice: [&[u8]; 3] = [&[], &[1], &[1, 1]];
    assert!(dice.iter().any(|dice| table.decide_line("next to plotting", dice).is_ok()));
}

#[test]
fn r5_9_1_plotting_the_flagship_out_costs_a_straight_turn() {
    let mut table = begin(&setup(&fleet()));
    table.apply_line("plot 2nd 1-CR15 speed 2", &[]);
    table.assert_refused("plot izumo 2", "FlagShifted");
    table.apply_line("plot 2nd 2", &[]);
    assert_eq!(straight_turn(&table.apply_line("plot izumo 2", &[])), Some(1));
    assert_eq!(table.state.division(&"2nd".into()).unwrap().flagship, *"iwate");
    for plot in ["1-CR15 speed 2", "SL30 speed 2", "F1st"] {
        assert!(table.decide_line(&format!("plot 2nd {plot}"), &[]).is_err(), "{plot}");
    }
    table.apply_line("plot 2nd CU", &[]);
    table.apply_line("plot 2nd 1.5", &[]);
    play_turn(&mut table);
    table.apply_line("plot 2nd 0.5-CR15 speed 1.5", &[]);
}

#[test]
fn r5_9_1_a_flag_ordered_outside_the_plotting_segment_leads_from_the_next_plot_on() {
    let segments = ["movement", "sighting", "illumination", "gunfire", "torpedo", "damage-control", "damage"];
    for (segment, by_tape) in segments.into_iter().flat_map(|segment| [(segment, false), (segment, true)]) {
        let mut battle = setup(&fleet());
        if by_tape {
            battle.remove_positions();
        }
        let mut table = begin(&battle);
        table.apply_line(&format!("next to {segment}"), &[]);
        assert_eq!(straight_turn(&table.apply_line("flag 2nd iwate", &[])), Some(2), "{segment}");
        let flag = |table: &Table| table.state.division(&"2nd".into()).unwrap().flagship.to_string();
        assert_eq!(flag(&table), "izumo", "{segment}");
        // A later order replaces it, and naming the present flagship keeps it.
        let mut other = Table { state: table.state.clone() };
        other.apply_line("flag 2nd asama", &[]);
        other.apply_line("next to plotting", &[]);
        assert_eq!(flag(&other), "asama");
        let mut back = Table { state: table.state.clone() };
        back.apply_line("flag 2nd izumo", &[]);
        back.apply_line("next to plotting", &[]);
        assert_eq!(
            (flag(&back), back.state.division(&"2nd".into()).unwrap().new_flag_turn),
            ("izumo".to_owned(), None)
        );
        table.apply_line("next to plotting", &[]);
        assert_eq!(flag(&table), "iwate");
        table.assert_refused("plot 2nd 1-CR15 speed 2", "FlagShifted");
        table.apply_line("plot 2nd 2", &[]);
        table.assert_refused("flag 2nd iwate", "IsFlagship");
    }
}

#[test]
fn q62_a_new_flag_of_its_division_leaves_the_force_flag_where_it_is() {
    let force = |table: &Table| naval::rules::flags::force_flag(&table.state, &"japan".into()).unwrap().to_string();
    let division_flag = |table: &Table| table.state.division(&"1st".into()).unwrap().flagship.to_string();
    for segment in ["plotting", "gunfire"] {
        let mut table = begin(&setup(&fleet()));
        if segment != "plotting" {
            table.apply_line(&format!("next to {segment}"), &[]);
        }
        table.apply_line("flag 1st asahi", &[]);
        if segment != "plotting" {
            table.apply_line("next to plotting", &[]);
        }
        assert_eq!((division_flag(&table), force(&table)), ("asahi".to_owned(), "mikasa".to_owned()), "{segment}");
        // The force flagship's formation still needs no check. [5.10.1]
        let division = table.state.division(&"1st".into()).unwrap();
        assert_eq!(
            naval::rules::signals::orders_number_or_exemption(&table.state, division).unwrap_err().to_string(),
            "5.10.1"
        );
        // The near miss: a lost force flagship passes its flag on.
        table.apply_line("set mikasa fate sunk because \"a mine\"", &[]);
        assert_eq!(force(&table), "asahi");
    }
}

#[test]
fn r5_9_1_plotting_another_ship_out_costs_nothing() {
    let mut table = begin(&setup(&fleet()));
    table.apply_line("plot 2nd 1-CR15 speed 2", &[]);
    assert_eq!(straight_turn(&table.apply_line("plot asama 2", &[])), None);
    assert!(table.state.division(&"2nd".into()).unwrap().plot.is_some());
    table.apply_line("plot 2nd 1-CR30 speed 2", &[]);
}

#[test]
fn r5_9_1_the_loss_of_the_flagship_costs_a_straight_turn() {
    // The loss of another ship costs no turn.
    for (lost, may_turn) in [("izumo", false), ("iwate", true)] {
        let mut table = begin(&setup(&fleet()));
        table.apply_line("next to damage", &[]);
        table.apply_line(&format!("set {lost} fate sunk because \"a mine\""), &[]);
        let events = table.apply_line("next", &[]);
        assert_eq!(straight_turn(&events), (!may_turn).then_some(2), "{lost}");
        assert_eq!(table.decide_line("plot 2nd 1-CR15 speed 2", &[]).is_ok(), may_turn, "{lost}");
        table.apply_line("plot 2nd 2", &[]);
        play_turn(&mut table);
        table.apply_line("plot 2nd 1-CR15 speed 2", &[]);
    }
}

#[test]
fn r5_9_1_a_plot_filed_ahead_gives_way_to_the_new_flag() {
    for is_replotted in [true, false] {
        let mut table = begin(&setup(&fleet()));
        table.apply_line("plot 2nd 1-CR90 speed 2 next", &[]);
        table.apply_line("next to damage", &[]);
        table.apply_line("set izumo fate sunk because \"a mine\"", &[]);
        table.apply_line("next", &[]);
        assert!(table.state.division(&"2nd".into()).unwrap().plotted_ahead);
        if is_replotted {
            table.assert_refused("plot 2nd 1-CR15 speed 2", "PlottedAhead");
            table.apply_line("plot 2nd 2", &[]);
        }
        let events = table.apply_line("next", &[]);
        let replaced = events.iter().any(|event| matches!(event.fact, Fact::PlotReplaced { .. }));
        assert_eq!(replaced, !is_replotted);
        // Asama began 4 inches behind its leader, at 16. Two turns of 2 inches straight ahead bring it to 20.
        near("asama", table.position_of("asama"), (16.0, 20.0, 0.0));
        near("iwate", table.position_of("iwate"), (16.0, 22.0, 0.0));
    }
}

#[test]
fn r5_9_1_a_turn_that_the_lost_flagship_began_is_not_finished() {
    let mut table = begin(&setup(&fleet()));
    table.apply_line("plot 1st 2", &[]);
    table.apply_line("plot 2nd 1.5-CR90 speed 2", &[]);
    table.apply_line("next to damage", &[1]);
    let heading = table.position_of("izumo").2;
    assert!(table.state.division(&"2nd".into()).unwrap().course.carried.is_some());
    table.apply_line("set izumo fate sunk because \"a mine\"", &[]);
    table.apply_line("next", &[]);
    assert!(table.state.division(&"2nd".into()).unwrap().course.carried.is_none());
    table.apply_line("plot 2nd 2", &[]);
    table.apply_line("next", &[]);
    // Straight ahead along the leader's track: the next ship turns no farther than the leader did.
    assert!(
        0.0 < heading && table.position_of("iwate").2 <= heading + 0.01,
        "{heading} {:?}",
        table.position_of("iwate")
    );
}

/// A flagship that falls behind does not oblige others to finish a turn begun under it. [5.8.3, Q40, Q57]
#[test]
fn r5_9_1_a_turn_under_a_flagship_that_falls_behind_is_not_finished() {
    let table_with_unfinished_turn = || {
        let mut table = begin(&setup(&fleet()));
        table.apply_line("plot 1st 2", &[]);
        table.apply_line("plot 2nd 1.5-CR90 speed 2", &[]);
        table.apply_line("next to damage", &[1]);
        assert!(table.state.division(&"2nd".into()).unwrap().course.carried.is_some());
        table
    };
    let mut table = table_with_unfinished_turn();
    table.apply_line("set izumo top 0 because \"a mine\"", &[]);
    table.apply_line("next", &[]);
    table.apply_line("flag 2nd iwate", &[]);
    let second = table.state.division(&"2nd".into()).unwrap();
    assert!(second.course.carried.is_none() && second.flagship == *"iwate");
    table.assert_refused("plot 2nd 1-CR30 speed 2", "FlagShifted");
    table.apply_line("plot 2nd 2", &[]);
    // The near miss: a flagship that keeps up finishes its turn.
    let mut table = table_with_unfinished_turn();
    table.apply_line("next", &[]);
    table.assert_refused("flag 2nd iwate", "TurnUnfinished");
}

#[test]
fn r5_9_1_a_flagship_lost_while_plotting_makes_its_plot_go_straight() {
    let mut table = begin(&setup(&fleet()));
    table.apply_line("plot 1st 2", &[]);
    table.apply_line("plot 2nd 1-CR90 speed 2", &[]);
    table.apply_line("set izumo fate sunk because \"a mine\"", &[]);
    let events = table.apply_line("next", &[]);
    let replaced = events.iter().find(|event| matches!(event.fact, Fact::PlotReplaced { .. })).unwrap();
    assert_eq!(replaced.rule.to_string(), "5.9.1");
    assert_eq!(table.position_of("iwate").2, 0.0);
}

#[test]
fn r5_9_1_the_division_goes_straight_ahead_even_without_orders() {
    let mut table = begin(&setup(&fleet()));
    table.apply_line("plot 1st 2", &[]);
    table.apply_line("flag 2nd iwate", &[]);
    table.apply_line("plot 2nd 1.5", &[]);
    table.state.ship_mut(&"retvizan".into()).unwrap().sighted = true;
    // Orders fail, and the independent movement table would turn it away from the enemy.
    table.apply_line("next", &[10, 1]);
    near("izumo", table.position_of("izumo"), (16.0, 22.0, 0.0));
}

#[test]
fn r5_9_1_a_formation_does_not_change_under_a_new_flag() {
    let mut setup = setup(&[
        division("japan", "leader", &[("Tatsuta", CL)], 20.0, 20.0, 0.0),
        division("japan", "1st", &[("T1", TBD), ("T2", TBD), ("T3", TBD)], 20.0, 18.25, 0.0),
        division("russia", "rd", &[("Retvizan", BB)], 5.0, 40.0, 90.0),
    ]);
    setup.divisions.iter_mut().for_each(|division| division.speed = naval_kit::fixture::inches("2"));
    let mut table = begin(&setup);
    table.apply_line("formation screen leader 1st", &[]);
    table.apply_line("flag 1st t2", &[]);
    table.assert_refused("reform screen bearing 90", "FlagShifted");
    play_turn(&mut table);
    table.apply_line("reform screen bearing 90", &[]);
}

#[test]
fn r5_9_1_ships_that_form_a_division_without_their_flag_go_straight_ahead() {
    let mut table = begin(&setup(&fleet()));
    play_turn(&mut table);
    table.apply_line("division van iwate asama", &[]);
    table.assert_refused("plot van 1-CR15 speed 2", "FlagShifted");
    // With the flagship among them the flag does not change.
    let mut table = begin(&setup(&fleet()));
    play_turn(&mut table);
    table.apply_line("division van izumo iwate", &[]);
    table.apply_line("plot van 1-CR15 speed 2", &[]);
}

#[test]
fn r5_10_6_the_sheet_does_not_excuse_a_division_without_its_flag() {
    let mut table = begin(&setup(&fleet()));
    let sheet = |table: &Table, id: &str| show::sheet::sheets(&View::referee(&table.state), Some(&id.into())).0;
    assert!(sheet(&table, "1st").contains("without a check [5.10.1]"));
    table.apply_line("next to damage", &[]);
    table.apply_line("set mikasa fate sunk because \"a mine\"", &[]);
    assert!(!sheet(&table, "1st").contains("without a check"), "{}", sheet(&table, "1st"));
    table.apply_line("next", &[]);
    table.apply_line("plot 1st 1.5", &[]);
    let text = sheet(&table, "1st");
    assert!(text.contains("Asahi, with the force flag") && text.contains("without a check [5.10.1]"), "{text}");
    assert!(text.contains("straight ahead this turn"), "{text}");
    assert!(!sheet(&table, "2nd").contains("[5.10.1]"), "the force flag does not fly there");
}

#[test]
fn r5_9_1_on_the_measured_table_the_straight_turn_is_announced() {
    let mut setup = setup(&fleet());
    setup.divisions.iter_mut().for_each(|division| division.at = None);
    let mut table = begin(&setup);
    table.apply_line("next to damage", &[]);
    table.apply_line("set izumo fate sunk because \"a mine\"", &[]);
    let before = table.state.clone();
    let events = table.apply_line("next", &[]);
    let text = flat(&show::event::events_text(&before, &events));
    assert!(text.contains("straight ahead this turn"), "{text}");
    assert!(
        show::sheet::sheets(&View::referee(&table.state), Some(&"2nd".into())).0.contains("straight ahead this turn")
    );
    table.apply_line("next to plotting", &[]);
    assert!(!show::sheet::sheets(&View::referee(&table.state), Some(&"2nd".into())).0.contains("straight ahead"));
    // The same after an order.
    let before = table.state.clone();
    let events = table.apply_line("flag 2nd asama", &[]);
    assert!(flat(&show::event::events_text(&before, &events)).contains("straight ahead this turn"));
}

/// The leader's rudder jams, or it sinks, after its division was plotted to turn. Moved by hand, the division goes
/// straight ahead too and owes no check. [5.9.1, 5.10.2]
#[test]
fn r5_9_1_a_measured_turn_that_was_plotted_gives_way_to_the_new_flag() {
    for lost in ["rudder starboard 2", "fate sunk"] {
        for (plot, replaced) in [("1-CR30 speed 2", 1), ("2", 0)] {
            let mut setup = setup(&fleet());
            setup.divisions.iter_mut().for_each(|division| division.at = None);
            let mut table = begin(&setup);
            table.apply_line(&format!("plot 2nd {plot}"), &[]);
            table.apply_line(&format!("set izumo {lost} because \"a hit\""), &[]);
            let events = table.apply_line("next", &[]);
            let straight = events.iter().filter(|event| {
                matches!(&event.fact, Fact::PlotReplaced { division, plot, .. } if division.word() == "2nd" && plot.is_straight())
                    && event.rule.to_string() == "5.9.1"
            });
            assert_eq!(straight.count(), replaced, "{lost}, {plot}: {events:?}");
            let duties = show::status::duties_text(&View::referee(&table.state));
            assert!(!duties.contains("orders 2nd"), "{duties}");
        }
    }
}

fn force_flag(table: &Table) -> String {
    naval::rules::flags::force_flag(&table.state, &"japan".into()).map(|ship| ship.to_string()).unwrap_or_default()
}

/// In the file the boats, a merchantman and cruisers come before the second battleship division.
fn mixed() -> Vec<DivisionSpec<'static>> {
    vec![
        division("japan", "1st", &[("Mikasa", BB)], 10.0, 20.0, 0.0),
        division("japan", "boats", &[("Kasumi", TBD), ("Akatsuki", TBD)], 20.0, 20.0, 0.0),
        division("japan", "convoy", &[("Hitachi", MM)], 26.0, 20.0, 0.0),
        division("japan", "scouts", &[("Niitaka", CL), ("Iwate", CA)], 32.0, 20.0, 0.0),
        division("japan", "2nd", &[("Asahi", BB), ("Fuji", BB)], 38.0, 20.0, 0.0),
        division("russia", "rd", &[("Retvizan", BB)], 60.0, 40.0, 180.0),
    ]
}

#[test]
fn q62_large_division_flagships_come_first_then_large_ships_cruisers_and_all_others() {
    let mut table = begin(&setup(&mixed()));
    let mut sink = |ship: &str| {
        table.apply_line(&format!("set {ship} fate sunk because \"a mine\""), &[]);
        force_flag(&table)
    };
    assert_eq!(sink("hitachi"), "mikasa", "the flag stays where it was");
    // Iwate is large but leads no division. Asahi, and after it Fuji, lead the 2nd.
    assert_eq!(["mikasa", "asahi", "fuji"].map(&mut sink), ["asahi", "fuji", "iwate"]);
    assert_eq!(["iwate", "niitaka", "kasumi"].map(sink), ["niitaka", "kasumi", "akatsuki"]);
}

#[test]
fn q62_a_disabled_flagship_is_passed_over_but_keeps_its_flag() {
    const STOPPED: &str = "top 0";
    const SILENT: &str = "fires 3";
    let harm = |table: &mut Table, ship: &str, what: &str| {
        table.apply_line(&format!("set {ship} {what} because \"a mine\""), &[]);
    };
    let heir = |harms: &[&str]| {
        let mut table = begin(&setup(&fleet()));
        harms.iter().for_each(|what| harm(&mut table, "asahi", what));
        harm(&mut table, "mikasa", "fate sunk");
        force_flag(&table)
    };
    assert_eq!([heir(&[]), heir(&[STOPPED]), heir(&[SILENT])], ["asahi"; 3]);
    assert_eq!(heir(&[STOPPED, SILENT]), "izumo");
    let mut table = begin(&setup(&fleet()));
    harm(&mut table, "mikasa", STOPPED);
    harm(&mut table, "mikasa", SILENT);
    assert_eq!(force_flag(&table), "mikasa");
    table.apply_line("set mikasa fate abandoned because \"fire\"", &[]);
    assert_eq!(force_flag(&table), "asahi");
}

/// If a side names no force flag, its first division's flagship has that flag, and the flag passes as usual.
#[test]
fn q62_a_flag_not_named_in_the_scenario_passes_as_well() {
    let mut unnamed = setup(&mixed());
    unnamed.sides[0].force_flag = None;
    unnamed.divisions.swap(0, 1);
    let mut table = begin(&unnamed);
    assert_eq!(force_flag(&table), "kasumi", "its division is the first");
    let events = table.apply_line("set kasumi fate sunk because \"a mine\"", &[]);
    let is_flag_passed = |event: &&NavalEvent| matches!(event.fact, Fact::ForceFlagPassed { .. });
    assert_eq!((events.iter().filter(is_flag_passed).count(), force_flag(&table)), (1, "mikasa".to_owned()));
    let mut open = Table::new();
    open.place("Kasumi", TBD, "a", (10.0, 20.0, 0.0));
    open.place("Mikasa", BB, "a", (20.0, 20.0, 0.0));
    assert_eq!(naval::rules::flags::force_flag(&open.state, &"a".into()), Some("mikasa".into()));
}
