//! The program's own dice. Every die depends on the seed and the active commands, never on the length of the file.
use std::collections::{BTreeMap, BTreeSet};

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::{Dice, DiceRequest, Die, EventOf, Game, Roll, RollResult, Seeded, Source};

/// The name, in the header, of the way in which dice come from a seed: by this hash, its input and this generator.
pub const ALGORITHM: &str = "sha256-chacha8";

/// A command's permanent place in the dice stream.
///
/// Only commands for which the program rolled dice when first decided are counted, so inserting a command without dice
/// changes no later die. A command without dice gets a separate place, in case an amendment makes it roll.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct DiceIndex {
    /// Its number among the commands that rolled dice. Without dice, the number of the last such command before it.
    with_dice: u64,
    /// Its number among the commands without dice after that one. 0 for a command with dice.
    without_dice: u64,
}

impl DiceIndex {
    /// Whether the command rolled dice when first decided.
    fn has_dice(self) -> bool {
        self.without_dice == 0
    }

    /// Returns the place if this many more commands before it had rolled dice.
    pub(super) fn shifted_by(self, more: u64) -> DiceIndex {
        DiceIndex { with_dice: self.with_dice + more, ..self }
    }
}

/// The places in the dice stream that the active commands use.
///
/// A command with dice takes the lowest free place. A place is free again when its command's current outcome uses no
/// dice. So a command that was amended away and given again gets the same dice.
#[derive(Clone, Default)]
pub(super) struct DiceIndices {
    /// Used places, each with the number of commands that use it. After an amendment two commands may share a place.
    used: BTreeMap<u64, u32>,
    /// Places that were used and are free now.
    free: BTreeSet<u64>,
    /// How many commands without dice follow each place.
    without_dice: BTreeMap<u64, u64>,
}

impl DiceIndices {
    /// Returns the place of a command that is being decided.
    pub(super) fn next(&self) -> DiceIndex {
        // If no place is free, places 1 to `used.len()` are all in use, so the next one is new.
        let place = self.free.first().copied().unwrap_or_else(|| self.used.len() as u64 + 1);
        DiceIndex { with_dice: place, without_dice: 0 }
    }

    /// Returns the place for the next command, whose first outcome is `events`.
    pub(super) fn place_for<G: Game>(&self, events: &[EventOf<G>]) -> DiceIndex {
        if uses_dice::<G>(events) {
            return self.next();
        }
        let last_place = self.used.last_key_value().map_or(0, |(last, _)| *last);
        let without_dice = self.without_dice.get(&last_place).copied().unwrap_or(0) + 1;
        DiceIndex { with_dice: last_place, without_dice }
    }

    pub(super) fn take(&mut self, place: DiceIndex) {
        if place.has_dice() {
            self.occupy(place.with_dice);
        } else {
            self.without_dice.insert(place.with_dice, place.without_dice);
        }
    }

    /// Frees the place of the last command, which is undone. Amendments of the command must have been undone before.
    pub(super) fn give_back(&mut self, place: DiceIndex) {
        if place.has_dice() {
            self.release(place.with_dice);
        } else {
            self.without_dice.insert(place.with_dice, place.without_dice - 1);
        }
    }

    pub(super) fn update_after_amendment(&mut self, place: DiceIndex, used_dice: bool, uses_dice_now: bool) {
        if place.has_dice() && used_dice != uses_dice_now {
            if uses_dice_now { self.occupy(place.with_dice) } else { self.release(place.with_dice) }
        }
    }

    fn occupy(&mut self, place: u64) {
        self.free.remove(&place);
        *self.used.entry(place).or_default() += 1;
    }

    fn release(&mut self, place: u64) {
        let held = self.used.entry(place).or_default();
        *held = held.saturating_sub(1);
        if *held == 0 {
            self.used.remove(&place);
            self.free.insert(place);
        }
    }
}

/// Whether the program rolled any of the dice in these events.
pub(super) fn uses_dice<G: Game>(events: &[EventOf<G>]) -> bool {
    events.iter().flat_map(|event| &event.dice).any(|roll| roll.source == Source::Rolled)
}

type FaceSource = Seeded<Box<dyn FnMut() -> u32>>;

/// The dice that the program rolls for one command: one stream for each kind of die.
pub struct SeededDice {
    /// `None` if it is unknown.
    seed: Option<u64>,
    place: DiceIndex,
    streams: Vec<FaceStream>,
}

struct FaceStream {
    sides: u8,
    purpose: String,
    faces: FaceSource,
}

impl SeededDice {
    pub(super) fn new(seed: Option<u64>, place: DiceIndex) -> SeededDice {
        SeededDice { seed, place, streams: Vec::new() }
    }

