//! Lines that arrive faster than they are carried out: typed ahead or pasted.
use super::Person;

const PASTE: (&str, &str) = ("\u{1b}[200~", "\u{1b}[201~");

/// Lines pasted at once, followed by Enter.
fn pasted(lines: &[&str]) -> String {
    format!("{}{}{}\r", PASTE.0, lines.join("\r"), PASTE.1)
}

fn referee() -> Person {
    let mut person = Person::sits_down(&["play", "ulsan", "--measured", "--seed", "1904"]);
    person.sees("> ");
    person
}

/// How many lines of the journal contain these words.
fn entries(person: &Person, words: &str) -> usize {
    let journal = std::fs::read_to_string(person.folder.path().join("ulsan.kaiser")).unwrap();
    journal.lines().filter(|line| line.contains(words)).count()
}

#[test]
fn every_line_of_a_burst_runs_in_order() {
    let mut person = referee();
    person.presses("note one\rnote two\rnote three\rnote four\rnote five\r");
    person.sees("five");
    person.leaves();
    assert_eq!(entries(&person, "note"), 5, "{}", person.screen);
    let journal = std::fs::read_to_string(person.folder.path().join("ulsan.kaiser")).unwrap();
    let places = ["one", "two", "three", "four", "five"].map(|word| journal.find(&format!("\"{word}\"")).unwrap());
    assert!(places.is_sorted(), "{journal}");
}

#[test]
fn every_line_of_a_paste_runs_in_order() {
    let mut person = referee();
    person.presses(&pasted(&["note one", "", "note two", "note three"]));
    person.sees("> note two");
    person.sees("> note three");
    person.leaves();
    assert_eq!(entries(&person, "note"), 3, "{}", person.screen);
}

#[test]
fn a_paste_stops_at_the_first_line_that_is_refused() {
    let mut person = referee();
    person.presses(&pasted(&["note one", "fire nobody", "note two", "note three"]));
    person.sees("2 pasted lines were not carried out: note two; note three");
    person.leaves();
    assert_eq!(entries(&person, "note"), 1, "{}", person.screen);
}

/// A question takes the next pasted line as its answer. An invalid answer ends the paste.
#[test]
fn a_paste_answers_a_question_or_stops_there() {
    let mut person = referee();
    person.presses(&pasted(&["speed", "rurik", "2", "note one"]));
    person.sees("> note one");
    person.leaves();
    assert_eq!(entries(&person, "note"), 1, "{}", person.screen);

    let mut person = referee();
    person.presses(&pasted(&["speed", "nobody", "note one", "note two"]));
    person.sees("pasted lines were not carried out: ");
    person.presses("\u{3}");
    person.sees("Cancelled");
    person.leaves();
    assert_eq!(entries(&person, "note"), 0, "{}", person.screen);
}

/// The next person at the keyboard neither runs nor reads what was pasted before.
#[test]
fn a_paste_ends_where_the_keyboard_is_passed() {
    let mut person = referee();
    person.presses(&pasted(&["pass japan", "note secret", "note more"]));
    person.sees("2 pasted lines were not carried out.");
    person.presses("\r");
    person.sees("> ");
    person.leaves();
    assert_eq!(entries(&person, "note"), 0, "{}", person.screen);
    let after = person.screen.rfind("\u{1b}[3J").unwrap();
    assert!(!person.screen[after..].contains("secret"), "{}", person.screen);
}

#[test]
fn a_pasted_block_is_one_line_and_ctrl_c_drops_one() {
    let mut person = referee();
    person.presses(&pasted(&["take", "note one", "# a remark", "", "note two", ".", "note three"]));
    person.sees("> note three");
    person.presses("take\r");
    person.sees(". ends> ");
    person.presses("note four\r");
    person.sees(". ends> ");
    person.presses("\u{3}");
    person.sees("The block is dropped (1 line). Nothing changed.");
    person.leaves();
    assert_eq!(entries(&person, "note"), 3, "{}", person.screen);
    assert_eq!(entries(&person, "\"line\":1"), 2, "the block is one line\n{}", person.screen);
}
