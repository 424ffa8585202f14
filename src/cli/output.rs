//! Output of text: prose, or one JSON object for each command. A pipe may be closed at any time.
use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use dialoguer::console::Term;
use serde_json::{Value, json};

use super::terminal;
use session::{Answer, Refusal};

/// The standard output of a run.
pub struct Out {
    pub json: bool,
    /// Standard output cannot be written any more, so stop in an orderly way.
    pub is_closed: bool,
    /// Why writing failed, if not from a closed pipe.
    failure: Option<String>,
}

impl Out {
    pub fn new(json: bool) -> Out {
        Out { json, is_closed: false, failure: None }
    }
    /// Returns the failure of standard output. A closed pipe is no failure.
    pub fn failure(&self) -> Option<Refusal> {
        let what = self.failure.as_ref().map(|error| format!("Standard output cannot be written: {error}."));
        what.map(|what| Refusal::disk(what).hint("everything before is saved"))
    }
    /// Prints a text with a line end, folded to the terminal. Omitted with `--json`.
    pub fn say(&mut self, text: impl AsRef<str>) {
        if !self.json {
            self.line(&folded(&visible(text.as_ref()), columns(io::stdout().is_terminal(), Term::stdout)));
        }
    }
    /// Prints the text of a file, including its last line end. Omitted with `--json`. A pipe receives every byte, so
    /// the file is the same. A terminal shows invisible characters as escapes.
    pub fn print_file(&mut self, text: &str) {
        match (self.json, io::stdout().is_terminal()) {
            (true, _) => {}
            (false, true) => self.print_bytes(visible(text).as_bytes()),
            (false, false) => self.print_bytes(text.as_bytes()),
        }
    }
    /// Prints a line for another program, the same with or without `--json`.
    pub fn print_plain(&mut self, text: impl AsRef<str>) {
        self.line(&visible(text.as_ref()));
    }
    /// Prints a page, in colour if the terminal supports it. Omitted with `--json`.
    pub fn paint(&mut self, page: &show::map::Page) {
        if !self.json {
            self.line(&painted(page));
        }
    }
    /// Prints one JSON value on a line, only with `--json`.
    pub fn print_json(&mut self, value: &Value) {
        if self.json {
            self.line(&visible_json(&value.to_string()));
        }
    }
    /// Prints prose, or with `--json` its value.
    pub fn print(&mut self, text: impl AsRef<str>, value: &Value) {
        self.say(text);
        self.print_json(value);
    }
    pub fn print_page(&mut self, (text, value): (String, Value)) {
        self.print(text, &value);
    }
    /// Prints an answer as prose, or with `--json` as one line with the command.
    pub fn answer(&mut self, command: &str, answer: &Answer) {
        self.show(answer);
        self.print_json(&answer.as_json(command));
    }
    /// Prints what a command line asked of a journal or a state: the text, or its keys as JSON.
    pub fn print_answer(&mut self, answer: &Answer) {
        self.show(answer);
        self.print_json(&json!(answer.json));
    }
    /// Prints an answer as prose.
    pub fn show(&mut self, answer: &Answer) {
        match &answer.page {
            Some(page) => self.paint(page),
            None if answer.text.is_empty() => {}
            None => self.say(&answer.text),
        }
    }
    /// Prints an answer that only informs. If it does not fit, prints a screen at a time as long as `more` agrees.
    pub fn print_by_screen(
        &mut self,
        command: &str,
        answer: &Answer,
        mut more: impl FnMut(&str) -> Result<bool, Refusal>,
    ) -> Result<(), Refusal> {
        let text = match &answer.page {
            Some(page) => painted(page),
            None => folded(&visible(&answer.text), columns(io::stdout().is_terminal(), Term::stdout)),
        };
        let lines: Vec<&str> = text.lines().collect();
        let room = terminal::lines().map(|lines| lines.saturating_sub(1)).filter(|room| MIN_PAGED_LINES <= *room);
        let Some(room) = room.filter(|room| *room < lines.len() && !self.json) else {
            self.answer(command, answer);
            return Ok(());
        };
        let mut lines_shown = 0;
        for page in lines.chunks(room) {
            if 0 < lines_shown
                && !more(&format!(
                    "-- {lines_shown} of {} lines. Enter for more, {STOP_READING} to stop -- ",
                    lines.len()
                ))?
            {
                return Ok(());
            }
            self.line(&page.join("\n"));
            lines_shown += page.len();
        }
        Ok(())
    }
    /// Wipes the screen and the scrollback before another player reads. Only at a terminal.
    pub fn clear(&mut self) {
        if io::stdout().is_terminal() {
            // The screen first: some terminals move its content into the scrollback.
            self.print_bytes(b"\x1b[H\x1b[2J\x1b[3J");
        }
    }
    /// Prints bytes as they are, such as a completion script, and records a failure.
    pub fn print_bytes(&mut self, page: &[u8]) {
        let mut stdout = io::stdout().lock();
        if let Err(error) = stdout.write_all(page).and_then(|()| stdout.flush()) {
            self.is_closed = true;
            if error.kind() != io::ErrorKind::BrokenPipe {
                self.failure = Some(error.to_string());
            }
        }
    }
    fn line(&mut self, text: &str) {
        self.print_bytes(format!("{text}\n").as_bytes());
    }
}

