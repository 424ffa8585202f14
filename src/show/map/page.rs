//! Lines of text with inks: what a terminal shows, coloured or not.

use std::ops::Range;

/// What a piece of text stands for; `cli` gives it a colour, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    Plain,
    /// Frame, ticks, the sea's own marks.
    Faint,
    Land,
    Smoke,
    Torpedo,
    /// Range rings, arcs, how far one sees.
    Mark,
    /// Ships and words of a side, by its place in the scene.
    Side(usize),
}

/// A piece of a line in one ink.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    pub text: String,
    pub ink: Ink,
}

/// Lines that end in no space.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Page {
    pub lines: Vec<Vec<Span>>,
    /// Lines, and the pieces of each, that lie on a dark ground: the sea by night.
    pub dark: Vec<(usize, Range<usize>)>,
    /// What stands for it, without inks, at a terminal that is narrower.
    pub narrow: Option<String>,
    /// The same for a page that is no picture: a line for each thing, however long.
    pub list: Option<String>,
}

impl Page {
    /// The same without inks.
    pub fn plain(&self) -> String {
        let line = |spans: &Vec<Span>| spans.iter().map(|span| span.text.as_str()).collect::<String>();
        self.lines.iter().map(line).collect::<Vec<String>>().join("\n")
    }

    /// Adds a line without spaces at its end.
    pub(crate) fn push(&mut self, mut spans: Vec<Span>) {
        while let Some(last) = spans.last_mut() {
            last.text.truncate(last.text.trim_end().len());
            if !last.text.is_empty() {
                break;
            }
            spans.pop();
        }
        self.lines.push(spans);
    }

    pub(crate) fn say(&mut self, text: &str, ink: Ink) {
        self.push(vec![Span { text: text.to_owned(), ink }]);
    }
}
