//! The content of a map: positions, shapes and words, without any rules.
//!
//! A scene is made from what a side may know, and drawings from the scene. A ship that is not in the scene
//! cannot be drawn, counted or given a letter.
use serde::Serialize;

use super::Window;
use crate::places::arc_word;
use geometry::{Base, Bearing, Path, Point, Pose, Table, range_in};
use naval::rules::survey::arcs_of_fire;

/// A map in inches of the table, x east, y north. Headings and bearings are true, clockwise from north.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Scene {
    /// The battle's title, with a full stop.
    pub title: String,
    /// Turn, clock and segment.
    pub moment: String,
    /// The side whose view it is. `None` for the referee's.
    pub seen_by: Option<String>,
    pub table: Table,
    /// The sides in order, which is also the order of their colours.
    pub sides: Vec<String>,
    pub land: Vec<Land>,
    /// Minefields that the viewer knows. [9.2]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mines: Vec<Minefield>,
    pub smoke: Vec<Smoke>,
    pub ships: Vec<Ship>,
    /// Moves before the last, if requested.
    pub wakes: Vec<Wake>,
    /// Turns along the tracks of leaders, for a chart of several turns.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ticks: Vec<Tick>,
    /// Where hits struck, for a chart of several turns.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub struck: Vec<Point>,
    pub markers: Vec<Marker>,
    pub torpedoes: Vec<Torpedo>,
    /// The sighting range of the turn.
    pub sight_in: Option<f64>,
    /// Sighting ranges from ships, if requested.
    pub sighting: Vec<Ring>,
    /// Range rings, if requested.
    pub rings: Vec<Ring>,
    /// Arcs of fire, if requested.
    pub arcs: Vec<Fan>,
    pub wind: Option<Wind>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub night: bool,
}

impl Scene {
    /// Returns the part inside a window. A key explains the signs of this part.
    pub(super) fn part(&self, window: &Window) -> Scene {
        let mut part = self.clone();
        part.land.retain(|land| window.meets_bounds_of(&land.outline));
        part.mines.iter_mut().for_each(|mines| mines.retain(|outline| window.meets_bounds_of(outline)));
        part.mines.retain(|mines| !mines.areas.is_empty());
        part.smoke.retain(|smoke| window.meets_bounds_of(&smoke.outline));
        part.ships.retain(|ship| window.holds(ship.pose.at));
        part.wakes.retain(|wake| window.meets_bounds_of(&wake.track));
        part.ticks.retain(|tick| window.holds(tick.at));
        part.struck.retain(|place| window.holds(*place));
        part.markers.retain(|marker| window.holds(marker.pose.at));
        part.torpedoes.retain(|torpedo| window.holds(torpedo.dot));
        part
    }

    /// Returns the part that may leave a mark in a window, with an inch of margin for flames and signs.
    pub(super) fn part_near(&self, window: &Window) -> Scene {
        let window = window.expanded(1.0);
        let bounds_around = |centre: Point, radius_in: f64| {
            [-radius_in, radius_in].map(|reach| Point::new(centre.x() + reach, centre.y() + reach))
        };
        let mut part = self.clone();
        part.land.retain(|land| window.meets_bounds_of(&land.outline));
        part.smoke.retain(|smoke| window.meets_bounds_of(&smoke.outline));
        part.ships.retain(|ship| {
            window.meets_bounds_of(&ship.base().corners(ship.pose)) || window.meets_bounds_of(&ship.track)
        });
        part.wakes.retain(|wake| window.meets_bounds_of(&wake.track));
        part.torpedoes.retain(|torpedo| window.meets_bounds_of(&bounds_around(torpedo.dot, torpedo.run_in)));
        part
    }

    /// Whether a window shows more than open sea: a ship's base, land, smoke, a marker or a torpedo launch point.
    pub fn is_marked(&self, window: &Window) -> bool {
        self.ships.iter().any(|ship| window.contains_part_of(&ship.base().corners(ship.pose)))
            || self.land.iter().any(|land| window.contains_part_of(&land.outline))
            || self.smoke.iter().any(|smoke| window.contains_part_of(&smoke.outline))
            || self.markers.iter().any(|marker| window.holds(marker.pose.at))
            || self.torpedoes.iter().any(|torpedo| window.holds(torpedo.dot))
    }

