//! Reads and checks the formula that turns historical data into a card.
use chrono::NaiveDate;
use serde::Deserialize;

use crate::{Bulkhead, Cover, DataErrors, KeyPath, Plate, Report, ShipClass, Sources};
use naval::model::checks::{band_errors, factor_error};
use naval::model::{Band, Fraction, ShipType};
use naval::{Id, Inches};

const FILE: &str = "data/naval/card.yaml";

#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(super) struct Formula {
    pub(super) speed: SpeedRule,
    pub(super) base_length: Vec<Case<Inches>>,
    pub(super) size: Vec<Case<i32>>,
    pub(super) armour: ArmourRule,
    pub(super) torpedo_armour: Vec<Case<i32>>,
    pub(super) guns: Vec<Gun>,
    pub(super) gun_scaling: GunScaling,
    pub(super) shooting: Vec<Shooting>,
    pub(super) shooting_factors: Vec<ShootingFactor>,
    pub(super) least_to_hit: i32,
    pub(super) reach: Vec<Reach>,
    pub(super) strengths: Vec<Strength>,
    /// What a whole battery is multiplied by. [6.5.2]
    #[serde(default)]
    pub(super) strength_times: Vec<Case<Fraction>>,
    pub(super) defence: Vec<Case<i32>>,
    pub(super) flotation: Vec<Case<i32>>,
    pub(super) flash: Vec<Case<i32>>,
    pub(super) torpedoes: Vec<TorpedoType>,
    pub(super) torpedo_factors: TorpedoFactors,
    pub(super) attack_range: Vec<Case<Inches>>,
}

/// A figure and the ships that have it.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(super) struct Case<T> {
    #[serde(default)]
    pub(super) when: ShipCriteria,
    pub(super) is: T,
    pub(super) source: String,
}

/// Which ships a case applies to. Omitted keys match every ship.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ShipCriteria {
    types: Vec<ShipType>,
    navies: Vec<Id>,
    built_as: Vec<String>,
    bulkheads: Vec<Bulkhead>,
    length_below_m: Option<f64>,
    displacement_below_t: Option<u32>,
    displacement_from_t: Option<u32>,
    mounts_from: Option<usize>,
    completed_from: Option<NaiveDate>,
    completed_before: Option<NaiveDate>,
    belt_over_mm: Option<f64>,
    battle_before: Option<NaiveDate>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct ShipOnDay<'a> {
    pub(super) class: &'a ShipClass,
    /// First day in service under its first flag. Its age counts from this day.
    pub(super) completed: Option<NaiveDate>,
    pub(super) director: Option<NaiveDate>,
    pub(super) day: NaiveDate,
    /// War whose charts apply to the ship.
    pub(super) war: &'a str,
}

impl ShipCriteria {
    fn matches(&self, ship: &ShipOnDay) -> bool {
        let class = ship.class;
        let mounts = class.big_mounts().count();
        (self.types.is_empty() || self.types.contains(&class.kind))
            && (self.navies.is_empty() || self.navies.contains(&class.navy))
            && (self.built_as.is_empty() || class.built_as.as_ref().is_some_and(|what| self.built_as.contains(what)))
            && (self.bulkheads.is_empty() || self.bulkheads.contains(&class.armour.bulkhead))
            && self.length_below_m.is_none_or(|below| class.length_m < below)
            && self.displacement_below_t.is_none_or(|below| class.displacement_t < below)
            && self.displacement_from_t.is_none_or(|from| from <= class.displacement_t)
            && self.mounts_from.is_none_or(|from| from <= mounts)
            && self.completed_from.is_none_or(|from| ship.completed.is_some_and(|day| from <= day))
            && self.completed_before.is_none_or(|before| ship.completed.unwrap_or(class.as_of()) < before)
            && self.belt_over_mm.is_none_or(|over| over < class.armour.belt_mm)
            && self.battle_before.is_none_or(|day| ship.day < day)
    }

