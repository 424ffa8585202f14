//! The list of games, and the question whether to resume an unfinished journal.
use super::{CTRL_C, CTRL_D, Person};

const QUESTION: &str = "Which game? ";

#[test]
fn without_arguments_there_is_a_list_of_all_five_games_with_drills_first() {
    let mut person = Person::sits_down(&[]);
    person.sees("kaiser ");
    // The list has this order.
    for game in ["drill-boats-attack", "drill-two-lines", "tafl", "acre", "coal-steel", "aidlon", "asahi-retvizan"] {
        person.sees(game);
    }
    person.sees(" more");
    person.types("asahi-retvizan");
    person.sees("Plotting> ");
    person.leaves();
    person.verified();
}

#[test]
fn the_list_takes_names_numbers_and_parts_of_names_or_descriptions() {
    for (typed, journal) in [
        // A name, a number, the start of a name, a word of the description, letters of a name in order, and two words.
        ("ulsan", "ulsan.kaiser"),
        ("2", "drill-two-lines.kaiser"),
        ("dover", "dover-strait.kaiser"),
        ("scandinavian", "lerwick.kaiser"),
        ("glnd 1917", "heligoland-1917.kaiser"),
        ("two lines", "drill-two-lines.kaiser"),
    ] {
        let mut person = Person::sits_down(&[]);
        person.sees(" more");
        person.types(typed);
        person.sees(&format!("Journal: {journal}"));
        person.sees("Plotting> ");
        person.leaves();
    }
}

#[test]
fn the_list_is_filtered_while_it_is_typed() {
    let mut person = Person::sits_down(&[]);
    person.sees(" more");
    // This line is too far down the unfiltered list to be shown.
    person.presses("ulsan");
    person.sees("Ulsan, 1904-08-14 (battle)");
    person.presses("x");
    person.sees("no game of that name");
    person.presses("\u{15}tafl");
    person.sees("Tafl (board game)");
    person.asks("", &["Who plays?"]);
    person.terminal.send_control(CTRL_D).unwrap();
    person.ends();
}

#[test]
fn a_wrong_choice_asks_again_and_every_way_out_quits_cleanly() {
    for out in ["<", "q", "quit"] {
        let mut person = Person::sits_down(&[]);
        person.sees(" more");
        for wrong in ["xyzzy", "0", "-1", "999", "no such game"] {
            person.asks(wrong, &[&format!("\"{wrong}\" is not one of the choices."), QUESTION]);
        }
        // A missing file, and a file that is not a journal.
        person.asks("gone.kaiser", &["gone.kaiser", QUESTION]);
        std::fs::write(person.folder.path().join("notes.kaiser"), "my notes\n").unwrap();
        person.asks("notes.kaiser", &["notes.kaiser", "not a journal", QUESTION]);
        person.types(out);
        person.ends();
    }
    for key in [CTRL_C, CTRL_D] {
        let mut person = Person::sits_down(&[]);
        person.sees(" more");
        person.terminal.send_control(key).unwrap();
        person.ends();
    }
    // Ctrl-C also quits from a half-typed line.
    let mut person = Person::sits_down(&[]);
    person.sees(" more");
    person.presses("uls");
    person.sees("ulsan");
    person.terminal.send_control(CTRL_C).unwrap();
    person.ends();
}

#[test]
fn a_board_game_and_a_campaign_are_begun_from_the_list() {
    let mut person = Person::sits_down(&[]);
    person.sees(" more");
    person.asks("coal and steel", &["Who plays?"]);
    person.asks("1", &["Journal: coal-steel.kaiser"]);
    person.leaves();
    person.comes_back(&[]);
    person.sees(" more");
    person.asks("amber", &["Journal: amber-coast.kaiser"]);
    person.leaves();
    // Both are at the top now, newest first, with their progress and the time they were played.
    person.comes_back(&[]);
    person.sees("amber-coast.kaiser");
    person.sees("turn 1; played 20");
    person.sees("coal-steel.kaiser");
    person.sees("0 moves");
    person.sees("drill-boats-attack");
    person.asks("1", &["event> "]);
    person.leaves();
}

#[test]
fn an_unfinished_battle_is_resumed_or_another_begins() {
    let mut person = Person::sits_down(&["play", "ulsan"]);
    person.sees("Journal: ulsan.kaiser");
    person.asks("next to sighting waive \"a test\"", &["Sighting> "]);
    person.leaves();
    person.comes_back(&["play", "ulsan"]);
    person.sees("ulsan.kaiser is unfinished: turn 1, Sighting Segment.");
    person.sees("[R/b] ");
    person.asks("perhaps", &["\"perhaps\" is not an answer.", "[R/b] "]);
    person.asks("", &["Sighting> "]);
    person.leaves();
    // Begin another battle under a second name, and end it.
    person.comes_back(&["play", "ulsan"]);
    person.sees("[R/b] ");
    person.asks("b", &["Journal: ulsan-2.kaiser", "Plotting> "]);
    person.asks("end because \"late\"", &["> "]);
    person.leaves();
    // The newest is over, so the program asks about the older one.
    person.comes_back(&["play", "ulsan"]);
    person.sees("ulsan.kaiser is unfinished: turn 1, Sighting Segment.");
    person.sees("[R/b] ");
    person.terminal.send_control(CTRL_C).unwrap();
    person.ends();
    assert!(!person.folder.path().join("ulsan-3.kaiser").exists(), "quitting begins nothing");
    // A file named with -o begins a new battle without asking.
    person.comes_back(&["play", "ulsan", "-o", "mine.kaiser"]);
    person.sees("Journal: mine.kaiser");
    person.sees("Plotting> ");
    person.leaves();
}

#[test]
fn an_unfinished_board_game_and_campaign_are_resumed_too() {
    let mut person = Person::sits_down(&["tafl", "--rules", "first=black"]);
    person.sees("Who plays?");
    person.asks("1", &["Black> "]);
    person.leaves();
    person.comes_back(&["tafl"]);
    person.sees("tafl.kaiser is unfinished: 0 moves");
    person.asks("r", &["Black> "]);
    person.leaves();
    person.comes_back(&["crystal"]);
    person.sees("Journal: aidlon.kaiser");
    person.leaves();
    person.comes_back(&["crystal"]);
    person.sees("aidlon.kaiser is unfinished: turn 1.");
    person.asks("another", &["Journal: aidlon-2.kaiser", "event> "]);
    person.leaves();
}
