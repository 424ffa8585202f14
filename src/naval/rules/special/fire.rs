//! What special rules say of guns and torpedoes. [6.5, 7.1]
use super::{Broadside, Key, SPECIAL, SpecialReason, SpecialRule, Test, Weapon, any_true, in_force, to_spot};
use crate::{
    BatteryKind, Bearing, Declaration, Fraction, Id, Inches, Reason, Ship, Ships, State, WindForce, chart::Quality,
    lines,
};
use geometry::{Bearing as Way, round_to_hundredth};
use play::Rule;

/// To either side of where the wind blows. (T1)
const DOWNWIND_DEG: f64 = 30.0;
/// How near to a fixed mark a target lies at it.
const AT_MARK: Inches = Inches::whole(1);

/// What a special rule multiplies, and the number of its sentence.
#[derive(Clone, PartialEq, Debug)]
pub struct Factors {
    pub of: u8,
    pub to_hit: Option<Fraction>,
    pub dice: Option<Fraction>,
    pub strength: Option<Fraction>,
}

/// The multipliers that special rules in force give declared fire. [6.5]
pub fn factors(state: &State, declared: &Declaration) -> Vec<Factors> {
    let of = |(_, rule): (u16, &SpecialRule)| {
        let Key::Fire { to_hit_times, dice_times, strength_times, .. } = &rule.does else { return None };
        applies(state, &rule.does, declared)?;
        let some = to_hit_times.is_some() || dice_times.is_some() || strength_times.is_some();
        let (to_hit, dice, strength) = (*to_hit_times, *dice_times, *strength_times);
        some.then_some(Factors { of: rule.of, to_hit, dice, strength })
    };
    in_force(state).filter_map(of).collect()
}

/// How poor the visibility is along a line of fire by special rules. (T1)
pub fn fire_quality(state: &State, declared: &Declaration) -> Option<Quality> {
    let of = |(_, rule): (u16, &SpecialRule)| {
        let Key::Fire { quality, .. } = &rule.does else { return None };
        applies(state, &rule.does, declared)?;
        *quality
    };
    in_force(state).filter_map(of).max()
}

/// Whether a special rule makes the fire count as fire that hit last turn. [6.5.1.3]
pub fn on_target(state: &State, declared: &Declaration) -> bool {
    in_force(state).any(|(_, rule)| {
        let Key::Fire { on_target_at: Some(_), .. } = &rule.does else { return false };
        applies(state, &rule.does, declared).is_some()
    })
}

/// Whether declared fire is such as the key speaks of.
fn applies(state: &State, does: &Key, declared: &Declaration) -> Option<()> {
    let Key::Fire { by, by_are, at, batteries, on, downwind, with_big_guns, on_target_at, .. } = does else {
        return None;
    };
    let firer = state.ship(&declared.firer)?;
    if !by_are.iter().all(|test| test.is_true(state, firer)) {
        return None;
    }
    let of_set = by.holds(firer) && aimed_at(state, at, &declared.target) && has(batteries, declared.battery);
    let side = on.is_none_or(|on| broadside(state, firer, on) == Some(declared.bearing));
    let wind = !downwind || declared.conditions.downwind || before_the_wind(state, declared);
    let guns = !with_big_guns || big_guns_declared(state, firer);
    let mark = on_target_at.is_none_or(|spot| {
        let mut ships = state.ships_of(&declared.target);
        ships.any(|ship| ship.at.is_some_and(|at| to_spot(at.point(), spot) <= AT_MARK))
    });
    (of_set && side && wind && guns && mark).then_some(())
}

fn has(batteries: &[BatteryKind], battery: BatteryKind) -> bool {
    batteries.is_empty() || batteries.contains(&battery)
}

fn aimed_at(state: &State, set: &Ships, target: &Id) -> bool {
    set.is_everybody() || state.ships_of(target).any(|ship| set.holds(ship))
}

fn big_guns_declared(state: &State, firer: &Ship) -> bool {
    state.this_move.declarations.iter().any(|one| one.firer == firer.id && one.battery == BatteryKind::Big)
}

/// The hand on which a broadside lies; by the wind only where her heading is known. `None` where nobody can say.
fn broadside(state: &State, firer: &Ship, on: Broadside) -> Option<Bearing> {
    let weather = || {
        let wind = &state.setup.wind;
        let heading = firer.at?.heading.as_f64();
        let from = (f64::from(wind.from_deg) - heading).rem_euclid(360.0);
        Some(if 180.0 < from { Bearing::Port } else { Bearing::Starboard })
    };
    match on {
        Broadside::Port => Some(Bearing::Port),
        Broadside::Starboard => Some(Bearing::Starboard),
        Broadside::Weather => weather(),
        Broadside::Lee => match weather()? {
            Bearing::Port => Some(Bearing::Starboard),
            Bearing::Starboard | Bearing::Broadside | Bearing::Bow | Bearing::Stern => Some(Bearing::Port),
        },
    }
}

