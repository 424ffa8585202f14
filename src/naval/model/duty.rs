//! What a segment owes, as data: `show` words it. [3.2]
use serde::{Deserialize, Serialize};

use super::{BatteryKind, Hand, Id, Inches, MarkerId, SideId};
use play::Rule;

/// Something that must be done, or waived aloud, before a segment may close; or that may be done, or is to be remembered.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Duty {
    pub rule: Rule,
    pub task: Task,
}

/// What is to be done.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Task {
    /// Visibility and wind of a generated scenario. [10.1.1]
    RollWeather,
    /// The force of a side. [10.1.2]
    RaiseForce { side: SideId },
    /// Whence a side comes; a bearing that it could say. [10.1.3]
    SayApproach { side: SideId, bearing_deg: u16 },
    /// A division of a generated force has no place yet. [10.2]
    Deploy { division: Id },
    /// The ten turns before contact, and the speed at which the division can hold on. [5.5, 5.13.2]
    Preplot { division: Id, straight: Inches },
    /// A way in which it can hold on, and the speed of the turn where the straight is shorter. [3.3.1]
    Plot { division: Id, straight: Inches, speed: Option<Inches> },
    /// The plot takes a ship off the table against a special rule, whose words are kept where it has any. [9.2]
    PlotAnew { ship: Id, sentence: Option<String> },
    /// Whether the division has its order, and whether its distance from the force flag is known. [5.10, Q47]
    CheckOrders { division: Id, range_known: bool },
    /// So many batteries fired on it last turn. [5.15]
    React { division: Id, batteries: u16 },
    /// Declared fire is to be resolved. [3.3.5]
    Fire { firer: Id, battery: BatteryKind, target: Id },
    /// Whom the torpedoes of a marker met. [7.4.2]
    Meet { marker: MarkerId, launcher: Id, ran: Inches, run: Inches },
    /// Whether a large ship is in torpedo range. [7.5.1, Q47]
    MeasureReach { side: SideId },
    /// One of these hits may be repaired. [8.6]
    Repair { ship: Id, hits: Vec<Id> },
    /// A division without positions that nobody has plotted goes no faster than this, for its flagship is slow; another ship
    /// could lead it. [5.9.1, Q57]
    LeadAnew { division: Id, flagship: Id, most: Inches, next: Id },
    /// A rudder is jammed, and she circles to that hand or holds straight on; without a position what her helm did last.
    /// [8.4, Q39]
    HoldJammed { ship: Id, circles: Option<Hand>, has_position: bool, until_turn: u16 },
    /// Boats without positions, such as those of the two divisions of these names. [5.16]
    StopBoats { one: String, other: String },
}
