//! The binary: hands everything to [`cli::run`].
use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
