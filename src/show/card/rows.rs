//! The rows of a ship's card as values, from which the terminal and a page in a browser draw it.
use std::borrow::Cow;

use naval::Inches;
use naval::model::{Band, Battery, BatteryKind, BigGuns, Card, Dual, Ship};

use super::{CARD_ARCS, joined};
use crate::status::guns_now;

/// Number of quarters in the battery points. (T6)
const BATTERY_QUARTERS: usize = 4;

/// A row of a card.
pub struct CardRow<'s> {
    pub label: &'static str,
    pub lines: Vec<Vec<CardPart<'s>>>,
}

/// A part of a line on a card.
pub enum CardPart<'s> {
    Text(String),
    /// Boxes crossed off from the left.
    Boxes {
        what: &'static str,
        struck: usize,
        all: usize,
    },
    /// A mount, which may be lost.
    Mount {
        name: String,
        is_left: bool,
    },
    /// Ranges above the numbers needed. A line of its own.
    Bands(Cow<'s, [Band]>),
}

impl<'s> CardRow<'s> {
    pub fn text(label: &'static str, text: String) -> CardRow<'s> {
        let lines = text.split('\n').map(|line| vec![CardPart::Text(line.to_owned())]);
        CardRow { label, lines: lines.collect() }
    }
    pub fn line(label: &'static str, line: Vec<CardPart<'s>>) -> CardRow<'s> {
        CardRow { label, lines: vec![line] }
    }
}

/// Returns the rows of a card. With a ship, they also show what is left of each figure. `attack` are the bands of large
/// ships' torpedoes. [7.5.1]
pub fn rows<'s>(card: &'s Card, ship: Option<&'s Ship>, attack: &[Band]) -> Vec<CardRow<'s>> {
    let mut rows = vec![CardRow::text("Size", size_line(card))];
    let afloat = !card.kind.is_coast_battery();
    rows.extend(afloat.then(|| CardRow::text("Speed", speeds(card))));
    rows.extend(guns_rows(card, ship));
    rows.extend(torpedoes(card, ship, attack));
    if !afloat {
        return rows;
    }
    let struck = ship.map_or(0, |ship| ship.flotation_hits().max(0) as usize);
    let all = card.flotation.max(0) as usize;
    rows.push(CardRow::line("Flotation", vec![CardPart::Boxes { what: "flotation hits", struck, all }]));
    rows
}

/// `11`, or `11/8` if the figures for guns and torpedoes differ. [6.5.1.5]
pub fn gun_and_torpedo(figure: Dual, sign: &str) -> String {
    let signed = |number: i32| if number == 0 { "0".to_owned() } else { format!("{sign}{number}") };
    if figure.gun == figure.torpedo {
        signed(figure.gun)
    } else {
        format!("{}/{}", signed(figure.gun), signed(figure.torpedo))
    }
}

fn size_line(card: &Card) -> String {
    let flash = if card.flash > 0 { format!("    Flash {}", card.flash) } else { String::new() };
    format!(
        "{}    Armour {}    Defence {}{flash}",
        gun_and_torpedo(card.size, ""),
        gun_and_torpedo(card.armour, "-"),
        card.defence
    )
}

/// Returns top speed, and the speeds after flotation hits. (T14)
fn speeds(card: &Card) -> String {
    let speed_after = |hits: i32| (card.speed - Inches(25) * (hits - card.flotation / 2).max(0)).max(Inches::ZERO);
    let slower = (1..card.flotation).filter(|hits| speed_after(*hits) != speed_after(hits - 1));
    let steps: String = slower.map(|hits| format!("{}\" at {hits}, ", speed_after(hits))).collect();
    format!("{}\"    flotation hits: {steps}sinks at {}", card.speed, card.flotation)
}

fn guns_rows<'s>(card: &'s Card, ship: Option<&'s Ship>) -> Vec<CardRow<'s>> {
    let mut rows = Vec::new();
    rows.extend(card.big.as_ref().map(|big| big_guns(card, big, ship)));
    for (label, kind) in [("Medium", BatteryKind::Medium), ("Light", BatteryKind::Light)] {
        rows.extend(card.battery(kind).map(|battery| CardRow::text(label, battery_line(battery, kind, ship))));
    }
    if let Some(ship) = ship.filter(|ship| ship.card.medium.is_some() || ship.card.light.is_some()) {
        let struck = ship.gun_quarters_lost().max(0) as usize;
        let quarters = CardPart::Boxes { what: "quarters", struck, all: BATTERY_QUARTERS };
        let text = CardPart::Text("quarters of the battery points".to_owned());
        rows.push(CardRow::line("Guns lost", vec![quarters, text]));
    }
    rows
}

fn big_guns<'s>(card: &'s Card, big: &'s BigGuns, ship: Option<&'s Ship>) -> CardRow<'s> {
    let mounts = joined(CARD_ARCS.map(|arc| card.mounts_bearing(arc)), "-");
    let mut row = CardRow::text("Big guns", format!("{mounts}    {}    power {}", big.gun, big.power));
    if let Some(ship) = ship {
        let left = ship.mounts_left();
        let mounts = big
            .mounts
            .iter()
            .map(|mount| CardPart::Mount { name: mount.id.to_string(), is_left: left.contains(&mount.id) });
        let now = (left.len() < big.mounts.len()).then(|| CardPart::Text(format!("  now {}", guns_now(ship))));
        row.lines.push(mounts.chain(now).collect());
    }
    row.lines.push(vec![CardPart::Bands(big.bands.as_slice().into())]);
    row
}

/// `24/24` for each side, or `24` if on the centreline, with what is left. [6.4.2]
fn battery_line(battery: &Battery, kind: BatteryKind, ship: Option<&Ship>) -> String {
    let full = battery.strength;
    let sides = |strength| if battery.centreline { format!("{strength}") } else { format!("{strength}/{strength}") };
    let left = ship.map(|ship| ship.battery_strength(kind)).filter(|left| *left < full);
    let left = left.map(|left| format!("    now {}", sides(left))).unwrap_or_default();
    format!("{}    {} in{left}", sides(full), battery.bore_in)
}

fn torpedoes<'s>(card: &'s Card, ship: Option<&Ship>, attack: &[Band]) -> Option<CardRow<'s>> {
    let torpedo = card.torpedo.as_ref()?;
    let left = ship.map(|ship| format!("{} of ", ship.torpedoes_left)).unwrap_or_default();
    let reloads = if torpedo.reloads { "    reloads" } else { "" };
    let range = card.torpedo_attack_range().map(|range| format!("    attack range {range}\"")).unwrap_or_default();
    let first = format!("{left}{}    {}    power {}{reloads}{range}", torpedo.factors, torpedo.kind, torpedo.power);
    let mut row = CardRow::text("Torpedoes", first);
    row.lines.push(vec![CardPart::Bands(card.torpedo_bands(attack).into())]);
    Some(row)
}
