//! What the table was asked and answered, where positions do not say it. (Q47)
use super::{
    measure::{Id, Inches},
    ship::Ship,
};

/// What the table was asked and answered this turn, where positions do not say it. (Q47)
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ByHandTurn {
    /// Sides of which it is known whether any large ship is in torpedo range. [7.5.1]
    pub reach_answered: Vec<Id>,
    /// Divisions moved by hand that changed course or speed, and those whose orders were checked. [5.10]
    pub changed_by_hand: Vec<Id>,
    pub orders_checked: Vec<Id>,
    /// Pairs of bases that have risked a collision in this move. [5.11]
    pub collisions_tested: Vec<(Id, Id)>,
    /// What ships made when the turn began that are at another speed now. [5.5]
    pub speeds: Vec<(Id, Inches)>,
}

impl ByHandTurn {
    /// What a ship made last turn, before anything was plotted for her in this one. [5.5]
    pub fn speed_before(&self, ship: &Ship) -> Inches {
        self.speeds.iter().find(|(one, _)| *one == ship.id).map_or(ship.speed, |(_, speed)| *speed)
    }
    /// Whether a speed was said of her this turn, the same or another.
    pub(crate) fn is_said_of(&self, ship: &Ship) -> bool {
        self.speeds.iter().any(|(one, _)| *one == ship.id)
    }
}
