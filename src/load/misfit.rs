//! What keeps a class from a lawful card: every figure that does not fit, and which field of the class it comes from.
use std::fmt;

use super::{
    class::{FigureName, Override},
    place::Path,
    typed::Fault,
};
use naval::{Band, Card, Fraction};
use play::Rule;

const BASES: Rule = Rule::new("2.4");

/// A figure of a card that cannot be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Misfit {
    /// The field of the class that it comes from: `armour.belt_mm`.
    pub(super) field: &'static str,
    /// The override that set it, counted from 0.
    pub(super) set: Option<usize>,
    pub(super) what: String,
    pub(super) lawful: Option<String>,
    pub(super) nearest: Option<String>,
}

impl Misfit {
    pub(super) fn of(field: &'static str, what: impl Into<String>) -> Misfit {
        Misfit { field, set: None, what: what.into(), lawful: None, nearest: None }
    }

    /// An override that is no figure of its kind: what is lawful is what the type expects.
    pub(super) fn unfit(figure: FigureName, fault: &Fault) -> Misfit {
        let (what, lawful) = match fault {
            Fault::Unfit { found, .. } => (found.clone(), fault.words().1),
            Fault::UnknownKey { .. } | Fault::MissingKey(_) | Fault::UnknownWord { .. } | Fault::Refused { .. } => {
                fault.words()
            }
        };
        Misfit { lawful, ..Misfit::of("", format!("the value set for {figure:?} does not fit: {what}")) }
    }

    /// Where it stands in the file, under the class.
    pub(super) fn path(&self, class: &Path) -> Path {
        match self.set {
            Some(at) => class.key("set").at(at).key("value"),
            None if self.field.is_empty() => class.clone(),
            None => self.field.split('.').fold(class.clone(), |path, key| path.key(key)),
        }
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        self.lawful.as_ref().map_or(Ok(()), |lawful| write!(f, ", {lawful}"))
    }
}

/// All of them in one sentence.
pub(super) fn said_together(misfits: &[Misfit]) -> String {
    misfits.iter().map(Misfit::to_string).collect::<Vec<_>>().join("; ")
}

/// Every figure is one that a card can have, whoever set it.
pub(super) fn within_reason(card: &Card, set: &[&Override]) -> Vec<Misfit> {
    let mut misfits = Vec::new();
    let mut told = |figure: FigureName, misfit: Misfit| {
        let set = set.iter().rposition(|change| change.figure == figure);
        misfits.push(Misfit { set, ..misfit });
    };
    let whole = [
        (FigureName::Speed, "speed in hundredths of an inch".to_owned(), card.speed.0, 0..=1000),
        (
            FigureName::BaseLength,
            format!("base length [{BASES}] in hundredths of an inch"),
            card.base_length.0,
            1..=1000,
        ),
        (FigureName::Size, "size".to_owned(), card.size.gun, 1..=40),
        (FigureName::TorpedoSize, "size against torpedoes".to_owned(), card.size.torpedo, 1..=40),
        (FigureName::Armour, "armour".to_owned(), card.armour.gun, 0..=60),
        (FigureName::TorpedoArmour, "armour against torpedoes".to_owned(), card.armour.torpedo, 0..=60),
        (FigureName::Defence, "defence".to_owned(), card.defence, 1..=1000),
        (FigureName::Flotation, "flotation".to_owned(), card.flotation, 1..=100),
        (FigureName::Flash, "flash".to_owned(), card.flash, 0..=10),
    ];
    let guns = card.big.iter().map(|big| (FigureName::Power, "power".to_owned(), big.power, 0..=100));
    let torpedo = card.torpedo.iter();
    let torpedo = torpedo.map(|one| (FigureName::TorpedoPower, "torpedo power".to_owned(), one.power, 0..=100));
    for (name, says, figure, lawful) in whole.into_iter().chain(guns).chain(torpedo) {
        if !lawful.contains(&figure) {
            let mut misfit = Misfit::of(field_of(name), format!("her {says} of {figure} is out of range"));
            misfit.lawful = Some(format!("{} to {}", lawful.start(), lawful.end()));
            misfit.nearest = Some(figure.clamp(*lawful.start(), *lawful.end()).to_string());
            told(name, misfit);
        }
    }
    for (name, battery) in [(FigureName::Medium, &card.medium), (FigureName::Light, &card.light)] {
        let Some(strength) = battery.as_ref().map(|battery| battery.strength) else { continue };
        let nearest = if strength < Fraction::ZERO {
            "0"
        } else if Fraction::from(1000) < strength {
            "1000"
        } else {
            continue;
        };
        let mut misfit = Misfit::of(field_of(name), format!("a battery strength of {strength} is out of range"));
        misfit.lawful = Some("0 to 1000".to_owned());
        misfit.nearest = Some(format!("guns whose strength adds up to {nearest}"));
        told(name, misfit);
    }
    let bands = card.big.iter().map(|big| (FigureName::ToHit, &big.bands));
    let bands = bands.chain(card.torpedo.iter().map(|one| (FigureName::TorpedoToHit, &one.bands)));
    for (name, bands) in bands.filter(|(_, bands)| !rise(bands)) {
        told(name, Misfit::of(field_of(name), format!("her bands do not rise: {}", said(bands))));
    }
    let stated = set.iter().any(|change| change.figure == FigureName::AttackRange);
    let stated = card.torpedo.as_ref().and_then(|torpedo| torpedo.attack_range).filter(|_| stated);
    if let Some((range, most)) = stated.zip(card.torpedo_attack_range()).filter(|(range, most)| range != most) {
        let what = format!("her torpedo attack range of {range} is more than her torpedoes run, or than 10.0");
        let lawful = Some(format!("0 to {most}"));
        let nearest = Some(most.to_string());
        let misfit = Misfit { lawful, nearest, ..Misfit::of(field_of(FigureName::AttackRange), what) };
        told(FigureName::AttackRange, misfit);
    }
    misfits
}

/// Bands end farther and farther out.
fn rise(bands: &[Band]) -> bool {
    !bands.is_empty() && bands.windows(2).all(|pair| pair[0].to < pair[1].to)
}

/// Bands in words: `12 to 4.0, 7 to 8.0`.
pub(super) fn said(bands: &[Band]) -> String {
    bands.iter().map(|band| format!("{} to {}", band.to_hit, band.to)).collect::<Vec<_>>().join(", ")
}

/// The field of a class that decides a figure most.
pub(super) fn field_of(figure: FigureName) -> &'static str {
    match figure {
        FigureName::Speed => "speed_kn",
        FigureName::BaseLength | FigureName::Size | FigureName::TorpedoSize => "length_m",
        FigureName::Armour => "armour.belt_mm",
        FigureName::TorpedoArmour => "armour.bulkhead",
        FigureName::Defence | FigureName::Flotation => "displacement_t",
        FigureName::Flash => "type",
        FigureName::Power => "main.bore_in",
        FigureName::ToHit => "main",
        FigureName::Medium => "medium_per_side",
        FigureName::Light => "light_per_side",
        FigureName::TorpedoFactors => "torpedo.per_side",
        FigureName::TorpedoPower | FigureName::TorpedoToHit | FigureName::TorpedoReloads | FigureName::AttackRange => {
            "torpedo.size_in"
        }
    }
}
