//! A ship's hits, their lasting effects, and its fate. [8.2, 8.4, 8.7]
use serde::{Deserialize, Serialize};

use super::{Edge, Id, Inches, ShipType, TurnSide};

/// State of one hit, as marked in the margin of the card. [8.2.4]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HitState {
    Active,
    /// The slash.
    Repaired,
    /// The circle.
    Unrepairable,
}

/// A hit in the margin of the card, with its effect. [8.2.4]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hit {
    /// Letter code and running number, such as `F2`, by which repairs name it.
    pub id: Id,
    pub turn: u16,
    pub effect: Harm,
    pub state: HitState,
}

/// A lasting effect of damage, with all dice applied.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Harm {
    /// M: this mount is out.
    Mount(Id),
    /// S on a large ship, G on a light one: quarters of the battery points lost.
    Guns { quarters: i32 },
    /// F: a fire burns.
    Fire,
    /// FL: flotation hits.
    Flotation { hits: i32 },
    /// Speed lost outright.
    Speed(Inches),
    /// ST: rudder jammed. Until the end of turn `until_turn` the helm stays as it last was.
    Steering {
        until_turn: u16,
        /// The direction in which it was turning. `None` is straight on. (Q39)
        #[serde(default, skip_serializing_if = "Option::is_none")]
        circles: Option<TurnSide>,
    },
    /// Bridge hit: signalling 0.
    Bridge,
    /// Fire control out: to-hit halved.
    FireControl,
}

impl Harm {
    /// Returns its code on the card. [8.2.4]
    pub fn code(&self, ship: ShipType) -> &'static str {
        match self {
            Harm::Mount(_) => "M",
            Harm::Guns { .. } if ship.is_large() => "S",
            Harm::Guns { .. } => "G",
            Harm::Fire => "F",
            Harm::Flotation { .. } => "FL",
            Harm::Speed(_) => "V",
            Harm::Steering { .. } => "ST",
            Harm::Bridge => "B",
            Harm::FireControl => "FC",
        }
    }
    /// Whether it reduces the ship's speed. [8.6.3]
    pub fn slows(&self) -> bool {
        matches!(self, Harm::Flotation { .. } | Harm::Speed(_))
    }
}

/// Whether and how a ship has left the battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Fate {
    /// On the table and under command.
    Fighting,
    /// Flooded to its maximum: a stationary hulk that counts as sunk. [8.7]
    Sinking,
    /// Destroyed by an explosion and removed. [8.7]
    Exploded,
    /// A boat sunk by gunfire or torpedo; removed. [8.3]
    Sunk,
    /// Five fires or more: out of control, and counted as sunk. [8.5.2]
    Abandoned,
    /// Left the table, with the edge and turn if recorded. [9.3, Q28]
    Exited {
        friendly: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        edge: Option<Edge>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<u16>,
    },
    /// Not on the table yet.
    Waiting { enters_turn: u16 },
}

impl Fate {
    /// Returns the fate of a ship that left the table by the referee's ruling, which names no edge or turn.
    pub fn exited(friendly: bool) -> Fate {
        Fate::Exited { friendly, edge: None, turn: None }
    }
}

/// A jammed rudder. [8.4, Q39]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RudderJam {
    pub until_turn: u16,
    /// The direction in which the ship circles. `None` is straight on.
    pub circles: Option<TurnSide>,
}
