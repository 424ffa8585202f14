//! Chooses the cards of a pack: large ships singly, light divisions together, and known enemies.
use std::sync::Arc;

use chrono::NaiveDate;

use crate::charts::{Chart, charts_for_cards, needed_charts};
use crate::{
    Boat, Face, FlotillaCard, SightingReport, boats::MAX_SHIPS_PER_CARD, card::name_with_flag, face::StrengthFactor,
};
use naval::model::chart::{Charts, DamageTable, HitCase, TableKind};
use naval::model::{BatteryKind, Card, Division, Fraction, Ship, ShipType};
use naval::rules::special::{Broadside, RuleEffect, SpecialRule};
use naval::{Id, SideId, rules::flags::force_flag, view::View};
use show::lines::{capital, navy_name, of_class};
use show::seen::contact_sentences;

/// A ship of the library, with the charts of its war and the day of its card.
pub struct LibraryShip {
    pub card: Card,
    pub charts: Arc<Charts>,
    pub day: NaiveDate,
}

#[derive(Clone)]
pub enum DeckCard<'a> {
    Ship(Face<'a>),
    Boats(FlotillaCard<'a>),
}

impl DeckCard<'_> {
    /// Returns the side of the card's ship in a battle. An enemy's card has none, because the viewer keeps it.
    pub fn side(&self) -> Option<&SideId> {
        match self {
            DeckCard::Ship(face) => face.ship.map(|ship| &ship.side),
            DeckCard::Boats(boats) => boats.ships.first().and_then(|boat| boat.ship).map(|ship| &ship.side),
        }
    }
}

/// Returns the cards of a battle: the viewer's ships with their damage, then the enemies seen. If `only` is not empty,
/// only those ships.
pub fn battle_cards<'a>(view: &'a View, only: &[Id]) -> Vec<DeckCard<'a>> {
    let wanted = |ship: &Id| only.is_empty() || only.contains(ship);
    let charts = needed_charts(view);
    let mut cards = Vec::new();
    let mut divisions: Vec<&Division> = view.own_divisions().collect();
    // A ship that left its division keeps its place.
    divisions.sort_by_key(|division| view.own_ships().position(|ship| ship.division == division.id));
    for division in divisions {
        let ships: Vec<&Ship> = view.ships_of_division(&division.id).filter(|ship| wanted(&ship.id)).collect();
        if shares_card(ships.iter().map(|ship| ship.card.as_ref())) {
            cards.extend(own_boats(view, division, &ships, &charts));
        } else {
            cards.extend(ships.iter().map(|ship| DeckCard::Ship(own_face(view, division, ship, &charts))));
        }
    }
    cards.extend(enemy_cards(view, &wanted));
    cards
}

/// Returns cards of library ships. Torpedo craft of one class, if listed together, share a card.
pub fn ship_cards(ships: &[LibraryShip]) -> Vec<DeckCard<'_>> {
    let mut cards: Vec<DeckCard> = Vec::new();
    for listed in ships {
        let boat = Boat { card: &listed.card, ship: None, number: None, flag: None, seen: None };
        if let Some(DeckCard::Boats(last)) = cards.last_mut() {
            let alike = last.ships.iter().all(|ship| ship.card.class == listed.card.class);
            if alike && last.ships.len() < MAX_SHIPS_PER_CARD && listed.card.kind.is_torpedo_craft() {
                last.ships.push(boat);
                continue;
            }
        }
        let (movement, table) =
            (listed.charts.movement_of(listed.card.kind), hit_table(&listed.charts, &listed.card, listed.day));
        cards.push(if listed.card.kind.is_torpedo_craft() {
            let name = capital(of_class(&listed.card.class).trim_start_matches(" of the "));
            DeckCard::Boats(FlotillaCard::with_first(name, navy_name(&listed.card.navy), boat, (movement, table)))
        } else {
            let division = format!("as of {}", listed.day);
            let attack = &listed.charts.large_torpedo[..];
            DeckCard::Ship(Face {
                attack_bands: attack,
                ..Face::undamaged(&listed.card, None, division, (movement, table))
            })
        });
    }
    cards
}

/// Whether ships share a card: light ships without big guns, except a single cruiser.
fn shares_card<'a>(cards: impl Iterator<Item = &'a Card>) -> bool {
    let cards: Vec<&Card> = cards.collect();
    cards.iter().all(|card| card.kind.is_light() && card.big.is_none())
        && (1 < cards.len() || cards.iter().all(|card| card.kind.is_torpedo_craft()))
}

/// Returns "force flag" or "flag" if the ship leads its side or a division of several. [5.1.3, 5.10.1]
pub fn flag_word(view: &View, division: &Division, ship: &Id) -> Option<&'static str> {
    if force_flag(view, &division.side).as_ref() == Some(ship) {
        Some("force flag")
    } else {
        (division.flagship == *ship && 1 < division.ships.len()).then_some("flag")
    }
}

