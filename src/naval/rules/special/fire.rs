//! Special rules about guns and torpedoes. [6.5, 7.1]
use super::conditions::{active_rules, any_true, distance_to_spot};
use super::sentences::SPECIAL;
use crate::model::special::{Broadside, RuleEffect, RuleTest, SpecialReason, SpecialRule, Weapon};
use crate::model::{BatteryKind, Bearing, Declaration, Fraction, Ship, ShipSet, WindForce, chart::VisibilityQuality};
use crate::{Id, Inches, Reason, State, rules::survey};
use geometry::{Bearing as CompassBearing, round_to_hundredth};
use play::Rule;

/// Angle to either side of straight downwind. (T1)
const DOWNWIND_DEG: f64 = 30.0;
/// A target within this distance of a fixed mark is at it.
const AT_MARK: Inches = Inches::whole(1);

/// The multipliers of a special rule, with the number of its sentence.
#[derive(Clone, PartialEq, Debug)]
pub struct Factors {
    pub of: u8,
    pub to_hit: Option<Fraction>,
    pub dice: Option<Fraction>,
    pub strength: Option<Fraction>,
}

fn fire_rules<'s>(state: &'s State, declared: &'s Declaration) -> impl Iterator<Item = &'s SpecialRule> {
    active_rules(state, |rule| applies(state, &rule.does, declared)).map(|(_, rule)| rule)
}

/// Returns the multipliers that active special rules give declared fire. [6.5]
pub fn fire_factors(state: &State, declared: &Declaration) -> Vec<Factors> {
    let factors = |rule: &SpecialRule| {
        let RuleEffect::Fire { to_hit_times: to_hit, dice_times: dice, strength_times: strength, .. } = rule.does
        else {
            return None;
        };
        let has_any = to_hit.is_some() || dice.is_some() || strength.is_some();
        has_any.then_some(Factors { of: rule.of, to_hit, dice, strength })
    };
    fire_rules(state, declared).filter_map(factors).collect()
}

/// Returns the worst visibility along a line of fire by special rules. (T1)
pub fn fire_quality(state: &State, declared: &Declaration) -> Option<VisibilityQuality> {
    let quality_of = |rule: &SpecialRule| if let RuleEffect::Fire { quality, .. } = rule.does { quality } else { None };
    fire_rules(state, declared).filter_map(quality_of).max()
}

/// Whether a special rule makes the fire count as fire that hit last turn. [6.5.1.3]
pub fn counts_as_on_target(state: &State, declared: &Declaration) -> bool {
    fire_rules(state, declared).any(|rule| matches!(rule.does, RuleEffect::Fire { on_target_at: Some(_), .. }))
}

fn applies(state: &State, does: &RuleEffect, declared: &Declaration) -> bool {
    let RuleEffect::Fire { by, by_are, at, batteries, on, downwind, with_big_guns, on_target_at, .. } = does else {
        return false;
    };
    let Some(firer) = state.ship(&declared.firer) else { return false };
    let of_set =
        by.holds(firer) && is_target_in(state, at, &declared.target) && includes_battery(batteries, declared.battery);
    let side = on.is_none_or(|on| broadside(state, firer, on) == Some(declared.bearing));
    let wind = !downwind || declared.conditions.downwind || is_before_wind(state, declared);
    let guns = !with_big_guns || big_guns_declared(state, firer);
    let mark = on_target_at.is_none_or(|spot| {
        let mut ships = state.ships_of(&declared.target);
        ships.any(|ship| ship.at.is_some_and(|at| distance_to_spot(at.point(), spot) <= AT_MARK))
    });
    of_set && side && wind && guns && mark && by_are.iter().all(|test| test.is_true(state, firer))
}

fn includes_battery(batteries: &[BatteryKind], battery: BatteryKind) -> bool {
    batteries.is_empty() || batteries.contains(&battery)
}

fn is_target_in(state: &State, set: &ShipSet, target: &Id) -> bool {
    set.is_all_ships() || state.ships_of(target).any(|ship| set.holds(ship))
}

fn big_guns_declared(state: &State, firer: &Ship) -> bool {
    state
        .this_move
        .declarations
        .iter()
        .any(|declaration| declaration.firer == firer.id && declaration.battery == BatteryKind::Big)
}

/// Returns the side of a broadside, or `None` if unknown. If the wind decides, the ship's heading must be known.
fn broadside(state: &State, firer: &Ship, on: Broadside) -> Option<Bearing> {
    let wind_to_port = || {
        let heading = firer.at?.heading.as_f64();
        Some(180.0 < (f64::from(state.setup.wind.from_deg) - heading).rem_euclid(360.0))
    };
    let port = match on {
        Broadside::Port => true,
        Broadside::Starboard => false,
        Broadside::Weather => wind_to_port()?,
        Broadside::Lee => !wind_to_port()?,
    };
    Some(if port { Bearing::Port } else { Bearing::Starboard })
}

