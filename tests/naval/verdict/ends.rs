//! 9.2: entries that end the battle at once, and when they do.
use naval::{NavalEvent, model::BattleEnd, notation, view::View};
use play::{self, Script, Seeded};

use super::*;

fn begin(name: &str) -> State {
    Naval::initial_state(&naval_kit::scenario(name))
}

/// Types a line and rolls any dice it needs.
#[track_caller]
fn apply_line(state: &mut State, line: &str) -> Vec<NavalEvent> {
    // Ships leave from their position by the referee's ruling.
    let line = &if line.starts_with("exit") { format!("{line} because \"ruled\"") } else { line.to_owned() };
    let typed = notation::parse(state, line).unwrap_or_else(|error| panic!("{line}: {error}"));
    let mut word = 7_u32;
    let mut dice = Seeded::new(move || {
        word = word.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        word
    });
    let events = play::decide::<Naval>(state, &typed.command, &mut dice);
    let events = events.unwrap_or_else(|halt| panic!("{line}: {}", show::dice_prompts::naval_halt_error(state, &halt)));
    play::apply_all::<Naval>(state, &events);
    events
}

fn end_decided(by: u16, side: &str) -> Option<BattleEnd> {
    Some(BattleEnd::Decided { by, side: side.into() })
}

/// The referee types the exit, and the battle is over with that entry.
#[test]
fn r9_2_an_exit_that_decides_at_once_ends_the_battle() {
    for (name, line, over) in [
        ("chemulpo", "exit varyag by west", end_decided(1, "russia")),
        ("chemulpo", "exit varyag by south", end_decided(1, "russia")),
        ("chemulpo", "exit varyag by north", None),
        ("chemulpo", "exit koreets by west", None),
        ("goeben-1914", "exit goeben by south", end_decided(1, "germany")),
        ("goeben-1914", "exit goeben by west", None),
        ("ulsan", "exit rossia by north", None),
    ] {
        let mut state = begin(name);
        let events = apply_line(&mut state, line);
        assert_eq!(state.end, over, "{name}: {line}");
        let ends = events.iter().filter(|event| matches!(event.fact, Fact::ScenarioEnded { .. }));
        let rules: Vec<String> = ends.map(|event| event.rule.to_string()).collect();
        let expect: &[&str] = if over.is_some() { &["9.2"] } else { &[] };
        assert_eq!(rules, expect, "{name}: {line}");
    }
}

/// If Goeben is a quarter of an inch too slow, its exit decides the battle for neither side.
#[test]
fn r9_2_goeben_must_be_able_to_make_its_speed() {
    for (speed, over) in [("2.25", end_decided(1, "germany")), ("2.0", None)] {
        let mut state = begin("goeben-1914");
        apply_line(&mut state, &format!("set goeben top {speed} because \"a boiler\""));
        apply_line(&mut state, "exit goeben by east");
        assert_eq!(state.end, over, "{speed}");
    }
}

/// The exit of the fifth battleship ends the battle, the fourth's does not. The loss of one prevents this end.
#[test]
fn r9_2_the_last_of_several_exits_ends_the_battle() {
    let five = ["westfalen", "nassau", "rheinland", "posen", "oldenburg"];
    let mut state = begin("jutland-4th-flotilla");
    for (index, ship) in five.iter().enumerate() {
        assert_eq!(state.end, None, "after {index}");
        apply_line(&mut state, &format!("exit {ship} by east"));
    }
    assert_eq!(state.end, end_decided(1, "germany"));
    let mut state = Driven::state_after(begin("jutland-4th-flotilla"), &["sunk helgoland"]);
    five.iter().for_each(|ship| drop(apply_line(&mut state, &format!("exit {ship} by east"))));
    assert_eq!(state.end, None);
}

/// A plot takes the ship over the edge: the battle is over in that Movement Segment, after all ships have moved.
#[test]
fn r9_3_an_exit_by_movement_decides_after_all_ships_have_moved() {
    for (heading, over) in [(270, end_decided(1, "russia")), (90, None)] {
        let mut state = begin("chemulpo");
        apply_line(&mut state, &format!("set varyag at 1 10 {heading} because \"test\""));
        apply_line(&mut state, "plot varyag 1.75");
        let events = apply_line(&mut state, "next to sighting waive \"nobody else moves\"");
        assert_eq!(state.end, over);
        let moved = events.iter().rposition(|event| matches!(event.fact, Fact::Moved(_)));
        let ended = events.iter().position(|event| matches!(event.fact, Fact::ScenarioEnded { .. }));
        assert!(ended.is_none_or(|ended| moved < Some(ended)));
        assert!(over.is_some() || state.segment == Segment::Sighting);
    }
}

