//! Checks and parsers for text values.
use std::{fmt, marker::PhantomData, str::FromStr};

use serde::{
    Deserializer,
    de::{Error, Visitor},
};

/// Whether an id can be a file name: it begins with a letter or digit and has only these, `-`, `_` and `.`.
pub fn is_file_name(id: &str) -> bool {
    id.starts_with(char::is_alphanumeric) && id.chars().all(|letter| letter.is_alphanumeric() || "-_.".contains(letter))
}

/// Whether text is not blank and has no control characters, such as a line break or a tab.
pub fn is_line(text: &str) -> bool {
    !text.trim().is_empty() && !text.contains(char::is_control)
}

/// Whether text has at least one visible character. A reason must have one.
pub fn has_visible_text(text: &str) -> bool {
    text.chars().any(|letter| !letter.is_whitespace() && !is_hidden_char(letter) && !is_blank(letter))
}

/// Whether a character is a terminal control, a direction mark, a line separator or without width. The two joiners
/// (U+200C, U+200D) are allowed, because some scripts need them.
pub fn is_hidden_char(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Whether a character is a hyphen, dash or minus sign that a telephone or word processor types for a hyphen.
pub fn is_dash(mark: char) -> bool {
    matches!(mark, '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{00ad}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}')
}

/// Whether a character is invisible on its own: it modifies others or fills space.
fn is_blank(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200c}' | '\u{200d}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}'
        | '\u{e0100}'..='\u{e01ef}')
}

/// Parses a value from borrowed text without a copy, since a long journal has several such values for every die.
pub fn parse_str_value<'de, T: FromStr<Err: fmt::Display>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    deserializer.deserialize_str(TextIn(PhantomData))
}

struct TextIn<T>(PhantomData<T>);

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for TextIn<T> {
    type Value = T;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }
    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

/// Implements `Debug` and serde through `Display` and `FromStr`, so that errors and journals show the value as typed.
#[macro_export]
macro_rules! as_text {
    ($Type:ty $(, $($parameter:tt)+)?) => {
        impl$(<$($parameter)+>)? std::fmt::Debug for $Type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{self}")
            }
        }

        impl$(<$($parameter)+>)? serde::Serialize for $Type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de $(, $($parameter)+)?> serde::Deserialize<'de> for $Type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$Type, D::Error> {
                $crate::parse_str_value(deserializer)
            }
        }
    };
}
