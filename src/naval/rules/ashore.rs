//! Land in the way [5.12], and the edges of the table [9.3, Q28].
use crate::model::{TableReason, chart::TableKind};
use crate::rules::shores::{self, MIN_STRANDING_RUN_IN, Stranding};
use crate::rules::{columns::placed_course, damage, leaving, special};
use crate::{Fact, Id, Inches, NavalDraft, NavalHalt, Reason, Segment, not_in_action, require_segment};
use play::Rule;

const LAND: Rule = Rule::new("5.12");

/// Stops ships that ran ashore. Each takes a rammer's damage, unless it was at the shore already. [5.12]
///
/// Such a ship belongs to its division until it cannot keep up. [5.8.3, Q57]
pub(crate) fn strand(draft: &mut NavalDraft<'_>, strandings: Vec<Stranding>) -> Result<(), NavalHalt> {
    for Stranding { unit, land, ran_in } in strandings {
        draft.record(LAND, Fact::RanAshore { ship: unit.clone(), land });
        placed_course::update_course(draft, &unit);
        special::sea::lose_stranded(draft, &unit);
        if MIN_STRANDING_RUN_IN < ran_in {
            let stranded = draft.state().base_id(&unit);
            damage::apply_collision_damage(draft, &stranded, TableKind::Rammer, None, LAND)?;
        }
    }
    Ok(())
}

/// Strands a ship without a position, as the referee reports. [5.12]
///
/// Refused outside the Movement Segment, and if the ship is out of action, has a position or is stopped.
pub(crate) fn strand_by_ruling(draft: &mut NavalDraft<'_>, ship: &Id) -> Result<(), NavalHalt> {
    require_segment(draft, Segment::Movement, "collide", LAND)?;
    let state = draft.state();
    let unit = state.base_id(ship);
    let Some(first) = state.ships_of(&unit).find(|ship| ship.is_in_action()) else {
        draft.need(state.ships_of(&unit).next(), LAND, || Reason::UnknownUnit { unit: unit.clone() })?;
        return Err(not_in_action(state, &unit, LAND).into());
    };
    let several = state.ship(ship).is_none() && state.target_unit(ship).is_none();
    draft.refuse_if(several, LAND, || Reason::NotAShip { unit: unit.clone() })?;
    let unit = first.id.clone();
    draft.refuse_if(first.at.is_some(), LAND, || TableReason::LandByPosition { ship: unit.clone() })?;
    draft.refuse_if(first.speed == Inches::ZERO, LAND, || TableReason::StoppedNotAshore { ship: unit.clone() })?;
    let land = match &state.setup.land[..] {
        [only] => only.id.clone(),
        _ => Id::new("land"),
    };
    let ran_in = first.speed.as_f64();
    strand(draft, vec![Stranding { unit, land, ran_in }])
}

/// Takes every tracked ship whose centre left the table in this segment out of play: safe by its own edge. [9.3, Q28]
pub(crate) fn leave_table(draft: &mut NavalDraft<'_>) -> Result<(), NavalHalt> {
    shores::ships_leaving(draft.state())
        .into_iter()
        .try_for_each(|(ship, edge)| leaving::take_off_table(draft, &ship, Some(edge)))
}
