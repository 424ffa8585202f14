//! A ship's losses by damage. A ship that counts as sunk has lost everything. [8.7]
use super::{BatteryKind, Harm, Ship};
use crate::model::{Fraction, Id};

impl Ship {
    /// Returns the flotation hits suffered. A sunk ship has at least its card's number. [8.3]
    pub fn flotation_lost(&self) -> i32 {
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
    pub fn mounts_lost_count(&self) -> usize {
        if self.counts_as_sunk() { self.mount_count() } else { self.mounts_lost().len() }
    }
    /// Whether at least half of its big-gun mounts are lost. Never true of a ship without any.
    pub fn has_lost_half_mounts(&self) -> bool {
        let mounts = self.mount_count();
        0 < mounts && mounts <= 2 * self.mounts_lost_count()
    }
    /// Returns the battery points lost. A sunk ship has lost all.
    pub fn battery_lost(&self) -> Fraction {
        if self.counts_as_sunk() {
            return self.battery_points();
        }
        let left: Fraction = KINDS.iter().map(|kind| self.battery_strength(*kind)).sum();
        self.battery_points() - left
    }
    /// Whether at least half of its battery points are lost. Never true of a ship without any.
    pub fn has_lost_half_battery(&self) -> bool {
        let mut batteries = KINDS.iter().filter_map(|kind| self.card.battery(*kind));
        batteries.any(|battery| Fraction::ZERO < battery.strength)
            && (self.counts_as_sunk() || HALF_IN_QUARTERS <= self.gun_quarters_lost())
    }
    fn mount_count(&self) -> usize {
        self.card.big.as_ref().map_or(0, |big| big.mounts.len())
    }
    fn battery_points(&self) -> Fraction {
        KINDS.iter().filter_map(|kind| self.card.battery(*kind)).map(|battery| battery.strength).sum()
    }
}

/// Half of the gun points, in quarters. [6.2.2]
const HALF_IN_QUARTERS: i32 = 2;

const KINDS: [BatteryKind; 2] = [BatteryKind::Medium, BatteryKind::Light];
