//! Chapter 6: gun combat. Declarations, numbers needed, and dice.
mod aim;
mod batteries;
mod cited;
mod legality;
mod numbers;
pub(crate) mod order;
mod targets;
mod volley;

pub use cited::{BATTERY_REACH, DECLARING};
pub use legality::check_fire;
pub use numbers::{salvo_numbers, salvo_odds, visibility};
pub use order::{
    ships_that_may_declare, side_to_declare, side_to_declare_big_guns, sides_still_to_declare,
    sides_without_declarations,
};
pub use targets::{PossibleTarget, PossibleTargets, batteries_with_targets, needed_to_hit, possible_targets};
pub use volley::{quotient, volley_part};

use crate::model::{
    BatteryKind, Bearing, Declaration, FireOrder, Fraction, HeldHit, HitKind, Purpose, Salvo, Ship, command::Conditions,
};
use crate::rules::{rolls::ThreeRolls, sighting, signals, special, survey};
use crate::{
    Fact, Id, Inches, Naval, NavalDraft, NavalHalt, Reason, Segment, SideId, State, require_segment, side_with,
};
use aim::{ARCS, FireGeometry, aim};
use batteries::{are_opposite_broadsides, check_guns_free};
use cited::{CARD, ONE_TARGET, SIDES_OF_WAR, has_declared, side_of};
use legality::CheckResult;
use numbers::HitSplit;
use play::{Game, NotDecided, Rule};

const BY_BATTERY: Rule = Rule::new("6.5");
const THREE_ROLLS: Rule = Rule::new("6.5.1");
const NUMBER: Rule = Rule::new("6.5.1.1");
const HITS: Rule = Rule::new("6.5.1.2");
const TAPE: Rule = Rule::new("2.7");

/// Declares fire for a ship, or for every ship of a division. [3.3.5]
///
/// Refused outside the Gunfire Segment. Firer and target must be enemies in action, the range known, and the target
/// seen, by night lit, burning or firing. The line must be clear, and the target's base must touch a typed arc. The
/// battery must exist, bear, reach and be without a target. Medium and light guns may not fire at a big-gun target.
pub(crate) fn declare(draft: &mut NavalDraft<'_>, order: &FireOrder) -> Result<(), NavalHalt> {
    require_segment(draft, Segment::Gunfire, "target", DECLARING)?;
    let (side, firers) = acting_ships(draft, &order.firer)?;
    let target = target_of(draft, &order.target)?;
    sighting::check_range(draft, order.range)?;
    if side_of(draft.state(), &target).as_ref() == Some(&side) {
        return draft.refuse(SIDES_OF_WAR, Reason::SameSide { one: order.firer.clone(), other: target });
    }
    order::check_turn_order(draft, &side, order.battery)?;
    let typed = order.range.or_else(|| draft.state().measured_range(&order.firer, &target));
    if let Some(range) = typed {
        sighting::record_and_sight(draft, &order.firer, &target, range, order.range.is_some());
        update_measured_fire(draft, &order.firer, &target, None);
    }
    let firers = ships_still_to_declare(draft, order, firers);
    let means_big = |firer: &Id| batteries_ordered(draft, order, firer).is_ok_and(|meant| meant == [BatteryKind::Big]);
    if firers.iter().any(means_big) {
        order::note_out_of_turn(draft, &side);
    }
    for firer in firers {
        declare_ship(draft, order, (&firer, &side), &target, typed)?;
        if 0 < order.conditions.turned_deg {
            signals::by_hand::record_hand_turn(draft, &firer);
        }
    }
    order::settle_batteries(draft)
}

