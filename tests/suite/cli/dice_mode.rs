//! The source of the dice: the journal records it, only the referee changes it, a resumed game keeps it.
use super::{DECLARED, Table, forged::FILE};

/// How often the log reports typed dice, and rolled ones.
fn dice_source_entries(table: &Table, file: &str) -> (usize, usize) {
    let log = table.run(&["log", file], "").good().out;
    let typed = log.matches("dice are rolled at the table and typed").count();
    (typed, log.matches("the program rolls the dice").count())
}

#[test]
fn the_source_of_the_dice_is_recorded_and_resumed() {
    let table = Table::new();
    table.drill(&format!("dice roll\n{DECLARED}")).good();
    assert_eq!(dice_source_entries(&table, FILE), (0, 0), "an unchanged source adds no entry");
    let play = |more: &[&str], lines: &str| table.run(&[&["play", FILE], more].concat(), lines);
    play(&[], "dice ask\ndice ask\n").good();
    assert_eq!(dice_source_entries(&table, FILE), (1, 0));
    // The resumed game keeps the source, and an undo does not take it back.
    play(&[], "note \"x\"\nundo\nfire asahi\n").refused().complains("needs 2 D20 more");
    play(&[], "fire asahi dice 20 20\n").good();
    play(&["--dice", "ask"], "").good();
    assert_eq!(dice_source_entries(&table, FILE), (1, 0));
    play(&["--dice", "roll"], "fire retvizan\n").good().says("Retvizan>Asahi 8.0\"");
    assert_eq!(dice_source_entries(&table, FILE), (1, 1));
    play(&[], "dice roll\n").good();
    assert_eq!(dice_source_entries(&table, FILE), (1, 1));
    table.run(&["verify", FILE], "").good().says("all agree").says("2 typed by the referee");
    let json = table.run(&["log", "--json", FILE], "").good().one_json();
    let count = json.as_array().unwrap().iter().filter(|entry| !entry["table"].is_null()).count();
    assert_eq!(count, 2);
}

#[test]
fn a_battle_begun_with_typed_dice_records_that_first() {
    let table = Table::new();
    table.run(&["play", "asahi-retvizan", "--dice", "ask", "-o", "b.kaiser"], DECLARED).good();
    assert_eq!(dice_source_entries(&table, "b.kaiser"), (1, 0));
    assert!(table.read("b.kaiser").lines().nth(1).unwrap().contains("{\"dice\":{\"typed\":true}}"));
    table.run(&["play", "b.kaiser"], "fire asahi\n").refused().complains("needs 2 D20 more");
    table.run(&["play", "sandbox", "--private", "--dice", "ask", "-o", "p.kaiser"], "").good();
    assert_eq!(dice_source_entries(&table, "p.kaiser"), (1, 0), "the source is not secret");
}

#[test]
fn only_the_referee_changes_the_source_of_the_dice() {
    let table = Table::new();
    let begun = "place asahi at 10 20 heading 90 side japan speed 2\n\
        place retvizan at 20 30 heading 90 side russia speed 2\nreferee word open sesame\npass to japan\n";
    table.run(&["play", "sandbox", "--seed", "7", "-o", "b.kaiser"], begun).good();
    let before = table.read("b.kaiser");
    for line in ["dice ask\n", "dice roll\n"] {
        table.run(&["play", "b.kaiser"], line).refused().complains("Japan may not do that");
    }
    table.run(&["play", "b.kaiser", "--dice", "ask"], "").refused().complains("Japan may not do that");
    assert_eq!(table.read("b.kaiser"), before);
    table.run(&["play", "b.kaiser", "--dice", "roll"], "").good();
    table.run(&["play", "b.kaiser"], "pass to table\ndice ask\n").refused().complains("The table may not do that");
    assert_eq!(dice_source_entries(&table, "b.kaiser"), (0, 0));
    table.run(&["play", "b.kaiser"], "pass to referee open sesame\ndice ask\npass to japan\n").good();
    assert_eq!(dice_source_entries(&table, "b.kaiser"), (1, 0));
    // A side's log leaves it out.
    let side = table.run(&["log", "b.kaiser", "--side", "japan"], "").good();
    assert!(!side.out.contains("dice"), "{}", side.out);
}

#[test]
fn a_campaign_keeps_the_source_of_its_dice() {
    let table = Table::new();
    table.run(&["crystal", "--seed", "1", "--dice", "ask", "-o", "c.kaiser"], "event dice 3 4 2\n").good();
    assert_eq!(dice_source_entries(&table, "c.kaiser"), (1, 0));
    table.run(&["play", "c.kaiser"], "undo because \"x\"\nevent\n").refused().complains("needs 2 D6 more");
    table.run(&["play", "c.kaiser"], "dice roll\nevent\n").good();
    assert_eq!(dice_source_entries(&table, "c.kaiser"), (1, 1));
    table.run(&["verify", "c.kaiser"], "").good();
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
        let run = |line: &str| Table::new().run(begin, &format!("{before}{line}\n"));
        let wrong = |line: &str, what: &str, hint: &str| _ = run(line).refused().complains(what).complains(hint);
        if sides > 0 {
            run(&format!("{order} dice {faces}").to_uppercase()).good();
            run(&format!("{order} d {}", faces.replace(' ', ","))).good();
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
    let table = Table::new();
    table.drill(&format!("show full\n{DECLARED}")).good();
    table.run(&["play", FILE, "--show", "brief"], "fire asahi\n").good().says("#7 Asahi>Retvizan 8.0\"");
    table.run(&["play", FILE], "fire retvizan\n").good().says("to hit 5 or less:");
    let log = table.run(&["log", FILE], "").good();
    assert_eq!(log.out.matches("rulings are shown with their sums").count(), 1);
}
