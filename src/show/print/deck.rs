//! Which cards a pack holds: large ships one by one, light divisions together, enemies as far as they are known.
use std::sync::Arc;

use chrono::NaiveDate;

use super::{
    boats::{Boat, Boats, MOST},
    card::{Face, Sighting, division_words},
    parts::navy_words,
};
use crate::view::{last_seen, sighted_says};
use naval::{
    chart::{Charts, DamageTable, HitCase, TableKind},
    measure::Id,
    setup::Setup,
    ship::{Card, ShipType},
    state::Division,
    view::{OwnShip, View},
};

/// A battle as its viewer knows it: the view, and the scenario with everything hidden taken out.
pub struct Known {
    pub view: View,
    pub setup: Arc<Setup>,
}

impl Known {
    /// Cards of every ship that the viewer knows: his own, those in sight, those once seen.
    pub fn cards(&self) -> impl Iterator<Item = &Card> {
        let own = self.view.ships.iter().map(|own| &own.ship.card);
        let seen = self.view.enemies.iter().map(|enemy| &enemy.card);
        let lost = self.view.lost_from_sight.iter().map(|lost| &lost.card);
        own.chain(seen).chain(lost).map(AsRef::as_ref)
    }
    /// The name of a ship, division or side that the viewer knows, or may read in the scenario.
    pub fn name(&self, id: &Id) -> String {
        let said = self.view.name(id);
        let listed = || self.setup.ships.iter().find(|ship| ship.card.id == *id).map(|ship| ship.card.name.as_str());
        if said == id.as_str() { listed().unwrap_or(said).to_owned() } else { said.to_owned() }
    }
    pub fn kind_of(&self, ship: &Id) -> Option<ShipType> {
        let listed = || self.setup.ships.iter().find(|one| one.card.id == *ship).map(|one| one.card.kind);
        self.cards().find(|card| card.id == *ship).map(|card| card.kind).or_else(listed)
    }
}

/// A ship of the library, with the charts of her war and the day for which her card holds.
pub struct Listed {
    pub card: Card,
    pub charts: Arc<Charts>,
    pub on: NaiveDate,
}

/// A card to be printed.
#[derive(Clone)]
pub enum AnyCard<'a> {
    Ship(Face<'a>),
    Boats(Boats<'a>),
}

/// Cards of a battle: the viewer's own ships with their damage, then the enemies that he has seen; of these ships alone,
/// where there are any in `only`.
pub fn of_battle<'a>(known: &'a Known, only: &[Id]) -> Vec<AnyCard<'a>> {
    let wanted = |ship: &Id| only.is_empty() || only.contains(ship);
    let view = &known.view;
    let mut cards = Vec::new();
    for division in &view.divisions {
        let ships: Vec<&OwnShip> = {
            let own = view.ships.iter().filter(|own| own.ship.division == division.id);
            own.filter(|own| wanted(&own.ship.id)).collect()
        };
        if ships.is_empty() {
            continue;
        }
        if goes_together(ships.iter().map(|own| &*own.ship.card)) {
            cards.extend(own_boats(known, division, &ships));
        } else {
            cards.extend(ships.iter().map(|own| AnyCard::Ship(own_face(known, division, own))));
        }
    }
    cards.extend(enemies(known, &wanted));
    cards
}

/// Cards of ships by name: torpedo craft of one class on one card.
pub fn of_list(ships: &[Listed]) -> Vec<AnyCard<'_>> {
    let mut cards: Vec<AnyCard> = Vec::new();
    for one in ships {
        let boat = Boat { card: &one.card, live: None, number: None, seen: None };
        if let Some(AnyCard::Boats(last)) = cards.last_mut() {
            let alike = last.ships.iter().all(|ship| ship.card.class == one.card.class);
            if alike && last.ships.len() < MOST && one.card.kind.is_torpedo_craft() {
                last.ships.push(boat);
                continue;
            }
        }
        let (movement, table) = (one.charts.movement_of(one.card.kind), own_table(&one.charts, &one.card, one.on));
        cards.push(if one.card.kind.is_torpedo_craft() {
            AnyCard::Boats(Boats {
                name: format!("{} class", one.card.class),
                side: navy_words(&one.card.navy),
                ratings: None,
                flagship: None,
                one_base: false,
                ships: vec![boat],
                movement,
                table,
            })
        } else {
            let division = format!("as of {}", one.on);
            AnyCard::Ship(Face { card: &one.card, live: None, number: None, division, movement, table, sighting: None })
        });
    }
    cards
}

