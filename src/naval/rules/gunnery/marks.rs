//! The possible targets of a ship's guns by positions or measured ranges, for the order of declarations and for
//! queries. [3.3.5]
use super::able::{self, Judged, able};
use super::aim::{Aim, aim};
use super::batteries::no_other_target;
use super::numbers::salvo_numbers;
use crate::model::{BatteryKind, Bearing, Declaration, Ship, command::Conditions};
use crate::rules::{rolls::natural_limit, survey};
use crate::{Id, Inches, State};

/// A check of a declaration.
type Judge = fn(&State, &Declaration) -> Judged;

/// All batteries that a ship may have.
pub const BATTERIES: [BatteryKind; 3] = [BatteryKind::Big, BatteryKind::Medium, BatteryKind::Light];

/// An enemy that some battery of a ship could still target.
#[derive(Clone, PartialEq, Debug)]
pub struct Mark {
    pub target: Id,
    pub range: Inches,
    /// The arc in which the enemy bears.
    pub bearing: Bearing,
    pub batteries: Vec<BatteryKind>,
}

/// The enemies of a ship, as targets.
#[derive(Default)]
pub struct Marks {
    /// Enemies that it could target, nearest first, with an entry for each arc.
    pub lawful: Vec<Mark>,
    /// Number of enemies out of sight, reach or arc, or without guns left for them.
    pub others: usize,
    /// Enemies at unknown range that the ship may see.
    pub unmeasured: Vec<Id>,
}

/// Returns all targets of a ship's batteries that have none yet, including twins on the other side. [6.2, 6.2.2, 6.4.2]
pub fn marks(state: &State, ship: &Ship) -> Marks {
    let mut marks = Marks::default();
    for target in enemies(state, ship) {
        let aim = aim(state, ship, &target);
        let Some(range) = state.measured(&ship.id, &target).or(aim.range()) else {
            if may_be_seen(state, ship, &target) {
                marks.unmeasured.push(target);
            } else {
                marks.others += 1;
            }
            continue;
        };
        let shots: Vec<Declaration> =
            BATTERIES.iter().filter_map(|battery| open_shot(state, ship, &aim, (&target, range), *battery)).collect();
        marks.others += usize::from(shots.is_empty());
        let in_one_arc = shots.chunk_by(|one, other| one.bearing == other.bearing);
        marks.lawful.extend(in_one_arc.map(|shots| {
            let batteries = shots.iter().map(|one| one.battery).collect();
            Mark { target: target.clone(), range, bearing: shots[0].bearing, batteries }
        }));
    }
    marks.lawful.sort_by_key(|mark| mark.range);
    marks
}

/// Returns a ship's batteries that still have a possible target.
pub fn idle(state: &State, ship: &Ship) -> Vec<BatteryKind> {
    let lawful = marks(state, ship).lawful;
    let could = |battery: &BatteryKind| lawful.iter().any(|mark| mark.batteries.contains(battery));
    BATTERIES.into_iter().filter(could).collect()
}

/// Returns the number that a ship's big guns need to hit a target now, or `None` if they may not fire. [6.5.1]
pub fn needed(state: &State, ship: &Id, target: &Id) -> Option<u8> {
    let ship = state.ships_of(ship).find(|ship| ship.in_action())?;
    let aim = aim(state, ship, target);
    let range = state.measured(&ship.id, target).or(aim.range())?;
    let shot = shot(state, ship, &aim, (target, range), BatteryKind::Big, able)?;
    salvo_numbers(state, &shot).map(|needs| natural_limit(needs.to_hit.result))
}

/// Returns the enemies of a ship as targets. Boats on one base are one target.
pub(super) fn enemies(state: &State, ship: &Ship) -> Vec<Id> {
    let enemies = state.afloat().filter(|enemy| enemy.side != ship.side);
    play::each_once(enemies.map(|enemy| state.base_of(&enemy.id)))
}

/// Whether a battery could fire at a unit, checked with `judge` at the known or measured range. Without a range it is
/// enough that the unit is seen and in arc.
pub(super) fn could_fire(state: &State, ship: &Ship, target: &Id, battery: BatteryKind, judge: Judge) -> bool {
    let aim = aim(state, ship, target);
    match state.measured(&ship.id, target).or(aim.range()) {
        Some(range) => shot(state, ship, &aim, (target, range), battery, judge).is_some(),
        None => {
            let conditions = aim.conditions(&Conditions::default());
            able::seen_and_clear(state, &ship.id, target, &conditions).is_ok()
                && aim.bearing(state, ship, target, battery, None).is_ok()
        }
    }
}

/// Returns the fire of a battery as it could be declared, or `None` if it may not fire.
fn shot(
    state: &State,
    ship: &Ship,
    aim: &Aim,
    at: (&Id, Inches),
    battery: BatteryKind,
    judge: Judge,
) -> Option<Declaration> {
    laid(state, ship, aim, at, battery).find(|shot| judge(state, shot).is_ok())
}

/// Returns the fire of a battery without a target, as it could be declared.
fn open_shot(state: &State, ship: &Ship, aim: &Aim, at: (&Id, Inches), battery: BatteryKind) -> Option<Declaration> {
    let is_open = |shot: &Declaration| no_other_target(state, shot, |_| true).is_ok();
    laid(state, ship, aim, at, battery).find(|shot| able(state, shot).is_ok() && is_open(shot))
}

/// Returns the ways in which a battery could be aimed at a target.
fn laid(
    state: &State,
    ship: &Ship,
    aim: &Aim,
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

/// Whether measuring may still show that a ship sees an enemy, because no ruling has settled it.
fn may_be_seen(state: &State, ship: &Ship, target: &Id) -> bool {
    let ruled = |enemy: &Ship| state.this_turn.sight_ruled.contains(&enemy.id);
    survey::range(state, &ship.id, target).is_none()
        && state.ships_of(target).any(|enemy| enemy.sighted || !ruled(enemy))
}
