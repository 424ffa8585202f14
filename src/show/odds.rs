//! Odds as a page and as JSON: percentages with exact fractions.
use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::ToPrimitive;
use serde_json::{Value, json};

use super::plain_table;
use play::Rule;

type Chance = Ratio<BigUint>;

/// Digits of the longest numerator or denominator that is printed. JSON always has the exact chance.
const MAX_FRACTION_DIGITS: usize = 6;

/// Returns a table of the chance of each number from 0 on, and of at least that number. It has exact fractions if
/// any is short enough to read.
pub fn odds_table(title: &str, rule: Rule, chances: &[Chance]) -> String {
    // If only impossible and certain results have short fractions, the percentages are enough.
    let any_short = chances.iter().any(|chance| short_fraction(chance).is_some_and(|exact| exact.contains('/')));
    let row = |(n, chance): (usize, &Chance)| {
        let at_least: Chance = chances[n..].iter().sum();
        let row = [n.to_string(), percent(chance), percent(&at_least)].into_iter();
        row.chain(any_short.then(|| short_fraction(chance).unwrap_or_default())).collect()
    };
    let rows = chances.iter().enumerate().map(row).collect();
    let heading = ["n", "exactly", "at least", "exact fraction"];
    let shown = if any_short { &heading[..] } else { &heading[..3] };
    format!("{title} [{rule}]\n{}", plain_table(shown, &[0, 1, 2], rows))
}

/// Returns the chances as JSON: `[{"n":0,"p":"num/den"}, ...]` in lowest terms.
pub fn odds_json(chances: &[Chance]) -> Value {
    let exact = |chance: &Chance| format!("{}/{}", chance.numer(), chance.denom());
    chances.iter().enumerate().map(|(n, chance)| json!({ "n": n, "p": exact(chance) })).collect()
}

/// `18.6%`.
pub fn percent(chance: &Chance) -> String {
    percent_of(chance.to_f64().unwrap_or(0.0))
}

/// Returns a fraction as a percentage, to one decimal.
pub fn percent_of(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

fn short_fraction(chance: &Chance) -> Option<String> {
    let is_short = |number: &BigUint| number.to_string().len() <= MAX_FRACTION_DIGITS;
    (is_short(chance.numer()) && is_short(chance.denom())).then(|| chance.to_string())
}
