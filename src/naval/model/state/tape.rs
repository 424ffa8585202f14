//! Which range read from the tape holds for whom. [2.7]
use super::{Reading, Segment, State};
use crate::model::{Bearing, Id, Inches, Measure, Place, Ship};

/// Half turns for which all readings are kept, and of which slips are told: by then ships can have run so far that an old
/// one tells little.
const KEPT: i32 = 6;

impl State {
    /// The range between two units this turn, either way round: the latest typed for the pair itself, else the latest
    /// typed for a division for each of its ships. [2.7]
    pub fn measured(&self, one: &Id, other: &Id) -> Option<Inches> {
        self.measured_in(&self.this_move.measures, one, other)
    }
    /// The same among ranges that were typed at another time.
    pub fn measured_in(&self, measures: &[Measure], one: &Id, other: &Id) -> Option<Inches> {
        let of_pair = latest(measures, one, other, |typed, unit| self.same_unit(typed, unit));
        of_pair.or_else(|| latest(measures, one, other, |typed, unit| self.covers(typed, unit)))
    }
    /// The range between two units while plots are made: typed this turn, else the one that held at the end of the last.
    /// [3.3.1, 7.4, Q59]
    pub fn measured_lately(&self, one: &Id, other: &Id) -> Option<Inches> {
        self.measured(one, other).or_else(|| self.measured_in(self.measures_of_last_turn(), one, other))
    }
    /// The arc of `from` in which `to` bore then.
    pub fn arc_measured_lately(&self, from: &Id, to: &Id) -> Option<Bearing> {
        self.arc_measured(from, to).or_else(|| self.arc_in(self.measures_of_last_turn(), from, to))
    }
    /// What was typed in the turn before; nothing once plots are closed.
    fn measures_of_last_turn(&self) -> &[Measure] {
        let look = self.look.as_ref().filter(|_| self.segment == Segment::Plotting);
        look.map_or(&[], |look| &look.measures)
    }
    /// The ranges of this turn, when all have moved, that were read before anybody did, of those with way on: they lie
    /// elsewhere now. [2.7, 3.3.2]
    pub fn read_before_the_move(&self) -> Vec<&Measure> {
        let has_moved = !matches!(self.segment, Segment::Plotting | Segment::Movement);
        let before = if has_moved { self.this_move.before_the_move } else { 0 };
        let slowed =
            |ship: &Ship| self.this_move.slowed.iter().any(|(one, made)| *one == ship.id && *made != Inches::ZERO);
        let has_way = |unit: &Id| self.ships_of(unit).any(|ship| ship.speed != Inches::ZERO || slowed(ship));
        let measures = self.this_move.measures.iter().take(before);
        measures.filter(|one| has_way(&one.from) || has_way(&one.to)).collect()
    }
    /// The range between two units this turn, unless it was read before all moved and one of them has way on: then it has to
    /// be read again. [2.7, 3.3.2]
    pub(crate) fn measured_since_the_move(&self, one: &Id, other: &Id) -> Option<Inches> {
        let early = self.read_before_the_move();
        if early.is_empty() {
            return self.measured(one, other);
        }
        let is_early = |measure: &Measure| early.iter().any(|one| std::ptr::eq(*one, measure));
        let holds: Vec<Measure> = self.this_move.measures.iter().filter(|one| !is_early(one)).cloned().collect();
        self.measured_in(&holds, one, other)
    }
    /// The range of two units for an order of this segment: torpedoes and lights go by none that was read before the move.
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
    /// Whether the range of the two was read before all moved, and not again since: in the Movement Segment of anybody, as
    /// nobody knows yet who will have way on.
    pub(crate) fn was_read_before_the_move(&self, one: &Id, other: &Id) -> bool {
        let early: Vec<Measure> = match self.segment {
            Segment::Movement => self.this_move.measures.iter().take(self.this_move.before_the_move).cloned().collect(),
            _ => self.read_before_the_move().into_iter().cloned().collect(),
        };
        let since = self.this_move.measures.get(self.this_move.before_the_move..).unwrap_or_default();
        self.measured_in(&early, one, other).is_some() && self.measured_in(since, one, other).is_none()
    }
    /// Where a ship was reckoned to lie when all had moved, wherever a `fix` has put her since. [2.7]
    pub(crate) fn reckoned_at(&self, unit: &Id) -> Option<Place> {
        let before = self.this_move.reckoned.iter().find(|(ship, _)| ship == unit).map(|(_, at)| *at);
        before.or_else(|| self.ship(unit)?.at)
    }
    /// The latest range typed this turn for these two units and no larger ones, either way round.
    pub fn measured_of_pair(&self, one: &Id, other: &Id) -> Option<Inches> {
        latest(&self.this_move.measures, one, other, |typed, unit| self.same_unit(typed, unit))
    }
    /// The arc of `from` in which `to` bears, as measured this turn: of the pair itself, else of their divisions.
    pub fn arc_measured(&self, from: &Id, to: &Id) -> Option<Bearing> {
        self.arc_in(&self.this_move.measures, from, to)
    }
    /// The arc of `from` in which `to` bore before anybody moved this turn, as far as it was measured. [3.3.1, 7.4]
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
    /// How many half turns have been run; `None` while ships are on the move. [3.4.1]
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
    /// What the tape has shown lately.
    pub(crate) fn recent_readings(&self, after: i32) -> impl Iterator<Item = &Reading> {
        self.readings.iter().filter(move |one| after - KEPT <= one.after)
    }
    /// A range between two bases as the tape shows it now, in the place of an earlier one; of every pair the last is kept,
    /// however old. [2.7]
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
    /// A base was put elsewhere: nothing that was read of it before holds now.
    pub(crate) fn forget_readings_of(&mut self, unit: &Id) {
        let base = self.base_of(unit);
        self.readings.retain(|one| one.from != base && one.to != base);
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

impl Reading {
    /// Whether it was read between these two bases, either way round.
    pub(crate) fn is_between(&self, one: &Id, other: &Id) -> bool {
        [(&self.from, &self.to), (&self.to, &self.from)].contains(&(one, other))
    }
}

/// The latest range between two units, either way round, where `is` tells whether a name that was typed stands for a unit.
fn latest(measures: &[Measure], one: &Id, other: &Id, is: impl Fn(&Id, &Id) -> bool) -> Option<Inches> {
    let runs = |measure: &Measure, from, to| is(&measure.from, from) && is(&measure.to, to);
    let found = measures.iter().rev().find(|measure| runs(measure, one, other) || runs(measure, other, one));
    found.map(|measure| measure.range)
}
