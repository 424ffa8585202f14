//! One thread's search: alpha-beta with null windows, late move reductions and quiescence search.
use std::mem;

use super::{Bound, Known, Limits, SEEN_TO_THE_END, Stop, Table, WON, ended, ended_later};
use play::{Lookahead, Rng, Verdict};

/// Larger than any score.
pub const INFINITE: i32 = WON + 1;
/// Maximum depth of a line, in plies.
const DEEPEST: usize = 120;
/// Maximum length of a sequence of captures.
const LONGEST_EXCHANGE: usize = 24;
/// Positions between two checks of the stop signal.
const BETWEEN_LOOKS: u64 = 1024;
const HISTORY_MOST: i32 = 1 << 14;

/// A score and its line.
pub type Best<M> = (i32, Vec<M>);

/// The memory of one thread during a search.
pub struct Worker<'a, P: Lookahead> {
    table: &'a Table,
    stop: Stop<'a>,
    /// Maximum positions for this thread.
    pub budget: u64,
    /// Whether budget and signal apply yet. The first ply is always completed.
    pub bounded: bool,
    pub nodes: u64,
    quiesces: bool,
    /// Whether null moves and reductions are off, so that no win within the depth is missed.
    pub full_width: bool,
    /// First moves that are excluded, because their lines are known already.
    pub barred: Vec<P::Move>,
    /// The best line of the root position so far at this depth.
    pub best: Option<Best<P::Move>>,
    /// Keys of earlier positions and of those on the current line.
    path: Vec<u64>,
    killers: Vec<[u32; 2]>,
    history: Vec<i32>,
    lines: Vec<Vec<P::Move>>,
    spare: Vec<Vec<(i32, P::Move)>>,
    order: u64,
}

/// The budget is used up, or the signal was given.
pub struct Stopped;

