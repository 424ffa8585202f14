//! The part of the table that a map shows.
use super::grid::covers;
use geometry::{Point, Table};

/// A rectangle of the table, in inches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Window {
    pub west: f64,
    pub south: f64,
    pub east: f64,
    pub north: f64,
}

/// The smallest width and depth of a window, in inches. Items in a smaller one would be indistinguishable.
const MIN_SIZE_IN: f64 = 2.0;
/// The sea shown around the ships of interest, in inches.
const MARGIN_IN: f64 = 4.0;

impl Window {
    pub fn whole_table(table: Table) -> Window {
        Window { west: 0.0, south: 0.0, east: table.width_in, north: table.depth_in }
    }

    /// Returns the rectangle between two opposite corners, at least two inches wide and deep. `None` if a coordinate is
    /// not finite or farther off than twice the table's longer side, or if the rectangle misses the table.
    pub fn between(table: Table, left: Point, right: Point) -> Option<Window> {
        let far = 2.0 * table.width_in.max(table.depth_in);
        let coordinates = [left.x(), left.y(), right.x(), right.y()];
        if coordinates.iter().any(|coordinate| !coordinate.is_finite() || coordinate.abs() > far) {
            return None;
        }
        let (west, east) = widened(left.x(), right.x(), MIN_SIZE_IN);
        let (south, north) = widened(left.y(), right.y(), MIN_SIZE_IN);
        let meets = west < table.width_in && 0.0 < east && south < table.depth_in && 0.0 < north;
        meets.then_some(Window { west, south, east, north })
    }

    /// Returns the sea around points, in the table's proportions, at most the complete table. `None` without points.
    pub fn around(table: Table, points: &[Point]) -> Option<Window> {
        const MIN_WIDTH_IN: f64 = 18.0;
        let middle = Point::centroid(points.iter().copied())?;
        let reach = |far: fn(Point, Point) -> f64| points.iter().map(|point| far(*point, middle)).fold(0.0, f64::max);
        let across = reach(|point, middle| (point.x() - middle.x()).abs()) + MARGIN_IN;
        let along = reach(|point, middle| (point.y() - middle.y()).abs()) + MARGIN_IN;
        let width = (2.0 * across).max(2.0 * along * table.width_in / table.depth_in).max(MIN_WIDTH_IN);
        let width = width.ceil().min(table.width_in);
        let depth = (width * table.depth_in / table.width_in).ceil().min(table.depth_in);
        let begin = |middle: f64, size: f64, whole: f64| (middle - size / 2.0).round().clamp(0.0, whole - size);
        let west = begin(middle.x(), width, table.width_in);
        let south = begin(middle.y(), depth, table.depth_in);
        Some(Window { west, south, east: west + width, north: south + depth })
    }

    /// Returns the part of the table up to `reach_in` inches to each side of the points' centre. `None` without points.
    pub fn near(table: Table, points: &[Point], reach_in: f64) -> Option<Window> {
        let middle = Point::centroid(points.iter().copied())?;
        let span = |middle: f64, whole: f64| {
            let (low, high) = widened(middle - reach_in, middle + reach_in, MIN_SIZE_IN);
            (low.max(0.0).min((whole - MIN_SIZE_IN).max(0.0)), high.min(whole).max(MIN_SIZE_IN.min(whole)))
        };
        let ((west, east), (south, north)) = (span(middle.x(), table.width_in), span(middle.y(), table.depth_in));
        Some(Window { west, south, east, north })
    }

    pub fn width_in(&self) -> f64 {
        self.east - self.west
    }
    pub fn depth_in(&self) -> f64 {
        self.north - self.south
    }

    pub fn holds(&self, point: Point) -> bool {
        (self.west..=self.east).contains(&point.x()) && (self.south..=self.north).contains(&point.y())
    }

    pub fn contains_part_of(&self, outline: &[Point]) -> bool {
        let at = |point: &Point| (point.x(), point.y());
        let mut edges = outline.iter().zip(outline.iter().cycle().skip(1));
        let corner = Point::new(self.west, self.south);
        covers(outline, corner)
            || edges.any(|(from, to)| {
                line_crosses_rectangle(at(from), at(to), (self.west, self.south), (self.east, self.north))
            })
    }

    /// Returns the window, larger by `inches` on every side.
    pub fn expanded(&self, inches: f64) -> Window {
        let Window { west, south, east, north } = *self;
        Window { west: west - inches, south: south - inches, east: east + inches, north: north + inches }
    }

    pub(super) fn meets_bounds_of(&self, points: &[Point]) -> bool {
        let reach = |coordinate: fn(Point) -> f64| {
            let along = points.iter().map(|point| coordinate(*point));
            along.fold((f64::MAX, f64::MIN), |(low, high), at| (low.min(at), high.max(at)))
        };
        let ((west, east), (south, north)) = (reach(Point::x), reach(Point::y));
        west <= self.east && self.west <= east && south <= self.north && self.south <= north
    }
}

/// Returns the two values in order, and at least `least` apart.
fn widened(first: f64, second: f64, least: f64) -> (f64, f64) {
    let (low, high) = (first.min(second), first.max(second));
    let lacking = (least - (high - low)).max(0.0);
    (low - lacking / 2.0, high + lacking / 2.0)
}

/// Whether a straight line between two points passes through a rectangle, given by its low and its high corner.
pub(super) fn line_crosses_rectangle(from: (f64, f64), to: (f64, f64), low: (f64, f64), high: (f64, f64)) -> bool {
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    let axes = [(from.0, to.0, low.0, high.0), (from.1, to.1, low.1, high.1)];
    // Most lines are completely to one side.
    if axes.iter().any(|(start, end, low, high)| start.max(*end) <= *low || *high <= start.min(*end)) {
        return false;
    }
    for (start, end, low, high) in axes {
        let way = end - start;
        if way != 0.0 {
            let (entry, exit) = ((low - start) / way, (high - start) / way);
            (first, last) = (first.max(entry.min(exit)), last.min(entry.max(exit)));
        }
    }
    first < last
}
