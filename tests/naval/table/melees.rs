//! 5.16: torpedo craft stop and fight.
use naval::{Fact, State, model::ShipType};

use super::{Table, near};

/// Three boats of each side, in column, on courses that meet head on, along x = 20.
fn boats(gap: f64, melees: bool) -> Table {
    let mut table = Table::set_up(|setup| setup.options.melees = melees);
    for (index, name) in ["One", "Two", "Three"].into_iter().enumerate() {
        table.place(name, ShipType::TBD, "a", (20.0, 14.0 - 1.5 * index as f64, 0.0));
    }
    for (index, name) in ["Four", "Five", "Six"].into_iter().enumerate() {
        table.place(name, ShipType::TBD, "b", (20.0, 14.0 + gap + 1.5 * index as f64, 180.0));
    }
    table.lines(&["division 1st one two three", "division 2nd four five six"]);
    table
}

fn divisions_joining(facts: &[Fact]) -> Vec<String> {
    let division =
        |fact: &Fact| if let Fact::MeleeJoined { division, .. } = fact { Some(division.to_string()) } else { None };
    facts.iter().filter_map(division).collect()
}

fn melee(state: &State, division: &str) -> Option<u16> {
    state.division(&division.into()).unwrap().melee_turn
}

#[test]
fn r5_16_boats_within_five_stop_and_turn_broadside_on() {
    let mut table = boats(9.0, true);
    table.lines(&["plot 1st 2.4", "plot 2nd 2.4"]);
    // 9 apart, closing at 4.8: 5 apart after five sixths of the move, two inches each.
    let facts = table.lines(&["next"]);
    assert_eq!(divisions_joining(&facts), ["1st", "2nd"]);
    near("one", table.position_of("one"), (20.0, 16.0, 90.0));
    near("two", table.position_of("two"), (20.0, 14.5, 90.0));
    near("four", table.position_of("four"), (20.0, 21.0, 270.0));
    assert!(!table.state.division(&"1st".into()).unwrap().course.is_in_column());
}

#[test]
fn r5_16_the_next_turn_they_are_stopped_and_count_as_fast() {
    let mut table = boats(9.0, true);
    table.lines(&["plot 1st 2.4", "plot 2nd 2.4", "next to plotting"]);
    assert_eq!((melee(&table.state, "1st"), table.state.turn), (Some(1), 2));
    assert!(table.line("plot 1st 2").unwrap_err().contains("InMelee"));
    // They owe no plots, and they fire.
    table.lines(&["checks on", "next"]);
    near("one", table.position_of("one"), (20.0, 16.0, 90.0));
    let ship = table.state.ship(&"one".into()).unwrap();
    assert_eq!(ship.speed, ship.speed_allowance());
    table.lines(&["next to gunfire", "target one at four battery light"]);
    // In the turn after, they move freely and do not stop each other.
    table.lines(&["fire one", "checks off", "next to plotting", "plot 1st SL90-0.1 speed 1", "plot 2nd 0"]);
    assert_eq!(divisions_joining(&table.lines(&["next"])), [""; 0]);
    assert_eq!(table.position_of("one").2, 0.0);
    // Then they may be stopped again.
    table.lines(&["next to plotting", "plot 1st 0", "plot 2nd 0"]);
    assert_eq!(divisions_joining(&table.lines(&["next"])), ["1st", "2nd"]);
}

#[test]
fn r5_16_five_inches_is_near_and_more_is_not() {
    for (apart, stops) in [(5.0, true), (5.01, false), (4.0, true)] {
        let mut table = boats(apart, true);
        table.lines(&["plot 1st 0", "plot 2nd 0"]);
        assert_eq!(!divisions_joining(&table.lines(&["next"])).is_empty(), stops, "{apart}");
    }
    let mut off = boats(4.0, false);
    off.lines(&["plot 1st 0", "plot 2nd 0"]);
    assert_eq!(divisions_joining(&off.lines(&["next"])), [""; 0]);
}

