//! Checks a ship's card, and the damage that it brings. [6.2.4, 9.1]
use super::bounds::{
    ARMOUR, BASE_LENGTH, DEFENCE, FLASH, FLOTATION, MAX_BATTERY_STRENGTH, MAX_BORE, MAX_NAME_LETTERS, MAX_RANGE, POWER,
    SIZE, SPEED, TO_HIT,
};
use super::names::{is_id, is_name};
use crate::model::{Band, Card, Fraction, Harm, Id, Inches, Mount, chart::DamageEffect, war::CarriedOver};

/// Maximum letters of a ship's name: a file's maximum, plus the part that distinguishes namesakes.
const MAX_DISTINGUISHED_NAME_LETTERS: usize = 2 * MAX_NAME_LETTERS + " ()".len();

/// Whether every figure of a card is in range.
pub(super) fn is_sound(card: &Card) -> bool {
    let (big, torpedo) = (card.big.as_ref(), card.torpedo.as_ref());
    let powers = [big.map(|big| big.power), torpedo.map(|torpedo| torpedo.power)];
    let bands = [big.map(|big| &big.bands), torpedo.map(|torpedo| &torpedo.bands)];
    let strengths = [&card.medium, &card.light].into_iter().flatten().map(|battery| battery.strength);
    let batteries = [&card.medium, &card.light].map(|battery| battery.as_ref().map(|battery| battery.bore_in));
    let bores = batteries.into_iter().chain([big.map(|big| big.bore_in)]);
    let is_mount_once = |(at, mount): (usize, &Mount)| {
        big.is_some_and(|big| big.mounts[..at].iter().all(|earlier| earlier.id != mount.id))
    };
    is_id(card.id.as_str())
        && is_name(&card.name, MAX_DISTINGUISHED_NAME_LETTERS)
        && is_id(card.navy.as_str())
        && are_lines(card)
        && bores.into_iter().flatten().all(|bore| (Inches(1)..=MAX_BORE).contains(&bore))
        && big.iter().flat_map(|big| &big.mounts).all(|mount| is_id(mount.id.as_str()) && !mount.arcs.is_empty())
        && SPEED.contains(&card.speed)
        && BASE_LENGTH.contains(&card.base_length)
        && [card.size.gun, card.size.torpedo].iter().all(|size| SIZE.contains(size))
        && [card.armour.gun, card.armour.torpedo].iter().all(|armour| ARMOUR.contains(armour))
        && DEFENCE.contains(&card.defence)
        && FLOTATION.contains(&card.flotation)
        && FLASH.contains(&card.flash)
        && powers.iter().flatten().all(|power| POWER.contains(power))
        && big.is_none_or(|big| big.mounts.len() <= usize::from(u8::MAX))
        && big.iter().flat_map(|big| big.mounts.iter().enumerate()).all(is_mount_once)
        && bands.into_iter().flatten().all(|bands| !bands.is_empty() && are_sound(bands))
        && torpedo
            .and_then(|torpedo| torpedo.attack_range)
            .is_none_or(|range| (Inches::ZERO..=MAX_RANGE).contains(&range))
        && strengths
            .into_iter()
            .all(|strength| (Fraction::ZERO..=Fraction::from(MAX_BATTERY_STRENGTH)).contains(&strength))
}

/// Whether each text of a card fits on one line.
fn are_lines(card: &Card) -> bool {
    let guns = card.big.as_ref().map(|big| &big.gun);
    let torpedoes = card.torpedo.as_ref().map(|torpedo| &torpedo.kind);
    let words = [Some(&card.class), card.built_as.as_ref(), guns, torpedoes];
    words.into_iter().flatten().all(|words| !words.contains(char::is_control))
}

/// Whether bands rise and every to-hit number is in range.
pub(super) fn are_sound(bands: &[Band]) -> bool {
    let rise = bands.windows(2).all(|pair| pair[0].to < pair[1].to);
    let is_in_range = |band: &Band| Inches::ZERO < band.to && band.to <= MAX_RANGE && TO_HIT.contains(&band.to_hit);
    rise && bands.iter().all(is_in_range)
}

/// Whether a ship of this card can bring these hits and spent torpedoes from an earlier battle.
pub(super) fn can_carry(card: &Card, carried: &CarriedOver) -> bool {
    let has_mount = |id: &Id| card.big.iter().flat_map(|big| &big.mounts).any(|mount| mount.id == *id);
    let can_bring = |harm: &Harm| match harm {
        Harm::Mount(mount) => has_mount(mount),
        Harm::Guns { quarters } => DamageEffect::Guns { quarters: *quarters }.is_sound(),
        Harm::Flotation { hits } => FLOTATION.contains(hits),
        Harm::Speed(loss) => DamageEffect::Speed { loss: *loss }.is_sound(),
        Harm::Bridge | Harm::FireControl => true,
        // Fires burn out and rudders are freed before the next battle.
        Harm::Fire | Harm::Steering { .. } => false,
    };
    let factors = card.torpedo.as_ref().map_or(0, |torpedo| torpedo.factors);
    carried.torpedoes_spent <= factors && carried.hits.iter().all(|hit| can_bring(&hit.effect))
}
