//! 10.1.3 to 10.3: where the forces of a generated scenario begin, and where they steer.
pub use crate::model::Approach;
use crate::{
    Command, Division, Duty, Fact, Fine, Id, Inches, Naval, NavalDraft, NavalEvent, NavalHalt, Place, Purpose, Reason,
    Segment, Setup, Ship, State, TableReason, Task,
    begin::begin,
    generated::FACE_DEG,
    movement,
    rolls::one_of,
    survey::{self, Stand},
};
use geometry::{Bearing, Point, Pose, Table};
use play::{self, Ask, Rule};
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
const ALLOWANCE: Rule = Rule::new("5.4");
const COLLISIONS: Rule = Rule::new("5.11");

/// One ship of every other division lies within this of the first. [10.2.2]
const NEAR_FIRST: Inches = Inches::whole(6);
/// Divisions placed by themselves lie so far abeam of each other.
const ABEAM_IN: f64 = 1.5;
/// An approach that is diced for is no nearer to the centre, and no nearer to the enemy's bearing.
const NEAREST_IN: f64 = 4.0;
const APART_DEG: f64 = 72.0;
/// Sides draw back no farther than across any table.
const FARTHEST_IN: f64 = 240.0;

/// Draws up a battle by every step of chapter 10 in turn: weather, forces, approaches as said or else diced for, and all
/// divisions placed where there is room. [10.1 to 10.3]
///
/// # Errors
/// Whatever `decide` answers to one of the commands.
pub fn draw_up<E>(
    setup: &Setup,
    said: &[(Id, (Inches, Fine))],
    mut decide: impl FnMut(&State, &Command) -> Result<Vec<NavalEvent>, E>,
) -> Result<State, E> {
    let mut state = begin(setup);
    let mut order = |command: Command, state: &mut State| -> Result<(), E> {
        let events = decide(state, &command)?;
        play::apply_all::<Naval>(state, &events);
        Ok(())
    };
    order(Command::Generate { side: None }, &mut state)?;
    for side in &setup.sides {
        order(Command::Generate { side: Some(side.id.clone()) }, &mut state)?;
    }
    for side in &setup.sides {
        let from = said.iter().find(|(one, _)| *one == side.id).map(|(_, from)| *from);
        order(Command::Approach { side: side.id.clone(), from }, &mut state)?;
    }
    let divisions: Vec<Id> = state.divisions.iter().map(|division| division.id.clone()).collect();
    for division in divisions {
        order(Command::Deploy { division, at: None, speed: None }, &mut state)?;
    }
    Ok(state)
}

/// The middle of the playing surface.
fn centre(state: &State) -> Point {
    Point::new(state.setup.table.width.as_f64() / 2.0, state.setup.table.height.as_f64() / 2.0)
}

fn start_of(state: &State, approach: &Approach) -> Point {
    centre(state).moved(Bearing::new(approach.bearing.as_f64()), approach.distance.as_f64())
}

/// A bearing from which a side may come: the second from opposite the first. [10.1.3]
pub fn likely_bearing(state: &State, side: &Id) -> u16 {
    let is_first = state.setup.sides.first().is_some_and(|first| first.id == *side);
    if is_first { 45 } else { 225 }
}

fn raise(side: &Id) -> Duty {
    Duty { rule: FORCES, task: Task::RaiseForce { side: side.clone() } }
}

/// What is still owed before a generated scenario begins, in order. [10.1, 10.2]
pub fn owed(state: &State) -> Vec<Duty> {
    if !state.is_placing() || state.segment != Segment::Plotting {
        return Vec::new();
    }
    let mut owed = Vec::new();
    if state.sighting_base.is_none() {
        owed.push(Duty { rule: WEATHER, task: Task::RollWeather });
    }
    for side in state.setup.sides.iter().map(|side| &side.id) {
        if !state.mustered.contains(side) {
            owed.push(raise(side));
        }
        if state.approach_of(side).is_none() {
            let task = Task::SayApproach { side: side.clone(), bearing_deg: likely_bearing(state, side) };
            owed.push(Duty { rule: APPROACH, task });
        }
    }
    if owed.is_empty() {
        let unplaced = state.divisions.iter().filter(|division| !state.is_tracked(&division.id));
        let deploy = |one: &Arc<Division>| Duty { rule: SET_UP, task: Task::Deploy { division: one.id.clone() } };
        owed.extend(unplaced.map(deploy));
    }
    owed
}

