//! A division whose leader's position is set by two lengths of the tape. [2.7]
use naval::model::ShipType::{BB, CA};
use naval::{Fact, Inches, Naval, model::Setting};
use play::Game;

use super::{Table, refused};

fn near(left: f64, right: f64) -> bool {
    (left - right).abs() < 0.006
}

/// Three cruisers in column, heading east, and two battleships from which they are measured.
fn cruisers(leader: (f64, f64)) -> Table {
    let mut table = Table::new();
    for (index, name) in ["A1", "A2", "A3"].into_iter().enumerate() {
        table.place(name, CA, "a", (leader.0 - 2.0 * index as f64, leader.1, 90.0));
    }
    table.place("South", BB, "b", (30.0, 20.0, 0.0));
    table.place("North", BB, "b", (30.0, 30.0, 0.0));
    table.lines(&["division 1st a1 a2 a3"]);
    table
}

fn fix_shift(facts: &[Fact]) -> Option<Inches> {
    facts.iter().find_map(|fact| if let Fact::DivisionFixed { off, .. } = fact { Some(*off) } else { None }).flatten()
}

#[test]
fn r2_7_of_two_positions_the_nearer_to_the_calculated_one_is_taken() {
    // Both readings meet 4.15 inches east and west of the line between the two.
    let aside = (6.5_f64 * 6.5 - 25.0).sqrt();
    for (calculated, x) in [(20.0, 30.0 - aside), (29.9, 30.0 - aside), (30.1, 30.0 + aside), (40.0, 30.0 + aside)] {
        let mut table = cruisers((calculated, 25.0));
        let facts = table.lines(&["fix 1st from south 6.5 from north 6.5 heading 90 because \"drifted\""]);
        let (at_x, at_y, heading) = table.position_of("a1");
        assert!(near(at_x, x) && near(at_y, 25.0) && near(heading, 90.0), "{at_x}, {at_y}");
        assert_eq!(fix_shift(&facts), Some(Inches::nearest((x - calculated).abs())));
    }
}

#[test]
fn r2_7_the_column_is_placed_by_its_interval_behind_the_leader() {
    let mut table = cruisers((20.0, 25.0));
    table.lines(&["fix 1st from nw 30 from sw 26 heading 105 because \"drifted\""]);
    let interval = table.state.setup.options.interval.as_f64();
    let (x, y, _) = table.position_of("a1");
    assert!(near(x.hypot(48.0 - y), 30.0) && near(x.hypot(y), 26.0), "{x}, {y}");
    let (astern_x, astern_y) = (-(105_f64.to_radians().sin()), -(105_f64.to_radians().cos()));
    for (place, ship) in ["a2", "a3"].into_iter().enumerate() {
        let behind = (place + 1) as f64 * (1.5 + interval);
        let (own_x, own_y, heading) = table.position_of(ship);
        assert!(near(own_x, x + behind * astern_x) && near(own_y, y + behind * astern_y), "{ship}: {own_x}, {own_y}");
        assert!(near(heading, 105.0));
    }
    // They continue from there in column.
    let division = table.state.division(&"1st".into()).unwrap();
    assert!(division.course.is_in_column() && !division.course.broken);
    table.lines(&["plot 1st 1-CR30 speed 2", "next"]);
}

#[test]
fn r2_7_from_corners_the_position_on_the_table_is_taken() {
    let corners = [("nw", (0.0, 48.0)), ("ne", (72.0, 48.0)), ("sw", (0.0, 0.0)), ("se", (72.0, 0.0))];
    for pair in [("nw", "sw"), ("ne", "se"), ("nw", "ne"), ("sw", "se"), ("nw", "se")] {
        let mut table = cruisers((40.0, 12.0));
        let from = |corner: &str| {
            let (_, (x, y)) = corners.iter().find(|(name, _)| *name == corner).unwrap();
            // Both readings lead to 41, 13.
            format!("from {corner} {:.2}", (41.0_f64 - x).hypot(13.0 - y))
        };
        table.lines(&[&format!("fix 1st {} {} heading 90", from(pair.0), from(pair.1))]);
        let (x, y, _) = table.position_of("a1");
        assert!((x - 41.0).abs() < 0.05 && (y - 13.0).abs() < 0.05, "{pair:?}: {x}, {y}");
    }
}

