//! Draws states that may be the true one at random from a side's knowledge and memory (determinization).
//!
//! A [`SampledState`] is built from a player view alone, so nothing hidden can influence it. Enemies in sight take
//! damage for the hits scored on them, by the damage charts. Visible facts (fires, speed, being afloat) never differ.
//! Enemies out of sight go on roughly from where they were seen. A force marker becomes a division like a known one. A
//! torpedo marker may be a dummy.
mod unseen;

use std::{collections::BTreeMap, sync::Arc};

use super::{
    BattleStart, Memory, Player, ScoredHits,
    battle::{Simulated, SimulationCounts, simulate},
};
use naval::model::{Harm, HeldHit, HitState, Setup, Ship, chart::Charts, doctrine::Prizes, ship::LastSeen};
use naval::rules::verdict::{self, Verdict};
use naval::{Command, Id, Naval, Segment, SideId, State, rules::moves, view::PlayerView};
use play::{Millionths, Rng, Seeded, journal::DiceSequence};
use search::Stop;

/// Damage is rolled at most this often, until it sinks no ship that is seen afloat.
const MAX_DAMAGE_ROLLS: u64 = 3;
/// This many turns after a hit, half of the repairable damage is repaired.
const REPAIR_TURNS: u16 = 4;

/// A side's knowledge, prepared for drawing many states.
pub struct StateSampler<'k> {
    view: &'k PlayerView,
    memory: &'k Memory,
    /// Hits scored on enemies, by turn and target.
    scored: BTreeMap<(u16, Id), Vec<HeldHit>>,
    setup: Arc<Setup>,
    prizes: Prizes,
}

pub struct SampledState {
    start: BattleStart,
    side: SideId,
    /// Expected damage to each side since it was drawn, in the order of the sides.
    suffered: Vec<Millionths>,
    prizes: Prizes,
    /// Number of orders decided to draw it.
    decided: u64,
}

impl<'k> StateSampler<'k> {
    pub fn new(view: &'k PlayerView, memory: &'k Memory) -> StateSampler<'k> {
        let mut scored: BTreeMap<(u16, Id), Vec<HeldHit>> = BTreeMap::new();
        for scored_hits in &memory.scored_hits {
            let ScoredHits { firer, target, turn, count, kind, battery, range } = scored_hits.clone();
            let hit = HeldHit { target: target.clone(), firer: Some(firer), kind, battery, range, count };
            scored.entry((turn, target)).or_default().push(hit);
        }
        let setup = verdict::simulation_setup(view.state(), view.side());
        StateSampler { view, memory, scored, setup, prizes: Prizes::default() }
    }

    pub fn with_prizes(self, prizes: Prizes) -> StateSampler<'k> {
        StateSampler { prizes, ..self }
    }

    pub fn sample(&self, rng: &mut Rng) -> SampledState {
        let StateSampler { view, memory, scored, setup, prizes } = self;
        let (mut state, side) = (view.state().clone(), view.side().clone());
        state.setup.clone_from(setup);
        if state.setup.hidden {
            state.sides_in_contact = state.setup.sides.iter().map(|side| side.id.clone()).collect();
        }
        let decided = apply_scored_hits(&mut state, scored, rng);
        unseen::place_unseen_enemies(&mut state, &side, rng);
        unseen::place_hidden_forces(&mut state, &side, view.force_markers(), rng);
        set_enemy_ratings(&mut state, &side, rng);
        unseen::assign_torpedoes(&mut state, &side, rng);
        show_own_ships(&mut state, &side);
        state.shown_divisions = None;
        let enemy_memory = Memory { has_opened_fire: memory.has_opened_fire, ..Memory::default() };
        let memory_of =
            |other: &naval::model::Side| if other.id == side { Memory::clone(memory) } else { enemy_memory.clone() };
        let memories = state.setup.sides.iter().map(memory_of).collect();
        let start =
            BattleStart { state, memories, dice_sequence: DiceSequence::new(0), silent: Vec::new(), first: None };
        SampledState { start, side, suffered: Vec::new(), prizes: *prizes, decided }
    }
}