/// A side says secretly from where it comes, distance and bearing from the centre, or has it diced for. [10.1.3]
///
/// # Errors
/// Refused where nothing is placed any more, for what is no side, and for a point off the table or at its very centre;
/// dice for a side without a force; dice missing.
pub(crate) fn approach(draft: &mut NavalDraft<'_>, side: &Id, from: Option<(Inches, Fine)>) -> Result<(), NavalHalt> {
    placing(draft)?;
    let state = draft.state();
    if state.side(side).is_none() {
        return draft.refuse(APPROACH, Reason::UnknownUnit { unit: side.clone() });
    }
    if let Some(first) = state.approach_of(side).and_then(|approach| approach.first.clone()) {
        return draft.refuse(APPROACH, TableReason::PlacedAlready { division: first }.into());
    }
    let (distance, bearing) = match from {
        Some(said) => said,
        None => diced(draft, side)?,
    };
    if distance == Inches::ZERO {
        return draft.refuse(APPROACH, TableReason::ApproachAtCentre { side: side.clone() }.into());
    }
    let bearing = Fine(bearing.0.rem_euclid(3_600_000));
    let approach = Approach { side: side.clone(), distance, bearing, first: None };
    movement::on_table(draft, side, place_at(start_of(draft.state(), &approach)))?;
    draft.note(APPROACH, Fact::ApproachStated(approach));
    Ok(())
}

/// A bearing by a D10, in steps of 36 degrees and none near the enemy's; then how far, by a D6: a face of 6 leaves just
/// room for the longest column, every face less is an inch less.
fn diced(draft: &mut NavalDraft<'_>, side: &Id) -> Result<(Inches, Fine), NavalHalt> {
    let state = draft.state();
    if !state.mustered.contains(side) {
        return draft.refuse(FORCES, Reason::StillOwed { duties: vec![raise(side)] });
    }
    let enemy = state.approaches.iter().find(|approach| approach.side != *side).map(|approach| approach.bearing);
    let apart = |bearing: f64| {
        enemy.is_none_or(|enemy| {
            let turned = (bearing - enemy.as_f64()).rem_euclid(360.0);
            turned.min(360.0 - turned) > APART_DEG
        })
    };
    let bearings: Vec<f64> =
        (0..10_u16).map(|face| f64::from(face * FACE_DEG)).filter(|bearing| apart(*bearing)).collect();
    let lane_in = longest_column(state, side);
    let chosen = one_of(draft, bearings.len(), Purpose::ApproachBearing, side, APPROACH)?;
    let bearing = bearings.get(chosen).copied().unwrap_or_default();
    let face = draft.roll(Ask::one(6, Purpose::ApproachDistance(side.clone()), APPROACH))?;
    let farthest = to_edge(draft.state(), bearing) - lane_in;
    let distance = (farthest - f64::from(6 - face)).max(NEAREST_IN);
    Ok((Inches::nearest(distance), Fine::nearest(bearing)))
}

/// Inches from the centre to the edge of the table on a bearing.
fn to_edge(state: &State, bearing: f64) -> f64 {
    let (half_width, half_depth) = (state.setup.table.width.as_f64() / 2.0, state.setup.table.height.as_f64() / 2.0);
    let (east, north) = (bearing.to_radians().sin().abs(), bearing.to_radians().cos().abs());
    let along = |half: f64, part: f64| if part > 1e-9 { half / part } else { f64::INFINITY };
    along(half_width, east).min(along(half_depth, north))
}

/// Inches from the middle of the first base of a side's longest column to the end of its last.
fn longest_column(state: &State, side: &Id) -> f64 {
    let own = state.divisions.iter().filter(|division| division.side == *side);
    let lengths = own.map(|division| {
        let column = in_column(state, division);
        column.last().map_or(0.0, |(ship, astern)| astern + ship.card.base_length.as_f64())
    });
    lengths.fold(0.0, f64::max)
}

/// The bases of a division, each as far astern of the first as its place in column is.
fn in_column<'s>(state: &'s State, division: &'s Division) -> Vec<(&'s Ship, f64)> {
    let interval = state.setup.options.interval.as_f64();
    let ships: Vec<&Ship> = state.ships_of_division(&division.id).filter(|ship| ship.in_action()).collect();
    let count = if division.one_base { 1 } else { ships.len() };
    let (mut astern, mut before) = (0.0, None);
    let mut column = Vec::with_capacity(count);
    for ship in ships.into_iter().take(count) {
        let half = ship.card.base_length.as_f64() / 2.0;
        astern += before.map_or(0.0, |before: f64| before + interval + half);
        before = Some(half);
        column.push((ship, astern));
    }
    column
}

