//! What-if journals: how they are shown and proved, and how forged ones are refused.
use std::fs;

use play::journal::code_of;
use serde_json::{Value, json};

use super::forged::{FILE, forged, objects, with_checksums};
use super::{DECLARED, Workspace};

const WHAT_IF: &str = "what-if.kaiser";

/// A battle of four orders, and a what-if that branches from entry 3.
fn what_if(seed: Option<u64>) -> Workspace {
    let table = Workspace::new();
    table.drill(&format!("{DECLARED}fire asahi\n")).assert_success();
    // Writes the keys in the order in which `forged` writes them.
    let text = with_checksums(objects(&table.read(FILE)));
    table.write(FILE, &text);
    let mut lines = objects(&text);
    lines[0]["branch"] = json!({ "name": FILE, "code": code_of(text.as_bytes()), "entry": 3, "length": text.len() });
    if let Some(seed) = seed {
        lines[0]["branch"]["seed"] = json!(seed);
    }
    lines.truncate(4);
    lines.push(json!({ "n": 4, "entry": "closed" }));
    table.write(WHAT_IF, &with_checksums(lines));
    table
}

#[test]
fn a_what_if_is_named_in_each_view_and_when_it_is_resumed() {
    let table = what_if(None);
    for verb in ["log", "show", "tally"] {
        table
            .run(&[verb, WHAT_IF], "")
            .assert_success()
            .assert_out("(What-if of asahi-retvizan.kaiser, from entry 3.)");
        assert!(!table.run(&[verb, FILE], "").assert_success().out.contains("What-if"));
    }
    let proved = table.run(&["verify", WHAT_IF], "").assert_success();
    proved
        .assert_out("all agree")
        .assert_out("branch:")
        .assert_out("its first entries are those of asahi-retvizan.kaiser (");
    let played = table.run(&["play", WHAT_IF], "fire asahi\nquit\n").assert_success();
    assert!(played.err.contains("What-if of asahi-retvizan.kaiser, from entry 3."), "{}", played.err);
    table.run(&["play", WHAT_IF], "undo because \"once more\"\nquit\n").assert_success();
    table
        .run(&["play", WHAT_IF], "undo because \"of the parent\"\nquit\n")
        .assert_refused()
        .assert_err("That is of asahi-retvizan.kaiser, from which this what-if branches, and stays as it is.")
        .assert_err("kaiser play asahi-retvizan.kaiser --at 2 -o FILE");
    table.run(&["verify", WHAT_IF], "").assert_success().assert_out("all agree");
    let json = table.run(&["verify", "--json", WHAT_IF], "").assert_success().one_json();
    assert_eq!((&json["branch"]["entry"], &json["branch"]["looked_at"]), (&json!(3), &json!(true)));
    fs::remove_file(table.path(FILE)).unwrap();
    table.run(&["verify", WHAT_IF], "").assert_success().assert_out("it was not compared with asahi-retvizan.kaiser (");
}

#[test]
fn another_seed_of_a_what_if_is_named_and_used() {
    let table = what_if(Some(5));
    table.run(&["log", WHAT_IF], "").assert_success().assert_out("from entry 3, with the dice of seed 5.)");
    table.run(&["play", WHAT_IF], "fire asahi\nquit\n").assert_success();
    table.run(&["verify", WHAT_IF], "").assert_success().assert_out("all agree");
    forged(&table, WHAT_IF, |lines| lines[0]["branch"]["seed"] = json!(6))
        .assert_refused()
        .assert_err("the seed rolls");
    forged(&table, WHAT_IF, |lines| drop(lines[0]["branch"].as_object_mut().unwrap().remove("seed"))).assert_refused();
}

#[test]
fn a_what_if_that_does_not_begin_as_its_parent_is_refused() {
    let table = what_if(None);
    forged(&table, WHAT_IF, |_| {}).assert_success();
    let branch = |key: &str, value: Value| forged(&table, WHAT_IF, |lines| lines[0]["branch"][key] = value);
    branch("entry", json!(4)).assert_refused().assert_err("entry 4 differs from that of asahi-retvizan.kaiser");
    branch("entry", json!(5))
        .assert_refused()
        .assert_err("branches from entry 5 of asahi-retvizan.kaiser according to line 1, but has only 4");
    branch("entry", json!(2)).assert_success();
    branch("code", json!("0000-0000-0000-0000-0000")).assert_refused().assert_err("that file gives ");
    branch("code", json!("none")).assert_refused().assert_err("not a closing code");
    branch("length", json!(1)).assert_refused().assert_err("that file gives ");
    branch("length", json!(u64::MAX)).assert_refused().assert_err("that file is shorter");
    branch("name", json!("../asahi-retvizan.kaiser")).assert_refused().assert_err("whose name is not a file name");
    for (key, value) in
        [("colour", json!("red")), ("length", json!(-1)), ("length", json!("9")), ("entry", json!(null))]
    {
        branch(key, value).assert_refused();
    }
    let changed = |lines: &mut Vec<Value>| lines[2]["entry"]["did"]["command"]["target"]["range"] = json!(9.0);
    forged(&table, WHAT_IF, changed).assert_refused();
    forged(&table, WHAT_IF, |lines| lines[0]["setup"]["turns"] = json!(29))
        .assert_refused()
        .assert_err("its first line differs from that");
    forged(&table, WHAT_IF, |lines| lines[0]["program"] = json!("0.9.0")).assert_success();
}

#[test]
fn a_what_if_records_the_branch_of_its_parent() {
    let table = what_if(Some(5));
    table.run(&["play", WHAT_IF], "fire asahi\nquit\n").assert_success();
    let second = "second.kaiser";
    table.run(&["play", WHAT_IF, "--at", "5", "-o", second], "").assert_success();
    table.run(&["verify", second], "").assert_success().assert_out("its first entries are those of what-if.kaiser (");
    let recorded = |forge: fn(&mut Value)| forged(&table, second, |lines| forge(&mut lines[0]["branch"]["parent"]));
    recorded(|_| {}).assert_success();
    recorded(|parent| parent["entry"] = json!(2)).assert_refused().assert_err("its first line differs from that of");
    recorded(|parent| *parent = json!(null)).assert_refused();
    // At entry 2 the dice are still those of the parent's own parent, so line 1 records no parent.
    table.run(&["play", WHAT_IF, "--at", "2", "-o", "early.kaiser"], "").assert_success();
    assert!(objects(&table.read("early.kaiser"))[0]["branch"].get("parent").is_none());
    table.run(&["verify", "early.kaiser"], "").assert_success();
}
