//! How ships moved by hand have steered: as plotted, unless the players state otherwise. [5.7, 6.5.1.3, Q56]
use naval::model::{Fine, Setup, command::Conditions, hand_steering::rounded_to_step, ship::ShipType::*};
use naval::{Fact, Id, Naval, NavalEvent, view::View};
use play::Game;

use super::{
    Table,
    fleet::{division, setup},
    plots_by_hand::refused_after,
    refused,
};
use naval_kit::fixture::inches;

/// Two battleships in column and two cruisers of Japan, heading north; an enemy heading south. No ship has a position.
fn measured() -> Table {
    let mut battle = battle();
    battle.remove_positions();
    Table { state: Naval::initial_state(&battle) }
}

fn battle() -> Setup {
    setup(&[
        division("japan", "1st", &[("Mikasa", BB), ("Asahi", BB)], 10.0, 20.0, 0.0),
        division("japan", "2nd", &[("Izumo", CA), ("Iwate", CA)], 16.0, 20.0, 0.0),
        division("russia", "rd", &[("Retvizan", BB)], 30.0, 20.0, 180.0),
    ])
}

/// How far a ship has turned in this move, and its heading.
fn turn_and_heading(table: &Table, ship: &str) -> (Option<u16>, Option<f64>) {
    let id = Id::from(ship);
    let turned = table.state.steering_of(&id).and_then(|steering| steering.turned);
    (turned, table.state.ship(&id).unwrap().helm.course.map(Fine::as_f64))
}

fn ships_steered(events: &[NavalEvent]) -> Vec<Id> {
    let steered = |event: &NavalEvent| match &event.fact {
        Fact::SteeredByHand { ships, .. } => ships.iter().map(|ship| ship.ship.clone()).collect(),
        _ => Vec::new(),
    };
    events.iter().flat_map(steered).collect()
}

fn declared_conditions(table: &Table, firer: &str) -> Conditions {
    let all = &table.state.this_move.declarations;
    all.iter().rfind(|declaration| declaration.firer == firer).unwrap().conditions.clone()
}

/// At gunfire, with these lines typed in the Plotting Segment.
fn gunfire(plots: &[&str]) -> Table {
    let mut table = measured();
    plots.iter().for_each(|line| drop(table.apply_line(line, &[])));
    table.apply_line("next to gunfire", &[]);
    table
}

#[test]
fn r5_7_2_a_ships_turn_turns_every_ship_moved_by_hand() {
    let mut table = measured();
    table.apply_line("plot 1st 1-SR30", &[]);
    let events = table.apply_line("next", &[]);
    assert_eq!(
        ships_steered(&events),
        ["mikasa", "asahi"].map(Id::from),
        "ships that keep their course are not listed"
    );
    for ship in ["mikasa", "asahi"] {
        assert_eq!(turn_and_heading(&table, ship), (Some(30), Some(30.0)), "{ship}");
    }
    assert_eq!(turn_and_heading(&table, "izumo"), (None, Some(0.0)), "it keeps its course");
    assert_eq!(turn_and_heading(&table, "retvizan"), (None, Some(180.0)));
    // Turns to both sides add up, and the course is the old one. [Q30]
    let mut table = measured();
    table.apply_line("plot 1st SL15-SR15", &[]);
    table.apply_line("next", &[]);
    assert_eq!(turn_and_heading(&table, "asahi"), (Some(30), Some(0.0)));
}

