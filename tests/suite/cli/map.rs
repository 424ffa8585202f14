//! `map`, `move` and `ranges` at the prompt, and `kaiser map`.
use std::fs;

use serde_json::Value;

use super::{Run, Workspace};

const DRILL: &str = "place asahi at 20 30 heading 90 speed 2.5 side a\n\
                     place mikasa at 17.5 30 heading 90 speed 2.5 side a\n\
                     division 1st asahi mikasa\n\
                     place retvizan at 28 18 heading 45 speed 2 side b\n\
                     plot 1st 1-CR60-1 speed 3\n\
                     plot retvizan 2\n\
                     next\n";

fn sandbox(table: &Workspace, more: &str) -> Run {
    let file = table.write("drill.txt", &format!("{DRILL}{more}"));
    table.run(&["play", "sandbox", "--seed", "1", "--script", file.to_str().unwrap()], "")
}

fn json(table: &Workspace, line: &str) -> Value {
    let file = table.write("drill.txt", &format!("{DRILL}{line}\n"));
    let run = table
        .run(&["play", "sandbox", "--seed", "1", "--json", "--script", file.to_str().unwrap()], "")
        .assert_success();
    serde_json::from_str(run.out.lines().last().unwrap()).unwrap()
}

#[test]
fn a_map_fits_100_columns_by_default() {
    let run = sandbox(&Workspace::new(), "map\n").assert_success();
    run.assert_out("An empty table.")
        .assert_out("A column is 0.75\", a row 1.5\".")
        .assert_out("A ↘ Asahi")
        .assert_out("a ↗ Retvizan");
    assert!(run.out.lines().all(|line| line.chars().count() <= 100), "{}", run.out);
    assert!(!run.out.contains('\u{1b}'), "no colour without a terminal");
}

/// With no ship in sight, the empty sea is still drawn, and no view claims that the game has no positions.
#[test]
fn r4_3_the_table_sees_an_empty_sea_if_no_ship_is_in_sight() {
    let read = |measured: bool, lines: &str| {
        let table = Workspace::new();
        let file = table.write("view.txt", &format!("pass to table\n{lines}\n"));
        let mut words = vec!["play", "ulsan", "--seed", "1", "--keep-going", "--script", file.to_str().unwrap()];
        words.extend(measured.then_some("--measured"));
        let run = table.run(&words, "");
        format!("{}{}", run.out, run.err)
    };
    let map = read(false, "map");
    assert!(map.contains("As the table knows it.") && map.contains("A column is"), "{map}");
    assert!(!map.contains("Izumo"), "{map}");
    for (line, expected) in [
        ("map to empty.svg", "empty.svg"),
        ("where", "No ship is in sight."),
        ("ranges", "No two enemies are in sight."),
        ("sheet", "The table sees no division sheets: `pass to japan` shows that side's."),
        ("duties", "The table sees no duties"),
        ("targets", "The table sees no targets"),
        ("advise", "The table sees no advice"),
    ] {
        let text = read(false, line);
        assert!(text.contains(expected) && !text.contains("measured ranges"), "{line}: {text}");
    }
    // The near miss: a game without positions has no map.
    for line in ["map", "where"] {
        assert!(read(true, line).contains("this game uses measured ranges"), "{line}");
    }
}

#[test]
fn columns_and_ascii_are_obeyed() {
    let table = Workspace::new();
    sandbox(&table, "").assert_success();
    let mut narrow = table.process(&["map", "sandbox.kaiser", "--ascii"]);
    let out = String::from_utf8(narrow.env("COLUMNS", "40").output().unwrap().stdout).unwrap();
    assert!(out.is_ascii() && out.contains("Asahi"), "{out}");
    assert!(out.lines().all(|line| line.len() <= 40), "{out}");
}

#[test]
fn a_map_can_show_a_part_marks_or_the_view_of_a_side() {
    let table = Workspace::new();
    let run = sandbox(&table, "map asahi\nmap 20 10 40 30 arcs asahi rings retvizan 5 10\nmap sight asahi\n")
        .assert_success();
    run.assert_out("A column is 0.2\"").assert_out("A column is 0.25\"").assert_out("10\"").assert_out("25\"");
    sandbox(&Workspace::new(), "map arcs asahi\n")
        .assert_success()
        .assert_out("bow")
        .assert_out("starboard")
        .assert_out("port")
        .assert_out("stern");
    sandbox(&table, "map side a\n").assert_success().assert_out("As Side a knows it.");
    sandbox(&table, "map b\n").assert_success().assert_out("As Side b knows it.");
}

