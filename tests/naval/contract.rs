//! Random battles check the contract of every game for the naval game.
use std::collections::{BTreeMap, BTreeSet};

use kit::{Chance, assert_enough, check_contract, check_sequences, pick};
use naval::{Command, Fact, Naval, Reason, State, model::TableReason, notation};
use naval_kit::{citations, naval_command, naval_setup};
use play::{NotDecided, Rule, Seeded};

#[test]
fn the_contract_holds_for_the_naval_game() {
    let setup = naval_setup();
    let (mut salvoes, mut volleys, mut torpedoes, mut fires) = (0, 0, 0, 0);
    for seed in 0..60 {
        let journal = check_contract::<Naval>("naval", &setup, seed, 500, naval_command);
        let commands = journal.commands();
        for event in commands.iter().flat_map(|applied| applied.events) {
            salvoes += usize::from(matches!(event.fact, Fact::SalvoFired(_)));
            volleys += usize::from(matches!(event.fact, Fact::BatteriesFired(_)));
            torpedoes += usize::from(matches!(event.fact, Fact::TorpedoesLaunched(_)));
            fires += usize::from(event.rule.to_string() == "8.5.3");
        }
    }
    let seen = format!("{salvoes} salvoes, {volleys} volleys, {torpedoes} launches, {fires} rulings on fires");
    assert!(salvoes > 20 && volleys > 20 && torpedoes > 5 && fires > 20, "too few commands were played: {seen}");
}

#[test]
fn any_sequence_of_battle_commands_verifies() {
    let count = check_sequences::<Naval>("naval", &naval_setup(), (40, 150), naval_command);
    assert_enough("naval", &count, true);
}

#[test]
fn any_sequence_of_tracked_battle_commands_verifies() {
    let setup = naval_kit::scenario("drill-two-lines");
    let count = check_sequences::<Naval>("naval", &setup, (40, 120), naval_command);
    assert_enough("naval, tracked", &count, true);
}

/// Lines to type: `S` is a ship, `D` a division, `N` a speed or a range, `P` a side.
const LINES: [&str; 54] = [
    "plot D N",
    "plot D CR60 speed N",
    "plot D SL90 speed N",
    "plot D CR45-N-SR45 speed N",
    "plot D follow D",
    "plot D mimic D",
    "plot D N smoke S",
    "plot D next N",
    "plot S N",
    "rest straight",
    "speed D N",
    "speed S N",
    "react D",
    "orders D",
    "orders D as obeyed",
    "flag S",
    "flag D S",
    "formation f D D",
    "formation D D",
    "formation f off",
    "reform f column",
    "reform f line ahead",
    "division new S S",
    "half",
    "half P",
    "seal P",
    "illuminate S S searchlight",
    "illuminate S S starshell",
    "illuminate S S searchlight range N",
    "sight S by S",
    "unsight S",
    "collide S S",
    "collide S land",
    "exit S",
    "exit D because \"by chance\"",
    "place S 3 4 90",
    "place S 99 99 90",
    "target S at S battery medium range N",
    "target S at S bearing bow",
    "target D at S",
    "declared P",
    "launch S at S port run N factors 2",
    "launch D at S starboard run N factors 1",
    "coup S at S",
    "none P",
    "torpedoes P",
    "repair S fire",
    "repair S M1",
    "fires S",
    "damage S",
    "set S fires 3 because \"by chance\"",
    "set S flotation 9 because \"by chance\"",
    "set S fate abandoned because \"by chance\"",
    "quickstart turns 2",
];

