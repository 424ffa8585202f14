//! What is wrong with a text.
use std::ops::Range;

use super::Rule;

/// One fault of a text, as a sentence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{what}")]
pub struct Fault {
    pub what: String,
    /// The paragraph that is broken, where one is.
    pub rule: Option<Rule>,
    /// The nearest lawful thing to type.
    pub hint: Option<String>,
    /// Bytes of the line, where it stands in one; empty at its end when something is missing.
    pub at: Range<usize>,
}

impl Fault {
    pub fn new(what: impl Into<String>) -> Fault {
        Fault { what: what.into(), rule: None, hint: None, at: 0..0 }
    }
    pub fn at(at: Range<usize>, what: impl Into<String>) -> Fault {
        Fault { at, ..Fault::new(what) }
    }
    pub fn rule(self, rule: Rule) -> Fault {
        Fault { rule: Some(rule), ..self }
    }
    pub fn hint(self, hint: impl Into<String>) -> Fault {
        Fault { hint: Some(hint.into()), ..self }
    }
    /// The line with a mark under the fault: two lines without a closing new line.
    pub fn caret(&self, line: &str) -> String {
        let columns = |text: Option<&str>| text.map_or(0, |text| text.chars().count());
        let before = columns(line.get(..self.at.start));
        let under = columns(line.get(self.at.clone())).max(1);
        format!("{line}\n{}{}", " ".repeat(before), "^".repeat(under))
    }
}
