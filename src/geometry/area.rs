//! Areas with straight edges: land, and the table itself.
use geo::{BoundingRect, Contains, Coord, Intersects, LineString, Polygon, Rect};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{
    Bearing, Path, PathLeg, Piece, Point, SLACK_IN,
    base::{dot, right_of},
    path::turning_centre,
};

/// Land, or any other region with straight edges that do not cross.
#[derive(Clone, PartialEq, Debug)]
pub struct Area {
    polygon: Polygon<f64>,
    pub(super) bounds: Rect<f64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum AreaError {
    #[error("an area needs at least three different points")]
    TooFewPoints,
    #[error("a coordinate must be a finite number of inches")]
    NotFinite,
    #[error("edge {0} crosses edge {1}: name the corners in order round the shore")]
    CrossesItself(usize, usize),
}

impl Area {
    /// Creates the area inside `corners`, listed in order in either direction. The last joins the first. [4.7, 5.12]
    ///
    /// # Errors
    /// Coordinates must be finite and at least three corners must differ. Edges must not cross or touch, except
    /// neighbours at their common end. Edges count from 1.
    pub fn new(corners: &[Point]) -> Result<Area, AreaError> {
        let mut ring: Vec<Coord<f64>> = corners.iter().map(|corner| corner.coord()).collect();
        if ring.iter().any(|corner| !(corner.x.is_finite() && corner.y.is_finite())) {
            return Err(AreaError::NotFinite);
        }
        ring.dedup();
        if ring.len() > 1 && ring.first() == ring.last() {
            ring.pop();
        }
        if ring.len() < 3 {
            return Err(AreaError::TooFewPoints);
        }
        let polygon = Polygon::new(LineString::from(ring), Vec::new());
        if let Some((first, second)) = crossing_edges(&polygon) {
            return Err(AreaError::CrossesItself(first, second));
        }
        let bounds = polygon.bounding_rect().ok_or(AreaError::TooFewPoints)?;
        Ok(Area { polygon, bounds })
    }

    /// Returns the distance from `point` to the bounding rectangle of the area. 0 within it.
    pub(super) fn bounding_distance_in(&self, point: Point) -> f64 {
        let beyond = |place: f64, least: f64, most: f64| (least - place).max(place - most).max(0.0);
        let (least, most) = (self.bounds.min(), self.bounds.max());
        beyond(point.x(), least.x, most.x).hypot(beyond(point.y(), least.y, most.y))
    }

    /// Whether `point` is inside, not just on the edge.
    pub fn contains(&self, point: Point) -> bool {
        self.bounds.intersects(&point.coord())
            && self.polygon.contains(&point.coord())
            && self.edge_distance_in(point) > SLACK_IN
    }

    /// Returns the distance from `point` to the nearest edge, from inside or outside.
    pub fn edge_distance_in(&self, point: Point) -> f64 {
        self.edges().map(|(from, to)| segment_distance_in(point.coord(), from, to)).fold(f64::INFINITY, f64::min)
    }

    /// Returns the point of the outline that is nearest to `point`.
    pub fn nearest_edge_point(&self, point: Point) -> Point {
        let on_edges = self.edges().map(|(from, to)| from + (to - from) * share_along(point.coord(), from, to));
        let distance_in = |on_edge: &Coord<f64>| (on_edge.x - point.x()).hypot(on_edge.y - point.y());
        let nearest = on_edges.min_by(|left, right| distance_in(left).total_cmp(&distance_in(right)));
        nearest.map_or(point, Point::from)
    }

    /// Whether the leg runs through the area. Touching a corner or running along an edge does not count.
    pub(super) fn is_crossed(&self, leg: &PathLeg) -> bool {
        let length = leg.piece.length_in();
        let mut cuts = vec![0.0, length];
        for (from, to) in self.edges() {
            let along = (to - from) / (to - from).x.hypot((to - from).y);
            cuts.extend(leg.meets_line(Point::from(from), right_of(along)));
        }
        first_inside(&mut cuts, |distance| self.contains(leg.point_at(distance)), length).is_some()
    }

    /// Returns the sides of the outline, each by its ends.
    pub fn sides(&self) -> impl Iterator<Item = [Point; 2]> + '_ {
        self.edges().map(|(from, to)| [Point::from(from), Point::from(to)])
    }

    pub(super) fn edges(&self) -> impl Iterator<Item = (Coord<f64>, Coord<f64>)> + '_ {
        self.polygon.exterior().lines().map(|line| (line.start, line.end))
    }
}

/// Returns the start of the first stretch between neighbouring `cuts` whose middle is inside.
/// Cuts outside 0 to `length` are ignored, and so are stretches too short to count.
pub(super) fn first_inside(cuts: &mut Vec<f64>, inside: impl Fn(f64) -> bool, length: f64) -> Option<f64> {
    cuts.retain(|cut| (0.0..=length).contains(cut));
    cuts.sort_by(f64::total_cmp);
    cuts.windows(2).find(|pair| pair[1] - pair[0] > SLACK_IN && inside((pair[0] + pair[1]) / 2.0)).map(|pair| pair[0])
}

/// Returns the first two edges of the outline that meet where they must not, counted from 1.
fn crossing_edges(polygon: &Polygon<f64>) -> Option<(usize, usize)> {
    let edges: Vec<geo::Line<f64>> = polygon.exterior().lines().collect();
    let last = edges.len() - 1;
    for (i, first) in edges.iter().enumerate() {
        for (j, second) in edges.iter().enumerate().skip(i + 1) {
            let meet = if j == i + 1 {
                folds_back(first, second)
            } else if i == 0 && j == last {
                folds_back(second, first)
            } else {
                first.intersects(second)
            };
            if meet {
                return Some((i + 1, j + 1));
            }
        }
    }
    None
}

