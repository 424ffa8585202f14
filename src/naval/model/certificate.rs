//! What a scenario is worth to either side, as battles between players found it.
use serde::{Deserialize, Serialize};

use super::{Id, SideId};

/// A certificate of balance: for every seed four battles on the same dice, with the players A and B on either side.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    pub scenario: Id,
    /// The command that makes it again.
    pub command: String,
    /// Of the scenario as it is fought, of the players' cards, and of the editions of rulings and players: of another, the
    /// certificate says nothing.
    pub basis: String,
    /// Seeds; four battles of each.
    pub n: u64,
    /// Of the battles' seeds.
    pub seed: u64,
    /// As players are typed: `captain`, `captain:togo`.
    pub a: String,
    pub b: String,
    pub census: Census,
    /// Left out where nothing can be certified: more than one battle in a hundred with a refused order, or more than
    /// one in five without contact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<Found>,
}

/// How the battles went, all of them together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Census {
    pub battles: u64,
    /// With an order that was refused, or a duty that nobody had done.
    pub refused: u64,
    pub no_contact: u64,
    /// In which nobody fired.
    pub silent: u64,
}

impl Census {
    /// Whether anything can be told of such battles.
    pub fn is_sound(&self) -> bool {
        self.refused * 100 <= self.battles && self.no_contact * 5 <= self.battles
    }
}

/// What was found. Shares are of a hundred battles, nobody's victories by half to each side.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Found {
    /// The first side of the scenario, to which shares and margins belong.
    pub side: SideId,
    pub share_of_a: Interval,
    pub share_of_b: Interval,
    /// Who wins with A on both sides. Left out in certificates that are older than this figure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wins_of_a: Option<Wins>,
    pub margin_of_a: Interval,
    pub margin_of_b: Interval,
    /// By how much A does better than B in the same place, in a hundred battles, and in points a battle.
    pub player: Interval,
    pub player_points: Interval,
    pub handicap: Points,
    /// Changes that were tried, the lightest first, with A on both sides; the last is the first that made it even.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<Tried>,
}

/// Battles of a hundred that each side wins, and that nobody wins.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wins {
    pub first: Interval,
    pub second: Interval,
    pub nobody: Interval,
}

/// A mean and its interval of 95%, in tenths.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Interval {
    pub mean: f64,
    pub low: f64,
    pub high: f64,
}

/// Points that bring the median of the margin nearest 0: to the second side where they are above 0, else to the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Points {
    pub points: i32,
    pub low: i32,
    pub high: i32,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tried {
    pub change: Change,
    pub share: Interval,
}

impl Tried {
    /// Whether it makes the scenario even: neither side wins more than 55 of a hundred.
    pub fn is_even(&self) -> bool {
        is_even(self.share)
    }
}

/// Whether neither side wins more than 55 of a hundred.
pub fn is_even(share: Interval) -> bool {
    (45.0..=55.0).contains(&share.mean)
}

/// A change of a scenario, the lightest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// So many turns more, or less.
    Turns(i16),
    /// So many inches farther to see, or less far.
    Sight(i16),
    /// One ship left out.
    Without(Id),
    /// One more face of the die at damage control. [8.6.1]
    DamageControl(SideId),
}
