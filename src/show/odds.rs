//! Odds as a page and as JSON: exact fractions beside their percentages.
use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::ToPrimitive;
use serde_json::{Value, json};

use super::lines::plain_table;
use crate::play::Rule;

/// An exact probability.
type Chance = Ratio<BigUint>;

/// Digits beyond which a fraction is told by its percentage alone in prose; JSON keeps it exact.
const LONGEST: usize = 44;

/// The chance of each number from 0 on, and of at least that number, under a title that cites its paragraph.
pub fn odds_table(title: &str, rule: Rule, chances: &[Chance]) -> String {
    let row = |(n, chance): (usize, &Chance)| {
        let at_least: Chance = chances[n..].iter().sum();
        vec![n.to_string(), percent(chance), percent(&at_least), short_fraction(chance)]
    };
    let rows = chances.iter().enumerate().map(row).collect();
    let heading = ["n", "exactly", "at least", "exact fraction"];
    format!("{title} [{rule}]\n{}", plain_table(&heading, &[0, 1, 2], rows))
}

/// The contract's form: `[{"n":0,"p":"num/den"}, ...]` in lowest terms.
pub fn odds_json(chances: &[Chance]) -> Value {
    chances.iter().enumerate().map(|(n, chance)| json!({ "n": n, "p": fraction(chance) })).collect()
}

/// `18.6%`.
pub fn percent(chance: &Chance) -> String {
    format!("{:.1}%", 100.0 * chance.to_f64().unwrap_or(0.0))
}

fn fraction(chance: &Chance) -> String {
    format!("{}/{}", chance.numer(), chance.denom())
}

fn short_fraction(chance: &Chance) -> String {
    let exact = chance.to_string();
    if exact.len() <= LONGEST { exact } else { format!("over {} digits", chance.denom().to_string().len()) }
}
