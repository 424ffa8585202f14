//! `kaiser scenario certify`: certificates are written, found beside their scenarios and compared with a new run.
use std::{fs, path::Path};

use assert_cmd::Command;

fn kaiser(place: &Path, arguments: &[&str]) -> (bool, String) {
    let mut command = Command::cargo_bin("kaiser").unwrap();
    let output = command.current_dir(place).args(arguments).env_remove("KAISER_DATA").output().unwrap();
    let streams = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(streams).unwrap())
}

#[test]
fn a_certificate_is_reproducible_and_kept_beside_its_scenario() {
    let place = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| kaiser(place.path(), arguments);
    let folder = place.path().join("club/data/naval/certificates");
    fs::create_dir_all(&folder).unwrap();
    let file = "club/data/naval/certificates/drill-two-lines.yaml";
    let certify = ["scenario", "certify", "drill-two-lines", "-n", "6"];
    let (done, text) = run(&[&certify[..], &["-o", file]].concat());
    assert!(done, "{text}");
    for expected in [
        "Census",
        "captains on both sides",
        "midshipmen on both sides",
        "captain instead of midshipman",
        "Fair handicap in points",
        "wins, captains on both sides",
        "no side",
        "Again",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    assert!(!run(&[&certify[..], &["-o", file]].concat()).0, "nothing is overwritten");
    let shown = || run(&["--data", "club", "scenario", "show", "drill-two-lines"]).1;
    assert!(
        shown().contains("of 6 battles between captains") && shown().contains("Fair handicap in points"),
        "{}",
        shown()
    );
    // Three figures: each side's wins, and the draws.
    let balance = shown().lines().find(|line| line.starts_with("Balance: ")).unwrap().to_owned();
    let parts: Vec<f64> = balance.split('%').filter_map(|part| part.rsplit(' ').next()?.parse().ok()).collect();
    assert!(parts.len() == 3 && (parts.iter().sum::<f64>() - 100.0).abs() < 0.2, "{balance}");
    assert!(balance.contains(", no side "), "{balance}");
    let check = ["--data", "club", "scenario", "certify", "drill-two-lines", "--check", "--threads"];
    for threads in ["1", "3"] {
        let (same, text) = run(&[&check[..], &[threads]].concat());
        assert!(same && text.contains("gives the same certificate"), "{text}");
    }
    let path = place.path().join(file);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("battles: 24", "battles: 25")).unwrap();
    assert!(!run(&[&check[..], &["2"]].concat()).0, "a changed figure is found");
    // If the scenario has changed since, its certificate is shown as one of an earlier edition.
    fs::write(&path, text.replace("basis: ", "basis: 0")).unwrap();
    assert!(shown().contains("No balance certificate of this edition. One of an earlier edition:"), "{}", shown());
    let printed = || run(&["--data", "club", "print", "drill-two-lines", "--parts", "summary"]).1;
    assert!(!printed().contains("BALANCE"), "paper shows no certificate of an earlier edition");
    fs::write(&path, &text).unwrap();
    assert!(printed().contains("BALANCE") && printed().contains("of 6 battles between captains"), "{}", printed());
    let by_card = run(&["scenario", "certify", "drill-two-lines", "-n", "2", "--b", "captain:togo"]);
    assert!(by_card.0 && by_card.1.contains("captains (togo) on both"), "{}", by_card.1);
    assert!(by_card.1.contains("--a captain --b captain:togo"), "the command prints the card: {}", by_card.1);
    for wrong in [
        &["scenario", "certify", "asahi-retvizan"][..],
        &["scenario", "certify", "drill-two-lines", "--a", "commodore"],
        &["scenario", "certify", "drill-two-lines", "--a", "captain:nobody"],
        &["--data", "club", "scenario", "certify", "ulsan", "-n", "6", "--check"],
    ] {
        assert!(!run(wrong).0, "{wrong:?}");
    }
}