/// Returns the flag as a suffix of a name in a table: ` (flag)`.
pub fn flag_note(view: &View, division: &Division, ship: &Id) -> String {
    flag_word(view, division, ship).map(|word| format!(" ({word})")).unwrap_or_default()
}

fn own_face<'a>(view: &'a View, division: &'a Division, ship: &'a Ship, needed: &[Chart]) -> Face<'a> {
    let charts = &view.setup.charts;
    // Omit special hits if they cannot be rolled.
    let table = hit_table(charts, &ship.card, view.setup.date);
    let table = table.filter(|table| needed.contains(&Chart::Damage(table)));
    let owner = if division.is_single() { view.name(&ship.side).to_owned() } else { division.name.clone() };
    let words = name_with_flag(&owner, flag_word(view, division, &ship.id));
    Face {
        card: &ship.card,
        ship: Some(ship),
        number: ship.number,
        division: words,
        movement: charts.movement_of(ship.card.kind),
        table,
        sighting: None,
        charts: charts_for_cards(view, needed, &[&ship.card]),
        attack_bands: &charts.large_torpedo,
        notes: battery_notes(view, ship),
        strength_factors: battery_shares(view, ship),
    }
}

/// Whether light guns always count half: the referee's view has no torpedo craft or merchantmen, now or later. [6.5.7]
pub fn light_guns_always_half(view: &View) -> bool {
    let counts_full = |kind: ShipType| kind.is_torpedo_craft() || kind == ShipType::MM;
    view.is_referee() && view.own_ships().next().is_some() && !view.own_ships().any(|ship| counts_full(ship.card.kind))
}

/// Returns the special rules that multiply the strength of a ship's battery, with their factors. [6.5.2, 9.2]
fn strength_multipliers<'v>(
    view: &'v View,
    ship: &'v Ship,
    kind: BatteryKind,
) -> impl Iterator<Item = (&'v SpecialRule, Fraction)> {
    view.setup.rules.iter().filter_map(move |rule| {
        let RuleEffect::Fire { by, batteries, strength_times: Some(times), .. } = &rule.does else { return None };
        let applies = by.holds(ship) && (batteries.is_empty() || batteries.contains(&kind));
        applies.then_some((rule, *times))
    })
}

/// Returns notes on multiplied battery strengths: the factor if it always applies, otherwise only the number of the
/// rule. [6.5.2, 6.5.7, 9.2]
fn battery_notes(view: &View, ship: &Ship) -> Vec<(BatteryKind, String)> {
    let merchants = !view.is_referee() || view.own_ships().any(|ship| ship.card.kind == ShipType::MM);
    let halved = match (light_guns_always_half(view), merchants) {
        (true, _) => "x0.5",
        (false, true) => "x0.5 not at boats, MM",
        (false, false) => "x0.5 not at boats",
    };
    let note_of = |kind: BatteryKind| {
        let always = (kind == BatteryKind::Light).then(|| halved.to_owned());
        let by_rule = strength_multipliers(view, ship, kind).map(|(rule, times)| match unconditional_side(rule) {
            Some(None) => format!("x{times} (rule {})", rule.of),
            Some(Some(side)) => format!("x{times} {} (rule {})", side_phrase(side), rule.of),
            None => format!("see rule {}", rule.of),
        });
        let notes: Vec<String> = always.into_iter().chain(by_rule).collect();
        (!notes.is_empty()).then(|| (kind, notes.join(", ")))
    };
    [BatteryKind::Medium, BatteryKind::Light].into_iter().filter_map(note_of).collect()
}

/// Returns the factors that always apply, for the figures of the ship's plan.
fn battery_shares(view: &View, ship: &Ship) -> Vec<StrengthFactor> {
    let half = StrengthFactor { kind: BatteryKind::Light, side: None, times: Fraction::new(1, 2) };
    let light = light_guns_always_half(view).then_some(half);
    let shares_of = |kind: BatteryKind| {
        strength_multipliers(view, ship, kind)
            .filter_map(move |(rule, times)| Some(StrengthFactor { kind, side: unconditional_side(rule)?, times }))
    };
    light.into_iter().chain(shares_of(BatteryKind::Medium)).chain(shares_of(BatteryKind::Light)).collect()
}

/// Returns the side of the ship on which a fire rule applies (`Some(None)`: both), or `None` if it depends on more.
fn unconditional_side(rule: &SpecialRule) -> Option<Option<Broadside>> {
    let RuleEffect::Fire {
        by_are,
        at,
        on,
        to_hit_times,
        dice_times,
        quality,
        downwind,
        with_big_guns,
        on_target_at,
        ..
    } = &rule.does
    else {
        return None;
    };
    let has_no_condition = SpecialRule { of: rule.of, does: rule.does.clone(), ..SpecialRule::default() } == *rule;
    let strength_alone = to_hit_times.is_none() && dice_times.is_none() && quality.is_none();
    let in_any_fire = !*downwind && !*with_big_guns && on_target_at.is_none();
    (has_no_condition && by_are.is_empty() && at.is_all_ships() && strength_alone && in_any_fire).then_some(*on)
}

