//! Runs commands from a file or a pipe, for any game.
use std::io::{self, BufRead, Cursor, IsTerminal, Read as _};
use std::{borrow::Cow, path::Path, process::ExitCode};

use serde_json::json;

use super::file;
use super::output::{self, Out};
use session::Refusal;

/// The maximum length of a line, in bytes.
const MAX_LINE_BYTES: u64 = 4 << 20;

/// Opens the lines of a script: the named file, `-` for a pipe, or a pipe by default. `None` at a terminal.
pub fn open_script(file: Option<&str>) -> Result<Option<Box<dyn BufRead>>, Refusal> {
    Ok(match file {
        Some("-") => Some(Box::new(io::stdin().lock())),
        Some(file) => {
            let path = Path::new(file);
            Some(Box::new(Cursor::new(file::read_bytes(path, file::SCRIPT).map_err(|error| error.into_refusal(path))?)))
        }
        None if io::stdin().is_terminal() => None,
        None => Some(Box::new(io::stdin().lock())),
    })
}

pub enum AfterLine {
    Continue,
    /// The next line belongs to a block, also if it is blank or a remark.
    InBlock,
    Quit,
}

/// Runs a script line by line. The first refusal ends it, unless `keep_going`. Blank lines and remarks outside a block
/// are skipped.
///
/// Each line is answered before the next is read, so that another program can converse through a pipe. A refused line
/// is reported and sets the exit code.
pub fn run(
    mut lines: Box<dyn BufRead>,
    keep_going: bool,
    out: &mut Out,
    mut carry_out: impl FnMut(&str, &mut Out) -> Result<AfterLine, Refusal>,
) -> Result<ExitCode, Refusal> {
    let mut code = ExitCode::SUCCESS;
    let mut block_start: Option<usize> = None;
    for line in 1.. {
        let failed = |error| Refusal::disk(format!("line {line}: The script cannot be read: {error}."));
        let Some((text, is_text)) = next_line(&mut *lines).map_err(failed)? else { break };
        let text = text.trim_start_matches('\u{feff}').trim();
        if block_start.is_none() && (text.is_empty() || text.starts_with('#')) {
            continue;
        }
        out.say(format!("> {text}"));
        // In a block, a line that is not UTF-8 is refused with the others.
        let carried_out = if is_text || block_start.is_some() { carry_out(text, out) } else { Err(not_utf8()) };
        match carried_out {
            Ok(AfterLine::Continue) => block_start = None,
            Ok(AfterLine::InBlock) => block_start = block_start.or(Some(line)),
            Ok(AfterLine::Quit) => break,
            Err(problem) => {
                block_start = None;
                code = report_refusal(out, line, text, &problem);
                if !keep_going {
                    break;
                }
            }
        }
        if out.is_closed {
            break;
        }
    }
    if let Some(line) = block_start {
        let problem = Refusal::read("The block has no end, so nothing of it is carried out.");
        code = report_refusal(out, line, "take", &problem.hint("end it with a line that has a full stop alone"));
    }
    Ok(code)
}

/// Returns the next line without its line end, and whether it is UTF-8: if not, some characters were replaced.
pub fn next_line(input: &mut dyn BufRead) -> io::Result<Option<(String, bool)>> {
    let mut bytes = Vec::new();
    if input.take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 == MAX_LINE_BYTES && !bytes.ends_with(b"\n") {
        return Err(io::Error::other(format!("a line has more than {} MiB", MAX_LINE_BYTES >> 20)));
    }
    let text = String::from_utf8_lossy(&bytes);
    let is_text = matches!(text, Cow::Borrowed(_));
    Ok(Some((text.trim_end_matches(['\n', '\r']).to_owned(), is_text)))
}

pub fn not_utf8() -> Refusal {
    Refusal::read("The line is not UTF-8 text, so it is refused.")
        .hint("set the terminal or the editor to UTF-8, or type plain letters")
}

fn report_refusal(out: &mut Out, line: usize, text: &str, problem: &Refusal) -> ExitCode {
    let placed = problem.clone().at_place(format_args!("line {line}"));
    out.print_json(&json!({ "ok": false, "command": text, "error": problem.json() }));
    output::report(&placed, out.json);
    ExitCode::from(problem.kind.exit_code())
}
