//! Finds conditions that always hold, and parts of a condition that exclude each other. [9.2]
use std::{collections::HashSet, ops::RangeInclusive};

use super::{Sea, VICTORY};
use crate::{Path, Report, asked::Asked};
use naval::model::compound::{Compound as _, Demand, Node};
use naval::model::victory::{Bound, Condition, Counted, HowMany, Is, Lead, Mark, PointsAre, ShipsAre, TurnIs};
use naval::model::{Ship, Ships};
use naval::rules::special::{self, Count};
use naval::{Id, SideId};

/// At least `count` ships of a set must meet all tests, or, if denied, must fail at least one.
struct Least<'c, A> {
    among: HashSet<Id>,
    count: usize,
    are: &'c [A],
    is_denied: bool,
}

impl<'c, A: Asked> Least<'c, A> {
    /// Returns a count as two minimums: ships that meet the tests and ships that do not.
    fn of(count: HowMany, among: HashSet<Id>, are: &'c [A]) -> [Least<'c, A>; 2] {
        let there = among.len();
        let (least, most) = match count {
            HowMany::AtLeast(number) => (usize::from(number), there),
            HowMany::AtMost(number) => (0, usize::from(number)),
            HowMany::Every => (there, there),
            HowMany::None => (0, 0),
        };
        let others = there.saturating_sub(most);
        [
            Least { among: among.clone(), count: least, are, is_denied: false },
            Least { among, count: others, are, is_denied: true },
        ]
    }

    /// Whether both together cannot be met: no ship meets both, and the two sets hold too few ships.
    fn clashes(&self, other: &Least<'_, A>) -> bool {
        let there = self.among.union(&other.among).count();
        let can_be = self.count <= self.among.len() && other.count <= other.among.len();
        can_be && there < self.count + other.count && self.is_apart(other)
    }

    /// Whether no ship meets both demands.
    fn is_apart(&self, other: &Least<'_, A>) -> bool {
        let denies = |denied: &[A], are: &[A]| denied.iter().all(|no| are.iter().any(|is| is.implies(no)));
        match (self.is_denied, other.is_denied) {
            (false, false) => self.are.iter().any(|one| other.are.iter().any(|two| one.is_apart(two))),
            (true, false) => denies(self.are, other.are),
            (false, true) => denies(other.are, self.are),
            (true, true) => matches!((self.are, other.are), ([one], [two]) if one.is_contrary(two)),
        }
    }
}

