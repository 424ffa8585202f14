//! The board games beside their peers, in one run: perft counts, moves made, random games, and the search.
//!
//! `cargo bench -p bench --bench boards`. Each line shows items per second: leaf nodes, moves made, moves of random
//! games, positions searched. Figures are in docs/explanation/measurements.md.
mod boards_peers;
mod boards_search;

use boards::{battle_acre, coal_and_steel, tafl};
use divan::{Bencher, counter::ItemsCount};
use play::Rng;

fn main() {
    divan::main();
}

/// Counts the items of one run, and times it.
fn timed(bencher: Bencher, count: impl Fn() -> u64 + Sync) {
    bencher.counter(ItemsCount::new(count())).bench(count);
}

/// Moves after which a random game is stopped.
const LONGEST: u32 = 500;
const GAMES: u64 = 20;

mod tafl_perft {
    use super::*;

    #[divan::bench]
    fn kaiser(bencher: Bencher) {
        let (position, rules) = (tafl::Position::start(tafl::Side::Black), tafl::rules::Rules::default());
        timed(bencher, || position.perft(&rules, 3));
    }

    // Depth 2, because depth 3 takes this crate too long.
    #[divan::bench]
    fn tafl_rs(bencher: Bencher) {
        timed(bencher, || boards_peers::tafl_rs_counted(2, true));
    }
}

mod tafl_perft_by_moves {
    use super::*;

    fn count_leaves(position: &tafl::Position, rules: &tafl::rules::Rules, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut nodes = 0;
        position.each_move(|from, to| nodes += count_leaves(&position.after_move(rules, from, to), rules, depth - 1));
        nodes
    }

    #[divan::bench]
    fn kaiser(bencher: Bencher) {
        let (position, rules) = (tafl::Position::start(tafl::Side::Black), tafl::rules::Rules::default());
        timed(bencher, || count_leaves(&position, &rules, 3));
    }

    #[divan::bench]
    fn tafl_rs(bencher: Bencher) {
        timed(bencher, || boards_peers::tafl_rs_counted(2, false));
    }

    #[divan::bench]
    fn hnefatafl(bencher: Bencher) {
        timed(bencher, || boards_peers::hnefatafl_made(2));
    }
}

mod tafl_games_by_chance {
    use super::*;

    #[divan::bench]
    fn kaiser(bencher: Bencher) {
        let (start, rules) = (tafl::Position::start(tafl::Side::Black), tafl::rules::Rules::default());
        timed(bencher, || {
            let mut rng = Rng(1);
            (0..GAMES).map(|_| u64::from(start.play_random(&rules, &mut rng, LONGEST, |_, _| {}).moves)).sum()
        });
    }

    #[divan::bench]
    fn tafl_rs(bencher: Bencher) {
        timed(bencher, || boards_peers::tafl_rs_games(GAMES, LONGEST as usize));
    }
}

mod acre_and_chess_perft {
    use super::*;

    #[divan::bench]
    fn kaiser(bencher: Bencher) {
        let (position, rules) = (battle_acre::Position::start(), battle_acre::rules::Rules::default());
        timed(bencher, || position.perft(&rules, 3));
    }

    #[divan::bench]
    fn cozy_chess(bencher: Bencher) {
        timed(bencher, || boards_peers::cozy_counted(4));
    }
}

mod acre_and_chess_perft_by_moves {
    use super::*;

    type Rules = battle_acre::rules::Rules;

    /// Counts leaf nodes at a depth of as many moves as there are lists.
    fn count_leaves(position: &mut battle_acre::Position, rules: &Rules, lists: &mut [Vec<battle_acre::Move>]) -> u64 {
        let Some((moves, lists)) = lists.split_first_mut() else { return 1 };
        moves.clear();
        position.add_moves(rules, moves);
        let mut nodes = 0;
        for given in moves {
            let change = position.make_move(given);
            nodes += count_leaves(position, rules, lists);
            position.unmake_move(&change);
        }
        nodes
    }

    #[divan::bench]
    fn kaiser(bencher: Bencher) {
        let (position, rules) = (battle_acre::Position::start(), Rules::default());
        timed(bencher, || count_leaves(&mut { position }, &rules, &mut [const { Vec::new() }; 3]));
    }

    #[divan::bench]
    fn shakmaty(bencher: Bencher) {
        timed(bencher, || boards_peers::shakmaty_made(4));
    }
}

/// Turns of random games of up to 100 turns, with all pieces hidden at first and no walls: on one thread, and on two.
mod coal_and_steel_by_chance {
    use super::*;

    const START: &str =
        "c'h't'w'b'w'w't'h'c'/1w'w'w'w'w'q'w'w'1/10/10/10/10/10/10/1W'W'Q'W'W'W'W'W'1/C'H'T'W'W'B'W'T'H'C' c - - Ss -";

    fn turns(seed: u64) -> u64 {
        let start: coal_and_steel::Position = START.parse().expect("legal");
        let (mut rng, rules) = (Rng(seed), coal_and_steel::rules::Rules::default());
        (0..GAMES * 4).map(|_| u64::from(start.play_random(&rules, &mut rng, 100).1)).sum()
    }

    #[divan::bench]
    fn one_thread(bencher: Bencher) {
        timed(bencher, || turns(1));
    }

    #[divan::bench]
    fn two_threads(bencher: Bencher) {
        timed(bencher, || {
            std::thread::scope(|scope| {
                let other = scope.spawn(|| turns(2));
                turns(1) + other.join().expect("played")
            })
        });
    }
}
