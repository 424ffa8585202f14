//! A ship file of one's own: checked with everything that is wrong or hard to believe, and written.
use std::ops::RangeInclusive;

use serde_yaml::Value;

use super::{
    class::ShipClass,
    class_file::read_file,
    flaw::{Checked, Flaw, Flaws, nearest},
    ships::{DIRECTORY, Shelf, ShipRecord},
    sieve::{Items, words},
    sources::Sources,
};
use crate::naval::ship::ShipType;

/// The ships of a file, each with her card; the warnings are what is lawful but hard to believe.
///
/// # Errors
/// Every flaw of the text, and of the cards that come of it.
pub fn ship_file(sources: &Sources, file: &str, text: &str) -> Result<Checked<Vec<ShipRecord>>, Flaws> {
    let mut warnings = Vec::new();
    let classes = read_file(file, text, false, &super::navies(sources)?, &mut warnings)?;
    let shelf = Shelf::of(sources, file, classes)?;
    let value = shelf.records()?;
    for class in shelf.classes() {
        let doubts = unlikely(class).into_iter();
        let path = &class.class;
        warnings.extend(doubts.map(|what| Flaw { file: file.to_owned(), path: path.clone(), what, ..Flaw::default() }));
    }
    warnings.extend(value.iter().filter_map(|ship| known_already(sources, file, ship)));
    Ok(Checked { value, warnings })
}

/// A class as a ship file has it, without the keys that say nothing.
///
/// # Errors
/// In words, when a value cannot be written as YAML.
pub fn ship_text(class: &ShipClass) -> Result<String, String> {
    let value = serde_yaml::to_value(class).map_err(|error| error.to_string())?;
    let text = serde_yaml::to_string(&Value::Sequence(vec![said(value)])).map_err(|error| error.to_string())?;
    Ok(format!("# `read` names the fields that were read in `sources`; every other field is estimated.\n{text}"))
}

/// A value without empty keys.
fn said(value: Value) -> Value {
    let empty = |value: &Value| {
        value.is_null() || value.as_sequence().is_some_and(Vec::is_empty) || value.as_str().is_some_and(str::is_empty)
    };
    match value {
        Value::Mapping(map) => Value::Mapping(
            map.into_iter().map(|(key, value)| (key, said(value))).filter(|(_, value)| !empty(value)).collect(),
        ),
        Value::Sequence(items) => Value::Sequence(items.into_iter().map(said).collect()),
        other @ (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Tagged(_)) => other,
    }
}

/// The library's own ship of the same id.
fn known_already(sources: &Sources, file: &str, ship: &ShipRecord) -> Option<Flaw> {
    let holds = |text: &str| {
        Items::of(text).is_none_or(|_| words(text, "id").any(|id| ship.id == *id)) && text.contains(ship.id.as_str())
    };
    let other = sources.within(DIRECTORY).into_iter().find(|(path, text)| !file.ends_with(path) && holds(text))?;
    let what = format!("the ship `{}` is in {} too: a file laid beside it needs another id", ship.id, other.0);
    Some(Flaw { file: file.to_owned(), path: ship.id.to_string(), what, ..Flaw::default() })
}

/// What can be, but hardly was.
fn unlikely(class: &ShipClass) -> Vec<String> {
    let (speed, tons): (RangeInclusive<f64>, RangeInclusive<u32>) = match class.kind {
        ShipType::BB => (13.0..=25.5, 8000..=33000),
        ShipType::OBB => (9.0..=22.5, 2000..=19500),
        ShipType::BC => (24.0..=32.5, 16000..=42000),
        ShipType::CA => (7.0..=26.0, 2000..=17000),
        ShipType::CL | ShipType::CP => (8.0..=30.5, 300..=25000),
        ShipType::TBD => (17.0..=38.0, 200..=2300),
        ShipType::TB => (12.0..=31.0, 20..=500),
        ShipType::MM => (5.0..=25.0, 300..=50000),
    };
    let mut doubts = Vec::new();
    let range = |from: String, to: String| format!("{from} to {to}");
    if !speed.contains(&class.speed_kn) {
        let usual = range(speed.start().to_string(), speed.end().to_string());
        doubts.push(format!("a {} of {} knots is hard to believe; usual is {usual}", class.kind, class.speed_kn));
    }
    if !tons.contains(&class.displacement_t) {
        let usual = range(tons.start().to_string(), tons.end().to_string());
        doubts.push(format!("a {} of {} t is hard to believe; usual is {usual}", class.kind, class.displacement_t));
    }
    if class.speed_service_kn.is_some_and(|service| class.speed_kn < service) {
        doubts.push("she is faster in service than by design".to_owned());
    }
    if class.beam_m.is_some_and(|beam| !(4.0..=14.0).contains(&(class.length_m / beam))) {
        doubts.push("her length is not 4 to 14 times her beam".to_owned());
    }
    if class.torpedo.is_some_and(|tubes| tubes.tubes < tubes.per_side) {
        doubts.push("more torpedo tubes bear on a side than she has".to_owned());
    }
    if 500.0 < class.armour.belt_mm {
        doubts.push(format!(
            "a belt of {} mm is hard to believe; the thickest of these wars has 457",
            class.armour.belt_mm
        ));
    }
    if let Some(near) = class.built_as.as_deref().and_then(misspelt) {
        doubts.push(format!("no rule speaks of what she was built as; `{near}` is near it"));
    }
    doubts
}

/// A word under `built_as` that is nearly one the formula knows.
fn misspelt(word: &str) -> Option<String> {
    const KNOWN: [&str; 4] = ["armed merchant cruiser", "coast defence ship", "gunboat", "flotilla leader"];
    nearest(word, KNOWN).filter(|near| near != word)
}
