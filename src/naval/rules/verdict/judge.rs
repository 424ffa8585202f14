//! Evaluates conditions, by the true state or by what one side knows.
use super::finding::{Evidence, Finding, FoundPoints, FoundShips, JudgedEntry};
use crate::model::victory::{
    Bound, CountedFigure, HowMany, Lead, PointsCondition, PointsFactor, ShipsCondition, TurnCondition,
    VictoryCondition, VictoryEntry, VictoryRule, VictoryTest,
};
use crate::model::{Fraction, Handicap, Ship, Truth};
use crate::rules::tally::{self, Tally};
use crate::{Id, SideId, State};

pub(super) struct VictoryJudge<'a> {
    pub(super) state: &'a State,
    /// `None` uses the true state.
    pub(super) side: Option<&'a SideId>,
    /// The side from which enemies may be hidden completely.
    unseen_by: Option<&'a SideId>,
    tally: Tally,
}

impl<'a> VictoryJudge<'a> {
    pub(super) fn with_true_state(state: &'a State) -> VictoryJudge<'a> {
        VictoryJudge { state, side: None, unseen_by: None, tally: tally::tally(state) }
    }

    pub(super) fn for_side(known: &'a State, side: &'a SideId) -> VictoryJudge<'a> {
        VictoryJudge { state: known, side: Some(side), unseen_by: Some(side), tally: tally::tally(known) }
    }

    /// Creates a judge that uses the true state of a battle that a side simulates, without enemies that it never saw.
    pub(super) fn for_simulation(state: &'a State, side: &'a SideId) -> VictoryJudge<'a> {
        VictoryJudge { unseen_by: Some(side), ..VictoryJudge::with_true_state(state) }
    }

    pub(super) fn judge_entry(&self, number: usize, entry: VictoryEntry) -> JudgedEntry {
        let (side, finding) = match &entry.wins {
            VictoryRule::Side(wins) => (Some(wins.side.clone()), self.condition(&wins.condition)),
            VictoryRule::Leader(lead) => self.leader(*lead),
        };
        let ruled = self.state.victory_rulings.condition(number);
        let truth = ruled.map_or(finding.truth, Truth::from_bool);
        let side = side.filter(|_| truth == Truth::Holds || matches!(entry.wins, VictoryRule::Side(_)));
        JudgedEntry { number, entry, truth, side, ruled, finding }
    }

    fn condition(&self, condition: &VictoryCondition) -> Finding {
        match condition {
            VictoryCondition::All(parts) => self.parts(parts, Truth::all),
            VictoryCondition::Any(parts) => self.parts(parts, Truth::any),
            VictoryCondition::Not(part) => {
                let part = self.condition(part);
                Finding { truth: !part.truth, found: Evidence::Parts, parts: vec![part] }
            }
            VictoryCondition::Turn(turn) => self.turn(*turn),
            VictoryCondition::Ships(ships) => self.ships(ships),
            VictoryCondition::Points(points) => self.points(points),
            VictoryCondition::More(side, CountedFigure::PenetratingHits) => self.more_hits(side),
        }
    }

    fn parts(&self, parts: &[VictoryCondition], join: impl Fn(Vec<Truth>) -> Truth) -> Finding {
        let parts: Vec<Finding> = parts.iter().map(|part| self.condition(part)).collect();
        let truth = join(parts.iter().map(|part| part.truth).collect());
        Finding { truth, found: Evidence::Parts, parts }
    }

    fn turn(&self, turn: TurnCondition) -> Finding {
        let now = self.state.turn;
        let holds = match turn {
            TurnCondition::At(at) => now == at,
            TurnCondition::From(from) => from <= now,
            TurnCondition::To(to) => now <= to,
            TurnCondition::Between { from, to } => (from..=to).contains(&now),
        };
        Finding::without_parts(Truth::from_bool(holds), Evidence::Turn(now))
    }

    fn ships(&self, condition: &ShipsCondition) -> Finding {
        let mut found = FoundShips { are: Vec::new(), open: Vec::new(), among: 0, more: false };
        for ship in condition.among.ships_in(self.state) {
            found.among += 1;
            match self.is_all(ship, &condition.are) {
                Truth::Holds => found.are.push(ship.id.clone()),
                Truth::Open => found.open.push(ship.id.clone()),
                Truth::Fails => {}
            }
        }
        if let Some(side) = self.unseen_by {
            // A ship named by the scenario exists, seen or not. Ships only described may exist.
            let unseen = condition.among.ids.iter().filter(|id| self.state.ship(id).is_none());
            let before = found.open.len();
            found.open.extend(unseen.cloned());
            found.among += found.open.len() - before;
            let is_own_only = condition.among.side.as_ref() == Some(side);
            found.more = condition.among.ids.is_empty() && !is_own_only;
        }
        Finding::without_parts(count_satisfied(condition.count, &found), Evidence::Ships(found))
    }

    pub(super) fn is_all(&self, ship: &Ship, are: &[VictoryTest]) -> Truth {
        Truth::all(are.iter().map(|test| self.has_property(ship, test)))
    }

    fn points(&self, condition: &PointsCondition) -> Finding {
        let other = self.state.setup.sides.iter().find(|side| side.id != condition.side).map(|side| side.id.clone());
        let own = self.scored(&condition.side, &condition.times);
        let is_own_side = self.side == Some(&condition.side);
        let (truth, other) = match condition.bound {
            Bound::AtLeast(least) if i32::from(least) <= own => (Truth::Holds, None),
            Bound::AtLeast(_) => (if is_own_side { Truth::Open } else { Truth::Fails }, None),
            Bound::Under(most) if i32::from(most) <= own => (Truth::Fails, None),
            Bound::Under(_) => (if is_own_side { Truth::Open } else { Truth::Holds }, None),
            // The lead depends on what each side has not seen.
            Bound::Lead(_) if self.side.is_some() => return Finding::undecided(),
            Bound::Lead(lead) => {
                let (own, other) = self.totals(&condition.side, other.as_ref(), &condition.times);
                return lead_finding(lead, own, other);
            }
        };
        Finding::without_parts(truth, Evidence::Points(FoundPoints { own, other, at_least: is_own_side }))
    }

    fn leader(&self, lead: Lead) -> (Option<SideId>, Finding) {
        let [left, right] = &self.state.setup.sides[..] else { return (None, Finding::undecided()) };
        if self.side.is_some() {
            return (None, Finding::undecided());
        }
        let (first, second) = self.totals(&left.id, Some(&right.id), &[]);
        let (side, own, other) = if second <= first { (&left.id, first, second) } else { (&right.id, second, first) };
        (Some(side.clone()), lead_finding(lead, own, other))
    }

    /// Returns the points with handicap of a side and of the other.
    fn totals(&self, side: &SideId, other: Option<&SideId>, times: &[PointsFactor]) -> (i32, i32) {
        let handicap = |side: &SideId| {
            let played = self.state.setup.options.handicap != Handicap::None;
            let own = self.tally.sides.iter().find(|tally| tally.side == *side).map_or(0, |tally| tally.handicap);
            if played { own } else { 0 }
        };
        let total = |side: &SideId| self.scored(side, times) + handicap(side);
        (total(side), other.map_or(0, total))
    }

    /// Returns a side's points without handicap.
    fn scored(&self, side: &SideId, times: &[PointsFactor]) -> i32 {
        let Some(own_tally) = self.tally.sides.iter().find(|tally| tally.side == *side) else { return 0 };
        let factor_of = |id: &Id| {
            let ship = self.state.ship(id);
            let names_ship = |unit: &Id| {
                unit == id || ship.is_some_and(|ship| *unit == ship.home_division || *unit == ship.division)
            };
            times.iter().find(|times| names_ship(&times.of)).map_or(1, |times| i32::from(times.by))
        };
        own_tally.points + own_tally.lines.iter().map(|line| line.points * (factor_of(&line.ship) - 1)).sum::<i32>()
    }

    fn more_hits(&self, side: &SideId) -> Finding {
        if self.side.is_some() {
            return Finding::undecided();
        }
        let hits_of = |own: bool| {
            let hits = self.state.penetrating_hits.iter().filter(|(scorer, _)| (scorer == side) == own);
            hits.map(|(_, hits)| hits).sum::<u32>()
        };
        let (own, other) = (hits_of(true), hits_of(false));
        Finding::without_parts(Truth::from_bool(other < own), Evidence::Hits { own, other })
    }
}