#[test]
fn r2_7_the_refusal_of_readings_that_do_not_meet_shows_the_gap() {
    let table = cruisers((25.0, 25.0));
    for (line, expected) in [
        ("fix 1st from south 4.9 from north 5 heading 90", "together they are 0.1\" too short"),
        ("fix 1st from south 15.1 from north 5 heading 90", "one is 0.1\" too long for the other"),
        ("fix 1st from south 4.9 from a2 5 heading 90", "A2 is in 1st"),
        ("fix 1st from south 4.9 from south 5 heading 90", "from the same point"),
        ("fix 1st from nw 1 from north 31 heading 90", "do not meet"),
        ("fix 1st from sw 0 from north 31 heading 90", "0"),
    ] {
        let what = refused(&table, line);
        assert!(what.contains(expected), "{line}: {what}");
    }
    let mut table = table;
    // Where the circles only touch there is one position.
    table.lines(&["fix 1st from south 4 from north 6 heading 90 because \"drifted\""]);
    let (x, y, _) = table.position_of("a1");
    assert!(near(x, 30.0) && near(y, 24.0), "{x}, {y}");
    for (line, expected) in [
        ("fix 1st from south 4 from nz 6 heading 90", "nw, ne, sw or se"),
        ("fix 1st from south 4 from north 6", "The heading is missing"),
        ("fix 1st from south 4 heading 90", "a second is missing"),
        ("fix 1st from south 4 from north 6 from nw 4 heading 90", "Two distances are enough"),
        ("fix 7th from south 4 from north 6 heading 90", "7th"),
        ("fix 1st", "The distance is missing"),
    ] {
        let what = table.refusal(line);
        assert!(what.contains(expected), "{line}: {what}");
    }
}

#[test]
fn r2_7_the_end_of_a_column_must_be_on_the_table_too() {
    let table = cruisers((20.0, 25.0));
    // The leader would be two inches from the western edge, and the last ship beyond it.
    let what = refused(&table, "fix 1st from nw 24 from sw 24.2 heading 90 because \"drifted\"");
    assert!(what.contains("off the table"), "{what}");
}

#[test]
fn r2_7_a_shift_beyond_a_possible_move_requires_a_reason() {
    // The division's best speed is 2.5 inches a turn, and the tape may err by a quarter.
    let line = |x: f64| {
        let from = |corner: (f64, f64)| (x - corner.0).hypot(25.0 - corner.1);
        format!("fix 1st from nw {:.2} from sw {:.2} heading 90", from((0.0, 48.0)), from((0.0, 0.0)))
    };
    let mut table = cruisers((30.0, 25.0));
    let most = table.state.ship(&"a1".into()).unwrap().speed_allowance().as_f64() + 0.25;
    let what = refused(&table, &line(30.0 + most + 0.1));
    assert!(what.contains("moves A1 of"), "{what}");
    table.lines(&[&line(30.0 + most - 0.1)]);
    // A second fix still counts from the calculated position. A fix back to that position is legal.
    assert!(refused(&table, &line(30.0 + most + 0.1)).contains("from its calculated position"));
    table.lines(&["plot 1st 2", &line(30.0)]);
    while table.state.segment != naval::Segment::Movement {
        table.lines(&["next"]);
    }
    // After a move the allowed shift counts from the new calculated position.
    let (x, ..) = table.position_of("a1");
    assert!(refused(&table, &line(x + most + 0.1)).contains("from its calculated position"));
    table.lines(&[&line(x + most - 0.1)]);
    // A position set by the referee is the new starting point.
    table.lines(&["set a1 at 20 25 heading 90 because \"moved\"", "set a2 at 18 25 heading 90 because \"moved\""]);
    table.lines(&["set a3 at 16 25 heading 90 because \"moved\"", &line(20.0 + most - 0.1)]);
    let mut table = cruisers((30.0, 25.0));
    table.lines(&[&format!("{} because \"the table was shaken\"", line(30.0 + most + 0.1))]);
}

/// The limit is exact to 0.01 and follows from the top speed or the present speed, whichever is greater.
#[test]
fn r2_7_a_shift_within_a_possible_move_requires_no_reason() {
    let fix = |south: &str, north: &str| format!("fix 1st from south {south} from north {north} heading 90");
    for (speed, best, most) in [(100, 250, 275), (250, 100, 275), (100, 100, 125)] {
        let mut table = cruisers((30.0, 25.0));
        for ship in ["a1", "a2", "a3"] {
            table.set(ship, Setting::TopSpeed(Inches(best)));
            table.set(ship, Setting::Speed(Inches(speed)));
        }
        let fix_off_by =
            |hundredths: i32| fix(&Inches(500 + hundredths).to_string(), &Inches(500 - hundredths).to_string());
        let what = refused(&table, &fix_off_by(most + 1));
        assert!(what.contains(&format!("{}\" from its calculated position", Inches(most + 1))), "{what}");
        assert_eq!(fix_shift(&table.lines(&[&fix_off_by(most)])), Some(Inches(most)));
    }
}