/// A demand on points or hits.
#[derive(Clone, Copy)]
enum Score<'c> {
    AtLeast(&'c PointsAre, u16),
    Under(&'c PointsAre, u16),
    /// The lead of a side must be at least this many points.
    Leads(&'c PointsAre, u16),
    Hits(&'c SideId),
}

impl<'c> Score<'c> {
    fn of(Demand { condition, is_denied }: Demand<'c, Condition>) -> Option<Score<'c>> {
        match (condition, is_denied) {
            (Condition::Points(asked), is_denied) => match (asked.bound, is_denied) {
                (Bound::AtLeast(points), false) | (Bound::Under(points), true) => Some(Score::AtLeast(asked, points)),
                (Bound::Under(points), false) | (Bound::AtLeast(points), true) => Some(Score::Under(asked, points)),
                (Bound::Lead(Lead::By(points)), false) => Some(Score::Leads(asked, points)),
                (Bound::Lead(Lead::Ratio(_)), false) => Some(Score::Leads(asked, 1)),
                (Bound::Lead(_), true) => None,
            },
            (Condition::More(side, Counted::PenetratingHits), false) => Some(Score::Hits(side)),
            _ => None,
        }
    }

    /// Whether both together cannot be met.
    fn clashes(self, other: Score<'_>) -> bool {
        match (self, other) {
            (Score::AtLeast(one, least) | Score::Leads(one, least), Score::Under(two, under)) => {
                one.side == two.side && one.times == two.times && under <= least
            }
            (Score::Leads(one, _), Score::Leads(two, _)) => one.side != two.side && one.times == two.times,
            (Score::Hits(one), Score::Hits(two)) => one != two,
            _ => false,
        }
    }
}

impl Sea<'_> {
    pub(super) fn members(&self, set: &Ships) -> Vec<&Ship> {
        self.state.ships.iter().map(AsRef::as_ref).filter(|ship| self.is_of(set, ship)).collect()
    }

    fn ids(&self, set: &Ships) -> HashSet<Id> {
        self.members(set).into_iter().map(|ship| ship.id.clone()).collect()
    }

    /// Returns the turns of the battle that satisfy all demands.
    pub(super) fn turns_of<'d, 'c: 'd>(
        &self,
        demands: impl IntoIterator<Item = &'d Demand<'c, Condition>>,
    ) -> RangeInclusive<u16> {
        let all = demands.into_iter().flat_map(|demand| demand.condition.demands(demand.is_denied));
        let of_turns = all.filter_map(|demand| {
            let Condition::Turn(turn) = demand.condition else { return None };
            let (first, last) = match *turn {
                TurnIs::At(turn) => (turn, turn),
                TurnIs::From(turn) => (turn, u16::MAX),
                TurnIs::To(turn) => (0, turn),
                TurnIs::Between { from, to } => (from, to),
            };
            Some((first, last, demand.is_denied))
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
    pub(super) fn holds_always(&self, condition: &Condition) -> bool {
        match condition {
            Condition::All(parts) => parts.iter().all(|part| self.holds_always(part)),
            Condition::Any(parts) => parts.iter().any(|part| self.holds_always(part)),
            Condition::Turn(TurnIs::From(turn)) => *turn <= 1,
            Condition::Turn(TurnIs::To(turn)) => self.setup.turns <= *turn,
            Condition::Ships(ShipsAre { count: HowMany::AtMost(most), among, .. }) => {
                self.members(among).len() <= usize::from(*most)
            }
            Condition::Turn(TurnIs::Between { from, to }) => *from <= 1 && self.setup.turns <= *to,
            Condition::Turn(TurnIs::At(_)) | Condition::Ships(_) | Condition::Not(_) => false,
            Condition::Points(_) | Condition::More(..) => false,
        }
    }

    /// Warns of a `not` whose part always holds.
    pub(super) fn denied(&self, part: &Condition, path: &Path, report: &mut Report) {
        if self.holds_always(part) {
            report
                .warn(path, format!("the condition cannot be met: what it denies holds whatever happens [{VICTORY}]"));
        }
    }

    /// Warns of counts that always hold and of distances that exclude nothing.
    pub(super) fn says_something(&self, asked: &ShipsAre, path: &Path, report: &mut Report) {
        let there = self.members(&asked.among).len();
        if let HowMany::AtMost(most) = asked.count
            && there <= usize::from(most)
        {
            let what = format!("this holds whatever happens: the set has no more than {there} [{VICTORY}]");
            report.warn(&path.key("at_most"), what).nearest(there.saturating_sub(1));
        }
        for (at, is) in asked.are.iter().enumerate() {
            self.nearness(is, asked, &path.key("are").at(at), report);
        }
    }

    fn nearness(&self, is: &Is, asked: &ShipsAre, path: &Path, report: &mut Report) {
        for Node { condition, path, .. } in is.nodes(path) {
            let Is::Within(near) = condition else { continue };
            if self.diagonal_in() <= near.inches.as_f64() {
                self.lies_within(near.inches, &path.key("inches"), report);
            } else if let Mark::Ship(of) = &near.of
                && self.needs_no_other(asked, of)
            {
                let what = format!("`{of}` is of the set, and always within reach of itself [{VICTORY}]");
                report.warn(&path.key("of"), what).usual(format!("ships other than `{of}`"));
            }
        }
    }

    /// Whether one ship near itself already meets the condition.
    fn needs_no_other(&self, asked: &ShipsAre, ship: &Id) -> bool {
        let among = self.ids(&asked.among);
        let is_one_enough = match asked.count {
            HowMany::AtLeast(number) => number <= 1,
            HowMany::None => true,
            HowMany::AtMost(number) => number == 0,
            HowMany::Every => false,
        };
        among.contains(ship) && (is_one_enough || among.len() == 1)
    }

    /// Returns the opposite of a condition on ships.
    pub(super) fn contrary(&self, asked: &ShipsAre) -> ShipsAre {
        let there = u16::try_from(self.members(&asked.among).len()).unwrap_or(u16::MAX);
        let count = match asked.count {
            HowMany::AtLeast(number) => HowMany::AtMost(number.saturating_sub(1)),
            HowMany::AtMost(number) => HowMany::AtLeast(number.saturating_add(1)),
            HowMany::Every => HowMany::AtMost(there.saturating_sub(1)),
            HowMany::None => HowMany::AtLeast(1),
        };
        ShipsAre { count, ..asked.clone() }
    }

    /// Warns of demands that must hold together but exclude each other.
    pub(super) fn clashing(&self, demands: &[Demand<'_, Condition>], path: &Path, report: &mut Report) {
        let of_ships = demands.iter().filter_map(|demand| {
            let Condition::Ships(asked) = demand.condition else { return None };
            let count = if demand.is_denied { self.contrary(asked).count } else { asked.count };
            Some(Least::of(count, self.ids(&asked.among), &asked.are))
        });
        let of_ships: Vec<[Least<'_, Is>; 2]> = of_ships.collect();
        let scores: Vec<Score<'_>> = demands.iter().filter_map(|demand| Score::of(*demand)).collect();
        let do_scores_clash = pairs_of(&scores).any(|(one, other)| one.clashes(*other) || other.clashes(*one));
        tell_clash(do_scores_clash || do_counts_clash(&of_ships), path, report);
    }

    /// Warns of clashes in a special rule. Skips counts of `every` ship: their denial ignores ships off the table.
    pub(super) fn clashing_in_rule(
        &self,
        demands: &[Demand<'_, special::Condition>],
        path: &Path,
        report: &mut Report,
    ) {
        let counts = demands.iter().filter_map(|demand| {
            let special::Condition::Ships(Count { among, are, at_least, every: false }) = demand.condition else {
                return None;
            };
            let least = at_least.unwrap_or(1);
            let denied = HowMany::AtMost(least.saturating_sub(1));
            let count = if demand.is_denied { denied } else { HowMany::AtLeast(least) };
            Some(Least::of(count, self.ids(among), are))
        });
        tell_clash(do_counts_clash(&counts.collect::<Vec<_>>()), path, report);
    }
}

/// Returns each pair of a list.
pub(super) fn pairs_of<T>(list: &[T]) -> impl Iterator<Item = (&T, &T)> {
    list.iter().enumerate().flat_map(|(at, one)| list[..at].iter().map(move |other| (other, one)))
}

fn do_counts_clash<A: Asked>(counts: &[[Least<'_, A>; 2]]) -> bool {
    pairs_of(counts).any(|(one, other)| one.iter().any(|one| other.iter().any(|other| one.clashes(other))))
}

fn tell_clash(clashes: bool, path: &Path, report: &mut Report) {
    if clashes {
        let what = format!("the condition cannot be met: two of its parts exclude each other [{VICTORY}]");
        report.warn(path, what).usual("parts that can come about at once");
    }
}
