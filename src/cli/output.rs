//! Where text goes: prose or one JSON object a command, and a pipe that may be closed at any time.
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use serde_json::{Value, json};

use super::problem::Problem;

/// Standard output.
pub struct Out {
    json: bool,
    /// Set when whoever read us has gone.
    gone: bool,
    /// Why nothing more could be written, where that is no closed pipe.
    failure: Option<String>,
}

impl Out {
    pub fn new(json: bool) -> Out {
        Out { json, gone: false, failure: None }
    }
    pub fn is_json(&self) -> bool {
        self.json
    }
    /// Nobody reads any more: stop in order.
    /// What went wrong with standard output; a closed pipe is nobody's fault.
    pub fn failure(&self) -> Option<Problem> {
        let what = self.failure.as_ref().map(|error| format!("standard output cannot be written: {error}"));
        what.map(|what| Problem::new(what).hint("what was done before is kept"))
    }
    pub fn is_gone(&self) -> bool {
        self.gone
    }
    /// A text, with a line end; left out with `--json`.
    pub fn say(&mut self, text: impl AsRef<str>) {
        if !self.json {
            self.line(text.as_ref());
        }
    }
    /// One JSON value on a line; left out without `--json`.
    pub fn value(&mut self, value: &Value) {
        if self.json {
            self.line(&value.to_string());
        }
    }
    /// Prose, or its JSON twin.
    pub fn both(&mut self, text: impl AsRef<str>, value: &Value) {
        self.say(text);
        self.value(value);
    }
    /// A page for another program: a completion script, a manual page.
    pub fn page(&mut self, page: &[u8]) {
        let mut stdout = io::stdout().lock();
        if let Err(error) = stdout.write_all(page).and_then(|()| stdout.flush()) {
            self.gone = true;
            if error.kind() != io::ErrorKind::BrokenPipe {
                self.failure = Some(error.to_string());
            }
        }
    }
    fn line(&mut self, text: &str) {
        self.page(format!("{text}\n").as_bytes());
    }
}

const ERROR: Style = AnsiColor::Red.on_default().bold();
const HINT: Style = AnsiColor::Cyan.on_default();

/// A problem on standard error, as prose or as JSON. Colour is for terminals that want it.
pub fn report(problem: &Problem, json: bool) {
    if json {
        return aside(&json!({ "error": problem.json() }).to_string());
    }
    let text = problem.to_string();
    let text = text.replacen("error:", &format!("{ERROR}error:{ERROR:#}"), 1);
    aside(&text.replacen("\nhint:", &format!("\n{HINT}hint:{HINT:#}"), 1));
}

/// Words on standard error that are no error: where the journal is, what was found on opening.
pub fn aside(text: &str) {
    // Nothing is left to be done when standard error is closed too.
    let _closed = writeln!(anstream::stderr(), "{text}");
}
