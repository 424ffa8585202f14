//! The strip below the map: scale, meanings of the signs, compass and wind.
use std::mem;

use svg::node::element::path::Data;
use svg::node::element::{Circle, Group, Path};

use super::{
    Sheet, dashes, direction,
    frame::line_spacing_in,
    number, rounded,
    sheet::rounded_point,
    ships::{draw_ship, struck_star, wreck},
};
use crate::drawing::{circle, line, rectangle};
use crate::map::scene::{Reach, Scene, Ship, ShipStatus, Wind};
use geometry::{Base, Bearing, Pose};

const TEXT_SIZE: f64 = 6.5;
/// Distance from the left edge to the signs, and between their columns and rows, in pens
/// ([`Sheet::pen`]).
const SIGNS_LEFT: f64 = 140.0;
const COLUMN: f64 = 124.0;
const ROW: f64 = 12.5;
const MIN_ROWS: usize = 5;
/// The width of the rose with its letters, in pens.
const ROSE: f64 = 60.0;
/// The radius of the rose in pens.
const ROSE_RADIUS: f64 = 25.0;
/// Where the wind arrow's shaft and feathers end, as multiples of that radius. The angle is in degrees.
const SHAFT_END: f64 = 1.75;
const FEATHERS_END: f64 = 1.86;
const FEATHER_ANGLE: f64 = 8.0;

/// Draws the strip: scale, remarks, signs and compass. `outside` is the number of ships outside this part of the map.
pub fn strip(scene: &Scene, outside: usize, sheet: &Sheet) -> Group {
    let top = sheet.bottom() + 20.0 * sheet.pen;
    let rose = (sheet.right() - 34.0 * sheet.pen, top + (34.0 - rose_offset(scene)) * sheet.pen);
    Group::new()
        .add(scale(sheet, top))
        .add(remarks(scene, outside, sheet, top))
        .add(signs(scene, sheet, top, size(scene, sheet).0).group)
        .add(compass_rose(scene, sheet, rose))
}

/// Returns how many pens higher the rose is, so that a wind arrow from below does not leave the sheet.
fn rose_offset(scene: &Scene) -> f64 {
    const BELOW_THE_ROSE: f64 = Sheet::KEY - 20.0 - 34.0 - 1.0;
    let Some(from) = scene.wind.as_ref().and_then(|wind| wind.from) else { return 0.0 };
    let down = [(0.0, SHAFT_END), (FEATHER_ANGLE, FEATHERS_END)].map(|(aside, share)| {
        let (_, y) = direction(Bearing::new(from.degrees() + aside));
        y * share * ROSE_RADIUS
    });
    (down[0].max(down[1]) - BELOW_THE_ROSE).max(0.0)
}

/// Draws a bar as long as one or two steps of the lines over the sea.
fn scale(sheet: &Sheet, top: f64) -> Group {
    let step = line_spacing_in(sheet);
    let steps = if 2.0 * sheet.mm(step) <= (SIGNS_LEFT - 30.0) * sheet.pen { 2 } else { 1 };
    let (left, height) = (sheet.left(), 3.0 * sheet.pen);
    let y = top + 14.0 * sheet.pen;
    let mut group = Group::new();
    for part in 0..5 * steps {
        let fill = if part % 2 == 0 { sheet.colours.ink } else { sheet.colours.paper };
        let (x, width) = (left + sheet.mm(step) * f64::from(part) / 5.0, sheet.mm(step) / 5.0);
        let bar = rectangle((x, y), (width, height)).set("fill", fill).set("stroke", sheet.colours.ink);
        group = group.add(bar.set("stroke-width", sheet.pens(0.5)));
    }
    for part in 0..=steps {
        let inches = step * f64::from(part);
        let figure = sheet.middle((left + sheet.mm(inches), y - 2.5 * sheet.pen), TEXT_SIZE, &inches.to_string());
        group = group.add(figure.set("fill", sheet.colours.ink));
    }
    let below = y + height + 8.5 * sheet.pen;
    group.add(sheet.words((left, below), TEXT_SIZE, "inches of the table").set("fill", sheet.colours.ink))
}

/// Draws the wind as text, and the number of ships outside a partial map.
fn remarks(scene: &Scene, outside: usize, sheet: &Sheet, top: f64) -> Group {
    let outside_text = match outside {
        0 => None,
        1 => Some("1 ship outside this part".to_owned()),
        more => Some(format!("{more} ships outside this part")),
    };
    let degrees = |wind: &Wind| if wind.from.is_some() { "\u{b0}" } else { "" };
    let lines =
        scene.wind.as_ref().map(|wind| format!("{}{}", wind.says, degrees(wind))).into_iter().chain(outside_text);
    lines.enumerate().fold(Group::new().set("fill", sheet.colours.ink), |group, (index, line)| {
        group.add(sheet.words((sheet.left(), top + (42.0 + 11.0 * index as f64) * sheet.pen), TEXT_SIZE, &line))
    })
}