impl<'a, P: Lookahead> Worker<'a, P> {
    pub fn new(table: &'a Table, limits: &Limits, earlier: &[u64], stop: Stop<'a>) -> Worker<'a, P> {
        Worker {
            table,
            stop,
            budget: limits.nodes,
            bounded: false,
            nodes: 0,
            quiesces: limits.quiesces,
            full_width: false,
            barred: Vec::new(),
            best: None,
            path: earlier.to_vec(),
            killers: vec![[0; 2]; DEEPEST + 1],
            history: vec![0; P::SLOTS],
            lines: vec![Vec::new(); DEEPEST + 2],
            spare: Vec::new(),
            order: limits.seed,
        }
    }

    /// Searches to `depth` plies. If it is stopped, `best` has the best line so far.
    pub fn look(&mut self, position: &P, depth: u8) -> Result<i32, Stopped> {
        self.best = None;
        let length = self.path.len();
        let looked = self.search(position, i32::from(depth), 0, (-INFINITE, INFINITE), false);
        self.path.truncate(length);
        looked
    }

    /// Returns the quiescence score of a position, regardless of the budget.
    pub fn settled(&mut self, position: &P) -> i32 {
        let bounded = mem::take(&mut self.bounded);
        let found = self.quiet(position, 0, 0, (-INFINITE, INFINITE)).unwrap_or(0);
        self.bounded = bounded;
        found
    }

    fn count(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.bounded && (self.nodes > self.budget || self.nodes.is_multiple_of(BETWEEN_LOOKS) && (self.stop)()) {
            return Err(Stopped);
        }
        Ok(())
    }

    fn search(
        &mut self,
        position: &P,
        mut depth: i32,
        ply: usize,
        (mut alpha, mut beta): (i32, i32),
        may_pass: bool,
    ) -> Result<i32, Stopped> {
        self.lines[ply].clear();
        if let Some(verdict) = position.verdict() {
            return Ok(ended(verdict, ply));
        }
        let key = position.key();
        if ply > 0 && self.path.contains(&key) {
            return Ok(ended(position.repeated(), ply));
        }
        if ply > 0 {
            // Mate distance pruning: the next move is the earliest that can win.
            beta = beta.min(ended(Verdict::Won, ply + 1));
            if alpha >= beta {
                return Ok(beta);
            }
        }
        let forced = position.is_forced();
        depth += i32::from(forced && ply > 0 && self.quiesces && ply < DEEPEST / 2);
        if depth <= 0 || ply >= DEEPEST {
            return self.quiet(position, ply, 0, (alpha, beta));
        }
        self.count()?;
        let known = self.table.get(key);
        if let Some(known) = known.filter(|known| ply > 0 && i32::from(known.depth) >= depth) {
            // In the table, ends are counted from the position itself.
            let score = ended_later(known.score, ply as i32);
            // A reduced search may have missed a win, but the wins and losses that it saw are proved.
            let usable = !self.full_width || score.abs() >= SEEN_TO_THE_END;
            let narrow = usable && beta - alpha == 1;
            match known.bound {
                Bound::Exact if narrow => return Ok(score),
                Bound::AtLeast if narrow && score >= beta => return Ok(score),
                Bound::AtMost if narrow && score <= alpha => return Ok(score),
                Bound::Exact | Bound::AtLeast | Bound::AtMost => {}
            }
        }
        self.path.push(key);
        let may_pass =
            may_pass && !self.full_width && !forced && depth >= 3 && beta - alpha == 1 && beta.abs() < SEEN_TO_THE_END;
        if may_pass && let Some(refuted) = self.refuted_by_passing(position, depth, ply, beta)? {
            self.path.pop();
            return Ok(refuted);
        }
        let opened = alpha;
        let mut moves = self.ordered(position, ply, known.map_or(0, |known| known.code));
        let (mut best, mut best_code, mut tried) = (-INFINITE, 0, 0_i32);
        let mut at = 0;
        while let Some((weight, given)) = take_best(&mut moves, at) {
            at += 1;
            let Some(next) = position.after(given) else { continue };
            tried += 1;
            let exact = forced || self.full_width;
            let reduced = depth - 1 - if exact { 0 } else { reduction(depth, tried, weight) };
            let narrow = (-alpha - 1, -alpha);
            let mut found = match tried {
                1 => -self.search(&next, depth - 1, ply + 1, (-beta, -alpha), true)?,
                _ => -self.search(&next, reduced, ply + 1, narrow, true)?,
            };
            if tried > 1 && found > alpha && reduced < depth - 1 {
                found = -self.search(&next, depth - 1, ply + 1, narrow, true)?;
            }
            if tried > 1 && found > alpha && found < beta {
                found = -self.search(&next, depth - 1, ply + 1, (-beta, -alpha), true)?;
            }
            if found > best {
                best = found;
                best_code = P::code(given);
                if found > alpha || ply == 0 {
                    self.follow(ply, given);
                }
                if ply == 0 {
                    self.best = Some((found, self.lines[0].clone()));
                }
            }
            alpha = alpha.max(found);
            if alpha >= beta {
                self.learn(&moves[..at], depth, ply);
                break;
            }
        }
        moves.clear();
        self.spare.push(moves);
        self.path.pop();
        if tried == 0 {
            // If root moves are excluded, there may be no other.
            return Ok(if ply == 0 { best } else { ended(position.stuck(), ply) });
        }
        let bound = match best {
            _ if best >= beta => Bound::AtLeast,
            _ if best > opened => Bound::Exact,
            _ => Bound::AtMost,
        };
        if ply > 0 || self.barred.is_empty() {
            let depth = depth.clamp(0, 255) as u8;
            self.table.put(key, Known { score: ended_later(best, -(ply as i32)), depth, bound, code: best_code });
        }
        Ok(best)
    }

    /// Null move pruning: a side that stays above beta even after passing need not be searched further.
    fn refuted_by_passing(&mut self, position: &P, depth: i32, ply: usize, beta: i32) -> Result<Option<i32>, Stopped> {
        if position.evaluate() < beta {
            return Ok(None);
        }
        let Some(passed) = position.passed() else { return Ok(None) };
        let found = -self.search(&passed, depth - 3 - depth / 4, ply + 1, (-beta, 1 - beta), false)?;
        Ok((found >= beta).then_some(if found >= SEEN_TO_THE_END { beta } else { found }))
    }

    /// Returns the score after all captures have been played out (quiescence search).
    fn quiet(&mut self, position: &P, ply: usize, taken: usize, (mut alpha, beta): (i32, i32)) -> Result<i32, Stopped> {
        self.lines[ply].clear();
        if let Some(verdict) = position.verdict() {
            return Ok(ended(verdict, ply));
        }
        self.count()?;
        let forced = position.is_forced() && self.quiesces && taken < 4 && ply < DEEPEST;
        let still = position.evaluate();
        if !self.quiesces || taken >= LONGEST_EXCHANGE || ply >= DEEPEST {
            return Ok(still);
        }
        let mut best = if forced { -INFINITE } else { still };
        if best >= beta {
            return Ok(best);
        }
        alpha = alpha.max(best);
        let mut moves = self.spare.pop().unwrap_or_default();
        position.add_moves(&mut moves, !forced);
        let (mut at, mut tried) = (0, 0);
        while let Some((gain, given)) = take_best(&mut moves, at) {
            at += 1;
            // Even the immediate gain does not bring it near alpha (delta pruning).
            if !forced && still + gain + MARGIN <= alpha {
                break;
            }
            let Some(next) = position.after(given) else { continue };
            tried += 1;
            let found = -self.quiet(&next, ply + 1, taken + 1, (-beta, -alpha))?;
            if found > best {
                best = found;
                if found > alpha {
                    self.follow(ply, given);
                }
            }
            alpha = alpha.max(found);
            if alpha >= beta {
                break;
            }
        }
        moves.clear();
        self.spare.push(moves);
        Ok(if forced && tried == 0 { ended(position.stuck(), ply) } else { best })
    }

    /// Makes this move the start of the best line from here.
    fn follow(&mut self, ply: usize, given: P::Move) {
        let rest = mem::take(&mut self.lines[ply + 1]);
        let line = &mut self.lines[ply];
        line.clear();
        line.push(given);
        line.extend_from_slice(&rest);
        self.lines[ply + 1] = rest;
    }

    /// Returns moves with their order weights: the table's best move, then captures, then killers, then by history.
    fn ordered(&mut self, position: &P, ply: usize, known: u32) -> Vec<(i32, P::Move)> {
        let mut moves = self.spare.pop().unwrap_or_default();
        position.add_moves(&mut moves, false);
        if ply == 0 {
            moves.retain(|(_, given)| !self.barred.contains(given));
            // Shuffle for every seed except 0.
            if self.order != 0 {
                Rng(self.order).shuffle(&mut moves);
            }
        }
        let killers = self.killers[ply];
        for (weight, given) in &mut moves {
            let code = P::code(*given);
            *weight = match *weight {
                gain if code == known => KNOWN + i32::from(gain != 0),
                gain if gain != 0 => NOISY + gain,
                _ if code == killers[0] => KILLER + 1,
                _ if code == killers[1] => KILLER,
                _ => self.history[P::slot(*given)],
            };
        }
        moves
    }

    /// Rewards the move that caused the cutoff, and lowers the moves tried before it (history heuristic).
    fn learn(&mut self, tried: &[(i32, P::Move)], depth: i32, ply: usize) {
        let Some(((weight, given), before)) = tried.split_last() else { return };
        if !is_quiet(*weight) {
            return;
        }
        let code = P::code(*given);
        if self.killers[ply][0] != code {
            self.killers[ply] = [code, self.killers[ply][0]];
        }
        let bonus = (depth * depth).min(400);
        self.weigh(*given, bonus);
        for (weight, other) in before {
            if is_quiet(*weight) {
                self.weigh(*other, -bonus);
            }
        }
    }

    fn weigh(&mut self, given: P::Move, bonus: i32) {
        let old = &mut self.history[P::slot(given)];
        *old += bonus * 16 - *old * bonus.abs() / (HISTORY_MOST / 16);
    }
}

