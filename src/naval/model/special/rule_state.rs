//! The state of special rules, and the facts that change it.
use serde::{Deserialize, Serialize};

use super::{RollFrequency, RuleDie, SpecialRule};
use crate::model::{Id, Inches, Place, SideId, Truth};

/// The state of one key.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RuleState {
    /// The turn in which `after` came true, and the turn in which `until` did.
    pub began: Option<u16>,
    pub ended: Option<u16>,
    /// The last turn in which its die was rolled, and whether the roll activated it.
    pub last_die: Option<(u16, bool)>,
    /// The players' agreement, or the referee's ruling, on it.
    pub agreement: Option<bool>,
    /// Turns counted for each ship, or ships counted once.
    pub counts: Vec<(Id, u16)>,
    pub exempt_ships: Vec<Id>,
    pub reminded_turn: Option<u16>,
    /// Points that it gave or took.
    pub points: Vec<(SideId, i32)>,
    /// Bases rolled for in the first half of a turn: base, turn, and distance run among the mines.
    pub half_move_mine_runs: Vec<(Id, u16, Inches)>,
}

impl RuleState {
    /// Replaces an undecided condition by the referee's ruling that its rule is on. A condition is undecided if it
    /// depends on unknown positions. An optional rule depends only on the players' agreement and stays undecided. [9.2]
    pub(crate) fn with_agreement(&self, rule: &SpecialRule, truth: Truth) -> Truth {
        match truth {
            Truth::Open if self.agreement == Some(true) && !rule.optional => Truth::Holds,
            truth => truth,
        }
    }
    pub(crate) fn is_activated_by_die(&self, die: &RuleDie, turn: u16) -> bool {
        self.last_die.is_some_and(|(rolled_turn, succeeded)| {
            succeeded && (die.each != RollFrequency::Turn || rolled_turn == turn)
        })
    }
    pub(crate) fn is_die_due(&self, die: &RuleDie, turn: u16) -> bool {
        match (self.last_die, die.each) {
            (None, _) => true,
            (Some(_), RollFrequency::Once) => false,
            (Some((rolled_turn, _)), RollFrequency::Turn) => rolled_turn != turn,
            (Some((rolled_turn, succeeded)), RollFrequency::UntilSo) => !succeeded && rolled_turn != turn,
        }
    }
    pub fn count_of(&self, ship: &Id) -> u16 {
        self.counts.iter().find(|(counted, _)| counted == ship).map_or(0, |(_, count)| *count)
    }
    /// Returns how far a base ran among the mines in the first half of this turn, if rolled for then. [3.4.2]
    pub(crate) fn first_half_mine_run(&self, base: &Id, turn: u16) -> Option<Inches> {
        self.half_move_mine_runs
            .iter()
            .find(|(rolled_base, rolled_turn, _)| rolled_base == base && *rolled_turn == turn)
            .map(|(_, _, ran)| *ran)
    }
}

/// An effect of a special rule. `rule` is its index among the keys. [9.2]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum RuleFact {
    /// The `after` of the rule came true.
    Began { rule: u16 },
    /// The `until` of the rule came true.
    Ended { rule: u16 },
    /// The die of the rule was rolled. `so`: the roll activated the rule.
    Diced { rule: u16, so: bool },
    /// The players were reminded of it: it now matters, and they carry it out.
    Recalled { rule: u16 },
    /// A ship exceeded the speed for one more turn.
    Counted { rule: u16, ship: Id },
    /// A ship became exempt.
    Lifted { rule: u16, ship: Id },
    /// A ship ran over mines, and this many of its dice struck.
    Mined {
        rule: u16,
        ship: Id,
        struck: u16,
        /// How far it ran among them in the first half of a turn. [3.4.2]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        first_half: Option<Inches>,
    },
    /// The current carried a ship, or the rule set it down again.
    Drifted { rule: u16, ship: Id, at: Place },
    /// A ship made unplotted smoke.
    Smoked { rule: u16, ship: Id },
    /// A side gained or lost points.
    Scored { rule: u16, side: SideId, ship: Id, points: i32 },
    /// This many of a salvo's hits did not burst.
    Duds { rule: u16, firer: Id, target: Id, duds: u16 },
}

impl RuleFact {
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

/// The entry turn of ships that never enter. [9.1]
pub const NEVER_ENTERS: u16 = u16::MAX;
