//! Finds suspect ranges and placements: ranges that contradict others, and ships placed farther than they can run.
//!
//! It refuses nothing, and typed ranges count as typed. It reports only what is impossible if each reading is within
//! the group's `tolerance`. [2.7]
use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Place, Ranges, Setting, Ship, ShipType, Table, base::base_of, sighting::Reading};
use crate::rules::survey::{PlacedBase, representative_of};
use crate::{Id, Inches, State};
use geometry::{
    Point,
    lengths::{self, KnownLength, LengthBounds},
    range_in,
    rings::{self, DistanceRing},
};

/// Maximum clear water between neighbours of a division, in inches. [5.8.2]
const MAX_COLUMN_GAP_IN: f64 = 2.0;
/// Rounding margin in inches: typed figures are kept to the hundredth.
const ROUNDING_IN: f64 = 0.01;
/// A range longer than the table is impossible if it also exceeds this multiple of the sighting range.
const MAX_SIGHTING_MULTIPLES: i32 = 3;
/// Grid size, in inches, of the search for a place that fits all ranges.
const SEARCH_GRID_IN: f64 = 0.1;

#[derive(Clone, PartialEq, Debug)]
pub struct SuspectRange {
    pub from: Id,
    pub to: Id,
    pub typed: Inches,
    /// The possible range between the two. `most` is `None` without an upper bound.
    pub least: Inches,
    pub most: Option<Inches>,
    /// The reasons for these bounds, in order.
    pub grounds: Vec<BoundReason>,
    /// The most likely true figure.
    pub meant: Option<Inches>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum BoundReason {
    /// Another typed range, from this many half turns ago.
    Measured { from: Id, to: Id, range: Inches, half_turns_ago: i32 },
    /// No ship of this base can have run farther since.
    MaxRun { unit: Id, most: Inches },
    /// Two ships of one division, at most as far apart as its column is long. [5.8.2]
    InColumn { one: Id, other: Id, most: Inches },
    /// The positions of two ships.
    Positions { one: Id, other: Id, apart: Inches },
    /// The length of the table.
    Table { most: Inches },
}

/// A ship placed farther from the start of its last move than it can have run.
#[derive(Clone, PartialEq, Debug)]
pub struct SuspectPlacement {
    pub ship: Id,
    pub away: Inches,
    pub most: Inches,
    /// The nearest place that one typing slip could have changed into this one.
    pub meant: Option<(Inches, Inches)>,
}

/// Returns a range just typed that is impossible at every possible position of the ships, if each reading is within the
/// group's `tolerance`. It uses other and earlier ranges, the distances that ships can have run since, the length of a
/// division's column, and known positions. [2.7, 5.8.2]
///
/// If ranges contradict each other, the later one counts, but one beyond sighting range is suspected before one within
/// it. A range between two ships with positions is never suspect: the positions decide. A range of a complete division
/// applies to each of its bases. It is suspect only if no base allows it.
pub fn suspect_range(state: &State, from: &Id, to: &Id, typed: Inches) -> Option<SuspectRange> {
    if is_base(state, &state.base_id(from)) && is_base(state, &state.base_id(to)) {
        return suspect_range_between_bases(state, from, to, typed);
    }
    let (from_bases, others) = (state.base_ids(from), state.base_ids(to));
    let mut pairs = from_bases.iter().flat_map(|from_base| others.iter().map(move |other| (from_base, other)));
    let first =
        pairs.next().and_then(|(from_base, other)| suspect_range_between_bases(state, from_base, other, typed))?;
    let all_suspect =
        pairs.all(|(from_base, other)| suspect_range_between_bases(state, from_base, other, typed).is_some());
    all_suspect.then(|| SuspectRange { from: from.clone(), to: to.clone(), typed, ..first })
}

fn suspect_range_between_bases(state: &State, from: &Id, to: &Id, typed: Inches) -> Option<SuspectRange> {
    let after = state.half_turns_run()?;
    let pair = (state.base_id(from), state.base_id(to));
    let tracked = [&pair.0, &pair.1].map(|unit| measuring_point(state, unit).is_some());
    if tracked == [true, true] || !is_base(state, &pair.0) || !is_base(state, &pair.1) {
        return None;
    }
    let is_base = |read: &&Reading| is_base(state, &read.from) && is_base(state, &read.to);
    let is_other = |read: &&Reading| read.half_turns_run != after || !read.is_between(&pair.0, &pair.1);
    // Ranges too long for the table were reported when typed, and are ignored here.
    let is_possible = |read: &&Reading| !is_too_far(state, read.range);
    let readings: Vec<&Reading> =
        state.recent_readings(after).filter(is_base).filter(is_other).filter(is_possible).collect();
    let tape = TapeReadings { state, after, readings };
    let likely_figure = |tape: &TapeReadings, pair: &(Id, Id), typed: Inches| {
        let is_possible = |figure: &Inches| !is_too_far(state, *figure) && tape.bounds_against(pair, *figure).is_none();
        likely_figures(typed).into_iter().find(is_possible)
    };
    let violated_bounds = tape.bounds_against(&pair, typed);
    if violated_bounds.is_none() && is_too_far(state, typed) {
        let (least, most, grounds) =
            (Inches::ZERO, Some(long_side(state)), vec![BoundReason::Table { most: long_side(state) }]);
        let meant = likely_figure(&tape, &pair, typed);
        return Some(SuspectRange { from: from.clone(), to: to.clone(), typed, least, most, grounds, meant });
    }
    violated_bounds?;
    if let Some((read, (least, most, grounds), meant)) = tape.suspect_far_reading(&pair, typed, likely_figure) {
        let Reading { from, to, range: typed, .. } = read;
        return Some(SuspectRange { from, to, typed, least, most, grounds, meant });
    }
    // Ignore readings that later ones contradict.
    let tape = tape.without_contradicted();
    let (least, most, grounds) = tape.bounds_against(&pair, typed)?;
    let meant = likely_figure(&tape, &pair, typed);
    Some(SuspectRange { from: from.clone(), to: to.clone(), typed, least, most, grounds, meant })
}

/// Returns a ship that the referee placed farther than it can have run since its last move began. [2.7]
pub fn suspect_placement(before: &State, unit: &Id, setting: &Setting) -> Option<SuspectPlacement> {
    let Setting::At(at) = setting else { return None };
    let ship = representative_of(before, unit)?;
    let began = ship.run.as_ref()?.from;
    let tolerance = before.setup.options.tolerance;
    let most = max_recent_speed(before, ship) + tolerance + tolerance;
    let away = |place: &Place| Inches::nearest(range_in(began.pose().at, place.pose().at));
    if !before.checks || away(at) <= most {
        return None;
    }
    let figures_of = |at: f64| likely_figures(Inches::nearest(at));
    let (x, y) = (at.x.as_f64(), at.y.as_f64());
    let other_x = figures_of(x).into_iter().map(|x| (x, Inches::nearest(y)));
    let other_y = figures_of(y).into_iter().map(|y| (Inches::nearest(x), y));
    let place = |(x, y): &(Inches, Inches)| Place::new(x.as_f64(), y.as_f64(), at.heading.as_f64());
    let meant = other_x.chain(other_y).filter(|candidate| away(&place(candidate)) <= most);
    let meant = meant.min_by_key(|candidate| away(&place(candidate)));
    Some(SuspectPlacement { ship: ship.id.clone(), away: away(at), most, meant })
}

fn long_side(state: &State) -> Inches {
    let Table { width, height } = state.setup.table;
    width.max(height)
}

fn diagonal(state: &State) -> Inches {
    let Table { width, height } = state.setup.table;
    Inches::nearest(width.as_f64().hypot(height.as_f64()))
}

/// Whether a range is impossible: beyond the diagonal of the table, or beyond its length and
/// [`MAX_SIGHTING_MULTIPLES`] times the sighting range.
fn is_too_far(state: &State, range: Inches) -> bool {
    let far =
        long_side(state) < range && state.sighting_base.is_none_or(|sight| sight * MAX_SIGHTING_MULTIPLES < range);
    far || diagonal(state) < range
}

/// Returns the figures that may have been meant, the likeliest first: a forgotten or early decimal point, two digits
/// swapped, or one digit wrong by 1 or 2.
fn likely_figures(typed: Inches) -> Vec<Inches> {
    let mut figures = vec![Inches(typed.0 / 10)];
    figures.extend((typed.0 < 10_000).then(|| typed * 10));
    let digits: Vec<i32> = typed.0.to_string().bytes().map(|digit| i32::from(digit - b'0')).collect();
    let to_inches = |digits: &[i32]| Inches(digits.iter().fold(0, |number, digit| 10 * number + digit));
    for index in 1..digits.len() {
        let mut swapped = digits.clone();
        swapped.swap(index - 1, index);
        figures.push(to_inches(&swapped));
    }
    for change in [1, -1, 2, -2] {
        let places = (0..digits.len()).filter(|index| (0..10).contains(&(digits[*index] + change)));
        figures.extend(places.map(|index| {
            let mut other = digits.clone();
            other[index] += change;
            to_inches(&other)
        }));
    }
    figures.retain(|figure| *figure != typed && Inches::ZERO < *figure);
    figures
}

/// Whether the unit is one base, of a ship or of boats that share it.
fn is_base(state: &State, unit: &Id) -> bool {
    state.target_unit(unit).as_ref() == Some(unit)
}

/// Returns the point of a base with a position from which ranges are measured. [3.5.1, 3.5.2]
fn measuring_point(state: &State, unit: &Id) -> Option<Point> {
    let placed_base = PlacedBase::from_ship(state, representative_of(state, unit)?)?;
    Some(match state.setup.options.ranges {
        Ranges::Miniature => placed_base.base.funnel(placed_base.pose),
        Ranges::Counter => placed_base.pose.at,
    })
}

/// Returns the maximum speed that a ship can have had in a turn, whatever its damage since.
fn max_recent_speed(state: &State, ship: &Ship) -> Inches {
    let speeds = [ship.speed, state.this_turn.speed_before(ship), ship.card.speed];
    speeds.into_iter().chain(ship.top_speed_override).max().unwrap_or_default()
}

struct TapeReadings<'s> {
    state: &'s State,
    /// Half turns moved so far.
    after: i32,
    readings: Vec<&'s Reading>,
}

