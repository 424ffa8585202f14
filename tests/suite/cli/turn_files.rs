//! Turn files in the journal of a battle: how they are shown, and which notices no program writes.
use play::journal::{digest, private_line};
use serde_json::{Value, json};

use super::forged::{FILE, forged};
use super::{DECLARED, Run, Table};

/// The line that contains the orders of a turn file.
fn line() -> String {
    private_line(&"5a".repeat(16), &["target asahi at retvizan range 8", "declared"]).unwrap()
}

fn held(change: impl FnOnce(&mut Value)) -> Value {
    let mut file = json!({ "side": "japan", "turn": 1, "segment": "gunfire", "digest": digest(&line()) });
    change(&mut file);
    json!({ "turn_file_held": file })
}

fn dropped() -> Value {
    json!({ "turn_file_dropped": held(|_| {})["turn_file_held"] })
}

fn opened() -> Value {
    json!({ "turn_file_opened": { "line": line() } })
}

fn noticed(what: &Value) -> Value {
    json!({ "n": 1, "entry": { "noticed": { "what": what } } })
}

fn drill() -> Table {
    let table = Table::new();
    table.drill(&format!("{DECLARED}fire asahi\n")).good();
    table
}

/// Inserts notices after `next to gunfire`, and sets where the first target order came from.
fn with(table: &Table, notices: &[Value], from: Option<Value>) -> Run {
    forged(table, FILE, |lines| change(lines, notices, from))
}

fn change(lines: &mut Vec<Value>, notices: &[Value], from: Option<Value>) {
    if let Some(from) = from {
        lines[2]["entry"]["did"]["from"] = from;
    }
    notices.iter().rev().for_each(|what| lines.insert(2, noticed(what)));
}

fn from(side: &str, digest: &str) -> Option<Value> {
    Some(json!({ "turn_file": { "side": side, "digest": digest } }))
}

#[test]
fn turn_files_are_shown_and_proved() {
    let table = drill();
    let own = digest(&line());
    let mut lines = super::forged::objects(&table.read(FILE));
    change(&mut lines, &[held(|_| {}), dropped()], None);
    let other = private_line(&"c3".repeat(16), &["target asahi at retvizan range 8"]).unwrap();
    let again = held(|file| file["digest"] = json!(digest(&other)));
    lines.insert(4, noticed(&again));
    lines.insert(5, noticed(&json!({ "turn_file_opened": { "line": other } })));
    lines[6]["entry"]["did"]["from"] = from("japan", &digest(&other)).unwrap();
    table.write(FILE, &super::forged::bound(lines));
    table.run(&["verify", FILE], "").good().says("all agree");
    let short = |digest: &str| format!("{}-{}", &digest[..4], &digest[4..8]);
    let (own, other) = (short(&own), short(&digest(&other)));
    let log = table.run(&["log", FILE], "").good();
    log.says(&format!("(the orders of japan for turn 1, gunfire, {own}, are held)"));
    log.says(&format!("(the orders of japan for turn 1, gunfire, {own}, are withdrawn)"));
    log.says(&format!("(the orders {other} are opened)"));
    log.says(&format!("target asahi at retvizan range 8.0 (from the turn file of japan, {other})"));
    let json = table.run(&["log", "--json", FILE], "").good();
    assert!(json.out.contains("\"from\":{\"turn_file\":{"), "{}", json.out);
    // A side's log shows where its own order came from, and no notices.
    let shown = table.run(&["log", "--side", "japan", FILE], "").good();
    assert!(shown.out.contains("from the turn file of japan") && !shown.out.contains("are held"), "{}", shown.out);
}

#[test]
fn a_held_turn_file_names_a_side_and_a_current_or_later_segment() {
    let table = drill();
    let with = |change: &dyn Fn(&mut Value)| with(&table, &[held(change)], None);
    with(&|_| {}).good();
    with(&|file| file["side"] = json!("russia")).good();
    with(&|file| file["segment"] = json!("damage-control")).good();
    with(&|file| file["side"] = json!("purple")).refused().complains("names \"purple\", which is not a side");
    with(&|file| file["side"] = json!("table")).refused().complains("which is not a side");
    with(&|file| file["segment"] = json!("tea")).refused().complains("which is not a segment");
    with(&|file| file["segment"] = json!("plotting"))
        .refused()
        .complains("for turn 1, plotting, but it is turn 1, gunfire");
    with(&|file| file["segment"] = json!("illumination"))
        .refused()
        .complains("for turn 1, illumination, but it is turn 1, gunfire");
    with(&|file| file["turn"] = json!(2)).refused().complains("for turn 2, gunfire, but it is turn 1, gunfire");
    with(&|file| file["turn"] = json!(0)).refused().complains("for turn 0, gunfire");
    with(&|file| file["turn"] = json!(70_000)).refused();
    for digest in ["", "ab", &"AB".repeat(32), &"ab".repeat(33), &"zz".repeat(32)] {
        with(&|file| file["digest"] = json!(digest)).refused().complains("is not 64 hexadecimal digits");
    }
    with(&|file| file["colour"] = json!("red")).refused();
    with(&|file| drop(file.as_object_mut().unwrap().remove("turn"))).refused();
}

