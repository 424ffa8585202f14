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

/// What the squares of every board have: a name in journals and errors, `$what` in the fault of a wrong one.
macro_rules! written_by_name {
    ($Square:ident, $what:literal) => {
        impl std::fmt::Debug for $Square {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{self}")
            }
        }

        impl serde::Serialize for $Square {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $Square {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$Square, D::Error> {
                let name = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
                $Square::named(&name).ok_or_else(|| {
                    serde::de::Error::custom(format!(concat!("{} is no ", $what, " of the board"), name))
                })
            }
        }
    };
}

/// A set of at most 128 squares, each a number.
macro_rules! set_of_squares {
    ($Set:ident, $Square:ident) => {
        /// A set of squares.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct $Set(u128);

        impl $Set {
            pub const EMPTY: $Set = $Set(0);

            pub const fn of(square: $Square) -> $Set {
                $Set(1 << square.0)
            }
            pub const fn with(self, square: $Square) -> $Set {
                self.or($Set::of(square))
            }
            pub const fn has(self, square: $Square) -> bool {
                self.0 >> square.0 & 1 == 1
            }
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }
            pub const fn len(self) -> u32 {
                self.0.count_ones()
            }
            pub const fn or(self, other: $Set) -> $Set {
                $Set(self.0 | other.0)
            }
            pub const fn and(self, other: $Set) -> $Set {
                $Set(self.0 & other.0)
            }
            pub const fn without(self, other: $Set) -> $Set {
                $Set(self.0 & !other.0)
            }
            /// As two words.
            pub const fn words(self) -> (u64, u64) {
                (self.0 as u64, (self.0 >> 64) as u64)
            }
        }

        impl Iterator for $Set {
            type Item = $Square;
            #[inline]
            fn next(&mut self) -> Option<$Square> {
                if self.0 == 0 {
                    return None;
                }
                let square = $Square(self.0.trailing_zeros() as u8);
                self.0 &= self.0 - 1;
                Some(square)
            }
        }

        impl FromIterator<$Square> for $Set {
            fn from_iter<I: IntoIterator<Item = $Square>>(squares: I) -> $Set {
                squares.into_iter().fold($Set::EMPTY, $Set::with)
            }
        }

        impl std::fmt::Debug for $Set {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_set().entries(*self).finish()
            }
        }
    };
}

pub(super) use {set_of_squares, written_by_name};
