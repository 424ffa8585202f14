//! Chapter 8 up to 8.4, and 8.7: hits become damage.
mod effects;
mod hulk;

use crate::model::chart::{DamageEffect, TableKind};
use crate::model::{Fate, Harm, HeldHit, Purpose, Ship, ShipType};
use crate::rules::{columns::rudder, detach, rolls::choose_evenly};
use crate::{Fact, Id, NavalDraft, NavalHalt, Reason, Segment, State, require_segment};
use effects::{
    COLLATERAL, GUNS_GONE, Lookup, NON_PENETRATING, Origin, PENETRATING, SPECIAL, lookup_for, no_effect, quarters_left,
    record_loss, roll_explosion, roll_flash, roll_on_table,
};
use play::{DiceRequest, Rule};

const SEGMENT: Rule = Rule::new("3.3.8");
const GENERAL: Rule = Rule::new("8.1");
const RECORD: Rule = Rule::new("8.2.4");
const FIRES: Rule = Rule::new("8.5");
const OUT_OF_CONTROL: Rule = Rule::new("8.5.2");
const SINKING: Rule = Rule::new("8.7");

/// With this many fires a ship is abandoned. [8.5.2]
const OUT_OF_CONTROL_AT: usize = 5;

/// Rolls every held hit on a ship, a division or all ships. Refused outside the Damage Segment, for an unknown unit,
/// and if it has no held hit. [3.3.8]
pub(crate) fn resolve(draft: &mut NavalDraft<'_>, unit: Option<&Id>) -> Result<(), NavalHalt> {
    require_segment(draft, Segment::Damage, "damage", GENERAL)?;
    let state = draft.state();
    if let Some(unknown) = unit.filter(|unit| state.ships_of(unit).next().is_none()) {
        return draft.refuse(GENERAL, Reason::UnknownUnit { unit: unknown.clone() });
    }
    let is_meant = |target: &Id| unit.is_none_or(|unit| is_part_of(state, unit, target));
    let targets: Vec<Id> = targets_with_held_hits(state).into_iter().filter(is_meant).collect();
    if targets.is_empty() {
        return draft.refuse(SEGMENT, Reason::NoHeldHits { unit: unit.cloned() });
    }
    targets.iter().try_for_each(|target| roll_held(draft, target))
}

/// Rolls every hit still held when the Damage Segment closes. [3.3.8]
pub(crate) fn roll_all_held(draft: &mut NavalDraft<'_>) -> Result<(), NavalHalt> {
    targets_with_held_hits(draft.state()).iter().try_for_each(|target| roll_held(draft, target))
}

/// Returns targets with hits still to be rolled, in the order of the set-up. [3.3.8]
pub fn targets_with_held_hits(state: &State) -> Vec<Id> {
    let mut targets: Vec<Id> = Vec::new();
    for ship in &state.ships {
        for target in [&ship.id, &ship.division] {
            if state.held_hits.iter().any(|held| held.target == *target) && !targets.contains(target) {
                targets.push(target.clone());
            }
        }
    }
    targets
}

fn is_part_of(state: &State, unit: &Id, target: &Id) -> bool {
    unit == target || state.ships_of(target).any(|ship| ship.id == *unit || ship.division == *unit)
}

/// Rolls a target's held hits. On a hulk those that could not make it explode are wasted. [3.3.8, 8.7, Q46]
pub(crate) fn roll_held(draft: &mut NavalDraft<'_>, target: &Id) -> Result<(), NavalHalt> {
    let held: Vec<HeldHit> = draft.state().held_hits.iter().filter(|held| held.target == *target).cloned().collect();
    let mut wasted = 0;
    for hit in &held {
        for _ in 0..hit.count {
            match rearmost(draft.state(), target) {
                Some(ship) => roll_hit(draft, &ship, hit)?,
                None => match hulk::hulk_that_may_explode(draft.state(), target, hit) {
                    Some(ship) => hulk::roll(draft, &ship, hit)?,
                    None => wasted += 1,
                },
            }
        }
    }
    if wasted > 0 {
        draft.record(SINKING, Fact::HitsWasted { target: target.clone(), count: wasted });
    }
    draft.record(SEGMENT, Fact::HeldHitsResolved { target: target.clone() });
    let ships: Vec<Id> = draft.state().ships_of(target).map(|ship| ship.id.clone()).collect();
    ships.iter().for_each(|ship| abandon_if_burning(draft, ship));
    Ok(())
}

