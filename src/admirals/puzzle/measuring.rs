//! Measures answers on the same dice, with as many battles as needed to separate the best from the second.
use naval::model::puzzle::MeasuredAnswer;

/// Numbers of battles after which the results are checked. The last check is at the allowed maximum.
const CHECK_AFTER: [usize; 5] = [32, 80, 208, 640, 1_600];
/// Margin by which the best must beat every other, in points.
const MIN_LEAD: f64 = 0.5;
/// That margin must also be at least this many standard errors.
const MIN_LEAD_ERRORS: f64 = 4.0;
/// While battles remain, an answer may prove better than it looks by this many standard errors.
const OPTIMISM: f64 = 1.0;
/// Errors by which an answer below the midshipman's may prove better: both estimates may be wrong by one.
const OPTIMISM_OF_BOTH: f64 = 2.0 * OPTIMISM;
/// A puzzle needs at least this many battles of each answer, or all that are allowed.
const MIN_BATTLES: usize = 200;

/// The margins of each answer, battle by battle. Answers already excluded have fewer.
pub struct AnswerMeasurement {
    margins: Vec<Vec<i32>>,
    midshipman: usize,
    max_battles: usize,
}

/// The result of the battles fought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MeasurementState {
    /// These answers need battles up to this number.
    NeedsBattles(Vec<usize>, usize),
    /// One is clearly the best, and it is not the midshipman's.
    Puzzle,
    Nothing(NoPuzzleReason),
}

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
    /// Whether the answer is clearly below the best: by `MIN_LEAD` points and by this many errors.
    fn is_clearly_below(&self, errors: f64) -> bool {
        MIN_LEAD <= self.mean && errors * self.error <= self.mean
    }
}

impl AnswerMeasurement {
    /// Starts with this many answers, one of them the midshipman's, and at most `max_battles` battles for each.
    pub fn new(answers: usize, midshipman: usize, max_battles: usize) -> AnswerMeasurement {
        AnswerMeasurement { margins: vec![Vec::new(); answers], midshipman, max_battles }
    }

    pub fn battles(&self, answer: usize) -> usize {
        self.margins[answer].len()
    }

    /// Returns the number of battles that each answer not yet excluded has.
    pub fn battles_fought(&self) -> usize {
        self.margins.iter().map(Vec::len).max().unwrap_or_default()
    }

    pub fn add_margins(&mut self, answer: usize, margins: impl IntoIterator<Item = i32>) {
        self.margins[answer].extend(margins);
    }

    pub fn state(&self) -> MeasurementState {
        let all = 0..self.margins.len();
        let Some(best) = self.best() else {
            return MeasurementState::NeedsBattles(all.collect(), CHECK_AFTER[0].min(self.max_battles));
        };
        let battles = self.battles(best);
        let others: Vec<(usize, Deficit)> = self.others(best);
        let enough = MIN_BATTLES.min(self.max_battles) <= battles;
        if enough
            && best != self.midshipman
            && others.iter().all(|(_, deficit)| deficit.is_clearly_below(MIN_LEAD_ERRORS))
        {
            return MeasurementState::Puzzle;
        }
        if self.max_battles <= battles || !self.is_open(best, &others) {
            return MeasurementState::Nothing(self.no_puzzle_reason(&others));
        }
        let undecided = others.iter().filter(|(answer, deficit)| {
            self.battles(*answer) == battles && !deficit.is_clearly_below(MIN_LEAD_ERRORS + 1.0)
        });
        let mut answers: Vec<usize> = undecided.map(|(answer, _)| *answer).chain([best]).collect();
        answers.sort_unstable();
        let next = CHECK_AFTER
            .into_iter()
            .find(|checkpoint| battles < *checkpoint)
            .unwrap_or(self.max_battles)
            .min(self.max_battles);
        MeasurementState::NeedsBattles(answers, next)
    }

    /// Returns the lead of the best over the nearest, relative to the lead that a puzzle requires after all allowed
    /// battles. 1 is just enough. Negative if the midshipman's is best, 0 before any battle.
    pub fn lead(&self) -> f64 {
        let Some(best) = self.best() else { return 0.0 };
        let nearest = self
            .others(best)
            .iter()
            .map(|(_, deficit)| deficit.mean / self.required_lead(deficit))
            .fold(f64::MAX, f64::min);
        if best == self.midshipman { -nearest } else { nearest }
    }

