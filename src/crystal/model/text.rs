//! Faults in typed text, and the nearest names.
pub use play::{LineError, verbs::nearest};

/// Asks whether the nearest of these words was meant.
pub(crate) fn did_you_mean(given: &str, words: &[&str]) -> Option<String> {
    nearest(given, words.iter().copied()).map(|near| format!("did you mean {near}?"))
}

/// Lists these words, the nearest first.
pub(crate) fn nearest_first(given: &str, words: &[&str]) -> String {
    let list = words.join(", ");
    nearest(given, words.iter().copied()).map_or_else(|| list.clone(), |near| format!("{near}; {list}"))
}
