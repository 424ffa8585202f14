//! How ships that are moved by hand have steered: as plotted, unless the table says otherwise. [5.7, 6.5.1.3, Q56]
use naval::{Fact, Fine, Id, Naval, NavalEvent, Setup, command::Conditions, helm::counted, ship::ShipType::*};
use play::Game;

use super::{
    Table,
    fleet::{division, setup},
    refused,
};
use naval_kit::fixture::inches;

/// Two battleships in column and two cruisers of Japan, heading north; an enemy heading south. Nobody has a place.
fn measured() -> Table {
    let mut battle = battle();
    battle.measured();
    Table { state: Naval::begin(&battle) }
}

fn battle() -> Setup {
    setup(&[
        division("japan", "1st", &[("Mikasa", BB), ("Asahi", BB)], 10.0, 20.0, 0.0),
        division("japan", "2nd", &[("Izumo", CA), ("Iwate", CA)], 16.0, 20.0, 0.0),
        division("russia", "rd", &[("Retvizan", BB)], 30.0, 20.0, 180.0),
    ])
}

/// How far a ship has turned in this move, and how she heads.
fn way(table: &Table, ship: &str) -> (Option<u16>, Option<f64>) {
    let id = Id::from(ship);
    let turned = table.state.steered(&id).and_then(|one| one.turned);
    (turned, table.state.ship(&id).unwrap().helm.course.map(Fine::as_f64))
}

fn steered(events: &[NavalEvent]) -> Vec<Id> {
    let of = |event: &NavalEvent| match &event.fact {
        Fact::SteeredByHand { ships, .. } => ships.iter().map(|one| one.ship.clone()).collect(),
        _ => Vec::new(),
    };
    events.iter().flat_map(of).collect()
}

fn declared(table: &Table, firer: &str) -> Conditions {
    let all = &table.state.this_move.declarations;
    all.iter().rfind(|one| one.firer == firer).unwrap().conditions.clone()
}

/// At gunfire, with these lines typed in the Plotting Segment.
fn gunfire(plots: &[&str]) -> Table {
    let mut table = measured();
    plots.iter().for_each(|line| drop(table.does(line, &[])));
    table.does("next to gunfire", &[]);
    table
}

#[test]
fn r5_7_2_a_plot_by_which_all_turn_turns_every_ship_moved_by_hand() {
    let mut table = measured();
    table.does("plot 1st 1-SR30", &[]);
    let events = table.does("next", &[]);
    assert_eq!(steered(&events), ["mikasa", "asahi"].map(Id::from), "of those who hold on nothing is said");
    for ship in ["mikasa", "asahi"] {
        assert_eq!(way(&table, ship), (Some(30), Some(30.0)), "{ship}");
    }
    assert_eq!(way(&table, "izumo"), (None, Some(0.0)), "she holds her course");
    assert_eq!(way(&table, "retvizan"), (None, Some(180.0)));
    // To both hands: all of it counts, and the course is the old one. [Q30]
    let mut table = measured();
    table.does("plot 1st SL15-SR15", &[]);
    table.does("next", &[]);
    assert_eq!(way(&table, "asahi"), (Some(30), Some(0.0)));
}

#[test]
fn r5_7_3_in_column_each_turns_as_she_comes_to_where_the_leader_turned() {
    let mut table = measured();
    table.does("plot 1st CL60", &[]);
    table.does("next", &[]);
    assert_eq!(way(&table, "mikasa"), (Some(60), Some(300.0)));
    assert_eq!(way(&table, "asahi"), (Some(0), Some(0.0)), "her bow is not there yet");
    let mut all = 0;
    for turn in 0..3 {
        table.does("next to plotting waive \"a drill\"", &[]);
        table.does("next", &[]);
        assert_eq!(way(&table, "mikasa").1, Some(300.0), "{turn}");
        all += way(&table, "asahi").0.unwrap_or(0);
    }
    assert_eq!((all, way(&table, "asahi").1), (60, Some(300.0)));
    assert!(table.state.ship(&"asahi".into()).unwrap().helm.ahead.is_empty());
    table.does("next to plotting waive \"a drill\"", &[]);
    assert_eq!(steered(&table.does("next", &[])), Vec::<Id>::new(), "nothing is left to be turned");
}

