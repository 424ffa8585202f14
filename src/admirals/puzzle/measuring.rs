//! Measures answers on the same dice, with as many battles as needed to separate the best from the second.
use naval::model::puzzle::Measured;

/// Numbers of battles after which the results are checked. The last check is at the allowed maximum.
const LOOKS: [usize; 5] = [32, 80, 208, 640, 1_600];
/// Margin by which the best must beat every other, in points and in standard errors.
const BETTER_BY: f64 = 0.5;
const ERRORS: f64 = 4.0;
/// An answer may prove better than it looks by this many errors while battles remain.
const LUCK: f64 = 1.0;
/// The same for an answer below the midshipman's: both estimates may be wrong by one error.
const LUCK_OF_BOTH: f64 = 2.0 * LUCK;
/// Fewer battles prove nothing.
const FEWEST: usize = 200;

/// The margins of each answer, battle by battle. Answers already excluded have fewer.
pub struct Measuring {
    margins: Vec<Vec<i32>>,
    midshipman: usize,
    most: usize,
}

/// The result of the battles so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// These answers need battles up to this number.
    Wants(Vec<usize>, usize),
    /// One is clearly the best, and it is not the midshipman's.
    Puzzle,
    Nothing(Why),
}

/// Why a decision is not a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Why {
    /// The midshipman orders the best itself.
    Midshipman,
    /// The midshipman's is as good as the best, or nearly.
    NoMatter,
    /// Another is as good as the best, or nearly.
    Second,
    /// The advantage of the best is too uncertain.
    Unsure,
}

/// How far an answer is below the best, over the battles that both have, with the standard error.
struct Below {
    mean: f64,
    error: f64,
    battles: usize,
}

impl Below {
    /// Whether it is clearly below, by this many errors.
    fn is_clear(&self, errors: f64) -> bool {
        BETTER_BY <= self.mean && errors * self.error <= self.mean
    }
}

impl Measuring {
    /// Starts with this many answers, one of them the midshipman's, and at most `most` battles for each.
    pub fn of(answers: usize, midshipman: usize, most: usize) -> Measuring {
        Measuring { margins: vec![Vec::new(); answers], midshipman, most }
    }

    /// The number of battles of an answer.
    pub fn battles(&self, answer: usize) -> usize {
        self.margins[answer].len()
    }

    /// The number of battles of the answers not yet excluded.
    pub fn fought(&self) -> usize {
        self.margins.iter().map(Vec::len).max().unwrap_or_default()
    }

    /// Adds the margins of an answer's next battles.
    pub fn take(&mut self, answer: usize, margins: impl IntoIterator<Item = i32>) {
        self.margins[answer].extend(margins);
    }

    pub fn found(&self) -> Found {
        let all = 0..self.margins.len();
        let Some(best) = self.best() else { return Found::Wants(all.collect(), LOOKS[0].min(self.most)) };
        let done = self.battles(best);
        let others: Vec<(usize, Below)> = self.others(best);
        let enough = FEWEST.min(self.most) <= done;
        if enough && best != self.midshipman && others.iter().all(|(_, below)| below.is_clear(ERRORS)) {
            return Found::Puzzle;
        }
        if self.most <= done || !self.is_open(best, &others) {
            return Found::Nothing(self.why(&others));
        }
        let open = others.iter().filter(|(one, below)| self.battles(*one) == done && !below.is_clear(ERRORS + 1.0));
        let mut wants: Vec<usize> = open.map(|(one, _)| *one).chain([best]).collect();
        wants.sort_unstable();
        let next = LOOKS.into_iter().find(|look| done < *look).unwrap_or(self.most).min(self.most);
        Found::Wants(wants, next)
    }

    /// Returns the lead of the best over the nearest, relative to the lead that a puzzle requires after all allowed
    /// battles. 1 is just enough. Negative if the midshipman's is best, 0 before any battle.
    pub fn lead(&self) -> f64 {
        let Some(best) = self.best() else { return 0.0 };
        let nearest =
            self.others(best).iter().map(|(_, below)| below.mean / self.needed(below)).fold(f64::MAX, f64::min);
        if best == self.midshipman { -nearest } else { nearest }
    }

    /// Whether an answer other than the midshipman's can still come out far enough above all others.
    fn is_open(&self, best: usize, others: &[(usize, Below)]) -> bool {
        let may_be = |below: &Below| self.needed(below) <= below.mean + LUCK * below.error;
        if best != self.midshipman {
            return others.iter().all(|(_, below)| may_be(below));
        }
        others.iter().any(|(_, below)| self.needed(below) <= LUCK_OF_BOTH * below.error - below.mean)
    }

    /// The lead over another that is required after all allowed battles.
    fn needed(&self, below: &Below) -> f64 {
        BETTER_BY.max(ERRORS * below.error * (below.battles as f64 / self.most as f64).sqrt())
    }

    fn why(&self, others: &[(usize, Below)]) -> Why {
        let is_near = |below: &Below| below.mean < BETTER_BY;
        let his = |(one, _): &&(usize, Below)| *one == self.midshipman;
        match others.iter().find(his) {
            Some((_, below)) if is_near(below) => Why::NoMatter,
            None if others.iter().any(|(_, below)| is_near(below)) => Why::NoMatter,
            None => Why::Midshipman,
            Some(_) if others.iter().any(|(_, below)| is_near(below)) => Why::Second,
            Some(_) => Why::Unsure,
        }
    }

    /// All except the best, with their distance below it.
    fn others(&self, best: usize) -> Vec<(usize, Below)> {
        let all = (0..self.margins.len()).filter(|one| *one != best);
        all.map(|one| (one, self.below(best, one))).collect()
    }

    /// Returns the measured value of each answer, in thousandths of a point. The caller fills in line and captain.
    pub fn measured(&self) -> Vec<Measured> {
        let Some(best) = self.best() else { return Vec::new() };
        let thousandths = |points: f64| (points * 1_000.0).round() / 1_000.0;
        let top = mean(&self.margins[best]);
        let measured = |at: usize| {
            let below = self.below(best, at);
            let error = if at == best { error(&self.margins[best]) } else { below.error };
            Measured {
                line: None,
                points: thousandths(top - below.mean),
                error: thousandths(error),
                battles: self.battles(at) as u64,
                midshipman: at == self.midshipman,
                captain: false,
            }
        };
        (0..self.margins.len()).map(measured).collect()
    }

    /// Returns the answer with the greatest mean among those not excluded. Ties go to the first.
    fn best(&self) -> Option<usize> {
        let done = Some(self.fought()).filter(|done| 0 < *done)?;
        let open = (0..self.margins.len()).rev().filter(|at| self.battles(*at) == done);
        open.max_by(|one, other| mean(&self.margins[*one]).total_cmp(&mean(&self.margins[*other])))
    }

    fn below(&self, best: usize, other: usize) -> Below {
        let both = self.margins[best].iter().zip(&self.margins[other]);
        let each: Vec<i32> = both.map(|(one, other)| one - other).collect();
        Below { mean: mean(&each), error: error(&each), battles: each.len() }
    }
}

fn mean(each: &[i32]) -> f64 {
    each.iter().map(|one| f64::from(*one)).sum::<f64>() / each.len().max(1) as f64
}

/// The standard error of the mean.
fn error(each: &[i32]) -> f64 {
    let (n, mean) = (each.len() as f64, mean(each));
    let squares: f64 = each.iter().map(|one| (f64::from(*one) - mean).powi(2)).sum();
    (squares / (n - 1.0).max(1.0) / n.max(1.0)).sqrt()
}
