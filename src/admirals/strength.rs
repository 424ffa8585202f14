//! Strength of ships: remaining life times fire at 8 inches (Lanchester's law with the staying power of Hughes).
//!
//! Fire and life are measured against the same ships of 1904 for both sides. Fire is the flotation a ship takes
//! from an armoured cruiser in a turn. Life is the turns a ship survives the broadside of a battleship.
use naval::Inches;
use naval::model::{BatteryKind, Bearing, Card, Fraction, Ship, card::BigGuns};

use super::expect::{Hits, chance_at_most, hits_from_strikes};

/// Reference range.
const RANGE: Inches = Inches::whole(8);
/// Reference target: Asama, of size 9, armour 5 and defence 20.
const REFERENCE_TARGET: Target = Target { size: 9, armour: 5, defence: 20 };
/// Reference firer: Mikasa, with two mounts of power 18 that need a 7, 28 medium and half of 5 light gun points.
const REFERENCE_FIRER: Broadside = Broadside { mounts: 2.0, to_hit: 7, power: 18, guns: 30.5 };

struct Target {
    size: i32,
    armour: i32,
    defence: i32,
}

struct Broadside {
    mounts: f64,
    to_hit: i32,
    power: i32,
    /// Points of medium guns plus half those of light guns, which have full effect only on small ships.
    guns: f64,
}

impl Broadside {
    fn from_card(card: &Card, mounts: usize, battery: impl Fn(BatteryKind) -> Fraction) -> Broadside {
        let battery_points = battery(BatteryKind::Medium).as_f64() + battery(BatteryKind::Light).as_f64() / 2.0;
        let reach = |big: &BigGuns| big.bands.iter().find(|band| RANGE <= band.to).map(|band| (band.to_hit, big.power));
        match card.big.as_ref().and_then(reach) {
            Some((to_hit, power)) => Broadside { mounts: mounts as f64, to_hit, power, guns: battery_points },
            None => Broadside { mounts: 0.0, to_hit: 0, power: 0, guns: battery_points },
        }
    }

    /// Returns the expected flotation hits on a target in a turn, if big guns and batteries both fire at it.
    fn flotation_per_turn(&self, target: &Target) -> f64 {
        let strikes = self.mounts * chance_at_most(self.to_hit) * chance_at_most(target.size);
        let big =
            if 0.0 < self.mounts { hits_from_strikes(strikes, self.power - target.armour) } else { Hits::default() };
        let battery_hits = Hits { battery: self.guns / f64::from(target.defence.max(1)) / 10.0, ..Hits::default() };
        big.flooding() + battery_hits.flooding()
    }
}

/// Returns the current strength of a ship. 0 if it is lost.
pub fn current(ship: &Ship) -> f64 {
    if ship.counts_as_sunk() {
        return 0.0;
    }
    let fire =
        Broadside::from_card(&ship.card, ship.mounts_bearing(Bearing::Broadside), |kind| ship.battery_strength(kind));
    survival_turns(&ship.card, ship.card.flotation - ship.flotation_hits()) * fire.flotation_per_turn(&REFERENCE_TARGET)
}

pub fn undamaged(card: &Card) -> f64 {
    let battery = |kind| card.battery(kind).map_or(Fraction::ZERO, |battery| battery.strength);
    let fire = Broadside::from_card(card, card.mounts_bearing(Bearing::Broadside), battery);
    survival_turns(card, card.flotation) * fire.flotation_per_turn(&REFERENCE_TARGET)
}

/// Returns how many turns this flotation would last under the reference fire.
fn survival_turns(card: &Card, flotation: i32) -> f64 {
    let target = Target { size: card.size.gun, armour: card.armour.gun, defence: card.defence };
    f64::from(flotation.max(0)) / REFERENCE_FIRER.flotation_per_turn(&target)
}
