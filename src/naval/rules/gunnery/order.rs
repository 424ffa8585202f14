//! 3.3.5: in which order fire is declared, and when all of it is.
use super::able;
use super::cited::{DECLARING, SIDES_OF_WAR, has_declared, side_of};
use super::marks::{BATTERIES, could_fire, enemies};
use crate::model::{Alternation, BatteryKind, Declaration, Fraction, Purpose, Ship};
use crate::rules::{half_move, lookout::Lookout, sighting, survey};
use crate::{Fact, NavalDraft, NavalHalt, Reason, Segment, SideId, State, in_segment};
use play::Ask;
use std::cmp::Ordering;

pub(super) fn is_strict(state: &State) -> bool {
    state.setup.options.alternation == Alternation::Strict
}

/// The Gunfire Segment begins: where clubs play it strictly, equal sides dice for the first big guns. [3.3.5, Q4]
pub(crate) fn begin(draft: &mut NavalDraft<'_>) -> Result<(), NavalHalt> {
    if !is_strict(draft.state()) {
        return Ok(());
    }
    if !big_guns_over(draft.state()) && big_due(draft.state()).is_none() {
        let first = roll_off(draft, Purpose::DeclareFirst)?;
        draft.note(DECLARING, Fact::BigGunOrder { first });
    }
    settle_batteries(draft)
}

/// When both sides have declared their big guns, a die says who allocates all of its medium and light guns first, where
/// clubs play it strictly. [3.3.5, Q45]
pub(super) fn settle_batteries(draft: &mut NavalDraft<'_>) -> Result<(), NavalHalt> {
    let state = draft.state();
    if is_strict(state) && state.this_move.secondary_first.is_none() && big_guns_over(state) {
        let first = roll_off(draft, Purpose::SecondaryFirst)?;
        draft.note(DECLARING, Fact::SecondaryFireOrder { first });
    }
    Ok(())
}

/// D6 each until they differ; the higher goes first.
fn roll_off(draft: &mut NavalDraft<'_>, purpose: fn(SideId) -> Purpose) -> Result<SideId, NavalHalt> {
    let sides: Vec<SideId> = sides(draft.state()).cloned().collect();
    loop {
        let mut best: Option<(u8, &SideId)> = None;
        let mut tie = false;
        for side in &sides {
            let face = draft.roll(Ask::one(6, purpose(side.clone()), DECLARING))?;
            tie = best.is_some_and(|(top, _)| top == face);
            best = best.filter(|(top, _)| face <= *top).or(Some((face, side)));
        }
        if let Some((_, first)) = best.filter(|_| !tie) {
            return Ok(first.clone());
        }
    }
}

/// A side, or both, declares no more. Refused outside the Gunfire Segment or when the side has closed already. [3.3.5]
///
/// Where clubs play it strictly it first ends the side's big guns alone. (Q45)
pub(crate) fn close(draft: &mut NavalDraft<'_>, side: Option<&SideId>) -> Result<(), NavalHalt> {
    in_segment(draft, Segment::Gunfire, "declared", DECLARING)?;
    let state = draft.state();
    if let Some(unknown) = side.filter(|side| state.side(side).is_none()) {
        return draft.refuse(SIDES_OF_WAR, Reason::UnknownSide { side: unknown.clone() });
    }
    if let Some(closed) = side.filter(|side| state.this_move.closed.contains(side)) {
        return draft.refuse(DECLARING, Reason::SideClosed { side: closed.clone() });
    }
    if is_strict(state) && !big_guns_over(state) {
        return close_big_guns(draft, side);
    }
    match side {
        Some(side) => draft.note(DECLARING, Fact::DeclarationsClosed { side: side.clone() }),
        None => close_all(draft),
    }
    Ok(())
}

fn close_big_guns(draft: &mut NavalDraft<'_>, side: Option<&SideId>) -> Result<(), NavalHalt> {
    let meant = |one: &&SideId| side.is_none_or(|side| side == *one);
    let open = sides(draft.state()).filter(meant).filter(|one| waits(draft.state(), one)).cloned();
    let facts: Vec<Fact> = open.map(|side| Fact::BigGunsDeclared { side }).collect();
    if let (true, Some(side)) = (facts.is_empty(), side) {
        return draft.refuse(DECLARING, Reason::BigGunsClosed { side: side.clone() });
    }
    draft.note_all(DECLARING, facts);
    settle_batteries(draft)
}

fn close_all(draft: &mut NavalDraft<'_>) {
    let open = sides(draft.state()).filter(|side| !draft.state().this_move.closed.contains(side)).cloned();
    let facts: Vec<Fact> = open.map(|side| Fact::DeclarationsClosed { side }).collect();
    draft.note_all(DECLARING, facts);
}

