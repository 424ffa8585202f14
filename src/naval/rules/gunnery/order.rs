//! 3.3.5: the order in which fire is declared, and when all of it is.
use super::cited::{DECLARING, SIDES_OF_WAR, has_declared, side_of};
use super::legality;
use super::targets::{BATTERIES, could_fire, enemies};
use crate::model::{Alternation, BatteryKind, Declaration, Fraction, Purpose, Ship};
use crate::rules::{half_move, lookout::Lookout, sighting, survey};
use crate::{Fact, NavalDraft, NavalHalt, Reason, Segment, SideId, State, require_segment};
use play::DiceRequest;
use std::cmp::Ordering;

pub(super) fn is_strict(state: &State) -> bool {
    state.setup.options.alternation == Alternation::Strict
}

/// Begins the Gunfire Segment. In strict play equal sides roll for the first big guns. [3.3.5, Q4]
pub(crate) fn begin(draft: &mut NavalDraft<'_>) -> Result<(), NavalHalt> {
    if !is_strict(draft.state()) {
        return Ok(());
    }
    if !big_guns_over(draft.state()) && side_to_declare_big_guns(draft.state()).is_none() {
        let first = roll_off(draft, Purpose::DeclareFirst)?;
        draft.record(DECLARING, Fact::BigGunOrder { first });
    }
    settle_batteries(draft)
}

/// In strict play, once big guns are declared, rolls which side allocates its medium and light guns first. [3.3.5, Q45]
pub(super) fn settle_batteries(draft: &mut NavalDraft<'_>) -> Result<(), NavalHalt> {
    let state = draft.state();
    if is_strict(state) && state.this_move.secondary_first.is_none() && big_guns_over(state) {
        let first = roll_off(draft, Purpose::SecondaryFirst)?;
        draft.record(DECLARING, Fact::SecondaryFireOrder { first });
    }
    Ok(())
}

/// Rolls a D6 for each side until they differ. The higher goes first.
fn roll_off(draft: &mut NavalDraft<'_>, purpose: fn(SideId) -> Purpose) -> Result<SideId, NavalHalt> {
    let sides: Vec<SideId> = sides(draft.state()).cloned().collect();
    loop {
        let mut best: Option<(u8, &SideId)> = None;
        let mut tie = false;
        for side in &sides {
            let face = draft.roll_die(DiceRequest::roll_one(6, purpose(side.clone()), DECLARING))?;
            tie = best.is_some_and(|(top, _)| top == face);
            best = best.filter(|(top, _)| face <= *top).or(Some((face, side)));
        }
        if let Some((_, first)) = best.filter(|_| !tie) {
            return Ok(first.clone());
        }
    }
}

/// Closes declarations for one side or both. [3.3.5]
///
/// In strict play it first closes only big guns. (Q45) Refused outside the Gunfire Segment, and if the side has closed.
pub(crate) fn close_declarations(draft: &mut NavalDraft<'_>, side: Option<&SideId>) -> Result<(), NavalHalt> {
    require_segment(draft, Segment::Gunfire, "declared", DECLARING)?;
    let state = draft.state();
    if let Some(unknown) = side.filter(|side| state.side(side).is_none()) {
        return draft.refuse(SIDES_OF_WAR, Reason::UnknownSide { side: unknown.clone() });
    }
    if let Some(closed) = side.filter(|side| state.this_move.closed_sides.contains(side)) {
        return draft.refuse(DECLARING, Reason::SideClosed { side: closed.clone() });
    }
    if is_strict(state) && !big_guns_over(state) {
        return close_big_guns(draft, side);
    }
    match side {
        Some(side) => draft.record(DECLARING, Fact::DeclarationsClosed { side: side.clone() }),
        None => close_all(draft),
    }
    Ok(())
}

