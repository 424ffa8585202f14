//! Kinds of pieces.
use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Direction, Side, rules};
use play::Rule;

/// A kind of piece. [CS-3]
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Batled,
    Caster,
    Charger,
    Squed,
    Tunneller,
    Warrior,
}

impl Kind {
    /// In the order of their letters.
    pub const ALL: [Kind; 6] = [Kind::Batled, Kind::Caster, Kind::Charger, Kind::Squed, Kind::Tunneller, Kind::Warrior];

    pub const fn letter(self) -> char {
        CHART[self as usize].0
    }

    pub fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase())
    }

    /// How many of them a side has. [CS-3]
    pub const fn count(self) -> u8 {
        CHART[self as usize].1
    }

    /// Its value for the engine, in hundredths of a Warrior.
    pub const fn value(self) -> i32 {
        CHART[self as usize].2
    }

    /// The paragraph about its moves when face up.
    pub const fn rule(self) -> Rule {
        CHART[self as usize].3
    }
}

/// Each kind's letter, the number a side has, its value in hundredths of a Warrior, and the paragraph about its moves.
const CHART: [(char, u8, i32, Rule); 6] = [
    ('B', 1, 6000, rules::BATLED),
    ('C', 2, 270, rules::CASTER),
    ('H', 2, 300, rules::CHARGER),
    ('Q', 1, 450, rules::SQUED),
    ('T', 2, 150, rules::TUNNELLER),
    ('W', 10, 100, rules::WARRIOR),
];

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The name of a kind is its identifier.
        f.pad(&format!("{self:?}"))
    }
}

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    pub side: Side,
    pub kind: Kind,
    pub face_up: bool,
    /// The other side knows its kind although it is face down: it was captured and came back. [CS-A9]
    pub known: bool,
    /// The side of the tile by which a tunneller came in.
    pub entered_by: Option<Direction>,
}

impl Piece {
    /// Whether only its own side knows its kind.
    pub fn is_hidden(&self) -> bool {
        !self.face_up && !self.known
    }

    /// Upper case for Coal, lower case for Steel.
    pub fn letter(&self) -> char {
        self.side.cased(self.kind.letter())
    }

    /// Whether it is a tunneller that may dig. Face down, it has no special abilities. [CS-7]
    pub fn can_dig(&self) -> bool {
        self.face_up && self.kind == Kind::Tunneller
    }

    /// The most steps it may take in a direction.
    pub fn max_steps(&self, way: Direction) -> u8 {
        let backward = way.is_backward(self.side);
        match self.kind {
            _ if !self.face_up => u8::from(!backward),
            Kind::Batled | Kind::Tunneller => 1,
            Kind::Squed => 3,
            Kind::Charger => 4 * u8::from(!way.is_diagonal()),
            Kind::Caster => 3 * u8::from(way.is_diagonal()),
            Kind::Warrior if backward => 0,
            Kind::Warrior => 2 - u8::from(way.is_diagonal()),
        }
    }

    /// Whether it passes over pieces, as a caster face up does. [CS-12]
    pub fn passes_over_pieces(&self) -> bool {
        self.face_up && self.kind == Kind::Caster
    }
}

/// The number of pieces of each kind, such as those in a side's reserve or held by the enemy.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PieceCounts([u8; 6]);

impl PieceCounts {
    /// All 18 pieces of a side. [CS-3]
    pub fn full() -> PieceCounts {
        PieceCounts(Kind::ALL.map(Kind::count))
    }
    pub fn count(&self, kind: Kind) -> u8 {
        self.0[kind as usize]
    }
    pub fn total(&self) -> u8 {
        self.0.iter().sum()
    }
    pub fn is_empty(&self) -> bool {
        self.total() == 0
    }
    pub fn add(&mut self, kind: Kind) {
        self.0[kind as usize] += 1;
    }
    /// Removes one, if there is one.
    pub fn remove(&mut self, kind: Kind) {
        self.0[kind as usize] = self.count(kind).saturating_sub(1);
    }
    pub fn minus(&self, other: &PieceCounts) -> PieceCounts {
        PieceCounts(Kind::ALL.map(|kind| self.count(kind).saturating_sub(other.count(kind))))
    }
    pub(super) fn packed(&self) -> u64 {
        self.0.iter().fold(0, |word, count| word << 8 | u64::from(*count))
    }
    /// Each piece, in the order of the letters.
    pub fn pieces(&self) -> impl Iterator<Item = Kind> + '_ {
        Kind::ALL.into_iter().flat_map(|kind| std::iter::repeat_n(kind, usize::from(self.count(kind))))
    }
}

impl FromIterator<Kind> for PieceCounts {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> PieceCounts {
        let mut counts = PieceCounts::default();
        kinds.into_iter().for_each(|kind| counts.add(kind));
        counts
    }
}
