//! Facts of the Movement Segment and of typed speeds.
use std::sync::Arc;

use crate::model::{Id, Inches, Segment, Ship, ShipMove, State, base::smoke_trail};

/// Moves a ship, or all boats on one base.
pub(super) fn apply_run(state: &mut State, run: &ShipMove) {
    let base = state.base_id(&run.ship);
    let shared_run = Arc::new(run.clone());
    if !run.legs.is_empty() {
        state.collision_risks.retain(|risk| risk.ship != base);
    }
    if run.smoke {
        let smoke = smoke_trail(state, run);
        state.smoke.extend(smoke);
    }
    for ship in state.ships_of_mut(&base).filter(|ship| ship.is_in_action()) {
        (ship.at, ship.speed, ship.run) = (Some(run.to), run.speed, Some(shared_run.clone()));
    }
}

/// Records the speed that a ship had before a collision or land slowed it in this move. [5.8.3, Q57]
pub(super) fn remember_slowed(state: &mut State, ship: &Id) {
    if state.segment != Segment::Movement || state.this_move.slowed_ships.iter().any(|(slowed, _)| slowed == ship) {
        return;
    }
    let ship_and_speed = state.ship(ship).map(|ship| (ship.id.clone(), ship.speed));
    state.this_move.slowed_ships.extend(ship_and_speed);
}

/// Drops the earlier speed of slowed ships, because a speed was stated.
pub(super) fn forget_slowed(state: &mut State, unit: &Id) {
    let ships: Vec<Id> = state.ships_of(unit).map(|ship| ship.id.clone()).collect();
    state.this_move.slowed_ships.retain(|(ship, _)| !ships.contains(ship));
}

/// Records a ship's speed at the start of the turn, if it is moved by hand or slows while plotting. [5.5]
pub(super) fn remember_speed(state: &mut State, ship: &Id, speed: Inches) {
    let is_plotting = state.checks && state.segment == Segment::Plotting;
    let is_slowed = |ship: &Ship| is_plotting && speed < ship.speed;
    let earlier_speed = state.ship(ship).filter(|ship| ship.at.is_none() || is_slowed(ship)).map(|ship| ship.speed);
    let Some(earlier_speed) = earlier_speed else { return };
    if !state.this_turn.speeds_at_start.iter().any(|(recorded, _)| recorded == ship) {
        state.this_turn.speeds_at_start.push((ship.clone(), earlier_speed));
    }
}

/// Drops recorded speeds: a speed set by the referee is where acceleration starts. [5.5]
pub(super) fn forget_speeds(state: &mut State, unit: &Id) {
    let ships: Vec<Id> = state.ships_of(unit).map(|ship| ship.id.clone()).collect();
    state.this_turn.speeds_at_start.retain(|(ship, _)| !ships.contains(ship));
}