    pub(super) fn move_to(&mut self, place: DiceIndex) {
        self.place = place;
        self.streams.clear();
    }

    /// Returns the next face of that kind, or `None` without a seed. Dice that are used again advance the stream too.
    pub(super) fn next<P: Serialize>(&mut self, sides: u8, purpose: &P) -> Option<u8> {
        // A die without sides has no face. No command asks for one.
        let seed = self.seed.filter(|_| 0 < sides)?;
        let purpose = serde_json::to_string(purpose).ok()?;
        let index = self.streams.iter().position(|row| row.sides == sides && row.purpose == purpose);
        let index = index.unwrap_or_else(|| {
            let faces = faces(word_stream(kind_key(seed, self.place, sides, &purpose), 0));
            self.streams.push(FaceStream { sides, purpose, faces });
            self.streams.len() - 1
        });
        Some(self.streams[index].faces.face(sides))
    }
}

impl<P: Serialize> Dice<P> for SeededDice {
    fn roll(&mut self, request: &DiceRequest<P>) -> RollResult {
        let die = |face| Die { sides: request.sides, face, source: Source::Rolled };
        let dice = (0..request.count).map(|_| self.next(request.sides, &request.purpose).map(die));
        dice.collect::<Option<Vec<Die>>>().map_or(RollResult::Missing(request.count), RollResult::Rolled)
    }
}

/// The dice of successive commands, as a journal with this seed would roll them, for use without a journal.
#[derive(Clone)]
pub struct DiceSequence {
    seed: u64,
    places: DiceIndices,
}

impl DiceSequence {
    pub fn new(seed: u64) -> DiceSequence {
        DiceSequence { seed, places: DiceIndices::default() }
    }

    /// Returns a sequence that continues at the same place, with a different seed for the next commands.
    pub fn with_seed(&self, seed: u64) -> DiceSequence {
        DiceSequence { seed, places: self.places.clone() }
    }

    pub fn dice(&self) -> SeededDice {
        SeededDice::new(Some(self.seed), self.places.next())
    }

    pub fn record<G: Game>(&mut self, events: &[EventOf<G>]) {
        self.places.take(self.places.place_for::<G>(events));
    }
}

pub(super) struct RecordingDice<'a, P> {
    pub(super) dice: &'a mut dyn Dice<P>,
    pub(super) rolls: Vec<Roll<P>>,
}

impl<P: Clone> Dice<P> for RecordingDice<'_, P> {
    fn roll(&mut self, request: &DiceRequest<P>) -> RollResult {
        let result = self.dice.roll(request);
        if let RollResult::Rolled(dice) = &result {
            self.rolls.extend(dice.iter().map(|die| request.as_roll(*die)));
        }
        result
    }
}

/// Returns stream number `stream` of a seed, for rolls outside a journal.
///
/// The key is the seed as eight little-endian bytes, followed by zeros. Our own rejection sampling turns raw words into
/// faces. So a saved seed replays for ever, even if a generator crate changes its use of seeds and ranges.
pub fn seeded_stream(seed: u64, stream: u64) -> Seeded<impl FnMut() -> u32> {
    let mut words = word_stream(plain_key(seed), stream);
    Seeded::new(move || words.next_u32())
}

/// Returns the salt of a side's seal number `seal` (from 1), if salts come from a number in the header. It has 32
/// digits and does not depend on the other side's orders.
///
/// Its key differs from that of the dice, so a salt that is shown reveals nothing about any roll.
pub fn salt(salts: u64, seal: usize, side: usize) -> String {
    let mut key = plain_key(salts);
    key[8] = 2;
    let mut words = word_stream(key, (seal as u64) << 8 | side as u64);
    (0..4).map(|_| format!("{:08x}", words.next_u32())).collect()
}

fn faces(mut words: ChaCha8Rng) -> FaceSource {
    Seeded::new(Box::new(move || words.next_u32()))
}

fn word_stream(key: [u8; 32], stream: u64) -> ChaCha8Rng {
    let mut words = ChaCha8Rng::from_seed(key);
    words.set_stream(stream);
    words
}

fn plain_key(seed: u64) -> [u8; 32] {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key
}

/// Returns the key of one kind of die at one place. It is the SHA-256 of a name, the seed, both counts of the place,
/// the sides, and the purpose as the journal writes it. Numbers are little-endian bytes.
fn kind_key(seed: u64, place: DiceIndex, sides: u8, purpose: &str) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(b"kaiser dice 2\n");
    for number in [seed, place.with_dice, place.without_dice] {
        hash.update(number.to_le_bytes());
    }
    hash.update([sides]);
    hash.update(purpose.as_bytes());
    hash.finalize().into()
}
