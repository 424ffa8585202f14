//! Parts of a class's record: ships, guns, torpedoes, armour and fire control. [6.2.4]
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::model::{FiringArc, Id, Mount};

/// A ship of a class.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedShip {
    pub id: Id,
    pub name: String,
    /// First day in service.
    pub completed: Option<NaiveDate>,
    /// How exactly it is known (`class`: first year of the class).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known_to: Option<KnownTo>,
    /// Date.
    pub lost: Option<NaiveDate>,
    /// Cause of loss (`wrecked`: stranded, foundered or in collision).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub how: Option<LossCause>,
    /// Day of internment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interned: Option<NaiveDate>,
    /// First day fit to fight again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub released: Option<NaiveDate>,
    /// Passed to a navy outside `service`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transferred: Option<NaiveDate>,
    /// Days when it could not fight, both included, in order of time (for good without `to`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub out: Vec<OutOfService>,
    /// Last day on which anything is known of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub followed_to: Option<NaiveDate>,
    /// Its other ids.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<Id>,
    /// Later flags and names, in order of time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub service: Vec<LaterFlag>,
    /// For a ship under a later flag, the id of its hull's record. Not in files.
    #[serde(default, skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub hull: Option<Id>,
    /// For a ship under a later flag, the first day in service under its first flag. Not in files.
    #[serde(default, skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub first_completed: Option<NaiveDate>,
    /// Its director. Without it, the class's day.
    pub director: Option<NaiveDate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Days, both included, on which a ship in service could not fight. Without `to`, for good.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutOfService {
    pub from: NaiveDate,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<NaiveDate>,
    pub why: String,
    pub source: String,
}

impl OutOfService {
    pub fn holds_on(&self, day: NaiveDate) -> bool {
        self.from <= day && self.to.is_none_or(|to| day <= to)
    }
}

/// A later flag of a hull, and its name under that flag.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LaterFlag {
    /// First day in service under the flag.
    pub from: NaiveDate,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known_to: Option<KnownTo>,
    pub navy: Id,
    pub id: Id,
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost: Option<NaiveDate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub how: Option<LossCause>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interned: Option<NaiveDate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transferred: Option<NaiveDate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl NamedShip {
    /// Returns the id of the hull, the same under every flag.
    pub fn hull(&self) -> &Id {
        self.hull.as_ref().unwrap_or(&self.id)
    }

    /// Returns the day from which its age counts, under its first flag.
    pub fn built_on(&self) -> Option<NaiveDate> {
        if self.hull.is_some() { self.first_completed } else { self.completed }
    }

    /// Returns the day of its loss under its last flag.
    pub fn final_loss(&self) -> Option<NaiveDate> {
        self.service.last().map_or(self.lost, |flag| flag.lost)
    }

    pub fn has_id(&self, id: &str) -> bool {
        self.id == *id || self.also.iter().any(|other| *other == *id)
    }

    /// Returns all its ids, each with the name used under it, later flags included.
    pub fn names_by_id(&self) -> Vec<(Id, String)> {
        let own = std::iter::once(&self.id).chain(&self.also).map(|id| (id.clone(), self.name.clone()));
        own.chain(self.service.iter().map(|flag| (flag.id.clone(), flag.name.clone()))).collect()
    }

    /// Returns why it could not be in a battle on a day, if so.
    pub fn absence_on(&self, day: NaiveDate) -> Option<String> {
        let not_completed = self.completed.filter(|completed| day < *completed).map(|date| format!("completed {date}"));
        let ended =
            |date: Option<NaiveDate>, what: &str| date.filter(|date| *date < day).map(|date| format!("{what} {date}"));
        not_completed
            .or_else(|| ended(self.lost, "lost"))
            .or_else(|| {
                ended(self.interned, "interned").filter(|_| self.released.is_none_or(|released| day < released))
            })
            .or_else(|| ended(self.transferred, "passed to another navy"))
            .or_else(|| ended(self.followed_to, "not in the library after"))
    }

    /// Returns why it could not fight on a day of its service, if so.
    pub fn out_of_service_on(&self, day: NaiveDate) -> Option<&OutOfService> {
        self.out.iter().find(|out| out.holds_on(day))
    }

    /// Returns its days in service in words, and the one nearest to `day`. No day if it passed to another navy
    /// unfinished.
    pub fn service_days_near(&self, day: NaiveDate) -> (String, Option<NaiveDate>) {
        let interned = self.interned.filter(|_| self.released.is_none());
        let last = [self.lost, interned, self.transferred, self.followed_to].into_iter().flatten().min();
        let days = match (self.completed, last) {
            (Some(first), Some(last)) if last < first => return ("no day of its war".to_owned(), None),
            (Some(first), Some(last)) => format!("{first} to {last}"),
            (Some(first), None) => format!("from {first} on"),
            (None, Some(last)) => format!("up to {last}"),
            (None, None) => "any day of its war".to_owned(),
        };
        let if_early = self.completed.filter(|first| day < *first);
        (days, if_early.or(last))
    }
}

