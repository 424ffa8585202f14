//! What the terminal has room for, and how it shows a map's letters and inks.
use std::env;
use std::io::{self, IsTerminal};

use anstyle::{Ansi256Color, AnsiColor, Color, Style};
use dialoguer::console::Term;

use show::map::{self, Ink, Lettering, Page, Span};

/// Columns where nobody says how many there are.
const COLUMNS: usize = 100;
/// Columns of the broadest map.
const BROADEST: usize = 400;

/// Columns of a map: as COLUMNS says, else as broad as the terminal, else a hundred.
pub fn columns() -> usize {
    let stdout = || io::stdout().is_terminal().then(Term::stdout);
    columns_of(stdout).unwrap_or(COLUMNS).clamp(map::NARROWEST, BROADEST)
}

/// Columns for words: as COLUMNS says, else as broad as a terminal is, where it says so.
pub fn columns_of(terminal: impl FnOnce() -> Option<Term>) -> Option<usize> {
    let said = env::var("COLUMNS").ok().and_then(|columns| columns.trim().parse().ok());
    said.or_else(|| terminal()?.size_checked().map(|(_, columns)| usize::from(columns)))
}

/// Lines of the terminal: as LINES says, else as many as it has; `None` in a pipe, where nobody counts them.
pub fn lines() -> Option<usize> {
    if !io::stdout().is_terminal() {
        return None;
    }
    let said = env::var("LINES").ok().and_then(|lines| lines.trim().parse().ok());
    said.or_else(|| Term::stdout().size_checked().map(|(lines, _)| usize::from(lines)))
}

/// Unicode, unless it was refused or the terminal does not know it.
pub fn lettering(ascii: bool) -> Lettering {
    let set = |name: &&str| env::var_os(name).is_some_and(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find(set).and_then(|name| env::var(name).ok());
    let knows = locale.is_some_and(|locale| locale.to_lowercase().replace('-', "").contains("utf8"));
    let plain = ascii || (io::stdout().is_terminal() && !knows && !cfg!(windows));
    if plain { Lettering::Ascii } else { Lettering::Unicode }
}

/// Plain ASCII in a pipe, and where the terminal knows no more.
pub fn usual_lettering() -> Lettering {
    if io::stdout().is_terminal() { lettering(false) } else { Lettering::Ascii }
}

/// What a map's inks look like on a terminal.
fn style(ink: Ink) -> Style {
    match ink {
        Ink::Plain => Style::new(),
        Ink::Faint => Style::new().dimmed(),
        Ink::Land => AnsiColor::Yellow.on_default(),
        Ink::Smoke => AnsiColor::BrightBlack.on_default(),
        Ink::Torpedo => AnsiColor::Magenta.on_default().bold(),
        Ink::Mark => AnsiColor::Green.on_default(),
        Ink::Side(0) => AnsiColor::Red.on_default().bold(),
        Ink::Side(1) => AnsiColor::Cyan.on_default().bold(),
        Ink::Side(_) => Style::new().bold(),
    }
}

/// A page with its colours, where they are wanted; the sea is dark by night.
pub fn painted(page: &Page, visible: impl Fn(&str) -> String) -> String {
    let is_dark = |line: usize, at: usize| page.dark.iter().any(|(dark, spans)| *dark == line && spans.contains(&at));
    let span = |line: usize, at: usize, span: &Span| {
        let style = style(span.ink);
        let style = if is_dark(line, at) { style.bg_color(Some(NIGHT)) } else { style };
        format!("{style}{}{style:#}", visible(&span.text))
    };
    let line = |(line, spans): (usize, &Vec<Span>)| {
        spans.iter().enumerate().map(|(at, one)| span(line, at, one)).collect::<String>()
    };
    page.lines.iter().enumerate().map(line).collect::<Vec<String>>().join("\n")
}

/// The sea by night: a deep blue of the 256 colours.
const NIGHT: Color = Color::Ansi256(Ansi256Color(17));
