//! What sides see and know of each other, and what was measured between them. [2.7, 4.2, 4.4, 5.13]
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Bearing, Id, Inches, Place, Run};

/// What the enemy saw of a ship last. [4.3, 4.4]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    pub turn: u16,
    pub at: Option<Place>,
    /// The way she made, as it was seen: damage since then does not show.
    pub speed: Inches,
    /// Her last run, if she ran it under his eyes.
    pub run: Option<Arc<Run>>,
}

/// What showed of a ship when sighting was last determined. [4.2, T13]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Shown {
    pub burning: bool,
    /// Had fired her guns this turn, or used a searchlight.
    pub flashes: bool,
    /// Lit by an enemy of hers. [4.5]
    pub lit: bool,
}

/// A range read from the tape. [2.7]
#[derive(Clone, PartialEq, Debug)]
pub struct Measure {
    pub from: Id,
    pub to: Id,
    pub range: Inches,
    /// Arc of `from` in which `to` bears, where it was said.
    pub bearing: Option<Bearing>,
}

/// A range that the tape has shown between two bases, and when: so many half turns had been run by then. [2.7, 3.4.1]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    pub from: Id,
    pub to: Id,
    pub range: Inches,
    pub after: i32,
}

/// The referee's word that a ship is in sight, or is not. [4.3]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SightWord {
    pub ship: Id,
    /// Who sees her; `None`: every enemy of hers of whom no tape says otherwise.
    pub by: Option<Id>,
    pub seen: bool,
}

/// The light, the tape and the referee's words by which sighting was last determined. [4.2]
#[derive(Clone, PartialEq, Debug)]
pub struct Look {
    pub turn: u16,
    pub base: Option<Inches>,
    pub measures: Vec<Measure>,
    pub words: Vec<SightWord>,
}

/// By what a side knows that the enemy is there. [5.13.3, 5.13.6]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Contact {
    /// One of its divisions has sighted this ship.
    Sighted(Id),
    /// The funnel smoke of this formation's leading division, so far from this one's marker.
    Smoke { of: Id, seen_by: Id, range: Inches },
}
