//! Choosing where something is hidden: trials in worlds drawn at random, gathered in one tree.
//!
//! Information-set Monte Carlo tree search for one observer: every trial goes down the tree in a world of its own, in
//! which all is laid open, and learns only from moves that are possible there. Whoever draws the worlds decides what
//! they may be made from; nothing else is looked at.
use std::{cmp::Reverse, thread};

use super::{Found, Limits, SEEN_TO_THE_END, Stop, Table, WON, Worker, ended, ended_later, ends_in};
use play::{Lookahead, Rng};

/// Draws a world: a position that may be the true one. What is left to chance in it comes from the `Rng`.
pub type Worlds<'a, P> = &'a (dyn Fn(&mut Rng) -> P + Sync);

/// Worlds among which a search of fixed depth is shared out.
const WORLDS: u64 = 12;

/// A move out of a place in the tree, and what its trials came to.
struct Node<M> {
    given: M,
    visits: u32,
    /// In how many trials it could have been chosen.
    available: u32,
    /// Sum of what it was worth to whoever moved, between -1 and 1 each.
    total: f64,
    /// In how many of its trials whoever moved had won in the end, and in how many the other one.
    ends: [u32; 2],
    /// Sum of what these trials were worth, by whoever had won.
    ended: f64,
    /// Codes of the moves tried from here, in order, with their nodes.
    children: Vec<(u32, u32)>,
}

struct Tree<M> {
    /// What the worlds are worth to the side to move as they stand, about: scores are narrowed around it, so that small
    /// steps count wherever the game stands.
    standing: i32,
    /// First moves that lead nowhere new, by their codes, in order, and how often each does so.
    stale: Vec<(u32, u32)>,
    nodes: Vec<Node<M>>,
    /// Codes of the first moves, in order, with their nodes.
    roots: Vec<(u32, u32)>,
    trials: u32,
}

/// The best `count` lines for the side to move over `limits.nodes` trials, each with another first move; none when there is
/// no move. A win that was found comes first, then the move that was tried most often: the score of a move seldom tried is
/// less sure.
///
/// `stale` are first moves that lead nowhere new, each as often as it does so: a side that does not stand worse would
/// rather not.
pub fn among<P: Lookahead>(
    worlds: Worlds<'_, P>,
    stale: &[P::Move],
    limits: &Limits,
    count: usize,
    stop: Stop<'_>,
) -> Vec<Found<P::Move>> {
    let mut codes: Vec<u32> = stale.iter().map(|given| P::code(*given)).collect();
    codes.sort_unstable();
    let stale: Vec<(u32, u32)> = codes.chunk_by(u32::eq).map(|alike| (alike[0], alike.len() as u32)).collect();
    let threads = limits.threads.clamp(1, 64);
    let trials = limits.nodes.div_ceil(threads as u64);
    let seeds = (0..threads as u64).map(|thread| limits.seed ^ thread.wrapping_mul(0xA076_1D64_78BD_642F));
    let mut trees: Vec<Tree<P::Move>> = thread::scope(|scope| {
        let stale = &stale;
        let grown: Vec<_> = seeds.map(|seed| scope.spawn(move || grow(worlds, stale, trials, seed, stop))).collect();
        grown.into_iter().filter_map(|tree| tree.join().ok()).collect()
    });
    let Some(first) = trees.pop() else { return Vec::new() };
    let visits = |tree: &Tree<P::Move>, code: u32| {
        tree.roots.iter().find(|(known, _)| *known == code).map_or(0, |(_, at)| tree.nodes[*at as usize].visits)
    };
    let all = |code: u32| visits(&first, code) + trees.iter().map(|tree| visits(tree, code)).sum::<u32>();
    let mut roots = first.roots.clone();
    let nodes = trees.iter().chain([&first]).map(|tree| u64::from(tree.trials)).sum();
    let found = |(code, at): (u32, u32)| {
        let node = &first.nodes[at as usize];
        let line = first.line(at);
        Found { depth: line.len() as u8, line, score: first.score(node), nodes, trials: Some(all(code).into()) }
    };
    let most = roots.iter().map(|(_, at)| first.nodes[*at as usize].visits).max().unwrap_or(0);
    // A win that was found is played, the shortest first, however often others were tried.
    let won = |at: u32| {
        let node = &first.nodes[at as usize];
        node.end().filter(|score| *score > 0 && node.visits >= most / 8).unwrap_or(0)
    };
    roots.sort_by_key(|(code, at)| (Reverse(won(*at)), Reverse(all(*code)), *code));
    roots.into_iter().take(count).map(found).collect()
}