/// Before fire is resolved all of it is declared: what is not stays silent, or where clubs play it strictly has to be
/// declared first. Refused in strict play while a side may still declare. [3.3.5, Q45]
pub(super) fn all_declared(draft: &mut NavalDraft<'_>) -> Result<(), NavalHalt> {
    let open = undeclared(draft.state());
    if is_strict(draft.state()) && !open.is_empty() {
        return draft.refuse(DECLARING, Reason::NotDeclared { sides: open });
    }
    close_all(draft);
    Ok(())
}

fn sides(state: &State) -> impl Iterator<Item = &SideId> {
    state.setup.sides.iter().map(|side| &side.id)
}

/// Sides that have not said that they declared all, and of which a ship could still fire at somebody. [3.3.5, Q45]
///
/// In strict play a ship counts with each battery that has no target, else only one that has declared nothing at all.
pub fn undeclared(state: &State) -> Vec<SideId> {
    if state.segment != Segment::Gunfire {
        return Vec::new();
    }
    let open = |side: &&SideId| !state.this_move.closed.contains(side);
    let could = |side: &&SideId| {
        let mut ships = state.ships_of_side(side).filter(|ship| ship.in_action() && !ship.weapons_barred());
        ships.any(|ship| could_declare(state, ship))
    };
    sides(state).filter(open).filter(could).cloned().collect()
}

/// Sides that have declared nothing at all in this segment, and could. [3.3.5]
pub fn silent(state: &State) -> Vec<SideId> {
    let fires = |side: &SideId| state.ships_of_side(side).any(|ship| declares(state, ship));
    undeclared(state).into_iter().filter(|side| !fires(side)).collect()
}

fn declares(state: &State, ship: &Ship) -> bool {
    state.this_move.declarations.iter().any(|one| one.firer == ship.id)
}

/// Ships that may declare now: of the side that is due, else of all that have not closed; each with guns that have no
/// target yet, and an enemy in sight and reach of them. [3.3.5, Q45]
pub fn may_declare(state: &State) -> Vec<&Ship> {
    if state.segment != Segment::Gunfire || state.over.is_some() {
        return Vec::new();
    }
    let due = due(state);
    let called = |side: &SideId| due.as_ref().map_or(!state.this_move.closed.contains(side), |due| due == side);
    let fit = |ship: &Ship| !ship.weapons_barred() && half_move::judged(state, &ship.id).is_none();
    let aims = |ship: &Ship| {
        let free = free_batteries(state, ship);
        could_fire_any(state, ship, &free) || (!free.is_empty() && may_measure(state, ship))
    };
    let ships = state.afloat().filter(|ship| ship.in_action() && called(&ship.side) && fit(ship));
    ships.filter(|ship| aims(ship)).collect()
}

/// Whether a measurement may still show that a ship sees an enemy: nobody knows his range, and nobody has ruled whether he is
/// seen.
fn may_measure(state: &State, ship: &Ship) -> bool {
    let unknown = |enemy: &Ship| {
        survey::range(state, &ship.id, &enemy.id).is_none() && state.measured(&ship.id, &enemy.id).is_none()
    };
    let ruled = |enemy: &Ship| state.this_turn.sight_ruled.contains(&enemy.id);
    state.afloat().any(|enemy| enemy.side != ship.side && unknown(enemy) && !ruled(enemy))
}

/// The batteries of a ship that can fire and have no target yet.
fn free_batteries(state: &State, ship: &Ship) -> Vec<BatteryKind> {
    let big_over = state.this_move.big_closed.contains(&ship.side);
    let armed = |battery: &BatteryKind| match battery {
        BatteryKind::Big => !big_over && ship.has_mounts_left(),
        BatteryKind::Medium | BatteryKind::Light => ship.battery_strength(*battery) > Fraction::ZERO,
    };
    BATTERIES.into_iter().filter(|battery| !has_declared(state, &ship.id, *battery)).filter(armed).collect()
}

fn could_declare(state: &State, ship: &Ship) -> bool {
    if !is_strict(state) && declares(state, ship) {
        return false;
    }
    could_fire_any(state, ship, &free_batteries(state, ship))
}

/// Whether one of these batteries of a ship could fire at any enemy.
fn could_fire_any(state: &State, ship: &Ship, free: &[BatteryKind]) -> bool {
    let targets = enemies(state, ship);
    targets.iter().any(|target| free.iter().any(|battery| could_fire(state, ship, target, *battery, able::able)))
}

/// Side whose turn it is to declare: for the big guns, then in strict play for the batteries. [3.3.5]
pub fn due(state: &State) -> Option<SideId> {
    if state.segment != Segment::Gunfire {
        return None;
    }
    big_due(state).or_else(|| batteries_due(state))
}

