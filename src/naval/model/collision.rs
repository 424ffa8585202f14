//! Collisions of overlapping bases. [5.11]
use serde::{Deserialize, Serialize};

use super::Id;

/// Two ships, or bases of boats, that risked a collision, with the result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Collision {
    pub one: Id,
    pub other: Id,
    /// The rows of the chart on which the damage of `one` and of `other` is rolled.
    pub blows: (CollisionRow, CollisionRow),
    pub collides: bool,
    /// If one was stopped, that ship and the division whose only risk this was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<CollisionRisk>,
}

/// A division has taken its risk with a stopped ship. [5.11]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CollisionRisk {
    pub division: Id,
    pub ship: Id,
}

/// The damage that a ship takes in a collision. (T7)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CollisionRow {
    /// The row of a ship whose bow struck the other.
    Rammer,
    /// The row of a ship that the other's bow struck. Bow to bow, both are struck.
    Rammed,
    Glancing,
}

/// How two bases met on the table, where no positions show it. (T7)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ContactKind {
    /// The bow of the first struck the second.
    Ram,
    BowToBow,
    Scrape,
}
