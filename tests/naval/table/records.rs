//! Records of the independent implementation, typed as a person would: plots, columns and arcs.
use naval::model::{FiringArc, ShipType};
use naval::{Id, Inches};
use serde_json::Value;

use super::{Table, near};

pub fn records(key: &str) -> Vec<Value> {
    let text = include_str!("../../figures/geometry.json");
    let all: Value = serde_json::from_str(text).unwrap();
    let records = all[key].as_array().unwrap().clone();
    assert!(!records.is_empty(), "{key}");
    records
}

pub fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}
pub fn place(value: &Value) -> (f64, f64, f64) {
    (number(&value["x"]), number(&value["y"]), number(&value["heading"]))
}
pub fn kind(value: &Value) -> ShipType {
    serde_json::from_value(value["type"].clone()).unwrap()
}

#[test]
fn r5_7_plots_of_single_ships_end_where_the_records_say() {
    for record in records("plots") {
        let id = &record["id"];
        let mut table = Table::new();
        table.place("Ship", kind(&record), "a", place(&record["start"]));
        for (index, turn) in record["turns"].as_array().unwrap().iter().enumerate() {
            let plot = turn["plot"].as_str().unwrap();
            table.lines(&[&format!("plot ship {plot} speed {}", number(&turn["speed"])), "next to sighting"]);
            near(&format!("{id} turn {index}"), table.position_of("ship"), place(&turn["end"]));
            let ship = table.state.ship(&Id::new("ship")).unwrap();
            let turned = ship.run.as_ref().unwrap().turned.as_f64();
            assert!((turned - number(&turn["turned_degrees"])).abs() <= 0.011, "{id} turn {index}: turned {turned}");
            let carried = table.state.division(&Id::new("ship")).unwrap().course.carried;
            let degrees = carried.map_or(0.0, |carried| carried.degrees.as_f64());
            let wanted = turn["carried"]["degrees"].as_f64().unwrap_or(0.0);
            assert!((degrees - wanted).abs() <= 0.011, "{id} turn {index}: {degrees} degrees carried, not {wanted}");
            table.lines(&["next to plotting"]);
        }
    }
}

#[test]
fn r5_7_3_columns_keep_to_their_leaders_track() {
    for record in records("columns") {
        let id = &record["id"];
        let mut table = Table::new();
        let starts = record["start"].as_array().unwrap();
        let names: Vec<String> = (1..=starts.len()).map(|index| format!("s{index}")).collect();
        for (name, start) in names.iter().zip(starts) {
            table.place(name, kind(&record), "a", place(start));
        }
        table.lines(&[&format!("division 1st {}", names.join(" "))]);
        for (index, turn) in record["turns"].as_array().unwrap().iter().enumerate() {
            let plot = turn["plot"].as_str().unwrap();
            table.lines(&[&format!("plot 1st {plot} speed {}", number(&turn["speed"])), "next to sighting"]);
            for (name, end) in names.iter().zip(turn["end"].as_array().unwrap()) {
                near(&format!("{id} turn {index} {name}"), table.position_of(name), place(end));
            }
            let course = &table.state.division(&Id::new("1st")).unwrap().course;
            assert_eq!(course.is_in_column(), turn["in_column"].as_bool().unwrap(), "{id} turn {index}: {course:?}");
            if course.is_in_column() {
                let leader = format!("s{}", turn["leader"].as_u64().unwrap());
                assert_eq!(course.column[0].ship, *leader.as_str(), "{id} turn {index}");
            }
            table.lines(&["next to plotting"]);
        }
    }
}

#[test]
fn r6_4_4_ranges_bearings_and_arcs_are_those_of_the_records() {
    for record in records("arcs") {
        let id = &record["id"];
        let mut table = Table::new();
        table.place("One", kind(&record["firer"]), "a", place(&record["firer"]));
        table.place("Two", kind(&record["target"]), "b", place(&record["target"]));
        let found = naval::rules::lines::between(&table.state, &Id::new("one"), &Id::new("two")).unwrap();
        assert!((found.range - Inches::nearest(number(&record["range"]))).0.abs() <= 1, "{id}: {}", found.range);
        let turn = (found.bearing.as_f64() - number(&record["bearing"])).rem_euclid(360.0);
        assert!(turn.min(360.0 - turn) <= 0.011, "{id}: {}", found.bearing);
        let word = |arc: &FiringArc| serde_json::to_value(arc).unwrap().as_str().unwrap().to_owned();
        let mut arcs: Vec<String> = found.arcs.iter().map(word).collect();
        let mut wanted: Vec<String> = serde_json::from_value(record["arcs"].clone()).unwrap();
        arcs.sort();
        wanted.sort();
        assert_eq!(arcs, wanted, "{id}");
    }
}