/// The best `count` first moves with their scores, `depth` moves deep in some worlds, in the order of their sums. A score is
/// the mean, so a move that is possible in few worlds may stand behind one with a lower score.
pub fn averaged<P: Lookahead>(worlds: Worlds<'_, P>, limits: &Limits, count: usize) -> Vec<Found<P::Move>> {
    let mut rng = Rng(limits.seed);
    let mut sums: Vec<(P::Move, Sum)> = Vec::new();
    let mut nodes = 0;
    let table = Table::for_nodes(0);
    let reply = Limits { depth: limits.depth.saturating_sub(1), ..*limits };
    let mut worker = Worker::new(&table, &reply, &[], &|| false);
    for _ in 0..WORLDS {
        let world = worlds(&mut rng);
        let mut moves = Vec::new();
        world.add_moves(&mut moves, false);
        for (_, given) in moves {
            let Some(next) = world.after(given) else { continue };
            let score = match next.verdict() {
                Some(verdict) => ended(verdict, 1),
                None if reply.depth == 0 => ended_later(worker.settled(&next), 1),
                None => ended_later(worker.look(&next, reply.depth).unwrap_or(0), 1),
            };
            nodes += 1;
            let at = sums.iter().position(|(known, _)| *known == given).unwrap_or_else(|| {
                sums.push((given, Sum { worlds: 0, full: 0, even: 0, range: (WON, -WON) }));
                sums.len() - 1
            });
            sums[at].1.add(-score);
        }
    }
    // Of equals any one, at random.
    sums.sort_by_key(|(_, sum)| Reverse(sum.full));
    let equals = sums.iter().take_while(|(_, sum)| sum.full == sums[0].1.full).count();
    if equals > 0 {
        let first = rng.below(equals as u64) as usize;
        sums[..=first].rotate_right(1);
    }
    nodes += worker.nodes;
    let found = sums.into_iter().take(count).map(|(given, sum)| Found::at_once(given, sum.score()));
    found.map(|line| Found { depth: limits.depth, nodes, ..line }).collect()
}

/// What a move came to in all the worlds where it was possible.
struct Sum {
    worlds: i64,
    /// Every end at its full worth: what is certain anywhere goes before everything else, and a move that is not possible
    /// everywhere is worth nothing where it is not.
    full: i64,
    /// Every end at the worth of a game, so that the mean is in the unit of all scores.
    even: i64,
    /// The worst and the best of it.
    range: (i32, i32),
}

/// What the end of a game counts for in a mean of scores, in hundredths of the least man: more than all men together.
const GAME: i32 = 10_000;

impl Sum {
    fn add(&mut self, score: i32) {
        self.worlds += 1;
        self.full += i64::from(score);
        self.even += i64::from(score.clamp(-GAME, GAME));
        self.range = (self.range.0.min(score), self.range.1.max(score));
    }

    /// An end, where it comes in every world; else the mean.
    fn score(&self) -> i32 {
        let (worst, best) = self.range;
        if worst >= SEEN_TO_THE_END || best <= -SEEN_TO_THE_END { worst } else { (self.even / self.worlds) as i32 }
    }
}

