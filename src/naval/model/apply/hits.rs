//! Marked hits. [6.5.1, 8.1]
use super::units::{for_unit, hold_hit};
use crate::model::{BatteryKind, HeldHit, HitKind, Id, State};

/// Holds the hits. A big-gun hit also puts the firer "on target" for the next turn.
pub(super) fn mark_hits(state: &mut State, hit: &HeldHit) {
    let turn = state.turn;
    if let (Some(firer), Some(BatteryKind::Big)) = (&hit.firer, hit.battery) {
        for_unit(state, &hit.target, |ship| {
            ship.hit_by.retain(|(by, _)| by != firer);
            ship.hit_by.push((firer.clone(), turn));
        });
        count_penetrating_hits(state, firer, hit);
    }
    hold_hit(state, hit.clone());
}

/// Counts penetrating big-gun hits by side. Duds were removed before marking. [6.5.1, 9.2]
fn count_penetrating_hits(state: &mut State, firer: &Id, hit: &HeldHit) {
    let side = state.ship(firer).filter(|_| hit.kind == HitKind::Penetrating).map(|ship| ship.side.clone());
    let Some(side) = side else { return };
    match state.penetrating_hits.iter_mut().find(|(by, _)| *by == side) {
        Some((_, hits)) => *hits += u32::from(hit.count),
        None => state.penetrating_hits.push((side, u32::from(hit.count))),
    }
}
