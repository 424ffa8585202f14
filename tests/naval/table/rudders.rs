//! 8.4: a jammed rudder decides the move. [Q39]
use naval::model::{DetachReason, Harm, HeldHit, HitKind, Options, Plot, Setup, ShipType, TurnSide, ship::ShipType::*};
use naval::{Fact, Id, Naval, NavalEvent, rules::turn, view::View};
use play::Game;

use super::{
    Table,
    fleet::{division, setup},
    near,
};

/// Three cruisers in line ahead, heading north, and a distant enemy.
fn line() -> Setup {
    setup(&[
        division("japan", "1st", &[("Izumo", CA), ("Iwate", CA), ("Asama", CA)], 20.0, 14.0, 0.0),
        division("russia", "rd", &[("Retvizan", BB)], 60.0, 40.0, 180.0),
    ])
}

fn begin(setup: &Setup) -> Table {
    Table { state: Naval::initial_state(setup) }
}

/// In the Damage Segment of this turn a shell jams the ship's rudder for `turns` turns.
fn jam(table: &mut Table, ship: &str, turns: u8) -> Vec<NavalEvent> {
    if table.state.segment != naval::Segment::Damage {
        table.apply_line("next to damage", &[]);
    }
    table.state.held_hits.push(HeldHit {
        target: ship.into(),
        firer: Some("retvizan".into()),
        kind: HitKind::Penetrating,
        battery: Some(naval::model::BatteryKind::Big),
        range: Some(naval_kit::fixture::inches("8")),
        count: 1,
    });
    table.apply_line("damage all", &[11, 2, turns])
}

fn detached_ships(events: &[NavalEvent]) -> Vec<(String, String)> {
    let describe = |event: &NavalEvent| match &event.fact {
        Fact::ShipDetached { ship, why: DetachReason::Steering, .. } => {
            Some((ship.to_string(), event.rule.to_string()))
        }
        _ => None,
    };
    events.iter().filter_map(describe).collect()
}

fn circling_side(table: &Table, ship: &str) -> Option<TurnSide> {
    let mut harms = table.ship(ship).hits.iter().filter_map(|hit| match hit.effect {
        Harm::Steering { circles, .. } => Some(circles),
        _ => None,
    });
    harms.next_back().unwrap()
}

#[test]
fn r8_4_a_ship_whose_rudder_jams_holds_straight_on_and_cannot_be_plotted() {
    let mut table = begin(&line());
    let events = jam(&mut table, "asama", 2);
    assert_eq!(detached_ships(&events), [("asama".to_owned(), "8.4".to_owned())]);
    assert_eq!(circling_side(&table, "asama"), None);
    assert_eq!(table.ship("asama").jam(3).map(|jam| jam.until_turn), Some(3));
    table.apply_line("next", &[]);
    let duties: Vec<String> =
        turn::duties(&table.state).iter().map(|duty| show::labels::duty_text(&table.state, duty)).collect();
    assert!(duties.iter().any(|text| text.contains("plot 1st")) && !duties.iter().any(|text| text.contains("Asama")));
    for line in ["plot asama 2", "plot asama 1-CR30 speed 2", "plot asama 0", "plot asama 2 next"] {
        table.assert_refused(line, "RudderJammed");
    }
    table.apply_line("plot 1st 1-CR90 speed 2", &[]);
    table.apply_line("next to plotting", &[]);
    near("asama after turn 2", table.position_of("asama"), (20.0, 14.0, 0.0));
    assert!(table.position_of("iwate").1 < 18.5, "the others have gone their way");
    // Turn 3 is the last of the jam: the ship may be plotted ahead for turn 4, and directly in turn 4.
    table.assert_refused("plot asama 2", "RudderJammed");
    table.apply_line("plot asama 1-CR30 speed 2 next", &[]);
    table.apply_line("next to plotting", &[]);
    near("asama after turn 3", table.position_of("asama"), (20.0, 16.0, 0.0));
    assert_eq!((table.state.turn, table.ship("asama").is_rudder_jammed(4)), (4, false));
    table.apply_line("next", &[1]);
    assert_eq!(table.position_of("asama").2, 30.0);
}

