//! Everything on the sea except ships: land, smoke, rings, arcs, torpedoes, force markers.
use svg::node::element::path::Data;
use svg::node::element::{Definitions, Group, Path};

use super::{Bounds, Label, Labels, Sheet, direction, frame, rounded, width_of};
use crate::drawing::circle;
use crate::map::grid::covers;
use crate::map::scene::{Reach, Scene, Torpedo};
use crate::map::window::Window;
use geometry::{Bearing, Point};

pub fn land(scene: &Scene, sheet: &Sheet) -> Group {
    scene.land.iter().fold(Group::new(), |group, land| {
        let fill = Path::new().set("d", sheet.area(&land.outline)).set("fill", sheet.colours.land);
        let stipple = Path::new().set("d", sheet.area(&land.outline)).set("fill", "url(#shore)");
        let shallows = sheet.outline(sheet.area(&land.outline), sheet.colours.shore, 5.0).set("opacity", 0.15);
        let coast = sheet.outline(sheet.area(&land.outline), sheet.colours.shore, 1.1).set("stroke-linejoin", "round");
        group.add(shallows).add(fill).add(stipple).add(coast)
    })
}

/// Draws minefields and the lanes through them. `None` without minefields.
pub fn minefields(scene: &Scene, sheet: &Sheet) -> Option<Group> {
    if scene.mines.is_empty() {
        return None;
    }
    let broken = |outline: &[Point]| {
        let edge = sheet.outline(sheet.area(outline), sheet.colours.torpedo, 0.8);
        edge.set("stroke-dasharray", dashes(sheet, &[4.0, 2.5]))
    };
    let mut group = Group::new().set("class", "mines").add(Definitions::new().add(frame::mines(sheet)));
    for area in scene.mines.iter().flat_map(|mines| &mines.areas) {
        let sown = Path::new().set("d", sheet.area(area)).set("fill", "url(#mines)");
        group = group.add(sown).add(broken(area));
    }
    // A lane is clear water: it hides the mines, and its edges are solid lines.
    let swept = |lane: &Vec<Point>| Path::new().set("d", sheet.area(lane)).set("fill", sheet.colours.sea);
    let lanes = || scene.mines.iter().flat_map(|mines| &mines.lanes);
    group = lanes().map(|lane| sheet.outline(sheet.area(lane), sheet.colours.torpedo, 0.8)).fold(group, Group::add);
    Some(lanes().map(swept).fold(group, Group::add))
}

/// Draws names of land, each as far from the shore as possible. The name of a small island goes beside it, where
/// ships leave room.
pub fn land_names(scene: &Scene, sheet: &Sheet, labels: &mut Labels) -> Group {
    scene.land.iter().filter(|land| !land.name.is_empty()).fold(Group::new(), |group, land| {
        let Some(inland) = LandNamePlace::find(&land.outline, &land.name, sheet) else { return group };
        let own = inland.small_island_box(sheet);
        let words = |from, own, ways| Label {
            words: &land.name,
            size: LAND_NAME_SIZE,
            from,
            own,
            directions: ways,
            must_have_leader: false,
        };
        let spot = match &own {
            None => labels.place(&words(sheet.xy(inland.at), &[], &[(0.0, 0.0)])),
            Some(own) => {
                let middle = ((own.left + own.right) / 2.0, (own.top + own.bottom) / 2.0);
                let ways = inland.clear_directions(own, scene, sheet);
                labels.place(&words(middle, std::slice::from_ref(own), &ways))
            }
        };
        let label = sheet.label(spot.at, LAND_NAME_SIZE, sheet.colours.shore, &land.name);
        let ground = if own.is_some() { sheet.colours.sea } else { sheet.colours.land };
        let label = label.map(|label| label.set("stroke", ground).set("font-style", "italic"));
        label.into_iter().fold(group, Group::add)
    })
}

/// Size of land names, in pens.
const LAND_NAME_SIZE: f64 = 6.5;

struct LandNamePlace {
    at: Point,
    /// Whether the complete name fits on the land.
    holds: bool,
    /// Width and height of the name, in inches.
    room: (f64, f64),
    /// The part of the window in which the land lies.
    part: Window,
}