    /// Whether an answer other than the midshipman's can still come out far enough above all others.
    fn is_open(&self, best: usize, others: &[(usize, Deficit)]) -> bool {
        let may_be = |deficit: &Deficit| self.required_lead(deficit) <= deficit.mean + OPTIMISM * deficit.error;
        if best != self.midshipman {
            return others.iter().all(|(_, deficit)| may_be(deficit));
        }
        others.iter().any(|(_, deficit)| self.required_lead(deficit) <= OPTIMISM_OF_BOTH * deficit.error - deficit.mean)
    }

    /// The lead over another that is required after all allowed battles.
    fn required_lead(&self, deficit: &Deficit) -> f64 {
        MIN_LEAD.max(MIN_LEAD_ERRORS * deficit.error * (deficit.battles as f64 / self.max_battles as f64).sqrt())
    }

    fn no_puzzle_reason(&self, others: &[(usize, Deficit)]) -> NoPuzzleReason {
        let is_near = |deficit: &Deficit| deficit.mean < MIN_LEAD;
        let is_midshipmans = |(answer, _): &&(usize, Deficit)| *answer == self.midshipman;
        match others.iter().find(is_midshipmans) {
            Some((_, deficit)) if is_near(deficit) => NoPuzzleReason::NoDifference,
            None if others.iter().any(|(_, deficit)| is_near(deficit)) => NoPuzzleReason::NoDifference,
            None => NoPuzzleReason::Midshipman,
            Some(_) if others.iter().any(|(_, deficit)| is_near(deficit)) => NoPuzzleReason::Second,
            Some(_) => NoPuzzleReason::Uncertain,
        }
    }

    /// Returns all answers except the best, each with its deficit.
    fn others(&self, best: usize) -> Vec<(usize, Deficit)> {
        let all = (0..self.margins.len()).filter(|answer| *answer != best);
        all.map(|answer| (answer, self.deficit(best, answer))).collect()
    }

    /// Returns the measured value of each answer, in thousandths of a point. The caller fills in line and captain.
    pub fn measured(&self) -> Vec<MeasuredAnswer> {
        let Some(best) = self.best() else { return Vec::new() };
        let thousandths = |points: f64| (points * 1_000.0).round() / 1_000.0;
        let best_mean = mean(&self.margins[best]);
        let measured = |answer: usize| {
            let deficit = self.deficit(best, answer);
            let error = if answer == best { error(&self.margins[best]) } else { deficit.error };
            MeasuredAnswer {
                line: None,
                points: thousandths(best_mean - deficit.mean),
                error: thousandths(error),
                battles: self.battles(answer) as u64,
                midshipman: answer == self.midshipman,
                captain: false,
            }
        };
        (0..self.margins.len()).map(measured).collect()
    }

    /// Returns the answer with the greatest mean among those not excluded. Ties go to the first.
    fn best(&self) -> Option<usize> {
        let battles = Some(self.battles_fought()).filter(|battles| 0 < *battles)?;
        let remaining = (0..self.margins.len()).rev().filter(|answer| self.battles(*answer) == battles);
        remaining.max_by(|left, right| mean(&self.margins[*left]).total_cmp(&mean(&self.margins[*right])))
    }

    fn deficit(&self, best: usize, other: usize) -> Deficit {
        let both = self.margins[best].iter().zip(&self.margins[other]);
        let differences: Vec<i32> = both.map(|(left, other)| left - other).collect();
        Deficit { mean: mean(&differences), error: error(&differences), battles: differences.len() }
    }
}

fn mean(values: &[i32]) -> f64 {
    values.iter().map(|value| f64::from(*value)).sum::<f64>() / values.len().max(1) as f64
}

/// The standard error of the mean.
fn error(values: &[i32]) -> f64 {
    let (n, mean) = (values.len() as f64, mean(values));
    let squares: f64 = values.iter().map(|value| (f64::from(*value) - mean).powi(2)).sum();
    (squares / (n - 1.0).max(1.0) / n.max(1.0)).sqrt()
}
