//! What a map shows, and nothing else: places, shapes and words, free of any rule.
//!
//! A scene is made from what a side may know; the drawings are made from the scene.
//! A ship that is not in the scene cannot be drawn, counted or given a letter.
use serde::Serialize;

use super::Window;
use crate::places::arc_word;
use geometry::{Base, Bearing, Path, Point, Pose, Table, range_in};
use naval::rules::survey::arcs_of_fire;

/// Everything on a map.
///
/// # Units
/// Table inches, x east, y north; headings and bearings true, clockwise from north.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Scene {
    /// The battle and its date.
    pub title: String,
    /// Turn, clock and segment.
    pub moment: String,
    /// Through whose eyes it is seen; `None`: the referee's.
    pub seen_by: Option<String>,
    pub table: Table,
    /// The sides in their order, which is also that of their colours.
    pub sides: Vec<String>,
    pub land: Vec<Land>,
    /// Minefields that the viewer knows. [9.2]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mines: Vec<Minefield>,
    pub smoke: Vec<Smoke>,
    pub ships: Vec<Ship>,
    /// Moves before the last, where it was asked for them.
    pub wakes: Vec<Wake>,
    pub markers: Vec<Marker>,
    pub torpedoes: Vec<Torpedo>,
    /// The sighting range of the turn.
    pub sight_in: Option<f64>,
    /// How far is seen from ships for which it was asked.
    pub sighting: Vec<Ring>,
    /// Range rings that were asked for.
    pub rings: Vec<Ring>,
    /// Arcs of fire that were asked for.
    pub arcs: Vec<Fan>,
    pub wind: Option<Wind>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub night: bool,
}

impl Scene {
    /// What lies in a window: that of which a key has to speak.
    pub(super) fn part(&self, window: &Window) -> Scene {
        let mut part = self.clone();
        part.land.retain(|land| window.meets(&land.outline));
        part.mines.iter_mut().for_each(|mines| mines.retain(|outline| window.meets(outline)));
        part.mines.retain(|mines| !mines.areas.is_empty());
        part.smoke.retain(|smoke| window.meets(&smoke.outline));
        part.ships.retain(|ship| window.holds(ship.pose.at));
        part.wakes.retain(|wake| window.meets(&wake.track));
        part.markers.retain(|marker| window.holds(marker.pose.at));
        part.torpedoes.retain(|torpedo| window.holds(torpedo.dot));
        part
    }

    /// What may leave a mark in a window, with an inch about it for flames and signs.
    pub(super) fn reaching(&self, window: &Window) -> Scene {
        let window = window.grown(1.0);
        let round = |centre: Point, radius_in: f64| {
            [-radius_in, radius_in].map(|reach| Point::new(centre.x() + reach, centre.y() + reach))
        };
        let mut part = self.clone();
        part.land.retain(|land| window.meets(&land.outline));
        part.smoke.retain(|smoke| window.meets(&smoke.outline));
        part.ships.retain(|ship| window.meets(&ship.base().corners(ship.pose)) || window.meets(&ship.track));
        part.wakes.retain(|wake| window.meets(&wake.track));
        part.torpedoes.retain(|torpedo| window.meets(&round(torpedo.dot, torpedo.run_in)));
        part
    }

    /// Whether anything but open sea lies in a window: a ship's base, land, smoke, a marker, torpedoes where they were launched.
    pub fn is_marked(&self, window: &Window) -> bool {
        self.ships.iter().any(|ship| window.touches(&ship.base().corners(ship.pose)))
            || self.land.iter().any(|land| window.touches(&land.outline))
            || self.smoke.iter().any(|smoke| window.touches(&smoke.outline))
            || self.markers.iter().any(|marker| window.holds(marker.pose.at))
            || self.torpedoes.iter().any(|torpedo| window.holds(torpedo.dot))
    }

    /// Ships that lie outside a window: a map of a part says how many it leaves out.
    pub(super) fn left_out(&self, window: &Window) -> usize {
        self.ships.iter().filter(|ship| !window.holds(ship.pose.at)).count()
    }
}

/// A coast or an island.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Land {
    pub name: String,
    pub outline: Vec<Point>,
}

/// Mined areas, and the lanes that are swept through them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Minefield {
    /// Outlines of the areas.
    pub areas: Vec<Vec<Point>>,
    /// Outlines of the straight parts of the lanes, as wide as they are swept.
    pub lanes: Vec<Vec<Point>>,
}

