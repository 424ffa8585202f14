//! Finds conditions that always hold, and parts of a condition that exclude each other. [9.2]
use std::{collections::HashSet, ops::RangeInclusive};

use super::{FeasibilityCheck, VICTORY};
use crate::{KeyPath, Report, compound_tests::TestLogic};
use naval::model::compound::{Compound as _, Node, RequiredCondition};
use naval::model::victory::{
    Bound, CountedFigure, HowMany, Landmark, Lead, PointsCondition, ShipsCondition, TurnCondition, VictoryCondition,
    VictoryTest,
};
use naval::model::{Ship, ShipSet};
use naval::rules::special::{self, ShipCount};
use naval::{Id, SideId};

/// At least `count` ships of a set must meet all tests, or, if denied, must fail at least one.
struct MinimumCount<'c, A> {
    among: HashSet<Id>,
    count: usize,
    are: &'c [A],
    is_denied: bool,
}

impl<'c, A: TestLogic> MinimumCount<'c, A> {
    /// Returns a count as two minimums: ships that meet the tests and ships that do not.
    fn from_count(count: HowMany, among: HashSet<Id>, are: &'c [A]) -> [MinimumCount<'c, A>; 2] {
        let set_size = among.len();
        let (least, most) = match count {
            HowMany::AtLeast(number) => (usize::from(number), set_size),
            HowMany::AtMost(number) => (0, usize::from(number)),
            HowMany::Every => (set_size, set_size),
            HowMany::None => (0, 0),
        };
        let others = set_size.saturating_sub(most);
        [
            MinimumCount { among: among.clone(), count: least, are, is_denied: false },
            MinimumCount { among, count: others, are, is_denied: true },
        ]
    }

    /// Whether both together cannot be met: no ship meets both, and the two sets hold too few ships.
    fn clashes(&self, other: &MinimumCount<'_, A>) -> bool {
        let union_size = self.among.union(&other.among).count();
        let can_be = self.count <= self.among.len() && other.count <= other.among.len();
        can_be && union_size < self.count + other.count && self.is_apart(other)
    }

    /// Whether no ship meets both demands.
    fn is_apart(&self, other: &MinimumCount<'_, A>) -> bool {
        let denies = |denied: &[A], are: &[A]| denied.iter().all(|left| are.iter().any(|right| right.implies(left)));
        match (self.is_denied, other.is_denied) {
            (false, false) => self.are.iter().any(|left| other.are.iter().any(|right| left.is_disjoint_from(right))),
            (true, false) => denies(self.are, other.are),
            (false, true) => denies(other.are, self.are),
            (true, true) => matches!((self.are, other.are), ([left], [right]) if left.covers_all_with(right)),
        }
    }
}

