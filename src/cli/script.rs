//! Commands from a file or a pipe, for whichever game is played.
use std::{io::BufRead, process::ExitCode};

use serde_json::json;

use super::{
    output::{self, Out},
    problem::Problem,
};

/// The commands of a script with the numbers of their lines; blank lines and remarks are left out.
///
/// Each line is read when it is asked for, so that another program may talk through a pipe.
pub fn orders(lines: Box<dyn BufRead>) -> impl Iterator<Item = Result<(usize, String), Problem>> {
    lines.lines().enumerate().filter_map(|(at, text)| match text {
        Ok(text) => {
            let text = text.trim_start_matches('\u{feff}').trim();
            (!text.is_empty() && !text.starts_with('#')).then(|| Ok((at + 1, text.to_owned())))
        }
        Err(error) => Some(Err(Problem::new(format!("line {}: the script cannot be read: {error}", at + 1)))),
    })
}

/// Says why the command of a line was refused, and gives the exit code that it means.
pub fn refused(out: &mut Out, line: usize, text: &str, problem: &Problem) -> ExitCode {
    let placed = Problem { what: format!("line {line}: {}", problem.what), ..problem.clone() };
    out.value(&json!({ "ok": false, "command": text, "error": problem.json() }));
    output::report(&placed, out.is_json());
    ExitCode::from(problem.code)
}
