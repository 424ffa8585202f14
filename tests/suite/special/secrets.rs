//! Special rules that one side alone is told. [9.2]
use kaiser::naval::{
    special::{reminders, sentences},
    view::{Told, View, known_to, told},
};

use super::*;

const BAKHIREV: &str = "Bakhirev has been told of battleships";

#[test]
fn r9_2_a_secret_rule_is_told_to_its_side_alone() {
    let play = Play::of("gotland");
    let view = |side: &str| View::of(&play.state, &side.into());
    let tells = |view: &View| view.special_rules.iter().any(|(_, says)| says.contains(BAKHIREV));
    assert!(tells(&view("russia")) && !tells(&view("germany")) && tells(&View::referee(&play.state)));
    let others = view("germany").special_rules;
    assert_eq!(others.iter().map(|(of, _)| *of).collect::<Vec<u8>>(), [1, 2, 4], "the numbers stay");
    let known = known_to(&play.state, &"germany".into());
    let everything = format!("{:?}", known.setup);
    assert!(!everything.contains(BAKHIREV) && !everything.contains("270"), "neither words nor key");
    assert_eq!(sentences(&known.setup, None).count(), 3);
}

#[test]
fn r9_2_a_secret_die_is_told_to_its_side_alone() {
    let mut play = Play::of("goeben-1914");
    let before = play.state.clone();
    let events = play.does("next waive \"test\"", &[4]);
    let fact = events.iter().map(|event| &event.fact).find(|fact| matches!(fact, Fact::Special(_))).unwrap();
    assert_eq!(told(&before, &play.state, fact, &"britain".into()), Told::Whole);
    assert_eq!(told(&before, &play.state, fact, &"germany".into()), Told::Nothing);
}

#[test]
fn r9_2_the_briefing_and_duties_of_the_other_side_say_nothing_of_it() {
    let play = Play::with("gotland", |setup| {
        setup.divisions.iter_mut().for_each(|division| division.at = None);
    })
    .at(25, Segment::Plotting);
    assert!(reminders(&play.state, None).iter().any(|one| one.of == 3 && one.secret_to == Some("russia".into())));
    let page = |side: &str| {
        let view = View::of(&play.state, &side.into());
        format!("{}\n{}", kaiser::show::briefing(&view), kaiser::show::view_duties(&view))
    };
    assert!(page("russia").contains(BAKHIREV));
    assert!(!page("germany").contains(BAKHIREV));
    assert!(kaiser::show::duties(&play.state).contains("(russia alone)"));
}
