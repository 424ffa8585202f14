//! Sets of ships in a battle.
use super::State;
use crate::model::{Ship, Ships, SideId};

impl Ships {
    /// Returns the ships of the set, in the order of the battle.
    pub fn of<'a>(&'a self, state: &'a State) -> impl Iterator<Item = &'a Ship> + 'a {
        state.ships.iter().map(AsRef::as_ref).filter(|ship| self.holds(ship))
    }
    /// Whether it holds a ship of this side.
    pub fn concerns(&self, state: &State, side: &SideId) -> bool {
        self.of(state).any(|ship| ship.side == *side)
    }
}
