//! The paragraphs, and the switches on which the text is silent.
use serde::{Deserialize, Serialize};

use super::side::Side;
use crate::kit::{Fault, set_switch};
use play::Rule;

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
/// Ours: a side may resign, both may agree on a draw.
pub const AGREEMENT: Rule = Rule::new("TF-Q10");

/// How many men it takes to capture the king. [TF-Q1]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum KingCapture {
    /// Two opposite, as any man.
    #[default]
    Two,
    /// Four on the middle square, three beside it, two elsewhere.
    Linnaean,
    /// Four, gold counting as one.
    Four,
}

/// Against whom an empty gold square acts as a man. [TF-Q2]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GoldHostileTo {
    #[default]
    Both,
    WhiteOnly,
}

/// What the third occurrence of a position with the same side to move does. [TF-Q3]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Repetition {
    #[default]
    Draw,
    AttackerLoses,
    DefenderLoses,
}

impl Repetition {
    /// Who wins by it; `None` is a draw.
    pub fn winner(self) -> Option<Side> {
        match self {
            Repetition::Draw => None,
            Repetition::AttackerLoses => Some(Side::White),
            Repetition::DefenderLoses => Some(Side::Black),
        }
    }
}

/// What happens to a side that cannot move. [TF-Q4]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NoMove {
    #[default]
    Loses,
    Draw,
}

/// Who begins. [TF-4]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum First {
    /// Drawn by a die before the first move.
    #[default]
    Lot,
    /// The side that the position names.
    Position,
    Black,
    White,
}

impl First {
    /// The side named outright.
    pub fn side(self) -> Option<Side> {
        match self {
            First::Black => Some(Side::Black),
            First::White => Some(Side::White),
            First::Lot | First::Position => None,
        }
    }
}

/// The switches; the default of each is what is in force without it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    pub king_capture: KingCapture,
    pub gold_hostile_to: GoldHostileTo,
    pub repetition: Repetition,
    pub no_move: NoMove,
    pub first: First,
}

impl Rules {
    /// Every switch with its values, the default first.
    pub const SWITCHES: [(&'static str, &'static [&'static str]); 5] = [
        ("king_capture", &["two", "linnaean", "four"]),
        ("gold_hostile_to", &["both", "white_only"]),
        ("repetition", &["draw", "attacker_loses", "defender_loses"]),
        ("no_move", &["loses", "draw"]),
        ("first", &["lot", "position", "black", "white"]),
    ];

    /// Sets one switch by name.
    ///
    /// # Errors
    /// No such switch, or no such value of it.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        set_switch(self, &Self::SWITCHES, name, value)
    }
}
