//! How numbers and words are written in a drawing.

/// To the hundredth of a millimetre, without needless zeros.
pub fn number(number: f64) -> String {
    trimmed(format!("{:.2}", number + 0.0))
}

/// Digits without the zeros at their end.
pub fn trimmed(text: String) -> String {
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A coordinate as a path takes it.
pub fn short(coordinate: f64) -> f32 {
    ((coordinate * 100.0).round() / 100.0) as f32
}

/// Words without control characters, for which XML has no place.
pub fn lawful(words: &str) -> String {
    words.chars().filter(|letter| !letter.is_control()).collect()
}
