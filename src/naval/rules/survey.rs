//! Geometry between tracked ships: range, bearing, arcs, and obstacles in the line. [3.5]
use crate::model::base::{WIDTH_IN, base_of, path_of};
use crate::model::{Bearing as TypedArc, Fine, FiringArc, OverruledValue, Ranges, Ship, ShipMove, command::LineBlock};
use crate::{Id, Inches, State};
use geometry::{Area, Band, Base, Bearing, Motion, Point, Pose, SightLine, Table, Wedge, arcs_touched};
use play::Rule;

/// Ranges and bearings between counters. [3.5.1]
pub const COUNTERS: Rule = Rule::new("3.5.1");
/// Ranges and bearings between miniatures. [3.5.2]
pub const MINIATURES: Rule = Rule::new("3.5.2");

#[derive(Clone, PartialEq, Debug)]
pub struct Survey {
    /// Forward funnel to forward funnel, or the gap between counters. [3.5.1, 3.5.2]
    pub range: Inches,
    /// True bearing of the target, in hundredths of a degree.
    pub bearing: Fine,
    /// The firer's arcs that any part of the target's base touches. [6.4.4, Q12]
    pub arcs: Vec<FiringArc>,
    /// The obstacle in the line of sight. [4.6, 4.7]
    pub blocked_by: Option<LineBlock>,
}

/// A base on the table with its ship, or with the first of the boats that share it.
#[derive(Clone, Copy, Debug)]
pub struct PlacedBase<'a> {
    pub ship: &'a Ship,
    pub base: Base,
    pub pose: Pose,
}

impl<'a> PlacedBase<'a> {
    /// Returns `None` for a ship without a position.
    pub fn from_ship(state: &State, ship: &'a Ship) -> Option<PlacedBase<'a>> {
        Some(PlacedBase { ship, base: base_of(state, ship), pose: ship.at?.pose() })
    }
    /// Returns the point from which a range or bearing to another base is measured. [3.5.1, 3.5.2]
    pub fn measuring_point(&self, ranges: Ranges, towards: &PlacedBase) -> Point {
        match ranges {
            Ranges::Miniature => self.base.funnel(self.pose),
            Ranges::Counter => self.base.facing_side(self.pose, towards.pose.at),
        }
    }
    /// Returns the range to another base, rounded once to 0.01 inch. [3.5.1, 3.5.2]
    pub fn range(&self, ranges: Ranges, to: &PlacedBase) -> Inches {
        self.sight(ranges, to).range()
    }
    /// Returns the true bearing of another base. [3.5.2]
    pub fn bearing(&self, ranges: Ranges, to: &PlacedBase) -> Fine {
        self.sight(ranges, to).bearing()
    }
    /// Returns the line of sight to another base. [3.5]
    pub fn line(&self, ranges: Ranges, to: &PlacedBase) -> SightLine {
        SightLine::new(self.measuring_point(ranges, to), to.measuring_point(ranges, self))
    }
    pub(crate) fn sight<'s>(&'s self, ranges: Ranges, to: &'s PlacedBase<'s>) -> LineOfSight<'s> {
        LineOfSight { from: self, to, ranges, line: self.line(ranges, to) }
    }
    /// Returns this ship's arcs that any part of another base touches. [6.4.4, Q12]
    pub fn arcs(&self, ranges: Ranges, to: &PlacedBase) -> Vec<FiringArc> {
        self.sight(ranges, to).arcs()
    }
    pub fn same_base(&self, state: &State, other: &Ship) -> bool {
        self.ship.id == other.id || (self.ship.division == other.division && shares_a_base(state, other))
    }
}

/// The line of sight between two bases, calculated once. [3.5]
pub(crate) struct LineOfSight<'s> {
    from: &'s PlacedBase<'s>,
    to: &'s PlacedBase<'s>,
    ranges: Ranges,
    pub line: SightLine,
}

