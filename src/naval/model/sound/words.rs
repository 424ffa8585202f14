//! Ids, names and titles: none empty, none that a page or a line cannot hold.
use super::bounds::LONGEST_ID;

/// Whether an id can be typed at the prompt.
pub fn is_id(id: &str) -> bool {
    !id.trim().is_empty() && id.chars().count() <= LONGEST_ID && can_be_typed(id)
}

/// Whether an id holds no mark that means something else at the prompt.
pub fn can_be_typed(id: &str) -> bool {
    !id.contains(|letter: char| letter.is_control() || "\";#,".contains(letter)) && id.trim() == id
}

/// Whether words stand on one line of a page, which holds so many letters.
pub fn is_name(words: &str, longest: usize) -> bool {
    !words.trim().is_empty() && !words.contains(char::is_control) && words.chars().count() <= longest
}
