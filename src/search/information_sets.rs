//! Search with hidden information: playouts in random worlds, collected in one tree.
//!
//! Information-set Monte Carlo tree search for one observer. Every playout descends the tree in its own world with full
//! information, and updates only moves that are possible there. The caller that draws the worlds decides what they may
//! be based on. Nothing else is used.
use std::{cmp::Reverse, thread};

use super::{Limits, PROVED_WIN, SearchResult, Stop, Table, WIN_SCORE, Worker, end_score, plies_to_end, shift_end};
use play::{Lookahead, Rng};

/// Draws a random world, by the numbers of the `Rng`: a position that may be the true one.
pub type Worlds<'a, P> = &'a (dyn Fn(&mut Rng) -> P + Sync);

const AVERAGED_WORLDS: u64 = 12;

/// A move in the tree, and the results of its playouts.
struct Node<M> {
    mv: M,
    visits: u32,
    /// Playouts in which it was a legal choice.
    available: u32,
    /// Sum of its values for the player who moved, each between -1 and 1.
    total: f64,
    /// Playouts won by the player who moved, and by the opponent.
    end_counts: [u32; 2],
    /// Sum of the values of these playouts, for the winner.
    end_value_sum: f64,
    /// Codes of the moves tried from here, sorted, with their nodes.
    children: Vec<(u32, u32)>,
}

struct Tree<M> {
    /// The approximate score of the worlds for the side to move. Scores are squashed around it, so that small steps
    /// count at any score.
    base_score: i32,
    /// Codes of first moves that only repeat a position, sorted, each with the number of times it is repeated.
    stale: Vec<(u32, u32)>,
    nodes: Vec<Node<M>>,
    /// Codes of the first moves, sorted, with their nodes.
    roots: Vec<(u32, u32)>,
    playouts: u32,
}

/// Returns the best `count` lines for the side to move after `limits.nodes` playouts, each with a different first move.
/// Empty if there is no move. A proved win comes first, then the most tried move, because rarely tried moves have less
/// certain scores.
///
/// `stale` lists first moves that only repeat a position, once for each time. Avoided unless the side is far behind.
pub fn search_worlds<P: Lookahead>(
    worlds: Worlds<'_, P>,
    stale: &[P::Move],
    limits: &Limits,
    count: usize,
    stop: Stop<'_>,
) -> Vec<SearchResult<P::Move>> {
    let mut codes: Vec<u32> = stale.iter().map(|mv| P::code(*mv)).collect();
    codes.sort_unstable();
    let stale: Vec<(u32, u32)> = codes.chunk_by(u32::eq).map(|equal| (equal[0], equal.len() as u32)).collect();
    let threads = limits.threads.clamp(1, 64);
    let trials = limits.nodes.div_ceil(threads as u64);
    let seeds = (0..threads as u64).map(|thread| limits.seed ^ thread.wrapping_mul(0xA076_1D64_78BD_642F));
    let mut trees: Vec<Tree<P::Move>> = thread::scope(|scope| {
        let stale = &stale;
        let grown: Vec<_> =
            seeds.map(|seed| scope.spawn(move || grow_tree(worlds, stale, trials, seed, stop))).collect();
        grown.into_iter().filter_map(|tree| tree.join().ok()).collect()
    });
    let Some(first) = trees.pop() else { return Vec::new() };
    let visits = |tree: &Tree<P::Move>, code: u32| {
        tree.roots.iter().find(|(known, _)| *known == code).map_or(0, |(_, index)| tree.nodes[*index as usize].visits)
    };
    let total_visits = |code: u32| visits(&first, code) + trees.iter().map(|tree| visits(tree, code)).sum::<u32>();
    let mut roots = first.roots.clone();
    let nodes = trees.iter().chain([&first]).map(|tree| u64::from(tree.playouts)).sum();
    let to_result = |(code, index): (u32, u32)| {
        let node = &first.nodes[index as usize];
        let line = first.line(index);
        SearchResult {
            depth: line.len() as u8,
            line,
            score: first.score(node),
            nodes,
            playouts: Some(total_visits(code).into()),
        }
    };
    let max_visits = roots.iter().map(|(_, index)| first.nodes[*index as usize].visits).max().unwrap_or(0);
    // A proved win is played, the shortest first, even if another move was tried up to eight times as often.
    let win_score = |index: u32| {
        let node = &first.nodes[index as usize];
        node.proved_end().filter(|score| *score > 0 && node.visits >= max_visits / 8).unwrap_or(0)
    };
    roots.sort_by_key(|(code, index)| (Reverse(win_score(*index)), Reverse(total_visits(*code)), *code));
    roots.into_iter().take(count).map(to_result).collect()
}

