//! Courses against one enemy: towards it, at a range, around it, with the smoke, and in search of it.
use crate::enemy_contact::EnemyContact;
use geometry::{Bearing, Point, Pose};
use naval::model::{Edge, WindForce};
use naval::{rules::survey, view::PlayerView};

/// Fire within 30 degrees of straight downwind passes through own smoke. The other 15 allow either ship a turn of one
/// template step.
const DOWNWIND_DEG: f64 = 45.0;
/// Course correction for each inch of range error, measured from the beam.
const DEG_PER_INCH: f64 = 20.0;
/// A side with no enemy in sight searches the centre and the enemy's edge, and switches after this many turns.
const SEARCH_TURNS: u16 = 8;
/// The search point at the enemy's edge is this far inside it.
const SEARCH_INSET_IN: f64 = 8.0;

pub(super) fn bearing_to(pose: Pose, point: Point) -> Bearing {
    Bearing::between(pose.at, point).unwrap_or(pose.heading)
}

/// Whether own smoke is blown towards the enemy. [6.5.1.3]
pub(super) fn is_downwind(view: &PlayerView, pose: Pose, foe: &EnemyContact) -> bool {
    let wind = &view.state().setup.wind;
    let downwind = Bearing::new(f64::from(wind.from_deg)).opposite();
    wind.force != WindForce::Calm && bearing_to(pose, foe.pose.at).angle_to(downwind) <= DOWNWIND_DEG
}

/// Returns a course that closes or opens to the range. At that range it keeps the enemy abeam, on the side with the
/// smaller sum of the own turn and half the angle to the enemy's heading.
pub(super) fn course_holding_range(pose: Pose, foe: &EnemyContact, range: f64) -> Bearing {
    let bearing = bearing_to(pose, foe.position_after(1.0));
    let excess_in = foe.range_in - range;
    if 6.0 < excess_in {
        return bearing_to(pose, foe.position_after(2.0));
    }
    let beam = 90.0 - (excess_in * DEG_PER_INCH).clamp(-60.0, 60.0);
    let cost = |course: Bearing| course.angle_to(pose.heading) + 0.5 * course.angle_to(foe.pose.heading);
    let (starboard_course, port_course) = (bearing.turned(beam), bearing.turned(-beam));
    if cost(starboard_course) <= cost(port_course) { starboard_course } else { port_course }
}

/// Returns a course, bent away from an enemy in its way: the closer the enemy, the more, up to 70 degrees off it.
pub(super) fn bend_around(course: Bearing, pose: Pose, foe: Option<EnemyContact>) -> Bearing {
    const AVOID_IN: f64 = 8.0;
    const FULL_AVOID_IN: f64 = 4.0;
    const ABEAM_DEG: f64 = 70.0;
    let Some(foe) = foe.filter(|foe| foe.range_in < AVOID_IN) else { return course };
    let bearing = bearing_to(pose, foe.pose.at);
    let off_deg = bearing.signed_difference(course);
    let min_deg = ABEAM_DEG * ((AVOID_IN - foe.range_in) / (AVOID_IN - FULL_AVOID_IN)).min(1.0);
    if off_deg.abs() < min_deg { bearing.turned(min_deg.copysign(off_deg)) } else { course }
}

/// Returns where to search for an unseen enemy: alternately the centre of the table and near the enemy's edge.
pub(super) fn search_point(view: &PlayerView) -> Point {
    let state = view.state();
    let table = survey::surface(state);
    let (x, y) = (table.width_in / 2.0, table.depth_in / 2.0);
    let enemy_edge =
        state.enemy_of(view.side()).map(|side| side.friendly_edge).filter(|_| state.turn / SEARCH_TURNS % 2 == 1);
    match enemy_edge {
        None => Point::new(x, y),
        Some(Edge::North) => Point::new(x, table.depth_in - SEARCH_INSET_IN),
        Some(Edge::East) => Point::new(table.width_in - SEARCH_INSET_IN, y),
        Some(Edge::South) => Point::new(x, SEARCH_INSET_IN),
        Some(Edge::West) => Point::new(SEARCH_INSET_IN, y),
    }
}
