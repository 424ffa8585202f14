//! A gallery of bad input: each gives one clear message and changes nothing.
use super::{DECLARED, Workspace};

#[track_caller]
fn gallery(lead: &str, bad: &str, words: &[&str]) {
    let table = Workspace::new();
    table.drill(lead).assert_success();
    let before = table.journal();
    let run = table.run(&["play", "asahi-retvizan.kaiser"], &format!("{bad}\n")).assert_refused();
    run.assert_err("error: line 1: ");
    for words in words {
        run.assert_err(words);
    }
    assert_eq!(table.journal(), before, "{bad}");
    assert!(!run.err.contains("panicked"));
    table.run(&["verify", "asahi-retvizan.kaiser"], "").assert_success();
}

#[test]
fn an_unknown_ship_gets_the_nearest_name_and_a_caret() {
    let bad = "target asahi at retvizn range 8";
    gallery("next to gunfire\n", bad, &["retvizn", "hint:  ", "retvizan", "^^^^^^^"]);
}

#[test]
fn an_unknown_verb_gets_the_nearest() {
    gallery("", "targt asahi at retvizan range 8", &["targt", "target"]);
}

#[test]
fn a_command_in_the_wrong_segment_names_the_right_one() {
    gallery("", "target asahi at retvizan range 8", &["Gunfire", "[3.3"]);
}

#[test]
fn out_of_range_names_the_ship_and_the_range() {
    let lead = "next to sighting\nsight retvizan\nnext to gunfire\n";
    gallery(lead, "target asahi at retvizan range 60", &["Asahi", "60.0\"", "[6.1]"]);
}

#[test]
fn a_battery_declares_once() {
    gallery(DECLARED, "target asahi at retvizan range 8 battery big", &["Asahi", "Retvizan", "[6.2]"]);
}

#[test]
fn a_fire_without_a_declaration_is_refused() {
    gallery("next to gunfire\n", "fire asahi", &["Asahi"]);
}

#[test]
fn next_is_refused_while_fire_is_due_unless_waived() {
    gallery(DECLARED, "next", &["Asahi", "waive"]);
    let table = Workspace::new();
    table.drill(&format!("{DECLARED}next waive \"the guns jammed\"\n")).assert_success().assert_out("the guns jammed");
}

#[test]
fn an_empty_waiver_is_refused() {
    gallery(DECLARED, "next waive \"\"", &[]);
}

#[test]
fn own_ships_are_not_targets() {
    gallery("next to gunfire\n", "target asahi at asahi range 8", &["Asahi"]);
}

#[test]
fn ranges_must_be_numbers() {
    for range in ["-3", "nan", "eight", "1e9", "101"] {
        gallery("next to gunfire\n", &format!("target asahi at retvizan range {range}"), &["^", "hint:  "]);
    }
}

#[test]
fn undo_of_nothing_and_redo_of_nothing_are_refused() {
    gallery("", "undo", &["nothing to undo"]);
    gallery("", "redo", &["nothing to redo"]);
}

#[test]
fn a_value_is_set_only_with_a_reason() {
    gallery("", "set asahi speed 2.0", &["because"]);
}

#[test]
fn lines_about_what_does_not_exist_are_refused() {
    for bad in ["card yamato", "why 999", "rules 99.9", "amend 999 note \"x\"", "help yodel", "dice sometimes"] {
        gallery("", bad, &[]);
    }
}
