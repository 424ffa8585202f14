//! The keys of data files: their lists in `docs/reference`, and a JSON schema for each kind of file, both from the
//! types that read the files. `BLESS=1` writes them.
use std::{collections::BTreeSet, fmt::Write as _, fs};

use serde_json::{Value, json};

use super::types::{Inside, Key, Kind, Named, Type, Types, bounds};
use crate::docs_prompt::{cited, holds_part, low};

/// A kind of file: the name of its schema, where its type is declared, whether the file is a list of it, and its files.
const FILES: [(&str, &str, &str, bool, &str); 13] = [
    ("scenario", "load/scenario.rs", "ScenarioFile", false, "scenarios/"),
    ("war", "load/wars.rs", "WarRecord", false, "scenarios/wars/"),
    ("yards", "load/wars.rs", "YardFile", false, "data/naval/yards.yaml"),
    ("ships", "naval/model/library/class.rs", "ShipClass", true, "data/ships/"),
    ("navies", "load/navies.rs", "Navy", true, "data/naval/navies.yaml"),
    ("card", "load/formula.rs", "Formula", false, "data/naval/card.yaml"),
    ("charts", "naval/model/chart.rs", "Charts", false, "data/naval/charts/"),
    ("generator", "load/generator.rs", "TheatreFile", false, "data/naval/generators/"),
    ("ratings", "naval/model/library/listed.rs", "FleetRating", true, "data/naval/ratings.yaml"),
    ("doctrines", "naval/model/doctrine.rs", "Doctrine", true, "data/naval/doctrines.yaml"),
    ("history", "naval/model/history.rs", "Chronicle", true, "data/naval/history.yaml"),
    ("rulebook", "naval/rulebook.rs", "Paragraph", true, "data/naval/rulebook.yaml"),
    ("campaign", "load/crystal.rs", "CampaignFile", false, "data/crystal/"),
];

/// A list of keys or words: its page, its heading, and the type that declares them, with the file of the type.
const LISTS: [(&str, &str, &str, &str); 32] = [
    ("scenario-files.md", "Keys", "load/scenario.rs", "ScenarioFile"),
    ("scenario-files.md", "A side", "naval/model/setup.rs", "Side"),
    ("scenario-files.md", "A division", "load/forces.rs", "DivisionRecord"),
    ("ship-files.md", "Keys of a class", "naval/model/library/class.rs", "ShipClass"),
    ("ship-files.md", "`main`", "naval/model/library/parts.rs", "MainBattery"),
    ("ship-files.md", "`armour`", "naval/model/library/parts.rs", "ArmourPlan"),
    ("ship-files.md", "Keys of a ship", "naval/model/library/parts.rs", "NamedShip"),
    ("ship-files.md", "`refits`", "naval/model/library/refit.rs", "Refit"),
    ("war-files.md", "Keys of a war", "load/wars.rs", "WarRecord"),
    ("war-files.md", "Keys of `rulings`", "naval/model/war.rs", "WarRulings"),
    ("war-files.md", "Keys of a battle", "load/wars.rs", "BattleRecord"),
    ("war-files.md", "Yards", "naval/model/war.rs", "Yard"),
    ("generator-files.md", "Keys of a theatre", "load/generator.rs", "Theatre"),
    ("generator-files.md", "Keys of a force", "load/generator.rs", "NavyTable"),
    ("chart-files.md", "Keys", "naval/model/chart.rs", "Charts"),
    ("chart-files.md", "`gunnery`", "naval/model/chart.rs", "Modifier"),
    ("chart-files.md", "`when` of `gunnery`", "naval/model/chart.rs", "ModifierCondition"),
    ("chart-files.md", "`effect`", "naval/model/chart.rs", "ModifierEffect"),
    ("chart-files.md", "`damage`", "naval/model/chart.rs", "DamageTable"),
    ("chart-files.md", "Kinds of table", "naval/model/chart.rs", "TableKind"),
    ("chart-files.md", "`when` of `damage`", "naval/model/chart.rs", "TableConditions"),
    ("chart-files.md", "Effects", "naval/model/chart.rs", "DamageEffect"),
    ("chart-files.md", "`command_check`", "naval/model/chart.rs", "CommandCheck"),
    ("chart-files.md", "`independent_movement`", "naval/model/chart.rs", "IndependentMovement"),
    ("chart-files.md", "`does`", "naval/model/chart.rs", "Independent"),
    ("chart-files.md", "The list of rules", "naval/rulebook.rs", "Paragraph"),
    ("rating-files.md", "Keys", "naval/model/library/listed.rs", "FleetRating"),
    ("campaign-file.md", "Keys", "load/crystal.rs", "CampaignFile"),
    ("campaign-file.md", "`start`", "load/crystal.rs", "StartRecord"),
    ("campaign-file.md", "`enemies`", "load/crystal.rs", "EnemyRecord"),
    ("campaign-file.md", "`areas`", "load/crystal.rs", "AreaRecord"),
    ("doctrine-cards.md", "Alarms of `withdraw.when`", "naval/model/doctrine.rs", "Alarm"),
];