/// Nothing moves before every division of both sides lies on the table. [10.2, Q44]
///
/// # Errors
/// Refused while a step of the set-up is owed; it cannot be waived.
pub(crate) fn all_placed(draft: &NavalDraft<'_>) -> Result<(), NavalHalt> {
    let duties = owed(draft.state());
    if duties.is_empty() { Ok(()) } else { draft.refuse(SET_UP, TableReason::NotSetUp { duties }.into()) }
}

/// # Errors
/// Refused when no forces are being placed, or the battle has begun.
fn placing(draft: &NavalDraft<'_>) -> Result<(), NavalHalt> {
    let state = draft.state();
    let setting_up = state.turn == 1 && state.segment == Segment::Plotting;
    if state.is_placing() && setting_up {
        Ok(())
    } else {
        draft.refuse(GENERATED, TableReason::NothingGenerated.into())
    }
}

/// Puts a division on the table: the first of its side at the point of its approach, steering for the centre, every other
/// with a ship within 6.0 of that one and on the same course. [10.2.1, 10.2.2, 10.3, Q44]
///
/// When the last of both sides lies there, sides in sight of each other draw back, once. [10.2.3]
///
/// # Errors
/// Refused unless: weather and forces are rolled and the side has said whence it comes; the division is its own and in
/// action; the first is put at the point and the others near enough; every ship lies on the table and on no friend's base;
/// the speed is within the allowance.
pub(crate) fn deploy(
    draft: &mut NavalDraft<'_>,
    id: &Id,
    at: Option<(Fine, Fine)>,
    speed: Option<Inches>,
) -> Result<(), NavalHalt> {
    placing(draft)?;
    let state = draft.state();
    let Some(division) = state.division_of(id).cloned() else {
        return draft.refuse(SET_UP, Reason::UnknownUnit { unit: id.clone() });
    };
    if let Some(duty) = owed(state).into_iter().find(|duty| duty.rule != SET_UP) {
        return draft.refuse(duty.rule, Reason::StillOwed { duties: vec![duty] });
    }
    let Some(approach) = state.approach_of(&division.side).cloned() else { return Ok(()) };
    let start = start_of(state, &approach);
    let is_first = approach.first.as_ref().is_none_or(|first| *first == division.id);
    let point = match at {
        _ if is_first => start,
        Some((x, y)) => Point::new(x.as_f64(), y.as_f64()),
        None => match beside(state, &division, &approach) {
            Some(point) => point,
            None => {
                let first = approach.first.clone().unwrap_or_else(|| division.id.clone());
                return draft.refuse(OTHERS, TableReason::NoRoomBeside { division: division.id, first }.into());
            }
        },
    };
    if let Some((x, y)) = at.filter(|at| is_first && place_at(start) != Place { x: at.0, y: at.1, heading: Fine::ZERO })
    {
        let reason = TableReason::NotAtStart { division: division.id, x, y, start: place_at(start) };
        return draft.refuse(FIRST, reason.into());
    }
    let heading = course_of(state, &approach);
    let rule = if is_first { FIRST } else { OTHERS };
    put(draft, &division.id, Pose { at: point, heading }, speed, rule)?;
    if !is_first {
        near_first(draft, &division.id, &approach)?;
    }
    on_no_friend(draft, &division.id)?;
    draft.note(rule, Fact::DivisionDeployed { division: division.id, first: is_first });
    settle(draft);
    Ok(())
}

/// When the last division lies on the table, sides in sight of each other draw back, once and for all, and friends whose
/// tracks would meet are told. [10.2.3, 10.3, Q44]
pub(crate) fn settle(draft: &mut NavalDraft<'_>) {
    if !draft.state().is_placing() || !owed(draft.state()).is_empty() {
        return;
    }
    draw_back(draft);
    draft.note(COURSE, Fact::ForcesPlaced);
    for movement::Converging { one, other, turn } in movement::converging(draft.state(), None, movement::QUICK_TURNS) {
        draft.note(COLLISIONS, Fact::FriendsConverge { one, other, turn });
    }
}

/// The course of a side: from the point of its approach to the centre. [10.3, Q44]
fn course_of(state: &State, approach: &Approach) -> Bearing {
    Bearing::to(start_of(state, approach), centre(state)).unwrap_or(Bearing::NORTH)
}