impl Minefield {
    fn retain(&mut self, keeps: impl Fn(&[Point]) -> bool) {
        self.areas.retain(|area| keeps(area));
        self.lanes.retain(|lane| keeps(lane));
    }
}

/// The rectangle about a straight line between two points, so far to either side of it and beyond its ends.
pub(super) fn band(from: Point, to: Point, half_width_in: f64) -> Vec<Point> {
    let (dx, dy) = (to.x() - from.x(), to.y() - from.y());
    let share = half_width_in / dx.hypot(dy).max(f64::EPSILON);
    let (along_x, along_y) = (dx * share, dy * share);
    // So far along the line and so far to its left.
    let corner = |of: Point, ahead: f64, left: f64| {
        Point::new(of.x() + ahead * along_x - left * along_y, of.y() + ahead * along_y + left * along_x)
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
    /// The band of `width_in` along a way.
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
    /// Ships that share her base.
    pub with: Vec<String>,
    /// The id of her division, where it is known.
    pub division: Option<String>,
    pub name: String,
    /// The number by which she may be typed, where she has one. [3.1]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u8>,
    /// Her side, by its place in [`Scene::sides`].
    pub side: usize,
    pub pose: Pose,
    pub length_in: f64,
    pub width_in: f64,
    /// How far the forward funnel stands ahead of the centre.
    pub funnel_in: f64,
    /// The way of her last move, from its start to where she is.
    pub track: Vec<Point>,
    pub fires: u16,
    pub standing: Standing,
    /// What stands beside her name, where it was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl Ship {
    /// A ship of which no more is known than where she is.
    pub(super) fn on(base: Base, pose: Pose, side: usize) -> Ship {
        let Base { length_in, width_in, funnel_in } = base;
        let (id, name) = (String::new(), String::new());
        let (with, division, track, fires, standing) = (Vec::new(), None, Vec::new(), 0, Standing::Seen);
        Ship {
            id,
            number: None,
            with,
            division,
            name,
            side,
            pose,
            length_in,
            width_in,
            funnel_in,
            track,
            fires,
            standing,
            notes: Vec::new(),
        }
    }
    /// Her name with what was asked for.
    pub(super) fn noted(&self) -> String {
        [std::slice::from_ref(&self.name), &self.notes].concat().join(" ")
    }
    /// The same with the number that is typed for her: `Asahi (1)`.
    pub(super) fn numbered(&self) -> String {
        match self.number {
            Some(number) if self.with.is_empty() => format!("{} ({number})", self.noted()),
            Some(_) | None => self.noted(),
        }
    }
    /// Whether a base lies on this one: their middles are no farther apart than half a base is wide. Wrecks and
    /// memories have none.
    pub(super) fn lies_on(&self, other: &Ship) -> bool {
        let has_base = |ship: &Ship| !matches!(ship.standing, Standing::Sunk | Standing::LastSeen(_));
        let near = || range_in(self.pose.at, other.pose.at) <= self.width_in.min(other.width_in) / 2.0;
        std::ptr::eq(self, other) || (has_base(self) && has_base(other) && near())
    }
    fn is(&self, id: &str) -> bool {
        self.id == id || self.with.iter().any(|other| other == id)
    }
    pub fn base(&self) -> Base {
        Base { length_in: self.length_in, width_in: self.width_in, funnel_in: self.funnel_in }
    }
    pub fn funnel(&self) -> Point {
        self.base().funnel(self.pose)
    }
}

/// The way of a move that was made in an earlier turn.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Wake {
    pub side: usize,
    pub track: Vec<Point>,
}

/// How a ship stands on the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// In sight of the enemy, or it is not asked.
    Seen,
    /// Not in sight of the enemy.
    Unsighted,
    /// Where she was last seen, in that turn.
    LastSeen(u16),
    /// A hulk that lies where she was given up.
    Hulk,
    /// Where she went down.
    Sunk,
}

/// A force marker: something is there, and what it is the other side has yet to see. [5.13]
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
    /// Where they were launched.
    pub dot: Point,
    /// How far they have come, and how far they run.
    pub radius_in: f64,
    pub run_in: f64,
    pub reach: Reach,
    pub dummy: bool,
}

