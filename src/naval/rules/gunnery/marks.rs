//! At whom the guns of a ship could be laid, as the positions or the tape say: for the order of declarations, and for whoever
//! asks before he declares. [3.3.5]
use super::able::{self, able};
use super::aim::{Aim, aim};
use super::numbers::salvo_numbers;
use crate::{
    BatteryKind, Bearing, Declaration, Id, Inches, Ship, State, command::Conditions, rolls::natural_limit, survey,
};

/// All batteries that a ship may have.
pub const BATTERIES: [BatteryKind; 3] = [BatteryKind::Big, BatteryKind::Medium, BatteryKind::Light];

/// An enemy at whom some battery of a ship could fire.
#[derive(Clone, PartialEq, Debug)]
pub struct Mark {
    pub target: Id,
    pub range: Inches,
    /// The arc in which he bears.
    pub bearing: Bearing,
    pub batteries: Vec<BatteryKind>,
}

/// The enemies of a ship.
#[derive(Default)]
pub struct Marks {
    /// Those at whom she could fire, the nearest first.
    pub lawful: Vec<Mark>,
    /// How many are known to be out of sight, reach or arc.
    pub others: usize,
    /// Those of whom nobody knows how far they are, nor that she does not see them.
    pub unmeasured: Vec<Id>,
}

/// At whom a ship could fire, of all enemies.
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
            BATTERIES.iter().filter_map(|battery| shot(state, ship, &aim, (&target, range), *battery)).collect();
        match shots.first() {
            Some(first) => {
                let (bearing, batteries) = (first.bearing, shots.iter().map(|one| one.battery).collect());
                marks.lawful.push(Mark { target, range, bearing, batteries });
            }
            None => marks.others += 1,
        }
    }
    marks.lawful.sort_by_key(|mark| mark.range);
    marks
}

/// What the big guns of a ship need to hit a target, as fire would be declared now; `None` where they may not fire.
/// [6.5.1]
pub fn needed(state: &State, ship: &Id, target: &Id) -> Option<u8> {
    let ship = state.ships_of(ship).find(|ship| ship.in_action())?;
    let aim = aim(state, ship, target);
    let range = state.measured(&ship.id, target).or(aim.range())?;
    let shot = shot(state, ship, &aim, (target, range), BatteryKind::Big)?;
    salvo_numbers(state, &shot).map(|needs| natural_limit(needs.to_hit.result))
}

/// The enemies of a ship as targets: boats on one base once.
pub(super) fn enemies(state: &State, ship: &Ship) -> Vec<Id> {
    let mut targets: Vec<Id> = Vec::new();
    for enemy in state.afloat().filter(|enemy| enemy.side != ship.side) {
        let unit = state.base_of(&enemy.id);
        if !targets.contains(&unit) {
            targets.push(unit);
        }
    }
    targets
}

/// Whether a battery could fire at a unit: as they lie or were measured; where nobody knows how far she is, if she is
/// seen.
pub(super) fn could_fire(state: &State, ship: &Ship, target: &Id, battery: BatteryKind) -> bool {
    let aim = aim(state, ship, target);
    match state.measured(&ship.id, target).or(aim.range()) {
        Some(range) => shot(state, ship, &aim, (target, range), battery).is_some(),
        None => {
            let conditions = aim.conditions(&Conditions::default());
            able::seen_and_clear(state, &ship.id, target, &conditions).is_ok()
                && aim.bearing(state, ship, target, battery, None).is_ok()
        }
    }
}

/// The fire of a battery as it might be declared; `None` where it may not fire so.
fn shot(
    state: &State,
    ship: &Ship,
    aim: &Aim,
    (target, range): (&Id, Inches),
    battery: BatteryKind,
) -> Option<Declaration> {
    let conditions = aim.conditions(&Conditions::default());
    let bearing = aim.bearing(state, ship, target, battery, None).ok()?;
    // Which broadside bears is asked for only where it matters: either will do here.
    let either = [bearing, Bearing::Port, Bearing::Starboard];
    let bearings = if bearing == Bearing::Broadside { &either[..] } else { &either[..1] };
    let (firer, target) = (ship.id.clone(), target.clone());
    let shot = Declaration { firer, battery, target, range, bearing, conditions, said: Vec::new(), fired: false };
    let laid = bearings.iter().map(|bearing| Declaration { bearing: *bearing, ..shot.clone() });
    laid.into_iter().find(|shot| able(state, shot).is_ok())
}

/// Whether a measurement may still show that a ship sees an enemy: nobody has ruled whether he is seen.
fn may_be_seen(state: &State, ship: &Ship, target: &Id) -> bool {
    let ruled = |enemy: &Ship| state.this_turn.sight_ruled.contains(&enemy.id);
    survey::range(state, &ship.id, target).is_none()
        && state.ships_of(target).any(|enemy| enemy.sighted || !ruled(enemy))
}
