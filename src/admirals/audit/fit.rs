//! Fits values of ships to the results of battles by logistic regression. The probability that the first side keeps
//! more of its strength depends on the difference between the sums of values.
//!
//! There are as many unknowns as types and classes, few enough for the plain Gaussian elimination in `solve`.
use std::collections::BTreeMap;

use super::AuditOutcome;
use naval::model::audit::{Audit, MIN_BATTLES, RatedShips, ValueEstimate};
use naval::rules::tally::{self, ScoredFate};
use naval::{Id, model::ShipType};
use play::Rng;

/// Ridge penalty: it keeps values near 0 if the battles contain little information about them.
const RIDGE: f64 = 0.01;
/// Value of a battleship, which fixes the scale.
const ANCHOR_VALUE: f64 = 12.0;
/// Limit of Newton steps, of which few are needed.
const MAX_NEWTON_STEPS: usize = 30;
const CONVERGED_BELOW: f64 = 1e-9;
/// Share of the resampled values below the interval, and above it.
const TAIL_SHARE: f64 = 0.025;

/// One thing that is valued: a type, or a class's advantage over its type.
type ShipTerm = (ShipType, Option<String>);

/// How many more of each term the first side had in a battle, by the term's index, and [`AuditOutcome::first_won`].
struct BattleRow {
    more: Vec<(usize, f64)>,
    first_won: f64,
}

/// Battles, prepared for repeated fits.
pub struct BattleSample {
    terms: Vec<ShipTerm>,
    /// Number of battles in which each term occurred.
    battle_counts: Vec<usize>,
    /// A term that occurs in fewer battles is not judged.
    min_battles: usize,
    /// Index of the type that fixes the scale, and its value.
    anchor: (usize, f64),
    rows: Vec<BattleRow>,
    undecided: usize,
    refused: usize,
}

impl BattleSample {
    pub fn from_outcomes(outcomes: &[AuditOutcome]) -> BattleSample {
        BattleSample::with_min_battles(outcomes, MIN_BATTLES)
    }

    /// Prepares battles for fits that judge only terms that occur in at least `min_battles` battles.
    pub fn with_min_battles(outcomes: &[AuditOutcome], min_battles: usize) -> BattleSample {
        let mut battle_counts: BTreeMap<ShipTerm, usize> = BTreeMap::new();
        for outcome in outcomes {
            let ships = || outcome.ships.iter().flatten();
            let mut terms_met: Vec<ShipTerm> = ships().map(|(kind, class)| (*kind, Some(class.clone()))).collect();
            terms_met.extend(ships().map(|(kind, _)| (*kind, None)));
            terms_met.sort_unstable();
            terms_met.dedup();
            terms_met.into_iter().for_each(|term| *battle_counts.entry(term).or_default() += 1);
        }
        // Types before classes, both in the order of the types, classes of one type by name.
        let mut terms: Vec<(ShipTerm, usize)> =
            battle_counts.into_iter().filter(|((_, class), n)| class.is_none() || min_battles <= *n).collect();
        terms.sort_by_key(|((_, class), _)| class.is_some());
        let (terms, battle_counts): (Vec<ShipTerm>, Vec<usize>) = terms.into_iter().unzip();
        let row = |outcome: &AuditOutcome| {
            let mut more: BTreeMap<usize, f64> = BTreeMap::new();
            for (ships, sign) in outcome.ships.iter().zip([1.0, -1.0]) {
                for (kind, class) in ships {
                    let matches_term =
                        |term: &ShipTerm| term.0 == *kind && term.1.as_ref().is_none_or(|own_class| own_class == class);
                    let places = (0..terms.len()).filter(|index| matches_term(&terms[*index]));
                    places.for_each(|index| *more.entry(index).or_default() += sign);
                }
            }
            let more = more.into_iter().filter(|(_, more)| *more != 0.0).collect();
            BattleRow { more, first_won: outcome.first_won }
        };
        let rows = outcomes.iter().map(row).collect();
        let is_type = |index: &usize| terms[*index].1.is_none();
        let battleship = (0..terms.len()).filter(is_type).find(|index| terms[*index].0 == ShipType::BB);
        let most_frequent = || (0..terms.len()).filter(is_type).max_by_key(|index| battle_counts[*index]);
        let anchor = match battleship.or_else(most_frequent) {
            Some(index) if terms[index].0 != ShipType::BB => (index, printed_points(terms[index].0)),
            found => (found.unwrap_or_default(), ANCHOR_VALUE),
        };
        let undecided = outcomes.iter().filter(|outcome| outcome.first_won == 0.5).count();
        let refused = outcomes.iter().filter(|outcome| outcome.refused).count();
        BattleSample { terms, battle_counts, min_battles, anchor, rows, undecided, refused }
    }

