//! The machine: it finds what a person would see, and beats chance.
use kaiser::{
    boards::{
        battle_acre,
        tafl::{self, Ahead, Side, Square, Tafl, rules::First},
    },
    play::{Board, Game},
    search::{self, Found, Level, Limits},
};

use super::after;
use crate::journal::contract::words;

fn tafl(text: &str) -> tafl::State {
    let rules = tafl::rules::Rules { first: First::Position, ..Default::default() };
    Tafl::begin(&tafl::Setup { rules, position: text.parse().unwrap() })
}

fn looked(state: &tafl::State, limits: Limits) -> Found<(Square, Square)> {
    let ahead = Ahead { position: state.position, rules: state.rules };
    search::best(&ahead, &[], &limits, &|| false).unwrap()
}

fn advice(state: &tafl::State, depth: u8) -> String {
    let (from, to) = looked(state, Limits::depth(depth)).line[0];
    format!("{from}-{to}")
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
    for seed in [0, 7] {
        let limits = Limits { seed, ..Limits::nodes(20_000) };
        assert_eq!(looked(&state, limits), looked(&state, limits));
    }
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
                let (from, to) = looked(&state, Level::Beginner.limits()).line[0];
                tafl::Command::Move { from, to }
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
    let ahead = battle_acre::Ahead::new(position, Default::default());
    let found = search::best(&ahead, &[], &Limits::depth(2), &|| false).unwrap();
    assert_eq!(battle_acre::notation::print(&battle_acre::command(&found.line[0])), "k7-n7");
}
