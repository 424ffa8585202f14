//! Helpers that change one ship or division, every ship of a unit, or the held hits.
use crate::model::{Division, HeldHit, Id, Ship, State};

pub(super) fn with_ship(state: &mut State, ship: &Id, change: impl FnOnce(&mut Ship)) {
    if let Some(ship) = state.ship_mut(ship) {
        change(ship);
    }
}

pub(super) fn with_division(state: &mut State, division: &Id, change: impl FnOnce(&mut Division)) {
    if let Some(division) = state.division_mut(division) {
        change(division);
    }
}

pub(super) fn for_unit(state: &mut State, unit: &Id, change: impl FnMut(&mut Ship)) {
    state.ships_of_mut(unit).for_each(change);
}

pub(super) fn hold_hit(state: &mut State, hit: HeldHit) {
    if hit.count > 0 {
        state.held_hits.push(hit);
    }
}
