//! Who holds an area, what has changed there, and against whom it is fought over. [SC-3, SC-A5]
use serde::{Deserialize, Serialize};

use super::{Band, EnemyId};

/// Who controls an area. [SC-3]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Holder {
    Empire,
    Neutral,
    Enemy(EnemyId),
}

/// Against whom a battle is fought.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Foe {
    Garrison,
    Empire(EnemyId),
}

/// An area as it is now.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Land {
    pub holder: Holder,
    /// Gold pieces more or fewer than the table says, by exploration.
    pub gp_change: i32,
    /// Defenders more or fewer than the table says, by exploration.
    pub garrison_change: i8,
    /// Its troops stand in the player's MAX.
    pub levied: bool,
    pub explored: bool,
}

/// What an empire has lost for good or gained besides its areas. [SC-A5, SC-A13]
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rising {
    pub dead: Vec<Band>,
    pub extra: Vec<Band>,
}
