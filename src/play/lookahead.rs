//! The interface of a game to the search engine: positions that can be copied, and scored moves.
use std::fmt::Debug;

/// The result of a finished game, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResult {
    Won,
    Drawn,
    Lost,
}

/// A position without hidden information or dice, small enough to copy at every move.
///
/// The moves come from the game's own referee. The search keeps the history of the position.
pub trait Lookahead: Clone + Send + Sync {
    type Move: Copy + PartialEq + Debug + Send + Sync;
    /// Exclusive upper limit of [`history_slot`](Lookahead::history_slot).
    const SLOTS: usize;

    /// Adds every move, and perhaps some that [`after`](Lookahead::after) refuses. Each has its immediate gain in the
    /// units of [`evaluate`](Lookahead::evaluate), at most a million, and 0 if and only if the move is quiet.
    /// `only_noisy` omits quiet moves, and leaves captures, promotions, and moves that end the game.
    fn add_moves(&self, moves: &mut Vec<(i32, Self::Move)>, only_noisy: bool);
    /// Returns the position after a move, or `None` if the rules refuse the move.
    fn after(&self, mv: Self::Move) -> Option<Self>;
    /// Returns the position after a null move, or `None` if a null move proves nothing here.
    fn after_null_move(&self) -> Option<Self>;
    /// Returns a hash key: equal for equal positions, and almost never for different ones.
    fn key(&self) -> u64;
    /// Returns the result if the game has ended in this position. Does not check for a side without moves.
    fn game_result(&self) -> Option<GameResult>;
    fn result_without_moves(&self) -> GameResult;
    fn result_of_repetition(&self) -> GameResult {
        GameResult::Drawn
    }
    /// Whether every move must be searched because the side to move cannot stand pat.
    fn must_search_all_moves(&self) -> bool;
    /// Returns the score for the side to move, far below a million either way.
    fn evaluate(&self) -> i32;
    /// Returns a number of at least 1 and below 2 to the 24th, unique among the moves of a position.
    fn code(mv: Self::Move) -> u32;
    /// Returns the index for the history heuristic. Similar moves share one.
    fn history_slot(mv: Self::Move) -> usize;
}

/// Hashes pairs of words as a sum of products, so that the processor can compute them in parallel.
#[derive(Clone, Copy, Debug, Default)]
pub struct PairHash {
    sum: u128,
    /// Different for each pair, so that the order of pairs matters.
    position: u64,
}

impl PairHash {
    /// Adds two words. The position of the pair in the sequence matters.
    pub fn pair(mut self, first: u64, second: u64) -> PairHash {
        self.position = self.position.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let first = first.wrapping_add(self.position ^ 0xD1B5_4A32_D192_ED03);
        let second = second.wrapping_add(self.position.rotate_left(29) ^ 0x8CB9_2BA7_2F3D_8DD7);
        self.sum = self.sum.wrapping_add(u128::from(first) * u128::from(second));
        self
    }

    pub fn key(self) -> u64 {
        let mut key = self.sum as u64 ^ ((self.sum >> 64) as u64).rotate_left(23);
        key = (key ^ key >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        key = (key ^ key >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        key ^ key >> 32
    }
}

/// A random number generator for the engine. The same seed gives the same numbers on every machine.
#[derive(Clone, Copy, Debug)]
pub struct Rng(pub u64);

impl Rng {
    /// Returns the generator of a seed after this many numbers.
    pub fn skipping(seed: u64, count: u64) -> Rng {
        Rng(seed.wrapping_add(count.wrapping_mul(0x9E37_79B9_7F4A_7C15)))
    }

    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let word = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ word >> 31
    }

    /// Returns a number below `bound`, which must not be 0. The bias is below `bound` divided by 2 to the 64th.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.word()) * u128::from(bound)) >> 64) as u64
    }

    /// Shuffles into a random order, uniformly.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for index in (1..items.len()).rev() {
            items.swap(index, self.below(index as u64 + 1) as usize);
        }
    }
}