/// A condition without an exit is judged at the end of the turn: on turn 20, not on 19 or during the turn.
#[test]
fn r9_2_a_condition_without_an_exit_is_judged_at_the_end_of_the_turn() {
    for (turn, inside, over) in [(20, "18", end_decided(1, "germany")), (19, "18", None), (20, "18.25", None)] {
        let lines = [format!("turn {turn}"), format!("at albatross {inside} 19.775 0")];
        let mut state = Driven::state_after(begin("gotland"), &lines.each_ref().map(String::as_str));
        apply_line(&mut state, "exit s141 by south");
        assert_eq!(state.end, None, "in the middle of turn {turn}");
        apply_line(&mut state, "next waive \"test\"");
        assert_eq!(state.end, over, "turn {turn}, {inside}");
    }
}

/// Held hits and fires are rolled for after this end like after any other. [8.5.4]
#[test]
fn r8_5_4_the_dice_after_the_end_also_follow_an_immediate_end() {
    let mut state = begin("chemulpo");
    apply_line(&mut state, "set asama fires 1 because \"test\"");
    let command = notation::parse(&state, "exit varyag by west because ruled").unwrap().command;
    assert!(play::decide::<Naval>(&state, &command, &mut Script::default()).is_err(), "a fire's die is missing");
    let events = play::decide::<Naval>(&state, &command, &mut Script::typed([1])).unwrap();
    play::apply_all::<Naval>(&mut state, &events);
    assert_eq!((state.end.clone(), state.ship(&"asama".into()).unwrap().fires()), (end_decided(1, "russia"), 0));
}

/// The deciding entry stays the decision, whatever happens to the ships afterwards.
#[test]
fn r9_2_an_entry_that_ended_the_battle_decides_it_for_good() {
    let state = Driven::state_after(begin("gotland"), &["turn 20", "at albatross 18 19.775 0"]);
    let mut state = state;
    apply_line(&mut state, "next waive \"test\"");
    assert_eq!(state.end, end_decided(1, "germany"));
    let later = Driven::state_after(state, &["sunk albatross"]);
    let found = verdict(&later);
    assert_eq!((found.side, found.by), (Some("germany".into()), Some(1)));
    assert_eq!(found.entries[0].truth, Truth::Fails);
}

/// The referee may end a battle at any time. The verdict is judged as usual, and the page quotes the stated reason.
#[test]
fn r9_2_the_referee_ends_a_battle_and_the_page_quotes_the_reason() {
    let mut state = Driven::state_after(begin("ulsan"), &["immobile rurik", "immobile rossia"]);
    apply_line(&mut state, "end because \"both sides go home\"");
    let found = verdict(&state);
    assert_eq!((found.side.clone(), found.by), (Some("japan".into()), Some(2)));
    let text = flat(&show::verdict::verdict_text(&View::referee(&state)));
    assert!(text.contains("Verdict: Japan wins (condition 2). [9.2]"), "{text}");
    assert!(text.contains("both sides go home. The conditions are judged as they stood."), "{text}");
}

/// A table for drills has no victory conditions.
#[test]
fn r9_2_no_side_wins_a_sandbox() {
    let found = verdict(&begin("sandbox"));
    assert_eq!((found.side.clone(), found.entries.len(), found.left.len()), (None, 0, 0));
    assert!(
        naval_kit::table::flat(&show::verdict::verdict_text(&View::referee(&begin("sandbox"))))
            .contains("neither side wins: the scenario has no victory conditions")
    );
}

/// A scenario without victory text is decided by points; prose without keys is left to the referee, as in older
/// journals.
#[test]
fn r10_5_without_keys_points_decide_and_the_referee_judges_prose() {
    let mut setup = naval_kit::fixture::duel();
    let sunk = |setup: &naval::model::Setup| Driven::state_after(Naval::initial_state(setup), &["sunk retvizan"]);
    assert_eq!(verdict(&sunk(&setup)).side, Some("japan".into()));
    setup.victory = vec!["Who stays longest wins.".to_owned(), "Or not.".to_owned()];
    let found = verdict(&sunk(&setup));
    assert_eq!((found.side.clone(), found.entries.len(), found.left.len()), (None, 0, 2));
    let text = flat(&show::verdict::verdict_text(&View::referee(&sunk(&setup))));
    assert!(
        text.contains("the referee decides who wins") && text.contains("Left to the referee: \"Or not.\""),
        "{text}"
    );
}
