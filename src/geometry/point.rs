//! Points, bearings and poses.
use geo::Coord;
use serde::Serialize;
use thiserror::Error;

/// Lengths that differ by no more than this are the same length.
pub const SLACK_IN: f64 = 1e-6;

/// Angles that differ by no more than this are the same angle.
pub const SLACK_DEG: f64 = 1e-6;

/// A place on the table, in inches: x east, y north.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Point {
    x: f64,
    y: f64,
}

/// Two equal points: no bearing leads from one to the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the two points are the same: no bearing exists")]
pub struct SamePoint;

impl Point {
    /// The place `x` east and `y` north of the south-west corner.
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

    /// The point `distance_in` away on `bearing`; a negative distance lies the other way.
    #[inline]
    pub fn moved(self, bearing: Bearing, distance_in: f64) -> Point {
        Point::from(self.coord() + bearing.unit() * distance_in)
    }

    /// The point halfway to `other`.
    #[inline]
    pub fn halfway(self, other: Point) -> Point {
        Point::from((self.coord() + other.coord()) / 2.0)
    }

    /// The point in the middle of several; `None` when there are no points.
    pub fn centroid(points: impl IntoIterator<Item = Point>) -> Option<Point> {
        let (sum, count) =
            points.into_iter().fold((Coord::zero(), 0.0), |(sum, count), point| (sum + point.coord(), count + 1.0));
        (count > 0.0).then(|| Point::from(sum / count))
    }

    /// Both coordinates to the nearest hundredth of an inch: how a fact keeps a place.
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
///
/// A heading is the bearing along which a ship points; a relative bearing is counted from a heading.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Serialize)]
pub struct Bearing(f64);

impl Bearing {
    pub const NORTH: Bearing = Bearing(0.0);

    /// Any number of degrees, brought into [0, 360); a number that is not finite becomes north.
    #[inline]
    pub fn new(degrees: f64) -> Bearing {
        // Most numbers are no more than once round away, where nothing need be divided.
        let within = if (0.0..360.0).contains(&degrees) {
            degrees
        } else if -360.0 < degrees && degrees < 0.0 {
            degrees + 360.0
        } else {
            degrees.rem_euclid(360.0)
        };
        Bearing(if within < 360.0 { within } else { 0.0 })
    }

    /// Compass bearing from `from` to `to`; none exists between equal points.
    pub fn to(from: Point, to: Point) -> Result<Bearing, SamePoint> {
        let way = to.coord() - from.coord();
        if way == Coord::zero() { Err(SamePoint) } else { Ok(Bearing::of(way)) }
    }

    #[inline]
    pub const fn degrees(self) -> f64 {
        self.0
    }

    /// This direction after a turn: positive to the right, negative to the left.
    #[inline]
    pub fn turned(self, degrees: f64) -> Bearing {
        Bearing::new(self.0 + degrees)
    }

    #[inline]
    pub fn opposite(self) -> Bearing {
        self.turned(180.0)
    }

    /// This bearing counted from `heading`: 0 ahead, 90 to starboard, 180 astern, 270 to port.
    #[inline]
    pub fn relative_to(self, heading: Bearing) -> Bearing {
        self.turned(-heading.0)
    }

    /// The smaller angle between two directions, from 0 to 180 degrees.
    #[inline]
    pub fn difference(self, other: Bearing) -> f64 {
        self.signed_difference(other).abs()
    }

    /// The turn that brings this direction to `other`: in (-180, 180], positive to the right.
    #[inline]
    pub fn signed_difference(self, other: Bearing) -> f64 {
        let clockwise = other.relative_to(self).0;
        if clockwise > 180.0 { clockwise - 360.0 } else { clockwise }
    }

    /// The nearest multiple of `step` degrees, a half upwards: how a course is steered by templates. [5.7.2, 5.15.3]
    pub fn to_step(self, step: f64) -> Bearing {
        Bearing::new((self.0 / step + 0.5).floor() * step)
    }

    /// To the nearest hundredth of a degree: how a fact keeps a direction.
    pub fn rounded(self) -> Bearing {
        Bearing::new(round_to_hundredth(self.0))
    }

    /// One inch along this direction.
    #[inline]
    pub(super) fn unit(self) -> Coord<f64> {
        let (sin, cos) = sin_cos_deg(self.0);
        Coord { x: sin, y: cos }
    }

    #[inline]
    pub(super) fn of(way: Coord<f64>) -> Bearing {
        Bearing::new(way.x.atan2(way.y).to_degrees())
    }
}

/// Sine and cosine of degrees, exact at the right angles so that a ship steering east keeps her y.
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

/// Where something is and which way it points: for a ship the centre of her base and her heading.
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

    /// The point `distance_in` ahead; negative is astern.
    #[inline]
    pub fn ahead(self, distance_in: f64) -> Point {
        self.at.moved(self.heading, distance_in)
    }

    /// The same heading, `distance_in` ahead.
    pub fn advanced(self, distance_in: f64) -> Pose {
        Pose { at: self.ahead(distance_in), ..self }
    }

    /// The same place, headed `degrees` further to the right.
    #[inline]
    pub fn turned(self, degrees: f64) -> Pose {
        Pose { heading: self.heading.turned(degrees), ..self }
    }

    /// How a fact keeps a pose: to the nearest hundredth of an inch and of a degree.
    pub fn rounded(self) -> Pose {
        Pose { at: self.at.rounded(), heading: self.heading.rounded() }
    }
}

/// The distance between two points, in inches.
pub fn range_in(from: Point, to: Point) -> f64 {
    let way = to.coord() - from.coord();
    way.x.hypot(way.y)
}

/// The angle at which a ship in `pose` lies to the line from `seen_from` to her centre: 0 end on, 90 broadside on.
/// [7.4.5]
///
/// # Errors
/// `SamePoint` when she stands on the very point.
pub fn keel_angle_deg(pose: Pose, seen_from: Point) -> Result<f64, SamePoint> {
    let angle = Bearing::to(seen_from, pose.at)?.difference(pose.heading);
    Ok(angle.min(180.0 - angle))
}

/// The nearest hundredth, a half upwards: how facts keep lengths and angles, so that a journal is the same everywhere.
pub fn round_to_hundredth(number: f64) -> f64 {
    (number * 100.0 + 0.5).floor() / 100.0 + 0.0
}
