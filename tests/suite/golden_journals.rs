//! How journals are shown: the log, the calculations and the words in JSON of every kept naval journal, compared with
//! golden texts. `BLESS=1` rewrites them: look at them before you commit them.
use std::{collections::BTreeSet, fs};

use naval::model::{Label, Sum};
use naval::{Fact, Naval};
use play::journal::{Entry, Journal, Mismatch};
use serde_json::Value;

use kit::golden;
use naval_kit::fixture::inches;

use crate::cli::Workspace;

const FOLDER: &str = "tests/suite/journals";
const KEPT: [&str; 6] = ["naval-measured", "naval-night", "naval-sealed", "naval-sums", "naval-torpedo", "naval-typed"];

fn kept(name: &str) -> Journal<Naval> {
    let path = format!("{}/{FOLDER}/{name}.kaiser", env!("CARGO_MANIFEST_DIR"));
    Journal::<Naval>::read("naval", &fs::read(path).unwrap()).unwrap().journal
}

/// Every text under the keys that describe a sum or a duty, in order.
fn words(value: &Value, into: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                match (key.as_str(), value) {
                    ("says" | "base_says", Value::String(text)) => into.push(format!("{key}: {text}")),
                    ("duties", Value::Array(duties)) => into.extend(duties.iter().map(|duty| format!("duty: {duty}"))),
                    (_, value) => words(value, into),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| words(value, into)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn naval_journals_are_worded_as_in_the_golden_texts() {
    for name in KEPT {
        let table = Workspace::new();
        let file = format!("{name}.kaiser");
        fs::copy(format!("{}/{FOLDER}/{file}", env!("CARGO_MANIFEST_DIR")), table.path(&file)).unwrap();
        let mut shown = table.run(&["log", "--full", &file], "").assert_success().out;
        let log = table.run(&["log", "--json", &file], "").assert_success().one_json();
        let mut wordings = Vec::new();
        words(&log, &mut wordings);
        shown.push_str(&format!("\nin JSON:\n{}\n\narithmetic:\n", wordings.join("\n")));
        let entries = log.as_array().unwrap().len();
        let lines: String = (1..=entries).map(|number| format!("why {number}\n")).collect();
        let script = table.write("why.script", &lines);
        let run = table.run(&["play", &file, "--keep-going", "--script", script.to_str().unwrap()], "");
        shown.push_str(run.out.split_once("> why 1\n").map_or("", |(_, after)| after));
        golden(FOLDER, &format!("{name}.told.txt"), &shown);
    }
}

/// The places of sums in JSON, recognised by their form.
fn sums(value: &Value, path: &str, into: &mut BTreeSet<String>) {
    if serde_json::from_value::<Sum>(value.clone()).is_ok() {
        into.insert(path.to_owned());
    }
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, value)| sums(value, &format!("{path}/{key}"), into)),
        Value::Array(values) => {
            values.iter().enumerate().for_each(|(index, value)| sums(value, &format!("{path}/{index}"), into));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn every_sum_of_a_fact_is_listed_at_its_place() {
    let mut kinds = BTreeSet::new();
    for name in KEPT {
        for event in kept(name).commands().iter().flat_map(|applied| applied.events) {
            let (value, mut found) = (serde_json::to_value(&event.fact).unwrap(), BTreeSet::new());
            sums(&value, "", &mut found);
            let listed = event.fact.sums();
            assert_eq!(listed.iter().map(|(place, _)| place.clone()).collect::<BTreeSet<_>>(), found, "{name}");
            for (place, sum) in listed {
                assert_eq!(value.pointer(&place), Some(&serde_json::to_value(sum).unwrap()), "{name}: {place}");
                kinds.extend(place.split('/').nth(1).map(str::to_owned));
            }
        }
    }
    let all = ["batteries_fired", "orders_checked", "repair_rolled", "salvo_fired", "torpedoes_attacked"];
    assert!(kinds.iter().eq(all), "{kinds:?}");
}

/// A sum with a changed label is as false as one with changed numbers.
#[test]
fn a_changed_label_of_a_sum_is_named() {
    let journal = kept("naval-sums");
    let mut forged = Journal::<Naval>::new(journal.header().clone());
    let mut changed = None;
    for entry in journal.entries() {
        let mut entry = entry.clone();
        if let (None, Entry::Did { events, .. }) = (changed, &mut entry) {
            let salvo = events.iter_mut().find_map(|event| match &mut event.fact {
                Fact::SalvoFired(salvo) => Some(salvo),
                _ => None,
            });
            if let Some(salvo) = salvo {
                salvo.to_hit.base_label = Label::AtRange(inches("1"));
                changed = Some(forged.next_number());
            }
        }
        forged.add(entry).unwrap();
    }
    let disagreement = forged.verify().unwrap_err();
    assert_eq!(Some(disagreement.entry), changed);
    assert!(matches!(*disagreement.what, Mismatch::Event { .. }));
}
