//! How ships without positions have steered: as plotted, unless the table reports otherwise. [5.7, 6.5.1.3, Q56]
use super::simulated::{self, SimulatedMove};
use crate::model::hand_steering::rounded_to_step;
use crate::model::{Course, Division, Fine, KnownCourse, Ship, Steered, TableReason};
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
        let holds_on =
            |steered: &Steered| state.ship(&steered.ship).is_some_and(|ship| *steered == Steered::steady(ship));
        if !ships.iter().all(holds_on) {
            draft.record(PLOTTED, Fact::SteeredByHand { ships, said: false });
        }
        record_course(draft, division, course);
    }
}

/// Records a division's course if it has changed. [5.9]
fn record_course(draft: &mut NavalDraft<'_>, division: Id, course: Course) {
    let stood = draft.state().division(&division).map(|member| simulated::course_of(draft.state(), member));
    if stood != Some(course.clone()) {
        draft.record(COLUMN, Fact::CourseKept { division, course });
    }
}

/// Records headings that the table reports. The difference from a ship's course before the move is what it turned. If
/// it contradicts the plots, the rest of earlier plotted turns is void. [6.5.1.3]
///
/// Refused if a unit has a position, which shows its heading, and if none of it is in action.
pub(crate) fn report_headings(draft: &mut NavalDraft<'_>, said: &[(Id, u16)]) -> Result<(), NavalHalt> {
    for (unit, degrees) in said {
        let course = f64::from(*degrees % 360);
        report_steering(draft, unit, |state, ship| {
            let before = helm_before_move(state, ship).course.filter(|_| state.segment != Segment::Plotting);
            let apart = before.map(|before| (course - before.as_f64()).rem_euclid(360.0));
            let turned = apart.map(|apart| rounded_to_step(apart.min(360.0 - apart)));
            Steered { turned, course: Some(Fine::nearest(course)), ..Steered::steady(ship) }
        })?;
    }
    Ok(())
}

/// Records how far units have turned in all in this move. A heading states to which side. [6.5.1.3, Q30]
///
/// Refused before any ship has moved, and as for [`report_headings`].
pub(crate) fn report_turns(draft: &mut NavalDraft<'_>, said: &[(Id, u16)]) -> Result<(), NavalHalt> {
    if draft.state().segment == Segment::Plotting {
        require_segment(draft, Segment::Movement, "turned", MOVEMENT)?;
    }
    for (unit, degrees) in said {
        let degrees = rounded_to_step(f64::from(*degrees));
        report_steering(draft, unit, |state, ship| {
            let known = state.steering_of(&ship.id).and_then(|steered| steered.turned).unwrap_or(0);
            let course = match (degrees, known) {
                (0, _) => helm_before_move(state, ship).course,
                // It has not been reported to which side the ship turned.
                (_, 0) => None,
                (_, _) => ship.helm.course,
            };
            Steered { turned: Some(degrees), course, ..Steered::steady(ship) }
        })?;
    }
    Ok(())
}

/// Returns how a ship headed before this move.
fn helm_before_move<'s>(state: &'s State, ship: &'s Ship) -> &'s KnownCourse {
    state.steering_of(&ship.id).map_or(&ship.helm, |steered| &steered.before)
}

/// Boats on one base all head as the base does. [2.4]
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
    let tracked = state.is_tracked(unit);
    draft.refuse_if(tracked, PLOTTED, || TableReason::HasPosition { unit: unit.clone() })?;
    let whole = unit_of_base(state, unit);
    let ships: Vec<&Ship> = state.ships_of(&whole).filter(|ship| ship.is_in_action() && ship.at.is_none()).collect();
    refuse_out_of_action(draft, ships.is_empty(), unit, TURNED)?;
    let reckoned = |ship: &Ship| Steered {
        turned: state.steering_of(&ship.id).map_or(Some(0), |steered| steered.turned),
        ..Steered::steady(ship)
    };
    let plotting = state.segment == Segment::Plotting;
    let (mut said, mut otherwise) = (Vec::new(), Vec::new());
    for ship in ships {
        let (says, by_plot) = (steered(state, ship), reckoned(ship));
        if !agrees_within_reading(says.course, by_plot.course) || (says.turned != by_plot.turned && !plotting) {
            otherwise.push(ship.id.clone());
        }
        said.push(says);
    }
    let turned: Vec<Id> = said
        .iter()
        .filter(|steered| steered.turned.is_some_and(|turned| 0 < turned))
        .map(|one| one.ship.clone())
        .collect();
    let Some(division) = state.division_of(unit).map(|division| division.id.clone()) else { return Ok(()) };
    draft.record(TURNED, Fact::SteeredByHand { ships: said, said: true });
    update_course_after_report(draft, &division, &otherwise);
    turned.iter().for_each(|ship| signals::by_hand::turned_by_hand(draft, ship));
    signals::by_hand::cancel_turn_check(draft, &division);
    Ok(())
}

/// Whether a reported course equals the calculated one, within the precision of reading it.
fn agrees_within_reading(said: Option<Fine>, reckoned: Option<Fine>) -> bool {
    match (said, reckoned) {
        (Some(said), Some(reckoned)) => {
            simulated::angle_between(said.as_f64(), reckoned.as_f64()) <= simulated::READ_DEG
        }
        (said, reckoned) => said == reckoned,
    }
}

/// Corrects a division's course after reported headings. If all head the same way, it is in column with nothing left to
/// turn. Otherwise a ship whose heading contradicts the plots leaves the track, and if it leads, all do. [5.7.3, 5.9]
fn update_course_after_report(draft: &mut NavalDraft<'_>, id: &Id, otherwise: &[Id]) {
    let state = draft.state();
    let Some(division) = state.division(id).filter(|_| !otherwise.is_empty()) else { return };
    let ships = || state.ships_of_division(id).filter(|ship| ship.is_in_action() && ship.at.is_none());
    let alike = ships().map(|ship| ship.helm.course).collect::<Vec<_>>().windows(2).all(|two| two[0] == two[1]);
    let course = if alike { in_column(state, division) } else { course_without(state, division, otherwise) };
    record_course(draft, id.clone(), course);
}

fn in_column(state: &State, division: &Division) -> Course {
    let stood = simulated::course_of(state, division);
    let knows = |ship: &Ship| stood.column.iter().any(|follower| follower.ship == ship.id);
    let mut ships = state.ships_of_division(&division.id).filter(|ship| ship.is_in_action());
    let all = division.one_base || ships.all(knows);
    let column = if all { stood.column } else { simulated::column_at_interval(state, division) };
    Course { column, ..Course::default() }
}

fn course_without(state: &State, division: &Division, otherwise: &[Id]) -> Course {
    let mut stood = simulated::course_of(state, division);
    let fights = |id: &Id| state.ship(id).is_some_and(Ship::is_in_action);
    let leads =
        stood.column.iter().find(|follower| fights(&follower.ship)).is_some_and(|one| otherwise.contains(&one.ship));
    if leads {
        stood.column.retain(|follower| fights(&follower.ship));
        stood.column.truncate(1);
        return Course { column: stood.column, ..Course::default() };
    }
    stood.column.retain(|follower| !otherwise.contains(&follower.ship));
    stood
}
