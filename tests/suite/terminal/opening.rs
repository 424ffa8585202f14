//! What a person sees who opens a battle.
use super::Person;

const OFFER: &str = "`briefing` shows ";

#[test]
fn a_new_battle_names_itself_and_offers_its_briefing() {
    let mut person = Person::sits_down(&["play", "ulsan"]);
    person.sees("Ulsan, 14 August 1904.\r\n");
    person.sees("`briefing` shows introduction, 5 special rules and conditions of victory.\r\n");
    person.sees("Turn 1, ");
    person.sees("Plotting> ");
    let lines = person.screen.lines().filter(|line| !line.trim().is_empty()).count();
    assert!(lines <= 10, "answers stay short: {}", person.screen);
    person.asks("briefing", &["Three big Russian cruisers"]);
    person.presses("q\r");
    person.leaves();
    // Until an order is given, a resumed battle names itself again. Later it only offers the briefing.
    person.comes_back(&["play", "ulsan.kaiser"]);
    person.sees("14 August 1904.");
    person.sees("Plotting> ");
    person.asks("note \"begun\"", &["Plotting> "]);
    person.asks("next to plotting waive \"drill\"", &["T2 "]);
    person.leaves();
    person.comes_back(&["play", "ulsan.kaiser"]);
    person.sees(OFFER);
    person.sees("T2 ");
    assert!(!person.screen.contains("14 August 1904"), "{}", person.screen);
    person.leaves();
}

#[test]
fn a_side_counts_only_its_own_special_rules() {
    let mut person = Person::sits_down(&["play", "gotland"]);
    person.sees("shows introduction, 4 special rules and conditions of victory.");
    person.sees("Plotting> ");
    person.asks("referee word keel", &["From now on"]);
    person.asks("pass to germany", &["Pass the keyboard to Germany"]);
    person.presses("\r");
    person.sees("Germany> ");
    person.leaves();
    person.comes_back(&["play", "gotland.kaiser"]);
    person.sees("Pass the keyboard to Germany");
    person.presses("\r");
    person.sees("shows introduction, 3 special rules and conditions of victory.");
    person.sees("Germany> ");
    person.leaves();
}
