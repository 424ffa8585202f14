//! Facts without a game, and the pages that describe commands.
use std::{fs, path::Path};

use serde_json::Value;

use super::Workspace;
use crate::pages::blocks;

#[test]
fn facts_are_printed_as_prose_and_json() {
    let table = Workspace::new();
    for (arguments, words) in [
        (&["ship", "list"][..], "Retvizan"),
        (&["ship", "card", "asahi"], "Asahi"),
        (&["ship", "show", "asahi"], "Asahi"),
        (&["scenario", "list"], "asahi-retvizan"),
        (&["scenario", "show", "ulsan"], "Ulsan"),
        (&["table", "list"], "gunnery"),
        (&["table", "show", "gunnery"], "6.5.1.3"),
        (&["rules", "6.5.1"], "6.5.1"),
        (&["rules", "search", "smoke"], "4.6"),
        (&["rules", "--coverage"], "6.5.1"),
        (&["roll", "3d20", "--seed", "1"], "3d20"),
        (&["odds", "fires", "--burning", "2"], "%"),
    ] {
        table.run(arguments, "").assert_success().assert_out(words);
        let json: Vec<&str> = arguments.iter().copied().chain(["--json"]).collect();
        table.run(&json, "").assert_success().one_json();
    }
}

#[test]
fn lists_are_arrays_of_objects_with_an_id() {
    let table = Workspace::new();
    for arguments in [["ship", "list", "--json"], ["scenario", "list", "--json"], ["table", "list", "--json"]] {
        let list = table.run(&arguments, "").assert_success().one_json();
        let list = list.as_array().unwrap();
        assert!(!list.is_empty() && list.iter().all(|entry| entry["id"].is_string()), "{arguments:?}");
    }
}