/// How many ships of a side might fire big guns this turn, and those that do or still could: at somebody whom they see,
/// within reach. Those that have declared come first, so that marks are looked for no further than whoever counts them
/// asks. (Q4, Q36)
fn big_gun_ships<'s>(state: &'s State, side: &'s SideId) -> (usize, impl Iterator<Item = &'s Ship>) {
    let fit = |ship: &&Ship| ship.in_action() && !ship.weapons_barred() && ship.has_mounts_left();
    let acts = |ship: &&Ship| half_move::judged(state, &ship.id).is_none();
    let ships = state.ships_of_side(side).filter(fit).filter(acts);
    let (declared, open): (Vec<&Ship>, Vec<&Ship>) =
        ships.partition(|ship| has_declared(state, &ship.id, BatteryKind::Big));
    let mut lookout = None;
    let marked =
        move |ship: &&Ship| has_a_mark(state, lookout.get_or_insert_with(|| sighting::by_ship::lookout(state)), ship);
    (declared.len() + open.len(), declared.into_iter().chain(open.into_iter().filter(marked)))
}

/// Whether big guns could be laid on some enemy: in sight, shown up by night, no farther than they reach, and neither the
/// ship's own turn nor the arc he lies in forbids it. An enemy whose range nobody knows counts if he is seen, or if the
/// referee has not ruled whether he is.
fn has_a_mark(state: &State, lookout: &Lookout, ship: &Ship) -> bool {
    let Some(reach) = ship.card.big.as_ref().and_then(|big| big.bands.last()).map(|band| band.to) else { return false };
    let shows = |enemy: &Ship| !state.setup.night || able::shows_at_night(state, &enemy.id);
    let marks = |enemy: &Ship| match survey::range(state, &ship.id, &enemy.id) {
        Some(range) => {
            let near = enemy.sighted && range <= reach && lookout.judged(&ship.id, &enemy.id, false).is_ok();
            near && could_fire(state, ship, &state.base_of(&enemy.id), BatteryKind::Big, able::able_if_seen)
        }
        None => enemy.sighted || !state.this_turn.sight_ruled.contains(&enemy.id),
    };
    state.afloat().any(|enemy| enemy.side != ship.side && shows(enemy) && marks(enemy))
}

fn big_declared(state: &State, side: &SideId) -> usize {
    let ours =
        |one: &&Declaration| one.battery == BatteryKind::Big && side_of(state, &one.firer).as_ref() == Some(side);
    state.this_move.declarations.iter().filter(ours).count()
}

/// The big guns of a side, their ships counted once and no further than the order hangs on it.
struct BigGuns<'s> {
    side: &'s SideId,
    declared: usize,
    /// She has not said that the rest stay silent.
    is_open: bool,
    /// She has no more ships than this.
    most: usize,
    ships: Box<dyn Iterator<Item = &'s Ship> + 's>,
    counted: usize,
}

impl<'s> BigGuns<'s> {
    fn of(state: &'s State, side: &'s SideId) -> BigGuns<'s> {
        let is_open = !state.this_move.closed.contains(side) && !state.this_move.big_closed.contains(side);
        let (most, ships) = big_gun_ships(state, side);
        BigGuns { side, declared: big_declared(state, side), is_open, most, ships: Box::new(ships), counted: 0 }
    }

    /// She has big guns without a target, and has not said that they stay silent.
    fn waits(&mut self) -> bool {
        self.is_open && self.has_more_than(self.declared)
    }

    fn has_more_than(&mut self, ships: usize) -> bool {
        while self.counted <= ships && self.ships.next().is_some() {
            self.counted += 1;
        }
        ships < self.counted
    }

    /// Which of two sides has more ships.
    fn compared(&mut self, other: &mut BigGuns) -> Ordering {
        if self.has_more_than(other.most) {
            return Ordering::Greater;
        }
        if other.has_more_than(self.counted) { Ordering::Less } else { self.counted.cmp(&other.counted) }
    }
}

fn waits(state: &State, side: &SideId) -> bool {
    BigGuns::of(state, side).waits()
}

fn big_guns_over(state: &State) -> bool {
    sides(state).all(|side| !waits(state, side))
}

