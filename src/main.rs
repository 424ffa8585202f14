//! The binary: passes the embedded files to [`cli::run`].
use std::process::ExitCode;

/// The data files, the scenarios and the rulings.
const BUILT_IN: &[cli::BuiltIn] = include!(concat!(env!("OUT_DIR"), "/built_in.rs"));

fn main() -> ExitCode {
    cli::run(env!("KAISER_BUILD"), BUILT_IN)
}
