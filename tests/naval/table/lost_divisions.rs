//! Divisions without a ship in action lead no other, and do not count in a formation. [5.2, 5.3, 5.7.4, 5.7.5, Q61]
use naval::model::{Duty, Element, Setup, Task};
use naval::{Fact, Naval, NavalEvent, rules::turn::duties};
use play::Game;

use super::{
    Table,
    fleet::{self, cruisers},
    near, refused,
};
use naval_kit::fixture::inches;

/// The force flag far off, two divisions of cruisers in line, and an enemy.
fn line(tracked: bool) -> Table {
    let mut setup = cruisers();
    if !tracked {
        setup.remove_positions();
    }
    let mut table = Table { state: Naval::initial_state(&setup) };
    table.apply_line("formation van 1st 2nd", &[]);
    table
}

fn lose_ships(table: &mut Table, ships: &[&str]) {
    for ship in ships {
        table.apply_line(&format!("set {ship} fate exploded because \"a magazine\""), &[]);
    }
}

#[test]
fn r5_7_5_no_division_follows_or_mimics_a_lost_division() {
    for tracked in [true, false] {
        for (following, rule) in [("F1st", "5.7.4"), ("M1st", "5.7.5")] {
            for ahead in ["", " next"] {
                let line_typed = format!("plot 2nd {following}{ahead}");
                let mut table = line(tracked);
                // The near miss: one ship is left.
                lose_ships(&mut table, &["izumo"]);
                table.facts_on_copy(&line_typed).unwrap();
                lose_ships(&mut table, &["iwate"]);
                table.assert_refused(&line_typed, "NoLeaderInAction");
                assert_eq!(table.refusing_paragraph(&line_typed), rule, "{tracked} {line_typed}");
                let text = refused(&table, &line_typed);
                assert!(text.contains("`plot 2nd 2.0`"), "{text}");
                table.apply_line("plot 2nd 2.0", &[]);
            }
        }
    }
}

fn replacement(events: &[NavalEvent]) -> Option<(String, String)> {
    events.iter().find_map(|event| match &event.fact {
        Fact::PlotReplaced { division, plot, .. } if *division == *"2nd" => {
            assert!(plot.elements.iter().all(|element| matches!(element, Element::Straight(_))), "{plot:?}");
            Some((event.rule.to_string(), plot.own_speed()?.to_string()))
        }
        _ => None,
    })
}

/// The leader is lost after the plot was filed: the follower goes straight on, with a message.
#[test]
fn r5_7_5_a_plot_that_follows_a_division_lost_later_goes_straight_on() {
    for tracked in [true, false] {
        for (following, rule) in [("F1st", "5.7.4"), ("M1st", "5.7.5")] {
            let mut table = line(tracked);
            for unit in ["main", "rd", "1st"] {
                table.apply_line(&format!("plot {unit} 2"), &[]);
            }
            table.apply_line(&format!("plot 2nd {following}"), &[]);
            let mut kept = table.after("set izumo fate exploded because \"a magazine\"");
            lose_ships(&mut table, &["izumo", "iwate"]);
            let before = table.state.clone();
            let events = table.apply_line("next", &[]);
            assert_eq!(replacement(&events), Some((rule.to_owned(), "2.0".to_owned())), "{tracked} {following}");
            let text = show::brief::brief_lines(&before, &events, 1, 0).join("\n");
            assert!(text.contains("because 1st is lost"), "{text}");
            assert_eq!(table.ship("asama").speed, inches("2"), "{tracked} {following}");
            if tracked {
                near("asama", table.position_of("asama"), (20.0, 18.0, 0.0));
            }
            // The near miss: a ship that is left is followed.
            let dice: [&[u8]; 2] = [&[], &[1]];
            let events = dice.iter().find_map(|dice| kept.decide_line("next", dice).ok()).unwrap();
            assert_eq!(replacement(&events), None, "{tracked} {following}");
        }
    }
}

/// On the measured table the check names a division that is still in action.
#[test]
fn r5_10_3_a_formation_is_checked_by_a_division_that_is_in_action() {
    let required_checks = |table: &Table| {
        let division_of = |duty: Duty| match duty.task {
            Task::CheckOrders { division, .. } => Some(division.to_string()),
            _ => None,
        };
        duties(&table.state).into_iter().filter_map(division_of).collect::<Vec<String>>()
    };
    for (lost, by) in [(&["izumo"][..], "1st"), (&["izumo", "iwate"], "2nd")] {
        let mut table = line(false);
        lose_ships(&mut table, lost);
        table.apply_line("plot 2nd 1-CR30 speed 2", &[]);
        table.apply_line("next", &[]);
        assert_eq!(required_checks(&table), [by]);
        table.apply_line(&format!("orders {by} range 5"), &[1]);
    }
}

