//! The segments of a turn. [3.3]
use std::fmt;

use serde::{Deserialize, Serialize};

/// The eight segments of a turn, in order. [3.3]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Segment {
    Plotting,
    Movement,
    Sighting,
    Illumination,
    Gunfire,
    Torpedo,
    DamageControl,
    Damage,
}

/// What each is called in commands, and in the book.
const NAMES: [(&str, &str); 8] = [
    ("plotting", "Plotting Segment"),
    ("movement", "Movement Segment"),
    ("sighting", "Sighting Segment"),
    ("illumination", "Illumination Segment"),
    ("gunfire", "Gunfire Segment"),
    ("torpedo", "Torpedo Segment"),
    ("damage-control", "Damage Control Segment"),
    ("damage", "Damage Segment"),
];

impl Segment {
    pub const ALL: [Segment; 8] = [
        Segment::Plotting,
        Segment::Movement,
        Segment::Sighting,
        Segment::Illumination,
        Segment::Gunfire,
        Segment::Torpedo,
        Segment::DamageControl,
        Segment::Damage,
    ];
    /// The next segment of the same turn, if there is one.
    pub fn next(self) -> Option<Segment> {
        Segment::ALL.get(self as usize + 1).copied()
    }
    /// The word that names it in commands: `gunfire`, `damage-control`.
    pub fn word(self) -> &'static str {
        NAMES[self as usize].0
    }
}

impl fmt::Display for Segment {
    /// As the book writes it: `Damage Control Segment`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(NAMES[*self as usize].1)
    }
}
