//! `kaiser dice`: which dice count, of which journals, and what the ledger states.
use std::fs;

use play::journal::code_of;
use serde_json::{Value, json};

use super::forged::{FILE, objects, with_checksums};
use super::{DECLARED, Workspace};

/// The book's salvo with typed dice and an answer that the program rolls.
fn fired() -> Workspace {
    let table = Workspace::new();
    table.drill(&format!("{DECLARED}fire asahi dice 3 9 4 2\nfire retvizan\n")).assert_success();
    table
}

fn ledger(table: &Workspace, arguments: &[&str]) -> Value {
    table.run(&[&["dice", "--json"], arguments].concat(), "").assert_success().one_json()
}

/// Name, sides, source, dice in force and dice taken back of every row.
fn rows(ledger: &Value) -> Vec<(String, u64, String, u64, u64)> {
    let sum = |counts: &Value| counts.as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let row = |row: &Value| {
        let sides = row["sides"].as_u64().unwrap();
        assert_eq!(row["in_force"].as_array().unwrap().len() as u64, sides);
        (text(&row["group"]), sides, text(&row["source"]), sum(&row["in_force"]), sum(&row["taken_back"]))
    };
    ledger["rows"].as_array().unwrap().iter().map(row).collect()
}

fn dice(ledger: &Value) -> u64 {
    rows(ledger).iter().map(|(.., in_force, taken_back)| in_force + taken_back).sum()
}

/// The dice of the events that a journal's log shows.
fn dice_of_log(table: &Workspace, file: &str) -> u64 {
    let log = table.run(&["log", "--json", file], "").assert_success().one_json();
    let events = log.as_array().unwrap().iter().filter_map(|entry| entry["events"].as_array()).flatten();
    events.map(|event| event["dice"].as_array().unwrap().len() as u64).sum()
}

#[test]
fn every_die_of_a_battle_has_an_owner_and_a_source() {
    let table = fired();
    let by_owner = ledger(&table, &[FILE]);
    let rows = rows(&by_owner);
    let count_of = |owner: &str, source: &str| -> u64 {
        rows.iter().filter(|row| row.0 == owner && row.2 == source).map(|row| row.3).sum()
    };
    assert_eq!(count_of("Japan", "typed"), 4);
    assert!(0 < count_of("Russia", "thrown"), "{rows:?}");
    assert_eq!((count_of("Japan", "thrown"), count_of("Russia", "typed")), (0, 0));
    assert_eq!(dice(&by_owner), dice_of_log(&table, FILE));
    for by in ["purpose", "sitting", "day"] {
        assert_eq!(dice(&ledger(&table, &[FILE, "--by", by])), dice(&by_owner), "{by}");
    }
    let to_hit = ledger(&table, &[FILE, "--by", "purpose"]);
    assert!(self::rows(&to_hit).iter().any(|row| row.0 == "to hit"), "{to_hit}");
    let typed = by_owner["rows"].as_array().unwrap().iter().find(|row| row["source"] == "typed").unwrap();
    assert_eq!((&typed["mean"], &typed["fair_mean"]), (&json!(4.5), &json!(10.5)));
    assert_eq!((&typed["tests"][0]["test"], &typed["tests"][0]["method"]), (&json!("faces"), &json!("exact")));
}

#[test]
fn dice_that_are_taken_back_stay_in_the_ledger_and_no_die_counts_twice() {
    let table = fired();
    let before = ledger(&table, &[FILE]);
    let again = "undo because \"a\"\nundo because \"b\"\nfire asahi dice 3 9 4 2\nfire retvizan\n".repeat(10);
    table.run(&["play", FILE, "--script", "-"], &again).assert_success();
    assert_eq!(rows(&ledger(&table, &[FILE])), rows(&before));
    // Other faces are other dice, whether they come by an undo or by an amendment.
    let other = "undo because \"a\"\nundo because \"b\"\nfire asahi dice 20 20\n";
    table.run(&["play", FILE, "--script", "-"], other).assert_success();
    let after = ledger(&table, &[FILE]);
    let japan: Vec<_> = rows(&after).into_iter().filter(|row| row.0 == "Japan").collect();
    assert_eq!(japan, [("Japan".to_owned(), 20, "typed".to_owned(), 2, 4)]);
    let run = table.run(&["dice", FILE], "").assert_success();
    run.assert_out("back")
        .assert_out("Nothing here speaks against the dice.")
        .assert_out("So few dice say little: to find, 4 times in 5, a D20");
}

#[test]
fn sittings_are_numbered_after_the_name_of_the_journal() {
    let table = fired();
    table.run(&["play", FILE, "--script", "-"], "next to damage\nnext\n").assert_success();
    let names = rows(&ledger(&table, &[FILE, "--by", "sitting"])).into_iter().map(|row| row.0);
    let names: Vec<String> = names.collect();
    assert!(names.iter().any(|name| name == "asahi-retvizan 1"), "{names:?}");
    assert!(names.iter().all(|name| name == "asahi-retvizan 1" || name == "asahi-retvizan 2"), "{names:?}");
}

