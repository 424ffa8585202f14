//! Bounds of an admiral's card.
use std::ops::RangeInclusive;

use crate::model::doctrine::Doctrine;

/// A share of something.
pub const SHARE: RangeInclusive<f64> = 0.0..=1.0;
/// Points that a launch must be worth.
pub const LAUNCH_POINTS: RangeInclusive<f64> = 0.0..=24.0;
/// Degrees by which a line turns at most.
pub const LINE_TURN_DEG: RangeInclusive<u16> = 15..=180;
/// Ranges at which an admiral fights, in inches: no gun reaches farther.
pub const FIGHTING_RANGE: RangeInclusive<f64> = 0.0..=30.0;

impl Doctrine {
    /// Whether every figure and word of the card is one that a file may have.
    pub fn is_sound(&self) -> bool {
        let shares = [self.aggression, self.withdraw.strength, self.pursue.strength.unwrap_or_default()];
        let is_wished = self.range.as_ref().is_none_or(|range| {
            let [from, to] = range.seek;
            [range.open, from, to, range.least].iter().all(|inches| FIGHTING_RANGE.contains(inches))
                && from <= to
                && range.least <= from
        });
        let words = [&self.name, &self.reasons, &self.source];
        let is_line = |words: &str| !words.trim().is_empty() && !words.contains(char::is_control);
        self.from <= self.to
            && shares.iter().all(|share| SHARE.contains(share))
            && LAUNCH_POINTS.contains(&self.torpedoes.launch_at)
            && LINE_TURN_DEG.contains(&self.turns.most_deg)
            && is_wished
            && is_line(self.id.as_str())
            && words.into_iter().all(|words| is_line(words))
    }
}
