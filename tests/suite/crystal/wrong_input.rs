//! The program's answers to a newcomer's wrong input, and its words for what happens.
use std::{fs, path::Path};

use assert_cmd::Command;
use tempfile::TempDir;

/// Runs the program on lines, and returns the output of each stream.
fn run(dir: &Path, args: &[&str], lines: &str) -> (String, String) {
    let mut command = Command::cargo_bin("kaiser").unwrap();
    let output = command.current_dir(dir).args(args).env("NO_COLOR", "1").write_stdin(lines).output().unwrap();
    (String::from_utf8_lossy(&output.stdout).into_owned(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn hints_name_only_legal_choices() {
    let dir = TempDir::new().unwrap();
    let lines = "event dice 6 6 1\ndone\nmove 2\nexplore dice 6 2\nlose WZ\nlose XX\nlose SK BD\nlose SK\n\
                 battle dice 6\ncast armor at LI\ncast revive at SK\ncast blast\ncast fireball at SK\n";
    let (out, err) = run(dir.path(), &["crystal", "--seed", "3", "--keep-going"], lines);
    for expected in [
        "The wizard may not be chosen as a loss. [SC-A11]\nhint:  type `lose` with units of 2SK 3BD SP LC HC.\n",
        "\"XX\" is not a unit. [SC-15]\nhint:  type units such as SK, LI, BD, SP, LC, HC, EL, CH.\n",
        "1 must be given up, and 2 are named. [SC-15]\nhint:  type `lose` with 1 of 2SK 3BD SP LC HC.\n",
        "armor finds no LI. [SC-22]\nhint:  name one of: 1 SK, 3 BD, 1 SP, 1 LC and 1 HC.\n",
        "revive finds no SK. [SC-22]\nhint:  no unit of yours fell last round: type `hold`, or cast another spell.\n",
        "blast needs 1 target, and 0 are named. [SC-22]",
        "fireball needs 2 targets, and 1 is named. [SC-22]",
    ] {
        assert!(err.contains(expected), "{expected}\n{err}");
    }
    for expected in ["1 WZ joins you. [SC-6]", "Xytyan rolls 1: it rests (it grows on 5 or more). [SC-7]"] {
        assert!(out.contains(expected), "{expected}\n{out}");
    }
}

#[test]
fn a_demonstration_by_an_unknown_general_leaves_no_journal() {
    let dir = TempDir::new().unwrap();
    let (out, err) = run(dir.path(), &["crystal", "--auto", "foo"], "");
    assert!(err.contains("no general \"foo\""), "{err}");
    assert_eq!(out, "");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
}

#[test]
fn a_plan_too_large_for_exact_odds_is_sampled() {
    let dir = TempDir::new().unwrap();
    let (out, err) = run(dir.path(), &["crystal", "--seed", "3"], "odds plan 2,6,11,15,20,24\n");
    assert!(out.contains("20000 samples, standard error 0."), "{out}{err}");
}

#[test]
fn the_small_campaign_of_the_page_is_valid_and_is_played() {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/how-to/write-a-campaign.md")).unwrap();
    let small = page.split("```yaml\n").nth(1).and_then(|part| part.split("```").next()).unwrap();
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("small.yaml"), small).unwrap();
    let (out, err) = run(dir.path(), &["crystal", "small.yaml", "--seed", "1", "--auto", "odds"], "");
    assert!(out.contains("Victory: ") || out.contains("Defeat: "), "{out}{err}");
}
