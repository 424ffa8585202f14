//! What positions decide, as facts: torpedoes that meet ships, and the referee's word against the positions.
use serde::{Deserialize, Serialize};

use crate::model::{
    Arcs, Bearing, Fine, Id, Inches,
    command::{Block, Met},
};

/// A ship that the torpedoes of a marker could have met in a Movement Segment. [7.4.2, 7.4.4, Q34]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Meeting {
    pub marker: Id,
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
#[serde(rename_all = "snake_case")]
pub enum Overruled {
    Range {
        typed: Inches,
        lies: Inches,
    },
    Arc {
        typed: Bearing,
        touched: Vec<Arcs>,
    },
    Turned {
        typed: u16,
        ran: Fine,
    },
    TargetTurned {
        typed: u16,
        ran: Fine,
    },
    Courses {
        typed: u16,
        steered: Fine,
    },
    Through {
        typed: Option<Id>,
        stands: Option<Id>,
    },
    Downwind {
        typed: bool,
    },
    Block {
        typed: Option<Block>,
        stands: Option<Block>,
    },
    Sight {
        typed: bool,
    },
    /// Degrees that a ship turned, as another line of this turn had it. [6.5.1.3]
    TurnedBefore {
        ship: Id,
        typed: u16,
        before: u16,
    },
    /// The angle between the courses of the two, as another line of this turn had it. [6.5.1.3]
    CoursesBefore {
        typed: u16,
        before: u16,
    },
}
