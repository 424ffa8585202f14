//! What is wrong with typed text, and the names that come nearest to it.
use crate::play::Rule;

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

/// The word of a list that is most like `given`, when one is near.
pub fn nearest<'a>(given: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    /// Below this two words are strangers.
    const LIKE: f64 = 0.6;
    let given = given.to_lowercase();
    let likeness = |word: &str| strsim::jaro_winkler(&given, &word.to_lowercase());
    let near = words.into_iter().map(|word| (likeness(word), word)).filter(|(likeness, _)| LIKE <= *likeness);
    near.max_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, word)| word)
}
