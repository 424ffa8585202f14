//! What-ifs at a terminal: the prompt, and the referee's password.
use super::Person;

const JOURNAL: &str = "asahi-retvizan.kaiser";

#[test]
fn the_prompt_of_a_what_if_names_it() {
    let mut person = Person::sits_down(&["play", "asahi-retvizan"]);
    person.sees("Plotting> ");
    assert!(!person.screen.contains("what-if"), "{}", person.screen);
    person.asks("next to gunfire", &["Gunfire> "]);
    person.leaves();
    person.comes_back(&["play", JOURNAL, "--at", "1/gunfire", "-o", "what-if.kaiser"]);
    person.sees("What-if of asahi-retvizan.kaiser, from entry 1.");
    person.sees("What-if. Turn 1, ");
    person.sees("what-if T1 ");
    person.asks("undo", &["That is of asahi-retvizan.kaiser", "what-if T1 "]);
    person.leaves();
    assert!(!person.screen.contains("Why?"), "no reason is asked for: {}", person.screen);
    // When it is resumed, the what-if names itself again.
    person.comes_back(&["play", "what-if.kaiser"]);
    person.sees("What-if of asahi-retvizan.kaiser, from entry 1.");
    person.sees("what-if T1 ");
    person.leaves();
}

#[test]
fn a_journal_with_a_referees_password_asks_for_it() {
    let mut person = Person::sits_down(&["play", "asahi-retvizan"]);
    person.sees("Plotting> ");
    person.asks("referee word keel", &["From now on"]);
    person.leaves();
    let branch = ["play", JOURNAL, "--at", "0", "-o", "what-if.kaiser"];
    for (word, says) in [("kiel", "That is not the referee's password."), ("", "That is not the referee's password.")] {
        person.comes_back(&branch);
        person.sees("The referee's password (shown as asterisks): ");
        person.asks(word, &[says]);
        assert!(!person.folder.path().join("what-if.kaiser").exists());
    }
    person.comes_back(&branch);
    person.sees("The referee's password (shown as asterisks): ");
    person.asks("keel", &["What-if of asahi-retvizan.kaiser, from the beginning.", "what-if T1 "]);
    person.leaves();
    assert!(!person.screen.contains("keel"), "{}", person.screen);
}
