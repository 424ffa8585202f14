//! Battle fields as short keys in a hash table.
use crate::model::{ARMY_TYPES, Army, Field, Kind, RoundSpell, Step};

/// Enemy ranks above which a battle is sampled instead.
pub(crate) const MAX_RANKS: usize = 16;
/// Words in a key: one for the step and relevant losses, one for own units, two each for enemies and their losses.
const KEY_WORDS: usize = 6;

/// First byte of a key for each step.
const IDLE: u8 = 0;
pub(crate) const MAGIC: u8 = 1;
const SPELL: u8 = 2;
const CLASH: u8 = 3;
pub(crate) const OVER: u8 = 4;
const LOSSES: u8 = 5;

/// A field as bytes, with what matters for the rounds to come. The field can be rebuilt from it.
///
/// The field must be reduced by `FieldGraph::add_field_links`: at most one lost unit of each side still matters, apart
/// from enemies lost in this round.
#[derive(Clone, Copy)]
pub(crate) struct FieldKey([u64; KEY_WORDS]);

impl FieldKey {
    pub(crate) fn from_field(field: &Field) -> FieldKey {
        let step = match field.step {
            Step::Idle => IDLE,
            Step::Magic => MAGIC,
            Step::Spell => SPELL,
            Step::Clash => CLASH,
            Step::Over => OVER,
            Step::Losses { owed } => LOSSES + owed,
        };
        let (charm, charmed) = match field.round_spell {
            None => (0, 0),
            Some(RoundSpell::Armor(kind)) => (1, kind.place().unwrap_or_default() as u8),
            Some(RoundSpell::Weakness(rank)) => (2, rank),
        };
        let first_lost = |army: &Army| if *army == Army::NONE { 0 } else { first_nonzero(&army.0[..]) };
        let foes_lost = first_nonzero(&field.foes_lost);
        let fallen = [first_lost(&field.own_lost), first_lost(&field.own_lost_now), foes_lost];
        let [sk, li, bd, sp, lc, hc, el, ch, wizard] = field.own.0;
        let head = [step, charm, charmed, fallen[0], fallen[1], fallen[2], wizard, field.round];
        let ([foes, more], [falling, more_falling]) = (pack_counts(&field.foes), pack_counts(&field.foes_lost_now));
        let own = u64::from_le_bytes([sk, li, bd, sp, lc, hc, el, ch]);
        FieldKey([u64::from_le_bytes(head), own, foes, more, falling, more_falling])
    }

    /// Writes its content into a field of the same battle.
    pub(crate) fn write(&self, field: &mut Field) {
        let [step, charm, charmed, own_lost, own_falling, foes_lost, wizard, round] = self.0[0].to_le_bytes();
        field.step = match step {
            IDLE => Step::Idle,
            MAGIC => Step::Magic,
            SPELL => Step::Spell,
            CLASH => Step::Clash,
            OVER => Step::Over,
            owed => Step::Losses { owed: owed - LOSSES },
        };
        field.round_spell = match charm {
            0 => None,
            1 => Some(RoundSpell::Armor(Kind::RECRUITS[usize::from(charmed)])),
            _ => Some(RoundSpell::Weakness(charmed)),
        };
        field.round = round;
        field.own.0[..ARMY_TYPES - 1].copy_from_slice(&self.0[1].to_le_bytes());
        field.own.0[ARMY_TYPES - 1] = wizard;
        (field.own_lost, field.own_lost_now) = (Army::NONE, Army::NONE);
        for (fallen, army) in [(own_lost, &mut field.own_lost), (own_falling, &mut field.own_lost_now)] {
            if let Some(place) = fallen.checked_sub(1) {
                army.0[usize::from(place)] = 1;
            }
        }
        field.foes_lost.fill(0);
        if let Some(rank) = foes_lost.checked_sub(1) {
            field.foes_lost[usize::from(rank)] = 1;
        }
        let [_, _, foes, more, falling, more_falling] = self.0;
        for (counts, words) in [(&mut field.foes, [foes, more]), (&mut field.foes_lost_now, [falling, more_falling])] {
            let count = counts.len();
            counts.copy_from_slice(&unpack_counts(words)[..count]);
        }
    }

    /// Returns the first two words: everything except the enemies on the field and those lost in this round.
    pub(crate) fn own_words(&self) -> [u64; 2] {
        [self.0[0], self.0[1]]
    }

