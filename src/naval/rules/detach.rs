//! Ships that leave their division, or are left by it. [5.9.2, 8.4]
use crate::{Fact, Id, NavalDraft, Parting, Ship, State, columns::lie::course_alone, flags};
use play::Rule;

const DETACHED: Rule = Rule::new("5.9.2");
const JAMMED: Rule = Rule::new("8.4");

/// A ship that cannot steer leaves her division, whose next ship leads on, if there is one in action. [5.9.2, Q39]
///
/// Boats on one base stay on it.
pub(crate) fn leave_division(draft: &mut NavalDraft<'_>, ship: &Id) {
    let state = draft.state();
    let stays = |other: &Ship| other.in_action() && other.id != *ship;
    if state.division_of(ship).is_some_and(|division| state.ships_of_division(&division.id).any(stays)) {
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
    let parted = parted(state, ship, &division.id, why);
    draft.note(rule, parted);
    flags::pass_flags(draft);
}

/// That a ship is of her division no more: how she lies by herself, and with what ratings she goes on. [5.9.2, 5.10.6]
pub(crate) fn parted(state: &State, ship: &Id, from: &Id, why: Parting) -> Fact {
    let (course, flag) = (course_alone(state, ship), flags::flag_of(state, from, ship));
    Fact::ShipDetached { ship: ship.clone(), from: from.clone(), why, course, flag }
}
