//! The binary: hands everything to [`cli::run`].
use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run(env!("KAISER_BUILD"))
}
