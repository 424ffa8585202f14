//! Compares what conditions ask of one ship: which tests exclude, imply or complement each other. [9.2]
use naval::Inches;
use naval::model::compound::{Compound as _, RequiredCondition};
use naval::model::victory::{CountOrHalf, ExitCondition, VictoryTest};
use naval::rules::special::RuleTest;

/// Translates a special rule's test into a victory condition. Returns `None` if victory has no such condition.
pub(super) fn victory_test(test: &RuleTest) -> Option<VictoryTest> {
    let exited = || VictoryTest::Exited(ExitCondition { by: Vec::new(), from: None, to: None });
    Some(match test {
        RuleTest::Afloat => VictoryTest::Afloat,
        RuleTest::Sunk => VictoryTest::Sunk,
        RuleTest::Exited => exited(),
        RuleTest::Gone => VictoryTest::Any(vec![VictoryTest::Sunk, exited()]),
        RuleTest::FlotationHits(hits) => VictoryTest::FlotationHits(u16::try_from(*hits).unwrap_or(0)),
        RuleTest::HalfMountsLost => VictoryTest::MountsLost(CountOrHalf::Half),
        RuleTest::HalfBatteryLost => VictoryTest::BatteryLost(CountOrHalf::Half),
        RuleTest::AnyOf(tests) => {
            VictoryTest::Any(tests.iter().map(victory_test).collect::<Option<Vec<VictoryTest>>>()?)
        }
        RuleTest::Sighted
        | RuleTest::Seen
        | RuleTest::Lit
        | RuleTest::Fired
        | RuleTest::FiredUpon
        | RuleTest::SeesEnemy => return None,
        RuleTest::EnemyWithin(_)
        | RuleTest::Stopped
        | RuleTest::OutOfDivision
        | RuleTest::ShipsTurned(_)
        | RuleTest::Launched => {
            return None;
        }
        RuleTest::HitByBigGuns
        | RuleTest::BridgeHit
        | RuleTest::RudderJammed
        | RuleTest::Fires(_)
        | RuleTest::HalfSpeed => return None,
        RuleTest::Heads(_) | RuleTest::ShowedLastTurn | RuleTest::LitLastTurn | RuleTest::Shows => return None,
    })
}

/// A test of one ship. The answer `false` may also mean that the program cannot tell.
pub(super) trait TestLogic {
    /// Whether no ship meets both tests.
    fn is_disjoint_from(&self, other: &Self) -> bool;
    fn implies(&self, other: &Self) -> bool;
    /// Whether every ship meets at least one of the two tests.
    fn covers_all_with(&self, other: &Self) -> bool;
}

impl TestLogic for RuleTest {
    fn is_disjoint_from(&self, other: &RuleTest) -> bool {
        // For special rules, a ship afloat is on the table. For victory it need not be.
        let is_off_table = |test: &RuleTest| matches!(test, RuleTest::Sunk | RuleTest::Exited | RuleTest::Gone);
        let excludes_afloat = |left: &RuleTest, right: &RuleTest| *left == RuleTest::Afloat && is_off_table(right);
        let by_victory =
            victory_test(self).zip(victory_test(other)).is_some_and(|(left, right)| left.is_disjoint_from(&right));
        excludes_afloat(self, other) || excludes_afloat(other, self) || by_victory
    }
    fn implies(&self, other: &RuleTest) -> bool {
        self == other || victory_test(self).zip(victory_test(other)).is_some_and(|(left, right)| left.implies(&right))
    }
    fn covers_all_with(&self, _: &RuleTest) -> bool {
        false
    }
}

impl TestLogic for VictoryTest {
    /// Parts of one condition may also exclude each other, so a test may be compared with itself.
    fn is_disjoint_from(&self, other: &VictoryTest) -> bool {
        let (left_demands, right_demands) = (self.required_conditions(false), other.required_conditions(false));
        let is_apart = |left: &RequiredCondition<'_, VictoryTest>, right: &RequiredCondition<'_, VictoryTest>| match (
            left.is_negated,
            right.is_negated,
        ) {
            (false, false) => excludes(left.condition, right.condition) || excludes(right.condition, left.condition),
            (true, false) => right.condition.implies(left.condition),
            (false, true) => left.condition.implies(right.condition),
            (true, true) => left.condition.covers_all_with(right.condition),
        };
        left_demands.iter().any(|first| right_demands.iter().any(|other| is_apart(first, other)))
    }