/// Returns ships still to declare for this order, or all if none is left, so that the refusal says so. [6.2]
fn ships_still_to_declare(draft: &NavalDraft<'_>, order: &FireOrder, firers: Vec<Id>) -> Vec<Id> {
    let state = draft.state();
    let has_target = |firer: &Id, battery: BatteryKind| {
        let is_battery = |declaration: &Declaration| declaration.firer == *firer && declaration.battery == battery;
        // The same guns' broadside on the other side is a separate battery. [6.2.2]
        let is_arc = |declaration: &Declaration| order.bearing.is_none_or(|bearing| bearing == declaration.bearing);
        state.this_move.declarations.iter().any(|declaration| is_battery(declaration) && is_arc(declaration))
    };
    let is_free = |firer: &&Id| match batteries_ordered(draft, order, firer) {
        Ok(meant) => !meant.iter().all(|battery| has_target(firer, *battery)),
        Err(NotDecided::Refused { reason: Reason::BatteryDeclared { .. }, .. }) => false,
        Err(_) => true,
    };
    let undeclared_ships: Vec<Id> = firers.iter().filter(is_free).cloned().collect();
    if undeclared_ships.is_empty() { firers } else { undeclared_ships }
}

fn declare_ship(
    draft: &mut NavalDraft<'_>,
    order: &FireOrder,
    (firer, side): (&Id, &SideId),
    target: &Id,
    typed: Option<Inches>,
) -> Result<(), NavalHalt> {
    let state = draft.state();
    let Some(ship) = state.ship(firer) else { return Ok(()) };
    let line = FireLine::resolve(state, order, ship, target, typed)?;
    let discrepancy = order.range.and_then(|typed| survey::range_discrepancy(state, typed, line.aim.range()));
    aim::record_contradictions(
        draft,
        firer,
        target,
        discrepancy.into_iter().chain(line.aim.contradicted_values(&order.conditions)).collect(),
    );
    for battery in batteries_ordered(draft, order, firer)? {
        order::check_allocation_order(draft, side, battery)?;
        let state = draft.state();
        let Some(ship) = state.ship(firer) else { return Ok(()) };
        let declaration = line.checked_declaration(state, order, ship, battery)?;
        let target = declaration.target.clone();
        let rule = if battery == BatteryKind::Big { NUMBER } else { DECLARING };
        draft.record(rule, Fact::FireDeclared(declaration));
        if battery == BatteryKind::Big {
            let is_at_target = |declared_fire: &&Declaration| {
                !declared_fire.fired && declared_fire.battery != BatteryKind::Big && declared_fire.target == target
            };
            let at_target = draft.state().this_move.declarations.iter().filter(is_at_target).cloned().collect();
            void_illegal(draft, at_target, check_fire);
        }
    }
    Ok(())
}

struct FireLine {
    target: Id,
    aim: FireGeometry,
    range: Inches,
    conditions: Conditions,
}

impl FireLine {
    /// Returns the line from a ship to its target. Fails at unknown range, if blocked, and if the target is unseen.
    fn resolve(
        state: &State,
        order: &FireOrder,
        ship: &Ship,
        target: &Id,
        typed: Option<Inches>,
    ) -> Result<FireLine, (Rule, Reason)> {
        let aim = aim(state, ship, target);
        // A range typed for a division applies to its ships without a range. [2.7]
        let Some(range) = state.measured_range(&ship.id, target).or(typed).or(aim.range()) else {
            return Err((TAPE, Reason::NoRange { ship: order.firer.clone(), target: target.clone() }));
        };
        let conditions = aim.conditions(&order.conditions);
        legality::check_sight_and_line(state, &ship.id, target, &conditions)?;
        Ok(FireLine { target: target.clone(), aim, range, conditions })
    }

