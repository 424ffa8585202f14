//! A division's leader, speed and column. [5.5, 5.9]
pub(crate) mod helm;
pub(crate) mod placed_course;
pub(crate) mod rudder;

use crate::model::{Division, Place, Ship};
use crate::{Id, State};
use helm::{DivisionMotion, astern_on, bases};

/// Returns divisions with a tracked ship on the table.
pub(crate) fn tracked(state: &State) -> impl Iterator<Item = &Division> {
    let has_tracked_ship = |division: &&Division| state.ships_of_division(&division.id).any(Ship::has_position);
    state.divisions.iter().map(AsRef::as_ref).filter(has_tracked_ship)
}

/// Returns the tracked ship (or base) that leads a division. [5.9]
pub(crate) fn leader_of<'a>(state: &'a State, division: &'a Division) -> Option<&'a Ship> {
    bases(state, division).first().map(|(ship, _)| *ship)
}

/// Returns the position of a division's leader.
pub(crate) fn place_of(state: &State, division: &Division) -> Option<Place> {
    leader_of(state, division)?.at
}

/// Whether the column is bent: ships astern have still to reach a turning point of their leader. [5.7.3, 5.9.1]
pub(crate) fn is_in_bend(state: &State, division: &Division) -> bool {
    DivisionMotion::from_division(state, division).is_some_and(|motion| motion.is_in_bend())
}

/// Returns how far a division's leader is astern of another's on that leader's track. [5.7.4]
pub(crate) fn astern_of(state: &State, division: &Division, other: &Id) -> Option<f64> {
    let other = DivisionMotion::from_division(state, state.division(other)?)?;
    astern_on(&other.track, place_of(state, division)?.pose())
}
