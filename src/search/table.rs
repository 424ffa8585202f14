//! What was found out about positions, kept for when they come again by another way.
//!
//! A fixed number of places; threads share them without locks: a word that was torn does not fit its key.
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What a stored score is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What was found out about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    pub score: i32,
    pub depth: u8,
    pub bound: Bound,
    /// Code of the best move; 0 for none.
    pub code: u32,
}

/// Scores lie below this, either way.
pub const WIDEST: i32 = 1 << 22;

impl Known {
    fn packed(self) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 0,
            Bound::AtLeast => 1,
            Bound::AtMost => 2,
        };
        // 24 bits of score, 24 of code, 8 of depth, 2 of bound; never 0, because the top bit is set.
        let score = (self.score + WIDEST) as u64;
        score | u64::from(self.code & 0xFF_FFFF) << 24 | u64::from(self.depth) << 48 | bound << 56 | 1 << 63
    }

    fn unpacked(word: u64) -> Known {
        let bound = match word >> 56 & 3 {
            0 => Bound::Exact,
            1 => Bound::AtLeast,
            _ => Bound::AtMost,
        };
        let score = (word & 0xFF_FFFF) as i32 - WIDEST;
        Known { score, depth: (word >> 48) as u8, bound, code: (word >> 24) as u32 & 0xFF_FFFF }
    }
}

#[derive(Default)]
struct Place {
    /// The key and the word, one over the other.
    check: AtomicU64,
    word: AtomicU64,
}

/// The table.
pub struct Table {
    places: Box<[Place]>,
}

/// Places next to each other that a key may use.
const BUCKET: usize = 2;

impl Table {
    /// A table for a search of so many positions: about one place each, at most a million.
    pub fn for_nodes(nodes: u64) -> Table {
        let places = nodes.clamp(1 << 12, 1 << 20).next_power_of_two() as usize;
        Table { places: (0..places).map(|_| Place::default()).collect() }
    }

    fn bucket(&self, key: u64) -> &[Place] {
        let first = key as usize & (self.places.len() - 1) & !(BUCKET - 1);
        &self.places[first..first + BUCKET]
    }

    /// What is known of the position with this key.
    pub fn get(&self, key: u64) -> Option<Known> {
        self.bucket(key).iter().find_map(|place| {
            let word = place.word.load(Relaxed);
            (word != 0 && place.check.load(Relaxed) ^ word == key).then(|| Known::unpacked(word))
        })
    }

    /// Writes what was found: over the same position, else over the shallower of two.
    pub fn put(&self, key: u64, known: Known) {
        let depth = |place: &Place| {
            let word = place.word.load(Relaxed);
            match word {
                0 => -2,
                _ if place.check.load(Relaxed) ^ word == key => -1,
                _ => i32::from(Known::unpacked(word).depth),
            }
        };
        let Some(place) = self.bucket(key).iter().min_by_key(|place| depth(place)) else { return };
        let word = known.packed();
        place.check.store(key ^ word, Relaxed);
        place.word.store(word, Relaxed);
    }
}
