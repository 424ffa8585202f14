//! The base of every crate's tests: a small game, the contract of every game, and reviewed golden drawings.
#[path = "../../src/carried.rs"]
pub mod carried;
mod contract;
mod sequences;
pub mod toy;

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Mutex,
    thread,
};

pub use contract::{
    Chance, check_contract, pick, random_numbers, redo_entry, some_reason, undo_entry, undo_with_reason,
};
use play::{self, EventOf, Game, NotDecided, Script};
pub use sequences::{SequenceCounts, assert_enough, check_sequences};

/// The root of the repository, with the pages, the data and the tests.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_owned()
}

/// Compares a drawing with the one of that name in a folder of the repository. `BLESS=1` rewrites it.
#[track_caller]
pub fn golden(folder: &str, name: &str, drawn: &str) {
    let path = root().join(folder).join(name);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, drawn).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    let differs = drawn.lines().zip(kept.lines()).position(|(new, old)| new != old);
    assert!(drawn == kept, "{name} differs from line {}", differs.map_or(0, |line| line + 1));
}

/// Runs `work` for each item on this many threads. Results come in no fixed order. A panic in `work` fails the caller.
pub fn on_threads<T: Send, R: Send>(
    threads: usize,
    items: impl IntoIterator<Item = T, IntoIter: Send>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let (left, done) = (Mutex::new(items.into_iter()), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(item) = { left.lock().unwrap().next() } {
                    let result = work(item);
                    done.lock().unwrap().push(result);
                }
            });
        }
    });
    done.into_inner().unwrap()
}

/// The result of a command, decided with these typed dice.
pub fn decide<G: Game>(state: &G::State, command: &G::Command, faces: &[u8]) -> Result<Vec<EventOf<G>>, String> {
    play::decide::<G>(state, command, &mut Script::typed(faces.iter().copied())).map_err(|halt| match halt {
        NotDecided::Refused { reason, rule } => format!("{reason:?} [{rule}]"),
        NotDecided::NeedsRoll { .. } | NotDecided::NoSuchFace { .. } => "a die".to_owned(),
    })
}

/// The state after a legal command.
#[track_caller]
pub fn after<G: Game>(state: &G::State, command: &G::Command) -> G::State {
    let events = decide::<G>(state, command, &[]).unwrap();
    let mut next = state.clone();
    play::apply_all::<G>(&mut next, &events);
    next
}
