//! How ships without positions have steered: as plotted, unless the table reports otherwise. [5.7, 6.5.1.3, Q56]
use super::simulated::{self, SimulatedMove};
use crate::model::hand_steering::rounded_to_step;
use crate::model::{ColumnState, Division, Fine, KnownCourse, Ship, Steered, TableReason};
use crate::{Fact, Id, NavalDraft, NavalHalt, Segment, State, refuse_out_of_action, require_segment, rules::signals};
use play::Rule;

pub const PLOTTED: Rule = Rule::new("5.7");
const COLUMN: Rule = Rule::new("5.9");
const TURNED: Rule = Rule::new("6.5.1.3");
const MOVEMENT: Rule = Rule::new("3.3.2");

/// Records how divisions moved by hand run their plots, calculated as for tracked ones if the leader's heading is
/// known. Nothing is recorded for ships that keep their course. [5.7]
pub(crate) fn record_hand_moves(draft: &mut NavalDraft<'_>) {
    for SimulatedMove { division, ships, course, .. } in simulated::all_hand_moves(draft.state()) {
        let state = draft.state();
        let is_steady =
            |steered: &Steered| state.ship(&steered.ship).is_some_and(|ship| *steered == Steered::steady(ship));
        if !ships.iter().all(is_steady) {
            draft.record(PLOTTED, Fact::SteeredByHand { ships, said: false });
        }
        record_course(draft, division, course);
    }
}

/// Records a division's course if it has changed. [5.9]
fn record_course(draft: &mut NavalDraft<'_>, division: Id, course: ColumnState) {
    let old_course = draft.state().division(&division).map(|member| simulated::course_of(draft.state(), member));
    if old_course != Some(course.clone()) {
        draft.record(COLUMN, Fact::CourseRecorded { division, course });
    }
}

/// Records headings that the table reports. The difference from a ship's course before the move is what it turned. If
/// it contradicts the plots, the rest of earlier plotted turns is void. [6.5.1.3]
///
/// Refused if a unit has a position, which shows its heading, and if none of it is in action.
pub(crate) fn report_headings(draft: &mut NavalDraft<'_>, headings: &[(Id, u16)]) -> Result<(), NavalHalt> {
    for (unit, degrees) in headings {
        let course = f64::from(*degrees % 360);
        report_steering(draft, unit, |state, ship| {
            let old_course = helm_before_move(state, ship).course.filter(|_| state.segment != Segment::Plotting);
            let turned_deg = old_course.map(|old_course| (course - old_course.as_f64()).rem_euclid(360.0));
            let turned = turned_deg.map(|turned_deg| rounded_to_step(turned_deg.min(360.0 - turned_deg)));
            Steered { turned, course: Some(Fine::nearest(course)), ..Steered::steady(ship) }
        })?;
    }
    Ok(())
}

/// Records how far units have turned in all in this move. Only a reported heading tells to which side. [6.5.1.3, Q30]
///
/// Refused before any ship has moved, and as for [`report_headings`].
pub(crate) fn report_turns(draft: &mut NavalDraft<'_>, turns: &[(Id, u16)]) -> Result<(), NavalHalt> {
    if draft.state().segment == Segment::Plotting {
        require_segment(draft, Segment::Movement, "turned", MOVEMENT)?;
    }
    for (unit, degrees) in turns {
        let degrees = rounded_to_step(f64::from(*degrees));
        report_steering(draft, unit, |state, ship| {
            let known = state.steering_of(&ship.id).and_then(|steered| steered.turned).unwrap_or(0);
            let course = match (degrees, known) {
                (0, _) => helm_before_move(state, ship).course,
                // The report does not say to which side the ship turned.
                (_, 0) => None,
                (_, _) => ship.helm.course,
            };
            Steered { turned: Some(degrees), course, ..Steered::steady(ship) }
        })?;
    }
    Ok(())
}

fn helm_before_move<'s>(state: &'s State, ship: &'s Ship) -> &'s KnownCourse {
    state.steering_of(&ship.id).map_or(&ship.helm, |steered| &steered.before)
}

/// Returns the division of a boat on a shared base, since all its boats head alike, else the unit. [2.4]
fn unit_of_base(state: &State, unit: &Id) -> Id {
    let base = state.division_of(unit).filter(|division| division.one_base);
    base.map_or_else(|| unit.clone(), |division| division.id.clone())
}

