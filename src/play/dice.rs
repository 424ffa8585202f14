//! Dice as an argument: rules ask for pools and get faces, from any source.
use serde::{Deserialize, Serialize};

use super::Rule;

/// The source of a die.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// Rolled at the table and typed by the referee.
    Typed,
    /// Rolled by the program from its seed.
    #[serde(rename = "thrown")]
    Rolled,
}

/// One rolled die: `face` is in `1..=sides` (a D10 shows 0 for 10, a D100 00 for 100).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Die {
    pub sides: u8,
    pub face: u8,
    pub source: Source,
}

/// A die with its purpose.
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

/// A request for `count` dice of `sides` sides.
///
/// With `at_most` only the number of faces at or below it matters. So [`odds`](crate::odds) can weight a pool instead
/// of enumerating every face.
///
/// ```
/// use play::{Dice, DiceRequest, RollResult, Rule, Script};
///
/// let to_hit = DiceRequest { at_most: Some(7), ..DiceRequest::roll_one(20, "to hit", Rule::new("6.5.1")) };
/// // Two dice fell on the table. One is asked for.
/// let mut dice = Script::typed([5, 12]);
/// assert!(matches!(dice.roll(&to_hit), RollResult::Rolled(faces) if faces[0].face == 5));
/// assert_eq!(dice.unused(), 1);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DiceRequest<P> {
    pub count: u16,
    pub sides: u8,
    pub at_most: Option<u8>,
    pub purpose: P,
    pub rule: Rule,
}

impl<P> DiceRequest<P> {
    /// Asks for one die whose face matters.
    pub fn roll_one(sides: u8, purpose: P, rule: Rule) -> DiceRequest<P> {
        DiceRequest { count: 1, sides, at_most: None, purpose, rule }
    }

    /// Asks for one die that succeeds at `at_most` or less.
    pub fn test(sides: u8, at_most: u8, purpose: P, rule: Rule) -> DiceRequest<P> {
        DiceRequest { count: 1, sides, at_most: Some(at_most), purpose, rule }
    }

    pub fn pool(count: u16, sides: u8, at_most: u8, purpose: P, rule: Rule) -> DiceRequest<P> {
        DiceRequest { count, sides, at_most: Some(at_most), purpose, rule }
    }

    pub(crate) fn as_roll(&self, Die { face, source, .. }: Die) -> Roll<P>
    where
        P: Clone,
    {
        Roll { sides: self.sides, face, source, purpose: self.purpose.clone() }
    }
}

pub trait Dice<P> {
    /// Returns exactly `request.count` dice, or how many are missing if the source has too few.
    fn roll(&mut self, request: &DiceRequest<P>) -> RollResult;
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RollResult {
    Rolled(Vec<Die>),
    Missing(u16),
}

/// Prepared dice, handed out in order.
#[derive(Clone, Default, Debug)]
pub struct Script {
    faces: Vec<(u8, Source)>,
    next: usize,
}

impl Script {
    /// Creates a script of typed faces, in the order in which the procedure needs them.
    pub fn typed(faces: impl IntoIterator<Item = u8>) -> Script {
        Script { faces: faces.into_iter().map(|face| (face, Source::Typed)).collect(), next: 0 }
    }

    pub fn replay(dice: impl IntoIterator<Item = Die>) -> Script {
        Script { faces: dice.into_iter().map(|die| (die.face, die.source)).collect(), next: 0 }
    }

    pub fn push(&mut self, face: u8) {
        self.faces.push((face, Source::Typed));
    }

    pub fn rewind(&mut self) {
        self.next = 0;
    }

    pub fn unused(&self) -> usize {
        self.faces.len() - self.next
    }
}

impl<P> Dice<P> for Script {
    fn roll(&mut self, request: &DiceRequest<P>) -> RollResult {
        let count = usize::from(request.count);
        let Some(faces) = self.faces.get(self.next..self.next + count) else {
            return RollResult::Missing((count - self.unused()) as u16);
        };
        self.next += count;
        RollResult::Rolled(faces.iter().map(|&(face, source)| Die { sides: request.sides, face, source }).collect())
    }
}

/// Dice from raw 32-bit words by rejection sampling: words from the largest multiple of `sides` up are skipped.
///
/// It does not use the generator crate's range function, because a saved seed must replay for ever.
pub struct Seeded<W> {
    words: W,
}

impl<W: FnMut() -> u32> Seeded<W> {
    pub fn new(words: W) -> Seeded<W> {
        Seeded { words }
    }

    /// Returns a face in `1..=sides`, with equal probability.
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
    fn roll(&mut self, request: &DiceRequest<P>) -> RollResult {
        let die = |face| Die { sides: request.sides, face, source: Source::Rolled };
        RollResult::Rolled((0..request.count).map(|_| die(self.face(request.sides))).collect())
    }
}