#[test]
fn ship_list_finds_ships_that_match_all_words() {
    let table = Workspace::new();
    let ids = |words: &str| -> Vec<String> {
        let words: Vec<&str> = ["ship", "list", "--json"].into_iter().chain(words.split(' ')).collect();
        let list = table.run(&words, "").assert_success().one_json();
        list.as_array().unwrap().iter().map(|entry| entry["id"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(ids("britain monitors of the humber class in 1914"), ["humber", "severn", "mersey"]);
    assert_eq!(ids("rjw CB electric"), ["electric-cliff"]);
    assert!(ids("ottoman coast batteries").contains(&"rumeli-mecidiye".to_owned()));
    assert!(ids("merchant tramps ww1").iter().all(|id| id.starts_with("tramp-")));
    assert_eq!(ids("1918-01-19 midilli"), ["midilli"]);
    assert!(ids("germany armed merchant cruisers").contains(&"cap-trafalgar".to_owned()));
    table
        .run(&["ship", "list", "midilli", "1918-01-21"], "")
        .assert_refused()
        .assert_err("No ship in the library matches that.");
}

#[test]
fn coverage_lists_all_207_paragraphs() {
    let list = Workspace::new().run(&["rules", "--coverage", "--json"], "").assert_success().one_json();
    let list = list.as_array().unwrap();
    assert_eq!(list.len(), 207);
    for entry in list {
        assert!(entry["rule"].is_string() && entry["title"].is_string() && entry["status"].is_string(), "{entry}");
    }
}

#[test]
fn dice_are_rolled_by_expression() {
    let table = Workspace::new();
    for (dice, least, most) in [("3d20", 3, 60), ("d100", 1, 100), ("2d6+1", 3, 13), ("d10-1", 0, 9)] {
        let roll = table.run(&["roll", dice, "--seed", "7", "--json"], "").assert_success().one_json();
        let total = roll["total"].as_i64().unwrap();
        assert!((least..=most).contains(&total), "{dice}: {total}");
        assert_eq!(roll, table.run(&["roll", dice, "--seed", "7", "--json"], "").assert_success().one_json());
    }
    for bad in ["", "d", "0d6", "d0", "3x20", "99999999d6", "d6+", "-1d6"] {
        let run = table.run(&["roll", "--", bad], "");
        assert!(matches!(run.code, Some(1 | 2)), "{bad}: {}", run.out);
        assert!(run.out.is_empty() && !run.err.contains("panicked"));
    }
}

#[test]
fn data_can_be_exported_and_used() {
    let table = Workspace::new();
    table.run(&["data", "export", "mine"], "").assert_success();
    let files = kit::carried::files(&kit::root()).unwrap();
    let data: Vec<_> = files.iter().filter(|(path, _)| !path.ends_with(".md")).collect();
    assert!(120 < data.len(), "{} data files", data.len());
    for (path, text) in data {
        assert_eq!(fs::read_to_string(table.path("mine").join(path)).unwrap(), *text, "{path}");
    }
    table.run(&["--data", "mine", "play", "asahi-retvizan", "-o", "a.kaiser"], "next\n").assert_success();
    table.run(&["data", "export", "mine"], "").assert_refused().assert_err("mine");
    table.run(&["--data", "nowhere", "ship", "list"], "").assert_refused().assert_err("nowhere");
}

#[test]
fn a_data_file_that_no_game_reads_is_reported_with_the_nearest_name() {
    let table = Workspace::new();
    let listed = |dir: &str| table.run(&["--data", dir, "scenario", "list"], "").assert_success().err;
    table.run(&["data", "export", "club"], "").assert_success();
    assert_eq!(listed("club"), "", "exported files are all read, the table of ships too");
    // Files that are clearly not data, and files with free names in folders that allow any name.
    for (file, like) in [
        ("README", ""),
        ("README.md", ""),
        ("data/ships/notes.txt", ""),
        (".github/workflows/check.yaml", ""),
        ("data/naval/.card.yaml", ""),
        ("scenarios/of-our-own.yaml", "scenarios/ulsan.yaml"),
        ("data/crystal/of-our-own.yaml", "data/crystal/aidlon.yaml"),
        ("data/ships/of-our-own.yaml", ""),
    ] {
        let path = table.path("club").join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, if like.is_empty() { String::new() } else { table.read(&format!("club/{like}")) }).unwrap();
    }
    fs::write(table.path("club/data/ships/of-our-own.yaml"), "[]\n").unwrap();
    let text = table.run(&["--data", "club", "table", "list"], "").assert_success().err;
    assert_eq!(text, "");
    for (file, nearest) in [
        ("scenario/mine.yaml", "scenarios/mine.yaml"),
        ("Scenarios/ulsan.yaml", "scenarios/ulsan.yaml"),
        ("scenarios/club/mine.yaml", "scenarios/mine.yaml"),
        ("scenarios/mine.yml", "scenarios/mine.yaml"),
        ("data/naval/cards.yaml", "data/naval/card.yaml"),
        ("data/naval/chart/rjw.yaml", "data/naval/charts/rjw.yaml"),
        ("naval/navies.yaml", "data/naval/navies.yaml"),
        ("data/ship/japan.yaml", "data/ships/japan.yaml"),
        ("data/ships/club/japan.yaml", "data/ships/japan.yaml"),
    ] {
        let table = Workspace::new();
        let path = table.path("club").join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, "[]\n").unwrap();
        let run = table.run(&["--data", "club", "table", "list"], "").assert_success();
        assert_eq!(run.err, format!("note:  no game reads {file}: did you mean {nearest}?\n"));
        let found = table.process(&["table", "list"]).env("KAISER_DATA", table.path("club")).output().unwrap();
        assert_eq!(String::from_utf8(found.stderr).unwrap(), run.err);
    }
    // Only the first of many files are named.
    let table = Workspace::new();
    fs::create_dir(table.path("club")).unwrap();
    (0..7).for_each(|number| fs::write(table.path("club").join(format!("{number}.yaml")), "[]\n").unwrap());
    let text = table.run(&["--data", "club", "table", "list"], "").assert_success().err;
    assert!(text.lines().count() == 6 && text.ends_with("note:  no game reads 2 more files\n"), "{text}");
    assert!(text.contains("`kaiser data export DIR` shows the valid names"), "{text}");
}

#[test]
fn print_reports_the_errors_of_a_scenario_as_check_does() {
    let table = Workspace::new();
    table.run(&["data", "export", "club"], "").assert_success();
    let broken = table.read("club/scenarios/ulsan.yaml").replacen("turns:", "turms:", 1).replacen("side:", "sied:", 1);
    fs::write(table.path("club/scenarios/ulsan.yaml"), broken).unwrap();
    let check = table.run(&["--data", "club", "scenario", "check", "ulsan"], "").assert_refused();
    assert!(check.err.contains("turms") && check.err.contains("sied"), "{}", check.err);
    for name in ["ulsan", "Ulsan"] {
        let print = table.run(&["--data", "club", "print", name], "").assert_refused();
        assert_eq!(print.err, check.err, "{name}");
    }
    // A name that is not a scenario is taken as a ship.
    table.run(&["--data", "club", "print", "asahi"], "").assert_success().assert_out("Asahi");
    table.run(&["--data", "club", "print", "ulsen"], "").assert_refused().assert_err("there is no ship");
}

#[test]
fn unknown_names_suggest_the_nearest() {
    let table = Workspace::new();
    for (arguments, nearest) in [
        (&["play", "asahi-retvisan"][..], "asahi-retvizan"),
        (&["scenario", "show", "ulsn"], "ulsan"),
        (&["ship", "card", "asahy"], "asahi"),
        (&["table", "show", "gunery"], "gunnery"),
    ] {
        let run = table.run(arguments, "").assert_refused();
        assert!(run.assert_err("error: ").err.to_lowercase().contains(nearest), "{}", run.err);
    }
    assert_eq!(fs::read_dir(table.dir.path()).unwrap().count(), 0);
}

#[test]
fn r9_2_victory_is_shown_in_the_words_of_the_scenario() {
    let table = Workspace::new();
    table
        .run(&["scenario", "show", "coronel"], "")
        .assert_success()
        .assert_out("Victory [9.2]:")
        .assert_out("Britain wins outright if Scharnhorst or Gneisenau is sunk.");
    let value = table.run(&["scenario", "show", "coronel", "--json"], "").assert_success().one_json();
    assert_eq!(value["victory"].as_array().map(Vec::len), Some(3));
    let drill = table.run(&["scenario", "show", "sandbox"], "").assert_success();
    assert!(!drill.out.contains("Victory"));
}

#[test]
fn r9_2_a_scenario_without_special_rules_shows_none() {
    let heading = |scenario| {
        Workspace::new().run(&["scenario", "show", scenario], "").assert_success().out.contains("Special rules [9.2]")
    };
    assert_eq!((heading("ulsan"), heading("torpedo-boats-misread")), (true, false));
}

#[test]
fn a_bad_scenario_file_is_refused_with_the_line_of_its_error() {
    let table = Workspace::new();
    table.write("bad.yaml", "id: bad\n\tturns: 3\n");
    table.run(&["scenario", "check", "bad.yaml"], "").assert_refused().assert_err("bad.yaml:2");
    let run = table.run(&["scenario", "check", "bad.yaml", "--json"], "").assert_refused();
    let error: Value = serde_json::from_str(&run.err).unwrap();
    assert_eq!(error["error"]["flaws"][0]["line"], 2);
    table.run(&["scenario", "check", "ulsan"], "").assert_success().assert_out(", no errors.");
    table.run(&["play", "bad.yaml"], "").assert_refused().assert_err("bad.yaml");
    assert!(!table.path("bad.kaiser").exists());
}

#[test]
fn the_commands_of_the_readme_work() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    let blocks = blocks(&text);
    let of_kind = |kind: &str| blocks.iter().filter(|block| block.kind == kind).collect::<Vec<_>>();
    assert_eq!(of_kind("console")[0].lines, ["cargo run -- play asahi-retvizan", "cargo test"]);
    let typed: String =
        of_kind("kaiser").iter().flat_map(|block| &block.lines).map(|line| format!("{line}\n")).collect();
    let run = Workspace::new().run(&["play", "asahi-retvizan"], &typed).assert_success();
    run.assert_out("to hit 7 or less");
}
