//! Fits values of ships to the results of battles by logistic regression. The probability that the first side keeps
//! more of its strength depends on the difference between the sums of values.
//!
//! There are as many unknowns as types and classes. A page of elimination solves that without a linear algebra library.
use std::collections::BTreeMap;

use super::Outcome;
use naval::model::audit::{Audit, FEWEST, Rated, Worth};
use naval::rules::tally::{self, Standing};
use naval::{Id, model::ShipType};
use play::Rng;

/// Ridge penalty: it keeps values near 0 if the battles contain little information about them.
const RIDGE: f64 = 0.01;
/// Value of a battleship, which fixes the scale.
const OF_ANCHOR: f64 = 12.0;
/// Limit of Newton steps, of which few are needed.
const MOST_STEPS: usize = 30;
const CLOSE: f64 = 1e-9;
/// Share of the resampled values below the interval, and above it.
const OUTSIDE: f64 = 0.025;

/// One thing that is valued: a type, or a class's advantage over its type.
type Term = (ShipType, Option<String>);

/// A battle: how many more of each thing the first side had, and whether it kept more of its strength.
struct Row {
    more: Vec<(usize, f64)>,
    first: f64,
}

/// Battles, prepared for repeated fits.
pub struct Sample {
    terms: Vec<Term>,
    /// Number of battles in which each occurred.
    met: Vec<usize>,
    /// A thing in fewer battles is not judged.
    fewest: usize,
    /// Index of the type that fixes the scale, and its value.
    anchor: (usize, f64),
    rows: Vec<Row>,
    undecided: usize,
    refused: usize,
}

impl Sample {
    pub fn of(outcomes: &[Outcome]) -> Sample {
        Sample::met_in(outcomes, FEWEST)
    }

    /// The same, judging things that occurred in at least `fewest` battles.
    pub fn met_in(outcomes: &[Outcome], fewest: usize) -> Sample {
        let mut met: BTreeMap<Term, usize> = BTreeMap::new();
        for outcome in outcomes {
            let ships = || outcome.ships.iter().flatten();
            let mut there: Vec<Term> = ships().map(|(kind, class)| (*kind, Some(class.clone()))).collect();
            there.extend(ships().map(|(kind, _)| (*kind, None)));
            there.sort_unstable();
            there.dedup();
            there.into_iter().for_each(|term| *met.entry(term).or_default() += 1);
        }
        // Types before classes, each in the order of the charts.
        let mut terms: Vec<(Term, usize)> =
            met.into_iter().filter(|((_, class), met)| class.is_none() || fewest <= *met).collect();
        terms.sort_by_key(|((_, class), _)| class.is_some());
        let (terms, met): (Vec<Term>, Vec<usize>) = terms.into_iter().unzip();
        let row = |outcome: &Outcome| {
            let mut more: BTreeMap<usize, f64> = BTreeMap::new();
            for (ships, one) in outcome.ships.iter().zip([1.0, -1.0]) {
                for (kind, class) in ships {
                    let is = |term: &Term| term.0 == *kind && term.1.as_ref().is_none_or(|of| of == class);
                    let places = (0..terms.len()).filter(|at| is(&terms[*at]));
                    places.for_each(|at| *more.entry(at).or_default() += one);
                }
            }
            Row { more: more.into_iter().filter(|(_, more)| *more != 0.0).collect(), first: outcome.first }
        };
        let rows = outcomes.iter().map(row).collect();
        let is_type = |at: &usize| terms[*at].1.is_none();
        let battleship = (0..terms.len()).filter(is_type).find(|at| terms[*at].0 == ShipType::BB);
        let most_met = || (0..terms.len()).filter(is_type).max_by_key(|at| met[*at]);
        let anchor = match battleship.or_else(most_met) {
            Some(at) if terms[at].0 != ShipType::BB => (at, printed(terms[at].0)),
            found => (found.unwrap_or_default(), OF_ANCHOR),
        };
        let undecided = outcomes.iter().filter(|one| one.first == 0.5).count();
        let refused = outcomes.iter().filter(|one| one.refused).count();
        Sample { terms, met, fewest, anchor, rows, undecided, refused }
    }

