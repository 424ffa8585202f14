//! 5.1 to 5.7: legal plots and their results.
use naval::{Command, Fact, model::ShipType};

use play::Rule;

use super::{Table, near};
use naval_kit::fixture::inches;

fn one_ship(kind: ShipType) -> Table {
    let mut table = Table::new();
    table.place("Ship", kind, "a", (20.0, 20.0, 0.0));
    table
}

fn column() -> Table {
    let mut table = Table::new();
    for (index, name) in ["One", "Two", "Three"].into_iter().enumerate() {
        table.place(name, ShipType::CA, "a", (30.0, 20.0 - 2.0 * index as f64, 0.0));
    }
    table.lines(&["division 1st one two three"]);
    table
}

#[test]
fn r5_7_8_the_worked_plot_reads_and_prints() {
    let mut table = one_ship(ShipType::TBD);
    let typed = naval::notation::parse(&table.state, "plot ship 1-CL60-1-SR30 speed 4").unwrap();
    assert_eq!(naval::notation::print(&table.state, &typed.command), "plot ship 1-CL60-1-SR30 speed 4.0");
    table.lines(&["plot ship 1-cl60-1-sr30 speed 4", "next to sighting"]);
    let (_, _, heading) = table.position_of("ship");
    assert_eq!(heading, 330.0);
}

/// Telephones type dashes for hyphens, and many players a comma for the point. The program refuses both with a hint.
#[test]
fn r5_7_8_another_dash_or_a_comma_is_named_with_the_hyphen_or_the_point() {
    let table = one_ship(ShipType::TBD);
    let refused = |plot: &str| {
        let error = naval::notation::parse(&table.state, &format!("plot ship {plot}")).unwrap_err();
        assert_eq!(error.rule, Some(Rule::new("5.7.8")), "{plot}");
        (error.what, error.hint.unwrap().to_string())
    };
    for dash in ['\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}'] {
        let (what, hint) = refused(&format!("1{dash}CL60{dash}1"));
        assert_eq!(what, format!("A plot is joined by hyphens (-), not by \"{dash}\"."));
        assert_eq!(hint, "write 1-CL60-1");
    }
    let (what, hint) = refused("2,25-CL30");
    assert_eq!((what.as_str(), hint.as_str()), ("Inches have a decimal point, not a comma.", "write 2.25-CL30"));
    assert_eq!(refused("2,25\u{2013}1").1, "write 2.25-1");
    assert_eq!(refused("1 \u{2013} CL60").1, "write 1-CL60");
    // A comma is also reported in a radius, and in degrees, which are whole numbers.
    assert_eq!(
        refused("1-CL45@0,8"),
        ("Inches have a decimal point, not a comma.".to_owned(), "write 1-CL45@0.8".to_owned())
    );
    assert_eq!(
        refused("1-CL30,5"),
        ("Degrees are whole numbers without a comma.".to_owned(), "write 1-CL30".to_owned())
    );
    // The hinted plot is valid.
    for plot in ["2.25-CL30", "1-CL45@0.8", "1-CL30"] {
        assert!(naval::notation::parse(&table.state, &format!("plot ship {plot}")).is_ok(), "{plot}");
    }
}

#[test]
fn r5_7_2_a_bad_element_is_named_with_its_place() {
    let mut table = one_ship(ShipType::BB);
    for (plot, token) in [
        ("CL50", "CL50"),
        ("X30", "X30"),
        ("1--2", ""),
        ("CR0", "CR0"),
        ("SR195", "SR195"),
        ("1-SX30", "SX30"),
        ("SR", "SR"),
    ] {
        let line = format!("plot ship {plot} speed 2");
        let error = naval::notation::parse(&table.state, &line).unwrap_err();
        assert_eq!(&line[error.at.clone()], token, "{plot}: {error}");
        assert!(error.rule.is_some() && error.hint.is_some(), "{plot}: {error:?}");
    }
    assert!(table.line("plot ship 1-CL60@0 speed 2").is_err());
}

