//! Chapter 10.5: victory by points, line by line.
use crate::model::{Fate, Handicap, Ship, ShipType};
use crate::{Id, SideId, State, sunk_by};
use play::Rule;
use serde::Serialize;

const GENERAL: Rule = Rule::new("10.5");
const BOATS: Rule = Rule::new("10.5.1");
const CRUISER_STOPPED: Rule = Rule::new("10.5.2");
const FOUR_POINTS: Rule = Rule::new("10.5.3");
const SIX_POINTS: Rule = Rule::new("10.5.4");
const CAPITAL_SUNK: Rule = Rule::new("10.5.5");
const HANDICAP: Rule = Rule::new("10.5.6");
const IMMOBILE: Rule = Rule::new("10.5.7");
const EXPLODED: Rule = Rule::new("8.4");
const ABANDONED: Rule = Rule::new("8.5.2");
const BURNING_ON: Rule = Rule::new("8.5.4");
const MENDING: Rule = Rule::new("8.6.3");
const SINKING: Rule = Rule::new("8.7");

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tally {
    /// The battle is over and the count final.
    pub over: bool,
    pub sides: Vec<SideTally>,
    pub handicap: HandicapTally,
    /// Side with more points including handicap, or `None` if they are equal.
    pub leader: Option<SideId>,
    pub at_stake: Vec<Stake>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SideTally {
    pub side: SideId,
    pub lines: Vec<ScoreLine>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub special: Vec<SpecialLine>,
    /// Sum of `lines` and `special`.
    pub points: i32,
    /// Points for sinking every enemy ship. [10.5.6]
    pub could_score: i32,
    pub handicap: i32,
    /// Points and handicap.
    pub total: i32,
}

/// Points by a special rule. [9.2]
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SpecialLine {
    /// The number of the sentence of `special_rules` that gives them, from 1. 0 if unknown.
    pub of: u8,
    pub points: i32,
}

/// One enemy ship that scores points.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ScoreLine {
    pub ship: Id,
    pub standing: ScoredFate,
    /// The paragraph by which the ship counts: how it was lost, or 10.5.7.
    pub because: Rule,
    pub points: i32,
    /// The paragraph that gives the points.
    pub rule: Rule,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ScoredFate {
    Immobile,
    Sunk,
}

/// The handicap: which side receives the difference between what the sides could score. [10.5.6, Q19]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct HandicapTally {
    pub manner: Handicap,
    pub points: i32,
    pub to: Option<SideId>,
    /// A side that cannot win whatever it sinks.
    pub cannot_win: Option<SideId>,
    pub rule: Rule,
}

/// Points that the dice after the end may give a side. [8.5.4, 8.6.3]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Stake {
    pub side: SideId,
    pub ship: Id,
    pub risk: LossRisk,
    pub points: i32,
    pub rule: Rule,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LossRisk {
    /// The ship burns, and may be abandoned.
    Burning { fires: usize },
    /// The ship has no way, because of hits that may be unrepairable.
    NoWay,
}

/// Counts the points. [10.5]
pub fn tally(state: &State) -> Tally {
    let mut sides: Vec<SideTally> = state.setup.sides.iter().map(|side| side_tally(state, &side.id)).collect();
    let handicap = handicap(state.setup.options.handicap, &sides);
    for side in &mut sides {
        side.handicap = if handicap.to.as_ref() == Some(&side.side) { handicap.points } else { 0 };
        side.total = side.points + side.handicap;
    }
    let best = sides.iter().map(|side| side.total).max();
    let mut leaders = sides.iter().filter(|side| Some(side.total) == best);
    let leader = leaders.next().filter(|_| leaders.next().is_none()).map(|only| only.side.clone());
    Tally { over: state.end.is_some(), leader, at_stake: points_at_stake(state), handicap, sides }
}

fn side_tally(state: &State, side: &SideId) -> SideTally {
    let counts = |ship: &&Ship| ship.side != *side && !state.setup.without_points.contains(&ship.id);
    let enemies = || state.ships.iter().map(AsRef::as_ref).filter(counts);
    let lines: Vec<ScoreLine> = enemies().filter_map(score_line).collect();
    let sentence_of = |index: u16| state.setup.rules.get(usize::from(index)).map_or(0, |rule| rule.of);
    let by_rule =
        state.special_points(side).into_iter().map(|(index, points)| SpecialLine { of: sentence_of(index), points });
    let special: Vec<SpecialLine> = by_rule.collect();
    let points = special.iter().map(|line| line.points).chain(lines.iter().map(|line| line.points)).sum();
    let could_score = enemies().map(|ship| points_for(ship.card.kind, ScoredFate::Sunk).0).sum();
    SideTally { side: side.clone(), lines, special, points, could_score, handicap: 0, total: points }
}

