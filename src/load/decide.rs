//! Reads `decide` and `left` of a scenario file. [9.2, 10.5]
use std::collections::BTreeMap;

use serde::Deserialize;

use crate::{Path, Report};
use naval::model::victory::{
    Bound, Condition, Counted, Entry, How, HowMany, Is, Lead, Left, Moment, PointsAre, ShipsAre, SideWins, Times,
    TurnIs, Wins,
};
use naval::model::{Fraction, Setup, Ships};
use naval::{Id, SideId};
use play::Rule;

const SPECIAL: Rule = Rule::new("9.2");

#[derive(Deserialize)]
#[serde(try_from = "EntryKeys")]
pub(super) struct EntryRecord(pub(super) Entry);

#[derive(Deserialize)]
struct EntryKeys {
    of: Option<u16>,
    side: Option<SideId>,
    #[serde(default)]
    how: How,
    #[serde(default)]
    at: Moment,
    #[serde(rename = "if")]
    condition: Option<ConditionRecord>,
    points: Option<LeadRecord>,
}

#[derive(Deserialize)]
#[serde(try_from = "LeadKeys")]
struct LeadRecord(Lead);

/// One of the two.
#[derive(Deserialize)]
struct LeadKeys {
    lead: Option<u16>,
    ratio: Option<Fraction>,
}

#[derive(Deserialize)]
#[serde(try_from = "ConditionKeys")]
struct ConditionRecord(Condition);

/// One of these, and `side` beside `more`.
#[derive(Deserialize)]
struct ConditionKeys {
    all: Option<Vec<ConditionRecord>>,
    any: Option<Vec<ConditionRecord>>,
    not: Option<Box<ConditionRecord>>,
    turn: Option<TurnRecord>,
    ships: Option<ShipsRecord>,
    points: Option<PointsRecord>,
    more: Option<Counted>,
    side: Option<SideId>,
}

#[derive(Deserialize)]
#[serde(try_from = "TurnKeys")]
struct TurnRecord(TurnIs);

/// `at` alone, or one or both of the others.
#[derive(Deserialize)]
struct TurnKeys {
    at: Option<u16>,
    from: Option<u16>,
    to: Option<u16>,
}

#[derive(Deserialize)]
#[serde(try_from = "ShipsKeys")]
struct ShipsRecord(ShipsAre);

/// One of the first four, and the others.
#[derive(Deserialize)]
struct ShipsKeys {
    at_least: Option<u16>,
    at_most: Option<u16>,
    #[serde(default)]
    every: bool,
    #[serde(default)]
    none: bool,
    among: Ships,
    are: Vec<Is>,
}

#[derive(Deserialize)]
#[serde(try_from = "PointsKeys")]
struct PointsRecord(PointsAre);

/// At most one of the four in the middle. Without any, each lead counts.
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

/// Why keys do not fit together although each is valid.
type Unfit = &'static str;

/// Returns the only value present, if any. Several values are an error.
fn only<T>(found: impl IntoIterator<Item = Option<T>>, otherwise: Unfit) -> Result<Option<T>, Unfit> {
    let mut found = found.into_iter().flatten();
    let first = found.next();
    if found.next().is_some() { Err(otherwise) } else { Ok(first) }
}

impl TryFrom<EntryKeys> for EntryRecord {
    type Error = Unfit;
    fn try_from(EntryKeys { of, side, how, at, condition, points }: EntryKeys) -> Result<EntryRecord, Unfit> {
        let wins = match (side, condition, points) {
            (Some(side), Some(ConditionRecord(condition)), None) => Wins::Side(SideWins { side, how, at, condition }),
            (None, None, Some(LeadRecord(lead))) => Wins::Leader(lead),
            (Some(_), None, None) => return Err("the key `if` is missing"),
            _ => return Err("an entry says which `side` wins, or `points`"),
        };
        Ok(EntryRecord(Entry { of, wins }))
    }
}

impl TryFrom<LeadKeys> for LeadRecord {
    type Error = Unfit;
    fn try_from(keys: LeadKeys) -> Result<LeadRecord, Unfit> {
        const ONE: Unfit = "an entry of points has one of its keys: lead, ratio";
        only([keys.lead.map(Lead::By), keys.ratio.map(Lead::Ratio)], ONE)?.map(LeadRecord).ok_or(ONE)
    }
}

