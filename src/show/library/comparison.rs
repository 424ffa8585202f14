//! Two ships side by side.
use comfy_table::{ContentArrangement, Table, presets};
use serde::Serialize;
use serde_json::{Value, json};

use super::{characteristics, figure_name};
use crate::navy_name;
use naval::Id;
use naval::model::library::ShipRecord;

/// The width of the program's widest pages.
const WIDTH: u16 = 100;

/// Returns two ships as a table in which `*` marks differences, and the reasons for them.
pub fn comparison(left: &ShipRecord, right: &ShipRecord) -> String {
    Comparison::new(left, right).page(left, right)
}

pub fn comparison_json(a: &ShipRecord, b: &ShipRecord) -> Value {
    json!(Comparison::new(a, b))
}

#[derive(Serialize)]
struct Comparison<'a> {
    a: &'a Id,
    b: &'a Id,
    /// Figures of the cards, then characteristics.
    rows: Vec<ComparedValue>,
    /// The calculations of the figures that differ.
    how: Vec<ComparedValue>,
}

/// A value of both ships. A dash marks a missing value.
#[derive(Serialize)]
struct ComparedValue {
    id: String,
    a: String,
    b: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    same: Option<bool>,
}

impl Comparison<'_> {
    fn new<'a>(a: &'a ShipRecord, b: &'a ShipRecord) -> Comparison<'a> {
        type ReadValues = fn(&ShipRecord) -> Vec<(String, String)>;
        let paired = |read: ReadValues| pair_values(&read(a), &read(b));
        let mut rows =
            paired(|ship| ship.figures.iter().map(|figure| (figure_name(figure), figure.value.clone())).collect());
        let mut how = paired(|ship| {
            ship.figures
                .iter()
                .map(|figure| (figure_name(figure), format!("{}, {}", figure.value, figure.how)))
                .collect()
        });
        how.retain(|how| rows.iter().any(|row| row.id == how.id && row.a != row.b));
        rows.extend(paired(|ship| {
            characteristics(ship).into_iter().map(|(name, value, _)| (name.to_owned(), value)).collect()
        }));
        rows.iter_mut().for_each(|row| row.same = Some(row.a == row.b));
        Comparison { a: &a.id, b: &b.id, rows, how }
    }

    fn page(&self, a: &ShipRecord, b: &ShipRecord) -> String {
        let mut table = Table::new();
        table
            .load_style(presets::UTF8_FULL_CONDENSED)
            .set_content_arrangement(ContentArrangement::Dynamic)
            .set_width(WIDTH);
        let title = |ship: &ShipRecord| format!("{} ({}, {})", ship.name, ship.card.kind, navy_name(&ship.class.navy));
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
fn pair_values(a: &[(String, String)], b: &[(String, String)]) -> Vec<ComparedValue> {
    let value = |rows: &[(String, String)], name: &str| {
        rows.iter().find(|(known, _)| known == name).map_or("-".to_owned(), |(_, value)| value.clone())
    };
    let only_in_b = b.iter().filter(|(name, _)| a.iter().all(|(known, _)| known != name));
    let names = a.iter().chain(only_in_b).map(|(name, _)| name);
    names.map(|name| ComparedValue { id: name.clone(), a: value(a, name), b: value(b, name), same: None }).collect()
}
