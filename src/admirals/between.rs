//! How two enemies lie to each other: where both have places by these, else by the range that was typed this turn (while plots
//! are made, also last turn), with the arc and the courses by which the program goes. [2.7, 3.5]
use geometry::{Bearing as Way, Point, Pose, range_in};
use naval::model::{Bearing, Fine, Place, Ship};
use naval::{Inches, view::Outlook};

/// The range between two ships, in inches; nothing where one has no place and nobody has laid the tape this turn, or, while
/// plots are made, last turn.
pub fn range(at: &Outlook, one: &Ship, other: &Ship) -> Option<f64> {
    match (one.at, other.at) {
        (Some(here), Some(there)) => Some(range_in(here.point(), there.point())),
        (Some(_) | None, Some(_) | None) => at.state().measured_lately(&one.id, &other.id).map(Inches::as_f64),
    }
}

/// The places of two ships; without them such as they may have by the tape: the first heads north, and the other lies in the
/// midst of the arc that was measured, abeam where none was, on a parallel course where nobody knows hers.
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

/// Whether it is known on which hand of the first the other lies, and how both head: by their places, or as it was typed.
pub fn is_plain(at: &Outlook, from: &Ship, to: &Ship) -> bool {
    let placed = from.at.is_some() && to.at.is_some();
    let arc = at.state().arc_measured_lately(&from.id, &to.id);
    placed || (course_to(from, to).is_some() && matches!(arc, Some(Bearing::Port | Bearing::Starboard)))
}

/// How the second heads as seen by the first, in degrees from her own course.
fn course_to(from: &Ship, to: &Ship) -> Option<f64> {
    let course = |ship: &Ship| ship.helm.course.map(Fine::as_f64);
    Some(course(to)? - course(from)?)
}
