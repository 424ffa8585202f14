//! The numbers a salvo needs, as cited sums. [6.5.1, 6.5.1.3]
use super::{cited::MOUNTS, legality};
use crate::model::chart::{Modifier, ModifierCondition, VisibilityQuality};
use crate::model::{Declaration, Fate, Label, NonPen, Ship, Sum, WindForce};
use crate::rules::{half_move, rolls::ThreeRolls, special};
use crate::{Inches, State};
use play::{Rule, odds::Distribution};

const BASE: Rule = Rule::new("6.5.1");
const FIRST_FIGURE: Rule = Rule::new("6.5.1.5");

/// Returns the numbers of a declared salvo in this state.
///
/// All multipliers apply first, then the product is rounded once, half up. A bearing mount leaves at least one die, and
/// no size falls below 1. (Q24) `None` if the ship has no big guns that reach or the target is gone.
pub fn salvo_numbers(state: &State, declared: &Declaration) -> Option<ThreeRolls> {
    let firer = state.ship(&declared.firer)?;
    let target = state.ships_of(&declared.target).find(|ship| ship.is_in_action())?;
    let big = firer.card.big.as_ref()?;
    let band = big.bands.iter().find(|band| declared.range <= band.to)?;
    let mounts = firer.mounts_bearing(declared.bearing) as i64;
    let mut needs = ThreeRolls {
        dice: Sum::from_base(mounts, Label::MountsBear, MOUNTS),
        to_hit: Sum::from_base(i64::from(band.to_hit), Label::AtRange(declared.range), BASE),
        size: Sum::from_base(i64::from(target.card.size.gun), Label::SizeOf(target.card.name.clone()), FIRST_FIGURE),
        penetration: Sum::from_base(i64::from(big.power), Label::Power, BASE),
    };
    needs.penetration.plus(-target.card.armour.gun, Label::Armour, FIRST_FIGURE);
    let applying = |modifier: &&Modifier| applies(state, declared, firer, target, modifier);
    for modifier in state.setup.charts.gunnery.iter().filter(applying) {
        let (effect, rule) = (&modifier.effect, modifier_rule(state, modifier));
        let label = || modifier_label(state, modifier);
        if let Some(factor) = effect.to_hit_times {
            needs.to_hit.times(factor, label(), rule);
        }
        if let Some(factor) = effect.dice_times {
            needs.dice.times(factor, label(), rule);
        }
        if let Some(summand) = effect.size_plus {
            needs.size.plus(summand, label(), rule);
        }
    }
    if let Some(factor) = half_move::fire_factor(state, &declared.firer, declared.range) {
        needs.to_hit.times(factor, Label::HalfMoveNearEnemy, half_move::FIRE);
    }
    for factors in special::fire::fire_factors(state, declared) {
        if let Some(factor) = factors.to_hit {
            needs.to_hit.times(factor, Label::SpecialRule(factors.of), special::sentences::SPECIAL);
        }
        if let Some(factor) = factors.dice {
            needs.dice.times(factor, Label::SpecialRule(factors.of), special::sentences::SPECIAL);
        }
    }
    if mounts > 0 {
        needs.dice.at_least(1);
    }
    needs.size.at_least(1);
    Some(needs)
}

/// Returns the paragraph of a modifier. In a half move a turn counts double. [3.4.6, 6.5.1.3]
fn modifier_rule(state: &State, modifier: &Modifier) -> Rule {
    if counts_double(state, modifier) { half_move::TURNING } else { modifier.rule }
}

fn modifier_label(state: &State, modifier: &Modifier) -> Label {
    let doubled = if counts_double(state, modifier) { ", counted double" } else { "" };
    Label::from_text(&format!("{}{doubled}", modifier.says))
}

fn counts_double(state: &State, modifier: &Modifier) -> bool {
    state.half.is_some() && matches!(modifier.when, ModifierCondition::FirerTurned { .. })
}

/// How the successes of a salvo's rolls count as hits, by whether its shells can pierce the target. [8.2.2, Q13]
pub(super) struct HitSplit {
    pierces: bool,
    nonpen: NonPen,
}

