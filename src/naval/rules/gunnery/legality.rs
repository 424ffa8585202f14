//! Whether a battery may fire as declared, checked when it is declared and again when it fires.
use super::cited::{BATTERY_REACH, CARD, ENDS, MOUNTS, ONE_TARGET};
use crate::model::command::{Conditions, LineBlock};
use crate::model::{BatteryKind, Bearing, Declaration, Fraction, Ship, chart::ModifierCondition};
use crate::rules::{half_move, sighting, special};
use crate::{Id, Reason, State, side_with};
use play::Rule;

const SMOKE: Rule = Rule::new("4.6");
const LAND: Rule = Rule::new("4.7");
const RANGE: Rule = Rule::new("6.1");
const BIG: Rule = Rule::new("6.2.1");
const MEDIUM: Rule = Rule::new("6.2.2");
const LIGHT: Rule = Rule::new("6.2.3");
const SIGHTED: Rule = Rule::new("6.3");
const BEARING: Rule = Rule::new("6.4");
const MODIFIERS: Rule = Rule::new("6.5.1.3");
const REACH: Rule = Rule::new("6.5.9");
const NOT_BIG_TARGET: Rule = Rule::new("6.5.10");
const BURNING: Rule = Rule::new("8.5.1");

pub(super) type CheckResult = Result<(), (Rule, Reason)>;

/// Checks fire as declared, or as it would be. [4.6, 4.7, 6.1, 6.2, 6.3, 6.4, 6.5.9, 6.5.10, 8.5.1]
/// Firer and target must be in action, the line clear, the target in sight, by night lit, burning or firing, and the
/// firer not ablaze. The battery must exist, bear and reach, with the side named if unequal mounts are left. Medium and
/// light batteries may not fire at a big-gun target.
pub fn check_fire(state: &State, declared: &Declaration) -> Result<(), (Rule, Reason)> {
    check_fire_if_seen(state, declared)?;
    // The line was checked above.
    sighting::by_ship::check_sees(state, &declared.firer, &declared.target, true).map_err(|reason| (SIGHTED, reason))
}

/// Checks what [`check_fire`] does, except whether the firer sees its target.
pub(super) fn check_fire_if_seen(state: &State, declared: &Declaration) -> CheckResult {
    side_with(state, &declared.firer, Ship::is_in_action, ONE_TARGET)?;
    side_with(state, &declared.target, Ship::is_in_action, ONE_TARGET)?;
    check_sight_and_line(state, &declared.firer, &declared.target, &declared.conditions)?;
    if let Some(bar) =
        half_move::restriction(state, &declared.firer).filter(|_| half_move::HALF_MOVE_RANGE < declared.range)
    {
        return Err(bar);
    }
    let Some(ship) = state.ship(&declared.firer) else {
        return Err((CARD, Reason::UnknownUnit { unit: declared.firer.clone() }));
    };
    special::fire::check_fire_allowed(state, declared)?;
    match declared.battery {
        BatteryKind::Big => check_big_guns(state, ship, declared),
        BatteryKind::Medium | BatteryKind::Light => check_battery(state, ship, declared),
    }
}

/// Checks that the target is in sight, lit by night, in a clear line, and the firer not ablaze. [6.3, 4.6, 4.7, 8.5.1]
pub(super) fn check_sight_and_line(state: &State, firer: &Id, target: &Id, conditions: &Conditions) -> CheckResult {
    let (ship, aimed_at) = (firer.clone(), target.clone());
    if let Some(by) = conditions.blocked_by {
        let rule = if by == LineBlock::Smoke { SMOKE } else { LAND };
        return Err((rule, Reason::Blocked { ship, target: aimed_at, by }));
    }
    if !state.ships_of(target).any(|target_ship| target_ship.sighted) {
        return Err((SIGHTED, Reason::NotSighted { ship, target: aimed_at }));
    }
    if state.setup.night && !is_visible_at_night(state, target) {
        return Err((RANGE, Reason::NotLit { ship, target: aimed_at }));
    }
    let Some(ablaze) = state.ship(firer).filter(|firing_ship| firing_ship.are_weapons_barred()) else { return Ok(()) };
    Err((BURNING, Reason::WeaponsBarred { ship, fires: ablaze.fires() }))
}

