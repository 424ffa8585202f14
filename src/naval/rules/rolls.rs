//! The three D20 rolls that big guns and torpedoes share. [6.5.1, 7.4.3]
use crate::{Id, NavalDraft, NavalHalt, Purpose};
use play::{Ask, Rule};

const NATURALS: Rule = Rule::new("6.5.1.4");

/// One of `count` things, each with the same chance; no die is thrown when there is no choice. Counted from 0.
///
/// The die is the smallest of D6, D10, D20 and D100 whose faces fall evenly on the things, in blocks in their order
/// (of four, a D20 gives 1-5 to the first). Where none does (seven things, say), it is the smallest with a face for
/// each, and a face beyond the last is thrown again. Of more than a hundred the hundred is drawn first, then the one
/// within it, and both again beyond the last.
pub fn one_of(
    draft: &mut NavalDraft<'_>,
    count: usize,
    purpose: fn(Id) -> Purpose,
    of: &Id,
    rule: Rule,
) -> Result<usize, NavalHalt> {
    const DICE: [u8; 4] = [6, 10, 20, 100];
    const HUNDRED: usize = 100;
    if count < 2 {
        return Ok(0);
    }
    if HUNDRED < count {
        loop {
            let hundred = one_of(draft, count.div_ceil(HUNDRED), purpose, of, rule)?;
            let face = usize::from(draft.roll(Ask::one(100, purpose(of.clone()), rule))?);
            let chosen = hundred * HUNDRED + face - 1;
            if chosen < count {
                return Ok(chosen);
            }
        }
    }
    let even = DICE.into_iter().find(|sides| usize::from(*sides).is_multiple_of(count));
    let enough = DICE.into_iter().find(|sides| count <= usize::from(*sides));
    let sides = even.or(enough).unwrap_or(100);
    let block = even.map_or(1, |sides| usize::from(sides) / count);
    loop {
        let face = usize::from(draft.roll(Ask::one(sides, purpose(of.clone()), rule))?);
        let chosen = (face - 1) / block;
        if chosen < count {
            return Ok(chosen);
        }
    }
}

/// The numbers needed and what each roll is thrown for.
pub struct ThreeRolls {
    pub dice: u16,
    pub to_hit: i32,
    pub size: i32,
    /// `None`: the third roll is not made.
    pub penetration: Option<i32>,
    pub purposes: [fn(Id) -> Purpose; 3],
    pub by: Id,
    pub rule: Rule,
}

/// Successes of each roll; `through` equals `strikes` when no third roll was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Successes {
    pub on: u16,
    pub strikes: u16,
    pub through: u16,
}

impl ThreeRolls {
    /// Rolls; every success of one roll earns a die in the next.
    pub fn throw(&self, draft: &mut NavalDraft<'_>) -> Result<Successes, NavalHalt> {
        let [to_hit, size, penetration] = self.purposes;
        let mut stage = |dice: u16, needed: i32, purpose: fn(Id) -> Purpose| {
            let limit = natural_limit(needed);
            let rule = if i32::from(limit) == needed { self.rule } else { NATURALS };
            draft.successes(Ask::pool(dice, 20, limit, purpose(self.by.clone()), rule))
        };
        let on = stage(self.dice, self.to_hit, to_hit)?;
        let strikes = stage(on, self.size, size)?;
        let through = match self.penetration {
            Some(needed) => stage(strikes, needed, penetration)?,
            None => strikes,
        };
        Ok(Successes { on, strikes, through })
    }
}

/// A natural 1 always succeeds and a natural 20 always fails. [6.5.1.4]
pub fn natural_limit(needed: i32) -> u8 {
    needed.clamp(1, 19) as u8
}
