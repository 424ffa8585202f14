//! The texts of every scenario's file; its ships existed on the day and do not overlap.
use std::{collections::BTreeSet, fs};

use geometry::{Base, Pose};
use naval::model::{Ship, base::base_of};
use naval::{Naval, rules::survey};
use play::Game;
use serde_yaml::Value;

use super::*;

fn file(id: &str) -> Value {
    let sources = naval_kit::builtin();
    serde_yaml::from_str(sources.text(&format!("scenarios/{id}.yaml")).unwrap()).unwrap()
}

fn words<'v>(file: &'v Value, key: &str) -> &'v str {
    file.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn list<'v>(file: &'v Value, key: &str) -> &'v [Value] {
    file.get(key).and_then(Value::as_sequence).map(Vec::as_slice).unwrap_or_default()
}

#[test]
fn r9_1_every_battle_has_the_texts_that_the_referee_needs() {
    let placed: Vec<String> = named().into_iter().filter(|id| is_placed(&setup(id))).collect();
    assert!(21 <= placed.len(), "{} battles", placed.len());
    for id in placed {
        let file = file(&id);
        for key in ["introduction", "happened"] {
            assert!(words(&file, key).split_whitespace().count() >= 15, "{id}: {key} is short");
        }
        for key in ["sources", "special_rules", "victory"] {
            let texts = list(&file, key);
            assert!(
                !texts.is_empty() && texts.iter().all(|line| line.as_str().is_some_and(|text| !text.is_empty())),
                "{id}: {key}"
            );
        }
        for key in ["turns", "visibility", "night", "wind"] {
            assert!(file.get(key).is_some(), "{id}: {key} is left to the default");
        }
        for division in list(&file, "divisions") {
            let name = words(division, "id");
            assert!(!words(division, "reasons").is_empty(), "{id}: {name}: ratings without reasons");
            assert!(division.get("signalling").is_some() == division.get("initiative").is_some(), "{id}: {name}");
        }
        assert_eq!(setup(&id).victory.len(), list(&file, "victory").len(), "{id}: a sentence of victory was lost");
        let flags = setup(&id).sides.iter().all(|side| side.force_flag.is_some());
        assert!(flags, "{id}: a side has no force flag");
    }
}

/// No ship is outside its dates or listed twice. Only intended divisions of unusual size and guns between two classes
/// give warnings.
#[test]
fn r5_1_1_every_scenario_loads_with_only_intended_warnings() {
    for id in named() {
        let checked = load::scenario_checked(&naval_kit::builtin(), &id).unwrap();
        for warning in &checked.warnings {
            let meant = warning.what.ends_with("[5.1.1]") || warning.what.ends_with("[1.5]");
            assert!(meant, "{id}: {}", warning.what);
        }
        let ships: BTreeSet<&str> = checked.value.ships.iter().map(|ship| ship.card.id.as_str()).collect();
        assert_eq!(ships.len(), checked.value.ships.len(), "{id}: a ship is listed twice");
    }
}

type PlacedBase<'a> = (&'a Ship, Base, Pose);

/// Bases of the ships on the table from the start, and of each later turn's arrivals among themselves.
fn bases_by_turn(state: &State) -> Vec<(u16, Vec<PlacedBase<'_>>)> {
    let mut turns: Vec<(u16, Vec<PlacedBase<'_>>)> = Vec::new();
    for ship in &state.ships {
        let Some(place) = ship.at else { continue };
        let division = state.division(&ship.division).unwrap();
        if division.one_base && division.ships.first() != Some(&ship.id) {
            continue;
        }
        let turn = match ship.fate {
            Fate::Waiting { enters_turn } => enters_turn,
            _ => 1,
        };
        let placed_base = (ship.as_ref(), base_of(state, ship), place.pose());
        match turns.iter_mut().find(|(other, _)| *other == turn) {
            Some((_, group)) => group.push(placed_base),
            None => turns.push((turn, vec![placed_base])),
        }
    }
    turns
}

#[test]
fn r3_1_every_ship_is_on_the_table_afloat_and_clear_of_the_others() {
    for id in named() {
        let setup = setup(&id);
        let state = Naval::initial_state(&setup);
        let land = survey::land(&state);
        let (width, height) = (setup.table.width.as_f64(), setup.table.height.as_f64());
        for (turn, group) in bases_by_turn(&state) {
            for (index, (ship, base, pose)) in group.iter().enumerate() {
                for corner in base.corners(*pose) {
                    let is_on_table = (0.0..=width).contains(&corner.x()) && (0.0..=height).contains(&corner.y());
                    assert!(is_on_table, "{id}: {} is over the edge on turn {turn}", ship.id);
                    assert!(!land.iter().any(|land| land.contains(corner)), "{id}: {} is on land", ship.id);
                }
                for (other, other_base, other_pose) in &group[..index] {
                    assert!(!base.overlaps(*pose, other_base, *other_pose), "{id}: {} overlaps {}", ship.id, other.id);
                }
            }
        }
    }
}

#[test]
fn the_page_of_scenarios_names_every_one_with_its_date_and_length() {
    let path = kit::root().join("docs/reference/scenarios.md");
    let page = fs::read_to_string(path).unwrap();
    for line in load::scenario_list(&naval_kit::builtin()).unwrap() {
        let row = page.lines().find(|row| row.starts_with(&format!("- `{}` (", line.id)));
        let row = row.unwrap_or_else(|| panic!("{} is not on the page", line.id));
        let ships = if named().contains(&line.id.to_string()) { setup(line.id.as_str()).ships.len() } else { 0 };
        assert!(row.contains(&format!("` ({}, {ships}/{}): ", line.date, line.turns)), "{row}");
    }
}
