//! Ships as history has them: the characteristics from which cards are computed. [6.2.4]
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use serde_yaml::Value;

use crate::{
    naval::{
        measure::Id,
        ship::{BatteryKind, Mount, ShipType},
    },
    play::Rule,
};

/// A class of ships: her characteristics in one war. [6.2.4]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ShipClass {
    /// As historians write it.
    pub class: String,
    pub navy: Id,
    /// `rjw` or `ww1`: which charts she fights by, and which file holds her.
    pub war: Id,
    #[serde(rename = "type")]
    pub kind: ShipType,
    pub ships: Vec<NamedShip>,
    /// Normal displacement.
    pub displacement_t: u32,
    pub length_m: f64,
    pub beam_m: Option<f64>,
    /// Trial or design speed.
    pub speed_kn: f64,
    /// Speed in service, where she was worn.
    pub speed_service_kn: Option<f64>,
    pub main: Option<MainBattery>,
    /// Guns of 4.7 to 7.5 inches that bear on one side. [1.5]
    pub medium_per_side: Vec<GunGroup>,
    /// Guns of 2.2 to 4.1 inches that bear on one side. [1.5]
    pub light_per_side: Vec<GunGroup>,
    /// Batteries that stand on the centreline instead of one a side. [6.4.2]
    pub centreline: Vec<BatteryKind>,
    pub torpedo: Option<TorpedoTubes>,
    pub armour: ArmourPlan,
    pub fire_control: FireControl,
    pub notes: String,
    /// Pages read.
    pub sources: Vec<String>,
    /// Fields that were read there; what is not in it is estimated.
    pub read: Vec<String>,
    /// Figures of the card that do not come from the formula.
    pub set: Vec<Override>,
}

/// A ship of a class.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedShip {
    pub id: Id,
    pub name: String,
    pub completed: Option<NaiveDate>,
    /// Day of her loss, if she was lost.
    #[serde(default)]
    pub lost: Option<NaiveDate>,
    /// Day on which her director was fitted, if not that of the class.
    #[serde(default)]
    pub director: Option<NaiveDate>,
}

/// The big guns. [6.2.1]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MainBattery {
    pub bore_in: f64,
    /// Length of the barrel in bores.
    pub calibre: f64,
    pub guns_per_mount: u8,
    pub model: String,
    pub mounts: Vec<Mount>,
}

/// Guns of one kind.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GunGroup {
    pub bore_in: f64,
    pub calibre: f64,
    pub guns: u32,
}

/// Torpedo tubes.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TorpedoTubes {
    pub tubes: u8,
    /// Tubes that bear on one side.
    pub per_side: u8,
    pub size_in: f64,
    pub above_water: bool,
}

/// Armour in millimetres.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmourPlan {
    pub kind: Plate,
    pub belt_mm: f64,
    pub belt_ends_mm: f64,
    pub turret_mm: f64,
    pub deck_mm: f64,
    pub bulkhead: Bulkhead,
}

/// Kinds of plate, best first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Plate {
    #[serde(rename = "KC")]
    Krupp,
    Harvey,
    #[serde(rename = "nickel")]
    Nickel,
    #[serde(rename = "compound")]
    Compound,
    #[serde(rename = "iron")]
    Iron,
    /// Plain steel or nothing.
    #[serde(rename = "none")]
    Plain,
}

impl Plate {
    pub(super) fn word(self) -> &'static str {
        match self {
            Plate::Krupp => "Krupp",
            Plate::Harvey => "Harvey",
            Plate::Nickel => "nickel steel",
            Plate::Compound => "compound",
            Plate::Iron => "iron",
            Plate::Plain => "plain steel",
        }
    }
}

/// Torpedo bulkhead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bulkhead {
    None,
    Partial,
    Full,
}

impl Bulkhead {
    pub(super) fn word(self) -> &'static str {
        match self {
            Bulkhead::None => "none",
            Bulkhead::Partial => "partial",
            Bulkhead::Full => "full",
        }
    }
}

/// What aims the guns.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FireControl {
    pub rangefinder_m: Option<f64>,
    /// Day on which a director was fitted.
    pub director: Option<NaiveDate>,
}

/// A figure of the card that does not come from the formula.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Override {
    pub figure: FigureName,
    /// A number, or a list of bands.
    pub value: Value,
    pub source: String,
}

/// Figures of a card that a record or a scenario may set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FigureName {
    Speed,
    BaseLength,
    Size,
    TorpedoSize,
    Armour,
    TorpedoArmour,
    Defence,
    Flotation,
    Flash,
    Power,
    ToHit,
    Medium,
    Light,
    TorpedoFactors,
    TorpedoPower,
    TorpedoToHit,
    AttackRange,
}

impl FigureName {
    /// The paragraph that the figure serves.
    pub fn paragraph(self) -> Rule {
        match self {
            FigureName::Speed => Rule::new("5.4"),
            FigureName::BaseLength => Rule::new("2.4"),
            FigureName::Size | FigureName::TorpedoSize | FigureName::Armour | FigureName::TorpedoArmour => {
                Rule::new("6.5.1.5")
            }
            FigureName::Defence => Rule::new("6.5.2"),
            FigureName::Flotation => Rule::new("8.7"),
            FigureName::Flash => Rule::new("8.4"),
            FigureName::Power | FigureName::ToHit => Rule::new("6.5.1"),
            FigureName::Medium => Rule::new("6.2.2"),
            FigureName::Light => Rule::new("6.2.3"),
            FigureName::TorpedoFactors => Rule::new("7.4.7"),
            FigureName::TorpedoPower | FigureName::TorpedoToHit => Rule::new("7.4.3"),
            FigureName::AttackRange => Rule::new("7.5"),
        }
    }
}

/// A figure of a card, with the reckoning that led to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Figure {
    pub figure: FigureName,
    pub value: String,
    /// The reckoning in words.
    pub how: String,
    pub source: String,
}
