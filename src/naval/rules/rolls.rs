//! Even choice by dice, and the three D20 rolls of big guns and torpedoes. [6.5.1, 7.4.3]
use std::convert::Infallible;

use crate::model::{Purpose, Sum};
use crate::{Id, NavalDraft, NavalHalt};
use play::{
    DiceRequest, Rule,
    odds::{self, Distribution},
};

const NATURALS: Rule = Rule::new("6.5.1.4");

/// Chooses one of `count` things with equal chance, counted from 0. Rolls no die if there is no choice.
///
/// The die is the smallest of D6, D10, D20 and D100 whose faces divide evenly, in consecutive blocks: of four things,
/// 1-5 of a D20 choose the first. If none does (for seven things, say), it is the smallest with enough faces, and faces
/// beyond the last are rolled again. For more than a hundred things the hundred is rolled first, then the thing in it.
/// Beyond the last both are rolled again.
pub fn choose_evenly<Kind>(
    draft: &mut NavalDraft<'_>,
    count: usize,
    purpose: fn(Id<Kind>) -> Purpose,
    subject: &Id<Kind>,
    rule: Rule,
) -> Result<usize, NavalHalt> {
    if count < 2 {
        return Ok(0);
    }
    if MAX_CHOICES < count {
        loop {
            let hundred = choose_evenly(draft, count.div_ceil(MAX_CHOICES), purpose, subject, rule)?;
            let face = usize::from(draft.roll_die(DiceRequest::roll_one(100, purpose(subject.clone()), rule))?);
            let chosen = hundred * MAX_CHOICES + face - 1;
            if chosen < count {
                return Ok(chosen);
            }
        }
    }
    let (sides, block) = choosing_die(count);
    loop {
        let face = usize::from(draft.roll_die(DiceRequest::roll_one(sides, purpose(subject.clone()), rule))?);
        let chosen = (face - 1) / block;
        if chosen < count {
            return Ok(chosen);
        }
    }
}

pub const MAX_CHOICES: usize = 100;

/// Returns the die that chooses among up to a hundred things, and its faces for each.
pub fn choosing_die(count: usize) -> (u8, usize) {
    const DICE: [u8; 4] = [6, 10, 20, 100];
    let even = DICE.into_iter().find(|sides| 0 < count && usize::from(*sides).is_multiple_of(count));
    let enough = DICE.into_iter().find(|sides| count <= usize::from(*sides));
    (even.or(enough).unwrap_or(100), even.map_or(1, |sides| usize::from(sides) / count))
}

#[derive(Clone, PartialEq, Debug)]
pub struct ThreeRolls {
    pub dice: Sum,
    pub to_hit: Sum,
    pub size: Sum,
    pub penetration: Sum,
}

impl ThreeRolls {
    /// Rolls, and returns each roll's successes, which are the dice of the next. Without a third roll, all pass it.
    pub(crate) fn roll_three(
        &self,
        draft: &mut NavalDraft<'_>,
        purposes: [fn(Id) -> Purpose; 3],
        attacker: &Id,
        rule: Rule,
        has_third: bool,
    ) -> Result<[u16; 3], NavalHalt> {
        self.run_stages(has_third, |stage, dice, needed| {
            let limit = natural_limit(needed.result);
            let rule = if i32::from(limit) == needed.result { rule } else { NATURALS };
            draft.successes(DiceRequest::pool(dice, 20, limit, purposes[stage](attacker.clone()), rule))
        })
    }

    /// Returns the exact odds of the counts of `roll_three`, as outcomes distinguished by `key`.
    pub(crate) fn odds<K: PartialEq>(&self, has_third: bool, key: impl Fn([u16; 3]) -> K) -> Distribution<K> {
        odds::explore_pools(|successes| {
            let Ok(counts) = self.run_stages::<Infallible>(has_third, |_, dice, needed| {
                Ok(successes(dice, 20, natural_limit(needed.result)))
            });
            key(counts)
        })
    }

    /// Runs the rolls in order. `successes` returns those of one roll, given its index, dice and number needed.
    fn run_stages<E>(
        &self,
        has_third: bool,
        mut successes: impl FnMut(usize, u16, &Sum) -> Result<u16, E>,
    ) -> Result<[u16; 3], E> {
        let hits = successes(0, self.dice.result.max(0) as u16, &self.to_hit)?;
        let strikes = successes(1, hits, &self.size)?;
        let through = if has_third { successes(2, strikes, &self.penetration)? } else { strikes };
        Ok([hits, strikes, through])
    }
}

/// Limits a number needed to 1 to 19: a natural 1 always succeeds and a natural 20 always fails. [6.5.1.4]
pub fn natural_limit(needed: i32) -> u8 {
    needed.clamp(1, 19) as u8
}
