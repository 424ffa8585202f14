//! Dice as an argument: asked for in pools, answered with faces, from wherever faces come.
use serde::{Deserialize, Serialize};

use super::Rule;

/// Where a face came from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// Thrown on the table and typed by the referee.
    Typed,
    /// Thrown by the program from its seed.
    Thrown,
}

/// One die as it lies: `face` is in `1..=sides` (a D10 shows 0 for 10, a D100 00 for 100).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Die {
    pub sides: u8,
    pub face: u8,
    pub source: Source,
}

/// A die and what it was thrown for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Roll<P> {
    pub sides: u8,
    pub face: u8,
    pub source: Source,
    #[serde(rename = "for")]
    pub purpose: P,
}

impl<P> Roll<P> {
    pub fn die(&self) -> Die {
        Die { sides: self.sides, face: self.face, source: self.source }
    }
}

/// A question put to the dice: `count` dice of `sides` sides.
///
/// With `at_most` only the number of faces at or below it matters, which is what lets
/// [`odds`](crate::odds) weigh a pool instead of enumerating every face.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ask<P> {
    pub count: u16,
    pub sides: u8,
    pub at_most: Option<u8>,
    pub purpose: P,
    pub rule: Rule,
}

impl<P> Ask<P> {
    /// One die whose face matters.
    pub fn one(sides: u8, purpose: P, rule: Rule) -> Ask<P> {
        Ask { count: 1, sides, at_most: None, purpose, rule }
    }

    /// One die that succeeds at `at_most` or less.
    pub fn test(sides: u8, at_most: u8, purpose: P, rule: Rule) -> Ask<P> {
        Ask { count: 1, sides, at_most: Some(at_most), purpose, rule }
    }

    /// `count` dice, each of which succeeds at `at_most` or less.
    pub fn pool(count: u16, sides: u8, at_most: u8, purpose: P, rule: Rule) -> Ask<P> {
        Ask { count, sides, at_most: Some(at_most), purpose, rule }
    }

    /// A die of the pool as it fell.
    pub(crate) fn fell(&self, Die { face, source, .. }: Die) -> Roll<P>
    where
        P: Clone,
    {
        Roll { sides: self.sides, face, source, purpose: self.purpose.clone() }
    }
}

/// Where faces come from.
pub trait Dice<P> {
    /// Exactly `ask.count` dice, or what is missing when too few are to hand.
    fn throw(&mut self, ask: &Ask<P>) -> Throw;
}

/// What came of an [`Ask`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Throw {
    Fell(Vec<Die>),
    /// This many of the dice asked for are still needed.
    Missing(u16),
}

/// Faces written down beforehand, handed out in order.
#[derive(Clone, Default, Debug)]
pub struct Script {
    faces: Vec<(u8, Source)>,
    next: usize,
}

impl Script {
    /// Typed faces, in the order in which the procedure needs them.
    pub fn typed(faces: impl IntoIterator<Item = u8>) -> Script {
        Script { faces: faces.into_iter().map(|face| (face, Source::Typed)).collect(), next: 0 }
    }

    /// Dice as they once fell.
    pub fn of(dice: impl IntoIterator<Item = Die>) -> Script {
        Script { faces: dice.into_iter().map(|die| (die.face, die.source)).collect(), next: 0 }
    }

    pub fn push(&mut self, face: u8) {
        self.faces.push((face, Source::Typed));
    }

    /// Starts again with the first face.
    pub fn rewind(&mut self) {
        self.next = 0;
    }

    /// Faces that nobody has asked for.
    pub fn left(&self) -> usize {
        self.faces.len() - self.next
    }
}

impl<P> Dice<P> for Script {
    fn throw(&mut self, ask: &Ask<P>) -> Throw {
        let count = usize::from(ask.count);
        let Some(faces) = self.faces.get(self.next..self.next + count) else {
            return Throw::Missing((count - self.left()) as u16);
        };
        self.next += count;
        Throw::Fell(faces.iter().map(|&(face, source)| Die { sides: ask.sides, face, source }).collect())
    }
}

/// Faces from raw 32-bit words by rejection: the first word below the largest multiple of `sides` decides.
///
/// Ours, and not the generator crate's range function, because a saved seed must replay for ever.
pub struct Seeded<W> {
    words: W,
}

impl<W: FnMut() -> u32> Seeded<W> {
    pub fn new(words: W) -> Seeded<W> {
        Seeded { words }
    }

    /// A face in `1..=sides`, each equally likely.
    pub fn face(&mut self, sides: u8) -> u8 {
        let sides = u64::from(sides);
        let fair = (1_u64 << 32) / sides * sides;
        loop {
            let word = u64::from((self.words)());
            if word < fair {
                return (word % sides) as u8 + 1;
            }
        }
    }
}

impl<P, W: FnMut() -> u32> Dice<P> for Seeded<W> {
    fn throw(&mut self, ask: &Ask<P>) -> Throw {
        let die = |face| Die { sides: ask.sides, face, source: Source::Thrown };
        Throw::Fell((0..ask.count).map(|_| die(self.face(ask.sides))).collect())
    }
}
