//! Runs the plots of divisions moved by hand in a copy of the state, as if they were tracked. [5.7, 5.9, Q56]
//!
//! If a ship's run cannot be known this way, its course is unknown until the table reports it.
use crate::model::{
    ColumnState, Division, Element, Fine, Follower, Place, Ship, ShipMove, Steered, TrackLeg, TurnKind,
    hand_steering::rounded_to_step,
};
use crate::rules::columns::helm::{DivisionMotion, DivisionMove, PlotError, bases, track_to};
use crate::rules::columns::{leader_of, placed_course::astern_in_column};
use crate::rules::steering::pace::hand_speed;
use crate::rules::steering::tracks::{Orders, closing_distances, orders, run_what_fits, runs_alone, slow_leaders};
use crate::{Id, Inches, State};
use geometry::{Bearing, Path};
use std::collections::BTreeMap;

/// Templates turn by steps of this many degrees: a ship on another heading is in the middle of a turn. (5.7.2)
const STEP_DEG: f64 = 15.0;
/// Courses closer than this are equal.
const SAME_DEG: f64 = 0.5;
/// Tolerance of a course read from the table.
pub(super) const READ_DEG: f64 = 2.0;
/// A division follows if the gap from its first base to the last one ahead is at most this. [5.2, 5.8.2]
const CHAIN_IN: f64 = 2.0;
/// Positions within the chain that are tried for a division that follows.
const TRIED: u8 = 8;
/// Track kept astern of the last ship, for a division that follows. [5.7.4]
const KEPT_IN: f64 = 15.0;

/// Returns a copy of the state in which a division moved by hand has positions, before its move. `None` if its course
/// is unknown or the turn is played in halves. [3.4, Q56]
pub(super) fn state_before_move(state: &State, division: &Division) -> Option<State> {
    if state.half.is_some() {
        return None;
    }
    with_places_given(state, division, &course_of(state, division))
}

/// Returns a division's course after this turn's move by its plot, or `None` if unknown. [5.7.7]
pub(super) fn course_after(state: &State, division: &Division) -> Option<ColumnState> {
    simulate_move(state, division, &BTreeMap::new()).map(|simulated| simulated.course)
}

/// How a division steers by its plot, and its course afterwards.
pub(super) struct SimulatedMove {
    pub division: Id,
    pub ships: Vec<Steered>,
    pub course: ColumnState,
    /// The leading ship's track, and how far it ran on it. `None` if its course is unknown.
    leader_run: Option<LeaderRun>,
}

struct LeaderRun {
    track: Path,
    ran_in: f64,
    /// Distance astern of the last ship before the move, and half its base length.
    last: (f64, f64),
}

/// Returns all divisions moved by hand. Followers are run after the divisions that they follow. [5.7.4]
pub(super) fn all_hand_moves(state: &State) -> Vec<SimulatedMove> {
    let has_hand_ships = |member: &Division| state.ships_of_division(&member.id).any(is_by_hand);
    let mut waiting: Vec<&Division> = state
        .divisions
        .iter()
        .map(AsRef::as_ref)
        .filter(|member| !state.has_position(&member.id) && has_hand_ships(member))
        .collect();
    let mut done: BTreeMap<Id, SimulatedMove> = BTreeMap::new();
    while !waiting.is_empty() {
        let is_ready = |member: &&Division| {
            followed_division(member).is_none_or(|other| !waiting.iter().any(|candidate| candidate.id == *other))
        };
        let (next, later): (Vec<&Division>, Vec<&Division>) = waiting.iter().copied().partition(is_ready);
        // In a circle of followers none leads.
        let (next, later) = if next.is_empty() { (later, next) } else { (next, later) };
        for division in next {
            let simulated = simulate_move(state, division, &done).unwrap_or_else(|| unknown_move(state, division));
            done.insert(division.id.clone(), simulated);
        }
        waiting = later;
    }
    let mut in_order = Vec::with_capacity(done.len());
    in_order.extend(state.divisions.iter().filter_map(|division| done.remove(&division.id)));
    in_order
}

