//! Turn files in the journal of a battle: how they are shown, and which notices no program writes.
use play::journal::{digest, private_line};
use serde_json::{Value, json};

use super::forged::{FILE, forged};
use super::{DECLARED, Run, Workspace};

/// The line that contains the orders of a turn file.
fn line() -> String {
    private_line(&"5a".repeat(16), &["target asahi at retvizan range 8", "declared"]).unwrap()
}

fn held_turn_file(change: impl FnOnce(&mut Value)) -> Value {
    let mut file = json!({ "side": "japan", "turn": 1, "segment": "gunfire", "digest": digest(&line()) });
    change(&mut file);
    json!({ "turn_file_held": file })
}

fn dropped_turn_file() -> Value {
    json!({ "turn_file_dropped": held_turn_file(|_| {})["turn_file_held"] })
}

fn opened_turn_file() -> Value {
    json!({ "turn_file_opened": { "line": line() } })
}

fn noticed(what: &Value) -> Value {
    json!({ "n": 1, "entry": { "noticed": { "what": what } } })
}

fn drill() -> Workspace {
    let table = Workspace::new();
    table.drill(&format!("{DECLARED}fire asahi\n")).assert_success();
    table
}

/// Inserts notices after `next to gunfire`, sets where the first target order came from, and runs `verify`.
fn verify_with(table: &Workspace, notices: &[Value], from: Option<Value>) -> Run {
    forged(table, FILE, |lines| change(lines, notices, from))
}

fn change(lines: &mut Vec<Value>, notices: &[Value], from: Option<Value>) {
    if let Some(from) = from {
        lines[2]["entry"]["did"]["from"] = from;
    }
    notices.iter().rev().for_each(|what| lines.insert(2, noticed(what)));
}

fn turn_file_origin(side: &str, digest: &str) -> Option<Value> {
    Some(json!({ "turn_file": { "side": side, "digest": digest } }))
}

#[test]
fn turn_files_are_shown_and_proved() {
    let table = drill();
    let own = digest(&line());
    let mut lines = super::forged::objects(&table.read(FILE));
    change(&mut lines, &[held_turn_file(|_| {}), dropped_turn_file()], None);
    let other = private_line(&"c3".repeat(16), &["target asahi at retvizan range 8"]).unwrap();
    let again = held_turn_file(|file| file["digest"] = json!(digest(&other)));
    lines.insert(4, noticed(&again));
    lines.insert(5, noticed(&json!({ "turn_file_opened": { "line": other } })));
    lines[6]["entry"]["did"]["from"] = turn_file_origin("japan", &digest(&other)).unwrap();
    table.write(FILE, &super::forged::with_checksums(lines));
    table.run(&["verify", FILE], "").assert_success().assert_out("all agree");
    let short = |digest: &str| format!("{}-{}", &digest[..4], &digest[4..8]);
    let (own, other) = (short(&own), short(&digest(&other)));
    let log = table.run(&["log", FILE], "").assert_success();
    log.assert_out(&format!("(the orders of japan for turn 1, gunfire, {own}, are held)"));
    log.assert_out(&format!("(the orders of japan for turn 1, gunfire, {own}, are withdrawn)"));
    log.assert_out(&format!("(the orders {other} are opened)"));
    log.assert_out(&format!("target asahi at retvizan range 8.0 (from the turn file of japan, {other})"));
    let json = table.run(&["log", "--json", FILE], "").assert_success();
    assert!(json.out.contains("\"from\":{\"turn_file\":{"), "{}", json.out);
    // A side's log shows where its own order came from, and no notices.
    let shown = table.run(&["log", "--side", "japan", FILE], "").assert_success();
    assert!(shown.out.contains("from the turn file of japan") && !shown.out.contains("are held"), "{}", shown.out);
}

#[test]
fn a_held_turn_file_names_a_side_and_a_current_or_later_segment() {
    let table = drill();
    let verify_changed = |change: &dyn Fn(&mut Value)| verify_with(&table, &[held_turn_file(change)], None);
    verify_changed(&|_| {}).assert_success();
    verify_changed(&|file| file["side"] = json!("russia")).assert_success();
    verify_changed(&|file| file["segment"] = json!("damage-control")).assert_success();
    verify_changed(&|file| file["side"] = json!("purple"))
        .assert_refused()
        .assert_err("names \"purple\", which is not a side");
    verify_changed(&|file| file["side"] = json!("table")).assert_refused().assert_err("which is not a side");
    verify_changed(&|file| file["segment"] = json!("tea")).assert_refused().assert_err("which is not a segment");
    verify_changed(&|file| file["segment"] = json!("plotting"))
        .assert_refused()
        .assert_err("for turn 1, plotting, but it is turn 1, gunfire");
    verify_changed(&|file| file["segment"] = json!("illumination"))
        .assert_refused()
        .assert_err("for turn 1, illumination, but it is turn 1, gunfire");
    verify_changed(&|file| file["turn"] = json!(2))
        .assert_refused()
        .assert_err("for turn 2, gunfire, but it is turn 1, gunfire");
    verify_changed(&|file| file["turn"] = json!(0)).assert_refused().assert_err("for turn 0, gunfire");
    verify_changed(&|file| file["turn"] = json!(70_000)).assert_refused();
    for digest in ["", "ab", &"AB".repeat(32), &"ab".repeat(33), &"zz".repeat(32)] {
        verify_changed(&|file| file["digest"] = json!(digest))
            .assert_refused()
            .assert_err("is not 64 hexadecimal digits");
    }
    verify_changed(&|file| file["colour"] = json!("red")).assert_refused();
    verify_changed(&|file| drop(file.as_object_mut().unwrap().remove("turn"))).assert_refused();
}