/// # Errors
/// Refused when a base of a division would lie on that of a friend. [5.11]
fn on_no_friend(draft: &NavalDraft<'_>, id: &Id) -> Result<(), NavalHalt> {
    let state = draft.state();
    let (own, others): (Vec<Stand<'_>>, Vec<Stand<'_>>) =
        survey::stands(state).into_iter().partition(|stand| stand.ship.division == *id);
    for one in &own {
        let friends = others.iter().filter(|other| other.ship.side == one.ship.side);
        let on = friends.into_iter().find(|other| one.base.overlaps(one.pose, &other.base, other.pose));
        if let Some(on) = on {
            let (division, ship, other) = (id.clone(), one.ship.id.clone(), on.ship.id.clone());
            return draft.refuse(OTHERS, TableReason::OnFriend { division, ship, other }.into());
        }
    }
    Ok(())
}

fn place_at(point: Point) -> Place {
    Place::rounded(Pose { at: point, heading: Bearing::NORTH })
}

/// Where a division finds room abeam of the first of its side: to starboard and to port by turns, then farther off.
fn beside(state: &State, division: &Division, approach: &Approach) -> Option<Point> {
    let start = start_of(state, approach);
    let course = course_of(state, approach);
    let taken: Vec<Stand<'_>> =
        survey::stands(state).into_iter().filter(|one| one.ship.division != division.id).collect();
    let (width_in, depth_in) = (state.setup.table.width.as_f64(), state.setup.table.height.as_f64());
    let table = Table { width_in, depth_in };
    let steps = (1..=4).flat_map(|step| [1.0, -1.0].map(|hand| hand * ABEAM_IN * f64::from(step)));
    let points = steps.map(|off| start.moved(course.turned(90.0), off));
    points.into_iter().find(|point| {
        let lead = Pose { at: *point, heading: course };
        in_column(state, division).iter().all(|(ship, astern)| {
            let (base, pose) = (survey::base_of(state, ship), lead.advanced(-astern));
            table.holds(pose.at) && !taken.iter().any(|one| base.overlaps(pose, &one.base, one.pose))
        })
    })
}

/// Lays the ships of a division in column from a pose, at a speed that all can make.
fn put(draft: &mut NavalDraft<'_>, id: &Id, lead: Pose, speed: Option<Inches>, rule: Rule) -> Result<(), NavalHalt> {
    let state = draft.state();
    let Some(division) = state.division(id) else { return Ok(()) };
    let ships = || state.ships_of_division(id).filter(|ship| ship.in_action());
    let slowest = ships().map(|ship| ship.allowance()).min().unwrap_or(Inches::ZERO);
    let speed = speed.unwrap_or(slowest);
    if let Some(slow) = ships().find(|ship| ship.allowance() < speed) {
        let reason = Reason::AboveAllowance { ship: slow.id.clone(), speed, max: slow.allowance() };
        return draft.refuse(ALLOWANCE, reason);
    }
    let side = division.side.clone();
    let column = in_column(state, division);
    let places = column.iter().map(|(ship, astern)| (ship.id.clone(), Place::rounded(lead.advanced(-astern))));
    for (ship, at) in places.collect::<Vec<(Id, Place)>>() {
        movement::on_table(draft, &ship, at)?;
        draft.note(rule, Fact::ShipPlaced { ship, card: None, side: side.clone(), at, speed });
    }
    movement::formed_again(draft, id);
    Ok(())
}

/// # Errors
/// Refused when no ship of a division lies within 6.0 of the one at the start.
fn near_first(draft: &NavalDraft<'_>, id: &Id, approach: &Approach) -> Result<(), NavalHalt> {
    let state = draft.state();
    let Some(first) = approach.first.as_ref() else { return Ok(()) };
    let nearest = range_between(state, id, first);
    match nearest.filter(|range| NEAR_FIRST < *range) {
        Some(range) => {
            let (division, first) = (id.clone(), first.clone());
            draft.refuse(OTHERS, TableReason::FarFromFirst { division, first, range }.into())
        }
        None => Ok(()),
    }
}

/// The range between the nearest ships of two divisions.
fn range_between(state: &State, one: &Id, other: &Id) -> Option<Inches> {
    let ranges = state.setup.options.ranges;
    let stands = |id: &Id| -> Vec<Stand<'_>> {
        let here = survey::stands(state).into_iter();
        here.filter(|stand| stand.ship.division == *id).collect()
    };
    let (mine, theirs) = (stands(one), stands(other));
    mine.iter().flat_map(|from| theirs.iter().map(move |to| from.range(ranges, to))).min()
}

