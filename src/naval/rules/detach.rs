//! Ships that leave their division, or are left by it. [5.9.2, 8.4]
use crate::movement::course_alone;
use crate::{Fact, NavalDraft, fact::Parting, measure::Id, signals};
use play::Rule;

const DETACHED: Rule = Rule::new("5.9.2");

const JAMMED: Rule = Rule::new("8.4");

/// A ship that cannot steer leaves her division, whose next ship leads on. [5.9.2, Q39]
///
/// Boats on one base stay on it.
pub(crate) fn leave_division(draft: &mut NavalDraft<'_>, ship: &Id) {
    let state = draft.state();
    let Some(division) = state.division_of(ship).filter(|division| !division.one_base) else { return };
    let others = state.ships_of_division(&division.id).any(|other| other.in_action() && other.id != *ship);
    if !others {
        return;
    }
    let (course, from) = (course_alone(state, ship), division.id.clone());
    let flag = signals::flag_of(state, &from, ship);
    draft.note(JAMMED, Fact::ShipDetached { ship: ship.clone(), from, why: Parting::Steering, course, flag });
    signals::pass_flags(draft);
}

pub(crate) fn detach(draft: &mut NavalDraft<'_>, ship: &Id) {
    let state = draft.state();
    let Some(division) = state.division_of(ship).filter(|division| !division.one_base) else { return };
    if division.ships.len() < 2 {
        return;
    }
    let (course, from) = (course_alone(state, ship), division.id.clone());
    let flag = signals::flag_of(state, &from, ship);
    draft.note(DETACHED, Fact::ShipDetached { ship: ship.clone(), from, why: Parting::Ashore, course, flag });
    signals::pass_flags(draft);
}