fn close_big_guns(draft: &mut NavalDraft<'_>, side: Option<&SideId>) -> Result<(), NavalHalt> {
    let is_meant = |side_id: &&SideId| side.is_none_or(|side| side == *side_id);
    let open_sides = sides(draft.state())
        .filter(is_meant)
        .filter(|side_id| has_big_guns_to_declare(draft.state(), side_id))
        .cloned();
    let facts: Vec<Fact> = open_sides.map(|side| Fact::BigGunsDeclared { side }).collect();
    if let (true, Some(side)) = (facts.is_empty(), side) {
        return draft.refuse(DECLARING, Reason::BigGunsClosed { side: side.clone() });
    }
    draft.record_all(DECLARING, facts);
    settle_batteries(draft)
}

fn close_all(draft: &mut NavalDraft<'_>) {
    let open_sides = sides(draft.state()).filter(|side| !draft.state().this_move.closed_sides.contains(side)).cloned();
    let facts: Vec<Fact> = open_sides.map(|side| Fact::DeclarationsClosed { side }).collect();
    draft.record_all(DECLARING, facts);
}

/// Closes all declarations before fire is resolved. Ships that have not declared stay silent. Refused in strict play
/// while a side may still declare. [3.3.5, Q45]
pub(super) fn finish_declarations(draft: &mut NavalDraft<'_>) -> Result<(), NavalHalt> {
    let open_sides = sides_still_to_declare(draft.state());
    if is_strict(draft.state()) && !open_sides.is_empty() {
        return draft.refuse(DECLARING, Reason::NotDeclared { sides: open_sides });
    }
    close_all(draft);
    Ok(())
}

fn sides(state: &State) -> impl Iterator<Item = &SideId> {
    state.setup.sides.iter().map(|side| &side.id)
}

/// Returns sides that have not closed and have a ship that could still fire. [3.3.5, Q45]
///
/// In strict play a ship counts while any of its batteries has no target, otherwise only if it has declared nothing.
pub fn sides_still_to_declare(state: &State) -> Vec<SideId> {
    if state.segment != Segment::Gunfire {
        return Vec::new();
    }
    let is_open = |side: &&SideId| !state.this_move.closed_sides.contains(side);
    let can_fire = |side: &&SideId| {
        let mut ships = state.ships_of_side(side).filter(|ship| ship.is_in_action() && !ship.are_weapons_barred());
        ships.any(|ship| can_declare(state, ship))
    };
    sides(state).filter(is_open).filter(can_fire).cloned().collect()
}

/// Returns sides that have declared nothing in this segment although they could. [3.3.5]
pub fn sides_without_declarations(state: &State) -> Vec<SideId> {
    let has_fire = |side: &SideId| state.ships_of_side(side).any(|ship| declares(state, ship));
    sides_still_to_declare(state).into_iter().filter(|side| !has_fire(side)).collect()
}

fn declares(state: &State, ship: &Ship) -> bool {
    state.this_move.declarations.iter().any(|declaration| declaration.firer == ship.id)
}

/// Returns ships that may declare now: of the side whose turn it is, else of all sides that have not closed. Each has
/// guns without a target, and an enemy that is in sight and reach, or that measuring may still show so. [3.3.5, Q45]
pub fn ships_that_may_declare(state: &State) -> Vec<&Ship> {
    if state.segment != Segment::Gunfire || state.end.is_some() {
        return Vec::new();
    }
    let side_on_turn = side_to_declare(state);
    let may_declare = |side: &SideId| {
        side_on_turn.as_ref().map_or(!state.this_move.closed_sides.contains(side), |side_on_turn| side_on_turn == side)
    };
    let is_fit = |ship: &Ship| !ship.are_weapons_barred() && half_move::restriction(state, &ship.id).is_none();
    let has_target = |ship: &Ship| {
        let free = free_batteries(state, ship);
        could_fire_any(state, ship, &free) || (!free.is_empty() && may_measure(state, ship))
    };
    let ships = state.ships_in_action().filter(|ship| ship.is_in_action() && may_declare(&ship.side) && is_fit(ship));
    ships.filter(|ship| has_target(ship)).collect()
}

