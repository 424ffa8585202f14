//! One thread's search: alpha-beta with null windows, late move reductions and quiescence search.
use std::mem;

use super::{Bound, Limits, PROVED_WIN, Stop, Table, TableEntry, WIN_SCORE, end_score, shift_end};
use play::{GameResult, Lookahead, Rng};

pub const INFINITE: i32 = WIN_SCORE + 1;
const MAX_PLY: usize = 120;
/// Maximum length of a sequence of captures.
const MAX_QUIESCENCE_PLY: usize = 24;
const NODES_BETWEEN_STOP_CHECKS: u64 = 1024;
const MAX_HISTORY: i32 = 1 << 14;

pub type ScoredLine<M> = (i32, Vec<M>);

/// The memory of one thread during a search.
pub struct Worker<'a, P: Lookahead> {
    table: &'a Table,
    stop: Stop<'a>,
    /// Maximum positions for this thread.
    pub budget: u64,
    /// Whether budget and stop signal apply yet. The main thread always completes the first ply.
    pub is_bounded: bool,
    pub nodes: u64,
    uses_quiescence: bool,
    /// Whether null moves and reductions are off, so that no win within the depth is missed.
    pub full_width: bool,
    /// First moves that are excluded, because their lines are known already.
    pub excluded_moves: Vec<P::Move>,
    /// The best line found for the root position at this depth.
    pub best: Option<ScoredLine<P::Move>>,
    /// Keys of earlier positions and of those on the current line.
    path: Vec<u64>,
    killers: Vec<[u32; 2]>,
    history: Vec<i32>,
    lines: Vec<Vec<P::Move>>,
    spare_lists: Vec<Vec<(i32, P::Move)>>,
    shuffle_seed: u64,
}

/// The budget is used up, or the signal was given.
pub struct Stopped;

