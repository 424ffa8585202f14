//! The two sides.
use std::fmt;

use serde::{Deserialize, Serialize};

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    White,
    Red,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::White, Side::Red];

    pub const fn other(self) -> Side {
        match self {
            Side::White => Side::Red,
            Side::Red => Side::White,
        }
    }

    /// One rank forward.
    pub const fn forward(self) -> i8 {
        match self {
            Side::White => 1,
            Side::Red => -1,
        }
    }

    /// The rank on which the king begins.
    pub const fn back_rank(self) -> u8 {
        match self {
            Side::White => 1,
            Side::Red => 12,
        }
    }

    /// The rank on which the pawns begin. [BA-19]
    pub const fn pawn_rank(self) -> u8 {
        match self {
            Side::White => 4,
            Side::Red => 9,
        }
    }

    pub const fn letter(self) -> char {
        match self {
            Side::White => 'w',
            Side::Red => 'r',
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Side::White => "White",
            Side::Red => "Red",
        })
    }
}
