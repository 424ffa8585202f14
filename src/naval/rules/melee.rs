//! 5.16: torpedo craft that come within 5.0 of each other stop and fight.
use crate::model::base::{base_of, path_of};
use crate::model::{ColumnState, Division, Duty, Fine, Ship, ShipType, Task, TrackLeg};
use crate::rules::{columns::helm::DivisionMove, shores::cut_run, survey::motion_of};
use crate::{Fact, Id, NavalDraft, Segment, SideId, State};
use geometry::{Base, Bearing, Motion, Piece, Pose, SightLine, TurnSide, first_within, range_in};
use play::Rule;
use std::sync::Arc;

const MELEE: Rule = Rule::new("5.16");

/// Opposing groups within this distance stop. [5.16]
pub const NEAR_IN: f64 = 5.0;
/// Steps in a move at which the program checks whether a larger ship has cleared the line.
const LOOKS: u32 = 64;

struct TorpedoCraftGroup {
    move_index: usize,
    side: SideId,
    motions: Vec<Motion>,
    stopped: Option<f64>,
}

impl TorpedoCraftGroup {
    /// Returns the rest of each motion after a time. In it, time 0 is that moment and time 1 the end of the move.
    fn motions_after(&self, time: f64) -> Vec<Motion> {
        let remaining = |motion: &Motion| match self.stopped {
            Some(stop) => Motion::still(motion.pose_at(stop)),
            None => motion.part(time, 1.0),
        };
        self.motions.iter().map(remaining).collect()
    }
    fn poses(&self, time: f64) -> Vec<Pose> {
        let time = self.stopped.map_or(time, |stop| stop.min(time));
        self.motions.iter().map(|motion| motion.pose_at(time)).collect()
    }
}

/// Two groups within reach, and the line between their nearest ships.
struct MeleeMeeting {
    time: f64,
    groups: (usize, usize),
    line: Bearing,
}

/// Whether a division is stopped in a melee that began last turn. [5.16]
pub(crate) fn is_held(state: &State, division: &Division) -> bool {
    division.melee_turn.is_some_and(|turn| turn + 1 == state.turn)
}

/// Whether this is the turn after a melee held the division. It moves freely, and no melee may stop it. [5.16]
fn is_free(state: &State, division: &Division) -> bool {
    division.melee_turn.is_some_and(|turn| turn + 2 == state.turn)
}

/// Returns the reminder to check boats without positions for enemies within 5.0. It names one division of each side as
/// an example. Ranges measured in the Movement Segment show which boats are nearest. [5.16]
pub(crate) fn melee_reminder(state: &State) -> Option<Duty> {
    if !state.setup.options.melees || state.segment != Segment::Movement || state.end.is_some() {
        return None;
    }
    let by_hand = |division: &&Arc<Division>| !state.has_position(&division.id) && are_boats(state, &division.id);
    let mut by_hand = state.divisions.iter().filter(by_hand);
    let first = by_hand.next()?;
    let (left, other) = (first.name.clone(), by_hand.find(|other| other.side != first.side)?.name.clone());
    Some(Duty { rule: MELEE, task: Task::StopBoats { one: left, other } })
}

/// Whether a division in action consists of torpedo craft only.
fn are_boats(state: &State, division: &Id) -> bool {
    let mut ships = state.ships_of_division(division).filter(|ship| ship.is_in_action()).peekable();
    ships.peek().is_some() && ships.all(|ship| ship.card.kind.is_torpedo_craft())
}

/// Stops each pair of opposing torpedo-craft groups where they come within 5.0, broadside on. Returns each division
/// stopped and the enemy division that stopped it. [5.16]
pub(crate) fn stop_melees(state: &State, moves: &mut [(Id, DivisionMove)]) -> Vec<(Id, Id)> {
    if !state.setup.options.melees {
        return Vec::new();
    }
    let mut groups = groups(state, moves);
    let larger = larger_ships(state, moves);
    let mut joined: Vec<(Id, Id)> = Vec::new();
    while let Some(meeting) = next_meeting(&groups, &larger) {
        let (left, right) = meeting.groups;
        for (group, opponent, line) in [(left, right, meeting.line), (right, left, meeting.line.opposite())] {
            if groups[group].stopped.is_some() {
                continue;
            }
            groups[group].stopped = Some(meeting.time);
            let enemy = moves[groups[opponent].move_index].0.clone();
            for index in with_cruisers(state, moves, groups[group].move_index) {
                let division = moves[index].0.clone();
                if !joined.iter().any(|(joined_division, _)| *joined_division == division) {
                    stop_broadside(state, &mut moves[index], meeting.time, line);
                    joined.push((division, enemy.clone()));
                }
            }
        }
    }
    joined
}

