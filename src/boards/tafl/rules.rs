//! The paragraphs of Tafl, and switches for points the text leaves open.
use super::side::Side;
use crate::kit::values;
use play::{Rule, switches};

pub const BOARD: Rule = Rule::new("TF-1");
pub const SIDES: Rule = Rule::new("TF-2");
pub const SET_UP: Rule = Rule::new("TF-3");
pub const TURNS: Rule = Rule::new("TF-4");
pub const MOVES: Rule = Rule::new("TF-5");
pub const GOLD_STOP: Rule = Rule::new("TF-6");
pub const GOLD_PASS: Rule = Rule::new("TF-7");
pub const CAPTURE: Rule = Rule::new("TF-8");
pub const KING_CAPTURES: Rule = Rule::new("TF-9");
pub const MOVING_BETWEEN: Rule = Rule::new("TF-10");
pub const GOLD_CAPTURES: Rule = Rule::new("TF-11");
pub const ESCAPE: Rule = Rule::new("TF-12");
pub const KING_CAPTURED: Rule = Rule::new("TF-13");
pub const REPETITION: Rule = Rule::new("TF-Q3");
pub const NO_MOVE: Rule = Rule::new("TF-Q4");
pub const CLAIM: Rule = Rule::new("TF-Q7");
/// Our addition: a side may resign, and both may agree on a draw.
pub const AGREEMENT: Rule = Rule::new("TF-Q10");

values! {
    /// Number of pieces needed to capture the king. [TF-Q1]
    KingCapture {
        /// Two on opposite sides, as for any piece.
        Two "two",
        /// Four on the centre square, three next to it, two elsewhere.
        Linnaean "linnaean",
        /// Four. A hostile gold square counts as one of them.
        Four "four",
    }
    /// The sides against which an empty gold square acts as a piece. [TF-Q2]
    GoldHostileTo { Both "both", WhiteOnly "white_only" }
    /// The effect of the third occurrence of a position with the same side to move. [TF-Q3]
    Repetition { Draw "draw", AttackerLoses "attacker_loses", DefenderLoses "defender_loses" }
    /// The result for a side that cannot move. [TF-Q4]
    NoMove { Loses "loses", Draw "draw" }
    /// The side that begins. [TF-4]
    First {
        /// Drawn by a die before the first move.
        Lot "lot",
        /// The side that the position names.
        Position "position",
        Black "black",
        White "white",
    }
}

impl Repetition {
    /// The side that wins by it. `None` is a draw.
    pub fn winner(self) -> Option<Side> {
        match self {
            Repetition::Draw => None,
            Repetition::AttackerLoses => Some(Side::White),
            Repetition::DefenderLoses => Some(Side::Black),
        }
    }
}

impl From<Side> for First {
    fn from(side: Side) -> First {
        match side {
            Side::Black => First::Black,
            Side::White => First::White,
        }
    }
}

impl First {
    /// The side named explicitly.
    pub fn side(self) -> Option<Side> {
        match self {
            First::Black => Some(Side::Black),
            First::White => Some(Side::White),
            First::Lot | First::Position => None,
        }
    }
}

switches! {
    /// Pieces needed to capture the king. [TF-Q1]
    king_capture: KingCapture = KingCapture::Two, ["two", "linnaean", "four"];
    /// The sides against which an empty gold square acts as a piece. [TF-Q2]
    gold_hostile_to: GoldHostileTo = GoldHostileTo::Both, ["both", "white_only"];
    /// The third occurrence of a position. [TF-Q3]
    repetition: Repetition = Repetition::Draw, ["draw", "attacker_loses", "defender_loses"];
    /// A side that cannot move. [TF-Q4]
    no_move: NoMove = NoMove::Loses, ["loses", "draw"];
    /// The side that begins. [TF-4]
    first: First = First::Lot, ["lot", "position", "black", "white"];
}
