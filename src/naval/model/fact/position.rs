//! Facts that follow from positions: torpedoes that meet ships, and statements that overrule positions.
use serde::{Deserialize, Serialize};

use crate::model::{
    Bearing, Fine, FiringArc, Id, Inches, MarkerId,
    command::{LineBlock, MetShip},
};

/// A ship that the torpedoes of a marker could have met in a Movement Segment. [7.4.2, 7.4.4, Q34]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meeting {
    pub marker: MarkerId,
    /// A ship, or a division of boats on one base.
    pub ship: Id,
    /// When they meet, as a share of the move from 0 to 1.
    pub time: Fine,
    /// From the dot to the middle of the ship's base.
    pub range: Inches,
    /// Between the line from the dot and the ship's keel, in degrees, rounded to hundredths. [7.4.5]
    pub angle: Fine,
    /// Other bases that end the turn on the same line of bearing. [7.4.2]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub in_line: Vec<MetShip>,
}

impl Meeting {
    /// Returns the meeting as the referee would state it. Angles round up, so only 30.00 degrees and less comb. [7.4.5]
    pub fn to_met_ship(&self) -> MetShip {
        MetShip { ship: self.ship.clone(), angle_deg: ceil_degrees(self.angle) }
    }
}

/// Rounds an angle to the keel up to whole degrees.
pub fn ceil_degrees(angle: Fine) -> u16 {
    u16::try_from((angle.0 + 9_999).div_euclid(10_000)).unwrap_or(180)
}

/// A typed value that positions or an earlier line contradict. The typed value applies. [2.7]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum OverruledValue {
    /// The range, and the range by the positions.
    Range { typed: Inches, lies: Inches },
    /// The arc, and the arcs that the target's base touches. [6.4.4]
    Arc { typed: Bearing, touched: Vec<FiringArc> },
    /// Degrees that the firer turned, and those in its run. [6.5.1.3]
    Turned { typed: u16, ran: Fine },
    /// Degrees that the target turned, and those in its run. [6.5.1.3]
    TargetTurned { typed: u16, ran: Fine },
    /// The angle between the courses, and the angle steered. [6.5.1.3]
    Courses { typed: u16, steered: Fine },
    /// The ship in the line of fire, if any, and the ship there by the positions. [6.5.1.3]
    Through { typed: Option<Id>, stands: Option<Id> },
    /// Whether the ship fires downwind. [6.5.1.3]
    Downwind { typed: bool },
    /// What blocks the line, and what blocks it by the positions. [4.6, 4.7]
    Block { typed: Option<LineBlock>, stands: Option<LineBlock> },
    /// Whether the ship is seen. [4.3]
    Sight { typed: bool },
    /// Degrees that a ship turned, and those that another line stated this turn. [6.5.1.3]
    TurnedBefore { ship: Id, typed: u16, before: u16 },
    /// The angle between the courses, and the one that another line stated this turn. [6.5.1.3]
    CoursesBefore { typed: u16, before: u16 },
}
