//! Random playouts under all rules, for balance and speed tests.
use super::{LineCodes, Position, Rules, Side, Square};
use play::Rng;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayoutResult {
    /// The side that has won. `None` for a draw, and for a game that was stopped.
    pub winner: Option<Side>,
    /// Moves of both sides.
    pub moves: u32,
    /// Whether the rules ended it.
    pub finished: bool,
}

impl Position {
    /// Plays uniformly random legal moves until the rules end the game or `max_moves` is reached. Calls `on_move` with
    /// every position and its move.
    pub fn play_random(
        self,
        rules: &Rules,
        rng: &mut Rng,
        max_moves: u32,
        mut on_move: impl FnMut(&Position, (Square, Square)),
    ) -> PlayoutResult {
        let (mut position, mut lines) = (self, LineCodes::from_position(&self));
        let mut earlier =
            RepetitionFilter { positions: Vec::with_capacity(64), captures_when_added: [0; HASH_BUCKETS], captures: 1 };
        for moves in 0.. {
            let ended = |winner| PlayoutResult { winner, moves, finished: true };
            if let Some(end) = position.king_ending() {
                return ended(Some(end.winner()));
            }
            let Some((from, to)) = lines.random_move(&position, rng) else {
                return ended(position.winner_if_stuck(rules));
            };
            if earlier.is_third(&position) {
                return ended(rules.repetition.winner());
            }
            if moves == max_moves {
                break;
            }
            on_move(&position, (from, to));
            let (before, side) = (position, position.to_move());
            let victims = position.play(rules, from, to);
            lines.follow(side, from, to, victims);
            if victims.is_empty() { earlier.add(before) } else { earlier.forget() }
        }
        PlayoutResult { winner: None, moves: max_moves, finished: false }
    }
}

/// The positions since the last capture, with a filter that avoids most comparisons.
struct RepetitionFilter {
    positions: Vec<Position>,
    /// The count of captures when a position of this bucket was last added, 0 if none was.
    captures_when_added: [u32; HASH_BUCKETS],
    /// Captures so far, counted from 1.
    captures: u32,
}

const HASH_BUCKETS: usize = 1024;

impl RepetitionFilter {
    fn add(&mut self, position: Position) {
        self.captures_when_added[hash_bucket(&position)] = self.captures;
        self.positions.push(position);
    }

    /// After a capture, no earlier position can recur.
    fn forget(&mut self) {
        self.positions.clear();
        self.captures += 1;
    }

    /// Whether this position occurred twice before.
    fn is_third(&self, position: &Position) -> bool {
        let known = self.captures_when_added[hash_bucket(position)] == self.captures;
        known && self.positions.iter().filter(|before| *before == position).count() >= 2
    }
}

fn hash_bucket(position: &Position) -> usize {
    let (black, white) = (position.pieces(Side::Black).words(), position.swedes.words());
    let king = position.king().map_or(0, |king| king.index() as u64);
    let mixed = black.0 ^ black.1.rotate_left(31) ^ white.0.rotate_left(17) ^ white.1.rotate_left(43) ^ king << 9;
    let mixed = (mixed ^ position.to_move() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed >> 54) as usize
}