#[test]
fn a_turn_file_is_withdrawn_or_opened_only_while_held() {
    let table = drill();
    let with = |notices: &[Value]| with(&table, notices, None);
    with(&[held(|_| {}), dropped()]).good();
    with(&[held(|_| {}), opened()]).good();
    with(&[dropped()]).refused().complains("withdraws a turn file that is not held");
    with(&[opened()]).refused().complains("opens a turn file that is not held");
    with(&[held(|_| {}), dropped(), dropped()]).refused().complains("withdraws a turn file that is not held");
    with(&[held(|_| {}), dropped(), opened()]).refused().complains("opens a turn file that is not held");
    with(&[held(|_| {}), opened(), opened()]).refused().complains("opens a turn file that is not held");
    with(&[held(|_| {}), held(|_| {})]).refused().complains("each has its own salt");
    // Another file for the same side and segment replaces it. A file for another segment does not.
    let other = |segment: &str| {
        let segment = segment.to_owned();
        held(move |file| (file["digest"], file["segment"]) = (json!("ab".repeat(32)), json!(segment)))
    };
    with(&[held(|_| {}), other("gunfire"), opened()]).refused().complains("opens a turn file that is not held");
    with(&[held(|_| {}), other("damage-control"), opened()]).good();
    let later = held(|file| file["segment"] = json!("damage-control"));
    with(&[later, opened()]).refused().complains("opens a turn file for turn 1, damage-control, at another moment");
    // The contents must be a list of lines.
    for orders in [json!([]), json!(["a\nb"]), json!([" "]), json!("declared"), json!([1])] {
        let line = private_line("5a", &orders).unwrap();
        let file = held(|file| file["digest"] = json!(digest(&line)));
        let opened = json!({ "turn_file_opened": { "line": line } });
        with(&[file, opened]).refused().complains("contains no orders");
    }
}

#[test]
fn an_order_comes_from_a_turn_file_of_its_side() {
    let table = drill();
    let own = digest(&line());
    with(&table, &[], from("japan", &own)).good();
    with(&table, &[held(|_| {}), opened()], from("japan", &own)).good();
    with(&table, &[], from("russia", &own)).refused().complains("\"russia\", which may not order this");
    with(&table, &[], from("purple", &own)).refused().complains("\"purple\", which is not a side");
    with(&table, &[], from("japan", "2ee2-91c0")).refused().complains("whose digest is not 64 hexadecimal digits");
    with(&table, &[held(|_| {})], from("japan", &own)).refused().complains("which is still held");
    with(&table, &[held(|_| {}), dropped()], from("japan", &own)).refused().complains("which was withdrawn");
    let russian = held(|file| file["side"] = json!("russia"));
    with(&table, &[russian, opened()], from("japan", &own)).refused().complains("which is of the other side");
    with(&table, &[], Some(json!({ "keyboard": {} }))).refused();
    with(&table, &[], Some(json!({ "turn_file": { "side": "japan" } }))).refused();
    // Only the referee may fire and continue.
    for index in [1, 4] {
        let of_file = |lines: &mut Vec<Value>| lines[index]["entry"]["did"]["from"] = from("japan", &own).unwrap();
        forged(&table, FILE, of_file).refused().complains("which may not order this");
    }
}

#[test]
fn boards_and_campaigns_have_no_turn_files() {
    let table = Table::new();
    table.run(&["tafl", "-o", "tafl.kaiser", "--rules", "first=black"], "d1-d3\n").good();
    table.run(&["crystal", "aidlon", "-o", "aidlon.kaiser"], "quit\n").good();
    for file in ["tafl.kaiser", "aidlon.kaiser"] {
        for what in [held(|_| {}), dropped(), opened()] {
            let run = forged(&table, file, |lines| lines.insert(1, noticed(&what)));
            run.refused().complains("uses a turn file, which is impossible in this game");
        }
    }
    let of_file = |lines: &mut Vec<Value>| {
        let did = lines.iter_mut().find(|line| !line["entry"]["did"].is_null()).unwrap();
        did["entry"]["did"]["from"] = from("black", &"ab".repeat(32)).unwrap();
    };
    forged(&table, "tafl.kaiser", of_file)
        .refused()
        .complains("comes from a turn file, which is impossible in this game");
}