#[test]
fn r8_4_a_jammed_ship_continues_the_circle_that_it_was_turning() {
    // Izumo ends its move in a turn.
    let mut table = begin(&setup(&[
        division("japan", "1st", &[("Izumo", CA)], 20.0, 14.0, 0.0),
        division("russia", "rd", &[("Retvizan", BB)], 60.0, 40.0, 180.0),
    ]));
    table.apply_line("plot 1st 1.25-CR90 speed 2", &[]);
    jam(&mut table, "izumo", 3);
    assert_eq!(circling_side(&table, "izumo"), Some(TurnSide::Right));
    let (x, y, heading) = table.position_of("izumo");
    table.apply_line("next", &[]);
    table.apply_line("next to plotting", &[]);
    // Two inches round a circle of 0.5: 229.18 degrees.
    let (turned_x, turned_y, turned) = table.position_of("izumo");
    let wanted = (heading + 2.0_f64.to_degrees() / 0.5).rem_euclid(360.0);
    assert!((turned - wanted).abs() < 0.02, "{turned}, not {wanted}");
    let across = (turned_x - x).hypot(turned_y - y);
    assert!((across - 2.0 * 0.5 * 2.0_f64.sin()).abs() < 0.02, "{across}: the chord of that arc");
    assert!((table.ship("izumo").run.as_ref().unwrap().turned.as_f64() - 229.18).abs() < 0.02);
    // It continues round the circle next turn.
    table.apply_line("next to plotting", &[]);
    let wanted = (wanted + 2.0_f64.to_degrees() / 0.5).rem_euclid(360.0);
    assert!((table.position_of("izumo").2 - wanted).abs() < 0.03);
}

#[test]
fn r8_4_only_a_ship_that_was_turning_circles() {
    let side_after_jam = |plot: &str, ship: &str| {
        let mut table = begin(&line());
        table.apply_line(&format!("plot 1st {plot}"), &[]);
        jam(&mut table, ship, 3);
        circling_side(&table, ship)
    };
    // Behind a turning leader a ship still steers straight, and a finished turn makes no circle.
    assert_eq!(side_after_jam("1.25-CR90 speed 2", "iwate"), None);
    assert_eq!(side_after_jam("1-CR90 speed 2", "izumo"), None);
    assert_eq!(side_after_jam("1.25-CL90 speed 2", "izumo"), Some(TurnSide::Left));
    // In a ships turn all ships are turning.
    assert_eq!(side_after_jam("1.5-SL90 speed 2", "asama"), Some(TurnSide::Left));
    assert_eq!(side_after_jam("0.5-SL90 speed 2", "asama"), None);
}

#[test]
fn r8_4_the_next_ship_leads_under_its_own_flag() {
    let mut table = begin(&line());
    jam(&mut table, "izumo", 2);
    let first = table.state.division(&"1st".into()).unwrap();
    assert_eq!((first.flagship.as_str(), first.new_flag_turn), ("iwate", Some(2)));
    assert!(table.state.division(&"izumo".into()).unwrap().is_alone);
    table.apply_line("next", &[]);
    table.assert_refused("plot 1st 1-CR15 speed 2", "FlagShifted");
    table.assert_refused("division 1st izumo iwate asama", "RudderJammed");
    table.apply_line("plot 1st 2", &[]);
    table.apply_line("next to plotting", &[]);
    near("iwate leads", table.position_of("iwate"), (20.0, 16.0, 0.0));
    table.apply_line("plot 1st 1-CR15 speed 2", &[]);
}

#[test]
fn r8_4_a_repaired_rudder_obeys_again() {
    let mut table = begin(&line());
    jam(&mut table, "asama", 6);
    table.apply_line("next", &[]);
    table.apply_line("next to damage-control", &[]);
    table.apply_line("repair asama ST1", &[2]);
    table.apply_line("next to plotting", &[]);
    assert!(!table.ship("asama").is_rudder_jammed(3));
    table.apply_line("plot asama 1-CR30 speed 2", &[]);
    // A rudder beyond repair stays jammed only as long as the die gave.
    let mut table = begin(&line());
    jam(&mut table, "asama", 2);
    table.apply_line("next", &[]);
    table.apply_line("next to damage-control", &[]);
    table.apply_line("repair asama ST1", &[10]);
    table.apply_line("next to plotting", &[]);
    table.assert_refused("plot asama 2", "RudderJammed");
    table.apply_line("next to plotting", &[]);
    table.apply_line("plot asama 2", &[]);
}

