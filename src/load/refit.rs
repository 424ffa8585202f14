//! Refits: what of a class is another from a day on. [6.2.4]
use std::borrow::Cow;

use chrono::{Datelike as _, Days, Months, NaiveDate};
use serde::{Deserialize, Serialize};

use super::class::{GunGroup, KnownTo, MainBattery, NamedShip, ShipClass, TorpedoTubes};
use naval::{measure::Id, ship::BatteryKind};

/// What was changed in ships of a class, and from when on. What is left out stayed as it was.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refit {
    /// The first day with it.
    pub from: NaiveDate,
    /// How exactly that day is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known_to: Option<KnownTo>,
    /// The ships that had it; all of the class if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ships: Vec<Id>,
    /// The big guns were landed.
    #[serde(default, skip_serializing_if = "is_no")]
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed_kn: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed_service_kn: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub displacement_t: Option<u32>,
    /// What was done, and where it is read.
    pub note: String,
}

/// Fields of a class that a refit may change and that are read in pages.
const FIELDS: [&str; 8] = [
    "main",
    "main_2",
    "medium_per_side",
    "light_per_side",
    "torpedo",
    "speed_kn",
    "speed_service_kn",
    "displacement_t",
];

fn is_no(said: &bool) -> bool {
    !said
}

impl Refit {
    /// Whether a ship of the class had it.
    pub fn is_of(&self, ship: &Id) -> bool {
        self.ships.is_empty() || self.ships.contains(ship)
    }

    /// Whether it changes nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.centreline.is_none() && !FIELDS.into_iter().any(|field| self.changes(field))
    }

    fn put_into(&self, class: &mut ShipClass) {
        fn put<T: Clone>(place: &mut T, other: Option<&T>) {
            if let Some(other) = other {
                place.clone_from(other);
            }
        }
        if self.disarmed {
            (class.main, class.main_2) = (None, None);
        }
        class.main = self.main.clone().or(class.main.take());
        class.main_2 = self.main_2.clone().or(class.main_2.take());
        put(&mut class.medium_per_side, self.medium_per_side.as_ref());
        put(&mut class.light_per_side, self.light_per_side.as_ref());
        put(&mut class.centreline, self.centreline.as_ref());
        class.torpedo = self.torpedo.or(class.torpedo);
        put(&mut class.speed_kn, self.speed_kn.as_ref());
        class.speed_service_kn = self.speed_service_kn.or(class.speed_service_kn);
        put(&mut class.displacement_t, self.displacement_t.as_ref());
        // What was read of her as she was built was not read of this.
        class.read.retain(|field| !self.changes(field));
    }

    fn changes(&self, field: &str) -> bool {
        match field {
            "main" => self.disarmed || self.main.is_some(),
            "main_2" => self.disarmed || self.main_2.is_some(),
            "medium_per_side" => self.medium_per_side.is_some(),
            "light_per_side" => self.light_per_side.is_some(),
            "torpedo" => self.torpedo.is_some(),
            "speed_kn" => self.speed_kn.is_some(),
            "speed_service_kn" => self.speed_service_kn.is_some(),
            "displacement_t" => self.displacement_t.is_some(),
            _ => false,
        }
    }
}

impl ShipClass {
    /// The class as it holds for one of its ships on a day, with her refits up to then.
    pub fn of_ship_on(&self, ship: &Id, on: NaiveDate) -> Cow<'_, ShipClass> {
        let mut class = Cow::Borrowed(self);
        for refit in self.refits.iter().filter(|refit| refit.from <= on && refit.is_of(ship)) {
            refit.put_into(class.to_mut());
        }
        class
    }

    /// The first day on which a ship of the class was in service for certain, by how exactly that is known.
    pub fn surely_completed(&self, ship: &NamedShip) -> Option<NaiveDate> {
        let day = ship.completed?;
        let last_of = |year: i32| NaiveDate::from_ymd_opt(year, 12, 31);
        match ship.known_to {
            None => Some(day),
            Some(KnownTo::Month) => day.with_day(1)?.checked_add_months(Months::new(1))?.checked_sub_days(Days::new(1)),
            Some(KnownTo::Year) => last_of(day.year()),
            Some(KnownTo::Class) => last_of(self.completed_until.unwrap_or(day.year())),
        }
    }
}
