//! A move run in two halves. [3.4.2]
use crate::model::{Fine, Leg, Place, RemainingMove, Run, Ship, base::path_of};
use crate::rules::columns::{helm::DivisionMove, placed_course::update_course, rudder::jammed_path};
use crate::rules::{shores::shorten, special};
use crate::{Id, NavalDraft, State};
use geometry::Path;

/// Divides a move calculated for the complete turn. `moved` keeps the first half, and the second is returned. [3.4.2]
///
/// Until the second half is run, the division keeps its course from before the turn.
pub(crate) fn split_move(state: &State, division: &Id, moved: &mut DivisionMove) -> RemainingMove {
    let mut runs = Vec::with_capacity(moved.runs.len());
    for run in &mut moved.runs {
        let path = path_of(run.from, &run.legs);
        let length_in = path.length_in();
        let (first, second) = (path.part(0.0, length_in / 2.0), path.part(length_in / 2.0, length_in));
        let mut rest = run.clone();
        shorten(run, &first);
        rest.from = run.to;
        rest.legs = second.pieces().map(Leg::from_piece).collect();
        rest.turned = Fine::nearest(second.turned_deg());
        runs.push(rest);
    }
    let before = state.division(division).map(|division| division.course.clone()).unwrap_or_default();
    let course = std::mem::replace(&mut moved.course, before);
    RemainingMove { division: division.clone(), runs, course }
}

/// Returns the second half of every move whose ships are still on the table. [3.4.2]
///
/// A ship relocated by hand continues from there. One that was slowed runs half of its remaining speed.
pub(crate) fn second_halves(state: &State) -> Vec<(Id, DivisionMove)> {
    let now = |run: &Run| Some(adjusted_run(state, state.ship(&run.ship).filter(|ship| ship.is_tracked())?, run));
    let runs = |rest: &RemainingMove| -> Vec<Run> { rest.runs.iter().filter_map(now).collect() };
    let moved =
        |rest: &RemainingMove| (rest.division.clone(), DivisionMove::from_runs(runs(rest), rest.course.clone()));
    state.this_turn.remaining_moves.iter().map(moved).filter(|(_, moved)| !moved.runs.is_empty()).collect()
}

fn adjusted_run(state: &State, ship: &Ship, run: &Run) -> Run {
    let mut now = run.clone();
    if let Some(at) = ship.at.filter(|at| *at != run.from) {
        now.from = at;
        now.to = Place::rounded(path_of(at, &run.legs).end());
    }
    let able = special::steer::allowance(state, ship);
    let slowed = state.checks && able < run.speed;
    now.speed = if slowed { able } else { run.speed };
    let way_in = now.speed.as_f64() / 2.0;
    if let Some(jam) = ship.jam(state.turn) {
        // Its rudder has been jammed since the first half. [8.4, Q39]
        let held = Path::from_pieces(now.from.pose(), jammed_path(state, ship, jam, way_in));
        shorten(&mut now, &held);
    } else if slowed {
        let cut = path_of(now.from, &now.legs).part(0.0, way_in);
        shorten(&mut now, &cut);
    }
    now
}

/// Corrects the courses of divisions whose second half differed from the plot. [3.4.2]
pub(crate) fn update_courses(draft: &mut NavalDraft<'_>) {
    let state = draft.state();
    let otherwise = |rest: &&RemainingMove| {
        rest.runs.iter().any(|run| state.ship(&run.ship).is_some_and(|ship| ship.at != Some(run.to)))
    };
    let divisions: Vec<Id> =
        state.this_turn.remaining_moves.iter().filter(otherwise).map(|rest| rest.division.clone()).collect();
    for division in divisions {
        update_course(draft, &division);
    }
}