impl LandNamePlace {
    /// Returns the point of a grid on the land at which the name is farthest from shore and window edge.
    /// `None` if no point of the grid is on land.
    fn find(outline: &[Point], name: &str, sheet: &Sheet) -> Option<LandNamePlace> {
        const GRID: u32 = 24;
        let part = visible_part(outline, sheet.window)?;
        let (width, height) =
            (sheet.inches(width_of(name, LAND_NAME_SIZE * sheet.pen)), sheet.inches(LAND_NAME_SIZE * sheet.pen));
        let depth = |point| distance_inland_in(point, outline, sheet.window);
        let mut best: Option<(bool, f64, Point)> = None;
        for index in 0..GRID * GRID {
            let share = |part: u32| (f64::from(part) + 0.5) / f64::from(GRID);
            let (x, y) = (share(index % GRID) * part.width_in(), share(index / GRID) * part.depth_in());
            let point = Point::new(part.west + x, part.south + y);
            let middle = depth(point);
            if middle < 0.0 {
                continue;
            }
            // The complete name: ends, quarters and middle, above and below.
            let ends = [-0.5, -0.25, 0.0, 0.25, 0.5].into_iter().flat_map(|across| [(across, -0.5), (across, 0.5)]);
            let mut ends =
                ends.map(|(across, up)| depth(Point::new(point.x() + across * width, point.y() + up * height)));
            // A name completely on land always wins, so once one is found, other points can be rejected early.
            let (holds, to_beat) = best.map_or((false, 0.0), |(holds, far, _)| (holds, if holds { far } else { 0.0 }));
            let whole = ends.try_fold(middle, |least, end| (to_beat < least.min(end)).then_some(least.min(end)));
            let found = match whole {
                Some(least) => (true, least),
                None if holds => continue,
                None => (false, middle),
            };
            if best.is_none_or(|(held, farthest, _)| (held, farthest) < found) {
                best = Some((found.0, found.1, point));
            }
        }
        best.map(|(holds, _, at)| LandNamePlace { at, holds, room: (width, height), part })
    }

    /// Returns the box of an island too small for its name, and small enough that a name beside it is clear.
    fn small_island_box(&self, sheet: &Sheet) -> Option<Bounds> {
        const WIDEST: f64 = 1.5;
        const DEEPEST: f64 = 5.0;
        let LandNamePlace { holds, room, part, .. } = self;
        let small = part.width_in() < WIDEST * room.0 && part.depth_in() < DEEPEST * room.1;
        let corner = |x, y| sheet.xy(Point::new(x, y));
        (!holds && small).then(|| Bounds::between(corner(part.west, part.north), corner(part.east, part.south)))
    }

    /// Returns directions in which the name overlaps no other land, or all if every direction overlaps.
    fn clear_directions(&self, own: &Bounds, scene: &Scene, sheet: &Sheet) -> Vec<(f64, f64)> {
        const WAYS: [(f64, f64); 4] = [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)];
        let (width, height) = (sheet.mm(self.room.0), sheet.mm(self.room.1));
        let gap = 2.0 * sheet.pen;
        let is_clear = |(dx, dy): &(f64, f64)| {
            let middle = ((own.left + own.right) / 2.0, (own.top + own.bottom) / 2.0);
            let x = middle.0 + dx * ((own.right - own.left + width) / 2.0 + gap);
            let y = middle.1 + dy * ((own.bottom - own.top + height) / 2.0 + gap);
            let ends = [-0.5, -0.25, 0.0, 0.25, 0.5].into_iter().flat_map(|across| [(across, -0.6), (across, 0.6)]);
            let mut ends = ends.map(|(across, down)| sheet.point((x + across * width, y + down * height)));
            ends.all(|end| scene.land.iter().all(|land| !covers(&land.outline, end)))
        };
        let clear: Vec<(f64, f64)> = WAYS.into_iter().filter(is_clear).collect();
        if clear.is_empty() { WAYS.to_vec() } else { clear }
    }
}

/// Returns the part of a window in which a land lies.
fn visible_part(outline: &[Point], window: Window) -> Option<Window> {
    let extreme = |end: fn(f64, f64) -> f64, from, side: fn(&Point) -> f64| outline.iter().map(side).fold(from, end);
    let part = Window {
        west: extreme(f64::min, f64::INFINITY, |point| point.x()).max(window.west),
        south: extreme(f64::min, f64::INFINITY, |point| point.y()).max(window.south),
        east: extreme(f64::max, f64::NEG_INFINITY, |point| point.x()).min(window.east),
        north: extreme(f64::max, f64::NEG_INFINITY, |point| point.y()).min(window.north),
    };
    (part.west < part.east && part.south < part.north).then_some(part)
}

/// Returns the distance in inches from a point to the nearest shore or window edge. Negative off the land or window.
fn distance_inland_in(point: Point, outline: &[Point], window: Window) -> f64 {
    let edges = [point.x() - window.west, window.east - point.x(), point.y() - window.south, window.north - point.y()];
    let edge = edges.into_iter().fold(f64::INFINITY, f64::min);
    let corners = outline.iter().zip(outline.iter().cycle().skip(1));
    let squares = corners.map(|(from, to)| square_to_shore(point, *from, *to));
    let shore = squares.fold(f64::INFINITY, f64::min).sqrt().min(edge);
    if covers(outline, point) { shore } else { -shore.abs() }
}