#[test]
fn r5_7_3_what_the_table_says_leaves_nothing_of_earlier_plots_to_be_turned() {
    for said in ["course 1st 300", "turned 1st 60"] {
        let mut table = measured();
        table.does("plot 1st CL60", &[]);
        table.does("next", &[]);
        // The line is shorter on the table: both have turned.
        table.does(said, &[]);
        assert_eq!(way(&table, "asahi").0, Some(60), "{said}");
        table.does("course 1st 300", &[]);
        table.does("next to plotting waive \"a drill\"", &[]);
        assert_eq!(steered(&table.does("next", &[])), Vec::<Id>::new(), "{said}: nobody turns once more");
        assert_eq!(way(&table, "asahi").1, Some(300.0), "{said}");
    }
}

#[test]
fn r6_5_1_3_half_a_step_of_a_template_counts_as_one() {
    for (degrees, counts) in [(0.0, 0), (7.4, 0), (7.5, 15), (22.4, 15), (22.5, 30), (60.0, 60), (67.5, 75)] {
        assert_eq!(counted(degrees), counts, "{degrees}");
    }
}

#[test]
fn r6_5_1_3_fire_goes_by_plotted_turns_and_courses() {
    let mut table = gunfire(&["plot 1st SR45", "plot rd SL30"]);
    table.does("target mikasa at retvizan range 8", &[]);
    let seen = declared(&table, "mikasa");
    assert_eq!((seen.turned_deg, seen.target_turned_deg, seen.courses_deg), (45, 30, 105));
    // The shooter is the target of another line: the same holds.
    table.does("target retvizan at mikasa range 8", &[]);
    let seen = declared(&table, "retvizan");
    assert_eq!((seen.turned_deg, seen.target_turned_deg, seen.courses_deg), (30, 45, 105));
    // A line of its own says otherwise, and is told.
    let events = table.does("target asahi at retvizan range 8 turned 0 courses 30", &[]);
    let seen = declared(&table, "asahi");
    assert_eq!((seen.turned_deg, seen.courses_deg), (0, 30));
    assert!(events.iter().any(|event| matches!(event.fact, Fact::Overruled { .. })));
}

#[test]
fn r6_5_1_3_straight_on_nobody_has_turned_and_the_courses_are_those_of_the_start() {
    let mut table = gunfire(&[]);
    table.does("target mikasa at retvizan range 8", &[]);
    let seen = declared(&table, "mikasa");
    assert_eq!((seen.turned_deg, seen.target_turned_deg, seen.courses_deg), (0, 0, 180));
    // Begun without courses nothing is known of them.
    let mut battle = battle();
    battle.divisions.iter_mut().for_each(|division| division.at = None);
    let mut table = Table { state: Naval::begin(&battle) };
    table.does("next to gunfire", &[]);
    table.does("target mikasa at retvizan range 8", &[]);
    assert_eq!(declared(&table, "mikasa").courses_deg, 0);
}

#[test]
fn r6_5_1_3_the_table_says_how_ships_head_and_how_far_they_turned() {
    let mut table = measured();
    table.does("course 1st 90", &[]);
    assert_eq!(way(&table, "asahi"), (None, Some(90.0)), "before the move nobody has turned");
    table.does("next", &[]);
    table.does("course 1st 60 rd 180", &[]);
    assert_eq!(way(&table, "mikasa"), (Some(30), Some(60.0)));
    assert_eq!(way(&table, "retvizan"), (Some(0), Some(180.0)));
    table.does("course mikasa 360", &[]);
    assert_eq!(way(&table, "mikasa"), (Some(90), Some(0.0)), "off her course before the move");
    table.does("turned 1st 37", &[]);
    assert_eq!(way(&table, "asahi"), (Some(30), Some(60.0)), "to the nearest step, and her course stays as said");
    table.does("turned mikasa 0", &[]);
    assert_eq!(way(&table, "mikasa"), (Some(0), Some(90.0)), "she has held on");
    table.does("turned rd 45", &[]);
    assert_eq!(way(&table, "retvizan"), (Some(45), None), "to which hand nobody has said");
    table.does("course rd 225", &[]);
    assert_eq!(way(&table, "retvizan"), (Some(45), Some(225.0)));
}

