//! Possible places of an object whose distances from known points are bounded.
use super::{Point, range_in};

/// All places between two distances from a point.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DistanceRing {
    pub centre: Point,
    pub least_in: f64,
    pub most_in: f64,
}

impl DistanceRing {
    /// Whether part of a square may be in the ring.
    fn may_contain(&self, square: &Square) -> bool {
        let (nearest_in, farthest_in) = square.distances_in(self.centre);
        self.least_in <= farthest_in && nearest_in <= self.most_in
    }
}

/// A square of the sea, with sides north, east, south and west.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Square {
    pub centre: Point,
    pub half_in: f64,
}

impl Square {
    /// Returns its minimum and maximum distance from a point.
    pub fn distances_in(&self, point: Point) -> (f64, f64) {
        let (x, y) = ((point.x() - self.centre.x()).abs(), (point.y() - self.centre.y()).abs());
        let beyond = |away: f64| (away - self.half_in).max(0.0);
        (beyond(x).hypot(beyond(y)), (x + self.half_in).hypot(y + self.half_in))
    }
    fn quarters(&self) -> [Square; 4] {
        let half_in = self.half_in / 2.0;
        let quarter = |(x, y): (f64, f64)| Square {
            centre: Point::new(self.centre.x() + x * half_in, self.centre.y() + y * half_in),
            half_in,
        };
        [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)].map(quarter)
    }
}

/// Returns squares at most `grain_in` wide that cover every place that is in each of the rings. Empty without rings.
///
/// # Promise
/// No such place is left out. A square may contain no such place.
pub fn covering_squares(rings: &[DistanceRing], grain_in: f64) -> Vec<Square> {
    let Some(first) = rings.iter().min_by(|left, other| left.most_in.total_cmp(&other.most_in)) else {
        return Vec::new();
    };
    let (mut open, mut found) = (vec![Square { centre: first.centre, half_in: first.most_in }], Vec::new());
    while let Some(square) = open.pop() {
        if !rings.iter().all(|ring| ring.may_contain(&square)) {
            continue;
        }
        if 2.0 * square.half_in <= grain_in {
            found.push(square);
        } else {
            open.extend(square.quarters());
        }
    }
    found
}

/// Returns the minimum and maximum distance of a point from some squares. `None` without squares.
pub fn distances_in(squares: &[Square], point: Point) -> Option<(f64, f64)> {
    let all = squares.iter().map(|square| square.distances_in(point));
    all.reduce(|(near, far), (nearer, farther)| (near.min(nearer), far.max(farther)))
}

pub fn is_in_all(rings: &[DistanceRing], place: Point) -> bool {
    let is_within = |ring: &DistanceRing| (ring.least_in..=ring.most_in).contains(&range_in(ring.centre, place));
    rings.iter().all(is_within)
}
