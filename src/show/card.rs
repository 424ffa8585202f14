//! The ship data card, blank or with live damage. [6.2.4, 8.2.4]
use comfy_table::{Cell, ColumnConstraint, ContentArrangement, ContentLineStyle, Table, TableStyle, Width, presets};
use serde_json::{Value, json};

use super::{
    WIDTH, joined,
    json::ship_json,
    lines::of_class,
    margin_entry, navy_name,
    status::{guns_now, ship_condition},
    steered::{course_text, has_courses},
    trimmed,
};
use naval::model::{Band, Battery, BatteryKind, Bearing, BigGuns, Card, Dual, Hit, HitState, Mount, Ship};
use naval::{Id, Inches, view::View};

const FRAME: TableStyle = presets::UTF8_FULL_CONDENSED
    .with_rounded_corners()
    .header_lines(ContentLineStyle::new('│', '│', '│'))
    .content_lines(ContentLineStyle::new('│', '│', '│'));
/// The arcs for which a card counts bearing mounts.
const CARD_ARCS: [Bearing; 3] = [Bearing::Bow, Bearing::Broadside, Bearing::Stern];
/// Number of quarters in the battery points. (T6)
const BATTERY_QUARTERS: usize = 4;
/// Number of fires at which a ship is abandoned. [8.5.2]
const ABANDON_FIRES: usize = 5;

/// Returns a ship's card, with its damage if the viewer owns it. For an unknown name, a sentence that says so.
pub fn card_text(view: &View, ship: &Id) -> String {
    let Some(ship) = view.ship(ship) else { return format!("There is no ship {ship} in this battle.") };
    if !view.owns(&ship.side) {
        return card_blank(&ship.card);
    }
    let mut rows = rows(&ship.card, Some(ship));
    rows.insert(0, ("Now", current_state(view, ship)));
    rows.push(("Fires", format!("{}  3: silent, 5: abandoned", boxes(ship.fires(), ABANDON_FIRES))));
    rows.push(("Margin", margin_text(&ship.hits)));
    framed(&title(&ship.card, ship.number), rows)
}

pub fn card_blank(card: &Card) -> String {
    framed(&title(card, None), rows(card, None))
}

/// Returns the card's figures. For the viewer's own ship, also its current state under `live`.
pub fn card_json(view: &View, ship: &Id) -> Option<Value> {
    let ship = view.ship(ship)?;
    let mut value = card_blank_json(&ship.card);
    if view.owns(&ship.side) {
        value["live"] = ship_json(view.turn, ship);
    }
    Some(value)
}

/// Returns the card's figures. Armour is a positive number.
pub fn card_blank_json(card: &Card) -> Value {
    let mut value = serde_json::to_value(card).unwrap_or(Value::Null);
    value["mounts_bearing"] = json!(CARD_ARCS.map(|arc| card.mounts_bearing(arc)));
    value
}

/// Returns the rows of a card. With a ship, they also show what is left of each figure.
fn rows(card: &Card, ship: Option<&Ship>) -> Vec<(&'static str, String)> {
    let mut rows = vec![("Size", size_line(card))];
    let afloat = !card.kind.is_coast_battery();
    rows.extend(afloat.then(|| ("Speed", speeds(card))));
    rows.extend(guns_rows(card, ship));
    rows.extend(card.torpedo.is_some().then(|| ("Torpedoes", torpedoes(card, ship))));
    if !afloat {
        return rows;
    }
    let hits = ship.map_or(0, |ship| ship.flotation_hits().max(0) as usize);
    rows.push(("Flotation", boxes(hits, card.flotation.max(0) as usize)));
    rows
}

fn current_state(view: &View, ship: &Ship) -> String {
    let seen = if ship.sighted { "sighted" } else { "not sighted" };
    let division = view.name(&ship.division);
    let course = course_text(ship).filter(|_| has_courses(view)).map(|course| format!(" on {course}"));
    let (speed, top_speed, course) = (ship.speed, ship.speed_allowance(), course.unwrap_or_default());
    format!("{}, {speed}\" of {top_speed}\"{course}, {seen}, {division}", ship_condition(view.turn, ship))
}

