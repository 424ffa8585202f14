//! The ships of the library in short: what a list shows, read without the rest of their records.
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::{
    class::{NamedShip, ShipClass},
    class_file::{Known, read_file},
    flaw::Flaws,
    ship_index,
    ships::DIRECTORY,
    sieve::Items,
    sources::Sources,
};
use naval::{measure::Id, ship::ShipType};

/// Keys of a class that a list shows.
const HEAD: [&str; 7] = ["navy", "war", "type", "built_as", "ships", "speed_kn", "speed_service_kn"];

/// A ship as a list shows her.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ShipLine {
    pub id: Id,
    pub name: String,
    pub class: String,
    pub navy: Id,
    #[serde(rename = "type")]
    pub kind: ShipType,
    pub war: Id,
    /// Speed in service, or by design where she was not worn.
    pub speed_kn: f64,
    pub completed: Option<NaiveDate>,
    pub lost: Option<NaiveDate>,
    #[serde(skip)]
    pub(super) ship: NamedShip,
}

impl ShipLine {
    /// Could she be in a battle on that day?
    pub fn in_service_on(&self, day: NaiveDate) -> bool {
        self.ship.away_on(day).is_none()
    }
}

/// The head of a class.
#[derive(Deserialize)]
pub(super) struct Head {
    pub(super) class: String,
    pub(super) navy: Id,
    pub(super) war: Id,
    #[serde(rename = "type")]
    pub(super) kind: ShipType,
    pub(super) ships: Vec<NamedShip>,
    pub(super) speed_kn: f64,
    pub(super) speed_service_kn: Option<f64>,
}

impl From<ShipClass> for Head {
    fn from(class: ShipClass) -> Head {
        Head {
            class: class.class,
            navy: class.navy,
            war: class.war,
            kind: class.kind,
            ships: class.ships,
            speed_kn: class.speed_kn,
            speed_service_kn: class.speed_service_kn,
        }
    }
}

/// Every ship of the library, file by file: by the index where a file is the one that was indexed, else by its heads.
///
/// # Errors
/// Every flaw of a file whose heads cannot be read.
pub fn ship_list(sources: &Sources) -> Result<Vec<ShipLine>, Flaws> {
    let index = sources.text(ship_index::FILE);
    let (mut lines, mut flaws) = (Vec::new(), Vec::new());
    for (path, text) in sources.within(DIRECTORY) {
        if let Some(known) = index.and_then(|index| ship_index::lines_of(index, path, text)) {
            lines.extend(known);
            continue;
        }
        match heads(sources, path, text) {
            Ok(heads) => lines.extend(heads.into_iter().flat_map(ships_of)),
            Err(found) => flaws.extend(found.0),
        }
    }
    if flaws.is_empty() { Ok(lines) } else { Err(Flaws(flaws)) }
}

pub(super) fn heads(sources: &Sources, path: &str, text: &str) -> Result<Vec<Head>, Flaws> {
    let short = Items::of(text).map(|items| items.heads(&HEAD));
    if let Some(Ok(heads)) = short.map(|short| serde_yaml::from_str::<Vec<Head>>(&short)) {
        return Ok(heads);
    }
    let classes = read_file(path, text, false, &Known::of(sources)?)?;
    Ok(classes.into_iter().map(Head::from).collect())
}

pub(super) fn ships_of(head: Head) -> Vec<ShipLine> {
    let Head { class, navy, war, kind, ships, speed_kn, speed_service_kn } = head;
    let line = |ship: NamedShip| ShipLine {
        id: ship.id.clone(),
        name: ship.name.clone(),
        class: class.clone(),
        navy: navy.clone(),
        kind,
        war: war.clone(),
        speed_kn: speed_service_kn.unwrap_or(speed_kn),
        completed: ship.completed,
        lost: ship.lost,
        ship,
    };
    ships.into_iter().map(line).collect()
}
