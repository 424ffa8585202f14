//! What is seen, and by what sighting was last determined.
use std::sync::Arc;

use crate::model::{Id, Look, Ship, SightWord, State};

/// What the enemy sees of a ship is kept up; that she is still in sight after a move the next look will tell. [4.4, Q49]
pub(super) fn watch(ship: &mut Ship, turn: u16, moving: bool) {
    if !moving || ship.at.is_none() {
        ship.keep_in_sight(turn);
    }
}

/// What the referee says of a ship holds for each of a unit.
pub(super) fn said(state: &mut State, unit: &Id, by: Option<&Id>, seen: bool) {
    let word = |ship: &Ship| SightWord { ship: ship.id.clone(), by: by.cloned(), seen };
    let words: Vec<SightWord> = state.ships_of(unit).map(word).collect();
    state.this_turn.sight_words.extend(words);
}

/// Keeps what sighting was last determined by, before any of it changes. [4.2]
pub(super) fn keep_look(state: &mut State) {
    let (measures, words) = (state.this_move.measures.clone(), state.this_turn.sight_words.clone());
    state.look = Some(Look { turn: state.turn, base: state.sighting_base, measures, words });
    for ship in state.ships.iter_mut().map(Arc::make_mut) {
        ship.shown = ship.shows();
    }
}

/// The referee's word on who is seen holds until the turn is over.
pub(super) fn ruled(state: &mut State, unit: &Id) {
    let ids: Vec<Id> = state.ships_of(unit).map(|ship| ship.id.clone()).collect();
    state.this_turn.sight_ruled.extend(ids);
}
