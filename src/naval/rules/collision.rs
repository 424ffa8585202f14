//! 5.11: ships whose bases overlap may collide.
use crate::model::{
    Collision, CollisionCheck, CollisionRisk, CollisionRow, ContactKind, Division, Half, Purpose, Ship, ShipType,
    TableReason, base::base_of, chart::TableKind,
};
use crate::rules::{damage, formation::kinds, survey::motion_of};
use crate::{Fact, Id, Inches, NavalDraft, NavalHalt, Reason, Segment, State, refuse_out_of_action, require_segment};
use geometry::{Base, Motion, Mover, Pose, first_overlap, range_in};
use play::{DiceRequest, Rule};

const COLLISION: Rule = Rule::new("5.11");

/// Overlapping ships collide on this D10 roll or less. [5.11]
const COLLIDES_ON: u8 = 1;
/// A bow this close to a base touches it, because recorded positions are rounded.
const TOUCH_IN: f64 = 0.01;
/// The ends of a base, in base lengths ahead of its middle.
const BOW: f64 = 0.5;
const STERN: f64 = -0.5;
/// Ships on courses less than this far from parallel only scrape. (5.11, house)
const SCRAPE_DEG: f64 = 30.0;

impl ContactKind {
    fn blows(self) -> (CollisionRow, CollisionRow) {
        match self {
            ContactKind::Ram => (CollisionRow::Rammer, CollisionRow::Rammed),
            ContactKind::BowToBow => (CollisionRow::Rammed, CollisionRow::Rammed),
            ContactKind::Scrape => (CollisionRow::Glancing, CollisionRow::Glancing),
        }
    }
}

impl CollisionRow {
    fn table(self) -> TableKind {
        match self {
            CollisionRow::Rammer => TableKind::Rammer,
            CollisionRow::Rammed => TableKind::Rammed,
            CollisionRow::Glancing => TableKind::Glancing,
        }
    }
}

/// A base on the table and its motion in this segment.
struct Hull {
    unit: Id,
    /// The division whose plot moved it, in a second half even if the ship left it after the first half. [3.4.2]
    division: Id,
    in_action: bool,
    base: Base,
    motion: Motion,
    end: Pose,
}

impl Hull {
    fn from_ship(state: &State, ship: &Ship) -> Option<Hull> {
        let pose = ship.at?.pose();
        let run = ship.run.as_ref().filter(|run| ship.is_in_action() && !run.legs.is_empty());
        let motion = run.map_or_else(|| Motion::still(pose), |run| motion_of(run));
        Some(Hull {
            unit: unit_of(state, ship),
            division: division_that_moved(state, ship).clone(),
            in_action: ship.is_in_action(),
            base: base_of(state, ship),
            motion,
            end: pose,
        })
    }
    fn moves(&self) -> bool {
        self.motion.speed_in() > 0.0
    }
    /// Whether two bases may meet in this move, or may overlap after it. A quick test that rules out most pairs.
    fn may_meet(&self, other: &Hull) -> bool {
        let size_in = self.base.half_diagonal_in() + other.base.half_diagonal_in() + TOUCH_IN;
        let ways_in = self.motion.speed_in() + other.motion.speed_in();
        range_in(self.end.at, other.end.at) <= size_in
            || range_in(self.motion.start().at, other.motion.start().at) <= size_in + ways_in
    }
    fn mover(&self) -> Mover<'_> {
        Mover { base: &self.base, motion: &self.motion }
    }
}

/// Returns the division whose plot moved a ship. The plot is for the whole turn. [3.4.2, Q57]
fn division_that_moved<'s>(state: &'s State, ship: &'s Ship) -> &'s Id {
    let mut remaining = state.this_turn.remaining_moves.iter().filter(|_| state.half == Some(Half::Second));
    let part = remaining.find(|part| part.runs.iter().any(|run| run.ship == ship.id));
    part.map_or(&ship.division, |part| &part.division)
}

