//! Reads `decide` and `left` of a scenario file. [9.2, 10.5]
use std::collections::BTreeMap;

use serde::Deserialize;

use crate::{KeyPath, Report};
use naval::model::victory::{
    Bound, CountedFigure, HowMany, JudgedWhen, Lead, LeftToReferee, PointsCondition, PointsFactor, ShipsCondition,
    SideWins, TurnCondition, VictoryCondition, VictoryDegree, VictoryEntry, VictoryRule, VictoryTest,
};
use naval::model::{Fraction, Setup, ShipSet};
use naval::{Id, SideId};
use play::Rule;

const SPECIAL: Rule = Rule::new("9.2");

#[derive(Deserialize)]
#[serde(try_from = "EntryKeys")]
pub(super) struct EntryRecord(pub(super) VictoryEntry);

#[derive(Deserialize)]
struct EntryKeys {
    of: Option<u16>,
    side: Option<SideId>,
    #[serde(default)]
    how: VictoryDegree,
    #[serde(default)]
    at: JudgedWhen,
    #[serde(rename = "if")]
    condition: Option<ConditionRecord>,
    points: Option<LeadRecord>,
}

#[derive(Deserialize)]
#[serde(try_from = "LeadKeys")]
struct LeadRecord(Lead);

/// Exactly one of the two keys.
#[derive(Deserialize)]
struct LeadKeys {
    lead: Option<u16>,
    ratio: Option<Fraction>,
}

#[derive(Deserialize)]
#[serde(try_from = "ConditionKeys")]
struct ConditionRecord(VictoryCondition);

/// Exactly one of these keys. Only `more` has `side` beside it.
#[derive(Deserialize)]
struct ConditionKeys {
    all: Option<Vec<ConditionRecord>>,
    any: Option<Vec<ConditionRecord>>,
    not: Option<Box<ConditionRecord>>,
    turn: Option<TurnRecord>,
    ships: Option<ShipsRecord>,
    points: Option<PointsRecord>,
    more: Option<CountedFigure>,
    side: Option<SideId>,
}

#[derive(Deserialize)]
#[serde(try_from = "TurnKeys")]
struct TurnRecord(TurnCondition);

/// Either `at`, or `from`, `to` or both.
#[derive(Deserialize)]
struct TurnKeys {
    at: Option<u16>,
    from: Option<u16>,
    to: Option<u16>,
}

#[derive(Deserialize)]
#[serde(try_from = "ShipsKeys")]
struct ShipsRecord(ShipsCondition);

/// Exactly one of the first four keys, and both others.
#[derive(Deserialize)]
struct ShipsKeys {
    at_least: Option<u16>,
    at_most: Option<u16>,
    #[serde(default)]
    every: bool,
    #[serde(default)]
    none: bool,
    among: ShipSet,
    are: Vec<VictoryTest>,
}

#[derive(Deserialize)]
#[serde(try_from = "PointsKeys")]
struct PointsRecord(PointsCondition);

/// At most one of `lead`, `ratio`, `at_least` and `under`. Without them, any lead counts.
#[derive(Deserialize)]
struct PointsKeys {
    side: SideId,
    lead: Option<u16>,
    ratio: Option<Fraction>,
    at_least: Option<u16>,
    under: Option<u16>,
    #[serde(default)]
    times: BTreeMap<Id, u16>,
}

#[derive(Deserialize)]
pub(super) struct LeftRecord {
    pub(super) of: u16,
    pub(super) why: String,
}

/// Why valid keys do not fit together.
type KeyConflict = &'static str;

/// Returns the only value present, if any. Several values are an error.
fn at_most_one<T>(found: impl IntoIterator<Item = Option<T>>, conflict: KeyConflict) -> Result<Option<T>, KeyConflict> {
    let mut found = found.into_iter().flatten();
    let first = found.next();
    if found.next().is_some() { Err(conflict) } else { Ok(first) }
}

impl TryFrom<EntryKeys> for EntryRecord {
    type Error = KeyConflict;
    fn try_from(EntryKeys { of, side, how, at, condition, points }: EntryKeys) -> Result<EntryRecord, KeyConflict> {
        let wins = match (side, condition, points) {
            (Some(side), Some(ConditionRecord(condition)), None) => {
                VictoryRule::Side(SideWins { side, how, at, condition })
            }
            (None, None, Some(LeadRecord(lead))) => VictoryRule::Leader(lead),
            (Some(_), None, None) => return Err("the key `if` is missing"),
            _ => return Err("an entry needs either the winning `side` or `points`"),
        };
        Ok(EntryRecord(VictoryEntry { of, wins }))
    }
}

impl TryFrom<LeadKeys> for LeadRecord {
    type Error = KeyConflict;
    fn try_from(keys: LeadKeys) -> Result<LeadRecord, KeyConflict> {
        const FAULT: KeyConflict = "an entry of points needs one key: lead or ratio";
        at_most_one([keys.lead.map(Lead::By), keys.ratio.map(Lead::Ratio)], FAULT)?.map(LeadRecord).ok_or(FAULT)
    }
}

