//! Commands from a file or a pipe, for whichever game is played.
use std::{
    fs,
    io::{self, BufRead, IsTerminal},
    process::ExitCode,
};

use serde_json::json;

use super::{
    output::{self, Out},
    problem::Problem,
};

/// Where lines come from when nobody types them: the file named, `-` for a pipe, a pipe without any; `None` at a terminal.
///
/// # Errors
/// The file cannot be read.
pub fn source(file: Option<&str>) -> Result<Option<Box<dyn BufRead>>, Problem> {
    Ok(match file {
        Some("-") => Some(Box::new(io::stdin().lock())),
        Some(file) => {
            let text = fs::File::open(file).map_err(|error| Problem::new(format!("{file} cannot be read: {error}")))?;
            Some(Box::new(io::BufReader::new(text)))
        }
        None if io::stdin().is_terminal() => None,
        None => Some(Box::new(io::stdin().lock())),
    })
}

/// What comes after a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Then {
    GoesOn,
    Quits,
}

/// Carries out a script line by line: the first that is refused ends it, unless told to keep going.
///
/// Each line is answered before the next is read, so that another program may talk through a pipe.
///
/// # Errors
/// The script cannot be read; a line that is refused is told and gives the exit code instead.
pub fn run(
    lines: Box<dyn BufRead>,
    keep_going: bool,
    out: &mut Out,
    mut carry_out: impl FnMut(&str, &mut Out) -> Result<Then, Problem>,
) -> Result<ExitCode, Problem> {
    let mut code = ExitCode::SUCCESS;
    for order in orders(lines) {
        let (at, text) = order?;
        out.say(format!("> {text}"));
        match carry_out(&text, out) {
            Ok(Then::GoesOn) => {}
            Ok(Then::Quits) => break,
            Err(problem) => {
                code = refused(out, at, &text, &problem);
                if !keep_going {
                    break;
                }
            }
        }
        if out.is_gone() {
            break;
        }
    }
    Ok(code)
}

/// The commands of a script with the numbers of their lines; blank lines and remarks are left out.
///
/// Each line is read when it is asked for, so that another program may talk through a pipe.
fn orders(lines: Box<dyn BufRead>) -> impl Iterator<Item = Result<(usize, String), Problem>> {
    lines.lines().enumerate().filter_map(|(at, text)| match text {
        Ok(text) => {
            let text = text.trim_start_matches('\u{feff}').trim();
            (!text.is_empty() && !text.starts_with('#')).then(|| Ok((at + 1, text.to_owned())))
        }
        Err(error) => Some(Err(Problem::new(format!("line {}: the script cannot be read: {error}", at + 1)))),
    })
}

/// Says why the command of a line was refused, and gives the exit code that it means.
fn refused(out: &mut Out, line: usize, text: &str, problem: &Problem) -> ExitCode {
    let placed = Problem { what: format!("line {line}: {}", problem.what), ..problem.clone() };
    out.value(&json!({ "ok": false, "command": text, "error": problem.json() }));
    output::report(&placed, out.is_json());
    ExitCode::from(problem.code)
}
