//! The bases of ships: rectangles around a pose.
use geo::Coord;

use super::{Bearing, Point, Pose, SLACK_IN};

/// The rectangular base of a miniature, or a counter. [2.4, 3.5.2]
///
/// # Units
/// Inches. `funnel_in` is the distance of the forward funnel ahead of the centre.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Base {
    pub length_in: f64,
    pub width_in: f64,
    pub funnel_in: f64,
}

impl Base {
    /// A point without size: a torpedo, a dot.
    pub const POINT: Base = Base { length_in: 0.0, width_in: 0.0, funnel_in: 0.0 };

    /// Returns the forward funnel, from which miniatures measure ranges and bearings. [3.5.2]
    #[inline]
    pub fn funnel(&self, pose: Pose) -> Point {
        pose.ahead(self.funnel_in)
    }

    /// Returns the corners clockwise: starboard bow, starboard quarter, port quarter, port bow.
    #[inline]
    pub fn corners(&self, pose: Pose) -> [Point; 4] {
        let ahead = pose.heading.unit();
        let along = ahead * (self.length_in / 2.0);
        let across = right_of(ahead) * (self.width_in / 2.0);
        let centre = pose.at.coord();
        [centre + along + across, centre - along + across, centre - along - across, centre + along - across]
            .map(Point::from)
    }

    #[inline]
    pub fn half_diagonal_in(&self) -> f64 {
        self.length_in.hypot(self.width_in) / 2.0
    }

    /// Returns the distance of `point` from the base. 0 if it is on it.
    #[inline]
    pub fn distance_in(&self, pose: Pose, point: Point) -> f64 {
        let (along, across) = self.own_frame(pose, point);
        let beyond = |place: f64, size: f64| (place.abs() - size / 2.0).max(0.0);
        beyond(along, self.length_in).hypot(beyond(across, self.width_in))
    }

    /// Whether `point` is on the base, including its edge.
    #[inline]
    pub fn contains(&self, pose: Pose, point: Point) -> bool {
        self.distance_in(pose, point) <= SLACK_IN
    }

    /// Returns the middle of the side that faces `target`, from which counters take bearings. [3.5.1]
    /// The facing side is where the line from the centre to `target` leaves the base. At a corner it is the long side.
    #[inline]
    pub fn facing_side(&self, pose: Pose, target: Point) -> Point {
        let (along, across) = self.own_frame(pose, target);
        let by_the_end = along.abs() * self.width_in > across.abs() * self.length_in;
        let (ahead, half) = if by_the_end {
            (pose.heading, (self.length_in / 2.0).copysign(along))
        } else {
            (pose.heading.turned(90.0), (self.width_in / 2.0).copysign(across))
        };
        pose.at.moved(ahead, half)
    }

    /// Returns where `point` is: inches ahead of the centre, and inches to starboard of it.
    fn own_frame(&self, pose: Pose, point: Point) -> (f64, f64) {
        let away = point.coord() - pose.at.coord();
        let ahead = pose.heading.unit();
        (dot(away, ahead), dot(away, right_of(ahead)))
    }

    /// Returns how far the rectangle extends from its centre along `axis`, a unit vector.
    fn reach(&self, heading: Bearing, axis: Coord<f64>) -> f64 {
        let ahead = heading.unit();
        (self.length_in * dot(ahead, axis).abs() + self.width_in * dot(right_of(ahead), axis).abs()) / 2.0
    }

    /// Returns the four side directions of two bases, each with the sum of how far both reach along it.
    pub(super) fn axes(&self, heading: Bearing, other: &Base, other_heading: Bearing) -> [(Coord<f64>, f64); 4] {
        let (own_axis, other_axis) = (heading.unit(), other_heading.unit());
        [own_axis, right_of(own_axis), other_axis, right_of(other_axis)]
            .map(|axis| (axis, self.reach(heading, axis) + other.reach(other_heading, axis)))
    }

    /// Whether two bases overlap. Touching does not count. [5.11]
    #[inline]
    pub fn overlaps(&self, pose: Pose, other: &Base, other_pose: Pose) -> bool {
        self.depth_or_gap(pose, other, other_pose) < -SLACK_IN
    }

    /// Returns the gap between two bases, the range between counters. 0 if they touch or overlap. [3.5.1, 5.8.2]
    #[inline]
    pub fn gap_in(&self, pose: Pose, other: &Base, other_pose: Pose) -> f64 {
        self.separation_in(pose, other, other_pose).max(0.0)
    }

    /// Returns the gap between two bases. A negative value is how far one must move to be clear.
    pub fn separation_in(&self, pose: Pose, other: &Base, other_pose: Pose) -> f64 {
        let depth = self.depth_or_gap(pose, other, other_pose);
        if depth <= 0.0 {
            return depth;
        }
        let to_mine = other.corners(other_pose).map(|corner| self.distance_in(pose, corner));
        let to_theirs = self.corners(pose).map(|corner| other.distance_in(other_pose, corner));
        to_mine.into_iter().chain(to_theirs).fold(f64::INFINITY, f64::min)
    }

    /// Returns the widest gap along a side direction of either base. It is positive exactly when they are apart.
    fn depth_or_gap(&self, pose: Pose, other: &Base, other_pose: Pose) -> f64 {
        let away = other_pose.at.coord() - pose.at.coord();
        self.axes(pose.heading, other, other_pose.heading)
            .into_iter()
            .map(|(axis, reach)| dot(away, axis).abs() - reach)
            .fold(f64::NEG_INFINITY, f64::max)
    }
}

pub(super) fn dot(a: Coord<f64>, b: Coord<f64>) -> f64 {
    a.x * b.x + a.y * b.y
}

pub(super) fn right_of(way: Coord<f64>) -> Coord<f64> {
    Coord { x: way.y, y: -way.x }
}
