//! Measures answers on the same dice, with as many battles as needed to separate the best from the second.
use naval::model::puzzle::MeasuredAnswer;

/// Numbers of battles after which the results are checked. The last check is at the allowed maximum.
const CHECK_AFTER: [usize; 5] = [32, 80, 208, 640, 1_600];
/// Margin by which the best must beat every other, in points and in standard errors.
const MIN_LEAD: f64 = 0.5;
const MIN_LEAD_ERRORS: f64 = 4.0;
/// An answer may prove better than it looks by this many errors while battles remain.
const OPTIMISM: f64 = 1.0;
/// The same for an answer below the midshipman's: both estimates may be wrong by one error.
const OPTIMISM_OF_BOTH: f64 = 2.0 * OPTIMISM;
/// Fewer battles prove nothing.
const MIN_BATTLES: usize = 200;

/// The margins of each answer, battle by battle. Answers already excluded have fewer.
pub struct AnswerMeasurement {
    margins: Vec<Vec<i32>>,
    midshipman: usize,
    most: usize,
}

/// The result of the battles so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MeasurementState {
    /// These answers need battles up to this number.
    NeedsBattles(Vec<usize>, usize),
    /// One is clearly the best, and it is not the midshipman's.
    Puzzle,
    Nothing(NoPuzzleReason),
}

/// Why a decision is not a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum NoPuzzleReason {
    /// The midshipman orders the best itself.
    Midshipman,
    /// The midshipman's is as good as the best, or nearly.
    NoDifference,
    /// Another is as good as the best, or nearly.
    Second,
    /// The advantage of the best is too uncertain.
    Uncertain,
}

/// How far an answer is below the best, over the battles that both have, with the standard error.
struct Deficit {
    mean: f64,
    error: f64,
    battles: usize,
}

impl Deficit {
    /// Whether it is clearly below, by this many errors.
    fn is_clearly_below(&self, errors: f64) -> bool {
        MIN_LEAD <= self.mean && errors * self.error <= self.mean
    }
}

impl AnswerMeasurement {
    /// Starts with this many answers, one of them the midshipman's, and at most `most` battles for each.
    pub fn new(answers: usize, midshipman: usize, most: usize) -> AnswerMeasurement {
        AnswerMeasurement { margins: vec![Vec::new(); answers], midshipman, most }
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
    pub fn add_margins(&mut self, answer: usize, margins: impl IntoIterator<Item = i32>) {
        self.margins[answer].extend(margins);
    }

    pub fn state(&self) -> MeasurementState {
        let all = 0..self.margins.len();
        let Some(best) = self.best() else {
            return MeasurementState::NeedsBattles(all.collect(), CHECK_AFTER[0].min(self.most));
        };
        let done = self.battles(best);
        let others: Vec<(usize, Deficit)> = self.others(best);
        let enough = MIN_BATTLES.min(self.most) <= done;
        if enough && best != self.midshipman && others.iter().all(|(_, below)| below.is_clearly_below(MIN_LEAD_ERRORS))
        {
            return MeasurementState::Puzzle;
        }
        if self.most <= done || !self.is_open(best, &others) {
            return MeasurementState::Nothing(self.why(&others));
        }
        let undecided = others
            .iter()
            .filter(|(answer, below)| self.battles(*answer) == done && !below.is_clearly_below(MIN_LEAD_ERRORS + 1.0));
        let mut wants: Vec<usize> = undecided.map(|(answer, _)| *answer).chain([best]).collect();
        wants.sort_unstable();
        let next = CHECK_AFTER.into_iter().find(|look| done < *look).unwrap_or(self.most).min(self.most);
        MeasurementState::NeedsBattles(wants, next)
    }

    /// Returns the lead of the best over the nearest, relative to the lead that a puzzle requires after all allowed
    /// battles. 1 is just enough. Negative if the midshipman's is best, 0 before any battle.
    pub fn lead(&self) -> f64 {
        let Some(best) = self.best() else { return 0.0 };
        let nearest =
            self.others(best).iter().map(|(_, below)| below.mean / self.required_lead(below)).fold(f64::MAX, f64::min);
        if best == self.midshipman { -nearest } else { nearest }
    }

    /// Whether an answer other than the midshipman's can still come out far enough above all others.
    fn is_open(&self, best: usize, others: &[(usize, Deficit)]) -> bool {
        let may_be = |below: &Deficit| self.required_lead(below) <= below.mean + OPTIMISM * below.error;
        if best != self.midshipman {
            return others.iter().all(|(_, below)| may_be(below));
        }
        others.iter().any(|(_, below)| self.required_lead(below) <= OPTIMISM_OF_BOTH * below.error - below.mean)
    }

    /// The lead over another that is required after all allowed battles.
    fn required_lead(&self, below: &Deficit) -> f64 {
        MIN_LEAD.max(MIN_LEAD_ERRORS * below.error * (below.battles as f64 / self.most as f64).sqrt())
    }

    fn why(&self, others: &[(usize, Deficit)]) -> NoPuzzleReason {
        let is_near = |below: &Deficit| below.mean < MIN_LEAD;
        let is_midshipmans = |(answer, _): &&(usize, Deficit)| *answer == self.midshipman;
        match others.iter().find(is_midshipmans) {
            Some((_, below)) if is_near(below) => NoPuzzleReason::NoDifference,
            None if others.iter().any(|(_, below)| is_near(below)) => NoPuzzleReason::NoDifference,
            None => NoPuzzleReason::Midshipman,
            Some(_) if others.iter().any(|(_, below)| is_near(below)) => NoPuzzleReason::Second,
            Some(_) => NoPuzzleReason::Uncertain,
        }
    }

    /// All except the best, with their distance below it.
    fn others(&self, best: usize) -> Vec<(usize, Deficit)> {
        let all = (0..self.margins.len()).filter(|answer| *answer != best);
        all.map(|answer| (answer, self.deficit(best, answer))).collect()
    }

    /// Returns the measured value of each answer, in thousandths of a point. The caller fills in line and captain.
    pub fn measured(&self) -> Vec<MeasuredAnswer> {
        let Some(best) = self.best() else { return Vec::new() };
        let thousandths = |points: f64| (points * 1_000.0).round() / 1_000.0;
        let top = mean(&self.margins[best]);
        let measured = |at: usize| {
            let below = self.deficit(best, at);
            let error = if at == best { error(&self.margins[best]) } else { below.error };
            MeasuredAnswer {
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
        let remaining = (0..self.margins.len()).rev().filter(|at| self.battles(*at) == done);
        remaining.max_by(|left, right| mean(&self.margins[*left]).total_cmp(&mean(&self.margins[*right])))
    }

    fn deficit(&self, best: usize, other: usize) -> Deficit {
        let both = self.margins[best].iter().zip(&self.margins[other]);
        let each: Vec<i32> = both.map(|(left, other)| left - other).collect();
        Deficit { mean: mean(&each), error: error(&each), battles: each.len() }
    }
}

fn mean(each: &[i32]) -> f64 {
    each.iter().map(|value| f64::from(*value)).sum::<f64>() / each.len().max(1) as f64
}

/// The standard error of the mean.
fn error(each: &[i32]) -> f64 {
    let (n, mean) = (each.len() as f64, mean(each));
    let squares: f64 = each.iter().map(|value| (f64::from(*value) - mean).powi(2)).sum();
    (squares / (n - 1.0).max(1.0) / n.max(1.0)).sqrt()
}
