//! Paragraph numbers, checked at compile time.
use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A paragraph of a rulebook: `6.5.1` of the naval book, `TF-8` of another, or `TF-Q3`, a ruling on that other book.
///
/// Ordered as in the book: `6.9` before `6.10`, `TF-9` before `TF-10`, and rulings after paragraphs.
///
/// ```
/// use play::Rule;
///
/// const RANGE: Rule = Rule::new("6.5.1");
/// assert_eq!(RANGE.to_string(), "6.5.1");
/// assert!(Rule::new("6.9") < Rule::new("6.10"));
/// assert!("6.x".parse::<Rule>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rule {
    /// Two capitals, or zeros for the naval book.
    book: [u8; 2],
    /// The letter of a ruling, or zero for a paragraph.
    ruling: u8,
    parts: [u8; 5],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a paragraph is written as numbers joined by points, such as 6.5.1, or with its book before it, such as TF-8")]
pub struct NotAParagraph;

impl Rule {
    /// # Panics
    /// If `number` is not a paragraph. In a `const` this stops the build.
    pub const fn new(number: &str) -> Rule {
        match Rule::parse(number) {
            Some(rule) => rule,
            None => panic!("not a paragraph number"),
        }
    }

    /// Parses several paragraphs, each like [`new`](Rule::new).
    pub const fn all<const N: usize>(numbers: [&str; N]) -> [Rule; N] {
        let (mut rules, mut index) = ([Rule::new("1"); N], 0);
        while index < N {
            rules[index] = Rule::new(numbers[index]);
            index += 1;
        }
        rules
    }

    const fn parse(number: &str) -> Option<Rule> {
        let bytes = number.as_bytes();
        let (mut book, mut ruling, mut parts) = ([0_u8; 2], 0_u8, [0_u8; 5]);
        let (mut index, mut digits, mut i) = (0, 0, 0);
        if bytes.len() > 3 && bytes[0].is_ascii_uppercase() {
            if !bytes[1].is_ascii_uppercase() || bytes[2] != b'-' {
                return None;
            }
            book = [bytes[0], bytes[1]];
            i = 3;
            if bytes[i].is_ascii_uppercase() {
                ruling = bytes[i];
                i += 1;
            }
        }
        while i < bytes.len() {
            match bytes[i] {
                digit @ b'0'..=b'9' if digits < 2 && (digits > 0 || digit != b'0') => {
                    parts[index] = parts[index] * 10 + (digit - b'0');
                    digits += 1;
                }
                b'.' if digits > 0 && index < 4 => {
                    index += 1;
                    digits = 0;
                }
                _ => return None,
            }
            i += 1;
        }
        if digits == 0 { None } else { Some(Rule { book, ruling, parts }) }
    }

    /// Returns the numbers from the chapter down, without trailing zeros.
    pub fn numbers(&self) -> impl Iterator<Item = u8> + '_ {
        self.parts.iter().copied().take_while(|part| *part != 0)
    }

    /// Returns the two letters of the book, or `None` for the naval book.
    pub fn book(&self) -> Option<&str> {
        str::from_utf8(&self.book).ok().filter(|book| !book.starts_with('\0'))
    }

    pub fn chapter(&self) -> u8 {
        self.parts[0]
    }
}

impl FromStr for Rule {
    type Err = NotAParagraph;
    fn from_str(text: &str) -> Result<Rule, NotAParagraph> {
        Rule::parse(text).ok_or(NotAParagraph)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(book) = self.book() {
            write!(f, "{book}-")?;
        }
        if self.ruling != 0 {
            write!(f, "{}", char::from(self.ruling))?;
        }
        let mut numbers = self.numbers().enumerate();
        numbers.try_for_each(|(at, number)| write!(f, "{}{number}", if at > 0 { "." } else { "" }))
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Rule {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rule, D::Error> {
        crate::parse_str_value(deserializer)
    }
}
