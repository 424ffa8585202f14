//! Many battles between players, shared out among the cores: the same for any number of them.
use std::time::{Duration, Instant};

use crate::cores;
use admirals::{Commander, Player, Start, fight, go_on, seed_of};
use naval::model::battles::{Fought, Many};
use naval::{Naval, model::Setup};
use play::journal::Throws;
use play::{Game, apply_all};
use session::Refusal;

/// Of so many battles one is decided again, for what it cost.
const ONE_IN: u64 = 20;

/// Battles that are wanted.
pub struct Wanted<'a> {
    pub start: &'a Start,
    /// Who plays, in the order of the sides.
    pub who: &'a [Commander],
    /// Of the battles' seeds.
    pub seed: u64,
    /// The numbers of the battles, from 0.
    pub from: u64,
    pub n: u64,
    /// As many as there are cores, if left out.
    pub threads: Option<u16>,
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// What one thread has fought.
#[derive(Default)]
struct Own {
    battles: Vec<(u64, Fought)>,
    cost: Cost,
}

/// The battles in the order of their numbers, as far as no number is missing; with what some of them cost, where a
/// scenario is given of which they are fought.
pub fn fought(wanted: &Wanted<'_>, weighed: Option<&Setup>) -> (Many, Cost) {
    let policies: Vec<_> = wanted.who.iter().map(Commander::policy).collect();
    let players: Vec<Player> = policies.iter().map(Box::as_ref).collect();
    let add = |own: &mut Own, at: u64| {
        if (wanted.stop)() {
            return;
        }
        let seed = seed_of(wanted.seed, wanted.from + at + 1);
        if let Some(setup) = weighed.filter(|_| at.is_multiple_of(ONE_IN)) {
            own.cost.weigh(setup, &players, seed, wanted.stop);
        }
        let battle = go_on(wanted.start, &players, seed, false, wanted.stop);
        if battle.fought.end.is_some() {
            own.battles.push((at, battle.fought));
        }
    };
    let threads = wanted.threads.map_or_else(cores::all, usize::from);
    let all = search::shared(wanted.n, threads, add, cores::bar(wanted.n, wanted.stop));
    let mut cost = Cost::default();
    all.iter().for_each(|own| cost.add(own.cost));
    let mut battles: Vec<(u64, Fought)> = all.into_iter().flat_map(|own| own.battles).collect();
    battles.sort_by_key(|(at, _)| *at);
    let whole = battles.into_iter().enumerate().take_while(|(place, (at, _))| *place as u64 == *at);
    (Many { battles: whole.map(|(_, (_, fought))| fought).collect() }, cost)
}

/// All of the battles. Refused where they were interrupted: fewer would not be what the command says. `what` is done of them
/// whole or not at all.
pub fn whole(wanted: &Wanted<'_>, what: &str) -> Result<Many, Refusal> {
    let (many, _) = fought(wanted, None);
    if (many.battles.len() as u64) < wanted.n {
        let fewer = format!("fewer battles take less: -n {}", (wanted.n / 2).max(1));
        return Err(Refusal::stopped(format!("interrupted: {what} whole or not at all")).hint(fewer));
    }
    Ok(many)
}

/// What battles took, and deciding the commands of some of them again.
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

    /// Fights a battle and decides its commands again, each timed.
    fn weigh(&mut self, setup: &Setup, players: &[Player], seed: u64, stop: &(dyn Fn() -> bool + Sync)) {
        let begun = Instant::now();
        let battle = fight(setup, players, seed, true, stop);
        let fighting = begun.elapsed();
        let (mut state, mut throws) = (Naval::begin(setup), Throws::new(seed));
        let begun = Instant::now();
        for deed in &battle.deeds {
            if let Ok(events) = play::decide::<Naval>(&state, &deed.command, &mut throws.dice()) {
                apply_all::<Naval>(&mut state, &events);
                throws.gave::<Naval>(&events);
            }
        }
        self.add(Cost { fighting, deciding: begun.elapsed(), battles: 1 });
    }
}
