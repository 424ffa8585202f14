//! Compares plans of a fleet by simulating each in the same sampled states with the same dice.
use super::{
    Captain, Choice, Chosen, Due, Memory, Plan, Player, Policy, Task, World,
    guess::Guess,
    leaf::{self, TERMS},
    plan::near_in,
};
use naval::model::{Half, doctrine::Doctrine};
use naval::view::Outlook;
use play::Rng;
use search::{Halved, Sample, Stop, Trial, halving};

/// Turns that a plan is simulated for.
const TURNS: u16 = 3;
/// A plan other than the captain's is taken only if it was tried in at least this many states,
const ENOUGH: u64 = 5;
/// and gains more than this many standard errors.
const ERRORS: i64 = 2;
/// Random words reserved for one sampled state. Then those of the next begin.
const WORDS: u64 = 1 << 32;

/// The distinct plans, and the result of each.
pub struct Comparison {
    pub candidates: Vec<Candidate>,
    /// Index of the plan that is taken.
    pub chosen: usize,
    pub found: Halved<{ TERMS.len() }>,
}

/// A plan, and its orders now.
pub struct Candidate {
    pub plan: Plan,
    pub choices: Vec<Choice>,
}

/// The search budget: orders to decide, and threads.
#[derive(Clone, Copy)]
pub struct Effort {
    pub nodes: u64,
    pub threads: usize,
}

/// Returns each plan's orders now, the captain's first. Plans with the same orders as an earlier one are left out. Only
/// the captain's plan counts if no enemy is in sight.
pub fn candidates(
    at: &Outlook,
    memory: &Memory,
    card: &Doctrine,
    due: &Due,
    stop: Stop<'_>,
) -> Vec<(Candidate, Captain)> {
    let near = near_in(at);
    let mut found: Vec<(Candidate, Captain)> = Vec::new();
    for plan in Plan::ALL {
        let Some(near) = near.or_else(|| (plan == Plan::Best).then_some(0.0)) else { continue };
        let officer = plan.officer(card, near);
        // A captain does not use random numbers.
        let Chosen { choices, .. } = officer.choose(at, memory, due, &mut Rng(0), stop);
        let commands = |choices: &[Choice]| choices.iter().map(|choice| choice.command.clone()).collect::<Vec<_>>();
        let is_new = |(one, _): &(Candidate, Captain)| commands(&one.choices) != commands(&choices);
        if found.iter().all(is_new) {
            found.push((Candidate { plan, choices }, officer));
        }
    }
    found
}

/// Compares plans by successive halving.
pub fn compared(
    at: &Outlook,
    memory: &Memory,
    candidates: Vec<(Candidate, Captain)>,
    effort: Effort,
    rng: &mut Rng,
    stop: Stop<'_>,
) -> Comparison {
    let (worlds, dice) = (rng.word(), rng.word());
    let (now, enemy) = ((at.state().turn, at.state().half), Captain::plain());
    let (candidates, officers): (Vec<Candidate>, Vec<Captain>) = candidates.into_iter().unzip();
    let rollout = |(candidate, officer)| Rollout { now, candidate, officer };
    let own: Vec<Rollout> = candidates.iter().zip(&officers).map(rollout).collect();
    let prizes = officers.first().map(Captain::prizes).unwrap_or_default();
    let guess = Guess::of(at, memory).counting(prizes);
    let world = |number: u64| {
        let rng = &mut Rng::after(worlds, number.wrapping_mul(WORDS));
        (guess.drawn(rng), Rng::after(dice, number).word())
    };
    let sample = |(world, seed): &(World, u64), arm: usize| {
        let seat = |side: &naval::model::Side| -> Player<'_> { if side.id == *at.side() { &own[arm] } else { &enemy } };
        let players: Vec<Player> = at.state().setup.sides.iter().map(seat).collect();
        let (after, nodes) = world.played(&players, *seed, TURNS, stop)?;
        // The state was drawn once for all arms. The first arm is always tried, so it bears the cost.
        let drawn = if arm == 0 { world.decided() } else { 0 };
        Some(Sample { parts: leaf::evaluate(&after), nodes: nodes + drawn })
    };
    let (arms, Effort { nodes: budget, threads }) = (own.len(), effort);
    let found = halving(&Trial { arms, budget, threads, world: &world, sample: &sample }, stop);
    let best = &found.arms[found.best];
    let beyond_doubt = best.error.is_some_and(|error| ERRORS * error < best.gain) && ENOUGH <= best.samples;
    let chosen = if beyond_doubt { found.best } else { 0 };
    drop(own);
    Comparison { candidates, chosen, found }
}

/// Gives a plan's orders in this turn, then continues as its captain.
struct Rollout<'p> {
    now: (u16, Option<Half>),
    candidate: &'p Candidate,
    officer: &'p Captain,
}

impl Policy for Rollout<'_> {
    fn choose(&self, at: &Outlook, memory: &Memory, due: &Due, rng: &mut Rng, stop: Stop<'_>) -> Chosen {
        if due.task == Task::Plots && (at.state().turn, at.state().half) == self.now {
            return self.candidate.choices.clone().into();
        }
        self.officer.choose(at, memory, due, rng, stop)
    }
}
