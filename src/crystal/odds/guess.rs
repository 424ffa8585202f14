//! Battles estimated by rules of thumb: each round costs both sides their average losses.
use crate::model::{Field, Kind, Rank, Setup, Side, Spell, TABLE, ratio, shift};

/// A quick estimate of a battle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Guess {
    pub win: f64,
    /// Own losses, in points of combat factor.
    pub lost: f64,
}

/// Average rounds of a battle, rounded down: a die plus one. [SC-11]
const ROUNDS: u8 = 4;
/// Exponent that turns the ratio of strengths at the end into the odds to win. Fitted to the exact odds of some
/// thousand battles of aidlon and the Amber Coast.
const SURE: f64 = 16.0;
/// Average units that the enemy's wizard kills, and that it revives or evokes, in a round.
const ENEMY_WIZARD: (f64, f64) = (0.33, 0.4);

/// Units of one kind: their number, the strength and combat factor of each, and whether they are cavalry.
struct Pack {
    count: f64,
    each: f64,
    factor: f64,
    cavalry: bool,
}

/// Removes units from packs in order. Returns the combat factors removed.
fn take<'a>(packs: impl Iterator<Item = &'a mut Pack>, mut units: f64) -> f64 {
    let mut fallen = 0.0;
    for pack in packs {
        let gone = units.min(pack.count);
        pack.count -= gone;
        units -= gone;
        fallen += gone * pack.factor;
        if units <= 0.0 {
            break;
        }
    }
    fallen
}

fn weight(packs: &[Pack]) -> f64 {
    packs.iter().map(|pack| pack.count * pack.each).sum()
}

fn cavalry(packs: &[Pack]) -> f64 {
    packs.iter().filter(|pack| pack.cavalry).map(|pack| pack.count).sum()
}

/// Returns the average losses of both sides at a column: the defender, the attacker. [SC-20]
fn mean_losses(column: u8) -> (f64, f64) {
    let at = usize::from(column) - 1;
    let (of_foes, of_own) = TABLE.iter().fold((0, 0), |sum, row| (sum.0 + row[at].0, sum.1 + row[at].1));
    (f64::from(of_foes) / 6.0, f64::from(of_own) / 6.0)
}

/// Returns both sides as packs, the weakest first.
fn packs(setup: &Setup, field: &Field) -> (Vec<Pack>, Vec<Pack>) {
    let pack = |side: Side, kind: Kind, factor: u8, count: u8| {
        let (factor, bonus, malus) = field.effective(side, kind, factor);
        let each = f64::from(factor) + f64::from(bonus) - f64::from(malus);
        let cavalry = setup.rules.cavalry.holds(kind);
        Pack { count: f64::from(count), each: each.max(0.0), factor: f64::from(factor), cavalry }
    };
    let own = field.own.fighting().map(|(kind, count)| pack(Side::Own, kind, kind.combat_factor(), count));
    let foes = field.standing().map(|(_, Rank { troop, .. }, count)| (troop.kind, troop.combat_factor, count));
    let foes = foes.map(|(kind, factor, count)| pack(Side::Foes, kind, factor, count));
    let (mut own, mut foes): (Vec<Pack>, Vec<Pack>) = (own.collect(), foes.collect());
    own.sort_by(|one, other| one.each.total_cmp(&other.each));
    foes.sort_by(|one, other| one.factor.total_cmp(&other.factor));
    (own, foes)
}

/// Estimates a battle: applies average losses for each round, then compares the strengths.
pub(crate) fn guess(setup: &Setup, field: &Field) -> Guess {
    let (mut own, mut foes) = packs(setup, field);
    let blast = setup.scenario.spells.iter().find(|known| known.spell == Spell::Blast);
    let blast = blast.filter(|_| field.own.has_wizard()).map_or(0.0, |known| f64::from(known.works_to) / 6.0);
    let (mut lost, mut again) = (0.0, 0.0);
    for _ in 0..ROUNDS {
        take(foes.iter_mut().rev(), blast);
        if field.wizard {
            lost += take(own.iter_mut(), ENEMY_WIZARD.0);
            again += ENEMY_WIZARD.1;
        }
        let (mine, theirs) = (weight(&own), weight(&foes));
        if mine <= 0.0 || theirs <= 0.0 {
            break;
        }
        let halves = |weight: f64| (2.0 * weight) as u32;
        let side = shift(cavalry(&own).round() as u32, cavalry(&foes).round() as u32);
        let column = ratio(halves(mine), halves(theirs)).saturating_add_signed(side).clamp(1, 4);
        let (of_foes, of_own) = mean_losses(column);
        take(foes.iter_mut(), (of_foes - again).max(0.0));
        again = (again - of_foes).max(0.0);
        lost += take(own.iter_mut(), of_own);
    }
    let (mine, theirs) = (weight(&own), weight(&foes));
    let win = if mine <= 0.0 { 0.0 } else { 1.0 / (1.0 + (theirs / mine).powf(SURE)) };
    Guess { win, lost }
}