    /// Returns the number of ships outside a window, which a partial map states.
    pub(super) fn count_outside(&self, window: &Window) -> usize {
        self.ships.iter().filter(|ship| !window.holds(ship.pose.at)).count()
    }
}

/// A coast or an island.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Land {
    pub name: String,
    pub outline: Vec<Point>,
}

/// Mined areas, and the lanes swept through them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Minefield {
    pub areas: Vec<Vec<Point>>,
    /// Outlines of the straight parts of the lanes, in swept width.
    pub lanes: Vec<Vec<Point>>,
}

impl Minefield {
    fn retain(&mut self, keeps: impl Fn(&[Point]) -> bool) {
        self.areas.retain(|area| keeps(area));
        self.lanes.retain(|lane| keeps(lane));
    }
}

/// Returns the rectangle around a straight line, `half_width_in` to either side and beyond its ends.
pub(super) fn band(from: Point, to: Point, half_width_in: f64) -> Vec<Point> {
    let (dx, dy) = (to.x() - from.x(), to.y() - from.y());
    let share = half_width_in / dx.hypot(dy).max(f64::EPSILON);
    let (along_x, along_y) = (dx * share, dy * share);
    // In units of `half_width_in`, ahead along the line and to its left.
    let corner = |centre: Point, ahead: f64, left: f64| {
        Point::new(centre.x() + ahead * along_x - left * along_y, centre.y() + ahead * along_y + left * along_x)
    };
    vec![corner(from, -1.0, 1.0), corner(to, 1.0, 1.0), corner(to, 1.0, -1.0), corner(from, -1.0, -1.0)]
}

/// Smoke laid along a track.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Smoke {
    pub outline: Vec<Point>,
    /// Laid in an earlier turn.
    pub old: bool,
}

impl Smoke {
    /// Returns the band of `width_in` along a path.
    pub fn along(path: &Path, width_in: f64, old: bool) -> Smoke {
        const STEP_IN: f64 = 0.25;
        let steps = (path.length_in() / STEP_IN).ceil().max(1.0) as u32;
        let pose = |step| path.pose_at(path.length_in() * f64::from(step) / f64::from(steps));
        let poses: Vec<Pose> = (0..=steps).map(pose).collect();
        let aside = |pose: &Pose, inches: f64| pose.at.moved(pose.heading.turned(90.0), inches);
        let mut outline: Vec<Point> = poses.iter().map(|pose| aside(pose, width_in / 2.0)).collect();
        outline.extend(poses.iter().rev().map(|pose| aside(pose, -width_in / 2.0)));
        Smoke { outline, old }
    }
}

/// A ship, or boats that share a base.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ship {
    pub id: String,
    /// Ships that share its base.
    pub base_mates: Vec<String>,
    /// The id of its division, if known.
    pub division: Option<String>,
    pub name: String,
    /// The number by which it may be typed, if it has one. [3.1]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u8>,
    /// Its side's index in [`Scene::sides`].
    pub side: usize,
    pub pose: Pose,
    pub length_in: f64,
    pub width_in: f64,
    /// The distance of the forward funnel ahead of the centre.
    pub funnel_in: f64,
    /// The track of its last move, from its start to its position.
    pub track: Vec<Point>,
    pub fires: u16,
    pub status: ShipStatus,
    /// Notes beside its name, if requested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl Ship {
    /// Returns a ship of which only the position is known.
    pub(super) fn at_pose(base: Base, pose: Pose, side: usize) -> Ship {
        let Base { length_in, width_in, funnel_in } = base;
        let (id, name) = (String::new(), String::new());
        let (base_mates, division, track, fires, status) = (Vec::new(), None, Vec::new(), 0, ShipStatus::Seen);
        Ship {
            id,
            number: None,
            base_mates,
            division,
            name,
            side,
            pose,
            length_in,
            width_in,
            funnel_in,
            track,
            fires,
            status,
            notes: Vec::new(),
        }
    }
    pub(super) fn name_with_notes(&self) -> String {
        [std::slice::from_ref(&self.name), &self.notes].concat().join(" ")
    }
    /// Returns the name with notes and number: `Asahi (1)`.
    pub(super) fn name_with_number(&self) -> String {
        match self.number {
            Some(number) if self.base_mates.is_empty() => format!("{} ({number})", self.name_with_notes()),
            Some(_) | None => self.name_with_notes(),
        }
    }
    /// Whether both centres are at most half the narrower base apart. Wrecks and last known positions have no base.
    pub(super) fn is_stacked_on(&self, other: &Ship) -> bool {
        let has_base = |ship: &Ship| !matches!(ship.status, ShipStatus::Sunk | ShipStatus::LastSeen(_));
        let is_near = || range_in(self.pose.at, other.pose.at) <= self.width_in.min(other.width_in) / 2.0;
        std::ptr::eq(self, other) || (has_base(self) && has_base(other) && is_near())
    }
    pub(crate) fn has_id(&self, id: &str) -> bool {
        self.id == id || self.base_mates.iter().any(|other| other == id)
    }
    pub fn base(&self) -> Base {
        Base { length_in: self.length_in, width_in: self.width_in, funnel_in: self.funnel_in }
    }
    pub fn funnel(&self) -> Point {
        self.base().funnel(self.pose)
    }
}

