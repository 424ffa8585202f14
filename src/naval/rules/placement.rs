//! 10.1.3 to 10.3: where the forces of a generated scenario begin, and their first course.
use crate::model::{
    Approach, Division, Duty, Edge, Fine, Land, Place, Purpose, Ship, TableReason, Task, base::base_of,
};
use crate::rules::survey::{self, PlacedBase};
use crate::rules::{
    columns::placed_course, generated::FACE_DEG, moves, rolls::choose_evenly, shores::shores, steering::pace,
};
use crate::{Command, Fact, Id, Inches, NavalDraft, NavalHalt, Reason, Segment, SideId, State};
use geometry::{Area, Base, Bearing, Point, Pose};
use play::{self, DiceRequest, Rule};
use std::sync::Arc;

const GENERATED: Rule = Rule::new("10.1");
const WEATHER: Rule = Rule::new("10.1.1");
const FORCES: Rule = Rule::new("10.1.2");
const APPROACH: Rule = Rule::new("10.1.3");
const SET_UP: Rule = Rule::new("10.2");
const FIRST: Rule = Rule::new("10.2.1");
const OTHERS: Rule = Rule::new("10.2.2");
const BACK: Rule = Rule::new("10.2.3");
const COURSE: Rule = Rule::new("10.3");
const COLLISIONS: Rule = Rule::new("5.11");

/// All divisions after the first have a ship within this range of it. [10.2.2]
const NEAR_FIRST: Inches = Inches::whole(6);
/// Distance abeam between divisions placed automatically.
const ABEAM_IN: f64 = 1.5;
/// Least distance of a rolled approach from the centre.
pub const MIN_APPROACH_IN: f64 = 4.0;
/// A rolled approach is farther than this from the enemy's bearing.
pub const MIN_BEARING_GAP_DEG: f64 = 72.0;
/// No ship begins closer to a shore.
const OFF_SHORE: Inches = Inches(50);
/// The longest retreat, across any table.
const FARTHEST_IN: f64 = 240.0;

/// Returns the next command that sets up a generated battle: weather, forces, approaches as given or rolled, then all
/// divisions. `None` once all are on the table. [10.1 to 10.3]
pub fn next_setup_command(state: &State, approaches: &[(SideId, (Inches, Fine))]) -> Option<Command> {
    if state.sighting_base.is_none() {
        return Some(Command::Generate { side: None });
    }
    let mut sides = state.setup.sides.iter().map(|side| side.id.clone());
    if let Some(side) = sides.clone().find(|side| !state.mustered_sides.contains(side)) {
        return Some(Command::Generate { side: Some(side) });
    }
    if let Some(side) = sides.find(|side| state.approach_of(side).is_none()) {
        let from = approaches.iter().find(|(stated_side, _)| *stated_side == side).map(|(_, from)| *from);
        return Some(Command::Approach { side, from });
    }
    let division = unplaced_divisions(state).next()?.id.clone();
    Some(Command::Deploy { division, at: None, speed: None })
}

fn unplaced_divisions(state: &State) -> impl Iterator<Item = &Arc<Division>> {
    state.divisions.iter().filter(|division| !state.has_position(&division.id))
}

fn centre(state: &State) -> Point {
    let table = survey::surface(state);
    Point::new(table.width_in / 2.0, table.depth_in / 2.0)
}

fn start_of(state: &State, approach: &Approach) -> Point {
    centre(state).moved(Bearing::new(approach.bearing.as_f64()), approach.distance.as_f64())
}

/// Returns a suggested bearing for a side: its own edge, else 45 for the first side and 225 for the other. [10.1.3]
pub fn likely_bearing(state: &State, side: &SideId) -> u16 {
    let is_first = state.setup.sides.first().is_some_and(|first| first.id == *side);
    let table = state.setup.generator.as_ref().and_then(|generator| generator.table_of(side));
    let edge = table.and_then(|table| table.approach_edges().first());
    edge.map_or(if is_first { 45 } else { 225 }, |edge| edge.outward().degrees() as u16)
}

