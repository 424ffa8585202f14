//! Checks ids, names and titles: not empty, and short enough for a line or page.
use super::bounds::MAX_ID_LETTERS;

/// Whether an id can be typed at the prompt.
pub fn is_id(id: &str) -> bool {
    !id.trim().is_empty() && id.chars().count() <= MAX_ID_LETTERS && can_be_typed(id)
}

/// Whether an id has no character with a special meaning at the prompt.
pub fn can_be_typed(id: &str) -> bool {
    !id.contains(|letter: char| letter.is_control() || "\";#,".contains(letter)) && id.trim() == id
}

/// Whether text is not empty and fits on one line of at most `longest` letters.
pub fn is_name(words: &str, longest: usize) -> bool {
    !words.trim().is_empty() && !words.contains(char::is_control) && words.chars().count() <= longest
}
