//! The program's own dice. Every die depends on the seed and the active commands, never on the length of the file.
use std::collections::{BTreeMap, BTreeSet};

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::{Ask, Dice, Die, EventOf, Game, Roll, Seeded, Source, Throw};

/// The name in the header of the way dice come from a seed. It covers the hash, its input and the generator.
pub const ALGORITHM: &str = "sha256-chacha8";

/// A command's permanent place in the dice stream.
///
/// Only commands that rolled dice when first decided are counted, so inserting a command without dice changes no later
/// die. A command without dice gets a separate place, in case an amendment makes it roll.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Place {
    /// Its number among the commands that rolled dice. Without dice, the number of the last such command before it.
    threw: u64,
    /// Its number among the commands without dice after that one. 0 for a command with dice.
    quiet: u64,
}

impl Place {
    /// Whether the command rolled dice when first decided.
    fn is_of_dice(self) -> bool {
        self.quiet == 0
    }

    /// Returns the place if this many more commands before it had rolled dice.
    pub(super) fn behind(self, more: u64) -> Place {
        Place { threw: self.threw + more, ..self }
    }
}

/// The places in the dice stream that the active commands use.
///
/// A command with dice takes the lowest free place. A place is free again when its command's current outcome uses no
/// dice. So a command that was amended away and given again gets the same dice.
#[derive(Clone, Default)]
pub(super) struct Places {
    /// Used places, and by how many commands: an amendment may let a command roll again whose place was taken.
    held: BTreeMap<u64, u32>,
    /// Places that were used and are free now.
    free: BTreeSet<u64>,
    /// How many commands without dice follow each place.
    quiet: BTreeMap<u64, u64>,
}

impl Places {
    /// Returns the place of a command that is being decided.
    pub(super) fn next(&self) -> Place {
        // Every place ever used is now used or free.
        let threw = self.free.first().copied().unwrap_or_else(|| self.held.len() as u64 + 1);
        Place { threw, quiet: 0 }
    }

    /// Returns the place of the next command, from its first outcome.
    pub(super) fn after<G: Game>(&self, events: &[EventOf<G>]) -> Place {
        if uses_dice::<G>(events) {
            return self.next();
        }
        let threw = self.held.last_key_value().map_or(0, |(last, _)| *last);
        Place { threw, quiet: self.quiet.get(&threw).copied().unwrap_or(0) + 1 }
    }

    /// Records that a command takes this place.
    pub(super) fn take(&mut self, place: Place) {
        if place.is_of_dice() {
            self.hold(place.threw);
        } else {
            self.quiet.insert(place.threw, place.quiet);
        }
    }

    /// Records that the last command that took a place is undone. Its current outcome must be its first.
    pub(super) fn give_back(&mut self, place: Place) {
        if place.is_of_dice() {
            self.let_go(place.threw);
        } else {
            self.quiet.insert(place.threw, place.quiet - 1);
        }
    }

    /// Records an amendment of the command at this place: whether it used dice before, and whether it does now.
    pub(super) fn ruled_again(&mut self, place: Place, used: bool, uses: bool) {
        if place.is_of_dice() && used != uses {
            if uses { self.hold(place.threw) } else { self.let_go(place.threw) }
        }
    }

    fn hold(&mut self, place: u64) {
        self.free.remove(&place);
        *self.held.entry(place).or_default() += 1;
    }

    fn let_go(&mut self, place: u64) {
        let held = self.held.entry(place).or_default();
        *held = held.saturating_sub(1);
        if *held == 0 {
            self.held.remove(&place);
            self.free.insert(place);
        }
    }
}

/// Whether the program rolled any of the dice in these events.
pub(super) fn uses_dice<G: Game>(events: &[EventOf<G>]) -> bool {
    events.iter().flat_map(|event| &event.dice).any(|roll| roll.source == Source::Thrown)
}

type Faces = Seeded<Box<dyn FnMut() -> u32>>;

/// The dice that the program rolls for one command: one stream for each kind of die.
pub struct Thrown {
    /// `None` if it is unknown.
    seed: Option<u64>,
    place: Place,
    rows: Vec<Row>,
}

struct Row {
    sides: u8,
    purpose: String,
    faces: Faces,
}

impl Thrown {
    /// Returns the dice of the command at that place.
    pub(super) fn of(seed: Option<u64>, place: Place) -> Thrown {
        Thrown { seed, place, rows: Vec::new() }
    }