/// Returns the square of the distance from a point to one stretch of shore.
fn square_to_shore(point: Point, from: Point, to: Point) -> f64 {
    let (dx, dy) = (to.x() - from.x(), to.y() - from.y());
    let (x, y) = (point.x() - from.x(), point.y() - from.y());
    let share = ((x * dx + y * dy) / (dx * dx + dy * dy).max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    (x - dx * share).powi(2) + (y - dy * share).powi(2)
}

pub fn smoke(scene: &Scene, sheet: &Sheet) -> Group {
    scene.smoke.iter().fold(Group::new(), |group, smoke| {
        let (shade, grain) = if smoke.old { (0.16, 0.4) } else { (0.34, 0.9) };
        let band = |fill: &str, opacity: f64| {
            Path::new().set("d", sheet.area(&smoke.outline)).set("fill", fill).set("fill-opacity", opacity)
        };
        let edge = sheet.outline(sheet.area(&smoke.outline), sheet.colours.smoke, 0.5).set("stroke-opacity", grain);
        let edge = edge.set("stroke-dasharray", format!("{} {}", sheet.pens(0.6), sheet.pens(1.6)));
        group.add(band(sheet.colours.smoke, shade)).add(band("url(#smoke)", grain)).add(edge)
    })
}

/// Draws range rings and sighting ranges.
pub fn rings(scene: &Scene, sheet: &Sheet, labels: &mut Labels) -> Group {
    let rings = scene.rings.iter().map(|ring| (ring, dashes(sheet, &[5.0, 3.0]), 0.7));
    let sighting = scene.sighting.iter().map(|ring| (ring, dashes(sheet, &[9.0, 3.0, 1.5, 3.0]), 1.1));
    rings.chain(sighting).fold(Group::new(), |group, (ring, dashes, pens)| {
        let circle = circle(sheet.xy(ring.centre), sheet.mm(ring.radius_in));
        let circle = circle.set("fill", "none").set("stroke", sheet.colours.mark).set("stroke-width", sheet.pens(pens));
        let group = group.add(circle.set("stroke-dasharray", dashes));
        let places = ring.labels_at(sheet.window).map(|place| sheet.xy(place));
        match labels.take_first_clear(places, &ring.says, 6.0) {
            Some(spot) => sheet.label(spot, 6.0, sheet.colours.mark, &ring.says).into_iter().fold(group, Group::add),
            None => group,
        }
    })
}

/// Draws arcs of fire: broadsides shaded, a line at every edge.
pub fn fans(scene: &Scene, sheet: &Sheet, labels: &mut Labels) -> Group {
    let mut group = Group::new();
    for fan in &scene.arcs {
        for (index, sector) in fan.sectors.iter().enumerate() {
            let outline = sheet.sector(fan.centre, fan.radius_in, sector.from, sector.width_deg);
            let shade = if index % 2 == 1 { 0.13 } else { 0.04 };
            let area = Path::new().set("d", outline.clone()).set("fill", sheet.colours.mark).set("fill-opacity", shade);
            let edge =
                sheet.outline(outline, sheet.colours.mark, 0.6).set("stroke-dasharray", dashes(sheet, &[6.0, 2.0]));
            group = group.add(area).add(edge);
        }
    }
    for fan in &scene.arcs {
        for sector in &fan.sectors {
            let places = fan.labels_at(sector, sheet.window).map(|place| sheet.xy(place));
            if let Some(spot) = labels.take_first_clear(places, &sector.name, 6.0) {
                let label = sheet.label(spot, 6.0, sheet.colours.mark, &sector.name);
                group = label.map(|label| label.set("font-style", "italic")).into_iter().fold(group, Group::add);
            }
        }
    }
    group
}

/// Draws the whole sector that torpedoes of unknown bearing may run through.
pub fn torpedo_fields(scene: &Scene, sheet: &Sheet) -> Group {
    scene.torpedoes.iter().fold(Group::new(), |group, torpedo| {
        let Reach::Sector { from, width_deg } = torpedo.reach else { return group };
        let outline = sheet.sector(torpedo.dot, torpedo.run_in, from, width_deg);
        let field = Path::new().set("d", outline.clone()).set("fill", sheet.colours.torpedo).set("fill-opacity", 0.08);
        let edge = sheet.outline(outline, sheet.colours.torpedo, 0.5);
        group.add(field).add(edge.set("stroke-dasharray", dashes(sheet, &[1.0, 2.5])))
    })
}

/// Draws launch points, fronts with their barbs, single tracks.
pub fn torpedoes(scene: &Scene, sheet: &Sheet, labels: &mut Labels) -> Group {
    scene.torpedoes.iter().filter(|torpedo| sheet.window.holds(torpedo.dot)).fold(Group::new(), |group, torpedo| {
        let from = sheet.xy(torpedo.dot);
        let dot = sheet.circle(from, 2.0);
        let dot = dot
            .set("fill", if torpedo.dummy { sheet.colours.paper } else { sheet.colours.torpedo })
            .set("stroke", sheet.ink_of(torpedo.side));
        let words = if torpedo.dummy { format!("{} (dummy)", torpedo.name) } else { torpedo.name.clone() };
        let own = Bounds::centred_at(from, 4.0 * sheet.pen, 4.0 * sheet.pen);
        labels.take_item(&[own]);
        let spot = labels.place(&Label {
            words: &words,
            size: 7.0,
            from,
            own: &[own],
            directions: &directions(),
            must_have_leader: false,
        });
        let group = torpedo_front(torpedo, sheet).into_iter().fold(group, Group::add);
        let group = group.add(dot.set("stroke-width", sheet.pens(0.9)));
        sheet.label(spot.at, 7.0, sheet.colours.torpedo, &words).into_iter().fold(group, Group::add)
    })
}

fn torpedo_front(torpedo: &Torpedo, sheet: &Sheet) -> Vec<Path> {
    const BARB_IN: f64 = 0.45;
    let heavy = |data: Data| sheet.outline(data, sheet.colours.torpedo, 1.3).set("stroke-linecap", "round");
    let barb = |bearing: Bearing| {
        let tip = torpedo.dot.moved(bearing, torpedo.radius_in);
        let back = |aside: f64| tip.moved(bearing.turned(180.0 + aside), BARB_IN * sheet.pen.max(0.3));
        sheet.line(&[back(-30.0), tip, back(30.0)])
    };
    match torpedo.reach {
        Reach::Sector { from, width_deg } => {
            let mut marks = vec![heavy(sheet.arc(torpedo.dot, torpedo.radius_in, from, width_deg))];
            let barbs = (0..=6).map(|at| barb(from.turned(width_deg * f64::from(at) / 6.0)));
            marks.extend(barbs.map(heavy));
            marks
        }
        Reach::Line(bearing) => {
            let track = |to: f64| sheet.line(&[torpedo.dot, torpedo.dot.moved(bearing, to)]);
            let rest = sheet.outline(track(torpedo.run_in), sheet.colours.torpedo, 0.5);
            let rest = rest.set("stroke-dasharray", dashes(sheet, &[1.0, 2.5]));
            vec![rest, heavy(track(torpedo.radius_in)), heavy(barb(bearing))]
        }
        Reach::Unknown => Vec::new(),
    }
}

/// Draws force markers: a diamond in the side's colour, and a name.
pub fn markers(scene: &Scene, sheet: &Sheet, labels: &mut Labels) -> Group {
    scene.markers.iter().filter(|marker| sheet.window.holds(marker.pose.at)).fold(Group::new(), |group, marker| {
        let (x, y) = sheet.xy(marker.pose.at);
        let size = 5.0 * sheet.pen;
        let own = Bounds::centred_at((x, y), 2.0 * size, 2.0 * size);
        labels.take_item(&[own]);
        let ink = sheet.ink_of(marker.side);
        let corner = |dx: f64, dy: f64| (rounded(x + dx * size), rounded(y + dy * size));
        let diamond = Data::new().move_to(corner(0.0, -1.0)).line_to(corner(1.0, 0.0)).line_to(corner(0.0, 1.0));
        let diamond = Path::new().set("d", diamond.line_to(corner(-1.0, 0.0)).close()).set("fill", sheet.colours.paper);
        let diamond = diamond.set("stroke", ink).set("stroke-width", sheet.pens(1.1));
        let track = sheet.outline(sheet.line(&marker.track), ink, 0.8);
        let track = track.set("stroke-dasharray", dashes(sheet, &[2.0, 2.0]));
        let sign = sheet.middle((x, y + 2.4 * sheet.pen), 6.5, "?").set("fill", sheet.colours.ink);
        let words = format!("force {}", marker.name);
        let spot = labels.place(&Label {
            words: &words,
            size: 6.5,
            from: (x, y),
            own: &[own],
            directions: &directions(),
            must_have_leader: false,
        });
        let group = group.add(track).add(diamond).add(sign);
        sheet.label(spot.at, 6.5, ink, &words).into_iter().fold(group, Group::add)
    })
}

/// Returns the eight directions from a round shape, right first.
fn directions() -> [(f64, f64); 8] {
    [90.0, 270.0, 0.0, 180.0, 45.0, 135.0, 315.0, 225.0].map(|bearing| direction(Bearing::new(bearing)))
}

/// Returns lengths of strokes and gaps, given in pens, as text in millimetres.
pub fn dashes(sheet: &Sheet, lengths: &[f64]) -> String {
    lengths.iter().map(|length| sheet.pens(*length)).collect::<Vec<String>>().join(" ")
}
