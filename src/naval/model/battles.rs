//! Results of battles between computer players.
use std::collections::BTreeMap;

use super::{BatteryKind, End, Id, SideId, victory::How};

/// The result of one battle.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Fought {
    /// How it ended. `None` if it was aborted.
    pub end: Option<End>,
    /// The turn in which it ended.
    pub turns: u16,
    /// The winner, if any, and the degree of victory.
    pub won: Option<(SideId, How)>,
    /// In the order of the scenario.
    pub sides: Vec<OfSide>,
    pub ships: BTreeMap<Id, OfShip>,
    /// The first turn in which a ship was in sight.
    pub contact: Option<u16>,
    /// Players' orders that the rules refused.
    pub refused: u32,
    /// Duties left undone when a segment closed.
    pub waived: u32,
}

impl Fought {
    /// Returns the first side's lead in points.
    pub fn margin(&self) -> i32 {
        let of = |at: usize| self.sides.get(at).map_or(0, |side| side.points);
        of(0) - of(1)
    }
}

/// The result of a battle for a side.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OfSide {
    pub side: SideId,
    /// With the handicap. [10.5]
    pub points: i32,
    /// By battery kind, big guns first.
    pub fire: [Fire; 3],
}

/// Fire of a side's batteries of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fire {
    /// Mounts or batteries that fired, each counted once a turn.
    pub fired: u64,
    pub hits: u64,
    /// Penetrating hits.
    pub piercing: u64,
}

impl Fire {
    pub fn add(&mut self, other: Fire) {
        self.fired += other.fired;
        self.hits += other.hits;
        self.piercing += other.piercing;
    }

    /// Returns the index of a battery kind in [`OfSide::fire`].
    pub fn place(kind: BatteryKind) -> usize {
        match kind {
            BatteryKind::Big => 0,
            BatteryKind::Medium => 1,
            BatteryKind::Light => 2,
        }
    }
}

/// The result of a battle for a ship.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OfShip {
    pub side: SideId,
    pub name: String,
    pub sunk: bool,
    pub immobile: bool,
    /// Lost, at half speed, without guns or with a jammed rudder.
    pub crippled: bool,
    pub off: bool,
    /// Hits by guns and torpedoes.
    pub hits: u32,
    /// Hits by big guns.
    pub heavy: u32,
}

/// The results of many battles, by number.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Many {
    pub battles: Vec<Fought>,
}