    fn implies(&self, other: &VictoryTest) -> bool {
        let on_table = matches!(self, VictoryTest::Within(_) | VictoryTest::Inside(_) | VictoryTest::Beyond(_));
        match (self, other) {
            _ if self == other => true,
            (VictoryTest::Any(parts), _) => !parts.is_empty() && parts.iter().all(|part| part.implies(other)),
            (_, VictoryTest::All(parts)) => parts.iter().all(|part| self.implies(part)),
            (VictoryTest::All(parts), _) => parts.iter().any(|part| part.implies(other)),
            (_, VictoryTest::Any(parts)) => parts.iter().any(|part| self.implies(part)),
            (_, VictoryTest::Not(part)) => self.is_disjoint_from(part),
            (VictoryTest::Sunk | VictoryTest::Immobile, VictoryTest::Lost) => true,
            (VictoryTest::Sunk | VictoryTest::Immobile | VictoryTest::Lost, VictoryTest::Below(speed)) => {
                Inches::ZERO < *speed
            }
            (VictoryTest::Immobile | VictoryTest::CanMove, VictoryTest::Afloat) => true,
            (VictoryTest::CanMake(speed), VictoryTest::Afloat | VictoryTest::CanMove) => Inches::ZERO < *speed,
            (VictoryTest::CanMake(speed), VictoryTest::CanMake(least)) => least <= speed,
            (VictoryTest::Below(speed), VictoryTest::Below(most)) => speed <= most,
            (VictoryTest::SlowerBy(loss), VictoryTest::SlowerBy(least)) => least <= loss,
            (VictoryTest::FlotationHits(hits), VictoryTest::FlotationHits(least)) => least <= hits,
            (
                VictoryTest::MountsLost(CountOrHalf::Number(lost)),
                VictoryTest::MountsLost(CountOrHalf::Number(least)),
            )
            | (
                VictoryTest::BatteryLost(CountOrHalf::Number(lost)),
                VictoryTest::BatteryLost(CountOrHalf::Number(least)),
            ) => least <= lost,
            (VictoryTest::Within(near), VictoryTest::Within(other)) => {
                near.of == other.of && near.inches <= other.inches
            }
            (VictoryTest::Exited(exit), VictoryTest::Exited(other)) => implies_exit(exit, other),
            _ => on_table && *other == VictoryTest::Afloat,
        }
    }

    fn covers_all_with(&self, other: &VictoryTest) -> bool {
        let denies =
            |left: &VictoryTest, right: &VictoryTest| matches!(left, VictoryTest::Not(part) if **part == *right);
        let are_opposites =
            |left: &VictoryTest, right: &VictoryTest| (left, right) == (&VictoryTest::Sunk, &VictoryTest::Afloat);
        denies(self, other) || denies(other, self) || are_opposites(self, other) || are_opposites(other, self)
    }
}

/// Whether no ship meets both tests. Does not split lists in `right`.
fn excludes(left: &VictoryTest, right: &VictoryTest) -> bool {
    let moves = |test: &VictoryTest| {
        matches!(test, VictoryTest::CanMove) || matches!(test, VictoryTest::CanMake(speed) if Inches::ZERO < *speed)
    };
    let on_table =
        |test: &VictoryTest| matches!(test, VictoryTest::Within(_) | VictoryTest::Inside(_) | VictoryTest::Beyond(_));
    match left {
        VictoryTest::Sunk => {
            moves(right) || on_table(right) || matches!(right, VictoryTest::Afloat | VictoryTest::Immobile)
        }
        VictoryTest::Immobile | VictoryTest::Lost => moves(right),
        VictoryTest::Exited(exit) => {
            on_table(right) || matches!(right, VictoryTest::Immobile) || excludes_exit(exit, right)
        }
        VictoryTest::Below(least) => matches!(right, VictoryTest::CanMake(speed) if least <= speed),
        VictoryTest::Any(parts) => !parts.is_empty() && parts.iter().all(|part| part.is_disjoint_from(right)),
        VictoryTest::Afloat
        | VictoryTest::CanMove
        | VictoryTest::CanMake(_)
        | VictoryTest::SlowerBy(_)
        | VictoryTest::FlotationHits(_)
        | VictoryTest::MountsLost(_) => false,
        // No ship is nearer than another ship to two opposite edges.
        VictoryTest::Beyond(past) => {
            matches!(right, VictoryTest::Beyond(other) if other.of == past.of && other.edge == past.edge.opposite())
        }
        VictoryTest::BatteryLost(_)
        | VictoryTest::Within(_)
        | VictoryTest::Inside(_)
        | VictoryTest::All(_)
        | VictoryTest::Not(_) => false,
    }
}

fn implies_exit(left: &ExitCondition, right: &ExitCondition) -> bool {
    let edges_fit = right.by.is_empty() || (!left.by.is_empty() && left.by.iter().all(|edge| right.by.contains(edge)));
    let start_fits = right.from.is_none_or(|from| left.from.is_some_and(|begins| from <= begins));
    edges_fit && start_fits && right.to.is_none_or(|to| left.to.is_some_and(|ends| ends <= to))
}

/// Whether the exits name different edges or turns that do not overlap.
fn excludes_exit(exit: &ExitCondition, other: &VictoryTest) -> bool {
    let VictoryTest::Exited(other) = other else { return false };
    let differ = !exit.by.is_empty() && !other.by.is_empty() && !exit.by.iter().any(|edge| other.by.contains(edge));
    let ends_before =
        |first: &ExitCondition, other: &ExitCondition| first.to.zip(other.from).is_some_and(|(to, from)| to < from);
    differ || ends_before(exit, other) || ends_before(other, exit)
}
