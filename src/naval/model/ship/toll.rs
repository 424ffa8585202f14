//! How much of a ship is gone: by damage, and of one that counts as sunk everything. [8.7]
use super::{BatteryKind, Harm, Ship};
use crate::model::{Fraction, Id};

impl Ship {
    /// Flotation hits that she has had; a sunk ship has had at least all of her card. [8.3]
    pub fn flotation_gone(&self) -> i32 {
        let suffered = self.flotation_hits();
        if self.counts_as_sunk() { suffered.max(self.card.flotation) } else { suffered }
    }
    /// Big-gun mounts that damage has put out, each once.
    pub fn mounts_lost(&self) -> Vec<Id> {
        let mut lost: Vec<Id> = Vec::new();
        for harm in self.harms() {
            if let Harm::Mount(id) = harm
                && !lost.contains(id)
            {
                lost.push(id.clone());
            }
        }
        lost
    }
    /// Big-gun mounts that are gone; a sunk ship has none left.
    pub fn mounts_gone(&self) -> usize {
        if self.counts_as_sunk() { self.mounts() } else { self.mounts_lost().len() }
    }
    /// Half of her big-gun mounts are gone, or more; of a ship without any never.
    pub fn half_mounts_gone(&self) -> bool {
        let mounts = self.mounts();
        0 < mounts && mounts <= 2 * self.mounts_gone()
    }
    /// Battery points that are gone; a sunk ship has none left.
    pub fn battery_gone(&self) -> Fraction {
        if self.counts_as_sunk() {
            return self.battery();
        }
        let left: Fraction = KINDS.iter().map(|kind| self.battery_strength(*kind)).sum();
        self.battery() - left
    }
    /// Half of her battery points are gone, or more; of a ship without any never.
    pub fn half_battery_gone(&self) -> bool {
        let mut batteries = KINDS.iter().filter_map(|kind| self.card.battery(*kind));
        batteries.any(|one| Fraction::ZERO < one.strength)
            && (self.counts_as_sunk() || HALF <= self.gun_quarters_lost())
    }
    fn mounts(&self) -> usize {
        self.card.big.as_ref().map_or(0, |big| big.mounts.len())
    }
    fn battery(&self) -> Fraction {
        KINDS.iter().filter_map(|kind| self.card.battery(*kind)).map(|one| one.strength).sum()
    }
}

/// Quarters of the gun points that are half of them. [6.2.2]
const HALF: i32 = 2;

const KINDS: [BatteryKind; 2] = [BatteryKind::Medium, BatteryKind::Light];