    /// Describes the case: `CA under 140 m`.
    pub(super) fn describe(&self) -> String {
        fn listed<T: ToString>(list: &[T]) -> String {
            list.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
        }
        let mut words = vec![listed(&self.navies), listed(&self.types), listed(&self.built_as)];
        words.retain(|words| !words.is_empty());
        if !self.bulkheads.is_empty() {
            let kinds: Vec<&str> = self.bulkheads.iter().map(|kind| kind.word()).collect();
            words.push(format!("torpedo bulkhead {}", kinds.join(" or ")));
        }
        words.extend(self.length_below_m.map(|below| format!("under {below} m")));
        words.extend(self.displacement_below_t.map(|below| format!("under {below} t")));
        words.extend(self.displacement_from_t.map(|from| format!("{from} t and over")));
        words.extend(self.mounts_from.map(|from| format!("{from} big-gun mounts and over")));
        words.extend(self.completed_from.map(|day| format!("completed from {day}")));
        words.extend(self.completed_before.map(|day| format!("completed before {day}")));
        words.extend(self.belt_over_mm.map(|over| format!("with a belt of more than {over} mm")));
        words.extend(self.battle_before.map(|day| format!("in battles before {day}")));
        if words.is_empty() { "every other ship".to_owned() } else { words.join(" ") }
    }

    /// Returns the length and displacement that the case compares, each with its field: `129.6 m` and `length_m`.
    pub(super) fn compared_values(&self, class: &ShipClass) -> Vec<(String, &'static str)> {
        let length = self.length_below_m.map(|_| (format!("{} m", class.length_m), "length_m"));
        let displacement = self.displacement_below_t.or(self.displacement_from_t);
        let displacement = displacement.map(|_| (format!("{} t", class.displacement_t), "displacement_t"));
        length.into_iter().chain(displacement).collect()
    }
}

