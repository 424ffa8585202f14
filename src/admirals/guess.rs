//! Draws states that may be the true one at random from a side's knowledge and memory (determinization).
//!
//! A [`World`] is built from an outlook alone, so nothing hidden can influence it. Enemies in sight take damage for the
//! hits scored on them, by the damage charts. Visible facts (fires, speed, being afloat) are the same in every world.
//! Enemies out of sight go on roughly from where they were seen. A force marker becomes a division like a known one. A
//! torpedo marker may be a dummy.
mod unseen;

use std::{collections::BTreeMap, sync::Arc};

use super::{
    Memory, Player, Scored, Start,
    battle::{Ahead, Thought, play_on},
};
use naval::model::{Harm, HeldHit, HitState, Setup, Ship, chart::Charts, doctrine::Prizes, ship::Seen};
use naval::rules::verdict::{self, Verdict};
use naval::{Command, Id, Naval, Segment, SideId, State, rules::moves, view::Outlook};
use play::{Millionths, Rng, Seeded, journal::Throws};
use search::Stop;

/// Number of rolls for damage that would sink a ship seen afloat.
const THROWS: u64 = 3;
/// This many turns after a hit, half of the repairable damage is repaired.
const MENDED_TURNS: u16 = 4;

/// A side's knowledge, prepared for drawing many states.
pub struct Guess<'k> {
    at: &'k Outlook,
    memory: &'k Memory,
    /// Hits scored on enemies, by turn and target.
    scored: BTreeMap<(u16, Id), Vec<HeldHit>>,
    setup: Arc<Setup>,
    prizes: Prizes,
}

/// A sampled state that may be the true one.
pub struct World {
    start: Start,
    side: SideId,
    /// Expected damage to each side since it was drawn, in the order of the sides.
    suffered: Vec<Millionths>,
    prizes: Prizes,
    /// Number of orders decided to draw it.
    decided: u64,
}

impl<'k> Guess<'k> {
    pub fn of(at: &'k Outlook, memory: &'k Memory) -> Guess<'k> {
        let mut scored: BTreeMap<(u16, Id), Vec<HeldHit>> = BTreeMap::new();
        for one in &memory.scored {
            let Scored { firer, target, turn, count, kind, battery, range } = one.clone();
            let hit = HeldHit { target: target.clone(), firer: Some(firer), kind, battery, range, count };
            scored.entry((turn, target)).or_default().push(hit);
        }
        let setup = verdict::imagined_setup(at.state(), at.side());
        Guess { at, memory, scored, setup, prizes: Prizes::default() }
    }

    /// The same with this valuation of ships.
    pub fn counting(self, prizes: Prizes) -> Guess<'k> {
        Guess { prizes, ..self }
    }

    /// Draws a state that may be the true one.
    pub fn drawn(&self, rng: &mut Rng) -> World {
        let Guess { at, memory, scored, setup, prizes } = self;
        let (mut state, side) = (at.state().clone(), at.side().clone());
        state.setup.clone_from(setup);
        if state.setup.hidden {
            state.contact = state.setup.sides.iter().map(|one| one.id.clone()).collect();
        }
        let decided = hurt(&mut state, scored, rng);
        unseen::find_the_lost(&mut state, &side, rng);
        unseen::raise(&mut state, &side, at.force_markers(), rng);
        officer(&mut state, &side, rng);
        unseen::launch(&mut state, &side, rng);
        show_own(&mut state, &side);
        state.shown_divisions = None;
        let enemys = Memory { opened: memory.opened, ..Memory::default() };
        let of = |one: &naval::model::Side| if one.id == side { Memory::clone(memory) } else { enemys.clone() };
        let memories = state.setup.sides.iter().map(of).collect();
        let start = Start { state, memories, throws: Throws::new(0), silent: Vec::new(), first: None };
        World { start, side, suffered: Vec::new(), prizes: *prizes, decided }
    }
}

