//! The duties of a segment, as data. `show` words them. [3.2]
use serde::{Deserialize, Serialize};

use super::{BatteryKind, Id, Inches, MarkerId, SideId, TurnSide};
use play::Rule;

/// A task that must be done or waived before a segment closes, that may be done, or that is only a reminder.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Duty {
    pub rule: Rule,
    pub task: Task,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Task {
    /// Roll visibility and wind of a generated scenario. [10.1.1]
    RollWeather,
    /// Roll a side's force. [10.1.2]
    RaiseForce { side: SideId },
    /// State a side's approach. `bearing_deg` is an example. [10.1.3]
    SayApproach { side: SideId, bearing_deg: u16 },
    /// Place a division of a generated force. [10.2]
    Deploy { division: Id },
    /// Plot the ten turns before contact. The division can keep its course at speed `straight`. [5.5, 5.13.2]
    Preplot { division: Id, straight: Inches },
    /// Plot a division. `straight` is a legal straight move, `speed` the turn's speed if that is longer. [3.3.1]
    Plot { division: Id, straight: Inches, speed: Option<Inches> },
    /// Change a plot that takes a ship off the table against a special rule, whose text is `sentence`. [9.2]
    PlotAnew { ship: Id, sentence: Option<String> },
    /// Check a division's orders. `range_known`: its distance from the force flagship is known. [5.10, Q47]
    CheckOrders { division: Id, range_known: bool },
    /// Test the reaction of a division that this many batteries fired on last turn. [5.15]
    React { division: Id, batteries: u16 },
    /// Resolve declared fire. [3.3.5]
    Fire { firer: Id, battery: BatteryKind, target: Id },
    /// State which ships a marker's torpedoes met. [7.4.2]
    Meet { marker: MarkerId, launcher: Id, ran: Inches, run: Inches },
    /// State whether a large ship is in torpedo range. [7.5.1, Q47]
    MeasureReach { side: SideId },
    /// Repair one of these hits. [8.6]
    Repair { ship: Id, hits: Vec<Id> },
    /// Reminder: an unplotted division without positions is limited to `most` by its slow flagship. `next` could lead
    /// it. [5.9.1, Q57]
    LeadAnew { division: Id, flagship: Id, most: Inches, next: Id },
    /// Reminder: a ship with a jammed rudder circles to this hand or goes straight on. Without a position, it keeps its
    /// last helm. [8.4, Q39]
    HoldJammed { ship: Id, circles: Option<TurnSide>, has_position: bool, until_turn: u16 },
    /// Reminder: boats without positions stop in a melee. The two divisions named are examples. [5.16]
    StopBoats { one: String, other: String },
}