/// A leader that stays in place but heads the other way turns the whole column with it.
#[test]
fn r2_7_the_limit_applies_to_the_end_of_the_column_too() {
    let mut table = cruisers((30.0, 25.0));
    let line = |heading: f64| {
        format!("fix 1st from nw {:.2} from sw {:.2} heading {heading}", 30_f64.hypot(23.0), 30_f64.hypot(25.0))
    };
    let what = refused(&table, &line(270.0));
    assert!(what.contains("moves A2 of") || what.contains("moves A3 of"), "{what}");
    table.lines(&[&line(100.0)]);
    table.lines(&[&format!("{} because \"they turned together\"", line(270.0))]);
}

#[test]
fn r2_7_the_leader_is_placed_even_if_only_a_follower_had_a_position() {
    let mut setup = super::fleet::setup(&[
        super::fleet::division("japan", "1st", &[("Izumo", CA), ("Azuma", CA), ("Iwate", CA)], 10.0, 20.0, 0.0),
        super::fleet::division("russia", "rd", &[("Rossia", CA)], 60.0, 40.0, 180.0),
    ]);
    setup.divisions.iter_mut().for_each(|division| division.at = None);
    // At first no ship has a position. Then the last ship gets one by hand, or the leader.
    for set in ["iwate", "izumo"] {
        let mut table = Table { state: Naval::initial_state(&setup) };
        table.lines(&[&format!("set {set} at 30 24 heading 90 because \"bumped\"")]);
        table.lines(&["fix 1st from nw 38.42 from sw 38.42 heading 90 because \"bumped\""]);
        let (lead_x, lead_y, _) = table.position_of("izumo");
        assert!(
            near(lead_x.hypot(48.0 - lead_y), 38.42) && near(lead_x.hypot(lead_y), 38.42),
            "{set}: {lead_x}, {lead_y}"
        );
        let interval = 1.5 + table.state.setup.options.interval.as_f64();
        for (place, ship) in ["azuma", "iwate"].into_iter().enumerate() {
            let (x, y, _) = table.position_of(ship);
            assert!(near(x, lead_x - (place + 1) as f64 * interval) && near(y, lead_y), "{set}, {ship}: {x}, {y}");
        }
    }
}

#[test]
fn r2_7_a_column_in_a_bend_stays_in_it() {
    let mut table = cruisers((20.0, 25.0));
    table.lines(&["plot 1st CR90 speed 2", "next"]);
    while table.state.segment != naval::Segment::Gunfire {
        table.lines(&["next"]);
    }
    let before = ["a1", "a2", "a3"].map(|ship| table.position_of(ship));
    assert!(!near(before[0].2, before[2].2), "the last has still to turn: {before:?}");
    let course = table.state.division(&"1st".into()).unwrap().course.clone();
    let (x, y, heading) = before[0];
    let (x, y) = (x + 0.3, y - 0.2);
    let line = format!("fix 1st from nw {:.2} from sw {:.2} heading {heading}", x.hypot(48.0 - y), x.hypot(y));
    table.lines(&[&line]);
    for (ship, (was_x, was_y, was)) in ["a1", "a2", "a3"].into_iter().zip(before) {
        let (x, y, heading) = table.position_of(ship);
        let is_shifted = (x - was_x - 0.3).abs() < 0.03 && (y - was_y + 0.2).abs() < 0.03;
        assert!(is_shifted && near(heading, was), "{ship}: {x}, {y}, {heading}; was {was_x}, {was_y}, {was}");
    }
    let now = &table.state.division(&"1st".into()).unwrap().course;
    assert!(now.is_in_column() && now.track == course.track, "they turn where the leader turned");
    // A leader over 45 degrees off the calculated heading is on a different track.
    let (x, y, heading) = table.position_of("a1");
    let line = format!("fix 1st from nw {:.2} from sw {:.2} heading {}", x.hypot(48.0 - y), x.hypot(y), heading - 60.0);
    table.lines(&[&line]);
    assert!(near(table.position_of("a3").2, heading - 60.0), "straight astern");
}

#[test]
fn r2_7_a_bend_is_kept_up_to_45_degrees() {
    for (turned, is_bent) in [(45.0, true), (46.0, false)] {
        let mut table = cruisers((20.0, 25.0));
        table.lines(&["plot 1st CR30 speed 2", "next to gunfire"]);
        let (x, y, heading) = table.position_of("a1");
        assert!(near(heading, 120.0) && !near(table.position_of("a3").2, heading), "{heading}");
        let (nw, sw) = (x.hypot(48.0 - y), x.hypot(y));
        let line = format!("fix 1st from nw {nw:.2} from sw {sw:.2} heading {}", 120.0 + turned);
        table.lines(&[&format!("{line} because \"drifted\"")]);
        let (first, last) = (table.position_of("a1").2, table.position_of("a3").2);
        assert_eq!(!near(first, last), is_bent, "{turned}: {first}, {last}");
    }
}
