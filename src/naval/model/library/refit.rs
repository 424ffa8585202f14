//! Refits: changes to a class from a day on. [6.2.4]
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::{FireControl, GunGroup, KnownTo, MainBattery, Override, TorpedoTubes};
use crate::model::{BatteryKind, Id, ShipType};

/// Changes to ships of a class from a day on. Omitted fields stay as they were.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refit {
    /// First day.
    pub from: NaiveDate,
    /// How exactly it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known_to: Option<KnownTo>,
    /// Its ships. Without it, all of the class.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ships: Vec<Id>,
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<ShipType>,
    /// The big guns were landed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disarmed: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub main: Option<MainBattery>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub main_2: Option<MainBattery>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub medium_per_side: Option<Vec<GunGroup>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub light_per_side: Option<Vec<GunGroup>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub centreline: Option<Vec<BatteryKind>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub torpedo: Option<TorpedoTubes>,
    /// The tubes were landed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub torpedoes_landed: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed_kn: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed_service_kn: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub displacement_t: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fire_control: Option<FireControl>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set: Option<Vec<Override>>,
    /// Changed fields that were read in the pages of the class.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub read: Vec<String>,
    /// What was done, and where it is read.
    pub note: String,
}

impl Refit {
    pub fn applies_to(&self, ship: &Id) -> bool {
        self.ships.is_empty() || self.ships.contains(ship)
    }

    pub fn is_empty(&self) -> bool {
        self.centreline.is_none()
            && self.kind.is_none()
            && self.set.is_none()
            && self.changes().iter().all(|(_, changed)| !changed)
    }

    /// Returns the fields of a class that sources cover, each with whether this refit changes it.
    fn changes(&self) -> [(&'static str, bool); 9] {
        [
            ("main", self.disarmed || self.main.is_some()),
            ("main_2", self.disarmed || self.main_2.is_some()),
            ("medium_per_side", self.medium_per_side.is_some()),
            ("light_per_side", self.light_per_side.is_some()),
            ("torpedo", self.torpedoes_landed || self.torpedo.is_some()),
            ("fire_control", self.fire_control.is_some()),
            ("speed_kn", self.speed_kn.is_some()),
            ("speed_service_kn", self.speed_service_kn.is_some()),
            ("displacement_t", self.displacement_t.is_some()),
        ]
    }

    /// Whether the refit changes this field. Only fields that sources cover count.
    pub fn is_change_of(&self, field: &str) -> bool {
        self.changes().contains(&(field, true))
    }
}
