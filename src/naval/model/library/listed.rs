//! Rows of the library's lists: ships, flags, scenarios and theatres. [`ShipRecord`] is a ship's page.
use std::fmt;

use chrono::{Datelike as _, NaiveDate};
use serde::{Deserialize, Serialize};

use super::{CardFigure, NamedShip, ShipClass};
use crate::model::{Card, Id, ShipType};

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ShipLine {
    pub id: Id,
    pub name: String,
    pub class: String,
    pub navy: Id,
    #[serde(rename = "type")]
    pub kind: ShipType,
    /// The wars in which it was in service.
    pub wars: Vec<&'static str>,
    /// The type it was built as, if different from `kind`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub built_as: Option<String>,
    /// Speed in service. The design speed if the ship was not worn.
    pub speed_kn: f64,
    pub completed: Option<NaiveDate>,
    pub lost: Option<NaiveDate>,
    /// Whether it has at least four mounts of big guns, which make a battleship a dreadnought.
    #[serde(skip)]
    pub all_big: bool,
    /// Every id that the hull has had, with the name used under it. Includes the present one.
    #[serde(skip)]
    pub called: Vec<(Id, String)>,
    #[serde(skip)]
    pub ship: NamedShip,
}

impl ShipLine {
    /// Whether it could be in a battle on that day.
    pub fn in_service_on(&self, day: NaiveDate) -> bool {
        self.ship.absence_on(day).is_none()
    }

    /// Returns the hull's names under other flags.
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

/// A ship of the library: its history, its card and the source of each figure.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ShipRecord {
    pub id: Id,
    pub name: String,
    pub completed: Option<NaiveDate>,
    pub lost: Option<NaiveDate>,
    /// The day for which the card applies. Fire control and flash depend on it.
    pub on: NaiveDate,
    /// The war whose charts apply on that day.
    pub war: Id,
    pub class: ShipClass,
    pub card: Card,
    pub figures: Vec<CardFigure>,
    /// Its entry in the class: loss, dates, notes.
    pub ship: NamedShip,
}

/// The ratings of a fleet's flagships in a period, with reasons. [5.10, 5.15]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FleetRating {
    /// Name of the row.
    pub id: Id,
    /// Name of the fleet.
    pub fleet: String,
    pub navy: Id,
    /// First day.
    pub from: NaiveDate,
    /// Last day.
    pub to: NaiveDate,
    /// Types of the flagship. Without it, all.
    #[serde(default)]
    pub types: Vec<ShipType>,
    /// Flagships. Without it, all.
    #[serde(default)]
    pub flagships: Vec<Id>,
    /// Rating, -5 to 5. [5.10, 5.15]
    pub signalling: i32,
    /// Rating, -5 to 5. [5.10, 5.15]
    pub initiative: i32,
    /// Grounds for the ratings.
    pub reasons: String,
    pub source: String,
}

/// A scenario in a list, and its page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ScenarioLine {
    pub id: Id,
    pub title: String,
    pub date: NaiveDate,
    pub war: Id,
    pub turns: u16,
    pub introduction: String,
    /// The historical outcome.
    pub happened: String,
    pub sources: Vec<String>,
    pub file: String,
}

/// A theatre for generated battles, and its period. [1.2]
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TheatreLine {
    pub war: Id,
    pub id: Id,
    pub name: String,
    pub from: NaiveDate,
    /// The last day.
    pub to: NaiveDate,
    pub navies: Vec<Id>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub closed: Vec<ClosedSeason>,
}

impl TheatreLine {
    pub fn closed_on(&self, day: NaiveDate) -> Option<&ClosedSeason> {
        self.closed.iter().find(|closed| closed.holds_on(day))
    }

    /// Returns the first open day from this day on, otherwise the last open day before it.
    pub fn nearest_open_day(&self, day: NaiveDate) -> NaiveDate {
        let is_open = |day: &NaiveDate| self.closed_on(*day).is_none();
        let later = day.iter_days().take_while(|day| *day <= self.to).find(is_open);
        let earlier = || day.iter_days().rev().take_while(|day| self.from <= *day).find(is_open);
        later.or_else(earlier).unwrap_or(day)
    }
}

/// Days of every year, both included, without battles in a theatre. If `to` is before `from`, the season spans the new
/// year.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClosedSeason {
    pub from: DayOfYear,
    pub to: DayOfYear,
    pub why: String,
}

impl ClosedSeason {
    pub fn holds_on(&self, day: NaiveDate) -> bool {
        let day = DayOfYear { month: day.month(), day: day.day() };
        if self.from <= self.to { self.from <= day && day <= self.to } else { self.from <= day || day <= self.to }
    }
}

/// A day of any year, written `12-15`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DayOfYear {
    month: u32,
    day: u32,
}

impl TryFrom<String> for DayOfYear {
    type Error = String;
    fn try_from(word: String) -> Result<DayOfYear, String> {
        let (month, day) = word.split_once('-').unwrap_or_default();
        let numbers = month.parse().ok().zip(day.parse().ok());
        // Checked in a leap year, which has every day.
        let valid = numbers.filter(|(month, day)| NaiveDate::from_ymd_opt(2000, *month, *day).is_some());
        valid.map(|(month, day)| DayOfYear { month, day }).ok_or_else(|| format!("`{word}` is not a day of the year"))
    }
}

impl From<DayOfYear> for String {
    fn from(day: DayOfYear) -> String {
        day.to_string()
    }
}

impl fmt::Display for DayOfYear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}-{:02}", self.month, self.day)
    }
}
