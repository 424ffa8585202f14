//! The transposition table: results for positions that recur by another move order.
//!
//! Its size is fixed. Threads share it without locks, because a half-written slot does not match its key.
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableEntry {
    pub score: i32,
    pub depth: u8,
    pub bound: Bound,
    /// Code of the best move. 0 if none.
    pub code: u32,
}

/// Exclusive limit of the absolute score.
pub const SCORE_LIMIT: i32 = 1 << 22;

impl TableEntry {
    fn packed(self) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 0,
            Bound::AtLeast => 1,
            Bound::AtMost => 2,
        };
        // 24 bits of score, 24 of code, 8 of depth, 2 of bound. The top bit is set, so it is never 0.
        let score = (self.score + SCORE_LIMIT) as u64;
        score | u64::from(self.code & 0xFF_FFFF) << 24 | u64::from(self.depth) << 48 | bound << 56 | 1 << 63
    }

    fn unpacked(word: u64) -> TableEntry {
        let bound = match word >> 56 & 3 {
            0 => Bound::Exact,
            1 => Bound::AtLeast,
            _ => Bound::AtMost,
        };
        let score = (word & 0xFF_FFFF) as i32 - SCORE_LIMIT;
        TableEntry { score, depth: (word >> 48) as u8, bound, code: (word >> 24) as u32 & 0xFF_FFFF }
    }
}

#[derive(Default)]
struct TableSlot {
    /// The key XOR the word.
    check: AtomicU64,
    word: AtomicU64,
}

pub struct Table {
    slots: Box<[TableSlot]>,
}

/// Neighbouring slots that a key may use.
const BUCKET_SLOTS: usize = 2;

impl Table {
    /// Creates a table with about one slot for each position of the search, between 4,096 and a million.
    pub fn for_nodes(nodes: u64) -> Table {
        let slots = nodes.clamp(1 << 12, 1 << 20).next_power_of_two() as usize;
        Table { slots: (0..slots).map(|_| TableSlot::default()).collect() }
    }

    fn bucket(&self, key: u64) -> &[TableSlot] {
        let first = key as usize & (self.slots.len() - 1) & !(BUCKET_SLOTS - 1);
        &self.slots[first..first + BUCKET_SLOTS]
    }

    pub fn probe(&self, key: u64) -> Option<TableEntry> {
        self.bucket(key).iter().find_map(|slot| {
            let word = slot.word.load(Relaxed);
            (word != 0 && slot.check.load(Relaxed) ^ word == key).then(|| TableEntry::unpacked(word))
        })
    }

    /// Stores a result in an empty slot of the bucket, otherwise over the same position or over the shallower result.
    pub fn store(&self, key: u64, entry: TableEntry) {
        let depth = |slot: &TableSlot| {
            let word = slot.word.load(Relaxed);
            match word {
                0 => -2,
                _ if slot.check.load(Relaxed) ^ word == key => -1,
                _ => i32::from(TableEntry::unpacked(word).depth),
            }
        };
        let Some(slot) = self.bucket(key).iter().min_by_key(|slot| depth(slot)) else { return };
        let word = entry.packed();
        slot.check.store(key ^ word, Relaxed);
        slot.word.store(word, Relaxed);
    }
}