/// How far each side goes back: both alike, one alone when the other would leave the table. (Q17)
struct Retreat {
    sides: Vec<(Id, f64)>,
}

/// Sides in sight of each other move back along their courses until the nearest ships are at the sighting range. [10.2.3]
fn draw_back(draft: &mut NavalDraft<'_>) {
    let state = draft.state();
    let Some(sight) = state.sighting_base else { return };
    let apart = |back: f64| nearest_after(state, &retreat(state, back));
    let range = apart(0.0);
    if sight <= range {
        return;
    }
    let mut far = 0.25;
    while apart(far) < sight && far < FARTHEST_IN {
        far += 0.25;
    }
    if apart(far) < sight {
        draft.note(BACK, Fact::StayInSight { range });
        return;
    }
    let (mut near, mut reached) = (far - 0.25, far);
    while reached - near > 1e-5 {
        let middle = (near + reached) / 2.0;
        if apart(middle) < sight { near = middle } else { reached = middle }
    }
    let retreat = retreat(state, reached);
    let moves: Vec<(Id, Place, Inches)> = moved_back(state, &retreat);
    let back = retreat.sides.iter().map(|(side, inches)| (side.clone(), Inches::nearest(*inches))).collect();
    draft.note(BACK, Fact::SidesDrewBack { back });
    for (ship, at, speed) in moves {
        let Some(side) = draft.state().ship(&ship).map(|ship| ship.side.clone()) else { continue };
        draft.note(BACK, Fact::ShipPlaced { ship, card: None, side, at, speed });
    }
    let divisions: Vec<Id> = draft.state().divisions.iter().map(|division| division.id.clone()).collect();
    for division in divisions {
        movement::formed_again(draft, &division);
    }
}

/// Each side as far back as `inches`, or as far as its ships stay on the table.
fn retreat(state: &State, inches: f64) -> Retreat {
    let (width_in, depth_in) = (state.setup.table.width.as_f64(), state.setup.table.height.as_f64());
    let table = Table { width_in, depth_in };
    let stays = |side: &Id, back: f64| {
        let own = survey::stands(state).into_iter().filter(|stand| stand.ship.side == *side);
        own.map(|stand| stand.pose.advanced(-back).at).all(|at| table.holds(at))
    };
    let most = |side: &Id| {
        if stays(side, inches) {
            return inches;
        }
        let (mut on, mut off) = (0.0, inches);
        while off - on > 1e-6 {
            let middle = (on + off) / 2.0;
            if stays(side, middle) { on = middle } else { off = middle }
        }
        on
    };
    let sides: Vec<(Id, f64)> = state.setup.sides.iter().map(|side| (side.id.clone(), most(&side.id))).collect();
    let short: f64 = sides.iter().map(|(_, back)| inches - back).sum();
    let further = |(side, back): (Id, f64)| {
        let whole = inches - back < 1e-6;
        let more = if whole && 0.0 < short && stays(&side, back + short) { back + short } else { back };
        (side, more)
    };
    Retreat { sides: sides.into_iter().map(further).collect() }
}

fn back_of(retreat: &Retreat, side: &Id) -> f64 {
    retreat.sides.iter().find(|(one, _)| one == side).map_or(0.0, |(_, back)| *back)
}

/// The range between the nearest opponents after a retreat.
fn nearest_after(state: &State, retreat: &Retreat) -> Inches {
    let ranges = state.setup.options.ranges;
    let moved = |stand: Stand<'_>| {
        let back = back_of(retreat, &stand.ship.side);
        (stand.ship.side.clone(), stand.base, Place::rounded(stand.pose.advanced(-back)).pose())
    };
    let all: Vec<_> = survey::stands(state).into_iter().map(moved).collect();
    let first = state.ships.first();
    let mut nearest = Inches::whole(999);
    for (side, base, pose) in &all {
        for (other, other_base, other_pose) in all.iter().filter(|(other, ..)| other != side) {
            let Some(ship) = first.filter(|_| side < other) else { continue };
            let stand = |base, pose| Stand { ship, base, pose };
            nearest = nearest.min(stand(*base, *pose).range(ranges, &stand(*other_base, *other_pose)));
        }
    }
    nearest
}

fn moved_back(state: &State, retreat: &Retreat) -> Vec<(Id, Place, Inches)> {
    let place = |stand: Stand<'_>| {
        let back = back_of(retreat, &stand.ship.side);
        (stand.ship.id.clone(), Place::rounded(stand.pose.advanced(-back)), stand.ship.speed)
    };
    survey::stands(state).into_iter().map(place).collect()
}
