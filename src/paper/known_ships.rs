//! Finds the cards of ships that a viewer knows.
use naval::model::{Card, ShipType};
use naval::{Id, view::View};

/// Returns the cards of every ship that the viewer knows: its own, those in sight, and those seen before.
pub fn cards<'v>(view: &'v View) -> impl Iterator<Item = &'v Card> {
    let lost = view.lost_from_sight().map(|(ship, _)| ship);
    view.own_ships().chain(view.enemies()).chain(lost).map(|ship| ship.card.as_ref())
}

pub fn kind_of(view: &View, ship: &Id) -> Option<ShipType> {
    cards(view).find(|card| card.id == *ship).or_else(|| scenario_card(view, ship)).map(|card| card.kind)
}

fn scenario_card<'v>(view: &'v View, id: &str) -> Option<&'v Card> {
    view.setup.ships.iter().find(|ship| ship.card.id == *id).map(|ship| ship.card.as_ref())
}
