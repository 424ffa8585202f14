//! What came of two bases that overlapped. [5.11]
use serde::{Deserialize, Serialize};

use super::Id;

/// Two ships, or bases of boats, that risked a collision, and what came of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Collision {
    pub one: Id,
    pub other: Id,
    /// On which row of the chart each is rolled for.
    pub blows: (Blow, Blow),
    pub collides: bool,
    /// Where one lay stopped: her, and the division whose only risk this was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Risk>,
}

/// A division has run its risk with a ship that lies stopped. [5.11]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Risk {
    pub division: Id,
    pub ship: Id,
}

/// How a ship comes out of a collision. (T7)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Blow {
    /// Her bow struck the other.
    Rammer,
    /// The other's bow struck her; bow to bow both are struck.
    Rammed,
    Glancing,
}

/// How two bases met on the table, where positions do not say. (T7)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HowMet {
    /// The bow of the first struck the second.
    Ram,
    BowToBow,
    Scrape,
}
