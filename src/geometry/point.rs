//! Points, bearings and poses.
use geo::Coord;
use serde::Serialize;
use thiserror::Error;

/// Tolerance for equal lengths.
pub const SLACK_IN: f64 = 1e-6;

/// Tolerance for equal angles.
pub const SLACK_DEG: f64 = 1e-6;

/// A place on the table, in inches: x east, y north.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Point {
    x: f64,
    y: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the two points are the same: no bearing exists")]
pub struct SamePoint;

impl Point {
    /// Creates the point `x` east and `y` north of the south-west corner.
    #[inline]
    pub const fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    #[inline]
    pub const fn x(self) -> f64 {
        self.x
    }

    #[inline]
    pub const fn y(self) -> f64 {
        self.y
    }

    /// Returns the point `distance_in` away on `bearing`. A negative distance is the other way.
    #[inline]
    pub fn moved(self, bearing: Bearing, distance_in: f64) -> Point {
        Point::from(self.coord() + bearing.unit() * distance_in)
    }

    #[inline]
    pub fn halfway(self, other: Point) -> Point {
        Point::from((self.coord() + other.coord()) / 2.0)
    }

    /// Returns the mean of points, or `None` without points.
    pub fn centroid(points: impl IntoIterator<Item = Point>) -> Option<Point> {
        let (sum, count) =
            points.into_iter().fold((Coord::zero(), 0.0), |(sum, count), point| (sum + point.coord(), count + 1.0));
        (count > 0.0).then(|| Point::from(sum / count))
    }

    /// Rounds both coordinates to the nearest hundredth of an inch, as facts store places.
    pub fn rounded(self) -> Point {
        Point::new(round_to_hundredth(self.x()), round_to_hundredth(self.y()))
    }

    #[inline]
    pub(super) const fn coord(self) -> Coord<f64> {
        Coord { x: self.x, y: self.y }
    }
}

impl From<Coord<f64>> for Point {
    #[inline]
    fn from(Coord { x, y }: Coord<f64>) -> Point {
        Point { x, y }
    }
}

/// A direction: degrees true, north 0, clockwise, always in [0, 360).
/// A heading is the bearing along which a ship points. A relative bearing is measured from a heading.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Serialize)]
pub struct Bearing(f64);

impl Bearing {
    pub const NORTH: Bearing = Bearing(0.0);

    /// Normalises degrees to [0, 360). A number that is not finite becomes north.
    #[inline]
    pub fn new(degrees: f64) -> Bearing {
        // Most values are in [0, 360), or less than 360 below it, and need no division.
        let within = if (0.0..360.0).contains(&degrees) {
            degrees
        } else if -360.0 < degrees && degrees < 0.0 {
            degrees + 360.0
        } else {
            degrees.rem_euclid(360.0)
        };
        Bearing(if within < 360.0 { within } else { 0.0 })
    }

    pub fn between(from: Point, to: Point) -> Result<Bearing, SamePoint> {
        let way = to.coord() - from.coord();
        if way == Coord::zero() { Err(SamePoint) } else { Ok(Bearing::from_vector(way)) }
    }

    #[inline]
    pub const fn degrees(self) -> f64 {
        self.0
    }

    /// Returns this direction after a turn: positive to the right, negative to the left.
    #[inline]
    pub fn turned(self, degrees: f64) -> Bearing {
        Bearing::new(self.0 + degrees)
    }

    #[inline]
    pub fn opposite(self) -> Bearing {
        self.turned(180.0)
    }

    /// Returns this bearing relative to `heading`: 0 ahead, 90 to starboard, 180 astern, 270 to port.
    #[inline]
    pub fn relative_to(self, heading: Bearing) -> Bearing {
        self.turned(-heading.0)
    }

    /// Returns the smaller angle between two directions, from 0 to 180 degrees.
    #[inline]
    pub fn angle_to(self, other: Bearing) -> f64 {
        self.signed_difference(other).abs()
    }

    /// Returns the turn from this direction to `other`: in (-180, 180], positive to the right.
    #[inline]
    pub fn signed_difference(self, other: Bearing) -> f64 {
        let clockwise = other.relative_to(self).0;
        if clockwise > 180.0 { clockwise - 360.0 } else { clockwise }
    }

    /// Returns the nearest multiple of `step` degrees, halves upwards, as templates steer courses. [5.7.2, 5.15.3]
    pub fn to_step(self, step: f64) -> Bearing {
        Bearing::new((self.0 / step + 0.5).floor() * step)
    }

    /// Rounds to the nearest hundredth of a degree, as facts store directions.
    pub fn rounded(self) -> Bearing {
        Bearing::new(round_to_hundredth(self.0))
    }

    /// Returns a vector of one inch along this direction.
    #[inline]
    pub(super) fn unit(self) -> Coord<f64> {
        let (sin, cos) = sin_cos_deg(self.0);
        Coord { x: sin, y: cos }
    }

    #[inline]
    pub(super) fn from_vector(way: Coord<f64>) -> Bearing {
        Bearing::new(way.x.atan2(way.y).to_degrees())
    }
}

/// Returns sine and cosine of degrees, exact at right angles so that a ship steering east keeps its y.
pub(super) fn sin_cos_deg(degrees: f64) -> (f64, f64) {
    let quarters = (degrees / 90.0).round();
    let (sin, cos) = (degrees - quarters * 90.0).to_radians().sin_cos();
    match (quarters as i64).rem_euclid(4) {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    }
}

/// A position and a direction: for a ship the centre of its base and its heading.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Pose {
    pub at: Point,
    pub heading: Bearing,
}

impl Pose {
    #[inline]
    pub fn new(x: f64, y: f64, heading_deg: f64) -> Pose {
        Pose { at: Point::new(x, y), heading: Bearing::new(heading_deg) }
    }

    /// Returns the point `distance_in` ahead. Negative is astern.
    #[inline]
    pub fn ahead(self, distance_in: f64) -> Point {
        self.at.moved(self.heading, distance_in)
    }

    pub fn advanced(self, distance_in: f64) -> Pose {
        Pose { at: self.ahead(distance_in), ..self }
    }

    /// Returns the pose in the same place, turned `degrees` to the right.
    #[inline]
    pub fn turned(self, degrees: f64) -> Pose {
        Pose { heading: self.heading.turned(degrees), ..self }
    }

    /// Rounds to the nearest hundredth of an inch and of a degree, as facts store poses.
    pub fn rounded(self) -> Pose {
        Pose { at: self.at.rounded(), heading: self.heading.rounded() }
    }
}

pub fn range_in(from: Point, to: Point) -> f64 {
    let way = to.coord() - from.coord();
    way.x.hypot(way.y)
}

/// Returns the angle between a ship's keel and the line from `seen_from` to its centre: 0 end on, 90 broadside on.
/// [7.4.5]
///
/// # Errors
/// [`SamePoint`] if the ship is exactly at `seen_from`.
pub fn keel_angle_deg(pose: Pose, seen_from: Point) -> Result<f64, SamePoint> {
    let angle = Bearing::between(seen_from, pose.at)?.angle_to(pose.heading);
    Ok(angle.min(180.0 - angle))
}

/// Rounds to the nearest hundredth, halves upwards. Facts store such values, so journals are the same everywhere.
pub fn round_to_hundredth(number: f64) -> f64 {
    (number * 100.0 + 0.5).floor() / 100.0 + 0.0
}
