//! Minefields and their swept lanes, and the chart of those that a side knows. [9.2]
use super::conditions::{is_active, numbered_rules};
use crate::model::special::{MineRollPer, RuleEffect};
use crate::model::{Half, ShipMove, base::path_of};
use crate::{Inches, State, rules::survey};
use geometry::{Area, Bearing, Point, Pose, SightLine};

/// Step in which a run through a minefield is sampled, in inches. (house)
const STEP_IN: f64 = 0.05;
/// A D10 strikes a mine on a 1.
const HIT_CHANCE: f64 = 0.1;
/// A minefield without a way out costs as much as one with a way out of this length.
const MAX_WAY_OUT_IN: f64 = 20.0;
/// Mines that become active within this many turns are avoided already.
const SOON_TURNS: u16 = 3;
/// A ship in a lane keeps this far from its edges, or in the middle of a narrow lane.
const LANE_MARGIN_IN: f64 = 1.5;
/// A ship in or near a lane steers for a point in it at least this far ahead.
const LANE_LOOKAHEAD_IN: f64 = 4.0;
/// Step in which a course ahead is searched for mines, in inches.
const COURSE_STEP_IN: f64 = 0.5;

pub(super) struct Minefield {
    areas: Vec<Area>,
    lanes: Vec<Vec<Point>>,
    half_width_in: f64,
    per: MineRollPer,
}

impl Minefield {
    pub(super) fn from_key(does: &RuleEffect) -> Option<Minefield> {
        let RuleEffect::Mines { areas, lanes, lane_half_width, per } = does else { return None };
        let points = |corners: &Vec<(Inches, Inches)>| -> Vec<Point> {
            corners.iter().map(|(x, y)| Point::new(x.as_f64(), y.as_f64())).collect()
        };
        Some(Minefield {
            areas: areas.iter().filter_map(|corners| Area::new(&points(corners)).ok()).collect(),
            lanes: lanes.iter().map(points).collect(),
            half_width_in: lane_half_width.as_f64(),
            per: *per,
        })
    }

    /// Whether a point is mined: inside an area, and not in a lane or on its edge.
    fn is_mined(&self, point: Point) -> bool {
        let inside = self.areas.iter().any(|area| area.contains(point));
        let mut swept = self.lanes.iter().flat_map(|lane| lane.windows(2)).map(|leg| SightLine::new(leg[0], leg[1]));
        inside && !swept.any(|leg| leg.distance_in(point) <= self.half_width_in + 1e-6)
    }

    /// Returns the dice for a run: one for the turn, or one for each started inch in the field.
    ///
    /// In a halved turn the second half needs the dice of the complete run less those already rolled. `before` is the
    /// mined distance of the first half. [3.4.2]
    pub(super) fn dice_for_run(&self, run: &ShipMove, half: Option<Half>, before: Option<Inches>) -> MineDice {
        let mined_in = self.mined_in(run);
        let dice = match self.per {
            MineRollPer::Turn => u16::from(before.is_none() && (0.0 < mined_in || self.is_mined(run.to.point()))),
            MineRollPer::Inch => {
                let before_in = before.map_or(0.0, Inches::as_f64);
                started_inches(before_in + mined_in) - started_inches(before_in)
            }
        };
        MineDice { dice, first_half: (half == Some(Half::First)).then(|| Inches::nearest(mined_in)) }
    }

    /// Returns the course to a point ahead in the lane nearest to a place, along the lane in the direction nearest to
    /// the wanted course. `None` without lanes, or at the end of the lane.
    fn lane_course(&self, from: Point, course: Bearing) -> Option<Bearing> {
        let leg = self.nearest_leg(from)?;
        let is_reversed = 90.0 < leg.bearing.angle_to(course);
        let leg = if is_reversed { leg.reversed() } else { leg };
        let LanePlace { along_in, aside_in, inner_aside_in } = self.place_in_lane(leg, from);
        let ahead_in = LANE_LOOKAHEAD_IN.max((aside_in - inner_aside_in).abs());
        let goal = leg.point_at((along_in + ahead_in).clamp(0.0, leg.length_in), inner_aside_in);
        if leg.length_in <= along_in { None } else { Bearing::between(from, goal).ok() }
    }

    fn nearest_in_lane(&self, place: Point) -> Option<Point> {
        let leg = self.nearest_leg(place)?;
        let LanePlace { along_in, inner_aside_in, .. } = self.place_in_lane(leg, place);
        Some(leg.point_at(along_in.clamp(0.0, leg.length_in), inner_aside_in))
    }

    fn nearest_leg(&self, place: Point) -> Option<Leg> {
        let legs = self.lanes.iter().flat_map(|lane| lane.windows(2));
        let distance_to = |leg: &&[Point]| SightLine::new(leg[0], leg[1]).distance_in(place);
        let nearest = legs.min_by(|left, right| distance_to(left).total_cmp(&distance_to(right)))?;
        Leg::between(nearest[0], nearest[1])
    }

    /// Locates a place beside a leg of a lane, and the nearest place well inside the lane.
    fn place_in_lane(&self, leg: Leg, place: Point) -> LanePlace {
        let off_deg = Bearing::between(leg.start, place).map_or(0.0, |line| leg.bearing.signed_difference(line));
        let (sin, cos) = off_deg.to_radians().sin_cos();
        let range_in = geometry::range_in(leg.start, place);
        let inner_in = (self.half_width_in - LANE_MARGIN_IN).max(0.0);
        let aside_in = range_in * sin;
        LanePlace { along_in: range_in * cos, aside_in, inner_aside_in: aside_in.clamp(-inner_in, inner_in) }
    }