fn report_steering(
    draft: &mut NavalDraft<'_>,
    unit: &Id,
    steered: impl Fn(&State, &Ship) -> Steered,
) -> Result<(), NavalHalt> {
    let state = draft.state();
    let tracked = state.has_position(unit);
    draft.refuse_if(tracked, PLOTTED, || TableReason::HasPosition { unit: unit.clone() })?;
    let base = unit_of_base(state, unit);
    let ships: Vec<&Ship> = state.ships_of(&base).filter(|ship| ship.is_in_action() && ship.at.is_none()).collect();
    refuse_out_of_action(draft, ships.is_empty(), unit, TURNED)?;
    let calculated = |ship: &Ship| Steered {
        turned: state.steering_of(&ship.id).map_or(Some(0), |steered| steered.turned),
        ..Steered::steady(ship)
    };
    let plotting = state.segment == Segment::Plotting;
    let (mut reports, mut contradicting) = (Vec::new(), Vec::new());
    for ship in ships {
        let (reported, by_plot) = (steered(state, ship), calculated(ship));
        if !agrees_within_reading(reported.course, by_plot.course) || (reported.turned != by_plot.turned && !plotting) {
            contradicting.push(ship.id.clone());
        }
        reports.push(reported);
    }
    let turned: Vec<Id> = reports
        .iter()
        .filter(|steered| steered.turned.is_some_and(|turned| 0 < turned))
        .map(|report| report.ship.clone())
        .collect();
    let Some(division) = state.division_of(unit).map(|division| division.id.clone()) else { return Ok(()) };
    draft.record(TURNED, Fact::SteeredByHand { ships: reports, said: true });
    update_course_after_report(draft, &division, &contradicting);
    turned.iter().for_each(|ship| signals::by_hand::record_hand_turn(draft, ship));
    signals::by_hand::cancel_turn_check(draft, &division);
    Ok(())
}

/// Whether a reported course equals the calculated one, within the precision of reading it.
fn agrees_within_reading(reported: Option<Fine>, calculated: Option<Fine>) -> bool {
    match (reported, calculated) {
        (Some(reported), Some(calculated)) => {
            simulated::angle_between(reported.as_f64(), calculated.as_f64()) <= simulated::READ_DEG
        }
        (reported, calculated) => reported == calculated,
    }
}

/// Corrects a division's course after reported headings. If all head the same way, it is in column with nothing left to
/// turn. Otherwise a ship whose heading contradicts the plots leaves the track, and if it leads, all do. [5.7.3, 5.9]
fn update_course_after_report(draft: &mut NavalDraft<'_>, id: &Id, contradicting: &[Id]) {
    let state = draft.state();
    let Some(division) = state.division(id).filter(|_| !contradicting.is_empty()) else { return };
    let ships = || state.ships_of_division(id).filter(|ship| ship.is_in_action() && ship.at.is_none());
    let all_alike = ships().map(|ship| ship.helm.course).collect::<Vec<_>>().windows(2).all(|pair| pair[0] == pair[1]);
    let course = if all_alike { in_column(state, division) } else { course_without(state, division, contradicting) };
    record_course(draft, id.clone(), course);
}

fn in_column(state: &State, division: &Division) -> ColumnState {
    let old_course = simulated::course_of(state, division);
    let is_in_column = |ship: &Ship| old_course.column.iter().any(|follower| follower.ship == ship.id);
    let mut ships = state.ships_of_division(&division.id).filter(|ship| ship.is_in_action());
    let all_in_column = division.one_base || ships.all(is_in_column);
    let column = if all_in_column { old_course.column } else { simulated::column_at_interval(state, division) };
    ColumnState { column, ..ColumnState::default() }
}

fn course_without(state: &State, division: &Division, contradicting: &[Id]) -> ColumnState {
    let mut old_course = simulated::course_of(state, division);
    let is_in_action = |id: &Id| state.ship(id).is_some_and(Ship::is_in_action);
    let leader_contradicts = old_course
        .column
        .iter()
        .find(|follower| is_in_action(&follower.ship))
        .is_some_and(|follower| contradicting.contains(&follower.ship));
    if leader_contradicts {
        old_course.column.retain(|follower| is_in_action(&follower.ship));
        old_course.column.truncate(1);
        return ColumnState { column: old_course.column, ..ColumnState::default() };
    }
    old_course.column.retain(|follower| !contradicting.contains(&follower.ship));
    old_course
}