/// Draws signs at a position on the sheet, twenty pens wide.
struct SignDrawer<'a> {
    sheet: &'a Sheet,
    at: (f64, f64),
}

impl SignDrawer<'_> {
    fn x(&self, pens: f64) -> f64 {
        self.at.0 + pens * self.sheet.pen
    }
    fn y(&self, pens: f64) -> f64 {
        self.at.1 + pens * self.sheet.pen
    }
    fn point(&self, right: f64, down: f64) -> (f32, f32) {
        (rounded(self.x(right)), rounded(self.y(down)))
    }
    fn ship(&self, side: usize, status: ShipStatus, fires: u16) -> Group {
        let pen = self.sheet.pen;
        let pose = Pose { at: self.sheet.point((self.x(10.0), self.at.1)), heading: Bearing::new(90.0) };
        let base = Base { length_in: 2.0 * pen, width_in: 0.5 * pen, funnel_in: 0.3 * pen };
        draw_ship(&Ship { fires, status, ..Ship::at_pose(base, pose, side) }, self.sheet)
    }
    fn line(&self, ink: &str, pens: f64, stroke: &[f64]) -> Group {
        let data = Data::new().move_to(self.point(0.0, 0.0)).line_to(self.point(20.0, 0.0));
        let line = self.sheet.outline(data, ink, pens);
        let dashes = || dashes(self.sheet, stroke);
        Group::new().add(if stroke.is_empty() { line } else { line.set("stroke-dasharray", dashes()) })
    }
    fn patch(&self, fill: &str, opacity: f64, (pattern, pattern_opacity): (&str, f64), edge: &str) -> Group {
        let shape = || {
            let (width, height) = (20.0 * self.sheet.pen, 6.0 * self.sheet.pen);
            rectangle((self.x(0.0), self.y(-3.0)), (width, height))
        };
        let layer = shape().set("fill", pattern).set("fill-opacity", pattern_opacity).set("stroke", edge);
        let layer = layer.set("stroke-width", self.sheet.pens(0.5));
        Group::new().add(shape().set("fill", fill).set("fill-opacity", opacity)).add(layer)
    }
    fn dot(&self, fill: &str, ink: &str) -> Circle {
        let circle = self.sheet.circle((self.x(10.0), self.at.1), 2.0).set("fill", fill).set("stroke", ink);
        circle.set("stroke-width", self.sheet.pens(0.9))
    }
    fn diamond(&self) -> Group {
        let data =
            Data::new().move_to(self.point(10.0, -4.5)).line_to(self.point(14.5, 0.0)).line_to(self.point(10.0, 4.5));
        Group::new().add(self.sheet.outline(data.line_to(self.point(5.5, 0.0)).close(), self.sheet.colours.ink, 1.0))
    }
}

/// Signs and their meanings, in columns.
struct SignTable<'a> {
    sheet: &'a Sheet,
    top: f64,
    group: Group,
    rows: usize,
    count: usize,
}

impl SignTable<'_> {
    /// If the map uses a sign, draws it in the next free cell, with its meaning beside it.
    fn sign(&mut self, used: bool, meaning: &str, draw: impl FnOnce(&SignDrawer) -> Group) {
        if !used {
            return;
        }
        let (sheet, pen) = (self.sheet, self.sheet.pen);
        let (column, row) = ((self.count / self.rows) as f64, (self.count % self.rows) as f64);
        let at = (sheet.left() + (SIGNS_LEFT + column * COLUMN) * pen, self.top + (8.0 + row * ROW) * pen);
        let words = sheet.words((at.0 + 25.0 * pen, at.1 + 2.3 * pen), TEXT_SIZE, meaning);
        let sign = draw(&SignDrawer { sheet, at });
        self.group = mem::take(&mut self.group).add(sign).add(words.set("fill", sheet.colours.ink));
        self.count += 1;
    }
}

