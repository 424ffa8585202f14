//! Chapters 8.5 and 8.6: fires and damage control, in the segment and after the end.
use crate::model::{Duty, Half, Harm, Hit, HitState, Label, Purpose, Ship, Sum, Task};
use crate::rules::{damage, special};
use crate::{
    Fact, Id, Inches, NavalDraft, NavalHalt, Reason, Segment, State, not_in_action, refuse_out_of_action,
    require_segment,
};
use play::{DiceRequest, Rule};

const SEGMENT: Rule = Rule::new("3.3.7");
const FIRES: Rule = Rule::new("8.5");
const FIRE_DICE: Rule = Rule::new("8.5.3");
const BURNING_ON: Rule = Rule::new("8.5.4");
const ONE_ATTEMPT: Rule = Rule::new("8.6");
const REPAIRED: Rule = Rule::new("8.6.1");
const PAST_REPAIR: Rule = Rule::new("8.6.2");
const AFTER_BATTLE: Rule = Rule::new("8.6.3");
const UNDISTURBED: Rule = Rule::new("8.6.4");
const USED_WEAPONS: Rule = Rule::new("8.6.4.1");
const FIRED_UPON: Rule = Rule::new("8.6.4.2");
const TOO_FAST: Rule = Rule::new("8.6.4.3");

/// On this D10 roll or more, the item worked on is unrepairable. [8.6.2]
const PAST_REPAIR_FROM: u8 = 9;
/// A fire die with this roll causes one more hit. [8.5.3]
pub const SPREADS_ON: u8 = 9;
/// A fire die with this roll causes one more fire. [8.5.3]
pub const KINDLES_ON: u8 = 10;

/// When fire and repair dice are rolled: in the segment, or after the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum RepairTime {
    Segment,
    After,
}

/// Tries to repair one hit, named by its letter and number, or the first fire or jammed rudder. A burning ship rolls
/// all its fire dice at once, and the first die also fights the fire. [8.6, 8.5.3]
///
/// Refused outside the Damage Control Segment. The ship must be in action and not have tried this turn. The item must
/// be a hit of the ship that is not repaired and can be. If the ship burns, it must be a fire.
pub(crate) fn repair(draft: &mut NavalDraft<'_>, ship: &Id, item: &Id) -> Result<(), NavalHalt> {
    let state = draft.state();
    require_segment(draft, Segment::DamageControl, "repair", SEGMENT)?;
    let Some(worker) = state.ship(ship) else {
        let unit = ship.clone();
        let known = state.division(ship).is_some();
        return draft.refuse(ONE_ATTEMPT, if known { Reason::NotAShip { unit } } else { Reason::UnknownUnit { unit } });
    };
    refuse_out_of_action(draft, !worker.is_in_action(), ship, ONE_ATTEMPT)?;
    if worker.repair_tried {
        return draft.refuse(ONE_ATTEMPT, Reason::RepairTried { ship: ship.clone() });
    }
    let Some(hit) = find_hit(worker, item).cloned() else {
        if names_fire(item) {
            return draft.refuse(FIRES, Reason::NoFires { ship: Some(ship.clone()) });
        }
        let (ship, item, have) = (ship.clone(), item.clone(), repairable_hits(state, worker));
        return draft.refuse(ONE_ATTEMPT, Reason::NothingToRepair { ship, item, have });
    };
    if hit.effect != Harm::Fire && worker.fires() > 0 {
        return draft.refuse(ONE_ATTEMPT, Reason::FiresFirst { ship: ship.clone() });
    }
    if hit.state == HitState::Unrepairable {
        return draft.refuse(PAST_REPAIR, Reason::Unrepairable { ship: ship.clone(), item: hit.id });
    }
    if hit.effect == Harm::Fire {
        return roll_fires(draft, ship, Some(hit.id), RepairTime::Segment);
    }
    roll_repair(draft, ship, &hit.id, RepairTime::Segment).map(|_| ())
}

