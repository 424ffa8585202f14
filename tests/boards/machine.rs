//! The engine: it finds what a person would see, and beats random play.
use boards::{
    Notation,
    battle_acre::{self, BattleAcre},
    tafl::{self, Side, Square, Tafl, TaflSearchPosition, rules::First},
};
use play::{Board, Game, GameResult, Lookahead, Rng};
use search::{self, Level, Limits, SearchResult, Unit};

use super::after;
use kit::random_numbers;

fn tafl(text: &str) -> tafl::State {
    let rules = tafl::rules::Rules { first: First::Position, ..Default::default() };
    Tafl::initial_state(&tafl::Setup { rules, position: text.parse().unwrap() })
}

fn search_result(state: &tafl::State, limits: Limits) -> SearchResult<(Square, Square)> {
    let searched = TaflSearchPosition { position: state.position, rules: state.rules };
    search::search_multi_pv(&searched, &[], &limits, 1, &|| false, &mut |_| {}).remove(0)
}

fn advice(state: &tafl::State, depth: u8) -> String {
    let (from, to) = search_result(state, Limits::depth(depth)).line[0];
    format!("{from}-{to}")
}

#[test]
fn the_king_escapes_or_is_captured_at_once() {
    let escape = advice(&tafl("9/2tt5/4t4/9/9/9/9/9/4K4 w"), 1);
    assert!(escape == "e1-a1" || escape == "e1-i1", "{escape}");
    assert_eq!(advice(&tafl("9/9/9/9/9/3t5/2tK5/9/4t4 b"), 1), "e1-e3");
}

#[test]
fn the_same_state_and_budget_give_the_same_answer() {
    let state = tafl(tafl::START);
    for seed in [0, 7] {
        let limits = Limits { seed, ..Limits::nodes(20_000) };
        assert_eq!(search_result(&state, limits), search_result(&state, limits));
    }
}

