//! Conditions that hold whatever happens, and parts of one that exclude each other. [9.2]
use super::{Sea, VICTORY, exclude};
use crate::{Path, Report, asked::no_ship_is};
use naval::compound::{Compound as _, Node};
use naval::special::{self, Count};
use naval::victory::{Condition, HowMany, Is, Mark, ShipsAre, TurnIs};
use naval::{Id, Ship, Ships};

/// How many ships of a set must be so, and how many may be.
struct Bounds {
    among: Vec<Id>,
    least: usize,
    most: usize,
}

impl Bounds {
    fn of(count: HowMany, among: Vec<Id>) -> Bounds {
        let there = among.len();
        let (least, most) = match count {
            HowMany::AtLeast(number) => (usize::from(number), there),
            HowMany::AtMost(number) => (0, usize::from(number)),
            HowMany::Every => (there, there),
            HowMany::None => (0, 0),
        };
        Bounds { among, least, most }
    }

    /// Two counts of one set that cannot both come about: of the same thing, or of things that no ship is at once.
    fn clash(&self, other: &Bounds, is_same: bool, is_apart: bool) -> bool {
        let beyond = |one: &Bounds, other: &Bounds| one.most < other.least;
        let of_same = is_same && (beyond(self, other) || beyond(other, self));
        let of_two = is_apart && self.among.len() < self.least + other.least;
        self.among == other.among && !self.among.is_empty() && (of_same || of_two)
    }
}

impl Sea<'_> {
    pub(super) fn members(&self, set: &Ships) -> Vec<&Ship> {
        self.state.ships.iter().map(AsRef::as_ref).filter(|ship| self.is_of(set, ship)).collect()
    }

    fn ids(&self, set: &Ships) -> Vec<Id> {
        self.members(set).into_iter().map(|ship| ship.id.clone()).collect()
    }

    /// Whether a condition holds from the first turn on, whatever happens.
    fn holds_always(&self, condition: &Condition) -> bool {
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

    /// Warns of a `not` of what always holds.
    pub(super) fn denied(&self, part: &Condition, path: &Path, report: &mut Report) {
        if self.holds_always(part) {
            report
                .warn(path, format!("the condition cannot be met: what it denies holds whatever happens [{VICTORY}]"));
        }
    }

    /// Warns of a count that ships cannot miss, and of distances that say nothing.
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

    /// Whether a ship near itself answers for its set.
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

    /// Warns of parts of an `all` that count one set in two ways of which only one can come about.
    pub(super) fn clashing(&self, all: &Condition, path: &Path, report: &mut Report) {
        let counts = all.conjuncts().into_iter().filter_map(|part| {
            let Condition::Ships(asked) = part else { return None };
            Some((Bounds::of(asked.count, self.ids(&asked.among)), asked.are.as_slice()))
        });
        let exclude_each_other = |one: &Is, other: &Is| {
            let pairs =
                one.conjuncts().into_iter().flat_map(|one| other.conjuncts().into_iter().map(move |two| (one, two)));
            pairs.into_iter().any(|(one, two)| exclude(one, two) || exclude(two, one))
        };
        tell(&counts.collect::<Vec<_>>(), exclude_each_other, path, report);
    }

    /// The same of a special rule's condition.
    pub(super) fn clashing_in_rule(&self, all: &special::Condition, path: &Path, report: &mut Report) {
        let counts = all.conjuncts().into_iter().filter_map(|part| {
            let special::Condition::Ships(Count { among, are, at_least, every: false }) = part else { return None };
            Some((Bounds::of(HowMany::AtLeast(at_least.unwrap_or(1)), self.ids(among)), are.as_slice()))
        });
        tell(&counts.collect::<Vec<_>>(), no_ship_is, path, report);
    }
}

/// Each two of a list.
fn pairs_of<T>(list: &[T]) -> impl Iterator<Item = (&T, &T)> {
    list.iter().enumerate().flat_map(|(at, one)| list[..at].iter().map(move |other| (other, one)))
}

/// Warns if two counts clash. `exclude` says of two things that no ship is both at once.
fn tell<A: PartialEq>(counts: &[(Bounds, &[A])], exclude: impl Fn(&A, &A) -> bool, path: &Path, report: &mut Report) {
    let clashes = pairs_of(counts).any(|((one, are), (other, so))| {
        let is_apart = are.iter().any(|one| so.iter().any(|other| exclude(one, other)));
        one.clash(other, are == so, is_apart)
    });
    if clashes {
        let what = format!("the condition cannot be met: two of its parts exclude each other [{VICTORY}]");
        report.warn(path, what).usual("parts that can come about at once");
    }
}
