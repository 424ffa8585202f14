//! What the library has lists and pages of: ships, flags, scenarios, theatres.
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::{Figure, NamedShip, ShipClass};
use crate::model::{Card, Id, ShipType};

/// A ship as a list shows her.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ShipLine {
    pub id: Id,
    pub name: String,
    pub class: String,
    pub navy: Id,
    #[serde(rename = "type")]
    pub kind: ShipType,
    /// The wars in which she was in service.
    pub wars: Vec<&'static str>,
    /// What she was built as, where the type does not say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub built_as: Option<String>,
    /// Speed in service, or by design where she was not worn.
    pub speed_kn: f64,
    pub completed: Option<NaiveDate>,
    pub lost: Option<NaiveDate>,
    /// Whether she has the four mounts of big guns, or more, that make a battleship a dreadnought.
    #[serde(skip)]
    pub all_big: bool,
    /// Every id that her hull ever had, each with the name under it, these among them.
    #[serde(skip)]
    pub called: Vec<(Id, String)>,
    /// Her own line of the class.
    #[serde(skip)]
    pub ship: NamedShip,
}

impl ShipLine {
    /// Could she be in a battle on that day?
    pub fn in_service_on(&self, day: NaiveDate) -> bool {
        self.ship.away_on(day).is_none()
    }

    /// The names of her hull under other flags.
    pub fn other_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for (_, name) in &self.called {
            if *name != self.name && !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        names
    }
}

/// A ship of the library: her history, her card and where each of its figures comes from.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ShipRecord {
    pub id: Id,
    pub name: String,
    pub completed: Option<NaiveDate>,
    pub lost: Option<NaiveDate>,
    /// The day for which the card holds: fire control and flash depend on it.
    pub on: NaiveDate,
    /// The war by whose charts she fights on it.
    pub war: Id,
    pub class: ShipClass,
    pub card: Card,
    pub figures: Vec<Figure>,
    /// Her own line of the class: loss, dates, notes.
    pub ship: NamedShip,
}

/// What the flags of a fleet were worth in a period, and why. [5.10, 5.15]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FleetRating {
    pub id: Id,
    pub fleet: String,
    pub navy: Id,
    pub from: NaiveDate,
    /// The last day.
    pub to: NaiveDate,
    /// Types of flagship; every type if left out.
    #[serde(default)]
    pub types: Vec<ShipType>,
    /// Flagships; every ship if left out.
    #[serde(default)]
    pub flagships: Vec<Id>,
    pub signalling: i32,
    pub initiative: i32,
    pub reasons: String,
    pub source: String,
}

/// A scenario as a list shows it, and the page about it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ScenarioLine {
    pub id: Id,
    pub title: String,
    pub date: NaiveDate,
    pub war: Id,
    pub turns: u16,
    pub introduction: String,
    /// What came of it in history.
    pub happened: String,
    pub sources: Vec<String>,
    pub file: String,
}

/// A theatre in which battles can be drawn up, and between which days. [1.2]
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TheatreLine {
    pub war: Id,
    pub id: Id,
    pub name: String,
    pub from: NaiveDate,
    /// The last day.
    pub to: NaiveDate,
    /// The two navies, which are the sides.
    pub navies: Vec<Id>,
}
