//! How answers are measured: on the same dice, as many battles as it takes to tell the best from the second.
use naval::model::puzzle::Measured;

/// Battles after which it is looked at what has come of them; then as many as are allowed.
const LOOKS: [usize; 5] = [32, 80, 208, 640, 1_600];
/// By so much the best is to beat every other, in points and in standard errors.
const BETTER_BY: f64 = 0.5;
const ERRORS: f64 = 4.0;
/// An answer may turn out better by so many errors than it looks, as long as there are battles to come.
const LUCK: f64 = 1.0;
/// The same of one that lies below the midshipman's, where both may mislead: his by an error too good, it by one too bad.
const LUCK_OF_BOTH: f64 = 2.0 * LUCK;
/// Fewer battles prove nothing.
const FEWEST: usize = 200;

/// The margins of each answer, battle by battle; one that is out of the question has fewer.
pub struct Measuring {
    margins: Vec<Vec<i32>>,
    midshipman: usize,
    most: usize,
}

/// What has come of the battles so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// These answers want battles up to so many.
    Wants(Vec<usize>, usize),
    /// One is the best beyond doubt, and the midshipman's is another.
    Puzzle,
    Nothing(Why),
}

/// Why a decision is no puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Why {
    /// The midshipman orders the best himself.
    Midshipman,
    /// His is as good as the best, or nearly.
    NoMatter,
    /// Another is as good as the best, or nearly.
    Second,
    /// By how much the best is better hangs too much on the dice.
    Unsure,
}

/// How far an answer lies below the best, over the battles that both have, with the standard error.
struct Below {
    mean: f64,
    error: f64,
    battles: usize,
}

impl Below {
    /// By so many errors.
    fn is_clear(&self, errors: f64) -> bool {
        BETTER_BY <= self.mean && errors * self.error <= self.mean
    }
}

impl Measuring {
    /// So many answers, one of which is the midshipman's, by no more than `most` battles each.
    pub fn of(answers: usize, midshipman: usize, most: usize) -> Measuring {
        Measuring { margins: vec![Vec::new(); answers], midshipman, most }
    }

    /// How many battles an answer has.
    pub fn battles(&self, answer: usize) -> usize {
        self.margins[answer].len()
    }

    /// How many battles those answers have that are not out of the question.
    pub fn fought(&self) -> usize {
        self.margins.iter().map(Vec::len).max().unwrap_or_default()
    }

    /// The margins of an answer in the battles that follow those that it has.
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

    /// How far the best lies above the nearest to it, in what it takes to make a puzzle when all battles that are allowed
    /// are fought: 1 is just enough. The midshipman's best lies below the second, and nothing is known before any battle.
    pub fn lead(&self) -> f64 {
        let Some(best) = self.best() else { return 0.0 };
        let nearest =
            self.others(best).iter().map(|(_, below)| below.mean / self.needed(below)).fold(f64::MAX, f64::min);
        if best == self.midshipman { -nearest } else { nearest }
    }

    /// Whether one that is not the midshipman's may still come out far enough above all others.
    fn is_open(&self, best: usize, others: &[(usize, Below)]) -> bool {
        let may_be = |below: &Below| self.needed(below) <= below.mean + LUCK * below.error;
        if best != self.midshipman {
            return others.iter().all(|(_, below)| may_be(below));
        }
        others.iter().any(|(_, below)| self.needed(below) <= LUCK_OF_BOTH * below.error - below.mean)
    }

    /// By how much the best must lie above another, when all battles that are allowed are fought.
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

    /// All but the best, and how far they lie below it.
    fn others(&self, best: usize) -> Vec<(usize, Below)> {
        let all = (0..self.margins.len()).filter(|one| *one != best);
        all.map(|one| (one, self.below(best, one))).collect()
    }

    /// What each answer was found to be worth, in thousandths of a point; line and captain are left to whoever knows them.
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

    /// The one with the greatest mean, of those that are not out of the question; of equal ones the first.
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
