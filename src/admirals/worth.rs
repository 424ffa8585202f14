//! The value of hits, in the points of [10.5].
use super::{
    expect::{BATTERY_EACH, Hits, OTHERS_EACH, PIERCING_EACH, rolled, volley},
    strength,
};
use naval::model::{BatteryKind, Fraction, Harm, NonPen, Ship, doctrine::Prizes};
use naval::{Fact, Id, rules::tally};

/// Each further hit still needed makes the loss of a ship less certain by this factor.
const EACH_HIT: f64 = 0.9;
/// What a hit takes from a ship's fire, speed and control, as a share of its points.
const CRIPPLES: f64 = 0.03;

/// The value of one hit of each kind.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Each {
    pub piercing: f64,
    pub other: f64,
    pub battery: f64,
}

/// Points for each unit of strength: a battleship of 1904 comes to its 12 points. Then the least value of any ship.
const POINTS_OF_STRENGTH: f64 = 2.4;
const LEAST_PRIZE: f64 = 0.1;

/// The points of a sunk ship, at least 1, or its undamaged strength. A ship that gives no points still fights.
pub fn of_ship(ship: &Ship, prizes: Prizes) -> f64 {
    match prizes {
        Prizes::Points => f64::from(tally::worth(ship.card.kind, tally::Standing::Sunk).0.max(1)),
        Prizes::Strength => (strength::whole(&ship.card) * POINTS_OF_STRENGTH).max(LEAST_PRIZE),
    }
}

/// Returns the remaining share of a side's initial strength.
pub fn share<'s>(ships: impl Iterator<Item = &'s Ship>) -> f64 {
    let (now, came) = ships.fold((0.0, 0.0), |(now, came), ship| {
        let left = if ship.in_action() { strength(ship) } else { 0.0 };
        (now + left, came + first_strength(ship))
    });
    now / came.max(f64::EPSILON)
}

/// Returns the remaining strength of a ship, from its guns and its flotation.
pub fn strength(ship: &Ship) -> f64 {
    let guns = ship.mounts_left().len() as f64 + batteries(|kind| ship.battery_strength(kind));
    let flooded = f64::from(ship.flotation_hits()) / f64::from(ship.card.flotation.max(1));
    (1.0 + guns) * (1.0 - flooded).max(0.0)
}

/// The same of an undamaged ship.
pub fn first_strength(ship: &Ship) -> f64 {
    let mounts = ship.card.big.as_ref().map_or(0, |big| big.mounts.len());
    let whole = |kind| ship.card.battery(kind).map_or(Fraction::ZERO, |battery| battery.strength);
    1.0 + mounts as f64 + batteries(whole)
}

/// Both batteries. Ten points count as a mount.
fn batteries(of: impl Fn(BatteryKind) -> Fraction) -> f64 {
    (of(BatteryKind::Medium).as_f64() + of(BatteryKind::Light).as_f64()) / 10.0
}

/// Returns the value of a hit on a ship. It rises as the ship comes closer to sinking.
pub fn of_hits(ship: &Ship, prizes: Prizes) -> Each {
    let (points, left) = (of_ship(ship, prizes), f64::from((ship.card.flotation - ship.flotation_hits()).max(1)));
    let nearer = |needed: f64| EACH_HIT.powf((needed - 1.0).max(0.0)) - EACH_HIT.powf(needed);
    let each = |needed: f64, share: f64| points * (nearer(needed * left) + CRIPPLES * share);
    Each { piercing: each(PIERCING_EACH, 1.0), other: each(OTHERS_EACH, 0.4), battery: each(BATTERY_EACH, 0.3) }
}

impl Hits {
    /// The value of these hits on the target, in points.
    pub fn worth(&self, target: &Ship, prizes: Prizes) -> f64 {
        let each = of_hits(target, prizes);
        self.piercing * each.piercing + self.others * each.other + self.battery * each.battery
    }
}

/// A torpedo that penetrates does as much as this many penetrating shells.
const TORPEDO_IS: f64 = 4.0;

/// The value of one torpedo that penetrates.
pub fn of_torpedo(ship: &Ship, prizes: Prizes) -> f64 {
    TORPEDO_IS * of_hits(ship, prizes).piercing
}

/// Returns the target and expected points of a roll, from the numbers that were rolled against. `None` if no weapon was
/// fired.
pub fn thrown<'s>(
    fact: &Fact,
    nonpen: NonPen,
    prizes: Prizes,
    target: impl Fn(&Id) -> Option<&'s Ship>,
) -> Option<(&'s Ship, f64)> {
    match fact {
        Fact::SalvoFired(salvo) => {
            let ship = target(&salvo.target)?;
            let numbers = [&salvo.dice, &salvo.to_hit, &salvo.size, &salvo.penetration].map(|sum| sum.result);
            Some((ship, rolled(numbers, nonpen).worth(ship, prizes)))
        }
        Fact::BatteriesFired(fired) => {
            let ship = target(&fired.target)?;
            Some((ship, volley(fired.strength, fired.defence).worth(ship, prizes)))
        }
        Fact::TorpedoesAttacked(attack) => {
            let ship = target(&attack.target)?;
            let numbers = [&attack.factors, &attack.to_hit, &attack.size, &attack.penetration].map(|sum| sum.result);
            Some((ship, rolled(numbers, NonPen::Stage3).piercing * of_torpedo(ship, prizes)))
        }
        _ => None,
    }
}

/// Returns the value of repairing a damage to a ship, in points: a share of the ship's own.
pub fn of_repair(ship: &Ship, harm: &Harm, prizes: Prizes) -> f64 {
    let left = f64::from((ship.card.flotation - ship.flotation_hits()).max(0));
    let mounts = ship.card.big.as_ref().map_or(1, |big| big.mounts.len().max(1)) as f64;
    let share = match harm {
        // Each may spread, and several sink a ship. [8.5]
        Harm::Fire => 0.06 * (1.0 + ship.fires() as f64),
        Harm::Flotation { .. } => EACH_HIT.powf(left * PIERCING_EACH / 2.0).max(0.03),
        Harm::Speed(_) if ship.has_no_way() => 0.4,
        Harm::Speed(_) => 0.08,
        Harm::FireControl => 0.07,
        Harm::Steering { .. } => 0.06,
        Harm::Mount(_) => 0.2 / mounts,
        Harm::Bridge => 0.03,
        Harm::Guns { .. } => 0.03,
    };
    of_ship(ship, prizes) * share
}
