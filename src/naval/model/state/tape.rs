//! Which measured range applies to which pair of units. [2.7]
use super::{Reading, Segment, State};
use crate::model::{Bearing, Id, Inches, Measure, Place, Ship};

/// Half turns for which all readings are kept and checked for slips. By then ships can have run so far that older
/// readings say little.
const KEPT: i32 = 6;

impl State {
    /// Returns the range between two units this turn, in either direction. The latest typed for the pair itself goes
    /// before the latest typed for a division. [2.7]
    pub fn measured(&self, one: &Id, other: &Id) -> Option<Inches> {
        self.measured_in(&self.this_move.measures, one, other)
    }
    /// As [`State::measured`], for any list of measurements.
    pub fn measured_in(&self, measures: &[Measure], one: &Id, other: &Id) -> Option<Inches> {
        let of_pair = latest(measures, one, other, |typed, unit| self.same_unit(typed, unit));
        of_pair.or_else(|| latest(measures, one, other, |typed, unit| self.covers(typed, unit)))
    }
    /// Returns the range between two units while plots are made: typed this turn, otherwise the last of the turn
    /// before. [3.3.1, 7.4, Q59]
    pub fn measured_lately(&self, one: &Id, other: &Id) -> Option<Inches> {
        self.measured(one, other).or_else(|| self.measured_in(self.measures_of_last_turn(), one, other))
    }
    /// As [`State::measured_lately`], but returns the arc of `from` in which `to` bears.
    pub fn arc_measured_lately(&self, from: &Id, to: &Id) -> Option<Bearing> {
        self.arc_measured(from, to).or_else(|| self.arc_in(self.measures_of_last_turn(), from, to))
    }
    /// Returns the measurements of the previous turn. Empty once plots are closed.
    fn measures_of_last_turn(&self) -> &[Measure] {
        let look = self.look.as_ref().filter(|_| self.segment == Segment::Plotting);
        look.map_or(&[], |look| &look.measures)
    }
    /// Returns this turn's ranges that movement has made stale: measured before it, for units under way. [2.7, 3.3.2]
    pub fn read_before_the_move(&self) -> Vec<&Measure> {
        let has_moved = !matches!(self.segment, Segment::Plotting | Segment::Movement);
        let before = if has_moved { self.this_move.before_the_move } else { 0 };
        let slowed =
            |ship: &Ship| self.this_move.slowed.iter().any(|(one, made)| *one == ship.id && *made != Inches::ZERO);
        let has_way = |unit: &Id| self.ships_of(unit).any(|ship| ship.speed != Inches::ZERO || slowed(ship));
        let measures = self.this_move.measures.iter().take(before);
        measures.filter(|one| has_way(&one.from) || has_way(&one.to)).collect()
    }
    /// Returns the range between two units this turn, unless movement has made it stale. A stale range must be measured
    /// again. [2.7, 3.3.2]
    pub(crate) fn measured_since_the_move(&self, one: &Id, other: &Id) -> Option<Inches> {
        let early = self.read_before_the_move();
        if early.is_empty() {
            return self.measured(one, other);
        }
        let is_early = |measure: &Measure| early.iter().any(|one| std::ptr::eq(*one, measure));
        let holds: Vec<Measure> = self.this_move.measures.iter().filter(|one| !is_early(one)).cloned().collect();
        self.measured_in(&holds, one, other)
    }
    /// Returns the range for an order of this segment. Torpedoes and lights accept none measured before movement.
    pub(crate) fn range_that_holds(&self, one: &Id, other: &Id) -> Option<Inches> {
        match self.segment {
            Segment::Illumination | Segment::Torpedo => self.measured_since_the_move(one, other),
            Segment::Plotting
            | Segment::Movement
            | Segment::Sighting
            | Segment::Gunfire
            | Segment::DamageControl
            | Segment::Damage => self.measured(one, other),
        }
    }
    /// Whether the range of the two was measured before movement and not since. In the Movement Segment this counts all
    /// units, because it is not known yet which will have way on.
    pub(crate) fn was_read_before_the_move(&self, one: &Id, other: &Id) -> bool {
        let early: Vec<Measure> = match self.segment {
            Segment::Movement => self.this_move.measures.iter().take(self.this_move.before_the_move).cloned().collect(),
            _ => self.read_before_the_move().into_iter().cloned().collect(),
        };
        let since = self.this_move.measures.get(self.this_move.before_the_move..).unwrap_or_default();
        self.measured_in(&early, one, other).is_some() && self.measured_in(since, one, other).is_none()
    }
    /// Returns a ship's calculated position after the last move, before any `fix`. [2.7]
    pub(crate) fn reckoned_at(&self, unit: &Id) -> Option<Place> {
        let before = self.this_move.reckoned.iter().find(|(ship, _)| ship == unit).map(|(_, at)| *at);
        before.or_else(|| self.ship(unit)?.at)
    }
    /// Returns the latest range typed this turn for exactly these two units, in either direction.
    pub fn measured_of_pair(&self, one: &Id, other: &Id) -> Option<Inches> {
        latest(&self.this_move.measures, one, other, |typed, unit| self.same_unit(typed, unit))
    }
    /// Returns the arc of `from` in which `to` bears, measured this turn for the pair, otherwise for their divisions.
    pub fn arc_measured(&self, from: &Id, to: &Id) -> Option<Bearing> {
        self.arc_in(&self.this_move.measures, from, to)
    }
    /// Returns the arc of `from` in which `to` bore before movement this turn, if measured. [3.3.1, 7.4]
    pub(crate) fn arc_measured_with_the_plots(&self, from: &Id, to: &Id) -> Option<Bearing> {
        let before = match self.segment {
            Segment::Plotting => self.this_move.measures.len(),
            _ => self.this_move.before_the_move,
        };
        self.arc_in(&self.this_move.measures[..before.min(self.this_move.measures.len())], from, to)
    }
    fn arc_in(&self, measures: &[Measure], from: &Id, to: &Id) -> Option<Bearing> {
        let arc = |is: &dyn Fn(&Id, &Id) -> bool| {
            let mut of_these = measures.iter().rev().filter(|one| is(&one.from, from) && is(&one.to, to));
            of_these.find_map(|measure| measure.bearing)
        };
        arc(&|typed, unit| self.same_unit(typed, unit)).or_else(|| arc(&|typed, unit| self.covers(typed, unit)))
    }
    /// Returns the number of half turns run. `None` while ships move. [3.4.1]
    pub fn half_turns_run(&self) -> Option<i32> {
        match self.segment {
            Segment::Plotting => Some(self.now().begins()),
            Segment::Movement => None,
            Segment::Sighting
            | Segment::Illumination
            | Segment::Gunfire
            | Segment::Torpedo
            | Segment::DamageControl
            | Segment::Damage => Some(self.now().ends()),
        }
    }
    /// Returns the readings of the last `KEPT` half turns before `after`.
    pub(crate) fn recent_readings(&self, after: i32) -> impl Iterator<Item = &Reading> {
        self.readings.iter().filter(move |one| after - KEPT <= one.after)
    }
    /// Records a range between two bases, replacing an earlier one. The last reading of every pair is kept, however
    /// old. [2.7]
    pub(crate) fn keep_reading(&mut self, from: &Id, to: &Id, range: Inches) {
        let Some(after) = self.half_turns_run() else { return };
        let (from, to) = (self.base_of(from), self.base_of(to));
        let replaced = |one: &Reading| one.is_between(&from, &to) && (one.after == after || one.after < after - KEPT);
        self.readings.retain(|one| !replaced(one));
        let is_last = |one: &Reading| {
            let later = |other: &Reading| one.after < other.after && other.is_between(&one.from, &one.to);
            !self.readings.iter().any(later)
        };
        let kept: Vec<Reading> =
            self.readings.iter().filter(|one| after - KEPT <= one.after || is_last(one)).cloned().collect();
        self.readings = kept;
        self.readings.push(Reading { from, to, range, after });
    }
    /// Drops the readings of a base that was moved by hand.
    pub(crate) fn forget_readings_of(&mut self, unit: &Id) {
        let base = self.base_of(unit);
        self.readings.retain(|one| one.from != base && one.to != base);
    }
    /// Whether two names mean one unit, as for boats on one base.
    fn same_unit(&self, one: &Id, other: &Id) -> bool {
        one == other || self.target_unit(one).is_some_and(|base| self.target_unit(other) == Some(base))
    }
    /// Whether a range typed for `typed` applies to `unit`: the same unit, or a ship of that division.
    pub(crate) fn covers(&self, typed: &Id, unit: &Id) -> bool {
        self.same_unit(typed, unit) || self.ship(unit).is_some_and(|ship| ship.division == *typed)
    }
}

impl Reading {
    /// Whether it is between these two bases, in either direction.
    pub(crate) fn is_between(&self, one: &Id, other: &Id) -> bool {
        [(&self.from, &self.to), (&self.to, &self.from)].contains(&(one, other))
    }
}

/// Returns the latest range between two units, in either direction. `is` decides whether a typed name means a unit.
fn latest(measures: &[Measure], one: &Id, other: &Id, is: impl Fn(&Id, &Id) -> bool) -> Option<Inches> {
    let runs = |measure: &Measure, from, to| is(&measure.from, from) && is(&measure.to, to);
    let found = measures.iter().rev().find(|measure| runs(measure, one, other) || runs(measure, other, one));
    found.map(|measure| measure.range)
}