/// Records the stopped divisions after all have moved. [5.16]
pub(crate) fn record_melees(draft: &mut NavalDraft<'_>, joined: Vec<(Id, Id)>) {
    draft.record_all(MELEE, joined.into_iter().map(|(division, enemy)| Fact::MeleeJoined { division, with: enemy }));
}

/// Returns divisions of torpedo craft that a melee may stop.
fn groups(state: &State, moves: &[(Id, DivisionMove)]) -> Vec<TorpedoCraftGroup> {
    let mut groups = Vec::new();
    for (index, (id, outcome)) in moves.iter().enumerate() {
        let Some(division) = state.division(id) else { continue };
        if are_boats(state, id) && !is_held(state, division) && !is_free(state, division) {
            let motions = outcome.runs.iter().map(motion_of).collect();
            groups.push(TorpedoCraftGroup { move_index: index, side: division.side.clone(), motions, stopped: None });
        }
    }
    groups
}

/// Returns every larger ship on the table with its motion. Guns ashore are not ships. (Q51)
fn larger_ships(state: &State, moves: &[(Id, DivisionMove)]) -> Vec<(Base, Motion)> {
    let larger =
        |ship: &&Ship| ship.is_on_table() && !ship.card.kind.is_torpedo_craft() && !ship.card.kind.is_coast_battery();
    let runs = || moves.iter().flat_map(|(_, outcome)| &outcome.runs);
    let motion = |ship: &Ship| {
        let run = runs().find(|run| run.ship == ship.id);
        run.map(motion_of).or_else(|| Some(Motion::still(ship.at?.pose())))
    };
    let ships = state.ships.iter().map(AsRef::as_ref).filter(larger);
    ships.filter_map(|ship| Some((base_of(state, ship), motion(ship)?))).collect()
}

/// Returns the first meeting of two opposing groups, at least one of which still moves.
fn next_meeting(groups: &[TorpedoCraftGroup], larger: &[(Base, Motion)]) -> Option<MeleeMeeting> {
    let pairs = (0..groups.len()).flat_map(|i| (i + 1..groups.len()).map(move |j| (i, j)));
    let may_meet = |left: &TorpedoCraftGroup, right: &TorpedoCraftGroup| {
        left.side != right.side && (left.stopped.is_none() || right.stopped.is_none())
    };
    let meetings = pairs.filter(|(i, j)| may_meet(&groups[*i], &groups[*j])).filter_map(|(i, j)| {
        let (time, line) = first_meeting_time(&groups[i], &groups[j], larger)?;
        Some(MeleeMeeting { time, groups: (i, j), line })
    });
    meetings.min_by(|left, right| left.time.total_cmp(&right.time))
}

/// Returns when two groups first come within 5.0 with no larger ship between them.
fn first_meeting_time(
    left: &TorpedoCraftGroup,
    right: &TorpedoCraftGroup,
    larger: &[(Base, Motion)],
) -> Option<(f64, Bearing)> {
    let begins = left.stopped.unwrap_or(0.0).max(right.stopped.unwrap_or(0.0));
    let (own, enemy) = (left.motions_after(begins), right.motions_after(begins));
    let pairs = own.iter().flat_map(|own| enemy.iter().map(move |enemy| (own, enemy)));
    let near = pairs.filter_map(|(own, enemy)| first_within(own, enemy, NEAR_IN)).min_by(f64::total_cmp)?;
    let first = begins + near * (1.0 - begins);
    let later = (1..=LOOKS).map(|step| first + f64::from(step) / f64::from(LOOKS)).filter(|time| *time <= 1.0);
    std::iter::once(first).chain(later).find_map(|time| Some((time, clear_line(left, right, time, larger)?)))
}