/// Whether a target is lit, burning or firing: declared in this segment or fired in the last half move. [6.1, 6.3, Q11]
pub(super) fn is_visible_at_night(state: &State, target: &Id) -> bool {
    let declares = |ship: &Id| state.this_move.declarations.iter().any(|declaration| declaration.firer == *ship);
    let fires = |ship: &Id| state.fired_in_last_half.contains(ship) || declares(ship);
    state.ships_of(target).any(|ship| ship.lit || ship.fires() > 0 || fires(&ship.id))
}

fn check_big_guns(state: &State, ship: &Ship, declared: &Declaration) -> CheckResult {
    let (id, battery, bearing) = (ship.id.clone(), declared.battery, declared.bearing);
    let Some(max) = ship.card.big.as_ref().and_then(|big| big.bands.last()).map(|band| band.to) else {
        return Err((BIG, Reason::NoSuchBattery { ship: id, battery: Some(battery) }));
    };
    if ship.mounts_bearing(bearing) == 0 {
        let rule = if ship.card.mounts_bearing(bearing) == 0 { BEARING } else { MOUNTS };
        return Err((rule, Reason::NoneBear { ship: id, battery, bearing }));
    }
    let (port, starboard) = (ship.mounts_bearing(Bearing::Port), ship.mounts_bearing(Bearing::Starboard));
    // A card's own broadside needs no side. A ship that has lost mounts may have unequal broadsides.
    let uneven = port != starboard && !ship.mounts_lost().is_empty();
    if bearing == Bearing::Broadside && uneven {
        let target = declared.target.clone();
        return Err((MOUNTS, Reason::AmbiguousBroadside { ship: id, target, port, starboard }));
    }
    if max < declared.range {
        return Err((RANGE, Reason::OutOfRange { ship: id, battery, range: declared.range, max }));
    }
    if turn_forbids(state, declared) {
        let rule = if state.half.is_some() { half_move::TURNING } else { MODIFIERS };
        return Err((rule, Reason::TurnedTooFar { ship: id, degrees: declared.conditions.turned_deg }));
    }
    Ok(())
}

/// Whether the firer turned too sharply for any big-gun fire. [6.5.1.3]
fn turn_forbids(state: &State, declared: &Declaration) -> bool {
    let turned = declared.conditions.turned_deg;
    state.setup.charts.gunnery.iter().filter(|modifier| modifier.effect.forbids).any(|modifier| {
        matches!(modifier.when, ModifierCondition::FirerTurned { from_deg, to_deg }
            if half_move::in_band(state, turned, from_deg, to_deg))
    })
}

fn check_battery(state: &State, ship: &Ship, declared: &Declaration) -> CheckResult {
    let (id, battery, bearing) = (ship.id.clone(), declared.battery, declared.bearing);
    if ship.battery_strength(battery) <= Fraction::ZERO {
        let rule = if battery == BatteryKind::Medium { MEDIUM } else { LIGHT };
        return Err((rule, Reason::NoSuchBattery { ship: id, battery: Some(battery) }));
    }
    let broadside_alone = ship.card.big.is_some() || ship.card.kind.is_coast_battery();
    if matches!(bearing, Bearing::Bow | Bearing::Stern) && broadside_alone {
        return Err((ENDS, Reason::NoneBear { ship: id, battery, bearing }));
    }
    if BATTERY_REACH < declared.range {
        return Err((REACH, Reason::OutOfRange { ship: id, battery, range: declared.range, max: BATTERY_REACH }));
    }
    let target = &declared.target;
    let Some(bar) = big_gun_bar(state, battery, target) else { return Ok(()) };
    Err((NOT_BIG_TARGET, Reason::BigGunTarget { target: target.clone(), firer: bar.firer.clone() }))
}

/// Returns the big-gun fire that bars medium and light guns from a large target. [6.5.10]
pub(super) fn big_gun_bar<'a>(state: &'a State, battery: BatteryKind, target: &Id) -> Option<&'a Declaration> {
    let is_large = || state.ships_of(target).any(|ship| ship.card.kind.is_large());
    if battery != BatteryKind::Big && is_large() { under_big_guns(state, &[target]) } else { None }
}

/// Returns big-gun fire at one of these units that was or may still be resolved in this move. [6.5.1.3, 6.5.10]
pub(super) fn under_big_guns<'a>(state: &'a State, units: &[&Id]) -> Option<&'a Declaration> {
    let mut big = state.this_move.declarations.iter().filter(|declaration| declaration.battery == BatteryKind::Big);
    big.find(|declaration| {
        units.contains(&&declaration.target) && (declaration.fired || check_fire(state, declaration).is_ok())
    })
}