/// Side that owes the next big-gun declaration: the one with more ships to fire begins, then turn and turn about. (Q4)
pub fn big_due(state: &State) -> Option<SideId> {
    let sides: Vec<&SideId> = sides(state).collect();
    let [one, other] = sides[..] else { return None };
    let (mut one, mut other) = (BigGuns::of(state, one), BigGuns::of(state, other));
    let waiting = |sides: [&mut BigGuns; 2]| sides.into_iter().find_map(|guns| guns.waits().then(|| guns.side.clone()));
    // Who has declared fewer is due.
    match one.declared.cmp(&other.declared) {
        Ordering::Less => waiting([&mut one, &mut other]),
        Ordering::Greater => waiting([&mut other, &mut one]),
        Ordering::Equal => match (one.waits(), other.waits()) {
            (false, false) => None,
            (true, false) => Some(one.side.clone()),
            (false, true) => Some(other.side.clone()),
            (true, true) => {
                let by_more = || match one.compared(&mut other) {
                    Ordering::Greater => Some(one.side.clone()),
                    Ordering::Less => Some(other.side.clone()),
                    Ordering::Equal => None,
                };
                let first = state.this_move.big_first.clone().or_else(by_more);
                first.or_else(|| if is_strict(state) { began(state) } else { None })
            }
        },
    }
}

/// In strict play the side that began to declare, where flashes by night have since made both sides equal. [3.3.5, 6.3, Q4]
fn began(state: &State) -> Option<SideId> {
    let first = state.this_move.declarations.iter().find(|one| one.battery == BatteryKind::Big);
    first.and_then(|one| side_of(state, &one.firer)).or_else(|| state.this_move.secondary_first.clone())
}

/// In strict play the side that the die named allocates all of its medium and light guns, then the other. (Q45)
fn batteries_due(state: &State) -> Option<SideId> {
    let first = state.this_move.secondary_first.as_ref().filter(|_| is_strict(state))?;
    let in_order = std::iter::once(first).chain(sides(state).filter(|side| *side != first));
    in_order.into_iter().find(|side| !state.this_move.closed.contains(side)).cloned()
}

/// Where the club plays it strictly, a big-gun declaration out of turn is refused; a side that has closed declares no more.
/// [3.3.5]
pub(super) fn in_turn(draft: &NavalDraft<'_>, side: &SideId, battery: Option<BatteryKind>) -> Result<(), NavalHalt> {
    let state = draft.state();
    if state.this_move.closed.contains(side) {
        return draft.refuse(DECLARING, Reason::SideClosed { side: side.clone() });
    }
    if !is_strict(state) {
        return Ok(());
    }
    // A line without a battery may mean the medium and light guns: they have an order of their own.
    let big = match battery {
        Some(BatteryKind::Big) => true,
        Some(BatteryKind::Medium | BatteryKind::Light) => false,
        None => waits(state, side),
    };
    let due = big_due(state).filter(|due| big && due != side);
    let Some(due) = due else { return Ok(()) };
    draft.refuse(DECLARING, Reason::OutOfTurn { side: side.clone(), due })
}

/// Big guns declared out of turn are noted where the order is not strict: while the other side has a ship that could
/// declare hers. Medium and light guns have no turns but strict ones. [3.3.5, Q4]
pub(super) fn note_out_of_turn(draft: &mut NavalDraft<'_>, side: &SideId) {
    let state = draft.state();
    let silent = |ship: &&Ship| ship.in_action() && !has_declared(state, &ship.id, BatteryKind::Big);
    let could = |due: &SideId| {
        state.ships_of_side(due).filter(silent).any(|ship| could_fire_any(state, ship, &[BatteryKind::Big]))
    };
    let is_waited_for = state.afloat().any(|ship| ship.side != *side && silent(&ship));
    let due = if is_strict(state) || !is_waited_for { None } else { big_due(state) };
    let due = due.filter(|due| due != side && could(due));
    if let Some(due) = due {
        draft.note(DECLARING, Fact::DeclaredOutOfTurn { side: side.clone(), due });
    }
}

/// In strict play no medium or light gun is allocated before the big guns of both sides are, and then one side allocates
/// all of its own first; no big gun comes after the side said that it had declared them. [3.3.5, Q45]
pub(super) fn allocated_in_turn(draft: &NavalDraft<'_>, side: &SideId, battery: BatteryKind) -> Result<(), NavalHalt> {
    let state = draft.state();
    if !is_strict(state) {
        return Ok(());
    }
    if battery == BatteryKind::Big {
        if state.this_move.big_closed.contains(side) {
            return draft.refuse(DECLARING, Reason::BigGunsClosed { side: side.clone() });
        }
        // Ship by ship: of a division that is named the second waits for the enemy's next.
        return in_turn(draft, side, Some(battery));
    }
    let open: Vec<SideId> = sides(state).filter(|one| waits(state, one)).cloned().collect();
    if !open.is_empty() {
        return draft.refuse(DECLARING, Reason::BigGunsFirst { sides: open });
    }
    let Some(due) = batteries_due(state).filter(|due| due != side) else { return Ok(()) };
    draft.refuse(DECLARING, Reason::OutOfTurn { side: side.clone(), due })
}
