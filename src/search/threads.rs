//! Iterative deepening, alone or with helper threads that share the table.
use std::{
    cmp::Reverse,
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    thread,
};

use super::{
    Limits, OnDepth, PROVED_WIN, ScoredLine, SearchResult, Stop, Stopped, Table, Worker, keep_win, plies_to_end,
};
use play::Lookahead;

/// Up to this depth every move is searched to full depth: a mate in two takes three plies, and none is missed. Deeper
/// iterations reduce late moves until a win is seen. Without reductions they take three times as long.
const FULL_WIDTH_PLIES: u8 = 3;

/// Returns the best `count` lines, best first, each with a different first move. Empty if there is no move. `earlier`
/// has the keys of positions that would be repeated. `on_depth` is called with the lines of every completed depth.
pub fn search_multi_pv<P: Lookahead>(
    position: &P,
    earlier: &[u64],
    limits: &Limits,
    count: usize,
    stop: Stop<'_>,
    on_depth: OnDepth<'_, P::Move>,
) -> Vec<SearchResult<P::Move>> {
    if position.game_result().is_some() {
        return Vec::new();
    }
    let table = Table::for_nodes(limits.nodes);
    let helpers = limits.threads.clamp(1, 64) - 1;
    let is_over = AtomicBool::new(false);
    let helped = AtomicU64::new(0);
    let share = limits.nodes / (helpers as u64 + 1);
    let is_stopped = || is_over.load(Relaxed) || stop();
    let mut results = thread::scope(|scope| {
        for helper in 0..helpers {
            let (table, is_stopped, helped) = (&table, &is_stopped, &helped);
            scope.spawn(move || {
                let mut worker = Worker::<P>::new(table, limits, earlier, is_stopped);
                (worker.budget, worker.is_bounded) = (share, true);
                // Helper threads search different depths to avoid duplicate work (lazy SMP).
                for depth in 1 + helper as u8 % 2..limits.depth {
                    if worker.search_to_depth(position, depth + 1).is_err() {
                        break;
                    }
                }
                helped.fetch_add(worker.nodes, Relaxed);
            });
        }
        let mut worker = Worker::new(&table, limits, earlier, &is_stopped);
        let results = deepen(&mut worker, position, limits, share, count, on_depth);
        is_over.store(true, Relaxed);
        results
    });
    results.iter_mut().for_each(|line| line.nodes += helped.load(Relaxed));
    results
}

fn deepen<P: Lookahead>(
    worker: &mut Worker<'_, P>,
    position: &P,
    limits: &Limits,
    share: u64,
    count: usize,
    on_depth: OnDepth<'_, P::Move>,
) -> Vec<SearchResult<P::Move>> {
    let mut results: Vec<SearchResult<P::Move>> = Vec::new();
    let mut exact_depth = 0;
    for depth in 1..=limits.depth.max(1) {
        // Once a win is seen, only a shorter one is still of interest.
        let is_won = results.first().is_some_and(|first| first.score >= PROVED_WIN);
        worker.full_width = is_won || depth <= FULL_WIDTH_PLIES;
        let (lines, result) = lines_at_depth(worker, position, depth, count);
        let finished = result.is_ok();
        let whole = lines.len() >= results.len();
        let before = results.first().filter(|first| first.score >= PROVED_WIN).cloned();
        if finished || whole && !lines.is_empty() {
            let reached = if finished { depth } else { depth - 1 };
            let line =
                |(score, line)| SearchResult { line, score, depth: reached, nodes: worker.nodes, playouts: None };
            results = lines.into_iter().map(line).collect();
        } else if let (Some(first), Some((score, line))) = (results.first_mut(), lines.into_iter().next()) {
            (first.line, first.score) = (line, score);
        }
        keep_win(&mut results, before);
        if finished {
            on_depth(&results);
        }
        if finished && worker.full_width {
            exact_depth = depth;
        }
        let decided = results.iter().all(|line| is_decided(line, depth, exact_depth));
        (worker.budget, worker.is_bounded) = (share, true);
        if !finished || results.is_empty() || decided || worker.nodes >= share {
            break;
        }
    }
    results.iter_mut().for_each(|line| line.nodes = worker.nodes);
    // An interrupted depth may have found a later line to be better.
    results.sort_by_key(|line| Reverse(line.score));
    results
}

/// Whether deeper search cannot change the end of a line: a loss within the depth, or a win if all shorter wins are
/// within the depth searched without reductions.
fn is_decided<M>(line: &SearchResult<M>, depth: u8, exact_depth: u8) -> bool {
    match plies_to_end(line.score) {
        Some(moves @ 1..) => moves - 2 <= i32::from(exact_depth),
        Some(moves) => moves.abs() <= i32::from(depth),
        None => false,
    }
}

/// Returns the best lines of one depth, as many as were found.
fn lines_at_depth<P: Lookahead>(
    worker: &mut Worker<'_, P>,
    position: &P,
    depth: u8,
    count: usize,
) -> (Vec<ScoredLine<P::Move>>, Result<i32, Stopped>) {
    let mut lines: Vec<ScoredLine<P::Move>> = Vec::new();
    worker.excluded_moves.clear();
    let mut result = Ok(0);
    while lines.len() < count {
        result = worker.search_to_depth(position, depth);
        let best = worker.best.take();
        worker.excluded_moves.extend(best.iter().filter_map(|(_, line)| line.first()));
        let none = best.is_none();
        lines.extend(best);
        if none || result.is_err() {
            break;
        }
    }
    (lines, result)
}