#[test]
fn a_doubled_journal_counts_once_also_in_part() {
    let table = fired();
    let once = ledger(&table, &[FILE]);
    fs::copy(table.path(FILE), table.path("copy.kaiser")).unwrap();
    let run = table.run(&["dice", FILE, "copy.kaiser"], "").assert_success();
    run.assert_out("copy.kaiser is asahi-retvizan.kaiser again, or its beginning, and counts once.");
    assert_eq!(rows(&ledger(&table, &[FILE, "copy.kaiser"])), rows(&once));
    assert_eq!(rows(&ledger(&table, &[FILE, FILE])), rows(&once));
    // The journal goes on, and the copy is its beginning, in whatever order they are named.
    table.run(&["play", FILE, "--script", "-"], "next to damage\nnext\n").assert_success();
    let longer = rows(&ledger(&table, &[FILE]));
    for files in [["copy.kaiser", FILE], [FILE, "copy.kaiser"]] {
        let both = ledger(&table, &files);
        assert_eq!(rows(&both), longer);
        let of_copy = both["files"].as_array().unwrap().iter().find(|file| file["file"] == "copy.kaiser").unwrap();
        assert_eq!(of_copy["dice"], 0);
    }
    // The copy goes on too, with other dice: only what both share counts once.
    table
        .run(&["play", "copy.kaiser", "--script", "-"], "undo because \"x\"\nfire retvizan dice 20 20\n")
        .assert_success();
    let run = table.run(&["dice", FILE, "copy.kaiser"], "").assert_success();
    run.assert_out("copy.kaiser begins like asahi-retvizan.kaiser: its first ");
    let both = ledger(&table, &[FILE, "copy.kaiser"]);
    let own = longer.iter().map(|(.., in_force, taken_back)| in_force + taken_back).sum::<u64>();
    assert_eq!(dice(&both), own + 2);
    // Another game of the same battle, with the same seed, is not a copy.
    let other = Workspace::new();
    other.drill("next to gunfire\ntarget asahi at retvizan range 9\ndeclared\nfire all\n").assert_success();
    fs::copy(other.path(FILE), table.path("other.kaiser")).unwrap();
    let of_other = dice(&ledger(&other, &[FILE]));
    assert_eq!(dice(&ledger(&table, &[FILE, "other.kaiser"])), own + of_other);
}

#[test]
fn a_what_if_counts_only_alone() {
    let table = fired();
    let text = with_checksums(objects(&table.read(FILE)));
    table.write(FILE, &text);
    let mut lines = objects(&text);
    lines[0]["branch"] = json!({ "name": FILE, "code": code_of(text.as_bytes()), "entry": 3, "length": text.len() });
    lines.truncate(4);
    lines.push(json!({ "n": 4, "entry": "closed" }));
    table.write("what-if.kaiser", &with_checksums(lines));
    table.run(&["play", "what-if.kaiser", "--script", "-"], "fire asahi dice 20 20\n").assert_success();
    let alone = table.run(&["dice", "what-if.kaiser"], "").assert_success();
    alone.assert_out("(What-if of asahi-retvizan.kaiser, from entry 3.)");
    assert_eq!(dice(&ledger(&table, &["what-if.kaiser"])), 2);
    let run = table.run(&["dice", FILE, "what-if.kaiser"], "").assert_success();
    run.assert_out("what-if.kaiser is a what-if and is left out: `kaiser dice what-if.kaiser` counts it alone.");
    let both = ledger(&table, &["what-if.kaiser", FILE]);
    assert_eq!(rows(&both), rows(&ledger(&table, &[FILE])));
    assert_eq!((&both["files"][0]["what_if"], &both["files"][0]["dice"]), (&json!(true), &json!(0)));
    fs::copy(table.path("what-if.kaiser"), table.path("second.kaiser")).unwrap();
    let none = table.run(&["dice", "what-if.kaiser", "second.kaiser"], "").assert_exit_code(2);
    none.assert_err("All these journals are what-ifs").assert_err("kaiser dice what-if.kaiser");
}

#[test]
fn the_ledger_adds_up_journals_of_all_games() {
    let table = fired();
    for name in ["tafl", "acre", "crystal", "naval-typed"] {
        let file = format!("{name}.kaiser");
        fs::copy(kit::root().join("tests/suite/journals").join(&file), table.path(&file)).unwrap();
        let own = ledger(&table, &[&file]);
        match name {
            "tafl" => assert_eq!(rows(&own)[0].0, "the table"),
            "acre" => assert_eq!(own["rows"], json!([])),
            "crystal" => assert!(rows(&own).iter().any(|row| row.0 == "you"), "{own}"),
            _ => assert!(rows(&own).iter().any(|row| row.2 == "typed"), "{own}"),
        }
    }
    table.run(&["dice", "acre.kaiser"], "").assert_success().assert_out("No dice fell.");
    let files = [FILE, "crystal.kaiser", "tafl.kaiser"];
    let sum: u64 = files.iter().map(|file| dice(&ledger(&table, &[file]))).sum();
    let all = ledger(&table, &files);
    assert_eq!(dice(&all), sum);
    let counted: u64 = all["files"].as_array().unwrap().iter().map(|file| file["dice"].as_u64().unwrap()).sum();
    assert_eq!(counted, sum);
    let tests: usize = all["rows"].as_array().unwrap().iter().map(|row| row["tests"].as_array().unwrap().len()).sum();
    assert_eq!(all["tests"], tests);
}