#[test]
fn r8_6_a_rudder_whose_jam_is_over_is_not_offered_for_repair() {
    let offered = |table: &Table| naval::rules::control::possible_repairs(&table.state).len();
    let mut table = begin(&line());
    // Hit in the Damage Segment of turn 1: jammed in the moves of turns 2 and 3.
    jam(&mut table, "asama", 2);
    table.apply_line("next", &[]);
    table.apply_line("next to damage-control", &[]);
    assert_eq!((table.state.turn, offered(&table)), (2, 1), "one move is left to it");
    table.apply_line("next to plotting", &[]);
    table.apply_line("next to damage-control", &[]);
    assert_eq!((table.state.turn, offered(&table)), (3, 0), "the last has been made");
    table.apply_line("next to plotting", &[]);
    table.apply_line("plot asama 1-CR30 speed 2", &[]);
    table.apply_line("next to damage-control", &[1]);
    assert_eq!(offered(&table), 0);
}

#[test]
fn r8_4_a_jammed_ship_needs_no_plot_and_no_check() {
    let mut table = begin(&line());
    jam(&mut table, "asama", 4);
    table.apply_line("next", &[]);
    // An existing plot is not obeyed either, and no die is rolled for it.
    table.state.division_mut(&"asama".into()).unwrap().plot = Some(Plot::straight(naval_kit::fixture::inches("1")));
    table.apply_line("next", &[]);
    near("held", table.position_of("asama"), (20.0, 14.0, 0.0));
    let (text, _) = show::sheet::sheets(&View::referee(&table.state), Some(&"asama".into()));
    assert!(text.contains("helm") && text.contains("jammed through turn 5") && !text.contains("orders"), "{text}");
}

#[test]
fn r8_4_a_jam_in_the_first_half_holds_in_the_second() {
    let run = |jams: bool| {
        let mut table = Table::set_up(|setup| setup.options = Options { half_moves: true, ..setup.options.clone() });
        table.place("One", ShipType::BB, "a", (20.0, 10.0, 0.0));
        table.place("Two", ShipType::BB, "b", (24.0, 10.0, 0.0));
        table.lines(&["next to plotting", "plot one 1-CR90 speed 2", "plot two 2 speed 2", "half", "next to damage"]);
        if jams {
            let harm = Harm::Steering { until_turn: table.state.turn + 1, circles: None };
            table.apply(&Fact::HitTaken { ship: "one".into(), id: "ST1".into(), harm });
        }
        table.lines(&["next", "next"]);
        table.position_of("one")
    };
    assert_eq!(run(false).2, 90.0);
    near("held", run(true), (20.0, 12.0, 0.0));
}

#[test]
fn r8_4_on_the_measured_table_duties_and_the_sheet_show_the_jam() {
    let mut setup = line();
    setup.divisions.iter_mut().for_each(|division| division.at = None);
    let mut table = begin(&setup);
    let events = jam(&mut table, "asama", 2);
    assert_eq!(detached_ships(&events).len(), 1);
    table.apply_line("next", &[]);
    let text = show::status::duties_text(&View::referee(&table.state));
    assert!(text.contains("Asama") && text.contains("through turn 3") && text.contains("[8.4]"), "{text}");
    assert!(text.contains("straight on or round its turning circle"), "{text}");
    let (sheet, _) = show::sheet::sheets(&View::referee(&table.state), Some(&"asama".into()));
    assert!(sheet.contains("rudder is jammed through turn 3"), "{sheet}");
    // The jam does not delay the game: the segment closes, and the engines still work.
    table.apply_line("speed asama 1", &[]);
    table.apply_line("next to plotting", &[]);
    assert!(show::status::duties_text(&View::referee(&table.state)).contains("Asama"));
    table.apply_line("next to plotting", &[]);
    assert!(!show::status::duties_text(&View::referee(&table.state)).contains("Asama"), "turn 4: the jam is over");
}

/// Of a ship moved by hand, a plot filed ahead does not move a rudder that was jammed later. [5.7.7, 8.4]
#[test]
fn r8_4_a_jam_makes_a_plot_filed_ahead_void() {
    for jams in [true, false] {
        let mut setup = line();
        setup.divisions[0].ships.truncate(1);
        setup.ships.retain(|ship| !["iwate", "asama"].contains(&ship.card.id.word()));
        setup.divisions.iter_mut().for_each(|division| division.at = None);
        let mut table = begin(&setup);
        table.apply_line("plot 1st 1-CR60 speed 2 next", &[]);
        if jams {
            table.apply_line("set izumo rudder port 3 because \"a hit\"", &[]);
        }
        table.apply_line("next to gunfire", &[]);
        table.apply_line("next waive \"test\" to plotting", &[]);
        let mut with_speed = Table { state: table.state.clone() };
        if jams {
            with_speed.apply_line("speed izumo 1", &[]);
        } else {
            with_speed.assert_refused("plot 1st 1.5", "PlottedAhead");
        }
        let events = table.apply_line("next", &[]);
        let course = events
            .iter()
            .any(|event| matches!(event.fact, Fact::ChangedByHand { what: naval::model::ManualChange::Course, .. }));
        let void = events.iter().any(|event| {
            matches!(&event.fact, Fact::PlotReplaced { plot, .. } if plot.elements.is_empty())
                && event.rule.to_string() == "8.4"
        });
        assert_eq!((course, void), (!jams, jams), "{events:?}");
    }
}