/// Returns the unrepaired hit with this id, in capitals or not, or the first of the kind `fire` or `rudder`.
fn find_hit<'s>(ship: &'s Ship, item: &Id) -> Option<&'s Hit> {
    let is_open = |hit: &&Hit| hit.state != HitState::Repaired;
    let first_of = |is_meant: fn(&Hit) -> bool| {
        let candidates = || ship.hits.iter().filter(is_open).filter(|hit| is_meant(hit));
        candidates().find(|hit| hit.state == HitState::Active).or_else(|| candidates().next())
    };
    if names_fire(item) {
        return first_of(|hit| hit.effect == Harm::Fire);
    }
    if names_rudder(item) {
        return first_of(|hit| matches!(hit.effect, Harm::Steering { .. }));
    }
    ship.hits.iter().filter(is_open).find(|hit| hit.id.as_str().eq_ignore_ascii_case(item.as_str()))
}

fn names_fire(item: &Id) -> bool {
    ["f", "fire"].iter().any(|word| item.as_str().eq_ignore_ascii_case(word))
}

/// Whether an item is the rudder: `rudder`, or `ST` as `status` shows a jammed one. [8.2.4]
fn names_rudder(item: &Id) -> bool {
    ["st", "rudder"].iter().any(|word| item.as_str().eq_ignore_ascii_case(word))
}

/// Whether a rudder will be free before the ship's next move, so that it need not be repaired. [8.4]
fn is_free_again(state: &State, hit: &Hit) -> bool {
    let Harm::Steering { until_turn, .. } = hit.effect else { return false };
    let moves_left = u16::from(state.half != Some(Half::First));
    until_turn < state.turn + moves_left
}

/// Rolls the fire dice of a ship, a division or all burning ships. [8.5.3]
///
/// A ship that has made no attempt yet fights its first fire with the first die. Refused outside the Damage Control
/// Segment, and if no die is due.
pub(crate) fn roll_fire_dice(draft: &mut NavalDraft<'_>, unit: Option<&Id>) -> Result<(), NavalHalt> {
    require_segment(draft, Segment::DamageControl, "fires", SEGMENT)?;
    let state = draft.state();
    let is_lost = |unit: &Id| state.ships_of(unit).all(|ship| !ship.is_in_action());
    if let Some(lost) = unit.filter(|unit| state.ships_of(unit).next().is_some() && is_lost(unit)) {
        return Err(not_in_action(state, lost, FIRE_DICE).into());
    }
    let of_unit = |ship: &Id| unit.is_none_or(|unit| state.ships_of(unit).any(|burning| burning.id == *ship));
    let ships: Vec<Id> = ships_with_fire_rolls_due(state).into_iter().filter(of_unit).collect();
    if ships.is_empty() {
        let rolled = unit.into_iter().flat_map(|unit| state.ships_of(unit)).find(|ship| ship.fires_rolled);
        return match (unit, rolled) {
            (Some(unit), _) if state.ships_of(unit).next().is_none() => {
                draft.refuse(FIRE_DICE, Reason::UnknownUnit { unit: unit.clone() })
            }
            (_, Some(ship)) => draft.refuse(FIRE_DICE, Reason::FiresRolled { ship: Some(ship.id.clone()) }),
            (None, None) if state.ships_in_action().any(|ship| 0 < ship.fires()) => {
                draft.refuse(FIRE_DICE, Reason::FiresRolled { ship: None })
            }
            (_, None) => draft.refuse(FIRES, Reason::NoFires { ship: unit.cloned() }),
        };
    }
    ships.iter().try_for_each(|ship| roll_fires_in_segment(draft, ship))
}

/// Returns ships whose fire dice are due in this segment, in the order of the set-up. [8.5.3]
pub fn ships_with_fire_rolls_due(state: &State) -> Vec<Id> {
    state.ships_in_action().filter(|ship| ship.fires() > 0 && !ship.fires_rolled).map(|ship| ship.id.clone()).collect()
}

