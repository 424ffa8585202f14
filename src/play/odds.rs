//! Exact odds: runs the same `decide` with every possible die.
//!
//! A pool of dice is tried once for each number of successes, with its exact weight. Every other die is tried once for
//! each face. Ruling and odds are the same code and cannot drift apart.
use std::convert::Infallible;

use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::{One, ToPrimitive};

use crate::{Dice, DiceRequest, Die, EventOf, Game, NotDecidedOf, RollResult, Source};

pub type Chance = Ratio<BigUint>;

/// The possible outcomes of a command with exact probabilities that sum to 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Distribution<K> {
    /// In the order of first occurrence. The fractions need not be in lowest terms: adding them reduces the sum.
    outcomes: Vec<(K, Chance)>,
}

impl<K> Distribution<K> {
    /// Returns the outcomes, in the order of first occurrence.
    pub fn outcomes(&self) -> impl Iterator<Item = &K> {
        self.outcomes.iter().map(|(key, _)| key)
    }
    /// Returns the outcomes, each with its probability in lowest terms.
    pub fn with_chances(&self) -> impl Iterator<Item = (&K, Chance)> {
        self.outcomes.iter().map(|(key, chance)| (key, chance.reduced()))
    }
    pub fn chance(&self, condition: impl Fn(&K) -> bool) -> Chance {
        self.outcomes.iter().filter(|(key, _)| condition(key)).map(|(_, chance)| chance).sum()
    }
    pub fn mean(&self, number: impl Fn(&K) -> u32) -> Chance {
        self.outcomes.iter().map(|(key, chance)| chance * BigUint::from(number(key))).sum()
    }
    pub fn expected(&self, value: impl Fn(&K) -> f64) -> f64 {
        self.outcomes.iter().map(|(key, chance)| value(key) * chance.to_f64().unwrap_or_default()).sum()
    }
}

/// Returns every outcome of `command` in `state`, distinguished by `key`, with its exact probability.
pub fn explore<G: Game, K: PartialEq>(
    state: &G::State,
    command: &G::Command,
    key: impl Fn(&[EventOf<G>]) -> K,
) -> Result<Distribution<K>, NotDecidedOf<G>> {
    sum_paths(|walk| crate::decide::<G>(state, command, walk).map(|events| key(&events)))
}

/// Returns every outcome of successive pools of dice, with its exact probability.
///
/// `run` is the code of the ruling, run for each number of successes of each pool. Its argument is a function from
/// the number of dice, their sides and the highest successful face to the number of successes.
pub fn explore_pools<K: PartialEq>(mut run: impl FnMut(&mut dyn FnMut(u16, u8, u8) -> u16) -> K) -> Distribution<K> {
    let Ok(found) = sum_paths::<_, Infallible>(|walk| {
        Ok(run(&mut |count, sides, at_most| walk.next_request(count, sides, Some(at_most)).answer as u16))
    });
    found
}

/// Walks every path and sums the probabilities of those with equal results.
fn sum_paths<K: PartialEq, E>(mut result_of: impl FnMut(&mut Path) -> Result<K, E>) -> Result<Distribution<K>, E> {
    let mut walk = Path::default();
    let mut denominators: Vec<BigUint> = Vec::new();
    // For each result, the sums of weights by the index of their denominator in `denominators`.
    let mut sums: Vec<(K, Vec<(usize, BigUint)>)> = Vec::new();
    loop {
        walk.next = 0;
        let key = result_of(&mut walk)?;
        let (weight, path_denominator) = walk.weight();
        let index = sums.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
            sums.push((key, Vec::new()));
            sums.len() - 1
        });
        let denominator = denominators.iter().position(|known| *known == path_denominator).unwrap_or_else(|| {
            denominators.push(path_denominator);
            denominators.len() - 1
        });
        match sums[index].1.iter_mut().find(|(known, _)| *known == denominator) {
            Some((_, sum)) => *sum += weight,
            None => sums[index].1.push((denominator, weight)),
        }
        if !walk.advance() {
            return Ok(Distribution { outcomes: over_common_denominator(&denominators, sums) });
        }
    }
}

/// Returns each result's probability: over the largest denominator, if all the others divide it.
fn over_common_denominator<K>(denominators: &[BigUint], sums: Vec<(K, Vec<(usize, BigUint)>)>) -> Vec<(K, Chance)> {
    let largest = denominators.iter().max().cloned().unwrap_or_else(BigUint::one);
    let factors: Vec<BigUint> = denominators.iter().map(|denominator| &largest / denominator).collect();
    let holds_all = denominators.iter().zip(&factors).all(|(denominator, factor)| denominator * factor == largest);
    let chance = |parts: Vec<(usize, BigUint)>| -> Chance {
        if !holds_all {
            return parts.into_iter().map(|(index, weight)| Chance::new(weight, denominators[index].clone())).sum();
        }
        Chance::new_raw(parts.into_iter().map(|(index, weight)| weight * &factors[index]).sum(), largest.clone())
    };
    sums.into_iter().map(|(key, parts)| (key, chance(parts))).collect()
}