/// Weights in rising order: history, killer moves, captures and other gains, the table's best move.
const KILLER: i32 = 1 << 20;
const NOISY: i32 = 1 << 22;
const KNOWN: i32 = 1 << 24;

fn is_quiet(weight: i32) -> bool {
    weight < NOISY || weight == KNOWN
}

/// Delta pruning margin: how much a quiet position can change in addition to captures.
const MARGIN: i32 = 150;

/// Moves the heaviest move from `at` on to `at` and returns it, the first if several are equal.
fn take_best<M: Copy>(moves: &mut [(i32, M)], at: usize) -> Option<(i32, M)> {
    let rest = moves.get_mut(at..)?;
    let mut best = 0;
    for (index, (weight, _)) in rest.iter().enumerate().skip(1) {
        if *weight > rest[best].0 {
            best = index;
        }
    }
    let first = *rest.get(best)?;
    rest[..=best].rotate_right(1);
    Some(first)
}

/// Returns the depth reduction for a late quiet move (late move reduction).
fn reduction(depth: i32, tried: i32, weight: i32) -> i32 {
    if depth < 3 || tried <= 3 || weight >= KILLER {
        return 0;
    }
    let late = i32::from(tried > 8) + i32::from(tried > 24);
    let poor = i32::from(weight < 0);
    (1 + late + poor + depth / 8).min(depth - 2)
}
