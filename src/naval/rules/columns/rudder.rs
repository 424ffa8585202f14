//! A jammed rudder decides the move: the ship keeps the course or circle it was on. [8.4, Q39]
use super::{helm::turn_radius, leader_of};
use crate::model::{Division, RudderJam, Ship, TrackLeg, TurnKind, TurnSide};
use crate::{Inches, State};
use geometry::Piece;

pub(crate) fn jammed_single_ship<'s>(state: &'s State, division: &'s Division) -> Option<(&'s Ship, RudderJam)> {
    let mut ships = state.ships_of_division(&division.id).filter(|ship| ship.is_in_action());
    let only = ships.next().filter(|_| ships.next().is_none())?;
    Some((only, only.jam(state.turn)?))
}

/// Returns the side to which a ship was turning last, or `None` if straight on or unknown.
///
/// A rudder jammed already stays as it is. An unfinished column turn counts only for the leader, which has begun it.
pub(crate) fn current_turn_side(state: &State, ship: &Ship) -> Option<TurnSide> {
    if let Some(jam) = ship.jam(state.turn) {
        return jam.circles;
    }
    let division = state.division(&ship.division);
    let carried = division.and_then(|division| division.course.carried).filter(|carried| {
        let leads = division.and_then(|member| leader_of(state, member)).is_some_and(|leader| leader.id == ship.id);
        carried.turn.manner == TurnKind::Ships || leads
    });
    carried.map(|carried| carried.turn.hand).or_else(|| match ship.run.as_ref()?.legs.last()? {
        TrackLeg::Arc { degrees, radius } if *radius != Inches::ZERO => Some(TurnSide::from_degrees(degrees.as_f64())),
        TrackLeg::Arc { .. } | TrackLeg::Straight { .. } => None,
    })
}

/// Returns the speed of a plot without a course. With a jammed rudder only such a plot counts.
pub(crate) fn engine_speed(division: &Division) -> Option<Inches> {
    division.plot.as_ref().filter(|plot| plot.elements.is_empty()).and_then(|plot| plot.speed)
}

/// Returns the path of a ship with a jammed rudder: straight on, or round the circle of its turn radius.
pub(crate) fn jammed_path(state: &State, ship: &Ship, jam: RudderJam, length_in: f64) -> Option<Piece> {
    if length_in <= 0.0 {
        return None;
    }
    let Some(hand) = jam.circles else { return Some(Piece::Straight { length_in }) };
    let radius_in = turn_radius(state, ship).as_f64();
    Some(Piece::Arc { radius_in, degrees: (length_in / radius_in).to_degrees(), hand })
}
