//! The companion board games from outside.
mod cross_game;
mod displays;
mod records;
mod rules_lookup;
mod seeds;
mod table;
mod terminal;

use std::{fs, path::Path, process::Command};

/// Runs the program in a separate folder with lines on standard input. Returns its exit code, output and errors.
fn kaiser(dir: &Path, arguments: &[&str], lines: &str) -> (Option<i32>, String, String) {
    let script = dir.join("lines");
    fs::write(&script, lines).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_kaiser"));
    command.args(arguments).current_dir(dir).env("HOME", dir).env_remove("KAISER_DATA");
    let output = command.stdin(fs::File::open(script).unwrap()).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}
