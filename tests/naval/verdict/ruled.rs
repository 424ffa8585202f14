//! 9.2: the referee's rulings on conditions and on sentences left to the referee.
use naval::model::victory::{Landmark, LeftToReferee, Nearness};
use naval::model::{BattleEnd, TableReason, VictoryRulings};
use naval::{
    Inches, Reason, notation,
    rules::verdict::verdict_for_side,
    view::{self, View},
};
use play::{self, NotDecided, Script};

use super::*;

/// A duel without positions that the distance between the ships decides. No range was typed, so that is open.
fn measured() -> State {
    let mut setup = naval_kit::scenario("asahi-retvizan");
    setup.divisions.iter_mut().for_each(|division| division.at = None);
    setup.decide = Some(vec![
        close_entry(JudgedWhen::End),
        entry("russia", JudgedWhen::End, all_ships(&["asahi"], vec![VictoryTest::Sunk])),
    ]);
    setup.victory = vec!["Asahi comes close.".to_owned(), "The better seamanship wins.".to_owned()];
    setup.left = vec![LeftToReferee { of: 2, why: None }];
    Naval::initial_state(&setup)
}

fn close_entry(when: JudgedWhen) -> VictoryEntry {
    let close = VictoryTest::Within(Nearness { of: Landmark::Ship("retvizan".into()), inches: Inches::whole(3) });
    entry("japan", when, all_ships(&["asahi"], vec![close]))
}

fn decide(state: &State, line: &str) -> Result<State, (Reason, String)> {
    let command = notation::parse(state, line).unwrap_or_else(|error| panic!("{line}: {error}")).command;
    // A journal keeps the command unchanged.
    let again = serde_json::from_str(&serde_json::to_string(&command).unwrap()).unwrap();
    assert_eq!(command, again);
    match play::decide::<Naval>(state, &command, &mut Script::default()) {
        Ok(events) => {
            let mut after = state.clone();
            play::apply_all::<Naval>(&mut after, &events);
            Ok(after)
        }
        Err(NotDecided::Refused { reason, rule }) => Err((reason, rule.to_string())),
        Err(halt) => panic!("{line}: {halt:?}"),
    }
}

#[track_caller]
fn after_ruling(state: &State, line: &str) -> State {
    decide(state, line).unwrap_or_else(|refused| panic!("{line}: {refused:?}"))
}

fn page(state: &State) -> String {
    flat(&show::verdict::verdict_text(&View::referee(state)))
}

#[test]
fn r9_2_the_referee_rules_on_an_open_condition() {
    let open = measured();
    let before = verdict(&open);
    assert_eq!((before.side.clone(), before.open.clone(), before.entries[0].truth), (None, vec![1], Truth::Open));
    let yes = after_ruling(&open, "set condition 1 yes because \"they touched\"");
    let after = verdict(&yes);
    assert_eq!((after.side, after.by, after.open), (Some(Id::new("japan")), Some(1), vec![]));
    assert_eq!((after.entries[0].truth, after.entries[0].ruled), (Truth::Holds, Some(true)));
    assert_eq!((after.entries[1].truth, after.entries[1].ruled), (Truth::Fails, None), "the other is unchanged");
    assert!(page(&yes).contains("yes, by the referee's ruling"), "{}", page(&yes));
    let no = after_ruling(&open, "set condition 1 no because \"far off\"");
    assert_eq!((verdict(&no).side, verdict(&no).open), (None, vec![]));
    assert!(page(&no).contains("no, by the referee's ruling"), "{}", page(&no));
    // The last ruling counts, and `open` cancels it.
    let again = after_ruling(
        &after_ruling(&yes, "set condition 1 no because \"looked again\""),
        "set condition 1 open because \"?\"",
    );
    assert_eq!(verdict(&again).open, vec![1]);
    assert_ne!(again.victory_rulings, VictoryRulings::default());
}

#[test]
fn r9_2_a_sentence_left_to_the_referee_comes_before_the_conditions() {
    let open = measured();
    assert!(page(&open).contains("Left to the referee: \"The better seamanship wins.\" Why:"), "{}", page(&open));
    let won = after_ruling(&open, "set sentence 2 russia because \"neatly done\"");
    assert_eq!((verdict(&won).side, verdict(&won).by), (Some(Id::new("russia")), None));
    assert!(page(&won).contains("Russia wins, by the referee's ruling (sentence 2)."), "{}", page(&won));
    assert!(page(&won).contains("Ruling: Russia wins by it."), "{}", page(&won));
    let japan = after_ruling(&won, "set condition 1 yes because \"they touched\"");
    assert_eq!(verdict(&japan).side, Some(Id::new("russia")), "the ruling comes before them");
    let no_winner = after_ruling(&japan, "set sentence 2 nobody because \"both poor\"");
    assert_eq!((verdict(&no_winner).side, verdict(&no_winner).by), (Some(Id::new("japan")), Some(1)));
    assert!(page(&no_winner).contains("Ruling: neither side wins by it."), "{}", page(&no_winner));
}

#[test]
fn r9_2_only_conditions_of_the_scenario_can_be_ruled_on() {
    let state = measured();
    for (line, have) in [
        ("set condition 0 yes because x", vec![1, 2]),
        ("set condition 3 yes because x", vec![1, 2]),
        ("set sentence 1 japan because x", vec![2]),
        ("set sentence 3 japan because x", vec![2]),
    ] {
        match decide(&state, line) {
            Err((Reason::Table(TableReason::NotToRule { have: offered, .. }), rule)) => {
                assert_eq!((offered, rule.as_str()), (have, "9.2"), "{line}");
            }
            other => panic!("{line}: {other:?}"),
        }
    }
    // The program counts points itself.
    let mut points = state.clone();
    Arc::make_mut(&mut points.setup).decide = Some(vec![VictoryEntry::any_lead()]);
    assert!(decide(&points, "set condition 1 yes because x").is_err());
    assert!(notation::parse(&state, "set condition 1 yes").is_err(), "a ruling needs a reason");
}

#[test]
fn r9_2_a_ruled_immediate_condition_ends_the_battle_with_the_turn() {
    let over = |line: Option<&str>| {
        let mut state = decided_by(&measured(), vec![close_entry(JudgedWhen::Once)]);
        if let Some(line) = line {
            state = after_ruling(&state, line);
        }
        naval::rules::verdict::immediate_end(&state, false)
    };
    assert_eq!(over(None), None);
    assert_eq!(over(Some("set condition 1 no because x")), None);
    let japan = BattleEnd::Decided { by: 1, side: "japan".into() };
    assert_eq!(over(Some("set condition 1 yes because x")), Some(japan));
}

#[test]
fn r9_2_a_side_learns_the_rulings_when_the_battle_is_over() {
    let mut state = after_ruling(&measured(), "set condition 1 yes because \"they touched\"");
    let known = |state: &State| {
        verdict_for_side(state, &view::known_to(state, &"russia".into()), &"russia".into()).entries[0].ruled
    };
    assert_eq!(known(&state), None);
    state.end = Some(BattleEnd::Duration);
    assert_eq!(known(&state), Some(true));
}
