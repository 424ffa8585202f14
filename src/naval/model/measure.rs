//! Numbers with units: table inches and exact fractions, so that no ruling depends on rounding of floats.
use std::{fmt, ops, str::FromStr};

use num_rational::Ratio;
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, Visitor},
};

/// Implements arithmetic of wrapper types by that of the wrapped number.
macro_rules! arithmetic {
    ($Number:ident: $($Operator:ident $operation:ident),*) => {
        $(impl ops::$Operator for $Number {
            type Output = $Number;
            fn $operation(self, other: $Number) -> $Number {
                $Number(ops::$Operator::$operation(self.0, other.0))
            }
        })*
        impl std::iter::Sum for $Number {
            fn sum<I: Iterator<Item = $Number>>(parts: I) -> $Number {
                parts.fold($Number::ZERO, |sum, part| sum + part)
            }
        }
    };
}

/// Implements arithmetic of fractions. Most are whole numbers, which need no reduction.
macro_rules! fraction_arithmetic {
    ($($Operator:ident $operation:ident),*) => {
        $(impl ops::$Operator for Fraction {
            type Output = Fraction;
            fn $operation(self, other: Fraction) -> Fraction {
                let (left, right) = (self.0, other.0);
                if *left.denom() == 1 && *right.denom() == 1 {
                    return Fraction::from(ops::$Operator::$operation(*left.numer(), *right.numer()));
                }
                Fraction(ops::$Operator::$operation(left, right))
            }
        })*
    };
}
fraction_arithmetic!(Add add, Sub sub, Mul mul);
arithmetic!(Inches: Add add, Sub sub);
arithmetic!(Fraction: Div div);
arithmetic!(Fine: Add add, Sub sub);

/// A length on the table in hundredths of an inch, or a speed in inches a turn. [2.1]
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Inches(pub i32);

impl Inches {
    pub const ZERO: Inches = Inches(0);
    pub const fn whole(inches: i32) -> Inches {
        Inches(inches * 100)
    }
    /// Rounds to the nearest hundredth of an inch.
    pub fn nearest(inches: f64) -> Inches {
        Inches((inches * 100.0).round() as i32)
    }
    pub fn as_f64(self) -> f64 {
        f64::from(self.0) / 100.0
    }
    pub fn abs(self) -> Inches {
        Inches(self.0.abs())
    }
}
impl ops::Mul<i32> for Inches {
    type Output = Inches;
    fn mul(self, factor: i32) -> Inches {
        Inches(self.0 * factor)
    }
}
impl fmt::Display for Inches {
    /// Writes `8.0`, `3.25`: one decimal, or two if needed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, size) = (if self.0 < 0 { "-" } else { "" }, self.0.unsigned_abs());
        let text = if size.is_multiple_of(10) {
            format!("{sign}{}.{}", size / 100, size % 100 / 10)
        } else {
            format!("{sign}{}.{:02}", size / 100, size % 100)
        };
        f.pad(&text)
    }
}
impl fmt::Debug for Inches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}\"")
    }
}
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a length is a number of inches from 0 to 1000, such as 8 or 3.25")]
pub struct NotInches;
impl FromStr for Inches {
    type Err = NotInches;
    /// Parses decimal inches, rounded to the nearest hundredth (half up). A closing `"` is allowed.
    fn from_str(text: &str) -> Result<Inches, NotInches> {
        let number = text.strip_suffix("\"").unwrap_or(text);
        let is_plain = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let inches: f64 = number.parse().map_err(|_| NotInches)?;
        if is_plain && (0.0..=1000.0).contains(&inches) { Ok(Inches::nearest(inches)) } else { Err(NotInches) }
    }
}
impl Serialize for Inches {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.as_f64())
    }
}
impl<'de> Deserialize<'de> for Inches {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Inches, D::Error> {
        deserializer.deserialize_f64(InchesVisitor)
    }
}

/// Reads a length from a file or journal. Errors state the expected form.
struct InchesVisitor;

impl Visitor<'_> for InchesVisitor {
    type Value = Inches;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("inches, such as 8 or 3.25")
    }
    fn visit_i64<E: Error>(self, inches: i64) -> Result<Inches, E> {
        self.visit_f64(inches as f64)
    }
    fn visit_u64<E: Error>(self, inches: u64) -> Result<Inches, E> {
        self.visit_f64(inches as f64)
    }
    fn visit_f64<E: Error>(self, inches: f64) -> Result<Inches, E> {
        let in_range = inches.is_finite() && inches.abs() <= 1000.0;
        in_range.then(|| Inches::nearest(inches)).ok_or_else(|| E::custom(NotInches))
    }
}

/// A length in table inches or an angle in degrees, in whole ten-thousandths.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Fine(pub i64);