#[test]
fn r5_7_1_legs_and_arcs_fit_the_speed() {
    let mut table = one_ship(ShipType::BB);
    assert!(table.line("plot ship 5 speed 4").unwrap_err().contains("PlotTooLong"));
    // 60 degrees round 0.5 are 0.5236: 1 + 0.53 + 2.48 is too much for 4, 2.47 is not.
    assert!(table.line("plot ship 1-CL60-2.48 speed 4").unwrap_err().contains("needs: 4.01"));
    table.lines(&["plot ship 1-CL60-2.47 speed 4"]);
    // Only a turn at the end may be left unfinished.
    table.lines(&["plot ship 3.9-CL60 speed 4"]);
    assert!(table.line("plot ship 3.9-CL60-SR15 speed 4").is_err());
}

/// The plot that a duty offers after an unfinished turn fits the speed. [5.7.1]
#[test]
fn r5_7_1_what_is_proposed_after_an_unfinished_turn_fits() {
    let setup = naval_kit::scenario("ulsan");
    let mut table = Table { state: naval::begin(&setup) };
    table.lines(&["plot 2nd 2.25", "plot vladivostok 2-CR30", "next to plotting"]);
    let proposed = |table: &Table| {
        let duties = naval::rules::turn::duties(&table.state);
        let mut texts = duties.iter().map(|duty| show::labels::duty_text(&table.state, duty));
        texts.find_map(|words| Some(words.split_once("plot vladivostok ")?.1.trim_end_matches(" [3.3.1]").to_owned()))
    };
    // 0.25 of the turn's 0.27 are run, so 0.02 remain.
    assert_eq!(proposed(&table).as_deref(), Some("2.23 speed 2.25"));
    assert!(table.facts_on_copy("plot vladivostok 2.24 speed 2.25").is_err());
    table.lines(&["plot 2nd 2.25", "plot vladivostok 2.23 speed 2.25"]);
    assert_eq!(proposed(&table), None);
}

#[test]
fn r5_7_3_a_column_turn_needs_a_column() {
    let mut table = column();
    assert!(table.line("plot 1st 1-SR30-CL60 speed 3").unwrap_err().contains("OutOfColumn"));
    table.lines(&["plot 1st SR90-1 speed 3", "next to plotting"]);
    assert!(table.line("plot 1st CR30 speed 3").unwrap_err().contains("OutOfColumn"));
    // Turned back, they are in column again.
    table.lines(&["plot 1st SL90 speed 3", "next to plotting", "plot 1st CR30 speed 3"]);
}

#[test]
fn r5_7_3_after_a_half_turn_together_the_last_ship_leads() {
    let mut table = column();
    table.lines(&["plot 1st SR180 speed 4", "next to plotting"]);
    let course = &table.state.division(&"1st".into()).unwrap().course;
    assert_eq!(course.column[0].ship, *"three");
    let facts = table.lines(&["plot 1st CL90 speed 4", "next to plotting"]);
    assert!(facts.iter().any(|fact| matches!(fact, Fact::Moved(_))));
    assert_eq!(table.position_of("three").2, 90.0);
}

#[test]
fn r5_7_4_a_division_follows_on_the_track_of_another() {
    let mut table = column();
    for (index, name) in ["Four", "Five"].into_iter().enumerate() {
        table.place(name, ShipType::CA, "a", (30.0, 14.0 - 2.0 * index as f64, 0.0));
    }
    table.lines(&["division 2nd four five", "plot 2nd F1st", "plot 1st 1-CR90 speed 3", "next to plotting"]);
    for _ in 0..4 {
        table.lines(&["plot 2nd F1st speed 3", "plot 1st 3", "next to plotting"]);
    }
    // All went round the same corner, so the whole tail is on the leader's line.
    let (x, y, heading) = table.position_of("one");
    near("four", table.position_of("four"), (x - 6.0, y, heading));
    near("five", table.position_of("five"), (x - 8.0, y, heading));
    assert!(table.line("plot 1st F2nd").unwrap_err().contains("LeaderOffTrack"));
    table.lines(&["plot 2nd F1st"]);
    assert!(table.line("plot 1st M2nd").unwrap_err().contains("CircularPlots"));
}

#[test]
fn r5_7_5_a_division_mimics_another() {
    let mut table = column();
    table.place("Four", ShipType::CA, "a", (50.0, 10.0, 90.0));
    table.lines(&["division 2nd four", "plot 1st 1-CR90 speed 3", "plot 2nd M1st", "next to plotting"]);
    assert_eq!(table.position_of("four").2, 180.0);
    assert_eq!(table.position_of("one").2, 90.0);
}