/// The track of a move in an earlier turn.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Wake {
    pub side: usize,
    pub track: Vec<Point>,
}

/// Where a division's flagship was at the end of a turn.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tick {
    pub side: usize,
    pub at: Point,
    pub turn: u16,
}

/// How a ship is shown on the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ShipStatus {
    /// In sight of the enemy, or the question does not arise.
    Seen,
    /// Not in sight of the enemy.
    Unsighted,
    /// Shown at its last known position. The number is the turn in which it was seen there.
    LastSeen(u16),
    /// A hulk: sinking or abandoned.
    Hulk,
    /// Where it sank.
    Sunk,
}

/// A force marker: the other side sees only that something is there. [5.13]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Marker {
    pub name: String,
    pub side: usize,
    pub pose: Pose,
    pub track: Vec<Point>,
}

/// Torpedoes under way. [7.4.2]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Torpedo {
    pub name: String,
    pub side: usize,
    /// The launch point.
    pub dot: Point,
    /// The distance already run, and the full run.
    pub radius_in: f64,
    pub run_in: f64,
    pub reach: Reach,
    pub dummy: bool,
}

/// Possible positions of launched torpedoes.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reach {
    /// Anywhere on the front in a sector: its first bearing, and its width clockwise from there.
    Sector { from: Bearing, width_deg: f64 },
    /// All on one bearing.
    Line(Bearing),
    /// Unknown to this side, which sees only a marker.
    Unknown,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ring {
    pub centre: Point,
    pub radius_in: f64,
    pub says: String,
}

impl Ring {
    /// Returns positions on the circle for its label, clockwise from north, inside the window.
    pub(super) fn labels_at(&self, window: Window) -> impl Iterator<Item = Point> + '_ {
        let around = (0..24).map(|turn| self.centre.moved(Bearing::new(f64::from(turn) * 15.0), self.radius_in));
        around.filter(move |point| window.holds(*point))
    }
}

/// Sectors around a ship's forward funnel. [6.4.4]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Fan {
    pub of: String,
    pub centre: Point,
    pub radius_in: f64,
    pub sectors: Vec<Sector>,
}

impl Fan {
    /// Returns positions in the middle of a sector for its name, from the outermost inwards, inside the window.
    pub(super) fn labels_at(&self, sector: &Sector, window: Window) -> impl Iterator<Item = Point> + use<> {
        let middle = sector.from.turned(sector.width_deg / 2.0);
        let tries = [0.85, 0.7, 0.55, 0.4, 0.3, 0.2].map(|share| self.centre.moved(middle, self.radius_in * share));
        tries.into_iter().filter(move |point| window.holds(*point))
    }
}

/// One arc of fire.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Sector {
    pub name: String,
    pub from: Bearing,
    pub width_deg: f64,
}

/// The direction from which the wind blows, and its description.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Wind {
    /// `None` in a calm.
    pub from: Option<Bearing>,
    pub says: String,
}

