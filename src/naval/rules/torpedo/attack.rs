//! The three rolls of a torpedo attack and the numbers they need. [7.4.3]
use crate::{
    Band, Fact, Fraction, Id, Inches, Label, NavalDraft, NavalHalt, Purpose, Ship, State, Sum, TorpedoAttack,
    TorpedoManner, Torpedoes, command::Met, rolls::ThreeRolls, state::Marker,
};
use play::Rule;

const RUNNING: Rule = Rule::new("7.4.2");
const THREE_ROLLS: Rule = Rule::new("7.4.3");
const COMBING: Rule = Rule::new("7.4.5");
const ARMOUR: Rule = Rule::new("7.4.8");
const SECOND_FIGURE: Rule = Rule::new("7.7");

/// Sizes of a large and of a light ship that combs the tracks. [7.4.5]
const COMBING_SIZES: (i32, i32) = (4, 2);
/// Angle between track and keel up to which a ship combs the tracks, in degrees. [7.4.5]
const COMBING_DEG: u16 = 30;

/// The numbers that an attack needs, each with its reasons.
#[derive(Clone, PartialEq, Debug)]
pub struct TorpedoNumbers {
    pub factors: Sum,
    pub to_hit: Sum,
    pub size: Sum,
    pub penetration: Sum,
}

/// Numbers of a launched attack on one ship that was met, or that lies in line with her. [7.4.2, 7.4.3, 7.4.5]
///
/// `None` when launcher or target is unknown or carries no torpedoes.
pub fn launched_numbers(state: &State, marker: &Marker, met: &Met, in_line: bool) -> Option<TorpedoNumbers> {
    let torpedo = torpedoes_of(state, &marker.launcher)?;
    let target = target_of(state, &met.ship)?;
    let to_hit = band(&torpedo.bands, marker.run)?.to_hit;
    let mut to_hit = Sum::of(i64::from(to_hit), Label::BaseAtRun(marker.run), THREE_ROLLS);
    if in_line {
        to_hit.times(Fraction::new(1, 2), Label::OnTheSameLineOfBearing, RUNNING);
    }
    let factors = factors_thrown(marker.factors, THREE_ROLLS);
    Some(TorpedoNumbers {
        factors,
        to_hit,
        size: size(target, Some(met.angle_deg)),
        penetration: penetration(torpedo, target),
    })
}

/// One die for each factor. [7.4.3]
pub(super) fn factors_thrown(factors: u8, rule: Rule) -> Sum {
    Sum::of(i64::from(factors), Label::TorpedoFactors, rule)
}

/// The band that reaches a run or range, else the last. [7.4.3, Q23]
pub(super) fn band(bands: &[Band], reach: Inches) -> Option<&Band> {
    bands.iter().find(|band| reach <= band.to).or(bands.last())
}

/// Torpedoes of a unit: of the first of its ships that carries any.
pub(super) fn torpedoes_of<'s>(state: &'s State, unit: &'s Id) -> Option<&'s Torpedoes> {
    state.ships_of(unit).find_map(|ship| ship.card.torpedo.as_ref())
}

/// The ship whose figures count: of boats on one base the first in action; a hulk where nobody is. [8.7]
pub(super) fn target_of<'s>(state: &'s State, unit: &'s Id) -> Option<&'s Ship> {
    let hulk = || state.ships_of(unit).find(|ship| ship.is_on_table());
    state.ships_of(unit).find(|ship| ship.in_action()).or_else(hulk)
}

/// Size against torpedoes; a ship that combs the tracks shows 4 or 2, never more than she has. [7.4.5, 7.7]
pub(super) fn size(target: &Ship, angle_deg: Option<u16>) -> Sum {
    let card = &target.card;
    let mut size = Sum::of(i64::from(card.size.torpedo), Label::Size, SECOND_FIGURE);
    let (large, light) = COMBING_SIZES;
    let end_on = if card.kind.is_light() { light } else { large };
    if angle_deg.is_some_and(|angle| keel_angle(angle) <= COMBING_DEG) && end_on < card.size.torpedo {
        size.plus(end_on - card.size.torpedo, Label::CombingTheTracks, COMBING);
    }
    size
}

/// Angle between a line and a keel, which has no direction: 160 degrees is 20.
fn keel_angle(angle_deg: u16) -> u16 {
    angle_deg.min(180_u16.saturating_sub(angle_deg))
}

/// Power less the armour against torpedoes. [7.4.3, 7.4.8]
pub(super) fn penetration(torpedo: &Torpedoes, target: &Ship) -> Sum {
    let mut penetration = Sum::of(i64::from(torpedo.power), Label::PowerOfTheTorpedo, THREE_ROLLS);
    if target.card.armour.torpedo != 0 {
        penetration.plus(-target.card.armour.torpedo, Label::ArmourAgainstTorpedoes, ARMOUR);
    }
    penetration
}

/// A launched attack on one ship; the hits it scores. [7.4.3]
pub(super) fn launched(
    draft: &mut NavalDraft<'_>,
    marker: &Marker,
    met: &Met,
    manner: TorpedoManner,
) -> Result<u16, NavalHalt> {
    let Some(numbers) = launched_numbers(draft.state(), marker, met, manner == TorpedoManner::InLine) else {
        return Ok(0);
    };
    let attack = Attack {
        marker: Some(marker.id.clone()),
        by: marker.launcher.clone(),
        target: met.ship.clone(),
        manner,
        numbers,
        rule: if manner == TorpedoManner::InLine { RUNNING } else { THREE_ROLLS },
    };
    attack.roll(draft)
}

/// An attack whose numbers are known.
pub(super) struct Attack {
    pub marker: Option<Id>,
    pub by: Id,
    pub target: Id,
    pub manner: TorpedoManner,
    pub numbers: TorpedoNumbers,
    pub rule: Rule,
}

impl Attack {
    /// Rolls it and holds its hits for the Damage Segment; their number. [7.4.3, Q21]
    pub fn roll(self, draft: &mut NavalDraft<'_>) -> Result<u16, NavalHalt> {
        let TorpedoNumbers { factors, to_hit, size, penetration } = self.numbers;
        let rolled = ThreeRolls {
            dice: factors.result.max(0) as u16,
            to_hit: to_hit.result,
            size: size.result,
            penetration: Some(penetration.result),
            purposes: [Purpose::TorpedoToHit, Purpose::TorpedoSize, Purpose::TorpedoPenetration],
            by: self.marker.clone().unwrap_or_else(|| self.by.clone()),
            rule: THREE_ROLLS,
        }
        .throw(draft)?;
        let attack = TorpedoAttack {
            marker: self.marker,
            by: self.by,
            target: self.target,
            manner: self.manner,
            factors,
            to_hit,
            size,
            penetration,
            on: rolled.on,
            strikes: rolled.strikes,
            hits: rolled.through,
        };
        draft.note(self.rule, Fact::TorpedoesAttacked(Box::new(attack)));
        Ok(rolled.through)
    }
}
