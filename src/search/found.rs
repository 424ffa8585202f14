//! Search results: lines and their scores.
use play::GameResult;

/// The score of a game that is won now. A loss is its negative. Each ply until the end takes 1 from its size.
pub const WIN_SCORE: i32 = 1_000_000;
/// Scores this high are proved wins, and scores this far below zero proved losses.
pub const PROVED_WIN: i32 = WIN_SCORE - 1000;
const PROVED_LOSS: i32 = -PROVED_WIN;

#[derive(Clone, PartialEq, Debug)]
pub struct SearchResult<M> {
    /// The best moves of both sides, to the depth searched. The first is the advice.
    pub line: Vec<M>,
    /// The score for the side to move.
    pub score: i32,
    /// Completed search depth, in plies.
    pub depth: u8,
    pub nodes: u64,
    /// Playouts that began with its first move, if the line comes from playouts.
    pub playouts: Option<u64>,
}

impl<M> SearchResult<M> {
    pub fn without_search(first: M, score: i32) -> SearchResult<M> {
        SearchResult { line: vec![first], score, depth: 0, nodes: 0, playouts: None }
    }
    pub fn with_line<C>(&self, line: Vec<C>) -> SearchResult<C> {
        SearchResult { line, score: self.score, depth: self.depth, nodes: self.nodes, playouts: self.playouts }
    }
}

/// Called with the lines of every completed depth.
pub type OnDepth<'a, M> = &'a mut dyn FnMut(&[SearchResult<M>]);

/// Returns in how many plies a proved score ends the game: negative for a loss, `None` if nothing is proved.
pub fn plies_to_end(score: i32) -> Option<i32> {
    match score {
        PROVED_WIN.. => Some(WIN_SCORE - score),
        ..=PROVED_LOSS => Some(-WIN_SCORE - score),
        _ => None,
    }
}

/// Returns the score of an end in this many plies. Earlier is better for the winner and worse for the loser.
pub(crate) fn end_score(verdict: GameResult, plies: usize) -> i32 {
    match verdict {
        GameResult::Won => WIN_SCORE - plies as i32,
        GameResult::Drawn => 0,
        GameResult::Lost => plies as i32 - WIN_SCORE,
    }
}

/// Moves the end of a proved score this many plies later.
pub(crate) fn shift_end(score: i32, plies: i32) -> i32 {
    match score {
        PROVED_WIN.. => score - plies,
        ..=PROVED_LOSS => score + plies,
        _ => score,
    }
}

/// Keeps a proved win as best line unless a shorter one was found, because deeper search cannot lengthen or remove it.
pub fn keep_win<M: PartialEq>(results: &mut Vec<SearchResult<M>>, win: Option<SearchResult<M>>) {
    if let Some(win) = win.filter(|win| results.first().is_none_or(|first| first.score < win.score)) {
        let count = results.len().max(1);
        results.retain(|line| line.line.first() != win.line.first());
        results.insert(0, win);
        results.truncate(count);
    }
}