#[test]
fn r5_7_3_in_column_each_ship_turns_where_the_leader_turned() {
    let mut table = measured();
    table.apply_line("plot 1st CL60", &[]);
    table.apply_line("next", &[]);
    assert_eq!(turn_and_heading(&table, "mikasa"), (Some(60), Some(300.0)));
    assert_eq!(turn_and_heading(&table, "asahi"), (Some(0), Some(0.0)), "its bow is not there yet");
    let mut all = 0;
    for turn in 0..3 {
        table.apply_line("next to plotting waive \"a drill\"", &[]);
        table.apply_line("next", &[]);
        assert_eq!(turn_and_heading(&table, "mikasa").1, Some(300.0), "{turn}");
        all += turn_and_heading(&table, "asahi").0.unwrap_or(0);
    }
    assert_eq!((all, turn_and_heading(&table, "asahi").1), (60, Some(300.0)));
    table.apply_line("next to plotting waive \"a drill\"", &[]);
    assert_eq!(ships_steered(&table.apply_line("next", &[])), Vec::<Id>::new(), "nothing is left to be turned");
}

#[test]
fn r5_7_3_stated_courses_leave_no_turn_of_earlier_plots_to_finish() {
    for text in ["course 1st 300", "turned 1st 60"] {
        let mut table = measured();
        table.apply_line("plot 1st CL60", &[]);
        table.apply_line("next", &[]);
        // The line is shorter on the players' table: both ships have turned.
        table.apply_line(text, &[]);
        assert_eq!(turn_and_heading(&table, "asahi").0, Some(60), "{text}");
        table.apply_line("course 1st 300", &[]);
        table.apply_line("next to plotting waive \"a drill\"", &[]);
        assert_eq!(ships_steered(&table.apply_line("next", &[])), Vec::<Id>::new(), "{text}: no ship turns again");
        assert_eq!(turn_and_heading(&table, "asahi").1, Some(300.0), "{text}");
    }
}

/// Four battleships of Japan in column, heading north. The last is their flagship, so the loss of the first changes no
/// flag.
pub(super) fn four() -> Setup {
    let all = [("Mikasa", BB), ("Asahi", BB), ("Fuji", BB), ("Shikishima", BB)];
    let first = division("japan", "1st", &all, 20.0, 30.0, 0.0);
    let mut battle = setup(&[first, division("russia", "rd", &[("Retvizan", BB)], 30.0, 20.0, 180.0)]);
    battle.divisions[0].flagship = "shikishima".into();
    battle.remove_positions();
    battle
}

/// The courses of the first division after these lines, one a turn; `None` is an unknown course.
fn courses_after(turns: &[&str]) -> Vec<Option<f64>> {
    courses_in(&four(), turns)
}

fn courses_in(battle: &Setup, turns: &[&str]) -> Vec<Option<f64>> {
    let mut table = Table { state: Naval::initial_state(battle) };
    for (turn, plots) in turns.iter().enumerate() {
        if turn > 0 {
            table.apply_line("next to plotting waive \"a drill\"", &[]);
        }
        plots.split(';').filter(|line| !line.is_empty()).for_each(|line| drop(table.apply_line(line, &[])));
        table.apply_line("next waive \"a drill\"", &[]);
    }
    ["mikasa", "asahi", "fuji", "shikishima"].map(|ship| turn_and_heading(&table, ship).1).to_vec()
}

const UNKNOWN: Option<f64> = None;

