//! A division's course after its ships were placed otherwise than by a plot. [3.1, 5.9]
use super::helm::{astern_and_aside, astern_on, in_line, track_to};
use crate::model::{ColumnState, Fine, Follower, Place, Ship, Table, TableReason};
use crate::{Fact, Id, Inches, NavalDraft, NavalHalt, State};
use play::Rule;

const TABLE: Rule = Rule::new("2.1");
const MOTION: Rule = Rule::new("5.9");

pub(crate) fn check_on_table(draft: &NavalDraft<'_>, ship: &Id, at: Place) -> Result<(), NavalHalt> {
    let Table { width, height } = draft.state().setup.table;
    let is_within = |coordinate: Fine, size: Inches| (Fine::ZERO..=Fine::from(size)).contains(&coordinate);
    let is_on_table = is_within(at.x, width) && is_within(at.y, height);
    draft.refuse_if(!is_on_table, TABLE, || TableReason::OffTable { ship: ship.clone(), at, width, height })
}

/// Works out a division's course after one of its ships was placed by hand, ran ashore or left the plotted move. [5.9]
pub(crate) fn update_course(draft: &mut NavalDraft<'_>, unit: &Id) {
    let state = draft.state();
    let Some(division) = state.division_of(unit) else { return };
    let ships = division.ships.iter().filter_map(|ship| state.ship(ship)).filter(|ship| ship.is_in_action());
    let places = ships.filter_map(|ship| Some((ship.id.clone(), ship.at?)));
    let places: Vec<(Id, Place)> = places.take(if division.one_base { 1 } else { usize::MAX }).collect();
    if !places.is_empty() {
        let new_course = course_in_any_order(state, &division.course, &places);
        let (division, course) = (division.id.clone(), ColumnState { ordered: division.course.ordered, ..new_course });
        draft.record(MOTION, Fact::CourseRecorded { division, course });
    }
}

/// Returns the course of ships in their positions: on the track they had, else in line, else out of column.
pub(crate) fn course_of(state: &State, before: &ColumnState, places: &[(Id, Place)]) -> ColumnState {
    if let Some(course) = course_on_track(before, places).or_else(|| in_line(places)) {
        return course;
    }
    let mut astern = Inches::ZERO;
    let mut column = Vec::new();
    for (ship, _) in places {
        column.push(Follower::new(ship.clone(), astern.into()));
        let length = state.ship(ship).map_or(Inches::ZERO, |ship| ship.card.base_length);
        astern = astern + length + state.setup.options.interval;
    }
    ColumnState { column, broken: true, ..ColumnState::default() }
}

/// Returns the course of ships that may have passed each other. It tries the order of the sheet, then the earlier
/// order, then the order along the leader's course. [5.9, Q57]
pub(crate) fn course_in_any_order(state: &State, before: &ColumnState, places: &[(Id, Place)]) -> ColumnState {
    let as_listed = course_of(state, before, places);
    if as_listed.is_in_column() {
        return as_listed;
    }
    let mut sorted = places.to_vec();
    let rank = |ship: &Id| before.column.iter().position(|follower| follower.ship == *ship).unwrap_or(usize::MAX);
    sorted.sort_by_key(|(ship, _)| rank(ship));
    let as_before = course_of(state, before, &sorted);
    if as_before.is_in_column() {
        return as_before;
    }
    if let Some((_, lead)) = sorted.first().cloned() {
        let astern = |place: &Place| astern_and_aside(lead.pose(), place.point()).0;
        sorted.sort_by(|(_, left), (_, right)| astern(left).total_cmp(&astern(right)));
    }
    let along_course = course_of(state, before, &sorted);
    if along_course.is_in_column() { along_course } else { as_listed }
}

/// Returns the course on the old track, if the leading ship still leads and the others are on it.
fn course_on_track(before: &ColumnState, places: &[(Id, Place)]) -> Option<ColumnState> {
    let (leader, leader_place) = places.first()?;
    if !before.is_in_column()
        || before.track.is_empty()
        || before.column.first().map(|follower| &follower.ship) != Some(leader)
    {
        return None;
    }
    let track = track_to(before, *leader_place, 0.0);
    let mut column = vec![Follower::new(leader.clone(), Fine::ZERO)];
    for (ship, place) in &places[1..] {
        let astern = Fine::nearest(astern_on(&track, place.pose())?);
        if astern <= column.last()?.astern {
            return None;
        }
        column.push(Follower::new(ship.clone(), astern));
    }
    Some(ColumnState { column, ..before.clone() })
}

/// Returns the course of a ship that leaves its division.
pub(crate) fn course_alone(state: &State, ship: &Id) -> ColumnState {
    let place = state.ship(ship).and_then(|ship| ship.at).map(|place| (ship.clone(), place));
    course_of(state, &ColumnState::default(), place.as_slice())
}

/// Returns how far each ship's middle is astern of the first's, in column at the interval.
pub(crate) fn astern_in_column(state: &State, ships: &[&Ship]) -> Vec<f64> {
    let half_length = |ship: &Ship| ship.card.base_length.as_f64() / 2.0;
    let (interval, mut astern) = (state.setup.options.interval.as_f64(), 0.0);
    let followers = ships.windows(2).map(|pair| {
        astern += half_length(pair[0]) + interval + half_length(pair[1]);
        astern
    });
    ships.first().map(|_| 0.0).into_iter().chain(followers).collect()
}
