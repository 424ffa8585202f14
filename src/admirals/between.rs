//! The relative position of two enemies, from their positions or else from the range typed this turn. While plotting,
//! last turn's range counts too. Arc and courses are those known to the program. [2.7, 3.5]
use geometry::{Bearing as Way, Point, Pose, range_in};
use naval::model::{Bearing, Fine, Place, Ship};
use naval::{Inches, view::Outlook};

/// Returns the range between two ships, in inches. `None` if a ship has no position and no range was measured this
/// turn, or, while plotting, last turn.
pub fn range(at: &Outlook, one: &Ship, other: &Ship) -> Option<f64> {
    match (one.at, other.at) {
        (Some(here), Some(there)) => Some(range_in(here.point(), there.point())),
        (Some(_) | None, Some(_) | None) => at.state().measured_lately(&one.id, &other.id).map(Inches::as_f64),
    }
}

/// Returns the positions of two ships, or constructs them from the range: the first heads north, the other is in the
/// middle of the measured arc. Default: abeam and parallel.
pub fn places(at: &Outlook, from: &Ship, to: &Ship) -> Option<[Place; 2]> {
    if let (Some(here), Some(there)) = (from.at, to.at) {
        return Some([here, there]);
    }
    let line = Way::new(match at.state().arc_measured_lately(&from.id, &to.id).unwrap_or_default() {
        Bearing::Bow => 0.0,
        Bearing::Starboard | Bearing::Broadside => 90.0,
        Bearing::Stern => 180.0,
        Bearing::Port => 270.0,
    });
    let here = Pose::new(0.0, 0.0, 0.0);
    let there = Point::new(0.0, 0.0).moved(line, range(at, from, to)?);
    let heading = Way::new(course_to(from, to).unwrap_or(0.0));
    Some([here, Pose { at: there, heading }].map(Place::rounded))
}

/// Whether both headings are known and on which side of the first the other is: from positions, or as typed.
pub fn is_plain(at: &Outlook, from: &Ship, to: &Ship) -> bool {
    let placed = from.at.is_some() && to.at.is_some();
    let arc = at.state().arc_measured_lately(&from.id, &to.id);
    placed || (course_to(from, to).is_some() && matches!(arc, Some(Bearing::Port | Bearing::Starboard)))
}

/// Returns the second ship's course relative to the first ship's, in degrees.
fn course_to(from: &Ship, to: &Ship) -> Option<f64> {
    let course = |ship: &Ship| ship.helm.course.map(Fine::as_f64);
    Some(course(to)? - course(from)?)
}
