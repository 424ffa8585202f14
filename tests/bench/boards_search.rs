//! The search: positions per second on one thread and on two, and its depth after a second.
use std::time::{Duration, Instant};

use boards::{battle_acre, tafl};
use divan::{Bencher, counter::ItemsCount};
use play::{Lookahead, Rng};
use search::{self, Limits};

const NODES: u64 = 200_000;

/// Twenty positions from the middle of random games, the same every time.
fn tafl_middle() -> Vec<tafl::TaflSearchPosition> {
    let rules = tafl::rules::Rules::default();
    let reached = |seed: u64| {
        let mut position = tafl::Position::start(tafl::Side::Black);
        position.play_random(&rules, &mut Rng(seed), 12, |before, _| position = *before);
        (position.king_ending().is_none() && position.can_move())
            .then_some(tafl::TaflSearchPosition { position, rules })
    };
    (1..).filter_map(reached).take(20).collect()
}

/// The same for Battle Acre.
fn acre_middle() -> Vec<battle_acre::AcreSearchPosition> {
    let rules = battle_acre::rules::Rules::default();
    let reached = |seed: u64| {
        let (mut position, mut rng) = (battle_acre::Position::start(), Rng(seed));
        for _ in 0..24 {
            let moves = position.moves(&rules);
            position = position.after_move(moves.get(rng.below(moves.len().max(1) as u64) as usize)?);
        }
        Some(battle_acre::AcreSearchPosition::new(position, rules)).filter(|_| position.can_move(&rules))
    };
    (1..).filter_map(reached).take(20).collect()
}

fn look<P: Lookahead>(bencher: Bencher, position: &P, threads: usize) {
    let limits = Limits { threads, ..Limits::nodes(NODES) };
    bencher
        .counter(ItemsCount::new(NODES))
        .bench(|| search::search_multi_pv(position, &[], &limits, 1, &|| false, &mut |_| {}));
}

#[divan::bench(args = [1, 2], sample_count = 10)]
fn tafl_start(bencher: Bencher, threads: usize) {
    let position = tafl::Position::start(tafl::Side::Black);
    look(bencher, &tafl::TaflSearchPosition { position, rules: Default::default() }, threads);
}

#[divan::bench(args = [1, 2], sample_count = 10)]
fn battle_acre_start(bencher: Bencher, threads: usize) {
    look(bencher, &battle_acre::AcreSearchPosition::new(battle_acre::Position::start(), Default::default()), threads);
}

/// Searches each position for a second, and prints the depths reached.
fn seconds<P: Lookahead>(name: &str, positions: &[P], threads: usize) {
    let (mut depths, mut nodes) = (Vec::new(), 0);
    for position in positions {
        let until = Instant::now() + Duration::from_secs(1);
        let limits = Limits { threads, ..Limits::default() };
        let stop = || Instant::now() >= until;
        let found = search::search_multi_pv(position, &[], &limits, 1, &stop, &mut |_| {}).remove(0);
        depths.push(found.depth);
        nodes += found.nodes;
    }
    let each = nodes / positions.len() as u64;
    println!("\n{name}, {threads} threads, a second each: depths {depths:?}, {each} positions a second");
}

#[divan::bench(args = [1, 2], sample_count = 1, sample_size = 1)]
fn depth_in_a_second_tafl(threads: usize) {
    let position = tafl::Position::start(tafl::Side::Black);
    seconds("Tafl, set-up", &[tafl::TaflSearchPosition { position, rules: Default::default() }], threads);
    seconds("Tafl, twenty positions", &tafl_middle(), threads);
}

#[divan::bench(args = [1, 2], sample_count = 1, sample_size = 1)]
fn depth_in_a_second_battle_acre(threads: usize) {
    let start = battle_acre::AcreSearchPosition::new(battle_acre::Position::start(), Default::default());
    seconds("Battle Acre, start", &[start], threads);
    seconds("Battle Acre, twenty positions", &acre_middle(), threads);
}
