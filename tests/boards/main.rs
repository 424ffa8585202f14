//! The companion board games: their rules, and the results of independent implementations.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests read the repository, and a failure says where"
)]
mod battle_acre;
mod clock;
mod coal_and_steel;
mod contract;
mod fast;
mod hidden;
mod machine;
mod slow;
mod slow_acre;
mod slow_coal;
mod slow_tafl;
mod tafl;

use std::fs;

use kit::{after, decide, root};
use play::Board;
use serde::{Deserialize, de::DeserializeOwned};

/// One position of the figures, worked out by an independent implementation.
#[derive(Deserialize)]
pub struct Record {
    pub id: String,
    pub position: String,
    pub moves: Vec<String>,
    pub n_moves: usize,
    pub perft2: u64,
    pub over: Option<Over>,
    pub after: Vec<AfterStep>,
    #[serde(default)]
    pub check: bool,
}

#[derive(Deserialize, PartialEq, Debug)]
pub struct Over {
    pub how: String,
    pub winner: String,
}

/// One move of a record and the position after it.
#[derive(Deserialize)]
pub struct AfterStep {
    #[serde(rename = "move")]
    pub command: String,
    pub position: String,
    pub captured: serde_json::Value,
    pub over: Option<Over>,
    #[serde(default)]
    pub check: bool,
}

#[derive(Deserialize)]
pub struct Start {
    pub position: String,
    pub perft: Vec<u64>,
}

pub fn figures<T: DeserializeOwned>(name: &str) -> T {
    let path = root().join("tests/figures/boards").join(name);
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

pub fn start(name: &str) -> Start {
    let mut starts: std::collections::BTreeMap<String, Start> = figures("starts.json");
    starts.remove(name).unwrap()
}

/// Checks that every one of `commands` is accepted exactly when it is among the choices.
pub fn check_choices<G: Board>(state: &G::State, commands: impl Iterator<Item = G::Command>) {
    let choices = G::choices(state);
    for command in commands {
        let legal = decide::<G>(state, &command, &[]).is_ok();
        assert_eq!(choices.contains(&command), legal, "{command:?} in {state:?}");
    }
}
