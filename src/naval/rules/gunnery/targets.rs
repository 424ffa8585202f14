//! The possible targets of a ship's guns by positions or measured ranges, for the order of declarations and for
//! queries. [3.3.5]
use super::aim::{FireGeometry, aim};
use super::batteries::check_guns_free;
use super::legality::{self, CheckResult, check_fire};
use super::numbers::salvo_numbers;
use crate::model::{BatteryKind, Bearing, Declaration, Ship, command::Conditions};
use crate::rules::{rolls::natural_limit, survey};
use crate::{Id, Inches, State};

type FireCheck = fn(&State, &Declaration) -> CheckResult;

pub const BATTERIES: [BatteryKind; 3] = [BatteryKind::Big, BatteryKind::Medium, BatteryKind::Light];

#[derive(Clone, PartialEq, Debug)]
pub struct PossibleTarget {
    pub target: Id,
    pub range: Inches,
    pub bearing: Bearing,
    pub batteries: Vec<BatteryKind>,
}

#[derive(Default)]
pub struct PossibleTargets {
    /// Enemies that the ship could target, nearest first, with an entry for each arc.
    pub legal: Vec<PossibleTarget>,
    /// Number of enemies out of sight, reach or arc, or at which no gun is left to fire.
    pub other_count: usize,
    /// Enemies at unknown range that the ship may see.
    pub unmeasured: Vec<Id>,
}

/// Returns what a ship's batteries without a target may fire at. Each broadside counts by itself. [6.2, 6.2.2, 6.4.2]
pub fn possible_targets(state: &State, ship: &Ship) -> PossibleTargets {
    let mut targets = PossibleTargets::default();
    for target in enemies(state, ship) {
        let aim = aim(state, ship, &target);
        let Some(range) = state.measured_range(&ship.id, &target).or(aim.range()) else {
            if may_be_seen(state, ship, &target) {
                targets.unmeasured.push(target);
            } else {
                targets.other_count += 1;
            }
            continue;
        };
        let shots: Vec<Declaration> = BATTERIES
            .iter()
            .filter_map(|battery| possible_new_declaration(state, ship, &aim, (&target, range), *battery))
            .collect();
        targets.other_count += usize::from(shots.is_empty());
        let in_one_arc = shots.chunk_by(|left, right| left.bearing == right.bearing);
        targets.legal.extend(in_one_arc.map(|shots| {
            let batteries = shots.iter().map(|declaration| declaration.battery).collect();
            PossibleTarget { target: target.clone(), range, bearing: shots[0].bearing, batteries }
        }));
    }
    targets.legal.sort_by_key(|target| target.range);
    targets
}

pub fn batteries_with_targets(state: &State, ship: &Ship) -> Vec<BatteryKind> {
    let legal = possible_targets(state, ship).legal;
    let has_target = |battery: &BatteryKind| legal.iter().any(|target| target.batteries.contains(battery));
    BATTERIES.into_iter().filter(has_target).collect()
}

/// Returns the number that a ship's big guns need to hit a target now, or `None` if they may not fire. [6.5.1]
pub fn needed_to_hit(state: &State, ship: &Id, target: &Id) -> Option<u8> {
    let ship = state.ships_of(ship).find(|ship| ship.is_in_action())?;
    let aim = aim(state, ship, target);
    let range = state.measured_range(&ship.id, target).or(aim.range())?;
    let shot = possible_declaration(state, ship, &aim, (target, range), BatteryKind::Big, check_fire)?;
    salvo_numbers(state, &shot).map(|needs| natural_limit(needs.to_hit.result))
}

/// Returns the enemies of a ship as targets. Boats on one base are one target.
pub(super) fn enemies(state: &State, ship: &Ship) -> Vec<Id> {
    let enemies = state.ships_in_action().filter(|enemy| enemy.side != ship.side);
    play::distinct(enemies.map(|enemy| state.base_id(&enemy.id)))
}

/// Whether `check` passes at the known or measured range. At unknown range it is enough to see the unit in an arc.
pub(super) fn could_fire(state: &State, ship: &Ship, target: &Id, battery: BatteryKind, check: FireCheck) -> bool {
    let aim = aim(state, ship, target);
    match state.measured_range(&ship.id, target).or(aim.range()) {
        Some(range) => possible_declaration(state, ship, &aim, (target, range), battery, check).is_some(),
        None => {
            let conditions = aim.conditions(&Conditions::default());
            legality::check_sight_and_line(state, &ship.id, target, &conditions).is_ok()
                && aim.bearing(state, ship, target, battery, None).is_ok()
        }
    }
}

fn possible_declaration(
    state: &State,
    ship: &Ship,
    aim: &FireGeometry,
    target_at_range: (&Id, Inches),
    battery: BatteryKind,
    check: FireCheck,
) -> Option<Declaration> {
    aiming_options(state, ship, aim, target_at_range, battery).find(|shot| check(state, shot).is_ok())
}

/// Returns a legal declaration for a battery that has no target yet, if there is one.
fn possible_new_declaration(
    state: &State,
    ship: &Ship,
    aim: &FireGeometry,
    target_at_range: (&Id, Inches),
    battery: BatteryKind,
) -> Option<Declaration> {
    let is_open = |shot: &Declaration| check_guns_free(state, shot, |_| true).is_ok();
    aiming_options(state, ship, aim, target_at_range, battery)
        .find(|shot| check_fire(state, shot).is_ok() && is_open(shot))
}

fn aiming_options(
    state: &State,
    ship: &Ship,
    aim: &FireGeometry,
    (target, range): (&Id, Inches),
    battery: BatteryKind,
) -> impl Iterator<Item = Declaration> {
    let conditions = aim.conditions(&Conditions::default());
    // The side of a broadside matters only if mounts are lost. Either will do here.
    let bearings = match aim.bearing(state, ship, target, battery, None) {
        Ok(Bearing::Broadside) => vec![Bearing::Broadside, Bearing::Port, Bearing::Starboard],
        Ok(bearing) => vec![bearing],
        Err(_) => Vec::new(),
    };
    let (firer, target) = (ship.id.clone(), target.clone());
    bearings.into_iter().map(move |bearing| {
        let (firer, target, conditions) = (firer.clone(), target.clone(), conditions.clone());
        Declaration { firer, battery, target, range, bearing, conditions, said: Vec::new(), fired: false }
    })
}

/// Whether a ship may see an enemy at unknown range: it is sighted, or no ruling has settled that it is not.
fn may_be_seen(state: &State, ship: &Ship, target: &Id) -> bool {
    let has_ruling = |enemy: &Ship| state.this_turn.ships_with_ruled_sight.contains(&enemy.id);
    survey::range(state, &ship.id, target).is_none()
        && state.ships_of(target).any(|enemy| enemy.sighted || !has_ruling(enemy))
}
