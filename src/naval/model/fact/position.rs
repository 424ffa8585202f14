//! What positions decide, as facts: torpedoes that meet ships, and the referee's word against the positions.
use serde::{Deserialize, Serialize};

use crate::model::{
    Arcs, Bearing, Fine, Id, Inches, MarkerId,
    command::{Block, Met},
};

/// A ship that the torpedoes of a marker could have met in a Movement Segment. [7.4.2, 7.4.4, Q34]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meeting {
    pub marker: MarkerId,
    /// A ship, or a division of boats on one base.
    pub ship: Id,
    /// Share of the move, from 0 to 1.
    pub time: Fine,
    /// From the dot to the middle of her base.
    pub range: Inches,
    /// Between the line from the dot and her keel, in hundredths of a degree. [7.4.5]
    pub angle: Fine,
    /// Other bases that end the turn on the same line of bearing. [7.4.2]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub in_line: Vec<Met>,
}

impl Meeting {
    /// As the referee would have said it: a started degree counts, so that only 30.00 and less comb. [7.4.5]
    pub fn met(&self) -> Met {
        Met { ship: self.ship.clone(), angle_deg: whole_degrees(self.angle) }
    }
}

/// An angle to the keel in whole degrees, what is left of a degree counted as one.
pub fn whole_degrees(angle: Fine) -> u16 {
    u16::try_from((angle.0 + 9_999).div_euclid(10_000)).unwrap_or(180)
}

/// A typed word that the positions do not bear out; the word holds. [2.7]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Overruled {
    /// The range, and the one at which they lie.
    Range { typed: Inches, lies: Inches },
    /// The arc, and those which her base touches. [6.4.4]
    Arc { typed: Bearing, touched: Vec<Arcs> },
    /// Degrees that the firer turned, and those that she ran. [6.5.1.3]
    Turned { typed: u16, ran: Fine },
    /// The same of the target. [6.5.1.3]
    TargetTurned { typed: u16, ran: Fine },
    /// The angle between the courses, and the one steered. [6.5.1.3]
    Courses { typed: u16, steered: Fine },
    /// A ship in the line of fire, or none, and who stands there. [6.5.1.3]
    Through { typed: Option<Id>, stands: Option<Id> },
    /// Whether she fires down the wind. [6.5.1.3]
    Downwind { typed: bool },
    /// What stands between, and what does by the positions. [4.6, 4.7]
    Block { typed: Option<Block>, stands: Option<Block> },
    /// Whether she is seen. [4.3]
    Sight { typed: bool },
    /// Degrees that a ship turned, as another line of this turn had it. [6.5.1.3]
    TurnedBefore { ship: Id, typed: u16, before: u16 },
    /// The angle between the courses of the two, as another line of this turn had it. [6.5.1.3]
    CoursesBefore { typed: u16, before: u16 },
}