fn followed_division(division: &Division) -> Option<&Id> {
    match division.plot.as_ref()?.elements.first()? {
        Element::Follow(other) => Some(other),
        Element::Straight(_) | Element::Turn(_) | Element::Mimic(_) | Element::CloseUp => None,
    }
}

fn is_by_hand(ship: &Ship) -> bool {
    ship.is_in_action() && ship.at.is_none()
}

fn ships<'s>(state: &'s State, division: &'s Division) -> impl Iterator<Item = &'s Ship> {
    state.ships_of_division(&division.id).filter(|ship| is_by_hand(ship))
}

/// Returns a division whose courses are unknown, except which ship leads.
fn unknown_move(state: &State, division: &Division) -> SimulatedMove {
    let unknown = |ship: &Ship| Steered { turned: None, course: None, ..Steered::steady(ship) };
    let mut course = ColumnState { column: course_of(state, division).column, ..ColumnState::default() };
    course.column.retain(|follower| state.ship(&follower.ship).is_some_and(is_by_hand));
    course.column.truncate(1);
    SimulatedMove {
        division: division.id.clone(),
        ships: ships(state, division).map(unknown).collect(),
        course,
        leader_run: None,
    }
}

/// Returns a division's course as kept. A new one is in column in the order of its sheet, at the interval. [5.8.2]
pub(super) fn course_of(state: &State, division: &Division) -> ColumnState {
    let known = division.course.column.iter().any(|follower| state.ship(&follower.ship).is_some_and(is_by_hand));
    if known {
        division.course.clone()
    } else {
        ColumnState { column: column_at_interval(state, division), ..ColumnState::default() }
    }
}

/// Returns all ships of a division in the order of its sheet, at the interval. A lost ship leaves its place empty.
pub(super) fn column_at_interval(state: &State, division: &Division) -> Vec<Follower> {
    let listed: Vec<&Ship> = division.ships.iter().filter_map(|id| state.ship(id)).collect();
    let astern = if division.one_base { vec![0.0; listed.len()] } else { astern_in_column(state, &listed) };
    let follower = |(ship, astern): (&&Ship, f64)| Follower::new(ship.id.clone(), Fine::nearest(astern));
    listed.iter().zip(astern).map(follower).collect()
}

/// Returns a copy of the state, with positions for the ships whose place in the division is known: 0, 0 for the first.
fn with_places_given(state: &State, division: &Division, course: &ColumnState) -> Option<State> {
    let column: Vec<&Follower> =
        course.column.iter().filter(|follower| state.ship(&follower.ship).is_some_and(is_by_hand)).collect();
    let lead = *column.first()?;
    let heading = |id: &Id| state.ship(id)?.helm.course;
    let origin = Place::new(0.0, 0.0, heading(&lead.ship).map_or(0.0, Fine::as_f64));
    let track = track_to(course, origin, lead.astern.as_f64());
    let mut sandbox = state.clone();
    for follower in column {
        let astern = follower.astern.as_f64() - lead.astern.as_f64();
        let heading_deg = heading(&follower.ship).map_or(0.0, Fine::as_f64);
        let off_track = Place::new(0.0, 0.0, heading_deg).pose().advanced(-astern);
        let pose = if course.is_in_column() { track.follower(astern) } else { off_track };
        sandbox.ship_mut(&follower.ship)?.at = Some(Place::rounded(pose));
    }
    sandbox.division_mut(&division.id)?.course = course.clone();
    Some(sandbox)
}

/// Whether no plot decides how a division steers: it turns away, acts without orders, changes formation or has a leader
/// with a jammed rudder, the turn is halved, or plots are not typed. [3.4, 5.3.3, 5.10, 5.15.3, 8.4]
fn is_unknown(state: &State, division: &Division, lead: &Ship) -> bool {
    let runs = |member: &&Division| state.this_turn.running_plots_alone.contains(&member.id);
    let failed = division.orders_failed_turn == Some(state.turn)
        && !state.divisions_in_formation_of(&division.id).iter().any(runs);
    let ignores_plot = failed || state.this_turn.reacting.contains(&division.id);
    ignores_plot
        || !state.checks
        || state.half.is_some()
        || state.is_changing(&division.id)
        || lead.is_rudder_jammed(state.turn)
}

