//! Historical ship classes, from whose characteristics cards are computed. [6.2.4]
use std::borrow::Cow;

use chrono::{Datelike as _, Days, Months, NaiveDate};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{ArmourPlan, Disputed, FireControl, GunGroup, KnownTo, MainBattery, NamedShip, Refit, TorpedoTubes};
use crate::model::{BatteryKind, Id, Mount, ShipType};
use play::Rule;

/// A class of ships: its characteristics and refits. [6.2.4]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipClass {
    /// Name of the class.
    pub class: String,
    /// The first navy of its ships (of `navies.yaml`).
    pub navy: Id,
    /// Day to which the figures apply, `1904-02-08` in the first war. Without it, 1914-08-04.
    pub as_of: Option<NaiveDate>,
    /// Type of ship.
    #[serde(rename = "type")]
    pub kind: ShipType,
    pub ships: Vec<NamedShip>,
    /// Original kind if the type hides it, such as `monitor`.
    pub built_as: Option<String>,
    /// How many were built, if not all are named.
    pub built: Option<u32>,
    /// Normal displacement in tons.
    pub displacement_t: u32,
    /// Metres.
    pub length_m: f64,
    /// Metres.
    pub beam_m: Option<f64>,
    /// Knots, trial or design speed.
    pub speed_kn: f64,
    /// Knots in service, if worn.
    pub speed_service_kn: Option<f64>,
    /// Big guns.
    pub main: Option<MainBattery>,
    /// A second big calibre, or big guns in other mounts.
    pub main_2: Option<MainBattery>,
    /// Guns of 4.7 to 7.5 inches on one side. [1.5]
    #[serde(default)]
    pub medium_per_side: Vec<GunGroup>,
    /// Guns of 2.2 to 4.1 inches on one side. [1.5]
    #[serde(default)]
    pub light_per_side: Vec<GunGroup>,
    /// Batteries on the centreline instead of one a side: `medium`, `light`. [6.4.2]
    #[serde(default)]
    pub centreline: Vec<BatteryKind>,
    /// Torpedo tubes.
    pub torpedo: Option<TorpedoTubes>,
    pub armour: ArmourPlan,
    /// Rangefinder, and the day of the director.
    #[serde(default)]
    pub fire_control: FireControl,
    #[serde(default)]
    pub notes: String,
    /// Pages that were read.
    #[serde(default)]
    pub sources: Vec<String>,
    /// Fields read there (others are estimated).
    #[serde(default)]
    pub read: Vec<String>,
    /// Figures that other sources give.
    #[serde(default)]
    pub disputed: Vec<Disputed>,
    /// Figures that do not come from the formula.
    #[serde(default)]
    pub set: Vec<Override>,
    /// Year of the last completion, if some ships are known only by class.
    pub completed_until: Option<i32>,
    /// Later changes.
    #[serde(default)]
    pub refits: Vec<Refit>,
}

/// Returns the war whose charts apply to a battle on a day. (Q53)
pub fn war_on(day: NaiveDate) -> &'static str {
    if day.year() < FIRST_OF_WW1 { "rjw" } else { "ww1" }
}

/// First year with the charts of the Great War. (Q53)
const FIRST_OF_WW1: i32 = 1906;

/// Returns the first day of the war whose charts apply on a day.
pub fn first_day_of(day: NaiveDate) -> NaiveDate {
    let (year, month, day) = if day.year() < FIRST_OF_WW1 { (1904, 2, 8) } else { (1914, 8, 4) };
    NaiveDate::from_ymd_opt(year, month, day).unwrap_or_default()
}

impl ShipClass {
    /// Returns the day for which the figures apply.
    pub fn as_of(&self) -> NaiveDate {
        self.as_of.unwrap_or_else(|| first_day_of(NaiveDate::MAX))
    }

    /// Returns the day for which a ship's card applies if no battle is named.
    pub fn default_day(&self, ship: &NamedShip) -> NaiveDate {
        ship.completed.map_or(self.as_of(), |completed| completed.max(self.as_of()))
    }

    /// Returns the second big guns if they have the main bore. Their mounts join the main battery. [6.2.1]
    pub fn second_guns_same_bore(&self) -> Option<&MainBattery> {
        let main = self.main.as_ref()?;
        self.main_2.as_ref().filter(|second| second.bore_in == main.bore_in)
    }

    /// Returns second big guns of another bore. They count as medium, because a ship has one big battery. [6.2, Q2]
    pub fn second_guns_other_bore(&self) -> Option<&MainBattery> {
        self.main_2.as_ref().filter(|_| self.second_guns_same_bore().is_none())
    }

