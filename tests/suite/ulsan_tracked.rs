//! Ulsan with every position kept by the program: from quick start through contact to the tally, and its maps.
//!
//! The script is `ulsan-tracked.script`. Its maps are golden drawings, rewritten by `BLESS=1`: look at them before you
//! commit them.
use std::{fs, path::PathBuf, sync::OnceLock};

use geometry::{Point, range_in};
use naval::rules::tally::{self, ScoredFate};
use naval::{Id, Inches, Naval, Segment, State};
use play::journal::Journal;

use crate::cli::{Run, Workspace};

const SEED: &str = "105";

fn script() -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/suite/ulsan-tracked.script");
    fs::read_to_string(path).unwrap()
}

/// The battle, played once for all tests: the directory of its journal, and the output.
fn battle() -> &'static (Workspace, Run) {
    static BATTLE: OnceLock<(Workspace, Run)> = OnceLock::new();
    BATTLE.get_or_init(|| {
        let table = Workspace::new();
        let file = table.write("ulsan-tracked.script", &(script() + "where\nstatus\n"));
        let run = table
            .run(&["play", "ulsan", "--show", "full", "--seed", SEED, "--script", file.to_str().unwrap()], "")
            .assert_success();
        (table, run)
    })
}

fn journal() -> Journal<Naval> {
    let bytes = fs::read(battle().0.path("ulsan.kaiser")).unwrap();
    Journal::<Naval>::read("naval", &bytes).unwrap().journal
}

/// The state at the start of a segment, before any order in it.
fn state_at(turn: u16, segment: Segment) -> State {
    journal().replay_until(|state| state.turn == turn && state.segment == segment)
}

/// The measured distance between the forward funnels of two ships at their positions.
fn tape(state: &State, left: &str, right: &str) -> f64 {
    let funnel = |id: &str| -> Point {
        let ship = state.ship(&Id::new(id)).unwrap();
        let pose = ship.at.unwrap().pose();
        // Cruisers have bases of 1.5, with the funnel 0.15 of the length ahead of the middle. [2.4, 3.5.2]
        pose.at.moved(pose.heading, 0.15 * 1.5)
    };
    range_in(funnel(left), funnel(right))
}

fn in_sight(state: &State) -> Vec<&str> {
    state.ships.iter().filter(|ship| ship.sighted).map(|ship| ship.id.as_str()).collect()
}

#[test]
fn the_battle_verifies_and_is_the_same_when_reopened() {
    let (table, run) = battle();
    table.run(&["verify", "ulsan.kaiser"], "").assert_success().assert_out("all agree");
    journal().verify().unwrap();
    let file = table.write("again.script", "where\nstatus\n");
    let copy = table.write("again.kaiser", &table.read("ulsan.kaiser"));
    let again = table.run(&["play", copy.to_str().unwrap(), "--script", file.to_str().unwrap()], "").assert_success();
    let seen = |text: &str| text.split_once("> where\n").map(|(_, after)| after.to_owned());
    let (before, after) = (run.out.rsplit_once("> where\n").map(|(_, last)| last.to_owned()), seen(&again.out));
    assert!(before.as_ref().is_some_and(|last| last.contains("Gromoboi") && last.contains("sinking")), "{before:?}");
    assert_eq!(before, after);
}

#[test]
fn r5_14_the_quick_start_runs_until_the_leaders_come_into_sight() {
    let before = state_at(2, Segment::Illumination);
    assert!(in_sight(&before).is_empty());
    assert!(tape(&before, "izumo", "rossia") > 14.0);
    let contact = state_at(3, Segment::Illumination);
    assert_eq!(in_sight(&contact), ["izumo", "rossia", "gromoboi"]);
    let range = tape(&contact, "izumo", "rossia");
    assert!((13.04..13.06).contains(&range), "{range}");
    assert!(tape(&contact, "izumo", "rurik") > 14.0 && tape(&contact, "azuma", "rossia") > 14.0);
}

