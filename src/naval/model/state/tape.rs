//! Which measured range applies to which pair of units. [2.7]
use super::{Reading, Segment, State};
use crate::model::{Bearing, Id, Inches, Measurement, Place, Ship};

/// Half turns for which all readings are kept and checked for slips. By then ships can have run so far that older
/// readings say little.
const READINGS_KEPT_HALF_TURNS: i32 = 6;

impl State {
    /// Returns the range between two units this turn, in either direction. The latest typed for the pair itself goes
    /// before the latest typed for a division. [2.7]
    pub fn measured_range(&self, first: &Id, second: &Id) -> Option<Inches> {
        self.measured_range_in(&self.this_move.measures, first, second)
    }
    /// As [`State::measured_range`], for any list of measurements.
    pub fn measured_range_in(&self, measures: &[Measurement], first: &Id, second: &Id) -> Option<Inches> {
        let pair_range = latest_range_between(measures, first, second, |typed, unit| self.same_unit(typed, unit));
        pair_range.or_else(|| latest_range_between(measures, first, second, |typed, unit| self.applies_to(typed, unit)))
    }
    /// Returns the range between two units while plots are made: typed this turn, otherwise the last of the turn
    /// before. [3.3.1, 7.4, Q59]
    pub fn latest_range(&self, first: &Id, second: &Id) -> Option<Inches> {
        self.measured_range(first, second)
            .or_else(|| self.measured_range_in(self.measures_of_last_turn(), first, second))
    }
    /// As [`State::latest_range`], but returns the arc of `from` in which `to` bears.
    pub fn latest_arc(&self, from: &Id, to: &Id) -> Option<Bearing> {
        self.measured_arc(from, to).or_else(|| self.measured_arc_in(self.measures_of_last_turn(), from, to))
    }
    /// Returns the measurements of the previous turn. Empty once plots are closed.
    fn measures_of_last_turn(&self) -> &[Measurement] {
        let sighting = self.last_sighting.as_ref().filter(|_| self.segment == Segment::Plotting);
        sighting.map_or(&[], |sighting| &sighting.measures)
    }
    /// Returns this turn's ranges that movement has made stale: measured before it, for units under way. [2.7, 3.3.2]
    pub fn stale_measures(&self) -> Vec<&Measurement> {
        let has_moved = !matches!(self.segment, Segment::Plotting | Segment::Movement);
        let before = if has_moved { self.this_move.measures_before_move } else { 0 };
        let was_slowed = |ship: &Ship| {
            self.this_move.slowed_ships.iter().any(|(id, speed)| *id == ship.id && *speed != Inches::ZERO)
        };
        let is_under_way = |unit: &Id| self.ships_of(unit).any(|ship| ship.speed != Inches::ZERO || was_slowed(ship));
        let measures = self.this_move.measures.iter().take(before);
        measures.filter(|measure| is_under_way(&measure.from) || is_under_way(&measure.to)).collect()
    }
    /// Returns the range between two units this turn, unless movement has made it stale. [2.7, 3.3.2]
    pub(crate) fn fresh_range(&self, first: &Id, second: &Id) -> Option<Inches> {
        let stale = self.stale_measures();
        if stale.is_empty() {
            return self.measured_range(first, second);
        }
        let is_stale = |measure: &Measurement| stale.iter().any(|stale_measure| std::ptr::eq(*stale_measure, measure));
        let fresh: Vec<Measurement> =
            self.this_move.measures.iter().filter(|measure| !is_stale(measure)).cloned().collect();
        self.measured_range_in(&fresh, first, second)
    }
    /// Returns the range for an order of this segment. Torpedoes and lights accept none measured before movement.
    pub(crate) fn valid_range(&self, first: &Id, second: &Id) -> Option<Inches> {
        match self.segment {
            Segment::Illumination | Segment::Torpedo => self.fresh_range(first, second),
            Segment::Plotting
            | Segment::Movement
            | Segment::Sighting
            | Segment::Gunfire
            | Segment::DamageControl
            | Segment::Damage => self.measured_range(first, second),
        }
    }
    /// Whether the range of the two was measured before movement and not since. In the Movement Segment this counts all
    /// units, because it is not known yet which of them will move.
    pub(crate) fn is_range_stale(&self, first: &Id, second: &Id) -> bool {
        let stale: Vec<Measurement> = match self.segment {
            Segment::Movement => {
                self.this_move.measures.iter().take(self.this_move.measures_before_move).cloned().collect()
            }
            _ => self.stale_measures().into_iter().cloned().collect(),
        };
        let since = self.this_move.measures.get(self.this_move.measures_before_move..).unwrap_or_default();
        self.measured_range_in(&stale, first, second).is_some()
            && self.measured_range_in(since, first, second).is_none()
    }
    /// Returns a ship's calculated position after the last move, before any `fix`. [2.7]
    pub(crate) fn calculated_position(&self, unit: &Id) -> Option<Place> {
        let before = self.this_move.calculated_positions.iter().find(|(ship, _)| ship == unit).map(|(_, at)| *at);
        before.or_else(|| self.ship(unit)?.at)
    }
    /// Returns the latest range typed this turn for exactly these two units, in either direction.
    pub fn measured_range_of_pair(&self, first: &Id, second: &Id) -> Option<Inches> {
        latest_range_between(&self.this_move.measures, first, second, |typed, unit| self.same_unit(typed, unit))
    }
    /// Returns the arc of `from` in which `to` bears, measured this turn for the pair, otherwise for their divisions.
    pub fn measured_arc(&self, from: &Id, to: &Id) -> Option<Bearing> {
        self.measured_arc_in(&self.this_move.measures, from, to)
    }
    /// Returns the arc of `from` in which `to` bore before movement this turn, if measured. [3.3.1, 7.4]
    pub(crate) fn arc_measured_before_movement(&self, from: &Id, to: &Id) -> Option<Bearing> {
        let before = match self.segment {
            Segment::Plotting => self.this_move.measures.len(),
            _ => self.this_move.measures_before_move,
        };
        self.measured_arc_in(&self.this_move.measures[..before.min(self.this_move.measures.len())], from, to)
    }
    fn measured_arc_in(&self, measures: &[Measurement], from: &Id, to: &Id) -> Option<Bearing> {
        let find_arc = |means: &dyn Fn(&Id, &Id) -> bool| {
            let mut matching =
                measures.iter().rev().filter(|measure| means(&measure.from, from) && means(&measure.to, to));
            matching.find_map(|measure| measure.bearing)
        };
        find_arc(&|typed, unit| self.same_unit(typed, unit))
            .or_else(|| find_arc(&|typed, unit| self.applies_to(typed, unit)))
    }
    /// Returns the number of half turns run. `None` while ships move. [3.4.1]
    pub fn half_turns_run(&self) -> Option<i32> {
        match self.segment {
            Segment::Plotting => Some(self.current_moment().start_half_turns()),
            Segment::Movement => None,
            Segment::Sighting
            | Segment::Illumination
            | Segment::Gunfire
            | Segment::Torpedo
            | Segment::DamageControl
            | Segment::Damage => Some(self.current_moment().end_half_turns()),
        }
    }
    /// Returns the readings of the last [`READINGS_KEPT_HALF_TURNS`] half turns before `now`.
    pub(crate) fn recent_readings(&self, now: i32) -> impl Iterator<Item = &Reading> {
        self.readings.iter().filter(move |reading| now - READINGS_KEPT_HALF_TURNS <= reading.half_turns_run)
    }
    /// Records a range between two bases, replacing an earlier one. The last of every pair is kept, however old. [2.7]
    pub(crate) fn record_reading(&mut self, from: &Id, to: &Id, range: Inches) {
        let Some(now) = self.half_turns_run() else { return };
        let (from, to) = (self.base_id(from), self.base_id(to));
        let is_replaced = |reading: &Reading| {
            reading.is_between(&from, &to)
                && (reading.half_turns_run == now || reading.half_turns_run < now - READINGS_KEPT_HALF_TURNS)
        };
        self.readings.retain(|reading| !is_replaced(reading));
        let is_last = |reading: &Reading| {
            let is_later = |other: &Reading| {
                reading.half_turns_run < other.half_turns_run && other.is_between(&reading.from, &reading.to)
            };
            !self.readings.iter().any(is_later)
        };
        let recent: Vec<Reading> = self
            .readings
            .iter()
            .filter(|reading| now - READINGS_KEPT_HALF_TURNS <= reading.half_turns_run || is_last(reading))
            .cloned()
            .collect();
        self.readings = recent;
        self.readings.push(Reading { from, to, range, half_turns_run: now });
    }
    /// Drops the readings of a base that was moved by hand.
    pub(crate) fn forget_readings_of(&mut self, unit: &Id) {
        let base = self.base_id(unit);
        self.readings.retain(|reading| reading.from != base && reading.to != base);
    }
    /// Whether two names mean one unit, as for boats on one base.
    fn same_unit(&self, left: &Id, right: &Id) -> bool {
        left == right || self.target_unit(left).is_some_and(|base| self.target_unit(right) == Some(base))
    }
    /// Whether a range typed for `typed` applies to `unit`: the same unit, or a ship of that division.
    pub(crate) fn applies_to(&self, typed: &Id, unit: &Id) -> bool {
        self.same_unit(typed, unit) || self.ship(unit).is_some_and(|ship| ship.division == *typed)
    }
}

impl Reading {
    /// Whether it is between these two bases, in either direction.
    pub(crate) fn is_between(&self, first: &Id, second: &Id) -> bool {
        [(&self.from, &self.to), (&self.to, &self.from)].contains(&(first, second))
    }
}

/// Returns the latest range between two units, in either direction. `means` decides whether a typed name means a unit.
fn latest_range_between(
    measures: &[Measurement],
    first: &Id,
    second: &Id,
    means: impl Fn(&Id, &Id) -> bool,
) -> Option<Inches> {
    let is_between = |measure: &Measurement, from, to| means(&measure.from, from) && means(&measure.to, to);
    let found =
        measures.iter().rev().find(|measure| is_between(measure, first, second) || is_between(measure, second, first));
    found.map(|measure| measure.range)
}
