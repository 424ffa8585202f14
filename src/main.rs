//! The binary: hands everything to [`kaiser::cli::run`].
use std::process::ExitCode;

fn main() -> ExitCode {
    kaiser::cli::run()
}
