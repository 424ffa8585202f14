//! The machine: it finds what a person would see, and beats chance.
use kaiser::{
    boards::{
        battle_acre::{self, BattleAcre},
        tafl::{self, Side, Tafl, rules::First},
    },
    play::{Board, Game},
    search::{self, Level, Limits},
};

use super::after;
use crate::journal::contract::words;

fn tafl(text: &str) -> tafl::State {
    let rules = tafl::rules::Rules { first: First::Position, ..Default::default() };
    Tafl::begin(&tafl::Setup { rules, position: text.parse().unwrap() })
}

fn advice(state: &tafl::State, depth: u8) -> String {
    let found = search::best::<Tafl>(state, Limits { depth, nodes: u64::MAX }).unwrap();
    tafl::notation::print(&found.line[0])
}

#[test]
fn it_escapes_and_captures_the_king_at_once() {
    let escape = advice(&tafl("9/2tt5/4t4/9/9/9/9/9/4K4 w"), 1);
    assert!(escape == "e1-a1" || escape == "e1-i1", "{escape}");
    assert_eq!(advice(&tafl("9/9/9/9/9/3t5/2tK5/9/4t4 b"), 1), "e1-e3");
}

#[test]
fn the_same_state_and_budget_give_the_same_answer() {
    let state = tafl(tafl::START);
    let limits = Limits { depth: 64, nodes: 20_000 };
    assert_eq!(search::best::<Tafl>(&state, limits), search::best::<Tafl>(&state, limits));
}

#[test]
fn a_beginner_beats_chance_in_tafl_with_either_side() {
    let mut won = 0;
    for game in 0..6_u64 {
        let machine = if game % 2 == 0 { Side::Black } else { Side::White };
        let mut chance = words(game);
        let mut state = tafl(tafl::START);
        for _ in 0..200 {
            let choices = Tafl::choices(&state);
            if choices.is_empty() {
                break;
            }
            let command = if state.position.to_move() == machine {
                search::best::<Tafl>(&state, Level::Beginner.limits()).unwrap().line[0]
            } else {
                choices[chance() as usize % choices.len()]
            };
            state = after::<Tafl>(&state, &command);
        }
        won += usize::from(state.result.and_then(|ending| ending.winner()) == Some(machine));
    }
    assert!(won >= 5, "{won} of 6");
}

#[test]
fn it_takes_a_queen_that_nobody_guards() {
    let position = "3k3/9/11/13/19/10T2q7/21/19/13/11/9/3K3 w - - 0 1".parse().unwrap();
    let state = BattleAcre::begin(&battle_acre::Setup { rules: Default::default(), position });
    let found = search::best::<BattleAcre>(&state, Limits { depth: 2, nodes: u64::MAX }).unwrap();
    assert_eq!(battle_acre::notation::print(&found.line[0]), "k7-n7");
}
