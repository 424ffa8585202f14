//! Where text goes: prose or one JSON object a command, and a pipe that may be closed at any time.
use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use dialoguer::console::Term;
use serde_json::{Value, json};

use super::terminal;
use session::{Refusal, Told};

/// The standard output of a run.
pub struct Out {
    /// JSON is wanted in the place of prose.
    pub json: bool,
    /// Nobody reads any more: stop in order.
    pub gone: bool,
    /// Why nothing more could be written, where that is no closed pipe.
    failure: Option<String>,
}

impl Out {
    pub fn new(json: bool) -> Out {
        Out { json, gone: false, failure: None }
    }
    /// What went wrong with standard output; a closed pipe is nobody's fault.
    pub fn failure(&self) -> Option<Refusal> {
        let what = self.failure.as_ref().map(|error| format!("standard output cannot be written: {error}"));
        what.map(|what| Refusal::disk(what).hint("what was done before is kept"))
    }
    /// A text, with a line end, at a terminal no broader than that; left out with `--json`.
    pub fn say(&mut self, text: impl AsRef<str>) {
        if !self.json {
            self.line(&laid_out(&visible(text.as_ref()), columns(io::stdout().is_terminal(), Term::stdout)));
        }
    }
    /// The text of a file, which ends with its line: to a pipe byte by byte, so that it is the same file; at a terminal with what
    /// is not seen written out. Left out with `--json`.
    pub fn file(&mut self, text: &str) {
        match (self.json, io::stdout().is_terminal()) {
            (true, _) => {}
            (false, true) => self.bytes(visible(text).as_bytes()),
            (false, false) => self.bytes(text.as_bytes()),
        }
    }
    /// A line for another program, the same with `--json` or without.
    pub fn plain(&mut self, text: impl AsRef<str>) {
        self.line(&visible(text.as_ref()));
    }
    /// A page in its colours where the terminal wants them; left out with `--json`.
    pub fn paint(&mut self, page: &show::map::Page) {
        if !self.json {
            self.line(&painted(page));
        }
    }
    /// One JSON value on a line; left out without `--json`.
    pub fn value(&mut self, value: &Value) {
        if self.json {
            self.line(&visible_json(&value.to_string()));
        }
    }
    /// Prose, or its JSON twin.
    pub fn both(&mut self, text: impl AsRef<str>, value: &Value) {
        self.say(text);
        self.value(value);
    }
    /// A page with its JSON twin.
    pub fn told(&mut self, (text, value): (String, Value)) {
        self.both(text, &value);
    }
    /// An answer as prose, or as the contract's JSON line.
    pub fn answer(&mut self, command: &str, answer: &Told) {
        self.show(answer);
        self.value(&answer.as_json(command));
    }
    /// What a command line asks of a journal or a state: the text, or its keys as JSON.
    pub fn found(&mut self, answer: &Told) {
        self.show(answer);
        self.value(&json!(answer.json));
    }
    /// An answer as prose.
    pub fn show(&mut self, answer: &Told) {
        match &answer.page {
            Some(page) => self.paint(page),
            None if answer.text.is_empty() => {}
            None => self.say(&answer.text),
        }
    }
    /// An answer that only tells something: at a terminal, where it is longer than that, a screen at a time, as long as whoever
    /// reads wants `more` of it.
    pub fn read(
        &mut self,
        command: &str,
        answer: &Told,
        mut more: impl FnMut(&str) -> Result<bool, Refusal>,
    ) -> Result<(), Refusal> {
        let text = match &answer.page {
            Some(page) => painted(page),
            None => laid_out(&visible(&answer.text), columns(io::stdout().is_terminal(), Term::stdout)),
        };
        let lines: Vec<&str> = text.lines().collect();
        let room = terminal::lines().map(|lines| lines.saturating_sub(1)).filter(|room| LEAST_SCREEN <= *room);
        let Some(room) = room.filter(|room| *room < lines.len() && !self.json) else {
            self.answer(command, answer);
            return Ok(());
        };
        let mut told = 0;
        for page in lines.chunks(room) {
            if 0 < told
                && !more(&format!("-- {told} of {} lines; Enter for more, {NO_MORE} for no more -- ", lines.len()))?
            {
                return Ok(());
            }
            self.line(&page.join("\n"));
            told += page.len();
        }
        Ok(())
    }
    /// Wipes the screen, and what can be scrolled back, before somebody else reads; of a terminal only.
    pub fn clear(&mut self) {
        if io::stdout().is_terminal() {
            // The screen first: some terminals put what it held among the lines above.
            self.bytes(b"\x1b[H\x1b[2J\x1b[3J");
        }
    }
    /// A page for another program: a completion script, a manual page.
    pub fn bytes(&mut self, page: &[u8]) {
        let mut stdout = io::stdout().lock();
        if let Err(error) = stdout.write_all(page).and_then(|()| stdout.flush()) {
            self.gone = true;
            if error.kind() != io::ErrorKind::BrokenPipe {
                self.failure = Some(error.to_string());
            }
        }
    }
    fn line(&mut self, text: &str) {
        self.bytes(format!("{text}\n").as_bytes());
    }
}

/// A question that an answer is typed behind, folded between words where the terminal is narrower.
pub fn question(text: &str) -> String {
    let (shown, columns) = (visible(text), columns_of(false));
    let Some(columns) = columns.filter(|columns| *columns <= shown.chars().count()) else { return shown };
    let behind = " ".repeat(shown.len() - shown.trim_end_matches(' ').len());
    // Room is left for the space behind it.
    show::lines::wrapped(shown.trim_end_matches(' '), columns.saturating_sub(1)) + &behind
}

