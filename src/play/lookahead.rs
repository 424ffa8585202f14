//! What a game shows of itself to be looked ahead in: positions that are copied, and moves worth a number each.
use std::fmt::Debug;

/// How a position ends the game, as the side to move sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Won,
    Drawn,
    Lost,
}

/// A position with nothing hidden and no dice, small enough to be copied at every move.
///
/// The moves are those of the game's own referee; what came before the position is kept by whoever searches.
pub trait Lookahead: Clone + Send + Sync {
    type Move: Copy + PartialEq + Debug + Send + Sync;
    /// Every [`slot`](Lookahead::slot) is below it.
    const SLOTS: usize;

    /// Adds every move, and perhaps some that [`after`](Lookahead::after) refuses, each with what it wins at once in the
    /// units of [`evaluate`](Lookahead::evaluate), at most a million: 0 exactly when it is quiet. With `only_noisy` those
    /// that are not: captures, promotions, whatever ends the game.
    fn add_moves(&self, moves: &mut Vec<(i32, Self::Move)>, only_noisy: bool);
    /// The position after a move; `None` when the rules refuse it after all.
    fn after(&self, given: Self::Move) -> Option<Self>;
    /// The position with the turn given away, where that proves something; `None` where it does not.
    fn passed(&self) -> Option<Self>;
    /// Equal for equal positions, and next to never for others.
    fn key(&self) -> u64;
    /// How the game has ended in this position; a side without a move is not looked for.
    fn verdict(&self) -> Option<Verdict>;
    /// How the game ends when there is no move.
    fn stuck(&self) -> Verdict;
    /// How the game ends when the position comes again too often.
    fn repeated(&self) -> Verdict {
        Verdict::Drawn
    }
    /// Whether every move must be looked at: the side to move cannot simply stand still.
    fn is_forced(&self) -> bool;
    /// How good the position is for the side to move, far below a million either way.
    fn evaluate(&self) -> i32;
    /// A number from 1 below 2 to the 24th, another one for every other move of the same position.
    fn code(given: Self::Move) -> u32;
    /// Like moves share a slot, in which is learnt how good they are.
    fn slot(given: Self::Move) -> usize;
}

/// Hashes pairs of words: the products are summed, so that the words need no order in time.
#[derive(Clone, Copy, Debug, Default)]
pub struct PairHash {
    sum: u128,
    turn: u64,
}

impl PairHash {
    /// Adds two words; which pair it is matters.
    pub fn pair(mut self, one: u64, other: u64) -> PairHash {
        self.turn = self.turn.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let left = one.wrapping_add(self.turn ^ 0xD1B5_4A32_D192_ED03);
        let right = other.wrapping_add(self.turn.rotate_left(29) ^ 0x8CB9_2BA7_2F3D_8DD7);
        self.sum = self.sum.wrapping_add(u128::from(left) * u128::from(right));
        self
    }

    /// The key of all pairs.
    pub fn key(self) -> u64 {
        let mut key = self.sum as u64 ^ ((self.sum >> 64) as u64).rotate_left(23);
        key = (key ^ key >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        key = (key ^ key >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        key ^ key >> 32
    }
}

/// A random source for a machine's own use: the same for the same seed, on every machine.
#[derive(Clone, Copy, Debug)]
pub struct Rng(pub u64);

impl Rng {
    /// As of that seed, after so many words.
    pub fn after(seed: u64, words: u64) -> Rng {
        Rng(seed.wrapping_add(words.wrapping_mul(0x9E37_79B9_7F4A_7C15)))
    }

    /// The next word.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let word = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ word >> 31
    }

    /// A number below `bound`, which must not be 0; the bias is below `bound` divided by 2 to the 64th.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.word()) * u128::from(bound)) >> 64) as u64
    }

    /// Another order, each as likely as the others.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for at in (1..things.len()).rev() {
            things.swap(at, self.below(at as u64 + 1) as usize);
        }
    }
}
