//! What holds for this turn, or for this move of it, and is forgotten as a whole when the next one begins.
use serde::{Deserialize, Serialize};

use super::{
    BatteryKind, Bearing, Id, Inches, Measure, Meeting, Place, Rest, Ship, SideId, SightWord, SteeredNow,
    command::{Conditions, Denied},
};

/// What was done and asked in this turn.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ThisTurn {
    /// What the second half of this turn has still to run. [3.4.2]
    pub rests: Vec<Rest>,
    /// Light divisions whose reaction has been tested, and those that react. [5.15]
    pub reactions_tested: Vec<Id>,
    pub reacting: Vec<Id>,
    /// Sides that have made their large-ship torpedo check. [7.5.1]
    pub torpedo_checks: Vec<SideId>,
    /// Ships whose sighting the referee has ruled, against the positions. [4.3]
    pub sight_ruled: Vec<Id>,
    /// What the referee has said of who is in sight, latest last. [4.3, Q36]
    pub sight_words: Vec<SightWord>,
    /// Divisions moved by hand that changed course or speed, and those whose orders were checked. [5.10, Q47]
    pub changed_by_hand: Vec<Id>,
    pub orders_checked: Vec<Id>,
    /// Those that act without orders and run their plots all the same. [5.10.5]
    pub as_plotted: Vec<Id>,
    /// What ships made when the turn began that are at another speed now. [5.5]
    pub speeds: Vec<(Id, Inches)>,
}

impl ThisTurn {
    /// What a ship made last turn, before anything was plotted for her in this one. [5.5]
    pub fn speed_before(&self, ship: &Ship) -> Inches {
        self.speeds.iter().find(|(one, _)| *one == ship.id).map_or(ship.speed, |(_, speed)| *speed)
    }
    /// Whether a speed was said of her this turn, the same or another.
    pub(crate) fn is_said_of(&self, ship: &Ship) -> bool {
        self.speeds.iter().any(|(one, _)| *one == ship.id)
    }
}

/// What was measured, declared and met in this turn; in a turn of two halves, in this half. [3.4.4]
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ThisMove {
    /// Ranges typed, latest last; of two for one pair the later counts.
    pub measures: Vec<Measure>,
    /// So many of them, the first, were typed before anybody moved. [3.3.2]
    pub before_the_move: usize,
    /// Where ships that a `fix` has put elsewhere were reckoned to lie before the first of them, since all moved. [2.7]
    pub reckoned: Vec<(Id, Place)>,
    /// How ships that are moved by hand have steered. (Q56)
    pub steered: Vec<SteeredNow>,
    /// Fire declared. [3.3.5]
    pub declarations: Vec<Declaration>,
    /// Sides that have declared all they will.
    pub closed: Vec<SideId>,
    /// Sides that have declared all their big guns, where clubs play it strictly. (Q45)
    pub big_closed: Vec<SideId>,
    /// Side that declares its first big-gun target first, once diced for. [3.3.5, Q4]
    pub big_first: Option<SideId>,
    /// Side that allocates medium and light fire first, once diced for. [3.3.5]
    pub secondary_first: Option<SideId>,
    /// Ships that markers' torpedoes could have met. [7.4.2]
    pub meetings: Vec<Meeting>,
    /// Divisions of flotillas that changed their formation in this move. [5.3.3]
    pub changed_formation: Vec<Id>,
    /// Pairs of bases that have risked a collision. [5.11]
    pub collisions_tested: Vec<(Id, Id)>,
    /// Sides of which it is known by the tape whether any large ship is in torpedo range after this move. [3.4.4, 7.5.1, Q47]
    pub reach_answered: Vec<SideId>,
    /// Ships that a collision or land has slowed in this move, and what they had made: that detaches nobody. [5.8.3, Q57]
    pub slowed: Vec<(Id, Inches)>,
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
    /// What of its degrees the line itself said: that holds for it, whatever is said later of a ship. (Q56)
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub said: Vec<Denied>,
    #[serde(default)]
    pub fired: bool,
}

impl Declaration {
    pub(crate) fn is_of(&self, firer: &Id, battery: BatteryKind, target: &Id) -> bool {
        self.firer == *firer && self.battery == battery && self.target == *target
    }
}