/// The possible range, lower and upper bound, and the reasons.
type RangeBounds = (Inches, Option<Inches>, Vec<BoundReason>);

/// A base at a moment.
type Node = (Id, i32);

struct KnownLengths {
    nodes: Vec<Node>,
    lengths: Vec<KnownLength>,
    grounds: Vec<BoundReason>,
}

impl<'s> TapeReadings<'s> {
    /// Returns the possible range between two bases and its reasons, if the typed range is outside it.
    fn bounds_against(&self, pair: &(Id, Id), typed: Inches) -> Option<RangeBounds> {
        self.out_of_length(pair, typed).or_else(|| self.out_of_place(pair, typed))
    }

    /// Finds a current reading beyond sighting range that alone contradicts a typed range within it. That reading is
    /// suspect instead, with its bounds from all others and the typed range.
    fn suspect_far_reading(
        &self,
        pair: &(Id, Id),
        typed: Inches,
        likely: impl Fn(&TapeReadings, &(Id, Id), Inches) -> Option<Inches>,
    ) -> Option<(Reading, RangeBounds, Option<Inches>)> {
        let sight = self.state.sighting_base.filter(|sight| typed <= *sight)?;
        let is_far = |read: &&&Reading| read.half_turns_run == self.after && sight < read.range;
        let far = self.readings.iter().find(is_far).copied()?;
        let is_other = |read: &&Reading| *read != far;
        let (state, after) = (self.state, self.after);
        let mut without_far =
            TapeReadings { state, after, readings: self.readings.iter().copied().filter(is_other).collect::<Vec<_>>() };
        if without_far.bounds_against(pair, typed).is_some() {
            return None;
        }
        let current = Reading { from: pair.0.clone(), to: pair.1.clone(), range: typed, half_turns_run: after };
        without_far.readings.push(&current);
        let far_pair = (far.from.clone(), far.to.clone());
        let bounds = without_far.bounds_against(&far_pair, far.range)?;
        Some((far.clone(), bounds, likely(&without_far, &far_pair, far.range)))
    }