#[test]
fn r8_4_the_enemy_learns_nothing_before_the_ship_moves() {
    for tracked in [true, false] {
        let mut setup = line();
        if !tracked {
            setup.divisions.iter_mut().for_each(|division| division.at = None);
        }
        let mut table = begin(&setup);
        table.state.ship_mut(&"asama".into()).unwrap().sighted = true;
        let russia = Id::new("russia");
        let seen_by_russia = |table: &Table| {
            let view = View::for_side(&table.state, &russia);
            assert!(view.segment_reminders().is_empty());
            view.enemies().find(|enemy| enemy.id == *"asama").map(|enemy| enemy.division.to_string())
        };
        table.apply_line("next to torpedo", &[]);
        if !tracked {
            table.apply_line("none in reach", &[]);
        }
        table.apply_line("next to damage", &[]);
        table.apply_line("set asama sighted yes because \"seen\"", &[]);
        jam(&mut table, "asama", 3);
        table.apply_line("set asama sighted yes because \"seen\"", &[]);
        assert_eq!(seen_by_russia(&table), Some("1st".to_owned()));
        assert_eq!(table.ship("asama").division, *"asama");
        assert_eq!(
            View::for_side(&table.state, &"japan".into()).segment_reminders().len(),
            0,
            "not in the Damage Segment"
        );
    }
}

#[test]
fn r8_4_a_single_ship_keeps_its_division_and_its_helm() {
    let mut table = begin(&setup(&[
        division("japan", "1st", &[("Izumo", CA)], 20.0, 14.0, 0.0),
        division("russia", "rd", &[("Retvizan", BB)], 60.0, 40.0, 180.0),
    ]));
    assert_eq!(detached_ships(&jam(&mut table, "izumo", 1)), []);
    table.apply_line("next", &[]);
    table.assert_refused("plot 1st 2", "RudderJammed");
    table.assert_refused("plot izumo 2", "RudderJammed");
    table.apply_line("next to plotting", &[]);
    near("held", table.position_of("izumo"), (20.0, 18.0, 0.0));
    table.apply_line("plot 1st 1-CR15 speed 2", &[]);
}

#[test]
fn r8_4_the_engines_of_a_jammed_ship_still_obey() {
    let mut table = begin(&line());
    jam(&mut table, "asama", 2);
    table.apply_line("next", &[]);
    let filed = table.apply_line("speed asama 1", &[]);
    assert_eq!(filed.iter().map(|event| event.rule.to_string()).collect::<Vec<_>>(), ["5.5"]);
    table.assert_refused("plot asama 1", "RudderJammed");
    table.apply_line("next to plotting", &[]);
    near("asama at an inch", table.position_of("asama"), (20.0, 13.0, 0.0));
    // It gains half an inch a turn from the speed made, up to its allowance.
    table.assert_refused("speed asama 1.51", "GainsTooMuch");
    table.assert_refused("speed asama 2.51", "AboveAllowance");
    table.apply_line("speed asama 1.5", &[]);
    table.apply_line("next to plotting", &[]);
    near("asama at an inch and a half", table.position_of("asama"), (20.0, 14.5, 0.0));
    // A circling ship moves at the speed of its engines.
    let mut table = begin(&setup(&[
        division("japan", "1st", &[("Izumo", CA)], 20.0, 14.0, 0.0),
        division("russia", "rd", &[("Retvizan", BB)], 60.0, 40.0, 180.0),
    ]));
    table.apply_line("plot 1st 1.25-CR90 speed 2", &[]);
    jam(&mut table, "izumo", 3);
    let heading = table.position_of("izumo").2;
    table.apply_line("next", &[]);
    table.apply_line("speed 1st 0.5", &[]);
    table.apply_line("next to plotting", &[]);
    let wanted = (heading + 0.5_f64.to_degrees() / 0.5).rem_euclid(360.0);
    assert!((table.position_of("izumo").2 - wanted).abs() < 0.02, "{}, not {wanted}", table.position_of("izumo").2);
}

