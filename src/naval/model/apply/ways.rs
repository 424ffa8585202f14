//! Facts of the Movement Segment and of typed speeds.
use std::sync::Arc;

use crate::model::{Id, Inches, Run, Segment, Ship, State, base::laid};

/// Moves a ship, or all boats on one base.
pub(super) fn moved(state: &mut State, run: &Run) {
    let base = state.base_of(&run.ship);
    let kept = Arc::new(run.clone());
    if !run.legs.is_empty() {
        state.risked.retain(|risk| risk.ship != base);
    }
    if run.smoke {
        let smoke = laid(state, run);
        state.smoke.extend(smoke);
    }
    for ship in state.ships_of_mut(&base).filter(|ship| ship.in_action()) {
        (ship.at, ship.speed, ship.run) = (Some(run.to), run.speed, Some(kept.clone()));
    }
}

/// Records a ship's speed before a collision or land slowed it in this move. [5.8.3, Q57]
pub(super) fn slowed(state: &mut State, ship: &Id) {
    if state.segment != Segment::Movement || state.this_move.slowed.iter().any(|(one, _)| one == ship) {
        return;
    }
    let made = state.ship(ship).map(|ship| (ship.id.clone(), ship.speed));
    state.this_move.slowed.extend(made);
}

/// Drops the earlier speed of slowed ships, because a speed was stated.
pub(super) fn is_said(state: &mut State, unit: &Id) {
    let of: Vec<Id> = state.ships_of(unit).map(|ship| ship.id.clone()).collect();
    state.this_move.slowed.retain(|(ship, _)| !of.contains(ship));
}

/// Records the speed at the start of the turn of a ship moved by hand, or slowed while plotting. [5.5]
pub(super) fn remember_speed(state: &mut State, ship: &Id, speed: Inches) {
    let is_plotting = state.checks && state.segment == Segment::Plotting;
    let slowed = |ship: &Ship| is_plotting && speed < ship.speed;
    let made = state.ship(ship).filter(|ship| ship.at.is_none() || slowed(ship)).map(|ship| ship.speed);
    let Some(made) = made else { return };
    if !state.this_turn.speeds.iter().any(|(one, _)| one == ship) {
        state.this_turn.speeds.push((ship.clone(), made));
    }
}

/// Drops recorded speeds: a speed set by the referee is where acceleration starts. [5.5]
pub(super) fn forget_speeds(state: &mut State, unit: &Id) {
    let of: Vec<Id> = state.ships_of(unit).map(|ship| ship.id.clone()).collect();
    state.this_turn.speeds.retain(|(ship, _)| !of.contains(ship));
}
