//! What the benchmarks share.
use std::{env, path::PathBuf};

/// The program that was built in the same profile: `cargo build --release` before `cargo bench -p bench`.
///
/// # Panics
/// When it is not there.
pub fn program() -> PathBuf {
    let own = env::current_exe().expect("a benchmark runs from a file");
    let built = own.parent().and_then(|deps| deps.parent()).expect("cargo builds into a folder");
    let program = built.join(format!("kaiser{}", env::consts::EXE_SUFFIX));
    assert!(program.exists(), "first: cargo build --release");
    program
}