#[test]
fn lists_of_keys_of_data_files_match_their_types() {
    let types = Types::read();
    for (page, heading, file, name) in LISTS {
        let here: Vec<Named> =
            LISTS.iter().filter(|(other, ..)| *other == page).map(|(.., file, name)| types.named(file, name)).collect();
        let named = types.named(file, name);
        let below: Vec<&Named> = here.iter().filter(|other| **other != named).collect();
        let mut items = String::new();
        match types.declaration(&named) {
            Type::Keys(keys) => items = merged(keys.iter().map(|key| item(&types, key, "", &below))),
            Type::Words(words) => {
                for word in words {
                    let form = match &word.inside {
                        Inside::Nothing => String::new(),
                        Inside::Value(kind) => format!(" ({})", types.what(kind, &below)),
                        Inside::Keys(keys) => {
                            format!(
                                " ({})",
                                keys.iter().map(|key| format!("`{}`", key.name)).collect::<Vec<_>>().join(", ")
                            )
                        }
                    };
                    writeln!(items, "- `{}`{form}: {}", word.name, says(&word.doc)).unwrap();
                }
            }
            Type::Like(_) => panic!("{name} has no keys"),
        }
        holds_part(page, heading, &items);
    }
    let mut keys = Vec::new();
    nested(&types, &types.named("naval/model/doctrine.rs", "Doctrine"), "", &mut keys);
    holds_part("doctrine-cards.md", "Keys", &merged(keys));
    let Type::Keys(switches) = types.declaration(&types.named("naval/model/options.rs", "Options")) else { panic!() };
    let switches = switches.iter().map(|key| item(&types, key, "", &[]));
    holds_part("switches.md", "The naval game", &merged(switches));
}

/// The page of switches names paragraphs beside a switch. Each of them names that switch, and no other paragraph does,
/// except those below it.
#[test]
fn a_paragraph_names_the_switch_that_changes_it() {
    let types = Types::read();
    let Type::Keys(switches) = types.declaration(&types.named("naval/model/options.rs", "Options")) else { panic!() };
    let book = load::rulebook(&naval_kit::builtin()).unwrap();
    let mut changed: Vec<(String, String)> = Vec::new();
    for key in switches {
        let (_, rules) = cited(&key.doc);
        let rules = rules.split(", ").filter(|rule| rule.starts_with(|letter: char| letter.is_ascii_digit()));
        changed.extend(rules.map(|rule| (rule.to_owned(), key.name.clone())));
    }
    assert!(19 < changed.len(), "{changed:?}");
    let setting_text = |rule: &str| {
        let paragraph = book.get(play::Rule::new(rule)).unwrap();
        let page = show::rulebook::paragraph(paragraph, &[]).split_whitespace().collect::<Vec<&str>>().join(" ");
        let text = page.split_once(" Optional: `").and_then(|(_, part)| part.split_once("` in a scenario's options."));
        text.map(|(switch, _)| switch.split(": ").next().unwrap().to_owned())
    };
    for (rule, switch) in &changed {
        assert_eq!(setting_text(rule).as_ref(), Some(switch), "{rule}");
    }
    for paragraph in &book.paragraphs {
        let rule = paragraph.rule.to_string();
        let is_cited = |(changed, _): &&(String, String)| rule == *changed || rule.starts_with(&format!("{changed}."));
        let above = changed.iter().filter(is_cited).map(|(_, switch)| switch);
        let Some(switch) = setting_text(&rule) else { continue };
        assert!(above.into_iter().any(|other| *other == switch), "{rule} names {switch}");
    }
    // The near misses: paragraphs next to those that a switch changes.
    for rule in ["5.7.7", "5.7.9", "8.6", "8.6.3", "4.2", "5.4.1"] {
        assert!(book.get(play::Rule::new(rule)).is_none() || setting_text(rule).is_none(), "{rule}");
    }
}

