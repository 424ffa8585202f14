//! Fights a battle between two players. Only this file, as referee, knows the true state. A side sees its player view.
use std::{collections::VecDeque, mem};

use super::{
    Choice, Memory, PendingDecision, Policy, Task, decisions, decisions::pending_decisions, evaluation,
    policy::decision_rng, start, start::BattleStart, strength, worth::expected_by_fact,
};
use naval::model::battle_results::{FireResult, ShipResult, SideResult};
use naval::model::{Alternation, BatteryKind, Setup, doctrine::Prizes};
use naval::rules::{gunnery, placement, tally, verdict};
use naval::{
    Command, Fact, Id, Naval, NavalEvent, NavalHalt, Segment, SideId, State,
    view::{PlayerView, PlayerViewCache},
};
use play::{Millionths, Rng, journal::DiceSequence};
use search::Stop;

pub use naval::model::battle_results::BattleResult;

/// Reason recorded for a duty that a player forgot.
const FORGOTTEN: &str = "left undone by the players";
/// Reason recorded when a drill between computer players ends. [9.2, Q60]
const LAST_TURN: &str = "its last turn is over";
/// Rounds of declaring in one segment: at night each reveals new targets by their flashes. [6.3, Q11]
const ROUNDS: usize = 3;

pub type Player<'p> = &'p dyn Policy;

pub struct ExecutedCommand {
    pub command: Command,
    pub events: Vec<NavalEvent>,
}

/// A completed battle.
pub struct Battle {
    pub result: BattleResult,
    /// The victory's value for the winner in addition to its points.
    pub prize: i32,
    /// The remaining share of each side's initial strength, in the order of the sides.
    pub shares: Vec<f64>,
    /// The commands that were given, if they were kept.
    pub commands: Vec<ExecutedCommand>,
    /// Orders that were refused, and duties that were forgotten.
    pub refusals: Vec<RefusedOrder>,
}

/// A player's order that the rules refused, or a segment that they would not close.
#[derive(Debug)]
pub struct RefusedOrder {
    /// The state before it was given.
    pub before: State,
    pub command: Command,
    pub halt: NavalHalt,
}

/// Returns the seed of battle `number`, from 1, in a series with this seed.
pub fn seed_of(seed: u64, number: u64) -> u64 {
    Rng::skipping(seed, number.saturating_sub(1)).word()
}