#[test]
fn r5_16_a_larger_ship_between_keeps_them_apart() {
    let mut table = boats(4.0, true);
    table.place("Large", ShipType::CL, "a", (20.0, 16.0, 90.0));
    table.lines(&["plot 1st 0", "plot 2nd 0", "plot large 0"]);
    assert_eq!(divisions_joining(&table.lines(&["next"])), [""; 0]);
    // The larger ship leaves the line in the middle of the move.
    table.lines(&["next to plotting", "plot 1st 0", "plot 2nd 0", "plot large 1.5"]);
    assert_eq!(divisions_joining(&table.lines(&["next"])), ["1st", "2nd"]);
}

#[test]
fn r5_16_guns_ashore_keep_no_boats_apart() {
    let lying_between = |kind| {
        let mut table = boats(4.0, true);
        table.place("Between", kind, "a", (20.0, 16.0, 90.0));
        table.lines(&["plot 1st 0", "plot 2nd 0"]);
        divisions_joining(&table.lines(&["next"])).len()
    };
    assert_eq!([ShipType::MM, ShipType::CB].map(lying_between), [0, 2]);
}

#[test]
fn r5_16_a_larger_ship_alone_does_not_melee() {
    let mut table = Table::set_up(|setup| setup.options.melees = true);
    table.place("One", ShipType::CL, "a", (20.0, 14.0, 0.0));
    table.place("Two", ShipType::TBD, "b", (20.0, 17.0, 0.0));
    table.lines(&["plot one 0", "plot two 0"]);
    assert_eq!(divisions_joining(&table.lines(&["next"])), [""; 0]);
}

#[test]
fn r5_16_the_light_cruiser_with_them_stops_too() {
    let mut table = boats(9.0, true);
    table.place("Leader", ShipType::CL, "a", (26.0, 10.0, 0.0));
    table.lines(&[
        "formation flotilla leader 1st bearing 90 interval 6",
        "plot leader 2.4",
        "plot 1st 2.4",
        "plot 2nd 2.4",
    ]);
    let facts = table.lines(&["next"]);
    let mut stopped = divisions_joining(&facts);
    stopped.sort();
    assert_eq!(stopped, ["1st", "2nd", "leader"]);
    near("leader", table.position_of("leader"), (26.0, 12.0, 90.0));
    assert!(table.line("next to plotting").is_ok());
    assert!(table.line("plot leader 2").unwrap_err().contains("InMelee"));
}

#[test]
fn r5_16_a_third_group_may_join_those_that_have_stopped() {
    let mut table = boats(9.0, true);
    table.place("Seven", ShipType::TBD, "b", (27.2, 16.0, 270.0));
    table.lines(&["plot 1st 2.4", "plot 2nd 2.4", "plot seven 2.4"]);
    let mut stopped = divisions_joining(&table.lines(&["next"]));
    stopped.sort();
    assert_eq!(stopped, ["1st", "2nd", "seven"]);
    // Beside One, which stopped at 16 inches: broadside on to a line that runs west.
    near("seven", table.position_of("seven"), (25.0, 16.0, 0.0));
}

#[test]
fn r5_16_in_half_moves_the_rest_of_the_way_is_not_run() {
    let mut table = boats(7.0, true);
    std::sync::Arc::make_mut(&mut table.state.setup).options.half_moves = true;
    table.place("Near", ShipType::CA, "a", (60.0, 14.0, 0.0));
    table.place("By", ShipType::CA, "b", (64.0, 14.0, 0.0));
    table.lines(&["set by sighted yes because \"seen\"", "half", "plot 1st 2.4", "plot 2nd 2.4"]);
    assert_eq!(divisions_joining(&table.lines(&["next to damage"])), ["1st", "2nd"]);
    near("one", table.position_of("one"), (20.0, 15.0, 90.0));
    table.lines(&["next to damage", "next to plotting"]);
    near("one", table.position_of("one"), (20.0, 15.0, 90.0));
}