/// Returns the best `count` first moves, searched to `depth` plies in some worlds, in the order of their sums. A score
/// is the mean, so a move that is possible in few worlds may follow one with a lower score.
pub fn average_over_worlds<P: Lookahead>(
    worlds: Worlds<'_, P>,
    limits: &Limits,
    count: usize,
) -> Vec<SearchResult<P::Move>> {
    let mut rng = Rng(limits.seed);
    let mut sums: Vec<(P::Move, MoveSum)> = Vec::new();
    let mut nodes = 0;
    let table = Table::for_nodes(0);
    let reply = Limits { depth: limits.depth.saturating_sub(1), ..*limits };
    let mut worker = Worker::new(&table, &reply, &[], &|| false);
    for _ in 0..AVERAGED_WORLDS {
        let world = worlds(&mut rng);
        let mut moves = Vec::new();
        world.add_moves(&mut moves, false);
        for (_, mv) in moves {
            let Some(next) = world.after(mv) else { continue };
            let score = match next.game_result() {
                Some(verdict) => end_score(verdict, 1),
                None if reply.depth == 0 => shift_end(worker.quiescence_score(&next), 1),
                None => shift_end(worker.search_to_depth(&next, reply.depth).unwrap_or(0), 1),
            };
            nodes += 1;
            let index = sums.iter().position(|(known, _)| *known == mv).unwrap_or_else(|| {
                sums.push((mv, MoveSum { worlds: 0, full_sum: 0, capped_sum: 0, range: (WIN_SCORE, -WIN_SCORE) }));
                sums.len() - 1
            });
            sums[index].1.add(-score);
        }
    }
    // Choose among equally good best moves at random.
    sums.sort_by_key(|(_, sum)| Reverse(sum.full_sum));
    let equals = sums.iter().take_while(|(_, sum)| sum.full_sum == sums[0].1.full_sum).count();
    if equals > 0 {
        let first = rng.below(equals as u64) as usize;
        sums[..=first].rotate_right(1);
    }
    nodes += worker.nodes;
    let lines = sums.into_iter().take(count).map(|(mv, sum)| SearchResult::without_search(mv, sum.score()));
    lines.map(|line| SearchResult { depth: limits.depth, nodes, ..line }).collect()
}

/// The results of a move in all worlds where it is possible.
struct MoveSum {
    worlds: i64,
    /// The sum with ends at full score, so that a sure win goes first. Worlds where the move is not possible add 0.
    full_sum: i64,
    /// The sum with ends at the value of a game, so that the mean has the unit of all scores.
    capped_sum: i64,
    /// The lowest and highest score.
    range: (i32, i32),
}

/// The value of a finished game in a mean of scores, in hundredths of the least piece: more than all pieces together.
const GAME_VALUE: i32 = 10_000;

impl MoveSum {
    fn add(&mut self, score: i32) {
        self.worlds += 1;
        self.full_sum += i64::from(score);
        self.capped_sum += i64::from(score.clamp(-GAME_VALUE, GAME_VALUE));
        self.range = (self.range.0.min(score), self.range.1.max(score));
    }

    /// Returns the worst score if the move wins in every world or loses in every one, otherwise the mean.
    fn score(&self) -> i32 {
        let (worst, best) = self.range;
        if worst >= PROVED_WIN || best <= -PROVED_WIN { worst } else { (self.capped_sum / self.worlds) as i32 }
    }
}

