//! Typed decimals.
use crate::Inches;

/// Returns the hint `write 2.5` for a decimal with a comma.
pub fn decimal_point_hint(text: &str) -> Option<String> {
    let corrected = text.replace(',', ".");
    (text.contains(',') && corrected.parse::<Inches>().is_ok()).then(|| format!("write {corrected}"))
}