impl SampledState {
    /// Simulates this many turns, counting the current one. Returns the state and orders decided, `None` if stopped.
    pub fn simulate(
        &self,
        players: &[Player<'_>],
        seed: u64,
        turns: u16,
        stop: Stop<'_>,
    ) -> Option<(SampledState, u64)> {
        let counts = SimulationCounts::new(self.start.state.turn + turns, players.len(), self.prizes);
        let ahead = simulate(&self.start, players, seed, counts, stop)?;
        let Simulated { start, decided, suffered } = ahead;
        Some((SampledState { start, side: self.side.clone(), suffered, prizes: self.prizes, decided }, decided))
    }

    /// Number of orders decided to draw it, or to simulate to here.
    pub fn decided(&self) -> u64 {
        self.decided
    }

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

    /// Returns what `side` would know of this state.
    pub fn view(&self) -> PlayerView {
        PlayerView::for_side(&self.start.state, &self.side)
    }

    pub fn is_over(&self) -> bool {
        self.start.is_over()
    }

    /// Returns the expected damage to the enemy and to `side` since the state was drawn.
    pub fn expected_damage(&self) -> [Millionths; 2] {
        let sides = self.start.state.setup.sides.iter().zip(&self.suffered);
        let damage_to = |own: bool| {
            sides.clone().filter(|(side, _)| (side.id == self.side) == own).map(|(_, points)| points.0).sum()
        };
        [Millionths(damage_to(false)), Millionths(damage_to(true))]
    }

    pub fn charts(&self) -> &Charts {
        &self.start.state.setup.charts
    }

    pub fn setup(&self) -> &Setup {
        &self.start.state.setup
    }

    /// Returns the result if the battle ended now. Conditions on enemies the side never saw stay open.
    pub fn verdict(&self) -> Verdict {
        verdict::simulated_verdict(&self.start.state, &self.side)
    }
}

/// Returns a random number of at least 0 and below 1.
fn unit_random(rng: &mut Rng) -> f64 {
    (rng.word() >> 11) as f64 / (1_u64 << 53) as f64
}

fn one_in(rng: &mut Rng, chances: u64) -> bool {
    rng.below(chances) == 0
}

/// Applies hits scored on enemies, turn by turn, then repairs damage that does not show. Returns the orders decided.
fn apply_scored_hits(state: &mut State, scored: &BTreeMap<(u16, Id), Vec<HeldHit>>, rng: &mut Rng) -> u64 {
    let (turn, segment, held_hits) = (state.turn, state.segment, std::mem::take(&mut state.held_hits));
    state.segment = Segment::Damage;
    let mut decided = 0;
    for ((hit_turn, target), hits) in scored {
        state.turn = *hit_turn;
        decided += apply_hits(state, target, hits, rng);
    }
    (state.turn, state.segment, state.held_hits) = (turn, segment, held_hits);
    let was_hit = |ship: &Ship| scored.keys().any(|(_, target)| *target == ship.id || *target == ship.division);
    let hit_ships: Vec<Id> = state.ships_in_action().filter(|ship| was_hit(ship)).map(|ship| ship.id.clone()).collect();
    hit_ships.iter().for_each(|ship| remove_hidden_damage(state, ship, rng));
    decided
}

/// Turns hits into damage, with up to [`MAX_DAMAGE_ROLLS`] rolls if ships seen afloat would be lost. Returns the rolls.
fn apply_hits(state: &mut State, target: &Id, hits: &[HeldHit], rng: &mut Rng) -> u64 {
    let count_afloat = |state: &State| state.ships_of(target).filter(|ship| ship.is_in_action()).count();
    if count_afloat(state) == 0 {
        return 0;
    }
    let command = Command::Damage { unit: Some(target.clone()) };
    for roll in 1..=MAX_DAMAGE_ROLLS {
        let mut after = state.clone();
        after.held_hits = hits.to_vec();
        let mut dice = Seeded::new(|| (rng.word() >> 32) as u32);
        let is_decided = play::decide_and_apply::<Naval>(&mut after, &command, &mut dice).is_ok();
        if is_decided && count_afloat(&after) == count_afloat(state) {
            // Only the hits are copied: that a ship is still in its division is visible.
            for ship in &after.ships {
                if let Some(known) = state.ship_mut(&ship.id).filter(|known| known.hits != ship.hits) {
                    known.hits.clone_from(&ship.hits);
                }
            }
            return roll;
        }
    }
    MAX_DAMAGE_ROLLS
}

/// Removes damage that the ship visibly does not have, and repairs half of the older rest.
fn remove_hidden_damage(state: &mut State, ship: &Id, rng: &mut Rng) {
    let turn = state.turn;
    let Some(ship) = state.ship_mut(ship) else { return };
    // A fire in the player view always comes first in the list, with turn 0.
    let shows_fire = ship.sighted && ship.hits.iter().any(|hit| hit.turn == 0 && hit.effect == Harm::Fire);
    if !shows_fire {
        ship.hits.retain(|hit| hit.effect != Harm::Fire);
    }
    for hit in ship.hits.iter_mut().filter(|hit| hit.state == HitState::Active) {
        let is_permanent = matches!(hit.effect, Harm::Flotation { .. } | Harm::Fire);
        if !is_permanent && hit.turn + REPAIR_TURNS <= turn && one_in(rng, 2) {
            hit.state = HitState::Repaired;
        }
    }
    if ship.top_speed() < ship.speed {
        ship.hits.retain(|hit| !matches!(hit.effect, Harm::Speed(_)));
    }
}

/// Gives enemy divisions their visible column, and ratings drawn from the side's own divisions.
fn set_enemy_ratings(state: &mut State, side: &SideId, rng: &mut Rng) {
    let divisions = |own: bool| {
        let divisions = state.divisions.iter().filter(move |division| (division.side == *side) == own);
        divisions.map(|division| division.id.clone()).collect::<Vec<_>>()
    };
    let (own, enemies) = (divisions(true), divisions(false));
    let rating = |id: &Id| state.division(id).map(|division| (division.signalling, division.initiative));
    let ratings: Vec<(i32, i32)> = own.iter().filter_map(rating).collect();
    for id in enemies {
        let course = state.division(&id).map(|division| moves::course_seen(state, division)).unwrap_or_default();
        let rating = (!ratings.is_empty()).then(|| ratings[rng.below(ratings.len() as u64) as usize]);
        let Some(division) = state.division_mut(&id) else { continue };
        (division.course, division.is_revealed) = (course, true);
        (division.signalling, division.initiative) = rating.unwrap_or_default();
    }
}

/// Shows the enemy the own ships in its sight, with their positions and speeds.
fn show_own_ships(state: &mut State, side: &SideId) {
    let turn = state.turn;
    for ship in state.ships.iter_mut().filter(|ship| ship.side == *side && ship.sighted) {
        let ship = Arc::make_mut(ship);
        ship.seen = Some(LastSeen { turn, at: ship.at, speed: ship.speed, run: ship.run.clone() });
    }
}
