//! What old journals are told in: the log, the arithmetic and the words in JSON of every naval journal that is kept, held
//! against golden texts, written anew by `BLESS=1` and looked at before they go in.
use std::fs;

use serde_json::Value;

use crate::{cli::Table, map::golden_in};

const KEPT: [(&str, &[&str]); 3] = [
    ("format-1-first", &["naval"]),
    ("format-1", &["naval-drawn-up", "naval-generated", "naval-typed", "naval-ulsan"]),
    (
        "format-2",
        &[
            "naval-drawn-up",
            "naval-flotilla",
            "naval-measured",
            "naval-night",
            "naval-sealed",
            "naval-sums",
            "naval-tracked",
            "naval-typed",
        ],
    ),
];

/// Every text under the keys that word a sum or a duty, in order.
fn words(value: &Value, into: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                match (key.as_str(), value) {
                    ("says" | "base_says", Value::String(says)) => into.push(format!("{key}: {says}")),
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
fn old_naval_journals_are_told_in_the_same_words() {
    for (format, names) in KEPT {
        for name in names {
            let table = Table::new();
            let file = format!("{name}.kaiser");
            let folder = format!("tests/suite/journals/{format}");
            fs::copy(format!("{}/{folder}/{file}", env!("CARGO_MANIFEST_DIR")), table.path(&file)).unwrap();
            let mut told = table.run(&["log", &file], "").good().out;
            let log = table.run(&["log", "--json", &file], "").good().one_json();
            let mut said = Vec::new();
            words(&log, &mut said);
            told.push_str(&format!("\nin JSON:\n{}\n\narithmetic:\n", said.join("\n")));
            let entries = log.as_array().unwrap().len();
            let asked: String = (1..=entries).map(|number| format!("why {number}\n")).collect();
            let script = table.write("why.script", &asked);
            let run = table.run(&["play", &file, "--keep-going", "--script", script.to_str().unwrap()], "");
            told.push_str(run.out.split_once("> why 1\n").map_or("", |(_, after)| after));
            golden_in(&folder, &format!("{name}.told.txt"), &told);
        }
    }
}
