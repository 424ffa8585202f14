//! Hints: plain words, and lines to type.
use play::{Hint, LineError, Part};

fn lines(hint: &Hint) -> Vec<&str> {
    hint.lines().collect()
}

#[test]
fn a_line_is_bare_alone_and_in_backticks_in_a_sentence() {
    let alone = Hint::line("next");
    assert_eq!((alone.to_string().as_str(), lines(&alone)), ("next", vec!["next"]));
    let sentence = "type " + Hint::line("next") + ", or " + Hint::line("undo") + String::from(".");
    assert_eq!((sentence.to_string().as_str(), lines(&sentence)), ("type `next`, or `undo`.", vec!["next", "undo"]));
    let example = Hint::example("plot 2nd 2");
    assert_eq!((example.to_string().as_str(), lines(&example)), ("for example: plot 2nd 2", vec!["plot 2nd 2"]));
}

/// The near misses: a form that looks like a line, a line for a later moment, and words that quote a line.
#[test]
fn only_a_line_valid_now_is_offered() {
    let form = "type " + Hint::form("place SHIP at X Y") + ".";
    assert_eq!((form.to_string().as_str(), lines(&form)), ("type `place SHIP at X Y`.", Vec::new()));
    let later = "first " + Hint::line("next") + ", then " + Hint::later("seal") + ".";
    assert_eq!((later.to_string().as_str(), lines(&later)), ("first `next`, then `seal`.", vec!["next"]));
    assert!(later.parts().contains(&Part::Later("seal".to_owned())));
    assert_eq!((Hint::later("seal").to_string().as_str(), lines(&Hint::later("seal"))), ("seal", Vec::new()));
    let words = Hint::from("`next` goes on.");
    assert_eq!((words.to_string().as_str(), lines(&words)), ("`next` goes on.", Vec::new()));
}

#[test]
fn a_bare_line_has_no_backticks_in_a_sentence() {
    let bare = Hint::line("targets").without_backticks() + ", for your own ships";
    assert_eq!((bare.to_string().as_str(), lines(&bare)), ("targets, for your own ships", vec!["targets"]));
    assert_eq!(("type " + Hint::later("seal").without_backticks()).to_string(), "type seal");
}

#[test]
fn the_lines_of_a_hint_are_indented_under_its_fault() {
    let error = LineError::new("no command").hint("first".to_owned() + "\nsecond");
    assert_eq!(error.as_error(None), "error: no command\nhint:  first\n       second");
}
