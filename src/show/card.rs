//! The ship data card, blank or with live damage. [6.2.4, 8.2.4]
mod rows;

use comfy_table::{Cell, ColumnConstraint, ContentArrangement, ContentLineStyle, Table, TableStyle, Width, presets};
use serde_json::{Value, json};

pub use rows::gun_and_torpedo;
use rows::rows;
pub(super) use rows::{CardPart, CardRow};

use super::{
    WIDTH, joined,
    json::ship_json,
    lines::of_class,
    margin_entry, navy_name,
    status::ship_condition,
    steered::{course_text, has_courses},
    trimmed,
};
use naval::model::{Band, Bearing, Card, Hit, HitState, Ship};
use naval::{Id, view::View};

const FRAME: TableStyle = presets::UTF8_FULL_CONDENSED
    .with_rounded_corners()
    .header_lines(ContentLineStyle::new('│', '│', '│'))
    .content_lines(ContentLineStyle::new('│', '│', '│'));
/// The arcs for which a card counts bearing mounts.
const CARD_ARCS: [Bearing; 3] = [Bearing::Bow, Bearing::Broadside, Bearing::Stern];
/// Number of fires at which a ship is abandoned. [8.5.2]
const ABANDON_FIRES: usize = 5;

/// Returns a ship's card, with its damage if the viewer owns it. For an unknown name, a sentence that says so.
pub fn card_text(view: &View, ship: &Id) -> String {
    let Some(ship) = view.ship(ship) else { return format!("There is no ship {ship} in this battle.") };
    if !view.owns(&ship.side) {
        return framed(&title(&ship.card, None), &card_rows(view, ship));
    }
    framed(&title(&ship.card, ship.number), &card_rows(view, ship))
}

/// Returns the rows of a ship's card, with its damage if the viewer owns it.
pub(super) fn card_rows<'s>(view: &View, ship: &'s Ship) -> Vec<CardRow<'s>> {
    if !view.owns(&ship.side) {
        return rows(&ship.card, None, &view.setup.charts.large_torpedo);
    }
    let mut rows = rows(&ship.card, Some(ship), &view.setup.charts.large_torpedo);
    rows.insert(0, CardRow::text("Now", current_state(view, ship)));
    let fires = CardPart::Boxes { what: "fires", struck: ship.fires(), all: ABANDON_FIRES };
    rows.push(CardRow::line("Fires", vec![fires, CardPart::Text("3: silent, 5: abandoned".to_owned())]));
    rows.push(CardRow::text("Damage", margin_text(&ship.hits)));
    rows
}

pub fn card_blank(card: &Card) -> String {
    framed(&title(card, None), &rows(card, None, &[]))
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

/// Returns hits by their letters. A slash marks a repaired hit, brackets (on paper a circle) one beyond repair. [8.2.4]
pub fn margin_text(hits: &[Hit]) -> String {
    if hits.is_empty() {
        return "no damage noted".to_owned();
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
    let key = if explained { "\ncodes with / are repaired, those in brackets beyond repair" } else { "" };
    format!("{}{key}", joined(hits.iter().map(hit_text), "; "))
}

fn framed(title: &(String, String), rows: &[CardRow<'_>]) -> String {
    let mut table = Table::new();
    table.load_style(FRAME);
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(WIDTH as u16);
    table.set_constraints([
        ColumnConstraint::LowerBoundary(Width::Fixed(11)),
        ColumnConstraint::LowerBoundary(Width::Fixed(62)),
    ]);
    table.set_header([Cell::new(&title.0), Cell::new(&title.1)]);
    table.add_rows(rows.iter().map(|row| [row.label.to_owned(), row_text(row)]));
    trimmed(&table)
}

/// Prints a row for a terminal.
fn row_text(row: &CardRow<'_>) -> String {
    joined(row.lines.iter().map(|line| joined(line.iter().map(part_text), "  ")), "\n")
}

fn part_text(part: &CardPart<'_>) -> String {
    match part {
        CardPart::Text(text) => text.clone(),
        CardPart::Boxes { struck, all, .. } => boxes(*struck, *all),
        CardPart::Mount { name, is_left } => format!("{name} {}", if *is_left { "[ ]" } else { "[X]" }),
        CardPart::Bands(bands) => band_lines(bands).join("\n"),
    }
}

/// Returns ranges above the numbers needed, in columns.
fn band_lines(bands: &[Band]) -> [String; 2] {
    let to: String = bands.iter().map(|band| format!("{:>7}", format!("{}\"", band.to))).collect();
    let to_hit: String = bands.iter().map(|band| format!("{:>6} ", band.to_hit)).collect();
    [format!("to    {to}"), format!("to hit{to_hit}").trim_end().to_owned()]
}

/// `[X][ ][ ]`: crossed off from the left. Hits beyond the last box are counted.
fn boxes(struck: usize, all: usize) -> String {
    let shown = struck.min(all);
    let more = if struck > all { format!(" +{}", struck - all) } else { String::new() };
    format!("{}{}{more}", "[X]".repeat(shown), "[ ]".repeat(all - shown))
}