pub(super) fn first_match<'c, T>(cases: &'c [Case<T>], ship: &ShipOnDay) -> Option<&'c Case<T>> {
    cases.iter().find(|case| case.when.matches(ship))
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(super) struct SpeedRule {
    pub(super) knots_an_inch: f64,
    pub(super) round_to: f64,
    pub(super) source: String,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(super) struct ArmourRule {
    pub(super) plate: Vec<PlateFactor>,
    pub(super) less: f64,
    pub(super) bare_ends_times: f64,
    /// Factors by how much of the ship's side the belt covers. Without them, every belt counts in full.
    #[serde(default)]
    pub(super) cover: Vec<CoverFactor>,
    /// The cover of a ship whose class does not state it.
    #[serde(default)]
    pub(super) unsaid: Vec<Case<Cover>>,
    pub(super) least: Option<FromMm>,
    pub(super) deck_times: f64,
    pub(super) deck_at_most: i32,
    pub(super) thick_deck: Option<FromMm>,
    pub(super) source: String,
}

/// A figure for belts or decks at least as thick as `from_mm`.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(super) struct FromMm {
    pub(super) from_mm: f64,
    pub(super) is: i32,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(super) struct CoverFactor {
    pub(super) kind: Cover,
    pub(super) times: f64,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(super) struct PlateFactor {
    pub(super) kind: Plate,
    pub(super) times: f64,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(super) struct Gun {
    pub(super) bore_in: f64,
    pub(super) calibre: f64,
    pub(super) power: i32,
    pub(super) limit: Inches,
    pub(super) source: String,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(super) struct GunScaling {
    pub(super) bore_exponent: f64,
    pub(super) calibre_exponent: f64,
    pub(super) source: String,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(super) struct Shooting {
    pub(super) war: Id,
    pub(super) bands: Vec<Band>,
    pub(super) source: String,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(super) struct ShootingFactor {
    pub(super) says: String,
    pub(super) war: Option<Id>,
    #[serde(default)]
    pub(super) navies: Vec<Id>,
    #[serde(default)]
    pub(super) without_director: bool,
    pub(super) rangefinder_below_m: Option<f64>,
    pub(super) guns_per_mount_to: Option<u8>,
    pub(super) guns_per_mount_from: Option<u8>,
    /// Length of the barrel in bores, at most.
    pub(super) calibre_to: Option<f64>,
    pub(super) times: Fraction,
    pub(super) source: String,
}

impl ShootingFactor {
    /// Whether the factor applies. Without `guns_per_mount`, rows that depend on it do not.
    pub(super) fn applies(&self, ship: &ShipOnDay, guns_per_mount: Option<u8>) -> bool {
        let class = ship.class;
        let is_shorter_than = |below: f64| class.fire_control.rangefinder_m.is_none_or(|base| base < below);
        self.war.as_ref().is_none_or(|war| *war == *ship.war)
            && (self.navies.is_empty() || self.navies.contains(&class.navy))
            && (!self.without_director || ship.director.is_none_or(|fitted| ship.day < fitted))
            && self.rangefinder_below_m.is_none_or(is_shorter_than)
            && self.guns_per_mount_to.is_none_or(|to| guns_per_mount.is_some_and(|guns| guns <= to))
            && self.calibre_to.is_none_or(|to| class.main.as_ref().is_some_and(|main| main.calibre <= to))
            && self.guns_per_mount_from.is_none_or(|from| guns_per_mount.is_some_and(|guns| from <= guns))
    }
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(super) struct Reach {
    pub(super) bore_below_in: f64,
    pub(super) times: Fraction,
    pub(super) source: String,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(super) struct Strength {
    pub(super) bore_below_in: f64,
    pub(super) strength: Fraction,
    pub(super) source: String,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(super) struct TorpedoType {
    pub(super) id: String,
    pub(super) war: Id,
    pub(super) below_in: f64,
    pub(super) power: i32,
    pub(super) bands: Vec<Band>,
    pub(super) source: String,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(super) struct TorpedoFactors {
    pub(super) tubes_a_factor: u8,
    pub(super) source: String,
}

pub(super) fn formula(sources: &Sources) -> Result<Formula, DataErrors> {
    let (mut report, root) = Report::parse(FILE, sources.required_text(FILE)?)?;
    let formula: Option<Formula> = report.read_typed(&root, &KeyPath::default());
    if let Some(formula) = &formula {
        check(formula, &mut report);
    }
    report.into_result(formula)
}

fn check(formula: &Formula, report: &mut Report) {
    let root = KeyPath::default();
    for (key, is_empty) in [
        ("base_length", formula.base_length.is_empty()),
        ("size", formula.size.is_empty()),
        ("torpedo_armour", formula.torpedo_armour.is_empty()),
        ("guns", formula.guns.is_empty()),
        ("shooting", formula.shooting.is_empty()),
        ("shooting_factors", formula.shooting_factors.is_empty()),
        ("reach", formula.reach.is_empty()),
        ("strengths", formula.strengths.is_empty()),
        ("defence", formula.defence.is_empty()),
        ("flotation", formula.flotation.is_empty()),
        ("flash", formula.flash.is_empty()),
        ("torpedoes", formula.torpedoes.is_empty()),
        ("attack_range", formula.attack_range.is_empty()),
    ] {
        if is_empty {
            report.add_error(&root.key(key), "the list is empty");
        }
    }
    if !(0.0 < formula.speed.knots_an_inch && 0.0 < formula.speed.round_to) {
        report.add_error(&root.key("speed"), "the factors of speed must be above 0");
    }
    for (index, gun) in formula.guns.iter().enumerate() {
        if !(0.0 < gun.bore_in && 0.0 < gun.calibre && Inches::ZERO < gun.limit) {
            report.add_error(&root.key("guns").at(index), "bore, length and limit of a gun must be above 0");
        }
    }
    for (index, shooting) in formula.shooting.iter().enumerate() {
        let errors = band_errors(&shooting.bands, &root.key("shooting").at(index).key("bands"));
        errors.into_iter().for_each(|error| report.add_check_error(error));
    }
    for (index, torpedo) in formula.torpedoes.iter().enumerate() {
        let errors = band_errors(&torpedo.bands, &root.key("torpedoes").at(index).key("bands"));
        errors.into_iter().for_each(|error| report.add_check_error(error));
    }
    if formula.torpedo_factors.tubes_a_factor == 0 {
        report.add_error(&root.key("torpedo_factors"), "a factor needs at least one tube");
    }
    let factors =
        formula.shooting_factors.iter().enumerate().map(|(index, row)| ("shooting_factors", index, row.times));
    let factors = factors.chain(formula.reach.iter().enumerate().map(|(index, row)| ("reach", index, row.times)));
    let factors =
        factors.chain(formula.strengths.iter().enumerate().map(|(index, row)| ("strengths", index, row.strength)));
    let errors = factors.filter_map(|(key, index, times)| factor_error(times, &root.key(key).at(index)));
    errors.for_each(|error| report.add_check_error(error));
}
