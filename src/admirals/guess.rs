//! What the true state may be: battles drawn from what a side knows, what it remembers, and a lot.
//!
//! A world is made of an outlook and of nothing else, so that whatever is hidden from a side is as likely in it one way as
//! another. Enemies in sight are hurt by the hits that were scored on them, as the damage charts have it; what shows of
//! them (that they burn, the way they make, that they are afloat) is so in every world. Those out of sight run on about
//! where they were seen; behind a force marker comes a division like one that is known; a torpedo marker may be a dummy.
mod unseen;

use std::sync::Arc;

use super::{
    Memory, Player, Start,
    battle::{Ahead, play_on},
};
use naval::{
    Command, Harm, HeldHit, HitState, Id, Naval, Segment, Ship, SideId, State, chart::Charts, movement, ship::Seen,
    verdict, verdict::Verdict, victory::Wins, view::Outlook,
};
use play::{Millionths, Rng, Seeded, journal::Throws};
use search::Stop;

/// Damage that would have sunk a ship that is seen afloat is thrown again so often.
const THROWS: usize = 3;
/// So many turns after a hit half of what can be made good is.
const MENDED_TURNS: u16 = 4;

/// A battle that may be the true one.
pub struct World {
    start: Start,
    side: SideId,
    /// What each side may have expected to suffer since it was drawn, in the order of the sides.
    suffered: Vec<Millionths>,
}

impl World {
    /// Draws one of what a side knows and remembers.
    pub fn drawn(at: &Outlook, memory: &Memory, lot: &mut Rng) -> World {
        let (mut state, side) = (at.state().clone(), at.side().clone());
        if state.setup.hidden {
            state.contact = state.setup.sides.iter().map(|one| one.id.clone()).collect();
        }
        hurt(&mut state, memory, lot);
        unseen::find_the_lost(&mut state, &side, lot);
        unseen::raise(&mut state, &side, at.force_markers(), lot);
        officer(&mut state, &side, lot);
        unseen::launch(&mut state, &side, lot);
        show_own(&mut state, &side);
        state.shown_divisions = None;
        let enemys = Memory { opened: memory.opened, ..Memory::default() };
        let of = |one: &naval::Side| if one.id == side { memory.clone() } else { enemys.clone() };
        let memories = state.setup.sides.iter().map(of).collect();
        let start = Start { state, memories, throws: Throws::new(0), silent: Vec::new(), first: None };
        World { start, side, suffered: Vec::new() }
    }