/// Where launched torpedoes may be.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reach {
    /// Anywhere on the front within a sector: its first bearing, and its width clockwise from there.
    Sector { from: Bearing, width_deg: f64 },
    /// All on one bearing.
    Line(Bearing),
    /// Nobody on this side can tell: a counter lies there.
    Unknown,
}

/// A circle about a point.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ring {
    pub centre: Point,
    pub radius_in: f64,
    pub says: String,
}

impl Ring {
    /// Places on the circle for its label, from the north clockwise, that lie in the window.
    pub(super) fn labels_at(&self, window: Window) -> impl Iterator<Item = Point> + '_ {
        let around = (0..24).map(|turn| self.centre.moved(Bearing::new(f64::from(turn) * 15.0), self.radius_in));
        around.filter(move |point| window.holds(*point))
    }
}

/// Sectors about a ship's forward funnel. [6.4.4]
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Fan {
    pub of: String,
    pub centre: Point,
    pub radius_in: f64,
    pub sectors: Vec<Sector>,
}

impl Fan {
    /// Places in the middle of a sector for its name, from the outermost inwards, that lie in the window.
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

/// Where the wind comes from, and how it is called.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Wind {
    /// `None` in a calm.
    pub from: Option<Bearing>,
    pub says: String,
}

impl Scene {
    /// An empty table.
    pub fn empty(table: Table) -> Scene {
        Scene { table, ..Scene::default() }
    }

    /// The ship of that id, or the base on which she stands.
    pub fn ship(&self, id: &str) -> Option<&Ship> {
        self.ships.iter().find(|ship| ship.is(id))
    }

    /// The places of a ship, or of the ships of a division; none when it is not on the map.
    pub fn places(&self, unit: &str) -> Vec<Point> {
        let of = |ship: &&Ship| ship.is(unit) || ship.division.as_deref() == Some(unit);
        self.ships.iter().filter(of).map(|ship| ship.pose.at).collect()
    }

    /// Ships that lie on one another with this one, in their order; she is among them.
    pub(super) fn stack<'a>(&'a self, ship: &'a Ship) -> impl Iterator<Item = &'a Ship> {
        self.ships.iter().filter(move |other| other.lies_on(ship))
    }

    /// The first of the ships with which this one is stacked, where she is not that herself.
    pub(super) fn under<'a>(&'a self, ship: &'a Ship) -> Option<&'a Ship> {
        self.stack(ship).next().filter(|first| !std::ptr::eq(*first, ship))
    }

    /// Draws the moves of an earlier moment as well, as far as they were known then.
    pub fn add_wakes(&mut self, then: &Scene) {
        let moved = then.ships.iter().filter(|ship| ship.track.len() > 1);
        self.wakes.extend(moved.map(|ship| Wake { side: ship.side, track: ship.track.clone() }));
    }

    /// Draws range rings about a ship's forward funnel; `None` when she is not on the map. [3.5.2]
    pub fn add_rings(&mut self, id: &str, radii_in: &[f64]) -> Option<()> {
        let centre = self.ship(id)?.funnel();
        let ring = |radius: &f64| Ring { centre, radius_in: *radius, says: format!("{radius}\"") };
        self.rings.extend(radii_in.iter().map(ring));
        Some(())
    }

    /// Draws how far is seen from a ship this turn; `None` when she is not on the map or the range not known yet. [4.3]
    pub fn add_sighting(&mut self, id: &str) -> Option<()> {
        let (centre, radius_in) = (self.ship(id)?.funnel(), self.sight_in?);
        self.sighting.push(Ring { centre, radius_in, says: format!("sighting {radius_in}\"") });
        Some(())
    }

    /// Draws a ship's arcs of fire, as far as the farthest enemy; `None` when she is not on the map. [6.4.4]
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

/// Points on a circle from one bearing clockwise over so many degrees, both ends included.
pub fn arc_points(centre: Point, radius_in: f64, from: Bearing, width_deg: f64) -> Vec<Point> {
    const STEP_DEG: f64 = 3.0;
    let steps = (width_deg / STEP_DEG).ceil().max(1.0) as u32;
    let bearing = |step: u32| from.turned(width_deg * f64::from(step) / f64::from(steps));
    (0..=steps).map(|step| centre.moved(bearing(step), radius_in)).collect()
}