/// Items as a list. Consecutive keys with the same text share an item.
fn merged(items: impl IntoIterator<Item = (String, String)>) -> String {
    let mut lines: Vec<(String, String)> = Vec::new();
    for (key, expected) in items {
        match lines.last_mut().filter(|last| last.1 == expected) {
            Some((keys, _)) => write!(keys, ", {key}").unwrap(),
            None => lines.push((key, expected)),
        }
    }
    lines.iter().map(|(keys, text)| format!("- {keys} {text}\n")).collect()
}

/// A key and its text.
fn item(types: &Types, key: &Key, before: &str, below: &[&Named]) -> (String, String) {
    let (without, doc) = usual(&key.doc);
    let values = types.values(key, without, below);
    let text = says(&doc);
    let text = if text.is_empty() { String::new() } else { format!(": {text}") };
    (format!("`{before}{}`", key.name), format!("({values}){text}"))
}

/// The part of a doc comment about an omitted key (`Without it, all.`), and the doc comment without that sentence.
fn usual(doc: &str) -> (Option<&str>, String) {
    let Some((before, rest)) = doc.split_once(" Without it, ") else { return (None, doc.to_owned()) };
    let (usual, after) = rest.split_once('.').unwrap_or((rest, ""));
    (Some(usual), format!("{before}{after}"))
}

/// A doc comment as it follows a colon, without its last full stop.
fn says(doc: &str) -> String {
    let (text, rules) = cited(doc);
    let rules = if rules.is_empty() { String::new() } else { format!(" [{rules}]") };
    low(text) + &rules
}

/// An item for each key of a group. Keys of nested groups follow the name of the group and a point.
fn nested(types: &Types, named: &Named, before: &str, items: &mut Vec<(String, String)>) {
    let Type::Keys(keys) = types.declaration(named) else { panic!("{} has no keys", named.name) };
    for key in keys {
        match &key.kind {
            Kind::Named(inner) if matches!(types.declaration(inner), Type::Keys(_)) => {
                nested(types, inner, &format!("{before}{}.", key.name), items);
            }
            _ => items.push(item(types, &key, before, &[])),
        }
    }
}

#[test]
fn schemas_match_their_types() {
    let types = Types::read();
    for (name, file, root, is_list, _) in FILES {
        kit::golden("data/schemas", &format!("{name}.json"), &schema(&types, name, file, root, is_list));
    }
}

fn schema(types: &Types, name: &str, file: &str, root: &str, is_list: bool) -> String {
    let mut definitions = serde_json::Map::new();
    let mut schema = types.schema(&Kind::Named(types.named(file, root)), &mut definitions);
    if is_list {
        schema = json!({"type": "array", "items": schema});
    }
    let mut whole = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": format!("kaiser: {name}"),
        "definitions": definitions,
    });
    let Value::Object(root) = schema else { panic!("a schema is an object") };
    // Keys beside a `$ref` are ignored.
    match root.get("$ref") {
        Some(_) => whole["allOf"] = json!([root]),
        None => root.into_iter().for_each(|(key, value)| whole[key] = value),
    }
    serde_json::to_string_pretty(&whole).unwrap() + "\n"
}