#[test]
fn r5_7_8_a_ships_turn_cancels_a_column_turn_for_ships_short_of_it() {
    // The second ship is half an inch short of the leader's turning point.
    assert_eq!(courses_after(&["plot 1st CL60", "plot 1st SR30"]), [330.0, 30.0, 30.0, 30.0].map(Some));
    assert_eq!(
        courses_after(&["plot 1st CL60", "plot 1st SR30", ""]),
        [330.0, 30.0, 30.0, 30.0].map(Some),
        "it lapses"
    );
    // Once it has turned, it has nothing left to turn. The third ship is still short of the point.
    let turns = ["plot 1st CL60", "", "plot 1st 0.3-SR30", ""];
    assert_eq!(courses_after(&turns), [330.0, 330.0, 30.0, 30.0].map(Some));
    // A ship caught in the middle of the turn has an unknown course.
    assert_eq!(
        courses_after(&["plot 1st CL60", "", "plot 1st 1.2-SR30"]),
        [Some(330.0), Some(330.0), None, Some(30.0)]
    );
    // Out of column no ship makes a column turn.
    assert!(refused_after(&["plot 1st CL60", "plot 1st SR30"], "plot 1st CL30").contains("not in column"));
    // Ships turns that cancel out leave the column unchanged.
    assert_eq!(courses_after(&["plot 1st SR30", "plot 1st SL30-CL30"])[0], Some(330.0));
    // A ship among them that lags does not change it either.
    let mut slow = four();
    let asahi = slow.ships.iter_mut().find(|ship| ship.card.id == "asahi").unwrap();
    std::sync::Arc::make_mut(&mut asahi.card).speed = inches("2");
    let turns = ["plot 1st SR30 speed 2.5", "plot 1st SL30 speed 2.5", "plot 1st CL30 speed 2.5"];
    assert_eq!(courses_in(&slow, &turns), [330.0, 0.0, 0.0, 0.0].map(Some));
    // After 180 degrees the last ship leads.
    assert_eq!(courses_after(&["plot 1st 0.1-SR180", "plot 1st CL30"]), [180.0, 180.0, 180.0, 150.0].map(Some));
}

#[test]
fn r5_9_1_a_lost_leaders_turn_binds_no_ship_that_had_not_turned() {
    let lost = "set mikasa fate sunk because \"test\"";
    let courses = courses_after(&["plot 1st CL60", lost]);
    assert_eq!(courses[1..], [UNKNOWN; 3], "Asahi is half an inch short of the turning point");
    // Under a new flag they go straight ahead. [5.9.1]
    let flag = "set shikishima fate sunk because \"test\"; set mikasa fate sunk because \"test\"";
    assert_eq!(courses_after(&["plot 1st CL60", flag])[1..3], [Some(0.0), Some(0.0)]);
    // A leader that has turned before it is lost still leads the ships astern to the same point.
    let turns = ["plot 1st CL60", "", lost];
    assert_eq!(courses_after(&turns)[1..], [Some(300.0), Some(300.0), Some(0.0)]);
}

#[test]
fn r5_8_2_a_gap_in_the_line_stays_until_it_is_closed() {
    let lost = "set asahi fate sunk because \"test\"";
    let fuji = |turns: &[&str]| courses_after(turns)[2];
    assert_eq!(fuji(&[&format!("{lost}; plot 1st CL60"), ""]), Some(0.0), "5 inches astern, not 2.5");
    assert_eq!(fuji(&[&format!("{lost}; plot 1st CL60"), "", ""]), Some(300.0));
    // After closing up, the ship gets there a turn earlier.
    let closed =
        [lost, "plot 1st CU speed 1.5", "plot 1st CU speed 1.5", "plot 1st CU speed 1", "plot 1st CL60 speed 1.5"];
    let after: Vec<&str> = closed.into_iter().chain(["", ""]).collect();
    assert_eq!(fuji(&after), Some(300.0));
}

#[test]
fn r5_7_3_a_turn_that_runs_on_delays_the_new_plot() {
    // First the rest of the turn to port, then the turn to starboard at the same point for all.
    assert_eq!(courses_after(&["plot 1st 1.8-CL60", "plot 1st CR30"])[0], Some(330.0));
    let turns = ["plot 1st 1.8-CL60", "plot 1st CR30", ""];
    assert_eq!(courses_after(&turns)[..2], [Some(330.0), Some(330.0)]);
    // A turn that was finished delays nothing.
    assert_eq!(courses_after(&["plot 1st 1-CL60", "plot 1st CR30"])[0], Some(330.0));
}

