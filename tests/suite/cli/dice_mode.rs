//! The source of the dice: the journal records it, only the referee changes it, a resumed game keeps it.
use super::{DECLARED, Workspace, forged::FILE};

/// How often the log reports typed dice, and rolled ones.
fn dice_source_entries(table: &Workspace, file: &str) -> (usize, usize) {
    let log = table.run(&["log", file], "").assert_success().out;
    let typed = log.matches("dice are rolled at the table and typed").count();
    (typed, log.matches("the program rolls the dice").count())
}

#[test]
fn the_source_of_the_dice_is_recorded_and_resumed() {
    let table = Workspace::new();
    table.drill(&format!("dice roll\n{DECLARED}")).assert_success();
    assert_eq!(dice_source_entries(&table, FILE), (0, 0), "an unchanged source adds no entry");
    let play = |more: &[&str], lines: &str| table.run(&[&["play", FILE], more].concat(), lines);
    play(&[], "dice ask\ndice ask\n").assert_success();
    assert_eq!(dice_source_entries(&table, FILE), (1, 0));
    // The resumed game keeps the source, and an undo does not take it back.
    play(&[], "note \"x\"\nundo\nfire asahi\n").assert_refused().assert_err("needs 2 D20 more");
    play(&[], "fire asahi dice 20 20\n").assert_success();
    play(&["--dice", "ask"], "").assert_success();
    assert_eq!(dice_source_entries(&table, FILE), (1, 0));
    play(&["--dice", "roll"], "fire retvizan\n").assert_success().assert_out("Retvizan>Asahi 8.0\"");
    assert_eq!(dice_source_entries(&table, FILE), (1, 1));
    play(&[], "dice roll\n").assert_success();
    assert_eq!(dice_source_entries(&table, FILE), (1, 1));
    table.run(&["verify", FILE], "").assert_success().assert_out("all agree").assert_out("2 typed by the referee");
    let json = table.run(&["log", "--json", FILE], "").assert_success().one_json();
    let count = json.as_array().unwrap().iter().filter(|entry| !entry["table"].is_null()).count();
    assert_eq!(count, 2);
}

#[test]
fn a_battle_begun_with_typed_dice_records_that_first() {
    let table = Workspace::new();
    table.run(&["play", "asahi-retvizan", "--dice", "ask", "-o", "b.kaiser"], DECLARED).assert_success();
    assert_eq!(dice_source_entries(&table, "b.kaiser"), (1, 0));
    assert!(table.read("b.kaiser").lines().nth(1).unwrap().contains("{\"dice\":{\"typed\":true}}"));
    table.run(&["play", "b.kaiser"], "fire asahi\n").assert_refused().assert_err("needs 2 D20 more");
    table.run(&["play", "sandbox", "--private", "--dice", "ask", "-o", "p.kaiser"], "").assert_success();
    assert_eq!(dice_source_entries(&table, "p.kaiser"), (1, 0), "the source is not secret");
}

#[test]
fn only_the_referee_changes_the_source_of_the_dice() {
    let table = Workspace::new();
    let opening = "place asahi at 10 20 heading 90 side japan speed 2\n\
        place retvizan at 20 30 heading 90 side russia speed 2\nreferee word open sesame\npass to japan\n";
    table.run(&["play", "sandbox", "--seed", "7", "-o", "b.kaiser"], opening).assert_success();
    let before = table.read("b.kaiser");
    for line in ["dice ask\n", "dice roll\n"] {
        table.run(&["play", "b.kaiser"], line).assert_refused().assert_err("Japan may not do that");
    }
    table.run(&["play", "b.kaiser", "--dice", "ask"], "").assert_refused().assert_err("Japan may not do that");
    assert_eq!(table.read("b.kaiser"), before);
    table.run(&["play", "b.kaiser", "--dice", "roll"], "").assert_success();
    table
        .run(&["play", "b.kaiser"], "pass to table\ndice ask\n")
        .assert_refused()
        .assert_err("The table may not do that");
    assert_eq!(dice_source_entries(&table, "b.kaiser"), (0, 0));
    table.run(&["play", "b.kaiser"], "pass to referee open sesame\ndice ask\npass to japan\n").assert_success();
    assert_eq!(dice_source_entries(&table, "b.kaiser"), (1, 0));
    // A side's log does not show the source.
    let side = table.run(&["log", "b.kaiser", "--side", "japan"], "").assert_success();
    assert!(!side.out.contains("dice"), "{}", side.out);
}