fn title(card: &Card, number: Option<u8>) -> (String, String) {
    let number = number.map(|number| format!("  No. {number}")).unwrap_or_default();
    let completed = card.completed.map(|day| format!(", completed {}", day.format("%Y"))).unwrap_or_default();
    let name = format!("{}{number}", card.name.to_uppercase());
    (name, format!("{}{}, {}{completed}", card.kind, of_class(&card.class), navy_name(&card.navy)))
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

fn guns_rows(card: &Card, ship: Option<&Ship>) -> Vec<(&'static str, String)> {
    let mut rows = Vec::new();
    rows.extend(card.big.as_ref().map(|big| ("Big guns", big_guns(card, big, ship))));
    for (label, kind) in [("Medium", BatteryKind::Medium), ("Light", BatteryKind::Light)] {
        rows.extend(card.battery(kind).map(|battery| (label, battery_line(battery, kind, ship))));
    }
    if let Some(ship) = ship.filter(|ship| ship.card.medium.is_some() || ship.card.light.is_some()) {
        let lost = ship.gun_quarters_lost().max(0) as usize;
        rows.push(("Guns lost", format!("{}  quarters of the battery points", boxes(lost, BATTERY_QUARTERS))));
    }
    rows
}

fn big_guns(card: &Card, big: &BigGuns, ship: Option<&Ship>) -> String {
    let mounts = joined(CARD_ARCS.map(|arc| card.mounts_bearing(arc)), "-");
    let mut lines = vec![format!("{mounts}    {}    power {}", big.gun, big.power)];
    if let Some(ship) = ship {
        let left = ship.mounts_left();
        let mark = |mount: &Mount| if left.contains(&mount.id) { "[ ]" } else { "[X]" };
        let mount_marks = joined(big.mounts.iter().map(|mount| format!("{} {}", mount.id, mark(mount))), "  ");
        let now = if left.len() < big.mounts.len() { format!("    now {}", guns_now(ship)) } else { String::new() };
        lines.push(format!("{mount_marks}{now}"));
    }
    lines.extend(band_lines(&big.bands));
    lines.join("\n")
}

/// Returns ranges above the numbers needed, in columns.
fn band_lines(bands: &[Band]) -> [String; 2] {
    let to: String = bands.iter().map(|band| format!("{:>7}", format!("{}\"", band.to))).collect();
    let to_hit: String = bands.iter().map(|band| format!("{:>6} ", band.to_hit)).collect();
    [format!("to    {to}"), format!("to hit{to_hit}").trim_end().to_owned()]
}

/// `24/24` for each side, or `24` if on the centreline, with what is left. [6.4.2]
fn battery_line(battery: &Battery, kind: BatteryKind, ship: Option<&Ship>) -> String {
    let full = battery.strength;
    let sides = |strength| if battery.centreline { format!("{strength}") } else { format!("{strength}/{strength}") };
    let left = ship.map(|ship| ship.battery_strength(kind)).filter(|left| *left < full);
    let left = left.map(|left| format!("    now {}", sides(left))).unwrap_or_default();
    format!("{}    {} in{left}", sides(full), battery.bore_in)
}

fn torpedoes(card: &Card, ship: Option<&Ship>) -> String {
    let Some(torpedo) = &card.torpedo else { return String::new() };
    let left = ship.map(|ship| format!("{} of ", ship.torpedoes_left)).unwrap_or_default();
    let reloads = if torpedo.reloads { "    reloads" } else { "" };
    let range = card.torpedo_attack_range().map(|range| format!("    attack range {range}\"")).unwrap_or_default();
    let mut lines =
        vec![format!("{left}{}    {}    power {}{reloads}{range}", torpedo.factors, torpedo.kind, torpedo.power)];
    lines.extend(band_lines(&torpedo.bands));
    lines.join("\n")
}

/// `[X][ ][ ]`: crossed off from the left. Hits beyond the last box are counted.
fn boxes(hits: usize, boxes: usize) -> String {
    let shown = hits.min(boxes);
    let more = if hits > boxes { format!(" +{}", hits - boxes) } else { String::new() };
    format!("{}{}{more}", "[X]".repeat(shown), "[ ]".repeat(boxes - shown))
}

/// Returns hits by their letters. A slash marks a repaired hit, brackets (for a circle) one beyond repair. [8.2.4]
pub fn margin_text(hits: &[Hit]) -> String {
    if hits.is_empty() {
        return "no hits".to_owned();
    }
    let hit_text = |hit: &Hit| {
        let mark = match hit.state {
            HitState::Active => hit.id.to_string(),
            HitState::Repaired => format!("{}/", hit.id),
            HitState::Unrepairable => format!("({})", hit.id),
        };
        format!("{mark} {}", margin_entry(&hit.effect))
    };
    let explained = hits.iter().any(|hit| hit.state != HitState::Active);
    let key = if explained { "\nF1/ is repaired, (F1) beyond repair" } else { "" };
    format!("{}{key}", joined(hits.iter().map(hit_text), "; "))
}

fn framed(title: &(String, String), rows: Vec<(&'static str, String)>) -> String {
    let mut table = Table::new();
    table.load_style(FRAME);
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(WIDTH as u16);
    table.set_constraints([
        ColumnConstraint::LowerBoundary(Width::Fixed(11)),
        ColumnConstraint::LowerBoundary(Width::Fixed(62)),
    ]);
    table.set_header([Cell::new(&title.0), Cell::new(&title.1)]);
    table.add_rows(rows.into_iter().map(|(label, value)| [label.to_owned(), value]));
    trimmed(&table)
}
