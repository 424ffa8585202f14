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
