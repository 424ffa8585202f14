//! `kaiser simulate`: the same report on any number of threads, and a battle of it as a journal.
use std::path::Path;

use assert_cmd::Command;

fn kaiser(place: &Path, arguments: &[&str]) -> (bool, String) {
    let mut command = Command::cargo_bin("kaiser").unwrap();
    let output = command.current_dir(place).args(arguments).env_remove("KAISER_DATA").output().unwrap();
    (output.status.success(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn the_report_hangs_on_no_number_of_threads_and_a_battle_of_it_verifies() {
    let place = tempfile::tempdir().unwrap();
    let told = |threads: &str| kaiser(place.path(), &["simulate", "coronel", "-n", "8", "--threads", threads]);
    let (done, one) = told("1");
    assert!(done && one.contains("8 battles, seed 1") && one.contains("Census"), "{one}");
    assert_eq!((told("2").1, told("7").1), (one.clone(), one));
    let written = ["simulate", "coronel", "-n", "8", "--battle", "3", "-o", "b3.kaiser"];
    assert!(kaiser(place.path(), &written).0);
    assert!(!kaiser(place.path(), &written).0, "nothing is overwritten");
    let (verified, proof) = kaiser(place.path(), &["verify", "b3.kaiser"]);
    assert!(verified && proof.contains("all agree"), "{proof}");
    assert!(!kaiser(place.path(), &["simulate", "coronel", "-n", "8", "--battle", "9", "-o", "b9.kaiser"]).0);
}

/// A turn of Ulsan at the prompt of Japan.
const A_TURN: &str =
    "plot 2nd 2.25\nseal\nnext to gunfire\ntarget izumo at rossia\ndeclared\nfire all\nnext\nnext\nnext\nnext\n";

#[test]
fn three_turns_of_ulsan_are_played_against_a_captain() {
    let place = tempfile::tempdir().unwrap();
    std::fs::write(place.path().join("turns.txt"), A_TURN.repeat(3)).unwrap();
    let play = |more: &[&str]| {
        let begun =
            ["play", "ulsan", "--admiral", "russia=captain", "--seed", "5", "--salts", "1", "--script", "turns.txt"];
        kaiser(place.path(), &[&begun, more].concat())
    };
    let (done, said) = play(&["-o", "one.kaiser"]);
    assert!(done, "{said}");
    assert_eq!(said.matches("Russia has plotted.\nThe plots of Russia are sealed").count(), 4, "{said}");
    assert!(said.contains("Turn 4"), "{said}");
    // Of his orders no more is told than everybody at the table hears.
    assert!(!said.contains("Vladivostok cruisers plots"), "{said}");
    let (verified, proof) = kaiser(place.path(), &["verify", "one.kaiser"]);
    assert!(verified && proof.contains("all agree"), "{proof}");
    let (_, log) = kaiser(place.path(), &["log", "one.kaiser"]);
    for told in ["plot vladivostok", "seal russia", "target rossia at"] {
        assert!(log.contains(told), "{told}: {log}");
    }
    assert!(log.find("seal russia") < log.find("plot 2nd"), "his plots are sealed first");
    assert!(play(&["-o", "two.kaiser"]).0);
    let text = |name: &str| std::fs::read_to_string(place.path().join(name)).unwrap();
    assert_eq!(text("one.kaiser"), text("two.kaiser"), "the same seed, the same orders");
    // The journal is gone on with, and he with it.
    std::fs::write(place.path().join("turns.txt"), "plot 2nd 2.25\nundo\nundo\n").unwrap();
    let (done, said) =
        kaiser(place.path(), &["play", "one.kaiser", "--admiral", "russia=captain", "--script", "turns.txt"]);
    assert!(!done && said.contains("Taken back: plot 2nd"), "his own are not taken back: {said}");
    for wrong in ["russia=commodore", "atlantis=captain"] {
        assert!(!kaiser(place.path(), &["play", "ulsan", "--admiral", wrong, "-o", "x.kaiser"]).0, "{wrong}");
    }
}
