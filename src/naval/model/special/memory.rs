//! What has come of special rules so far, and the facts that say so.
use serde::{Deserialize, Serialize};

use super::{Die, Each, SpecialRule};
use crate::model::{Id, Inches, Place, SideId, Truth};

/// What has come of one key.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Memory {
    /// The turn in which `after` came about, and that in which `until` did.
    pub began: Option<u16>,
    pub ended: Option<u16>,
    /// The last turn of its die, and whether it fell so.
    pub diced: Option<(u16, bool)>,
    /// The players' word.
    pub agreed: Option<bool>,
    /// Turns counted against ships, or ships counted once.
    pub counts: Vec<(Id, u16)>,
    /// Ships that are free of it.
    pub lifted: Vec<Id>,
    /// Turn in which it was last recalled.
    pub recalled: Option<u16>,
    /// Points it gave or took.
    pub points: Vec<(SideId, i32)>,
    /// Bases that were diced for in the first half of a turn: the turn, and how far each had run among the mines.
    pub mined: Vec<(Id, u16, Inches)>,
}

impl Memory {
    /// Where a condition hangs on places that nobody knows, the referee's word that its rule is on stands for it. A rule that
    /// the players may agree on is played by their word, and stays open. [9.2]
    pub(crate) fn by_his_word(&self, rule: &SpecialRule, truth: Truth) -> Truth {
        match truth {
            Truth::Open if self.agreed == Some(true) && !rule.optional => Truth::Holds,
            truth => truth,
        }
    }
    /// Whether its die has brought it into force.
    pub(crate) fn diced_so(&self, die: &Die, turn: u16) -> bool {
        self.diced.is_some_and(|(thrown, so)| so && (die.each != Each::Turn || thrown == turn))
    }
    /// Whether its die is to be thrown this turn.
    pub(crate) fn owes_die(&self, die: &Die, turn: u16) -> bool {
        match (self.diced, die.each) {
            (None, _) => true,
            (Some(_), Each::Once) => false,
            (Some((thrown, _)), Each::Turn) => thrown != turn,
            (Some((thrown, so)), Each::UntilSo) => !so && thrown != turn,
        }
    }
    /// Turns counted against a ship.
    pub fn count_of(&self, ship: &Id) -> u16 {
        self.counts.iter().find(|(one, _)| one == ship).map_or(0, |(_, count)| *count)
    }
    /// How far a base ran among the mines in the first half of this turn, if it was diced for then. [3.4.2]
    pub(crate) fn mined_before(&self, base: &Id, turn: u16) -> Option<Inches> {
        self.mined.iter().find(|(one, when, _)| one == base && *when == turn).map(|(_, _, ran)| *ran)
    }
}

/// What a special rule made happen; `rule` is its place among the keys. [9.2]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum RuleFact {
    /// What it waited for has come about.
    Began { rule: u16 },
    /// What ends it has come about.
    Ended { rule: u16 },
    /// Its die was thrown.
    Diced { rule: u16, so: bool },
    /// It matters now, and is left to the players.
    Recalled { rule: u16 },
    /// A ship has gone so fast for one more turn.
    Counted { rule: u16, ship: Id },
    /// A ship is free of it.
    Lifted { rule: u16, ship: Id },
    /// A ship ran over mines: so many of her dice struck.
    Mined {
        rule: u16,
        ship: Id,
        struck: u16,
        /// In the first half of a turn, how far she ran among them. [3.4.2]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        first_half: Option<Inches>,
    },
    /// The current carried a ship.
    Drifted { rule: u16, ship: Id, at: Place },
    /// A ship made smoke that nobody had plotted.
    Smoked { rule: u16, ship: Id },
    /// Points for or against a side.
    Scored { rule: u16, side: SideId, ship: Id, points: i32 },
    /// So many of a salvo's hits did not burst.
    Duds { rule: u16, firer: Id, target: Id, duds: u16 },
}

impl RuleFact {
    /// The key's place.
    pub fn rule(&self) -> u16 {
        match self {
            RuleFact::Began { rule }
            | RuleFact::Ended { rule }
            | RuleFact::Diced { rule, .. }
            | RuleFact::Recalled { rule }
            | RuleFact::Counted { rule, .. }
            | RuleFact::Lifted { rule, .. }
            | RuleFact::Mined { rule, .. }
            | RuleFact::Drifted { rule, .. }
            | RuleFact::Smoked { rule, .. }
            | RuleFact::Scored { rule, .. }
            | RuleFact::Duds { rule, .. } => *rule,
        }
    }
}

/// Ships that never come. [9.1]
pub const NEVER: u16 = u16::MAX;
