//! What sides know of each other, and what was measured between them. [2.7, 4.2, 4.4, 5.13]
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Bearing, Id, Inches, Place, ShipMove};

/// A ship as the enemy last saw it. [4.3, 4.4]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LastSeen {
    pub turn: u16,
    pub at: Option<Place>,
    /// Its speed as seen. Later damage does not show.
    pub speed: Inches,
    /// Its last run, if the enemy saw it.
    pub run: Option<Arc<ShipMove>>,
}

/// The visible signs of a ship at a moment. [4.2, T13]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct VisibleSigns {
    pub burning: bool,
    /// The ship had fired guns or used a searchlight this turn.
    pub has_flashed: bool,
    /// An enemy lit it. [4.5]
    pub lit: bool,
}

/// A measured range. [2.7]
#[derive(Clone, PartialEq, Debug)]
pub struct Measurement {
    pub from: Id,
    pub to: Id,
    pub range: Inches,
    /// Arc of `from` in which `to` bears, if stated.
    pub bearing: Option<Bearing>,
}

/// A range measured between two bases after `half_turns_run` half turns. [2.7, 3.4.1]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    pub from: Id,
    pub to: Id,
    pub range: Inches,
    pub half_turns_run: i32,
}

/// The referee's ruling that a ship is or is not in sight. [4.3]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SightRuling {
    pub ship: Id,
    /// The observer. `None` is every enemy for which no tape reading decides it.
    pub by: Option<Id>,
    pub seen: bool,
}

/// The basis of the last sighting: light, measurements and the referee's rulings. [4.2]
#[derive(Clone, PartialEq, Debug)]
pub struct SightingBasis {
    pub turn: u16,
    pub base: Option<Inches>,
    pub measures: Vec<Measurement>,
    pub rulings: Vec<SightRuling>,
}

/// How a side made contact with the enemy. [5.13.3, 5.13.6]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Contact {
    /// One of the side's divisions has sighted this ship.
    Sighted(Id),
    /// The side saw the funnel smoke of the leading division of formation `of`, `range` from the marker of `seen_by`.
    Smoke { of: Id, seen_by: Id, range: Inches },
}