    /// How it stands after so many turns, the one that has begun among them, and how many orders were decided; nothing
    /// where it was stopped.
    pub fn played(&self, players: &[Player<'_>], seed: u64, turns: u16, stop: Stop<'_>) -> Option<(World, u64)> {
        let ahead = play_on(&self.start, players, seed, self.start.state.turn + turns, stop)?;
        let Ahead { start, decided, suffered } = ahead;
        Some((World { start, side: self.side.clone(), suffered }, decided))
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

    /// Whether a verdict hangs on the count of points. [10.5]
    pub fn is_by_points(&self, verdict: &Verdict) -> bool {
        let entries = verdict::entries(&self.start.state.setup);
        let by = verdict.by.and_then(|number| entries.get(number.checked_sub(1)?));
        by.is_none_or(|entry| matches!(entry.wins, Wins::Leader(_)))
    }

    /// How it would be decided if it ended so.
    pub fn verdict(&self) -> Verdict {
        verdict::verdict(&self.start.state)
    }
}

/// A number from 0 up to, but not with, 1.
fn share(lot: &mut Rng) -> f64 {
    (lot.word() >> 11) as f64 / (1_u64 << 53) as f64
}

fn one_in(lot: &mut Rng, of: u64) -> bool {
    lot.below(of) == 0
}

/// Enemies suffer the hits that were scored on them, each turn's by itself; then what does not show is made good.
fn hurt(state: &mut State, memory: &Memory, lot: &mut Rng) {
    let (turn, segment, held) = (state.turn, state.segment, std::mem::take(&mut state.held));
    let mut blows: Vec<(u16, &Id)> = memory.scored.iter().map(|one| (one.turn, &one.target)).collect();
    blows.dedup();
    blows.sort();
    blows.dedup();
    state.segment = Segment::Damage;
    for (when, target) in blows {
        let of = memory.scored.iter().filter(|one| (one.turn, &one.target) == (when, target));
        let hit = |one: &super::Scored| HeldHit {
            target: one.target.clone(),
            firer: Some(one.firer.clone()),
            kind: one.kind,
            battery: one.battery,
            range: one.range,
            count: one.count,
        };
        state.turn = when;
        struck(state, target, of.map(hit).collect(), lot);
    }
    (state.turn, state.segment, state.held) = (turn, segment, held);
    let scored = |ship: &Ship| memory.scored.iter().any(|one| one.target == ship.id || one.target == ship.division);
    let struck: Vec<Id> = state.afloat().filter(|ship| scored(ship)).map(|ship| ship.id.clone()).collect();
    struck.iter().for_each(|ship| mend(state, ship, lot));
}

/// Hits become damage, unless in each of several throws somebody would be lost who is seen afloat.
fn struck(state: &mut State, target: &Id, held: Vec<HeldHit>, lot: &mut Rng) {
    let afloat = |state: &State| state.ships_of(target).filter(|ship| ship.in_action()).count();
    if afloat(state) == 0 {
        return;
    }
    let command = Command::Damage { unit: Some(target.clone()) };
    for _ in 0..THROWS {
        let mut after = state.clone();
        after.held.clone_from(&held);
        let mut dice = Seeded::new(|| (lot.word() >> 32) as u32);
        let settled = play::settle::<Naval>(&mut after, &command, &mut dice).is_ok();
        if settled && afloat(&after) == afloat(state) {
            // That she still goes with her division shows.
            for ship in &after.ships {
                if let Some(known) = state.ship_mut(&ship.id).filter(|known| known.hits != ship.hits) {
                    known.hits.clone_from(&ship.hits);
                }
            }
            return;
        }
    }
}

/// What a ship that was hit does not show she has not, and of the rest the older half is made good.
fn mend(state: &mut State, ship: &Id, lot: &mut Rng) {
    let turn = state.turn;
    let Some(ship) = state.ship_mut(ship) else { return };
    // What burns in the outlook is the first flame of all.
    let burns = ship.sighted && ship.hits.iter().any(|hit| hit.turn == 0 && hit.effect == Harm::Fire);
    if !burns {
        ship.hits.retain(|hit| hit.effect != Harm::Fire);
    }
    for hit in ship.hits.iter_mut().filter(|hit| hit.state == HitState::Active) {
        let lasts = matches!(hit.effect, Harm::Flotation { .. } | Harm::Fire);
        if !lasts && hit.turn + MENDED_TURNS <= turn && one_in(lot, 2) {
            hit.state = HitState::Repaired;
        }
    }
    if ship.top_speed() < ship.speed {
        ship.hits.retain(|hit| !matches!(hit.effect, Harm::Speed(_)));
    }
}

/// Enemy divisions stand as they are seen to lie, and are led as well as some division of the side's own.
fn officer(state: &mut State, side: &SideId, lot: &mut Rng) {
    let of = |own: bool| {
        let divisions = state.divisions.iter().filter(move |division| (division.side == *side) == own);
        divisions.map(|division| division.id.clone()).collect::<Vec<_>>()
    };
    let (own, enemys) = (of(true), of(false));
    let rating = |id: &Id| state.division(id).map(|one| (one.signalling, one.initiative));
    let ratings: Vec<(i32, i32)> = own.iter().filter_map(rating).collect();
    for id in enemys {
        let course = state.division(&id).map(|division| movement::course_seen(state, division)).unwrap_or_default();
        let led = (!ratings.is_empty()).then(|| ratings[lot.below(ratings.len() as u64) as usize]);
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
