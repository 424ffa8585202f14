//! What a theatre brings on a day, and what came of it. [10.1]
use std::sync::Arc;

use chrono::NaiveTime;
use serde::{Deserialize, Serialize};

use super::{Card, Edge, Fine, Id, Inches, ShipType, SideId, WindForce};

/// What a theatre brings on a day. (T11, T12)
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Generator {
    pub theatre: Id,
    pub name: String,
    /// Sighting ranges by the face of a D6. [10.1.1]
    pub visibility: Vec<Inches>,
    /// Winds by the face of another.
    pub winds: Vec<WindForce>,
    /// Hours of the first turn by the face of a third; none where the scenario says the hour. (Q65)
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hours: Vec<NaiveTime>,
    /// Journals from before it was asked drew evenly.
    #[serde(default)]
    pub company: Company,
    pub forces: Vec<ForceTable>,
}

impl Generator {
    /// What a side draws its force from.
    pub fn table_of(&self, side: &SideId) -> Option<&ForceTable> {
        self.forces.iter().find(|table| table.side == *side)
    }
}

/// Who sails with the first ship of a division that is drawn. [10.1.2]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Company {
    /// Her sisters by a die each, then any ship of the type.
    #[default]
    Diced,
    /// Her sisters that stand nearest to her in the list, then ships of her age that keep up with all of them.
    Nearest,
    /// As the nearest, but her sisters are cut into divisions from the first of the list on, the faces of a type that is
    /// used up fall to the next, and each throw tells whom it drew.
    Sisters,
    /// As sisters, but nobody's sister is taken from her to fill up another division, and the last of three throws or more
    /// gives light ships where large ones would have none with them.
    Squadrons,
    /// As squadrons, but known flagships lead, nobody is torn from a pair to fill up others, and boats are not alone by day
    /// where the enemy has large ships.
    Fleets,
}

impl Company {
    /// Whether a division is of ships that sailed together, where no die says otherwise.
    pub(crate) fn is_kept(self) -> bool {
        match self {
            Company::Diced => false,
            Company::Nearest | Company::Sisters | Company::Squadrons | Company::Fleets => true,
        }
    }

    /// Whether sisters are cut into divisions from the first of the list on, and the faces of a type that is used up fall to
    /// the next.
    pub(crate) fn is_by_sisters(self) -> bool {
        match self {
            Company::Diced | Company::Nearest => false,
            Company::Sisters | Company::Squadrons | Company::Fleets => true,
        }
    }

    /// Whether sisters stay together and a line of battle has its screen.
    pub fn is_by_squadrons(self) -> bool {
        match self {
            Company::Diced | Company::Nearest | Company::Sisters => false,
            Company::Squadrons | Company::Fleets => true,
        }
    }

    /// Whether flagships lead and a force is more than its boats.
    pub fn is_by_fleets(self) -> bool {
        match self {
            Company::Diced | Company::Nearest | Company::Sisters | Company::Squadrons => false,
            Company::Fleets => true,
        }
    }
}

/// The tables of one side. [10.1.2]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForceTable {
    pub side: SideId,
    /// How often the Ship Type Table is rolled on: a division for each.
    pub rolls: u8,
    pub types: Vec<TypeRow>,
    /// The Ship Class Table: ships in service on the day.
    pub pool: Vec<Listed>,
    /// Those of which one leads the side's first large division of boats that she may lead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaders: Vec<Listed>,
    /// Ships of the pool in which admirals flew their flags on the day, the senior first. [5.10.1]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flagships: Vec<Id>,
    /// Whether its boats went out by day with nobody else, large ships of the enemy or not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub boats_alone: bool,
    /// The edges towards its own coast, of which one is its friendly edge; none where the theatre does not say. [9.3]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub home: Vec<Edge>,
    /// The edges from which it comes where nobody says otherwise: towards home, unless the theatre names others. [10.1.3]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<Edge>,
}

impl ForceTable {
    /// The edges from which an approach is diced for, none where the theatre does not say.
    pub fn comes_from(&self) -> &[Edge] {
        if self.from.is_empty() { &self.home } else { &self.from }
    }

    /// How senior the flag is that she flies, 0 the most; none for a ship without one.
    pub fn flag_of(&self, ship: &Id) -> Option<usize> {
        self.flagships.iter().position(|flag| flag == ship)
    }
}

/// A ship of the library, and how a division does that she leads. [5.10, 5.15]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Listed {
    pub card: Arc<Card>,
    pub signalling: i32,
    pub initiative: i32,
    /// The year in which she was completed, where it is known; journals from before it was asked have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completed: Option<i32>,
    /// Of a leader the classes that she leads, where the theatre names them; else boats of her own time and speed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leads: Vec<String>,
    /// Of ships that the theatre keeps together whatever their speed the number of their group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<u8>,
}

/// A row of the Ship Type Table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypeRow {
    /// Of the D10.
    pub faces: (u8, u8),
    #[serde(rename = "type")]
    pub kind: ShipType,
    /// How many ships, by the face of a D6.
    pub ships: Vec<u8>,
}

/// A ship that a force was given.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Raised {
    pub card: Arc<Card>,
    /// For ships with big guns, unique on the side. [3.1]
    pub number: Option<u8>,
}

/// A division that the dice made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RaisedDivision {
    pub id: Id,
    pub name: String,
    pub side: SideId,
    pub ships: Vec<Raised>,
    pub one_base: bool,
    /// Of its flagship, who leads it.
    pub signalling: i32,
    pub initiative: i32,
}

/// From where a side comes, kept to itself until it is placed. [10.1.3]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Approach {
    pub side: SideId,
    pub distance: Inches,
    /// From the centre of the table, true, in degrees.
    pub bearing: Fine,
    /// The division that was placed at the very point. [10.2.1]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Id>,
}
