//! Sighting, and the basis of the last sighting.
use std::sync::Arc;

use crate::model::{Id, Ship, SightRuling, SightingBasis, State};

/// Updates what the enemy sees of a ship. For a tracked ship that moves, the next sighting decides it. [4.4, Q49]
pub(super) fn update_sight(ship: &mut Ship, turn: u16, is_moving: bool) {
    if !is_moving || ship.at.is_none() {
        ship.refresh_seen(turn);
    }
}

pub(super) fn add_sight_rulings(state: &mut State, unit: &Id, by: Option<&Id>, seen: bool) {
    let ruling = |ship: &Ship| SightRuling { ship: ship.id.clone(), by: by.cloned(), seen };
    let rulings: Vec<SightRuling> = state.ships_of(unit).map(ruling).collect();
    state.this_turn.sight_rulings.extend(rulings);
}

/// Records the basis of the last sighting before any of it changes. [4.2]
pub(super) fn save_sighting_basis(state: &mut State) {
    let (measures, rulings) = (state.this_move.measures.clone(), state.this_turn.sight_rulings.clone());
    state.last_sighting = Some(SightingBasis { turn: state.turn, base: state.sighting_base, measures, rulings });
    for ship in state.ships.iter_mut().map(Arc::make_mut) {
        ship.shown_at_sighting = ship.visible_signs();
    }
}

/// Marks a unit's sighting as ruled by the referee until the turn ends.
pub(super) fn mark_sight_ruled(state: &mut State, unit: &Id) {
    let ids: Vec<Id> = state.ships_of(unit).map(|ship| ship.id.clone()).collect();
    state.this_turn.ships_with_ruled_sight.extend(ids);
}
