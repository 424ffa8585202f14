//! The two sides.
use crate::kit::two_sides;

two_sides! {
    Side: White "white", Red "red"
}

impl Side {
    /// One rank forward.
    pub const fn forward(self) -> i8 {
        match self {
            Side::White => 1,
            Side::Red => -1,
        }
    }

    /// The rank on which the king starts.
    pub const fn back_rank(self) -> u8 {
        match self {
            Side::White => 1,
            Side::Red => 12,
        }
    }

    /// The rank on which the pawns start. [BA-19]
    pub const fn pawn_rank(self) -> u8 {
        match self {
            Side::White => 4,
            Side::Red => 9,
        }
    }

    /// Whether a rank is behind the one on which the pawns start. A pawn never goes back, so none is there.
    pub const fn is_behind_pawns(self, rank: u8) -> bool {
        match self {
            Side::White => rank < self.pawn_rank(),
            Side::Red => rank > self.pawn_rank(),
        }
    }
}