/// Returns a division's move by its plot, or `None` if unknown.
fn simulate_move(state: &State, division: &Division, done: &BTreeMap<Id, SimulatedMove>) -> Option<SimulatedMove> {
    let before = course_of(state, division);
    let sandbox = with_places_given(state, division, &before)?;
    let simulated_division = sandbox.division(&division.id)?;
    let lead = leader_of(&sandbox, simulated_division)?;
    if is_unknown(state, division, lead) || leaves_a_turn(state, division, &before, lead) {
        return None;
    }
    let orders = orders(&sandbox, simulated_division, division.plot.as_ref());
    if let Some(other) = &orders.follows {
        return follow(state, division, done.get(other)?);
    }
    // Without a column there is no place to close up to. [5.7.6]
    if orders.closes_up && !before.is_in_column() {
        return None;
    }
    let SimulatedPlot { outcome, was_broken, late } =
        run_plot(&sandbox, simulated_division, hand_speed(state, division), &orders)?;
    let mut course = ColumnState { track: only_if_bent(outcome.course.track.clone()), ..outcome.course.clone() };
    // Out of column the ships' positions are unknown.
    let fell_out = course.broken && before.is_in_column();
    course.broken |= was_broken && !before.is_in_column();
    let mut steering = steering_of_ships(state, division, &outcome);
    if !late.contains(&lead.id) {
        apply_common_turn(state, lead, &orders, &mut steering);
    }
    run_straight_beside(state, lead, &mut steering);
    if late.contains(&lead.id) {
        course.column.truncate(1);
    }
    course.column.retain(|follower| follower.ship == lead.id || !late.contains(&follower.ship));
    if fell_out {
        let first = heading(&outcome, &lead.id)?;
        for steered in &mut steering {
            let is_turning =
                heading(&outcome, &steered.ship).is_some_and(|own| STEP_DEG / 50.0 < distance_from_step(own - first));
            if is_turning {
                (steered.turned, steered.course) = (None, None);
            }
        }
    }
    let is_known = |ship: &Id| steering.iter().any(|steered| steered.ship == *ship && steered.turned.is_some());
    course.column.retain(|follower| is_known(&follower.ship));
    let run = leader_run(&sandbox, &before, &outcome).filter(|_| course.is_in_column() && lead.helm.course.is_some());
    Some(SimulatedMove { division: division.id.clone(), ships: steering, course, leader_run: run })
}

/// Whether the new leader has a turn of a lost leader ahead, so that its move is unknown. It is known only if the ship
/// goes straight on under a new flag, and not from the middle of a turn. [5.7.3, 5.9.1, Q40]
fn leaves_a_turn(state: &State, division: &Division, before: &ColumnState, lead: &Ship) -> bool {
    let Some(first) = before.column.first().filter(|first| first.ship != lead.id) else { return false };
    let astern =
        before.column.iter().find(|follower| follower.ship == lead.id).map_or(0.0, |follower| follower.astern.as_f64());
    let track =
        Path::from_pieces(Place::new(0.0, 0.0, 0.0).pose(), before.track.iter().copied().map(TrackLeg::to_piece));
    let track_ahead = track.part(track.length_in() - astern, track.length_in() - first.astern.as_f64());
    let turn: f64 = track_ahead.pieces().map(|piece| piece.turn_deg()).sum();
    let turns = 0.0 < track_ahead.turned_deg() || before.carried.is_some();
    let is_new_flag = division.new_flag_turn == Some(state.turn);
    turns && before.is_in_column() && (!is_new_flag || STEP_DEG / 50.0 < distance_from_step(turn))
}

/// Returns the difference between an angle and the nearest step of a template.
fn distance_from_step(degrees: f64) -> f64 {
    let over = degrees.rem_euclid(STEP_DEG);
    over.min(STEP_DEG - over)
}

