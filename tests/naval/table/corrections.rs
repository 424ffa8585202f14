//! The referee's corrections of positions, and what a refused line offers instead.
use naval::model::ShipType::{BB, CA, TBD};
use naval::model::{Land, Meeting, OverruledValue, Setting, Setup};
use naval::{Fact, Inches, Naval, notation};
use play::{self, Game, NotDecided, Script};

use super::{
    Table,
    fleet::{division, setup},
};

/// A destroyer that heads north at 20, 20, and enemy battleships at these places, named T1, T2 and so on.
fn boat_against(targets: &[(f64, f64, f64)]) -> Table {
    let mut table = Table::new();
    table.place("Boat", TBD, "a", (20.0, 20.0, 0.0));
    for (index, place) in targets.iter().enumerate() {
        table.place(&format!("T{}", index + 1), BB, "b", *place);
    }
    table
}

fn meetings_again(facts: &[Fact]) -> Option<&Vec<Meeting>> {
    facts.iter().find_map(|fact| match fact {
        Fact::MeetingsFoundAgain { meetings, .. } => Some(meetings),
        _ => None,
    })
}

fn attack_count(facts: &[Fact]) -> usize {
    facts.iter().filter(|fact| matches!(fact, Fact::TorpedoesAttacked(_))).count()
}

#[test]
fn r7_4_2_torpedoes_meet_a_ship_that_is_moved_on_to_their_track() {
    // 5.5 inches off, out of reach of a run of 4; the tape shows 3 inches.
    let mut table = boat_against(&[(14.0, 20.0, 0.0)]);
    let moved = table.lines(&["launch boat at t1 factors 1 run 4 port marker Q", "next to torpedo"]);
    assert!(!moved.iter().any(|fact| matches!(fact, Fact::TorpedoesMet(_))));
    let facts = table.lines(&["set t1 at 16.5 20 heading 0 because \"tape\""]);
    let found = meetings_again(&facts).expect("meetings are calculated again");
    assert_eq!((found.len(), found[0].ship.as_str()), (1, "t1"));
    assert!(found[0].range <= Inches(400), "{}", found[0].range);
    assert_eq!(attack_count(&table.lines(&["next"])), 1);
}

#[test]
fn r7_4_2_torpedoes_miss_a_ship_that_is_moved_off_their_track() {
    let mut table = boat_against(&[(16.5, 20.0, 0.0)]);
    let moved = table.lines(&["launch boat at t1 factors 1 run 4 port marker Q", "next to sighting"]);
    assert!(moved.iter().any(|fact| matches!(fact, Fact::TorpedoesMet(_))));
    let facts = table.lines(&["next to torpedo", "set t1 at 10 20 heading 0 because \"tape\""]);
    assert_eq!(meetings_again(&facts), Some(&Vec::new()));
    assert_eq!(attack_count(&table.lines(&["next"])), 0);
    // In a later turn no torpedoes are running, so a correction finds no meeting.
    assert_eq!(
        meetings_again(&table.lines(&["next to gunfire", "set t1 at 16.5 20 heading 0 because \"tape\""])),
        None
    );
}

#[test]
fn r7_4_2_a_ship_that_is_moved_into_the_line_is_attacked_as_well() {
    let mut table = boat_against(&[(16.5, 20.0, 0.0), (14.0, 10.0, 0.0)]);
    table.lines(&["launch boat at t1 factors 1 run 4 port marker Q", "next to torpedo"]);
    assert!(table.state.this_move.meetings[0].in_line.is_empty());
    // Between the dot and the first battleship.
    let facts = table.lines(&["set t2 at 18.5 20 heading 0 because \"tape\""]);
    let line: Vec<&str> = meetings_again(&facts).unwrap()[0].in_line.iter().map(|ship| ship.ship.as_str()).collect();
    assert_eq!(line, ["t2"]);
    assert_eq!(attack_count(&table.lines(&["next"])), 2);
}

#[test]
fn r7_4_4_torpedoes_meet_any_ship_of_the_formation() {
    for formed in [false, true] {
        let mut table = boat_against(&[(12.0, 20.0, 0.0), (12.0, 17.0, 0.0), (16.5, 20.5, 0.0), (16.5, 12.0, 0.0)]);
        table.lines(&["division 1st t1 t2", "division 2nd t3 t4"]);
        if formed {
            table.lines(&["formation van 1st 2nd bearing 90 interval 4"]);
        }
        let facts = table.lines(&["launch boat at t1 factors 1 run 4 port marker Q", "next to torpedo"]);
        let meetings: Vec<&str> = facts
            .iter()
            .filter_map(|fact| match fact {
                Fact::TorpedoesMet(meeting) => Some(meeting.ship.as_str()),
                _ => None,
            })
            .collect();
        assert_eq!(meetings, if formed { vec!["t3"] } else { vec![] }, "formed: {formed}");
    }
}

