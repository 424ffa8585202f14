//! Fields of a battle as short keys, each found again by its hash.
use crate::model::{Army, Charm, Field, Kind, Step, TYPES};

/// Ranks of the enemy beyond which a battle is sampled instead.
pub(crate) const MOST_RANKS: usize = 16;
/// Words of a key: the step with what still matters of the fallen, own units, and two of each for the enemy's.
const WORDS: usize = 6;

/// A step as the first byte of a key.
const IDLE: u8 = 0;
pub(crate) const MAGIC: u8 = 1;
const SPELL: u8 = 2;
const CLASH: u8 = 3;
pub(crate) const OVER: u8 = 4;
const LOSSES: u8 = 5;

/// What tells two fields apart as far as the rounds to come go, in bytes; a field can be made of it again.
///
/// Of a field as [`Web::land`] leaves it: at most one of the fallen of each side still matters, but for the enemies
/// that fall in this round.
#[derive(Clone, Copy)]
pub(crate) struct Key([u64; WORDS]);

impl Key {
    pub(crate) fn of(field: &Field) -> Key {
        let step = match field.step {
            Step::Idle => IDLE,
            Step::Magic => MAGIC,
            Step::Spell => SPELL,
            Step::Clash => CLASH,
            Step::Over => OVER,
            Step::Losses { owed } => LOSSES + owed,
        };
        let (charm, charmed) = match field.charm {
            None => (0, 0),
            Some(Charm::Armor(kind)) => (1, kind.place().unwrap_or_default() as u8),
            Some(Charm::Weakness(rank)) => (2, rank),
        };
        let one = |army: &Army| if *army == Army::NONE { 0 } else { first(&army.0[..]) };
        let foes_lost = first(&field.foes_lost);
        let fallen = [one(&field.own_lost), one(&field.own_falling), foes_lost];
        let [sk, li, bd, sp, lc, hc, el, ch, wizard] = field.own.0;
        let head = [step, charm, charmed, fallen[0], fallen[1], fallen[2], wizard, field.round];
        let ([foes, more], [falling, more_falling]) = (packed(&field.foes), packed(&field.foes_falling));
        let own = u64::from_le_bytes([sk, li, bd, sp, lc, hc, el, ch]);
        Key([u64::from_le_bytes(head), own, foes, more, falling, more_falling])
    }

    /// Writes what it tells into a field of the same battle.
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
        field.charm = match charm {
            0 => None,
            1 => Some(Charm::Armor(Kind::RECRUITS[usize::from(charmed)])),
            _ => Some(Charm::Weakness(charmed)),
        };
        field.round = round;
        field.own.0[..TYPES - 1].copy_from_slice(&self.0[1].to_le_bytes());
        field.own.0[TYPES - 1] = wizard;
        (field.own_lost, field.own_falling) = (Army::NONE, Army::NONE);
        for (fallen, army) in [(own_lost, &mut field.own_lost), (own_falling, &mut field.own_falling)] {
            if let Some(place) = fallen.checked_sub(1) {
                army.0[usize::from(place)] = 1;
            }
        }
        field.foes_lost.fill(0);
        if let Some(rank) = foes_lost.checked_sub(1) {
            field.foes_lost[usize::from(rank)] = 1;
        }
        let [_, _, foes, more, falling, more_falling] = self.0;
        for (counts, words) in [(&mut field.foes, [foes, more]), (&mut field.foes_falling, [falling, more_falling])] {
            let many = counts.len();
            counts.copy_from_slice(&unpacked(words)[..many]);
        }
    }

    /// What tells two armies of the player's apart, with the step and the fallen: all but the enemy's.
    pub(crate) fn own(&self) -> [u64; 2] {
        [self.0[0], self.0[1]]
    }

    /// What has to be changed in `from` to make this key of it.
    pub(crate) fn change_from(&self, from: &Key) -> Change {
        let [_, _, foes, more, ..] = self.0;
        let added = if [foes, more] == [0, 0] {
            None
        } else {
            Some([subtracted(foes, from.0[2]), subtracted(more, from.0[3])])
        };
        Change { key: *self, added }
    }

    /// The key that a change makes of this one.
    pub(crate) fn changed(&self, change: &Change) -> Key {
        let Key([head, own, _, _, falling, more_falling]) = change.key;
        let [foes, more] = change.added.map_or([0, 0], |by| [added(self.0[2], by[0]), added(self.0[3], by[1])]);
        Key([head, own, foes, more, falling, more_falling])
    }

    fn is(&self, other: &Key) -> bool {
        self.0.iter().zip(other.0).fold(0, |apart, (one, other)| apart | (one ^ other)) == 0
    }

    pub(crate) fn step(&self) -> u8 {
        self.0[0] as u8
    }

    /// A quick hash for keys of our own making.
    fn hash(&self) -> usize {
        let mixed =
            self.0.iter().fold(0_u64, |hash, word| (hash.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95));
        (mixed ^ (mixed >> 29)) as usize
    }
}

/// What a step that adds enemies at most makes of a key: all of it but the enemies is as in `key`, whatever it was.
pub(crate) struct Change {
    key: Key,
    /// Enemies added by rank; `None` where none matters any longer.
    added: Option<[u64; 2]>,
}

/// Byte by byte, none of them beyond 255.
fn added(word: u64, by: u64) -> u64 {
    const HIGH: u64 = 0x8080_8080_8080_8080;
    if (word | by) & HIGH == 0 {
        return word + by;
    }
    let (one, other) = (word.to_le_bytes(), by.to_le_bytes());
    u64::from_le_bytes(std::array::from_fn(|at| one[at].saturating_add(other[at])))
}

/// Byte by byte, none of them below nought.
fn subtracted(word: u64, by: u64) -> u64 {
    let (one, other) = (word.to_le_bytes(), by.to_le_bytes());
    u64::from_le_bytes(std::array::from_fn(|at| one[at].saturating_sub(other[at])))
}

/// The place of the first that is there, one more than it is.
fn first(counts: &[u8]) -> u8 {
    counts.iter().position(|count| *count > 0).map_or(0, |place| place as u8 + 1)
}

/// Counts by rank as two words.
fn packed(counts: &[u8]) -> [u64; 2] {
    let mut bytes = [0; MOST_RANKS];
    bytes[..counts.len()].copy_from_slice(counts);
    let both = u128::from_le_bytes(bytes);
    [both as u64, (both >> 64) as u64]
}

/// The counts of two words.
fn unpacked([low, high]: [u64; 2]) -> [u8; MOST_RANKS] {
    (u128::from(low) | u128::from(high) << 64).to_le_bytes()
}

/// Keys in the order in which they were met, each found again by its hash.
pub(crate) struct Keys {
    keys: Vec<Key>,
    /// Places in `keys`, one more than they are; nought where nobody is. A power of two of them, at most half full.
    slots: Vec<u32>,
}

impl Keys {
    pub(crate) fn new() -> Keys {
        Keys { keys: Vec::new(), slots: vec![0; 1 << 10] }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    /// The key at a place.
    pub(crate) fn at(&self, place: usize) -> Key {
        self.keys[place]
    }

    /// The place of a key, a new one where it was not met yet.
    pub(crate) fn place(&mut self, key: Key) -> usize {
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
                place if self.keys[place as usize - 1].is(&key) => return place as usize - 1,
                _ => slot = (slot + 1) & (self.slots.len() - 1),
            }
        }
    }
}
