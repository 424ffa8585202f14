//! What came of a battle between players, and of many of them.
use std::collections::BTreeMap;

use super::{BatteryKind, End, Id, SideId, victory::How};

/// What came of one battle.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Fought {
    /// How it ended; none where it was broken off.
    pub end: Option<End>,
    /// The turn in which it ended.
    pub turns: u16,
    /// Who has won, and how; nobody where there is none.
    pub won: Option<(SideId, How)>,
    /// In the order of the scenario.
    pub sides: Vec<OfSide>,
    pub ships: BTreeMap<Id, OfShip>,
    /// The first turn in which anybody was in sight.
    pub contact: Option<u16>,
    /// Orders of players that the rules refused.
    pub refused: u32,
    /// Duties that nobody had done when a segment closed.
    pub waived: u32,
}

impl Fought {
    /// By how many points the first side leads.
    pub fn margin(&self) -> i32 {
        let of = |at: usize| self.sides.get(at).map_or(0, |side| side.points);
        of(0) - of(1)
    }
}

/// What came of a battle for a side.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OfSide {
    pub side: SideId,
    /// With the handicap. [10.5]
    pub points: i32,
    /// By the kind of battery, big guns first.
    pub fire: [Fire; 3],
}

/// What a side's batteries of one kind fired.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fire {
    /// Mounts that fired, or batteries, counted once a turn each.
    pub fired: u64,
    pub hits: u64,
    /// Hits through armour.
    pub piercing: u64,
}

impl Fire {
    pub fn add(&mut self, other: Fire) {
        self.fired += other.fired;
        self.hits += other.hits;
        self.piercing += other.piercing;
    }

    /// The place of a battery's kind in [`OfSide::fire`].
    pub fn place(kind: BatteryKind) -> usize {
        match kind {
            BatteryKind::Big => 0,
            BatteryKind::Medium => 1,
            BatteryKind::Light => 2,
        }
    }
}

/// What became of a ship.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OfShip {
    pub side: SideId,
    pub name: String,
    pub sunk: bool,
    pub immobile: bool,
    /// Lost, at half her speed, without a gun, or without her helm.
    pub crippled: bool,
    pub off: bool,
    /// Hits by guns and torpedoes.
    pub hits: u32,
    /// Those of big guns.
    pub heavy: u32,
}

/// What came of many battles, in the order of their numbers.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Many {
    pub battles: Vec<Fought>,
}
