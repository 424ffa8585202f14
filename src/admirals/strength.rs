//! Strength of ships: remaining life times fire at 8 inches (Lanchester's law with the staying power of Hughes).
//!
//! Both use the same reference ships of 1904, so that both sides are measured alike. Fire is the flotation it takes
//! from an armoured cruiser in a turn. Life is the turns a ship survives the broadside of a battleship.
use naval::Inches;
use naval::model::{BatteryKind, Bearing, Card, Fraction, Ship, card::BigGuns};

use super::expect::{Hits, at_most, struck};

/// Reference range.
const RANGE: Inches = Inches::whole(8);
/// Reference target: Asama, of size 9, armour 5 and defence 20.
const MARK: Target = Target { size: 9, armour: 5, defence: 20 };
/// Reference firer: Mikasa, with two mounts of power 18 that need a 7, 28 medium and half of 5 light gun points.
const BROADSIDE: Broadside = Broadside { mounts: 2.0, to_hit: 7, power: 18, guns: 30.5 };

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
    fn of(card: &Card, mounts: usize, battery: impl Fn(BatteryKind) -> Fraction) -> Broadside {
        let guns = battery(BatteryKind::Medium).as_f64() + battery(BatteryKind::Light).as_f64() / 2.0;
        let reach = |big: &BigGuns| big.bands.iter().find(|band| RANGE <= band.to).map(|band| (band.to_hit, big.power));
        match card.big.as_ref().and_then(reach) {
            Some((to_hit, power)) => Broadside { mounts: mounts as f64, to_hit, power, guns },
            None => Broadside { mounts: 0.0, to_hit: 0, power: 0, guns },
        }
    }

    /// Returns the expected flotation hits on a target in a turn, if big guns and batteries both fire at it.
    fn takes(&self, target: &Target) -> f64 {
        let strikes = self.mounts * at_most(self.to_hit) * at_most(target.size);
        let big = if 0.0 < self.mounts { struck(strikes, self.power - target.armour) } else { Hits::default() };
        let guns = Hits { battery: self.guns / f64::from(target.defence.max(1)) / 10.0, ..Hits::default() };
        big.flooding() + guns.flooding()
    }
}

/// The current strength of a ship. 0 if lost.
pub fn left(ship: &Ship) -> f64 {
    if ship.counts_as_sunk() {
        return 0.0;
    }
    let fire = Broadside::of(&ship.card, ship.mounts_bearing(Bearing::Broadside), |kind| ship.battery_strength(kind));
    life(&ship.card, ship.card.flotation - ship.flotation_hits()) * fire.takes(&MARK)
}

/// The same of an undamaged ship.
pub fn whole(card: &Card) -> f64 {
    let battery = |kind| card.battery(kind).map_or(Fraction::ZERO, |battery| battery.strength);
    let fire = Broadside::of(card, card.mounts_bearing(Bearing::Broadside), battery);
    life(card, card.flotation) * fire.takes(&MARK)
}

/// For how many turns this flotation would last.
fn life(card: &Card, flotation: i32) -> f64 {
    let target = Target { size: card.size.gun, armour: card.armour.gun, defence: card.defence };
    f64::from(flotation.max(0)) / BROADSIDE.takes(&target)
}
