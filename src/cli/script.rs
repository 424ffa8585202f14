//! Commands from a file or a pipe, for whichever game is played.
use std::{
    io::{self, BufRead, Cursor, IsTerminal, Read as _},
    path::Path,
    process::ExitCode,
};

use serde_json::json;

use super::{
    file,
    output::{self, Out},
    problem::Problem,
};

/// A line with more bytes than this is none.
const LONGEST: u64 = 4 << 20;

/// Where lines come from when nobody types them: the file named, `-` for a pipe, a pipe without any; `None` at a terminal.
///
/// # Errors
/// The file cannot be read, or is none: a pipe has no name here but `-`.
pub fn source(file: Option<&str>) -> Result<Option<Box<dyn BufRead>>, Problem> {
    Ok(match file {
        Some("-") => Some(Box::new(io::stdin().lock())),
        Some(file) => {
            let path = Path::new(file);
            Some(Box::new(Cursor::new(file::bytes(path, file::SCRIPT).map_err(|unread| unread.problem(path))?)))
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
        let Order { line, text, is_text } = order?;
        out.say(format!("> {text}"));
        let carried_out = if is_text { carry_out(&text, out) } else { Err(garbled()) };
        match carried_out {
            Ok(Then::GoesOn) => {}
            Ok(Then::Quits) => break,
            Err(problem) => {
                code = refused(out, line, &text, &problem);
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

/// A command of a script.
struct Order {
    /// From 1.
    line: usize,
    text: String,
    /// The line was UTF-8; otherwise `text` has a mark where it was not.
    is_text: bool,
}

/// The commands of a script with the numbers of their lines; blank lines and remarks are left out.
///
/// Each line is read when it is asked for, so that another program may talk through a pipe.
fn orders(mut input: Box<dyn BufRead>) -> impl Iterator<Item = Result<Order, Problem>> {
    let mut line = 0;
    std::iter::from_fn(move || {
        loop {
            line += 1;
            let (text, is_text) = match next_line(&mut *input) {
                Ok(Some(read)) => read,
                Ok(None) => return None,
                Err(error) => {
                    return Some(Err(Problem::new(format!("line {line}: the script cannot be read: {error}"))));
                }
            };
            let text = text.trim_start_matches('\u{feff}').trim();
            if !text.is_empty() && !text.starts_with('#') {
                return Some(Ok(Order { line, text: text.to_owned(), is_text }));
            }
        }
    })
}

/// The next line of an input without its end, and whether it was UTF-8: whatever was not is a mark in it.
///
/// # Errors
/// The input fails, or its line has no end within four mebibytes.
pub fn next_line(input: &mut dyn BufRead) -> io::Result<Option<(String, bool)>> {
    let mut bytes = Vec::new();
    if input.take(LONGEST).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 == LONGEST && !bytes.ends_with(b"\n") {
        return Err(io::Error::other(format!("a line of more than {} MiB", LONGEST >> 20)));
    }
    Ok(Some(match String::from_utf8(bytes) {
        Ok(text) => (text.trim_end_matches(['\n', '\r']).to_owned(), true),
        Err(error) => (String::from_utf8_lossy(error.as_bytes()).trim_end_matches(['\n', '\r']).to_owned(), false),
    }))
}

/// A line of which a byte is no UTF-8.
pub fn garbled() -> Problem {
    Problem::new("what was typed is no UTF-8 text: the line is refused, and nothing has changed")
        .hint("UTF-8 is what the terminal or the editor has to write; plain letters are always understood")
}

/// Says why the command of a line was refused, and gives the exit code that it means.
fn refused(out: &mut Out, line: usize, text: &str, problem: &Problem) -> ExitCode {
    let placed = Problem { what: format!("line {line}: {}", problem.what), ..problem.clone() };
    out.value(&json!({ "ok": false, "command": text, "error": problem.json() }));
    output::report(&placed, out.is_json());
    ExitCode::from(problem.code)
}