/// The built-in files of each kind, with the schema of the kind.
fn built_in() -> Vec<(String, Value, Value)> {
    let sources = naval_kit::builtin();
    let mut all = Vec::new();
    for (name, _, _, _, place) in FILES {
        let schema = fs::read_to_string(kit::root().join(format!("data/schemas/{name}.json"))).unwrap();
        let schema: Value = serde_json::from_str(&schema).unwrap();
        let is_its = |path: &str| {
            path.strip_prefix(place)
                .is_some_and(|part| part.is_empty() || (part.ends_with(".yaml") && !part.contains('/')))
        };
        for (path, text) in sources.files.iter().filter(|(path, _)| is_its(path)) {
            let file: serde_yaml::Value = serde_yaml::from_str(text).unwrap();
            all.push((path.clone(), as_json(&file), schema.clone()));
        }
    }
    all
}

/// A file as a schema sees it: every key is text.
fn as_json(value: &serde_yaml::Value) -> Value {
    match value {
        serde_yaml::Value::Mapping(map) => {
            let key = |key: &serde_yaml::Value| match as_json(key) {
                Value::String(words) => words,
                other => other.to_string(),
            };
            Value::Object(map.iter().map(|(name, value)| (key(name), as_json(value))).collect())
        }
        serde_yaml::Value::Sequence(list) => Value::Array(list.iter().map(as_json).collect()),
        other => serde_json::to_value(other).unwrap(),
    }
}

#[test]
fn every_built_in_file_is_valid_by_its_schema() {
    let files = built_in();
    assert!(80 < files.len(), "{} files", files.len());
    for (path, file, schema) in &files {
        if let Some(error) = fault(file, schema, schema, "") {
            panic!("{path}: {error}");
        }
    }
}

/// Each kind of restriction in a schema refuses a value.
#[test]
fn values_that_a_reader_refuses_are_invalid_by_the_schema() {
    let files = built_in();
    let (_, ulsan, schema) = files.iter().find(|(path, ..)| path == "scenarios/ulsan.yaml").unwrap();
    let fault_with = |path: &str, value: Value| {
        let mut file = ulsan.clone();
        let (around, key) = path.rsplit_once('/').unwrap();
        let around = file.pointer_mut(around).unwrap();
        if value == json!("gone") {
            around.as_object_mut().unwrap().remove(key);
        } else {
            around[key] = value;
        }
        fault(&file, schema, schema, "")
    };
    for (path, legal, illegal) in [
        ("/turns", json!(999), json!(1000)),
        ("/turns", json!(1), json!(0)),
        ("/turns", Value::Null, json!("many")),
        ("/tittle", Value::Null, json!("unknown key")),
        ("/introduction", json!("gone"), json!(3)),
        ("/night", json!(true), json!("yes")),
        ("/date", json!("1904-08-01 OS"), json!("in August")),
        ("/title", json!("a title"), json!("gone")),
        ("/sides/0/friendly_edge", json!("north"), json!("up")),
        ("/sides/0/damage_control", json!(9), json!(10)),
        ("/divisions/0/speed", json!(2.5), json!("2,5")),
        ("/table", json!({"width": 60, "height": 240}), json!({"width": 60, "height": 241})),
        ("/options", json!({"nonpen": "stage3"}), json!({"nonpen": "stage4"})),
        ("/options", json!({"decel_limit": null}), json!({"dice": 3})),
        ("/rules", json!([{"of": 1, "does": {"ends": {}}}]), json!([{"of": 1, "does": {"end": {}}}])),
        ("/rules", json!([{"of": 1, "does": "ends"}]), json!([{"of": 1, "does": "duds"}])),
        (
            "/land",
            json!([{"id": "a", "name": "A", "corners": [[1, 2], [3, 4], [5, 6]]}]),
            json!([{"id": "a", "name": "A", "corners": [[1, 2, 3]]}]),
        ),
        (
            "/rules",
            json!([{"of": 1, "does": {"course": {"ships": ["izumo"], "steer": {"away": {"side": "russia"}}}}}]),
            json!([{"of": 1, "does": {"course": {"ships": "izumo", "steer": {"away": {"side": "russia"}}}}}]),
        ),
    ] {
        // Only an unknown key is wrong whatever it holds.
        if path != "/tittle" {
            assert_eq!(fault_with(path, legal.clone()), None, "{path}: {legal}");
        }
        assert!(fault_with(path, illegal.clone()).is_some(), "{path}: {illegal}");
    }
}

