//! Choosing the best of a few arms that can only be tried: by halves, on paired samples.
//!
//! Every sample is one world, in which each arm that is left is tried, so that what the world gives or takes falls out of
//! the difference between two arms. After each round the better half goes on. The first arm is what the others are held
//! against: it stays to the end. All sums are whole numbers, made in the order of the samples, so that any number of
//! threads comes to the same.
use std::{
    cmp::Reverse,
    sync::{Arc, Mutex, PoisonError},
};

use super::{Stop, shared};

/// Samples that are begun together at most, whatever the threads.
const TOGETHER: u64 = 8;

/// What came of an arm in a world.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample<const PARTS: usize> {
    /// What it is worth is the sum of these.
    pub parts: [i64; PARTS],
    /// What it cost.
    pub nodes: u64,
}

impl<const PARTS: usize> Sample<PARTS> {
    fn value(&self) -> i64 {
        self.parts.iter().sum()
    }
}

/// How an arm fared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fared<const PARTS: usize> {
    /// In how many worlds it was tried.
    pub samples: u64,
    /// The mean of each part by which it was worth more than the first arm in the same worlds.
    pub gains: [i64; PARTS],
    /// The mean by which it was worth more in all.
    pub gain: i64,
    /// The standard error of that; none where fewer than two worlds were tried.
    pub error: Option<i64>,
}

/// What was found of all arms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Halved<const PARTS: usize> {
    /// In the order of the arms.
    pub arms: Vec<Fared<PARTS>>,
    /// The best of those that went on to the end; of equal ones the first.
    pub best: usize,
    pub nodes: u64,
    /// It was not stopped before its budget was spent: it comes to the same again.
    pub whole: bool,
}

/// What is tried.
pub struct Trial<'t, W, const PARTS: usize> {
    /// At least one; the first is what the others are held against.
    pub arms: usize,
    /// Nodes that may be spent on samples that count.
    pub budget: u64,
    pub threads: usize,
    /// The world of a sample, by its number; the same for every arm.
    pub world: &'t (dyn Fn(u64) -> W + Sync),
    /// What comes of an arm in it; nothing where it was stopped.
    pub sample: &'t (dyn Fn(&W, usize) -> Option<Sample<PARTS>> + Sync),
}

/// The sums of an arm so far.
#[derive(Clone)]
struct Sums<const PARTS: usize> {
    samples: u64,
    parts: [i64; PARTS],
    squares: i128,
}

impl<const PARTS: usize> Sums<PARTS> {
    /// Another world, in which the first arm came to `first`.
    fn add(&mut self, one: &Sample<PARTS>, first: &Sample<PARTS>) {
        self.samples += 1;
        for (sum, (part, other)) in self.parts.iter_mut().zip(one.parts.iter().zip(&first.parts)) {
            *sum += part - other;
        }
        let gain = i128::from(one.value() - first.value());
        self.squares += gain * gain;
    }

    fn gained(&self) -> i64 {
        self.parts.iter().sum()
    }

    fn fared(&self) -> Fared<PARTS> {
        let n = self.samples.max(1) as i64;
        let (sum, count) = (i128::from(self.gained()), i128::from(n));
        let spread = (count * self.squares - sum * sum).max(0) as u128;
        let error = (1 < n).then(|| (spread / (count * count * (count - 1)) as u128).isqrt() as i64);
        Fared { samples: self.samples, gains: self.parts.map(|part| part / n), gain: self.gained() / n, error }
    }
}

/// Tries all arms, then the better half of them, and so on until two are left, with a share of the budget for each round.
pub fn halving<W: Send + Sync, const PARTS: usize>(trial: &Trial<'_, W, PARTS>, stop: Stop<'_>) -> Halved<PARTS> {
    let mut sums = vec![Sums { samples: 0, parts: [0; PARTS], squares: 0 }; trial.arms];
    let mut left: Vec<usize> = (0..trial.arms).collect();
    let (mut number, mut spent, mut whole) = (0, 0, true);
    while 1 < left.len() && whole {
        let rounds = u64::from((left.len() as u64).next_power_of_two().trailing_zeros());
        let until = spent + (trial.budget - spent) / rounds;
        whole = round(trial, &left, &mut sums, [&mut number, &mut spent], until, stop);
        if left.len() == 2 {
            break;
        }
        // Stable: of equal ones the first goes on; so does that against which the others are held.
        let kept = left.len().div_ceil(2);
        left[1..].sort_by_key(|arm| Reverse(sums[*arm].gained()));
        left.truncate(kept);
        left[1..].sort_unstable();
    }
    let best = left.iter().copied().min_by_key(|arm| (Reverse(sums[*arm].gained()), *arm)).unwrap_or_default();
    Halved { arms: sums.iter().map(Sums::fared).collect(), best, nodes: spent, whole }
}

/// Samples of all arms that are left until so many nodes are spent; whether it was not stopped.
fn round<W: Send + Sync, const PARTS: usize>(
    trial: &Trial<'_, W, PARTS>,
    left: &[usize],
    sums: &mut [Sums<PARTS>],
    [number, spent]: [&mut u64; 2],
    until: u64,
    stop: Stop<'_>,
) -> bool {
    let (mut rows, begun) = (0, *spent);
    loop {
        // As many as are likely to fit, by what one cost so far.
        let together = match (*spent - begun).checked_div(rows) {
            None | Some(0) => 1,
            Some(each) => ((until - *spent) / each).clamp(1, TOGETHER),
        };
        for row in tried(trial, left, *number, together, stop) {
            let Some(row) = row else { return false };
            let cost: u64 = row.iter().map(|sample| sample.nodes).sum();
            // What costs nothing would never end.
            if until < *spent + cost.max(1) {
                return true;
            }
            (*spent, *number, rows) = (*spent + cost.max(1), *number + 1, rows + 1);
            left.iter().zip(&row).for_each(|(arm, sample)| sums[*arm].add(sample, &row[0]));
        }
    }
}

/// So many samples from a number on, each of every arm; nothing in the place of one that was stopped.
fn tried<W: Send + Sync, const PARTS: usize>(
    trial: &Trial<'_, W, PARTS>,
    left: &[usize],
    from: u64,
    samples: u64,
    stop: Stop<'_>,
) -> Vec<Option<Vec<Sample<PARTS>>>> {
    let worlds: Vec<Mutex<Option<Arc<W>>>> = (0..samples).map(|_| Mutex::new(None)).collect();
    // Drawn once, by whoever tries an arm in it first.
    let world = |row: usize| {
        let mut drawn = worlds[row].lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(drawn.get_or_insert_with(|| Arc::new((trial.world)(from + row as u64))))
    };
    let places = worlds.len() * left.len();
    let add = |own: &mut Vec<(usize, Sample<PARTS>)>, place: u64| {
        let place = place as usize;
        let (row, arm) = (place / left.len(), left[place % left.len()]);
        let sample = if stop() { None } else { (trial.sample)(&world(row), arm) };
        own.extend(sample.map(|sample| (place, sample)));
    };
    let mut all: Vec<Option<Sample<PARTS>>> = vec![None; places];
    for (place, sample) in shared(places as u64, trial.threads.clamp(1, places.max(1)), add, |_| ()).concat() {
        all[place] = Some(sample);
    }
    all.chunks(left.len()).map(|row| row.iter().copied().collect()).collect()
}
