//! Plans of a fleet played on, each in the same battles that may be the true one and with the same dice.
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

/// A plan is played on for so many turns.
const TURNS: u16 = 3;
/// Another plan than the captain's is taken only where it was tried in so many worlds,
const ENOUGH: u64 = 5;
/// and gains by more than so many standard errors.
const ERRORS: i64 = 2;
/// Words of the generator that a world may take before those of the next begin.
const WORDS: u64 = 1 << 32;

/// Plans that differ, and how each fared.
pub struct Comparison {
    pub candidates: Vec<Candidate>,
    /// The one that is taken.
    pub chosen: usize,
    pub found: Halved<{ TERMS.len() }>,
}

/// A plan, and what it orders now.
pub struct Candidate {
    pub plan: Plan,
    pub choices: Vec<Choice>,
}

/// How much is tried.
#[derive(Clone, Copy)]
pub struct Effort {
    pub nodes: u64,
    pub threads: usize,
}

/// What each plan orders now, the captain's first; those that order the same as one before them are left out. Only his
/// where nobody is in sight.
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
        // He leaves nothing to chance.
        let Chosen { choices, .. } = officer.choose(at, memory, due, &mut Rng(0), stop);
        let commands = |choices: &[Choice]| choices.iter().map(|choice| choice.command.clone()).collect::<Vec<_>>();
        let is_new = |(one, _): &(Candidate, Captain)| commands(&one.choices) != commands(&choices);
        if found.iter().all(is_new) {
            found.push((Candidate { plan, choices }, officer));
        }
    }
    found
}

/// Tries plans against each other.
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
        // The world was drawn once for all arms, of which the first is always tried.
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

/// Orders what a plan has ordered, and then goes on with it.
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