/// Whether measuring may still show that a ship sees an enemy: its range is unknown and its sighting has no ruling.
fn may_measure(state: &State, ship: &Ship) -> bool {
    let is_unknown = |enemy: &Ship| {
        survey::range(state, &ship.id, &enemy.id).is_none() && state.measured_range(&ship.id, &enemy.id).is_none()
    };
    let has_ruling = |enemy: &Ship| state.this_turn.ships_with_ruled_sight.contains(&enemy.id);
    state.ships_in_action().any(|enemy| enemy.side != ship.side && is_unknown(enemy) && !has_ruling(enemy))
}

/// Returns a ship's batteries that can fire and have no target yet.
fn free_batteries(state: &State, ship: &Ship) -> Vec<BatteryKind> {
    let are_big_guns_closed = state.this_move.big_guns_closed_sides.contains(&ship.side);
    let is_armed = |battery: &BatteryKind| match battery {
        BatteryKind::Big => !are_big_guns_closed && ship.has_mounts_left(),
        BatteryKind::Medium | BatteryKind::Light => ship.battery_strength(*battery) > Fraction::ZERO,
    };
    BATTERIES.into_iter().filter(|battery| !has_declared(state, &ship.id, *battery)).filter(is_armed).collect()
}

fn can_declare(state: &State, ship: &Ship) -> bool {
    if !is_strict(state) && declares(state, ship) {
        return false;
    }
    could_fire_any(state, ship, &free_batteries(state, ship))
}

fn could_fire_any(state: &State, ship: &Ship, free: &[BatteryKind]) -> bool {
    let targets = enemies(state, ship);
    targets
        .iter()
        .any(|target| free.iter().any(|battery| could_fire(state, ship, target, *battery, legality::check_fire)))
}

/// Returns the side whose turn it is to declare: for big guns, then in strict play for batteries. [3.3.5]
pub fn side_to_declare(state: &State) -> Option<SideId> {
    if state.segment != Segment::Gunfire {
        return None;
    }
    side_to_declare_big_guns(state).or_else(|| side_to_allocate_batteries(state))
}

/// Returns at most how many ships of a side can fire big guns this turn, and lazily those that do or could. (Q4, Q36)
///
/// Ships that have declared come first, so that no more targets are computed than the count requires.
fn big_gun_ships<'s>(state: &'s State, side: &'s SideId) -> (usize, impl Iterator<Item = &'s Ship>) {
    let is_fit = |ship: &&Ship| ship.is_in_action() && !ship.are_weapons_barred() && ship.has_mounts_left();
    let may_act = |ship: &&Ship| half_move::restriction(state, &ship.id).is_none();
    let ships = state.ships_of_side(side).filter(is_fit).filter(may_act);
    let (declared, open): (Vec<&Ship>, Vec<&Ship>) =
        ships.partition(|ship| has_declared(state, &ship.id, BatteryKind::Big));
    let mut lookout = None;
    let has_target = move |ship: &&Ship| {
        has_big_gun_target(state, lookout.get_or_insert_with(|| sighting::by_ship::lookout(state)), ship)
    };
    (declared.len() + open.len(), declared.into_iter().chain(open.into_iter().filter(has_target)))
}

/// Whether a ship's big guns could fire at an enemy: in sight, by night visible, in reach, and neither the ship's turn
/// nor the arc forbids it. An enemy at unknown range counts if it is seen or its sighting has no ruling.
fn has_big_gun_target(state: &State, lookout: &Lookout, ship: &Ship) -> bool {
    let Some(reach) = ship.card.big.as_ref().and_then(|big| big.bands.last()).map(|band| band.to) else { return false };
    let is_visible = |enemy: &Ship| !state.setup.night || legality::is_visible_at_night(state, &enemy.id);
    let is_target = |enemy: &Ship| match survey::range(state, &ship.id, &enemy.id) {
        Some(range) => {
            let near = enemy.sighted && range <= reach && lookout.check_sees(&ship.id, &enemy.id, false).is_ok();
            near && could_fire(state, ship, &state.base_id(&enemy.id), BatteryKind::Big, legality::check_fire_if_seen)
        }
        None => enemy.sighted || !state.this_turn.ships_with_ruled_sight.contains(&enemy.id),
    };
    state.ships_in_action().any(|enemy| enemy.side != ship.side && is_visible(enemy) && is_target(enemy))
}