/// Whether a bearing is towards a side's edges. It must be nearer to the middle of one than to that of any enemy edge,
/// and at most one and a half D10 steps from it.
fn is_towards_own_edge(state: &State, side: &SideId, bearing: f64) -> bool {
    let angle_from = |edge: &Edge| edge.outward().angle_to(Bearing::new(bearing));
    let tables = state.setup.generator.iter().flat_map(|generator| &generator.forces);
    let edges = tables.flat_map(|table| table.approach_edges().iter().map(|edge| (angle_from(edge), &table.side)));
    let nearest = edges.min_by(|(left, _), (right, _)| left.total_cmp(right));
    nearest.is_some_and(|(angle, nearest_side)| nearest_side == side && angle <= f64::from(FACE_DEG) * 1.5)
}

fn raise_force_duty(side: &SideId) -> Duty {
    Duty { rule: FORCES, task: Task::RaiseForce { side: side.clone() } }
}

/// Returns the duties before a generated scenario begins, in order. [10.1, 10.2]
pub fn setup_duties(state: &State) -> Vec<Duty> {
    if !state.is_placing() || state.segment != Segment::Plotting {
        return Vec::new();
    }
    let mut duties = Vec::new();
    if state.sighting_base.is_none() {
        duties.push(Duty { rule: WEATHER, task: Task::RollWeather });
    }
    for side in state.setup.sides.iter().map(|side| &side.id) {
        if !state.mustered_sides.contains(side) {
            duties.push(raise_force_duty(side));
        }
        if state.approach_of(side).is_none() {
            let task = Task::SayApproach { side: side.clone(), bearing_deg: likely_bearing(state, side) };
            duties.push(Duty { rule: APPROACH, task });
        }
    }
    if duties.is_empty() {
        let deploy =
            |division: &Arc<Division>| Duty { rule: SET_UP, task: Task::Deploy { division: division.id.clone() } };
        duties.extend(unplaced_divisions(state).map(deploy));
    }
    duties
}

/// Records a side's secret approach, distance and bearing from the centre, typed or rolled. [10.1.3]
///
/// Refused after placement, for an unknown side, and for a point off the table or at its centre. A roll needs a force.
pub(crate) fn state_approach(
    draft: &mut NavalDraft<'_>,
    side: &SideId,
    from: Option<(Inches, Fine)>,
) -> Result<(), NavalHalt> {
    check_placing(draft)?;
    let state = draft.state();
    draft.refuse_if(state.side(side).is_none(), APPROACH, || Reason::UnknownSide { side: side.clone() })?;
    let first = state.approach_of(side).and_then(|approach| approach.first.clone());
    draft.refuse_found(first, APPROACH, |division| TableReason::PlacedAlready { division })?;
    let (distance, bearing) = from.map_or_else(|| roll_approach(draft, side), Ok)?;
    draft.refuse_if(distance <= Inches::ZERO, APPROACH, || TableReason::ApproachAtCentre { side: side.clone() })?;
    let bearing = Fine(bearing.0.rem_euclid(3_600_000));
    let approach = Approach { side: side.clone(), distance, bearing, first: None };
    let start = start_of(draft.state(), &approach);
    placed_course::check_on_table(draft, &side.to_kind(), place_at(start))?;
    draft.refuse_found(land_at(&shores(draft.state()), start), APPROACH, |land| TableReason::BeginsAshore {
        unit: side.to_kind(),
        land,
    })?;
    draft.record(APPROACH, Fact::ApproachStated(approach));
    Ok(())
}

/// Rolls an approach. A D10 chooses a bearing in steps of 36 degrees, away from the enemy's, towards the side's own
/// edges if the theatre names them and one is open. A D6 chooses the distance: a 6 leaves room for the longest column,
/// each lower roll is an inch less.
fn roll_approach(draft: &mut NavalDraft<'_>, side: &SideId) -> Result<(Inches, Fine), NavalHalt> {
    let mustered = draft.state().mustered_sides.contains(side);
    draft.refuse_if(!mustered, FORCES, || Reason::DutiesDue { duties: vec![raise_force_duty(side)] })?;
    let bearings = possible_bearings(draft.state(), side);
    let chosen = choose_evenly(draft, bearings.len(), Purpose::ApproachBearing, side, APPROACH)?;
    let bearing = bearings.get(chosen).copied().unwrap_or_default();
    let face = draft.roll_die(DiceRequest::roll_one(6, Purpose::ApproachDistance(side.clone()), APPROACH))?;
    Ok((approach_distance(draft.state(), side, bearing, face), Fine::nearest(bearing)))
}