/// The precision of a date.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum KnownTo {
    Month,
    Year,
    /// The date is the first of the years in which the class was completed.
    Class,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LossCause {
    Mine,
    Torpedo,
    Gunfire,
    Captured,
    /// Explosion of its own magazine.
    Internal,
    Scuttled,
    /// Stranded, foundered or in collision.
    Wrecked,
    Aircraft,
}

impl LossCause {
    pub fn word(self) -> &'static str {
        match self {
            LossCause::Mine => "mine",
            LossCause::Torpedo => "torpedo",
            LossCause::Gunfire => "gunfire",
            LossCause::Captured => "captured",
            LossCause::Internal => "internal explosion",
            LossCause::Scuttled => "scuttled",
            LossCause::Wrecked => "wrecked or in collision",
            LossCause::Aircraft => "aircraft",
        }
    }
}

/// A figure on which sources differ.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Disputed {
    /// Field of the record, such as `armour.kind`.
    pub field: String,
    pub others: String,
}

/// The big guns. [6.2.1]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MainBattery {
    /// Inches.
    pub bore_in: f64,
    /// Length of the barrel in bores, 10 to 80.
    pub calibre: f64,
    /// Guns in each mount, 1 to 4.
    pub guns_per_mount: u8,
    /// Guns on a side, if the mounts differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guns_broadside: Option<u32>,
    /// Name of the gun.
    pub model: String,
    /// Arcs are `bow`, `port`, `starboard`, `stern`.
    pub mounts: Vec<Mount>,
}

impl MainBattery {
    pub fn broadside_mounts(&self) -> u32 {
        self.mounts.iter().map(|mount| u32::from(mount.arcs.contains(&FiringArc::Port))).sum()
    }

    pub fn broadside_guns(&self) -> u32 {
        self.guns_broadside.unwrap_or_else(|| self.broadside_mounts() * u32::from(self.guns_per_mount))
    }
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GunGroup {
    pub bore_in: f64,
    /// Length of the barrel in bores, 10 to 80.
    pub calibre: f64,
    pub guns: u32,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TorpedoTubes {
    pub tubes: u8,
    /// Tubes that bear on one side.
    pub per_side: u8,
    /// Size in inches, 10 to 30.
    pub size_in: f64,
    pub above_water: bool,
}

/// Armour in millimetres.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmourPlan {
    /// Kind of plate.
    pub kind: Plate,
    /// Millimetres, 0 to 1000.
    pub belt_mm: f64,
    /// Millimetres, 0 to 1000.
    pub belt_ends_mm: f64,
    /// Millimetres, 0 to 1000.
    pub turret_mm: f64,
    /// Millimetres, 0 to 1000.
    pub deck_mm: f64,
    /// Torpedo bulkhead.
    pub bulkhead: Bulkhead,
    /// How much of the side has the belt's armour. Without it, from the formula.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cover: Option<Cover>,
}

impl ArmourPlan {
    /// No armour, the default of a file without any.
    pub const BARE: ArmourPlan = ArmourPlan {
        kind: Plate::Plain,
        belt_mm: 0.0,
        belt_ends_mm: 0.0,
        turret_mm: 0.0,
        deck_mm: 0.0,
        bulkhead: Bulkhead::None,
        cover: None,
    };
}

/// How much of the side amidships, from the lower edge of the belt to the main deck, has the belt's armour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Cover {
    /// The strake above the belt is at least 60% as thick.
    High,
    /// At least 40%, or the thick strake covers only the middle of the belt.
    Middle,
    /// A belt along the waterline, with less above it or nothing.
    Narrow,
}

impl Cover {
    pub fn word(self) -> &'static str {
        match self {
            Cover::High => "high",
            Cover::Middle => "middle",
            Cover::Narrow => "narrow",
        }
    }
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

/// Aids for aiming the guns.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FireControl {
    /// Length of the rangefinder in metres, 0 to 15.
    pub rangefinder_m: Option<f64>,
    /// Day of the director.
    pub director: Option<NaiveDate>,
}
