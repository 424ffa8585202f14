//! Places a division by two ranges measured to its leader. [2.7]
use std::sync::Arc;

use crate::model::{Fine, Place, Ship, ShipMove, TableReason, TapeEnd, TapeReading};
use crate::rules::columns::placed_course::{astern_in_column, check_on_table};
use crate::rules::{columns::helm::track_to, ruling, sighting};
use crate::{Fact, Id, Inches, NavalDraft, NavalHalt, Reason, Segment, State, not_in_action};
use geometry::{
    Bearing, Point, Pose,
    circles::{Circle, NoIntersection, intersections},
    range_in,
};
use play::Rule;

const TAPE: Rule = Rule::new("2.7");
/// From the first declaration of a Gunfire Segment no ship may be relocated.
const DECLARED: Rule = Rule::new("3.3.5");
/// Places closer than this are one. (house)
const SAME_IN: f64 = 0.1;
/// Without a reason a ship is relocated at most this much farther than it can have run in a turn. (house)
const FIX_TOLERANCE_IN: f64 = 0.25;
/// A column keeps its track if its leader's heading differs by at most this. (house)
const SAME_TRACK_DEG: f64 = 45.0;

/// Places a division's leader by two measured ranges. The others follow on their track, even in a bend, or straight at
/// the interval without one. Of the two points at these ranges only those on the table count. If both are on it, the
/// one nearer to the calculated position counts. [2.7, 3.3.5]
///
/// No shot of this Gunfire Segment may be declared. Both ranges must be from a corner or a placed ship of another
/// division, not from the same point, and meet on the table. A leader without a position needs a single meeting point.
/// Without a reason no ship may be farther from its calculated position than it can have run.
pub(crate) fn fix_division(
    draft: &mut NavalDraft<'_>,
    division: &Id,
    (readings, heading): (&[TapeReading; 2], Fine),
    because: Option<&str>,
) -> Result<(), NavalHalt> {
    draft.refuse_if(because.is_some_and(|words| !play::has_visible_text(words)), TAPE, || Reason::NoReason)?;
    let state = draft.state();
    let column = column(state, division);
    let unknown = || Reason::UnknownUnit { unit: division.clone() };
    draft.refuse_if(state.division(division).is_none(), TAPE, unknown)?;
    let is_amid_fire = state.segment == Segment::Gunfire && !state.this_move.declarations.is_empty();
    let amid_fire = || TableReason::FixDuringFire { division: division.clone() };
    draft.refuse_if(is_amid_fire, DECLARED, amid_fire)?;
    let leader = column.first().ok_or_else(|| not_in_action(state, division, TAPE))?;
    let [left, right] = [range_circle(draft, division, &readings[0])?, range_circle(draft, division, &readings[1])?];
    let no_meeting = |gap_in: f64, is_short| TableReason::TapesDoNotMeet {
        by: readings.clone(),
        apart: Inches::nearest(gap_in),
        is_short,
    };
    let points = match intersections(left, right) {
        Ok(points) => points,
        Err(NoIntersection::TooShort(gap_in)) => return draft.refuse(TAPE, no_meeting(gap_in, true).into()),
        Err(NoIntersection::TooLong(gap_in)) => return draft.refuse(TAPE, no_meeting(gap_in, false).into()),
        Err(NoIntersection::SamePoint) => {
            return draft.refuse(TAPE, TableReason::TapeFromOnePoint { division: division.clone() }.into());
        }
    };
    let heading = Bearing::new(heading.as_f64());
    let point = choose_meeting_point(draft, division, leader, points)?;
    let lead = Pose { at: point, heading };
    let shift = leader.at.map(|place| Inches::nearest(range_in(place.point(), point)));
    let places = place_column(state, division, &column, lead);
    if let Some((ship, shift, most)) = ship_too_far_off(state, &column, &places).filter(|_| because.is_none()) {
        let far = TableReason::FixTooFar { division: division.clone(), ship: ship.id.clone(), off: shift, most };
        return draft.refuse(TAPE, far.into());
    }
    let ran: Vec<(Id, Option<Arc<ShipMove>>)> = column.iter().map(|ship| (ship.id.clone(), ship.run.clone())).collect();
    let leader = leader.id.clone();
    for (ship, place) in &places {
        check_on_table(draft, ship, *place)?;
    }
    draft.record(TAPE, Fact::DivisionFixed { division: division.clone(), by: readings.clone(), places, off: shift });
    ruling::reset_after_relocation(draft, &leader, &ran);
    ruling::update_sighting(draft);
    Ok(())
}