fn grow_tree<P: Lookahead>(
    worlds: Worlds<'_, P>,
    stale: &[(u32, u32)],
    trials: u64,
    seed: u64,
    stop: Stop<'_>,
) -> Tree<P::Move> {
    let mut tree = Tree { base_score: 0, stale: stale.to_vec(), nodes: Vec::new(), roots: Vec::new(), playouts: 0 };
    let table = Table::for_nodes(0);
    let mut worker = Worker::<P>::new(&table, &Limits::default(), &[], stop);
    let mut rng = Rng(seed);
    let mut moves = Vec::new();
    let scores =
        (0..AVERAGED_WORLDS).map(|_| worker.quiescence_score(&worlds(&mut rng)).clamp(-GAME_VALUE, GAME_VALUE));
    tree.base_score = scores.sum::<i32>() / AVERAGED_WORLDS as i32;
    while u64::from(tree.playouts) < trials && !(tree.playouts > 64 && tree.playouts.is_multiple_of(32) && stop()) {
        let world = worlds(&mut rng);
        if world.game_result().is_some() {
            break;
        }
        tree.playout(world, &mut worker, &mut moves, &mut rng);
    }
    tree
}

impl<M: Copy + PartialEq> Tree<M> {
    /// Runs one playout in one world, and backs up its result.
    fn playout<P: Lookahead<Move = M>>(
        &mut self,
        mut world: P,
        worker: &mut Worker<'_, P>,
        moves: &mut Vec<(i32, M)>,
        rng: &mut Rng,
    ) {
        self.playouts += 1;
        let (mut path, mut fresh) = (Vec::with_capacity(32), false);
        let score = loop {
            if let Some(verdict) = world.game_result() {
                break end_score(verdict, path.len());
            }
            // The previous move was tried for the first time.
            if fresh || path.len() >= MAX_PLAYOUT_PLY {
                break shift_end(worker.quiescence_score(&world), path.len() as i32);
            }
            moves.clear();
            world.add_moves(moves, false);
            let Some((mv, known)) = self.select_move::<P>(path.last().copied(), moves, rng) else {
                break end_score(world.result_without_moves(), path.len());
            };
            let Some(next) = world.after(mv) else { break end_score(world.result_without_moves(), path.len()) };
            world = next;
            fresh = known.is_none();
            path.push(known.unwrap_or_else(|| self.add_node(path.last().copied(), mv, P::code(mv))));
        };
        // The score is for the side to move at the end. The last mover is the opponent.
        let expected = if path.len().is_multiple_of(2) { self.base_score } else { -self.base_score };
        let mut value = -squash(score, expected);
        for index in path.into_iter().rev() {
            let node = &mut self.nodes[index as usize];
            node.visits += 1;
            node.total += value;
            if value.abs() >= MIN_END_VALUE {
                node.end_counts[usize::from(value < 0.0)] += 1;
                node.end_value_sum += value.abs();
            }
            value = -value;
        }
    }

    /// Selects the move to try: good until now, likely, or rarely tried where it was possible.
    fn select_move<P: Lookahead<Move = M>>(
        &mut self,
        parent: Option<u32>,
        moves: &[(i32, M)],
        rng: &mut Rng,
    ) -> Option<(M, Option<u32>)> {
        let (visits, mean_so_far) = match parent {
            Some(index) => {
                let node = &self.nodes[index as usize];
                (node.visits, -node.total / f64::from(node.visits.max(1)))
            }
            None => (self.playouts, 0.0),
        };
        let weights: f64 = moves.iter().map(|(gain, _)| prior_weight(*gain)).sum();
        let mut best: Option<(f64, M, Option<u32>)> = None;
        for (gain, mv) in moves {
            let known = self.child(parent, P::code(*mv));
            let (tried, available, mean) = match known {
                Some(index) => {
                    let node = &mut self.nodes[index as usize];
                    node.available += 1;
                    (node.visits, node.available, node.total / f64::from(node.visits.max(1)))
                }
                None => (0, visits, mean_so_far - UNTRIED_PENALTY),
            };
            let prior = prior_weight(*gain) / weights;
            let explored = EXPLORATION * prior * f64::from(available.max(1)).sqrt() / f64::from(1 + tried);
            // A small random number separates equal moves.
            let grain = rng.below(1 << 20) as f64 * 1e-10;
            let value = mean + explored + grain - self.staleness(parent, P::code(*mv));
            if best.is_none_or(|(most, ..)| value > most) {
                best = Some((value, *mv, known));
            }
        }
        best.map(|(_, mv, known)| (mv, known))
    }

    fn staleness(&self, parent: Option<u32>, code: u32) -> f64 {
        if parent.is_some() || self.base_score < CONTENT_WITH_DRAW {
            return 0.0;
        }
        let index = self.stale.binary_search_by_key(&code, |(code, _)| *code);
        index.map_or(0.0, |index| f64::from(self.stale[index].1) * STALE_PENALTY)
    }

