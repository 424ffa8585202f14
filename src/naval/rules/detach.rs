//! Ships that leave their division, or are left by it. [5.9.2, 8.4]
use crate::{Fact, Id, NavalDraft, Parting, movement::course_alone, signals};
use play::Rule;

const DETACHED: Rule = Rule::new("5.9.2");
const JAMMED: Rule = Rule::new("8.4");

/// A ship that cannot steer leaves her division, whose next ship leads on, if there is one in action. [5.9.2, Q39]
///
/// Boats on one base stay on it.
pub(crate) fn leave_division(draft: &mut NavalDraft<'_>, ship: &Id) {
    let state = draft.state();
    let with_her = state.division_of(ship).into_iter().flat_map(|division| state.ships_of_division(&division.id));
    let others = with_her.filter(|other| other.in_action() && other.id != *ship).count();
    if 0 < others {
        part(draft, ship, JAMMED, Parting::Steering);
    }
}

/// A ship that has run ashore is left behind by a division of several ships. [5.9.2, 5.12]
///
/// Boats on one base stay on it.
pub(crate) fn detach(draft: &mut NavalDraft<'_>, ship: &Id) {
    if draft.state().division_of(ship).is_some_and(|division| 2 <= division.ships.len()) {
        part(draft, ship, DETACHED, Parting::Ashore);
    }
}

fn part(draft: &mut NavalDraft<'_>, ship: &Id, rule: Rule, why: Parting) {
    let state = draft.state();
    let Some(division) = state.division_of(ship).filter(|division| !division.one_base) else { return };
    let (course, from) = (course_alone(state, ship), division.id.clone());
    let flag = signals::flag_of(state, &from, ship);
    draft.note(rule, Fact::ShipDetached { ship: ship.clone(), from, why, course, flag });
    signals::pass_flags(draft);
}