/// Returns ships that may still make their one repair of the turn and have damage to repair. [8.6]
///
/// Burning ships are omitted: their fire dice fight the first fire. [8.5.3]
pub fn possible_repairs(state: &State) -> Vec<Duty> {
    if state.segment != Segment::DamageControl || state.end.is_some() {
        return Vec::new();
    }
    let repair = |ship: &Ship| {
        let (ship, hits) = (ship.id.clone(), repairable_hits(state, ship));
        (!hits.is_empty()).then_some(Duty { rule: ONE_ATTEMPT, task: Task::Repair { ship, hits } })
    };
    state.ships_in_action().filter(|ship| !ship.repair_tried && ship.fires() == 0).filter_map(repair).collect()
}

fn repairable_hits(state: &State, ship: &Ship) -> Vec<Id> {
    let open = ship.hits.iter().filter(|hit| hit.state == HitState::Active);
    open.filter(|hit| !is_free_again(state, hit)).map(|hit| hit.id.clone()).collect()
}

/// Rolls every fire die still due when the Damage Control Segment closes. [8.5.3]
pub(crate) fn roll_due_fires(draft: &mut NavalDraft<'_>) -> Result<(), NavalHalt> {
    ships_with_fire_rolls_due(draft.state()).iter().try_for_each(|ship| roll_fires_in_segment(draft, ship))
}

fn roll_fires_in_segment(draft: &mut NavalDraft<'_>, ship: &Id) -> Result<(), NavalHalt> {
    let fought = draft.state().ship(ship).filter(|ship| !ship.repair_tried).and_then(first_fire);
    roll_fires(draft, ship, fought, RepairTime::Segment)
}

/// Returns the first fire that can still be fought.
fn first_fire(ship: &Ship) -> Option<Id> {
    first_active(ship, |harm| *harm == Harm::Fire)
}

/// Returns the first hit of a kind that can be worked on.
fn first_active(ship: &Ship, is_meant: impl Fn(&Harm) -> bool) -> Option<Id> {
    let mut open = ship.hits.iter().filter(|hit| hit.state == HitState::Active);
    open.find(|hit| is_meant(&hit.effect)).map(|hit| hit.id.clone())
}

/// Rolls all fire dice of a ship. The first also fights `fought`. A 9 causes a hit, a 10 a fire. [8.5.3, Q14]
fn roll_fires(draft: &mut NavalDraft<'_>, ship: &Id, fought: Option<Id>, time: RepairTime) -> Result<(), NavalHalt> {
    let burning = draft.state().ship(ship).map_or(0, Ship::fires);
    let (rule, purpose): (Rule, fn(Id) -> Purpose) = match time {
        RepairTime::Segment => (FIRE_DICE, Purpose::Fire),
        RepairTime::After => (BURNING_ON, Purpose::AfterFire),
    };
    let mut faces = Vec::with_capacity(burning);
    if let Some(fire) = &fought {
        faces.push(roll_repair(draft, ship, fire, time)?);
    }
    let others = (burning - faces.len()) as u16;
    faces.extend(draft.roll_pool(DiceRequest {
        count: others,
        sides: 10,
        at_most: None,
        purpose: purpose(ship.clone()),
        rule,
    })?);
    let count_of = |face: u8| faces.iter().filter(|die| **die == face).count() as u16;
    let (hits, new_fires) = (count_of(SPREADS_ON), count_of(KINDLES_ON));
    draft.record(rule, Fact::FiresRolled { ship: ship.clone(), hits, new_fires });
    (0..new_fires).for_each(|_| damage::record_hit(draft, ship, rule, Harm::Fire));
    damage::abandon_if_burning(draft, ship);
    Ok(())
}