/// A random command: one that the contract tests choose from, or a line with names of this battle. `None` if the line
/// is invalid.
fn random_command(state: &State, chance: &mut Chance<'_>) -> Option<Command> {
    if chance(2) == 0 {
        return Some(naval_command(state, chance));
    }
    let words = pick(chance, &LINES).split(' ').collect::<Vec<&str>>();
    let mut line = Vec::new();
    for word in words {
        line.push(match word {
            "S" => pick(chance, &state.ships).id.to_string(),
            "D" if state.divisions.is_empty() => return None,
            "D" => pick(chance, &state.divisions).id.to_string(),
            "P" => pick(chance, &state.setup.sides).id.to_string(),
            "N" => format!("{}.{}", chance(14), ["0", "25", "5"][chance(3) as usize]),
            word => word.replace('N', "1"),
        });
    }
    Some(notation::parse(state, &line.join(" ")).ok()?.command)
}

/// Each refusal in random battles cites a paragraph that the exhaustive table of reasons allows.
#[test]
fn every_refusal_in_random_battles_cites_its_paragraph() {
    let mut kinds_seen: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut wrong = BTreeSet::new();
    let setups = ["drill-two-lines", "ulsan", "port-arthur-night", "jutland-4th-flotilla"].map(naval_kit::scenario);
    for (index, setup) in [naval_setup()].iter().chain(&setups).enumerate() {
        for seed in 0..12 {
            let mut next_random = kit::random_numbers(1_000 * index as u64 + seed);
            let mut chance = move |below: u32| next_random() % below;
            let mut state = naval::begin(setup);
            let mut dice = Seeded::new({
                let mut faces = kit::random_numbers(seed);
                move || faces()
            });
            for _ in 0..250 {
                let Some(command) = random_command(&state, &mut chance) else { continue };
                match play::decide::<Naval>(&state, &command, &mut dice) {
                    Ok(events) => play::apply_all::<Naval>(&mut state, &events),
                    Err(NotDecided::Refused { reason, rule }) => {
                        let rule = rule.to_string();
                        // A division that all ships have left is refused, although no ship of it is out of action.
                        let has_no_ships = |unit| state.ships_of(unit).next().is_none();
                        if matches!(&reason, Reason::NotInAction { ship } if has_no_ships(ship)) {
                            continue;
                        }
                        if !citations::citable_paragraphs(&reason).contains(&rule.as_str()) {
                            wrong.insert(format!("[{rule}] {reason:?} of {command:?}"));
                        }
                        let name: String = format!("{reason:?}").chars().take_while(|letter| *letter != ' ').collect();
                        kinds_seen.entry(name).or_default().insert(rule);
                    }
                    Err(halt) => panic!("{seed}: {halt:?}"),
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.into_iter().take(20).collect::<Vec<String>>().join("\n"));
    let pairs: usize = kinds_seen.values().map(BTreeSet::len).sum();
    assert!(
        25 < kinds_seen.len() && 40 < pairs,
        "{} reasons, {pairs} with their paragraphs: {kinds_seen:?}",
        kinds_seen.len()
    );
}

/// Each paragraph in the table of reasons (`citations`) is in the rulebook.
#[test]
fn every_paragraph_cited_for_a_reason_is_in_the_rulebook() {
    let book = load::rulebook(&naval_kit::builtin()).unwrap();
    let is_there = |rule: &str| book.get(Rule::new(rule)).is_some();
    let quoted = include_str!("../naval_kit/citations.rs").split('"').skip(1).step_by(2);
    let named: Vec<&str> = quoted.filter(|word| word.starts_with(|letter: char| letter.is_ascii_digit())).collect();
    assert!(150 < named.len() && !is_there("5.17"), "{}", named.len());
    for rule in named {
        assert!(is_there(rule), "{rule}");
    }
    // The near misses: three fires, a half move without an enemy near, and a ship without torpedoes.
    let ship = || naval::Id::new("asahi");
    assert_eq!(citations::citable_paragraphs(&Reason::WeaponsBarred { ship: ship(), fires: 3 }), ["8.5.1"]);
    assert_eq!(citations::citable_paragraphs(&TableReason::NoEnemyNear.into()), ["3.4"]);
    assert!(!citations::citable_paragraphs(&Reason::NoTorpedoes { ship: ship() }).contains(&"7.1"));
}