/// A rudder jammed by the referee acts like a hit: the ship leaves its division and circles.
#[test]
fn r8_4_the_referee_jams_a_rudder_and_frees_it() {
    for (word, hand) in [("port", Some(TurnSide::Left)), ("starboard", Some(TurnSide::Right)), ("amidships", None)] {
        let mut table = begin(&line());
        let events = table.line(&format!("set izumo rudder {word} 2 because \"a tow line\"")).unwrap();
        assert_eq!(detached_ships(&events), [("izumo".to_owned(), "8.4".to_owned())], "{word}");
        let jam = table.ship("izumo").jam(1).unwrap();
        assert_eq!((jam.circles, jam.until_turn), (hand, 3), "{word}");
        assert!(table.ship("izumo").jam(3).is_some() && table.ship("izumo").jam(4).is_none(), "{word}");
        let refused = table.refusal("plot izumo 2");
        assert!(refused.contains("RudderJammed"), "{refused}");
        assert!(table.facts_on_copy("set izumo rudder free because \"cleared\"").is_ok());
        table.line("set izumo rudder free because \"cleared\"").unwrap();
        assert!(table.ship("izumo").jam(1).is_none(), "{word}");
        table.line("plot izumo 2").unwrap();
    }
    // Without a number of turns the die of 8.4 decides, so the maximum is six.
    let mut table = begin(&line());
    table.rolled("set izumo rudder port because \"a tow line\"", &[4]);
    assert_eq!(table.ship("izumo").jam(1).map(|jam| jam.until_turn), Some(5));
    for turns in [0, 7] {
        let refused = begin(&line()).refusal(&format!("set izumo rudder port {turns} because \"x\""));
        assert!(refused.contains("AboveCard"), "{refused}");
    }
    let refused = begin(&line()).refusal("set 1st rudder port because \"x\"");
    assert!(refused.contains("NotAShip"), "{refused}");
}

/// A plot of the same turn is void as well, and the sheet shows it; a plotted speed is not. [5.9.1, 8.4]
#[test]
fn r8_4_a_jam_makes_the_plot_of_its_turn_void() {
    for tracked in [true, false] {
        for (plot, void) in [("1-CR60 speed 2", true), ("2", false)] {
            let mut setup = line();
            setup.divisions[0].ships.truncate(1);
            setup.ships.retain(|ship| !["iwate", "asama"].contains(&ship.card.id.word()));
            if !tracked {
                setup.divisions.iter_mut().for_each(|division| division.at = None);
            }
            let mut table = begin(&setup);
            table.apply_line(&format!("plot 1st {plot}"), &[]);
            table.apply_line("set izumo rudder port 3 because \"a hit\"", &[]);
            let events = table.apply_line("next", &[]);
            let replaced: Vec<_> = events
                .iter()
                .filter_map(|event| match &event.fact {
                    Fact::PlotReplaced { plot, .. } => Some((plot.elements.is_empty(), event.rule.to_string())),
                    _ => None,
                })
                .collect();
            let expected = if void { vec![(true, "8.4".to_owned())] } else { Vec::new() };
            assert_eq!(replaced, expected, "tracked {tracked}, {plot}");
            let sheet = show::sheet::sheets(&View::referee(&table.state), Some(&"1st".into())).0;
            assert_eq!(sheet.contains("as the rudder was jammed"), void, "{sheet}");
        }
    }
}

/// Under a new flag a jammed ship is not shown as going straight ahead: its rudder decides. [5.9.1, 8.4]
#[test]
fn r8_4_the_last_ship_of_a_division_circles_under_its_new_flag() {
    let mut table = begin(&line());
    table.apply_line("plot 1st 1-CR30 speed 2", &[]);
    for ship in ["izumo", "iwate", "asama"] {
        table.apply_line(&format!("set {ship} rudder port 3 because \"a hit\""), &[]);
    }
    let events = table.apply_line("next", &[]);
    let is_straight = |event: &NavalEvent| matches!(&event.fact, Fact::PlotReplaced { plot, .. } if !plot.elements.is_empty() && plot.is_straight());
    assert!(!events.iter().any(is_straight), "{events:?}");
    for ship in ["izumo", "iwate", "asama"] {
        let unit = table.state.ship(&ship.into()).unwrap().division.clone();
        let sheet = show::sheet::sheets(&View::referee(&table.state), Some(&unit)).0;
        assert!(!sheet.contains("straight ahead this turn"), "{sheet}");
    }
}
