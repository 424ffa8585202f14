//! What is told of a campaign: keys of its JSON, its chronicle, its maps and sheets, and where it does not belong.
use std::{fs, path::Path};

use assert_cmd::Command;
use crystal::{Crystal, Fact, Holder};
use play::Game;
use serde_json::Value;
use show::crystal::{Chronicle, Scene, paper, svg, terminal};
use tempfile::TempDir;

use super::*;

/// Runs the program on lines: whether it went well, and what was said on each stream.
fn told(dir: &Path, args: &[&str], lines: &str) -> (bool, String, String) {
    let mut command = Command::cargo_bin("kaiser").unwrap();
    command.current_dir(dir).args(args).env("NO_COLOR", "1").env_remove("KAISER_DATA");
    let output = command.write_stdin(lines).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.success(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn shop_ways_armies_and_map_have_keys() {
    let dir = TempDir::new().unwrap();
    let lines = "event dice 3 4 1\nshop\nways\narmies 2\nmap\nodds 2\n";
    let (good, out, err) = told(dir.path(), &["crystal", "--seed", "5", "--json"], lines);
    assert!(good, "{err}");
    let answers: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let blades = answers[1]["shop"]["units"].as_array().unwrap().iter().find(|unit| unit["id"] == "BD").unwrap();
    assert_eq!((&blades["price"], &blades["have"], &blades["max"]), (&3.into(), &3.into(), &4.into()));
    assert_eq!(blades["can_buy"], 1);
    let ways = answers[2]["ways"].as_array().unwrap();
    assert_eq!(ways.iter().map(|way| way["id"].as_u64().unwrap()).collect::<Vec<_>>(), [2, 5]);
    assert_eq!(
        (&ways[1]["mp"], &ways[1]["terrain"], &ways[1]["defenders"]),
        (&2.into(), &"forest".into(), &"2LI".into())
    );
    let armies = &answers[3]["armies"];
    assert_eq!((armies["own"]["points"].as_f64(), armies["enemy"]["points"].as_f64()), (Some(35.0), Some(4.0)));
    assert_eq!((&armies["ratio"], &armies["shift"], &armies["column"]), (&4.into(), &1.into(), &4.into()));
    let map = &answers[4]["map"];
    let border = |one: u64, other: u64| map["borders"].as_array().unwrap().contains(&serde_json::json!([one, other]));
    assert!(border(1, 2) && border(23, 24) && !border(0, 1), "{}", map["borders"]);
    assert_eq!(map["spots"][23]["owner"], "Xytyan");
    let faces: Vec<&Value> = answers[5]["scouts"].as_array().unwrap().iter().map(|way| &way["faces"]).collect();
    assert_eq!(faces[0], &serde_json::json!([1, 2, 3, 6]));
}

#[test]
fn a_campaign_is_named_where_a_battle_is_asked_for() {
    let dir = TempDir::new().unwrap();
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/crystal/aidlon.yaml");
    fs::copy(shipped, dir.path().join("own.yaml")).unwrap();
    for (args, what, hint) in [
        (&["play", "aidlon"][..], "aidlon is a campaign of Steel and Crystal", "kaiser crystal aidlon"),
        (&["play", "own.yaml"], "own.yaml is a campaign of Steel and Crystal", "kaiser crystal own.yaml"),
    ] {
        let (good, _, err) = told(dir.path(), args, "");
        assert!(!good && err.starts_with(&format!("error: {what}")), "{err}");
        assert!(err.contains(&format!("hint:  {hint}")) && err.lines().count() == 2, "{err}");
    }
    let (good, out, err) = told(dir.path(), &["scenario", "check", "own.yaml"], "");
    assert!(good, "{err}");
    assert_eq!(out.trim(), "own.yaml: a campaign of 24 areas and 40 turns, no flaw.");
    let broken = fs::read_to_string(dir.path().join("own.yaml")).unwrap().replacen("2CH", "2CX", 1);
    fs::write(dir.path().join("own.yaml"), broken).unwrap();
    assert!(told(dir.path(), &["scenario", "check", "own.yaml"], "").2.contains("\"2CX\" is no unit"));
    told(dir.path(), &["crystal"], "armies 99\n");
    let (good, _, err) = told(dir.path(), &["tally", "aidlon.kaiser"], "");
    assert!(!good && err.contains("is won or lost and has no points") && err.contains("kaiser show"), "{err}");
    let (good, _, err) = told(dir.path(), &["play", "aidlon.kaiser"], "armies 99\n");
    assert!(!good && err.contains("there is no area 99") && err.contains("1 to 24"), "{err}");
}

/// A chronicle of what these lines do, each with its faces.
fn chronicle(state: &mut State, lines: &[(&str, &[u8])]) -> Chronicle {
    let mut chronicle = Chronicle::default();
    for (line, faces) in lines {
        let (before, turn) = (state.clone(), state.turn);
        let events = does(state, line, faces);
        chronicle.hear(&before, &events);
        chronicle.look(turn, state, String::new);
    }
    chronicle
}

#[test]
fn a_chronicle_tells_who_fell_on_either_side_and_what_was_won() {
    let mut state = begun("aidlon");
    let lines: [(&str, &[u8]); 10] = [
        ("event", &[6, 5, 1]),
        ("buy 1 SP", &[]),
        ("buy 1 BD", &[]),
        ("done", &[]),
        ("move 2", &[]),
        ("explore", &[4]),
        ("battle", &[3]),
        ("fight", &[1]),
        ("lose SK", &[]),
        ("fight", &[5]),
    ];
    let told = chronicle(&mut state, &lines).prose(false);
    for said in [
        "A company of Blades and a company of Spears were raised for 5 GP.",
        "The army marched to Aidlon Shore (2).",
        "In Aidlon Shore (2) stood two companies of Skirmishers and a company of Light Infantry; the battle was won in two rounds",
        "Of ours a company of Skirmishers fell, of theirs two companies of Skirmishers and a company of Light Infantry.",
        "Aidlon Shore (2) was ours, worth 2 GP a turn.",
    ] {
        assert!(told.contains(said), "{said}\n{told}");
    }
    assert!(!told.contains("stayed"), "{told}");
    let mut state = begun("aidlon");
    let unfinished = chronicle(&mut state, &lines[..2]).prose(false);
    assert!(!unfinished.contains("stayed") && !unfinished.contains("marched"), "{unfinished}");
    let mut state = begun("aidlon");
    let stayed = chronicle(&mut state, &[("event", &[3, 4, 1]), ("done", &[]), ("stay", &[])]).prose(false);
    assert!(stayed.contains("The army stayed in Kherasa (1)."), "{stayed}");
}

#[test]
fn no_box_of_a_terminal_map_hides_another() {
    for name in ["aidlon", "amber-coast", "drowned-isle", "two-crowns"] {
        let mut state = begun(name);
        // Marks that make the boxes as wide as they come.
        for area in state.scenario().areas.iter().map(|area| area.id).collect::<Vec<_>>() {
            let place = state.scenario().place(area).unwrap();
            state.lands[place].holder = Holder::Enemy(0);
        }
        for columns in [100, 120, 160] {
            let map = terminal(&Scene::now(&state), columns);
            let boxes: usize =
                map.lines().filter(|line| !line.starts_with('[')).map(|line| line.matches('}').count()).sum();
            assert_eq!(boxes, state.lands.len(), "{name} in {columns} columns:\n{map}");
        }
    }
}

#[test]
fn cards_hold_all_their_troops_and_charts_end_at_the_margin() {
    let mut state = begun("drowned-isle");
    let drawn = svg(&Scene::now(&state));
    for troops in ["(4MO/Revenants:7)", "(MO/Drowned King:14)", "(2MO/Drowned Riders:9)"] {
        assert!(drawn.contains(troops), "{troops}");
    }
    assert!(!drawn.contains('\u{2026}'), "nothing is cut");
    state.lands.iter_mut().for_each(|land| land.holder = Holder::Enemy(0));
    let chart = paper(&state, false);
    assert!(
        chart.contains("Drowned King") && !chart.contains(">the Drowned King"),
        "the column is too narrow for more"
    );
}

#[test]
fn sc_14_a_shift_beyond_the_last_column_is_said_as_one() {
    let mut state = begun("aidlon");
    for (line, faces) in
        [("event", &[3, 4, 1][..]), ("done", &[]), ("move 2", &[]), ("explore", &[1]), ("battle", &[3])]
    {
        does(&mut state, line, faces);
    }
    let setup = state.setup.clone();
    let events = does(&mut state, "fight", &[5]);
    let words: Vec<String> = events.iter().filter_map(|event| show::crystal::event(&setup, event)).collect();
    let said = "35 to 4 is 4:1, cavalry 2 to 0 is in your favour, but there is no column beyond 4:1 [SC-14]";
    assert!(words.iter().any(|word| word.contains(said)), "{words:?}");
}

#[test]
fn an_ambush_on_nobody_costs_nobody() {
    let mut state = begun("aidlon");
    for (line, faces) in [("event", &[3, 4, 1][..]), ("done", &[]), ("move 2", &[])] {
        does(&mut state, line, faces);
    }
    state.field.own = army("");
    let events = does(&mut state, "explore", &[6, 1]);
    assert!(events.iter().all(|event| !matches!(event.fact, Fact::Lost { .. })));
    let setup = Crystal::begin(&state.setup).setup;
    let words: Vec<String> = events.iter().filter_map(|event| show::crystal::event(&setup, event)).collect();
    assert!(words.iter().all(|word| !word.contains("lose")), "{words:?}");
}