fn grow<P: Lookahead>(
    worlds: Worlds<'_, P>,
    stale: &[(u32, u32)],
    trials: u64,
    seed: u64,
    stop: Stop<'_>,
) -> Tree<P::Move> {
    let mut tree = Tree { standing: 0, stale: stale.to_vec(), nodes: Vec::new(), roots: Vec::new(), trials: 0 };
    let table = Table::for_nodes(0);
    let mut worker = Worker::<P>::new(&table, &Limits::default(), &[], stop);
    let mut rng = Rng(seed);
    let mut moves = Vec::new();
    let settled = (0..WORLDS).map(|_| worker.settled(&worlds(&mut rng)).clamp(-GAME, GAME));
    tree.standing = settled.sum::<i32>() / WORLDS as i32;
    while u64::from(tree.trials) < trials && !(tree.trials > 64 && tree.trials.is_multiple_of(32) && stop()) {
        let world = worlds(&mut rng);
        if world.verdict().is_some() {
            break;
        }
        tree.trial(world, &mut worker, &mut moves, &mut rng);
    }
    tree
}

impl<M: Copy + PartialEq> Tree<M> {
    /// One way down in one world, and what it came to on the way back.
    fn trial<P: Lookahead<Move = M>>(
        &mut self,
        mut world: P,
        worker: &mut Worker<'_, P>,
        moves: &mut Vec<(i32, M)>,
        rng: &mut Rng,
    ) {
        self.trials += 1;
        let (mut path, mut fresh) = (Vec::with_capacity(32), false);
        let score = loop {
            if let Some(verdict) = world.verdict() {
                break ended(verdict, path.len());
            }
            // The move before was tried for the first time.
            if fresh || path.len() >= LONGEST {
                break ended_later(worker.settled(&world), path.len() as i32);
            }
            moves.clear();
            world.add_moves(moves, false);
            let Some((given, known)) = self.chosen::<P>(path.last().copied(), moves, rng) else {
                break ended(world.stuck(), path.len());
            };
            let Some(next) = world.after(given) else { break ended(world.stuck(), path.len()) };
            world = next;
            fresh = known.is_none();
            path.push(known.unwrap_or_else(|| self.grown(path.last().copied(), given, P::code(given))));
        };
        // The score is that of the side to move at the end; the last mover is the other one.
        let standing = if path.len().is_multiple_of(2) { self.standing } else { -self.standing };
        let mut value = -narrowed(score, standing);
        for at in path.into_iter().rev() {
            let node = &mut self.nodes[at as usize];
            node.visits += 1;
            node.total += value;
            if value.abs() >= CERTAIN {
                node.ends[usize::from(value < 0.0)] += 1;
                node.ended += value.abs();
            }
            value = -value;
        }
    }

    /// The move to be tried: good so far, likely, or seldom tried where it was possible.
    fn chosen<P: Lookahead<Move = M>>(
        &mut self,
        place: Option<u32>,
        moves: &[(i32, M)],
        rng: &mut Rng,
    ) -> Option<(M, Option<u32>)> {
        let (visits, share) = match place {
            Some(at) => {
                let node = &self.nodes[at as usize];
                (node.visits, -node.total / f64::from(node.visits.max(1)))
            }
            None => (self.trials, 0.0),
        };
        let weights: f64 = moves.iter().map(|(gain, _)| likely(*gain)).sum();
        let mut best: Option<(f64, M, Option<u32>)> = None;
        for (gain, given) in moves {
            let known = self.child(place, P::code(*given));
            let (tried, available, mean) = match known {
                Some(at) => {
                    let node = &mut self.nodes[at as usize];
                    node.available += 1;
                    (node.visits, node.available, node.total / f64::from(node.visits.max(1)))
                }
                None => (0, visits, share - UNTRIED),
            };
            let prior = likely(*gain) / weights;
            let explored = EXPLORATION * prior * f64::from(available.max(1)).sqrt() / f64::from(1 + tried);
            // A grain of chance parts moves that are alike.
            let grain = rng.below(1 << 20) as f64 * 1e-10;
            let value = mean + explored + grain - self.staleness(place, P::code(*given));
            if best.is_none_or(|(most, ..)| value > most) {
                best = Some((value, *given, known));
            }
        }
        best.map(|(_, given, known)| (given, known))
    }

