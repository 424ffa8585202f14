//! Exact odds: the same `decide`, fed every possible die.
//!
//! A pool of dice is met once for each number of successes, weighted exactly, and every other die once for each face:
//! the ruling and its odds are one piece of code and cannot drift.
use std::convert::Infallible;

use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::{One, ToPrimitive};

use crate::{Ask, Dice, Die, EventOf, Game, HaltOf, Source, Throw};

/// An exact probability.
pub type Chance = Ratio<BigUint>;

/// What may come of a command, each with its exact chance; the chances sum to 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Distribution<K> {
    /// In the order in which they were first met. These fractions are not in their lowest terms: whoever adds them up
    /// reduces the sum.
    outcomes: Vec<(K, Chance)>,
}

impl<K> Distribution<K> {
    /// The outcomes, in the order in which they were first met.
    pub fn outcomes(&self) -> impl Iterator<Item = &K> {
        self.outcomes.iter().map(|(key, _)| key)
    }
    /// The same with the chance of each, in its lowest terms.
    pub fn each(&self) -> impl Iterator<Item = (&K, Chance)> {
        self.outcomes.iter().map(|(key, chance)| (key, chance.reduced()))
    }
    /// The chance of all outcomes that `is` picks.
    pub fn chance(&self, is: impl Fn(&K) -> bool) -> Chance {
        self.outcomes.iter().filter(|(key, _)| is(key)).map(|(_, chance)| chance).sum()
    }
    /// The mean of a number read off each outcome.
    pub fn mean(&self, number: impl Fn(&K) -> u32) -> Chance {
        self.outcomes.iter().map(|(key, chance)| chance * BigUint::from(number(key))).sum()
    }
    /// The mean of a value read off each outcome, to the precision of a float.
    pub fn expected(&self, value: impl Fn(&K) -> f64) -> f64 {
        self.outcomes.iter().map(|(key, chance)| value(key) * chance.to_f64().unwrap_or_default()).sum()
    }
}

/// Every outcome of `command` in `state`, told apart by `key`, with its exact chance.
pub fn explore<G: Game, K: PartialEq>(
    state: &G::State,
    command: &G::Command,
    key: impl Fn(&[EventOf<G>]) -> K,
) -> Result<Distribution<K>, HaltOf<G>> {
    walk(|walk| crate::decide::<G>(state, command, walk).map(|events| key(&events)))
}

/// Every outcome of pools of dice that a ruling throws one after the other, with its exact chance.
///
/// `throws` is the ruling's own code, asked for each number of successes of each pool; it gets a function that says, for
/// a number of dice, their sides and the highest face that succeeds, how many succeed.
pub fn of_pools<K: PartialEq>(mut throws: impl FnMut(&mut dyn FnMut(u16, u8, u8) -> u16) -> K) -> Distribution<K> {
    let Ok(found) = walk::<_, Infallible>(|walk| {
        Ok(throws(&mut |count, sides, at_most| walk.meet(count, sides, Some(at_most)).answer as u16))
    });
    found
}

/// Goes down every path, and sums the chances of those that end alike.
fn walk<K: PartialEq, E>(mut end_of: impl FnMut(&mut Walk) -> Result<K, E>) -> Result<Distribution<K>, E> {
    let mut walk = Walk::default();
    let mut wholes: Vec<BigUint> = Vec::new();
    // Of each end the sum of weights, by the place among the wholes of what they are parts of.
    let mut sums: Vec<(K, Vec<(usize, BigUint)>)> = Vec::new();
    loop {
        walk.next = 0;
        let key = end_of(&mut walk)?;
        let (weight, whole) = walk.weight();
        let at = sums.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
            sums.push((key, Vec::new()));
            sums.len() - 1
        });
        let of = wholes.iter().position(|known| *known == whole).unwrap_or_else(|| {
            wholes.push(whole);
            wholes.len() - 1
        });
        match sums[at].1.iter_mut().find(|(known, _)| *known == of) {
            Some((_, sum)) => *sum += weight,
            None => sums[at].1.push((of, weight)),
        }
        if !walk.advance() {
            return Ok(Distribution { outcomes: shared_out(&wholes, sums) });
        }
    }
}

/// Weights as parts of one whole, the largest, where it holds all the others.
fn shared_out<K>(wholes: &[BigUint], sums: Vec<(K, Vec<(usize, BigUint)>)>) -> Vec<(K, Chance)> {
    let largest = wholes.iter().max().cloned().unwrap_or_else(BigUint::one);
    let times: Vec<BigUint> = wholes.iter().map(|part| &largest / part).collect();
    let holds_all = wholes.iter().zip(&times).all(|(part, times)| part * times == largest);
    let chance = |parts: Vec<(usize, BigUint)>| -> Chance {
        if !holds_all {
            return parts.into_iter().map(|(of, weight)| Chance::new(weight, wholes[of].clone())).sum();
        }
        Chance::new_raw(parts.into_iter().map(|(of, weight)| weight * &times[of]).sum(), largest.clone())
    };
    sums.into_iter().map(|(key, parts)| (key, chance(parts))).collect()
}

