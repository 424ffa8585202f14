//! Paragraphs and checks that all of gunnery shares. [6.1, 3.3.5]
use crate::{Id, Inches, SideId, State, model::BatteryKind};
use play::Rule;

/// The longest range of medium and light guns. [6.5.9]
pub const BATTERY_REACH: Inches = Inches::whole(10);

pub(crate) const CARD: Rule = Rule::new("6.2.4");
pub(crate) const ONE_TARGET: Rule = Rule::new("6.2");

pub const DECLARING: Rule = Rule::new("3.3.5");
pub(crate) const SIDES_OF_WAR: Rule = Rule::new("1.3");
pub(super) const MOUNTS: Rule = Rule::new("6.4.1");
/// Which guns bear into bow or stern.
pub(super) const ENDS: Rule = Rule::new("6.4.3");

/// Whether a battery of a ship has a target. [6.2]
pub(super) fn has_declared(state: &State, firer: &Id, battery: BatteryKind) -> bool {
    state.this_move.declarations.iter().any(|declaration| declaration.firer == *firer && declaration.battery == battery)
}

pub(crate) fn side_of(state: &State, unit: &Id) -> Option<SideId> {
    state.ships_of(unit).next().map(|ship| ship.side.clone())
}