/// M with a division that itself follows copies the plot at the head of the chain, at the named or its own speed.
#[test]
fn r5_7_5_a_mimic_of_a_follower_copies_the_head_of_the_chain() {
    for (plot, speed) in [("M2nd", 3.0), ("M2nd speed 2.5", 2.5), ("M1st", 3.0)] {
        let mut table = column();
        table.place("Four", ShipType::CA, "a", (30.0, 14.0, 0.0));
        table.place("Six", ShipType::CA, "a", (50.0, 10.0, 90.0));
        table.lines(&["division 2nd four", "division 3rd six", "plot 2nd F1st", "plot 1st 1-CR90 speed 3"]);
        table.lines(&[&format!("plot 3rd {plot}"), "next to plotting"]);
        let (six, run) = (table.position_of("six"), table.ship("six").run.clone().unwrap());
        assert_eq!(
            (six.2, table.position_of("four").2),
            (180.0, 0.0),
            "{plot}: it turns at once, and a follower not yet"
        );
        assert_eq!((run.legs[0].length_in(), run.speed), (1.0, inches(&speed.to_string())), "{plot}");
    }
}

#[test]
fn r5_7_6_trailing_ships_close_up_as_fast_as_they_can() {
    let mut table = Table::new();
    table.place("One", ShipType::CA, "a", (30.0, 20.0, 0.0));
    table.place("Two", ShipType::CA, "a", (30.0, 16.9, 0.0));
    table.lines(&["division 1st one two", "plot 1st CU speed 1.5", "next to plotting"]);
    // The top speed of Two is 2.5, so it gains one inch on One. The proper interval is 2.0.
    near("two", table.position_of("two"), (30.0, 21.5 - 2.1, 0.0));
    table.lines(&["plot 1st CU speed 1.5", "next to plotting"]);
    near("two", table.position_of("two"), (30.0, 23.0 - 2.0, 0.0));
}

/// Checks that a ship at speed `from` may plot the speed `most`, but not `too_much`.
fn check_gain(kind: ShipType, from: &str, most: &str, too_much: &str) {
    let mut table = one_ship(kind);
    table.lines(&[
        "place ship at 20 20 heading 0 speed 0",
        &format!("set ship speed {from} because \"test\""),
        "checks on",
    ]);
    let refused = table.line(&format!("plot ship {too_much}")).unwrap_err();
    assert!(refused.contains("GainsTooMuch") || refused.contains("AboveAllowance"), "{kind} to {too_much}: {refused}");
    table.lines(&[&format!("plot ship {most}")]);
}

#[test]
fn r5_4_no_ship_plots_more_than_its_allowance() {
    let mut table = one_ship(ShipType::TBD);
    table.lines(&["set ship speed 2.5 because \"test\"", "checks on"]);
    assert!(table.line("plot ship 2.6").unwrap_err().contains("AboveAllowance"));
    table.lines(&["plot ship 2.5", "set ship flotation 1 because \"test\""]);
}

#[test]
fn r5_5_any_speed_may_be_plotted_and_slowing_is_free() {
    let mut table = one_ship(ShipType::BB);
    table.lines(&["set ship speed 2.5 because \"test\"", "checks on"]);
    for speed in ["0", "0.01", "1.37", "2.5"] {
        table.lines(&[&format!("plot ship {speed}")]);
    }
}

#[test]
fn r5_5_1_boats_gain_two_inches() {
    check_gain(ShipType::TBD, "0", "2", "2.01");
    check_gain(ShipType::TB, "0", "2", "2.01");
}

#[test]
fn r5_5_2_light_cruisers_and_battlecruisers_gain_one_inch() {
    check_gain(ShipType::CL, "1", "2", "2.01");
    check_gain(ShipType::BC, "1", "2", "2.01");
}

#[test]
fn r5_5_3_all_others_gain_half_an_inch() {
    for kind in [ShipType::CA, ShipType::CP, ShipType::BB, ShipType::OBB, ShipType::MM] {
        check_gain(kind, "1", "1.5", "1.51");
    }
}