/// Adds an isle that reaches from `west` to `east`, in hundredths of an inch.
fn isle(table: &mut Table, west: i32, east: i32) {
    let corners = [(west, 19), (east, 19), (east, 21), (west, 21)].map(|(x, y)| (Inches(x), Inches::whole(y)));
    let land = Land { id: "isle".into(), name: "Isle".to_owned(), corners: corners.to_vec() };
    std::sync::Arc::make_mut(&mut table.state.setup).land = vec![land];
}

fn is_overruled(facts: &[Fact]) -> bool {
    facts.iter().any(|fact| {
        matches!(fact, Fact::Overruled { word: OverruledValue::Block { typed: None, stands: Some(_) }, .. })
    })
}

#[test]
fn r4_7_the_referee_may_rule_that_a_line_is_clear() {
    let mut table = boat_against(&[(16.0, 20.0, 0.0)]);
    isle(&mut table, 1750, 1850);
    table.set("t1", Setting::Sighted(true));
    assert!(table.refusal("launch boat at t1 factors 1 run 4 port marker Q").contains("Blocked"));
    assert!(is_overruled(&table.lines(&["launch boat at t1 factors 1 run 4 port marker Q clear"])));
    let printed = notation::parse(&table.state, "launch boat at t1 factors 1 run 4 port marker S clear").unwrap();
    assert!(notation::print(&table.state, &printed.command).ends_with("marker S clear"));
    assert!(
        notation::parse(&table.state, "launch boat at t1 factors 1 run 4 port marker S clear blocked by smoke")
            .is_err()
    );
    table.lines(&["next to torpedo"]);
    table.set("t1", Setting::Sighted(true));
    assert!(table.refusal("coup boat at t1 factors 1").contains("Blocked"));
    assert!(is_overruled(&table.lines(&["coup boat at t1 factors 1 clear"])));
}

#[test]
fn r4_5_a_light_works_if_the_referee_rules_that_the_line_is_clear() {
    let mut table = Table::set_up(|setup| setup.night = true);
    table.place("One", BB, "a", (20.0, 20.0, 0.0));
    table.place("Two", BB, "b", (17.5, 20.0, 0.0));
    table.lines(&["next to illumination"]);
    isle(&mut table, 1850, 1900);
    table.set("two", Setting::Sighted(true));
    assert!(table.refusal("illuminate one two searchlight").contains("Blocked"));
    let facts = table.lines(&["illuminate one two searchlight clear"]);
    assert!(is_overruled(&facts) && facts.iter().any(|fact| matches!(fact, Fact::Illuminated { .. })));
}

/// A division of two cruisers that make 3.5 and go at `speed` hundredths of an inch.
fn cruisers(speed: i32) -> Table {
    let mut written: Setup = setup(&[
        division("japan", "1st", &[("Izumo", CA), ("Iwate", CA)], 20.0, 20.0, 0.0),
        division("russia", "rd", &[("Retvizan", BB)], 60.0, 40.0, 180.0),
    ]);
    for ship in &mut written.ships {
        std::sync::Arc::make_mut(&mut ship.card).speed = Inches(350);
    }
    written.divisions[0].speed = Inches(speed);
    Table { state: Naval::initial_state(&written) }
}

/// The refusal of a line: its sentence, its paragraph and its hint.
fn refusal_texts(table: &Table, line: &str) -> (String, String, String) {
    let typed = notation::parse(&table.state, line).unwrap();
    match play::decide::<Naval>(&table.state, &typed.command, &mut Script::default()) {
        Err(NotDecided::Refused { reason, rule }) => {
            let refusal = show::refusal::refusal(&table.state, &reason, rule);
            (refusal.what, rule.to_string(), refusal.hint.map(|hint| hint.to_string()).unwrap_or_default())
        }
        other => panic!("{line}: {other:?}"),
    }
}

/// 5.4, 5.5: the refusal of a plot that is too fast offers the nearest legal plot.
#[test]
fn r5_4_the_refusal_of_a_plot_too_fast_offers_the_nearest_legal_one() {
    for (speed, line, rule, hint) in [
        (350, "plot 1st 1-CL60-1-SR30 speed 4", "5.4", "try `plot 1st 1-CL60-1-SR30 speed 3.5`."),
        (200, "plot 1st 1-CL60-1-SR30 speed 3", "5.5.3", "try `plot 1st 1-CL60-0.95-SR30 speed 2.5`."),
        (350, "plot 1st 4", "5.4", "try `plot 1st 3.5`."),
        (350, "plot 1st CU speed 4", "5.4", "try `plot 1st CU speed 3.5`."),
        // 3.8 straight does not fit into 3.5, so it is cut as well.
        (350, "plot 1st 3.8-SR30 speed 4", "5.4", "try `plot 1st 3.5-SR30 speed 3.5`."),
    ] {
        let table = cruisers(speed);
        let (what, cited, found_hint) = refusal_texts(&table, line);
        assert_eq!((cited.as_str(), found_hint.as_str()), (rule, hint), "{line}: {what}");
        // The offered plot is legal.
        let offered = found_hint.trim_start_matches("try `").trim_end_matches("`.");
        assert!(table.facts_on_copy(offered).is_ok(), "{offered}");
    }
}

