//! Plays every scenario by script from opening to tally, verifies it, and checks the texts that every file must have.
mod fought;
mod texts;

use naval::model::{Fate, Setup};
use naval::{State, rules::special::NEVER_ENTERS};

/// Ids of all scenarios with their forces in the file.
fn named() -> Vec<String> {
    let lines = load::scenario_list(&naval_kit::builtin()).unwrap();
    let ids = lines.into_iter().map(|line| line.id.to_string());
    ids.filter(|id| {
        let setup = setup(id);
        setup.generator.is_none() && !setup.divisions.is_empty()
    })
    .collect()
}

pub fn setup(id: &str) -> Setup {
    naval_kit::scenario(id)
}

/// Whether the leaders' positions are in the file, so that the table is tracked.
fn is_placed(setup: &Setup) -> bool {
    setup.divisions.iter().all(|division| division.at.is_some())
}

/// Ships that are still to come, except those that a die keeps away permanently. [9.2]
fn waiting(state: &State) -> Vec<String> {
    let late = state
        .ships
        .iter()
        .filter(|ship| matches!(ship.fate, Fate::Waiting { enters_turn } if enters_turn != NEVER_ENTERS));
    late.map(|ship| ship.id.to_string()).collect()
}