impl<'a, P: Lookahead> Worker<'a, P> {
    pub fn new(table: &'a Table, limits: &Limits, earlier: &[u64], stop: Stop<'a>) -> Worker<'a, P> {
        Worker {
            table,
            stop,
            budget: limits.nodes,
            is_bounded: false,
            nodes: 0,
            uses_quiescence: limits.quiescence,
            full_width: false,
            excluded_moves: Vec::new(),
            best: None,
            path: earlier.to_vec(),
            killers: vec![[0; 2]; MAX_PLY + 1],
            history: vec![0; P::SLOTS],
            lines: vec![Vec::new(); MAX_PLY + 2],
            spare_lists: Vec::new(),
            shuffle_seed: limits.seed,
        }
    }

    /// Searches to `depth` plies. If it is stopped, `best` has the best line found.
    pub fn search_to_depth(&mut self, position: &P, depth: u8) -> Result<i32, Stopped> {
        self.best = None;
        let length = self.path.len();
        let result = self.search(position, i32::from(depth), 0, (-INFINITE, INFINITE), false);
        self.path.truncate(length);
        result
    }

    /// Returns the quiescence score of a position, regardless of the budget.
    pub fn quiescence_score(&mut self, position: &P) -> i32 {
        let bounded = mem::take(&mut self.is_bounded);
        let score = self.quiescence(position, 0, 0, (-INFINITE, INFINITE)).unwrap_or(0);
        self.is_bounded = bounded;
        score
    }

    fn count_node(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.is_bounded
            && (self.nodes > self.budget || self.nodes.is_multiple_of(NODES_BETWEEN_STOP_CHECKS) && (self.stop)())
        {
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
        if let Some(verdict) = position.game_result() {
            return Ok(end_score(verdict, ply));
        }
        let key = position.key();
        if ply > 0 && self.path.contains(&key) {
            return Ok(end_score(position.result_of_repetition(), ply));
        }
        if ply > 0 {
            // Mate distance pruning: the next move is the earliest that can win.
            beta = beta.min(end_score(GameResult::Won, ply + 1));
            if alpha >= beta {
                return Ok(beta);
            }
        }
        let forced = position.must_search_all_moves();
        depth += i32::from(forced && ply > 0 && self.uses_quiescence && ply < MAX_PLY / 2);
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiescence(position, ply, 0, (alpha, beta));
        }
        self.count_node()?;
        let known = self.table.probe(key);
        if let Some(known) = known.filter(|known| ply > 0 && i32::from(known.depth) >= depth) {
            // In the table, ends are counted from the position itself.
            let score = shift_end(known.score, ply as i32);
            // A reduced search may have missed a win, but the wins and losses that it saw are proved.
            let usable = !self.full_width || score.abs() >= PROVED_WIN;
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
            may_pass && !self.full_width && !forced && depth >= 3 && beta - alpha == 1 && beta.abs() < PROVED_WIN;
        if may_pass && let Some(cutoff_score) = self.null_move_cutoff(position, depth, ply, beta)? {
            self.path.pop();
            return Ok(cutoff_score);
        }
        let original_alpha = alpha;
        let mut moves = self.order_moves(position, ply, known.map_or(0, |known| known.code));
        let (mut best, mut best_code, mut tried) = (-INFINITE, 0, 0_i32);
        let mut index = 0;
        while let Some((weight, mv)) = pick_best(&mut moves, index) {
            index += 1;
            let Some(next) = position.after(mv) else { continue };
            tried += 1;
            let keeps_depth = forced || self.full_width;
            let reduced = depth - 1 - if keeps_depth { 0 } else { late_move_reduction(depth, tried, weight) };
            let narrow = (-alpha - 1, -alpha);
            let mut score = match tried {
                1 => -self.search(&next, depth - 1, ply + 1, (-beta, -alpha), true)?,
                _ => -self.search(&next, reduced, ply + 1, narrow, true)?,
            };
            if tried > 1 && score > alpha && reduced < depth - 1 {
                score = -self.search(&next, depth - 1, ply + 1, narrow, true)?;
            }
            if tried > 1 && score > alpha && score < beta {
                score = -self.search(&next, depth - 1, ply + 1, (-beta, -alpha), true)?;
            }
            if score > best {
                best = score;
                best_code = P::code(mv);
                if score > alpha || ply == 0 {
                    self.update_pv(ply, mv);
                }
                if ply == 0 {
                    self.best = Some((score, self.lines[0].clone()));
                }
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                self.update_history(&moves[..index], depth, ply);
                break;
            }
        }
        moves.clear();
        self.spare_lists.push(moves);
        self.path.pop();
        if tried == 0 {
            // At the root every move may be excluded, which is no end of the game.
            return Ok(if ply == 0 { best } else { end_score(position.result_without_moves(), ply) });
        }
        let bound = match best {
            _ if best >= beta => Bound::AtLeast,
            _ if best > original_alpha => Bound::Exact,
            _ => Bound::AtMost,
        };
        if ply > 0 || self.excluded_moves.is_empty() {
            let depth = depth.clamp(0, 255) as u8;
            self.table.store(key, TableEntry { score: shift_end(best, -(ply as i32)), depth, bound, code: best_code });
        }
        Ok(best)
    }

    /// Null move pruning: returns a score if the side reaches beta even after passing, so that no move is searched.
    fn null_move_cutoff(&mut self, position: &P, depth: i32, ply: usize, beta: i32) -> Result<Option<i32>, Stopped> {
        if position.evaluate() < beta {
            return Ok(None);
        }
        let Some(passed) = position.after_null_move() else { return Ok(None) };
        let score = -self.search(&passed, depth - 3 - depth / 4, ply + 1, (-beta, 1 - beta), false)?;
        Ok((score >= beta).then_some(if score >= PROVED_WIN { beta } else { score }))
    }

    /// Returns the score after worthwhile captures (quiescence search), or the evaluation if these are switched off.
    fn quiescence(
        &mut self,
        position: &P,
        ply: usize,
        captures: usize,
        (mut alpha, beta): (i32, i32),
    ) -> Result<i32, Stopped> {
        self.lines[ply].clear();
        if let Some(verdict) = position.game_result() {
            return Ok(end_score(verdict, ply));
        }
        self.count_node()?;
        let forced = position.must_search_all_moves() && self.uses_quiescence && captures < 4 && ply < MAX_PLY;
        let stand_pat = position.evaluate();
        if !self.uses_quiescence || captures >= MAX_QUIESCENCE_PLY || ply >= MAX_PLY {
            return Ok(stand_pat);
        }
        let mut best = if forced { -INFINITE } else { stand_pat };
        if best >= beta {
            return Ok(best);
        }
        alpha = alpha.max(best);
        let mut moves = self.spare_lists.pop().unwrap_or_default();
        position.add_moves(&mut moves, !forced);
        let (mut index, mut tried) = (0, 0);
        while let Some((gain, mv)) = pick_best(&mut moves, index) {
            index += 1;
            // Even the immediate gain does not bring the score near alpha (delta pruning).
            if !forced && stand_pat + gain + DELTA_MARGIN <= alpha {
                break;
            }
            let Some(next) = position.after(mv) else { continue };
            tried += 1;
            let score = -self.quiescence(&next, ply + 1, captures + 1, (-beta, -alpha))?;
            if score > best {
                best = score;
                if score > alpha {
                    self.update_pv(ply, mv);
                }
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        moves.clear();
        self.spare_lists.push(moves);
        Ok(if forced && tried == 0 { end_score(position.result_without_moves(), ply) } else { best })
    }

    /// Makes this move the start of the best line from here.
    fn update_pv(&mut self, ply: usize, mv: P::Move) {
        let continuation = mem::take(&mut self.lines[ply + 1]);
        let line = &mut self.lines[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&continuation);
        self.lines[ply + 1] = continuation;
    }

    /// Returns moves with their order weights: the table's best move, then captures, then killers, then by history.
    fn order_moves(&mut self, position: &P, ply: usize, table_code: u32) -> Vec<(i32, P::Move)> {
        let mut moves = self.spare_lists.pop().unwrap_or_default();
        position.add_moves(&mut moves, false);
        if ply == 0 {
            moves.retain(|(_, mv)| !self.excluded_moves.contains(mv));
            // Shuffle for every seed except 0.
            if self.shuffle_seed != 0 {
                Rng(self.shuffle_seed).shuffle(&mut moves);
            }
        }
        let killers = self.killers[ply];
        for (weight, mv) in &mut moves {
            let code = P::code(*mv);
            *weight = match *weight {
                gain if code == table_code => TABLE_MOVE_WEIGHT + i32::from(gain != 0),
                gain if gain != 0 => NOISY_WEIGHT + gain,
                _ if code == killers[0] => KILLER_WEIGHT + 1,
                _ if code == killers[1] => KILLER_WEIGHT,
                _ => self.history[P::history_slot(*mv)],
            };
        }
        moves
    }

    /// Rewards a quiet move that caused a cutoff, and lowers the quiet moves tried before it (history heuristic).
    fn update_history(&mut self, tried: &[(i32, P::Move)], depth: i32, ply: usize) {
        let Some(((weight, mv), before)) = tried.split_last() else { return };
        if !is_quiet(*weight) {
            return;
        }
        let code = P::code(*mv);
        if self.killers[ply][0] != code {
            self.killers[ply] = [code, self.killers[ply][0]];
        }
        let bonus = (depth * depth).min(400);
        self.add_history(*mv, bonus);
        for (weight, other) in before {
            if is_quiet(*weight) {
                self.add_history(*other, -bonus);
            }
        }
    }

    fn add_history(&mut self, mv: P::Move, bonus: i32) {
        let old = &mut self.history[P::history_slot(mv)];
        *old += bonus * 16 - *old * bonus.abs() / (MAX_HISTORY / 16);
    }
}

/// Weights in rising order: history, killer moves, captures and other gains, the table's best move.
const KILLER_WEIGHT: i32 = 1 << 20;
const NOISY_WEIGHT: i32 = 1 << 22;
const TABLE_MOVE_WEIGHT: i32 = 1 << 24;

fn is_quiet(weight: i32) -> bool {
    weight < NOISY_WEIGHT || weight == TABLE_MOVE_WEIGHT
}

/// Delta pruning margin: how much a quiet position can change in addition to captures.
const DELTA_MARGIN: i32 = 150;

/// Finds the heaviest of the moves from index `from` on, the first of equal ones. Puts it at `from` and returns it.
fn pick_best<M: Copy>(moves: &mut [(i32, M)], from: usize) -> Option<(i32, M)> {
    let candidates = moves.get_mut(from..)?;
    let mut best = 0;
    for (index, (weight, _)) in candidates.iter().enumerate().skip(1) {
        if *weight > candidates[best].0 {
            best = index;
        }
    }
    let first = *candidates.get(best)?;
    candidates[..=best].rotate_right(1);
    Some(first)
}

fn late_move_reduction(depth: i32, tried: i32, weight: i32) -> i32 {
    if depth < 3 || tried <= 3 || weight >= KILLER_WEIGHT {
        return 0;
    }
    let late = i32::from(tried > 8) + i32::from(tried > 24);
    let poor = i32::from(weight < 0);
    (1 + late + poor + depth / 8).min(depth - 2)
}