/// Folds a question between words if the terminal is narrower. The answer is typed behind it.
pub fn folded_question(text: &str) -> String {
    let (shown, columns) = (visible(text), columns_of(false));
    let Some(columns) = columns.filter(|columns| *columns <= shown.chars().count()) else { return shown };
    let behind = " ".repeat(shown.len() - shown.trim_end_matches(' ').len());
    // Leave room for the space behind it.
    show::lines::wrapped(shown.trim_end_matches(' '), columns.saturating_sub(1)) + &behind
}

/// Replaces the progress on standard error, at a terminal only, cut to its width. An empty text wipes it.
pub fn show_progress(words: &str) {
    if !io::stderr().is_terminal() {
        return;
    }
    let room = usize::from(Term::stderr().size().1).saturating_sub(1);
    let words: String = visible(words).chars().take(room).collect();
    let mut stderr = io::stderr();
    let _closed = write!(stderr, "\r{words}\x1b[K").and_then(|()| stderr.flush());
}

/// Writes out every control byte except the line end, as `\\x1b`, and every invisible letter that reverses others, as
/// `\\u202e`. No text can then move the cursor or read differently from its bytes.
pub fn visible(text: &str) -> String {
    escape_invisible(
        text,
        |letter| if letter.is_ascii() { format!("\\x{:02x}", letter as u32) } else { escape(letter) },
    )
}

/// Whether a text has no invisible characters.
pub fn is_plain(text: &str) -> bool {
    !text.chars().any(|letter| letter != '\n' && play::is_hidden_char(letter))
}

/// Writes out the invisible letters that JSON itself allows.
fn visible_json(text: &str) -> String {
    escape_invisible(text, |letter| {
        letter.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect()
    })
}

fn escape_invisible(text: &str, write: impl Fn(char) -> String) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' => shown.push('\n'),
            unseen if play::is_hidden_char(unseen) => shown.push_str(&write(unseen)),
            other => shown.push(other),
        }
    }
    shown
}

fn escape(letter: char) -> String {
    format!("\\u{:04x}", letter as u32)
}

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

/// Prints an error of the argument parser, which quotes arguments, or its help. Without colours.
pub fn print_usage(error: &clap::Error) -> io::Result<()> {
    let text = folded(&visible(&error.render().to_string()), columns_of(error.use_stderr()));
    if error.use_stderr() { write!(io::stderr(), "{text}") } else { write!(io::stdout(), "{text}") }
}

/// The columns of a terminal: from COLUMNS, else its width, else a page's width. `None` if it is no terminal.
fn columns(is_terminal: bool, terminal: impl Fn() -> Term) -> Option<usize> {
    let columns = || terminal::columns_of(|| Some(terminal())).unwrap_or(show::lines::WIDTH);
    is_terminal.then(|| columns().max(MIN_COLUMNS))
}

/// If fewer lines fit above the question, text is not shown one screen at a time.
const MIN_PAGED_LINES: usize = 8;

pub const STOP_READING: &str = "q";

/// The fewest columns that text is folded to.
const MIN_COLUMNS: usize = 20;

/// Renders a page in colour if the terminal supports it. One that is too wide becomes smaller or a list, uncoloured.
fn painted(page: &show::map::Page) -> String {
    let plain = visible(&page.plain());
    if let Some(columns) = columns_of(false).filter(|columns| plain.lines().any(|line| *columns < line.chars().count()))
    {
        if let Some(list) = &page.list {
            return show::lines::wrapped(&visible(list), columns);
        }
        let narrow = page.narrow.as_ref().map_or(plain, |narrow| visible(narrow));
        return show::narrow::lay_out_board(&narrow, columns);
    }
    match AutoStream::choice(&io::stdout()) {
        ColorChoice::Never => visible(&page.plain()),
        ColorChoice::Auto | ColorChoice::Always | ColorChoice::AlwaysAnsi => terminal::painted(page, visible),
    }
}

fn folded(text: &str, columns: Option<usize>) -> String {
    columns.map_or_else(|| text.to_owned(), |columns| show::narrow::lay_out(text, columns))
}

const ERROR: Style = AnsiColor::Red.on_default().bold();
const HINT: Style = AnsiColor::Cyan.on_default();

/// Prints a problem on standard error, as prose or as JSON, in colour if the terminal supports it.
pub fn report(problem: &Refusal, json: bool) {
    if json {
        return print_styled(&visible_json(&json!({ "error": problem.json() }).to_string()));
    }
    let columns = columns(io::stderr().is_terminal(), Term::stderr);
    let message = columns.map_or_else(|| problem.to_string(), |columns| problem.clipped(columns).to_string());
    let text = folded(&visible(&message), columns);
    let text = text.replacen("error:", &format!("{ERROR}error:{ERROR:#}"), 1);
    print_styled(&text.replacen("\nhint:", &format!("\n{HINT}hint:{HINT:#}"), 1));
}

/// Prints a note on standard error that is no error: the journal's name, what opening found.
pub fn note(text: &str) {
    print_styled(&folded(&visible(text), columns(io::stderr().is_terminal(), Term::stderr)));
}

fn print_styled(text: &str) {
    // Nothing else can be done if standard error is closed too.
    let _closed = writeln!(anstream::stderr(), "{text}");
}