/// Returns the bearings from which the die of an approach chooses, in degrees. [10.1.3]
pub fn possible_bearings(state: &State, side: &SideId) -> Vec<f64> {
    let enemy = state.approaches.iter().find(|approach| approach.side != *side).map(|approach| approach.bearing);
    let is_clear_of_enemy = |bearing: f64| {
        enemy.is_none_or(|enemy| MIN_BEARING_GAP_DEG < Bearing::new(bearing).angle_to(Bearing::new(enemy.as_f64())))
    };
    let all = || (0..10_u16).map(|face| f64::from(face * FACE_DEG)).filter(|bearing| is_clear_of_enemy(*bearing));
    let off_shore = |bearing: &f64| is_clear(state, *bearing);
    let clear: Vec<f64> = all().filter(off_shore).collect();
    let own: Vec<f64> = clear.iter().copied().filter(|bearing| is_towards_own_edge(state, side, *bearing)).collect();
    [own, clear].into_iter().find(|bearings| !bearings.is_empty()).unwrap_or_else(|| all().collect())
}

/// Returns how far from the centre an approach begins on a bearing, for a D6 roll. [10.1.3]
pub fn approach_distance(state: &State, side: &SideId, bearing: f64, face: u8) -> Inches {
    let farthest = to_edge(state, bearing) - longest_column(state, side);
    Inches::nearest((farthest - f64::from(6_u8.saturating_sub(face))).max(MIN_APPROACH_IN))
}

/// Returns the land on which a point is, or whose shore is too close to begin there.
fn land_at(shores: &[(&Land, Area)], point: Point) -> Option<Id> {
    let found = shores
        .iter()
        .find(|(_, area)| area.contains(point) || Inches::nearest(area.edge_distance_in(point)) < OFF_SHORE);
    found.map(|(land, _)| land.id.clone())
}

/// Returns the land under a part of a base, or whose shore is too close to its middle.
fn land_under(shores: &[(&Land, Area)], base: &Base, pose: Pose) -> Option<Id> {
    let under = || shores.iter().find(|(_, area)| geometry::is_aground(base, pose, area));
    land_at(shores, pose.at).or_else(|| under().map(|(land, _)| land.id.clone()))
}

/// Whether the way from the edge of the table to its centre is clear of land, with room abeam for a second division.
fn is_clear(state: &State, bearing: f64) -> bool {
    let shores = shores(state);
    let (centre, bearing) = (centre(state), Bearing::new(bearing));
    let steps = (0..).map(f64::from).take_while(|step| *step <= to_edge(state, bearing.degrees()));
    let mut way = steps.flat_map(|step| {
        let point = centre.moved(bearing, step);
        [-ABEAM_IN, 0.0, ABEAM_IN].map(|off| point.moved(bearing.turned(90.0), off))
    });
    way.all(|point| land_at(&shores, point).is_none())
}

/// Returns the inches from the centre to the table's edge on a bearing.
pub fn to_edge(state: &State, bearing: f64) -> f64 {
    let (half_width, half_depth) = (centre(state).x(), centre(state).y());
    let (east, north) = (bearing.to_radians().sin().abs(), bearing.to_radians().cos().abs());
    let along = |half: f64, part: f64| if part > 1e-9 { half / part } else { f64::INFINITY };
    along(half_width, east).min(along(half_depth, north))
}

/// Returns the inches from the first base's middle to half a base behind the last, in a side's longest column.
fn longest_column(state: &State, side: &SideId) -> f64 {
    let own = state.divisions.iter().filter(|division| division.side == *side);
    let columns = own.filter_map(|division| in_column(state, division).pop());
    columns.map(|(last, astern)| astern + last.card.base_length.as_f64()).fold(0.0, f64::max)
}

/// Returns a division's bases, each with its distance astern of the first in column.
fn in_column<'s>(state: &'s State, division: &'s Division) -> Vec<(&'s Ship, f64)> {
    let mut ships: Vec<&Ship> = state.ships_of_division(&division.id).filter(|ship| ship.is_in_action()).collect();
    if division.one_base {
        ships.truncate(1);
    }
    let astern = placed_course::astern_in_column(state, &ships);
    ships.into_iter().zip(astern).collect()
}