/// A flotilla of boats behind their leader, all at a speed of 2 inches.
fn flotilla() -> Setup {
    let mut setup = fleet::flotilla();
    setup.divisions.iter_mut().for_each(|division| division.speed = inches("2"));
    setup
}

#[test]
fn r5_3_2_a_flotilla_changes_its_formation_without_a_division_that_is_lost() {
    for (lost, speed, divisions_left) in [
        // The flotilla's leader, and each of its divisions.
        (&["tatsuta"][..], "2.5", 2),
        (&["t4", "t5", "t6"], "2.5", 2),
        (&["t1", "t2", "t3"], "2.5", 2),
    ] {
        for line in ["reform screen bearing 90 interval 2", "reform screen ahead"] {
            let mut table = Table { state: Naval::initial_state(&flotilla()) };
            table.apply_line("formation screen leader 1st 2nd", &[]);
            for ship in lost {
                table.apply_line(&format!("set {ship} fate sunk because \"a mine\""), &[]);
            }
            let events = table.apply_line(line, &[]);
            let plotted = events.iter().find_map(|event| match &event.fact {
                Fact::ChangePlotted { change, .. } => Some(change.speed.to_string()),
                _ => None,
            });
            assert_eq!(plotted.as_deref(), Some(speed), "{lost:?} {line}");
            let dice: [&[u8]; 3] = [&[1], &[1, 10], &[1, 10, 10]];
            let events = dice.iter().find_map(|dice| table.decide_line("next", dice).ok()).unwrap();
            let placed = events
                .iter()
                .filter(|event| matches!(event.fact, Fact::CourseRecorded { .. }) && event.rule.to_string() == "5.3.3");
            assert_eq!(placed.count(), divisions_left, "{lost:?} {line}");
        }
    }
}

#[test]
fn r5_3_2_a_single_division_has_no_formation_to_change() {
    let mut table = Table { state: Naval::initial_state(&flotilla()) };
    table.apply_line("formation screen leader 1st 2nd", &[]);
    for ship in ["tatsuta", "t3", "t2"] {
        table.apply_line(&format!("set {ship} fate sunk because \"a mine\""), &[]);
    }
    table.facts_on_copy("reform screen ahead").unwrap();
    table.apply_line("set t1 fate sunk because \"a mine\"", &[]);
    table.assert_refused("reform screen ahead", "TooFewInAction");
    assert_eq!(table.refusing_paragraph("reform screen ahead"), "5.3.2");
}

/// The events of a move after these lines. The second division of boats begins close astern of the first.
fn run_into(lines: &[&str]) -> Vec<NavalEvent> {
    let mut setup = flotilla();
    setup.divisions.iter_mut().for_each(|division| division.one_base = division.ships.len() == 3);
    setup.divisions[3].at = Some(naval::model::Place::new(20.0, 16.0, 0.0));
    let mut table = Table { state: Naval::initial_state(&setup) };
    table.apply_line("formation screen leader 1st 2nd", &[]);
    lines.iter().for_each(|line| drop(table.apply_line(line, &[])));
    let dice: [&[u8]; 4] = [&[], &[1], &[10], &[1, 10]];
    dice.iter().find_map(|dice| table.decide_line("next", dice).ok()).unwrap()
}

#[test]
fn r5_11_divisions_of_one_flotilla_collide_unless_it_changes_its_formation() {
    let risked = |events: &[NavalEvent]| {
        let describe = |event: &NavalEvent| match &event.fact {
            Fact::CollisionTested(test) => Some([test.one.to_string(), test.other.to_string()]),
            _ => None,
        };
        events.iter().filter_map(describe).collect::<Vec<_>>()
    };
    let others = ["plot flag 2", "plot rd 2"];
    let run_with = |own: &[&'static str]| run_into(&[&others[..], own].concat());
    assert_eq!(risked(&run_with(&["plot leader 2", "plot 1st 0", "plot 2nd 2"])), [["1st", "2nd"]]);
    // The near misses: clear of each other, and placed by a change of formation. [5.3.3]
    assert_eq!(risked(&run_with(&["plot leader 2", "plot 1st 2", "plot 2nd 2"])), [[""; 2]; 0]);
    assert_eq!(risked(&run_with(&["reform screen bearing 90 interval 0.25"])), [[""; 2]; 0]);
}
