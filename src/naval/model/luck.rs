//! A breakdown of a battle's margin: the expected margin, and what orders and dice added.
use super::{Id, Segment, SideId};
use play::Millionths;

/// The components of the first side's margin over the second.
#[derive(Clone, PartialEq, Debug)]
pub struct MarginBreakdown {
    /// Number of battles simulated from each moment. 0 if dice are compared with their exact means.
    pub battles: usize,
    /// Number of these moments.
    pub moments: usize,
    /// The expected margin at the start.
    pub expected: Amount,
    /// In the order of the battle.
    pub items: Vec<MarginItem>,
    /// The final margin: the sum of `expected` and all items.
    pub margin: Millionths,
}

/// A part of the margin.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Amount {
    pub points: Millionths,
    /// Standard error, if estimated from more than one battle.
    pub error: Option<Millionths>,
    /// Each battle's contribution in half points, from which sums compute their errors.
    pub each: Vec<i32>,
}

/// The change in the margin by one entry.
#[derive(Clone, PartialEq, Debug)]
pub struct MarginItem {
    pub entry: usize,
    pub turn: u16,
    pub segment: Segment,
    pub cause: Cause,
    pub change: Amount,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// Orders of a side.
    Orders(SideId),
    /// A ruling by the referee.
    Ruling,
    /// Dice, by their kind and the ship that rolled, if any.
    Dice { kind: RollKind, ship: Option<Id> },
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum RollKind {
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

impl RollKind {
    pub const ALL: [RollKind; 7] = [
        RollKind::Gunfire,
        RollKind::Torpedoes,
        RollKind::Damage,
        RollKind::Fires,
        RollKind::DamageControl,
        RollKind::Movement,
        RollKind::Other,
    ];
}

impl Amount {
    /// Adds amounts. The error of the sum comes from each battle's contribution.
    pub fn sum<'a>(amounts: impl IntoIterator<Item = &'a Amount>) -> Amount {
        let mut sum = Amount::default();
        for amount in amounts {
            sum.points.0 += amount.points.0;
            sum.each.resize(sum.each.len().max(amount.each.len()), 0);
            sum.each.iter_mut().zip(&amount.each).for_each(|(sum, half_points)| *sum += half_points);
        }
        sum.error = Amount::error_of(&sum.each);
        sum
    }

    /// Returns the standard error of the mean of values in half points.
    pub fn error_of(each: &[i32]) -> Option<Millionths> {
        let n = each.len() as f64;
        let sum: i64 = each.iter().map(|half_points| i64::from(*half_points)).sum();
        let squares: i64 = each.iter().map(|half_points| i64::from(*half_points).pow(2)).sum();
        let mean = sum as f64 / n;
        let error = ((squares as f64 - mean * mean * n).max(0.0) / (n - 1.0) / n).sqrt();
        (1.0 < n).then(|| Millionths::nearest(error / 2.0))
    }
}