impl TryFrom<ConditionKeys> for ConditionRecord {
    type Error = KeyConflict;
    fn try_from(keys: ConditionKeys) -> Result<ConditionRecord, KeyConflict> {
        const FAULT: KeyConflict = "a condition needs one key: all, any, not, turn, ships, points, or more with a side";
        let ConditionKeys { all, any, not, turn, ships, points, more, side } = keys;
        let more = match (more, side) {
            (Some(counted), Some(side)) => Some(VictoryCondition::More(side, counted)),
            (None, None) => None,
            (Some(_), None) => return Err("the key `side` is missing"),
            (None, Some(_)) => return Err(FAULT),
        };
        let found = [
            all.map(|parts| VictoryCondition::All(conditions_of(parts))),
            any.map(|parts| VictoryCondition::Any(conditions_of(parts))),
            not.map(|part| VictoryCondition::Not(Box::new(part.0))),
            turn.map(|TurnRecord(turn)| VictoryCondition::Turn(turn)),
            ships.map(|ShipsRecord(ships)| VictoryCondition::Ships(ships)),
            points.map(|PointsRecord(points)| VictoryCondition::Points(points)),
            more,
        ];
        at_most_one(found, FAULT)?.map(ConditionRecord).ok_or(FAULT)
    }
}

fn conditions_of(parts: Vec<ConditionRecord>) -> Vec<VictoryCondition> {
    parts.into_iter().map(|ConditionRecord(part)| part).collect()
}

impl TryFrom<TurnKeys> for TurnRecord {
    type Error = KeyConflict;
    fn try_from(keys: TurnKeys) -> Result<TurnRecord, KeyConflict> {
        Ok(TurnRecord(match (keys.at, keys.from, keys.to) {
            (Some(turn), None, None) => TurnCondition::At(turn),
            (None, Some(turn), None) => TurnCondition::From(turn),
            (None, None, Some(turn)) => TurnCondition::To(turn),
            (None, Some(from), Some(to)) => TurnCondition::Between { from, to },
            _ => return Err("a turn needs `at`, or `from`, `to` or both"),
        }))
    }
}

impl TryFrom<ShipsKeys> for ShipsRecord {
    type Error = KeyConflict;
    fn try_from(keys: ShipsKeys) -> Result<ShipsRecord, KeyConflict> {
        const FAULT: KeyConflict = "a number of ships needs one key: at_least, at_most, every or none";
        let ShipsKeys { at_least, at_most, every, none, among, are } = keys;
        let counts = [
            at_least.map(HowMany::AtLeast),
            at_most.map(HowMany::AtMost),
            every.then_some(HowMany::Every),
            none.then_some(HowMany::None),
        ];
        Ok(ShipsRecord(ShipsCondition { count: at_most_one(counts, FAULT)?.ok_or(FAULT)?, among, are }))
    }
}

impl TryFrom<PointsKeys> for PointsRecord {
    type Error = KeyConflict;
    fn try_from(keys: PointsKeys) -> Result<PointsRecord, KeyConflict> {
        const FAULT: KeyConflict = "points need one key: lead, ratio, at_least, under, or no key for any lead";
        let bounds = [
            keys.lead.map(|lead| Bound::Lead(Lead::By(lead))),
            keys.ratio.map(|ratio| Bound::Lead(Lead::Ratio(ratio))),
            keys.at_least.map(Bound::AtLeast),
            keys.under.map(Bound::Under),
        ];
        let bound = at_most_one(bounds, FAULT)?.unwrap_or(Bound::Lead(Lead::By(1)));
        let times = keys.times.into_iter().map(|(of, by)| PointsFactor { of, by }).collect();
        Ok(PointsRecord(PointsCondition { side: keys.side, bound, times }))
    }
}

/// Leaves to the referee each sentence of `victory` without `decide` or `left`, with a warning.
pub(super) fn leave_rest_to_referee(setup: &mut Setup, report: &mut Report) {
    let root = KeyPath::default();
    if !report.has_error_within(&root.key("decide")) {
        for (index, _) in setup.victory.iter().enumerate() {
            let number = u16::try_from(index + 1).unwrap_or(u16::MAX);
            let is_named = setup.decide.iter().flatten().any(|entry| entry.of == Some(number));
            if !is_named && setup.left.iter().all(|sentence| sentence.of != number) {
                let what = format!("no entry of `decide` covers this sentence, so the referee decides it [{SPECIAL}]");
                let warning = report.add_warning(&root.key("victory").at(index), what);
                warning.usual(format!("an entry with `of: {number}`, or `{{of: {number}, why: ...}}` under `left`"));
                setup.left.push(LeftToReferee { of: number, why: None });
            }
        }
    }
    setup.left.sort_by_key(|sentence| sentence.of);
}
