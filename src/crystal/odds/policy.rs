//! Policies for losses and spells, used by the odds and the generals.
use serde::{Deserialize, Serialize};

use crate::model::{ARMY_TYPES, Army, BattleSide, Field, Kind, LineError, Setup, Spell, Troop, nearest_first};

/// Which of the player's units are lost first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LossOrder {
    /// Those with the least strength on this field.
    #[default]
    Weakest,
    /// Those that are cheapest to replace.
    Cheapest,
    /// Those with the most strength, to see the worst case.
    Strongest,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Policy {
    pub falls: LossOrder,
    /// Whether the wizard casts: it revives or blasts, depending on which unit is stronger.
    pub casts: bool,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy { falls: LossOrder::Weakest, casts: true }
    }
}

impl Policy {
    /// Reads words such as `cheapest` or `no spells`. An unknown word is an error with the nearest one.
    pub fn read(words: &[&str]) -> Result<Policy, LineError> {
        let mut policy = Policy::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match *word {
                "weakest" => policy.falls = LossOrder::Weakest,
                "cheapest" => policy.falls = LossOrder::Cheapest,
                "strongest" => policy.falls = LossOrder::Strongest,
                "spells" => policy.casts = true,
                "no" | "without" if words.next() == Some(&"spells") => policy.casts = false,
                other => {
                    const WORDS: [&str; 4] = ["weakest", "cheapest", "strongest", "no spells"];
                    return Err(LineError::new(format!("There is no policy \"{other}\" for losses or spells."))
                        .hint(nearest_first(other, &WORDS)));
                }
            }
        }
        Ok(policy)
    }

    pub fn describe(self) -> String {
        let which = match self.falls {
            LossOrder::Weakest => "weakest",
            LossOrder::Cheapest => "cheapest",
            LossOrder::Strongest => "strongest",
        };
        format!("your {which} units fall first{}", if self.casts { "" } else { ", and no spell is cast" })
    }

    pub fn losses(self, setup: &Setup, field: &Field, count: u8) -> Army {
        let pool = setup.possible_losses(&field.own);
        let (mut losses, mut count) = (Army::NONE, count);
        let priority = |place: usize| {
            let kind = Kind::RECRUITS[place];
            if kind == Kind::Wizard {
                // A wizard has no combat factor, and is not given up before a unit that has one. [SC-A11]
                return (i32::MAX, i32::MAX);
            }
            let (factor, bonus, malus) = field.effective(BattleSide::Own, kind, kind.combat_factor());
            let strength = i32::from(factor) + i32::from(bonus) - i32::from(malus);
            match self.falls {
                LossOrder::Weakest => (strength, kind.price() as i32),
                LossOrder::Cheapest => (kind.price() as i32, strength),
                LossOrder::Strongest => (-strength, kind.price() as i32),
            }
        };
        while count > 0 {
            let available = (0..ARMY_TYPES).filter(|place| losses.0[*place] < pool.0[*place]);
            let Some(first) = available.min_by_key(|place| priority(*place)) else { break };
            losses.0[first] = count.min(pool.0[first]);
            count -= losses.0[first];
        }
        losses
    }

    /// Returns the spell of a round and its targets, or `None` for no spell.
    pub fn spell(self, setup: &Setup, field: &Field) -> Option<(Spell, Vec<Troop>)> {
        if !self.casts {
            return None;
        }
        let knows = |spell: Spell| setup.scenario.spells.iter().any(|known| known.spell == spell);
        let fallen = field.own_lost.fighting().map(|(kind, _)| kind);
        let fallen = fallen.max_by_key(|kind| kind.combat_factor()).filter(|_| knows(Spell::Revive));
        let foe = field.ranks_left().map(|(_, rank, _)| &rank.troop).max_by_key(|troop| troop.combat_factor);
        match (fallen, foe) {
            (Some(kind), Some(troop)) if !knows(Spell::Blast) || troop.combat_factor <= kind.combat_factor() => {
                Some((Spell::Revive, vec![Troop::without_name(kind)]))
            }
            (_, Some(troop)) if knows(Spell::Blast) => Some((Spell::Blast, vec![troop.clone()])),
            (Some(kind), None) => Some((Spell::Revive, vec![Troop::without_name(kind)])),
            (_, Some(_) | None) => None,
        }
    }
}