#[derive(Clone, Copy)]
enum ScoreDemand<'c> {
    AtLeast(&'c PointsCondition, u16),
    Under(&'c PointsCondition, u16),
    /// The lead of a side must be at least this many points.
    Leads(&'c PointsCondition, u16),
    MoreHits(&'c SideId),
}

impl<'c> ScoreDemand<'c> {
    fn from_demand(
        RequiredCondition { condition, is_negated }: RequiredCondition<'c, VictoryCondition>,
    ) -> Option<ScoreDemand<'c>> {
        match (condition, is_negated) {
            (VictoryCondition::Points(of_side), is_negated) => match (of_side.bound, is_negated) {
                (Bound::AtLeast(points), false) | (Bound::Under(points), true) => {
                    Some(ScoreDemand::AtLeast(of_side, points))
                }
                (Bound::Under(points), false) | (Bound::AtLeast(points), true) => {
                    Some(ScoreDemand::Under(of_side, points))
                }
                (Bound::Lead(Lead::By(points)), false) => Some(ScoreDemand::Leads(of_side, points)),
                (Bound::Lead(Lead::Ratio(_)), false) => Some(ScoreDemand::Leads(of_side, 1)),
                (Bound::Lead(_), true) => None,
            },
            (VictoryCondition::More(side, CountedFigure::PenetratingHits), false) => Some(ScoreDemand::MoreHits(side)),
            _ => None,
        }
    }

    fn clashes(self, other: ScoreDemand<'_>) -> bool {
        match (self, other) {
            (ScoreDemand::AtLeast(left, least) | ScoreDemand::Leads(left, least), ScoreDemand::Under(right, under)) => {
                left.side == right.side && left.times == right.times && under <= least
            }
            (ScoreDemand::Leads(left, _), ScoreDemand::Leads(right, _)) => {
                left.side != right.side && left.times == right.times
            }
            (ScoreDemand::MoreHits(left), ScoreDemand::MoreHits(right)) => left != right,
            _ => false,
        }
    }
}

impl FeasibilityCheck<'_> {
    pub(super) fn members(&self, set: &ShipSet) -> Vec<&Ship> {
        self.state.ships.iter().map(AsRef::as_ref).filter(|ship| self.is_in_set(set, ship)).collect()
    }

    fn ids(&self, set: &ShipSet) -> HashSet<Id> {
        self.members(set).into_iter().map(|ship| ship.id.clone()).collect()
    }

    /// Returns a range of turns of the battle. Outside it some demand fails.
    pub(super) fn turns_of<'d, 'c: 'd>(
        &self,
        demands: impl IntoIterator<Item = &'d RequiredCondition<'c, VictoryCondition>>,
    ) -> RangeInclusive<u16> {
        let all = demands.into_iter().flat_map(|demand| demand.condition.required_conditions(demand.is_negated));
        let of_turns = all.filter_map(|demand| {
            let VictoryCondition::Turn(turn) = demand.condition else { return None };
            let (first, last) = match *turn {
                TurnCondition::At(turn) => (turn, turn),
                TurnCondition::From(turn) => (turn, u16::MAX),
                TurnCondition::To(turn) => (0, turn),
                TurnCondition::Between { from, to } => (from, to),
            };
            Some((first, last, demand.is_negated))
        });
        let (without, within): (Vec<_>, Vec<_>) = of_turns.partition(|(.., is_denied)| *is_denied);
        let (mut from, mut to) =
            within.iter().fold((1, self.setup.turns), |(from, to), (first, last, _)| (from.max(*first), to.min(*last)));
        for (first, last, _) in without {
            if first <= from {
                from = from.max(last.saturating_add(1));
            }
            if to <= last {
                to = to.min(first.saturating_sub(1));
            }
        }
        from..=to
    }

    /// Whether a condition certainly holds from the first turn on.
    pub(super) fn holds_always(&self, condition: &VictoryCondition) -> bool {
        match condition {
            VictoryCondition::All(parts) => parts.iter().all(|part| self.holds_always(part)),
            VictoryCondition::Any(parts) => parts.iter().any(|part| self.holds_always(part)),
            VictoryCondition::Turn(TurnCondition::From(turn)) => *turn <= 1,
            VictoryCondition::Turn(TurnCondition::To(turn)) => self.setup.turns <= *turn,
            VictoryCondition::Ships(ShipsCondition { count: HowMany::AtMost(most), among, .. }) => {
                self.members(among).len() <= usize::from(*most)
            }
            VictoryCondition::Turn(TurnCondition::Between { from, to }) => *from <= 1 && self.setup.turns <= *to,
            VictoryCondition::Turn(TurnCondition::At(_)) | VictoryCondition::Ships(_) | VictoryCondition::Not(_) => {
                false
            }
            VictoryCondition::Points(_) | VictoryCondition::More(..) => false,
        }
    }

    /// Warns of a `not` whose part always holds.
    pub(super) fn check_negated(&self, part: &VictoryCondition, path: &KeyPath, report: &mut Report) {
        if self.holds_always(part) {
            report.add_warning(path, format!("the condition cannot be met: its opposite is always true [{VICTORY}]"));
        }
    }

    /// Warns of counts that always hold and of distances that exclude nothing.
    pub(super) fn check_count_and_distances(&self, condition: &ShipsCondition, path: &KeyPath, report: &mut Report) {
        let set_size = self.members(&condition.among).len();
        if let HowMany::AtMost(most) = condition.count
            && set_size <= usize::from(most)
        {
            let what = format!("this is always true: the set has at most {set_size} [{VICTORY}]");
            report.add_warning(&path.key("at_most"), what).nearest(set_size.saturating_sub(1));
        }
        for (index, test) in condition.are.iter().enumerate() {
            self.check_distances(test, condition, &path.key("are").at(index), report);
        }
    }

    fn check_distances(&self, test: &VictoryTest, ships: &ShipsCondition, path: &KeyPath, report: &mut Report) {
        for Node { condition, path, .. } in test.nodes(path) {
            let VictoryTest::Within(near) = condition else { continue };
            if self.diagonal_in() <= near.inches.as_f64() {
                self.warn_distance_spans_table(near.inches, &path.key("inches"), report);
            } else if let Landmark::Ship(ship) = &near.of
                && self.one_ship_suffices(ships, ship)
            {
                let what = format!("`{ship}` is in the set, and always within reach of itself [{VICTORY}]");
                report.add_warning(&path.key("of"), what).usual(format!("ships other than `{ship}`"));
            }
        }
    }

    /// Whether one ship near itself already decides the condition.
    fn one_ship_suffices(&self, condition: &ShipsCondition, ship: &Id) -> bool {
        let among = self.ids(&condition.among);
        let is_one_enough = match condition.count {
            HowMany::AtLeast(number) => number <= 1,
            HowMany::None => true,
            HowMany::AtMost(number) => number == 0,
            HowMany::Every => false,
        };
        among.contains(ship) && (is_one_enough || among.len() == 1)
    }

    pub(super) fn negated(&self, condition: &ShipsCondition) -> ShipsCondition {
        let set_size = u16::try_from(self.members(&condition.among).len()).unwrap_or(u16::MAX);
        let count = match condition.count {
            HowMany::AtLeast(number) => HowMany::AtMost(number.saturating_sub(1)),
            HowMany::AtMost(number) => HowMany::AtLeast(number.saturating_add(1)),
            HowMany::Every => HowMany::AtMost(set_size.saturating_sub(1)),
            HowMany::None => HowMany::AtLeast(1),
        };
        ShipsCondition { count, ..condition.clone() }
    }

    /// Warns of demands that must hold together but exclude each other.
    pub(super) fn check_clashes(
        &self,
        demands: &[RequiredCondition<'_, VictoryCondition>],
        path: &KeyPath,
        report: &mut Report,
    ) {
        let of_ships = demands.iter().filter_map(|demand| {
            let VictoryCondition::Ships(condition) = demand.condition else { return None };
            let count = if demand.is_negated { self.negated(condition).count } else { condition.count };
            Some(MinimumCount::from_count(count, self.ids(&condition.among), &condition.are))
        });
        let of_ships: Vec<[MinimumCount<'_, VictoryTest>; 2]> = of_ships.collect();
        let scores: Vec<ScoreDemand<'_>> =
            demands.iter().filter_map(|demand| ScoreDemand::from_demand(*demand)).collect();
        let do_scores_clash = pairs(&scores).any(|(left, right)| left.clashes(*right) || right.clashes(*left));
        warn_of_clash(do_scores_clash || do_counts_clash(&of_ships), path, report);
    }

    /// Warns of clashes in a special rule. Skips counts of `every` ship: their denial ignores ships off the table.
    pub(super) fn check_rule_clashes(
        &self,
        demands: &[RequiredCondition<'_, special::RuleCondition>],
        path: &KeyPath,
        report: &mut Report,
    ) {
        let counts = demands.iter().filter_map(|demand| {
            let special::RuleCondition::Ships(ShipCount { among, are, at_least, every: false }) = demand.condition
            else {
                return None;
            };
            let least = at_least.unwrap_or(1);
            let denied = HowMany::AtMost(least.saturating_sub(1));
            let count = if demand.is_negated { denied } else { HowMany::AtLeast(least) };
            Some(MinimumCount::from_count(count, self.ids(among), are))
        });
        warn_of_clash(do_counts_clash(&counts.collect::<Vec<_>>()), path, report);
    }
}

pub(super) fn pairs<T>(list: &[T]) -> impl Iterator<Item = (&T, &T)> {
    list.iter().enumerate().flat_map(|(index, left)| list[..index].iter().map(move |right| (right, left)))
}

fn do_counts_clash<A: TestLogic>(counts: &[[MinimumCount<'_, A>; 2]]) -> bool {
    pairs(counts).any(|(left, right)| left.iter().any(|first| right.iter().any(|second| first.clashes(second))))
}

fn warn_of_clash(clashes: bool, path: &KeyPath, report: &mut Report) {
    if clashes {
        let what = format!("the condition cannot be met: two of its parts exclude each other [{VICTORY}]");
        report.add_warning(path, what).usual("parts that can be true together");
    }
}