/// The wind is at the firer's back, within 30 degrees, at any speed; a calm blows nowhere.
fn before_the_wind(state: &State, declared: &Declaration) -> bool {
    let wind = &state.setup.wind;
    let Some(lies) = lines::between(state, &declared.firer, &declared.target) else { return false };
    let blows = Way::new(f64::from(wind.from_deg)).opposite();
    let way = Way::new(lies.bearing.as_f64());
    wind.force != WindForce::Calm && round_to_hundredth(way.difference(blows)) <= DOWNWIND_DEG
}

/// Whether special rules let this fire be: weapons held back, targets spared, and a broadside that must be named.
///
/// # Errors
/// The paragraph, and the rule it is against.
pub fn may_fire(state: &State, declared: &Declaration) -> Result<(), (Rule, Reason)> {
    let weapon = match declared.battery {
        BatteryKind::Big => Weapon::Big,
        BatteryKind::Medium => Weapon::Medium,
        BatteryKind::Light => Weapon::Light,
    };
    let (ship, target) = (declared.firer.clone(), declared.target.clone());
    if let Some(rule) = holding(state, &ship, &target, weapon) {
        return Err((SPECIAL, SpecialReason::Held { ship, target, rule }.into()));
    }
    if declared.bearing != Bearing::Broadside {
        return Ok(());
    }
    let unsaid = in_force(state).find(|(_, rule)| {
        let Key::Fire { by, at, batteries, on: Some(on), .. } = &rule.does else { return false };
        let hand = matches!(on, Broadside::Port | Broadside::Starboard);
        let concerned = state.ship(&ship).is_some_and(|firer| by.holds(firer)) && aimed_at(state, at, &target);
        hand && concerned && has(batteries, declared.battery)
    });
    match unsaid {
        Some((rule, _)) => Err((SPECIAL, SpecialReason::WhichBroadside { ship, target, rule }.into())),
        None => Ok(()),
    }
}

/// Whether special rules let a ship fire starshell at another: some battery that could fire it is not held back from her.
/// [4.5.2, 9.2, Q37]
///
/// # Errors
/// The paragraph, and the rule it is against.
pub fn may_fire_starshell(state: &State, ship: &Ship, target: &Id) -> Result<(), (Rule, Reason)> {
    let guns = [(BatteryKind::Medium, Weapon::Medium), (BatteryKind::Light, Weapon::Light)];
    let able = guns.into_iter().filter(|(kind, _)| ship.battery_strength(*kind) != Fraction::ZERO);
    let held: Vec<Option<u16>> = able.map(|(_, weapon)| holding(state, &ship.id, target, weapon)).collect();
    match held.iter().copied().collect::<Option<Vec<u16>>>().as_deref() {
        Some([rule, ..]) => {
            let (ship, target) = (ship.id.clone(), target.clone());
            Err((SPECIAL, SpecialReason::Held { ship, target, rule: *rule }.into()))
        }
        Some([]) | None => Ok(()),
    }
}

/// Whether special rules let a unit launch torpedoes at another. [7.1]
///
/// # Errors
/// The paragraph, and the rule it is against.
pub fn launch_forbidden(state: &State, unit: &Id, target: &Id) -> Result<(), (Rule, Reason)> {
    match holding(state, unit, target, Weapon::Torpedoes) {
        Some(rule) => {
            let (ship, target) = (unit.clone(), target.clone());
            Err((SPECIAL, SpecialReason::Held { ship, target, rule }.into()))
        }
        None => Ok(()),
    }
}

/// The key that holds a weapon of a unit back from a target.
fn holding(state: &State, unit: &Id, target: &Id, weapon: Weapon) -> Option<u16> {
    let held = |(at, rule): &(u16, &SpecialRule)| {
        let Key::Hold { ships, at: whom, weapons, each_until, each_unless } = &rule.does else { return false };
        // Which way a ship without a position heads, only the players can tell.
        let heads = each_unless.iter().any(Test::asks_place);
        let free = |ship: &Ship| {
            let lifted = state.memory(*at).is_some_and(|kept| kept.lifted.contains(&ship.id));
            lifted
                || (heads && ship.at.is_none())
                || any_true(state, ship, each_until)
                || any_true(state, ship, each_unless)
        };
        let mut bound = state.ships_of(unit).filter(|ship| ship.in_action() && ships.holds(ship));
        weapons.contains(&weapon) && aimed_at(state, whom, target) && bound.any(|ship| !free(ship))
    };
    in_force(state).find(held).map(|(at, _)| at)
}
