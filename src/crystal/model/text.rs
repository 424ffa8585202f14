//! What is wrong with typed text, and the names that come nearest to it.
pub use play::Fault;

/// The word of a list that is most like `given`, when one is near.
pub fn nearest<'a>(given: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    /// Below this two words are strangers.
    const LIKE: f64 = 0.6;
    /// Bytes of the longest word that is taken for another mistyped.
    const LONGEST: usize = 200;
    if LONGEST < given.len() {
        return None;
    }
    let given = given.to_lowercase();
    let likeness = |word: &str| strsim::jaro_winkler(&given, &word.to_lowercase());
    let near = words.into_iter().map(|word| (likeness(word), word)).filter(|(likeness, _)| LIKE <= *likeness);
    near.max_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, word)| word)
}

/// The nearest of these words as a question.
pub(crate) fn did_you_mean(given: &str, words: &[&str]) -> Option<String> {
    nearest(given, words.iter().copied()).map(|near| format!("did you mean {near}?"))
}

/// These words as a list, the nearest of them before it.
pub(crate) fn nearest_first(given: &str, words: &[&str]) -> String {
    let list = words.join(", ");
    nearest(given, words.iter().copied()).map_or_else(|| list.clone(), |near| format!("{near}; {list}"))
}
