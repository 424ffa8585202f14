//! The types of ships that may sail together. [5.1, 5.3]
use crate::model::{Formation, Setup, Ship, ShipType};
use crate::{Id, NavalDraft, NavalHalt, Reason, State};
use play::Rule;

/// Returns the fewest and most ships in a division of this type. Merchantmen form one convoy of any size, and a battery
/// is alone. [5.1.1, 5.1.2, Q6, Q51]
pub fn division_sizes(kind: ShipType) -> (usize, usize) {
    match kind {
        ShipType::TBD | ShipType::TB => (3, 6),
        ShipType::CL | ShipType::CP => (1, 4),
        ShipType::BB | ShipType::OBB | ShipType::BC | ShipType::CA => (2, 4),
        ShipType::MM => (1, usize::MAX),
        ShipType::CB => (1, 1),
    }
}

/// Returns the first division with more ships than its type allows. [5.1.1]
pub(crate) fn too_large(setup: &Setup) -> Option<&Id> {
    let kind_of = |ship: &Id| setup.ships.iter().find(|entry| entry.card.id == *ship).map(|entry| entry.card.kind);
    let most = |ships: &[Id]| ships.first().and_then(kind_of).map_or(usize::MAX, |kind| division_sizes(kind).1);
    setup.divisions.iter().find(|division| most(&division.ships) < division.ships.len()).map(|division| &division.id)
}

/// Boats on a base of 2 inches according to the book. A division of six may share one, but this is noted. [2.4, Q3]
pub const BOATS_PER_BASE: usize = 5;

/// Kinds of ships that sail in a division together. [5.1.1, Q6]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShipGroup {
    Boats,
    Cruisers,
    Large,
    Merchantmen,
    Batteries,
}

/// Returns the kind of division in which ships of a type sail. [5.1.1, Q6]
pub fn ship_group(kind: ShipType) -> ShipGroup {
    match kind {
        ShipType::TBD | ShipType::TB => ShipGroup::Boats,
        ShipType::CL | ShipType::CP => ShipGroup::Cruisers,
        ShipType::BB | ShipType::OBB | ShipType::BC | ShipType::CA => ShipGroup::Large,
        ShipType::MM => ShipGroup::Merchantmen,
        ShipType::CB => ShipGroup::Batteries,
    }
}

/// Whether a formation consists of torpedo craft, with or without light cruisers. [5.3]
pub fn is_flotilla(state: &State, formation: &Formation) -> bool {
    let kinds = || ships_in_divisions(state, &formation.divisions).map(|ship| ship.card.kind);
    let is_light = |kind: ShipType| kind.is_torpedo_craft() || kind == ShipType::CL;
    kinds().all(is_light) && kinds().any(|kind| kind.is_torpedo_craft())
}

/// Refuses a coast battery under `rule`. Guns ashore have no plot, join no division and are not met by torpedoes. (Q51)
pub(crate) fn refuse_coast_battery(draft: &NavalDraft<'_>, unit: &Id, rule: Rule) -> Result<(), NavalHalt> {
    let ashore = draft.state().ships_of(unit).find(|ship| ship.card.kind.is_coast_battery());
    draft.refuse_found(ashore, rule, |battery| Reason::CoastBattery { battery: battery.id.clone() })
}

pub(crate) fn ships_in_divisions<'a>(state: &'a State, divisions: &'a [Id]) -> impl Iterator<Item = &'a Ship> + 'a {
    divisions.iter().flat_map(move |id| state.ships_of_division(id)).filter(|ship| ship.is_in_action())
}
