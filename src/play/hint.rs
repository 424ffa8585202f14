//! What may be done in the place of what is wrong, as a value: what it offers can be put to the rules before it is shown.
use std::{
    fmt::{self, Display},
    ops::Add,
};

/// What a fault proposes: words and lines. A line alone stands as it is typed, and in a sentence in backticks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint(Vec<Part>);

/// A part of a hint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    Words(String),
    /// A line that may be typed now, as it stands. The rules are asked about it before it is shown.
    Line(String),
    /// A line for another moment, or for somebody else: the rules of this moment are not asked.
    Later(String),
    /// How an order is typed: something is to be put in, or there are several ways.
    Form(String),
}

impl Part {
    fn text(&self) -> &str {
        match self {
            Part::Words(text) | Part::Line(text) | Part::Later(text) | Part::Form(text) => text,
        }
    }
}

impl Hint {
    /// A line that may be typed now. In a sentence, `"type " + Hint::line("next") + "."`, it stands in backticks.
    pub fn line(line: impl Into<String>) -> Hint {
        Hint(vec![Part::Line(line.into())])
    }
    /// A line for another moment, or for somebody else; in a sentence it stands in backticks too.
    pub fn later(line: impl Into<String>) -> Hint {
        Hint(vec![Part::Later(line.into())])
    }
    /// How an order is typed; in a sentence it stands in backticks too.
    pub fn form(form: impl Into<String>) -> Hint {
        Hint(vec![Part::Form(form.into())])
    }
    pub fn says(words: impl Into<String>) -> Hint {
        Hint(vec![Part::Words(words.into())])
    }
    /// The same without backticks in a sentence.
    pub fn bare(mut self) -> Hint {
        self.0.push(Part::Words(String::new()));
        self
    }
    /// A line that shows how an order is typed.
    pub fn example(line: impl Into<String>) -> Hint {
        "for example: " + Hint::line(line).bare()
    }
    /// Where the numbers of entries stand.
    pub fn of_numbers() -> Hint {
        Hint::line("log") + " shows the numbers"
    }
    pub fn parts(&self) -> &[Part] {
        &self.0
    }
    /// The lines that it offers now.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|part| if let Part::Line(line) = part { Some(&**line) } else { None })
    }
    fn in_a_sentence(self) -> Vec<Part> {
        match &self.0[..] {
            [Part::Line(_) | Part::Later(_) | Part::Form(_)] => {
                let mark = [Part::Words("`".to_owned())];
                [&mark, &self.0[..], &mark].concat()
            }
            _ => self.0,
        }
    }
}

impl Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|part| f.write_str(part.text()))
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
        Hint([self.in_a_sentence(), more.into().in_a_sentence()].concat())
    }
}

impl Add<Hint> for &str {
    type Output = Hint;
    fn add(self, more: Hint) -> Hint {
        Hint::says(self) + more
    }
}