/// Returns the rows that leave the rose free, and the depth of the strip with them, in pens.
pub fn size(scene: &Scene, sheet: &Sheet) -> (usize, f64) {
    let columns = ((sheet.chart_width() / sheet.pen - SIGNS_LEFT - ROSE) / COLUMN).floor().max(1.0) as usize;
    let rows = signs(scene, sheet, 0.0, MIN_ROWS).count.div_ceil(columns).max(MIN_ROWS);
    (rows, Sheet::KEY + ROW * (rows - MIN_ROWS) as f64)
}

/// Draws every sign that the map uses, in columns of so many rows.
fn signs<'a>(scene: &Scene, sheet: &'a Sheet, top: f64, rows: usize) -> SignTable<'a> {
    let mut key = SignTable { sheet, top, group: Group::new(), rows, count: 0 };
    for (side, name) in scene.sides.iter().enumerate() {
        key.sign(true, name, |sign| sign.ship(side, ShipStatus::Seen, 0));
    }
    let kinds = [
        (ShipStatus::Unsighted, "not in sight"),
        (ShipStatus::LastSeen(0), "last seen, and when"),
        (ShipStatus::Hulk, "hulk"),
    ];
    for (status, meaning) in kinds {
        let has_status = |ship: &&Ship| mem::discriminant(&ship.status) == mem::discriminant(&status);
        let mut sides: Vec<usize> = scene.ships.iter().filter(has_status).map(|ship| ship.side).collect();
        sides.sort_unstable();
        sides.dedup();
        let several = 1 < sides.len();
        for side in sides {
            let side_note =
                scene.sides.get(side).filter(|_| several).map(|name| format!(" ({name})")).unwrap_or_default();
            key.sign(true, &format!("{meaning}{side_note}"), |sign| sign.ship(side, status, 0));
        }
    }
    let (ships, smoke, torpedoes) = (&scene.ships, &scene.smoke, &scene.torpedoes);
    key.sign(ships.iter().any(|ship| ship.fires > 0), "on fire", |sign| sign.ship(2, ShipStatus::Seen, 1));
    key.sign(ships.iter().any(|ship| ship.track.len() > 1), "last move, from a ring", |sign| {
        let ring = sign.dot(sheet.colours.paper, sheet.colours.ink).set("r", sheet.pens(1.1));
        sign.line(sheet.colours.ink, 0.8, &[]).add(ring.set("cx", number(sign.x(0.0))))
    });
    key.sign(!scene.wakes.is_empty(), "moves of earlier turns", |sign| {
        sign.line(sheet.colours.ink, 0.45, &[])
            .add(sign.dot(sheet.colours.ink, sheet.colours.ink).set("r", sign.sheet.pens(0.8)))
    });
    key.sign(!scene.ticks.is_empty(), "leader at the end of turn 7", |sign| {
        let seven = sheet.words((sign.x(13.0), sign.y(2.3)), TEXT_SIZE, "7").set("fill", sheet.colours.ink);
        Group::new().add(sign.dot(sheet.colours.ink, sheet.colours.ink).set("r", sign.sheet.pens(1.3))).add(seven)
    });
    key.sign(ships.iter().any(|ship| ship.status == ShipStatus::Sunk), "sunk", |sign| {
        wreck(sheet.point((sign.x(10.0), sign.at.1)), sheet.colours.ink, sheet)
    });
    key.sign(!scene.struck.is_empty(), "hit", |sign| Group::new().add(struck_star((sign.x(10.0), sign.at.1), sheet)));
    key.sign(!scene.land.is_empty(), "land, within the line", |sign| {
        sign.patch(sheet.colours.land, 1.0, ("url(#shore)", 1.0), sheet.colours.shore)
    });
    key.sign(!scene.mines.is_empty(), "mines", |sign| {
        sign.patch(sheet.colours.sea, 1.0, ("url(#mines)", 1.0), sheet.colours.torpedo)
    });
    let lane = scene.mines.iter().any(|mines| !mines.lanes.is_empty());
    key.sign(lane, "edge of the swept lane", |sign| sign.line(sheet.colours.torpedo, 0.8, &[]));
    for (old, meaning, shade, pattern_opacity) in
        [(false, "smoke", 0.34, 0.9), (true, "smoke of an earlier turn", 0.16, 0.4)]
    {
        let used = smoke.iter().any(|smoke| smoke.old == old);
        key.sign(used, meaning, |sign| {
            sign.patch(sheet.colours.smoke, shade, ("url(#smoke)", pattern_opacity), sheet.colours.smoke)
        });
    }
    let known = torpedoes.iter().any(|torpedo| torpedo.reach != Reach::Unknown);
    key.sign(known, "torpedo run so far", |sign| sign.line(sheet.colours.torpedo, 1.3, &[]));
    key.sign(!torpedoes.is_empty(), "torpedo marker", |sign| {
        Group::new().add(sign.dot(sheet.colours.torpedo, sheet.colours.ink))
    });
    key.sign(!scene.markers.is_empty(), "force marker", |sign| sign.diamond());
    key.sign(!scene.rings.is_empty(), "range", |sign| sign.line(sheet.colours.mark, 0.7, &[5.0, 3.0]));
    key.sign(!scene.sighting.is_empty(), "sighting range", |sign| {
        sign.line(sheet.colours.mark, 1.1, &[9.0, 3.0, 1.5, 3.0])
    });
    key.sign(!scene.arcs.is_empty(), "arc of fire", |sign| {
        sign.patch(sheet.colours.mark, 0.13, ("none", 1.0), sheet.colours.mark)
    });
    key
}