impl LineOfSight<'_> {
    /// Returns the range, rounded once to 0.01 inch. [3.5.1, 3.5.2]
    pub fn range(&self) -> Inches {
        Inches::nearest(match self.ranges {
            Ranges::Miniature => self.line.length_in(),
            Ranges::Counter => self.from.base.gap_in(self.from.pose, &self.to.base, self.to.pose),
        })
    }
    /// Returns the true bearing from one end to the other. [3.5.2]
    pub fn bearing(&self) -> Fine {
        let bearing = self.line.bearing().map_or(0.0, Bearing::degrees);
        Fine::from(Inches(Inches::nearest(bearing).0 % 36_000))
    }
    /// Returns the first base's arcs that any part of the other touches. [6.4.4, Q12]
    pub fn arcs(&self) -> Vec<FiringArc> {
        let observer = Pose { at: self.line.from(), heading: self.from.pose.heading };
        arcs_touched(observer, &arcs_of_fire(), &self.to.base, self.to.pose).copied().collect()
    }
}

/// Whether all ships of the ship's division share one base.
fn shares_a_base(state: &State, ship: &Ship) -> bool {
    state.division(&ship.division).is_some_and(|division| division.one_base)
}

/// Returns the ship that represents a unit on the table: itself, a division's flagship, or a boat of the base.
pub fn representative_of<'a>(state: &'a State, unit: &'a Id) -> Option<&'a Ship> {
    let tracked = |ship: &&Ship| ship.at.is_some() && ship.is_on_table();
    let flag = state.division(unit).and_then(|division| state.ship(&division.flagship)).filter(tracked);
    flag.or_else(|| state.ships_of(unit).find(tracked))
}

/// Returns the bases of tracked ships in action, boats on one base once, in the order of the ships.
pub fn placed_bases(state: &State) -> Vec<PlacedBase<'_>> {
    let mut bases: Vec<PlacedBase> = Vec::with_capacity(state.ships.len());
    for ship in state.ships_in_action() {
        let shares_division = |base: &PlacedBase| base.ship.division == ship.division;
        if !(shares_a_base(state, ship) && bases.iter().any(shares_division)) {
            bases.extend(PlacedBase::from_ship(state, ship));
        }
    }
    bases
}

/// Returns the bases of tracked hulks, which stay where they were lost. [8.7]
pub fn hulks(state: &State) -> Vec<PlacedBase<'_>> {
    let ships = state.ships.iter().map(AsRef::as_ref).filter(|ship: &&Ship| ship.is_on_table() && !ship.is_in_action());
    ships.filter_map(|ship| PlacedBase::from_ship(state, ship)).collect()
}

/// Smoke and land, calculated once for many lines. Empty by default. [4.6, 4.7]
#[derive(Default)]
pub struct Sea {
    smoke: Vec<Band>,
    land: Vec<Area>,
}

impl Sea {
    /// Returns the smoke of this or the previous turn, and all land except that named in `open`.
    pub fn with_open_land(state: &State, turn: u16, open: &[&Id]) -> Sea {
        Sea { smoke: smoke_in(state, turn), land: blocking_land(state, open) }
    }
    /// Returns smoke and land for torpedoes. Special rules open no land to them: they run in water. [4.7, 9.2, Q41]
    pub fn for_torpedoes(state: &State) -> Sea {
        Sea { smoke: smoke(state), land: land(state) }
    }
    /// Returns the obstacle in a line, smoke before land. [4.6, 4.7]
    pub fn blocks(&self, line: SightLine) -> Option<LineBlock> {
        if self.smoke.iter().any(|band| line.crosses_band(band)) {
            return Some(LineBlock::Smoke);
        }
        self.land.iter().any(|area| line.crosses_area(area)).then_some(LineBlock::Land)
    }
    pub fn survey(&self, ranges: Ranges, from: &PlacedBase, to: &PlacedBase) -> Survey {
        self.survey_along(&from.sight(ranges, to))
    }
    pub(crate) fn survey_along(&self, sight: &LineOfSight) -> Survey {
        Survey {
            range: sight.range(),
            bearing: sight.bearing(),
            arcs: sight.arcs(),
            blocked_by: self.blocks(sight.line),
        }
    }
}

/// Returns the bases of two units, or `None` unless both are tracked.
pub(crate) fn bases_of<'a>(state: &'a State, from: &'a Id, to: &'a Id) -> Option<(PlacedBase<'a>, PlacedBase<'a>)> {
    let placed = |unit: &'a Id| PlacedBase::from_ship(state, representative_of(state, unit)?);
    Some((placed(from)?, placed(to)?))
}

