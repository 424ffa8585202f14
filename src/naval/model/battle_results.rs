//! Results of battles between computer players.
use std::collections::BTreeMap;

use super::{BatteryKind, BattleEnd, Id, SideId, victory::VictoryDegree};

#[derive(Clone, PartialEq, Debug, Default)]
pub struct BattleResult {
    /// How it ended. `None` if it was aborted.
    pub end: Option<BattleEnd>,
    /// The turn in which it ended.
    pub turns: u16,
    pub winner: Option<(SideId, VictoryDegree)>,
    /// In the order of the scenario.
    pub sides: Vec<SideResult>,
    pub ships: BTreeMap<Id, ShipResult>,
    /// The first turn in which a ship was in sight.
    pub contact: Option<u16>,
    /// Players' orders that the rules refused.
    pub refused: u32,
    /// Duties left undone when a segment closed.
    pub waived: u32,
}

impl BattleResult {
    /// Returns the first side's lead in points.
    pub fn margin(&self) -> i32 {
        let points_at = |index: usize| self.sides.get(index).map_or(0, |side| side.points);
        points_at(0) - points_at(1)
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SideResult {
    pub side: SideId,
    /// With the handicap. [10.5]
    pub points: i32,
    /// By battery kind, big guns first.
    pub fire: [FireResult; 3],
}

/// Fire of a side's batteries of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FireResult {
    /// Mounts or batteries that fired, each counted once a turn.
    pub fired: u64,
    pub hits: u64,
    pub piercing: u64,
}

impl FireResult {
    pub fn add(&mut self, other: FireResult) {
        self.fired += other.fired;
        self.hits += other.hits;
        self.piercing += other.piercing;
    }

    /// Returns the index of a battery kind in [`SideResult::fire`].
    pub fn index(kind: BatteryKind) -> usize {
        match kind {
            BatteryKind::Big => 0,
            BatteryKind::Medium => 1,
            BatteryKind::Light => 2,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ShipResult {
    pub side: SideId,
    pub name: String,
    pub sunk: bool,
    pub immobile: bool,
    /// Lost, at half speed, without guns or with a jammed rudder.
    pub crippled: bool,
    pub has_exited: bool,
    /// Shells that struck, of all guns. Those that did no harm count too. [6.5.1.6]
    pub hits: u32,
    pub big_gun_hits: u32,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct BattleResults {
    pub battles: Vec<BattleResult>,
}

/// The lead of one player over another in points a battle, by pairs of battles on the same dice with the players
/// swapped between the sides. A pair counts as the mean of the player's two leads.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlayerLead {
    pub pairs: usize,
    pub mean: f64,
    /// The standard error of the mean.
    pub error: f64,
}

impl PlayerLead {
    /// Standard errors on either side of the mean that make an interval of 95%.
    const ERRORS: f64 = 1.96;

    /// From battles in which the player has the first side, and those with the same dice in which it has the second.
    pub fn from_battles(first: &BattleResults, second: &BattleResults) -> PlayerLead {
        let pairs = first.battles.iter().zip(&second.battles);
        let leads: Vec<f64> = pairs.map(|(first, second)| f64::from(first.margin() - second.margin()) / 2.0).collect();
        PlayerLead::from_leads(&leads)
    }

    pub fn from_leads(leads: &[f64]) -> PlayerLead {
        let n = leads.len() as f64;
        let mean = leads.iter().sum::<f64>() / n.max(1.0);
        let squares = leads.iter().map(|lead| (lead - mean).powi(2)).sum::<f64>();
        PlayerLead { pairs: leads.len(), mean, error: (squares / (n - 1.0).max(1.0) / n.max(1.0)).sqrt() }
    }

    /// Returns the interval of 95%.
    pub fn interval(self) -> [f64; 2] {
        let width = PlayerLead::ERRORS * self.error;
        [self.mean - width, self.mean + width]
    }

    /// Whether the player is better: the whole interval is above 0.
    pub fn is_better(self) -> bool {
        0.0 < self.interval()[0]
    }

    /// Whether the player is worse: the whole interval is below 0.
    pub fn is_worse(self) -> bool {
        self.interval()[1] < 0.0
    }
}