#[test]
fn r6_5_1_3_declared_fire_goes_by_what_the_table_says_later() {
    let mut table = gunfire(&["plot 1st SR30"]);
    table.does("target mikasa at retvizan range 8", &[]);
    table.does("target retvizan at mikasa range 8", &[]);
    table.does("course 1st 0", &[]);
    let (own, hers) = (declared(&table, "mikasa"), declared(&table, "retvizan"));
    assert_eq!((own.turned_deg, own.courses_deg), (0, 180));
    assert_eq!((hers.target_turned_deg, hers.turned_deg, hers.courses_deg), (0, 0, 180));
    table.does("target asahi at retvizan range 8", &[]);
    assert_eq!(declared(&table, "asahi").turned_deg, 0, "what was said holds for her too");
    // Fire that is resolved stays as it was.
    table.does("fire mikasa", &[20, 20]);
    table.does("course 1st 45", &[]);
    assert_eq!((declared(&table, "mikasa").turned_deg, declared(&table, "asahi").turned_deg), (0, 45));
}

#[test]
fn r6_5_1_3_who_has_a_position_or_is_gone_is_not_said_to_head_anywhere() {
    let table = Table { state: Naval::begin(&battle()) };
    assert!(refused(&table, "course 1st 90").contains("has a position"));
    let mut table = measured();
    assert!(refused(&table, "turned 1st 30").contains("Movement Segment"), "nobody has moved");
    table.does("set retvizan fate sunk because \"test\"", &[]);
    assert!(
        refused(&table, "course rd 90").contains("not in action") || refused(&table, "course rd 90").contains("sunk")
    );
}

#[test]
fn r5_10_3_who_has_no_orders_steers_as_the_table_shows() {
    let mut table = measured();
    table.does("plot 2nd SR30", &[]);
    // Orders do not arrive, and she acts by herself.
    table.does("orders 2nd range 30", &[10, 5]);
    table.does("next", &[]);
    assert_eq!(way(&table, "izumo"), (None, None));
    table.does("course 2nd 0", &[]);
    assert_eq!(way(&table, "izumo").1, Some(0.0));
}

#[test]
fn r8_4_a_jammed_rudder_is_told_by_no_plot() {
    let mut table = measured();
    table.does("set mikasa rudder port because \"test\"", &[3]);
    table.does("next waive \"a drill\"", &[]);
    assert_eq!(way(&table, "mikasa"), (None, None));
    assert_eq!(way(&table, "retvizan"), (None, Some(180.0)));
}

#[test]
fn r5_10_a_turn_that_only_the_table_shows_owes_its_check() {
    let mut table = measured();
    table.does("next", &[]);
    table.does("course 2nd 45", &[]);
    let owed = naval::turn::duties(&table.state);
    assert!(owed.iter().any(|duty| show::duty(&table.state, duty).contains("orders 2nd")), "{owed:?}");
    // Who was plotted to turn owed it before, and once.
    let mut table = measured();
    table.does("plot 2nd SR45", &[]);
    table.does("next waive \"a drill\"", &[]);
    let before = table.state.this_turn.changed_by_hand.len();
    table.does("course 2nd 45", &[]);
    assert_eq!(table.state.this_turn.changed_by_hand.len(), before);
    assert_eq!(inches("2"), table.state.ship(&"izumo".into()).unwrap().speed);
}
