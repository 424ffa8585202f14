//! Two ships side by side.
use comfy_table::{ContentArrangement, Table, presets};
use serde::Serialize;
use serde_json::{Value, json};

use super::{characteristics, figure_name};
use crate::navy;
use naval::Id;
use naval::model::library::ShipRecord;

/// The width of the program's widest pages.
const WIDTH: u16 = 100;

/// Returns two ships as a table in which `*` marks differences, and the reasons for them.
pub fn comparison(a: &ShipRecord, b: &ShipRecord) -> String {
    Comparison::of(a, b).page(a, b)
}

/// Returns the comparison as JSON.
pub fn comparison_json(a: &ShipRecord, b: &ShipRecord) -> Value {
    json!(Comparison::of(a, b))
}

/// Figures and characteristics of two ships side by side.
#[derive(Serialize)]
struct Comparison<'a> {
    a: &'a Id,
    b: &'a Id,
    /// Figures of the cards, then characteristics.
    rows: Vec<Row>,
    /// The calculations of the figures that differ.
    how: Vec<Row>,
}

/// A value of both ships. A dash marks a missing value.
#[derive(Serialize)]
struct Row {
    id: String,
    a: String,
    b: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    same: Option<bool>,
}

impl Comparison<'_> {
    fn of<'a>(a: &'a ShipRecord, b: &'a ShipRecord) -> Comparison<'a> {
        type Read = fn(&ShipRecord) -> Vec<(String, String)>;
        let paired = |read: Read| paired(&read(a), &read(b));
        let mut rows = paired(|ship| ship.figures.iter().map(|one| (figure_name(one), one.value.clone())).collect());
        let mut how = paired(|ship| {
            ship.figures.iter().map(|one| (figure_name(one), format!("{}, {}", one.value, one.how))).collect()
        });
        how.retain(|how| rows.iter().any(|row| row.id == how.id && row.a != row.b));
        rows.extend(paired(|ship| {
            characteristics(ship).into_iter().map(|(name, value, _)| (name.to_owned(), value)).collect()
        }));
        rows.iter_mut().for_each(|row| row.same = Some(row.a == row.b));
        Comparison { a: &a.id, b: &b.id, rows, how }
    }

    /// Returns the comparison as a table in which `*` marks differences, and the reasons for them.
    fn page(&self, a: &ShipRecord, b: &ShipRecord) -> String {
        let mut table = Table::new();
        table
            .load_style(presets::UTF8_FULL_CONDENSED)
            .set_content_arrangement(ContentArrangement::Dynamic)
            .set_width(WIDTH);
        let title = |ship: &ShipRecord| format!("{} ({}, {})", ship.name, ship.card.kind, navy(&ship.class.navy));
        table.set_header(["".to_owned(), title(a), title(b)]);
        for row in &self.rows {
            let mark = if row.a == row.b { " " } else { "*" };
            table.add_row([&format!("{mark} {}", row.id), &row.a, &row.b]);
        }
        let mut text = table.to_string();
        text += if self.how.is_empty() { "" } else { "\n\nWhat makes the difference:" };
        for how in &self.how {
            text += &format!("\n  {}\n    {}: {}\n    {}: {}", how.id, a.name, how.a, b.name, how.b);
        }
        text
    }
}

/// Returns every name in either list, with its values in both.
fn paired(a: &[(String, String)], b: &[(String, String)]) -> Vec<Row> {
    let value = |rows: &[(String, String)], name: &str| {
        rows.iter().find(|(known, _)| known == name).map_or("-".to_owned(), |(_, value)| value.clone())
    };
    let alone = b.iter().filter(|(name, _)| a.iter().all(|(known, _)| known != name));
    let names = a.iter().chain(alone).map(|(name, _)| name);
    names.map(|name| Row { id: name.clone(), a: value(a, name), b: value(b, name), same: None }).collect()
}
