//! What has become of a ship: hits, what they harmed, her fate. [8.2, 8.4, 8.7]
use serde::{Deserialize, Serialize};

use super::{Edge, Hand, Id, Inches, ShipType};

/// State of one hit in the margin of the card. [8.2.4]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HitState {
    Active,
    /// The slash.
    Repaired,
    /// The circle.
    Unrepairable,
}

/// One hit in the margin of the card, with what it did. [8.2.4]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hit {
    /// Letter code and running number, such as `F2`: how a repair names it.
    pub id: Id,
    pub turn: u16,
    pub effect: Harm,
    pub state: HitState,
}

/// A lasting effect of damage, as it was decided.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Harm {
    /// M: this mount is out.
    Mount(Id),
    /// S on a large ship, G on a light one: quarters of the battery points gone.
    Guns { quarters: i32 },
    /// F: a fire burns.
    Fire,
    /// FL: flotation hits.
    Flotation { hits: i32 },
    /// Speed lost outright.
    Speed(Inches),
    /// Rudder jammed: until after this turn she holds what her helm did last.
    Steering {
        until_turn: u16,
        /// The hand to which she was turning; straight on where it is left out. (Q39)
        #[serde(default, skip_serializing_if = "Option::is_none")]
        circles: Option<Hand>,
    },
    /// Bridge hit: signalling 0.
    Bridge,
    /// Fire control out: to-hit halved.
    FireControl,
}

impl Harm {
    /// The letter that stands for it in the margin. [8.2.4]
    pub fn letter(&self, ship: ShipType) -> &'static str {
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
    /// Takes way off the ship. [8.6.3]
    pub fn slows(&self) -> bool {
        matches!(self, Harm::Flotation { .. } | Harm::Speed(_))
    }
}

/// How a ship has left the battle, if she has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Fate {
    /// On the table and under command.
    Fighting,
    /// Flooded to her maximum: a stationary hulk that counts as sunk. [8.7]
    Sinking,
    /// Gone in an explosion; nothing remains on the table. [8.7]
    Exploded,
    /// A boat sunk by gunfire or torpedo; removed. [8.3]
    Sunk,
    /// Five fires or more: out of control, counts as sunk. [8.5.2]
    Abandoned,
    /// Left the table: by which edge and on which turn, where somebody wrote it down. [9.3, Q28]
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
    /// Off the table by the referee's word, which names neither edge nor turn.
    pub fn exited(friendly: bool) -> Fate {
        Fate::Exited { friendly, edge: None, turn: None }
    }
}

/// A rudder that is jammed. [8.4, Q39]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Jam {
    pub until_turn: u16,
    /// The hand to which she circles; straight on where there is none.
    pub circles: Option<Hand>,
}
