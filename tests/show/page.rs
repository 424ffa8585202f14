//! What a page of a side holds of the enemy's divisions.
use std::sync::Arc;

use naval::model::ShipType;
use naval::{SideId, view::View};
use naval_kit::table::Table;
use show::page::{PageBuilder, PageHeading, PageStep, PageUse};

/// Two enemies in sight, in one division or each in its own.
fn table(is_one_division: bool) -> Table {
    let mut table = Table::new();
    table.place("Mikasa", ShipType::BB, "a", (10.0, 20.0, 0.0));
    table.place("Rossia", ShipType::CA, "b", (20.0, 20.0, 0.0));
    table.place("Rurik", ShipType::CA, "b", (22.0, 20.0, 0.0));
    for ship in &mut table.state.ships {
        Arc::make_mut(ship).sighted = true;
    }
    let (first, second) = (table.ship("rossia").division.clone(), table.ship("rurik").division.clone());
    assert_ne!(first, second);
    if is_one_division {
        let rurik = table.state.ships.iter_mut().find(|ship| ship.id == *"rurik").unwrap();
        Arc::make_mut(rurik).division = first.clone();
        table.state.divisions.retain(|division| division.id != second);
        let division = table.state.divisions.iter_mut().find(|division| division.id == first).unwrap();
        Arc::make_mut(division).ships.push("rurik".into());
    }
    table
}

fn page(table: &Table, side: &str) -> String {
    let mut builder = PageBuilder::default();
    let view = View::for_side(&table.state, &SideId::new(side));
    builder.add(&PageStep { label: None, view, sentences: Vec::new(), shots: Vec::new() });
    let (title, date, viewer) = (String::new(), String::new(), String::new());
    builder.page(&PageHeading { title, date, viewer, shows_everything: false, branch: None }, PageUse::Keeping)
}

#[test]
fn how_enemies_form_divisions_changes_nothing_on_a_page() {
    let (one, two) = (table(true), table(false));
    let leader = "data-of=\\\"mikasa\\\" data-leads";
    assert!(page(&one, "a").contains(leader), "an own leader is marked");
    assert!(!page(&one, "a").contains("data-of=\\\"rossia\\\" data-leads"));
    assert_eq!(page(&one, "a"), page(&two, "a"));
    // The near miss: to its own side the division is known.
    assert_ne!(page(&one, "b"), page(&two, "b"));
}