    /// Returns the values fitted to the battles or, with a seed, to an equal number drawn from them with replacement.
    /// `None` if the type that fixes the scale has no positive value.
    pub fn values(&self, resampling_seed: Option<u64>) -> Option<Vec<f64>> {
        let mut weights = vec![1.0; self.rows.len()];
        if let Some(seed) = resampling_seed {
            let mut rng = Rng(seed);
            weights.fill(0.0);
            for _ in 0..self.rows.len() {
                weights[rng.below(self.rows.len() as u64) as usize] += 1.0;
            }
        }
        let types = self.terms.iter().filter(|(_, class)| class.is_none()).count();
        let type_values = self.fit(types, &weights);
        let (anchor_index, anchor_value) = self.anchor;
        // Fitted without classes, so that the anchor has exactly its value.
        let anchor = type_values.get(anchor_index).copied().filter(|anchor| 0.0 < *anchor)?;
        let scaled = |value: f64| value / anchor * anchor_value;
        let mut values: Vec<f64> = type_values.iter().map(|value| scaled(*value)).collect();
        if types < self.terms.len() {
            let all_values = self.fit(self.terms.len(), &weights);
            let class_value = |index: usize| {
                let kind = self.terms[..types].iter().position(|(kind, _)| *kind == self.terms[index].0);
                kind.map_or(0.0, |kind| all_values[kind]) + all_values[index]
            };
            values.extend((types..self.terms.len()).map(|index| scaled(class_value(index))));
        }
        Some(values)
    }

    /// Fits the first `n` terms to all battles. `times` is how often each battle counts.
    fn fit(&self, n: usize, times: &[f64]) -> Vec<f64> {
        let mut values = vec![0.0; n];
        for _ in 0..MAX_NEWTON_STEPS {
            let mut gradient: Vec<f64> = values.iter().map(|value| -RIDGE * value).collect();
            let mut hessian = vec![vec![0.0; n]; n];
            (0..n).for_each(|index| hessian[index][index] = RIDGE);
            for (row, times) in self.rows.iter().zip(times).filter(|(_, times)| 0.0 < **times) {
                let more = || row.more.iter().take_while(|(index, _)| *index < n);
                let sum: f64 = more().map(|(index, more)| values[*index] * more).sum();
                let chance = 1.0 / (1.0 + (-sum).exp());
                let (residual, weight) = (times * (row.first_won - chance), times * chance * (1.0 - chance));
                for (index, left) in more() {
                    gradient[*index] += residual * left;
                    more().for_each(|(other, right)| hessian[*index][*other] += weight * left * right);
                }
            }
            let step = solve(hessian, gradient);
            values.iter_mut().zip(&step).for_each(|(value, step)| *value += step);
            if step.iter().all(|step| step.abs() < CONVERGED_BELOW) {
                break;
            }
        }
        values
    }

    /// Returns the audit from all battles, with intervals from the values of resampled ones. If too many of these are
    /// `None`, nothing is judged.
    pub fn audit(&self, war: &Id, resampled: &[Option<Vec<f64>>]) -> Audit {
        let scaled: Vec<&Vec<f64>> = resampled.iter().flatten().collect();
        let enough = (1.0 - TAIL_SHARE) * resampled.len() as f64 <= scaled.len() as f64;
        let values = self.values(None).filter(|_| enough);
        let rated = |index: usize| {
            let (kind, class) = self.terms[index].clone();
            let mut each: Vec<f64> = scaled.iter().filter_map(|values| values.get(index).copied()).collect();
            each.sort_by(f64::total_cmp);
            let fitted = values.as_ref().and_then(|values| values.get(index).copied());
            let worth = fitted.filter(|_| self.min_battles <= self.battle_counts[index]).map(|fitted| {
                let place = |share: f64| (share * each.len().saturating_sub(1) as f64).round() as usize;
                let bound = |share: f64| each.get(place(share)).copied().unwrap_or(fitted);
                ValueEstimate { value: fitted, low: bound(TAIL_SHARE), high: bound(1.0 - TAIL_SHARE) }
            });
            RatedShips {
                kind,
                class,
                printed: printed_points(kind).round() as i32,
                battles: self.battle_counts[index],
                worth,
            }
        };
        let (mut types, mut classes): (Vec<RatedShips>, Vec<RatedShips>) =
            (0..self.terms.len()).map(rated).partition(|rated| rated.class.is_none());
        types.sort_by_key(|rated| rated.kind as usize);
        let worth = |rated: &RatedShips| rated.worth.map_or(0.0, |worth| worth.value);
        classes.sort_by(|left, right| {
            (left.kind as usize).cmp(&(right.kind as usize)).then(worth(right).total_cmp(&worth(left)))
        });
        let (undecided, refused) = (self.undecided, self.refused);
        Audit { war: war.clone(), battles: self.rows.len(), undecided, refused, types, classes }
    }
}

/// Returns the points for sinking a ship of this type. [10.5]
fn printed_points(kind: ShipType) -> f64 {
    f64::from(tally::points_for(kind, ScoredFate::Sunk).0)
}

/// Solves one Newton step. `hessian` is symmetric, and the ridge keeps it from being singular.
fn solve(mut hessian: Vec<Vec<f64>>, mut gradient: Vec<f64>) -> Vec<f64> {
    let n = gradient.len();
    for row in 0..n {
        let pivot = hessian[row].clone();
        for lower in row + 1..n {
            let factor = hessian[lower][row] / pivot[row];
            if factor != 0.0 {
                (row..n).for_each(|column| hessian[lower][column] -= factor * pivot[column]);
                gradient[lower] -= factor * gradient[row];
            }
        }
    }
    for row in (0..n).rev() {
        let solved: f64 = (row + 1..n).map(|other| hessian[row][other] * gradient[other]).sum();
        gradient[row] = (gradient[row] - solved) / hessian[row][row];
    }
    gradient
}
