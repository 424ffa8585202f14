//! What the true state may be: battles drawn at random from what a side knows and remembers.
//!
//! A world is made of an outlook and of nothing else, so that whatever is hidden from a side is as likely in it one way as
//! another. Enemies in sight are hurt by the hits that were scored on them, as the damage charts have it; what shows of
//! them (that they burn, the way they make, that they are afloat) is so in every world. Those out of sight run on about
//! where they were seen; behind a force marker comes a division like one that is known; a torpedo marker may be a dummy.
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

/// Damage that would have sunk a ship that is seen afloat is thrown again so often.
const THROWS: u64 = 3;
/// So many turns after a hit half of what can be made good is.
const MENDED_TURNS: u16 = 4;

/// What a side knows, ready to draw many battles of it.
pub struct Guess<'k> {
    at: &'k Outlook,
    memory: &'k Memory,
    /// Hits that were scored on enemies, by turn and target.
    scored: BTreeMap<(u16, Id), Vec<HeldHit>>,
    setup: Arc<Setup>,
    prizes: Prizes,
}

/// A battle that may be the true one.
pub struct World {
    start: Start,
    side: SideId,
    /// What each side may have expected to suffer since it was drawn, in the order of the sides.
    suffered: Vec<Millionths>,
    prizes: Prizes,
    /// Orders that were decided to draw it.
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

    /// The same by what a ship counts for to that side.
    pub fn counting(self, prizes: Prizes) -> Guess<'k> {
        Guess { prizes, ..self }
    }

    /// Draws a battle that may be the true one.
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
    /// How it stands after so many turns, the one that has begun among them, and how many orders were decided; nothing
    /// where it was stopped.
    pub fn played(&self, players: &[Player<'_>], seed: u64, turns: u16, stop: Stop<'_>) -> Option<(World, u64)> {
        let thought = Thought::until(self.start.state.turn + turns, players.len(), self.prizes);
        let ahead = play_on(&self.start, players, seed, thought, stop)?;
        let Ahead { start, decided, suffered } = ahead;
        Some((World { start, side: self.side.clone(), suffered, prizes: self.prizes, decided }, decided))
    }

    /// Orders that were decided to draw it, or to play it on to here.
    pub fn decided(&self) -> u64 {
        self.decided
    }

    /// By what hits are counted.
    pub fn prizes(&self) -> Prizes {
        self.prizes
    }

    /// From whose knowledge it was drawn.
    pub fn side(&self) -> &SideId {
        &self.side
    }

    pub fn ships(&self) -> impl Iterator<Item = &Ship> {
        self.start.state.ships.iter().map(Arc::as_ref)
    }

    /// What of it that side would know.
    pub fn outlook(&self) -> Outlook {
        Outlook::of(&self.start.state, &self.side)
    }

    pub fn is_over(&self) -> bool {
        self.start.is_over()
    }

    /// What the enemy, and what that side, may have expected to suffer since it was drawn.
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

    /// How it would be decided if it ended so; what hangs on enemies whom the side never saw is open.
    pub fn verdict(&self) -> Verdict {
        verdict::imagined(&self.start.state, &self.side)
    }
}

/// A number from 0 up to, but not with, 1.
fn share(rng: &mut Rng) -> f64 {
    (rng.word() >> 11) as f64 / (1_u64 << 53) as f64
}

fn one_in(rng: &mut Rng, of: u64) -> bool {
    rng.below(of) == 0
}

/// Enemies suffer the hits that were scored on them, each turn's by itself; then what does not show is made good. How many
/// orders that took.
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

/// Hits become damage, unless in each of several throws somebody would be lost who is seen afloat. How often was thrown.
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
            // That she still goes with her division shows.
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

/// What a ship that was hit does not show she has not, and of the rest the older half is made good.
fn mend(state: &mut State, ship: &Id, rng: &mut Rng) {
    let turn = state.turn;
    let Some(ship) = state.ship_mut(ship) else { return };
    // What burns in the outlook is the first flame of all.
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

/// Enemy divisions stand as they are seen to lie, and are led as well as some division of the side's own.
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

/// The enemy sees own ships that are in his sight where they are, under way as they are.
fn show_own(state: &mut State, side: &SideId) {
    let turn = state.turn;
    for ship in state.ships.iter_mut().filter(|ship| ship.side == *side && ship.sighted) {
        let ship = Arc::make_mut(ship);
        ship.seen = Some(Seen { turn, at: ship.at, speed: ship.speed, run: ship.run.clone() });
    }
}