fn side_phrase(side: Broadside) -> &'static str {
    match side {
        Broadside::Port => "to port",
        Broadside::Starboard => "to starboard",
        Broadside::Weather => "to windward",
        Broadside::Lee => "to leeward",
    }
}

fn own_boats<'a>(view: &'a View, division: &'a Division, ships: &[&'a Ship], needed: &[Chart]) -> Option<DeckCard<'a>> {
    let cards: Vec<&Card> = ships.iter().map(|ship| ship.card.as_ref()).collect();
    let charts = charts_for_cards(view, needed, &cards);
    let flag = |ship: &Ship| flag_word(view, division, &ship.id);
    let boat = |ship: &&'a Ship| Boat {
        card: &ship.card,
        ship: Some(ship),
        number: ship.number,
        flag: flag(ship),
        seen: None,
    };
    let first = ships.first();
    first.map(|first| {
        DeckCard::Boats(FlotillaCard {
            name: division.name.clone(),
            side: view.name(&division.side).to_owned(),
            ratings: Some((division.signalling, division.initiative)),
            light_factor: light_guns_always_half(view).then_some("x0.5"),
            one_base: division.one_base,
            ships: ships.iter().map(boat).collect(),
            movement: view.setup.charts.movement_of(first.card.kind),
            table: hit_table(&view.setup.charts, &first.card, view.setup.date),
            charts: charts.clone(),
        })
    })
}

/// Splits divisions so that each card has at most `most` ships.
pub fn split_divisions<'a>(cards: Vec<DeckCard<'a>>, most: impl Fn(&FlotillaCard) -> usize) -> Vec<DeckCard<'a>> {
    let split = |card: DeckCard<'a>| match card {
        DeckCard::Ship(_) => vec![card],
        DeckCard::Boats(boats) => {
            let parts = boats.ships.len().div_ceil(most(&boats).max(1)).max(1);
            let ships_per_card = boats.ships.len().div_ceil(parts).max(1);
            let part = |(index, ships): (usize, &[Boat<'a>])| {
                let suffix = if 0 < index { format!(" ({})", index + 1) } else { String::new() };
                DeckCard::Boats(FlotillaCard {
                    name: format!("{}{suffix}", boats.name),
                    ships: ships.to_vec(),
                    ..boats.clone()
                })
            };
            boats.ships.chunks(ships_per_card).enumerate().map(part).collect()
        }
    };
    cards.into_iter().flat_map(split).collect()
}

/// Returns cards of the enemies seen: what any yearbook says of them, and how they looked.
fn enemy_cards<'a>(view: &'a View, wanted: &dyn Fn(&Id) -> bool) -> Vec<DeckCard<'a>> {
    let mut cards: Vec<DeckCard> = Vec::new();
    for (ship, seen) in contact_sentences(view).filter(|(ship, _)| wanted(&ship.id)) {
        let (card, number, side) = (ship.card.as_ref(), ship.number, &ship.side);
        let charts = &view.setup.charts;
        let (movement, table) = (charts.movement_of(card.kind), hit_table(charts, card, view.setup.date));
        if !card.kind.is_torpedo_craft() {
            let division = format!("{}, enemy", view.name(side));
            let sighting = Some(SightingReport { description: seen, side: view.viewer_name().to_owned() });
            let (blank, attack) =
                (Face::undamaged(card, number, division, (movement, table)), &charts.large_torpedo[..]);
            cards.push(DeckCard::Ship(Face { sighting, attack_bands: attack, ..blank }));
            continue;
        }
        let boat = Boat { card, ship: None, number, flag: None, seen: Some(seen) };
        let name = "Enemy torpedo craft".to_owned();
        match cards.iter_mut().rev().find_map(|card| match card {
            DeckCard::Boats(boats) if boats.ships.len() < MAX_SHIPS_PER_CARD => Some(boats),
            DeckCard::Boats(_) | DeckCard::Ship(_) => None,
        }) {
            Some(boats) => boats.ships.push(boat),
            None => cards.push(DeckCard::Boats(FlotillaCard::with_first(
                name,
                view.name(side).to_owned(),
                boat,
                (movement, table),
            ))),
        }
    }
    cards
}

/// Returns the table for hits on this ship. [8.2.1, 8.3]
fn hit_table<'a>(charts: &'a Charts, card: &Card, date: NaiveDate) -> Option<&'a DamageTable> {
    let kind = if card.kind.is_large() { TableKind::Special } else { TableKind::Light };
    let case = HitCase { target: card, firer_navy: None, date, range: None, battery: None, by: None };
    let by_type = || charts.damage.iter().find(|table| table.kind == kind && table.when.types.contains(&card.kind));
    charts.damage_table(kind, &case).or_else(by_type)
}
