//! The program's own dice: every face hangs on the seed and on what is in force, never on the length of the file.
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::play::{Ask, Dice, Die, EventOf, Game, Roll, Seeded, Source, Throw};

/// How faces come from a seed, as line 1 says it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Algorithm {
    pub algorithm: String,
    pub edition: u32,
}

impl Algorithm {
    /// The one by which a new journal throws.
    pub fn present() -> Algorithm {
        Algorithm { algorithm: "sha256-chacha8".to_owned(), edition: 2 }
    }

    /// The one of format 1, which line 1 did not yet name.
    pub fn first() -> Algorithm {
        Algorithm { algorithm: "chacha8".to_owned(), edition: 1 }
    }

    pub(super) fn is_known(&self) -> bool {
        [Algorithm::present(), Algorithm::first()].contains(self)
    }
}

/// Where a deed stands among the deeds in force, as its dice see it.
///
/// Only deeds whose first ruling threw dice are counted, so that a harmless line put before a command changes none of
/// its dice; what was decided without a die has a place of its own, for the case that an amendment makes it throw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Place {
    /// Deeds that threw, up to this one.
    threw: u64,
    /// Deeds that threw nothing since then, up to this one; 0 for one that threw.
    quiet: u64,
}

impl Place {
    /// The place of a command that is being decided.
    pub(super) fn next(self) -> Place {
        Place { threw: self.threw + 1, quiet: 0 }
    }

    /// The place of the deed that follows, by its first ruling.
    pub(super) fn after<G: Game>(self, events: &[EventOf<G>]) -> Place {
        let threw = events.iter().flat_map(|event| &event.dice).any(|roll| roll.source == Source::Thrown);
        if threw { self.next() } else { Place { quiet: self.quiet + 1, ..self } }
    }
}

type Faces = Seeded<Box<dyn FnMut() -> u32>>;

/// The dice that the program throws for one command.
pub struct Thrown(From);

enum From {
    /// Edition 1: one row of faces for an entry, whatever they are thrown for.
    Row(Faces),
    /// Edition 2: a row for each kind of die.
    Kinds { seed: u64, place: Place, rows: Vec<Row> },
    /// Nobody knows the seed.
    Nowhere,
}

struct Row {
    sides: u8,
    purpose: String,
    faces: Faces,
}

impl Thrown {
    /// Edition 1: the dice of entry number `stream`.
    pub(super) fn row(seed: u64, stream: u64) -> Thrown {
        let mut words = chacha(plain_key(seed));
        words.set_stream(stream);
        Thrown(From::Row(faces(words)))
    }

    /// Edition 2: the dice of a deed at that place.
    pub(super) fn at(seed: u64, place: Place) -> Thrown {
        Thrown(From::Kinds { seed, place, rows: Vec::new() })
    }

    pub(super) fn nowhere() -> Thrown {
        Thrown(From::Nowhere)
    }

    /// Goes on with the deed at that place; edition 1 throws all of an entry from one row.
    pub(super) fn move_to(&mut self, deed: Place) {
        if let From::Kinds { place, rows, .. } = &mut self.0 {
            *place = deed;
            rows.clear();
        }
    }

    /// The next face of that kind, or `None` where nobody knows it.
    ///
    /// `known` says that the die lies there already: edition 2 counts it, edition 1 never threw it from this row.
    pub(super) fn next<P: Serialize>(&mut self, sides: u8, purpose: &P, known: bool) -> Option<u8> {
        match &mut self.0 {
            From::Row(_) if known => None,
            From::Row(row) => Some(row.face(sides)),
            From::Kinds { seed, place, rows } => {
                let purpose = serde_json::to_string(purpose).ok()?;
                let at = rows.iter().position(|row| row.sides == sides && row.purpose == purpose);
                let at = at.unwrap_or_else(|| {
                    let faces = faces(chacha(kind_key(*seed, *place, sides, &purpose)));
                    rows.push(Row { sides, purpose, faces });
                    rows.len() - 1
                });
                Some(rows[at].faces.face(sides))
            }
            From::Nowhere => None,
        }
    }
}

impl<P: Serialize> Dice<P> for Thrown {
    fn throw(&mut self, ask: &Ask<P>) -> Throw {
        let die = |face| Die { sides: ask.sides, face, source: Source::Thrown };
        let dice = (0..ask.count).map(|_| self.next(ask.sides, &ask.purpose, false).map(die));
        dice.collect::<Option<Vec<Die>>>().map_or(Throw::Missing(ask.count), Throw::Fell)
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
            let roll =
                |die: &Die| Roll { sides: ask.sides, face: die.face, source: die.source, purpose: ask.purpose.clone() };
            self.fell.extend(dice.iter().map(roll));
        }
        throw
    }
}

/// The row of faces number `stream` of a seed: for whatever is thrown outside a journal, and for journals of format 1.
///
/// The key is the seed as eight little-endian bytes followed by zeros, and the faces are our own rejection over the raw
/// words, so that a saved seed replays for ever, whatever a generator crate makes of seeds and ranges.
pub fn thrown(seed: u64, stream: u64) -> Seeded<impl FnMut() -> u32> {
    let mut words = chacha(plain_key(seed));
    words.set_stream(stream);
    Seeded::new(move || words.next_u32())
}

fn faces(mut words: ChaCha8Rng) -> Faces {
    Seeded::new(Box::new(move || words.next_u32()))
}

fn chacha(key: [u8; 32]) -> ChaCha8Rng {
    ChaCha8Rng::from_seed(key)
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
