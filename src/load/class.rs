//! Ships as history has them: the characteristics from which cards are computed. [6.2.4]
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use serde_yaml::Value;

use super::refit::Refit;
use naval::{
    measure::Id,
    ship::{Arcs, BatteryKind, Mount, ShipType},
};
use play::Rule;

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
    /// What she was built or fitted out as, where the type does not say it: `coast defence ship`, `flotilla leader`.
    pub built_as: Option<String>,
    /// How many were built, where not all are named.
    pub built: Option<u32>,
    /// Normal displacement.
    pub displacement_t: u32,
    pub length_m: f64,
    pub beam_m: Option<f64>,
    /// Trial or design speed.
    pub speed_kn: f64,
    /// Speed in service, where she was worn.
    pub speed_service_kn: Option<f64>,
    pub main: Option<MainBattery>,
    /// A second big calibre, or big guns in other mounts. [6.2.1, 6.2.2]
    pub main_2: Option<MainBattery>,
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
    /// Figures over which sources differ, and what the others say.
    pub disputed: Vec<Disputed>,
    /// Figures of the card that do not come from the formula.
    pub set: Vec<Override>,
    /// The last year in which a ship of the class was completed, where that is all that is known of some.
    pub completed_until: Option<i32>,
    /// What of her was changed in the war, in order of time.
    pub refits: Vec<Refit>,
}

impl ShipClass {
    /// Second big guns of the main bore: their mounts stand in one battery with the main ones. [6.2.1]
    pub fn same_bore(&self) -> Option<&MainBattery> {
        let main = self.main.as_ref()?;
        self.main_2.as_ref().filter(|second| second.bore_in == main.bore_in)
    }

    /// Second big guns of another bore: a ship has one big battery, so they count with the medium guns. [6.2, Q2]
    pub fn other_bore(&self) -> Option<&MainBattery> {
        self.main_2.as_ref().filter(|_| self.same_bore().is_none())
    }

    /// Every mount of the big battery.
    pub fn big_mounts(&self) -> impl Iterator<Item = &Mount> {
        self.main.iter().chain(self.same_bore()).flat_map(|battery| &battery.mounts)
    }
}

/// A ship of a class.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedShip {
    pub id: Id,
    pub name: String,
    /// First day in service.
    #[serde(default)]
    pub completed: Option<NaiveDate>,
    /// How exactly the day of completion is known, where the day itself is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known_to: Option<KnownTo>,
    /// Day of her loss, if she was lost.
    #[serde(default)]
    pub lost: Option<NaiveDate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub how: Option<Loss>,
    /// Day on which she was disarmed in a neutral port.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interned: Option<NaiveDate>,
    /// Day on which she passed to another navy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transferred: Option<NaiveDate>,
    /// The same hull under another name or flag: the two never fight in one battle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_hull: Option<Id>,
    /// Day on which her director was fitted, if not that of the class.
    #[serde(default)]
    pub director: Option<NaiveDate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl NamedShip {
    /// Why she could not be in a battle on a day, if she could not.
    pub fn away_on(&self, day: NaiveDate) -> Option<String> {
        let began = self.completed.filter(|completed| day < *completed).map(|when| format!("completed {when}"));
        let ended =
            |when: Option<NaiveDate>, what: &str| when.filter(|when| *when < day).map(|when| format!("{what} {when}"));
        began
            .or_else(|| ended(self.lost, "lost"))
            .or_else(|| ended(self.interned, "interned"))
            .or_else(|| ended(self.transferred, "passed to another navy"))
    }
}

impl NamedShip {
    /// The days on which she could be in a battle, in words, and that of them which is nearest to `day`.
    pub(super) fn days_near(&self, day: NaiveDate) -> (String, Option<NaiveDate>) {
        let last = [self.lost, self.interned, self.transferred].into_iter().flatten().min();
        let says = match (self.completed, last) {
            (Some(first), Some(last)) => format!("{first} to {last}"),
            (Some(first), None) => format!("from {first} on"),
            (None, Some(last)) => format!("up to {last}"),
            (None, None) => "any day of her war".to_owned(),
        };
        let too_soon = self.completed.filter(|first| day < *first);
        (says, too_soon.or(last))
    }
}

/// To what a date is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum KnownTo {
    Month,
    Year,
    /// The day given is the first of the years in which her class was completed.
    Class,
}

/// How a ship was lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Loss {
    Mine,
    Torpedo,
    Gunfire,
    Captured,
    /// Her own magazine.
    Internal,
    Scuttled,
    /// Stranded, foundered or in collision.
    Wrecked,
    Aircraft,
}

impl Loss {
    pub fn word(self) -> &'static str {
        match self {
            Loss::Mine => "mine",
            Loss::Torpedo => "torpedo",
            Loss::Gunfire => "gunfire",
            Loss::Captured => "captured",
            Loss::Internal => "internal explosion",
            Loss::Scuttled => "scuttled",
            Loss::Wrecked => "wrecked or in collision",
            Loss::Aircraft => "aircraft",
        }
    }
}

/// A figure over which sources differ.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Disputed {
    /// The field of the record: `armour.kind`.
    pub field: String,
    /// What other sources have.
    pub others: String,
}

/// The big guns. [6.2.1]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MainBattery {
    pub bore_in: f64,
    /// Length of the barrel in bores.
    pub calibre: f64,
    pub guns_per_mount: u8,
    /// Guns that bear on one side, where its mounts are not alike.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guns_broadside: Option<u32>,
    pub model: String,
    pub mounts: Vec<Mount>,
}

impl MainBattery {
    /// Mounts that bear on one side.
    pub fn broadside(&self) -> u32 {
        self.mounts.iter().map(|mount| u32::from(mount.arcs.contains(&Arcs::Port))).sum()
    }

    /// Guns that bear on one side.
    pub fn guns_a_side(&self) -> u32 {
        self.guns_broadside.unwrap_or_else(|| self.broadside() * u32::from(self.guns_per_mount))
    }
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
    pub fn word(self) -> &'static str {
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
    pub fn word(self) -> &'static str {
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
    TorpedoReloads,
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
            FigureName::TorpedoFactors | FigureName::TorpedoReloads => Rule::new("7.4.7"),
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