/// Returns a ship's unit: boats in action on one base are one unit, a hulk is one alone.
fn unit_of(state: &State, ship: &Ship) -> Id {
    let base = if ship.is_in_action() { state.target_unit(&ship.id) } else { None };
    base.unwrap_or_else(|| ship.id.clone())
}

/// Returns all bases afloat with a position on the table, including hulks. [8.7, Q51]
fn hulls(state: &State) -> Vec<Hull> {
    let mut hulls: Vec<Hull> = Vec::new();
    for ship in state.ships.iter().filter(|ship| ship.is_on_table() && !ship.card.kind.is_coast_battery()) {
        let unit = unit_of(state, ship);
        if !hulls.iter().any(|hull| hull.unit == unit) {
            hulls.extend(Hull::from_ship(state, ship));
        }
    }
    hulls
}

struct BaseMeeting<'a> {
    time: f64,
    first: &'a Hull,
    second: &'a Hull,
}

/// Rolls for every collision in the moves just made, in order of time. [5.11, Q10]
pub(crate) fn roll_collisions(draft: &mut NavalDraft<'_>) -> Result<(), NavalHalt> {
    let hulls = hulls(draft.state());
    let mut meetings = meetings(draft.state(), &hulls);
    meetings.sort_by(|left, right| left.time.total_cmp(&right.time));
    for meeting in meetings {
        let state = draft.state();
        let is_on_table = |hull: &Hull| state.ships_of(&hull.unit).any(Ship::is_on_table);
        let stopped = stopped_ship_risk(&meeting);
        let risk_taken = stopped.as_ref().is_some_and(|risk| state.collision_risks.contains(risk));
        if is_on_table(meeting.first) && is_on_table(meeting.second) && !risk_taken {
            roll_collision(
                draft,
                (meeting.first.unit.clone(), meeting.second.unit.clone()),
                blows_at_meeting(&meeting),
                stopped,
            )?;
        }
    }
    Ok(())
}

fn meetings<'a>(state: &State, hulls: &'a [Hull]) -> Vec<BaseMeeting<'a>> {
    let continuous = state.setup.options.collision_check == CollisionCheck::Continuous;
    let mut meetings = Vec::new();
    for (index, hull) in hulls.iter().enumerate() {
        let near = hulls[index + 1..].iter().filter(|other| hull.may_meet(other));
        for other in near.filter(|other| !never_collide(state, hull, other)) {
            let overlap = hull.base.overlaps(hull.end, &other.base, other.end);
            if overlap || continuous {
                let first = first_overlap(hull.mover(), other.mover());
                let time = first.or(overlap.then_some(1.0));
                meetings.extend(time.map(|time| BaseMeeting { time, first: hull, second: other }));
            }
        }
    }
    meetings
}

/// Whether two bases never collide: boats of one base, ships of one division in column, bases that a flotilla's change
/// of formation places in this move, two hulks. [5.3.3, Q35]
fn never_collide(state: &State, left: &Hull, right: &Hull) -> bool {
    let (both_in_action, both_hulks) = (left.in_action && right.in_action, !left.in_action && !right.in_action);
    let together = |division: &Division| division.one_base || (division.course.is_in_column() && both_in_action);
    let changed = &state.this_move.changed_formation;
    let is_placed = |hull: &Hull| changed.contains(&hull.division) || state.is_changing(&hull.division);
    let placed = is_placed(left) && is_placed(right) && state.are_grouped(&left.division, &right.division);
    both_hulks || placed || (left.division == right.division && state.division(&left.division).is_some_and(together))
}

/// Returns the risk if one ship of a meeting is stopped. Only a division's first ship to reach it runs the risk. [5.11]
fn stopped_ship_risk(meeting: &BaseMeeting<'_>) -> Option<CollisionRisk> {
    let (moving, still) =
        if meeting.second.moves() { (meeting.second, meeting.first) } else { (meeting.first, meeting.second) };
    (!still.moves()).then(|| CollisionRisk { division: moving.division.clone(), ship: still.unit.clone() })
}