#[test]
fn a_campaign_keeps_the_source_of_its_dice() {
    let table = Workspace::new();
    table.run(&["crystal", "--seed", "1", "--dice", "ask", "-o", "c.kaiser"], "event dice 3 4 2\n").assert_success();
    assert_eq!(dice_source_entries(&table, "c.kaiser"), (1, 0));
    table.run(&["play", "c.kaiser"], "undo because \"x\"\nevent\n").assert_refused().assert_err("needs 2 D6 more");
    table.run(&["play", "c.kaiser"], "dice roll\nevent\n").assert_success();
    assert_eq!(dice_source_entries(&table, "c.kaiser"), (1, 1));
    table.run(&["verify", "c.kaiser"], "").assert_success();
}

/// In every game, dice follow `dice` in upper or lower case, separated by blanks or commas. An invalid die,
/// a word that is not a number and one die too many are reported in the same words.
#[test]
fn typed_dice_are_read_the_same_in_all_five_games() {
    let duel: &[&str] = &["play", "asahi-retvizan"];
    for (begin, before, order, faces, sides) in [
        (duel, DECLARED, "fire asahi", "20 20", 20),
        (&["crystal"], "", "event", "3 4 1", 6),
        (&["tafl", "--dice", "ask"], "", "lot", "4", 6),
        (&["acre"], "", "k4-k5", "", 0),
        (&["coal-steel"], "", "place warrior a1", "", 0),
    ] {
        let run = |line: &str| Workspace::new().run(begin, &format!("{before}{line}\n"));
        let wrong =
            |line: &str, what: &str, hint: &str| _ = run(line).assert_refused().assert_err(what).assert_err(hint);
        if sides > 0 {
            run(&format!("{order} dice {faces}").to_uppercase()).assert_success();
            run(&format!("{order} d {}", faces.replace(' ', ","))).assert_success();
            let beyond = format!("{} is not a D{sides} result", sides + 1);
            wrong(&format!("{order} dice {}", sides + 1), &beyond, &format!("a D{sides} shows 1 to {sides}."));
            wrong(&format!("{order} dice 0"), &format!("0 is not a D{sides} result"), "shows 1 to");
        }
        let out = "omit dice that are not needed";
        wrong(&format!("{order} dice {faces} 7"), "1 die too many: 7", out);
        wrong(&format!("{order} dice {faces} 7,8"), "2 dice too many: 7 8", out);
        wrong(&format!("{order} dice {faces} 101"), "No die can show \"101\".", "dice show 0 to 100");
        wrong(&format!("{order} dice"), "There are no dice after \"dice\".", "type the dice in order");
        wrong(&format!("{order} dice 3 twice"), "\"twice\" comes after the dice", &format!("{order} twice dice 3"));
    }
}

#[test]
fn the_ruling_style_is_resumed_and_can_be_changed_for_one_call() {
    let table = Workspace::new();
    table.drill(&format!("show full\n{DECLARED}")).assert_success();
    table
        .run(&["play", FILE, "--show", "brief"], "fire asahi\n")
        .assert_success()
        .assert_out("#7 Asahi>Retvizan 8.0\"");
    table.run(&["play", FILE], "fire retvizan\n").assert_success().assert_out("to hit 5 or less:");
    let log = table.run(&["log", FILE], "").assert_success();
    assert_eq!(log.out.matches("rulings are shown with their sums").count(), 1);
}
