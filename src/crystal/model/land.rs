//! The holder of an area, changes there, and the opponent of a battle. [SC-3, SC-A5]
use serde::{Deserialize, Serialize};

use super::{EnemyId, TroopGroup};

/// The holder of an area. `Empire` is the player. [SC-3]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Holder {
    Empire,
    Neutral,
    Enemy(EnemyId),
}

/// The opponent in a battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Opponent {
    Garrison,
    Empire(EnemyId),
}

/// The present state of an area.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AreaState {
    pub holder: Holder,
    /// Change to the table's gold pieces, by exploration.
    pub gp_change: i32,
    /// Change to the table's number of defenders, by exploration.
    pub garrison_change: i8,
    /// Whether its troops count in the player's MAX.
    pub levied: bool,
    pub explored: bool,
}

/// Units that an empire has lost for good or gained apart from its areas. [SC-A5, SC-A13]
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EmpireChanges {
    pub dead: Vec<TroopGroup>,
    pub extra: Vec<TroopGroup>,
}