/// Returns the first ship of a column placed farther from its calculated position than allowed, with the distance and
/// the limit. All shifts by `fix_division` since the move count. [2.7]
fn ship_too_far_off<'s>(
    state: &State,
    column: &[&'s Ship],
    places: &[(Id, Place)],
) -> Option<(&'s Ship, Inches, Inches)> {
    column.iter().zip(places).find_map(|(ship, (id, place))| {
        let shift = Inches::nearest(range_in(state.calculated_position(id)?.point(), place.point()));
        let most = Inches::nearest(ship.speed_allowance().max(ship.speed).as_f64() + FIX_TOLERANCE_IN);
        (most < shift).then_some((*ship, shift, most))
    })
}

/// Returns the places of a column's ships behind its leader: on the track on which they follow, else straight astern.
fn place_column(state: &State, division: &Id, column: &[&Ship], lead: Pose) -> Vec<(Id, Place)> {
    let Some(division) = state.division(division) else { return Vec::new() };
    let course = &division.course;
    let old_place = column.first().and_then(|leader| leader.at);
    let keeps_track = old_place.is_some_and(|old| old.pose().heading.angle_to(lead.heading).abs() <= SAME_TRACK_DEG);
    let track = track_to(course, Place::rounded(lead), 0.0);
    let astern_in_course = |ship: &Ship| {
        course.column.iter().find(|follower| follower.ship == ship.id).map(|follower| follower.astern.as_f64())
    };
    let asterns: Option<Vec<f64>> = column.iter().map(|ship| ship.at.and(astern_in_course(ship))).collect();
    let asterns = asterns.filter(|_| keeps_track && course.is_in_column() && !course.track.is_empty());
    let straight = astern_in_column(state, column);
    let place = |(index, ship): (usize, &&Ship)| {
        let pose = match &asterns {
            _ if division.one_base => lead,
            Some(asterns) => track.pose_at(track.length_in() - (asterns[index] - asterns[0])),
            None => lead.advanced(-straight[index]),
        };
        (ship.id.clone(), Place::rounded(pose))
    };
    column.iter().enumerate().map(place).collect()
}

/// Returns the ships of a division that can be placed, in column order, leader first.
fn column<'s>(state: &'s State, division: &Id) -> Vec<&'s Ship> {
    let Some(division) = state.division(division) else { return Vec::new() };
    let place_in_column = |ship: &&Ship| division.course.column.iter().position(|follower| follower.ship == ship.id);
    let ships = division.ships.iter().filter_map(|ship| state.ship(ship)).filter(|ship| ship.is_in_action());
    let mut ships: Vec<&Ship> = ships.collect();
    // If the leader has no position yet, a ship placed alone is not the leader.
    if ships.first().and_then(place_in_column).is_some() {
        // A stable sort: ships outside the column keep the division's order.
        ships.sort_by_key(|ship| place_in_column(ship).unwrap_or(usize::MAX));
    }
    ships
}

fn range_circle(draft: &NavalDraft<'_>, division: &Id, reading: &TapeReading) -> Result<Circle, NavalHalt> {
    let state = draft.state();
    let centre = match &reading.from {
        TapeEnd::Corner(corner) => corner.position_on(state.setup.table),
        TapeEnd::Ship(id) => {
            let ship = draft.need(state.ship(id), TAPE, || Reason::UnknownUnit { unit: id.clone() })?;
            let own_division = || TableReason::TapeFromOwnDivision { division: division.clone(), ship: id.clone() };
            draft.refuse_if(ship.division == *division, TAPE, own_division)?;
            let place = ship.at.filter(|_| ship.is_on_table());
            draft.need(place, TAPE, || TableReason::TapeFromUnplacedShip { ship: id.clone() })?.point()
        }
    };
    sighting::check_range(draft, Some(reading.range))?;
    Ok(Circle { centre, radius_in: reading.range.as_f64() })
}

fn choose_meeting_point(
    draft: &NavalDraft<'_>,
    division: &Id,
    leader: &Ship,
    points: [Point; 2],
) -> Result<Point, NavalHalt> {
    let check_place =
        |point: &Point| check_on_table(draft, &leader.id, Place::rounded(Pose { at: *point, heading: Bearing::NORTH }));
    let on_table: Vec<Point> = points.into_iter().filter(|point| check_place(point).is_ok()).collect();
    let old_point = leader.at.map(Place::point);
    match (&on_table[..], old_point) {
        ([], _) => {
            check_place(&points[0])?;
            Ok(points[0])
        }
        ([only], _) => Ok(*only),
        ([first, second, ..], Some(old)) => {
            Ok(if range_in(old, *second) < range_in(old, *first) { *second } else { *first })
        }
        ([first, second, ..], None) => {
            let ambiguous = || TableReason::TapesAmbiguous {
                division: division.clone(),
                places: [*first, *second].map(|point| Place::rounded(Pose { at: point, heading: Bearing::NORTH })),
            };
            draft.refuse_if(SAME_IN < range_in(*first, *second), TAPE, ambiguous)?;
            Ok(*first)
        }
    }
}
