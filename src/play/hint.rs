//! Hints as values, so that the rules can check a suggested line before it is shown.
use std::{
    fmt::{self, Display},
    ops::Add,
};

/// A suggestion in words and lines. A lone line is shown as typed. Within a sentence it gets backticks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint(Vec<Part>);

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    Words(String),
    /// A line that can be typed now. The rules check it before it is shown.
    Line(String),
    /// A line for a later moment or for another person. The rules do not check it.
    Later(String),
    /// The form of an order: it has placeholders or alternatives.
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
    /// Suggests a line that can be typed now. In a sentence, `"type " + Hint::line("next") + "."`, it gets backticks.
    pub fn line(line: impl Into<String>) -> Hint {
        Hint(vec![Part::Line(line.into())])
    }
    pub fn later(line: impl Into<String>) -> Hint {
        Hint(vec![Part::Later(line.into())])
    }
    pub fn form(form: impl Into<String>) -> Hint {
        Hint(vec![Part::Form(form.into())])
    }
    pub fn words(words: impl Into<String>) -> Hint {
        Hint(vec![Part::Words(words.into())])
    }
    /// Keeps a lone line without backticks in a sentence, by an empty second part.
    pub fn without_backticks(mut self) -> Hint {
        self.0.push(Part::Words(String::new()));
        self
    }
    pub fn example(line: impl Into<String>) -> Hint {
        "for example: " + Hint::line(line).without_backticks()
    }
    pub fn about_entry_numbers() -> Hint {
        Hint::line("log") + " shows the numbers"
    }
    pub fn parts(&self) -> &[Part] {
        &self.0
    }
    /// Returns the lines that can be typed now.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|part| if let Part::Line(line) = part { Some(&**line) } else { None })
    }
    fn with_backticks(self) -> Vec<Part> {
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
        Hint::words(words)
    }
}

/// Joins two hints into one sentence.
impl<H: Into<Hint>> Add<H> for Hint {
    type Output = Hint;
    fn add(self, next: H) -> Hint {
        Hint([self.with_backticks(), next.into().with_backticks()].concat())
    }
}

impl Add<Hint> for &str {
    type Output = Hint;
    fn add(self, next: Hint) -> Hint {
        Hint::words(self) + next
    }
}