/// Returns the line between two groups' nearest ships, if they are close enough and no larger ship is in it.
fn clear_line(
    left: &TorpedoCraftGroup,
    right: &TorpedoCraftGroup,
    time: f64,
    larger: &[(Base, Motion)],
) -> Option<Bearing> {
    let (own, enemy) = (left.poses(time), right.poses(time));
    let pairs = own.iter().flat_map(|own| enemy.iter().map(move |enemy| (own.at, enemy.at)));
    let (from, to) = pairs.min_by(|left, right| range_in(left.0, left.1).total_cmp(&range_in(right.0, right.1)))?;
    let line = SightLine::new(from, to);
    let between = larger.iter().any(|(base, motion)| line.touches(base, motion.pose_at(time)));
    let near = range_in(from, to) <= NEAR_IN + 1e-6;
    (near && !between).then(|| Bearing::between(from, to).unwrap_or(Bearing::NORTH))
}

/// Returns this index of the moves, and those of its formation's divisions of light cruisers. [5.16]
fn with_cruisers(state: &State, moves: &[(Id, DivisionMove)], index: usize) -> Vec<usize> {
    let group: Vec<&Id> =
        state.divisions_in_formation_of(&moves[index].0).into_iter().map(|division| &division.id).collect();
    let cruisers = |id: &Id| {
        let mut ships = state.ships_of_division(id).filter(|ship| ship.is_in_action());
        ships.all(|ship| ship.card.kind == ShipType::CL)
    };
    let member = |(place, (id, _)): (usize, &(Id, DivisionMove))| {
        (place == index || (group.contains(&id) && cruisers(id))).then_some(place)
    };
    moves.iter().enumerate().filter_map(member).collect()
}

/// Cuts a division's runs at a time and turns its ships broadside to the line, the short way. [5.16]
fn stop_broadside(state: &State, (id, outcome): &mut (Id, DivisionMove), time: f64, line: Bearing) {
    let Some(division) = state.division(id) else { return };
    let mut turns: Vec<f64> = Vec::with_capacity(outcome.runs.len());
    let mut ahead: Vec<TrackLeg> = Vec::new();
    for (index, run) in outcome.runs.iter_mut().enumerate() {
        let path = path_of(run.from, &run.legs);
        let mut cut = path.part(0.0, time * path.length_in());
        if index == 0 {
            ahead = cut.pieces().map(TrackLeg::from_piece).collect();
        }
        let turn = broadside_turn(cut.end().heading, line);
        cut.push(Piece::Arc { radius_in: 0.0, degrees: turn.abs(), hand: TurnSide::from_degrees(turn) });
        cut_run(run, &cut);
        turns.push(turn);
    }
    outcome.course = turned_course(division, ahead, &turns);
}

/// Returns the smaller turn that brings a line abeam. A line right ahead or astern comes to port.
fn broadside_turn(heading: Bearing, line: Bearing) -> f64 {
    let turns = [90.0, -90.0].map(|beam| heading.signed_difference(line.turned(beam)));
    if turns[1].abs() + 1e-6 < turns[0].abs() { turns[1] } else { turns[0] }
}

/// Returns a division's course after its ships have turned in place, as after the orders SR and SL. (Q8)
fn turned_course(division: &Division, ahead: Vec<TrackLeg>, turns: &[f64]) -> ColumnState {
    let before = &division.course;
    let column = before.column.clone();
    let Some(turn) = turns.first().filter(|_| 1 < turns.len()) else {
        return ColumnState { column, ..ColumnState::default() };
    };
    let all_alike = turns.iter().all(|turn_deg| (turn_deg - turn).abs() < 1e-3);
    let offset = Fine::nearest((before.offset.as_f64() + turn).rem_euclid(360.0));
    let track = before.track.iter().copied().chain(ahead).collect();
    ColumnState { track, column, offset, broken: before.broken || !all_alike, ..ColumnState::default() }
}
