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
    /// Returns the next segment of the same turn, if any.
    pub fn next(self) -> Option<Segment> {
        Segment::ALL.get(self as usize + 1).copied()
    }
    /// Reads a name in commands: `gunfire`, `Damage-control`.
    pub fn from_word(word: &str) -> Option<Segment> {
        Segment::ALL.into_iter().find(|segment| segment.word().eq_ignore_ascii_case(word))
    }
    /// Returns its name in commands: `gunfire`, `damage-control`.
    pub fn word(self) -> &'static str {
        match self {
            Segment::Plotting => "plotting",
            Segment::Movement => "movement",
            Segment::Sighting => "sighting",
            Segment::Illumination => "illumination",
            Segment::Gunfire => "gunfire",
            Segment::Torpedo => "torpedo",
            Segment::DamageControl => "damage-control",
            Segment::Damage => "damage",
        }
    }
}

impl fmt::Display for Segment {
    /// Writes the rulebook's name: `Damage Control Segment`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Segment::Plotting => "Plotting Segment",
            Segment::Movement => "Movement Segment",
            Segment::Sighting => "Sighting Segment",
            Segment::Illumination => "Illumination Segment",
            Segment::Gunfire => "Gunfire Segment",
            Segment::Torpedo => "Torpedo Segment",
            Segment::DamageControl => "Damage Control Segment",
            Segment::Damage => "Damage Segment",
        })
    }
}
