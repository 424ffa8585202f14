//! Sequential halving: finds the best of a few arms that can only be sampled, with paired samples.
//!
//! Every remaining arm is sampled once in each world, so that the world's luck cancels in the differences.
//! After each round the better half remains. The first arm is the baseline and stays to the end. All sums are integers
//! added in the order of the worlds, so any number of threads gives the same result.
use std::{
    cmp::Reverse,
    sync::{Arc, Mutex, PoisonError},
};

use super::{Stop, run_parallel};

/// Maximum worlds started together, with any number of threads.
const MAX_PARALLEL_WORLDS: u64 = 8;

/// The result of an arm in one world.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample<const PARTS: usize> {
    /// Their sum is the value.
    pub parts: [i64; PARTS],
    /// The cost, in nodes.
    pub nodes: u64,
}

impl<const PARTS: usize> Sample<PARTS> {
    fn value(&self) -> i64 {
        self.parts.iter().sum()
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArmResult<const PARTS: usize> {
    pub samples: u64,
    /// The mean gain of each part over the first arm in the same worlds.
    pub gains: [i64; PARTS],
    /// The mean total gain over the first arm.
    pub gain: i64,
    /// The standard error of the total gain. `None` with fewer than two worlds.
    pub error: Option<i64>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HalvingResult<const PARTS: usize> {
    /// In the order of the arms.
    pub arms: Vec<ArmResult<PARTS>>,
    /// The best arm at the end, the first if several are equal.
    pub best: usize,
    pub nodes: u64,
    /// Whether the budget was used up without a stop. The result is then reproducible.
    pub is_complete: bool,
}

pub struct Experiment<'t, W, const PARTS: usize> {
    /// At least one. The first is the baseline.
    pub arms: usize,
    /// Maximum nodes for samples that count.
    pub budget: u64,
    pub threads: usize,
    /// Returns a world by its number, the same for every arm.
    pub world: &'t (dyn Fn(u64) -> W + Sync),
    /// Returns the result of an arm in a world, or `None` if it was stopped.
    pub sample: &'t (dyn Fn(&W, usize) -> Option<Sample<PARTS>> + Sync),
}

#[derive(Clone)]
struct ArmSums<const PARTS: usize> {
    samples: u64,
    parts: [i64; PARTS],
    squares: i128,
}

impl<const PARTS: usize> ArmSums<PARTS> {
    /// Adds this arm's sample of a world in which the first arm had the sample `first`.
    fn add(&mut self, sample: &Sample<PARTS>, first: &Sample<PARTS>) {
        self.samples += 1;
        for (sum, (part, other)) in self.parts.iter_mut().zip(sample.parts.iter().zip(&first.parts)) {
            *sum += part - other;
        }
        let gain = i128::from(sample.value() - first.value());
        self.squares += gain * gain;
    }

    fn total_gain(&self) -> i64 {
        self.parts.iter().sum()
    }

    fn to_result(&self) -> ArmResult<PARTS> {
        let n = self.samples.max(1) as i64;
        let (sum, count) = (i128::from(self.total_gain()), i128::from(n));
        let spread = (count * self.squares - sum * sum).max(0) as u128;
        let error = (1 < n).then(|| (spread / (count * count * (count - 1)) as u128).isqrt() as i64);
        ArmResult { samples: self.samples, gains: self.parts.map(|part| part / n), gain: self.total_gain() / n, error }
    }
}

/// Tries all arms, then the better half, and so on until two remain. Each round gets a share of the budget.
pub fn sequential_halving<W: Send + Sync, const PARTS: usize>(
    experiment: &Experiment<'_, W, PARTS>,
    stop: Stop<'_>,
) -> HalvingResult<PARTS> {
    let mut sums = vec![ArmSums { samples: 0, parts: [0; PARTS], squares: 0 }; experiment.arms];
    let mut remaining: Vec<usize> = (0..experiment.arms).collect();
    let (mut number, mut spent, mut is_complete) = (0, 0, true);
    while 1 < remaining.len() && is_complete {
        let rounds = u64::from((remaining.len() as u64).next_power_of_two().trailing_zeros());
        let until = spent + (experiment.budget - spent) / rounds;
        is_complete = run_round(experiment, &remaining, &mut sums, [&mut number, &mut spent], until, stop);
        if remaining.len() == 2 {
            break;
        }
        // Stable: the first of equal arms remains, and so does the baseline.
        let half = remaining.len().div_ceil(2);
        remaining[1..].sort_by_key(|arm| Reverse(sums[*arm].total_gain()));
        remaining.truncate(half);
        remaining[1..].sort_unstable();
    }
    let best = remaining.iter().copied().min_by_key(|arm| (Reverse(sums[*arm].total_gain()), *arm)).unwrap_or_default();
    HalvingResult { arms: sums.iter().map(ArmSums::to_result).collect(), best, nodes: spent, is_complete }
}

/// Samples the remaining arms until `until` nodes are spent. Returns whether it was not stopped.
fn run_round<W: Send + Sync, const PARTS: usize>(
    experiment: &Experiment<'_, W, PARTS>,
    remaining: &[usize],
    sums: &mut [ArmSums<PARTS>],
    [number, spent]: [&mut u64; 2],
    until: u64,
    stop: Stop<'_>,
) -> bool {
    let (mut rows, start) = (0, *spent);
    loop {
        // As many worlds as are likely to fit, judged by the cost of this round's earlier ones.
        let together = match (*spent - start).checked_div(rows) {
            None | Some(0) => 1,
            Some(each) => ((until - *spent) / each).clamp(1, MAX_PARALLEL_WORLDS),
        };
        for row in sample_worlds(experiment, remaining, *number, together, stop) {
            let Some(row) = row else { return false };
            let cost: u64 = row.iter().map(|sample| sample.nodes).sum();
            // Each world costs at least 1, because samples that cost nothing would never end.
            if until < *spent + cost.max(1) {
                return true;
            }
            (*spent, *number, rows) = (*spent + cost.max(1), *number + 1, rows + 1);
            remaining.iter().zip(&row).for_each(|(arm, sample)| sums[*arm].add(sample, &row[0]));
        }
    }
}

/// Returns a sample of every remaining arm in each of `count` worlds, with `None` for a world that was stopped.
fn sample_worlds<W: Send + Sync, const PARTS: usize>(
    experiment: &Experiment<'_, W, PARTS>,
    remaining: &[usize],
    from: u64,
    count: u64,
    stop: Stop<'_>,
) -> Vec<Option<Vec<Sample<PARTS>>>> {
    let worlds: Vec<Mutex<Option<Arc<W>>>> = (0..count).map(|_| Mutex::new(None)).collect();
    // The first thread that needs a world draws it.
    let world = |row: usize| {
        let mut slot = worlds[row].lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(slot.get_or_insert_with(|| Arc::new((experiment.world)(from + row as u64))))
    };
    let places = worlds.len() * remaining.len();
    let add = |results: &mut Vec<(usize, Sample<PARTS>)>, place: u64| {
        let place = place as usize;
        let (row, arm) = (place / remaining.len(), remaining[place % remaining.len()]);
        let sample = if stop() { None } else { (experiment.sample)(&world(row), arm) };
        results.extend(sample.map(|sample| (place, sample)));
    };
    let mut all: Vec<Option<Sample<PARTS>>> = vec![None; places];
    for (place, sample) in run_parallel(places as u64, experiment.threads.clamp(1, places.max(1)), add, |_| ()).concat()
    {
        all[place] = Some(sample);
    }
    all.chunks(remaining.len()).map(|row| row.iter().copied().collect()).collect()
}
