//! Sighting, and the basis of the last sighting.
use std::sync::Arc;

use crate::model::{Id, Look, Ship, SightWord, State};

/// Updates what the enemy sees of a ship. For a tracked ship that moves, the next sighting decides it. [4.4, Q49]
pub(super) fn watch(ship: &mut Ship, turn: u16, moving: bool) {
    if !moving || ship.at.is_none() {
        ship.keep_in_sight(turn);
    }
}

/// Records a ruling on sighting for each ship of a unit.
pub(super) fn said(state: &mut State, unit: &Id, by: Option<&Id>, seen: bool) {
    let word = |ship: &Ship| SightWord { ship: ship.id.clone(), by: by.cloned(), seen };
    let words: Vec<SightWord> = state.ships_of(unit).map(word).collect();
    state.this_turn.sight_words.extend(words);
}

/// Records the basis of the last sighting before any of it changes. [4.2]
pub(super) fn keep_look(state: &mut State) {
    let (measures, words) = (state.this_move.measures.clone(), state.this_turn.sight_words.clone());
    state.look = Some(Look { turn: state.turn, base: state.sighting_base, measures, words });
    for ship in state.ships.iter_mut().map(Arc::make_mut) {
        ship.shown = ship.shows();
    }
}

/// Marks a unit's sighting as ruled by the referee until the turn ends.
pub(super) fn ruled(state: &mut State, unit: &Id) {
    let ids: Vec<Id> = state.ships_of(unit).map(|ship| ship.id.clone()).collect();
    state.this_turn.sight_ruled.extend(ids);
}