    /// Checks lengths: no path between two bases is shorter than the straight line.
    fn out_of_length(&self, pair: &(Id, Id), typed: Inches) -> Option<RangeBounds> {
        let (known, LengthBounds { least_in, most_in, least_by, most_by }) = self.bounds_between(pair);
        let (tolerance, spread) = (self.tolerance_in(), self.spread_in(&pair.0, &pair.1));
        let bounds = (least_in - tolerance - spread.1, most_in + tolerance - spread.0);
        let indices = match typed.as_f64() {
            typed if bounds.1 < typed - ROUNDING_IN => most_by,
            typed if typed < bounds.0 - ROUNDING_IN => least_by,
            _ => return None,
        };
        let most = bounds.1.is_finite().then(|| Inches::nearest(bounds.1));
        Some((Inches::nearest(bounds.0.max(0.0)), most, known.reasons_for(&indices)))
    }

    /// Checks places if only one base has a position: whether any place of the other fits all ranges from placed bases.
    fn out_of_place(&self, pair: &(Id, Id), typed: Inches) -> Option<RangeBounds> {
        let (point, unplaced) = match (measuring_point(self.state, &pair.0), measuring_point(self.state, &pair.1)) {
            (Some(fixed_point), None) => (fixed_point, &pair.1),
            (None, Some(fixed_point)) => (fixed_point, &pair.0),
            (Some(_), Some(_)) | (None, None) => return None,
        };
        let (mut rings, mut grounds) = (Vec::new(), Vec::new());
        for read in self.readings.iter().filter(|read| read.half_turns_run == self.after) {
            let other =
                [(&read.from, &read.to), (&read.to, &read.from)].into_iter().find(|(unit, _)| *unit == unplaced);
            let Some((centre, other)) = other.and_then(|(_, other)| Some((measuring_point(self.state, other)?, other)))
            else {
                continue;
            };
            rings.push(self.ring(centre, read.range, (unplaced, other)));
            grounds.push(self.reading_reason(read));
        }
        let squares = rings::covering_squares(&rings, SEARCH_GRID_IN);
        let (nearest_in, farthest_in) = rings::distances_in(&squares, point)?;
        let ring = self.ring(point, typed, (&pair.0, &pair.1));
        let meets = |square: &rings::Square| {
            let (near, far) = square.distances_in(point);
            ring.least_in <= far && near <= ring.most_in
        };
        if squares.iter().any(meets) {
            return None;
        }
        let (tolerance, spread) = (self.tolerance_in(), self.spread_in(&pair.0, &pair.1));
        let bounds = ((nearest_in - tolerance - spread.1).max(0.0), farthest_in + tolerance - spread.0);
        Some((Inches::nearest(bounds.0), Some(Inches::nearest(bounds.1)), grounds))
    }

