//! The two sides.
use std::fmt;

use serde::{Deserialize, Serialize};

/// A side. [CS-1]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    Coal,
    Steel,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::Coal, Side::Steel];

    pub const fn other(self) -> Side {
        match self {
            Side::Coal => Side::Steel,
            Side::Steel => Side::Coal,
        }
    }

    /// One rank forward.
    pub const fn forward(self) -> i8 {
        match self {
            Side::Coal => 1,
            Side::Steel => -1,
        }
    }

    /// Its first rank, from 0.
    pub const fn first_rank(self) -> u8 {
        match self {
            Side::Coal => 0,
            Side::Steel => 9,
        }
    }

    pub const fn letter(self) -> char {
        match self {
            Side::Coal => 'c',
            Side::Steel => 's',
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Side::Coal => "Coal",
            Side::Steel => "Steel",
        })
    }
}
