//! When two movers come within a range of each other.
use geo::Coord;

use super::{
    Motion, SLACK_IN,
    base::dot,
    motion::{Stretch, TrackShape, common_stretches},
};

/// Returns the first time at which the centres of two movers are at most `range_in` apart. [3.4, 5.16] The time is a
/// part of the move: 0 if they begin within range.
///
/// # Promise
/// Exact while both steer straight, and to 1e-6 on arcs. No meeting is missed.
pub fn first_within(a: &Motion, b: &Motion, range_in: f64) -> Option<f64> {
    let start = a.start().at.coord() - b.start().at.coord();
    if start.x.hypot(start.y) <= range_in + SLACK_IN {
        return Some(0.0);
    }
    entry_times(a, b, GrowingCircle { radius_in: range_in, growth_in: 0.0 }).into_iter().next()
}

/// A circle that grows with time, around one of two movers.
#[derive(Clone, Copy, Debug)]
pub(super) struct GrowingCircle {
    pub radius_in: f64,
    pub growth_in: f64,
}

impl GrowingCircle {
    pub fn radius_at(&self, time: f64) -> f64 {
        self.radius_in + self.growth_in * time
    }

    /// Returns the squared distance minus the squared radius, and its rate of change.
    fn excess_and_rate(&self, pair: &Pair, time: f64) -> (f64, f64) {
        let (gap, speed) = pair.gap_and_speed(time);
        let radius = self.radius_at(time);
        (dot(gap, gap) - radius * radius, 2.0 * dot(gap, speed) - 2.0 * self.growth_in * radius)
    }

    /// Returns an upper bound of the second derivative of the excess between two times.
    fn max_curvature(&self, pair: &Pair, from: f64, to: f64) -> f64 {
        let middle = pair.gap_and_speed((from + to) / 2.0).0;
        let speed = pair.a.speed + pair.b.speed;
        let farthest = middle.x.hypot(middle.y) + speed * (to - from) / 2.0;
        2.0 * (speed * speed
            + farthest * (pair.a.centripetal() + pair.b.centripetal())
            + self.growth_in * self.growth_in)
    }

    fn contains(&self, pair: &Pair, time: f64) -> bool {
        let (gap, _) = pair.gap_and_speed(time);
        gap.x.hypot(gap.y) <= self.radius_at(time) + SLACK_IN
    }

    /// Finds the times between `from` and `to` at which the distance equals the radius, in any order.
    fn find_hits(&self, pair: &Pair, from: f64, to: f64, hits: &mut Vec<f64>) {
        if pair.is_straight() {
            self.solve_quadratic(pair, from, to, hits)
        } else {
            self.subdivide(pair, from, to, hits)
        }
    }

    /// Both steer straight: solves a quadratic equation.
    fn solve_quadratic(&self, pair: &Pair, from: f64, to: f64, hits: &mut Vec<f64>) {
        let (gap, speed) = pair.gap_and_speed(from);
        let radius = self.radius_at(from);
        let square = dot(speed, speed) - self.growth_in * self.growth_in;
        let half = dot(gap, speed) - radius * self.growth_in;
        let constant = dot(gap, gap) - radius * radius;
        let under_root = half * half - square * constant;
        let mut offer = |run: f64| {
            if run.is_finite() && (-1e-12..=to - from + 1e-12).contains(&run) {
                hits.push((from + run).clamp(from, to));
            }
        };
        if under_root > 0.0 {
            let larger = -half - under_root.sqrt().copysign(half);
            offer(larger / square);
            offer(constant / larger);
        } else if square != 0.0 && self.contains(pair, from - half / square) {
            offer(-half / square);
        }
    }

    /// At least one turns: halves the interval until each part has at most one hit or is too short to halve.
    fn subdivide(&self, pair: &Pair, from: f64, to: f64, hits: &mut Vec<f64>) {
        let (middle, half) = ((from + to) / 2.0, (to - from) / 2.0);
        let (value, slope) = self.excess_and_rate(pair, middle);
        let bend = self.max_curvature(pair, from, to);
        let reach = slope.abs() * half + bend * half * half / 2.0;
        if value.abs() > reach {
            return;
        }
        if slope.abs() > bend * half {
            hits.extend(self.bisect(pair, from, to));
        } else if value.abs() + reach < 2e-7 * self.radius_at(middle).max(1e-6) || half < 1e-9 {
            hits.push(middle);
        } else {
            self.subdivide(pair, from, middle, hits);
            self.subdivide(pair, middle, to, hits);
        }
    }

    /// Returns the hit of an interval in which the excess is monotonic, or `None` if it has none.
    fn bisect(&self, pair: &Pair, mut from: f64, mut to: f64) -> Option<f64> {
        let at_start = self.excess_and_rate(pair, from).0;
        if at_start * self.excess_and_rate(pair, to).0 > 0.0 {
            return None;
        }
        while to - from > 1e-13 {
            let middle = (from + to) / 2.0;
            let is_before = (self.excess_and_rate(pair, middle).0 > 0.0) == (at_start > 0.0);
            if is_before {
                from = middle
            } else {
                to = middle
            }
            if middle == from && middle == to {
                break;
            }
        }
        Some((from + to) / 2.0)
    }
}

/// Returns, in order, the times after 0 up to 1 at which `b` enters the ring around `a` from outside.
pub(super) fn entry_times(a: &Motion, b: &Motion, ring: GrowingCircle) -> Vec<f64> {
    let apart_in = super::range_in(a.start().at, b.start().at);
    if apart_in - a.speed_in() - b.speed_in() > ring.radius_at(0.0).max(ring.radius_at(1.0)) + SLACK_IN {
        return Vec::new();
    }
    let pairs: Vec<_> = common_stretches(a, b).into_iter().map(|(from, to, a, b)| (from, to, Pair { a, b })).collect();
    let mut hits = Vec::new();
    for (from, to, pair) in &pairs {
        ring.find_hits(pair, *from, *to, &mut hits);
    }
    hits.push(1.0);
    hits.sort_by(f64::total_cmp);
    let is_within =
        |time: f64| pairs.iter().find(|(_, to, _)| time <= *to).is_some_and(|(_, _, pair)| ring.contains(pair, time));
    let begins_within = is_within(0.0);
    let mut before = 0.0;
    let mut entries = Vec::new();
    for hit in hits {
        let came_from_outside = if hit - before > 1e-9 { !is_within((before + hit) / 2.0) } else { before == 0.0 };
        let at_once = begins_within && hit < SLACK_IN;
        if hit > 0.0 && came_from_outside && !at_once && is_within(hit) {
            entries.push(hit);
        }
        before = hit;
    }
    entries
}

/// Two movers, each on one straight line or circle.
pub(super) struct Pair {
    pub a: Stretch,
    pub b: Stretch,
}

impl Pair {
    pub const fn is_straight(&self) -> bool {
        matches!((self.a.shape, self.b.shape), (TrackShape::Straight, TrackShape::Straight))
    }

    /// Returns the vector from the first to the second, and its rate of change.
    pub fn gap_and_speed(&self, time: f64) -> (Coord<f64>, Coord<f64>) {
        let (a, b) = (self.a.pose_at(time), self.b.pose_at(time));
        (b.at.coord() - a.at.coord(), b.heading.unit() * self.b.speed - a.heading.unit() * self.a.speed)
    }
}

impl Stretch {
    const fn centripetal(&self) -> f64 {
        match self.shape {
            TrackShape::Straight => 0.0,
            TrackShape::Arc { radius_in, .. } => self.speed * self.speed / radius_in,
        }
    }
}
