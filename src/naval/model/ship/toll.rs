//! A ship's losses by damage. A ship that counts as sunk has lost everything. [8.7]
use super::{BatteryKind, Harm, Ship};
use crate::model::{Fraction, Id};

impl Ship {
    /// Returns the flotation hits suffered. A sunk ship has at least its card's number. [8.3]
    pub fn flotation_gone(&self) -> i32 {
        let suffered = self.flotation_hits();
        if self.counts_as_sunk() { suffered.max(self.card.flotation) } else { suffered }
    }
    /// Returns the big-gun mounts put out by damage, each once.
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
    /// Returns the number of big-gun mounts lost. A sunk ship has lost all.
    pub fn mounts_gone(&self) -> usize {
        if self.counts_as_sunk() { self.mounts() } else { self.mounts_lost().len() }
    }
    /// Whether at least half of its big-gun mounts are lost. Never true of a ship without any.
    pub fn half_mounts_gone(&self) -> bool {
        let mounts = self.mounts();
        0 < mounts && mounts <= 2 * self.mounts_gone()
    }
    /// Returns the battery points lost. A sunk ship has lost all.
    pub fn battery_gone(&self) -> Fraction {
        if self.counts_as_sunk() {
            return self.battery();
        }
        let left: Fraction = KINDS.iter().map(|kind| self.battery_strength(*kind)).sum();
        self.battery() - left
    }
    /// Whether at least half of its battery points are lost. Never true of a ship without any.
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

/// Half of the gun points, in quarters. [6.2.2]
const HALF: i32 = 2;

const KINDS: [BatteryKind; 2] = [BatteryKind::Medium, BatteryKind::Light];
