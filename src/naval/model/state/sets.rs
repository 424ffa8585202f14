//! Sets of ships in a battle.
use super::State;
use crate::model::{Ship, ShipSet, SideId};

impl ShipSet {
    /// Returns the ships of the set, in the order of the battle.
    pub fn ships_in<'a>(&'a self, state: &'a State) -> impl Iterator<Item = &'a Ship> + 'a {
        state.ships.iter().map(AsRef::as_ref).filter(|ship| self.holds(ship))
    }
    /// Whether it holds a ship of this side.
    pub fn includes_side(&self, state: &State, side: &SideId) -> bool {
        self.ships_in(state).any(|ship| ship.side == *side)
    }
}