    fn checked_declaration(
        &self,
        state: &State,
        order: &FireOrder,
        ship: &Ship,
        battery: BatteryKind,
    ) -> Result<Declaration, (Rule, Reason)> {
        let FireLine { target, aim, range, conditions } = self;
        let bearing = aim.bearing(state, ship, target, battery, order.bearing)?;
        let (firer, target, range, conditions) = (ship.id.clone(), target.clone(), *range, conditions.clone());
        // If both positions are known, they decide.
        let stated = if aim.survey.is_none() { order.conditions.stated_conditions_in_degrees() } else { Vec::new() };
        let declaration =
            Declaration { firer, battery, target, range, bearing, conditions, said: stated, fired: false };
        check_guns_free(state, &declaration, |_| true)?;
        if aim.survey.is_none() {
            check_same_side(state, &declaration)?;
        }
        check_fire(state, &declaration)?;
        Ok(declaration)
    }
}

/// Declares a plain order on a scratch state and returns whether it is legal. Returns `None` for an order that is not
/// plain or that voids declared fire. Such an order needs a full ruling.
pub(crate) fn declare_on_scratch(state: &mut State, order: &FireOrder) -> Option<bool> {
    let Some(declared) = plain_declaration(state, order)? else { return Some(false) };
    let is_barred = |declaration: &Declaration| {
        !declaration.fired && declaration.battery != BatteryKind::Big && declaration.target == declared.target
    };
    if declared.battery == BatteryKind::Big && state.this_move.declarations.iter().any(is_barred) {
        return None;
    }
    Naval::apply(state, &Fact::FireDeclared(declared));
    Some(true)
}

/// Returns the declaration of a plain order, `Some(None)` if it is refused, or `None` if it is not plain. A plain order
/// names one ship, battery and target, perhaps an arc, without measured ranges or strict alternation. A full ruling
/// would only add that it came out of turn, which changes nothing and takes most of the time.
pub(crate) fn plain_declaration(state: &State, order: &FireOrder) -> Option<Option<Declaration>> {
    let mut ships = state.ships_of(&order.firer).filter(|ship| ship.is_in_action());
    let (Some(ship), None, Some(battery)) = (ships.next(), ships.next(), order.battery) else { return None };
    let target = state.target_unit(&order.target)?;
    let has_details = order.range.is_some() || order.conditions != Conditions::default();
    if has_details || order::is_strict(state) || state.measured_range(&order.firer, &target).is_some() {
        return None;
    }
    let enemies = side_of(state, &target).is_some_and(|side| side != ship.side);
    let can_declare =
        state.end.is_none() && state.segment == Segment::Gunfire && !state.this_move.closed_sides.contains(&ship.side);
    let in_action = state.ships_of(&target).any(Ship::is_in_action);
    // `checked_declaration` repeats this check. It is cheap and rejects most of the batteries that are scored.
    let is_not_barred = || legality::big_gun_bar(state, battery, &target).is_none();
    let line =
        || FireLine::resolve(state, order, ship, &target, None)?.checked_declaration(state, order, ship, battery);
    Some((enemies && can_declare && in_action && is_not_barred()).then(line).and_then(Result::ok))
}

/// Whether declared fire may still be resolved after its range or arc changed: it must be legal, and the same guns
/// may have no other target in that arc. [6.2, 6.4.2]
pub fn check_after_change(state: &State, declared: &Declaration) -> Result<(), (Rule, Reason)> {
    check_guns_free(state, declared, |other| other.target != declared.target)?;
    check_fire(state, declared)
}

/// Refuses fire at one enemy from both broadsides, when positions do not show the arc. [6.4.4]
fn check_same_side(state: &State, declared: &Declaration) -> CheckResult {
    let (ship, target) = (declared.firer.clone(), declared.target.clone());
    let is_at_target = |other: &&Declaration| other.firer == ship && other.target == target;
    let mut others = state.this_move.declarations.iter().filter(is_at_target);
    let Some(other) = others.find(|other| are_opposite_broadsides(other, declared)) else { return Ok(()) };
    Err((ARCS, Reason::OppositeBroadside { ship, target, bearing: other.bearing }))
}