    /// Returns the tape without readings that later ones contradict.
    fn without_contradicted(mut self) -> TapeReadings<'s> {
        for read in std::mem::take(&mut self.readings) {
            let pair = (read.from.clone(), read.to.clone());
            let earlier = TapeReadings {
                after: read.half_turns_run,
                state: self.state,
                readings: std::mem::take(&mut self.readings),
            };
            let reasons = earlier.out_of_length(&pair, read.range).map_or_else(Vec::new, |(_, _, grounds)| grounds);
            self.readings = earlier.readings;
            let is_consistent =
                |reading: &&Reading| !reasons.iter().any(|ground| ground.is_reading(reading, read.half_turns_run));
            self.readings.retain(is_consistent);
            self.readings.push(read);
        }
        self
    }

    fn bounds_between(&self, pair: &(Id, Id)) -> (KnownLengths, LengthBounds) {
        let known = self.known_lengths(pair);
        let node_index = |unit: &Id| known.index_of(&(unit.clone(), self.after));
        let ends = node_index(&pair.0).zip(node_index(&pair.1)).unwrap_or_default();
        let bounds = lengths::bounds_between(known.nodes.len(), &known.lengths, ends);
        (known, bounds)
    }

    /// Returns all known lengths between bases, now and earlier.
    fn known_lengths(&self, pair: &(Id, Id)) -> KnownLengths {
        let ends = |read: &&Reading| [(read.from.clone(), read.half_turns_run), (read.to.clone(), read.half_turns_run)];
        let current = [(pair.0.clone(), self.after), (pair.1.clone(), self.after)];
        let nodes: BTreeSet<Node> = self.readings.iter().flat_map(ends).chain(current).collect();
        let mut known = KnownLengths { nodes: nodes.into_iter().collect(), lengths: Vec::new(), grounds: Vec::new() };
        for read in &self.readings {
            let [from, to] = ends(read);
            known.add(&from, &to, self.bounds_in(read.range, (&read.from, &read.to)), self.reading_reason(read));
        }
        self.add_runs(&mut known);
        if self.state.half_turns_run() == Some(self.after) {
            self.add_current_lengths(&mut known);
        }
        known
    }

    /// Adds the maximum run of each base between two moments, including the swing of its funnel around its centre.
    fn add_runs(&self, known: &mut KnownLengths) {
        if !self.state.checks {
            return;
        }
        let mut moments: BTreeMap<Id, Vec<i32>> = BTreeMap::new();
        known.nodes.iter().for_each(|(unit, after)| moments.entry(unit.clone()).or_default().push(*after));
        for (unit, moments) in moments {
            let speed =
                self.state.ships_of(&unit).map(|ship| max_recent_speed(self.state, ship)).max().unwrap_or_default();
            for interval in moments.windows(2) {
                let run = speed.as_f64() * f64::from(interval[1] - interval[0]) / 2.0;
                let most_in = run + self.swing_in(&unit);
                let ground = BoundReason::MaxRun { unit: unit.clone(), most: Inches::nearest(run) };
                known.add(&(unit.clone(), interval[0]), &(unit.clone(), interval[1]), (0.0, most_in), ground);
            }
        }
    }

    /// Adds the columns of divisions, and positions. [3.5, 5.8.2]
    fn add_current_lengths(&self, known: &mut KnownLengths) {
        let current: Vec<Id> =
            known.nodes.iter().filter(|(_, at)| *at == self.after).map(|(unit, _)| unit.clone()).collect();
        for (index, unit) in current.iter().enumerate() {
            for other in &current[index + 1..] {
                let ends = ((unit.clone(), self.after), (other.clone(), self.after));
                let (unit, other) = (unit.clone(), other.clone());
                if let Some((here, there)) = measuring_point(self.state, &unit).zip(measuring_point(self.state, &other))
                {
                    let apart_in = range_in(here, there);
                    let ground = BoundReason::Positions { one: unit, other, apart: Inches::nearest(apart_in) };
                    known.add(&ends.0, &ends.1, (apart_in, apart_in), ground);
                } else if let Some(most_in) = column_length_in(self.state, &unit, &other) {
                    let ground = BoundReason::InColumn { one: unit, other, most: Inches::nearest(most_in) };
                    known.add(&ends.0, &ends.1, (0.0, most_in), ground);
                }
            }
        }
    }

    fn reading_reason(&self, read: &Reading) -> BoundReason {
        let Reading { from, to, range, half_turns_run: after } = read.clone();
        BoundReason::Measured { from, to, range, half_turns_ago: self.after - after }
    }

    fn ring(&self, centre: Point, range: Inches, pair: (&Id, &Id)) -> DistanceRing {
        let (least_in, most_in) = self.bounds_in(range, pair);
        DistanceRing { centre, least_in, most_in }
    }

    /// Returns the bounds of the distance between two points for a measured range.
    fn bounds_in(&self, range: Inches, (left, right): (&Id, &Id)) -> (f64, f64) {
        let (range, tolerance, spread) = (range.as_f64(), self.tolerance_in(), self.spread_in(left, right));
        ((range - tolerance + spread.0).max(0.0), range + tolerance + spread.1)
    }

    fn tolerance_in(&self) -> f64 {
        self.state.setup.options.tolerance.as_f64()
    }

    /// Returns how much the distance between centres exceeds the range, minimum and maximum. Between counters the tape
    /// measures the gap. [3.5.1]
    fn spread_in(&self, left: &Id, right: &Id) -> (f64, f64) {
        let both = |size: fn(&geometry::Base) -> f64| [left, right].map(|unit| self.base_in(unit, size)).iter().sum();
        match self.state.setup.options.ranges {
            Ranges::Miniature => (0.0, 0.0),
            Ranges::Counter => (both(|base| base.width_in / 2.0), both(geometry::Base::half_diagonal_in)),
        }
    }

    /// Returns how far a turn moves the measuring point beyond the distance run. On the smallest template this is less
    /// than a third of the distance from centre to funnel. The rest is a margin for inexact tables.
    fn swing_in(&self, unit: &Id) -> f64 {
        match self.state.setup.options.ranges {
            Ranges::Miniature => self.base_in(unit, |base| base.funnel_in),
            Ranges::Counter => 0.0,
        }
    }

    fn base_in(&self, unit: &Id, size: impl Fn(&geometry::Base) -> f64) -> f64 {
        self.state.ships_of(unit).map(|ship| size(&base_of(self.state, ship))).fold(0.0, f64::max)
    }
}

