//! Decimals as they are typed.
use crate::Inches;

/// `write 2.5`, where a decimal was typed with a comma.
pub fn with_a_point(text: &str) -> Option<String> {
    let meant = text.replace(',', ".");
    (text.contains(',') && meant.parse::<Inches>().is_ok()).then(|| format!("write {meant}"))
}
