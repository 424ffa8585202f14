//! When moving bases touch each other or land.
use super::{
    Area, Base, Bearing, Motion, Point, Pose, SLACK_IN,
    base::dot,
    meeting::Pair,
    motion::{TrackShape, common_stretches},
};

#[derive(Clone, Copy, Debug)]
pub struct Mover<'a> {
    pub base: &'a Base,
    pub motion: &'a Motion,
}

impl Mover<'_> {
    /// Returns the maximum distance of any part of the base from the start of its centre.
    fn reach_in(&self) -> f64 {
        self.motion.speed_in() + self.base.half_diagonal_in()
    }

    /// Whether the two begin too far apart to meet in this move.
    fn is_far_from(&self, other: &Mover) -> bool {
        let apart_in = super::range_in(self.motion.start().at, other.motion.start().at);
        self.reach_in() + other.reach_in() + SLACK_IN < apart_in
    }
}

/// Returns the first time at which two bases overlap. Touching does not count. [5.11, Q10]
///
/// # Promise
/// Exact while both steer straight. On arcs the time is accurate to 1e-6. An overlap shorter than 1e-5 of the move may
/// be missed.
pub fn first_overlap(first: Mover, second: Mover) -> Option<f64> {
    first_meeting(first, second, -SLACK_IN)
}

/// Returns the first time at which two bases touch, with the promise of [`first_overlap`]. (Q20)
pub fn first_contact(first: Mover, second: Mover) -> Option<f64> {
    first_meeting(first, second, SLACK_IN)
}

/// Returns the first time at which part of a base is inside an area, with the promise of [`first_overlap`]. [5.12]
pub fn first_aground(ship: Mover, area: &Area) -> Option<f64> {
    if ship.reach_in() + SLACK_IN < area.bounding_distance_in(ship.motion.start().at) {
        return None;
    }
    if area.contains(ship.motion.start().at) {
        return Some(0.0);
    }
    let shores = area.edges().filter_map(|(from, to)| {
        let (from, to) = (Point::from(from), Point::from(to));
        let heading = Bearing::between(from, to).ok()?;
        let shore = Base { length_in: super::range_in(from, to), ..Base::POINT };
        let still = Motion::still(Pose { at: from.halfway(to), heading });
        first_overlap(ship, Mover { base: &shore, motion: &still })
    });
    shores.min_by(f64::total_cmp)
}

/// Whether any part of a still base is inside an area. [5.12]
pub fn is_aground(base: &Base, pose: Pose, area: &Area) -> bool {
    first_aground(Mover { base, motion: &Motion::still(pose) }, area).is_some()
}

/// Returns the first time at which the gap between two bases is less than `gap_in`.
fn first_meeting(first: Mover, second: Mover, gap_in: f64) -> Option<f64> {
    if first.is_far_from(&second) {
        return None;
    }
    let on_the_way = common_stretches(first.motion, second.motion).into_iter().find_map(|(from, to, a, b)| {
        let bases = BasePair { first: first.base, second: second.base, gap_in, pair: Pair { a, b } };
        if bases.pair.is_straight() { bases.straight_contact(from, to) } else { bases.step_until_contact(from, to) }
    });
    let at_the_end = || first.base.separation_in(first.motion.end(), second.base, second.motion.end()) < gap_in;
    on_the_way.or_else(|| at_the_end().then_some(1.0))
}

/// Two bases, each on one straight line or circle.
struct BasePair<'a> {
    first: &'a Base,
    second: &'a Base,
    gap_in: f64,
    pair: Pair,
}

impl BasePair<'_> {
    /// Returns when two bases that do not turn meet: when they are within reach along all four side directions.
    fn straight_contact(&self, from: f64, to: f64) -> Option<f64> {
        let (gap, speed) = self.pair.gap_and_speed(from);
        let axes = self.first.axes(self.pair.a.pose.heading, self.second, self.pair.b.pose.heading);
        let mut within = (0.0_f64, to - from);
        for (axis, reach) in axes {
            let (place, pace, reach) = (dot(gap, axis), dot(speed, axis), reach + self.gap_in);
            if pace.abs() < 1e-12 {
                if place.abs() >= reach {
                    return None;
                }
            } else {
                let (enter, leave) = ((-reach - place) / pace, (reach - place) / pace);
                within = (within.0.max(enter.min(leave)), within.1.min(enter.max(leave)));
            }
            if reach <= 0.0 || within.0 > within.1 {
                return None;
            }
        }
        Some(from + within.0)
    }

    /// Returns when two bases meet of which at least one turns. No step longer than 1e-5 passes a meeting.
    fn step_until_contact(&self, from: f64, to: f64) -> Option<f64> {
        let fastest = self.pair.a.speed
            + self.pair.b.speed
            + self.pair.a.deg_per_move().to_radians().abs() * self.first.half_diagonal_in()
            + self.pair.b.deg_per_move().to_radians().abs() * self.second.half_diagonal_in();
        let (mut before, mut time) = (from, from);
        loop {
            let gap = self.excess_gap_in(time);
            if gap < 0.0 {
                return Some(self.bisect(before, time));
            }
            if time >= to {
                return None;
            }
            (before, time) = (time, (time + (gap / fastest).max(1e-5)).min(to));
        }
    }

    /// Narrows the moment of meeting between a time before and a time after it.
    fn bisect(&self, mut before: f64, mut after: f64) -> f64 {
        while after - before > 1e-9 {
            let middle = (before + after) / 2.0;
            if self.excess_gap_in(middle) < 0.0 { after = middle } else { before = middle }
        }
        after
    }

    fn excess_gap_in(&self, time: f64) -> f64 {
        let (a, b) = (self.pair.a.pose_at(time), self.pair.b.pose_at(time));
        self.first.separation_in(a, self.second, b) - self.gap_in
    }
}

impl super::motion::Stretch {
    /// Returns how fast the heading changes in a move, positive to the right.
    const fn deg_per_move(&self) -> f64 {
        match self.shape {
            TrackShape::Straight => 0.0,
            TrackShape::Arc { deg_per_move, .. } => deg_per_move,
        }
    }
}