    /// How much less a first move is worth for only repeating what was before.
    fn staleness(&self, place: Option<u32>, code: u32) -> f64 {
        if place.is_some() || self.standing < NOT_BEHIND {
            return 0.0;
        }
        let at = self.stale.binary_search_by_key(&code, |(code, _)| *code);
        at.map_or(0.0, |at| f64::from(self.stale[at].1) * STALE)
    }

    fn child(&self, place: Option<u32>, code: u32) -> Option<u32> {
        let children = place.map_or(&self.roots, |at| &self.nodes[at as usize].children);
        children.binary_search_by_key(&code, |(code, _)| *code).ok().map(|at| children[at].1)
    }

    fn grown(&mut self, place: Option<u32>, given: M, code: u32) -> u32 {
        let new = self.nodes.len() as u32;
        let (visits, ends, children) = (0, [0; 2], Vec::new());
        self.nodes.push(Node { given, visits, available: 1, total: 0.0, ends, ended: 0.0, children });
        let children = match place {
            Some(at) => &mut self.nodes[at as usize].children,
            None => &mut self.roots,
        };
        let at = children.partition_point(|(known, _)| *known < code);
        children.insert(at, (code, new));
        new
    }

    /// What a node is worth to whoever moved: an end where its trials have come to one, and below any end otherwise.
    fn score(&self, node: &Node<M>) -> i32 {
        node.end().unwrap_or_else(|| self.widened(node.total / f64::from(node.visits.max(1))))
    }

    /// The score that is narrowed to this.
    fn widened(&self, share: f64) -> i32 {
        let share = (share / 0.98).clamp(-0.99, 0.99);
        self.standing + (SCALE * share / (1.0 - share.abs())) as i32
    }

    /// The moves most often tried, from this one on.
    fn line(&self, from: u32) -> Vec<M> {
        let mut line = Vec::new();
        let mut at = Some(from);
        while let Some(node) = at.map(|at| &self.nodes[at as usize]) {
            line.push(node.given);
            let next = node.children.iter().map(|(_, child)| *child);
            at = next.max_by_key(|child| self.nodes[*child as usize].visits).filter(|_| node.visits > 8);
        }
        line
    }
}

const LONGEST: usize = 40;
const EXPLORATION: f64 = 0.8;
/// How much worse than its elders a move is thought to be before it is tried.
const UNTRIED: f64 = 0.08;
/// What a first move is held to be worse for every time that it leads nowhere new.
const STALE: f64 = 0.15;
/// A side that stands worse than this is content with a draw.
const NOT_BEHIND: i32 = -1500;
/// What an end loses for every move that it is further away: too little to be mistaken for anything else.
const SOONER: f64 = 0.0003;
/// Further away than so many moves all ends are alike.
const FURTHEST: i32 = 50;
/// What a trial is worth beyond it comes of an end: no score is narrowed to as much.
const CERTAIN: f64 = 0.982;
/// Trials that must have been made before their ends are taken for a win or a loss.
const PROVING: u32 = 16;
/// Half of all certainty lies at so many hundredths.
const SCALE: f64 = 300.0;

/// How likely a move is to be good, by what it wins at once.
fn likely(gain: i32) -> f64 {
    1.0 + f64::from(gain.clamp(0, 1000)) / 40.0
}

/// A score between -1 and 1, 0 being what was to be expected.
fn narrowed(score: i32, standing: i32) -> f64 {
    if let Some(moves) = ends_in(score) {
        return f64::from(score.signum()) * (1.0 - SOONER * f64::from(moves.abs().min(FURTHEST)));
    }
    let gained = f64::from(score - standing);
    0.98 * gained / (SCALE + gained.abs())
}

impl<M> Node<M> {
    /// The win or loss that its trials have come to: nine in ten of them or more, and none to the contrary.
    fn end(&self) -> Option<i32> {
        let ended = self.ends[0] + self.ends[1];
        if self.visits < PROVING || ended * 10 < self.visits * 9 {
            return None;
        }
        let moves = ((1.0 - self.ended / f64::from(ended)) / SOONER).round().max(1.0) as i32;
        match self.ends {
            [_, 0] => Some(WON - moves),
            [0, _] => Some(moves - WON),
            [_, _] => None,
        }
    }
}
