//! Lines of text with inks, as a terminal shows them, coloured or not.

use std::ops::Range;

/// The meaning of a piece of text. `cli` chooses its colour, if any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    Plain,
    /// Frame, ticks and marks on the sea.
    Faint,
    Land,
    Smoke,
    Torpedo,
    /// Range rings, arcs, sighting ranges.
    Mark,
    /// Ships and words of a side, by its index in the scene.
    Side(usize),
}

/// A piece of a line in one ink.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    pub text: String,
    pub ink: Ink,
}

/// Lines without trailing spaces.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Page {
    pub lines: Vec<Vec<Span>>,
    /// Lines, with the range of their spans, that have a dark background: the sea by night.
    pub dark: Vec<(usize, Range<usize>)>,
    /// The text, without inks, that replaces the page if it is wider than the terminal.
    pub narrow: Option<String>,
    /// The text that replaces a page of words that is wider than the terminal: one line, to be folded, for each item.
    pub list: Option<String>,
}

impl Page {
    /// Returns the page as text without inks.
    pub fn plain(&self) -> String {
        let line = |spans: &Vec<Span>| spans.iter().map(|span| span.text.as_str()).collect::<String>();
        self.lines.iter().map(line).collect::<Vec<String>>().join("\n")
    }

    /// Adds a line, without its trailing spaces.
    pub(crate) fn push_line(&mut self, mut spans: Vec<Span>) {
        while let Some(last) = spans.last_mut() {
            last.text.truncate(last.text.trim_end().len());
            if !last.text.is_empty() {
                break;
            }
            spans.pop();
        }
        self.lines.push(spans);
    }

    pub(crate) fn push_text(&mut self, text: &str, ink: Ink) {
        self.push_line(vec![Span { text: text.to_owned(), ink }]);
    }
}
