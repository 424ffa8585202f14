//! The three rolls of a torpedo attack and their numbers. [7.4.3]
use super::cited::{COMBING, RUNNING, THREE_ROLLS};
use crate::model::{
    Band, Fraction, Label, MarkerId, Purpose, Ship, Sum, TorpedoAttack, TorpedoAttackKind, Torpedoes, command::MetShip,
    state::Marker,
};
use crate::{Fact, Id, Inches, NavalDraft, NavalHalt, State, rules::rolls::ThreeRolls};
use play::Rule;

const ARMOUR: Rule = Rule::new("7.4.8");
const SECOND_FIGURE: Rule = Rule::new("7.7");

/// Sizes of a large and of a light ship that combs the tracks. [7.4.5]
const COMBING_SIZES: (i32, i32) = (4, 2);
/// Largest angle in degrees between track and keel at which a ship combs the tracks. [7.4.5]
const COMBING_DEG: u16 = 30;

/// Returns the numbers of a launched attack on a ship that was met or, with `in_line`, that lies on the line from the
/// dot to the ship met. `None` if launcher or target is unknown, or the launcher carries no torpedoes. [7.4.2, 7.4.3,
/// 7.4.5]
fn launched_numbers(state: &State, marker: &Marker, met: &MetShip, in_line: bool) -> Option<ThreeRolls> {
    let torpedo = torpedoes_of(state, &marker.launcher)?;
    let target = target_of(state, &met.ship)?;
    let to_hit = band(&torpedo.bands, marker.run)?.to_hit;
    let mut to_hit = Sum::from_base(i64::from(to_hit), Label::ToHitAtRun(marker.run), THREE_ROLLS);
    if in_line {
        to_hit.times(Fraction::new(1, 2), Label::OnTheSameLineOfBearing, RUNNING);
    }
    let (dice, size) = (dice_for_factors(marker.factors, THREE_ROLLS), size(target, Some(met.angle_deg)));
    Some(ThreeRolls { dice, to_hit, size, penetration: penetration(torpedo, target) })
}

/// Returns one die for each factor. [7.4.3]
pub(super) fn dice_for_factors(factors: u8, rule: Rule) -> Sum {
    Sum::from_base(i64::from(factors), Label::TorpedoFactors, rule)
}

/// Returns the band that reaches a run or range, else the last. [7.4.3, Q23]
pub(super) fn band(bands: &[Band], reach: Inches) -> Option<&Band> {
    bands.iter().find(|band| reach <= band.to).or(bands.last())
}

/// Returns the torpedoes of a unit's first ship that carries any.
pub(super) fn torpedoes_of<'s>(state: &'s State, unit: &'s Id) -> Option<&'s Torpedoes> {
    state.ships_of(unit).find_map(|ship| ship.card.torpedo.as_ref())
}

/// Returns the ship whose figures count: of boats on one base the first in action, else a hulk. [8.7]
pub(super) fn target_of<'s>(state: &'s State, unit: &'s Id) -> Option<&'s Ship> {
    let hulk = || state.ships_of(unit).find(|ship| ship.is_on_table());
    state.ships_of(unit).find(|ship| ship.is_in_action()).or_else(hulk)
}

/// Returns the size against torpedoes. A ship that combs the tracks has 4 or 2, never more than its own. [7.4.5, 7.7]
pub(super) fn size(target: &Ship, angle_deg: Option<u16>) -> Sum {
    let card = &target.card;
    let mut size = Sum::from_base(i64::from(card.size.torpedo), Label::Size, SECOND_FIGURE);
    let (large, light) = COMBING_SIZES;
    let end_on = if card.kind.is_light() { light } else { large };
    if angle_deg.is_some_and(|angle| keel_angle(angle) <= COMBING_DEG) && end_on < card.size.torpedo {
        size.plus(end_on - card.size.torpedo, Label::CombingTheTracks, COMBING);
    }
    size
}

/// Returns the angle between a line and a keel, which has no direction: 160 degrees is 20.
fn keel_angle(angle_deg: u16) -> u16 {
    angle_deg.min(180_u16.saturating_sub(angle_deg))
}

/// Returns power less the armour against torpedoes. [7.4.3, 7.4.8]
pub(super) fn penetration(torpedo: &Torpedoes, target: &Ship) -> Sum {
    let mut penetration = Sum::from_base(i64::from(torpedo.power), Label::PowerOfTheTorpedo, THREE_ROLLS);
    if target.card.armour.torpedo != 0 {
        penetration.plus(-target.card.armour.torpedo, Label::ArmourAgainstTorpedoes, ARMOUR);
    }
    penetration
}

/// Rolls a launched attack on one ship and returns its hits. [7.4.3]
pub(super) fn roll_launched(
    draft: &mut NavalDraft<'_>,
    marker: &Marker,
    met: &MetShip,
    manner: TorpedoAttackKind,
) -> Result<u16, NavalHalt> {
    let Some(numbers) = launched_numbers(draft.state(), marker, met, manner == TorpedoAttackKind::InLine) else {
        return Ok(0);
    };
    let rule = if manner == TorpedoAttackKind::InLine { RUNNING } else { THREE_ROLLS };
    let (by, target) = (marker.launcher.clone(), met.ship.clone());
    Attack { marker: Some(marker.id.clone()), by, target, manner, numbers, rule }.roll(draft)
}

pub(super) struct Attack {
    pub marker: Option<MarkerId>,
    pub by: Id,
    pub target: Id,
    pub manner: TorpedoAttackKind,
    pub numbers: ThreeRolls,
    pub rule: Rule,
}

impl Attack {
    /// Rolls the attack, holds its hits for the Damage Segment and returns their number. [7.4.3, Q21]
    pub fn roll(self, draft: &mut NavalDraft<'_>) -> Result<u16, NavalHalt> {
        let Attack { marker, by, target, manner, numbers, rule } = self;
        let purposes: [fn(Id) -> Purpose; 3] =
            [Purpose::TorpedoToHit, Purpose::TorpedoSize, Purpose::TorpedoPenetration];
        let attacker = marker.as_ref().map_or_else(|| by.clone(), MarkerId::to_kind);
        let [on_successes, strikes, hits] = numbers.roll_three(draft, purposes, &attacker, THREE_ROLLS, true)?;
        let ThreeRolls { dice: factors, to_hit, size, penetration } = numbers;
        let attack = TorpedoAttack {
            marker,
            by,
            target,
            manner,
            factors,
            to_hit,
            size,
            penetration,
            on_successes,
            strikes,
            hits,
        };
        draft.record(rule, Fact::TorpedoesAttacked(Box::new(attack)));
        Ok(hits)
    }
}