/// Refuses to move before all divisions of both sides are placed. The set-up cannot be waived. [10.2, Q44]
pub(crate) fn check_all_placed(draft: &NavalDraft<'_>) -> Result<(), NavalHalt> {
    let duties = setup_duties(draft.state());
    draft.refuse_if(!duties.is_empty(), SET_UP, || TableReason::NotSetUp { duties })
}

/// Refuses if no forces are being placed, or the battle has begun.
fn check_placing(draft: &NavalDraft<'_>) -> Result<(), NavalHalt> {
    let state = draft.state();
    let setting_up = state.turn == 1 && state.segment == Segment::Plotting;
    draft.refuse_if(!state.is_placing() || !setting_up, GENERATED, || TableReason::NothingGenerated)
}

/// Deploys a division: a side's first at its approach, steering for the centre, the others within 6.0 of it and on the
/// same course. [10.2.1, 10.2.2, 10.3, Q44]
///
/// After the last division, sides in sight retreat, once. [10.2.3] Refused unless weather and forces are rolled and
/// every side has an approach. The side's first division must be at the approach and the others close enough. Every
/// ship must be on the table, off land and on no friendly base, and the speed within the allowance.
pub(crate) fn deploy(
    draft: &mut NavalDraft<'_>,
    id: &Id,
    typed_point: Option<(Fine, Fine)>,
    speed: Option<Inches>,
) -> Result<(), NavalHalt> {
    check_placing(draft)?;
    let state = draft.state();
    let division = draft.need(state.division_of(id).cloned(), SET_UP, || Reason::UnknownUnit { unit: id.clone() })?;
    if let Some(duty) = setup_duties(state).into_iter().find(|duty| duty.rule != SET_UP) {
        return draft.refuse(duty.rule, Reason::DutiesDue { duties: vec![duty] });
    }
    let Some(approach) = state.approach_of(&division.side).cloned() else { return Ok(()) };
    let start = start_of(state, &approach);
    let first = approach.first.clone().unwrap_or_else(|| division.id.clone());
    let is_first = first == division.id;
    let point = match typed_point {
        _ if is_first => Some(start),
        Some((x, y)) => Some(Point::new(x.as_f64(), y.as_f64())),
        None => free_point(state, &division, &approach),
    };
    let (id, start) = (|| division.id.clone(), place_at(start));
    let at = draft.need(point, OTHERS, || TableReason::NoRoomBeside { division: id(), first: first.clone() })?;
    let elsewhere = typed_point.filter(|(x, y)| is_first && (*x, *y) != (start.x, start.y));
    draft.refuse_found(elsewhere, FIRST, |(x, y)| TableReason::NotAtStart { division: id(), x, y, start })?;
    let heading = course_of(state, &approach);
    let rule = if is_first { FIRST } else { OTHERS };
    place_division(draft, &division.id, Pose { at, heading }, speed, rule)?;
    if !is_first {
        check_near_first(draft, &division.id, first)?;
    }
    check_no_overlap(draft, &division.id)?;
    draft.record(rule, Fact::DivisionDeployed { division: division.id, first: is_first });
    finish_placement(draft);
    Ok(())
}

/// Ends placement once the last division is on the table: sides in sight retreat once, and friends whose tracks would
/// meet are recorded. [10.2.3, 10.3, Q44]
pub(crate) fn finish_placement(draft: &mut NavalDraft<'_>) {
    if !draft.state().is_placing() || !setup_duties(draft.state()).is_empty() {
        return;
    }
    retreat_out_of_sight(draft);
    draft.record(COURSE, Fact::ForcesPlaced);
    let found = moves::lookahead::friends_on_collision_course(draft.state(), None, moves::lookahead::QUICK_TURNS);
    moves::lookahead::record_converging(draft, found);
}

/// Returns a side's course: from its approach to the centre. [10.3, Q44]
fn course_of(state: &State, approach: &Approach) -> Bearing {
    Bearing::between(start_of(state, approach), centre(state)).unwrap_or(Bearing::NORTH)
}

