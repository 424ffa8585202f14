//! Errors in typed text, and the nearest names.
pub use play::{LineError, verbs::nearest};

/// Asks whether the nearest of these words was meant.
pub(crate) fn did_you_mean(typed: &str, words: &[&str]) -> Option<String> {
    nearest(typed, words.iter().copied()).map(|name| format!("did you mean {name}?"))
}

/// Asks whether the nearest of these words was meant, and lists all.
pub(crate) fn nearest_first(typed: &str, words: &[&str]) -> String {
    let list = format!("type one of: {}.", words.join(", "));
    did_you_mean(typed, words).map_or_else(|| list.clone(), |question| format!("{question} If not, {list}"))
}
