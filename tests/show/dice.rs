//! No die decides in silence: its face stands in the answer and in the log, with a paragraph. [2.5]
use naval::{Naval, NavalEvent, Purpose, State};
use naval_kit::battle::{Play, setups};
use play::{Game, Roll};

/// Whether all faces stand in a text as numbers, each as often as it fell.
fn tells(text: &str, dice: &[&Roll<Purpose>]) -> bool {
    let mut numbers: Vec<&str> = text.split(|letter: char| !letter.is_ascii_digit()).collect();
    dice.iter().all(|die| {
        let place = numbers.iter().position(|number| *number == die.face.to_string());
        place.map(|place| numbers.swap_remove(place)).is_some()
    })
}

fn check(before: &State, events: &[NavalEvent]) -> usize {
    let mut state = before.clone();
    for event in events {
        let says = show::event::event(&state, event);
        let dice: Vec<&Roll<Purpose>> = event.dice.iter().collect();
        assert!(tells(&says, &dice), "{event:?}\n{says}");
        Naval::apply(&mut state, &event.fact);
    }
    let dice: Vec<&Roll<Purpose>> = events.iter().flat_map(|event| &event.dice).collect();
    let answer = show::brief::brief(before, events, 0, 0).join("\n");
    assert!(tells(&answer, &dice), "{dice:?}\n{answer}");
    dice.len()
}

#[test]
fn r2_5_every_die_that_falls_is_told_in_the_answer_and_in_the_log() {
    let mut dice = 0;
    for (at, setup) in setups().iter().enumerate() {
        for seed in 0..5 {
            let mut play = Play::new(setup, 100 * at as u64 + seed);
            for _ in 0..120 {
                let before = play.state.clone();
                let events = play.types_something();
                dice += check(&before, &events);
            }
        }
    }
    assert!(60 < dice, "{dice} dice fell");
}

/// Two battleships equally near: the die that picks one of them. [7.5.2]
#[test]
fn r7_5_2_the_die_that_picks_the_nearest_is_told() {
    let mut table = naval_kit::table::Table::new();
    for (name, side, at) in [("One", "a", (20.0, 20.0)), ("Two", "b", (24.0, 20.0)), ("Three", "b", (16.0, 20.0))] {
        table.place(name, naval::ShipType::BB, side, (at.0, at.1, 0.0));
    }
    table.lines(&["next to torpedo"]);
    let before = table.state.clone();
    let events = table.does("torpedoes a", &[1, 5, 20]);
    check(&before, &events);
    let answer = show::brief::brief(&before, &events, 0, 0).join("\n");
    assert!(answer.contains("Of those equally near the die picks Three (D6: typed 5). [7.5.2]"), "{answer}");
}

/// The first hit sinks her; the second would have cost guns, and can only make her explode. [8.7, Q46]
#[test]
fn r8_7_a_row_that_does_nothing_to_a_hulk_is_told_so() {
    let mut table = naval_kit::table::Table::new();
    table.place("Asahi", naval::ShipType::BB, "a", (20.0, 20.0, 90.0));
    table.place("Retvizan", naval::ShipType::BB, "b", (20.0, 26.0, 90.0));
    table.lines(&["set retvizan flotation 2 because \"a mine\"", "next to damage"]);
    let hits = naval::HeldHit {
        target: "retvizan".into(),
        firer: Some("asahi".into()),
        kind: naval::HitKind::Penetrating,
        battery: Some(naval::BatteryKind::Big),
        range: Some(naval::Inches::whole(6)),
        count: 2,
    };
    table.apply(&naval::Fact::HitsMarked(hits));
    let before = table.state.clone();
    let events = table.does("damage retvizan", &[17, 3]);
    check(&before, &events);
    let answer = show::brief::brief(&before, &events, 0, 0);
    let hit = |face: &str| answer.iter().find(|line| line.contains(face)).cloned().unwrap_or_default();
    assert!(!hit("D20 17").contains("no effect"), "{answer:?}");
    assert!(hit("D20 3").ends_with("; no effect: she is lost already"), "{answer:?}");
}