#[test]
fn r3_5_2_ranges_come_from_positions_except_the_typed_one() {
    let mut declared = 0;
    for turn in 6..=16 {
        let ready = journal().replay_until(|state| state.turn == turn && state.segment == Segment::Torpedo);
        for declaration in &ready.this_move.declarations {
            let (firer, target) = (declaration.firer.as_str(), declaration.target.as_str());
            let measured = Inches::nearest(tape(&ready, firer, target));
            let typed = turn == 7 && [firer, target].contains(&"izumo") && [firer, target].contains(&"rurik");
            if typed {
                assert_eq!(declaration.range, Inches(770), "{firer} at {target}, turn {turn}");
                assert_eq!(measured, Inches(728));
            } else {
                assert!(
                    (declaration.range - measured).abs() <= Inches(1),
                    "{firer} at {target}, turn {turn}: {measured}"
                );
            }
            declared += 1;
        }
    }
    let ordered = script().lines().filter(|line| line.starts_with("target ")).count();
    assert_eq!(declared, ordered);
    battle().1.assert_out("By position Izumo to Rurik is 7.28\", but the typed 7.7\" applies. [2.7]");
}

#[test]
fn r5_7_4_the_2nd_division_follows_in_its_leaders_track() {
    // Each ship comes to the place at which the ship ahead was a turn before.
    let (then, now) = (state_at(10, Segment::Sighting), state_at(11, Segment::Sighting));
    let place = |state: &State, id: &str| state.ship(&Id::new(id)).unwrap().at.unwrap();
    for (ahead, astern) in [("izumo", "azuma"), ("azuma", "tokiwa"), ("tokiwa", "iwate")] {
        let apart = range_in(place(&then, ahead).point(), place(&now, astern).point());
        assert!(apart < 0.1, "{astern} comes {apart} from where {ahead} was");
    }
    battle().1.assert_out("2nd Division is out of column").assert_out("2nd Division is in column again");
}

#[test]
fn r4_6_the_smoke_hides_rurik_and_then_does_not() {
    let sees = |turn: u16, id: &str| in_sight(&state_at(turn, Segment::Illumination)).contains(&id);
    assert!(sees(12, "rurik") && !sees(13, "rurik") && sees(14, "rurik"));
    assert!(!sees(13, "izumo") && sees(14, "izumo"));
}

#[test]
fn r5_10_3_a_signal_is_read_and_another_is_not() {
    let text = &battle().1;
    text.assert_out("Orders of rear, on 6 or less (D10): typed 10 -> not received. [5.10.3]");
    text.assert_out("Orders of rear, on 6 or less (D10): typed 2 -> received. [5.10.3]");
    text.assert_out("plotted a turn ahead +2 [5.7.7]");
}

#[test]
fn r7_4_2_naniwas_torpedo_runs_its_course_and_is_spent() {
    battle()
        .1
        .assert_out("launches 1 torpedo factor at Rurik")
        .assert_out("Marker N is removed: its run is over. [7.4.2]");
    let launched = state_at(16, Segment::Torpedo);
    let marker = launched.markers.iter().find(|marker| marker.id == Id::new("N:japan")).unwrap();
    assert_eq!((marker.run, marker.factors), (Inches(300), 1));
}

#[test]
fn r9_3_the_tally_counts_rurik_and_a_battle_of_history_has_no_handicap() {
    let journal = journal();
    let state = journal.state();
    assert!(state.end.is_some());
    let counted = tally::tally(state);
    let counts_of = |side: &str| counted.sides.iter().find(|counted| counted.side == Id::new(side)).unwrap();
    let (japan, russia) = (counts_of("japan"), counts_of("russia"));
    assert_eq!((japan.points, japan.handicap, japan.total), (6, 0, 6));
    assert_eq!((russia.points, russia.handicap, russia.total), (0, 0, 0));
    assert_eq!(japan.lines.len(), 1);
    assert_eq!((japan.lines[0].ship.as_str(), japan.lines[0].standing), ("rurik", ScoredFate::Sunk));
    assert_eq!(counted.leader, Some(Id::new("japan")));
    battle().1.assert_out("Verdict: Japan wins (condition 3). [9.2]").assert_out("Japan leads on points.");
}

#[test]
fn its_maps_at_contact_in_mid_battle_and_at_the_end_are_golden() {
    let table = &battle().0;
    let moments: [(&str, &[&str]); 3] = [
        ("ulsan-contact.svg", &["--at", "3/illumination"]),
        ("ulsan-battle.svg", &["26", "8", "50", "26", "wakes", "--at", "13/gunfire"]),
        ("ulsan-end.svg", &["wakes"]),
    ];
    for (name, words) in moments {
        let arguments = [&["map", "ulsan.kaiser"], words, &["-o", name]].concat();
        table.run(&arguments, "").assert_success();
        kit::golden("tests/show/map", name, &table.read(name));
    }
}