/// Returns the range between two units: typed this turn, else by positions. [2.7, 3.5]
pub fn range(state: &State, left: &Id, right: &Id) -> Option<Inches> {
    state.measured_range(left, right).or_else(|| range_by_position(state, left, right))
}

/// Returns the range between two units, ignoring ranges measured before all moved. [2.7, 3.3.2]
pub(crate) fn range_since_the_move(state: &State, left: &Id, right: &Id) -> Option<Inches> {
    state.fresh_range(left, right).or_else(|| range_by_position(state, left, right))
}

/// Returns the range between two tracked units by positions. [3.5]
pub fn range_by_position(state: &State, left: &Id, right: &Id) -> Option<Inches> {
    let (from, to) = bases_of(state, left, right)?;
    Some(from.range(state.setup.options.ranges, &to))
}

/// Returns the paragraph by which ranges are measured. [3.5]
pub fn range_rule(state: &State) -> Rule {
    match state.setup.options.ranges {
        Ranges::Miniature => MINIATURES,
        Ranges::Counter => COUNTERS,
    }
}

/// Returns the four arcs relative to a ship's heading. [6.4.4]
pub fn arcs_of_fire() -> [(FiringArc, Wedge); 4] {
    [
        (FiringArc::Bow, Wedge::new(-30.0, 30.0)),
        (FiringArc::Starboard, Wedge::new(30.0, 150.0)),
        (FiringArc::Stern, Wedge::new(150.0, 210.0)),
        (FiringArc::Port, Wedge::new(210.0, 330.0)),
    ]
}

pub fn motion_of(run: &ShipMove) -> Motion {
    Motion::along(path_of(run.from, &run.legs))
}

/// Returns the playing surface. [2.1]
pub fn surface(state: &State) -> Table {
    Table { width_in: state.setup.table.width.as_f64(), depth_in: state.setup.table.height.as_f64() }
}

/// Returns all land of the table. The loader has checked every polygon.
pub fn land(state: &State) -> Vec<Area> {
    blocking_land(state, &[])
}

/// Returns the land that blocks sight and fire: all except that named in `open`, by special rules. [4.7, 9.2]
fn blocking_land(state: &State, open: &[&Id]) -> Vec<Area> {
    state.setup.land.iter().filter(|land| !open.contains(&&land.id)).filter_map(|land| land.area().ok()).collect()
}

/// Returns the obstacle between torpedoes and a target by positions, or `None` unless both are tracked. [4.6, 4.7, Q41]
pub(crate) fn blocks_torpedoes(state: &State, from: &Id, to: &Id) -> Option<LineBlock> {
    let (from, to) = bases_of(state, from, to)?;
    Sea::for_torpedoes(state).blocks(from.line(state.setup.options.ranges, &to))
}

/// Returns the present smoke. [4.6]
pub fn smoke(state: &State) -> Vec<Band> {
    smoke_in(state, state.turn)
}

fn smoke_in(state: &State, turn: u16) -> Vec<Band> {
    let lasting = state.smoke.iter().filter(|smoke| smoke.lasts_in(turn, state.setup.wind.force));
    lasting.flat_map(|smoke| Band::along(&path_of(smoke.from, &smoke.legs), WIDTH_IN)).collect()
}

/// Returns a typed range that differs from the positions by more than the tolerance. [2.7]
pub fn range_discrepancy(state: &State, typed: Inches, by_position: Option<Inches>) -> Option<OverruledValue> {
    let by_position = by_position.filter(|by_position| state.setup.options.tolerance < (typed - *by_position).abs())?;
    Some(OverruledValue::Range { typed, lies: by_position })
}

/// Whether an arc as typed is one of those touched. [6.4.4]
pub fn touches(typed: TypedArc, touched: &[FiringArc]) -> bool {
    let is_broadside =
        |arc: &FiringArc| typed == TypedArc::Broadside && matches!(arc, FiringArc::Port | FiringArc::Starboard);
    touched.iter().any(|arc| TypedArc::from(*arc) == typed || is_broadside(arc))
}
