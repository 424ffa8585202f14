//! Which range read from the tape holds for whom. [2.7]
use super::State;
use crate::model::{Bearing, Id, Inches, tape::Measure};

impl State {
    /// The range between two units this turn, either way round: the latest typed for the pair itself, else the latest
    /// typed for a division for each of its ships. [2.7]
    pub fn measured(&self, one: &Id, other: &Id) -> Option<Inches> {
        self.measured_in(&self.this_move.measures, one, other)
    }
    /// The same among ranges that were typed at another time.
    pub fn measured_in(&self, measures: &[Measure], one: &Id, other: &Id) -> Option<Inches> {
        let of_divisions = || {
            latest(measures, |measure| {
                (self.covers(&measure.from, one) && self.covers(&measure.to, other))
                    || (self.covers(&measure.from, other) && self.covers(&measure.to, one))
            })
        };
        self.of_pair_in(measures, one, other).or_else(|| of_divisions().map(|measure| measure.range))
    }
    /// The latest range typed this turn for these two units and no larger ones, either way round.
    pub fn measured_of_pair(&self, one: &Id, other: &Id) -> Option<Inches> {
        self.of_pair_in(&self.this_move.measures, one, other)
    }
    fn of_pair_in(&self, measures: &[Measure], one: &Id, other: &Id) -> Option<Inches> {
        let pair = latest(measures, |measure| {
            (self.same_unit(&measure.from, one) && self.same_unit(&measure.to, other))
                || (self.same_unit(&measure.from, other) && self.same_unit(&measure.to, one))
        });
        pair.map(|measure| measure.range)
    }
    /// The arc of `from` in which `to` bears, as measured this turn: of the pair itself, else of their divisions.
    pub fn arc_measured(&self, from: &Id, to: &Id) -> Option<Bearing> {
        let said = |measure: &Measure| measure.bearing.is_some();
        let of_pair = |measure: &Measure| self.same_unit(&measure.from, from) && self.same_unit(&measure.to, to);
        let of_divisions = |measure: &Measure| self.covers(&measure.from, from) && self.covers(&measure.to, to);
        let found = latest(&self.this_move.measures, |measure| said(measure) && of_pair(measure));
        found.or_else(|| latest(&self.this_move.measures, |measure| said(measure) && of_divisions(measure)))?.bearing
    }
    /// Whether two names stand for one unit: boats on one base do.
    fn same_unit(&self, one: &Id, other: &Id) -> bool {
        one == other || self.target_unit(one).is_some_and(|base| self.target_unit(other) == Some(base))
    }
    /// Whether what was typed of `typed` holds for `unit`: the same, or a ship of that division.
    pub(crate) fn covers(&self, typed: &Id, unit: &Id) -> bool {
        self.same_unit(typed, unit) || self.ship(unit).is_some_and(|ship| ship.division == *typed)
    }
}

fn latest(measures: &[Measure], is: impl Fn(&Measure) -> bool) -> Option<&Measure> {
    measures.iter().rev().find(|measure| is(measure))
}