/// Returns a track that contains a turn, or an empty one. A straight track adds nothing.
fn only_if_bent(track: Vec<TrackLeg>) -> Vec<TrackLeg> {
    if track.iter().any(|leg| matches!(leg, TrackLeg::Arc { .. })) { track } else { Vec::new() }
}

/// A move as run in the copy of the state.
struct SimulatedPlot {
    outcome: DivisionMove,
    /// Whether the ships were out of column in this move.
    was_broken: bool,
    /// Ships that could not complete a ships turn, so that their headings differ. [5.4, Q57]
    late: Vec<Id>,
}

/// Returns a division's move, or `None` for a column turn of ships that are not in column.
fn run_plot(sandbox: &State, division: &Division, speed: Inches, orders: &Orders) -> Option<SimulatedPlot> {
    let is_ships_turn = |element: &Element| matches!(element, Element::Turn(turn) if turn.manner == TurnKind::Ships);
    let in_line = division.course.is_in_column() && !orders.elements.iter().any(is_ships_turn);
    let PacedDivision { mut motion, own_pace, fall_out, ships } = at_own_speeds(sandbox, division, speed, in_line)?;
    if orders.closes_up {
        let (target_astern, max_gain) = closing_distances(sandbox, &ships[fall_out.len()..], speed);
        motion.close_up(speed, &target_astern, &max_gain);
    } else {
        match motion.clone().run(&orders.elements, speed, false) {
            Err(PlotError::OutOfColumn { .. } | PlotError::InBend { .. }) => return None,
            Ok(()) | Err(PlotError::TooLong { .. }) => motion = run_what_fits(&motion, &orders.elements, speed)?,
        }
    }
    let was_broken = motion.is_broken();
    let mut outcome = motion.finish(speed);
    let late = own_pace.and_then(|motion| run_what_fits(&motion, &orders.elements, speed));
    let late = late.map_or_else(Vec::new, |late| replace_late_turns(&mut outcome, late.finish(speed).runs));
    outcome.runs.extend(runs_alone(&fall_out, ships.iter().map(|ship| ship.speed.min(speed)), &orders.elements));
    Some(SimulatedPlot { outcome, was_broken, late })
}

/// A division at the start of its move.
struct PacedDivision<'s> {
    motion: DivisionMotion,
    /// The division with every ship at its own pace, if ships turn together.
    own_pace: Option<DivisionMotion>,
    /// Ships at its head that fall out. [Q57]
    fall_out: Vec<DivisionMotion>,
    /// All its ships, those that fall out first.
    ships: Vec<&'s Ship>,
}

/// Applies each ship's own speed, so that slower ones lag. [5.8.3, Q57]
///
/// If ships turn together, players correct the line of slower ones. Their own pace decides only how far each turns.
fn at_own_speeds<'s>(
    sandbox: &'s State,
    division: &'s Division,
    speed: Inches,
    in_line: bool,
) -> Option<PacedDivision<'s>> {
    let mut motion = DivisionMotion::from_division(sandbox, division)?;
    let ships: Vec<&Ship> = bases(sandbox, division).into_iter().map(|(ship, _)| ship).collect();
    let fall_out = motion.split_off_first(slow_leaders(sandbox, division, &ships, speed));
    let speeds: Vec<Inches> = ships[fall_out.len()..].iter().map(|ship| ship.speed.min(speed)).collect();
    let mut own_pace = motion.clone();
    own_pace.slow_ships(speed, &speeds);
    let (motion, own_pace) = if in_line { (own_pace, None) } else { (motion, Some(own_pace)) };
    Some(PacedDivision { motion, own_pace, fall_out, ships })
}

/// Returns ships that cannot complete a ships turn at their own pace, and replaces their runs. [5.4, Q57]
fn replace_late_turns(outcome: &mut DivisionMove, at_own_pace: Vec<ShipMove>) -> Vec<Id> {
    let mut late = Vec::new();
    for own_run in at_own_pace {
        let full_turn = outcome.runs.iter_mut().find(|run| run.ship == own_run.ship && own_run.turned < run.turned);
        if let Some(run) = full_turn {
            late.push(own_run.ship.clone());
            *run = own_run;
        }
    }
    late
}