#[test]
fn r5_6_the_circle_is_that_of_the_type_or_wider() {
    let tight = one_ship(ShipType::BB).line("plot ship CR90@0.3 speed 4").unwrap_err();
    assert!(tight.contains("TooTight") && tight.contains("[5.6]"), "{tight}");
    for (plot, radius) in [("CR90 speed 4", 0.5), ("CR90@0.5 speed 4", 0.5), ("CR90@0.8 speed 4", 0.8)] {
        let mut table = one_ship(ShipType::BB);
        table.lines(&[&format!("plot ship {plot}"), "next to plotting"]);
        let rest = 4.0 - radius * std::f64::consts::FRAC_PI_2;
        near(plot, table.position_of("ship"), (20.0 + radius + rest, 20.0 + radius, 90.0));
    }
}

#[test]
fn r5_7_7_a_plot_filed_in_advance_is_that_of_the_next_turn() {
    let mut table = one_ship(ShipType::BB);
    table.lines(&["plot ship 2", "plot ship CR90 speed 2 next", "next to plotting"]);
    assert_eq!(table.position_of("ship").2, 0.0);
    table.lines(&["next to plotting"]);
    assert_eq!(table.position_of("ship").2, 90.0);
    // The turn after it goes straight on.
    table.lines(&["next to plotting"]);
    assert_eq!(table.position_of("ship").2, 90.0);
}

#[test]
fn r2_1_no_position_is_off_the_table() {
    let mut table = one_ship(ShipType::BB);
    for place in ["72.1 10", "-0.1 10", "10 48.1", "10 -1"] {
        assert!(table.line(&format!("place ship at {place} heading 0")).unwrap_err().contains("OffTable"), "{place}");
    }
    for place in ["nan 10", "inf 10", "10 1e9"] {
        assert!(table.line(&format!("place ship at {place} heading 0")).is_err(), "{place}");
    }
    table.lines(&["place ship at 0 0 heading 0", "place ship at 72 48 heading 359.99"]);
}

/// Land under a ship's side counts like land under its bow. A base may touch the shore. [5.12]
#[test]
fn r5_12_no_ship_is_placed_on_land() {
    let mut table = Table::set_up(|setup| setup.land.push(super::meetings::island()));
    table.place("Ship", ShipType::BB, "a", (20.0, 20.0, 0.0));
    for (place, legal) in
        [("29.76 20", false), ("29.75 20", true), ("32 9.01", false), ("32 9", true), ("32 20", false)]
    {
        let line = format!("place ship at {place} heading 0");
        match table.line(&line) {
            Ok(_) => assert!(legal, "{line}"),
            Err(refusal) => assert!(!legal && refusal.contains("OnLand"), "{line}: {refusal}"),
        }
    }
}

#[test]
fn splitting_a_straight_leg_changes_nothing() {
    let (mut whole, mut split) = (column(), column());
    whole.lines(&["plot 1st 1-CL60-2 speed 4", "next to plotting", "plot 1st 3", "next to plotting"]);
    split.lines(&["plot 1st 0.5-0.5-CL60-1-1 speed 4", "next to plotting", "plot 1st 1-2 speed 3", "next to plotting"]);
    for ship in ["one", "two", "three"] {
        assert_eq!(whole.position_of(ship), split.position_of(ship));
    }
}

/// A forecast plot matches its actual move, and asking moves no ship. [5.7]
#[test]
fn r5_7_the_forecast_of_a_plot_matches_its_run() {
    let mut table = column();
    table.place("Other", ShipType::CA, "a", (30.0, 13.5, 0.0));
    table.lines(&["formation line 1st other", "plot 1st 1-CR45 speed 2"]);
    for line in
        ["plot 1st 2", "plot 1st 1-CR45 speed 2", "plot 1st SL30 speed 1.5", "plot other F 1st", "plot other M 1st"]
    {
        let typed = naval::notation::parse(&table.state, line).unwrap();
        let naval::Command::Plot { unit, plot, .. } = &typed.command else { panic!("{line}") };
        let division = table.state.division_of(unit).unwrap().clone();
        let before = table.state.clone();
        let Some(runs) = naval::rules::moves::predicted_runs(&table.state, &division, plot) else { panic!("{line}") };
        assert_eq!(table.state, before, "{line}: no ship has moved");
        let mut later = Table { state: before };
        let Ok(_) = later.line(line) else { continue };
        let moved: Vec<naval::model::ShipMove> = later
            .lines(&["next to movement"])
            .into_iter()
            .filter_map(|fact| if let Fact::Moved(run) = fact { Some(run) } else { None })
            .filter(|run| division.ships.contains(&run.ship))
            .collect();
        assert_eq!(runs, moved, "{line}");
    }
    // Divisions without positions have no forecast.
    let unplaced = Table::new();
    assert!(unplaced.state.divisions.iter().all(|division| {
        naval::rules::moves::predicted_runs(&unplaced.state, division, &naval::model::Plot::default()).is_none()
    }));
}

