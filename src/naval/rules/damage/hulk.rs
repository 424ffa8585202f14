//! Hits on a ship that sinks already or was abandoned: only an explosion can still happen to her. [8.7, Q46]
use super::{ALL_QUARTERS, Lookup, Origin, case_table, explodes, flash, lose, no_effect, table_of, throw};
use crate::{
    Fate, HeldHit, Id, NavalDraft, NavalHalt, Purpose, Ship, State,
    chart::{Effect, TableKind},
};
use play::Rule;

const PENETRATING: Rule = Rule::new("8.2.1");
const COLLATERAL: Rule = Rule::new("8.4");

/// Tables that send a hit on to another, and that one to a third; no chart goes farther.
const CHAIN: usize = 3;

/// The hulk of a target whom a hit could make explode; of several the rearmost.
pub(super) fn to_explode(state: &State, target: &Id, hit: &HeldHit) -> Option<Id> {
    let ship = state.ships_of(target).filter(|ship| is_hulk(ship)).last()?;
    let (kind, _) = table_of(ship.card.kind, hit.kind);
    table_explodes(state, ship, kind, &Origin::of(hit), CHAIN).then(|| ship.id.clone())
}

fn is_hulk(ship: &Ship) -> bool {
    ship.is_on_table() && !ship.in_action()
}

fn table_explodes(state: &State, ship: &Ship, kind: TableKind, origin: &Origin, chain: usize) -> bool {
    let charts = &state.setup.charts;
    let Some(table) = case_table(state, charts, &ship.id, kind, origin).filter(|_| 0 < chain) else { return false };
    let explodes = |effect: &Effect| match effect {
        Effect::Explosion | Effect::Magazine { .. } => true,
        Effect::Mount => has_flash(ship),
        Effect::Special => table_explodes(state, ship, TableKind::Special, origin, chain - 1),
        Effect::Guns { quarters } => {
            0 < beyond_her_guns(ship, *quarters) && table_explodes(state, ship, TableKind::GunsGone, origin, chain - 1)
        }
        Effect::Nothing
        | Effect::Fire
        | Effect::Flotation { .. }
        | Effect::Speed { .. }
        | Effect::Steering
        | Effect::Bridge
        | Effect::FireControl
        | Effect::BridgeOrFireControl
        | Effect::Sinks => false,
    };
    table.rows.iter().any(|row| row.effects.iter().any(explodes))
}

/// A mount of hers is left whose hit could flash down to the magazine. [8.4]
fn has_flash(ship: &Ship) -> bool {
    0 < ship.card.flash && !ship.mounts_left().is_empty()
}

/// Quarters of the gun points that a hit would take from a light ship beyond her last. (T6)
fn beyond_her_guns(ship: &Ship, quarters: i32) -> i32 {
    if ship.card.kind.is_large() {
        return 0;
    }
    let armed = ship.card.medium.is_some() || ship.card.light.is_some();
    let left = if armed { (ALL_QUARTERS - ship.gun_quarters_lost()).max(0) } else { 0 };
    quarters - quarters.min(left)
}

/// Rolls a hit on a hulk: she explodes, or nothing more happens to her.
pub(super) fn roll(draft: &mut NavalDraft<'_>, ship: &Id, hit: &HeldHit) -> Result<(), NavalHalt> {
    let Some(target) = draft.state().ship(ship) else { return Ok(()) };
    let (kind, rule) = table_of(target.card.kind, hit.kind);
    let origin = Origin::of(hit);
    let row = throw(draft, ship, Lookup { kind, rule, purpose: Purpose::Damage }, &origin)?;
    shake(draft, ship, &row.effects, &origin)?;
    if draft.state().ship(ship).is_some_and(is_hulk) {
        no_effect(draft, ship);
    }
    Ok(())
}

/// What of a row could make her explode, one after the other.
fn shake(draft: &mut NavalDraft<'_>, ship: &Id, effects: &[Effect], origin: &Origin) -> Result<(), NavalHalt> {
    for effect in effects {
        let Some(hulk) = draft.state().ship(ship).filter(|ship| is_hulk(ship)) else { return Ok(()) };
        match effect {
            Effect::Explosion => lose(draft, ship, COLLATERAL, Fate::Exploded),
            Effect::Magazine { explodes_to } => {
                explodes(draft, ship, *explodes_to, Purpose::Magazine)?;
            }
            Effect::Mount if has_flash(hulk) => flash(draft, ship)?,
            Effect::Special => {
                let special = Lookup { kind: TableKind::Special, rule: PENETRATING, purpose: Purpose::Special };
                let row = throw(draft, ship, special, origin)?;
                shake(draft, ship, &row.effects, origin)?;
            }
            Effect::Guns { quarters } => {
                for _ in 0..beyond_her_guns(hulk, *quarters) {
                    if draft.state().ship(ship).is_some_and(is_hulk) {
                        let gone = Lookup { kind: TableKind::GunsGone, rule: COLLATERAL, purpose: Purpose::GunsGone };
                        let row = throw(draft, ship, gone, origin)?;
                        shake(draft, ship, &row.effects, origin)?;
                    }
                }
            }
            Effect::Mount
            | Effect::Nothing
            | Effect::Fire
            | Effect::Flotation { .. }
            | Effect::Speed { .. }
            | Effect::Steering
            | Effect::Bridge
            | Effect::FireControl
            | Effect::BridgeOrFireControl
            | Effect::Sinks => {}
        }
    }
    Ok(())
}