/// Returns the ship that takes the next hit: of boats on one base the rearmost still afloat.
fn rearmost(state: &State, target: &Id) -> Option<Id> {
    state.ships_of(target).filter(|ship| ship.is_in_action()).last().map(|ship| ship.id.clone())
}

/// Rolls one hit on the table for a ship's type and applies the effects. [8.2, 8.3]
fn roll_hit(draft: &mut NavalDraft<'_>, ship: &Id, hit: &HeldHit) -> Result<(), NavalHalt> {
    let Some(target) = draft.state().ship(ship) else { return Ok(()) };
    let lookup = lookup_for(target.card.kind, hit.kind);
    roll_table(draft, ship, &lookup, &Origin::from_hit(hit))
}

/// Rolls the damage of a collision or of running ashore at once. [5.11, 5.12]
///
/// With boats on one base the rearmost takes it. A hulk takes no more damage. [8.7]
pub(crate) fn apply_collision_damage(
    draft: &mut NavalDraft<'_>,
    unit: &Id,
    kind: TableKind,
    other_type: Option<ShipType>,
    rule: Rule,
) -> Result<(), NavalHalt> {
    let Some(ship) = rearmost(draft.state(), unit) else { return Ok(()) };
    let origin = Origin { firer: None, range: None, battery: None, other_type };
    roll_table(draft, &ship, &Lookup { kind, rule, purpose: Purpose::Damage }, &origin)
}

/// Rolls on a table and applies the row's effects in order until the ship is lost. [8.4]
fn roll_table(draft: &mut NavalDraft<'_>, ship: &Id, lookup: &Lookup, origin: &Origin) -> Result<(), NavalHalt> {
    for effect in &roll_on_table(draft, ship, lookup, origin)?.effects {
        if draft.state().ship(ship).is_some_and(Ship::is_in_action) {
            apply_effect(draft, ship, (effect, lookup.rule), origin)?;
        }
    }
    Ok(())
}

fn apply_effect(
    draft: &mut NavalDraft<'_>,
    ship: &Id,
    (effect, rule): (&DamageEffect, Rule),
    origin: &Origin,
) -> Result<(), NavalHalt> {
    match effect {
        DamageEffect::Nothing => no_effect(draft, ship),
        DamageEffect::Mount => {
            if lose_mount(draft, ship)? {
                roll_flash(draft, ship)?;
            }
        }
        DamageEffect::Emplacement => {
            if draft.state().ship(ship).is_some_and(|target| !target.has_mounts_left() && 0 < quarters_left(target)) {
                record_hit(draft, ship, RECORD, Harm::Guns { quarters: 1 });
            } else {
                lose_mount(draft, ship)?;
            }
        }
        DamageEffect::Guns { quarters } => lose_guns(draft, ship, *quarters, origin)?,
        DamageEffect::Fire => record_hit(draft, ship, FIRES, Harm::Fire),
        DamageEffect::Flotation { hits } => {
            record_hit(draft, ship, RECORD, Harm::Flotation { hits: *hits });
            sink_if_flooded(draft, ship);
        }
        DamageEffect::Speed { loss } => record_hit(draft, ship, RECORD, Harm::Speed(*loss)),
        DamageEffect::Special => roll_table(draft, ship, &SPECIAL, origin)?,
        // A magazine that does not explode is flooded, and a mount is lost with it. (T3)
        DamageEffect::Magazine { explodes_to } => {
            if !roll_explosion(draft, ship, *explodes_to, Purpose::Magazine)? {
                lose_mount(draft, ship)?;
            }
        }
        DamageEffect::Steering => {
            let turns = draft.roll_die(DiceRequest::roll_one(6, Purpose::Steering(ship.clone()), COLLATERAL))?;
            let state = draft.state();
            let until_turn = state.turn + u16::from(turns);
            let circles = state.ship(ship).and_then(|ship| rudder::current_turn_side(state, ship));
            record_hit(draft, ship, RECORD, Harm::Steering { until_turn, circles });
            detach::leave_division(draft, ship);
        }
        DamageEffect::Bridge => record_hit(draft, ship, RECORD, Harm::Bridge),
        DamageEffect::FireControl => record_hit(draft, ship, RECORD, Harm::FireControl),
        DamageEffect::BridgeOrFireControl => {
            let face =
                draft.roll_die(DiceRequest::test(6, 3, Purpose::BridgeOrFireControl(ship.clone()), NON_PENETRATING))?;
            record_hit(draft, ship, RECORD, if face <= 3 { Harm::Bridge } else { Harm::FireControl });
        }
        DamageEffect::Explosion => record_loss(draft, ship, COLLATERAL, Fate::Exploded),
        DamageEffect::Sinks => record_loss(draft, ship, rule, Fate::Sunk),
    }
    Ok(())
}

