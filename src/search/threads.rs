//! Iterative deepening, alone or with helpers that share the table.
use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    thread,
};

use super::{
    Found, Hearer, Limits, SEEN_TO_THE_END,
    alphabeta::{Best, Stopped, Worker},
    table::Table,
};
use play::Lookahead;

/// The best line for the side to move; `None` when there is no move.
///
/// `earlier` are the keys of positions that would be repeated; `stop` is asked now and then.
pub fn best<P: Lookahead>(
    position: &P,
    earlier: &[u64],
    limits: &Limits,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Found<P::Move>> {
    lines(position, earlier, limits, 1, stop, &mut |_| {}).into_iter().next()
}

/// The best `count` lines, each with another first move, the best one first; `told` hears of every depth finished.
pub fn lines<P: Lookahead>(
    position: &P,
    earlier: &[u64],
    limits: &Limits,
    count: usize,
    stop: &(dyn Fn() -> bool + Sync),
    told: Hearer<'_, P::Move>,
) -> Vec<Found<P::Move>> {
    if position.verdict().is_some() {
        return Vec::new();
    }
    let table = Table::for_nodes(limits.nodes);
    let helpers = limits.threads.clamp(1, 64) - 1;
    let over = AtomicBool::new(false);
    let helped = AtomicU64::new(0);
    let share = limits.nodes / (helpers as u64 + 1);
    let ended = || over.load(Relaxed) || stop();
    let mut found = thread::scope(|scope| {
        for helper in 0..helpers {
            let (table, ended, helped) = (&table, &ended, &helped);
            scope.spawn(move || {
                let mut worker = Worker::<P>::new(table, limits, earlier, ended);
                (worker.budget, worker.bounded) = (share, true);
                // Helpers are a depth apart, so that they seldom do the same work.
                for depth in 1 + helper as u8 % 2..limits.depth {
                    if worker.look(position, depth + 1).is_err() {
                        break;
                    }
                }
                helped.fetch_add(worker.nodes, Relaxed);
            });
        }
        let mut worker = Worker::new(&table, limits, earlier, &ended);
        let found = deepen(&mut worker, position, limits, share, count, told);
        over.store(true, Relaxed);
        found
    });
    for line in &mut found {
        line.nodes += helped.load(Relaxed);
    }
    found
}

fn deepen<P: Lookahead>(
    worker: &mut Worker<'_, P>,
    position: &P,
    limits: &Limits,
    share: u64,
    count: usize,
    told: Hearer<'_, P::Move>,
) -> Vec<Found<P::Move>> {
    let mut found: Vec<Found<P::Move>> = Vec::new();
    for depth in 1..=limits.depth.max(1) {
        let (lines, looked) = at_depth(worker, position, depth, count);
        let finished = looked.is_ok();
        let whole = lines.len() >= found.len();
        let before = found.first().filter(|first| first.score >= SEEN_TO_THE_END).cloned();
        if finished || whole && !lines.is_empty() {
            let reached = if finished { depth } else { depth - 1 };
            let line = |(score, line)| Found { line, score, depth: reached, nodes: worker.nodes };
            found = lines.into_iter().map(line).collect();
        } else if let (Some(first), Some((score, line))) = (found.first_mut(), lines.into_iter().next()) {
            (first.line, first.score) = (line, score);
        }
        keep_win(&mut found, before);
        if finished {
            told(&found);
        }
        let decided = found.iter().all(|line| line.score.abs() >= SEEN_TO_THE_END && finished_at(line, depth));
        (worker.budget, worker.bounded) = (share, true);
        if !finished || found.is_empty() || decided || worker.nodes >= share {
            break;
        }
    }
    for line in &mut found {
        line.nodes = worker.nodes;
    }
    // A depth that was broken off may have found a later line to be better.
    found.sort_by_key(|line| std::cmp::Reverse(line.score));
    found
}

/// A win that was seen to its end stays the best line unless a shorter one has been found since: looking further neither
/// makes it longer nor takes it away.
fn keep_win<M: PartialEq>(found: &mut Vec<Found<M>>, before: Option<Found<M>>) {
    let Some(before) = before.filter(|before| found.first().is_none_or(|first| first.score < before.score)) else {
        return;
    };
    let count = found.len().max(1);
    found.retain(|line| line.line.first() != before.line.first());
    found.insert(0, before);
    found.truncate(count);
}

/// An end that lies within what was looked at cannot come out otherwise by looking further.
fn finished_at<M>(line: &Found<M>, depth: u8) -> bool {
    super::ends_in(line.score).is_some_and(|moves| moves.unsigned_abs() <= u32::from(depth))
}

/// The best lines of one depth, as far as was got.
fn at_depth<P: Lookahead>(
    worker: &mut Worker<'_, P>,
    position: &P,
    depth: u8,
    count: usize,
) -> (Vec<Best<P::Move>>, Result<i32, Stopped>) {
    let mut lines: Vec<Best<P::Move>> = Vec::new();
    worker.barred.clear();
    let mut looked = Ok(0);
    while lines.len() < count {
        looked = worker.look(position, depth);
        match worker.best.take() {
            Some(best) => {
                worker.barred.extend(best.1.first().copied());
                lines.push(best);
            }
            None => break,
        }
        if looked.is_err() {
            break;
        }
    }
    (lines, looked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::WON;

    fn line(first: u8, score: i32) -> Found<u8> {
        Found { line: vec![first], score, depth: 1, nodes: 1 }
    }

    #[test]
    fn a_win_that_was_found_gives_way_to_a_shorter_one_alone() {
        let kept = |before: i32, after: &[(u8, i32)]| {
            let mut found: Vec<Found<u8>> = after.iter().map(|(first, score)| line(*first, *score)).collect();
            keep_win(&mut found, Some(line(1, before)).filter(|line| line.score >= SEEN_TO_THE_END));
            found.iter().map(|line| (line.line[0], line.score)).collect::<Vec<_>>()
        };
        assert_eq!(kept(WON - 5, &[(2, WON - 3)]), [(2, WON - 3)]);
        assert_eq!(kept(WON - 5, &[(2, WON - 5)]), [(2, WON - 5)]);
        assert_eq!(kept(WON - 5, &[(2, WON - 7)]), [(1, WON - 5)]);
        assert_eq!(kept(WON - 5, &[(2, 300), (1, 200)]), [(1, WON - 5), (2, 300)]);
        assert_eq!(kept(WON - 5, &[(2, 300), (3, 200)]), [(1, WON - 5), (2, 300)]);
        assert_eq!(kept(WON - 5, &[]), [(1, WON - 5)]);
        assert_eq!(kept(900, &[(2, 300)]), [(2, 300)], "what is no win is thought over");
    }
}