#[test]
fn a_beginner_beats_random_play_in_tafl_with_either_side() {
    let mut won = 0;
    for game in 0..6_u64 {
        let machine = if game % 2 == 0 { Side::Black } else { Side::White };
        let mut chance = random_numbers(game);
        let mut state = tafl(tafl::START);
        for _ in 0..200 {
            let choices = Tafl::choices(&state);
            if choices.is_empty() {
                break;
            }
            let command = if state.position.to_move() == machine {
                let (from, to) = search_result(&state, Level::Beginner.limits(Unit::Positions)).line[0];
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
fn it_takes_an_unguarded_queen() {
    let position = "3k3/9/11/13/19/10T2q7/21/19/13/11/9/3K3 w - - 0 1".parse().unwrap();
    let searched = battle_acre::AcreSearchPosition::new(position, Default::default());
    let found = search::search_multi_pv(&searched, &[], &Limits::depth(2), 1, &|| false, &mut |_| {}).remove(0);
    assert_eq!(BattleAcre::command_text(&battle_acre::to_command(&found.line[0])), "k7-n7");
}

#[test]
fn every_mate_in_two_is_played_and_reported_as_the_shortest() {
    let cases = include_str!("../figures/boards/battle-acre-mates.txt");
    let mut seen = 0;
    for line in cases.lines().filter(|line| !line.starts_with('#')) {
        let (position, mates) = line.split_once(" | ").unwrap();
        let mates: Vec<&str> = mates.split(' ').collect();
        let searched = battle_acre::AcreSearchPosition::new(position.parse().unwrap(), Default::default());
        for limits in [
            Limits::depth(3),
            Limits::depth(4),
            Level::Full.limits(Unit::Positions),
            Limits { seed: 7, ..Limits::depth(4) },
        ] {
            let found = search::search_multi_pv(&searched, &[], &limits, 1, &|| false, &mut |_| {}).remove(0);
            let played = BattleAcre::command_text(&battle_acre::to_command(&found.line[0]));
            assert!(mates.contains(&played.as_str()), "{position}: {played} is not one of {mates:?}");
            assert_eq!(search::plies_to_end(found.score), Some(3), "{position}: {played}");
        }
        seen += 1;
    }
    assert_eq!(seen, 40);
}

/// A race: one side steps towards its end or stands still, and the other waits.
#[derive(Clone, Copy)]
struct Race {
    to_go: u32,
    is_stepper_to_move: bool,
}

impl Lookahead for Race {
    type Move = u8;
    const SLOTS: usize = 2;
    fn add_moves(&self, moves: &mut Vec<(i32, u8)>, only_noisy: bool) {
        let all = if self.is_stepper_to_move { vec![(0, 0), (0, 1)] } else { vec![(0, 0)] };
        moves.extend(all.into_iter().filter(|_| !only_noisy));
    }
    fn after(&self, given: u8) -> Option<Race> {
        Some(Race { to_go: self.to_go - u32::from(given), is_stepper_to_move: !self.is_stepper_to_move })
    }
    fn after_null_move(&self) -> Option<Race> {
        None
    }
    fn key(&self) -> u64 {
        u64::from(self.to_go * 2) + u64::from(self.is_stepper_to_move)
    }
    fn game_result(&self) -> Option<GameResult> {
        (self.to_go == 0).then_some(if self.is_stepper_to_move { GameResult::Won } else { GameResult::Lost })
    }
    fn result_without_moves(&self) -> GameResult {
        GameResult::Drawn
    }
    fn must_search_all_moves(&self) -> bool {
        false
    }
    fn evaluate(&self) -> i32 {
        0
    }
    fn code(given: u8) -> u32 {
        u32::from(given) + 1
    }
    fn history_slot(given: u8) -> usize {
        usize::from(given)
    }
}

#[test]
fn with_hidden_pieces_the_shortest_win_is_played_and_reported() {
    let won = Race { to_go: 1, is_stepper_to_move: true };
    for seed in 0..60 {
        let limits = Limits { seed, ..Limits::nodes(20_000) };
        let found = search::search_worlds(&|_| won, &[], &limits, 2, &|| false);
        assert_eq!((found[0].line[0], search::plies_to_end(found[0].score)), (1, Some(1)), "seed {seed}");
        let found = search::average_over_worlds(&|_| won, &Limits { seed, ..Limits::depth(3) }, 2);
        assert_eq!((found[0].line[0], search::plies_to_end(found[0].score)), (1, Some(1)), "seed {seed}");
    }
}

#[test]
fn a_win_in_only_some_worlds_is_not_scored_as_a_proved_win() {
    // In one of two worlds the race is won at once, in the other never within the search depth.
    let worlds = |rng: &mut Rng| Race { to_go: if rng.below(2) == 0 { 1 } else { 90 }, is_stepper_to_move: true };
    for seed in 1..20 {
        let limits = Limits { seed, ..Limits::depth(2) };
        let found = search::average_over_worlds(&worlds, &limits, 2);
        assert_eq!(found[0].line, [1], "seed {seed}");
        assert!((1..=10_000).contains(&found[0].score), "seed {seed}: {}", found[0].score);
        let found = search::search_worlds(&worlds, &[], &Limits { seed, ..Limits::nodes(20_000) }, 2, &|| false);
        assert!(found.iter().all(|line| search::plies_to_end(line.score).is_none()), "seed {seed}: {found:?}");
    }
}

/// The lines of a race that no side wins within the search depth.
fn race_results(earlier: &[u64], limits: Limits, count: usize) -> Vec<SearchResult<u8>> {
    search::search_multi_pv(
        &Race { to_go: 50, is_stepper_to_move: true },
        earlier,
        &limits,
        count,
        &|| false,
        &mut |_| {},
    )
}

#[test]
fn a_depth_is_finished_if_the_node_limit_suffices_and_dropped_one_node_short() {
    let looked = |limits: Limits| {
        let found = race_results(&[], limits, 1);
        assert_eq!(found.len(), 1);
        (found[0].depth, found[0].nodes)
    };
    let [(_, first), (_, second)] = [1, 2].map(|depth| looked(Limits::depth(depth)));
    assert!(first < second);
    let within = |nodes| looked(Limits { depth: 2, ..Limits::nodes(nodes) });
    assert_eq!(within(second), (2, second));
    assert_eq!(within(second - 1).0, 1, "stopped early");
    assert_eq!(within(first), (1, first), "the next depth is not started");
    assert_eq!(within(1), (1, first), "depth one is finished whatever the limits");
}

#[test]
fn nothing_is_searched_beyond_the_end_that_was_found() {
    let won = Race { to_go: 1, is_stepper_to_move: true };
    let found = search::search_multi_pv(&won, &[], &Limits::depth(10), 1, &|| false, &mut |_| {});
    assert_eq!((found.len(), found[0].depth, search::plies_to_end(found[0].score)), (1, 1, Some(1)));
}

#[test]
fn the_current_position_among_the_earlier_ones_removes_no_move() {
    let itself = Race { to_go: 50, is_stepper_to_move: true }.key();
    for earlier in [&[][..], &[itself], &[itself, itself]] {
        assert_eq!(race_results(earlier, Limits::depth(2), 5).len(), 2, "both its moves: {earlier:?}");
    }
}