impl Scene {
    pub fn empty(table: Table) -> Scene {
        Scene { table, ..Scene::default() }
    }

    /// Returns the ship with this id, or the base that carries it.
    pub fn ship(&self, id: &str) -> Option<&Ship> {
        self.ships.iter().find(|ship| ship.has_id(id))
    }

    /// Returns the positions of a ship, or of a division's ships. Empty if it is not on the map.
    pub fn places(&self, unit: &str) -> Vec<Point> {
        let is_of_unit = |ship: &&Ship| ship.has_id(unit) || ship.division.as_deref() == Some(unit);
        self.ships.iter().filter(is_of_unit).map(|ship| ship.pose.at).collect()
    }

    /// Returns the ships stacked with this one, including itself, in order.
    pub(super) fn stack<'a>(&'a self, ship: &'a Ship) -> impl Iterator<Item = &'a Ship> {
        self.ships.iter().filter(move |other| other.is_stacked_on(ship))
    }

    /// Returns the first ship of this ship's stack. `None` if that is this ship itself.
    pub(super) fn stack_head<'a>(&'a self, ship: &'a Ship) -> Option<&'a Ship> {
        self.stack(ship).next().filter(|first| !std::ptr::eq(*first, ship))
    }

    /// Adds the moves that an earlier scene shows.
    pub fn add_wakes(&mut self, earlier: &Scene) {
        let moved = earlier.ships.iter().filter(|ship| ship.track.len() > 1);
        self.wakes.extend(moved.map(|ship| Wake { side: ship.side, track: ship.track.clone() }));
    }

    /// Adds range rings around a ship's forward funnel. `None` if the ship is not on the map. [3.5.2]
    pub fn add_rings(&mut self, id: &str, radii_in: &[f64]) -> Option<()> {
        let centre = self.ship(id)?.funnel();
        let ring = |radius: &f64| Ring { centre, radius_in: *radius, says: format!("{radius}\"") };
        self.rings.extend(radii_in.iter().map(ring));
        Some(())
    }

    /// Adds a ship's sighting range this turn. `None` if the ship is not on the map or the range is unknown. [4.3]
    pub fn add_sighting(&mut self, id: &str) -> Option<()> {
        let (centre, radius_in) = (self.ship(id)?.funnel(), self.sight_in?);
        self.sighting.push(Ring { centre, radius_in, says: format!("sighting {radius_in}\"") });
        Some(())
    }

    /// Adds a ship's arcs of fire, to just past the farthest enemy (8 to 25 inches). `None` if it is not there. [6.4.4]
    pub fn add_arcs(&mut self, id: &str) -> Option<()> {
        const NEAREST_IN: f64 = 8.0;
        const FARTHEST_IN: f64 = 25.0;
        let ship = self.ship(id)?;
        let (centre, heading) = (ship.funnel(), ship.pose.heading);
        let enemies = self.ships.iter().filter(|other| other.side != ship.side);
        let farthest = enemies.map(|enemy| range_in(centre, enemy.pose.at) + 2.0).fold(0.0, f64::max);
        let sectors = arcs_of_fire().into_iter().map(|(arc, wedge)| Sector {
            name: arc_word(arc).to_owned(),
            from: heading.turned(wedge.from().degrees()),
            width_deg: wedge.to().relative_to(wedge.from()).degrees(),
        });
        let (of, radius_in) = (ship.name.clone(), farthest.clamp(NEAREST_IN, FARTHEST_IN));
        self.arcs.push(Fan { of, centre, radius_in, sectors: sectors.collect() });
        Some(())
    }
}

/// Returns points on a circle from one bearing clockwise over `width_deg` degrees, including both ends.
pub fn arc_points(centre: Point, radius_in: f64, from: Bearing, width_deg: f64) -> Vec<Point> {
    const STEP_DEG: f64 = 3.0;
    let steps = (width_deg / STEP_DEG).ceil().max(1.0) as u32;
    let bearing = |step: u32| from.turned(width_deg * f64::from(step) / f64::from(steps));
    (0..=steps).map(|step| centre.moved(bearing(step), radius_in)).collect()
}
