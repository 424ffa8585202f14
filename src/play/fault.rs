//! What is wrong with a text.
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
}

impl Fault {
    pub fn new(what: impl Into<String>) -> Fault {
        Fault { what: what.into(), rule: None, hint: None }
    }
    pub fn rule(self, rule: Rule) -> Fault {
        Fault { rule: Some(rule), ..self }
    }
    pub fn hint(self, hint: impl Into<String>) -> Fault {
        Fault { hint: Some(hint.into()), ..self }
    }
}
