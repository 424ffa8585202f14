//! Finds impossible figures of a card, with the class field that causes each.
use std::{fmt::Display, ops::RangeInclusive};

use crate::{FigureName, KeyPath, Override, typed::TypeMismatch};
use naval::model::checks::{ARMOUR, BASE_LENGTH, DEFENCE, FLASH, FLOTATION, MAX_BATTERY_STRENGTH, POWER, SIZE, SPEED};
use naval::model::{Band, Card, Fraction};
use play::Rule;

const BASES: Rule = Rule::new("2.4");

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct CardError {
    /// Field of the class that causes it: `armour.belt_mm`.
    pub(super) field: &'static str,
    /// Index of the override that set it, from 0.
    pub(super) override_index: Option<usize>,
    pub(super) what: String,
    pub(super) legal: Option<String>,
    pub(super) nearest: Option<String>,
}

impl CardError {
    pub(super) fn new(field: &'static str, what: impl Into<String>) -> CardError {
        CardError { field, override_index: None, what: what.into(), legal: None, nearest: None }
    }

    /// Returns the error of an override with the wrong type. Its legal value is what the type expects.
    pub(super) fn wrong_type(figure: FigureName, mismatch: &TypeMismatch) -> CardError {
        let (mut what, legal) = mismatch.describe();
        if let TypeMismatch::WrongType { found, .. } = mismatch {
            what.clone_from(found);
        }
        CardError { legal, ..CardError::new("", format!("the value set for {figure:?} does not fit: {what}")) }
    }

    /// Returns the path of the field or override, below the path of the class.
    pub(super) fn path(&self, class: &KeyPath) -> KeyPath {
        match self.override_index {
            Some(index) => class.key("set").at(index).key("value"),
            None if self.field.is_empty() => class.clone(),
            None => class.keys(self.field),
        }
    }
}

pub(super) fn joined_messages(errors: &[CardError]) -> String {
    let message = |error: &CardError| match &error.legal {
        Some(legal) => format!("{}, {legal}", error.what),
        None => error.what.clone(),
    };
    errors.iter().map(message).collect::<Vec<_>>().join("; ")
}

pub(super) fn impossible_figures(card: &Card, set: &[&Override]) -> Vec<CardError> {
    let mut errors = Vec::new();
    let mut push_error = |figure: FigureName, what: String, legal: Option<String>, nearest: Option<String>| {
        let set = set.iter().rposition(|change| change.figure == figure);
        errors.push(CardError { field: figure.field(), override_index: set, what, legal, nearest });
    };
    let base_length = format!("base length [{BASES}]");
    let lengths = [
        (FigureName::Speed, "speed", card.speed, SPEED),
        (FigureName::BaseLength, &*base_length, card.base_length, BASE_LENGTH),
    ];
    for (name, label, figure, legal) in lengths {
        out_of_range(label, figure, legal, " inches")
            .into_iter()
            .for_each(|(what, legal, near)| push_error(name, what, legal, near));
    }
    let whole = [
        (FigureName::Size, "size", card.size.gun, SIZE),
        (FigureName::TorpedoSize, "size against torpedoes", card.size.torpedo, SIZE),
        (FigureName::Armour, "armour", card.armour.gun, ARMOUR),
        (FigureName::TorpedoArmour, "armour against torpedoes", card.armour.torpedo, ARMOUR),
        (FigureName::Defence, "defence", card.defence, DEFENCE),
        (FigureName::Flotation, "flotation", card.flotation, FLOTATION),
        (FigureName::Flash, "flash", card.flash, FLASH),
    ];
    let guns = card.big.iter().map(|big| (FigureName::Power, "power", big.power, POWER));
    let torpedo = card.torpedo.iter().map(|torpedo| (FigureName::TorpedoPower, "torpedo power", torpedo.power, POWER));
    for (name, label, figure, legal) in whole.into_iter().chain(guns).chain(torpedo) {
        out_of_range(label, figure, legal, "")
            .into_iter()
            .for_each(|(what, legal, near)| push_error(name, what, legal, near));
    }
    for (name, battery) in [(FigureName::Medium, &card.medium), (FigureName::Light, &card.light)] {
        let Some(strength) = battery.as_ref().map(|battery| battery.strength) else { continue };
        let nearest = strength.clamp(Fraction::ZERO, Fraction::from(MAX_BATTERY_STRENGTH));
        if nearest != strength {
            let what = format!("a battery strength of {strength} is out of range");
            let nearest = Some(format!("guns whose strength adds up to {nearest}"));
            push_error(name, what, Some(format!("0 to {MAX_BATTERY_STRENGTH}")), nearest);
        }
    }
    let bands = card.big.iter().map(|big| (FigureName::ToHit, &big.bands));
    let bands = bands.chain(card.torpedo.iter().map(|torpedo| (FigureName::TorpedoToHit, &torpedo.bands)));
    for (name, bands) in bands.filter(|(_, bands)| !bands_ascend(bands)) {
        push_error(name, format!("the bands do not increase: {}", bands_text(bands)), None, None);
    }
    let is_set = set.iter().any(|change| change.figure == FigureName::AttackRange);
    let stated = card.torpedo.as_ref().and_then(|torpedo| torpedo.attack_range).filter(|_| is_set);
    if let Some((range, most)) = stated.zip(card.torpedo_attack_range()).filter(|(range, most)| range != most) {
        let what = format!("the torpedo attack range of {range} is above the torpedoes' run, or above 10.0");
        push_error(FigureName::AttackRange, what, Some(format!("0 to {most}")), Some(most.to_string()));
    }
    errors
}

/// Describes a figure outside its range: the error, the range and the nearest legal figure. `None` if it is inside.
fn out_of_range<T: PartialOrd + Copy + Display>(
    label: &str,
    figure: T,
    legal: RangeInclusive<T>,
    unit: &str,
) -> Option<(String, Option<String>, Option<String>)> {
    let nearest = if figure < *legal.start() { legal.start() } else { legal.end() };
    let range = format!("{} to {}{unit}", legal.start(), legal.end());
    let what = format!("the {label} of {figure}{unit} is out of range");
    (!legal.contains(&figure)).then(|| (what, Some(range), Some(nearest.to_string())))
}

fn bands_ascend(bands: &[Band]) -> bool {
    !bands.is_empty() && bands.windows(2).all(|pair| pair[0].to < pair[1].to)
}

/// Describes bands: `12 to 4.0, 7 to 8.0`.
pub(super) fn bands_text(bands: &[Band]) -> String {
    bands.iter().map(|band| format!("{} to {}", band.to_hit, band.to)).collect::<Vec<_>>().join(", ")
}
