//! The verdict on a row's count compared with its published count.
use std::fmt;

/// The largest permitted ratio of a row's count to its published count, in tenths.
const MAX_TENTHS: u128 = 12;

/// The verdict on a row's count.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Comparison {
    /// No count of this row is published.
    New,
    /// The ratio is permitted.
    Kept(f64),
    TooMany(f64),
}

/// Compares a count with the published one.
pub fn compare(count: u64, published: Option<u64>) -> Comparison {
    let Some(before) = published.filter(|before| 0 < *before) else { return Comparison::New };
    let ratio = count as f64 / before as f64;
    if u128::from(before) * MAX_TENTHS < u128::from(count) * 10 {
        Comparison::TooMany(ratio)
    } else {
        Comparison::Kept(ratio)
    }
}

impl Comparison {
    /// Whether this verdict makes the command fail. A row without a published count also does, as it guards nothing.
    pub fn fails(self) -> bool {
        !matches!(self, Comparison::Kept(_))
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Comparison::New => write!(f, "{:>6}  not published: BLESS=1 writes it", "new"),
            Comparison::Kept(ratio) => write!(f, "{ratio:>6.2}"),
            Comparison::TooMany(ratio) => write!(f, "{ratio:>6.2}  too many"),
        }
    }
}
