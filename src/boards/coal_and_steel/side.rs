//! The two sides.
use crate::kit::two_sides;

two_sides! {
    /// A side. [CS-1]
    Side: Coal "coal", Steel "steel"
}

impl Side {
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

    /// A piece's letter in positions: upper case for Coal, lower case for Steel.
    pub const fn cased(self, letter: char) -> char {
        match self {
            Side::Coal => letter,
            Side::Steel => letter.to_ascii_lowercase(),
        }
    }
}
