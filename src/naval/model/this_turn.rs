//! State that lasts for one turn, or for one move of it. It is reset when the next begins.
use serde::{Deserialize, Serialize};

use super::{
    BatteryKind, Bearing, Id, Inches, Measurement, Meeting, Place, RemainingMove, Ship, SideId, SightRuling,
    SteeringRecord,
    command::{Conditions, DeniedCondition},
};

#[derive(Clone, PartialEq, Debug, Default)]
pub struct ThisTurn {
    /// Moves left for the second half of this turn. [3.4.2]
    pub remaining_moves: Vec<RemainingMove>,
    /// Light divisions tested for a reaction, and those that react. [5.15]
    pub reactions_tested: Vec<Id>,
    pub reacting: Vec<Id>,
    /// Sides that have made their large-ship torpedo check. [7.5.1]
    pub torpedo_checks: Vec<SideId>,
    /// Ships whose sighting the referee has ruled, overriding the positions. [4.3]
    pub ships_with_ruled_sight: Vec<Id>,
    /// The referee's rulings on sighting, in order. [4.3, Q36]
    pub sight_rulings: Vec<SightRuling>,
    /// Divisions moved by hand that changed course or speed, and those whose orders were checked. [5.10, Q47]
    pub changed_by_hand: Vec<Id>,
    pub orders_checked: Vec<Id>,
    /// Divisions that act without orders but still run their plots. [5.10.5]
    pub running_plots_alone: Vec<Id>,
    /// Speeds at the start of the turn, for ships whose speed was set since. [5.5]
    pub speeds_at_start: Vec<(Id, Inches)>,
}

impl ThisTurn {
    /// Returns a ship's speed last turn, before any plot of this turn. [5.5]
    pub fn speed_before(&self, ship: &Ship) -> Inches {
        self.speeds_at_start.iter().find(|(id, _)| *id == ship.id).map_or(ship.speed, |(_, speed)| *speed)
    }
    /// Whether the ship's speed was set this turn, even to the same value.
    pub(crate) fn is_speed_stated(&self, ship: &Ship) -> bool {
        self.speeds_at_start.iter().any(|(id, _)| *id == ship.id)
    }
}

/// Measurements, declarations and meetings of this turn, or of this half if the turn has two. [3.4.4]
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ThisMove {
    /// Measured ranges, in order. The later of two for one pair counts.
    pub measures: Vec<Measurement>,
    /// How many of them, from the first, were measured before movement. [3.3.2]
    pub measures_before_move: usize,
    /// Calculated positions since the last move of ships that a `fix` has moved. [2.7]
    pub calculated_positions: Vec<(Id, Place)>,
    /// How ships moved by hand have steered. (Q56)
    pub steered: Vec<SteeringRecord>,
    /// Fire declared. [3.3.5]
    pub declarations: Vec<Declaration>,
    /// Sides that have finished declaring.
    pub closed_sides: Vec<SideId>,
    /// Sides that have declared all their big guns, under the strict option. (Q45)
    pub big_guns_closed_sides: Vec<SideId>,
    /// The side that names its first big-gun target first, once rolled. [3.3.5, Q4]
    pub big_first: Option<SideId>,
    /// The side that allocates medium and light fire first, once rolled. [3.3.5]
    pub secondary_first: Option<SideId>,
    /// Ships that markers' torpedoes could have met. [7.4.2]
    pub meetings: Vec<Meeting>,
    /// Divisions of flotillas that changed their formation in this move. [5.3.3]
    pub changed_formation: Vec<Id>,
    /// Pairs of bases tested for collision. [5.11]
    pub collisions_tested: Vec<(Id, Id)>,
    /// Sides that have, by ruling or tape, no large ship in torpedo range of an enemy one. [3.4.4, 7.5.1, Q47]
    pub torpedo_reach_known: Vec<SideId>,
    /// Ships slowed by a collision or land in this move, with their speed before. They are not detached. [5.8.3, Q57]
    pub slowed_ships: Vec<(Id, Inches)>,
}

/// Fire declared by one battery. [3.3.5]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Declaration {
    pub firer: Id,
    pub battery: BatteryKind,
    /// A ship, or a division of boats on one base.
    pub target: Id,
    pub range: Inches,
    pub bearing: Bearing,
    pub conditions: Conditions,
    /// Conditions in degrees that its own line stated. Later statements about a ship do not change them. (Q56)
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub said: Vec<DeniedCondition>,
    #[serde(default)]
    pub fired: bool,
}

impl Declaration {
    pub(crate) fn is_for(&self, firer: &Id, battery: BatteryKind, target: &Id) -> bool {
        self.firer == *firer && self.battery == battery && self.target == *target
    }
}