#[test]
fn a_turn_file_is_withdrawn_or_opened_only_while_held() {
    let table = drill();
    let verify_noticing = |notices: &[Value]| verify_with(&table, notices, None);
    verify_noticing(&[held_turn_file(|_| {}), dropped_turn_file()]).assert_success();
    verify_noticing(&[held_turn_file(|_| {}), opened_turn_file()]).assert_success();
    verify_noticing(&[dropped_turn_file()]).assert_refused().assert_err("withdraws a turn file that is not held");
    verify_noticing(&[opened_turn_file()]).assert_refused().assert_err("opens a turn file that is not held");
    verify_noticing(&[held_turn_file(|_| {}), dropped_turn_file(), dropped_turn_file()])
        .assert_refused()
        .assert_err("withdraws a turn file that is not held");
    verify_noticing(&[held_turn_file(|_| {}), dropped_turn_file(), opened_turn_file()])
        .assert_refused()
        .assert_err("opens a turn file that is not held");
    verify_noticing(&[held_turn_file(|_| {}), opened_turn_file(), opened_turn_file()])
        .assert_refused()
        .assert_err("opens a turn file that is not held");
    verify_noticing(&[held_turn_file(|_| {}), held_turn_file(|_| {})])
        .assert_refused()
        .assert_err("each has its own salt");
    // Another file for the same side and segment replaces it. A file for another segment does not.
    let other = |segment: &str| {
        let segment = segment.to_owned();
        held_turn_file(move |file| (file["digest"], file["segment"]) = (json!("ab".repeat(32)), json!(segment)))
    };
    verify_noticing(&[held_turn_file(|_| {}), other("gunfire"), opened_turn_file()])
        .assert_refused()
        .assert_err("opens a turn file that is not held");
    verify_noticing(&[held_turn_file(|_| {}), other("damage-control"), opened_turn_file()]).assert_success();
    let later = held_turn_file(|file| file["segment"] = json!("damage-control"));
    verify_noticing(&[later, opened_turn_file()])
        .assert_refused()
        .assert_err("opens a turn file for turn 1, damage-control, at another moment");
    // The contents must be a list of lines.
    for orders in [json!([]), json!(["a\nb"]), json!([" "]), json!("declared"), json!([1])] {
        let line = private_line("5a", &orders).unwrap();
        let file = held_turn_file(|file| file["digest"] = json!(digest(&line)));
        let opened = json!({ "turn_file_opened": { "line": line } });
        verify_noticing(&[file, opened]).assert_refused().assert_err("contains no orders");
    }
}

#[test]
fn an_order_comes_from_a_turn_file_of_its_side() {
    let table = drill();
    let own = digest(&line());
    verify_with(&table, &[], turn_file_origin("japan", &own)).assert_success();
    verify_with(&table, &[held_turn_file(|_| {}), opened_turn_file()], turn_file_origin("japan", &own))
        .assert_success();
    verify_with(&table, &[], turn_file_origin("russia", &own))
        .assert_refused()
        .assert_err("\"russia\", which may not order this");
    verify_with(&table, &[], turn_file_origin("purple", &own))
        .assert_refused()
        .assert_err("\"purple\", which is not a side");
    verify_with(&table, &[], turn_file_origin("japan", "2ee2-91c0"))
        .assert_refused()
        .assert_err("which has a digest that is not 64 hexadecimal digits");
    verify_with(&table, &[held_turn_file(|_| {})], turn_file_origin("japan", &own))
        .assert_refused()
        .assert_err("which is still held");
    verify_with(&table, &[held_turn_file(|_| {}), dropped_turn_file()], turn_file_origin("japan", &own))
        .assert_refused()
        .assert_err("which was withdrawn");
    let russian = held_turn_file(|file| file["side"] = json!("russia"));
    verify_with(&table, &[russian, opened_turn_file()], turn_file_origin("japan", &own))
        .assert_refused()
        .assert_err("which is of the other side");
    verify_with(&table, &[], Some(json!({ "keyboard": {} }))).assert_refused();
    verify_with(&table, &[], Some(json!({ "turn_file": { "side": "japan" } }))).assert_refused();
    // Only the referee may fire and continue.
    for index in [1, 4] {
        let of_file =
            |lines: &mut Vec<Value>| lines[index]["entry"]["did"]["from"] = turn_file_origin("japan", &own).unwrap();
        forged(&table, FILE, of_file).assert_refused().assert_err("which may not order this");
    }
}

#[test]
fn boards_and_campaigns_have_no_turn_files() {
    let table = Workspace::new();
    table.run(&["tafl", "-o", "tafl.kaiser", "--rules", "first=black"], "d1-d3\n").assert_success();
    table.run(&["crystal", "aidlon", "-o", "aidlon.kaiser"], "quit\n").assert_success();
    for file in ["tafl.kaiser", "aidlon.kaiser"] {
        for what in [held_turn_file(|_| {}), dropped_turn_file(), opened_turn_file()] {
            let run = forged(&table, file, |lines| lines.insert(1, noticed(&what)));
            run.assert_refused().assert_err("uses a turn file, which is impossible in this game");
        }
    }
    let of_file = |lines: &mut Vec<Value>| {
        let did = lines.iter_mut().find(|line| !line["entry"]["did"].is_null()).unwrap();
        did["entry"]["did"]["from"] = turn_file_origin("black", &"ab".repeat(32)).unwrap();
    };
    forged(&table, "tafl.kaiser", of_file)
        .assert_refused()
        .assert_err("comes from a turn file, which is impossible in this game");
}
