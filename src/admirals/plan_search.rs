//! Compares plans of a fleet by simulating each in the same sampled states with the same dice.
use super::{
    Captain, Choice, Memory, PendingDecision, Plan, Player, Policy, PolicyAnswer, SampledState, Task,
    evaluation::{self, TERMS},
    plan::nearest_enemy_range_in,
    sampling::StateSampler,
};
use naval::model::{Half, doctrine::Doctrine};
use naval::view::PlayerView;
use play::Rng;
use search::{Experiment, HalvingResult, Sample, Stop, sequential_halving};

const SIMULATED_TURNS: u16 = 3;
/// A plan other than the captain's is taken only if it was tried in at least this many states.
const MIN_SAMPLES: u64 = 5;
/// Its gain over the captain's plan must also exceed this many standard errors.
const MIN_ERRORS: i64 = 2;
/// Random words reserved for one sampled state. Then those of the next begin.
const WORDS_PER_STATE: u64 = 1 << 32;

/// The distinct plans, and the result of each.
pub struct PlanComparison {
    pub candidates: Vec<PlanCandidate>,
    pub chosen: usize,
    pub halving: HalvingResult<{ TERMS.len() }>,
}

pub struct PlanCandidate {
    pub plan: Plan,
    pub choices: Vec<Choice>,
}

/// The search budget: orders to decide, and threads.
#[derive(Clone, Copy)]
pub struct SearchBudget {
    pub nodes: u64,
    pub threads: usize,
}

/// Returns each plan's orders now, the captain's first. Plans with the same orders as an earlier one are left out. Only
/// the captain's plan counts if no enemy is in sight.
pub fn candidates(
    view: &PlayerView,
    memory: &Memory,
    card: &Doctrine,
    decision: &PendingDecision,
    stop: Stop<'_>,
) -> Vec<(PlanCandidate, Captain)> {
    let range_in = nearest_enemy_range_in(view);
    let mut found: Vec<(PlanCandidate, Captain)> = Vec::new();
    for plan in Plan::ALL {
        let Some(range_in) = range_in.or_else(|| (plan == Plan::Best).then_some(0.0)) else { continue };
        let captain = plan.captain(card, range_in);
        // A captain does not use random numbers.
        let PolicyAnswer { choices, .. } = captain.choose(view, memory, decision, &mut Rng(0), stop);
        let commands = |choices: &[Choice]| choices.iter().map(|choice| choice.command.clone()).collect::<Vec<_>>();
        let is_new = |(other, _): &(PlanCandidate, Captain)| commands(&other.choices) != commands(&choices);
        if found.iter().all(is_new) {
            found.push((PlanCandidate { plan, choices }, captain));
        }
    }
    found
}

/// Compares plans by successive halving.
pub fn compare(
    view: &PlayerView,
    memory: &Memory,
    candidates: Vec<(PlanCandidate, Captain)>,
    search_budget: SearchBudget,
    rng: &mut Rng,
    stop: Stop<'_>,
) -> PlanComparison {
    let (state_seed, dice_seed) = (rng.word(), rng.word());
    let (now, enemy) = ((view.state().turn, view.state().half), Captain::plain());
    let (candidates, captains): (Vec<PlanCandidate>, Vec<Captain>) = candidates.into_iter().unzip();
    let rollout = |(candidate, captain)| PlanRollout { now, candidate, captain };
    let own: Vec<PlanRollout> = candidates.iter().zip(&captains).map(rollout).collect();
    let prizes = captains.first().map(Captain::prizes).unwrap_or_default();
    let sampler = StateSampler::new(view, memory).with_prizes(prizes);
    let sample_state = |number: u64| {
        let rng = &mut Rng::skipping(state_seed, number.wrapping_mul(WORDS_PER_STATE));
        (sampler.sample(rng), Rng::skipping(dice_seed, number).word())
    };
    let sample = |(state, seed): &(SampledState, u64), arm: usize| {
        let seat =
            |side: &naval::model::Side| -> Player<'_> { if side.id == *view.side() { &own[arm] } else { &enemy } };
        let players: Vec<Player> = view.state().setup.sides.iter().map(seat).collect();
        let (after, nodes) = state.simulate(&players, *seed, SIMULATED_TURNS, stop)?;
        // The state was drawn once for all arms. The first arm is always tried, so it bears the cost.
        let draw_cost = if arm == 0 { state.decided() } else { 0 };
        Some(Sample { parts: evaluation::evaluate(&after), nodes: nodes + draw_cost })
    };
    let (arms, SearchBudget { nodes: budget, threads }) = (own.len(), search_budget);
    let found = sequential_halving(&Experiment { arms, budget, threads, world: &sample_state, sample: &sample }, stop);
    let best = &found.arms[found.best];
    let is_significant = best.error.is_some_and(|error| MIN_ERRORS * error < best.gain) && MIN_SAMPLES <= best.samples;
    let chosen = if is_significant { found.best } else { 0 };
    drop(own);
    PlanComparison { candidates, chosen, halving: found }
}

/// Gives a plan's orders in this turn, then continues as its captain.
struct PlanRollout<'p> {
    now: (u16, Option<Half>),
    candidate: &'p PlanCandidate,
    captain: &'p Captain,
}

impl Policy for PlanRollout<'_> {
    fn choose(
        &self,
        view: &PlayerView,
        memory: &Memory,
        decision: &PendingDecision,
        rng: &mut Rng,
        stop: Stop<'_>,
    ) -> PolicyAnswer {
        if decision.task == Task::Plots && (view.state().turn, view.state().half) == self.now {
            return self.candidate.choices.clone().into();
        }
        self.captain.choose(view, memory, decision, rng, stop)
    }
}