/// The first part of a value that its schema does not allow, or `None`. Panics at an unknown schema keyword.
fn fault(value: &Value, schema: &Value, whole: &Value, path: &str) -> Option<String> {
    let schema = schema.as_object().unwrap();
    let is_of = |kind: &str| match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        other => panic!("unknown kind: {other}"),
    };
    for (word, expected) in schema {
        let number = |text: &Value| value.as_f64().zip(text.as_f64());
        let length = |text: &Value| value.as_array().map(Vec::len).zip(text.as_u64());
        let is_sound = match word.as_str() {
            "$schema" | "title" | "definitions" | "description" | "default" => true,
            "$ref" => {
                let name = expected.as_str().unwrap().strip_prefix("#/definitions/").unwrap();
                if let Some(error) = fault(value, &whole["definitions"][name], whole, path) {
                    return Some(error);
                }
                true
            }
            "type" => match expected {
                Value::String(kind) => is_of(kind),
                kinds => kinds.as_array().unwrap().iter().any(|kind| is_of(kind.as_str().unwrap())),
            },
            "enum" => expected.as_array().unwrap().contains(value),
            "pattern" => value.as_str().is_none_or(|text| is_like(text, expected.as_str().unwrap())),
            "minimum" => number(expected).is_none_or(|(number, least)| least <= number),
            "maximum" => number(expected).is_none_or(|(number, most)| number <= most),
            "minItems" => length(expected).is_none_or(|(length, least)| least <= length as u64),
            "maxItems" => length(expected).is_none_or(|(length, most)| length as u64 <= most),
            "allOf" | "anyOf" => {
                let choices = expected.as_array().unwrap();
                let errors: Vec<String> =
                    choices.iter().filter_map(|choice| fault(value, choice, whole, path)).collect();
                let is_sound = if word == "allOf" { errors.is_empty() } else { errors.len() < choices.len() };
                if !is_sound {
                    // The choice with the best fit.
                    return errors.into_iter().max_by_key(|error| error.find(':'));
                }
                true
            }
            "required" => value.as_object().is_none_or(|map| {
                expected.as_array().unwrap().iter().all(|key| map.contains_key(key.as_str().unwrap()))
            }),
            "items" => {
                for (number, item) in value.as_array().into_iter().flatten().enumerate() {
                    let schema = if expected.is_array() {
                        &expected[number.min(expected.as_array().unwrap().len() - 1)]
                    } else {
                        expected
                    };
                    if let Some(error) = fault(item, schema, whole, &format!("{path}/{number}")) {
                        return Some(error);
                    }
                }
                true
            }
            "properties" => {
                for (key, item) in value.as_object().into_iter().flatten() {
                    if let Some(error) =
                        expected.get(key).and_then(|text| fault(item, text, whole, &format!("{path}/{key}")))
                    {
                        return Some(error);
                    }
                }
                true
            }
            "additionalProperties" => value.as_object().is_none_or(|map| {
                let is_known = |key: &String| schema.get("properties").is_some_and(|listed| listed.get(key).is_some());
                map.iter().filter(|(key, _)| !is_known(key)).all(|(_, item)| {
                    expected.as_bool() != Some(false)
                        && (expected.is_boolean() || fault(item, expected, whole, path).is_none())
                })
            }),
            other => panic!("{other} is not checked here"),
        };
        if !is_sound {
            return Some(format!("{path}: {value} does not fit `{word}`: {expected}"));
        }
    }
    None
}

/// Whether a text has this form, which must be one that our schemas use.
fn is_like(text: &str, form: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let shape: String = text.chars().map(|letter| if letter.is_ascii_digit() { '0' } else { letter }).collect();
    match form {
        super::types::DATE => ["0000-00-00", "0000-00-00 OS"].contains(&&*shape),
        super::types::TIME => ["00:00", "00:00:00"].contains(&&*shape),
        super::types::DAY => shape == "00-00",
        super::types::FRACTION => text.trim_start_matches('-').split(['.', '/']).all(digits),
        other => panic!("unknown form: {other}"),
    }
}

