//! Torpedoes against moving ships: the widening front and the straight track.
use super::{
    Base, Bearing, Motion, Mover, Point, Pose, SLACK_IN, Wedge,
    contact::first_contact,
    meeting::{GrowingCircle, entry_times},
    range_in,
};

/// Torpedoes that may be anywhere on a widening circle around their launch point. [7.4.2, Q20]
///
/// # Units
/// Inches. `radius_in` is at time 0 of the move, `growth_in` is for each move, and `run_in` is the final radius.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Front {
    pub dot: Point,
    pub radius_in: f64,
    pub growth_in: f64,
    pub run_in: f64,
    /// The true bearings from the dot into which they were launched.
    pub sector: Wedge,
}

/// Where and when torpedoes reach a ship.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interception {
    pub time: f64,
    /// The ship at that moment.
    pub pose: Pose,
    /// From the dot to the centre of the ship.
    pub range_in: f64,
}

impl Front {
    /// Returns when the front first reaches the centre of a ship in its sector during its run. [7.4.2, Q20, Q34]
    ///
    /// A meeting at time 1 counts. A meeting at time 0 does not, since it belonged to the previous move. A ship that
    /// the front has passed is met again only if it gets ahead of the front.
    ///
    /// # Promise
    /// Exact while the ship steers straight, and to 1e-6 on arcs. No meeting is missed.
    pub fn intercepts(&self, ship: &Motion) -> Option<Interception> {
        let dot = Motion::still(Pose { at: self.dot, heading: Bearing::NORTH });
        let ring = GrowingCircle { radius_in: self.radius_in, growth_in: self.growth_in };
        entry_times(&dot, ship, ring).into_iter().find_map(|time| {
            let pose = ship.pose_at(time);
            let meeting = Interception { time, pose, range_in: range_in(self.dot, pose.at) };
            let in_sector = Bearing::between(self.dot, pose.at).is_ok_and(|bearing| self.sector.contains(bearing));
            (in_sector && ring.radius_at(time) <= self.run_in + SLACK_IN).then_some(meeting)
        })
    }
}

/// Torpedoes that run straight along one bearing. [7.4.2, Q20]
///
/// # Units
/// Inches, as for `Front`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ray {
    pub dot: Point,
    pub bearing: Bearing,
    pub radius_in: f64,
    pub growth_in: f64,
    pub run_in: f64,
}

impl Ray {
    /// Returns when the torpedoes first touch the base of a ship during their run. [7.4.2, Q20]
    /// A touch at time 1 counts. A touch at time 0 does not.
    ///
    /// # Promise
    /// Exact while the ship steers straight, and to 1e-6 on arcs.
    pub fn intercepts(&self, base: &Base, ship: &Motion) -> Option<Interception> {
        let from = Pose { at: self.dot, heading: self.bearing }.advanced(self.radius_in);
        let torpedoes = Motion::straight(from, self.growth_in);
        let torpedo_point = Mover { base: &Base::POINT, motion: &torpedoes };
        let time = first_contact(torpedo_point, Mover { base, motion: ship })?;
        let pose = ship.pose_at(time);
        let in_time = time > 0.0 && self.radius_in + self.growth_in * time <= self.run_in + SLACK_IN;
        in_time.then(|| Interception { time, pose, range_in: range_in(self.dot, pose.at) })
    }
}
