//! A move run in two halves. [3.4.2]
use crate::model::{Fine, Place, RemainingMove, Ship, ShipMove, TrackLeg, base::path_of};
use crate::rules::columns::{helm::DivisionMove, placed_course::update_course, rudder::jammed_path};
use crate::rules::{shores::cut_run, special};
use crate::{Id, NavalDraft, State};
use geometry::Path;

/// Divides a move of the complete turn. `outcome` keeps the first half, and the second is returned. [3.4.2]
///
/// Until the second half is run, the division keeps its course from before the turn.
pub(crate) fn split_move(state: &State, division: &Id, outcome: &mut DivisionMove) -> RemainingMove {
    let mut runs = Vec::with_capacity(outcome.runs.len());
    for run in &mut outcome.runs {
        let path = path_of(run.from, &run.legs);
        let length_in = path.length_in();
        let (first, second) = (path.part(0.0, length_in / 2.0), path.part(length_in / 2.0, length_in));
        let mut remaining = run.clone();
        cut_run(run, &first);
        remaining.from = run.to;
        remaining.legs = second.pieces().map(TrackLeg::from_piece).collect();
        remaining.turned = Fine::nearest(second.turned_deg());
        runs.push(remaining);
    }
    let before = state.division(division).map(|division| division.course.clone()).unwrap_or_default();
    let course = std::mem::replace(&mut outcome.course, before);
    RemainingMove { division: division.clone(), runs, course }
}

/// Returns the second half of every move whose ships are still on the table. [3.4.2]
///
/// A ship relocated by hand continues from there. One that was slowed runs half of its remaining speed.
pub(crate) fn second_halves(state: &State) -> Vec<(Id, DivisionMove)> {
    let current_run =
        |run: &ShipMove| Some(adjusted_run(state, state.ship(&run.ship).filter(|ship| ship.has_position())?, run));
    let runs = |remaining: &RemainingMove| -> Vec<ShipMove> { remaining.runs.iter().filter_map(current_run).collect() };
    let outcome = |remaining: &RemainingMove| {
        (remaining.division.clone(), DivisionMove::from_runs(runs(remaining), remaining.course.clone()))
    };
    state.this_turn.remaining_moves.iter().map(outcome).filter(|(_, outcome)| !outcome.runs.is_empty()).collect()
}

fn adjusted_run(state: &State, ship: &Ship, run: &ShipMove) -> ShipMove {
    let mut adjusted = run.clone();
    if let Some(place) = ship.at.filter(|place| *place != run.from) {
        adjusted.from = place;
        adjusted.to = Place::rounded(path_of(place, &run.legs).end());
    }
    let allowance = special::steer::allowance(state, ship);
    let slowed = state.checks && allowance < run.speed;
    adjusted.speed = if slowed { allowance } else { run.speed };
    let way_in = adjusted.speed.as_f64() / 2.0;
    if let Some(jam) = ship.jam(state.turn) {
        // Its rudder has been jammed since the first half. [8.4, Q39]
        let jammed = Path::from_pieces(adjusted.from.pose(), jammed_path(state, ship, jam, way_in));
        cut_run(&mut adjusted, &jammed);
    } else if slowed {
        let cut = path_of(adjusted.from, &adjusted.legs).part(0.0, way_in);
        cut_run(&mut adjusted, &cut);
    }
    adjusted
}

/// Corrects the courses of divisions whose second half differed from the plot. [3.4.2]
pub(crate) fn update_courses(draft: &mut NavalDraft<'_>) {
    let state = draft.state();
    let differs = |remaining: &&RemainingMove| {
        remaining.runs.iter().any(|run| state.ship(&run.ship).is_some_and(|ship| ship.at != Some(run.to)))
    };
    let divisions: Vec<Id> =
        state.this_turn.remaining_moves.iter().filter(differs).map(|remaining| remaining.division.clone()).collect();
    for division in divisions {
        update_course(draft, &division);
    }
}
