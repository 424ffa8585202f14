//! What may be done in the place of what is wrong, as a value: what it offers can be put to the rules before it is shown.
use std::{
    fmt::{self, Display},
    ops::Add,
};

/// What a fault proposes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hint {
    /// A line that may be typed as it stands.
    Line(String),
    /// How an order is typed: something is to be put in, or there are several ways.
    Form(String),
    /// A sentence, which may hold lines.
    Says(Vec<Part>),
}

/// A part of a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    Words(String),
    /// A line that may be typed as it stands.
    Line(String),
}

impl Hint {
    /// A line that may be typed as it stands. In a sentence, `"type " + Hint::line("next") + "."`, it stands in backticks.
    pub fn line(line: impl Into<String>) -> Hint {
        Hint::Line(line.into())
    }
    /// A line that shows how an order is typed.
    pub fn example(line: impl Into<String>) -> Hint {
        Hint::bare("for example: ", line)
    }
    /// A line behind its words, without backticks.
    pub fn bare(words: &str, line: impl Into<String>) -> Hint {
        Hint::Says(vec![Part::Words(words.to_owned()), Part::Line(line.into())])
    }
    /// How an order is typed; in a sentence it stands in backticks too.
    pub fn form(form: impl Into<String>) -> Hint {
        Hint::Form(form.into())
    }
    /// Where the numbers of entries stand.
    pub fn of_numbers() -> Hint {
        Hint::line("log") + " shows the numbers"
    }
    pub fn says(words: impl Into<String>) -> Hint {
        Hint::Says(vec![Part::Words(words.into())])
    }
    /// The lines that it offers.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        let (line, parts) = match self {
            Hint::Line(line) => (Some(line), &[][..]),
            Hint::Form(_) => (None, &[][..]),
            Hint::Says(parts) => (None, &parts[..]),
        };
        let inside = parts.iter().filter_map(|part| if let Part::Line(line) = part { Some(line) } else { None });
        line.into_iter().chain(inside).map(String::as_str)
    }
    fn into_parts(self) -> Vec<Part> {
        match self {
            Hint::Line(line) => vec![Part::Words("`".to_owned()), Part::Line(line), Part::Words("`".to_owned())],
            Hint::Form(form) => vec![Part::Words(format!("`{form}`"))],
            Hint::Says(parts) => parts,
        }
    }
}

impl Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Hint::Line(text) | Hint::Form(text) => f.write_str(text),
            Hint::Says(parts) => parts.iter().try_for_each(|part| match part {
                Part::Words(text) | Part::Line(text) => f.write_str(text),
            }),
        }
    }
}

impl<S: Into<String>> From<S> for Hint {
    fn from(words: S) -> Hint {
        Hint::says(words)
    }
}

/// One sentence of both.
impl<H: Into<Hint>> Add<H> for Hint {
    type Output = Hint;
    fn add(self, more: H) -> Hint {
        Hint::Says([self.into_parts(), more.into().into_parts()].concat())
    }
}

impl Add<Hint> for &str {
    type Output = Hint;
    fn add(self, more: Hint) -> Hint {
        Hint::says(self) + more
    }
}
