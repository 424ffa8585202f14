//! The value of hits, in the points of [10.5].
use super::{
    expect::{
        BATTERY_HITS_PER_POINT, Hits, OTHER_HITS_PER_POINT, PIERCING_HITS_PER_POINT, hits_from_results, volley_hits,
    },
    strength,
};
use naval::model::{BatteryKind, Fraction, Harm, NonPen, Ship, doctrine::Prizes};
use naval::{Fact, Id, rules::tally};

/// Each further hit still needed makes the loss of a ship less certain by this factor.
const CERTAINTY_PER_HIT: f64 = 0.9;
/// What a hit takes from a ship's fire, speed and control, as a share of its points.
const CRIPPLING_SHARE: f64 = 0.03;

/// Hits needed for each point of flotation of a light cruiser: by the chart a hit takes 0.6 points on average. [8.3]
const LIGHT_HITS_PER_POINT: f64 = 1.0 / 0.6;
/// By the same chart a hit takes 0.7 quarters of a light cruiser's guns, so it cripples more than a shell does a large
/// ship, by this factor.
const LIGHT_CRIPPLING: f64 = 3.0;

/// The value of one hit of each kind.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HitValues {
    pub piercing: f64,
    pub other: f64,
    pub battery: f64,
}

/// Points for each unit of strength: a battleship of 1904 comes to its 12 points.
const POINTS_PER_STRENGTH: f64 = 2.4;
const MIN_SHIP_POINTS: f64 = 0.1;

/// The points of a sunk ship, at least 1, or its undamaged strength. A ship that gives no points still fights.
pub fn ship_points(ship: &Ship, prizes: Prizes) -> f64 {
    match prizes {
        Prizes::Points => f64::from(tally::points_for(ship.card.kind, tally::ScoredFate::Sunk).0.max(1)),
        Prizes::Strength => (strength::undamaged(&ship.card) * POINTS_PER_STRENGTH).max(MIN_SHIP_POINTS),
    }
}

/// Returns the remaining share of a side's initial strength.
pub fn remaining_share<'s>(ships: impl Iterator<Item = &'s Ship>) -> f64 {
    let (now, initial) = ships.fold((0.0, 0.0), |(now, initial_sum), ship| {
        let left = if ship.is_in_action() { remaining_strength(ship) } else { 0.0 };
        (now + left, initial_sum + initial_strength(ship))
    });
    now / initial.max(f64::EPSILON)
}

/// Returns the remaining strength of a ship, from its guns and its flotation.
pub fn remaining_strength(ship: &Ship) -> f64 {
    let guns = ship.mounts_left().len() as f64 + battery_mounts(|kind| ship.battery_strength(kind));
    let flooded = f64::from(ship.flotation_hits()) / f64::from(ship.card.flotation.max(1));
    (1.0 + guns) * (1.0 - flooded).max(0.0)
}

pub fn initial_strength(ship: &Ship) -> f64 {
    let mounts = ship.card.big.as_ref().map_or(0, |big| big.mounts.len());
    let undamaged_strength = |kind| ship.card.battery(kind).map_or(Fraction::ZERO, |battery| battery.strength);
    1.0 + mounts as f64 + battery_mounts(undamaged_strength)
}

/// Returns both batteries as a number of mounts. Ten points count as a mount.
fn battery_mounts(strength_of: impl Fn(BatteryKind) -> Fraction) -> f64 {
    (strength_of(BatteryKind::Medium).as_f64() + strength_of(BatteryKind::Light).as_f64()) / 10.0
}

/// Returns the value of a hit on a ship. It rises as the ship comes closer to sinking.
pub fn hit_values(ship: &Ship, prizes: Prizes) -> HitValues {
    let (points, left) = (ship_points(ship, prizes), f64::from((ship.card.flotation - ship.flotation_hits()).max(1)));
    let loss_share = |needed: f64| CERTAINTY_PER_HIT.powf((needed - 1.0).max(0.0)) - CERTAINTY_PER_HIT.powf(needed);
    let value = |needed: f64, share: f64| points * (loss_share(needed * left) + CRIPPLING_SHARE * share);
    // Light ships have charts of their own, the same for all guns: every hit sinks a boat. [8.3]
    if ship.card.kind.is_torpedo_craft() {
        return HitValues { piercing: points, other: points, battery: points };
    }
    if ship.card.kind.is_light() {
        let any = value(LIGHT_HITS_PER_POINT, LIGHT_CRIPPLING);
        return HitValues { piercing: any, other: any, battery: any };
    }
    HitValues {
        piercing: value(PIERCING_HITS_PER_POINT, 1.0),
        other: value(OTHER_HITS_PER_POINT, 0.4),
        battery: value(BATTERY_HITS_PER_POINT, 0.3),
    }
}