/// Returns friendly divisions that would risk a collision with each other in the moves just made. [5.11]
pub(crate) fn friends_that_would_collide(state: &State) -> Vec<(Id, Id)> {
    let hulls = hulls(state);
    let side = |hull: &Hull| state.ships_of(&hull.unit).next().map(|ship| ship.side.clone());
    let friends = |meeting: &BaseMeeting| {
        meeting.first.division != meeting.second.division && side(meeting.first) == side(meeting.second)
    };
    let in_action = |meeting: &BaseMeeting| meeting.first.in_action && meeting.second.in_action;
    let risky = meetings(state, &hulls).into_iter().filter(|meeting| friends(meeting) && in_action(meeting));
    risky.map(|meeting| (meeting.first.division.clone(), meeting.second.division.clone())).collect()
}

/// Rolls for a collision of two overlapping bases. [5.11, Q47]
///
/// If both have positions, these show how they met. Otherwise `how` does, by default a ram by the first. If the first
/// alone is stopped, it is rammed instead. Refused outside the Movement Segment, and if the pair, or the moving
/// division's risk, was tested already. Both must be single bases on the table, overlap and not both be hulks.
pub(crate) fn collide_by_ruling(
    draft: &mut NavalDraft<'_>,
    (left, right): (&Id, &Id),
    how: Option<ContactKind>,
) -> Result<(), NavalHalt> {
    require_segment(draft, Segment::Movement, "collide", COLLISION)?;
    let (left, other) = (base_on_table(draft, left)?, base_on_table(draft, right)?);
    let state = draft.state();
    draft.refuse_if(left == other, COLLISION, || TableReason::NamedTwice { ship: left.clone() })?;
    let in_action = |unit: &Id| state.ships_of(unit).any(Ship::is_in_action);
    let both_hulks = !in_action(&left) && !in_action(&other);
    refuse_out_of_action(draft, both_hulks, &left, COLLISION)?;
    let pair =
        |(first, second): &(Id, Id)| (*first == left && *second == other) || (*first == other && *second == left);
    if state.this_move.collisions_tested.iter().any(pair) {
        return draft.refuse(COLLISION, TableReason::CollisionTested { one: left, other }.into());
    }
    let hulls = hulls(state);
    let hull = |unit: &Id| hulls.iter().find(|hull| hull.unit == *unit);
    let (blows, stopped) = if let (Some(first), Some(second)) = (hull(&left), hull(&other)) {
        if !first.base.overlaps(first.end, &second.base, second.end) {
            return draft.refuse(COLLISION, TableReason::BasesClear { one: left, other }.into());
        }
        let time = first_overlap(first.mover(), second.mover()).unwrap_or(1.0);
        let meeting = BaseMeeting { time, first, second };
        (blows_at_meeting(&meeting), stopped_ship_risk(&meeting))
    } else {
        let stopped = stopped_of_pair(state, &left, &other);
        let (first, second) = how.unwrap_or(ContactKind::Ram).blows();
        // A stopped ship rams nothing: the other ran into it.
        let ran_into = stopped.as_ref().is_some_and(|risk| risk.ship == left) && first == CollisionRow::Rammer;
        (if ran_into { (second, first) } else { (first, second) }, stopped)
    };
    let taken_risk = stopped.clone().filter(|risk| state.collision_risks.contains(risk));
    draft.refuse_found(taken_risk, COLLISION, |CollisionRisk { division, ship }| TableReason::CollisionRiskTaken {
        division,
        ship,
    })?;
    roll_collision(draft, (left, other), blows, stopped)
}