/// Light ships without big guns share a card; a single cruiser has one to herself.
fn goes_together<'a>(cards: impl Iterator<Item = &'a Card>) -> bool {
    let (mut many, mut craft) = (0, true);
    for card in cards {
        if !card.kind.is_light() || card.big.is_some() {
            return false;
        }
        many += 1;
        craft &= card.kind.is_torpedo_craft();
    }
    craft || 1 < many
}

fn own_face<'a>(known: &'a Known, division: &'a Division, own: &'a OwnShip) -> Face<'a> {
    let (ship, charts) = (&own.ship, &known.setup.charts);
    let words = if division.is_single() {
        known.view.name(&ship.side).to_owned()
    } else if division.ships.len() < 2 {
        division.name.clone()
    } else {
        division_words(&division.name, &ship.id, &division.flagship)
    };
    Face {
        card: &ship.card,
        live: Some(ship),
        number: ship.number,
        division: words,
        movement: charts.movement_of(ship.card.kind),
        table: own_table(charts, &ship.card, known.setup.date),
        sighting: None,
    }
}

fn own_boats<'a>(known: &'a Known, division: &'a Division, ships: &[&'a OwnShip]) -> Vec<AnyCard<'a>> {
    let boat =
        |own: &&'a OwnShip| Boat { card: &own.ship.card, live: Some(&*own.ship), number: own.ship.number, seen: None };
    let part = |(at, part): (usize, &[&'a OwnShip])| {
        let first = part.first()?;
        let again = if 0 < at { format!(" ({})", at + 1) } else { String::new() };
        Some(AnyCard::Boats(Boats {
            name: format!("{}{again}", division.name),
            side: known.view.name(&division.side).to_owned(),
            ratings: Some((division.signalling, division.initiative)),
            flagship: Some(&division.flagship),
            one_base: division.one_base,
            ships: part.iter().map(boat).collect(),
            movement: known.setup.charts.movement_of(first.ship.card.kind),
            table: own_table(&known.setup.charts, &first.ship.card, known.setup.date),
        }))
    };
    ships.chunks(MOST).enumerate().filter_map(part).collect()
}

/// Enemies that the viewer has seen: what any annual says of them, and how they looked.
fn enemies<'a>(known: &'a Known, wanted: &dyn Fn(&Id) -> bool) -> Vec<AnyCard<'a>> {
    let view = &known.view;
    let in_sight = view.enemies.iter().map(|enemy| (&enemy.card, enemy.number, &enemy.side, sighted_says(enemy)));
    let lost = view.lost_from_sight.iter().map(|lost| (&lost.card, lost.number, &lost.side, last_seen(lost)));
    let mut cards: Vec<AnyCard> = Vec::new();
    for (card, number, side, says) in in_sight.chain(lost).filter(|(card, ..)| wanted(&card.id)) {
        let charts = &known.setup.charts;
        let (movement, table) = (charts.movement_of(card.kind), own_table(charts, card, known.setup.date));
        if !card.kind.is_torpedo_craft() {
            let division = format!("{}, enemy", view.name(side));
            let sighting = Some(Sighting { says, by: view.who().to_owned() });
            cards.push(AnyCard::Ship(Face { card, live: None, number, division, movement, table, sighting }));
            continue;
        }
        let boat = Boat { card, live: None, number, seen: Some(says) };
        let name = "Enemy torpedo craft".to_owned();
        match cards.iter_mut().rev().find_map(|card| match card {
            AnyCard::Boats(boats) if boats.ships.len() < MOST => Some(boats),
            AnyCard::Boats(_) | AnyCard::Ship(_) => None,
        }) {
            Some(boats) => boats.ships.push(boat),
            None => cards.push(AnyCard::Boats(Boats {
                name,
                side: view.name(side).to_owned(),
                ratings: None,
                flagship: None,
                one_base: false,
                ships: vec![boat],
                movement,
                table,
            })),
        }
    }
    cards
}

/// Where a hit on this ship is looked up. [8.2.1, 8.3]
fn own_table<'a>(charts: &'a Charts, card: &Card, date: NaiveDate) -> Option<&'a DamageTable> {
    let kind = if card.kind.is_large() { TableKind::Special } else { TableKind::Light };
    let case = HitCase { target: card, firer_navy: None, date, range: None, battery: None, by: None };
    let by_type = || charts.damage.iter().find(|table| table.kind == kind && table.when.types.contains(&card.kind));
    charts.damage_table(kind, &case).or_else(by_type)
}