#[test]
fn near_shows_the_given_inches_around_a_ship_within_the_table() {
    let all = json(&Workspace::new(), "map near asahi 10");
    let ids: Vec<&str> =
        all["map"]["ships"].as_array().unwrap().iter().map(|ship| ship["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["asahi", "mikasa", "retvizan"], "the scene is the same, the window smaller");
    let run = sandbox(&Workspace::new(), "map near asahi 4\n").assert_success();
    run.assert_out("Asahi").assert_out("Mikasa");
    assert!(!run.out.contains("Retvizan heading"), "{}", run.out);
    sandbox(&Workspace::new(), "map near asahi 400\n").assert_success().assert_out("Retvizan");
    sandbox(&Workspace::new(), "map near asahi\n").assert_refused().assert_err("map near asahi 10");
}

#[test]
fn speeds_and_damage_are_shown_beside_the_names_on_request() {
    let run =
        sandbox(&Workspace::new(), "set asahi flotation 3 because \"a trial\"\nmap speeds damage\n").assert_success();
    run.assert_out("Asahi 3.0\" flotation 3/").assert_out("Retvizan 2.0\"");
    let plain = sandbox(&Workspace::new(), "map\n").assert_success();
    assert!(!plain.out.contains("Asahi 3.0"), "{}", plain.out);
    let seen =
        sandbox(&Workspace::new(), "set asahi flotation 3 because \"a trial\"\nmap damage side b\n").assert_success();
    assert!(!seen.out.contains("flotation 3/"), "no side sees enemy damage: {}", seen.out);
}

#[test]
fn a_scenario_is_drawn_without_being_played() {
    let table = Workspace::new();
    let run = table.run(&["map", "drill-two-lines"], "").assert_success();
    run.assert_out("Mikasa").assert_out("Turn 1");
    table.run(&["map", "drill-two-lines", "near", "mikasa", "6", "-o", "near.svg"], "").assert_success();
    assert!(table.read("near.svg").contains("Mikasa"));
    assert!(!table.path("drill-two-lines.kaiser").exists(), "no game was begun");
    let early = table.run(&["map", "drill-two-lines", "--at", "2/gunfire"], "");
    assert_eq!(early.code, Some(2));
    table.run(&["map", "no-such-battle"], "").assert_refused();
}

#[test]
fn pictures_are_written_and_never_overwritten() {
    let table = Workspace::new();
    sandbox(&table, "map to x.svg\nmap asahi rings asahi 5 width 320 to x.png\n")
        .assert_success()
        .assert_out("The map is in x.svg");
    assert!(table.read("x.svg").starts_with("<svg"));
    let png = fs::read(table.path("x.png")).unwrap();
    assert_eq!(&png[1..4], b"PNG");
    assert_eq!(u32::from_be_bytes(png[16..20].try_into().unwrap()), 320);
    let again = table.run(&["map", "sandbox.kaiser", "-o", "x.svg"], "").assert_refused();
    again.assert_err("x.svg exists, and files are never overwritten");
    table.run(&["map", "sandbox.kaiser", "-o", "y.svg"], "").assert_success();
    assert_eq!(table.read("y.svg"), table.read("x.svg"), "the same bytes at the prompt and from the journal");
    let run = table.run(&["map", "sandbox.kaiser", "-o", "x.jpg"], "");
    assert_eq!(run.code, Some(2));
    run.assert_err("x.jpg: a map must be .svg or .png.");
    assert!(!table.path("x.jpg").exists());
}

#[test]
fn a_map_can_show_an_earlier_moment() {
    let table = Workspace::new();
    sandbox(&table, "").assert_success();
    let before = table.run(&["map", "sandbox.kaiser", "--at", "1/plotting"], "");
    // A moment is the start of its segment, before any ship was placed.
    before.assert_refused().assert_err("No ship has a position");
    table.run(&["map", "sandbox.kaiser", "--at", "1/movement"], "").assert_success().assert_out("Asahi");
    table.run(&["map", "sandbox.kaiser", "--at", "9/movement"], "").assert_refused();
}

#[test]
fn a_map_as_json_is_its_scene() {
    let answer = json(&Workspace::new(), "map arcs asahi");
    let scene = &answer["map"];
    assert_eq!(scene["table"]["width_in"], 72.0);
    let asahi = scene["ships"].as_array().unwrap().iter().find(|ship| ship["id"] == "asahi").unwrap();
    assert_eq!(asahi["division"], "1st");
    assert_eq!(scene["arcs"][0]["sectors"].as_array().unwrap().len(), 4);
    assert!(answer["text"].as_str().unwrap().contains("Asahi"));
}

#[test]
fn wrong_arguments_get_one_clear_error() {
    for (line, words) in [
        ("map asahy", "asahi"),
        ("map 20 10", "four numbers"),
        ("map near asahi 4 20 10 40 30", "A map can show only one part of the table."),
        ("map asahi retvizan", "\"retvizan\" does not fit here"),
        ("map rings asahi", "The radii of the rings are missing"),
        ("map rings asahi 0", "A ring's radius must be above 0, up to 200 inches."),
        ("map arcs", "The name of a ship or division is missing"),
        ("map to", "The name of the file is missing"),
        ("map to x.gif", ".svg or .png"),
        ("map side q", "There is no side \"q\""),
        ("map 100 100 120 120", "off the table"),
        ("map 0 0 9999 9999", "The corner cannot be \"9999\""),
        ("move nobody", "nobody"),
        ("ranges nobody", "nobody"),
    ] {
        let run = sandbox(&Workspace::new(), &format!("{line}\n"));
        assert_ne!(run.code, Some(0), "{line}");
        run.assert_err(words);
        assert!(!run.err.contains("panicked"));
    }
}

#[test]
fn a_game_without_positions_has_no_map_and_explains_why() {
    let table = Workspace::new();
    table.drill("quit\n").assert_success();
    table.run(&["map", "asahi-retvizan.kaiser"], "").assert_refused().assert_err("No ship has a position");
}

#[test]
fn move_shows_what_to_do_with_each_miniature() {
    let run = sandbox(&Workspace::new(), "move\nmove retvizan\n").assert_success();
    run.assert_out("Moves of turn 1:\n1st (Side a)\n  Asahi: 1.0\" straight, 60 degrees right round ");
    run.assert_out(" template, ")
        .assert_out(" straight; ends")
        .assert_out("\nRetvizan: 2.0\" straight; ends 29.41, 19.41 heading 45\n");
    let answer = json(&Workspace::new(), "move 1st");
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 2);
    assert_eq!(moves[0]["id"], "asahi");
    assert_eq!(moves[0]["from"]["x"], 20.0);
    assert_eq!(moves[0]["to"]["heading"], 150.0);
}

#[test]
fn move_says_that_no_ship_has_moved_yet() {
    let table = Workspace::new();
    let run = table
        .run(&["play", "sandbox", "--seed", "1"], "place asahi at 20 30 heading 90 side a\nmove\n")
        .assert_success();
    run.assert_out("There is nothing to move yet");
}

#[test]
fn ranges_lists_all_pairs_or_those_of_one_ship() {
    let table = Workspace::new();
    let run = sandbox(&table, "measure all\n").assert_success();
    run.assert_out("from").assert_out("from's arc").assert_out("Asahi").assert_out("Mikasa").assert_out("clear");
    let all = json(&table, "ranges");
    let pairs = all["ranges"].as_array().unwrap();
    assert_eq!(pairs.len(), 2);
    let ranges = json(&table, "ranges retvizan");
    let back = ranges["ranges"].as_array().unwrap();
    assert_eq!(back[0]["from"], "retvizan");
    assert!(back[0]["range"].as_f64() <= back[1]["range"].as_f64(), "the nearest first");
    for pair in pairs {
        let same = back.iter().find(|other| other["to"] == pair["from"]).unwrap();
        assert_eq!(same["range"], pair["range"]);
        assert_eq!(same["arcs"], pair["back"]);
        assert_eq!(same["back"], pair["arcs"]);
        let turn = same["bearing"].as_f64().unwrap() - pair["bearing"].as_f64().unwrap();
        assert!((turn.abs() - 180.0).abs() < 0.011, "{turn}");
        let measured = json(&table, &format!("measure {} retvizan", pair["from"].as_str().unwrap()));
        assert_eq!(measured["range"], pair["range"]);
        assert_eq!(measured["arcs"], pair["arcs"]);
    }
}

#[test]
fn hidden_information_is_on_no_map_and_in_no_table_of_a_side() {
    let table = Workspace::new();
    let run = sandbox(&table, "pass to a\nmap\nranges\nmove\nmap to a.svg\nmap arcs retvizan\n").assert_refused();
    let text = run.out.split("For Side a only").nth(1).unwrap();
    assert!(text.contains("Asahi"));
    assert!(!text.lines().any(|line| !line.starts_with('>') && line.contains("etvizan")), "{text}");
    assert!(!table.read("a.svg").contains("etvizan"));
    let run = table.run(&["play", "sandbox.kaiser"], "pass to a\nmap side b\n").assert_refused();
    run.assert_err("The view of Side b is not for Side a.");
}