/// How far something has come, on standard error at a terminal only: in the place of what stood in the line, no broader
/// than the terminal; empty words wipe it.
pub fn passing(words: &str) {
    if !io::stderr().is_terminal() {
        return;
    }
    let room = usize::from(Term::stderr().size().1).saturating_sub(1);
    let words: String = visible(words).chars().take(room).collect();
    let mut stderr = io::stderr();
    // Nobody is left to hear of a closed standard error.
    let _closed = write!(stderr, "\r{words}\x1b[K").and_then(|()| stderr.flush());
}

/// A text in which every control byte but the line end is written out, as in `\\x1b`, and every letter that is not seen
/// but turns others round, as in `\\u202e`: nobody's words move the cursor, or read otherwise than they are.
pub fn visible(text: &str) -> String {
    written_out(text, |letter| if letter.is_ascii() { format!("\\x{:02x}", letter as u32) } else { escape(letter) })
}

/// Whether a text is seen as it is.
pub fn is_plain(text: &str) -> bool {
    !text.chars().any(|letter| letter != '\n' && play::is_unseen(letter))
}

/// JSON in which the unseen letters that JSON itself lets pass are written out.
fn visible_json(text: &str) -> String {
    written_out(text, |letter| letter.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect())
}

fn written_out(text: &str, write: impl Fn(char) -> String) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' => shown.push('\n'),
            unseen if play::is_unseen(unseen) => shown.push_str(&write(unseen)),
            other => shown.push(other),
        }
    }
    shown
}

fn escape(letter: char) -> String {
    format!("\\u{:04x}", letter as u32)
}

/// Whether a text needs no folding where it goes: to standard error or to standard output.
pub fn fits(text: &str, to_stderr: bool) -> bool {
    columns_of(to_stderr).is_none_or(|columns| text.lines().all(|line| line.chars().count() <= columns))
}

/// The columns of standard error or standard output, if it is a terminal.
pub fn columns_of(stderr: bool) -> Option<usize> {
    if stderr {
        columns(io::stderr().is_terminal(), Term::stderr)
    } else {
        columns(io::stdout().is_terminal(), Term::stdout)
    }
}

/// A complaint of the reader of arguments, which quotes them, or its help, without colours.
pub fn usage(error: &clap::Error) -> io::Result<()> {
    let text = laid_out(&visible(&error.render().to_string()), columns_of(error.use_stderr()));
    if error.use_stderr() { write!(io::stderr(), "{text}") } else { write!(io::stdout(), "{text}") }
}

/// The columns of a terminal: as COLUMNS says, else as broad as it is, else those of a page; of anything else none.
fn columns(is_terminal: bool, terminal: impl Fn() -> Term) -> Option<usize> {
    let columns = || terminal::columns_of(|| Some(terminal())).unwrap_or(show::lines::WIDTH);
    is_terminal.then(|| columns().max(NARROWEST))
}

/// Of a terminal with fewer lines nobody reads screen by screen.
const LEAST_SCREEN: usize = 8;

/// Answers the question whether somebody wants more to read.
pub const NO_MORE: &str = "q";

/// The least columns that words are folded to.
const NARROWEST: usize = 20;

/// A page in its colours, where the terminal wants them; one that is wider than the terminal without, and smaller.
fn painted(page: &show::map::Page) -> String {
    let plain = visible(&page.plain());
    if let Some(columns) = columns_of(false).filter(|columns| plain.lines().any(|line| *columns < line.chars().count()))
    {
        if let Some(list) = &page.list {
            return show::lines::wrapped(&visible(list), columns);
        }
        let narrow = page.narrow.as_ref().map_or(plain, |narrow| visible(narrow));
        return show::narrow::board_laid_out(&narrow, columns);
    }
    match AutoStream::choice(&io::stdout()) {
        ColorChoice::Never => visible(&page.plain()),
        ColorChoice::Auto | ColorChoice::Always | ColorChoice::AlwaysAnsi => terminal::painted(page, visible),
    }
}

/// A text folded between words where a terminal has so many columns, else as it stands.
fn laid_out(text: &str, columns: Option<usize>) -> String {
    columns.map_or_else(|| text.to_owned(), |columns| show::narrow::laid_out(text, columns))
}

const ERROR: Style = AnsiColor::Red.on_default().bold();
const HINT: Style = AnsiColor::Cyan.on_default();

/// A problem on standard error, as prose or as JSON. Colour is for terminals that want it.
pub fn report(problem: &Refusal, json: bool) {
    if json {
        return styled(&visible_json(&json!({ "error": problem.json() }).to_string()));
    }
    let columns = columns(io::stderr().is_terminal(), Term::stderr);
    let said = columns.map_or_else(|| problem.to_string(), |columns| problem.clipped(columns).to_string());
    let text = laid_out(&visible(&said), columns);
    let text = text.replacen("error:", &format!("{ERROR}error:{ERROR:#}"), 1);
    styled(&text.replacen("\nhint:", &format!("\n{HINT}hint:{HINT:#}"), 1));
}

/// Words on standard error that are no error: where the journal is, what was found on opening.
pub fn aside(text: &str) {
    styled(&laid_out(&visible(text), columns(io::stderr().is_terminal(), Term::stderr)));
}

fn styled(text: &str) {
    // Nothing is left to be done when standard error is closed too.
    let _closed = writeln!(anstream::stderr(), "{text}");
}
