//! What the library has lists and pages of: ships, flags, scenarios, theatres.
use std::fmt;

use chrono::{Datelike as _, NaiveDate};
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
    /// Seasons in which nobody fought there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub closed: Vec<Closed>,
}

impl TheatreLine {
    /// Why no battle is drawn on a day of the theatre's time, if none is.
    pub fn closed_on(&self, day: NaiveDate) -> Option<&Closed> {
        self.closed.iter().find(|closed| closed.holds_on(day))
    }

    /// The first day from this one on on which battles are drawn; the last before it where there is none.
    pub fn open_from(&self, day: NaiveDate) -> NaiveDate {
        let is_open = |day: &NaiveDate| self.closed_on(*day).is_none();
        let later = day.iter_days().take_while(|day| *day <= self.to).find(is_open);
        let earlier = || day.iter_days().rev().take_while(|day| self.from <= *day).find(is_open);
        later.or_else(earlier).unwrap_or(day)
    }
}

/// Days of every year, both included, on which nobody fought in a theatre; over the turn of the year where the last comes
/// before the first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Closed {
    pub from: DayOfYear,
    pub to: DayOfYear,
    pub why: String,
}

impl Closed {
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
        let found = month.parse().ok().zip(day.parse().ok());
        // Of a leap year, which has every day.
        let lawful = found.filter(|(month, day)| NaiveDate::from_ymd_opt(2000, *month, *day).is_some());
        lawful.map(|(month, day)| DayOfYear { month, day }).ok_or_else(|| format!("`{word}` is no day of the year"))
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