impl Finding {
    fn without_parts(truth: Truth, found: Evidence) -> Finding {
        Finding { truth, found, parts: Vec::new() }
    }
    fn undecided() -> Finding {
        Finding::without_parts(Truth::Open, Evidence::Later)
    }
}

fn lead_finding(lead: Lead, own: i32, other: i32) -> Finding {
    let points = |points: i32| Fraction::from(i64::from(points));
    let holds = match lead {
        Lead::By(points) => other + i32::from(points) <= own,
        Lead::Ratio(times) => other < own && times * points(other) <= points(own),
    };
    let found = FoundPoints { own, other: Some(other), at_least: false };
    Finding::without_parts(Truth::from_bool(holds), Evidence::Points(found))
}

fn count_satisfied(count: HowMany, found: &FoundShips) -> Truth {
    let (are, open) = (found.are.len(), found.open.len());
    let open_if = |could_hold: bool| if could_hold || found.more { Truth::Open } else { Truth::Fails };
    match count {
        HowMany::AtLeast(least) if usize::from(least) <= are => Truth::Holds,
        HowMany::AtLeast(least) => open_if(usize::from(least) <= are + open),
        HowMany::AtMost(most) if usize::from(most) < are => Truth::Fails,
        HowMany::AtMost(most) => !open_if(usize::from(most) < are + open),
        HowMany::None if 0 < are => Truth::Fails,
        HowMany::None => !open_if(0 < open),
        HowMany::Every if are + open < found.among => Truth::Fails,
        HowMany::Every if 0 < open || found.more => Truth::Open,
        HowMany::Every => Truth::from_bool(0 < found.among),
    }
}
