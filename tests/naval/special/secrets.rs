//! Special rules that only one side may know. [9.2]
use naval::rules::special::{reminders, sentences};
use naval::view::{Disclosure, View, known_to, visible_to};

use super::*;

const BAKHIREV: &str = "Bakhirev has been told of battleships";

#[test]
fn r9_2_a_secret_rule_is_shown_only_to_its_side() {
    let play = Play::begin("gotland");
    let view = |side: &str| View::for_side(&play.state, &side.into());
    let shows_secret = |view: &View| view.special_rules().any(|(_, text)| text.contains(BAKHIREV));
    assert!(
        shows_secret(&view("russia")) && !shows_secret(&view("germany")) && shows_secret(&View::referee(&play.state))
    );
    let others = view("germany");
    assert_eq!(
        others.special_rules().map(|(number, _)| number).collect::<Vec<u8>>(),
        [1, 2, 3],
        "no gap reveals a fourth"
    );
    let known = known_to(&play.state, &"germany".into());
    let everything = format!("{:?}", known.setup);
    assert!(!everything.contains(BAKHIREV) && !everything.contains("270"), "neither sentence nor key");
    assert_eq!(sentences(&known.setup, None).count(), 3);
}

/// Secret rules come last, so that no gap in the numbers of the open rules reveals one.
#[test]
fn r9_2_secret_rules_come_last_in_the_built_in_scenarios() {
    let source = naval_kit::builtin();
    let mut secret = 0;
    for line in load::scenario_list(&source).unwrap() {
        let id = line.id.word();
        let setup = load::scenario(&source, id).unwrap();
        let secret_rules: Vec<u8> =
            setup.rules.iter().filter(|rule| rule.secret_to.is_some()).map(|rule| rule.of).collect();
        let last_open = setup.special_rules.len() - secret_rules.len();
        assert!(secret_rules.iter().all(|number| last_open < usize::from(*number)), "{id}: {secret_rules:?}");
        secret += secret_rules.len();
    }
    assert_eq!(secret, 4);
}

#[test]
fn r9_2_a_secret_die_is_shown_only_to_its_side() {
    let mut play = Play::begin("goeben-1914");
    let before = play.state.clone();
    let events = play.apply_line("next waive \"test\"", &[4]);
    let fact = events.iter().map(|event| &event.fact).find(|fact| matches!(fact, Fact::Special(_))).unwrap();
    assert_eq!(visible_to(&before, &play.state, fact, &"britain".into()), Disclosure::Whole);
    assert_eq!(visible_to(&before, &play.state, fact, &"germany".into()), Disclosure::Nothing);
}

#[test]
fn r9_2_briefing_and_duties_of_the_other_side_omit_a_secret_rule() {
    let play = Play::begin_changed("gotland", |setup| {
        setup.divisions.iter_mut().for_each(|division| division.at = None);
    })
    .moved_to(25, Segment::Plotting);
    assert!(
        reminders(&play.state, None)
            .iter()
            .any(|reminder| reminder.of == 4 && reminder.secret_to == Some("russia".into()))
    );
    let page = |side: &str| {
        let view = View::for_side(&play.state, &side.into());
        format!("{}\n{}", show::briefing::briefing(&view), show::status::duties_text(&view))
    };
    assert!(page("russia").contains(BAKHIREV));
    assert!(!page("germany").contains(BAKHIREV));
    assert!(show::status::duties_text(&View::referee(&play.state)).contains("(russia only)"));
}

/// A current carries the ship, a mine die is rolled for it, or it makes smoke: a side that loses sight of it
/// in that move does not learn of that event. [Q49]
#[test]
fn r4_4_events_of_a_ship_on_its_way_out_of_sight_are_hidden() {
    let ship = || Id::new("varyag");
    let facts = [
        RuleFact::Drifted { rule: 0, ship: ship(), at: Place::new(39.0, 27.0, 225.0) },
        RuleFact::Mined { rule: 0, ship: ship(), struck: 0, first_half: None },
        RuleFact::Smoked { rule: 0, ship: ship() },
    ];
    for fact in facts.map(Fact::Special) {
        for (seen, x, y, whole) in [(true, 39.0, 27.0, true), (true, 59.0, 47.0, false), (false, 39.0, 27.0, false)] {
            let mut play = Play::begin("chemulpo").moved_to(1, Segment::Movement);
            if seen {
                play.apply(&Fact::Sighted { ship: ship() });
            }
            let before = play.state.clone();
            play.state.ship_mut(&ship()).unwrap().at = Some(Place::new(x, y, 225.0));
            let sees_all_of_it =
                |side: &str| visible_to(&before, &play.state, &fact, &side.into()) == Disclosure::Whole;
            assert_eq!((sees_all_of_it("japan"), sees_all_of_it("russia")), (whole, true), "{fact:?} {seen} {x}");
        }
    }
}
