//! What hits are worth, in points of [10.5].
use naval::{Ship, tally};

/// Each further hit that is still needed makes the loss of a ship so much less certain.
const EACH_HIT: f64 = 0.9;
/// Hits that are needed for each point of flotation left, by those that pierce and by the others.
const PIERCING_EACH: f64 = 2.5;
const OTHERS_EACH: f64 = 6.0;
const BATTERY_EACH: f64 = 9.0;
/// What a hit takes of her fire, way and control, as a share of her points.
const CRIPPLES: f64 = 0.03;

/// What one hit of a kind is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Each {
    pub piercing: f64,
    pub other: f64,
    pub battery: f64,
}

/// The points of a ship that is sunk; what gives none still fights.
pub fn of_ship(ship: &Ship) -> f64 {
    f64::from(tally::worth(ship.card.kind, tally::Standing::Sunk).0.max(1))
}

/// What a hit on her is worth: the more, the nearer she is to her end.
pub fn of_hits(ship: &Ship) -> Each {
    let (points, left) = (of_ship(ship), f64::from((ship.card.flotation - ship.flotation_hits()).max(1)));
    let nearer = |needed: f64| EACH_HIT.powf((needed - 1.0).max(0.0)) - EACH_HIT.powf(needed);
    let each = |needed: f64, share: f64| points * (nearer(needed * left) + CRIPPLES * share);
    Each { piercing: each(PIERCING_EACH, 1.0), other: each(OTHERS_EACH, 0.4), battery: each(BATTERY_EACH, 0.3) }
}
