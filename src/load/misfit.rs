//! Finds impossible figures of a card, with the class field that causes each.
use std::{fmt::Display, ops::RangeInclusive};

use crate::{FigureName, Override, Path, typed::Fault};
use naval::model::sound::{ARMOUR, BASE_LENGTH, DEFENCE, FLASH, FLOTATION, POWER, SIZE, SPEED, STRONGEST};
use naval::model::{Band, Card, Fraction};
use play::Rule;

const BASES: Rule = Rule::new("2.4");

/// An impossible figure of a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Misfit {
    /// Field of the class that causes it: `armour.belt_mm`.
    pub(super) field: &'static str,
    /// Index of the override that set it, from 0.
    pub(super) set: Option<usize>,
    pub(super) what: String,
    pub(super) lawful: Option<String>,
    pub(super) nearest: Option<String>,
}

impl Misfit {
    pub(super) fn of(field: &'static str, what: impl Into<String>) -> Misfit {
        Misfit { field, set: None, what: what.into(), lawful: None, nearest: None }
    }

    /// Returns the misfit of an override with the wrong type. Legal is what the type expects.
    pub(super) fn unfit(figure: FigureName, fault: &Fault) -> Misfit {
        let (mut what, lawful) = fault.words();
        if let Fault::Unfit { found, .. } = fault {
            what.clone_from(found);
        }
        Misfit { lawful, ..Misfit::of("", format!("the value set for {figure:?} does not fit: {what}")) }
    }

    /// Returns the path of the field or override, below the path of the class.
    pub(super) fn path(&self, class: &Path) -> Path {
        match self.set {
            Some(at) => class.key("set").at(at).key("value"),
            None if self.field.is_empty() => class.clone(),
            None => class.keys(self.field),
        }
    }
}

/// Joins all misfits into one sentence.
pub(super) fn said_together(misfits: &[Misfit]) -> String {
    let says = |misfit: &Misfit| match &misfit.lawful {
        Some(lawful) => format!("{}, {lawful}", misfit.what),
        None => misfit.what.clone(),
    };
    misfits.iter().map(says).collect::<Vec<_>>().join("; ")
}

/// Checks that a card can have each of its figures, calculated or overridden.
pub(super) fn within_reason(card: &Card, set: &[&Override]) -> Vec<Misfit> {
    let mut misfits = Vec::new();
    let mut told = |figure: FigureName, what: String, lawful: Option<String>, nearest: Option<String>| {
        let set = set.iter().rposition(|change| change.figure == figure);
        misfits.push(Misfit { field: figure.field(), set, what, lawful, nearest });
    };
    let base_length = format!("base length [{BASES}]");
    let lengths = [
        (FigureName::Speed, "speed", card.speed, SPEED),
        (FigureName::BaseLength, &*base_length, card.base_length, BASE_LENGTH),
    ];
    for (name, says, figure, lawful) in lengths {
        beyond(says, figure, lawful, " inches")
            .into_iter()
            .for_each(|(what, lawful, near)| told(name, what, lawful, near));
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
    let torpedo = card.torpedo.iter().map(|one| (FigureName::TorpedoPower, "torpedo power", one.power, POWER));
    for (name, says, figure, lawful) in whole.into_iter().chain(guns).chain(torpedo) {
        beyond(says, figure, lawful, "").into_iter().for_each(|(what, lawful, near)| told(name, what, lawful, near));
    }
    for (name, battery) in [(FigureName::Medium, &card.medium), (FigureName::Light, &card.light)] {
        let Some(strength) = battery.as_ref().map(|battery| battery.strength) else { continue };
        let nearest = strength.clamp(Fraction::ZERO, Fraction::from(STRONGEST));
        if nearest != strength {
            let what = format!("a battery strength of {strength} is out of range");
            let nearest = Some(format!("guns whose strength adds up to {nearest}"));
            told(name, what, Some(format!("0 to {STRONGEST}")), nearest);
        }
    }
    let bands = card.big.iter().map(|big| (FigureName::ToHit, &big.bands));
    let bands = bands.chain(card.torpedo.iter().map(|one| (FigureName::TorpedoToHit, &one.bands)));
    for (name, bands) in bands.filter(|(_, bands)| !rise(bands)) {
        told(name, format!("her bands do not rise: {}", said(bands)), None, None);
    }
    let stated = set.iter().any(|change| change.figure == FigureName::AttackRange);
    let stated = card.torpedo.as_ref().and_then(|torpedo| torpedo.attack_range).filter(|_| stated);
    if let Some((range, most)) = stated.zip(card.torpedo_attack_range()).filter(|(range, most)| range != most) {
        let what = format!("her torpedo attack range of {range} is more than her torpedoes run, or than 10.0");
        told(FigureName::AttackRange, what, Some(format!("0 to {most}")), Some(most.to_string()));
    }
    misfits
}

/// Describes a figure outside its range: the error, the range and the nearest legal figure, in the file's unit.
fn beyond<T: PartialOrd + Copy + Display>(
    says: &str,
    figure: T,
    lawful: RangeInclusive<T>,
    unit: &str,
) -> Option<(String, Option<String>, Option<String>)> {
    let nearest = if figure < *lawful.start() { lawful.start() } else { lawful.end() };
    let range = format!("{} to {}{unit}", lawful.start(), lawful.end());
    let what = format!("her {says} of {figure}{unit} is out of range");
    (!lawful.contains(&figure)).then(|| (what, Some(range), Some(nearest.to_string())))
}

/// Whether each band ends farther out than the one before.
fn rise(bands: &[Band]) -> bool {
    !bands.is_empty() && bands.windows(2).all(|pair| pair[0].to < pair[1].to)
}

/// Describes bands: `12 to 4.0, 7 to 8.0`.
pub(super) fn said(bands: &[Band]) -> String {
    bands.iter().map(|band| format!("{} to {}", band.to_hit, band.to)).collect::<Vec<_>>().join(", ")
}
