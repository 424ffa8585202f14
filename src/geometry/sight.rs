//! Lines of sight and their obstacles: smoke, land, other ships.
use geo::{Coord, Intersects, Line, Rect};

use super::{
    Area, Base, Bearing, Path, PathLeg, Piece, Point, Pose, SLACK_IN, SamePoint, TurnSide,
    area::{first_inside, segment_distance_in},
    base::{dot, right_of},
    path::turning_centre,
};

/// The straight line from one point to another: a line of sight or of fire. [3.5.2]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SightLine {
    from: Point,
    to: Point,
}

impl SightLine {
    pub const fn new(from: Point, to: Point) -> SightLine {
        SightLine { from, to }
    }

    pub const fn from(&self) -> Point {
        self.from
    }

    /// Creates the line of this length from `from` towards `towards`. Without a direction it is just the point. [7.4.2]
    #[inline]
    pub fn towards(from: Point, towards: Point, length_in: f64) -> SightLine {
        let to = Bearing::between(from, towards).map_or(from, |bearing| from.moved(bearing, length_in));
        SightLine { from, to }
    }

    #[inline]
    pub fn length_in(&self) -> f64 {
        super::range_in(self.from, self.to)
    }

    /// Returns the bearing from its first end to the other.
    ///
    /// # Errors
    /// [`SamePoint`] if it has no length.
    #[inline]
    pub fn bearing(&self) -> Result<Bearing, SamePoint> {
        Bearing::between(self.from, self.to)
    }

    #[inline]
    pub fn distance_in(&self, point: Point) -> f64 {
        segment_distance_in(point.coord(), self.from.coord(), self.to.coord())
    }

    /// Whether two lines have a point in common.
    pub fn crosses(&self, other: &SightLine) -> bool {
        self.segment().intersects(&other.segment())
    }

    fn segment(&self) -> Line<f64> {
        Line::new(self.from.coord(), self.to.coord())
    }

    /// Whether the line runs through the base. Touching does not count. [6.5.1.3]
    #[inline]
    pub fn runs_through(&self, base: &Base, pose: Pose) -> bool {
        self.meets_box(base, pose, -SLACK_IN)
    }

    /// Whether the line runs through the base or touches it. (Q34)
    #[inline]
    pub fn touches(&self, base: &Base, pose: Pose) -> bool {
        self.meets_box(base, pose, SLACK_IN)
    }

    /// Whether the line runs through the band. Touching its edge does not count. [4.6]
    pub fn crosses_band(&self, band: &Band) -> bool {
        if self.is_clear_of(&band.bounds) {
            return false;
        }
        match &band.shape {
            Shape::Box(base, pose) => self.runs_through(base, *pose),
            Shape::Ring(ring) => self.crosses_ring(ring),
        }
    }

    /// Whether the line runs through the area. Touching a corner or running along an edge does not count. [4.7]
    pub fn crosses_area(&self, area: &Area) -> bool {
        let length_in = self.length_in();
        if self.is_clear_of(&area.bounds) {
            return false;
        }
        let Ok(heading) = Bearing::between(self.from, self.to) else { return area.contains(self.from) };
        let from = Pose { at: self.from, heading };
        area.is_crossed(&PathLeg { piece: Piece::Straight { length_in }, from, start_in: 0.0 })
    }

    /// Whether the line meets the rectangle enlarged by `grown` on every side.
    fn meets_box(&self, base: &Base, pose: Pose, grown: f64) -> bool {
        let ahead = pose.heading.unit();
        let (start, way) = (self.from.coord() - pose.at.coord(), self.to.coord() - self.from.coord());
        let sides = [(ahead, base.length_in), (right_of(ahead), base.width_in)];
        let mut shares = (0.0_f64, 1.0_f64);
        for (axis, size) in sides {
            let half = size / 2.0 + grown;
            let (place, speed) = (dot(start, axis), dot(way, axis));
            if speed.abs() < 1e-12 {
                if place.abs() > half {
                    return false;
                }
            } else {
                let (entry, other) = ((-half - place) / speed, (half - place) / speed);
                shares = (shares.0.max(entry.min(other)), shares.1.min(entry.max(other)));
            }
            if half < 0.0 || shares.0 > shares.1 {
                return false;
            }
        }
        true
    }

