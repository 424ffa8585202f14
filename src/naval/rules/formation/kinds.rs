//! What sails together. [5.1, 5.3]
use crate::model::{Formation, Setup, Ship, ShipType};
use crate::{Id, NavalDraft, NavalHalt, Reason, State};
use play::Rule;

/// Fewest and most ships of a division of this type; merchantmen sail as one convoy, however many, and a battery is alone.
/// [5.1.1, 5.1.2, Q6, Q51]
pub fn sizes(kind: ShipType) -> (usize, usize) {
    match kind {
        ShipType::TBD | ShipType::TB => (3, 6),
        ShipType::CL | ShipType::CP => (1, 4),
        ShipType::BB | ShipType::OBB | ShipType::BC | ShipType::CA => (2, 4),
        ShipType::MM => (1, usize::MAX),
        ShipType::CB => (1, 1),
    }
}

/// The first division of a battle that has more ships than one of their type may have. [5.1.1]
pub(crate) fn too_large(setup: &Setup) -> Option<&Id> {
    let kind = |ship: &Id| setup.ships.iter().find(|one| one.card.id == *ship).map(|one| one.card.kind);
    let most = |ships: &[Id]| ships.first().and_then(kind).map_or(usize::MAX, |kind| sizes(kind).1);
    setup.divisions.iter().find(|division| most(&division.ships) < division.ships.len()).map(|division| &division.id)
}

/// Boats that a base of 2 inches holds by the book. A division of six may share one, with a note. [2.4, Q3]
pub const BASE_HOLDS: usize = 5;

/// Kinds of ships that sail in a division together. [5.1.1, Q6]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Company {
    Boats,
    Cruisers,
    Large,
    Merchantmen,
    Batteries,
}

/// With whom ships of a type sail in a division. [5.1.1, Q6]
pub fn company(kind: ShipType) -> Company {
    match kind {
        ShipType::TBD | ShipType::TB => Company::Boats,
        ShipType::CL | ShipType::CP => Company::Cruisers,
        ShipType::BB | ShipType::OBB | ShipType::BC | ShipType::CA => Company::Large,
        ShipType::MM => Company::Merchantmen,
        ShipType::CB => Company::Batteries,
    }
}

/// Torpedo craft, perhaps behind light cruisers. [5.3]
pub fn is_flotilla(state: &State, formation: &Formation) -> bool {
    let kinds = || ships(state, &formation.divisions).map(|ship| ship.card.kind);
    let light = |kind: ShipType| kind.is_torpedo_craft() || kind == ShipType::CL;
    kinds().all(light) && kinds().any(|kind| kind.is_torpedo_craft())
}

/// A unit is no coast battery, or `rule` refuses it: guns ashore are plotted nowhere, join nobody and are
/// met by no torpedo. (Q51)
pub(crate) fn is_afloat(draft: &NavalDraft<'_>, unit: &Id, rule: Rule) -> Result<(), NavalHalt> {
    let ashore = draft.state().ships_of(unit).find(|ship| ship.card.kind.is_battery());
    draft.refuse_found(ashore, rule, |one| Reason::CoastBattery { battery: one.id.clone() })
}

pub(crate) fn ships<'a>(state: &'a State, divisions: &'a [Id]) -> impl Iterator<Item = &'a Ship> + 'a {
    divisions.iter().flat_map(move |id| state.ships_of_division(id)).filter(|ship| ship.in_action())
}
