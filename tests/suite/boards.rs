//! The companion board games: their positions, vectors and figures.
mod battle_acre;
mod coal_and_steel;
pub mod contract;
mod fast;
mod hidden;
mod machine;
mod records;
mod seen;
mod slow;
mod slow_acre;
mod slow_coal;
mod slow_tafl;
mod table;
mod tafl;
mod terminal;
mod together;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use play::{self, Board, EventOf, Game, Halt, Script};
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
    pub after: Vec<After>,
    #[serde(default)]
    pub check: bool,
}

#[derive(Deserialize, PartialEq, Debug)]
pub struct Over {
    pub how: String,
    pub winner: String,
}

/// One move of a record and what becomes of the position.
#[derive(Deserialize)]
pub struct After {
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
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/suite/figures/boards").join(name);
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

pub fn start(name: &str) -> Start {
    let mut starts: std::collections::BTreeMap<String, Start> = figures("starts.json");
    starts.remove(name).unwrap()
}

/// What a command comes to, decided with these typed faces.
pub fn decide<G: Game>(state: &G::State, command: &G::Command, faces: &[u8]) -> Result<Vec<EventOf<G>>, String> {
    play::decide::<G>(state, command, &mut Script::typed(faces.iter().copied())).map_err(|halt| match halt {
        Halt::Refused { reason, rule } => format!("{reason:?} [{rule}]"),
        Halt::NeedsRoll { .. } | Halt::NoSuchFace { .. } => "a die".to_owned(),
    })
}

/// The state after a lawful command.
#[track_caller]
pub fn after<G: Game>(state: &G::State, command: &G::Command) -> G::State {
    let events = decide::<G>(state, command, &[]).unwrap();
    let mut next = state.clone();
    play::apply_all::<G>(&mut next, &events);
    next
}

/// Every one of `commands` is accepted exactly when it is among the choices.
pub fn choices_are_what_is_accepted<G: Board>(state: &G::State, commands: impl Iterator<Item = G::Command>) {
    let choices = G::choices(state);
    for command in commands {
        let lawful = decide::<G>(state, &command, &[]).is_ok();
        assert_eq!(choices.contains(&command), lawful, "{command:?} in {state:?}");
    }
}

/// The program in a folder of its own, with lines on its standard input: its code, what it says and what it complains of.
fn kaiser(dir: &Path, arguments: &[&str], lines: &str) -> (Option<i32>, String, String) {
    let script = dir.join("lines");
    fs::write(&script, lines).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_kaiser"));
    command.args(arguments).current_dir(dir).env("HOME", dir).env_remove("KAISER_DATA");
    let output = command.stdin(fs::File::open(script).unwrap()).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}