/// Draws a rose with a tick every 10 degrees, north up, and the wind as an arrow that points downwind.
fn compass_rose(scene: &Scene, sheet: &Sheet, (x, y): (f64, f64)) -> Group {
    let radius = ROSE_RADIUS * sheet.pen;
    let at = |bearing: f64, share: f64| {
        let (dx, dy) = direction(Bearing::new(bearing));
        (x + dx * radius * share, y + dy * radius * share)
    };
    let to = |bearing: f64, share: f64| rounded_point(at(bearing, share));
    let ring = |share: f64, pens: f64| {
        let circle = circle((x, y), radius * share);
        circle.set("fill", "none").set("stroke", sheet.colours.ink).set("stroke-width", sheet.pens(pens))
    };
    let mut group = Group::new().add(ring(1.0, 0.6)).add(ring(0.82, 0.3));
    for tick in 0..36 {
        let bearing = f64::from(tick) * 10.0;
        let tick = line(at(bearing, 1.0), at(bearing, if tick % 3 == 0 { 0.82 } else { 0.91 }));
        group = group.add(tick.set("stroke", sheet.colours.ink).set("stroke-width", sheet.pens(0.5)));
    }
    for (first, reach) in [(45.0, 0.5), (0.0, 0.78)] {
        for point in 0..4 {
            let bearing = first + 90.0 * f64::from(point);
            for (aside, fill) in [(-45.0, sheet.colours.ink), (45.0, sheet.colours.paper)] {
                let half = Data::new().move_to(to(bearing, reach)).line_to(to(bearing + aside, 0.17));
                let half = half.line_to(rounded_point((x, y)));
                let half = Path::new().set("d", half.close()).set("fill", fill).set("stroke", sheet.colours.ink);
                group = group.add(half.set("stroke-width", sheet.pens(0.4)).set("stroke-linejoin", "round"));
            }
        }
    }
    for (bearing, letter) in [(0.0, "N"), (90.0, "E"), (180.0, "S"), (270.0, "W")] {
        let size = if letter == "N" { 8.5 } else { 6.0 };
        let (x, y) = at(bearing, 1.18);
        group = group.add(sheet.middle((x, y + size * 0.35 * sheet.pen), size, letter).set("fill", sheet.colours.ink));
    }
    let wind = scene.wind.as_ref().and_then(|wind| wind.from);
    wind.into_iter().fold(group, |group, from| group.add(wind_arrow(from, sheet, &to)))
}

fn wind_arrow(from: Bearing, sheet: &Sheet, to: &dyn Fn(f64, f64) -> (f32, f32)) -> Group {
    let bearing = from.degrees();
    // The arrow ends outside N, E, S or W if that letter is in its way.
    let near = if (bearing + 15.0) % 90.0 <= 30.0 { 1.4 } else { 1.06 };
    let shaft = Data::new().move_to(to(bearing, SHAFT_END)).line_to(to(bearing, near + 0.02));
    let barb = |aside: f64| to(bearing + aside, near + 0.16);
    let head = Data::new().move_to(barb(-5.0)).line_to(to(bearing, near)).line_to(barb(5.0));
    let feathers = Data::new().move_to(to(bearing, SHAFT_END)).line_to(to(bearing + FEATHER_ANGLE, FEATHERS_END));
    let inner = |share: f64| share - 0.12;
    let feathers =
        feathers.move_to(to(bearing, inner(SHAFT_END))).line_to(to(bearing + FEATHER_ANGLE, inner(FEATHERS_END)));
    let ink = |data: Data| sheet.outline(data, sheet.colours.ink, 1.0).set("stroke-linecap", "round");
    Group::new().add(ink(shaft)).add(ink(head).set("fill", sheet.colours.faint)).add(ink(feathers))
}
