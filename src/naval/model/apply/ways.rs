//! How ships move and how fast: facts of the Movement Segment and of speeds that are typed.
use std::sync::Arc;

use crate::model::{Id, Run, State, base::laid};

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

/// What a ship that is moved by hand made when the turn began. [5.5]
pub(super) fn remember_speed(state: &mut State, ship: &Id) {
    let Some(made) = state.ship(ship).filter(|ship| ship.at.is_none()).map(|ship| ship.speed) else { return };
    if !state.this_turn.speeds.iter().any(|(one, _)| one == ship) {
        state.this_turn.speeds.push((ship.clone(), made));
    }
}

/// What the referee sets is where a gain of speed begins. [5.5]
pub(super) fn forget_speeds(state: &mut State, unit: &Id) {
    let of: Vec<Id> = state.ships_of(unit).map(|ship| ship.id.clone()).collect();
    state.this_turn.speeds.retain(|(ship, _)| !of.contains(ship));
}