#[test]
fn a_private_journal_counts_what_is_not_secret_any_more() {
    let table = Workspace::new();
    let lines = "place asahi at 10 20 heading 90 side japan speed 2\n\
        place retvizan at 16 20 heading 90 side russia speed 2\nset sighting 20 because \"clear\"\n\
        next to plotting\nnext to gunfire\ntarget asahi at retvizan\ntarget retvizan at asahi\ndeclared\nfire all\n\
        next to plotting\nplot asahi 2\nplot retvizan 2\nseal\n";
    let file = table.write("begin.txt", lines);
    let play = ["play", "sandbox", "--private", "-o", "p.kaiser", "--script", file.to_str().unwrap()];
    table.run(&play, "").assert_success();
    let whole = ledger(&table, &["p.kaiser"]);
    assert_eq!((&whole["files"][0]["secret_from"], &whole["referee_only"]), (&json!(null), &json!(true)));
    assert!(0 < dice(&whole));
    fs::remove_file(table.path("p.kaiser.private")).unwrap();
    let known = ledger(&table, &["p.kaiser"]);
    assert!(known["files"][0]["secret_from"].is_number(), "{known}");
    assert_eq!(rows(&known), rows(&whole), "the dice fell before the secret plots");
    let run = table.run(&["dice", "p.kaiser"], "").assert_success();
    run.assert_out("p.kaiser is still secret: the rest is in p.kaiser.private")
        .assert_out("This ledger is the referee's: it also counts dice that a side may not know of yet.");
}

#[test]
fn files_that_are_no_journals_are_refused() {
    let table = fired();
    table.write("notes.txt", "no journal\n");
    table.write("empty.kaiser", "");
    table.run(&["dice", FILE, "none.kaiser"], "").assert_refused().assert_err("There is no file none.kaiser");
    table.run(&["dice", FILE, "notes.txt"], "").assert_refused().assert_err("not a journal of kaiser");
    table.run(&["dice", "empty.kaiser"], "").assert_refused().assert_err("the file is empty");
    table.run(&["dice"], "").assert_exit_code(2);
    table.run(&["dice", FILE, "--by", "person"], "").assert_exit_code(2).assert_err("person");
    let refused = table.run(&["dice", FILE, "none.kaiser"], "").assert_refused();
    assert_eq!(refused.out, "", "nothing is printed before all files are found");
}

/// The ledger is about dice, and says nothing about people.
#[test]
fn the_ledger_and_its_help_judge_nobody() {
    let table = fired();
    let run = table.run(&["dice", FILE], "").assert_success();
    let help = table.run(&["dice", "--help"], "").assert_success();
    for text in [&run.out, &help.out] {
        let text = text.to_lowercase();
        for word in ["loaded", "cheat", "false", "forg", "suspic", "guilt"] {
            assert!(!text.contains(word), "{word}: {text}");
        }
    }
    let own = help.out.lines().filter(|line| !line.contains("[env: KAISER_DATA]"));
    assert!(own.map(|line| line.chars().count()).all(|width| width <= 80), "{}", help.out);
    assert!(run.out.lines().all(|line| line.chars().count() <= 100), "{}", run.out);
}

/// Two battles of one seed roll the same dice. Those of the second are no second sample, but its typed ones are.
#[test]
fn rolled_dice_of_a_second_battle_with_the_same_seed_do_not_count() {
    let table = fired();
    let one = ledger(&table, &[FILE]);
    let script = format!("note \"other\"\n{DECLARED}fire asahi dice 3 9 4 2\nfire retvizan\n");
    let file = table.write("two.txt", &script);
    let play = |seed: &str, name: &str| {
        let arguments = ["play", "asahi-retvizan", "--seed", seed, "-o", name, "--script", file.to_str().unwrap()];
        table.run(&arguments, "").assert_success();
    };
    play("1904", "two.kaiser");
    play("7", "three.kaiser");
    let run = table.run(&["dice", FILE, "two.kaiser"], "").assert_success();
    run.assert_out(
        "two.kaiser has the seed of asahi-retvizan.kaiser and rolled the same dice: only its typed ones count.",
    );
    assert_eq!(dice(&ledger(&table, &[FILE, "two.kaiser"])), dice(&one) + 4);
    // The near miss: another seed.
    let both = ledger(&table, &[FILE, "three.kaiser"]);
    assert_eq!(dice(&both), dice(&one) + dice(&ledger(&table, &["three.kaiser"])));
}
