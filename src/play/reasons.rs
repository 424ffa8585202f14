//! The reasons for a computer player's choice: the options it scored, each as terms with their paragraphs.
use crate::Rule;

/// Points in whole millionths, so that sums are the same on every machine and in every order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Millionths(pub i64);

impl Millionths {
    pub const POINT: Millionths = Millionths(1_000_000);

    /// Rounds to the nearest millionth. Each term is rounded once.
    pub fn nearest(points: f64) -> Millionths {
        Millionths((points * Millionths::POINT.0 as f64).round() as i64)
    }

    pub fn points(self) -> f64 {
        self.0 as f64 / Millionths::POINT.0 as f64
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct ScoredOptions<C, K> {
    /// In a canonical order, which decides ties.
    pub options: Vec<ScoredOption<C, K>>,
    pub chosen: usize,
}

#[derive(Clone, PartialEq, Debug)]
pub struct ScoredOption<C, K> {
    pub command: C,
    pub value: Millionths,
    /// Standard error, if the value was sampled.
    pub error: Option<Millionths>,
    pub terms: Vec<Term<K>>,
}

/// The contribution of one consideration to a score. The game names the kind.
#[derive(Clone, PartialEq, Debug)]
pub struct Term<K> {
    pub kind: K,
    pub points: Millionths,
    pub rule: Rule,
}

impl<C, K> ScoredOption<C, K> {
    /// Scores an option as the sum of its terms.
    pub fn from_terms(command: C, terms: Vec<Term<K>>) -> ScoredOption<C, K> {
        let value = Millionths(terms.iter().map(|term| term.points.0).sum());
        ScoredOption { command, value, error: None, terms }
    }
}