#[test]
fn r5_7_5_mimics_turn_at_once_and_the_course_of_a_follower_becomes_unknown() {
    let mut table = measured();
    for line in ["formation van 1st 2nd", "plot 1st SR30", "plot 2nd M1st"] {
        table.apply_line(line, &[]);
    }
    table.apply_line("next waive \"a drill\"", &[]);
    assert_eq!(turn_and_heading(&table, "iwate"), (Some(30), Some(30.0)));
    assert!(refused(&measured(), "plot 2nd F1st").contains("formation"), "of no formation");
    // A follower goes straight on until it may have reached the turn. Then its course is unknown until it is typed.
    let mut table = measured();
    table.apply_line("formation van 1st 2nd", &[]);
    let mut lines = Vec::new();
    for plots in [["plot 1st CL60", "plot 2nd F1st"], ["plot 1st 2", "plot 2nd F1st"], ["plot 1st 2", "plot 2nd F1st"]]
    {
        plots.iter().for_each(|line| drop(table.apply_line(line, &[])));
        table.apply_line("next waive \"a drill\"", &[]);
        lines.push(turn_and_heading(&table, "izumo").1);
        table.apply_line("next to plotting waive \"a drill\"", &[]);
    }
    assert_eq!(lines, [Some(0.0), Some(0.0), None]);
}

#[test]
fn r5_7_2_all_ships_turn_by_the_same_angle_at_any_position() {
    // Their headings are unknown, but all turn by the same angle.
    let mut table = measured();
    table.apply_line("plot 2nd SR30", &[]);
    table.apply_line("next", &[]);
    table.apply_line("orders 2nd range 30", &[10, 5]);
    assert_eq!(turn_and_heading(&table, "izumo").1, None);
    for (plot, turned) in [("plot 2nd SL45", Some(45)), ("plot 2nd CL45", None)] {
        let mut table = Table { state: table.state.clone() };
        table.apply_line("next to plotting waive \"a drill\"", &[]);
        table.apply_line(plot, &[]);
        table.apply_line("next waive \"a drill\"", &[]);
        assert_eq!(
            (turn_and_heading(&table, "iwate").0, turn_and_heading(&table, "iwate").1),
            (turned, None),
            "{plot}"
        );
    }
}

#[test]
fn r5_7_6_no_division_closes_up_out_of_column() {
    // In line abreast after ships turns, closing up is undefined.
    assert!(refused_after(&["plot 1st SR30"], "plot 1st CU").contains("its ships are not in column"));
    assert_eq!(courses_after(&["plot 1st 1", "plot 1st CU"]), [0.0; 4].map(Some));
}

