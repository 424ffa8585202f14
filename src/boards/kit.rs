//! What the three games share: faults of a text, switches, and what the end of a game is worth.
use std::fmt;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

pub use play::Fault;

/// Every fault of a position's text at once; never empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Faults(pub Vec<Fault>);

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, fault) in self.0.iter().enumerate() {
            if at > 0 {
                f.write_str("; ")?;
            }
            f.write_str(&fault.what)?;
            if let Some(rule) = fault.rule {
                write!(f, " [{rule}]")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

/// A whole number at the start of `text`, and what follows it; `None` without digits or beyond 255.
pub(super) fn leading_number(text: &str) -> Option<(u8, &str)> {
    let digits = text.len() - text.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
    Some((text[..digits].parse().ok()?, &text[digits..]))
}

/// Two cells written without anything between them, as `k4k6`: the second begins at the second letter.
pub(super) fn side_by_side(text: &str) -> Option<(&str, &str)> {
    let is_cell = |text: &str| {
        let rank = text.strip_prefix(|letter: char| letter.is_ascii_lowercase());
        rank.is_some_and(|rank| (1..=2).contains(&rank.len()) && rank.bytes().all(|digit| digit.is_ascii_digit()))
    };
    let at = text.char_indices().skip(1).find(|(_, letter)| letter.is_ascii_lowercase())?.0;
    Some(text.split_at(at)).filter(|(from, to)| is_cell(from) && is_cell(to))
}

/// The switches of a game: each name with its values, the default first.
pub type Switches = [(&'static str, &'static [&'static str])];

/// Sets one switch of a game's rules by name.
///
/// # Errors
/// No such switch, or no such value of it.
pub(super) fn set_switch<R: Serialize + DeserializeOwned>(
    rules: &mut R,
    switches: &Switches,
    name: &str,
    value: &str,
) -> Result<(), Fault> {
    let Some((_, values)) = switches.iter().find(|(known, _)| *known == name) else {
        let names: Vec<&str> = switches.iter().map(|(name, _)| *name).collect();
        return Err(Fault::new(format!("\"{name}\" is no switch of this game")).hint(names.join(", ")));
    };
    if !values.contains(&value) {
        return Err(Fault::new(format!("{name} cannot be \"{value}\"")).hint(values.join(", ")));
    }
    let unreadable = |error: serde_json::Error| Fault::new(error.to_string());
    let mut all = serde_json::to_value(&*rules).map_err(unreadable)?;
    all[name] = value.parse::<bool>().map_or_else(|_| Value::from(value), Value::from);
    *rules = serde_json::from_value(all).map_err(unreadable)?;
    Ok(())
}

/// What a game that is won counts.
const WON: i32 = 1_000_000;

/// How good a game is for the side to move: by its winner when it has ended, else by `going_on`.
pub(super) fn evaluate<S: PartialEq>(mover: S, ended: Option<Option<S>>, going_on: impl FnOnce() -> i32) -> i32 {
    match ended {
        Some(Some(winner)) if winner == mover => WON,
        Some(Some(_)) => -WON,
        Some(None) => 0,
        None => going_on(),
    }
}
