//! Generated battles: a theatre's tables for a day, and the forces drawn from them. [10.1]
use std::sync::Arc;

use chrono::NaiveTime;
use serde::{Deserialize, Serialize};

use super::{Card, Edge, Fine, Id, Inches, ShipType, SideId, WindForce};

/// A theatre's tables for a day. (T11, T12)
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Generator {
    pub theatre: Id,
    pub name: String,
    /// Sighting ranges by the result of a D6. [10.1.1]
    pub visibility: Vec<Inches>,
    /// Winds by the result of a second D6.
    pub winds: Vec<WindForce>,
    /// Hours of the first turn by the result of a third D6. Empty if the scenario sets the hour. (Q65)
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hours: Vec<NaiveTime>,
    /// Journals without this key drew by [`CompanionRule::Diced`].
    #[serde(default)]
    pub company: CompanionRule,
    pub forces: Vec<ForceTable>,
}

impl Generator {
    pub fn table_of(&self, side: &SideId) -> Option<&ForceTable> {
        self.forces.iter().find(|table| table.side == *side)
    }
}

/// How a drawn division is filled after its first ship. [10.1.2]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CompanionRule {
    /// With its sisters, a die for each, then any ship of the type.
    #[default]
    Diced,
    /// With the sisters nearest to it in the list, then with ships of its age that keep up with them all.
    Nearest,
    /// As `Nearest`, but classes are cut into divisions from the top of the list. Results of an exhausted type go to
    /// the next type. Each roll records the ships it drew.
    Sisters,
    /// As `Sisters`, but no ship leaves its sisters to fill another division. If large ships would have no light ships
    /// with them, the last of three or more rolls gives some.
    Squadrons,
    /// As `Squadrons`, but known flagships lead and no pair is split to fill divisions. By day, boats do not go alone
    /// if the enemy has large ships.
    Fleets,
}

impl CompanionRule {
    /// Whether ships that sailed together fill a division, rather than ships drawn by dice.
    pub(crate) fn keeps_companions(self) -> bool {
        match self {
            CompanionRule::Diced => false,
            CompanionRule::Nearest | CompanionRule::Sisters | CompanionRule::Squadrons | CompanionRule::Fleets => true,
        }
    }

    pub(crate) fn divides_by_sisters(self) -> bool {
        match self {
            CompanionRule::Diced | CompanionRule::Nearest => false,
            CompanionRule::Sisters | CompanionRule::Squadrons | CompanionRule::Fleets => true,
        }
    }

    /// Whether sisters stay together and a line of battle has a screen.
    pub fn keeps_squadrons(self) -> bool {
        match self {
            CompanionRule::Diced | CompanionRule::Nearest | CompanionRule::Sisters => false,
            CompanionRule::Squadrons | CompanionRule::Fleets => true,
        }
    }

    /// Whether known flagships lead, and boats do not go out alone by day against large ships.
    pub fn keeps_fleets(self) -> bool {
        match self {
            CompanionRule::Diced | CompanionRule::Nearest | CompanionRule::Sisters | CompanionRule::Squadrons => false,
            CompanionRule::Fleets => true,
        }
    }
}

/// The tables of one side. [10.1.2]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForceTable {
    pub side: SideId,
    /// Rolls on the Ship Type Table. Each gives a division.
    pub rolls: u8,
    pub types: Vec<TypeRow>,
    /// The Ship Class Table: ships in service on the day.
    pub pool: Vec<PoolShip>,
    /// Candidates of which one leads the side's first large division of boats that it may lead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaders: Vec<PoolShip>,
    /// Ships of the pool that flew admirals' flags on the day, the senior first. [5.10.1]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flagships: Vec<Id>,
    /// Whether its boats went out alone by day, even if the enemy had large ships.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub boats_alone: bool,
    /// The edges towards its coast, of which one is its friendly edge. Empty if the theatre names none. [9.3]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub home: Vec<Edge>,
    /// The edges from which it enters by default, if not those in `home`. [10.1.3]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<Edge>,
}

impl ForceTable {
    /// Returns the edges from which an approach is rolled. Empty if the theatre names none.
    pub fn approach_edges(&self) -> &[Edge] {
        if self.from.is_empty() { &self.home } else { &self.from }
    }

    /// Returns the seniority of the ship's flag, 0 the most senior, if it flies one.
    pub fn flag_seniority(&self, ship: &Id) -> Option<usize> {
        self.flagships.iter().position(|flag| flag == ship)
    }
}

/// A ship of the library, with the ratings of a division that it leads. [5.10, 5.15]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PoolShip {
    pub card: Arc<Card>,
    pub signalling: i32,
    pub initiative: i32,
    /// The year of completion, if known. Older journals lack it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completed: Option<i32>,
    /// For a leader, the classes that it leads if the theatre names them. By default, boats of its time and speed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leads: Vec<String>,
    /// The group number of ships that the theatre keeps together despite their speeds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<u8>,
}

/// A row of the Ship Type Table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypeRow {
    /// Results of the D10.
    pub faces: (u8, u8),
    #[serde(rename = "type")]
    pub kind: ShipType,
    /// Number of ships by the result of a D6.
    pub ships: Vec<u8>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawnShip {
    pub card: Arc<Card>,
    /// For ships with big guns, unique in its side. [3.1]
    pub number: Option<u8>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawnDivision {
    pub id: Id,
    pub name: String,
    pub side: SideId,
    pub ships: Vec<DrawnShip>,
    pub one_base: bool,
    /// Ratings of its flagship.
    pub signalling: i32,
    pub initiative: i32,
}

/// A side's approach, hidden from the enemy until the side is placed. [10.1.3]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Approach {
    pub side: SideId,
    pub distance: Inches,
    /// From the centre of the table, in true degrees.
    pub bearing: Fine,
    /// The division placed at the point of approach. [10.2.1]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Id>,
}
