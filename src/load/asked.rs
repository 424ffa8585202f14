//! What conditions ask of one ship: the words of special rules in those of victory, and what no ship is at once. [9.2]
use naval::Inches;
use naval::special::Test;
use naval::victory::{Exit, Is, Share};

/// What a special rule asks of a ship, in the words of a condition of victory; nothing if these have no word for it.
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

/// Whether no ship is the one and the other at once, in the words of a special rule.
pub(super) fn no_ship_is(one: &Test, other: &Test) -> bool {
    // A ship afloat is on the table, and no matter of a victory.
    let off = |test: &Test| matches!(test, Test::Sunk | Test::Exited | Test::Gone);
    let by_words = |one: &Test, other: &Test| {
        predicate(one).zip(predicate(other)).is_some_and(|(one, other)| exclude(&one, &other))
    };
    let ways = [(one, other), (other, one)];
    ways.into_iter().any(|(one, other)| (*one == Test::Afloat && off(other)) || by_words(one, other))
}

/// Whether no ship is the one and the other at once.
pub(super) fn exclude(one: &Is, other: &Is) -> bool {
    let moves = |is: &Is| matches!(is, Is::CanMove) || matches!(is, Is::CanMake(speed) if Inches::ZERO < *speed);
    let on_table = |is: &Is| matches!(is, Is::Within(_) | Is::Inside(_) | Is::Beyond(_));
    match one {
        Is::Sunk => moves(other) || on_table(other) || matches!(other, Is::Afloat | Is::Immobile),
        Is::Immobile | Is::Lost => moves(other),
        Is::Exited(exit) => on_table(other) || matches!(other, Is::Immobile) || excludes_exit(exit, other),
        Is::Below(least) => matches!(other, Is::CanMake(speed) if least <= speed),
        Is::Afloat | Is::CanMove | Is::CanMake(_) | Is::SlowerBy(_) | Is::FlotationHits(_) | Is::MountsLost(_) => false,
        Is::Not(part) => **part == *other,
        Is::Any(parts) => !parts.is_empty() && parts.iter().all(|part| exclude(part, other) || exclude(other, part)),
        Is::BatteryLost(_) | Is::Within(_) | Is::Inside(_) | Is::Beyond(_) | Is::All(_) => false,
    }
}

/// Whether one leaves by other edges or in other turns.
fn excludes_exit(exit: &Exit, other: &Is) -> bool {
    let Is::Exited(other) = other else { return false };
    let edges = !exit.by.is_empty() && !other.by.is_empty() && !exit.by.iter().any(|edge| other.by.contains(edge));
    let ends_before = |one: &Exit, other: &Exit| one.to.zip(other.from).is_some_and(|(to, from)| to < from);
    edges || ends_before(exit, other) || ends_before(other, exit)
}