/// Whether the target is within 30 degrees of straight downwind from the firer, at any speed, never in a calm.
fn is_before_wind(state: &State, declared: &Declaration) -> bool {
    let wind = &state.setup.wind;
    let Some((from, to)) = survey::bases_of(state, &declared.firer, &declared.target) else { return false };
    let blows = CompassBearing::new(f64::from(wind.from_deg)).opposite();
    let bearing = CompassBearing::new(from.bearing(state.setup.options.ranges, &to).as_f64());
    wind.force != WindForce::Calm && round_to_hundredth(bearing.angle_to(blows)) <= DOWNWIND_DEG
}

/// Checks special rules against this fire: weapons held back, targets spared, and a broadside that must be named.
pub fn check_fire_allowed(state: &State, declared: &Declaration) -> Result<(), (Rule, Reason)> {
    let weapon = match declared.battery {
        BatteryKind::Big => Weapon::Big,
        BatteryKind::Medium => Weapon::Medium,
        BatteryKind::Light => Weapon::Light,
    };
    let (ship, target) = (declared.firer.clone(), declared.target.clone());
    check_not_held(state, &ship, &target, weapon)?;
    if declared.bearing != Bearing::Broadside {
        return Ok(());
    }
    let ambiguous = active_rules(state, |rule| matches!(rule.does, RuleEffect::Fire { .. })).find(|(_, rule)| {
        let RuleEffect::Fire { by, at, batteries, on: Some(on), .. } = &rule.does else { return false };
        let is_named_side = matches!(on, Broadside::Port | Broadside::Starboard);
        let concerned = state.ship(&ship).is_some_and(|firer| by.holds(firer)) && is_target_in(state, at, &target);
        is_named_side && concerned && includes_battery(batteries, declared.battery)
    });
    let refusal = |(rule, _)| Err((SPECIAL, SpecialReason::AmbiguousBroadside { ship, target, rule }.into()));
    ambiguous.map_or(Ok(()), refusal)
}

/// Checks that special rules do not hold back every battery that could fire the starshell. [4.5.2, 9.2, Q37]
pub fn check_starshell_allowed(state: &State, ship: &Ship, target: &Id) -> Result<(), (Rule, Reason)> {
    let guns = [(BatteryKind::Medium, Weapon::Medium), (BatteryKind::Light, Weapon::Light)];
    let usable = guns.into_iter().filter(|(kind, _)| ship.battery_strength(*kind) != Fraction::ZERO);
    let checks = usable.map(|(_, weapon)| check_not_held(state, &ship.id, target, weapon));
    checks.reduce(|first, other| other.or(first)).unwrap_or(Ok(()))
}

/// Checks whether special rules allow a unit to launch torpedoes at another. [7.1]
pub fn check_launch_allowed(state: &State, unit: &Id, target: &Id) -> Result<(), (Rule, Reason)> {
    check_not_held(state, unit, target, Weapon::Torpedoes)
}

fn check_not_held(state: &State, unit: &Id, target: &Id, weapon: Weapon) -> Result<(), (Rule, Reason)> {
    let reason = |rule| SpecialReason::HeldBack { ship: unit.clone(), target: target.clone(), rule }.into();
    holding_rule(state, unit, target, weapon).map_or(Ok(()), |rule| Err((SPECIAL, reason(rule))))
}

fn holding_rule(state: &State, unit: &Id, target: &Id, weapon: Weapon) -> Option<u16> {
    let holds_back = |(index, rule): &(u16, &SpecialRule)| {
        let RuleEffect::Hold { ships, at: targets, weapons, each_until, each_unless } = &rule.does else {
            return false;
        };
        // The heading of a ship without a position is known to the players only.
        let depends_on_heading = each_unless.iter().any(RuleTest::depends_on_heading);
        let is_free = |ship: &Ship| {
            let exempt = state.rule_state(*index).is_some_and(|rule_state| rule_state.exempt_ships.contains(&ship.id));
            exempt
                || (depends_on_heading && ship.at.is_none())
                || any_true(state, ship, each_until)
                || any_true(state, ship, each_unless)
        };
        let mut bound_ships = state.ships_of(unit).filter(|ship| ship.is_in_action() && ships.holds(ship));
        weapons.contains(&weapon) && is_target_in(state, targets, target) && bound_ships.any(|ship| !is_free(ship))
    };
    active_rules(state, |rule| matches!(rule.does, RuleEffect::Hold { .. })).find(holds_back).map(|(index, _)| index)
}