/// Fights a battle to its end with the dice of a journal with this seed, players in the order of the sides.
/// `keep_commands`: whether the result lists the commands. A stopped battle has no end.
pub fn fight(setup: &Setup, players: &[Player<'_>], seed: u64, keep_commands: bool, stop: Stop<'_>) -> Battle {
    continue_from(&BattleStart::from_setup(setup), players, seed, keep_commands, stop)
}

/// Fights a battle to its end like [`fight`], from a later moment.
pub fn continue_from(
    start: &BattleStart,
    players: &[Player<'_>],
    seed: u64,
    keep_commands: bool,
    stop: Stop<'_>,
) -> Battle {
    let mut referee = Referee::new(start.clone(), players, seed, stop);
    referee.keep_commands = keep_commands;
    if let Some(first) = &start.first {
        referee.order(first);
    }
    referee.fight();
    referee.into_battle()
}

/// A battle that was simulated ahead.
pub struct Simulated {
    /// The moment at which the simulation ended, from which another can start.
    pub start: BattleStart,
    /// Number of orders decided.
    pub decided: u64,
    /// Expected damage to each side from the rolls made at it, in the order of the sides.
    pub suffered: Vec<Millionths>,
}

/// As [`continue_from`], but only to the beginning of a turn. `None` if it was stopped before.
pub fn simulate(
    start: &BattleStart,
    players: &[Player<'_>],
    seed: u64,
    counts: SimulationCounts,
    stop: Stop<'_>,
) -> Option<Simulated> {
    let mut referee = Referee::new(start.clone(), players, seed, stop);
    referee.simulation = Some(counts);
    referee.fight();
    let Referee { state, dice_sequence, seats, simulation: counts, .. } = referee;
    let SimulationCounts { decided, suffered, .. } = counts?;
    let memories = seats.into_iter().map(|seat| seat.memory).collect();
    let start = BattleStart { state, memories, dice_sequence, silent: Vec::new(), first: None };
    (!stop()).then_some(Simulated { start, decided, suffered })
}

struct Seat<'p> {
    side: SideId,
    policy: Player<'p>,
    view_cache: PlayerViewCache,
    memory: Memory,
    /// It gives no more orders in this segment.
    silent: bool,
}

struct Referee<'p> {
    state: State,
    dice_sequence: DiceSequence,
    seats: Vec<Seat<'p>>,
    seed: u64,
    stop: Stop<'p>,
    keep_commands: bool,
    /// Present if the battle is only simulated ahead.
    simulation: Option<SimulationCounts>,
    battle: Battle,
}

pub struct SimulationCounts {
    /// The first turn that is not played.
    until: u16,
    /// Number of orders decided.
    decided: u64,
    /// Expected damage to each side, in the order of the sides.
    suffered: Vec<Millionths>,
    prizes: Prizes,
}

impl SimulationCounts {
    pub fn new(turn: u16, sides: usize, prizes: Prizes) -> SimulationCounts {
        SimulationCounts { until: turn, decided: 0, suffered: vec![Millionths(0); sides], prizes }
    }
}

impl<'p> Referee<'p> {
    fn new(start: BattleStart, players: &[Player<'p>], seed: u64, stop: Stop<'p>) -> Referee<'p> {
        let BattleStart { state, dice_sequence, memories, silent, first: _ } = start;
        let sides = state.setup.sides.iter().map(|side| SideResult { side: side.id.clone(), ..SideResult::default() });
        let contact = state.ships.iter().any(|ship| ship.sighted).then_some(state.turn);
        let result = BattleResult { sides: sides.collect(), contact, ..BattleResult::default() };
        let seats = state.setup.sides.iter().zip(players).zip(memories).map(|((side, policy), memory)| Seat {
            side: side.id.clone(),
            policy: *policy,
            view_cache: PlayerViewCache::new(&side.id),
            memory,
            silent: silent.contains(&side.id),
        });
        Referee {
            dice_sequence: dice_sequence.with_seed(seed),
            seats: seats.collect(),
            seed,
            stop,
            keep_commands: false,
            simulation: None,
            battle: Battle { result, prize: 0, shares: Vec::new(), commands: Vec::new(), refusals: Vec::new() },
            state,
        }
    }

    fn fight(&mut self) {
        while self.state.end.is_none() && self.is_turn_wanted() && !(self.stop)() {
            match self.state.segment {
                Segment::Plotting => self.play_plotting(),
                Segment::Gunfire => self.play_gunfire(),
                Segment::Movement
                | Segment::Sighting
                | Segment::Illumination
                | Segment::Torpedo
                | Segment::DamageControl
                | Segment::Damage => {
                    self.run_round(|_| true);
                }
            }
            self.close();
            self.seats.iter_mut().for_each(|seat| seat.silent = false);
        }
    }

    fn is_turn_wanted(&self) -> bool {
        self.simulation.as_ref().is_none_or(|simulation| self.state.turn < simulation.until)
    }

    /// Generates forces as long as any are missing. Then both sides plot.
    fn play_plotting(&mut self) {
        loop {
            while let Some(command @ Command::Generate { .. }) =
                self.state.is_placing().then(|| placement::next_setup_command(&self.state, &[])).flatten()
            {
                if self.decide_and_apply(&command).is_err() {
                    break;
                }
            }
            let placing = self.state.is_placing();
            if !self.run_round(|_| true) || !placing {
                return;
            }
        }
    }

    /// Asks both sides for their decisions before giving any orders, so that neither has seen the other's. Returns
    /// whether any order was legal.
    fn run_round(&mut self, includes: impl Fn(Task) -> bool) -> bool {
        let answers: Vec<Vec<Choice>> = (0..self.seats.len()).map(|seat| self.choices_of(seat, &includes)).collect();
        let mut any_given = false;
        for (seat, answers) in answers.into_iter().enumerate() {
            for choice in answers {
                any_given |= self.give_order(seat, choice);
            }
        }
        any_given
    }

    /// Returns a side's answers to all its current decisions.
    fn choices_of(&mut self, seat: usize, includes: impl Fn(Task) -> bool) -> Vec<Choice> {
        let state = &self.state;
        // A closed segment has no decisions, so the player view need not be built.
        if self.seats[seat].silent || !decisions::is_open(state.segment, state.setup.night) {
            return Vec::new();
        }
        let view = self.seats[seat].view_cache.player_view(&self.state);
        let decisions = pending_decisions(&view).into_iter().filter(|decision| includes(decision.task));
        decisions.flat_map(|decision| self.ask(seat, &view, &decision)).collect()
    }

    fn ask(&self, seat: usize, view: &PlayerView, decision: &PendingDecision) -> Vec<Choice> {
        let player = &self.seats[seat];
        player
            .policy
            .choose(view, &player.memory, decision, &mut decision_rng(self.seed, view, decision.task), self.stop)
            .choices
    }

    /// Declares big guns ship by ship in turn, then the other batteries, and fires. [3.3.5, 6.5]
    fn play_gunfire(&mut self) {
        let strict = self.state.setup.options.alternation == Alternation::Strict;
        for _ in 0..ROUNDS {
            let declared =
                if strict { self.declare_strictly() } else { self.declare_big_guns() | self.run_round(is_batteries) };
            if !declared || !self.state.setup.night || strict {
                break;
            }
        }
        if gunnery::has_fire(&self.state, &[]) {
            self.order(&Command::Fire { units: Vec::new(), apart: false });
        }
    }

    /// Declares every ship's big-gun target, beginning with the side whose turn it is. Both sides have chosen before.
    fn declare_big_guns(&mut self) -> bool {
        let all = (0..self.seats.len()).map(|seat| self.choices_of(seat, is_big_guns).into());
        let mut pending: Vec<VecDeque<Choice>> = all.collect();
        let mut any_given = false;
        loop {
            let is_open = |seat: &usize| !pending[*seat].is_empty();
            let mut seats = (0..pending.len()).filter(is_open);
            let Some(first) = seats.next() else { return any_given };
            // If only one side has anything left to declare, the turn does not matter.
            let seat_due =
                seats.next().and_then(|_| gunnery::side_to_declare(&self.state)).and_then(|side| self.seat(&side));
            let seat = seat_due.filter(is_open).unwrap_or(first);
            if let Some(choice) = pending[seat].pop_front() {
                any_given |= self.give_order(seat, choice);
            }
        }
    }

    /// Strict alternation: a side without further declarations announces it, for big guns and then for the rest. (Q45)
    fn declare_strictly(&mut self) -> bool {
        let mut pending: Vec<VecDeque<Choice>> = self.seats.iter().map(|_| VecDeque::new()).collect();
        while let Some(side) = gunnery::side_to_declare(&self.state) {
            let Some(seat) = self.seat(&side) else { break };
            let is_big = gunnery::side_to_declare_big_guns(&self.state).is_some();
            if is_big && pending[seat].is_empty() {
                pending[seat] = self.choices_of(seat, is_big_guns).into();
            }
            let declared = match pending[seat].pop_front().filter(|_| is_big) {
                Some(choice) => self.give_order(seat, choice),
                None => false,
            };
            if !is_big {
                for choice in self.choices_of(seat, is_batteries) {
                    if gunnery::side_to_declare(&self.state).as_ref() == Some(&side) {
                        self.give_order(seat, choice);
                    }
                }
            }
            // Declarations since then may have revealed new targets.
            let still_due = gunnery::side_to_declare(&self.state).as_ref() == Some(&side);
            if !declared && still_due && !self.order(&Command::Declared { side: Some(side) }) {
                break;
            }
        }
        true
    }

    fn seat(&self, side: &SideId) -> Option<usize> {
        self.seats.iter().position(|seat| seat.side == *side)
    }

    /// Gives a player's order. If the rules refuse it, gives the player's next best option. A refusal is recorded
    /// unless the player can see by now that the order is forbidden, because of orders given since it chose.
    fn give_order(&mut self, seat: usize, choice: Choice) -> bool {
        let Err(halt) = self.decide_and_apply(&choice.command) else { return true };
        if self.seats[seat].view_cache.player_view(&self.state).allows(&choice.command) {
            self.count_refusal(choice.command.clone(), halt);
        }
        let alternatives = choice.reasons.options.into_iter().enumerate();
        let alternatives =
            alternatives.filter(|(index, _)| *index != choice.reasons.chosen).map(|(_, option)| option.command);
        alternatives.into_iter().any(|command| self.decide_and_apply(&command).is_ok())
    }

    /// Gives an order that should be legal. A refusal is recorded.
    fn order(&mut self, command: &Command) -> bool {
        match self.decide_and_apply(command) {
            Ok(()) => true,
            Err(halt) => {
                self.count_refusal(command.clone(), halt);
                false
            }
        }
    }

    fn count_refusal(&mut self, command: Command, halt: NavalHalt) {
        self.battle.result.refused += 1;
        self.record_refusal(command, halt);
    }

    /// Records a refusal, except in a simulated battle.
    fn record_refusal(&mut self, command: Command, halt: NavalHalt) {
        if self.simulation.is_none() {
            self.battle.refusals.push(RefusedOrder { before: self.state.clone(), command, halt });
        }
    }

    /// Closes the segment even if duties were forgotten. A drill has no other end than its last turn.
    fn close(&mut self) {
        let Setup { kind, turns, .. } = *self.state.setup;
        if !kind.has_last_turn() && turns <= self.state.turn && naval::rules::ending::ends_the_turn(&self.state) {
            self.order(&Command::End { because: Some(LAST_TURN.to_owned()) });
            return;
        }
        let next = |waive: Option<&str>| Command::Next { to: None, waive: waive.map(str::to_owned) };
        let Err(halt) = self.decide_and_apply(&next(None)) else { return };
        self.battle.result.waived += 1;
        self.record_refusal(next(None), halt);
        if self.decide_and_apply(&next(Some(FORGOTTEN))).is_err() {
            // Nothing else would ever end it.
            self.order(&Command::End { because: Some(FORGOTTEN.to_owned()) });
        }
    }

    /// Decides a command with the next dice and shows both sides what they may know of it.
    fn decide_and_apply(&mut self, command: &Command) -> Result<(), NavalHalt> {
        self.simulation.iter_mut().for_each(|simulation| simulation.decided += 1);
        let (after, events) = play::decide_with_state::<Naval>(&self.state, command, &mut self.dice_sequence.dice())?;
        let before = mem::replace(&mut self.state, after);
        self.dice_sequence.record::<Naval>(&events);
        for event in &events {
            self.count_fact(&before, &event.fact);
            self.add_expected_damage(&before, &event.fact);
            if Memory::is_relevant(&event.fact) {
                self.inform_sides(&before, &event.fact);
            }
        }
        if self.keep_commands {
            self.battle.commands.push(ExecutedCommand { command: command.clone(), events });
        }
        Ok(())
    }

    fn inform_sides(&mut self, before: &State, fact: &Fact) {
        let Referee { state, seats, .. } = self;
        for Seat { side, view_cache, memory, .. } in seats {
            start::inform_memory(memory, side, [before, state], fact, || view_cache.player_view(state));
        }
    }

    /// Adds the expected damage of a roll, in a simulated battle.
    fn add_expected_damage(&mut self, before: &State, fact: &Fact) {
        let Some(simulation) = &mut self.simulation else { return };
        let target = |unit: &Id| {
            before
                .ships
                .iter()
                .map(AsRef::as_ref)
                .find(|ship| ship.is_in_action() && (ship.id == *unit || ship.division == *unit))
        };
        let Some((ship, points)) = expected_by_fact(fact, before.setup.options.nonpen, simulation.prizes, target)
        else {
            return;
        };
        let place = before.setup.sides.iter().position(|side| side.id == ship.side);
        if let Some(suffered) = place.and_then(|place| simulation.suffered.get_mut(place)) {
            suffered.0 += Millionths::nearest(points).0;
        }
    }

    fn count_fact(&mut self, before: &State, fact: &Fact) {
        let battle_result = &mut self.battle.result;
        let mut fired = |firer: &Id, kind: BatteryKind, fire: FireResult| {
            let side = before.ship(firer).map(|ship| &ship.side);
            let result = battle_result.sides.iter_mut().find(|side_result| Some(&side_result.side) == side);
            result.into_iter().for_each(|side_result| side_result.fire[FireResult::index(kind)].add(fire));
        };
        let ships = &mut battle_result.ships;
        let mut count_shells = |target: &Id, kind: BatteryKind, shells: u16| {
            let Some(ship) = before.ships_of(target).next() else { return };
            let ship_result = ships.entry(ship.id.clone()).or_default();
            ship_result.hits += u32::from(shells);
            ship_result.big_gun_hits += u32::from(if kind == BatteryKind::Big { shells } else { 0 });
        };
        match fact {
            Fact::Sighted { .. } => {
                battle_result.contact.get_or_insert(before.turn);
            }
            Fact::SalvoFired(salvo) => {
                let dice = salvo.dice.base.rounded().max(0) as u64;
                let (hits, piercing) = (u64::from(salvo.strikes), u64::from(salvo.penetrating));
                fired(&salvo.firer, BatteryKind::Big, FireResult { fired: dice, hits, piercing });
                count_shells(&salvo.target, BatteryKind::Big, salvo.strikes);
            }
            Fact::BatteriesFired(volley) => {
                for part in &volley.parts {
                    fired(&part.firer, part.battery, FireResult { fired: 1, ..FireResult::default() });
                }
                if let Some(first) = volley.parts.first() {
                    let hits = FireResult { hits: volley.hits.into(), ..FireResult::default() };
                    fired(&first.firer, first.battery, hits);
                    count_shells(&volley.target, first.battery, volley.hits);
                }
            }
            _ => {}
        }
    }

    /// Records the result and the fate of all ships.
    fn into_battle(self) -> Battle {
        let Referee { state, mut battle, .. } = self;
        battle.shares = state.setup.sides.iter().map(|side| share_left(&state, &side.id)).collect();
        let battle_result = &mut battle.result;
        (battle_result.end, battle_result.turns) = (state.end.clone(), state.turn);
        let verdict = verdict::verdict(&state);
        battle.prize = evaluation::victory_prize(&state.setup, &verdict);
        battle_result.winner = verdict.side.map(|side| (side, verdict.how));
        for score in tally::tally(&state).sides {
            let side_result = battle_result.sides.iter_mut().find(|side_result| side_result.side == score.side);
            side_result.into_iter().for_each(|side_result| side_result.points = score.total);
        }
        for ship in &state.ships {
            let (hits, big_gun_hits) =
                battle_result.ships.get(&ship.id).map_or((0, 0), |ship| (ship.hits, ship.big_gun_hits));
            let (sunk, immobile) = (ship.counts_as_sunk(), ship.is_immobile());
            let has_exited = matches!(ship.fate, naval::model::Fate::Exited { .. });
            let crippled = sunk || immobile || ship.is_crippled(state.turn);
            let (side, name) = (ship.side.clone(), ship.card.name.clone());
            let result = ShipResult { side, name, sunk, immobile, crippled, has_exited, hits, big_gun_hits };
            battle_result.ships.insert(ship.id.clone(), result);
        }
        battle
    }
}

/// Returns the remaining share of a side's initial strength.
fn share_left(state: &State, side: &SideId) -> f64 {
    let own_ships = || state.ships.iter().filter(|ship| ship.side == *side);
    let left: f64 = own_ships().map(|ship| strength::current(ship)).sum();
    let first: f64 = own_ships().map(|ship| strength::undamaged(&ship.card)).sum();
    left / first.max(f64::EPSILON)
}

fn is_big_guns(task: Task) -> bool {
    task == Task::BigGuns
}

fn is_batteries(task: Task) -> bool {
    task == Task::Batteries
}