impl KnownLengths {
    fn index_of(&self, node: &Node) -> Option<usize> {
        self.nodes.binary_search(node).ok()
    }

    fn add(&mut self, from: &Node, to: &Node, (least_in, most_in): (f64, f64), ground: BoundReason) {
        if let Some(ends) = self.index_of(from).zip(self.index_of(to)) {
            self.lengths.push(KnownLength { ends, least_in, most_in });
            self.grounds.push(ground);
        }
    }

    /// Returns reasons, with measured ranges first.
    fn reasons_for(&self, indices: &[usize]) -> Vec<BoundReason> {
        let mut grounds: Vec<BoundReason> = indices.iter().map(|index| self.grounds[*index].clone()).collect();
        grounds.sort_by_key(|ground| !matches!(ground, BoundReason::Measured { .. }));
        grounds
    }
}

impl BoundReason {
    /// Whether the reason is this reading, stated after this many half turns.
    fn is_reading(&self, read: &Reading, stated_after: i32) -> bool {
        match self {
            BoundReason::Measured { from, to, half_turns_ago, .. } => {
                read.half_turns_run == stated_after - half_turns_ago && read.is_between(from, to)
            }
            BoundReason::MaxRun { .. }
            | BoundReason::InColumn { .. }
            | BoundReason::Positions { .. }
            | BoundReason::Table { .. } => false,
        }
    }
}

/// Returns the maximum distance between two ships of a division in column, with gaps for its lost ships. `None` if they
/// share no column: in a convoy, which sails in several, or without command checks. [5.1.2, 5.8.2]
fn column_length_in(state: &State, left: &Id, right: &Id) -> Option<f64> {
    let (left, right) = state.ship(left).zip(state.ship(right))?;
    let alone = state.division(&left.division)?.is_alone;
    if !state.checks || alone || left.division != right.division {
        return None;
    }
    let ships: Vec<&Ship> = state.ships_of_division(&left.division).collect();
    let half_in = |ship: &Ship| base_of(state, ship).half_diagonal_in();
    let bases_in: f64 = ships.iter().map(|ship| 2.0 * half_in(ship)).sum();
    let ends_in: f64 = [left, right].map(|ship| half_in(ship) - base_of(state, ship).funnel_in).iter().sum();
    let gaps = ships.len().saturating_sub(1) as f64;
    let is_one_column = ships.iter().all(|ship| ship.card.kind != ShipType::MM);
    is_one_column.then_some(MAX_COLUMN_GAP_IN * gaps + bases_in - ends_in)
}