impl World {
    /// Simulates this many turns, counting the current one. Returns the state and the number of orders decided, `None`
    /// if stopped.
    pub fn played(&self, players: &[Player<'_>], seed: u64, turns: u16, stop: Stop<'_>) -> Option<(World, u64)> {
        let thought = Thought::until(self.start.state.turn + turns, players.len(), self.prizes);
        let ahead = play_on(&self.start, players, seed, thought, stop)?;
        let Ahead { start, decided, suffered } = ahead;
        Some((World { start, side: self.side.clone(), suffered, prizes: self.prizes, decided }, decided))
    }

    /// Number of orders decided to draw it, or to simulate to here.
    pub fn decided(&self) -> u64 {
        self.decided
    }

    /// How hits are valued.
    pub fn prizes(&self) -> Prizes {
        self.prizes
    }

    /// The side from whose knowledge it was drawn.
    pub fn side(&self) -> &SideId {
        &self.side
    }

    pub fn ships(&self) -> impl Iterator<Item = &Ship> {
        self.start.state.ships.iter().map(Arc::as_ref)
    }

    /// What that side would know of it.
    pub fn outlook(&self) -> Outlook {
        Outlook::of(&self.start.state, &self.side)
    }

    pub fn is_over(&self) -> bool {
        self.start.is_over()
    }

    /// The expected damage to the enemy and to that side since it was drawn.
    pub fn exchanged(&self) -> [Millionths; 2] {
        let sides = self.start.state.setup.sides.iter().zip(&self.suffered);
        let of =
            |own: bool| sides.clone().filter(|(one, _)| (one.id == self.side) == own).map(|(_, points)| points.0).sum();
        [Millionths(of(false)), Millionths(of(true))]
    }

    pub fn charts(&self) -> &Charts {
        &self.start.state.setup.charts
    }

    pub fn setup(&self) -> &Setup {
        &self.start.state.setup
    }

    /// Returns the result if the battle ended now. Conditions on enemies the side never saw stay open.
    pub fn verdict(&self) -> Verdict {
        verdict::imagined(&self.start.state, &self.side)
    }
}

/// A number in 0..1.
fn share(rng: &mut Rng) -> f64 {
    (rng.word() >> 11) as f64 / (1_u64 << 53) as f64
}

fn one_in(rng: &mut Rng, of: u64) -> bool {
    rng.below(of) == 0
}

/// Applies the hits scored on enemies, turn by turn, then repairs damage that does not show. Returns the number of
/// orders decided.
fn hurt(state: &mut State, scored: &BTreeMap<(u16, Id), Vec<HeldHit>>, rng: &mut Rng) -> u64 {
    let (turn, segment, held) = (state.turn, state.segment, std::mem::take(&mut state.held));
    state.segment = Segment::Damage;
    let mut decided = 0;
    for ((when, target), hits) in scored {
        state.turn = *when;
        decided += struck(state, target, hits, rng);
    }
    (state.turn, state.segment, state.held) = (turn, segment, held);
    let was_hit = |ship: &Ship| scored.keys().any(|(_, target)| *target == ship.id || *target == ship.division);
    let struck: Vec<Id> = state.afloat().filter(|ship| was_hit(ship)).map(|ship| ship.id.clone()).collect();
    struck.iter().for_each(|ship| mend(state, ship, rng));
    decided
}

/// Turns hits into damage, with up to [`THROWS`] rolls if ships seen afloat would be lost. Returns the number of rolls.
fn struck(state: &mut State, target: &Id, hits: &[HeldHit], rng: &mut Rng) -> u64 {
    let afloat = |state: &State| state.ships_of(target).filter(|ship| ship.in_action()).count();
    if afloat(state) == 0 {
        return 0;
    }
    let command = Command::Damage { unit: Some(target.clone()) };
    for throw in 1..=THROWS {
        let mut after = state.clone();
        after.held = hits.to_vec();
        let mut dice = Seeded::new(|| (rng.word() >> 32) as u32);
        let settled = play::settle::<Naval>(&mut after, &command, &mut dice).is_ok();
        if settled && afloat(&after) == afloat(state) {
            // Only the hits are copied: that a ship is still in its division is visible.
            for ship in &after.ships {
                if let Some(known) = state.ship_mut(&ship.id).filter(|known| known.hits != ship.hits) {
                    known.hits.clone_from(&ship.hits);
                }
            }
            return throw;
        }
    }
    THROWS
}

/// Removes damage that the ship visibly does not have, and repairs half of the older rest.
fn mend(state: &mut State, ship: &Id, rng: &mut Rng) {
    let turn = state.turn;
    let Some(ship) = state.ship_mut(ship) else { return };
    // A fire in the outlook always comes first in the list, with turn 0.
    let burns = ship.sighted && ship.hits.iter().any(|hit| hit.turn == 0 && hit.effect == Harm::Fire);
    if !burns {
        ship.hits.retain(|hit| hit.effect != Harm::Fire);
    }
    for hit in ship.hits.iter_mut().filter(|hit| hit.state == HitState::Active) {
        let lasts = matches!(hit.effect, Harm::Flotation { .. } | Harm::Fire);
        if !lasts && hit.turn + MENDED_TURNS <= turn && one_in(rng, 2) {
            hit.state = HitState::Repaired;
        }
    }
    if ship.top_speed() < ship.speed {
        ship.hits.retain(|hit| !matches!(hit.effect, Harm::Speed(_)));
    }
}

/// Gives enemy divisions their visible column, and ratings drawn from the side's own divisions.
fn officer(state: &mut State, side: &SideId, rng: &mut Rng) {
    let of = |own: bool| {
        let divisions = state.divisions.iter().filter(move |division| (division.side == *side) == own);
        divisions.map(|division| division.id.clone()).collect::<Vec<_>>()
    };
    let (own, enemys) = (of(true), of(false));
    let rating = |id: &Id| state.division(id).map(|one| (one.signalling, one.initiative));
    let ratings: Vec<(i32, i32)> = own.iter().filter_map(rating).collect();
    for id in enemys {
        let course = state.division(&id).map(|division| moves::course_seen(state, division)).unwrap_or_default();
        let led = (!ratings.is_empty()).then(|| ratings[rng.below(ratings.len() as u64) as usize]);
        let Some(division) = state.division_mut(&id) else { continue };
        (division.course, division.revealed) = (course, true);
        (division.signalling, division.initiative) = led.unwrap_or_default();
    }
}

/// Shows the enemy the own ships in its sight, with their positions and speeds.
fn show_own(state: &mut State, side: &SideId) {
    let turn = state.turn;
    for ship in state.ships.iter_mut().filter(|ship| ship.side == *side && ship.sighted) {
        let ship = Arc::make_mut(ship);
        ship.seen = Some(Seen { turn, at: ship.at, speed: ship.speed, run: ship.run.clone() });
    }
}
