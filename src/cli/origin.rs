//! Where a journal's setup comes from: whether this program would begin the same game today.
use std::collections::{BTreeMap, BTreeSet};

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value, json};

use super::verdict::Finding;
use load::Sources;
use play::journal::Header;

/// The most keys that are listed.
const NAMED: usize = 10;
/// The most characters of a value that is listed beside its key.
const SHORT: usize = 24;

/// Findings about a game beside its entries: named lines, and the same as data.
#[derive(Default)]
pub struct Ending {
    pub lines: Vec<(&'static str, String)>,
    pub keys: Map<String, Value>,
    /// What keeps it from being proved.
    pub found: Vec<Finding>,
}

impl Ending {
    /// Appends another ending.
    pub fn and(mut self, next: Ending) -> Ending {
        self.lines.extend(next.lines);
        self.keys.extend(next.keys);
        self.found.extend(next.found);
        self
    }

    /// The outcome of a game without seals and points.
    pub fn standing(words: String) -> Ending {
        let keys = Map::from_iter([("standing".to_owned(), json!(words))]);
        Ending { lines: vec![("stands", words)], keys, found: Vec::new() }
    }
}

/// The setup with which this program would begin a game, with the choices that line 1 of the journal may make.
pub struct Model<S> {
    pub setup: S,
    /// Its origin, as the end of a sentence: `as built in`.
    pub says: String,
    /// The choices made for it.
    pub chosen: Vec<String>,
}

impl<S> Model<S> {
    /// A setup that the program carries.
    pub fn built_in(setup: S) -> Model<S> {
        Model { setup, says: "as built in".to_owned(), chosen: Vec::new() }
    }
}

/// Compares the setup in line 1 with the one that `model` makes of it, and names the edition of different data. A
/// different setup is no fault, because clubs write their own.
pub fn told<S: Serialize + DeserializeOwned>(
    sources: &Sources,
    header: &Header<S>,
    model: impl FnOnce(&S) -> Result<Model<S>, String>,
) -> Ending {
    let (written, ours) = (&header.data, load::data_hash(sources));
    let mut keys = json!({ "data": written, "by": ours });
    let says = match model(&header.setup) {
        Err(why) => format!("{why}; it was not compared"),
        Ok(Model { setup, says, chosen }) => {
            let differs = differences(&header.setup, &setup);
            (keys["differs"], keys["chosen"]) = (json!(differs), json!(chosen));
            let with = if chosen.is_empty() { String::new() } else { format!(", with {}", chosen.join(", ")) };
            if differs.is_empty() {
                format!("{says}{with}")
            } else {
                format!("not {says}{with}: {}; a club may have its own", listed(&differs))
            }
        }
    };
    let other = || format!("{says}; written with the data {written}, and this program has {ours}");
    let says = if *written == ours { says } else { other() };
    keys["says"] = json!(says);
    Ending {
        lines: vec![("set-up", says)],
        keys: [("setup".to_owned(), keys)].into_iter().collect(),
        found: Vec::new(),
    }
}

/// Lists the first keys and the number of the others.
pub fn listed(keys: &[String]) -> String {
    let named = keys[..keys.len().min(NAMED)].join(", ");
    if NAMED < keys.len() { format!("{named} and {} more", keys.len() - NAMED) } else { named }
}

/// Returns the keys in which a setup differs from `model`: `ships.asahi.flotation`, `decide`, `options.d100`.
pub fn differences<S: Serialize + DeserializeOwned>(setup: &S, model: &S) -> Vec<String> {
    let mut keys = Vec::new();
    compare("", &written(setup), &written(model), &mut keys);
    keys
}

/// Returns the choices by which a setup differs from `model`, as `key=value` if that is short.
pub fn chosen<S: Serialize + DeserializeOwned>(setup: &S, model: &S) -> Vec<String> {
    let value = written(setup);
    let word = |path: &String| {
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
        let is_short = (1..=SHORT).contains(&text.chars().count());
        if is_short { format!("{name}={text}") } else { format!("another {name}") }
    };
    differences(setup, model).iter().map(word).collect()
}

/// Returns a setup as a journal stores and restores it. It is parsed once, so that both sides were parsed.
fn written<S: Serialize + DeserializeOwned>(setup: &S) -> Value {
    let read = |text: String| serde_json::from_str::<S>(&text).ok();
    let again = serde_json::to_string(setup).ok().and_then(read);
    again.and_then(|setup| serde_json::to_value(setup).ok()).unwrap_or_default()
}

fn compare(path: &str, is: &Value, model: &Value, keys: &mut Vec<String>) {
    match (is, model) {
        (Value::Object(is), Value::Object(model)) => {
            for key in is.keys().chain(model.keys()).collect::<BTreeSet<_>>() {
                let (is, model) = (is.get(key).unwrap_or(&Value::Null), model.get(key).unwrap_or(&Value::Null));
                // A ship's card is the ship.
                let path = if key == "card" { path.to_owned() } else { joined(path, key) };
                compare(&path, is, model, keys);
            }
        }
        (Value::Array(is), Value::Array(model)) => lists(path, is, model, keys),
        (is, model) if is == model => {}
        (_, _) => keys.push(path.to_owned()),
    }
}

/// Compares two lists by the names of their items, or by position if they have none.
fn lists(path: &str, is: &[Value], model: &[Value], keys: &mut Vec<String>) {
    let (Some(own), Some(theirs)) = (names(is), names(model)) else {
        if is.len() != model.len() {
            return keys.push(path.to_owned());
        }
        let pairs = is.iter().zip(model).enumerate();
        return pairs.for_each(|(at, (is, model))| compare(&joined(path, &(at + 1).to_string()), is, model, keys));
    };
    let of_own: BTreeMap<&str, &Value> = own.iter().copied().zip(is).collect();
    let of_theirs: BTreeMap<&str, &Value> = theirs.iter().copied().zip(model).collect();
    if own != theirs && of_own.keys().eq(of_theirs.keys()) {
        // The same items in a different order.
        keys.push(path.to_owned());
    }
    for name in of_own.keys().chain(of_theirs.keys()).collect::<BTreeSet<_>>() {
        let (is, model) = (of_own.get(name), of_theirs.get(name));
        compare(&joined(path, name), is.unwrap_or(&&Value::Null), model.unwrap_or(&&Value::Null), keys);
    }
}

/// Returns the names of a list's items, if each has a unique one.
fn names(list: &[Value]) -> Option<Vec<&str>> {
    let names: Vec<&str> = list.iter().map(name).collect::<Option<_>>()?;
    (names.iter().collect::<BTreeSet<_>>().len() == names.len()).then_some(names)
}

fn name(one: &Value) -> Option<&str> {
    one.get("id").or_else(|| one.get("card")?.get("id"))?.as_str()
}

fn joined(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}
