//! What a search finds: lines and their scores.
use play::Verdict;

/// A win; a loss is the same below zero. Sooner is nearer to it.
pub const WON: i32 = 1_000_000;
/// Scores beyond it are wins or losses seen to their end.
pub const SEEN_TO_THE_END: i32 = WON - 1000;
const LOSS_SEEN: i32 = -SEEN_TO_THE_END;

/// What a search has found.
#[derive(Clone, PartialEq, Debug)]
pub struct Found<M> {
    /// What both sides would best do, as far as was looked; the first is the advice.
    pub line: Vec<M>,
    /// What it is worth to the side to move.
    pub score: i32,
    /// Moves ahead that were finished.
    pub depth: u8,
    pub nodes: u64,
    /// Trials that began with its first move, where the line was found by trials.
    pub trials: Option<u64>,
}

impl<M> Found<M> {
    /// A line for which nothing was searched.
    pub fn at_once(first: M, score: i32) -> Found<M> {
        Found { line: vec![first], score, depth: 0, nodes: 0, trials: None }
    }
    /// The same, its line told in other words.
    pub fn with_line<C>(&self, line: Vec<C>) -> Found<C> {
        Found { line, score: self.score, depth: self.depth, nodes: self.nodes, trials: self.trials }
    }
}

/// Called with the lines of every depth that is finished.
pub type OnDepth<'a, M> = &'a mut dyn FnMut(&[Found<M>]);

/// In how many moves of either side a score ends the game; negative for a loss.
pub fn ends_in(score: i32) -> Option<i32> {
    match score {
        SEEN_TO_THE_END.. => Some(WON - score),
        ..=LOSS_SEEN => Some(-WON - score),
        _ => None,
    }
}

/// What an end of the game so many moves from here is worth: sooner is more for the winner and less for the loser.
pub(crate) fn ended(verdict: Verdict, moves: usize) -> i32 {
    match verdict {
        Verdict::Won => WON - moves as i32,
        Verdict::Drawn => 0,
        Verdict::Lost => moves as i32 - WON,
    }
}

/// A score as it is when an end that it may be comes so many moves later.
pub(crate) fn ended_later(score: i32, moves: i32) -> i32 {
    match score {
        SEEN_TO_THE_END.. => score - moves,
        ..=LOSS_SEEN => score + moves,
        _ => score,
    }
}

/// A win that was seen to its end stays the best line unless a shorter one has been found since: looking further neither
/// makes it longer nor takes it away.
pub fn keep_win<M: PartialEq>(found: &mut Vec<Found<M>>, before: Option<Found<M>>) {
    if let Some(before) = before.filter(|before| found.first().is_none_or(|first| first.score < before.score)) {
        let count = found.len().max(1);
        found.retain(|line| line.line.first() != before.line.first());
        found.insert(0, before);
        found.truncate(count);
    }
}