/// Resolves declared fire: big guns first, in the order declared, then the batteries. [6.5]
///
/// Medium and light batteries of one side at one target fire together, unless `apart`. At most `salvoes` are resolved
/// and the rest stay declared. [6.5.5] Ships that have not declared stay silent. A person is asked about them first.
/// Refused outside the Gunfire Segment. These units must have unresolved fire. In strict play no side may still be able
/// to declare. [3.3.5, Q45]
pub(crate) fn fire(
    draft: &mut NavalDraft<'_>,
    units: &[Id],
    apart: bool,
    salvoes: Option<u8>,
) -> Result<(), NavalHalt> {
    require_segment(draft, Segment::Gunfire, "fire", DECLARING)?;
    units.iter().try_for_each(|unit| acting_ships(draft, unit).map(|_| ()))?;
    let state = draft.state();
    let unresolved = unresolved_fire(state, units);
    if unresolved.is_empty() {
        let has_declarations =
            |unit: &&Id| state.this_move.declarations.iter().any(|declaration| is_of_unit(state, declaration, unit));
        return match units.iter().find(has_declarations) {
            Some(ship) => draft.refuse(ONE_TARGET, Reason::AlreadyFired { ship: ship.clone() }),
            None => draft.refuse(DECLARING, Reason::NothingDeclared { unit: units.first().cloned() }),
        };
    }
    order::finish_declarations(draft)?;
    resolve_fire(draft, unresolved, apart, salvoes.map_or(usize::MAX, usize::from))
}

/// Resolves all declared fire at the end of the battle, even if others could still declare. [3.3.5, Q63]
pub(crate) fn resolve_at_battle_end(draft: &mut NavalDraft<'_>) -> Result<(), NavalHalt> {
    let declared = unresolved_fire(draft.state(), &[]);
    if draft.state().segment == Segment::Gunfire { resolve_fire(draft, declared, false, usize::MAX) } else { Ok(()) }
}

/// Resolves declared fire that is still legal, at most `most` salvoes. [6.2, 6.5]
fn resolve_fire(
    draft: &mut NavalDraft<'_>,
    declared: Vec<Declaration>,
    apart: bool,
    most: usize,
) -> Result<(), NavalHalt> {
    let legal = void_illegal(draft, declared, check_fire);
    let (big, batteries): (Vec<_>, Vec<_>) =
        legal.into_iter().partition(|declared_fire| declared_fire.battery == BatteryKind::Big);
    for declaration in big.iter().take(most) {
        fire_salvo(draft, declaration)?;
    }
    volley::fire_batteries(draft, batteries, apart, most.saturating_sub(big.len()))
}

/// Updates unresolved fire to a range and arc typed after the declaration. Voids it if these forbid it. [2.7, 6.2]
pub(crate) fn update_measured_fire(draft: &mut NavalDraft<'_>, from: &Id, to: &Id, bearing: Option<Bearing>) {
    let state = draft.state();
    let remeasured = |declaration: &Declaration| {
        // An arc typed for a division applies to its ships without an arc.
        let applies =
            bearing.filter(|_| state.applies_to(from, &declaration.firer) && state.applies_to(to, &declaration.target));
        let arc = applies
            .and_then(|_| state.measured_arc(&declaration.firer, &declaration.target))
            .unwrap_or(declaration.bearing);
        let range = state.measured_range(&declaration.firer, &declaration.target).unwrap_or(declaration.range);
        Declaration { range, bearing: arc, ..declaration.clone() }
    };
    let unfired = state.this_move.declarations.iter().filter(|declaration| !declaration.fired);
    let changed: Vec<Declaration> = unfired
        .map(|declaration| (declaration, remeasured(declaration)))
        .filter(|(old, remeasured)| *old != remeasured)
        .map(|(_, remeasured)| remeasured)
        .collect();
    let fact = |Declaration { firer, battery, target, range, bearing, .. }: Declaration| Fact::FireRemeasured {
        firer,
        battery,
        target,
        range,
        bearing,
    };
    draft.record_all(TAPE, changed.iter().cloned().map(fact));
    void_illegal(draft, changed, check_after_change);
}

