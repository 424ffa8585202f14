//! What old journals are told in: the log, the arithmetic and the words in JSON of every naval journal that is kept, held
//! against golden texts, written anew by `BLESS=1` and looked at before they go in.
use std::{collections::BTreeSet, fs};

use naval::{BatteryKind, Bearing, Duty, Fact, Label, Naval, ShipType, Sum, Task};
use play::{
    Game, Rule,
    journal::{Entry, Journal, Otherwise},
};
use serde_json::{Value, json};

use kit::golden;
use naval_kit::fixture::inches;

use crate::cli::Table;

const KEPT: [(&str, &[&str]); 4] = [
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
    ("format-3", &["naval-sums"]),
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
            golden(&folder, &format!("{name}.told.txt"), &told);
        }
    }
}

/// Where sums stand in JSON, by what they look like.
fn sums(value: &Value, at: &str, into: &mut BTreeSet<String>) {
    if serde_json::from_value::<Sum>(value.clone()).is_ok() {
        into.insert(at.to_owned());
    }
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, value)| sums(value, &format!("{at}/{key}"), into)),
        Value::Array(values) => {
            values.iter().enumerate().for_each(|(index, value)| sums(value, &format!("{at}/{index}"), into));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn every_sum_of_a_fact_is_listed_where_it_stands() {
    let mut kinds = BTreeSet::new();
    for (format, names) in KEPT {
        for name in names {
            let path = format!("{}/tests/suite/journals/{format}/{name}.kaiser", env!("CARGO_MANIFEST_DIR"));
            let journal = Journal::<Naval>::read("naval", &fs::read(path).unwrap()).unwrap().journal;
            for event in journal.deeds().iter().flat_map(|deed| deed.events) {
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
    }
    let all = ["batteries_fired", "orders_checked", "repair_rolled", "salvo_fired", "torpedoes_attacked"];
    assert!(kinds.iter().eq(all), "{kinds:?}");
}

#[test]
fn a_battle_in_labels_is_told_as_it_was_in_words() {
    let told = |format: &str| {
        let path = format!("{}/tests/suite/journals/{format}/naval-sums.told.txt", env!("CARGO_MANIFEST_DIR"));
        fs::read_to_string(path).unwrap()
    };
    assert_eq!(told("format-3"), told("format-2"));
    let path = format!("{}/tests/suite/journals/format-3/naval-sums.kaiser", env!("CARGO_MANIFEST_DIR"));
    let journal = Journal::<Naval>::read("naval", &fs::read(path).unwrap()).unwrap().journal;
    assert_eq!(journal.header().format, 3);
    // By edition 9 plots tell how ships moved by hand have steered, by edition 10 a line of fire keeps what it said,
    // by edition 15 a range that is said with it is read anew.
    let changed = journal.prove().unwrap().changed;
    assert_eq!(changed.iter().map(ToString::to_string).collect::<Vec<_>>(), ["2.7", "3.3.5", "5.7", "5.9", "6.5.1.1"]);
}

/// The words of formats 1 and 2, of bases and of terms.
#[test]
fn old_words_are_read_as_the_labels_they_were() {
    let bases = [
        ("2 mounts bear", Label::MountsBear),
        ("1 mount bears", Label::MountsBear),
        ("7 at 8.0\"", Label::AtRange(inches("8"))),
        ("Retvizan 10", Label::SizeOf("Retvizan".into())),
        ("U 9 9", Label::SizeOf("U 9".into())),
        ("power 9", Label::Power),
        ("medium battery 21.5", Label::Battery(BatteryKind::Medium)),
        ("one torpedo factor", Label::OneTorpedoFactor),
        ("torpedo factor", Label::TorpedoFactors),
        ("torpedo factors", Label::TorpedoFactors),
        ("base at 3.25\"", Label::BaseAt(inches("3.25"))),
        ("base at a run of 4.0\"", Label::BaseAtRun(inches("4"))),
        ("damage control, special rule 3", Label::DamageControlByRule(3)),
        ("orders received", Label::OrdersReceived),
        ("whatever", Label::Said("whatever".into())),
    ];
    let terms = [
        ("armour", Label::Armour),
        ("half move, an enemy within 5.0\"", Label::HalfMoveNearEnemy),
        ("special rule 2", Label::SpecialRule(2)),
        ("into the bow arc", Label::IntoArc(Bearing::Bow)),
        ("light guns at a CA", Label::LightGunsAt(ShipType::CA)),
        ("no bonus: she makes more than 2.00 inches", Label::NoBonusTooFast),
        ("signalling, her bridge hit", Label::SignallingBridgeHit),
        ("1 repeater", Label::Repeaters(1)),
        ("3 repeaters", Label::Repeaters(3)),
        ("12.5\" from the force flag", Label::FromTheForceFlag(inches("12.5"))),
        ("courses 90 degrees or more apart", Label::Said("courses 90 degrees or more apart".into())),
        ("range over 20", Label::Said("range over 20".into())),
    ];
    for (words, label) in bases {
        let sum = json!({"base": 2, "base_says": words, "base_rule": "6.5.1", "result": 2});
        let read: Sum = serde_json::from_value(sum).unwrap();
        assert_eq!((&read.base_label, &read), (&label, &Sum::of(2, label.clone(), Rule::new("6.5.1"))), "{words}");
        let again: Sum = serde_json::from_value(serde_json::to_value(&read).unwrap()).unwrap();
        assert_eq!(again, read, "{words}");
    }
    for (words, label) in terms {
        let term = json!({"plus": 1, "says": words, "rule": "6.5.1"});
        let sum = json!({"base": 2, "base_says": "size", "base_rule": "6.5.1", "terms": [term], "result": 3});
        let read: Sum = serde_json::from_value(sum).unwrap();
        let mut expected = Sum::of(2, Label::Size, Rule::new("6.5.1"));
        expected.plus(1, label, Rule::new("6.5.1"));
        assert_eq!(read, expected, "{words}");
        let again: Sum = serde_json::from_value(serde_json::to_value(&read).unwrap()).unwrap();
        assert_eq!(again, read, "{words}");
    }
}

/// A sum whose words were changed is as false in an old journal as one whose numbers were.
#[test]
fn a_changed_word_of_an_old_sum_is_named() {
    let path = format!("{}/tests/suite/journals/format-2/naval-sums.kaiser", env!("CARGO_MANIFEST_DIR"));
    let journal = Journal::<Naval>::read("naval", &fs::read(path).unwrap()).unwrap().journal;
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
    assert!(matches!(*disagreement.what, Otherwise::Event { .. }));
}

/// Duties that an old journal tells in words are held against the paragraphs of today's, one by one.
#[test]
fn r3_2_an_old_duty_is_the_same_where_its_paragraph_is() {
    let rule = Rule::new("3.3.5");
    let task = |target: &str| Task::Fire { firer: "izumo".into(), battery: BatteryKind::Big, target: target.into() };
    let waived = |duties: &[&Duty]| {
        let duties = duties.iter().map(|duty| (*duty).clone()).collect();
        Fact::DutiesWaived { reason: "hurry".into(), duties }
    };
    let fire = Duty { rule, task: task("rossia") };
    let old = Duty::of_words("Izumo has declared her big guns at Rossia: fire izumo [3.3.5]");
    let same = |one: &[&Duty], other: &[&Duty]| Naval::is_same(&waived(one), &waived(other));
    assert!(same(&[&old], &[&fire]) && same(&[&fire], &[&fire]));
    assert!(!same(&[&Duty { rule, task: task("rurik") }], &[&fire]));
    assert!(!same(&[&Duty { rule: Rule::new("3.3.1"), ..old.clone() }], &[&fire]));
    assert!(!same(&[&old, &old], &[&fire]) && !same(&[], &[&old]));
}
