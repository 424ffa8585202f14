//! An account of a battle: what was to be expected of it, what its orders and its dice brought, and how it ended.
use super::{Id, Segment, SideId};
use play::Millionths;

/// What the margin of the first side over the second is made of.
#[derive(Clone, PartialEq, Debug)]
pub struct Account {
    /// The battles that were played on from every moment; none where dice were held against their exact means.
    pub battles: usize,
    /// The moments from which they were.
    pub moments: usize,
    /// What the start promised.
    pub expected: Amount,
    /// In the order of the battle.
    pub items: Vec<Item>,
    /// The final margin: what was expected and all items.
    pub margin: Millionths,
}

/// An amount of the margin.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Amount {
    pub points: Millionths,
    /// Standard error, where it is an estimate of more than one battle.
    pub error: Option<Millionths>,
    /// What each battle brings to it, in half points: sums of amounts have their errors of these.
    pub each: Vec<i32>,
}

/// What something that was done or thrown changed.
#[derive(Clone, PartialEq, Debug)]
pub struct Item {
    pub entry: usize,
    pub turn: u16,
    pub segment: Segment,
    pub cause: Cause,
    pub brought: Amount,
}

/// What changed the margin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// Orders of a side.
    Orders(SideId),
    /// The referee's word.
    Ruling,
    /// Dice: of what kind, and whose they were.
    Dice { kind: Kind, ship: Option<Id> },
}

/// What dice were thrown for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    Gunfire,
    Torpedoes,
    Damage,
    Fires,
    DamageControl,
    /// Orders, reaction, collisions.
    Movement,
    /// Sighting, weather, special rules.
    Other,
}

impl Kind {
    pub const ALL: [Kind; 7] =
        [Kind::Gunfire, Kind::Torpedoes, Kind::Damage, Kind::Fires, Kind::DamageControl, Kind::Movement, Kind::Other];
}

impl Amount {
    /// The sum of amounts, with the error of what each battle brings to it.
    pub fn sum<'a>(amounts: impl IntoIterator<Item = &'a Amount>) -> Amount {
        let mut sum = Amount::default();
        for one in amounts {
            sum.points.0 += one.points.0;
            sum.each.resize(sum.each.len().max(one.each.len()), 0);
            sum.each.iter_mut().zip(&one.each).for_each(|(sum, one)| *sum += one);
        }
        sum.error = Amount::error_of(&sum.each);
        sum
    }

    /// The standard error of the mean of half points.
    pub fn error_of(each: &[i32]) -> Option<Millionths> {
        let n = each.len() as f64;
        let sum: i64 = each.iter().map(|one| i64::from(*one)).sum();
        let squares: i64 = each.iter().map(|one| i64::from(*one).pow(2)).sum();
        let mean = sum as f64 / n;
        let spread = ((squares as f64 - mean * mean * n).max(0.0) / (n - 1.0) / n).sqrt();
        (1.0 < n).then(|| Millionths::nearest(spread / 2.0))
    }
}
