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
    /// The next segment of the same turn, if there is one.
    pub fn next(self) -> Option<Segment> {
        Segment::ALL.get(self as usize + 1).copied()
    }
    /// The word that names it in commands: `gunfire`, `damage-control`.
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
    /// As the book writes it: `Damage Control Segment`.
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
