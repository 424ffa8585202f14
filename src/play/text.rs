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
