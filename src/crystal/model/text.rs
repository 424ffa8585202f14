//! What is wrong with typed text, and the names that come nearest to it.
pub use play::{Fault, verbs::nearest};

/// The nearest of these words as a question.
pub(crate) fn did_you_mean(given: &str, words: &[&str]) -> Option<String> {
    nearest(given, words.iter().copied()).map(|near| format!("did you mean {near}?"))
}

/// These words as a list, the nearest of them before it.
pub(crate) fn nearest_first(given: &str, words: &[&str]) -> String {
    let list = words.join(", ");
    nearest(given, words.iter().copied()).map_or_else(|| list.clone(), |near| format!("{near}; {list}"))
}