/// Voids fire that has become illegal since it was declared and returns the rest. [6.2, 6.5.10, 8.5.1]
fn void_illegal(
    draft: &mut NavalDraft<'_>,
    declared: Vec<Declaration>,
    check: fn(&State, &Declaration) -> CheckResult,
) -> Vec<Declaration> {
    let mut legal = declared;
    legal.retain(|declaration| {
        let result = check(draft.state(), declaration);
        if let Err((rule, _)) = &result {
            let (firer, battery, target) = (declaration.firer.clone(), declaration.battery, declaration.target.clone());
            draft.record(*rule, Fact::DeclarationVoided { firer, battery, target });
        }
        result.is_ok()
    });
    legal
}

/// Whether one of these units has unresolved fire, or any unit if none is given.
pub fn has_fire(state: &State, units: &[Id]) -> bool {
    !unresolved_fire(state, units).is_empty()
}

/// Returns unresolved declarations of these units, or all if no unit is given.
fn unresolved_fire(state: &State, units: &[Id]) -> Vec<Declaration> {
    let chosen =
        |declaration: &&Declaration| units.is_empty() || units.iter().any(|unit| is_of_unit(state, declaration, unit));
    state.this_move.declarations.iter().filter(|declaration| !declaration.fired).filter(chosen).cloned().collect()
}

fn is_of_unit(state: &State, declaration: &Declaration, unit: &Id) -> bool {
    state.ships_of(unit).any(|ship| ship.id == declaration.firer)
}

/// Fires one big-gun salvo: numbers, three rolls, held hits. [6.5.1]
fn fire_salvo(draft: &mut NavalDraft<'_>, declaration: &Declaration) -> Result<(), NavalHalt> {
    let Some(needs) = salvo_numbers(draft.state(), declaration) else {
        return draft.refuse(
            BY_BATTERY,
            Reason::NoSuchBattery { ship: declaration.firer.clone(), battery: Some(BatteryKind::Big) },
        );
    };
    let Declaration { firer, target, range, .. } = declaration;
    let split = HitSplit::from_numbers(draft.state(), &needs);
    let purposes: [fn(Id) -> Purpose; 3] = [Purpose::ToHit, Purpose::Size, Purpose::Penetration];
    let rolled = needs.roll_three(draft, purposes, firer, THREE_ROLLS, split.has_third_roll())?;
    let (penetrating, non_penetrating) = split.split_hits(rolled);
    let [on_successes, strikes, _] = rolled;
    let ThreeRolls { dice, to_hit, size, penetration } = needs;
    let salvo = Salvo {
        firer: firer.clone(),
        target: target.clone(),
        range: *range,
        dice,
        to_hit,
        size,
        penetration,
        on_successes,
        strikes,
        penetrating,
        non_penetrating,
    };
    draft.record(THREE_ROLLS, Fact::SalvoFired(Box::new(salvo)));
    special::sea::score_fire(draft, firer, target);
    let mut duds = special::sea::roll_duds(draft, firer, target, penetrating + non_penetrating)?;
    for (kind, count) in [(HitKind::Penetrating, penetrating), (HitKind::NonPenetrating, non_penetrating)] {
        // Duds first remove hits that would have pierced.
        let dud_count = duds.min(count);
        duds -= dud_count;
        if dud_count < count {
            let (target, firer, battery) = (target.clone(), Some(firer.clone()), Some(BatteryKind::Big));
            let held = HeldHit { target, firer, kind, battery, range: Some(*range), count: count - dud_count };
            draft.record(HITS, Fact::HitsMarked(held));
        }
    }
    Ok(())
}