    pub fn big_mounts(&self) -> impl Iterator<Item = &Mount> {
        self.main.iter().chain(self.second_guns_same_bore()).flat_map(|battery| &battery.mounts)
    }

    /// Returns the class as it applies to one ship on a day, with the ship's refits so far.
    pub fn for_ship_on(&self, ship: &Id, day: NaiveDate) -> Cow<'_, ShipClass> {
        let mut class = Cow::Borrowed(self);
        for refit in self.refits.iter().filter(|refit| refit.from <= day && refit.applies_to(ship)) {
            class.to_mut().apply_refit(refit);
        }
        class
    }

    /// Returns the first day on which a ship was certainly in service, given how precisely its completion is known.
    pub fn certainly_completed(&self, ship: &NamedShip) -> Option<NaiveDate> {
        let day = ship.completed?;
        let last_day_of = |year: i32| NaiveDate::from_ymd_opt(year, 12, 31);
        match ship.known_to {
            None => Some(day),
            Some(KnownTo::Month) => day.with_day(1)?.checked_add_months(Months::new(1))?.checked_sub_days(Days::new(1)),
            Some(KnownTo::Year) => last_day_of(day.year()),
            Some(KnownTo::Class) => last_day_of(self.completed_until.unwrap_or(day.year())),
        }
    }

    fn apply_refit(&mut self, refit: &Refit) {
        fn set_if_given<T: Clone>(figure: &mut T, change: &Option<T>) {
            change.iter().for_each(|change| figure.clone_from(change));
        }
        if refit.disarmed {
            (self.main, self.main_2) = (None, None);
        }
        self.main = refit.main.clone().or(self.main.take());
        self.main_2 = refit.main_2.clone().or(self.main_2.take());
        set_if_given(&mut self.medium_per_side, &refit.medium_per_side);
        set_if_given(&mut self.light_per_side, &refit.light_per_side);
        set_if_given(&mut self.centreline, &refit.centreline);
        self.torpedo = refit.torpedo.or(self.torpedo.filter(|_| !refit.torpedoes_landed));
        set_if_given(&mut self.kind, &refit.kind);
        set_if_given(&mut self.fire_control, &refit.fire_control);
        set_if_given(&mut self.set, &refit.set);
        set_if_given(&mut self.speed_kn, &refit.speed_kn);
        self.speed_service_kn = refit.speed_service_kn.or(self.speed_service_kn);
        set_if_given(&mut self.displacement_t, &refit.displacement_t);
        // Sources for the ship as built do not cover the refitted figures.
        self.read.retain(|field| !refit.is_change_of(field));
        self.read.extend(refit.read.iter().cloned());
    }
}

/// A figure of the card that does not come from the formula.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Override {
    pub figure: FigureName,
    /// Number, or a list of bands.
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
    /// Returns the paragraph that uses the figure.
    pub fn paragraph(self) -> Rule {
        self.basis().0
    }

    /// Returns the field of a class that most affects the figure.
    pub fn field(self) -> &'static str {
        self.basis().1
    }

    fn basis(self) -> (Rule, &'static str) {
        match self {
            FigureName::Speed => (Rule::new("5.4"), "speed_kn"),
            FigureName::BaseLength => (Rule::new("2.4"), "length_m"),
            FigureName::Size | FigureName::TorpedoSize => (Rule::new("6.5.1.5"), "length_m"),
            FigureName::Armour => (Rule::new("6.5.1.5"), "armour.belt_mm"),
            FigureName::TorpedoArmour => (Rule::new("6.5.1.5"), "armour.bulkhead"),
            FigureName::Defence => (Rule::new("6.5.2"), "displacement_t"),
            FigureName::Flotation => (Rule::new("8.7"), "displacement_t"),
            FigureName::Flash => (Rule::new("8.4"), "type"),
            FigureName::Power => (Rule::new("6.5.1"), "main.bore_in"),
            FigureName::ToHit => (Rule::new("6.5.1"), "main"),
            FigureName::Medium => (Rule::new("6.2.2"), "medium_per_side"),
            FigureName::Light => (Rule::new("6.2.3"), "light_per_side"),
            FigureName::TorpedoFactors => (Rule::new("7.4.7"), "torpedo.per_side"),
            FigureName::TorpedoReloads => (Rule::new("7.4.7"), "torpedo.size_in"),
            FigureName::TorpedoPower | FigureName::TorpedoToHit => (Rule::new("7.4.3"), "torpedo.size_in"),
            FigureName::AttackRange => (Rule::new("7.5"), "torpedo.size_in"),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CardFigure {
    #[serde(rename = "id")]
    pub figure: FigureName,
    pub value: String,
    /// The computation in words.
    pub how: String,
    pub source: String,
}