/// If a battle changes, run `kaiser scenario certify` for it again.
#[test]
fn every_certificate_is_of_todays_battle() {
    let place = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| kaiser(place.path(), arguments);
    let certificates = fs::read_dir(kit::root().join("data/naval/certificates")).unwrap();
    let names = certificates.map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned());
    let stale: Vec<String> = names
        .filter(|name| run(&["scenario", "show", name]).1.contains("No balance certificate of this edition."))
        .collect();
    assert!(stale.is_empty(), "{stale:?}: their certificates are of earlier battles");
    assert!(run(&["scenario", "show", "ulsan"]).1.contains("\nBalance: Japan wins"));
}

/// With `LONG` every certificate is made again. Those of an earlier edition differ from what their command makes today.
#[test]
fn each_placed_built_in_scenario_has_a_certificate_that_can_be_remade() {
    let place = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| kaiser(place.path(), arguments);
    let listed: serde_json::Value = serde_json::from_str(&run(&["scenario", "list", "--json"]).1).unwrap();
    let listed = listed.as_array().or(listed["scenarios"].as_array()).unwrap_or_else(|| panic!("{listed}"));
    let battles = listed.iter().filter(|entry| entry["war"].is_null()).map(|entry| entry["id"].as_str().unwrap());
    let (mut with, mut without) = (Vec::new(), Vec::new());
    for name in battles {
        let shown: serde_json::Value = serde_json::from_str(&run(&["scenario", "show", name, "--json"]).1).unwrap();
        if shown["certificate"].is_null() { without.push(name) } else { with.push(name) }
    }
    assert_eq!(without, ["asahi-retvizan", "sandbox-ww1", "sandbox", "torpedo-boats-misread"], "unplaced battles");
    let again = if std::env::var_os("LONG").is_some() { with } else { vec!["goeben-1914"] };
    for name in again {
        let (same, text) = run(&["scenario", "certify", name, "--check"]);
        assert!(same && text.contains("gives the same certificate"), "{text}");
    }
}

#[test]
fn a_fair_battle_is_found_and_drawn_again_by_its_seed_alone() {
    let place = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| kaiser(place.path(), arguments);
    let generate = ["scenario", "generate", "--theatre", "dover-straits", "--size", "small", "--seed", "6"];
    let (done, report) = run(&[&generate[..], &["--fair", "12", "--threads", "2", "-o", "fair.yaml"]].concat());
    assert!(done, "{report}");
    let shares = || report.lines().filter(|line| line.contains("Captains fought "));
    let text = shares().find(|line| !line.starts_with("Draw ")).unwrap_or_else(|| panic!("{report}"));
    // Each fought battle has a line on standard error with its win rate.
    let last = shares().rfind(|line| line.starts_with("Draw ")).unwrap();
    assert!(report.contains("Draw 1 of 50, seed 6: ") && last.ends_with(" Fair.") && last.contains(text), "{report}");
    // Battles that were not worth fighting or came out one-sided are listed too.
    for (draw, expected) in [(1, " Not fair."), (2, " not fought.")] {
        let begins = format!("Draw {draw} of 50, seed {}: ", 5 + draw);
        assert!(
            report.lines().any(|line| line.starts_with(&begins) && line.ends_with(expected)),
            "{expected} {report}"
        );
    }
    let page = |name: &str| fs::read_to_string(place.path().join(name)).unwrap();
    for side in ["britain", "germany"] {
        assert!(page(&format!("fair-{side}.txt")).contains(text), "the page of {side} shows the win rate");
    }
    let seed = report.split("--seed ").nth(1).and_then(|part| part.split_whitespace().next()).unwrap();
    let again = [&generate[..6], &["--seed", seed, "-o", "again.yaml"]].concat();
    assert!(run(&again).0);
    let bare = |name: &str| {
        page(name)
            .lines()
            .filter(|line| !line.contains("again") && !line.contains("fair"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(bare("fair.yaml"), bare("again.yaml"));
    let alone = [&generate[..], &["--threads", "2", "-o", "none.yaml"]].concat();
    assert!(!run(&alone).0, "no battle is fought without --fair");
    assert!(
        !run(&[&generate[..], &["--fair", "13", "-o", "wide.yaml"]].concat()).0,
        "a margin of 26 either way is no margin"
    );
}
