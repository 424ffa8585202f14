//! Compares what conditions ask of one ship: which tests exclude, imply or complement each other. [9.2]
use naval::Inches;
use naval::model::compound::{Compound as _, Demand};
use naval::model::victory::{Exit, Is, Share};
use naval::rules::special::Test;

/// Translates a special rule's test into a victory condition. Returns `None` if victory has no such condition.
pub(super) fn predicate(test: &Test) -> Option<Is> {
    let exited = || Is::Exited(Exit { by: Vec::new(), from: None, to: None });
    Some(match test {
        Test::Afloat => Is::Afloat,
        Test::Sunk => Is::Sunk,
        Test::Exited => exited(),
        Test::Gone => Is::Any(vec![Is::Sunk, exited()]),
        Test::FlotationHits(hits) => Is::FlotationHits(u16::try_from(*hits).unwrap_or(0)),
        Test::HalfMountsLost => Is::MountsLost(Share::Half),
        Test::HalfBatteryLost => Is::BatteryLost(Share::Half),
        Test::AnyOf(tests) => Is::Any(tests.iter().map(predicate).collect::<Option<Vec<Is>>>()?),
        Test::Sighted | Test::Seen | Test::Lit | Test::Fired | Test::FiredUpon | Test::SeesEnemy => return None,
        Test::EnemyWithin(_) | Test::Stopped | Test::OutOfDivision | Test::ShipsTurned(_) | Test::Launched => {
            return None;
        }
        Test::HitByBigGuns | Test::BridgeHit | Test::RudderJammed | Test::Fires(_) | Test::HalfSpeed => return None,
        Test::Heads(_) | Test::ShowedLastTurn | Test::LitLastTurn | Test::Shows => return None,
    })
}

/// A test of one ship.
pub(super) trait Asked {
    /// Whether no ship meets both tests.
    fn is_apart(&self, other: &Self) -> bool;
    fn implies(&self, other: &Self) -> bool;
    /// Whether every ship meets at least one of the two tests.
    fn is_contrary(&self, other: &Self) -> bool;
}

impl Asked for Test {
    fn is_apart(&self, other: &Test) -> bool {
        // For special rules, a ship afloat is on the table. For victory it need not be.
        let off = |test: &Test| matches!(test, Test::Sunk | Test::Exited | Test::Gone);
        let is_off = |one: &Test, other: &Test| *one == Test::Afloat && off(other);
        let by_words = predicate(self).zip(predicate(other)).is_some_and(|(one, other)| one.is_apart(&other));
        is_off(self, other) || is_off(other, self) || by_words
    }
    fn implies(&self, other: &Test) -> bool {
        self == other || predicate(self).zip(predicate(other)).is_some_and(|(one, other)| one.implies(&other))
    }
    fn is_contrary(&self, _: &Test) -> bool {
        false
    }
}

impl Asked for Is {
    /// Parts of one condition may also exclude each other, so a test may be compared with itself.
    fn is_apart(&self, other: &Is) -> bool {
        let (ones, others) = (self.demands(false), other.demands(false));
        let apart = |one: &Demand<'_, Is>, other: &Demand<'_, Is>| match (one.is_denied, other.is_denied) {
            (false, false) => excludes(one.condition, other.condition) || excludes(other.condition, one.condition),
            (true, false) => other.condition.implies(one.condition),
            (false, true) => one.condition.implies(other.condition),
            (true, true) => one.condition.is_contrary(other.condition),
        };
        ones.iter().any(|one| others.iter().any(|other| apart(one, other)))
    }

