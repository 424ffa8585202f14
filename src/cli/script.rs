//! Commands from a file or a pipe, for whichever game is played.
use std::io::{self, BufRead, Cursor, IsTerminal, Read as _};
use std::{borrow::Cow, path::Path, process::ExitCode};

use serde_json::json;

use super::file;
use super::output::{self, Out};
use session::Refusal;

/// A line with more bytes than this is none.
const LONGEST: u64 = 4 << 20;

/// Where lines come from when nobody types them: the file named, `-` for a pipe, a pipe without any; `None` at a terminal.
pub fn source(file: Option<&str>) -> Result<Option<Box<dyn BufRead>>, Refusal> {
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
pub enum Then {
    GoesOn,
    Quits,
}

/// Carries out a script line by line: the first that is refused ends it, unless told to keep going. Blank lines and
/// remarks are left out.
///
/// Each line is answered before the next is read, so that another program may talk through a pipe. A line that is
/// refused is told, and gives the exit code.
pub fn run(
    mut lines: Box<dyn BufRead>,
    keep_going: bool,
    out: &mut Out,
    mut carry_out: impl FnMut(&str, &mut Out) -> Result<Then, Refusal>,
) -> Result<ExitCode, Refusal> {
    let mut code = ExitCode::SUCCESS;
    for line in 1.. {
        let failed = |error| Refusal::disk(format!("line {line}: the script cannot be read: {error}"));
        let Some((text, is_text)) = next_line(&mut *lines).map_err(failed)? else { break };
        let text = text.trim_start_matches('\u{feff}').trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        out.say(format!("> {text}"));
        let carried_out = if is_text { carry_out(text, out) } else { Err(garbled()) };
        match carried_out {
            Ok(Then::GoesOn) => {}
            Ok(Then::Quits) => break,
            Err(problem) => {
                code = refused(out, line, text, &problem);
                if !keep_going {
                    break;
                }
            }
        }
        if out.gone {
            break;
        }
    }
    Ok(code)
}

/// The next line of an input without its end, and whether it was UTF-8: whatever was not is a mark in it. A line
/// without an end within four mebibytes is an error.
pub fn next_line(input: &mut dyn BufRead) -> io::Result<Option<(String, bool)>> {
    let mut bytes = Vec::new();
    if input.take(LONGEST).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 == LONGEST && !bytes.ends_with(b"\n") {
        return Err(io::Error::other(format!("a line of more than {} MiB", LONGEST >> 20)));
    }
    let text = String::from_utf8_lossy(&bytes);
    let is_text = matches!(text, Cow::Borrowed(_));
    Ok(Some((text.trim_end_matches(['\n', '\r']).to_owned(), is_text)))
}

/// A line of which a byte is no UTF-8.
pub fn garbled() -> Refusal {
    Refusal::read("what was typed is no UTF-8 text: the line is refused, and nothing has changed")
        .hint("UTF-8 is what the terminal or the editor has to write; plain letters are always understood")
}

/// Says why the command of a line was refused, and gives the exit code that it means.
fn refused(out: &mut Out, line: usize, text: &str, problem: &Refusal) -> ExitCode {
    let placed = problem.clone().of(format_args!("line {line}"));
    out.value(&json!({ "ok": false, "command": text, "error": problem.json() }));
    output::report(&placed, out.json);
    ExitCode::from(problem.kind.exit_code())
}
