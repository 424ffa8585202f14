//! Certificates of balance: a scenario's value to each side, measured in battles between computer players.
use serde::{Deserialize, Serialize};

use super::{Id, SideId};

/// A certificate of balance: for every seed four battles on the same dice, with the players A and B on either side.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    pub scenario: Id,
    /// The command that reproduces it.
    pub command: String,
    /// A digest of the scenario, the players' cards, and the editions of rulings and players. If any of them differs,
    /// the certificate does not apply.
    pub basis: String,
    /// Number of seeds. Each gives four battles.
    pub n: u64,
    /// The seed from which the seeds of the battles are drawn.
    pub seed: u64,
    /// As typed: `captain`, `captain:togo`.
    pub a: String,
    pub b: String,
    pub census: Census,
    /// `None` if nothing can be certified: over 1% of battles with a refused order, or over 20% without contact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<CertifiedResults>,
}

/// Totals of all battles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Census {
    pub battles: u64,
    /// Battles with a refused order or an undone duty.
    pub refused: u64,
    pub no_contact: u64,
    /// Battles in which no ship fired.
    pub silent: u64,
}

impl Census {
    /// Whether these battles can support a certificate.
    pub fn can_be_certified(&self) -> bool {
        self.refused * 100 <= self.battles && self.no_contact * 5 <= self.battles
    }
}

/// The results. Win rates are per 100 battles. A drawn battle counts half to each side.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CertifiedResults {
    /// The first side of the scenario, for which win rates and margins are given.
    pub side: SideId,
    /// The win rate of `side` with A on both sides, then with B.
    pub share_of_a: Interval,
    pub share_of_b: Interval,
    /// Results with A on both sides. Older certificates lack this figure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wins_of_a: Option<WinRates>,
    pub margin_of_a: Interval,
    pub margin_of_b: Interval,
    /// A's advantage over B on the same side, in win rate and in points a battle.
    pub player: Interval,
    pub player_points: Interval,
    pub handicap: HandicapEstimate,
    /// Changes tried with A on both sides, the lightest first, up to the first that made the battle even.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<TriedChange>,
}

/// Battles of 100 that each side wins, and that neither wins.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WinRates {
    pub first: Interval,
    pub second: Interval,
    pub nobody: Interval,
}

/// A mean and its 95% interval, rounded to tenths.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Interval {
    pub mean: f64,
    pub low: f64,
    pub high: f64,
}

/// Points that bring the median margin nearest 0. Above 0 they go to the second side, otherwise to the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandicapEstimate {
    pub points: i32,
    pub low: i32,
    pub high: i32,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TriedChange {
    pub change: ScenarioChange,
    pub share: Interval,
}

impl TriedChange {
    pub fn is_even(&self) -> bool {
        is_even(self.share)
    }
}

/// Whether the first side wins 45 to 55 of 100 battles.
pub fn is_even(share: Interval) -> bool {
    (45.0..=55.0).contains(&share.mean)
}

/// A change to a scenario, the lightest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScenarioChange {
    /// This many turns more, or fewer if negative.
    Turns(i16),
    /// This many inches added to the sighting range, or taken off if negative.
    Sight(i16),
    Without(Id),
    /// One more successful result of the damage-control die. [8.6.1]
    DamageControl(SideId),
}
