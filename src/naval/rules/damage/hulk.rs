//! Hits on a sinking or abandoned ship. It can only explode. [8.7, Q46]
use super::effects::{
    COLLATERAL, GUNS_GONE, Lookup, Origin, SPECIAL, case_table, lookup_for, no_effect, quarters_left, record_loss,
    roll_explosion, roll_flash, roll_on_table, table_of,
};
use crate::model::chart::{DamageEffect, TableKind};
use crate::model::{Fate, HeldHit, Purpose, Ship};
use crate::{Id, NavalDraft, NavalHalt, State};

/// The longest chain of tables that refer a hit to one another. No chart has a longer one.
const CHAIN: usize = 3;

/// Returns the hulk of a target that a hit could make explode, the rearmost of several.
pub(super) fn hulk_that_may_explode(state: &State, target: &Id, hit: &HeldHit) -> Option<Id> {
    let ship = state.ships_of(target).filter(|ship| is_hulk(ship)).last()?;
    let (kind, _) = table_of(ship.card.kind, hit.kind);
    table_explodes(state, ship, kind, &Origin::from_hit(hit), CHAIN).then(|| ship.id.clone())
}

fn is_hulk(ship: &Ship) -> bool {
    ship.is_on_table() && !ship.is_in_action()
}

fn table_explodes(state: &State, ship: &Ship, kind: TableKind, origin: &Origin, chain: usize) -> bool {
    let charts = &state.setup.charts;
    let Some(table) = case_table(state, charts, &ship.id, kind, origin).filter(|_| 0 < chain) else { return false };
    let next = |kind| table_explodes(state, ship, kind, origin, chain - 1);
    let explodes = |effect: &DamageEffect| {
        let guns_gone = matches!(effect, DamageEffect::Guns { quarters } if 0 < quarters_beyond_guns(ship, *quarters));
        matches!(effect, DamageEffect::Explosion | DamageEffect::Magazine { .. })
            || (*effect == DamageEffect::Mount && has_flash(ship))
            || (*effect == DamageEffect::Special && next(TableKind::Special))
            || (guns_gone && next(TableKind::GunsGone))
    };
    table.rows.iter().any(|row| row.effects.iter().any(explodes))
}

/// Whether the ship has a mount left whose loss could flash to the magazine. [8.4]
fn has_flash(ship: &Ship) -> bool {
    0 < ship.card.flash && ship.has_mounts_left()
}

/// Returns how many quarters of gun points a hit takes beyond a light ship's last. (T6)
fn quarters_beyond_guns(ship: &Ship, quarters: i32) -> i32 {
    if ship.card.kind.is_large() { 0 } else { quarters - quarters.min(quarters_left(ship)) }
}

/// Rolls a hit on a hulk: it explodes or nothing happens.
pub(super) fn roll(draft: &mut NavalDraft<'_>, ship: &Id, hit: &HeldHit) -> Result<(), NavalHalt> {
    let Some(target) = draft.state().ship(ship) else { return Ok(()) };
    let lookup = lookup_for(target.card.kind, hit.kind);
    apply_explosive_effects(draft, ship, &lookup, &Origin::from_hit(hit))?;
    if draft.state().ship(ship).is_some_and(is_hulk) {
        no_effect(draft, ship);
    }
    Ok(())
}

/// Rolls on a table and applies, in order, those effects of the row that could make the hulk explode.
fn apply_explosive_effects(
    draft: &mut NavalDraft<'_>,
    ship: &Id,
    lookup: &Lookup,
    origin: &Origin,
) -> Result<(), NavalHalt> {
    for effect in &roll_on_table(draft, ship, lookup, origin)?.effects {
        let Some(hulk) = draft.state().ship(ship).filter(|ship| is_hulk(ship)) else { return Ok(()) };
        if *effect == DamageEffect::Explosion {
            record_loss(draft, ship, COLLATERAL, Fate::Exploded);
        } else if let DamageEffect::Magazine { explodes_to } = effect {
            roll_explosion(draft, ship, *explodes_to, Purpose::Magazine)?;
        } else if *effect == DamageEffect::Mount && has_flash(hulk) {
            roll_flash(draft, ship)?;
        } else if *effect == DamageEffect::Special {
            apply_explosive_effects(draft, ship, &SPECIAL, origin)?;
        } else if let DamageEffect::Guns { quarters } = effect {
            for _ in 0..quarters_beyond_guns(hulk, *quarters) {
                if draft.state().ship(ship).is_some_and(is_hulk) {
                    apply_explosive_effects(draft, ship, &GUNS_GONE, origin)?;
                }
            }
        }
    }
    Ok(())
}