/// Whether the second of two joined edges runs back over the first.
fn folds_back(edge: &geo::Line<f64>, next: &geo::Line<f64>) -> bool {
    edge.intersects(&next.end) || next.intersects(&edge.start)
}

pub(super) fn segment_distance_in(point: Coord<f64>, from: Coord<f64>, to: Coord<f64>) -> f64 {
    let away = point - from - (to - from) * share_along(point, from, to);
    away.x.hypot(away.y)
}

/// Returns the share of the way between two points at which the line between them is nearest to another point.
fn share_along(point: Coord<f64>, from: Coord<f64>, to: Coord<f64>) -> f64 {
    let along = to - from;
    let square = dot(along, along);
    if square > 0.0 { (dot(point - from, along) / square).clamp(0.0, 1.0) } else { 0.0 }
}

/// An edge of the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Edge {
    North,
    East,
    South,
    West,
}

impl Edge {
    pub const ALL: [Edge; 4] = [Edge::North, Edge::East, Edge::South, Edge::West];

    pub fn outward(self) -> Bearing {
        Bearing::new(match self {
            Edge::North => 0.0,
            Edge::East => 90.0,
            Edge::South => 180.0,
            Edge::West => 270.0,
        })
    }

    pub fn opposite(self) -> Edge {
        match self {
            Edge::North => Edge::South,
            Edge::East => Edge::West,
            Edge::South => Edge::North,
            Edge::West => Edge::East,
        }
    }
}

/// The playing area, measured east and north from the south-west corner. [2.1]
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Table {
    pub width_in: f64,
    pub depth_in: f64,
}

impl Table {
    /// Whether `point` is on the table, including its edges.
    pub fn contains(&self, point: Point) -> bool {
        let is_within = |place: f64, size: f64| (-SLACK_IN..=size + SLACK_IN).contains(&place);
        is_within(point.x(), self.width_in) && is_within(point.y(), self.depth_in)
    }

    /// Returns the edge by which `path` first leaves the table. At once if it begins outside, `None` if never. [9.3]
    /// A path that touches an edge and turns back stays on the table.
    pub fn exit(&self, path: &Path) -> Option<Edge> {
        if !self.contains(path.start().at) {
            return Some(self.edge_outside(path.start().at));
        }
        path.legs().iter().find_map(|leg| {
            let crossed = Edge::ALL.into_iter().filter_map(|edge| Some((self.crossing(leg, edge)?, edge)));
            crossed.min_by(compare_distances).map(|(_, edge)| edge)
        })
    }

    /// Returns where on its path a leg crosses the line of an edge outwards.
    fn crossing(&self, leg: &PathLeg, edge: Edge) -> Option<f64> {
        let (corner, outwards) = match edge {
            Edge::North => (Point::new(0.0, self.depth_in), Coord { x: 0.0, y: 1.0 }),
            Edge::East => (Point::new(self.width_in, 0.0), Coord { x: 1.0, y: 0.0 }),
            Edge::South => (Point::new(0.0, 0.0), Coord { x: 0.0, y: -1.0 }),
            Edge::West => (Point::new(0.0, 0.0), Coord { x: -1.0, y: 0.0 }),
        };
        let length = leg.piece.length_in();
        // The edge is farther away than the leg is long.
        if dot(leg.from.at.coord() - corner.coord(), outwards) + length <= 0.0 {
            return None;
        }
        let mut cuts = vec![0.0, length];
        cuts.extend(leg.meets_line(corner, outwards));
        let beyond = |distance| dot(leg.point_at(distance).coord() - corner.coord(), outwards) > SLACK_IN;
        first_inside(&mut cuts, beyond, length).map(|cut| leg.start_in + cut)
    }

    /// Returns the edge beyond which an outside point is farthest.
    fn edge_outside(&self, point: Point) -> Edge {
        let (x, y) = (point.x(), point.y());
        [(y - self.depth_in, Edge::North), (x - self.width_in, Edge::East), (-y, Edge::South), (-x, Edge::West)]
            .into_iter()
            .max_by(compare_distances)
            .map_or(Edge::North, |(_, edge)| edge)
    }
}

fn compare_distances(left: &(f64, Edge), right: &(f64, Edge)) -> std::cmp::Ordering {
    left.0.total_cmp(&right.0)
}

impl PathLeg {
    pub(super) fn point_at(&self, distance_in: f64) -> Point {
        self.piece.pose_after(self.from, distance_in).at
    }

    /// Returns distances from the start of the leg at which it meets the line through `point` with this `normal`.
    /// `normal` is a unit vector. A leg along the line has no such distance.
    fn meets_line(&self, point: Point, normal: Coord<f64>) -> impl Iterator<Item = f64> + use<> {
        let (first, second) = match self.piece {
            Piece::Straight { .. } => {
                let closing = dot(self.from.heading.unit(), normal);
                let gap = dot(point.coord() - self.from.at.coord(), normal);
                ((closing.abs() > 1e-12).then(|| gap / closing), None)
            }
            Piece::Arc { radius_in, hand, .. } => {
                let centre = turning_centre(self.from, radius_in, hand);
                let reach = dot(point.coord() - centre.coord(), normal) / radius_in;
                let outwards = Bearing::from_vector(self.from.at.coord() - centre.coord());
                let swept = |aside: f64| {
                    let meeting = Bearing::from_vector(normal).turned(aside);
                    let turn = meeting.relative_to(outwards).degrees() * hand.sign();
                    radius_in * turn.rem_euclid(360.0).to_radians()
                };
                let aside = (reach.abs() <= 1.0).then(|| reach.acos().to_degrees());
                (aside.map(swept), aside.map(|aside| swept(-aside)))
            }
        };
        first.into_iter().chain(second)
    }
}