/// Returns the points that hits on a ship may still bring until it is lost.
pub fn points_left(ship: &Ship, prizes: Prizes) -> f64 {
    let left = f64::from((ship.card.flotation - ship.flotation_hits()).max(1));
    let share = match ship.card.kind {
        kind if kind.is_torpedo_craft() => 1.0,
        kind if kind.is_light() => 1.0 - CERTAINTY_PER_HIT.powf(LIGHT_HITS_PER_POINT * left),
        _ => 1.0 - CERTAINTY_PER_HIT.powf(PIERCING_HITS_PER_POINT * left),
    };
    ship_points(ship, prizes) * (share + CRIPPLING_SHARE)
}

impl Hits {
    /// The value of these hits on the target, in points.
    pub fn worth(&self, target: &Ship, prizes: Prizes) -> f64 {
        let values = hit_values(target, prizes);
        self.piercing * values.piercing + self.others * values.other + self.battery * values.battery
    }
}

/// A torpedo that penetrates does as much as this many penetrating shells.
const SHELLS_PER_TORPEDO: f64 = 4.0;

/// The value of one torpedo that penetrates.
pub fn torpedo_value(ship: &Ship, prizes: Prizes) -> f64 {
    (SHELLS_PER_TORPEDO * hit_values(ship, prizes).piercing).min(points_left(ship, prizes))
}

/// Returns the target and expected points of a roll, from the numbers rolled against. `None` if no weapon was fired.
pub fn expected_by_fact<'s>(
    fact: &Fact,
    nonpen: NonPen,
    prizes: Prizes,
    target: impl Fn(&Id) -> Option<&'s Ship>,
) -> Option<(&'s Ship, f64)> {
    match fact {
        Fact::SalvoFired(salvo) => {
            let ship = target(&salvo.target)?;
            let numbers = [&salvo.dice, &salvo.to_hit, &salvo.size, &salvo.penetration].map(|sum| sum.result);
            Some((ship, hits_from_results(numbers, nonpen).worth(ship, prizes)))
        }
        Fact::BatteriesFired(fired) => {
            let ship = target(&fired.target)?;
            Some((ship, volley_hits(fired.strength, fired.defence).worth(ship, prizes)))
        }
        Fact::TorpedoesAttacked(attack) => {
            let ship = target(&attack.target)?;
            let numbers = [&attack.factors, &attack.to_hit, &attack.size, &attack.penetration].map(|sum| sum.result);
            Some((ship, hits_from_results(numbers, NonPen::Stage3).piercing * torpedo_value(ship, prizes)))
        }
        _ => None,
    }
}

/// Returns the value of repairing a damage to a ship, in points: a share of the ship's own.
pub fn repair_value(ship: &Ship, damage: &Harm, prizes: Prizes) -> f64 {
    let left = f64::from((ship.card.flotation - ship.flotation_hits()).max(0));
    let mounts = ship.card.big.as_ref().map_or(1, |big| big.mounts.len().max(1)) as f64;
    let share = match damage {
        // Each may spread, and several sink a ship. [8.5]
        Harm::Fire => 0.06 * (1.0 + ship.fires() as f64),
        Harm::Flotation { .. } => CERTAINTY_PER_HIT.powf(left * PIERCING_HITS_PER_POINT / 2.0).max(0.03),
        Harm::Speed(_) if ship.is_stopped_by_damage() => 0.4,
        Harm::Speed(_) => 0.08,
        Harm::FireControl => 0.07,
        Harm::Steering { .. } => 0.06,
        Harm::Mount(_) => 0.2 / mounts,
        Harm::Bridge => 0.03,
        Harm::Guns { .. } => 0.03,
    };
    ship_points(ship, prizes) * share
}
