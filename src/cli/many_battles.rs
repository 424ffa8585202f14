//! Many battles between players, shared among the cores. The number of cores does not affect the results.
use std::time::{Duration, Instant};

use crate::parallel;
use admirals::{BattleStart, Commander, Player, continue_from, fight, seed_of};
use naval::model::battle_results::{BattleResult, BattleResults};
use naval::{Naval, model::Setup};
use play::journal::DiceSequence;
use play::{Game, apply_all};
use session::Refusal;

/// One in this many battles is decided again to measure its cost.
const COST_SAMPLE_INTERVAL: u64 = 20;

pub struct BattleRequest<'a> {
    pub start: &'a BattleStart,
    /// The players, in the order of the sides.
    pub commanders: &'a [Commander],
    /// The base of the battles' seeds.
    pub seed: u64,
    /// The number of the first battle, from 0.
    pub from: u64,
    pub n: u64,
    /// Threads to use. By default one for each core.
    pub threads: Option<u16>,
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

#[derive(Default)]
struct ThreadResult {
    battles: Vec<(u64, BattleResult)>,
    cost: Cost,
}

/// Returns the battles in order, up to the first missing number. With `measured`, also the cost of some of them.
pub fn fight_many(request: &BattleRequest<'_>, measured: Option<&Setup>) -> (BattleResults, Cost) {
    let policies: Vec<_> = request.commanders.iter().map(Commander::policy).collect();
    let players: Vec<Player> = policies.iter().map(Box::as_ref).collect();
    let add = |thread_result: &mut ThreadResult, number: u64| {
        if (request.stop)() {
            return;
        }
        let seed = seed_of(request.seed, request.from + number + 1);
        if let Some(setup) = measured.filter(|_| number.is_multiple_of(COST_SAMPLE_INTERVAL)) {
            thread_result.cost.measure(setup, &players, seed, request.stop);
        }
        let battle = continue_from(request.start, &players, seed, false, request.stop);
        if battle.result.end.is_some() {
            thread_result.battles.push((number, battle.result));
        }
    };
    let threads = request.threads.map_or_else(parallel::core_count, usize::from);
    let all = search::run_parallel(request.n, threads, add, parallel::progress_bar(request.n, request.stop));
    let mut cost = Cost::default();
    all.iter().for_each(|thread_result| cost.add(thread_result.cost));
    let mut battles: Vec<(u64, BattleResult)> =
        all.into_iter().flat_map(|thread_result| thread_result.battles).collect();
    battles.sort_by_key(|(number, _)| *number);
    let gapless = battles.into_iter().enumerate().take_while(|(place, (number, _))| *place as u64 == *number);
    (BattleResults { battles: gapless.map(|(_, (_, fought))| fought).collect() }, cost)
}

/// Fights all battles. Refuses an interruption, because fewer battles would not match the command. `what` needs them.
pub fn fight_all(request: &BattleRequest<'_>, what: &str) -> Result<BattleResults, Refusal> {
    let (results, _) = fight_many(request, None);
    if (results.battles.len() as u64) < request.n {
        let fewer = format!("try fewer battles: -n {}", (request.n / 2).max(1));
        return Err(Refusal::stopped(format!("Interrupted: {what} needs all of its battles.")).hint(fewer));
    }
    Ok(results)
}

/// The time that the measured battles took, and the time to decide their commands again.
#[derive(Clone, Copy, Default)]
pub struct Cost {
    fighting: Duration,
    deciding: Duration,
    battles: u32,
}

impl Cost {
    pub fn ratio(self) -> f64 {
        self.fighting.as_secs_f64() / self.deciding.as_secs_f64().max(f64::EPSILON)
    }

    pub fn millis(self) -> f64 {
        1_000.0 * self.fighting.as_secs_f64() / f64::from(self.battles.max(1))
    }

    fn add(&mut self, other: Cost) {
        self.fighting += other.fighting;
        self.deciding += other.deciding;
        self.battles += other.battles;
    }

    /// Fights a battle and decides its commands again, timing both.
    fn measure(&mut self, setup: &Setup, players: &[Player], seed: u64, stop: &(dyn Fn() -> bool + Sync)) {
        let start = Instant::now();
        let battle = fight(setup, players, seed, true, stop);
        let fighting = start.elapsed();
        let (mut state, mut rolls) = (Naval::initial_state(setup), DiceSequence::new(seed));
        let start = Instant::now();
        for executed in &battle.commands {
            if let Ok(events) = play::decide::<Naval>(&state, &executed.command, &mut rolls.dice()) {
                apply_all::<Naval>(&mut state, &events);
                rolls.record::<Naval>(&events);
            }
        }
        self.add(Cost { fighting, deciding: start.elapsed(), battles: 1 });
    }
}
