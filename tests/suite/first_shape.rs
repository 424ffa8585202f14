//! The first shape of format 1, as the program wrote it before ships had positions: its set-up has no table and its charts
//! no movement, no command checks and no independent movement.
use std::{fs, path::PathBuf, process::Command as Process};

use naval::{Naval, Table};
use play::journal::{Entry, Journal};
use tempfile::TempDir;

fn fixture() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/suite/journals/format-1-first/naval.kaiser")
}

#[test]
fn a_journal_of_the_first_shape_is_read_with_what_it_lacks_put_in() {
    let text = fs::read_to_string(fixture()).unwrap();
    for lacking in ["\"table\":{", "\"movement\":", "\"command_check\":", "\"half_moves\":", "\"at\":"] {
        assert!(!text.lines().next().unwrap().contains(lacking), "{lacking}");
    }
    let read = Journal::<Naval>::read("naval", text.as_bytes()).unwrap();
    assert!(read.torn.is_none() && read.closed);
    assert_eq!(read.journal.entries().len(), 23);
    assert!(read.journal.entries().iter().any(|entry| matches!(entry, Entry::Amended { .. })));
    let setup = &read.journal.header().setup;
    assert_eq!((setup.table, setup.charts.movement.len(), setup.charts.command_check.base), (Table::default(), 0, 10));
}

#[test]
fn a_journal_of_the_first_shape_is_told_and_gone_on_with() {
    let seat = TempDir::new().unwrap();
    fs::copy(fixture(), seat.path().join("old.kaiser")).unwrap();
    let kaiser = |arguments: &[&str]| {
        let mut process = Process::new(env!("CARGO_BIN_EXE_kaiser"));
        let output = process.args(arguments).current_dir(seat.path()).env("HOME", seat.path()).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{arguments:?}: {said}{}", String::from_utf8_lossy(&output.stderr));
        said
    };
    assert!(kaiser(&["log", "old.kaiser"]).contains("Asahi"));
    assert!(kaiser(&["show", "old.kaiser"]).contains("Retvizan"));
    kaiser(&["tally", "old.kaiser"]);
    fs::write(seat.path().join("more.txt"), "note \"gone on with\"\nstatus\n").unwrap();
    kaiser(&["play", "old.kaiser", "--script", "more.txt"]);
    assert!(kaiser(&["log", "old.kaiser"]).contains("gone on with"));
    assert!(kaiser(&["mend", "old.kaiser"]).contains("is sound"));
}
