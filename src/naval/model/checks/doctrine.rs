//! Checks a doctrine card.
use std::ops::RangeInclusive;

use play::is_line;

use super::error::{ErrorCollector, SetupError};
use crate::model::{doctrine::Doctrine, path::KeyPath};

const SHARE: RangeInclusive<f64> = 0.0..=1.0;
/// Points that a launch must be worth.
const LAUNCH_POINTS: RangeInclusive<f64> = 0.0..=24.0;
/// Degrees of a line's largest turn.
const LINE_TURN_DEG: RangeInclusive<u16> = 15..=180;
/// Ranges at which an admiral fights, in inches. No gun reaches farther.
const FIGHTING_RANGE: RangeInclusive<f64> = 0.0..=30.0;

impl Doctrine {
    pub fn errors(&self, path: &KeyPath) -> Vec<SetupError> {
        let mut collector = ErrorCollector::<()>::default();
        if !is_line(self.id.as_str()) {
            collector.add_error(&path.key("id"), "the card has no id that can be typed");
        }
        if self.to < self.from {
            collector.add_error(&path.key("to"), format!("the card ends on {}, before it begins", self.to));
        }
        let shares = [
            ("aggression", self.aggression),
            ("withdraw.strength", self.withdraw.strength),
            ("pursue.strength", self.pursue.strength.unwrap_or_default()),
        ];
        for (keys, share) in shares {
            collector.check_range(&path.keys(keys), share, SHARE, format!("{share} is not a share"));
        }
        let (points, turn) = (self.torpedoes.launch_at, self.turns.most_deg);
        let (launch, line) =
            (format!("a launch cannot be worth {points} points"), format!("a line cannot turn {turn} degrees"));
        collector.check_range(&path.keys("torpedoes.launch_at"), points, LAUNCH_POINTS, launch);
        collector.check_range(&path.keys("turns.most_deg"), turn, LINE_TURN_DEG, line);
        if let Some(range) = &self.range {
            let [from, to] = range.seek;
            for (key, inches) in [("open", range.open), ("seek", from), ("seek", to), ("least", range.least)] {
                let message = format!("no ship fights at {inches}\"");
                collector.check_range(&path.key("range").key(key), inches, FIGHTING_RANGE, message);
            }
            if to < from || from < range.least {
                let error = collector.add_error(&path.keys("range.seek"), "the ranges are in the wrong order");
                error.legal("the shorter first, both at least `least`");
            }
        }
        for (key, words) in [("name", &self.name), ("reasons", &self.reasons), ("source", &self.source)] {
            if !is_line(words) {
                let error = collector.add_error(&path.key(key), "a card needs a name, reasons and a source");
                error.legal("`house` as the source if it is our own");
            }
        }
        collector.errors
    }
}
