//! Values whose text is all of them.
use std::{fmt, marker::PhantomData, str::FromStr};

use serde::{
    Deserializer,
    de::{Error, Visitor},
};

/// Whether a file can be named by an id: it begins with a letter or digit and holds only these, `-`, `_` and `.`.
pub fn is_file_name(id: &str) -> bool {
    id.starts_with(char::is_alphanumeric) && id.chars().all(|letter| letter.is_alphanumeric() || "-_.".contains(letter))
}

/// Whether words say something, on one line of a page.
pub fn is_line(words: &str) -> bool {
    !words.trim().is_empty() && !words.contains(char::is_control)
}

/// Whether words hold a letter or a mark that somebody sees; a reason without one is none.
pub fn says_something(words: &str) -> bool {
    words.chars().any(|letter| !letter.is_whitespace() && !is_unseen(letter) && !is_blank(letter))
}

/// Controls of the terminal, marks that turn the direction of writing, other ends of a line, and letters without width;
/// the two joiners (U+200C, U+200D) are left, because there are scripts that need them.
pub fn is_unseen(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Hyphens of other kinds, dashes and minus signs: signs that a telephone or a word processor puts in the place of a hyphen.
pub fn is_dash(mark: char) -> bool {
    matches!(mark, '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{00ad}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}')
}

/// Letters that shape others or fill a place, and of which nothing is seen where they stand alone.
fn is_blank(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200c}' | '\u{200d}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}'
        | '\u{e0100}'..='\u{e01ef}')
}

/// Reads a value from its text where it stands, without a copy: a long journal has some for every die.
pub fn parsed<'de, T: FromStr<Err: fmt::Display>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
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

/// What is written in errors and journals as it is typed: `Debug` and serde by way of `Display` and `FromStr`.
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
                $crate::parsed(deserializer)
            }
        }
    };
}