impl HitSplit {
    pub(super) fn from_numbers(state: &State, needs: &ThreeRolls) -> HitSplit {
        HitSplit { pierces: needs.penetration.result > 0, nonpen: state.setup.options.nonpen }
    }
    pub(super) fn has_third_roll(&self) -> bool {
        self.pierces || self.nonpen != NonPen::AllHits
    }
    /// Returns penetrating and other hits, given the successes of the three rolls.
    pub(super) fn split_hits(&self, [_, strikes, through]: [u16; 3]) -> (u16, u16) {
        match (self.pierces, self.nonpen) {
            (true, _) | (false, NonPen::Stage3) => (through, 0),
            (false, NonPen::AllHits) => (0, strikes),
            (false, NonPen::Nat1Penetrates) => (through, strikes - through),
        }
    }
}

/// Returns the exact odds of a declared big-gun salvo, as `fire` resolves it, `None` as for `salvo_numbers`. `key`
/// maps strikes, penetrating and other hits to the outcomes to distinguish. [6.5.1]
pub fn salvo_odds<K: PartialEq>(
    state: &State,
    declared: &Declaration,
    key: impl Fn(u16, u16, u16) -> K,
) -> Option<Distribution<K>> {
    let needs = salvo_numbers(state, declared)?;
    let split = HitSplit::from_numbers(state, &needs);
    Some(needs.odds(split.has_third_roll(), |rolled| {
        let (penetrating, non_penetrating) = split.split_hits(rolled);
        key(rolled[1], penetrating, non_penetrating)
    }))
}

fn applies(state: &State, declared: &Declaration, firer: &Ship, target: &Ship, modifier: &Modifier) -> bool {
    let conditions = &declared.conditions;
    match modifier.when {
        ModifierCondition::OnTarget { lost_at_deg } => {
            let hit_last_turn = |(hitter, turn): &(_, u16)| *hitter == firer.id && turn + 1 == state.turn;
            let turned = half_move::in_band(state, conditions.target_turned_deg, lost_at_deg, u16::MAX);
            let counted =
                target.hit_by.iter().any(hit_last_turn) || special::fire::counts_as_on_target(state, declared);
            counted && !turned
        }
        ModifierCondition::NotUnderBigGunFire => {
            legality::under_big_guns(state, &[&firer.id, &firer.division]).is_none()
        }
        ModifierCondition::Visibility(quality) => visibility(state, declared) == Some(quality),
        ModifierCondition::FirerTurned { from_deg, to_deg } => {
            half_move::in_band(state, conditions.turned_deg, from_deg, to_deg)
        }
        ModifierCondition::Courses { from_deg } => from_deg <= conditions.courses_deg,
        ModifierCondition::FireControlOut => firer.is_fire_control_out(),
    }
}

/// Returns the worst visibility along the line of fire, or `None` if nothing reduces it. (T1)
///
/// Sources are this turn's quality, the target side's light, special rules, the typed value and night (extreme). A ship
/// in the line that burns is very poor, one that exploded extreme. Own smoke downwind near top speed is poor.
pub fn visibility(state: &State, declared: &Declaration) -> Option<VisibilityQuality> {
    let conditions = &declared.conditions;
    let night = state.setup.night.then_some(VisibilityQuality::Extreme);
    let across =
        conditions.through.as_ref().and_then(|id| state.ship(id)).and_then(|ship| visibility_across(state, ship));
    let blows = state.setup.wind.force != WindForce::Calm;
    let is_veiled = |ship: &&Ship| blows && conditions.downwind && near_top_speed(ship);
    let own_smoke = state.ship(&declared.firer).filter(is_veiled).map(|_| VisibilityQuality::Poor);
    let target = state.ships_of(&declared.target).next();
    let light = target.and_then(|ship| state.light_on(&ship.side)).and_then(|light| light.quality);
    let special = special::fire::fire_quality(state, declared);
    [state.visibility_quality, light, conditions.visibility, night, across, own_smoke, special]
        .into_iter()
        .flatten()
        .max()
}

/// Returns visibility across a ship in the line: extreme if it exploded this turn or last, very poor with fires. (T1)
pub(super) fn visibility_across(state: &State, ship: &Ship) -> Option<VisibilityQuality> {
    let is_fresh = ship.lost_turn.is_some_and(|turn| state.turn <= turn + 1);
    match ship.fate {
        Fate::Exploded => is_fresh.then_some(VisibilityQuality::Extreme),
        Fate::Fighting | Fate::Sinking | Fate::Abandoned => (ship.fires() > 0).then_some(VisibilityQuality::VeryPoor),
        Fate::Sunk | Fate::Exited { .. } | Fate::Waiting { .. } => None,
    }
}

pub(super) fn near_top_speed(ship: &Ship) -> bool {
    ship.top_speed() - Inches::whole(1) <= ship.speed
}