    fn implies(&self, other: &Is) -> bool {
        let on_table = matches!(self, Is::Within(_) | Is::Inside(_) | Is::Beyond(_));
        match (self, other) {
            _ if self == other => true,
            (Is::Any(parts), _) => !parts.is_empty() && parts.iter().all(|part| part.implies(other)),
            (_, Is::All(parts)) => parts.iter().all(|part| self.implies(part)),
            (Is::All(parts), _) => parts.iter().any(|part| part.implies(other)),
            (_, Is::Any(parts)) => parts.iter().any(|part| self.implies(part)),
            (_, Is::Not(part)) => self.is_apart(part),
            (Is::Sunk | Is::Immobile, Is::Lost) => true,
            (Is::Sunk | Is::Immobile | Is::Lost, Is::Below(speed)) => Inches::ZERO < *speed,
            (Is::Immobile | Is::CanMove, Is::Afloat) => true,
            (Is::CanMake(speed), Is::Afloat | Is::CanMove) => Inches::ZERO < *speed,
            (Is::CanMake(speed), Is::CanMake(least)) => least <= speed,
            (Is::Below(speed), Is::Below(most)) => speed <= most,
            (Is::SlowerBy(loss), Is::SlowerBy(least)) => least <= loss,
            (Is::FlotationHits(hits), Is::FlotationHits(least)) => least <= hits,
            (Is::MountsLost(Share::Number(lost)), Is::MountsLost(Share::Number(least)))
            | (Is::BatteryLost(Share::Number(lost)), Is::BatteryLost(Share::Number(least))) => least <= lost,
            (Is::Within(near), Is::Within(other)) => near.of == other.of && near.inches <= other.inches,
            (Is::Exited(one), Is::Exited(other)) => implies_exit(one, other),
            _ => on_table && *other == Is::Afloat,
        }
    }

    fn is_contrary(&self, other: &Is) -> bool {
        let denies = |one: &Is, other: &Is| matches!(one, Is::Not(part) if **part == *other);
        let is_afloat = |one: &Is, other: &Is| (one, other) == (&Is::Sunk, &Is::Afloat);
        denies(self, other) || denies(other, self) || is_afloat(self, other) || is_afloat(other, self)
    }
}

/// Whether no ship meets both tests. Does not split lists in `other`.
fn excludes(one: &Is, other: &Is) -> bool {
    let moves = |is: &Is| matches!(is, Is::CanMove) || matches!(is, Is::CanMake(speed) if Inches::ZERO < *speed);
    let on_table = |is: &Is| matches!(is, Is::Within(_) | Is::Inside(_) | Is::Beyond(_));
    match one {
        Is::Sunk => moves(other) || on_table(other) || matches!(other, Is::Afloat | Is::Immobile),
        Is::Immobile | Is::Lost => moves(other),
        Is::Exited(exit) => on_table(other) || matches!(other, Is::Immobile) || excludes_exit(exit, other),
        Is::Below(least) => matches!(other, Is::CanMake(speed) if least <= speed),
        Is::Any(parts) => !parts.is_empty() && parts.iter().all(|part| part.is_apart(other)),
        Is::Afloat | Is::CanMove | Is::CanMake(_) | Is::SlowerBy(_) | Is::FlotationHits(_) | Is::MountsLost(_) => false,
        // No ship is nearer than another ship to two opposite edges.
        Is::Beyond(past) => {
            matches!(other, Is::Beyond(other) if other.of == past.of && other.edge == past.edge.opposite())
        }
        Is::BatteryLost(_) | Is::Within(_) | Is::Inside(_) | Is::All(_) | Is::Not(_) => false,
    }
}

/// Whether every ship that meets the one exit condition also meets the other.
fn implies_exit(one: &Exit, other: &Exit) -> bool {
    let edges = other.by.is_empty() || (!one.by.is_empty() && one.by.iter().all(|edge| other.by.contains(edge)));
    let from = other.from.is_none_or(|from| one.from.is_some_and(|begins| from <= begins));
    edges && from && other.to.is_none_or(|to| one.to.is_some_and(|ends| ends <= to))
}

/// Whether the exits name different edges or turns that do not overlap.
fn excludes_exit(exit: &Exit, other: &Is) -> bool {
    let Is::Exited(other) = other else { return false };
    let edges = !exit.by.is_empty() && !other.by.is_empty() && !exit.by.iter().any(|edge| other.by.contains(edge));
    let ends_before = |one: &Exit, other: &Exit| one.to.zip(other.from).is_some_and(|(to, from)| to < from);
    edges || ends_before(exit, other) || ends_before(other, exit)
}