/// One question on the path now walked, and which of its answers is being tried.
#[derive(Debug)]
struct Fork {
    count: u16,
    sides: u8,
    at_most: Option<u8>,
    answer: u32,
    /// Weight of the path before this question, and of the path with its answer.
    before: BigUint,
    weight: BigUint,
    /// What the weights of the path are parts of.
    whole: BigUint,
}

impl Fork {
    fn after(path: Option<&Fork>, (count, sides, at_most): (u16, u8, Option<u8>)) -> Fork {
        let one = BigUint::one();
        let (before, whole) = path.map_or((&one, &one), |fork| (&fork.weight, &fork.whole));
        let mut fork = Fork {
            count,
            sides,
            at_most,
            answer: 0,
            before: before.clone(),
            weight: before.clone(),
            whole: whole * BigUint::from(sides).pow(u32::from(count)),
        };
        if fork.impossible() && !fork.step() {
            fork.answer = 0;
        }
        fork.weigh();
        fork
    }

    /// Number of answers: successes of a pool, or faces of all the dice together.
    fn answers(&self) -> u32 {
        let count = u32::from(self.count);
        if self.at_most.is_some() { count + 1 } else { u32::from(self.sides).pow(count) }
    }

    fn impossible(&self) -> bool {
        self.at_most.is_some_and(|limit| {
            (limit == 0 && self.answer > 0) || (limit >= self.sides && self.answer < u32::from(self.count))
        })
    }

    /// Goes to the next answer that can happen.
    fn step(&mut self) -> bool {
        self.answer += 1;
        while self.answer < self.answers() && self.impossible() {
            self.answer += 1;
        }
        self.answer < self.answers()
    }

    fn weigh(&mut self) {
        if let Some(limit) = self.at_most {
            let (n, k) = (u32::from(self.count), self.answer);
            let hit = limit.min(self.sides);
            self.weight = &self.before * binomial(n, k, hit, self.sides - hit);
        }
    }

    /// Faces that stand for the answer: a 1 for each success, the highest face for each failure.
    fn dice(&self) -> Vec<Die> {
        let die = |face| Die { sides: self.sides, face, source: Source::Thrown };
        let mut rest = self.answer;
        let face = |at: u32| match self.at_most {
            Some(_) if at < self.answer => 1,
            Some(_) => self.sides,
            None => {
                let face = rest % u32::from(self.sides);
                rest /= u32::from(self.sides);
                face as u8 + 1
            }
        };
        (0..u32::from(self.count)).map(face).map(die).collect()
    }
}

/// The path of answers from the first question to the present one.
#[derive(Default, Debug)]
struct Walk {
    forks: Vec<Fork>,
    next: usize,
}

impl Walk {
    /// The weight of the path and what it is a part of.
    fn weight(&self) -> (BigUint, BigUint) {
        self.forks.last().map_or((BigUint::one(), BigUint::one()), |fork| (fork.weight.clone(), fork.whole.clone()))
    }

    /// The next question on the path, new or met again, with the answer that is being tried.
    fn meet(&mut self, count: u16, sides: u8, at_most: Option<u8>) -> &Fork {
        if self.next == self.forks.len() {
            let fork = Fork::after(self.forks.last(), (count, sides, at_most));
            self.forks.push(fork);
        }
        self.next += 1;
        &self.forks[self.next - 1]
    }

    /// Turns to the next path; `false` when all have been walked.
    fn advance(&mut self) -> bool {
        while let Some(fork) = self.forks.last_mut() {
            if fork.step() {
                fork.weigh();
                return true;
            }
            self.forks.pop();
        }
        false
    }
}

impl<P> Dice<P> for Walk {
    fn throw(&mut self, ask: &Ask<P>) -> Throw {
        Throw::Fell(self.meet(ask.count, ask.sides, ask.at_most).dice())
    }
}

/// Ways in which `k` of `n` dice can succeed: C(n, k) hit^k miss^(n-k), in a machine word where it fits.
fn binomial(n: u32, k: u32, hit: u8, miss: u8) -> BigUint {
    let sides = u128::from(hit) + u128::from(miss);
    if sides.checked_pow(n).is_some_and(|whole| whole < u128::MAX >> 8) && n < 100 {
        let ways = (0..k).fold(1_u128, |ways, i| ways * u128::from(n - i) / u128::from(i + 1));
        return BigUint::from(ways * u128::from(hit).pow(k) * u128::from(miss).pow(n - k));
    }
    let ways = (0..k).fold(BigUint::one(), |ways, i| ways * (n - i) / (i + 1));
    ways * BigUint::from(hit).pow(k) * BigUint::from(miss).pow(n - k)
}

/// Wilson's interval of 95% for a share found in so many games: from and to; everything where there was none.
pub fn wilson(share: f64, games: f64) -> (f64, f64) {
    if games <= 0.0 {
        return (0.0, 1.0);
    }
    const Z: f64 = 1.959_963_984_540_054;
    let spread = Z * Z / games;
    let middle = share + spread / 2.0;
    let half = Z * (share * (1.0 - share) / games + spread / (4.0 * games)).sqrt();
    (((middle - half) / (1.0 + spread)).max(0.0), ((middle + half) / (1.0 + spread)).min(1.0))
}
