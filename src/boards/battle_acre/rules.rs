//! The paragraphs of Battle Acre, and switches for points the text leaves open.
use super::side::Side;
use crate::kit::values;
use play::{Rule, switches};

pub const CELL_NAMES: Rule = Rule::new("BA-1");
pub const ROWS: Rule = Rule::new("BA-2");
pub const TOWER: Rule = Rule::new("BA-5");
pub const SPIRE: Rule = Rule::new("BA-6");
pub const BISHOP: Rule = Rule::new("BA-7");
pub const NINJA: Rule = Rule::new("BA-8");
pub const QUEEN: Rule = Rule::new("BA-9");
pub const ARCHBISHOP: Rule = Rule::new("BA-10");
pub const GUARD: Rule = Rule::new("BA-11");
pub const KING: Rule = Rule::new("BA-12");
pub const CHAMPION: Rule = Rule::new("BA-13");
pub const EARL: Rule = Rule::new("BA-14");
pub const VISCOUNT: Rule = Rule::new("BA-15");
pub const MARQUESS: Rule = Rule::new("BA-16");
pub const DUKE: Rule = Rule::new("BA-17");
pub const CAPTURES: Rule = Rule::new("BA-18");
pub const PAWN_START: Rule = Rule::new("BA-19");
pub const PAWN_STEP: Rule = Rule::new("BA-20");
pub const PAWN_CAPTURE: Rule = Rule::new("BA-21");
pub const EN_PASSANT: Rule = Rule::new("BA-22");
pub const PROMOTION: Rule = Rule::new("BA-23");
pub const CHECK: Rule = Rule::new("BA-24");
pub const CASTLING: Rule = Rule::new("BA-25");
pub const TURNS: Rule = Rule::new("BA-26");
pub const ARRAY: Rule = Rule::new("BA-27");
pub const DRAWS: Rule = Rule::new("BA-29");
pub const LETTERS: Rule = Rule::new("BA-30");
/// Our addition: a side may resign.
pub const RESIGNING: Rule = Rule::new("BA-R11");

values! {
    /// The meaning of "crooked" for Earl and Viscount. [BA-R2]
    Crooked {
        /// Literally: a side then any point, or a point then any side.
        Literal "literal",
        /// Only the six crooked cells, the same for both.
        Strict "strict",
        /// Earl side and point, Viscount two points, both crooked.
        Split "split",
        /// The point is the spire's straight one.
        SpirePoint "spire-point",
    }
    /// Where a pawn captures. [BA-R3]
    PawnCapture { Diagonal "diagonal", AllPointsNotStraight "all_points_not_straight" }
    /// The kinds to which a pawn may promote. [BA-R6]
    Promotion {
        Any "any",
        /// Only kinds that the side has lost.
        Captured "captured",
    }
    /// The result for a side that cannot move and is not in check. [BA-29]
    Stalemate { Draw "draw", Loses "loses" }
    /// The side that begins. [BA-26]
    First {
        /// The side that the position names: White in the initial array.
        Position "position",
        White "white",
        Red "red",
    }
}

impl Crooked {
    pub const ALL: [Crooked; 4] = [Crooked::Literal, Crooked::Strict, Crooked::Split, Crooked::SpirePoint];
}

impl First {
    /// The side named explicitly.
    pub fn side(self) -> Option<Side> {
        match self {
            First::Position => None,
            First::White => Some(Side::White),
            First::Red => Some(Side::Red),
        }
    }
}

switches! {
    /// What "crooked" means for Earl and Viscount. [BA-R2]
    crooked: Crooked = Crooked::Literal, ["literal", "strict", "split", "spire-point"];
    /// Where a Pawn captures. [BA-R3]
    pawn_capture: PawnCapture = PawnCapture::Diagonal, ["diagonal", "all_points_not_straight"];
    /// Whether the squares of castling must be empty. [BA-R5]
    castle_clear_path: bool = true, ["true", "false"];
    /// Whether the squares of castling must be safe. [BA-R5]
    castle_safe_path: bool = true, ["true", "false"];
    /// What a Pawn may become. [BA-R6]
    promotion: Promotion = Promotion::Any, ["any", "captured"];
    /// A side that cannot move and is not in check. [BA-29]
    stalemate: Stalemate = Stalemate::Draw, ["draw", "loses"];
    /// Whether the third occurrence of a position is a draw. [BA-29]
    threefold: bool = true, ["true", "false"];
    /// Whether fifty moves without capture or Pawn move are a draw. [BA-29]
    fifty_moves: bool = true, ["true", "false"];
    /// Whether bare Kings are a draw. [BA-29]
    bare_kings: bool = true, ["true", "false"];
    /// Whether the sides may agree on a draw. [BA-29]
    agreement: bool = true, ["true", "false"];
    /// The side that begins. [BA-R8]
    first: First = First::Position, ["position", "white", "red"];
}