    /// Returns the change that turns `from` into this key.
    pub(crate) fn change_from(&self, from: &FieldKey) -> KeyChange {
        let [_, _, foes, more, ..] = self.0;
        let added = if [foes, more] == [0, 0] {
            None
        } else {
            Some([subtract_bytes(foes, from.0[2]), subtract_bytes(more, from.0[3])])
        };
        KeyChange { key: *self, added }
    }

    pub(crate) fn apply(&self, change: &KeyChange) -> FieldKey {
        let FieldKey([head, own, _, _, falling, more_falling]) = change.key;
        let [foes, more] = change.added.map_or([0, 0], |by| [add_bytes(self.0[2], by[0]), add_bytes(self.0[3], by[1])]);
        FieldKey([head, own, foes, more, falling, more_falling])
    }

    fn equals(&self, other: &FieldKey) -> bool {
        self.0.iter().zip(other.0).fold(0, |difference, (left, right)| difference | (left ^ right)) == 0
    }

    pub(crate) fn step(&self) -> u8 {
        self.0[0] as u8
    }

    /// Hashes quickly. Keys come only from this program, so collisions need no defence.
    fn hash(&self) -> usize {
        let mixed =
            self.0.iter().fold(0_u64, |hash, word| (hash.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95));
        (mixed ^ (mixed >> 29)) as usize
    }
}

/// The change of a key by a step that at most adds enemies. Everything except the enemies is taken from `key`.
pub(crate) struct KeyChange {
    key: FieldKey,
    /// Enemies added by rank, or `None` if enemies no longer matter.
    added: Option<[u64; 2]>,
}

/// Adds byte by byte, at most 255.
fn add_bytes(word: u64, by: u64) -> u64 {
    const HIGH: u64 = 0x8080_8080_8080_8080;
    if (word | by) & HIGH == 0 {
        return word + by;
    }
    let (left, right) = (word.to_le_bytes(), by.to_le_bytes());
    u64::from_le_bytes(std::array::from_fn(|index| left[index].saturating_add(right[index])))
}

/// Subtracts byte by byte, at least 0.
fn subtract_bytes(word: u64, by: u64) -> u64 {
    let (left, right) = (word.to_le_bytes(), by.to_le_bytes());
    u64::from_le_bytes(std::array::from_fn(|index| left[index].saturating_sub(right[index])))
}

/// Returns the place of the first nonzero count plus 1, or 0.
fn first_nonzero(counts: &[u8]) -> u8 {
    counts.iter().position(|count| *count > 0).map_or(0, |place| place as u8 + 1)
}

/// Packs the counts by rank into two words.
fn pack_counts(counts: &[u8]) -> [u64; 2] {
    let mut bytes = [0; MAX_RANKS];
    bytes[..counts.len()].copy_from_slice(counts);
    let both = u128::from_le_bytes(bytes);
    [both as u64, (both >> 64) as u64]
}

fn unpack_counts([low, high]: [u64; 2]) -> [u8; MAX_RANKS] {
    (u128::from(low) | u128::from(high) << 64).to_le_bytes()
}

/// Keys in order of insertion, with a hash table.
pub(crate) struct KeyTable {
    keys: Vec<FieldKey>,
    /// Places in `keys` plus 1, or 0 for an empty slot. The length is a power of two, at most half full.
    slots: Vec<u32>,
}

impl KeyTable {
    pub(crate) fn new() -> KeyTable {
        KeyTable { keys: Vec::new(), slots: vec![0; 1 << 10] }
    }

    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    pub(crate) fn get(&self, place: usize) -> FieldKey {
        self.keys[place]
    }

    /// Returns the place of a key, and inserts it if new.
    pub(crate) fn insert(&mut self, key: FieldKey) -> usize {
        if self.slots.len() < 2 * (self.keys.len() + 1) {
            let mut slots = vec![0; 4 * self.slots.len()];
            for (place, key) in self.keys.iter().enumerate() {
                let mut slot = key.hash() & (slots.len() - 1);
                while slots[slot] != 0 {
                    slot = (slot + 1) & (slots.len() - 1);
                }
                slots[slot] = place as u32 + 1;
            }
            self.slots = slots;
        }
        let mut slot = key.hash() & (self.slots.len() - 1);
        loop {
            match self.slots[slot] {
                0 => {
                    self.keys.push(key);
                    self.slots[slot] = self.keys.len() as u32;
                    return self.keys.len() - 1;
                }
                place if self.keys[place as usize - 1].equals(&key) => return place as usize - 1,
                _ => slot = (slot + 1) & (self.slots.len() - 1),
            }
        }
    }
}
