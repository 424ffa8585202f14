//! Two tape readings that fix a division's position. [2.7]
use geometry::Point;
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
    pub const WORDS: [(&'static str, Corner); 4] =
        [("nw", Corner::NorthWest), ("ne", Corner::NorthEast), ("sw", Corner::SouthWest), ("se", Corner::SouthEast)];

    pub fn word(self) -> &'static str {
        Corner::WORDS.into_iter().find(|(_, corner)| *corner == self).map_or("", |(word, _)| word)
    }
    pub fn position_on(self, table: Table) -> Point {
        let (x, y) = (table.width.as_f64(), table.height.as_f64());
        match self {
            Corner::NorthWest => Point::new(0.0, y),
            Corner::NorthEast => Point::new(x, y),
            Corner::SouthWest => Point::new(0.0, 0.0),
            Corner::SouthEast => Point::new(x, 0.0),
        }
    }
}

/// The fixed end of the tape.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TapeEnd {
    Corner(Corner),
    /// The middle of a ship's base.
    Ship(Id),
}

/// A tape reading, from a fixed end to the middle of a leader's base.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TapeReading {
    pub from: TapeEnd,
    pub range: Inches,
}