    fn crosses_ring(&self, ring: &ArcBand) -> bool {
        let length = self.length_in();
        let Ok(heading) = Bearing::between(self.from, self.to) else { return ring.contains(self.from) };
        let ahead = heading.unit();
        let mut cuts = vec![0.0, length];
        let away = self.from.coord() - ring.centre.coord();
        let nearest = -dot(away, ahead);
        let aside = dot(away, right_of(ahead));
        for radius in [ring.radius_in - ring.half_in, ring.radius_in + ring.half_in] {
            let square = radius * radius - aside * aside;
            if radius > 0.0 && square > 0.0 {
                cuts.extend([nearest - square.sqrt(), nearest + square.sqrt()]);
            }
        }
        for normal in ring.ends() {
            let closing = dot(ahead, normal);
            if closing.abs() > 1e-12 {
                cuts.push(-dot(away, normal) / closing);
            }
        }
        first_inside(&mut cuts, |distance| ring.contains(self.from.moved(heading, distance)), length).is_some()
    }

    /// Whether the line stays clear of the bounding box, by separating axes of the box and of the line.
    fn is_clear_of(&self, bounds: &Rect<f64>) -> bool {
        let (from, to) = (self.from.coord(), self.to.coord());
        if from.x.max(to.x) < bounds.min().x
            || from.x.min(to.x) > bounds.max().x
            || from.y.max(to.y) < bounds.min().y
            || from.y.min(to.y) > bounds.max().y
        {
            return true;
        }
        let (way, middle) = (to - from, bounds.center() - from);
        let reach = (bounds.width() * way.y.abs() + bounds.height() * way.x.abs()) / 2.0;
        (way.x * middle.y - way.y * middle.x).abs() > reach + SLACK_IN
    }
}

/// One leg of a track, widened to both sides with square ends: smoke as a ship lays it. [4.6]
#[derive(Clone, PartialEq, Debug)]
pub struct Band {
    shape: Shape,
    bounds: Rect<f64>,
}

#[derive(Clone, PartialEq, Debug)]
enum Shape {
    Box(Base, Pose),
    Ring(ArcBand),
}

impl Band {
    /// Returns the bands of this width along `path`, one for every leg with a length.
    pub fn along(path: &Path, width_in: f64) -> Vec<Band> {
        path.legs().iter().filter(|leg| leg.piece.length_in() > 0.0).map(|leg| Band::covering(leg, width_in)).collect()
    }

    fn covering(leg: &PathLeg, width_in: f64) -> Band {
        let half_in = width_in / 2.0;
        let (shape, middle, reach) = match leg.piece {
            Piece::Straight { length_in } => {
                let base = Base { length_in, width_in, funnel_in: 0.0 };
                let pose = leg.from.advanced(length_in / 2.0);
                (Shape::Box(base, pose), pose.at, base.half_diagonal_in())
            }
            Piece::Arc { radius_in, degrees, hand } => {
                let centre = turning_centre(leg.from, radius_in, hand);
                let ring = ArcBand { centre, radius_in, half_in, first: leg.from.heading, degrees, hand };
                (Shape::Ring(ring), centre, radius_in + half_in)
            }
        };
        let corner = Coord { x: reach, y: reach };
        Band { shape, bounds: Rect::new(middle.coord() - corner, middle.coord() + corner) }
    }

    /// Whether the band covers `point`, not just by its edge.
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        match &self.shape {
            Shape::Box(base, pose) => SightLine::new(point, point).runs_through(base, *pose),
            Shape::Ring(ring) => ring.contains(point),
        }
    }
}

/// A band along an arc: between two circles and two square ends.
#[derive(Clone, PartialEq, Debug)]
struct ArcBand {
    centre: Point,
    radius_in: f64,
    half_in: f64,
    /// The heading at the beginning of the arc.
    first: Bearing,
    degrees: f64,
    hand: TurnSide,
}

impl ArcBand {
    fn contains(&self, point: Point) -> bool {
        let Ok(outwards) = Bearing::between(self.centre, point) else {
            return self.radius_in < self.half_in - SLACK_IN;
        };
        let aside = (super::range_in(self.centre, point) - self.radius_in).abs();
        let swept = (outwards.relative_to(self.first_ray()).degrees() * self.hand.sign()).rem_euclid(360.0);
        aside < self.half_in - SLACK_IN && swept < self.degrees
    }

    /// Returns the direction from the centre to the beginning of the arc.
    fn first_ray(&self) -> Bearing {
        self.first.turned(-90.0 * self.hand.sign())
    }

    /// Returns the normals of the two ends.
    fn ends(&self) -> [Coord<f64>; 2] {
        [self.first, self.first.turned(self.degrees * self.hand.sign())].map(Bearing::unit)
    }
}