/// Hints quote names that would otherwise be misread, and the lines can be typed back. [3.3.1]
#[test]
fn r3_3_1_the_plot_that_a_duty_offers_reads_back_whatever_a_division_is_called() {
    let words = "d dice next smoke speed v vs versus at range all 12 2.5 cu hold n m plot ahead t4 because no 1st";
    for name in words.split_whitespace() {
        let mut table = Table::new();
        for (index, ship) in ["One", "Two"].into_iter().enumerate() {
            table.place(ship, ShipType::CA, "a", (30.0, 20.0 - 2.0 * index as f64, 0.0));
        }
        table.lines(&[&format!("division \"{name}\" one two"), "checks on"]);
        let duties = naval::rules::turn::duties(&table.state);
        let text = show::labels::duty_text(&table.state, duties.first().unwrap());
        let line = text.split_once(": ").and_then(|(_, part)| part.rsplit_once(" [")).map(|(line, _)| line.to_owned());
        let line = line.unwrap_or_else(|| panic!("{text}"));
        match naval::notation::parse(&table.state, &line) {
            Ok(typed) => {
                let meant = matches!(&typed.command, Command::Plot { unit, .. } if *unit == *name);
                assert!(meant && typed.dice.is_none(), "{line}: {:?}", typed.command);
            }
            Err(error) => panic!("{line}: {error}"),
        }
        let too_fast = super::refused(&table, &format!("plot \"{name}\" 9"));
        let hint = too_fast.split('`').nth(1).unwrap_or_else(|| panic!("{too_fast}"));
        assert!(naval::notation::parse(&table.state, hint).is_ok(), "{hint}");
    }
    // A length with a decimal point is no die, so the name is understood without quotes too.
    let mut table = Table::new();
    table.place("One", ShipType::CA, "a", (30.0, 20.0, 0.0));
    table.place("Two", ShipType::CA, "a", (30.0, 18.0, 0.0));
    table.lines(&["division d one two"]);
    let typed = naval::notation::parse(&table.state, "plot d 1.0").unwrap();
    assert!(matches!(&typed.command, Command::Plot { unit, .. } if *unit == *"d"));
    assert!(naval::notation::parse(&table.state, "next d 1.5").is_err());
    assert_eq!(naval::notation::parse(&table.state, "next d 3 9").unwrap().dice, Some(vec![3, 9]));
}

#[test]
fn r5_4_a_ship_is_placed_with_no_more_speed_than_its_allowance() {
    // With the program's checks and without them.
    for checks in ["checks off", "checks on"] {
        let mut table = one_ship(ShipType::BB);
        let top = table.ship("ship").speed_allowance();
        let _is_so_already = table.line(checks);
        table.line(&format!("place ship at 20 20 heading 0 speed {top}")).unwrap();
        let above = naval::Inches(top.0 + 1);
        let text = super::refused(&table, &format!("place ship at 20 20 heading 0 speed {above}"));
        assert!(text.contains(&format!("a speed of {top} or less")), "{text}");
        let refused = table.line(&format!("place ship at 20 20 heading 0 speed {above}")).unwrap_err();
        assert!(refused.contains("AboveAllowance") && refused.contains("5.4"), "{refused}");
        table.line("set ship top 1 because \"boilers\"").unwrap();
        assert!(table.line("place ship at 20 20 heading 0 speed 1.01").unwrap_err().contains("AboveAllowance"));
        table.line("place ship at 20 20 heading 0 speed 1").unwrap();
    }
}