fn heading(outcome: &DivisionMove, ship: &Id) -> Option<f64> {
    outcome.runs.iter().find(|run| run.ship == *ship).map(|run| run.to.heading.as_f64())
}

/// Returns how ships steered: unknown without a known place or with a jammed rudder, alike on one base. [2.4, 8.4]
fn steering_of_ships(state: &State, division: &Division, outcome: &DivisionMove) -> Vec<Steered> {
    let steering = |ship: &Ship| {
        let on_base = outcome.runs.first().filter(|_| division.one_base);
        let run = outcome.runs.iter().find(|run| run.ship == ship.id).or(on_base);
        let Some(run) = run.filter(|_| !ship.is_rudder_jammed(state.turn)) else {
            return Steered { turned: None, course: None, ..Steered::steady(ship) };
        };
        let course = ship.helm.course.map(|_| run.to.heading);
        Steered { turned: Some(rounded_to_step(run.turned.as_f64())), course, ..Steered::steady(ship) }
    };
    ships(state, division).map(steering).collect()
}

/// Applies the leader's turn to ships without a known place if all ships turn at once. Leaves out ships with a jammed
/// rudder, and slower ships, which may not complete the turn. [5.4, 5.7.2, 8.4]
fn apply_common_turn(state: &State, lead: &Ship, orders: &Orders, steering: &mut [Steered]) {
    let turns_together = |element: &Element| match element {
        Element::Straight(_) => true,
        Element::Turn(turn) => turn.manner == TurnKind::Ships,
        Element::Follow(_) | Element::Mimic(_) | Element::CloseUp => false,
    };
    let leader = steering.iter().find(|steered| steered.ship == lead.id).or(steering.first());
    let Some(turned) = leader.and_then(|leader| leader.turned).filter(|_| orders.elements.iter().all(turns_together))
    else {
        return;
    };
    let can_turn = |steered: &&mut Steered| {
        let ship = state.ship(&steered.ship).filter(|ship| turned == 0 || lead.speed <= ship.speed);
        ship.is_some_and(|ship| !ship.is_rudder_jammed(state.turn))
    };
    steering
        .iter_mut()
        .filter(|steered| steered.turned.is_none())
        .filter(can_turn)
        .for_each(|steered| steered.turned = Some(turned));
}

/// Sends a ship off the track straight on, if the leader does so on the same reported heading. Any bend is then behind
/// it. [5.7.3, 6.5.1.3]
fn run_straight_beside(state: &State, lead: &Ship, steering: &mut [Steered]) {
    let leader_course = steering
        .iter()
        .find(|steered| steered.ship == lead.id && steered.turned == Some(0))
        .and_then(|steered| steered.course);
    let Some(course) = leader_course.filter(|_| lead.helm.course.is_some()) else { return };
    for steered in steering.iter_mut().filter(|steered| steered.turned.is_none()) {
        let Some(ship) = state.ship(&steered.ship).filter(|ship| !ship.is_rudder_jammed(state.turn)) else { continue };
        let own_course =
            ship.helm.course.filter(|own_course| angle_between(own_course.as_f64(), course.as_f64()) <= READ_DEG);
        if own_course.is_some() {
            (steered.turned, steered.course) = (Some(0), own_course);
        }
    }
}

fn leader_run(sandbox: &State, before: &ColumnState, outcome: &DivisionMove) -> Option<LeaderRun> {
    let first = outcome.runs.first()?;
    let is_tracked = |follower: &&Follower| sandbox.ship(&follower.ship).is_some_and(Ship::has_position);
    let astern = |follower: &Follower| follower.astern.as_f64();
    let (lead, last) = (before.column.iter().find(is_tracked)?, before.column.iter().rfind(is_tracked)?);
    let half = sandbox.ship(&last.ship)?.card.base_length.as_f64() / 2.0;
    let ran_in = first.legs.iter().map(|leg| leg.length_in()).sum();
    Some(LeaderRun { track: outcome.track.clone(), ran_in, last: (astern(last) - astern(lead), half) })
}

