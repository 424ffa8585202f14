//! How ships move and how fast: facts of the Movement Segment and of speeds that are typed.
use std::sync::Arc;

use crate::model::{Id, Inches, Run, Segment, Ship, State, base::laid};

/// Boats on one base go where the base goes.
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

/// Keeps what a ship made before a collision or land slowed it in this move. [5.8.3, Q57]
pub(super) fn slowed(state: &mut State, ship: &Id) {
    if state.segment != Segment::Movement || state.this_move.slowed.iter().any(|(one, _)| one == ship) {
        return;
    }
    let made = state.ship(ship).map(|ship| (ship.id.clone(), ship.speed));
    state.this_move.slowed.extend(made);
}

/// What is said of a ship's speed takes the place of what it made before it was slowed.
pub(super) fn is_said(state: &mut State, unit: &Id) {
    let of: Vec<Id> = state.ships_of(unit).map(|ship| ship.id.clone()).collect();
    state.this_move.slowed.retain(|(ship, _)| !of.contains(ship));
}

/// What a ship that is moved by hand, or slowed while plots are made, made when the turn began. [5.5]
pub(super) fn remember_speed(state: &mut State, ship: &Id, speed: Inches) {
    let is_plotting = state.checks && state.segment == Segment::Plotting;
    let slowed = |ship: &Ship| is_plotting && speed < ship.speed;
    let made = state.ship(ship).filter(|ship| ship.at.is_none() || slowed(ship)).map(|ship| ship.speed);
    let Some(made) = made else { return };
    if !state.this_turn.speeds.iter().any(|(one, _)| one == ship) {
        state.this_turn.speeds.push((ship.clone(), made));
    }
}

/// What the referee sets is where a gain of speed begins. [5.5]
pub(super) fn forget_speeds(state: &mut State, unit: &Id) {
    let of: Vec<Id> = state.ships_of(unit).map(|ship| ship.id.clone()).collect();
    state.this_turn.speeds.retain(|(ship, _)| !of.contains(ship));
}
