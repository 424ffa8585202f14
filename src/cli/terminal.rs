//! The size of the terminal, and how it shows a map's letters and inks.
use std::env;
use std::io::{self, IsTerminal};

use anstyle::{Ansi256Color, AnsiColor, Color, Style};
use dialoguer::console::Term;

use show::map::{self, CharacterSet, Ink, Page, Span};

const DEFAULT_COLUMNS: usize = 100;
/// Columns of the widest map.
const MAX_COLUMNS: usize = 400;

/// Returns the columns of a map: from COLUMNS, else the terminal's width, else 100.
pub fn columns() -> usize {
    let stdout = || io::stdout().is_terminal().then(Term::stdout);
    columns_of(stdout).unwrap_or(DEFAULT_COLUMNS).clamp(map::MIN_COLUMNS, MAX_COLUMNS)
}

/// Returns the columns for text: from COLUMNS, else the terminal's width if it reports one.
pub fn columns_of(terminal: impl FnOnce() -> Option<Term>) -> Option<usize> {
    let from_environment = env::var("COLUMNS").ok().and_then(|columns| columns.trim().parse().ok());
    from_environment.or_else(|| terminal()?.size_checked().map(|(_, columns)| usize::from(columns)))
}

/// Returns the lines of the terminal: from LINES, else its height. `None` in a pipe.
pub fn lines() -> Option<usize> {
    if !io::stdout().is_terminal() {
        return None;
    }
    let from_environment = env::var("LINES").ok().and_then(|lines| lines.trim().parse().ok());
    from_environment.or_else(|| Term::stdout().size_checked().map(|(lines, _)| usize::from(lines)))
}

/// Returns Unicode, unless it was declined or the terminal does not support it.
pub fn character_set(ascii: bool) -> CharacterSet {
    let is_set = |name: &&str| env::var_os(name).is_some_and(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find(is_set).and_then(|name| env::var(name).ok());
    let has_utf8 = locale.is_some_and(|locale| locale.to_lowercase().replace('-', "").contains("utf8"));
    let plain = ascii || (io::stdout().is_terminal() && !has_utf8 && !cfg!(windows));
    if plain { CharacterSet::Ascii } else { CharacterSet::Unicode }
}

/// Returns plain ASCII in a pipe or on a limited terminal, else Unicode.
pub fn default_character_set() -> CharacterSet {
    if io::stdout().is_terminal() { character_set(false) } else { CharacterSet::Ascii }
}

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

/// Renders a page in colour. At night the sea is dark. `visible` writes out control characters in the text.
pub fn painted(page: &Page, visible: impl Fn(&str) -> String) -> String {
    let is_dark =
        |line: usize, place: usize| page.dark.iter().any(|(dark, spans)| *dark == line && spans.contains(&place));
    let paint_span = |line: usize, place: usize, span: &Span| {
        let style = style(span.ink);
        let style = if is_dark(line, place) { style.bg_color(Some(NIGHT)) } else { style };
        format!("{style}{}{style:#}", visible(&span.text))
    };
    let paint_line = |(line, spans): (usize, &Vec<Span>)| {
        spans.iter().enumerate().map(|(place, part)| paint_span(line, place, part)).collect::<String>()
    };
    page.lines.iter().enumerate().map(paint_line).collect::<Vec<String>>().join("\n")
}

/// The sea at night: a deep blue of the 256 colours.
const NIGHT: Color = Color::Ansi256(Ansi256Color(17));
