//! Ships that leave their division. [5.9.2, 8.4]
use crate::model::{DetachReason, Ship};
use crate::rules::{columns::placed_course::course_alone, flags};
use crate::{Fact, Id, NavalDraft, State};
use play::Rule;

const JAMMED: Rule = Rule::new("8.4");

/// Detaches a ship that cannot steer, if another ship of its division is in action to lead on. [5.9.2, Q39]
///
/// Boats on one base stay on it.
pub(crate) fn leave_division(draft: &mut NavalDraft<'_>, ship: &Id) {
    let state = draft.state();
    let can_lead_on = |other: &Ship| other.is_in_action() && other.id != *ship;
    if state.division_of(ship).is_some_and(|division| state.ships_of_division(&division.id).any(can_lead_on)) {
        let Some(division) = state.division_of(ship).filter(|division| !division.one_base) else { return };
        let fact = detachment_fact(state, ship, &division.id, DetachReason::Steering);
        draft.record(JAMMED, fact);
        flags::pass_flags(draft);
    }
}

/// Returns the event that a ship leaves its division, with its course alone and its new ratings. [5.9.2, 5.10.6]
pub(crate) fn detachment_fact(state: &State, ship: &Id, from: &Id, why: DetachReason) -> Fact {
    let (course, flag) = (course_alone(state, ship), flags::ratings_when_leaving(state, from, ship));
    Fact::ShipDetached { ship: ship.clone(), from: from.clone(), why, course, flag }
}