/// 3.3.1: what `duties` offers can be typed as it stands.
#[test]
fn r3_3_1_the_plot_that_duties_offers_is_legal() {
    for speed in [0, 125, 200, 350] {
        let table = cruisers(speed);
        let duties = naval::rules::turn::duties(&table.state);
        let mut texts = duties.iter().map(|duty| show::labels::duty_text(&table.state, duty));
        let duties = texts.find(|words| words.contains("plot 1st")).unwrap();
        let line = duties.split(": ").nth(1).unwrap().trim_end_matches(" [3.3.1]");
        assert!(table.facts_on_copy(line).is_ok(), "{line} from {speed}");
    }
}

/// 5.3.1: a light cruiser must lead a flotilla, but takes any place in a larger formation, also in a scenario file.
#[test]
fn r5_3_1_cruisers_take_any_place_in_a_larger_formation() {
    let text = include_str!("../../suite/convoy.yaml");
    let read = |divisions: &str| {
        let with =
            text.replace("formations:\n", &format!("formations:\n  - {{id: train, divisions: [{divisions}]}}\n"));
        naval_kit::scenario_text(&naval_kit::builtin(), "convoy.yaml", &with)
    };
    assert_eq!(read("escort, convoy, scout, boats").unwrap().formations.len(), 2);
    assert!(read("boats, scout").unwrap_err().to_string().contains("must lead a flotilla, but `scout` does not"));
    assert_eq!(read("scout, boats").unwrap().formations.len(), 2);
}

/// 2.2: the empty table comes with the charts and ships of either war.
#[test]
fn r2_2_an_empty_table_has_the_charts_of_either_war() {
    for (name, war, ship) in [("sandbox", "rjw", "asahi"), ("sandbox-ww1", "ww1", "seydlitz")] {
        let setup = naval_kit::scenario(name);
        assert_eq!(setup.charts.id, *war);
        assert!(!setup.options.checks && setup.ships.is_empty());
        assert!(load::ship_on(&naval_kit::builtin(), ship, setup.date).is_ok());
    }
}

/// 7.3: no torpedoes through smoke on the table, unless the referee overrules it.
#[test]
fn r7_3_no_launch_through_smoke_on_the_table() {
    let mut table = boat_against(&[(16.0, 20.0, 0.0)]);
    table.place("Maker", TBD, "b", (18.0, 17.0, 0.0));
    table.lines(&["plot maker 4 smoke maker", "next to plotting"]);
    table.set("t1", Setting::Sighted(true));
    let why = table.refusal("launch boat at t1 factors 1 run 4 port marker Q");
    assert!(why.contains("Blocked") && why.contains("Smoke") && why.contains("7.3"), "{why}");
    assert!(table.refusal("plot boat 2 T2/1/T1/4/P/Q").contains("Blocked"));
    assert!(is_overruled(&table.lines(&["launch boat at t1 factors 1 run 4 port marker Q clear"])));
    // A turn later the smoke has drifted away.
    table.lines(&["next to plotting"]);
    table.set("t1", Setting::Sighted(true));
    table.lines(&["launch boat at t1 factors 1 run 4 port marker R"]);
}

/// 2.1: no position is beyond the edges or infinite.
#[test]
fn r2_1_places_are_finite_and_on_the_table() {
    let mut table = boat_against(&[(16.0, 20.0, 0.0)]);
    let before = table.state.clone();
    for place in
        ["72.01 20", "20 48.01", "-0.01 20", "20 -3", "nan 20", "20 NaN", "inf 20", "20 -inf", "1e9 20", "x 20", "20"]
    {
        for line in
            [format!("place boat at {place} heading 0"), format!("set boat at {place} heading 0 because \"tape\"")]
        {
            table.refusal(&line);
            assert_eq!(table.state, before, "{line}");
        }
    }
    for heading in ["nan", "inf", "north-ish"] {
        table.refusal(&format!("place boat at 20 20 heading {heading}"));
    }
    assert!(table.refusal("place boat at 72.01 20 heading 0").contains("OffTable"));
    for place in ["0 0", "72 48"] {
        table.lines(&[&format!("place boat at {place} heading 0")]);
    }
}

/// 5.5, 5.5.3: a typed speed is a plot, and speed is gained once a turn.
#[test]
fn r5_5_typing_a_speed_does_not_grant_a_second_gain() {
    let mut table = cruisers(200);
    assert!(table.refusal("speed 1st 3").contains("GainsTooMuch"));
    table.lines(&["speed 1st 2.5", "speed 1st 2.5"]);
    assert!(table.refusal("speed 1st 3").contains("GainsTooMuch"));
    assert!(table.refusal("plot 1st 3").contains("GainsTooMuch"));
    assert_eq!(table.ship("izumo").speed, Inches(200), "it makes the new speed when it moves");
    table.lines(&["plot rd 2", "next"]);
    assert_eq!(table.ship("izumo").speed, Inches(250));
    assert!(table.refusal("speed 1st 3").contains("WrongSegment"));
}
