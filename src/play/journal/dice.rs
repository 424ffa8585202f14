//! The program's own dice: every face hangs on the seed and on what is in force, never on the length of the file.
use std::collections::{BTreeMap, BTreeSet};

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::{Ask, Dice, Die, EventOf, Game, Roll, Seeded, Source, Throw};

/// How faces come from a seed, as line 1 says it. The hash and the generator are meant with all that is hashed here.
pub const ALGORITHM: &str = "sha256-chacha8";

/// Where a deed stands among the deeds in force, as its dice see it; it keeps this place for good.
///
/// Only deeds whose first ruling threw dice are counted, so that a harmless line put before a command changes none of
/// its dice; what was decided without a die has a place of its own, for the case that an amendment makes it throw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Place {
    /// The number of its place among those that threw; of one that did not, the place behind which it stands.
    threw: u64,
    /// Its number among the deeds behind that place that threw nothing; 0 for one that threw.
    quiet: u64,
}

impl Place {
    /// The deed threw when it was first ruled.
    fn is_of_dice(self) -> bool {
        self.quiet == 0
    }

    /// The place that it would be if so many more deeds had thrown before it.
    pub(super) fn behind(self, more: u64) -> Place {
        Place { threw: self.threw + more, ..self }
    }
}

/// Which places the deeds in force have taken.
///
/// A deed that throws takes the lowest place that is free. A place is free again when the ruling in force of its deed uses
/// no die any more, so that a command that was amended away and given again throws the same faces.
#[derive(Clone, Default)]
pub(super) struct Places {
    /// Places of deeds that use dice, and by how many: an amendment may let a deed throw again whose place was taken.
    held: BTreeMap<u64, u32>,
    /// Places that were held and are not.
    free: BTreeSet<u64>,
    /// How many deeds came to stand without a die behind each place.
    quiet: BTreeMap<u64, u64>,
}

impl Places {
    /// The place of a command that is being decided.
    pub(super) fn next(&self) -> Place {
        // Whatever was ever held is held or free.
        let threw = self.free.first().copied().unwrap_or_else(|| self.held.len() as u64 + 1);
        Place { threw, quiet: 0 }
    }

    /// The place of a deed that comes next, by its first ruling.
    pub(super) fn after<G: Game>(&self, events: &[EventOf<G>]) -> Place {
        if uses_dice::<G>(events) {
            return self.next();
        }
        let threw = self.held.last_key_value().map_or(0, |(last, _)| *last);
        Place { threw, quiet: self.quiet.get(&threw).copied().unwrap_or(0) + 1 }
    }

    /// A deed has come to stand there.
    pub(super) fn take(&mut self, place: Place) {
        if place.is_of_dice() {
            self.hold(place.threw);
        } else {
            self.quiet.insert(place.threw, place.quiet);
        }
    }

    /// The deed that came last to stand there is taken back, ruled as it was at first.
    pub(super) fn give_back(&mut self, place: Place) {
        if place.is_of_dice() {
            self.let_go(place.threw);
        } else {
            self.quiet.insert(place.threw, place.quiet - 1);
        }
    }

    /// An amendment has ruled the deed there again: whether it used dice, and whether it uses any now.
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

/// Whether any of the dice in these events is one that the program threw.
pub(super) fn uses_dice<G: Game>(events: &[EventOf<G>]) -> bool {
    events.iter().flat_map(|event| &event.dice).any(|roll| roll.source == Source::Thrown)
}

type Faces = Seeded<Box<dyn FnMut() -> u32>>;

/// The dice that the program throws for one command: a row of faces for each kind of die.
pub struct Thrown {
    /// `None` where nobody knows it.
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
    /// The dice of a deed at that place.
    pub(super) fn of(seed: Option<u64>, place: Place) -> Thrown {
        Thrown { seed, place, rows: Vec::new() }
    }

    /// Goes on with the deed at that place.
    pub(super) fn move_to(&mut self, place: Place) {
        self.place = place;
        self.rows.clear();
    }

    /// The next face of that kind, or `None` where nobody knows it. A die that lies there already is counted as well.
    pub(super) fn next<P: Serialize>(&mut self, sides: u8, purpose: &P) -> Option<u8> {
        // A die without sides, as no program asks for, shows no face.
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

/// The dice of deeds that are given one after the other, as a journal of this seed throws them, where nobody keeps one.
#[derive(Clone)]
pub struct Throws {
    seed: u64,
    places: Places,
}

impl Throws {
    pub fn new(seed: u64) -> Throws {
        Throws { seed, places: Places::default() }
    }

    /// The dice of another seed from the same deed on.
    pub fn by(&self, seed: u64) -> Throws {
        Throws { seed, places: self.places.clone() }
    }

    /// The dice of the next deed.
    pub fn dice(&self) -> Thrown {
        Thrown::of(Some(self.seed), self.places.next())
    }

    /// A deed was given, and came to these events.
    pub fn gave<G: Game>(&mut self, events: &[EventOf<G>]) {
        self.places.take(self.places.after::<G>(events));
    }
}

/// Any source of dice, with all that fell from it written down.
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

/// The row of faces number `stream` of a seed, for whatever is thrown outside a journal.
///
/// The key is the seed as eight little-endian bytes followed by zeros, and the faces are our own rejection over the raw
/// words, so that a saved seed replays for ever, whatever a generator crate makes of seeds and ranges.
pub fn thrown(seed: u64, stream: u64) -> Seeded<impl FnMut() -> u32> {
    let mut words = words(plain_key(seed), stream);
    Seeded::new(move || words.next_u32())
}

/// The salt of a side's seal number `seal`, from 1, where salts are drawn from a number that line 1 tells: thirty-two digits,
/// the same for the same script, whatever the other side orders.
///
/// The key differs from that of the dice, so that a salt that is shown tells nothing of any throw.
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

/// The key of one kind of die at one place: SHA-256 of a name, the seed, both counts of the place, the sides, and the
/// purpose as the journal writes it; numbers as little-endian bytes.
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