fn big_declared(state: &State, side: &SideId) -> usize {
    let is_own = |declaration: &&Declaration| {
        declaration.battery == BatteryKind::Big && side_of(state, &declaration.firer).as_ref() == Some(side)
    };
    state.this_move.declarations.iter().filter(is_own).count()
}

/// A side's big-gun ships, each counted once and only while the order depends on it.
struct BigGuns<'s> {
    side: &'s SideId,
    declared: usize,
    /// The side has not closed its big guns.
    is_open: bool,
    /// Upper bound on the number of its ships.
    most: usize,
    ships: Box<dyn Iterator<Item = &'s Ship> + 's>,
    counted: usize,
}

impl<'s> BigGuns<'s> {
    fn count_for(state: &'s State, side: &'s SideId) -> BigGuns<'s> {
        let is_open =
            !state.this_move.closed_sides.contains(side) && !state.this_move.big_guns_closed_sides.contains(side);
        let (most, ships) = big_gun_ships(state, side);
        BigGuns { side, declared: big_declared(state, side), is_open, most, ships: Box::new(ships), counted: 0 }
    }

    /// Whether the side has big guns without a target and has not closed them.
    fn has_more_to_declare(&mut self) -> bool {
        self.is_open && self.has_more_than(self.declared)
    }

    fn has_more_than(&mut self, ships: usize) -> bool {
        while self.counted <= ships && self.ships.next().is_some() {
            self.counted += 1;
        }
        ships < self.counted
    }

    fn compare_ships(&mut self, other: &mut BigGuns) -> Ordering {
        if self.has_more_than(other.most) {
            return Ordering::Greater;
        }
        if other.has_more_than(self.counted) { Ordering::Less } else { self.counted.cmp(&other.counted) }
    }
}

fn has_big_guns_to_declare(state: &State, side: &SideId) -> bool {
    BigGuns::count_for(state, side).has_more_to_declare()
}

fn big_guns_over(state: &State) -> bool {
    sides(state).all(|side| !has_big_guns_to_declare(state, side))
}

/// Returns the side that declares big guns next. The side with more ships to fire begins, then they alternate. (Q4)
pub fn side_to_declare_big_guns(state: &State) -> Option<SideId> {
    let sides: Vec<&SideId> = sides(state).collect();
    let [left, right] = sides[..] else { return None };
    let (mut left, mut right) = (BigGuns::count_for(state, left), BigGuns::count_for(state, right));
    let first_waiting = |sides: [&mut BigGuns; 2]| {
        sides.into_iter().find_map(|guns| guns.has_more_to_declare().then(|| guns.side.clone()))
    };
    // The side with fewer declarations is due.
    match left.declared.cmp(&right.declared) {
        Ordering::Less => first_waiting([&mut left, &mut right]),
        Ordering::Greater => first_waiting([&mut right, &mut left]),
        Ordering::Equal => match (left.has_more_to_declare(), right.has_more_to_declare()) {
            (false, false) => None,
            (true, false) => Some(left.side.clone()),
            (false, true) => Some(right.side.clone()),
            (true, true) => {
                let by_more = || match left.compare_ships(&mut right) {
                    Ordering::Greater => Some(left.side.clone()),
                    Ordering::Less => Some(right.side.clone()),
                    Ordering::Equal => None,
                };
                let first = state.this_move.big_first.clone().or_else(by_more);
                first.or_else(|| if is_strict(state) { side_that_began(state) } else { None })
            }
        },
    }
}

/// Returns the side that declared first, for strict play when night flashes made both sides equal. [3.3.5, 6.3, Q4]
fn side_that_began(state: &State) -> Option<SideId> {
    let first = state.this_move.declarations.iter().find(|declaration| declaration.battery == BatteryKind::Big);
    first.and_then(|declaration| side_of(state, &declaration.firer)).or_else(|| state.this_move.secondary_first.clone())
}

