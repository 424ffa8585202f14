//! Hints: what stands in words, and what is a line to be typed.
use play::{Fault, Hint};

fn lines(hint: &Hint) -> Vec<&str> {
    hint.lines().collect()
}

#[test]
fn a_line_stands_alone_as_it_is_typed_and_in_a_sentence_in_backticks() {
    let alone = Hint::line("next");
    assert_eq!((alone.to_string().as_str(), lines(&alone)), ("next", vec!["next"]));
    let sentence = "type " + Hint::line("next") + ", or " + Hint::line("undo") + String::from(".");
    assert_eq!((sentence.to_string().as_str(), lines(&sentence)), ("type `next`, or `undo`.", vec!["next", "undo"]));
    let example = Hint::example("plot 2nd 2");
    assert_eq!((example.to_string().as_str(), lines(&example)), ("for example: plot 2nd 2", vec!["plot 2nd 2"]));
}

/// The near misses: a form looks like a line, and so do words that quote one.
#[test]
fn a_form_and_words_offer_no_line() {
    let form = "type " + Hint::form("place SHIP at X Y") + ".";
    assert_eq!((form.to_string().as_str(), lines(&form)), ("type `place SHIP at X Y`.", Vec::new()));
    let words = Hint::from("`next` goes on.");
    assert_eq!((words.to_string().as_str(), lines(&words)), ("`next` goes on.", Vec::new()));
}

#[test]
fn the_lines_of_a_hint_are_indented_under_its_fault() {
    let fault = Fault::new("no command").hint("first".to_owned() + "\nsecond");
    assert_eq!(fault.printed(None), "error: no command\nhint:  first\n       second");
}