/// One request on the current path, and the answer that is being tried.
#[derive(Debug)]
struct Request {
    count: u16,
    sides: u8,
    at_most: Option<u8>,
    answer: u32,
    /// The weight of the path before this request. `weight` includes this request's answer.
    before: BigUint,
    weight: BigUint,
    denominator: BigUint,
}

impl Request {
    fn after(path: Option<&Request>, (count, sides, at_most): (u16, u8, Option<u8>)) -> Request {
        let one = BigUint::one();
        let (before, whole) = path.map_or((&one, &one), |request| (&request.weight, &request.denominator));
        let mut request = Request {
            count,
            sides,
            at_most,
            answer: 0,
            before: before.clone(),
            weight: before.clone(),
            denominator: whole * BigUint::from(sides).pow(u32::from(count)),
        };
        if request.is_impossible() && !request.next_answer() {
            request.answer = 0;
        }
        request.update_weight();
        request
    }

    /// Returns how many answers to try: each number of successes of a pool, or each combination of faces.
    fn answers(&self) -> u32 {
        let count = u32::from(self.count);
        if self.at_most.is_some() { count + 1 } else { u32::from(self.sides).pow(count) }
    }

    fn is_impossible(&self) -> bool {
        self.at_most.is_some_and(|limit| {
            (limit == 0 && self.answer > 0) || (limit >= self.sides && self.answer < u32::from(self.count))
        })
    }

    fn next_answer(&mut self) -> bool {
        self.answer += 1;
        while self.answer < self.answers() && self.is_impossible() {
            self.answer += 1;
        }
        self.answer < self.answers()
    }

    fn update_weight(&mut self) {
        if let Some(limit) = self.at_most {
            let (n, k) = (u32::from(self.count), self.answer);
            let hit = limit.min(self.sides);
            self.weight = &self.before * binomial(n, k, hit, self.sides - hit);
        }
    }

    /// Returns dice for the answer: in a pool a 1 for each success and the highest face for each failure.
    fn dice(&self) -> Vec<Die> {
        let die = |face| Die { sides: self.sides, face, source: Source::Rolled };
        let mut remaining = self.answer;
        let face = |index: u32| match self.at_most {
            Some(_) if index < self.answer => 1,
            Some(_) => self.sides,
            None => {
                let face = remaining % u32::from(self.sides);
                remaining /= u32::from(self.sides);
                face as u8 + 1
            }
        };
        (0..u32::from(self.count)).map(face).map(die).collect()
    }
}

/// The path of answers from the first request to the current one.
#[derive(Default, Debug)]
struct Path {
    requests: Vec<Request>,
    next: usize,
}

impl Path {
    /// Returns the weight of the path and its denominator.
    fn weight(&self) -> (BigUint, BigUint) {
        self.requests
            .last()
            .map_or((BigUint::one(), BigUint::one()), |last| (last.weight.clone(), last.denominator.clone()))
    }

    /// Returns the next request on the path, new or known, with the answer that is being tried.
    fn next_request(&mut self, count: u16, sides: u8, at_most: Option<u8>) -> &Request {
        if self.next == self.requests.len() {
            let request = Request::after(self.requests.last(), (count, sides, at_most));
            self.requests.push(request);
        }
        self.next += 1;
        &self.requests[self.next - 1]
    }

    /// Moves to the next path. `false` if all have been walked.
    fn advance(&mut self) -> bool {
        while let Some(request) = self.requests.last_mut() {
            if request.next_answer() {
                request.update_weight();
                return true;
            }
            self.requests.pop();
        }
        false
    }
}

impl<P> Dice<P> for Path {
    fn roll(&mut self, request: &DiceRequest<P>) -> RollResult {
        RollResult::Rolled(self.next_request(request.count, request.sides, request.at_most).dice())
    }
}

/// Counts the ways in which `k` of `n` dice succeed: C(n, k) hit^k miss^(n-k). Uses machine words if they are enough.
fn binomial(n: u32, k: u32, hit: u8, miss: u8) -> BigUint {
    let sides = u128::from(hit) + u128::from(miss);
    if sides.checked_pow(n).is_some_and(|whole| whole < u128::MAX >> 8) && n < 100 {
        let ways = (0..k).fold(1_u128, |ways, i| ways * u128::from(n - i) / u128::from(i + 1));
        return BigUint::from(ways * u128::from(hit).pow(k) * u128::from(miss).pow(n - k));
    }
    let ways = (0..k).fold(BigUint::one(), |ways, i| ways * (n - i) / (i + 1));
    ways * BigUint::from(hit).pow(k) * BigUint::from(miss).pow(n - k)
}

/// Returns the 95% Wilson interval of a proportion found in this many games. Without games it is 0 to 1.
pub fn wilson_interval(share: f64, games: f64) -> (f64, f64) {
    if games <= 0.0 {
        return (0.0, 1.0);
    }
    const Z: f64 = 1.959_963_984_540_054;
    let spread = Z * Z / games;
    let middle = share + spread / 2.0;
    let half = Z * (share * (1.0 - share) / games + spread / (4.0 * games)).sqrt();
    (((middle - half) / (1.0 + spread)).max(0.0), ((middle + half) / (1.0 + spread)).min(1.0))
}