fn base_on_table(draft: &NavalDraft<'_>, name: &Id) -> Result<Id, NavalHalt> {
    let state = draft.state();
    draft.refuse_if(state.ships_of(name).next().is_none(), COLLISION, || Reason::UnknownUnit { unit: name.clone() })?;
    let base = state.ship(name).map(|ship| unit_of(state, ship)).or_else(|| state.target_unit(name));
    let base = draft.need(base, COLLISION, || Reason::NotAShip { unit: name.clone() })?;
    kinds::refuse_coast_battery(draft, &base, COLLISION)?;
    let gone = !state.ships_of(&base).any(Ship::is_on_table);
    refuse_out_of_action(draft, gone, &base, COLLISION)?;
    Ok(base)
}

/// Returns the stopped one of two bases without positions, and the division that runs the risk. [5.11]
fn stopped_of_pair(state: &State, left: &Id, right: &Id) -> Option<CollisionRisk> {
    let is_stopped = |unit: &Id| state.ships_of(unit).all(|ship| ship.speed == Inches::ZERO || !ship.is_in_action());
    let (moving, ship) =
        if is_stopped(right) { (left, right) } else { (right, Some(left).filter(|unit| is_stopped(unit))?) };
    let division = state.ships_of(moving).next()?.division.clone();
    Some(CollisionRisk { division, ship: ship.clone() })
}

/// Rolls a D10. On a 1 each ship takes the damage of its part in the collision at once. [5.11]
fn roll_collision(
    draft: &mut NavalDraft<'_>,
    (left, right): (Id, Id),
    blows: (CollisionRow, CollisionRow),
    stopped: Option<CollisionRisk>,
) -> Result<(), NavalHalt> {
    let kinds = (kind_of(draft.state(), &left), kind_of(draft.state(), &right));
    let face = draft.roll_die(DiceRequest::test(10, COLLIDES_ON, Purpose::Collision(left.clone()), COLLISION))?;
    let collides = face <= COLLIDES_ON;
    let fact = Collision { one: left.clone(), other: right.clone(), blows, collides, stopped };
    draft.record(COLLISION, Fact::CollisionTested(fact));
    if collides {
        damage::apply_collision_damage(draft, &left, blows.0.table(), kinds.1, COLLISION)?;
        damage::apply_collision_damage(draft, &right, blows.1.table(), kinds.0, COLLISION)?;
    }
    Ok(())
}

fn kind_of(state: &State, unit: &Id) -> Option<ShipType> {
    state.ships_of(unit).find(|ship| ship.is_on_table()).map(|ship| ship.card.kind)
}

/// Returns each ship's part in the collision: whose bow touched which base when they met. (T7)
///
/// Bow to bow, both are rammed. A bow along a side, on courses less than 30 degrees from parallel, only scrapes.
fn blows_at_meeting(meeting: &BaseMeeting<'_>) -> (CollisionRow, CollisionRow) {
    let hull_at = |hull: &Hull| (hull.base, hull.motion.pose_at(meeting.time));
    let (left, right) = (hull_at(meeting.first), hull_at(meeting.second));
    let angle_deg = left.1.heading.angle_to(right.1.heading);
    let scrape = angle_deg.min(180.0 - angle_deg) < SCRAPE_DEG;
    match (touches(left, BOW, right), touches(right, BOW, left)) {
        (true, true) => (CollisionRow::Rammed, CollisionRow::Rammed),
        (true, false) if !scrape || touches(right, STERN, left) => (CollisionRow::Rammer, CollisionRow::Rammed),
        (false, true) if !scrape || touches(left, STERN, right) => (CollisionRow::Rammed, CollisionRow::Rammer),
        (true | false, true | false) => (CollisionRow::Glancing, CollisionRow::Glancing),
    }
}

/// Whether one end of a base (`end`, in base lengths ahead of its middle) touches another base.
fn touches((base, pose): (Base, Pose), end: f64, (other, there): (Base, Pose)) -> bool {
    let edge = Base { length_in: 0.0, ..base };
    edge.gap_in(pose.advanced(base.length_in * end), &other, there) <= TOUCH_IN
}