/// Returns the batteries that an order means: the one named, else the big guns, else all that can fire. [6.2, 6.5]
fn batteries_ordered(draft: &NavalDraft<'_>, order: &FireOrder, firer: &Id) -> Result<Vec<BatteryKind>, NavalHalt> {
    let state = draft.state();
    if let Some(battery) = order.battery {
        return Ok(vec![battery]);
    }
    let Some(ship) = state.ship(firer) else {
        return draft.refuse(CARD, Reason::UnknownUnit { unit: firer.clone() });
    };
    if ship.card.big.is_some() && !has_declared(state, firer, BatteryKind::Big) {
        return Ok(vec![BatteryKind::Big]);
    }
    let is_own_big_fire_at_large = |declaration: &&Declaration| {
        let large = state.ships_of(&declaration.target).any(|ship| ship.card.kind.is_large());
        declaration.firer == *firer
            && declaration.battery == BatteryKind::Big
            && declaration.target == order.target
            && large
    };
    let at_large = state.this_move.declarations.iter().find(is_own_big_fire_at_large);
    let can_fire = |battery: &BatteryKind| {
        ship.battery_strength(*battery) > Fraction::ZERO && !has_declared(state, firer, *battery)
    };
    let batteries: Vec<_> = [BatteryKind::Medium, BatteryKind::Light].into_iter().filter(can_fire).collect();
    if at_large.is_none() && !batteries.is_empty() {
        return Ok(batteries);
    }
    let (ship, declared) =
        (firer.clone(), state.this_move.declarations.iter().find(|declaration| declaration.firer == *firer));
    match at_large.or(declared) {
        Some(Declaration { battery, target, .. }) => {
            draft.refuse(ONE_TARGET, Reason::BatteryDeclared { ship, battery: *battery, target: target.clone() })
        }
        None => draft.refuse(CARD, Reason::NoSuchBattery { ship, battery: None }),
    }
}

fn acting_ships(draft: &NavalDraft<'_>, unit: &Id) -> Result<(SideId, Vec<Id>), NavalHalt> {
    let side = side_with(draft.state(), unit, Ship::is_in_action, ONE_TARGET)?;
    Ok((side, draft.state().ships_of(unit).filter(|ship| ship.is_in_action()).map(|ship| ship.id.clone()).collect()))
}

/// Returns the unit that has this name as a target. It must have a ship in action.
fn target_of(draft: &NavalDraft<'_>, name: &Id) -> Result<Id, NavalHalt> {
    let state = draft.state();
    let Some(unit) = state.target_unit(name) else {
        let (unit, is_known) = (name.clone(), state.division(name).is_some());
        let reason = if is_known { Reason::NotAShip { unit } } else { Reason::UnknownUnit { unit } };
        return draft.refuse(ONE_TARGET, reason);
    };
    side_with(state, &unit, Ship::is_in_action, ONE_TARGET)?;
    Ok(unit)
}

/// Returns the range just across the end of a band, and the numbers needed now and there. [6.5.1.4]
///
/// The numbers allow for a natural 1 that always hits and a natural 20 that never does. `None` if no end of a big-gun
/// band within the tolerance of the declared range changes the number.
pub fn band_edge_nearby(state: &State, declared: &Declaration) -> Option<(Inches, i32, i32)> {
    let ship = state.ship(&declared.firer)?;
    let big = ship.card.big.as_ref().filter(|_| declared.battery == BatteryKind::Big)?;
    let tolerance = state.setup.options.tolerance;
    let number_needed = |declared: &Declaration| Some(salvo_numbers(state, declared)?.to_hit.result.clamp(1, 19));
    let needed_now = number_needed(declared)?;
    big.bands.iter().find_map(|band| {
        let past = Inches(band.to.0 + 1);
        let there = if declared.range <= band.to { past } else { band.to };
        let near = (declared.range - there).abs() <= tolerance;
        let moved = Declaration { range: there, ..declared.clone() };
        let needed_there = number_needed(&moved).unwrap_or(0);
        (near && needed_there != needed_now).then_some((there, needed_now, needed_there))
    })
}