    /// Switches to the command at that place.
    pub(super) fn move_to(&mut self, place: Place) {
        self.place = place;
        self.rows.clear();
    }

    /// Returns the next face of that kind, or `None` without a seed. Dice that are used again advance the stream too.
    pub(super) fn next<P: Serialize>(&mut self, sides: u8, purpose: &P) -> Option<u8> {
        // A die without sides has no face. No command asks for one.
        let seed = self.seed.filter(|_| 0 < sides)?;
        let purpose = serde_json::to_string(purpose).ok()?;
        let at = self.rows.iter().position(|row| row.sides == sides && row.purpose == purpose);
        let at = at.unwrap_or_else(|| {
            let faces = faces(words(kind_key(seed, self.place, sides, &purpose), 0));
            self.rows.push(Row { sides, purpose, faces });
            self.rows.len() - 1
        });
        Some(self.rows[at].faces.face(sides))
    }
}

impl<P: Serialize> Dice<P> for Thrown {
    fn throw(&mut self, ask: &Ask<P>) -> Throw {
        let die = |face| Die { sides: ask.sides, face, source: Source::Thrown };
        let dice = (0..ask.count).map(|_| self.next(ask.sides, &ask.purpose).map(die));
        dice.collect::<Option<Vec<Die>>>().map_or(Throw::Missing(ask.count), Throw::Fell)
    }
}

/// The dice of successive commands, as a journal with this seed would roll them, for use without a journal.
#[derive(Clone)]
pub struct Throws {
    seed: u64,
    places: Places,
}

impl Throws {
    pub fn new(seed: u64) -> Throws {
        Throws { seed, places: Places::default() }
    }

    /// Returns the same dice with a different seed from the next command on.
    pub fn by(&self, seed: u64) -> Throws {
        Throws { seed, places: self.places.clone() }
    }

    /// Returns the dice of the next command.
    pub fn dice(&self) -> Thrown {
        Thrown::of(Some(self.seed), self.places.next())
    }

    /// Records that a command was applied and produced these events.
    pub fn gave<G: Game>(&mut self, events: &[EventOf<G>]) {
        self.places.take(self.places.after::<G>(events));
    }
}

/// A source of dice that records every roll.
pub(super) struct Witnessed<'a, P> {
    pub(super) dice: &'a mut dyn Dice<P>,
    pub(super) fell: Vec<Roll<P>>,
}

impl<P: Clone> Dice<P> for Witnessed<'_, P> {
    fn throw(&mut self, ask: &Ask<P>) -> Throw {
        let throw = self.dice.throw(ask);
        if let Throw::Fell(dice) = &throw {
            self.fell.extend(dice.iter().map(|die| ask.fell(*die)));
        }
        throw
    }
}

/// Returns stream number `stream` of a seed, for rolls outside a journal.
///
/// The key is the seed as eight little-endian bytes, followed by zeros. Our own rejection sampling turns raw words into
/// faces. So a saved seed replays for ever, even if a generator crate changes its use of seeds and ranges.
pub fn thrown(seed: u64, stream: u64) -> Seeded<impl FnMut() -> u32> {
    let mut words = words(plain_key(seed), stream);
    Seeded::new(move || words.next_u32())
}

/// Returns the salt of a side's seal number `seal` (from 1), if salts come from a number in the header. It has 32
/// digits and does not depend on the other side's orders.
///
/// Its key differs from that of the dice, so a salt that is shown reveals nothing about any roll.
pub fn salt(salts: u64, seal: usize, side: usize) -> String {
    let mut key = plain_key(salts);
    key[8] = 2;
    let mut words = words(key, (seal as u64) << 8 | side as u64);
    (0..4).map(|_| format!("{:08x}", words.next_u32())).collect()
}

fn faces(mut words: ChaCha8Rng) -> Faces {
    Seeded::new(Box::new(move || words.next_u32()))
}

fn words(key: [u8; 32], stream: u64) -> ChaCha8Rng {
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
fn kind_key(seed: u64, place: Place, sides: u8, purpose: &str) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(b"kaiser dice 2\n");
    for number in [seed, place.threw, place.quiet] {
        hash.update(number.to_le_bytes());
    }
    hash.update([sides]);
    hash.update(purpose.as_bytes());
    hash.finalize().into()
}