    /// Returns the values fitted to as many battles drawn with replacement, or to the battles themselves without a
    /// seed. `None` if the type that fixes the scale has no positive value.
    pub fn values(&self, resampled: Option<u64>) -> Option<Vec<f64>> {
        let mut times = vec![1.0; self.rows.len()];
        if let Some(seed) = resampled {
            let mut rng = Rng(seed);
            times.fill(0.0);
            for _ in 0..self.rows.len() {
                times[rng.below(self.rows.len() as u64) as usize] += 1.0;
            }
        }
        let types = self.terms.iter().filter(|(_, class)| class.is_none()).count();
        let of_types = self.fitted(types, &times);
        let (place, worth) = self.anchor;
        // Fitted without classes, so that the anchor has exactly its value.
        let anchor = of_types.get(place).copied().filter(|anchor| 0.0 < *anchor)?;
        let scaled = |value: f64| value / anchor * worth;
        let mut values: Vec<f64> = of_types.iter().map(|value| scaled(*value)).collect();
        if types < self.terms.len() {
            let all = self.fitted(self.terms.len(), &times);
            let of_class = |at: usize| {
                let kind = self.terms[..types].iter().position(|(kind, _)| *kind == self.terms[at].0);
                kind.map_or(0.0, |kind| all[kind]) + all[at]
            };
            values.extend((types..self.terms.len()).map(|at| scaled(of_class(at))));
        }
        Some(values)
    }

    /// Fits the first `n` things to all battles, each counted `times` times.
    fn fitted(&self, n: usize, times: &[f64]) -> Vec<f64> {
        let mut values = vec![0.0; n];
        for _ in 0..MOST_STEPS {
            let mut slope: Vec<f64> = values.iter().map(|value| -RIDGE * value).collect();
            let mut curve = vec![vec![0.0; n]; n];
            (0..n).for_each(|at| curve[at][at] = RIDGE);
            for (row, times) in self.rows.iter().zip(times).filter(|(_, times)| 0.0 < **times) {
                let more = || row.more.iter().take_while(|(at, _)| *at < n);
                let sum: f64 = more().map(|(at, more)| values[*at] * more).sum();
                let chance = 1.0 / (1.0 + (-sum).exp());
                let (off, weight) = (times * (row.first - chance), times * chance * (1.0 - chance));
                for (at, one) in more() {
                    slope[*at] += off * one;
                    more().for_each(|(other, two)| curve[*at][*other] += weight * one * two);
                }
            }
            let step = solved(curve, slope);
            values.iter_mut().zip(&step).for_each(|(value, step)| *value += step);
            if step.iter().all(|step| step.abs() < CLOSE) {
                break;
            }
        }
        values
    }

    /// Returns the audit from all battles, with intervals from the resampled ones. If too many of these have no scale,
    /// nothing is judged.
    pub fn audit(&self, war: &Id, resampled: &[Option<Vec<f64>>]) -> Audit {
        let scaled: Vec<&Vec<f64>> = resampled.iter().flatten().collect();
        let enough = (1.0 - OUTSIDE) * resampled.len() as f64 <= scaled.len() as f64;
        let values = self.values(None).filter(|_| enough);
        let rated = |at: usize| {
            let (kind, class) = self.terms[at].clone();
            let mut each: Vec<f64> = scaled.iter().filter_map(|one| one.get(at).copied()).collect();
            each.sort_by(f64::total_cmp);
            let mean = values.as_ref().and_then(|values| values.get(at).copied());
            let worth = mean.filter(|_| self.fewest <= self.met[at]).map(|mean| {
                let place = |share: f64| (share * each.len().saturating_sub(1) as f64).round() as usize;
                let bound = |share: f64| each.get(place(share)).copied().unwrap_or(mean);
                Worth { mean, low: bound(OUTSIDE), high: bound(1.0 - OUTSIDE) }
            });
            Rated { kind, class, printed: printed(kind).round() as i32, battles: self.met[at], worth }
        };
        let (mut types, mut classes): (Vec<Rated>, Vec<Rated>) =
            (0..self.terms.len()).map(rated).partition(|one| one.class.is_none());
        types.sort_by_key(|one| one.kind as usize);
        let worth = |one: &Rated| one.worth.map_or(0.0, |worth| worth.mean);
        classes.sort_by(|one, other| {
            (one.kind as usize).cmp(&(other.kind as usize)).then(worth(other).total_cmp(&worth(one)))
        });
        let (undecided, refused) = (self.undecided, self.refused);
        Audit { war: war.clone(), battles: self.rows.len(), undecided, refused, types, classes }
    }
}

/// The points for sinking a ship of this type. [10.5]
fn printed(kind: ShipType) -> f64 {
    f64::from(tally::worth(kind, Standing::Sunk).0)
}

/// Solves one Newton step. `curve` is symmetric, and the ridge keeps it from being singular.
fn solved(mut curve: Vec<Vec<f64>>, mut slope: Vec<f64>) -> Vec<f64> {
    let n = slope.len();
    for at in 0..n {
        let pivot = curve[at].clone();
        for below in at + 1..n {
            let times = curve[below][at] / pivot[at];
            if times != 0.0 {
                (at..n).for_each(|column| curve[below][column] -= times * pivot[column]);
                slope[below] -= times * slope[at];
            }
        }
    }
    for at in (0..n).rev() {
        let known: f64 = (at + 1..n).map(|other| curve[at][other] * slope[other]).sum();
        slope[at] = (slope[at] - known) / curve[at][at];
    }
    slope
}