/// Runs a division that follows another on its track, somewhere in the chain behind its last ship. Known is what all
/// tried positions agree on and the leader's own course confirms. [5.7.4]
fn follow(state: &State, division: &Division, other: &SimulatedMove) -> Option<SimulatedMove> {
    let leader_run = other.leader_run.as_ref()?;
    let mut column = column_at_interval(state, division);
    column.retain(|follower| state.ship(&follower.ship).is_some_and(is_by_hand));
    let (lead, first) = column.first().and_then(|follower| Some((state.ship(&follower.ship)?, follower.astern)))?;
    column.iter_mut().for_each(|follower| follower.astern = follower.astern - first);
    let column = ColumnState { column, ..ColumnState::default() };
    lead.helm.course?;
    let (last, half) = leader_run.last;
    let near = last + half + lead.card.base_length.as_f64() / 2.0;
    let distances = (0..=TRIED).map(|step| near + CHAIN_IN * f64::from(step) / f64::from(TRIED));
    let runs: Vec<DivisionMove> =
        distances.filter_map(|astern| follow_at(state, division, &column, leader_run, astern)).collect();
    let (first, others) = runs.split_first()?;
    let mut steering = steering_of_ships(state, division, first);
    for other in others {
        for (steered, other_steering) in steering.iter_mut().zip(steering_of_ships(state, division, other)) {
            if steered.turned != other_steering.turned || !is_same(steered.course, other_steering.course) {
                (steered.turned, steered.course) = (None, None);
            }
        }
    }
    let is_known = |ship: &Id| steering.iter().any(|steered| steered.ship == *ship && steered.turned.is_some());
    let all_known = steering.iter().all(|steered| steered.turned.is_some());
    let mut course = ColumnState { track: only_if_bent(first.course.track.clone()), ..first.course.clone() };
    // In a bend the positions of followers are not exact, so only the first follower is kept.
    let turns = !course.track.is_empty();
    course.column.retain(|follower| is_known(&follower.ship));
    if turns || !all_known {
        course.column.truncate(1);
        course.track.clear();
    }
    Some(SimulatedMove { division: division.id.clone(), ships: steering, course, leader_run: None })
}

/// Returns the move of a follower whose leader is this far astern, or `None` if its heading would contradict that.
fn follow_at(
    state: &State,
    division: &Division,
    column: &ColumnState,
    leader_run: &LeaderRun,
    astern_in: f64,
) -> Option<DivisionMove> {
    let end_in = leader_run.track.length_in() - leader_run.ran_in - astern_in;
    let behind = leader_run.track.part(end_in - KEPT_IN, end_in);
    let course = ColumnState { track: behind.pieces().map(TrackLeg::from_piece).collect(), ..column.clone() };
    let sandbox = with_places_given(state, division, &course)?;
    let simulated_division = sandbox.division(&division.id)?;
    let lead = leader_of(&sandbox, simulated_division)?;
    let turned = leader_run.track.pose_at(end_in).heading.degrees() - lead.helm.course?.as_f64();
    let contradicts = |ship: &Ship| match (ship.at, ship.helm.course) {
        (Some(place), Some(course)) => SAME_DEG < angle_between(place.heading.as_f64(), course.as_f64()),
        (_, _) => false,
    };
    if SAME_DEG < angle_between(turned, 0.0) || sandbox.ships_of_division(&division.id).any(contradicts) {
        return None;
    }
    let speed = hand_speed(state, division);
    let mut motion = at_own_speeds(&sandbox, simulated_division, speed, true)?.motion;
    motion.follow(&leader_run.track, astern_in, leader_run.ran_in, speed);
    Some(motion.finish(speed))
}

fn is_same(left: Option<Fine>, right: Option<Fine>) -> bool {
    match (left, right) {
        (Some(left), Some(right)) => angle_between(left.as_f64(), right.as_f64()) <= SAME_DEG,
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    }
}

pub(super) fn angle_between(left: f64, right: f64) -> f64 {
    Bearing::new(left).angle_to(Bearing::new(right))
}