impl TryFrom<ConditionKeys> for ConditionRecord {
    type Error = Unfit;
    fn try_from(keys: ConditionKeys) -> Result<ConditionRecord, Unfit> {
        const ONE: Unfit = "a condition has one of its keys: all, any, not, turn, ships, points, or more with a side";
        let ConditionKeys { all, any, not, turn, ships, points, more, side } = keys;
        let more = match (more, side) {
            (Some(counted), Some(side)) => Some(Condition::More(side, counted)),
            (None, None) => None,
            (Some(_), None) => return Err("the key `side` is missing"),
            (None, Some(_)) => return Err(ONE),
        };
        let found = [
            all.map(|parts| Condition::All(bare(parts))),
            any.map(|parts| Condition::Any(bare(parts))),
            not.map(|part| Condition::Not(Box::new(part.0))),
            turn.map(|TurnRecord(turn)| Condition::Turn(turn)),
            ships.map(|ShipsRecord(ships)| Condition::Ships(ships)),
            points.map(|PointsRecord(points)| Condition::Points(points)),
            more,
        ];
        only(found, ONE)?.map(ConditionRecord).ok_or(ONE)
    }
}

fn bare(parts: Vec<ConditionRecord>) -> Vec<Condition> {
    parts.into_iter().map(|ConditionRecord(part)| part).collect()
}

impl TryFrom<TurnKeys> for TurnRecord {
    type Error = Unfit;
    fn try_from(keys: TurnKeys) -> Result<TurnRecord, Unfit> {
        Ok(TurnRecord(match (keys.at, keys.from, keys.to) {
            (Some(turn), None, None) => TurnIs::At(turn),
            (None, Some(turn), None) => TurnIs::From(turn),
            (None, None, Some(turn)) => TurnIs::To(turn),
            (None, Some(from), Some(to)) => TurnIs::Between { from, to },
            _ => return Err("a turn has `at`, or `from`, `to` or both"),
        }))
    }
}

impl TryFrom<ShipsKeys> for ShipsRecord {
    type Error = Unfit;
    fn try_from(keys: ShipsKeys) -> Result<ShipsRecord, Unfit> {
        const ONE: Unfit = "a number of ships has one of its keys: at_least, at_most, every, none";
        let ShipsKeys { at_least, at_most, every, none, among, are } = keys;
        let counts = [
            at_least.map(HowMany::AtLeast),
            at_most.map(HowMany::AtMost),
            every.then_some(HowMany::Every),
            none.then_some(HowMany::None),
        ];
        Ok(ShipsRecord(ShipsAre { count: only(counts, ONE)?.ok_or(ONE)?, among, are }))
    }
}

impl TryFrom<PointsKeys> for PointsRecord {
    type Error = Unfit;
    fn try_from(keys: PointsKeys) -> Result<PointsRecord, Unfit> {
        const ONE: Unfit = "points are asked about in one way: lead, ratio, at_least, under, or none for any lead";
        let bounds = [
            keys.lead.map(|lead| Bound::Lead(Lead::By(lead))),
            keys.ratio.map(|ratio| Bound::Lead(Lead::Ratio(ratio))),
            keys.at_least.map(Bound::AtLeast),
            keys.under.map(Bound::Under),
        ];
        let bound = only(bounds, ONE)?.unwrap_or(Bound::Lead(Lead::By(1)));
        let times = keys.times.into_iter().map(|(of, by)| Times { of, by }).collect();
        Ok(PointsRecord(PointsAre { side: keys.side, bound, times }))
    }
}

/// Leaves a sentence of `victory` without `decide` or `left` to the referee, with a warning.
pub(super) fn leave_the_rest(setup: &mut Setup, report: &mut Report) {
    let root = Path::default();
    if !report.is_flawed_within(&root.key("decide")) {
        for (at, _) in setup.victory.iter().enumerate() {
            let of = u16::try_from(at + 1).unwrap_or(u16::MAX);
            let is_named = setup.decide.iter().flatten().any(|entry| entry.of == Some(of));
            if !is_named && setup.left.iter().all(|one| one.of != of) {
                let what =
                    format!("no entry of `decide` stands for this sentence: it is left to the referee [{SPECIAL}]");
                let warning = report.warn(&root.key("victory").at(at), what);
                warning.usual(format!("an entry with `of: {of}`, or `{{of: {of}, why: ...}}` under `left`"));
                setup.left.push(Left { of, why: None });
            }
        }
    }
    setup.left.sort_by_key(|one| one.of);
}