impl Fine {
    pub const ZERO: Fine = Fine(0);
    /// Rounds to the nearest ten-thousandth.
    pub fn nearest(number: f64) -> Fine {
        Fine((number * 10_000.0).round() as i64)
    }
    pub fn as_f64(self) -> f64 {
        self.0 as f64 / 10_000.0
    }
    pub fn is_zero(&self) -> bool {
        *self == Fine::ZERO
    }
    pub fn abs(self) -> Fine {
        Fine(self.0.abs())
    }
    /// Rounds to the nearest hundredth, for display.
    pub fn hundredths(self) -> Inches {
        Inches::nearest(self.as_f64())
    }
}
impl From<Inches> for Fine {
    fn from(inches: Inches) -> Fine {
        Fine(i64::from(inches.0) * 100)
    }
}
impl ops::Neg for Fine {
    type Output = Fine;
    fn neg(self) -> Fine {
        Fine(-self.0)
    }
}
impl fmt::Display for Fine {
    /// Writes two decimals, or one if that is enough: `33.19`, `4.0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.hundredths(), f)
    }
}
impl fmt::Debug for Fine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.as_f64())
    }
}
impl Serialize for Fine {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.as_f64())
    }
}
impl<'de> Deserialize<'de> for Fine {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fine, D::Error> {
        let number = f64::deserialize(deserializer)?;
        let in_range = number.is_finite() && number.abs() <= 1e6;
        in_range
            .then(|| Fine::nearest(number))
            .ok_or_else(|| Error::custom("a place is a number within a million inches"))
    }
}

/// An exact fraction: a multiplier of a chart, the strength of a battery.
#[derive(Default, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fraction(pub Ratio<i64>);

impl Fraction {
    pub const ONE: Fraction = Fraction(Ratio::new_raw(1, 1));
    pub const ZERO: Fraction = Fraction(Ratio::new_raw(0, 1));
    /// # Panics
    /// When `denominator` is 0.
    pub fn new(numerator: i64, denominator: i64) -> Fraction {
        Fraction(Ratio::new(numerator, denominator))
    }
    /// Rounds half up: floor(x + 1/2). (Q24)
    pub fn rounded(self) -> i64 {
        let (numerator, denominator) = (*self.0.numer(), *self.0.denom());
        (2 * numerator + denominator).div_euclid(2 * denominator)
    }
    pub fn as_f64(self) -> f64 {
        *self.0.numer() as f64 / *self.0.denom() as f64
    }
}
impl From<i64> for Fraction {
    fn from(whole: i64) -> Fraction {
        Fraction(Ratio::from_integer(whole))
    }
}
impl fmt::Display for Fraction {
    /// Writes `2`, `1.5`, `21.5`, or `1/3` if three decimals are not enough.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let thousandths = self.0 * 1000;
        let text = if self.0.is_integer() {
            self.0.to_integer().to_string()
        } else if thousandths.is_integer() {
            format!("{:.3}", self.as_f64()).trim_end_matches('0').to_owned()
        } else {
            format!("{}/{}", self.0.numer(), self.0.denom())
        };
        f.pad(&text)
    }
}
impl fmt::Debug for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a fraction is written 2, 1.5 or 1/2")]
pub struct NotAFraction;
impl FromStr for Fraction {
    type Err = NotAFraction;
    fn from_str(text: &str) -> Result<Fraction, NotAFraction> {
        let parse_whole = |part: &str| part.parse::<i32>().map(i64::from).map_err(|_| NotAFraction);
        if let Some((top, bottom)) = text.split_once('/') {
            let bottom = parse_whole(bottom)?;
            return if bottom > 0 { Ok(Fraction::new(parse_whole(top)?, bottom)) } else { Err(NotAFraction) };
        }
        let Some((units, decimals)) = text.split_once('.') else {
            return parse_whole(text).map(Fraction::from);
        };
        if decimals.is_empty() || decimals.len() > 6 || !decimals.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(NotAFraction);
        }
        let scale = 10_i64.pow(decimals.len() as u32);
        let sign = if units.starts_with('-') { -1 } else { 1 };
        let units = if units.is_empty() { 0 } else { parse_whole(units)? };
        Ok(Fraction::new(units * scale + sign * parse_whole(decimals)?, scale))
    }
}
impl Serialize for Fraction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
impl<'de> Deserialize<'de> for Fraction {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fraction, D::Error> {
        deserializer.deserialize_any(FractionVisitor)
    }
}

/// Reads a fraction from a file: a number, or text.
struct FractionVisitor;

impl Visitor<'_> for FractionVisitor {
    type Value = Fraction;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a fraction, written 2, 1.5 or 1/2")
    }
    fn visit_i64<E: Error>(self, whole: i64) -> Result<Fraction, E> {
        self.visit_str(&whole.to_string())
    }
    fn visit_u64<E: Error>(self, whole: u64) -> Result<Fraction, E> {
        self.visit_str(&whole.to_string())
    }
    fn visit_f64<E: Error>(self, decimal: f64) -> Result<Fraction, E> {
        self.visit_str(&decimal.to_string())
    }
    fn visit_str<E: Error>(self, text: &str) -> Result<Fraction, E> {
        text.parse().map_err(E::custom)
    }
}
