//! Battles estimated by rules of thumb: each round costs both sides their average losses.
use crate::model::{BattleSide, COMBAT_TABLE, Field, Kind, Rank, Setup, Spell, cavalry_shift, strength_ratio};

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Estimate {
    pub win: f64,
    /// Own losses, in points of combat factor.
    pub lost: f64,
}

/// Average rounds of a battle, rounded down: a die plus one. [SC-11]
const MEAN_ROUNDS: u8 = 4;
/// Exponent that turns the ratio of strengths at the end into the odds to win. Fitted to the exact odds of about
/// a thousand battles of the campaigns `aidlon` and `amber-coast`.
const RATIO_EXPONENT: f64 = 16.0;
/// Average units that the enemy's wizard kills, and that it revives or evokes, in a round.
const ENEMY_WIZARD_UNITS: (f64, f64) = (0.33, 0.4);

/// Units of one kind: their number, the strength and combat factor of each, and whether they are cavalry.
struct UnitPack {
    count: f64,
    strength_each: f64,
    factor: f64,
    cavalry: bool,
}

/// Removes units from packs in order. Returns the combat factors removed.
fn remove_units<'a>(packs: impl Iterator<Item = &'a mut UnitPack>, mut units: f64) -> f64 {
    let mut fallen = 0.0;
    for pack in packs {
        let removed = units.min(pack.count);
        pack.count -= removed;
        units -= removed;
        fallen += removed * pack.factor;
        if units <= 0.0 {
            break;
        }
    }
    fallen
}

fn strength_of(packs: &[UnitPack]) -> f64 {
    packs.iter().map(|pack| pack.count * pack.strength_each).sum()
}

fn cavalry_in(packs: &[UnitPack]) -> f64 {
    packs.iter().filter(|pack| pack.cavalry).map(|pack| pack.count).sum()
}

/// Returns the average losses of both sides at a column: the defender, the attacker. [SC-20]
fn mean_losses(column: u8) -> (f64, f64) {
    let index = usize::from(column) - 1;
    let (defender_losses, attacker_losses) =
        COMBAT_TABLE.iter().fold((0, 0), |sum, row| (sum.0 + row[index].0, sum.1 + row[index].1));
    (f64::from(defender_losses) / 6.0, f64::from(attacker_losses) / 6.0)
}

/// Returns both sides as packs, the weakest first.
fn packs(setup: &Setup, field: &Field) -> (Vec<UnitPack>, Vec<UnitPack>) {
    let pack = |side: BattleSide, kind: Kind, factor: u8, count: u8| {
        let (factor, bonus, malus) = field.effective(side, kind, factor);
        let each = f64::from(factor) + f64::from(bonus) - f64::from(malus);
        let cavalry = setup.rules.cavalry.includes(kind);
        UnitPack { count: f64::from(count), strength_each: each.max(0.0), factor: f64::from(factor), cavalry }
    };
    let own = field.own.fighting().map(|(kind, count)| pack(BattleSide::Own, kind, kind.combat_factor(), count));
    let foes = field.ranks_left().map(|(_, Rank { troop, .. }, count)| (troop.kind, troop.combat_factor, count));
    let foes = foes.map(|(kind, factor, count)| pack(BattleSide::Foes, kind, factor, count));
    let (mut own, mut foes): (Vec<UnitPack>, Vec<UnitPack>) = (own.collect(), foes.collect());
    own.sort_by(|left, right| left.strength_each.total_cmp(&right.strength_each));
    foes.sort_by(|left, right| left.factor.total_cmp(&right.factor));
    (own, foes)
}

/// Estimates a battle: applies average losses for each round, then compares the strengths.
pub(crate) fn estimate(setup: &Setup, field: &Field) -> Estimate {
    let (mut own, mut foes) = packs(setup, field);
    let blast = setup.scenario.spells.iter().find(|known| known.spell == Spell::Blast);
    let blast = blast.filter(|_| field.own.has_wizard()).map_or(0.0, |known| f64::from(known.works_to) / 6.0);
    let (mut lost, mut returned) = (0.0, 0.0);
    for _ in 0..MEAN_ROUNDS {
        remove_units(foes.iter_mut().rev(), blast);
        if field.wizard {
            lost += remove_units(own.iter_mut(), ENEMY_WIZARD_UNITS.0);
            returned += ENEMY_WIZARD_UNITS.1;
        }
        let (own_strength, enemy_strength) = (strength_of(&own), strength_of(&foes));
        if own_strength <= 0.0 || enemy_strength <= 0.0 {
            break;
        }
        let half_points = |weight: f64| (2.0 * weight) as u32;
        let shift = cavalry_shift(cavalry_in(&own).round() as u32, cavalry_in(&foes).round() as u32);
        let column = strength_ratio(half_points(own_strength), half_points(enemy_strength))
            .saturating_add_signed(shift)
            .clamp(1, 4);
        let (enemy_losses, own_losses) = mean_losses(column);
        remove_units(foes.iter_mut(), (enemy_losses - returned).max(0.0));
        returned = (returned - enemy_losses).max(0.0);
        lost += remove_units(own.iter_mut(), own_losses);
    }
    let (own_strength, enemy_strength) = (strength_of(&own), strength_of(&foes));
    let win =
        if own_strength <= 0.0 { 0.0 } else { 1.0 / (1.0 + (enemy_strength / own_strength).powf(RATIO_EXPONENT)) };
    Estimate { win, lost }
}