    fn mined_in(&self, run: &ShipMove) -> f64 {
        let path = path_of(run.from, &run.legs);
        let length = path.length_in();
        let steps = (length / STEP_IN).ceil().max(1.0) as u32;
        let step_in = length / f64::from(steps);
        let is_mined = |step: &u32| self.is_mined(path.pose_at((f64::from(*step) + 0.5) * step_in).at);
        f64::from((0..steps).filter(is_mined).count() as u32) * step_in
    }
}

/// Dice for a run over mines, and the mined distance of a first half.
pub(super) struct MineDice {
    pub(super) dice: u16,
    pub(super) first_half: Option<Inches>,
}

/// Returns the number of inches that a run has begun. A hundredth of an inch over does not begin a new one.
fn started_inches(way_in: f64) -> u16 {
    (way_in - 0.01).ceil().max(0.0) as u16
}

/// A straight part of the middle of a lane.
#[derive(Clone, Copy)]
struct Leg {
    start: Point,
    bearing: Bearing,
    length_in: f64,
}

/// Distances along a leg and to its starboard, in inches.
struct LanePlace {
    along_in: f64,
    aside_in: f64,
    /// The nearest distance aside that is well inside the lane.
    inner_aside_in: f64,
}

impl Leg {
    fn between(start: Point, end: Point) -> Option<Leg> {
        Some(Leg { start, bearing: Bearing::between(start, end).ok()?, length_in: geometry::range_in(start, end) })
    }

    fn reversed(self) -> Leg {
        Leg { start: self.point_at(self.length_in, 0.0), bearing: self.bearing.opposite(), ..self }
    }

    fn point_at(self, along_in: f64, aside_in: f64) -> Point {
        self.start.moved(self.bearing, along_in).moved(self.bearing.turned(90.0), aside_in)
    }
}

/// The minefields of rules that a state names, so in a side's view those that the side knows.
pub struct KnownMines {
    fields: Vec<KnownField>,
}

struct KnownField {
    field: Minefield,
    /// Whether its mines are active now, and not only soon.
    is_active: bool,
    /// The borders of its areas without the edges of the table.
    borders: Vec<SightLine>,
}

impl KnownMines {
    /// Charts the minefields that are active now or soon.
    pub fn from_state(state: &State) -> KnownMines {
        let table = survey::surface(state);
        let is_table_edge = |[from, to]: &[Point; 2]| {
            let (x, y) = (f64::midpoint(from.x(), to.x()), f64::midpoint(from.y(), to.y()));
            x <= 0.0 || table.width_in <= x || y <= 0.0 || table.depth_in <= y
        };
        let fields = numbered_rules(state).filter_map(|(index, rule)| {
            let from_turn = rule.from_turn.unwrap_or(1);
            let is_soon = state.turn < from_turn && from_turn <= state.turn + SOON_TURNS;
            let field = Minefield::from_key(&rule.does)?;
            let is_active = is_active(state, index, rule);
            let sides = field.areas.iter().flat_map(Area::sides).filter(|side| !is_table_edge(side));
            let borders = sides.map(|[from, to]| SightLine::new(from, to)).collect();
            (is_active || is_soon).then_some(KnownField { field, is_active, borders })
        });
        KnownMines { fields: fields.collect() }
    }

    pub fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// Returns the mine hits expected on a base: on this run, and on its shortest way out of the mines afterwards.
    pub fn expected_hits(&self, run: &ShipMove) -> f64 {
        let hits = |known: &KnownField| {
            let dice_now = if known.is_active { known.field.dice_for_run(run, None, None).dice } else { 0 };
            let way_in = known.way_out_in(run.to.point());
            let dice_later = match known.field.per {
                // A run that begins among mines rolls a die in any case.
                MineRollPer::Turn if 0.0 < way_in => 1.0 + way_in / run.speed.as_f64().max(1.0),
                MineRollPer::Turn => 0.0,
                MineRollPer::Inch => way_in,
            };
            (f64::from(dice_now) + dice_later) * HIT_CHANCE
        };
        self.fields.iter().map(hits).sum()
    }

    /// Returns the course that keeps a ship in a swept lane, or brings it there, instead of one that leads into mines
    /// within so many inches. `None` if that course is clear, or there is no lane on the way.
    pub fn course_in_lane(&self, pose: Pose, course: Bearing, ahead_in: f64) -> Option<Bearing> {
        let is_mined_ahead = |known: &&KnownField| {
            let steps = (0..=(ahead_in / COURSE_STEP_IN).ceil() as u32).map(f64::from);
            let mut places = steps.map(|step| pose.at.moved(course, step * COURSE_STEP_IN));
            places.any(|place| known.field.is_mined(place))
        };
        self.fields.iter().find(is_mined_ahead)?.field.lane_course(pose.at, course)
    }

    /// Returns the nearest place in a swept lane for a mined one. Other places, and mines without lanes, stay as given.
    pub fn nearest_in_lane(&self, place: Point) -> Point {
        let mined = self.fields.iter().find(|known| known.field.is_mined(place));
        mined.and_then(|known| known.field.nearest_in_lane(place)).unwrap_or(place)
    }
}

impl KnownField {
    /// Returns the distance to the nearest lane or border of the mined area, 0 outside the mines.
    fn way_out_in(&self, point: Point) -> f64 {
        if !self.field.is_mined(point) {
            return 0.0;
        }
        let legs = self.field.lanes.iter().flat_map(|lane| lane.windows(2));
        let lanes = legs.map(|leg| SightLine::new(leg[0], leg[1]).distance_in(point) - self.field.half_width_in);
        let borders = self.borders.iter().map(|border| border.distance_in(point));
        lanes.chain(borders).fold(MAX_WAY_OUT_IN, f64::min).max(0.0)
    }
}