    fn child(&self, parent: Option<u32>, code: u32) -> Option<u32> {
        let children = parent.map_or(&self.roots, |index| &self.nodes[index as usize].children);
        children.binary_search_by_key(&code, |(code, _)| *code).ok().map(|index| children[index].1)
    }

    fn add_node(&mut self, parent: Option<u32>, mv: M, code: u32) -> u32 {
        let new = self.nodes.len() as u32;
        let (visits, ends, children) = (0, [0; 2], Vec::new());
        self.nodes.push(Node { mv, visits, available: 1, total: 0.0, end_counts: ends, end_value_sum: 0.0, children });
        let children = match parent {
            Some(index) => &mut self.nodes[index as usize].children,
            None => &mut self.roots,
        };
        let index = children.partition_point(|(known, _)| *known < code);
        children.insert(index, (code, new));
        new
    }

    /// Returns the score of a node for the player who moved: a proved end, otherwise less than any end.
    fn score(&self, node: &Node<M>) -> i32 {
        node.proved_end().unwrap_or_else(|| self.unsquash(node.total / f64::from(node.visits.max(1))))
    }

    fn unsquash(&self, share: f64) -> i32 {
        let share = (share / 0.98).clamp(-0.99, 0.99);
        self.base_score + (SQUASH_SCALE * share / (1.0 - share.abs())) as i32
    }

    /// Returns the most tried moves, starting with this one.
    fn line(&self, from: u32) -> Vec<M> {
        let mut line = Vec::new();
        let mut current = Some(from);
        while let Some(node) = current.map(|current| &self.nodes[current as usize]) {
            line.push(node.mv);
            let next = node.children.iter().map(|(_, child)| *child);
            current = next.max_by_key(|child| self.nodes[*child as usize].visits).filter(|_| node.visits > 8);
        }
        line
    }
}

const MAX_PLAYOUT_PLY: usize = 40;
const EXPLORATION: f64 = 0.8;
/// How much worse than tried moves an untried move is assumed to be.
const UNTRIED_PENALTY: f64 = 0.08;
/// The penalty of a first move for each time that it repeats a position.
const STALE_PENALTY: f64 = 0.15;
/// A side with a lower score is content with a draw.
const CONTENT_WITH_DRAW: i32 = -1500;
/// The cost of each ply before an end: too small to be confused with other differences.
const DELAY_COST: f64 = 0.0003;
/// From this many plies on, all ends have the same value.
const MAX_DELAY_PLIES: i32 = 50;
/// A playout with at least this value reached an end. No other squashed score is as great.
const MIN_END_VALUE: f64 = 0.982;
/// Minimum playouts before their ends count as a win or a loss.
const MIN_PROVING_PLAYOUTS: u32 = 16;
/// The score at which squashing reaches half of its maximum, in hundredths.
const SQUASH_SCALE: f64 = 300.0;

/// Returns the prior weight of a move, from its immediate gain.
fn prior_weight(gain: i32) -> f64 {
    1.0 + f64::from(gain.clamp(0, 1000)) / 40.0
}

/// Squashes a score to between -1 and 1, with 0 for the expected score.
fn squash(score: i32, expected: i32) -> f64 {
    if let Some(moves) = plies_to_end(score) {
        return f64::from(score.signum()) * (1.0 - DELAY_COST * f64::from(moves.abs().min(MAX_DELAY_PLIES)));
    }
    let gain = f64::from(score - expected);
    0.98 * gain / (SQUASH_SCALE + gain.abs())
}

impl<M> Node<M> {
    /// Returns the win or loss of its playouts, if at least 90% of them ended so and none ended the other way.
    fn proved_end(&self) -> Option<i32> {
        let ended = self.end_counts[0] + self.end_counts[1];
        if self.visits < MIN_PROVING_PLAYOUTS || ended * 10 < self.visits * 9 {
            return None;
        }
        let moves = ((1.0 - self.end_value_sum / f64::from(ended)) / DELAY_COST).round().max(1.0) as i32;
        match self.end_counts {
            [_, 0] => Some(WIN_SCORE - moves),
            [0, _] => Some(moves - WIN_SCORE),
            [_, _] => None,
        }
    }
}
