//! Words of YAML without quotes: what they may be, and which of them are numbers.
use serde_yaml::Value;

/// Has a text only letters that stand for themselves in all YAML, and line ends of one kind?
pub(super) fn printable(text: &str) -> bool {
    text.bytes().all(|byte| byte == b'\n' || (b' '..0x7f).contains(&byte) || 0x80 <= byte)
        && (text.is_ascii() || text.chars().filter(|letter| !letter.is_ascii()).all(is_printable))
}

fn is_printable(letter: char) -> bool {
    let is_line_end = matches!(letter, '\u{2028}' | '\u{2029}');
    matches!(letter, '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fdff}') && !is_line_end
}

/// Can words without quotes begin so?
pub(super) fn is_plain_start(words: &str) -> bool {
    let mut letters = words.chars();
    match letters.next() {
        Some('~') => words.len() == 1,
        Some('-' | '+' | '.') => letters.next().is_some_and(|letter| letter.is_ascii_digit()),
        Some(first) => {
            first.is_ascii_alphanumeric() || first == '_' || first == '/' || first == '(' || !first.is_ascii()
        }
        None => false,
    }
}

/// The number, the truth value or the words that they are.
pub(super) fn resolved(words: &str) -> Option<Value> {
    let first = words.bytes().next()?;
    if first.is_ascii_digit() || matches!(first, b'-' | b'+' | b'.') {
        return number(words).or_else(|| {
            let value: Value = serde_yaml::from_str(words).ok()?;
            (value.is_number() || value.is_string()).then_some(value)
        });
    }
    Some(match words {
        "~" | "null" | "Null" | "NULL" => Value::Null,
        "true" | "True" | "TRUE" => Value::Bool(true),
        "false" | "False" | "FALSE" => Value::Bool(false),
        other => Value::String(other.to_owned()),
    })
}

/// Do words that begin with a letter stand for themselves?
pub(super) fn is_word(words: &str) -> bool {
    const NONE: [&str; 9] = ["null", "Null", "NULL", "true", "True", "TRUE", "false", "False", "FALSE"];
    !NONE.contains(&words)
}

/// The usual numbers, and the days that are no numbers.
fn number(words: &str) -> Option<Value> {
    const LONGEST: usize = 15;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let plain = |text: &str| digits(text) && (text == "0" || !text.starts_with('0'));
    let positive = words.strip_prefix('-').unwrap_or(words);
    if LONGEST < words.len() {
        return None;
    }
    if plain(positive) {
        return words.parse::<i64>().ok().filter(|number| *number != 0 || positive == words).map(Value::from);
    }
    match positive.split_once('.') {
        Some((whole, part)) => {
            (plain(whole) && digits(part)).then(|| words.parse::<f64>().ok().map(Value::from)).flatten()
        }
        None => is_day(words).then(|| Value::String(words.to_owned())),
    }
}

/// `1904-08-14`
fn is_day(words: &str) -> bool {
    let bytes = words.as_bytes();
    bytes.len() == 10
        && bytes
            .iter()
            .enumerate()
            .all(|(at, byte)| if matches!(at, 4 | 7) { *byte == b'-' } else { byte.is_ascii_digit() })
}
