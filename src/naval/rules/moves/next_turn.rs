//! Whether a plot for the next turn can be run, as far ahead as that is known. [5.6, 5.7, 5.7.7, Q29]
use super::simulated;
use crate::model::{ColumnState, Division, Plot, TableReason, TurnKind};
use crate::rules::columns::helm::{DivisionMotion, PlotError};
use crate::rules::steering::pace::achievable_speed;
use crate::rules::steering::plot_checks::check_steerable;
use crate::rules::steering::tracks::{Moves, Orders, move_of, orders};
use crate::{Id, Inches, NavalDraft, NavalHalt, Reason, State};
use play::{NotDecided, Rule};

const COLUMN_TURN: Rule = Rule::new("5.7.3");

/// Refuses a plot that cannot be run next turn. Legs and turns must fit its speed (without one, the division's best),
/// and turns its templates. Column turns need a column after this turn's plot. The rest of an unfinished turn takes
/// more way, which shows only next turn.
pub(super) fn check_steerable_next_turn(
    draft: &NavalDraft<'_>,
    division: &Division,
    plot: &Plot,
) -> Result<(), NavalHalt> {
    let Some((now, next_division, is_known)) = division_next_turn(draft.state(), division, plot) else { return Ok(()) };
    match check_steerable(draft, &now, &next_division, plot, &next_turn_orders(draft.state(), division, plot)) {
        Err(NotDecided::Refused { reason: Reason::Table(TableReason::OutOfColumn { .. }), .. }) if !is_known => Ok(()),
        Err(NotDecided::Refused { reason, rule }) => {
            Err(NotDecided::Refused { reason: as_next_turn_reason(reason), rule })
        }
        result => result,
    }
}

/// Refuses a plot for this turn that leaves the division out of column for the next plot's column turns. [5.7.3, 5.7.7]
pub(super) fn check_next_plot_possible(draft: &NavalDraft<'_>, unit: &Id) -> Result<(), NavalHalt> {
    let state = draft.state();
    let Some(division) = state.division_of(unit) else { return Ok(()) };
    let Some(next_plot) = division.next_plot.as_ref().filter(|next_plot| next_plot.depends_on().is_none()) else {
        return Ok(());
    };
    let Some((now, next_division, true)) = division_next_turn(state, division, next_plot) else { return Ok(()) };
    let run = DivisionMotion::from_division(&now, &next_division)
        .map(|mut motion| motion.run(&next_plot.elements, Inches(i32::MAX), false));
    let Some(Err(PlotError::OutOfColumn { turn })) = run else { return Ok(()) };
    let reason = TableReason::BreaksNextPlot { division: division.id.clone(), ahead: next_plot.clone(), turn };
    draft.refuse(COLUMN_TURN, reason.into())
}

/// Returns the present state, the division as the next turn begins, and whether it is known if that is in column.
/// `None` if nothing is known, the plot depends on another division, or the turn has two halves.
fn division_next_turn(state: &State, division: &Division, plot: &Plot) -> Option<(State, Division, bool)> {
    if plot.depends_on().is_some() || state.half.is_some() {
        return None;
    }
    let (now, course) = if state.has_position(&division.id) {
        let depends = division.plot.as_ref().is_some_and(|plot| plot.depends_on().is_some());
        let moves = || move_of(state, division, &Moves::new(), orders(state, division, division.plot.as_ref()));
        (state.clone(), if depends { None } else { moves().map(|outcome| outcome.course) })
    } else {
        (simulated::state_before_move(state, division)?, simulated::course_after(state, division))
    };
    let mut next_division = now.division(&division.id)?.clone();
    let is_known = course.is_some();
    next_division.course = course.map_or_else(|| in_column(&next_division.course), |course| course_after_turn(&course));
    Some((now, next_division, is_known))
}

fn in_column(course: &ColumnState) -> ColumnState {
    ColumnState { column: course.column.clone(), ..ColumnState::default() }
}

fn course_after_turn(course: &ColumnState) -> ColumnState {
    let ships = course.carried.filter(|carried| carried.turn.manner == TurnKind::Ships);
    let turn_left = ships.map_or(0.0, |carried| carried.turn.hand.sign() * carried.degrees.as_f64());
    let offset = (course.offset.as_f64() + turn_left).rem_euclid(360.0);
    let is_formed = [0.0, 180.0, 360.0].into_iter().any(|formed: f64| (offset - formed).abs() < 0.01);
    let offset = if is_formed { Default::default() } else { crate::model::Fine::nearest(offset) };
    ColumnState { offset, broken: course.broken, ..in_column(course) }
}

/// Returns the orders of a plot, at the greatest possible speed if it states none.
fn next_turn_orders(state: &State, division: &Division, plot: &Plot) -> Orders {
    let best = || if state.checks { achievable_speed(state, division) } else { Inches(i32::MAX) };
    let speed = plot.own_speed().unwrap_or_else(best);
    Orders { elements: plot.elements.clone(), speed, ..Orders::default() }
}

fn as_next_turn_reason(reason: Reason) -> Reason {
    match reason {
        Reason::Table(TableReason::PlotTooLong { division, needs, speed, fits, faster, .. }) => {
            TableReason::PlotTooLong { division, needs, speed, fits, faster, ahead: true }.into()
        }
        other => other,
    }
}