/// Refuses a division with a base on a friendly one. [5.11]
fn check_no_overlap(draft: &NavalDraft<'_>, id: &Id) -> Result<(), NavalHalt> {
    let state = draft.state();
    let (own_bases, others): (Vec<PlacedBase<'_>>, Vec<PlacedBase<'_>>) =
        survey::placed_bases(state).into_iter().partition(|base| base.ship.division == *id);
    for base in &own_bases {
        let mut friends = others.iter().filter(|other| other.ship.side == base.ship.side);
        if let Some(friend) = friends.find(|other| base.base.overlaps(base.pose, &other.base, other.pose)) {
            let (division, ship, other) = (id.clone(), base.ship.id.clone(), friend.ship.id.clone());
            return draft.refuse(COLLISIONS, TableReason::OverlapsFriend { division, ship, other }.into());
        }
    }
    Ok(())
}

fn place_at(point: Point) -> Place {
    Place::rounded(Pose { at: point, heading: Bearing::NORTH })
}

/// Returns a free position near the first division of the side: abeam, alternately to starboard and port, then farther
/// off. If none is free, also ahead or astern. [10.2.2]
fn free_point(state: &State, division: &Division, approach: &Approach) -> Option<Point> {
    let start = start_of(state, approach);
    let course = course_of(state, approach);
    let (table, mut bases, shores) = (survey::surface(state), survey::placed_bases(state), shores(state));
    bases.retain(|placed| placed.ship.division != division.id);
    let abeam = |step: i32| [1.0, -1.0].map(|hand| hand * ABEAM_IN * f64::from(step));
    let ranks = [0.0, 1.0, -1.0, 2.0, -2.0].map(|rank| rank * ABEAM_IN);
    let mut points = ranks.into_iter().flat_map(|ahead| {
        let rank = start.moved(course, ahead);
        let near = (1..=4).flat_map(abeam).filter(move |off| off.hypot(ahead) <= NEAR_FIRST.as_f64());
        near.map(move |off| rank.moved(course.turned(90.0), off))
    });
    points.find(|point| {
        let lead = Pose { at: *point, heading: course };
        in_column(state, division).iter().all(|(ship, astern)| {
            let (base, pose) = (base_of(state, ship), lead.advanced(-astern));
            let off_shore = land_under(&shores, &base, pose).is_none();
            table.contains(pose.at)
                && off_shore
                && !bases.iter().any(|placed| base.overlaps(pose, &placed.base, placed.pose))
        })
    })
}

/// Places a division's ships in column from a pose, at a speed that all can make.
fn place_division(
    draft: &mut NavalDraft<'_>,
    id: &Id,
    lead: Pose,
    speed: Option<Inches>,
    rule: Rule,
) -> Result<(), NavalHalt> {
    let state = draft.state();
    let Some(division) = state.division(id) else { return Ok(()) };
    let ships = || state.ships_of_division(id).filter(|ship| ship.is_in_action());
    let speed = speed.or_else(|| ships().map(|ship| ship.speed_allowance()).min()).unwrap_or(Inches::ZERO);
    ships().try_for_each(|ship| pace::check_allowance(Some(ship), speed))?;
    let side = division.side.clone();
    let column = in_column(state, division);
    let place =
        |(ship, astern): &(&Ship, f64)| (ship.id.clone(), base_of(state, ship), Place::rounded(lead.advanced(-astern)));
    for (ship, base, at) in column.iter().map(place).collect::<Vec<(Id, Base, Place)>>() {
        placed_course::check_on_table(draft, &ship, at)?;
        let land = land_under(&shores(draft.state()), &base, at.pose());
        draft.refuse_found(land, rule, |land| TableReason::BeginsAshore { unit: ship.clone(), land })?;
        draft.record(rule, Fact::ShipPlaced { ship, card: None, side: side.clone(), at, speed });
    }
    placed_course::update_course(draft, id);
    Ok(())
}

/// Refuses a division without a ship within 6.0 of the first.
fn check_near_first(draft: &NavalDraft<'_>, division: &Id, first: Id) -> Result<(), NavalHalt> {
    let far = range_between(draft.state(), division, &first).filter(|range| NEAR_FIRST < *range);
    let division = division.clone();
    draft.refuse_found(far, OTHERS, |range| TableReason::FarFromFirst { division, first, range })
}

/// Returns the range between the nearest ships of two divisions.
fn range_between(state: &State, left: &Id, right: &Id) -> Option<Inches> {
    let ranges = state.setup.options.ranges;
    let bases = survey::placed_bases(state);
    let own_bases = bases.iter().filter(|from| from.ship.division == *left);
    let other_bases = || bases.iter().filter(|to| to.ship.division == *right);
    own_bases.flat_map(|from| other_bases().map(move |to| from.range(ranges, to))).min()
}

