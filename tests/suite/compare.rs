//! The level `random`, and `kaiser simulate --compare`: two players in pairs of battles, the sides swapped.
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

/// Whether a command succeeds, and what it prints on both streams.
fn kaiser(place: &Path, arguments: &[&str], typed: &str) -> (bool, String) {
    let mut command = Command::cargo_bin("kaiser").unwrap();
    let output =
        command.current_dir(place).args(arguments).env_remove("KAISER_DATA").write_stdin(typed).output().unwrap();
    (output.status.success(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

/// Battles of Coronel between these players of Britain and Germany have this mean margin.
fn margin(place: &Path, [britain, germany]: [&str; 2]) -> f64 {
    let policies = [format!("--policy=britain={britain}"), format!("--policy=germany={germany}")];
    let fixed = ["simulate", "coronel", "-n", "4", "--seed", "7", "--json"];
    let (_, text) = kaiser(place, &[&fixed[..], &[&policies[0], &policies[1]]].concat(), "");
    serde_json::from_str::<Value>(&text).unwrap()["margin"]["mean"].as_f64().unwrap()
}

/// Each side keeps its own admiral's card, whichever player has it.
#[test]
fn a_lead_is_half_the_difference_of_the_margins_with_either_player_on_the_first_side() {
    let place = tempfile::tempdir().unwrap();
    for [better, other] in [["midshipman", "random"], ["captain", "midshipman"]] {
        let compare = format!("{better},{other}");
        let arguments = ["simulate", "coronel", "--compare", &compare, "-n", "4", "--seed", "7"];
        let (done, text) = kaiser(place.path(), &[&arguments[..], &["--json"]].concat(), "");
        assert!(done, "{text}");
        let value: Value = serde_json::from_str(&text).unwrap();
        let battle = &value["battles"][0];
        let lead = (margin(place.path(), [better, other]) - margin(place.path(), [other, better])) / 2.0;
        assert!((battle["lead"].as_f64().unwrap() - lead).abs() < 1e-9, "{text}");
        let [low, error, high] = ["low", "error", "high"].map(|key| battle[key].as_f64().unwrap());
        assert!((high - low - 3.92 * error).abs() < 1e-9 && (low + high - 2.0 * lead).abs() < 1e-9, "{text}");
        let table = |threads: &str| kaiser(place.path(), &[&arguments[..], &["--threads", threads]].concat(), "").1;
        assert!(table("1") == table("3") && table("1").contains(&format!("\ncoronel {lead:>+7.2}")), "{}", table("1"));
        let again = value["command"].as_str().unwrap().strip_prefix("kaiser ").unwrap().to_owned();
        let again: Vec<&str> = again.split(' ').collect();
        assert_eq!(kaiser(place.path(), &again, "").1, table("2"));
    }
}

/// A scenario is chosen by name, by a file and by a journal, with other switches. Without one there are twelve.
#[test]
fn twelve_battles_are_fought_unless_one_is_named() {
    let place = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| kaiser(place.path(), &[&["simulate"], arguments].concat(), "");
    let all = run(&["--compare", "midshipman,random", "-n", "1", "--turns", "4"]).1;
    let rows: Vec<&str> = all.lines().skip(3).take(12).filter_map(|line| line.split(' ').next()).collect();
    let ladder: Vec<&str> = include_str!("../../src/admirals/ladder.rs").split('"').skip(1).step_by(2).collect();
    assert!(ladder.len() == 12 && rows == ladder, "{all}");
    assert!(all.contains("1 pair a battle") && all.contains(" of 12 battles, worse in "), "{all}");
    assert!(
        all.contains("Again   kaiser simulate --compare midshipman,random -n 1 --seed 1 --turns 4   data"),
        "{all}"
    );
    for (arguments, refusal) in [
        (&["--compare", "captain"][..], "--compare takes two players."),
        (&["--compare", "captain,midshipman,random"], "--compare takes two players."),
        (&["--compare", "captain,randem", "-n", "1"], "hint:  random"),
        (&["-n", "1"], "<WHAT>"),
        (&["coronel", "--compare", "captain,random", "--policy", "britain=captain"], "cannot be used with"),
        (&["coronel", "--compare", "captain,random", "--battle", "1", "-o", "x.kaiser"], "cannot be used with"),
        (&["sandbox", "--compare", "captain,random", "-n", "1"], "no positions"),
    ] {
        let (done, text) = run(arguments);
        assert!(!done && text.contains(refusal), "{arguments:?}: {text}");
    }
}

#[test]
fn a_random_player_plays_wherever_a_level_is_named_and_its_orders_are_proved() {
    let place = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str], typed: &str| kaiser(place.path(), arguments, typed);
    let fought = ["simulate", "ulsan", "--policy", "japan=random", "--battle", "1", "-n", "1", "-o", "fought.kaiser"];
    assert!(run(&fought, "").0);
    let (done, proof) = run(&["verify", "fought.kaiser", "--admirals"], "");
    assert!(done && proof.contains("random of Japan and captain:jessen of Russia asked again"), "{proof}");
    // The card of line 1 is not used, and a difference from it is not reported.
    assert!(!proof.contains("the card"), "{proof}");
    let (_, text) = run(&["play", "fought.kaiser"], "explain 1\n");
    assert!(text.contains("#1: the random player of Japan, course and speed"), "{text}");

    let turn = "obey\nnext to gunfire\nobey\ndeclared\nfire all\nnext to plotting\n";
    assert!(run(&["play", "ulsan", "--admiral", "russia=random", "--seed", "4", "-o", "own.kaiser"], turn).0);
    run(&["play", "own.kaiser", "--keep-going"], &turn.repeat(2));
    let (done, proof) = run(&["verify", "own.kaiser", "--admirals"], "");
    assert!(done && proof.contains("orders of random of Russia asked again, each with the same"), "{proof}");
    // A false order is found.
    let text = std::fs::read_to_string(place.path().join("fought.kaiser")).unwrap();
    std::fs::write(place.path().join("other.kaiser"), text.replacen("\"random\"", "\"midshipman\"", 1)).unwrap();
    assert!(!run(&["verify", "other.kaiser", "--admirals"], "").0);

    let certify = ["scenario", "certify", "drill-two-lines", "-n", "2", "--b", "random"];
    assert!(run(&certify, "").1.contains("random players on both sides"));
    for (arguments, refusal) in [
        (&["play", "ulsan", "--admiral", "russia=random@50"][..], "a random player does not simulate orders."),
        (&["luck", "fought.kaiser", "--level", "random"], "Random orders do not show"),
        (&["luck", "fought.kaiser", "--level", "admiral"], "takes too long"),
    ] {
        let (done, text) = run(arguments, "");
        assert!(!done && text.contains(refusal), "{text}");
    }
}