#[test]
fn r6_5_1_3_a_shot_shows_that_the_turn_is_unknown() {
    let mut table = measured();
    table.apply_line("plot 2nd SR30", &[]);
    table.apply_line("next", &[]);
    table.apply_line("orders 2nd range 30", &[10, 5]);
    table.apply_line("next to gunfire", &[]);
    let text_after = |table: &mut Table, line: &str| {
        let before = table.state.clone();
        let events = table.apply_line(line, &[]);
        let text: Vec<String> = events.iter().map(|event| show::event::event_text(&before, event)).collect();
        text.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert!(text_after(&mut table, "target izumo at retvizan range 8").contains("its turn not known"));
    assert!(!text_after(&mut table, "target iwate at retvizan range 8 turned 30").contains("not known"));
    assert!(!text_after(&mut table, "target mikasa at retvizan range 8").contains("not known"));
    assert!(text_after(&mut table, "target retvizan at izumo range 8").contains("the target's turn not known"));
}

#[test]
fn r3_4_no_plot_gives_courses_in_half_moves() {
    let mut table = measured();
    table.apply_line("plot 1st SR30", &[]);
    let (left, right) = ("mikasa".into(), "retvizan".into());
    Naval::apply(&mut table.state, &Fact::HalfMovesInvoked { by: None, one: left, other: right });
    for half in [naval::model::Half::First, naval::model::Half::Second] {
        while table.state.half != Some(half) || table.state.segment != naval::Segment::Movement {
            table.apply_line("next waive \"a drill\"", &[]);
        }
        for ship in ["mikasa", "izumo"] {
            assert_eq!(turn_and_heading(&table, ship), (None, None), "{ship} {half:?}");
        }
    }
}

#[test]
fn r6_5_1_3_ships_with_unknown_courses_are_named() {
    let mut table = measured();
    table.apply_line("plot 2nd SR30", &[]);
    table.apply_line("next", &[]);
    table.apply_line("orders 2nd range 30", &[10, 5]);
    let text_of = |table: &Table| show::steered::steering_by_plots(&View::referee(&table.state)).unwrap();
    assert!(
        text_of(&table).ends_with("The course of 2nd is not known: `course 2nd 000` if it held on."),
        "{}",
        text_of(&table)
    );
    assert!(!text_of(&table).contains("2nd straight on"));
    table.apply_line("course 2nd 0", &[]);
    assert!(!text_of(&table).contains("not known"), "{}", text_of(&table));
}

#[test]
fn r6_5_1_3_values_typed_with_a_declaration_override_later_statements() {
    let mut table = gunfire(&[]);
    table.apply_line("target mikasa at retvizan range 8 target turned 60 courses 30", &[]);
    table.apply_line("target asahi at retvizan range 8", &[]);
    assert_eq!(
        declared_conditions(&table, "asahi").target_turned_deg,
        60,
        "a value typed for a ship applies to later fire"
    );
    table.apply_line("course rd 195", &[]);
    let (own, other) = (declared_conditions(&table, "mikasa"), declared_conditions(&table, "asahi"));
    assert_eq!((own.target_turned_deg, own.courses_deg), (60, 30));
    assert_eq!((other.target_turned_deg, other.courses_deg), (15, 165));
    table.apply_line("target izumo at retvizan range 8", &[]);
    assert_eq!(declared_conditions(&table, "izumo").target_turned_deg, 15, "the players' statement applies to all");
}

#[test]
fn r5_10_2_ships_stated_not_to_have_turned_owe_no_check() {
    let is_changed_by_hand = |table: &Table| table.state.this_turn.changed_by_hand.contains(&"2nd".into());
    let mut table = measured();
    table.apply_line("next", &[]);
    table.apply_line("course 2nd 45", &[]);
    assert!(is_changed_by_hand(&table));
    let before = table.state.clone();
    table.apply_line("course 2nd 0", &[]);
    assert!(!is_changed_by_hand(&table));
    // One of the ships has still turned.
    let mut table = Table { state: before };
    table.apply_line("turned izumo 0", &[]);
    assert!(is_changed_by_hand(&table));
    table.apply_line("turned iwate 0", &[]);
    assert!(!is_changed_by_hand(&table));
    // A plotted change remains a change.
    let mut table = measured();
    table.apply_line("plot 2nd SR45", &[]);
    table.apply_line("next waive \"a drill\"", &[]);
    table.apply_line("course 2nd 0", &[]);
    assert!(is_changed_by_hand(&table));
}

#[test]
fn r5_10_3_a_failed_check_does_not_undo_what_the_players_stated() {
    let mut table = measured();
    table.apply_line("next", &[]);
    table.apply_line("course 2nd 45", &[]);
    table.apply_line("orders 2nd range 30", &[10, 5]);
    assert_eq!(turn_and_heading(&table, "izumo"), (Some(45), Some(45.0)));
    // Nor does it change the heading before the move.
    let mut table = measured();
    table.apply_line("plot 2nd SR30", &[]);
    table.apply_line("next", &[]);
    table.apply_line("orders 2nd range 30", &[10, 5]);
    table.apply_line("course 2nd 15", &[]);
    assert_eq!(turn_and_heading(&table, "izumo"), (Some(15), Some(15.0)));
}

#[test]
fn r2_4_boats_on_one_base_head_as_it_does() {
    let boats = [("Hayatori", TBD), ("Harusame", TBD), ("Murasame", TBD)];
    let mut battle = setup(&[
        division("japan", "boats", &boats, 10.0, 20.0, 0.0),
        division("russia", "rd", &[("Retvizan", BB)], 30.0, 20.0, 180.0),
    ]);
    battle.divisions[0].one_base = true;
    battle.remove_positions();
    let mut table = Table { state: Naval::initial_state(&battle) };
    table.apply_line("plot boats CL60", &[]);
    table.apply_line("next waive \"a drill\"", &[]);
    for boat in ["hayatori", "murasame"] {
        assert_eq!(turn_and_heading(&table, boat), (Some(60), Some(300.0)), "{boat}");
    }
    table.apply_line("course harusame 315", &[]);
    for boat in ["hayatori", "murasame"] {
        assert_eq!(turn_and_heading(&table, boat), (Some(45), Some(315.0)), "{boat}");
    }
}

#[test]
fn r4_3_a_stated_course_is_shown_to_a_side_that_sees_the_whole_division() {
    let mut battle = setup(&[
        division("japan", "1st", &[("Mikasa", BB)], 10.0, 20.0, 0.0),
        division("russia", "rd", &[("Retvizan", BB), ("Pobieda", BB)], 30.0, 20.0, 180.0),
    ]);
    battle.remove_positions();
    let start = Naval::initial_state(&battle);
    let japan = start.ship(&"mikasa".into()).unwrap().side.clone();
    // Whatever the hidden ship does, a side that does not see it gets the same message.
    let disclosed = |seen: &[&str], hidden: Option<f64>, line: &str| {
        let mut table = Table { state: start.clone() };
        table.apply_line("next to sighting", &[]);
        for id in ["retvizan", "pobieda"] {
            let ship = table.state.ship_mut(&id.into()).unwrap();
            ship.sighted = seen.contains(&id);
            if !ship.sighted {
                ship.helm.course = hidden.map(Fine::nearest);
            }
        }
        let before = table.state.clone();
        let command = naval::notation::parse(&before, line).unwrap().command;
        let events = table.apply_line(line, &[]);
        let words: Vec<String> =
            show::disclosed::disclosed_events(&japan, &before, &events).into_iter().map(|event| event.text).collect();
        (naval::view::may_read_order(&before, &table.state, &command, &japan), words)
    };
    for line in ["course rd 90", "turned rd 45", "course retvizan 90 pobieda 90"] {
        assert!(disclosed(&["retvizan", "pobieda"], None, line).0, "{line}");
        let events = disclosed(&["retvizan"], Some(0.0), line);
        assert!(!events.0, "{line}");
        for hidden in [Some(90.0), Some(270.0), None] {
            assert_eq!(disclosed(&["retvizan"], hidden, line), events, "{line} {hidden:?}");
        }
    }
    assert!(disclosed(&["retvizan"], None, "course retvizan 90").0);
}

#[test]
fn r5_7_the_courses_that_the_program_uses_are_shown() {
    let mut table = measured();
    table.apply_line("plot 1st SR30", &[]);
    table.apply_line("next", &[]);
    let view = View::referee(&table.state);
    let row = |name: &str| {
        let status = show::status::status(&view, show::status::StatusDetail::Open);
        status.lines().find(|line| line.starts_with(name)).map(str::to_owned).unwrap_or(status)
    };
    assert!(row("Mikasa").contains("030") && row("Izumo").contains("000") && row("Retvizan").contains("180"));
    assert!(
        show::places::places_text_and_json(&view, None).0.contains("Courses: 1st 030; 2nd 000; rd 180."),
        "{}",
        show::places::places_text_and_json(&view, None).0
    );
    assert!(show::card::card_text(&view, &"asahi".into()).contains("on 030"));
    // On the tracked table nothing is listed, because `where` shows the headings.
    let table = Table { state: Naval::initial_state(&battle()) };
    assert!(!show::places::places_text_and_json(&View::referee(&table.state), None).0.contains("Courses"));
}

#[test]
fn r5_7_the_courses_of_a_large_measured_battle_fit_one_screen() {
    let mut great = naval_kit::scenario("jutland-run-south");
    great.remove_positions();
    let state = Naval::initial_state(&great);
    let status = show::status::status(&View::referee(&state), show::status::StatusDetail::Glance);
    assert!(status.lines().count() <= 24, "{status}");
    assert!(status.contains("Courses: "), "{status}");
}

#[test]
fn r6_5_1_3_half_a_step_of_a_template_counts_as_a_whole_one() {
    for (degrees, counts) in [(0.0, 0), (7.4, 0), (7.5, 15), (22.4, 15), (22.5, 30), (60.0, 60), (67.5, 75)] {
        assert_eq!(rounded_to_step(degrees), counts, "{degrees}");
    }
}

#[test]
fn r6_5_1_3_fire_uses_plotted_turns_and_courses() {
    let mut table = gunfire(&["plot 1st SR45", "plot rd SL30"]);
    table.apply_line("target mikasa at retvizan range 8", &[]);
    let seen = declared_conditions(&table, "mikasa");
    assert_eq!((seen.turned_deg, seen.target_turned_deg, seen.courses_deg), (45, 30, 105));
    // The firer is the target of another declaration: the same values apply.
    table.apply_line("target retvizan at mikasa range 8", &[]);
    let seen = declared_conditions(&table, "retvizan");
    assert_eq!((seen.turned_deg, seen.target_turned_deg, seen.courses_deg), (30, 45, 105));
    // A different value in the line itself applies, with a warning.
    let events = table.apply_line("target asahi at retvizan range 8 turned 0 courses 30", &[]);
    let seen = declared_conditions(&table, "asahi");
    assert_eq!((seen.turned_deg, seen.courses_deg), (0, 30));
    assert!(events.iter().any(|event| matches!(event.fact, Fact::Overruled { .. })));
}

#[test]
fn r6_5_1_3_without_turns_the_courses_are_those_of_the_start() {
    let mut table = gunfire(&[]);
    table.apply_line("target mikasa at retvizan range 8", &[]);
    let seen = declared_conditions(&table, "mikasa");
    assert_eq!((seen.turned_deg, seen.target_turned_deg, seen.courses_deg), (0, 0, 180));
    // If the battle began without courses, none are known.
    let mut battle = battle();
    battle.divisions.iter_mut().for_each(|division| division.at = None);
    let mut table = Table { state: Naval::initial_state(&battle) };
    table.apply_line("next to gunfire", &[]);
    table.apply_line("target mikasa at retvizan range 8", &[]);
    assert_eq!(declared_conditions(&table, "mikasa").courses_deg, 0);
}

#[test]
fn r6_5_1_3_players_state_headings_and_degrees_turned() {
    let mut table = measured();
    table.apply_line("course 1st 90", &[]);
    assert_eq!(turn_and_heading(&table, "asahi"), (None, Some(90.0)), "before the move no ship has turned");
    table.apply_line("next", &[]);
    table.apply_line("course 1st 60 rd 180", &[]);
    assert_eq!(turn_and_heading(&table, "mikasa"), (Some(30), Some(60.0)));
    assert_eq!(turn_and_heading(&table, "retvizan"), (Some(0), Some(180.0)));
    table.apply_line("course mikasa 360", &[]);
    assert_eq!(turn_and_heading(&table, "mikasa"), (Some(90), Some(0.0)), "off its course before the move");
    table.apply_line("turned 1st 37", &[]);
    assert_eq!(
        turn_and_heading(&table, "asahi"),
        (Some(30), Some(60.0)),
        "to the nearest step, and its stated course stays"
    );
    table.apply_line("turned mikasa 0", &[]);
    assert_eq!(turn_and_heading(&table, "mikasa"), (Some(0), Some(90.0)), "it kept its course");
    table.apply_line("turned rd 45", &[]);
    assert_eq!(turn_and_heading(&table, "retvizan"), (Some(45), None), "the side of the turn is not stated");
    table.apply_line("course rd 225", &[]);
    assert_eq!(turn_and_heading(&table, "retvizan"), (Some(45), Some(225.0)));
}

#[test]
fn r6_5_1_3_declared_fire_uses_later_statements_of_the_players() {
    let mut table = gunfire(&["plot 1st SR30"]);
    table.apply_line("target mikasa at retvizan range 8", &[]);
    table.apply_line("target retvizan at mikasa range 8", &[]);
    table.apply_line("course 1st 0", &[]);
    let (own, target) = (declared_conditions(&table, "mikasa"), declared_conditions(&table, "retvizan"));
    assert_eq!((own.turned_deg, own.courses_deg), (0, 180));
    assert_eq!((target.target_turned_deg, target.turned_deg, target.courses_deg), (0, 0, 180));
    table.apply_line("target asahi at retvizan range 8", &[]);
    assert_eq!(declared_conditions(&table, "asahi").turned_deg, 0, "a stated value applies to it too");
    // Resolved fire does not change.
    table.apply_line("fire mikasa", &[20, 20]);
    table.apply_line("course 1st 45", &[]);
    assert_eq!(
        (declared_conditions(&table, "mikasa").turned_deg, declared_conditions(&table, "asahi").turned_deg),
        (0, 45)
    );
}

#[test]
fn r6_5_1_3_no_heading_is_stated_for_tracked_or_lost_ships() {
    let table = Table { state: Naval::initial_state(&battle()) };
    assert!(refused(&table, "course 1st 90").contains("has a position"));
    let mut table = measured();
    assert!(refused(&table, "turned 1st 30").contains("Movement Segment"), "no ship has moved");
    table.apply_line("set retvizan fate sunk because \"test\"", &[]);
    assert!(
        refused(&table, "course rd 90").contains("not in action") || refused(&table, "course rd 90").contains("sunk")
    );
}

#[test]
fn r5_10_3_the_players_state_the_course_of_a_division_without_orders() {
    let mut table = measured();
    table.apply_line("plot 2nd SR30", &[]);
    // Orders fail, and it acts independently.
    table.apply_line("next", &[]);
    table.apply_line("orders 2nd range 30", &[10, 5]);
    assert_eq!(turn_and_heading(&table, "izumo"), (None, None));
    table.apply_line("course 2nd 0", &[]);
    assert_eq!(turn_and_heading(&table, "izumo").1, Some(0.0));
}

#[test]
fn r8_4_no_plot_gives_the_course_of_a_jammed_rudder() {
    let mut table = measured();
    table.apply_line("set mikasa rudder port because \"test\"", &[3]);
    table.apply_line("next waive \"a drill\"", &[]);
    assert_eq!(turn_and_heading(&table, "mikasa"), (None, None));
    assert_eq!(turn_and_heading(&table, "retvizan"), (None, Some(180.0)));
}

#[test]
fn r5_10_a_turn_that_only_the_players_state_owes_its_check() {
    let mut table = measured();
    table.apply_line("next", &[]);
    table.apply_line("course 2nd 45", &[]);
    let duties = naval::rules::turn::duties(&table.state);
    assert!(duties.iter().any(|duty| show::labels::duty_text(&table.state, duty).contains("orders 2nd")), "{duties:?}");
    // A ship plotted to turn already owed the check, and owes it only once.
    let mut table = measured();
    table.apply_line("plot 2nd SR45", &[]);
    table.apply_line("next waive \"a drill\"", &[]);
    let before = table.state.this_turn.changed_by_hand.len();
    table.apply_line("course 2nd 45", &[]);
    assert_eq!(table.state.this_turn.changed_by_hand.len(), before);
    assert_eq!(inches("2"), table.state.ship(&"izumo".into()).unwrap().speed);
}
