//! A ship's base, its track, and the smoke it makes there. [2.4, 4.6]
use super::{Card, Fine, Place, Ship, ShipMove, Smoke, State, TrackLeg};
use geometry::{Base, Path};

/// Distance of the forward funnel ahead of the centre, as a share of the base length. (3.5.2, house)
const FUNNEL_SHARE: f64 = 0.15;
/// Width of a base, and of smoke. (2.4, house)
pub const WIDTH_IN: f64 = 0.5;
/// Length of the base of several boats. [2.4]
pub const SHARED_BASE_IN: f64 = 2.0;

/// Returns a ship's base: its own, or that of its division of boats. [2.4]
pub fn base_of(state: &State, ship: &Ship) -> Base {
    let has_shared_base = |ship: &Ship| {
        let division = state.division(&ship.division).filter(|division| division.one_base);
        division.is_some_and(|division| {
            1 < state.ships_of_division(&division.id).filter(|ship| ship.is_in_action()).count()
        })
    };
    if has_shared_base(ship) { with_length(SHARED_BASE_IN) } else { base_of_card(&ship.card) }
}

/// Returns the base of a ship that does not share one. [2.4]
pub fn base_of_card(card: &Card) -> Base {
    with_length(card.base_length.as_f64())
}

fn with_length(length_in: f64) -> Base {
    Base { length_in, width_in: WIDTH_IN, funnel_in: FUNNEL_SHARE * length_in }
}

/// Returns the smoke that a ship makes during a run, behind its stern. [4.6]
pub(crate) fn smoke_trail(state: &State, run: &ShipMove) -> Option<Smoke> {
    let ship = state.ship(&run.ship)?;
    let (from, legs) = run.trailing_track(Fine::nearest(base_of(state, ship).length_in / 2.0));
    Some(Smoke { by: ship.id.clone(), from, legs, turn: state.turn, seen: ship.sighted })
}

pub fn path_of(from: Place, legs: &[TrackLeg]) -> Path {
    Path::from_pieces(from.pose(), legs.iter().copied().map(TrackLeg::to_piece))
}