fn score_line(ship: &Ship) -> Option<ScoreLine> {
    let (standing, because) = scored_fate(ship)?;
    let (points, rule) = points_for(ship.card.kind, standing);
    Some(ScoreLine { ship: ship.id.clone(), standing, because, points, rule })
}

/// Returns whether a ship is sunk or immobile, and by which paragraph. [8.7, 10.5.7]
pub fn scored_fate(ship: &Ship) -> Option<(ScoredFate, Rule)> {
    let immobile = || (ship.fate == Fate::Fighting && ship.is_immobile()).then_some((ScoredFate::Immobile, IMMOBILE));
    sunk_rule(ship, &ship.fate).map(|rule| (ScoredFate::Sunk, rule)).or_else(immobile)
}

/// Returns the paragraph by which a ship of this fate counts as sunk, or `None` if it does not.
pub(crate) fn sunk_rule(ship: &Ship, fate: &Fate) -> Option<Rule> {
    match fate {
        Fate::Sinking => Some(SINKING),
        Fate::Exploded => Some(EXPLODED),
        Fate::Sunk => Some(sunk_by(ship)),
        Fate::Abandoned => Some(ABANDONED),
        Fate::Fighting | Fate::Exited { .. } | Fate::Waiting { .. } => None,
    }
}

/// Returns the points for a ship, and the paragraph that gives them. [10.5.1 to 10.5.5, Q18, Q51]
pub fn points_for(kind: ShipType, standing: ScoredFate) -> (i32, Rule) {
    match (kind, standing) {
        (ShipType::TBD | ShipType::TB, ScoredFate::Immobile | ScoredFate::Sunk) => (1, BOATS),
        (ShipType::CL | ShipType::CP, ScoredFate::Immobile) => (2, CRUISER_STOPPED),
        (ShipType::CL | ShipType::CP, ScoredFate::Sunk) | (ShipType::CA, ScoredFate::Immobile) => (4, FOUR_POINTS),
        (ShipType::CA, ScoredFate::Sunk) => (6, SIX_POINTS),
        (ShipType::BC | ShipType::BB | ShipType::OBB, ScoredFate::Immobile) => (6, SIX_POINTS),
        (ShipType::BC | ShipType::BB | ShipType::OBB, ScoredFate::Sunk) => (12, CAPITAL_SUNK),
        (ShipType::MM | ShipType::CB, ScoredFate::Immobile | ScoredFate::Sunk) => (0, GENERAL),
    }
}

/// Returns the handicap, by option to the side that can score more (the weaker force), to the other, or none. [10.5.6]
fn handicap(manner: Handicap, sides: &[SideTally]) -> HandicapTally {
    let no_handicap = HandicapTally { manner, points: 0, to: None, cannot_win: None, rule: HANDICAP };
    let [left, right] = sides else { return no_handicap };
    let (less, more) = if left.could_score <= right.could_score { (left, right) } else { (right, left) };
    let points = more.could_score - less.could_score;
    match manner {
        Handicap::Weaker if points > 0 => {
            let cannot_win = (less.could_score <= points).then(|| less.side.clone());
            HandicapTally { points, to: Some(more.side.clone()), cannot_win, ..no_handicap }
        }
        Handicap::Equalise if points > 0 => HandicapTally { points, to: Some(less.side.clone()), ..no_handicap },
        Handicap::None | Handicap::Weaker | Handicap::Equalise => no_handicap,
    }
}

/// Returns burning ships and ships without way that may still be lost. Empty once the dice after the end are rolled.
fn points_at_stake(state: &State) -> Vec<Stake> {
    let mut stakes = Vec::new();
    for ship in state.ships_in_action().filter(|ship| !state.setup.without_points.contains(&ship.id)) {
        let Some(side) = state.enemy_of(&ship.side) else { continue };
        let counted = score_line(ship).map_or(0, |line| line.points);
        let mut stake = |risk, standing, rule| {
            let points = points_for(ship.card.kind, standing).0 - counted;
            stakes.push(Stake { side: side.id.clone(), ship: ship.id.clone(), risk, points, rule });
        };
        if ship.fires() > 0 {
            stake(LossRisk::Burning { fires: ship.fires() }, ScoredFate::Sunk, BURNING_ON);
        }
        if ship.is_stopped_by_damage() && !ship.is_immobile() {
            stake(LossRisk::NoWay, ScoredFate::Immobile, MENDING);
        }
    }
    stakes
}