/// Returns the side that allocates medium and light guns in strict play: the die's winner first, then the other. (Q45)
fn side_to_allocate_batteries(state: &State) -> Option<SideId> {
    let first = state.this_move.secondary_first.as_ref().filter(|_| is_strict(state))?;
    let in_order = std::iter::once(first).chain(sides(state).filter(|side| *side != first));
    in_order.into_iter().find(|side| !state.this_move.closed_sides.contains(side)).cloned()
}

/// Refuses a side that has closed, and in strict play a big-gun declaration out of turn. [3.3.5]
pub(super) fn check_turn_order(
    draft: &NavalDraft<'_>,
    side: &SideId,
    battery: Option<BatteryKind>,
) -> Result<(), NavalHalt> {
    let state = draft.state();
    if state.this_move.closed_sides.contains(side) {
        return draft.refuse(DECLARING, Reason::SideClosed { side: side.clone() });
    }
    if !is_strict(state) {
        return Ok(());
    }
    // Fire ordered without a battery may be by medium and light guns, for which this turn order does not count.
    let big = match battery {
        Some(BatteryKind::Big) => true,
        Some(BatteryKind::Medium | BatteryKind::Light) => false,
        None => has_big_guns_to_declare(state, side),
    };
    let due = side_to_declare_big_guns(state).filter(|due| big && due != side);
    let Some(due) = due else { return Ok(()) };
    draft.refuse(DECLARING, Reason::OutOfTurn { side: side.clone(), due })
}

/// Records big guns declared out of turn, if play is not strict and the other side has a ship that could declare big
/// guns. Medium and light guns have turns only in strict play. [3.3.5, Q4]
pub(super) fn note_out_of_turn(draft: &mut NavalDraft<'_>, side: &SideId) {
    let state = draft.state();
    let has_not_declared = |ship: &&Ship| ship.is_in_action() && !has_declared(state, &ship.id, BatteryKind::Big);
    let can_declare = |due: &SideId| {
        state.ships_of_side(due).filter(has_not_declared).any(|ship| could_fire_any(state, ship, &[BatteryKind::Big]))
    };
    let is_waited_for = state.ships_in_action().any(|ship| ship.side != *side && has_not_declared(&ship));
    let due = if is_strict(state) || !is_waited_for { None } else { side_to_declare_big_guns(state) };
    let due = due.filter(|due| due != side && can_declare(due));
    if let Some(due) = due {
        draft.record(DECLARING, Fact::DeclaredOutOfTurn { side: side.clone(), due });
    }
}

/// Checks the order in strict play. Medium and light guns wait for both sides' big guns. Then one side allocates all
/// its guns first. Big guns are refused after the side closed them. [3.3.5, Q45]
pub(super) fn check_allocation_order(
    draft: &NavalDraft<'_>,
    side: &SideId,
    battery: BatteryKind,
) -> Result<(), NavalHalt> {
    let state = draft.state();
    if !is_strict(state) {
        return Ok(());
    }
    if battery == BatteryKind::Big {
        if state.this_move.big_guns_closed_sides.contains(side) {
            return draft.refuse(DECLARING, Reason::BigGunsClosed { side: side.clone() });
        }
        // Ship by ship: the second ship of a named division waits for the enemy's next declaration.
        return check_turn_order(draft, side, Some(battery));
    }
    let open_sides: Vec<SideId> =
        sides(state).filter(|side_id| has_big_guns_to_declare(state, side_id)).cloned().collect();
    if !open_sides.is_empty() {
        return draft.refuse(DECLARING, Reason::BigGunsFirst { sides: open_sides });
    }
    let Some(due) = side_to_allocate_batteries(state).filter(|due| due != side) else { return Ok(()) };
    draft.refuse(DECLARING, Reason::OutOfTurn { side: side.clone(), due })
}
