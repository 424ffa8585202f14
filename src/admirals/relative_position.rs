//! The relative position of two enemies, from their positions or else from the range typed this turn. While plotting,
//! last turn's range counts too. Arc and courses are those known to the program. [2.7, 3.5]
use geometry::{Bearing as Way, Point, Pose, range_in};
use naval::model::{Bearing, Edge, Fine, Place, Ship};
use naval::{Inches, rules::survey, view::PlayerView};

/// Returns the range between two ships, in inches. `None` if a ship has no position and no range was measured this
/// turn, or, while plotting, last turn.
pub fn range(view: &PlayerView, left: &Ship, right: &Ship) -> Option<f64> {
    match (left.at, right.at) {
        (Some(here), Some(there)) => Some(range_in(here.point(), there.point())),
        (Some(_) | None, Some(_) | None) => view.state().latest_range(&left.id, &right.id).map(Inches::as_f64),
    }
}

/// Returns the positions of two ships, or constructs them from the range: the first heads north, the other is in the
/// middle of the measured arc. Default: abeam and parallel.
pub fn places(view: &PlayerView, from: &Ship, to: &Ship) -> Option<[Place; 2]> {
    if let (Some(here), Some(there)) = (from.at, to.at) {
        return Some([here, there]);
    }
    let line = Way::new(match view.state().latest_arc(&from.id, &to.id).unwrap_or_default() {
        Bearing::Bow => 0.0,
        Bearing::Starboard | Bearing::Broadside => 90.0,
        Bearing::Stern => 180.0,
        Bearing::Port => 270.0,
    });
    let here = Pose::new(0.0, 0.0, 0.0);
    let there = Point::new(0.0, 0.0).moved(line, range(view, from, to)?);
    let heading = Way::new(relative_course(from, to).unwrap_or(0.0));
    Some([here, Pose { at: there, heading }].map(Place::rounded))
}

/// Whether it is known how both ships head and on which side of `from` the other lies: from positions, or as typed.
pub fn is_bearing_known(view: &PlayerView, from: &Ship, to: &Ship) -> bool {
    let have_positions = from.at.is_some() && to.at.is_some();
    let arc = view.state().latest_arc(&from.id, &to.id);
    have_positions || (relative_course(from, to).is_some() && matches!(arc, Some(Bearing::Port | Bearing::Starboard)))
}

/// Returns the second ship's course relative to the first ship's, in degrees.
fn relative_course(from: &Ship, to: &Ship) -> Option<f64> {
    let course = |ship: &Ship| ship.helm.course.map(Fine::as_f64);
    Some(course(to)? - course(from)?)
}

/// Returns the distance from a point to an edge of the table, in inches.
pub fn distance_in(view: &PlayerView, point: Point, edge: Edge) -> f64 {
    let table = survey::surface(view.state());
    match edge {
        Edge::North => table.depth_in - point.y(),
        Edge::East => table.width_in - point.x(),
        Edge::South => point.y(),
        Edge::West => point.x(),
    }
}
