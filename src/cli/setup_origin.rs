//! Where a journal's setup comes from: whether this program would begin the same game today.
use std::collections::{BTreeMap, BTreeSet};

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value, json};

use super::verdict::Finding;
use load::Sources;
use play::journal::Header;

const MAX_KEYS_LISTED: usize = 10;
const MAX_VALUE_CHARS: usize = 24;

/// Findings about a game as a whole, not about one entry: named lines of text, and their JSON keys.
#[derive(Default)]
pub struct ExtraFindings {
    pub lines: Vec<(&'static str, String)>,
    pub keys: Map<String, Value>,
    pub findings: Vec<Finding>,
}

impl ExtraFindings {
    pub fn chain(mut self, next: ExtraFindings) -> ExtraFindings {
        self.lines.extend(next.lines);
        self.keys.extend(next.keys);
        self.findings.extend(next.findings);
        self
    }

    /// Returns the outcome of a game that has no seals and no points.
    pub fn from_outcome(words: String) -> ExtraFindings {
        let keys = Map::from_iter([("standing".to_owned(), json!(words))]);
        ExtraFindings { lines: vec![("stands", words)], keys, findings: Vec::new() }
    }
}

/// The setup with which this program would begin a game. `chosen` are the choices that line 1 of the journal made.
pub struct ExpectedSetup<S> {
    pub setup: S,
    /// Where the setup is from, as the end of a sentence: `as built in`.
    pub origin: String,
    pub chosen: Vec<String>,
}

impl<S> ExpectedSetup<S> {
    pub fn built_in(setup: S) -> ExpectedSetup<S> {
        ExpectedSetup { setup, origin: "as built in".to_owned(), chosen: Vec::new() }
    }
}

/// Compares the setup in line 1 with the one that `model` makes of it, and names both data if they differ. A
/// different setup is no error, because clubs write their own.
pub fn compare_setup<S: Serialize + DeserializeOwned>(
    sources: &Sources,
    header: &Header<S>,
    model: impl FnOnce(&S) -> Result<ExpectedSetup<S>, String>,
) -> ExtraFindings {
    let (written, own) = (&header.data, load::data_hash(sources));
    let mut keys = json!({ "data": written, "by": own });
    let origin = match model(&header.setup) {
        Err(why) => format!("{}, so it was not compared", why.trim_end_matches('.')),
        Ok(ExpectedSetup { setup, origin, chosen }) => {
            let differing = differences(&header.setup, &setup);
            (keys["differs"], keys["chosen"]) = (json!(differing), json!(chosen));
            let chosen_text = if chosen.is_empty() { String::new() } else { format!(", with {}", chosen.join(", ")) };
            if differing.is_empty() {
                format!("{origin}{chosen_text}")
            } else {
                format!("not {origin}{chosen_text}: {} (this may be intended)", list_keys(&differing))
            }
        }
    };
    let other = || format!("{origin} (written with data {written}, but this program has {own})");
    let text = if *written == own { origin } else { other() };
    keys["says"] = json!(text);
    ExtraFindings {
        lines: vec![("set-up", text)],
        keys: [("setup".to_owned(), keys)].into_iter().collect(),
        findings: Vec::new(),
    }
}

pub fn list_keys(keys: &[String]) -> String {
    let named = keys[..keys.len().min(MAX_KEYS_LISTED)].join(", ");
    if MAX_KEYS_LISTED < keys.len() { format!("{named} and {} more", keys.len() - MAX_KEYS_LISTED) } else { named }
}

/// Returns the keys in which a setup differs from `model`: `ships.asahi.flotation`, `decide`, `options.d100`.
pub fn differences<S: Serialize + DeserializeOwned>(setup: &S, model: &S) -> Vec<String> {
    let mut keys = Vec::new();
    compare_values("", &as_stored(setup), &as_stored(model), &mut keys);
    keys
}

/// Returns the choices by which a setup differs from `model`, as `key=value` if that is short.
pub fn choices<S: Serialize + DeserializeOwned>(setup: &S, model: &S) -> Vec<String> {
    let value = as_stored(setup);
    let choice_text = |path: &String| {
        let found = path.split('.').try_fold(&value, |value, key| value.get(key));
        let name = match &path.split('.').collect::<Vec<_>>()[..] {
            ["rules", name @ ..] => name.join("."),
            _ => path.clone(),
        };
        let text = match found {
            Some(Value::String(text)) => text.clone(),
            Some(scalar @ (Value::Bool(_) | Value::Number(_))) => scalar.to_string(),
            Some(Value::Null | Value::Array(_) | Value::Object(_)) | None => String::new(),
        };
        let is_short = (1..=MAX_VALUE_CHARS).contains(&text.chars().count());
        if is_short { format!("{name}={text}") } else { format!("another {name}") }
    };
    differences(setup, model).iter().map(choice_text).collect()
}

/// Returns a setup as a journal stores and restores it. Both setups are parsed once, so that they have one form.
fn as_stored<S: Serialize + DeserializeOwned>(setup: &S) -> Value {
    let read = |text: String| serde_json::from_str::<S>(&text).ok();
    let parsed = serde_json::to_string(setup).ok().and_then(read);
    parsed.and_then(|setup| serde_json::to_value(setup).ok()).unwrap_or_default()
}

fn compare_values(path: &str, actual: &Value, model: &Value, keys: &mut Vec<String>) {
    match (actual, model) {
        (Value::Object(actual), Value::Object(model)) => {
            for key in actual.keys().chain(model.keys()).collect::<BTreeSet<_>>() {
                let (actual, model) = (actual.get(key).unwrap_or(&Value::Null), model.get(key).unwrap_or(&Value::Null));
                // The keys of a ship's card are named as keys of the ship.
                let path = if key == "card" { path.to_owned() } else { joined(path, key) };
                compare_values(&path, actual, model, keys);
            }
        }
        (Value::Array(actual), Value::Array(model)) => compare_lists(path, actual, model, keys),
        (actual, model) if actual == model => {}
        (_, _) => keys.push(path.to_owned()),
    }
}

/// Compares two lists by the names of their items, or by position if they have none.
fn compare_lists(path: &str, actual: &[Value], model: &[Value], keys: &mut Vec<String>) {
    let (Some(actual_names), Some(model_names)) = (unique_names(actual), unique_names(model)) else {
        if actual.len() != model.len() {
            return keys.push(path.to_owned());
        }
        let pairs = actual.iter().zip(model).enumerate();
        return pairs.for_each(|(index, (actual, model))| {
            compare_values(&joined(path, &(index + 1).to_string()), actual, model, keys)
        });
    };
    let actual_by_name: BTreeMap<&str, &Value> = actual_names.iter().copied().zip(actual).collect();
    let model_by_name: BTreeMap<&str, &Value> = model_names.iter().copied().zip(model).collect();
    if actual_names != model_names && actual_by_name.keys().eq(model_by_name.keys()) {
        // The same items in a different order.
        keys.push(path.to_owned());
    }
    for name in actual_by_name.keys().chain(model_by_name.keys()).collect::<BTreeSet<_>>() {
        let (actual, model) = (actual_by_name.get(name), model_by_name.get(name));
        compare_values(&joined(path, name), actual.unwrap_or(&&Value::Null), model.unwrap_or(&&Value::Null), keys);
    }
}

/// Returns the names of a list's items, if each has a unique one.
fn unique_names(list: &[Value]) -> Option<Vec<&str>> {
    let names: Vec<&str> = list.iter().map(item_name).collect::<Option<_>>()?;
    (names.iter().collect::<BTreeSet<_>>().len() == names.len()).then_some(names)
}

fn item_name(item: &Value) -> Option<&str> {
    item.get("id").or_else(|| item.get("card")?.get("id"))?.as_str()
}

fn joined(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}
