//! Plans of a fleet played on, each in the same battles that may be the true one and with the same dice.
use super::{
    Captain, Choice, Due, Memory, Plan, Player, Policy, Task, World,
    leaf::{self, PARTS},
    plan::near_in,
};
use naval::{Half, doctrine::Doctrine, view::Outlook};
use play::Rng;
use search::{Halved, Sample, Stop, Trial, halving};

/// A plan is played on for so many turns.
const TURNS: u16 = 3;
/// Another plan than the captain's is taken only where it was tried in so many worlds,
const ENOUGH: u64 = 5;
/// and gains by more than so many standard errors.
const ERRORS: i64 = 2;
/// Words of the lot that a world may take before those of the next begin.
const WORDS: u64 = 1 << 32;

/// Plans that differ, and how each fared.
pub struct Tried {
    pub plans: Vec<Ordered>,
    /// The one that is taken.
    pub chosen: usize,
    pub fared: Halved<{ PARTS.len() }>,
}

/// What a plan orders now.
pub struct Ordered {
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
pub fn ordered(at: &Outlook, memory: &Memory, card: &Doctrine, due: &Due, stop: Stop<'_>) -> Vec<(Ordered, Captain)> {
    let near = near_in(at);
    let mut found: Vec<(Ordered, Captain)> = Vec::new();
    for plan in Plan::ALL {
        let Some(near) = near.or_else(|| (plan == Plan::Best).then_some(0.0)) else { continue };
        let officer = plan.officer(card, near);
        // He draws no lot.
        let choices = officer.choose(at, memory, due, &mut Rng(0), stop);
        let commands = |choices: &[Choice]| choices.iter().map(|choice| choice.command.clone()).collect::<Vec<_>>();
        let is_new = |(one, _): &(Ordered, Captain)| commands(&one.choices) != commands(&choices);
        if found.iter().all(is_new) {
            found.push((Ordered { plan, choices }, officer));
        }
    }
    found
}

/// Tries plans against each other.
pub fn tried(
    at: &Outlook,
    memory: &Memory,
    plans: Vec<(Ordered, Captain)>,
    effort: Effort,
    lot: &mut Rng,
    stop: Stop<'_>,
) -> Tried {
    let (worlds, dice) = (lot.word(), lot.word());
    let (now, enemy) = ((at.state().turn, at.state().half), Captain::plain());
    let (plans, officers): (Vec<Ordered>, Vec<Captain>) = plans.into_iter().unzip();
    let follows = |(ordered, officer)| Follows { now, ordered, officer };
    let own: Vec<Follows> = plans.iter().zip(&officers).map(follows).collect();
    let world = |number: u64| {
        let lot = &mut Rng::after(worlds, number.wrapping_mul(WORDS));
        (World::drawn(at, memory, lot), Rng::after(dice, number).word())
    };
    let sample = |(world, seed): &(World, u64), arm: usize| {
        let seat = |side: &naval::Side| -> Player<'_> { if side.id == *at.side() { &own[arm] } else { &enemy } };
        let players: Vec<Player> = at.state().setup.sides.iter().map(seat).collect();
        let (after, nodes) = world.played(&players, *seed, TURNS, stop)?;
        Some(Sample { parts: leaf::worth(&after), nodes })
    };
    let (arms, Effort { nodes: budget, threads }) = (own.len(), effort);
    let fared = halving(&Trial { arms, budget, threads, world: &world, sample: &sample }, stop);
    let best = &fared.arms[fared.best];
    let beyond_doubt = best.error.is_some_and(|error| ERRORS * error < best.gain) && ENOUGH <= best.samples;
    let chosen = if beyond_doubt { fared.best } else { 0 };
    drop(own);
    Tried { plans, chosen, fared }
}

/// Orders what a plan has ordered, and then goes on with it.
struct Follows<'p> {
    now: (u16, Option<Half>),
    ordered: &'p Ordered,
    officer: &'p Captain,
}

impl Policy for Follows<'_> {
    fn choose(&self, at: &Outlook, memory: &Memory, due: &Due, lot: &mut Rng, stop: Stop<'_>) -> Vec<Choice> {
        if due.task == Task::Plots && (at.state().turn, at.state().half) == self.now {
            return self.ordered.choices.clone();
        }
        self.officer.choose(at, memory, due, lot, stop)
    }
}
