//! The output of a campaign: keys of its JSON, and commands that refuse a campaign.
use std::{fs, path::Path};

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// Runs the program on lines and returns whether it succeeded, and the output of each stream.
fn run(dir: &Path, args: &[&str], lines: &str) -> (bool, String, String) {
    let mut command = Command::cargo_bin("kaiser").unwrap();
    command.current_dir(dir).args(args).env("NO_COLOR", "1").env_remove("KAISER_DATA");
    let output = command.write_stdin(lines).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.success(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn the_shop_routes_armies_and_map_have_keys() {
    let dir = TempDir::new().unwrap();
    let lines = "event dice 3 4 1\nshop\nways\narmies 2\nmap\nodds 2\n";
    let (good, out, err) = run(dir.path(), &["crystal", "--seed", "5", "--json"], lines);
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
    let border = |left: u64, right: u64| map["borders"].as_array().unwrap().contains(&serde_json::json!([left, right]));
    assert!(border(1, 2) && border(23, 24) && !border(0, 1), "{}", map["borders"]);
    assert_eq!(map["spots"][23]["owner"], "Xytyan");
    let faces: Vec<&Value> = answers[5]["scouts"].as_array().unwrap().iter().map(|way| &way["faces"]).collect();
    assert_eq!(faces[0], &serde_json::json!([1, 2, 3, 6]));
}

#[test]
fn a_campaign_given_instead_of_a_battle_is_named() {
    let dir = TempDir::new().unwrap();
    let shipped = kit::root().join("data/crystal/aidlon.yaml");
    fs::copy(shipped, dir.path().join("own.yaml")).unwrap();
    for (args, what, hint) in [
        (&["play", "aidlon"][..], "aidlon is a campaign of Steel and Crystal", "kaiser crystal aidlon"),
        (&["play", "own.yaml"], "own.yaml is a campaign of Steel and Crystal", "kaiser crystal own.yaml"),
    ] {
        let (good, _, err) = run(dir.path(), args, "");
        assert!(!good && err.starts_with(&format!("error: {what}")), "{err}");
        assert!(err.contains(&format!("hint:  {hint}")) && err.lines().count() == 2, "{err}");
    }
    let (good, out, err) = run(dir.path(), &["scenario", "check", "own.yaml"], "");
    assert!(good, "{err}");
    assert_eq!(out.trim(), "own.yaml: a campaign of 24 areas and 40 turns, no errors.");
    let broken = fs::read_to_string(dir.path().join("own.yaml")).unwrap().replacen("2CH", "2CX", 1);
    fs::write(dir.path().join("own.yaml"), broken).unwrap();
    assert!(run(dir.path(), &["scenario", "check", "own.yaml"], "").2.contains("\"2CX\" is not a unit"));
    run(dir.path(), &["crystal"], "armies 99\n");
    let (good, _, err) = run(dir.path(), &["tally", "aidlon.kaiser"], "");
    assert!(!good && err.contains("is won or lost and has no points") && err.contains("kaiser show"), "{err}");
    let (good, _, err) = run(dir.path(), &["play", "aidlon.kaiser"], "armies 99\n");
    assert!(!good && err.contains("There is no area 99") && err.contains("1 to 24"), "{err}");
}