/// Readers refuse values beyond the bounds of a schema, for each such key of the built-in files. Charts, theatres,
/// wars and the card formula are not tried.
#[test]
fn the_bounds_of_schemas_are_those_of_the_readers() {
    let sources = naval_kit::builtin();
    let (mut tried, mut errors) = (BTreeSet::new(), Vec::new());
    for (path, file, schema) in built_in() {
        let is_refused = |text: &str| match path.split('/').collect::<Vec<_>>()[..] {
            ["scenarios", _] => load::scenario_text_checked(&sources, &path, text).is_err(),
            ["data", "ships", _] => load::ship_file(&sources, &path, text).is_err(),
            ["data", "crystal", _] => load::campaign_text(&path, text).is_err(),
            ["data", "naval", "doctrines.yaml"] => load::doctrine_text(&sources, &path, text).is_err(),
            ["data", "naval", file] => {
                let front = load::Sources { files: vec![(path.clone(), text.to_owned().into())], ..Default::default() };
                file == "ratings.yaml" && load::ratings(&sources.clone().with_overrides(front)).is_err()
            }
            _ => false,
        };
        let mut found = Vec::new();
        bounded(&file, &schema, &schema, String::new(), &mut found);
        for (pointer, least, most) in found {
            let keys: Vec<&str> = pointer.split('/').filter(|part| part.parse::<usize>().is_err()).collect();
            let kind = path.split('/').take(2).collect::<Vec<_>>().join("/");
            let is_read = !["charts", "generators", "wars", "card.yaml"].iter().any(|other| path.contains(other));
            if !is_read || !tried.insert(format!("{kind} {}", keys.join("."))) {
                continue;
            }
            for beyond in [least - 1.0, most + 1.0] {
                let mut file = file.clone();
                let is_whole = file.pointer(&pointer).is_some_and(Value::is_i64) || beyond.fract() == 0.0;
                *file.pointer_mut(&pointer).unwrap() = if is_whole { json!(beyond as i64) } else { json!(beyond) };
                let text = serde_yaml::to_string(&file).unwrap();
                if !is_refused(&text) {
                    errors.push(format!("{path}: {pointer} may be {beyond}"));
                }
            }
        }
    }
    assert!(errors.is_empty(), "{}", errors.join("\n"));
    assert!(20 < tried.len(), "{tried:?}");
}

/// Every figure of a value that its schema bounds on both sides: its path, minimum and maximum.
fn bounded(value: &Value, schema: &Value, whole: &Value, path: String, found: &mut Vec<(String, f64, f64)>) {
    if let Some(name) = schema["$ref"].as_str().and_then(|name| name.strip_prefix("#/definitions/")) {
        bounded(value, &whole["definitions"][name], whole, path.clone(), found);
    }
    for choice in ["allOf", "anyOf"].iter().filter_map(|word| schema[word].as_array()).flatten() {
        bounded(value, choice, whole, path.clone(), found);
    }
    if let (true, Some(least), Some(most)) = (value.is_number(), schema["minimum"].as_f64(), schema["maximum"].as_f64())
    {
        found.push((path.clone(), least, most));
    }
    for (key, item) in value.as_object().into_iter().flatten() {
        bounded(item, &schema["properties"][key], whole, format!("{path}/{key}"), found);
    }
    for (number, item) in value.as_array().into_iter().flatten().enumerate() {
        bounded(item, &schema["items"], whole, format!("{path}/{number}"), found);
    }
}

#[test]
fn bounds_are_read_from_doc_comments() {
    let key = |doc: &str, kind: Kind| Key {
        name: "turns".to_owned(),
        others: Vec::new(),
        doc: doc.to_owned(),
        kind,
        is_required: true,
        default: None,
    };
    let whole = Kind::Whole { is_signed: false };
    assert_eq!(bounds(&key("Length, 1 to 999 turns. [9.3]", whole.clone())), Some([json!(1), json!(999)]));
    assert_eq!(bounds(&key("Ratings, -5 to 5.", whole.clone())), Some([json!(-5), json!(5)]));
    assert_eq!(bounds(&key("From 0 to 1. Share.", Kind::Number)), Some([json!(0), json!(1)]));
    assert_eq!(bounds(&key("D6: 1-3 bridge.", whole.clone())), None);
    assert_eq!(bounds(&key("1 to 9 rolls each.", Kind::List(Box::new(whole)))), None);
}