/// How far each side retreats: both equally, or one farther if the other would leave the table or touch land. (Q17)
type Retreat = Vec<(SideId, f64)>;

/// Moves sides in sight back along their courses until the nearest ships are at the sighting range. [10.2.3]
fn retreat_out_of_sight(draft: &mut NavalDraft<'_>) {
    let state = draft.state();
    let Some(sight) = state.sighting_base else { return };
    let range_after = |back: f64| nearest_after(state, &retreat_of_sides(state, back));
    let range = range_after(0.0);
    if sight <= range {
        return;
    }
    let mut far = 0.25;
    while range_after(far) < sight && far < FARTHEST_IN {
        far += 0.25;
    }
    if range_after(far) < sight {
        return draft.record(BACK, Fact::StayInSight { range });
    }
    let (mut near, mut reached) = (far - 0.25, far);
    while reached - near > 1e-5 {
        let middle = (near + reached) / 2.0;
        if range_after(middle) < sight { near = middle } else { reached = middle }
    }
    let retreat = retreat_of_sides(state, reached);
    let placements = |base: PlacedBase<'_>| {
        let (at, ship) = (place_after(&base, &retreat), base.ship);
        let (id, side) = (ship.id.clone(), ship.side.clone());
        Fact::ShipPlaced { ship: id, card: None, side, at, speed: ship.speed }
    };
    let placements: Vec<Fact> = survey::placed_bases(state).into_iter().map(placements).collect();
    let back = retreat.into_iter().map(|(side, inches)| (side, Inches::nearest(inches))).collect();
    draft.record(BACK, Fact::SidesDrewBack { back });
    draft.record_all(BACK, placements);
    draft.state().division_ids().iter().for_each(|division| placed_course::update_course(draft, division));
}

/// Returns each side's retreat: `inches`, or less to stay on the table and off land. The other then goes farther.
fn retreat_of_sides(state: &State, inches: f64) -> Retreat {
    let (table, bases, shores) = (survey::surface(state), survey::placed_bases(state), shores(state));
    let stays_clear = |side: &SideId, back: f64| {
        let mut own = bases.iter().filter(|base| base.ship.side == *side);
        own.all(|base| {
            let pose = base.pose.advanced(-back);
            table.contains(pose.at) && land_under(&shores, &base.base, pose).is_none()
        })
    };
    let retreat_of = |side: &SideId| {
        if stays_clear(side, inches) {
            return inches;
        }
        let (mut low, mut high) = (0.0, inches);
        while high - low > 1e-6 {
            let middle = (low + high) / 2.0;
            if stays_clear(side, middle) { low = middle } else { high = middle }
        }
        low
    };
    let sides: Vec<(SideId, f64)> =
        state.setup.sides.iter().map(|side| (side.id.clone(), retreat_of(&side.id))).collect();
    let short: f64 = sides.iter().map(|(_, back)| inches - back).sum();
    let with_shortfall = |(side, back): (SideId, f64)| {
        let whole = inches - back < 1e-6;
        let more = if whole && 0.0 < short && stays_clear(&side, back + short) { back + short } else { back };
        (side, more)
    };
    sides.into_iter().map(with_shortfall).collect()
}

fn place_after(base: &PlacedBase<'_>, retreat: &Retreat) -> Place {
    let back = retreat.iter().find(|(side, _)| *side == base.ship.side).map_or(0.0, |(_, back)| *back);
    Place::rounded(base.pose.advanced(-back))
}

/// Returns the range between the nearest opponents after a retreat.
fn nearest_after(state: &State, retreat: &Retreat) -> Inches {
    let ranges = state.setup.options.ranges;
    let mut bases = survey::placed_bases(state);
    bases.iter_mut().for_each(|base| base.pose = place_after(base, retreat).pose());
    let is_pair = |left: &PlacedBase<'_>, right: &PlacedBase<'_>| left.ship.side < right.ship.side;
    let pairs = bases.iter().flat_map(|left| bases.iter().map(move |other| (left, other)));
    let distances = pairs.filter(|(left, right)| is_pair(left, right)).map(|(left, other)| left.range(ranges, other));
    distances.min().unwrap_or(Inches::whole(999))
}