/// Records a hit on the ship's card. [8.2.4]
pub(crate) fn record_hit(draft: &mut NavalDraft<'_>, ship: &Id, rule: Rule, harm: Harm) {
    let Some(target) = draft.state().ship(ship) else { return };
    let id = target.next_hit_id(harm.code(target.card.kind));
    draft.record(rule, Fact::HitTaken { ship: ship.clone(), id, harm });
}

/// Removes a random mount of those still in action. Returns whether there was one.
fn lose_mount(draft: &mut NavalDraft<'_>, ship: &Id) -> Result<bool, NavalHalt> {
    let mounts = draft.state().ship(ship).map(Ship::mounts_left).unwrap_or_default();
    let index = choose_evenly(draft, mounts.len(), Purpose::Mount, ship, PENETRATING)?;
    match mounts.get(index) {
        Some(mount) => record_hit(draft, ship, RECORD, Harm::Mount(mount.clone())),
        None => no_effect(draft, ship),
    }
    Ok(!mounts.is_empty())
}

/// Removes quarters of the gun points. A light ship rolls on a further table for each quarter it lacks. [8.4, T6]
fn lose_guns(draft: &mut NavalDraft<'_>, ship: &Id, quarters: i32, origin: &Origin) -> Result<(), NavalHalt> {
    let Some(target) = draft.state().ship(ship) else { return Ok(()) };
    let light = !target.card.kind.is_large();
    let lost = quarters.min(quarters_left(target));
    if lost > 0 {
        record_hit(draft, ship, RECORD, Harm::Guns { quarters: lost });
    } else if !light {
        no_effect(draft, ship);
    }
    let excess = if light { quarters - lost } else { 0 };
    for _ in 0..excess {
        if draft.state().ship(ship).is_some_and(Ship::is_in_action) {
            roll_table(draft, ship, &GUNS_GONE, origin)?;
        }
    }
    Ok(())
}

/// Sinks a ship that has its card's maximum of flotation hits. It stays on the table to the end. [8.7, T14]
pub(crate) fn sink_if_flooded(draft: &mut NavalDraft<'_>, ship: &Id) {
    let hits = |ship: &Ship| ship.flotation_hits();
    let is_flooded = |ship: &Ship| ship.is_in_action() && 0 < hits(ship) && ship.card.flotation <= hits(ship);
    if draft.state().ship(ship).is_some_and(is_flooded) {
        record_loss(draft, ship, SINKING, Fate::Sinking);
    }
}

/// Abandons a ship with five fires or more, once all dice of a segment are rolled: out of control. [8.5.2]
pub(crate) fn abandon_if_burning(draft: &mut NavalDraft<'_>, ship: &Id) {
    let is_out_of_control = |ship: &Ship| ship.is_in_action() && OUT_OF_CONTROL_AT <= ship.fires();
    if draft.state().ship(ship).is_some_and(is_out_of_control) {
        record_loss(draft, ship, OUT_OF_CONTROL, Fate::Abandoned);
    }
}