/// Rolls a D10 for a hit or fire and returns it. From 9 a hit is unrepairable, a fire only by option. [8.6.1, 8.6.2]
fn roll_repair(draft: &mut NavalDraft<'_>, ship: &Id, item: &Id, time: RepairTime) -> Result<u8, NavalHalt> {
    let state = draft.state();
    let Some(worker) = state.ship(ship) else {
        return draft.refuse(ONE_ATTEMPT, Reason::UnknownUnit { unit: ship.clone() });
    };
    let fire = worker.hits.iter().any(|hit| hit.id == *item && hit.effect == Harm::Fire);
    let needed = match time {
        RepairTime::Segment => repair_number(state, worker, fire),
        RepairTime::After => base_repair_number(state, worker),
    };
    let can_be_lost = !fire || state.setup.options.fire_unrepairable;
    let (ask_rule, purpose): (Rule, fn(Id) -> Purpose) = match (time, fire) {
        (RepairTime::Segment, true) => (FIRE_DICE, Purpose::FireFought),
        (RepairTime::Segment, false) => (REPAIRED, Purpose::Repair),
        (RepairTime::After, true) => (BURNING_ON, Purpose::AfterFire),
        (RepairTime::After, false) => (AFTER_BATTLE, Purpose::AfterRepair),
    };
    let face = draft.roll_die(DiceRequest::roll_one(10, purpose(ship.clone()), ask_rule))?;
    let (result, rule) = if i32::from(face) <= needed.result {
        (HitState::Repaired, REPAIRED)
    } else if can_be_lost && PAST_REPAIR_FROM <= face {
        (HitState::Unrepairable, PAST_REPAIR)
    } else {
        (HitState::Active, ask_rule)
    };
    draft.record(rule, Fact::RepairRolled { ship: ship.clone(), item: item.clone(), needed, result });
    Ok(face)
}

/// Returns the number at or below which a D10 repairs a hit or puts out a fire. [8.6.1, 8.6.4]
pub fn repair_number(state: &State, ship: &Ship, fire: bool) -> Sum {
    let mut number = base_repair_number(state, ship);
    if state.setup.options.damage_control_bonus {
        let (bonus, label, rule) = damage_control_bonus(ship, fire);
        number.plus(bonus, label, rule);
    }
    number
}

fn base_repair_number(state: &State, ship: &Ship) -> Sum {
    if let Some((rule, number)) = special::orders::damage_control(state, ship) {
        return Sum::from_base(i64::from(number), Label::DamageControlByRule(rule.of), special::sentences::SPECIAL);
    }
    let number = state.side(&ship.side).map_or(0, |side| i64::from(side.damage_control));
    Sum::from_base(number, Label::DamageControl, REPAIRED)
}

/// Returns +1 for a ship that neither used weapons nor was fired on. To fight a fire it must also be slow. [8.6.4]
fn damage_control_bonus(ship: &Ship, fire: bool) -> (i32, Label, Rule) {
    if ship.used_weapons {
        (0, Label::NoBonusUsedWeapons, USED_WEAPONS)
    } else if ship.fired_upon {
        (0, Label::NoBonusFiredUpon, FIRED_UPON)
    } else if fire && Inches::whole(2) < ship.speed {
        (0, Label::NoBonusTooFast, TOO_FAST)
    } else {
        (1, Label::Undisturbed, UNDISTURBED)
    }
}

/// Rolls fire dice until the fires are out or the ship is lost. Extra hits are rolled at once. [8.5.4]
pub(crate) fn burn_out(draft: &mut NavalDraft<'_>, ship: &Id) -> Result<(), NavalHalt> {
    while let Some(burning) = draft.state().ship(ship).filter(|ship| ship.is_in_action() && ship.fires() > 0) {
        let fought = first_fire(burning);
        roll_fires(draft, ship, fought, RepairTime::After)?;
        damage::roll_all_held(draft)?;
    }
    Ok(())
}

/// Repairs hits of a ship that damage has stopped, each until repaired or unrepairable, until it can move. [8.6.3, Q16]
pub(crate) fn repair_after_battle(draft: &mut NavalDraft<'_>, ship: &Id) -> Result<(), NavalHalt> {
    let slowing_hit = |ship: &Ship| first_active(ship, Harm::slows);
    while let Some(item) = draft.state().ship(ship).filter(|ship| ship.is_stopped_by_damage()).and_then(slowing_hit) {
        roll_repair(draft, ship, &item, RepairTime::After)?;
    }
    Ok(())
}
