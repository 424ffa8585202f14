//! Two lengths of the tape by which a division is put where it lies. [2.7]
use serde::{Deserialize, Serialize};

use super::{Id, Inches, Table};

/// A corner of the playing area. [2.1]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Corner {
    NorthWest,
    NorthEast,
    SouthWest,
    SouthEast,
}

impl Corner {
    /// As it is typed.
    pub const WORDS: [(&'static str, Corner); 4] =
        [("nw", Corner::NorthWest), ("ne", Corner::NorthEast), ("sw", Corner::SouthWest), ("se", Corner::SouthEast)];

    pub fn word(self) -> &'static str {
        match self {
            Corner::NorthWest => "nw",
            Corner::NorthEast => "ne",
            Corner::SouthWest => "sw",
            Corner::SouthEast => "se",
        }
    }
    /// Inches from the west and from the south edge.
    pub fn of(self, table: Table) -> (Inches, Inches) {
        let (x, y) = (table.width, table.height);
        match self {
            Corner::NorthWest => (Inches::ZERO, y),
            Corner::NorthEast => (x, y),
            Corner::SouthWest => (Inches::ZERO, Inches::ZERO),
            Corner::SouthEast => (x, Inches::ZERO),
        }
    }
}

/// Where the end of the tape is held.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TapeEnd {
    Corner(Corner),
    /// The middle of a ship's base.
    Ship(Id),
}

/// A length of the tape, from there to the middle of a leader's base.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Taped {
    pub from: TapeEnd,
    pub range: Inches,
}
