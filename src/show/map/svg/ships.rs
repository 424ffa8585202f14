//! Ships: base, hull with its bow, funnel, track, flames, name.
use svg::node::element::path::Data;
use svg::node::element::{Circle, Group, Path};

use super::{Bounds, Label, LabelPlace, Labels, Sheet, dashes, direction, number, rounded, sheet::on_ship};
use crate::map::scene::{Scene, Ship, ShipStatus};
use geometry::Point;

/// Height of a ship's name, in pens.
pub const NAME_SIZE: f64 = 7.0;

/// Keeps words off ships, and off their tracks if possible.
pub fn keep_clear(scene: &Scene, sheet: &Sheet, labels: &mut Labels) {
    for ship in on_sheet(scene, sheet) {
        labels.take_item(&ship_boxes(ship, sheet));
    }
    let stars =
        scene.struck.iter().map(|at| Bounds::centred_at(sheet.xy(*at), 2.0 * STAR * sheet.pen, 2.0 * STAR * sheet.pen));
    stars.for_each(|star| labels.occupied.add(star));
    let tracks = scene.ships.iter().map(|ship| &ship.track).chain(scene.wakes.iter().map(|wake| &wake.track));
    for leg in tracks.flat_map(|track| track.windows(2)) {
        leg_boxes(leg, sheet).for_each(|area| labels.add_thin(area));
    }
}

/// Returns small boxes along a leg of a track.
fn leg_boxes(leg: &[Point], sheet: &Sheet) -> impl Iterator<Item = Bounds> {
    const STEP: f64 = 4.0;
    let ends = leg.first().zip(leg.last()).map(|(from, to)| (sheet.xy(*from), sheet.xy(*to)));
    let size = STEP * sheet.pen;
    ends.into_iter().flat_map(move |((x, y), (to_x, to_y))| {
        let steps = ((to_x - x).hypot(to_y - y) / size).ceil().clamp(1.0, 200.0) as u32;
        (0..=steps).map(move |step| {
            let share = f64::from(step) / f64::from(steps);
            Bounds::centred_at((x + (to_x - x) * share, y + (to_y - y) * share), size, size)
        })
    })
}

/// Returns the part of the sheet that a ship takes up: three boxes along its base, or the sign of a wreck.
fn ship_boxes(ship: &Ship, sheet: &Sheet) -> Vec<Bounds> {
    if ship.status == ShipStatus::Sunk {
        return vec![Bounds::centred_at(sheet.xy(ship.pose.at), 15.0 * sheet.pen, 15.0 * sheet.pen)];
    }
    let (dx, dy) = direction(ship.pose.heading);
    let (dx, dy) = (dx.abs(), dy.abs());
    let thirds = [-1.0, 0.0, 1.0].map(|share| {
        let size = |along: f64, across: f64| sheet.mm(along * ship.length_in / 3.0 + across * ship.width_in);
        Bounds::centred_at(sheet.xy(on_ship(ship, share * ship.length_in / 3.0, 0.0)), size(dx, dy), size(dy, dx))
    });
    thirds.to_vec()
}

fn on_sheet<'a>(scene: &'a Scene, sheet: &'a Sheet) -> impl Iterator<Item = &'a Ship> {
    scene.ships.iter().filter(|ship| sheet.window.holds(ship.pose.at))
}

/// Draws the tracks of all earlier moves, if requested: fine lines, with a dot where each turn began.
pub fn wakes(scene: &Scene, sheet: &Sheet) -> Group {
    scene.wakes.iter().fold(Group::new().set("stroke-opacity", 0.55), |group, wake| {
        let group = group.add(track_path(&wake.track, wake.side, 0.45, sheet));
        let start =
            wake.track.first().map(|start| small_circle(*start, 0.7, sheet).set("fill", sheet.ink_of(wake.side)));
        start.into_iter().fold(group, |group, start| group.add(start.set("stroke", "none")))
    })
}

/// Draws the tracks of the last move.
pub fn tracks(scene: &Scene, sheet: &Sheet) -> Group {
    scene.ships.iter().filter(|ship| ship.track.len() > 1).fold(Group::new(), |group, ship| {
        let group = group.add(track_path(&ship.track, ship.side, 0.8, sheet).set("stroke-opacity", 0.75));
        let start =
            ship.track.first().map(|start| small_circle(*start, 1.1, sheet).set("stroke", sheet.ink_of(ship.side)));
        start.into_iter().fold(group, |group, start| group.add(start.set("fill", sheet.colours.paper)))
    })
}

/// Draws the track of a move: solid for the first side, broken for the others.
fn track_path(track: &[Point], side: usize, pens: f64, sheet: &Sheet) -> Path {
    let way = sheet.outline(sheet.line(track), sheet.ink_of(side), pens).set("stroke-linejoin", "round");
    if side == 0 { way } else { way.set("stroke-dasharray", dashes(sheet, &[2.5, 1.8])) }
}

/// Draws a dot with the turn's number where each leader was at the end of a turn.
pub fn ticks(scene: &Scene, sheet: &Sheet, labels: &mut Labels) -> Vec<Group> {
    const SIZE: f64 = 5.5;
    const AWAY: f64 = 6.0;
    let marks = scene.ticks.iter().map(|tick| {
        let ink = sheet.ink_of(tick.side);
        let group = Group::new().add(small_circle(tick.at, 1.3, sheet).set("fill", ink).set("stroke", "none"));
        let (x, y) = sheet.xy(tick.at);
        let around = (0..8).map(|step| direction(geometry::Bearing::new(f64::from(step) * 45.0)));
        let places = around.map(|(dx, dy)| (x + dx * AWAY * sheet.pen, y + dy * AWAY * sheet.pen));
        let words = tick.turn.to_string();
        let place = labels.take_first_clear(places, &words, SIZE);
        let word = place.and_then(|place| sheet.label(place, SIZE, ink, &words));
        word.into_iter().fold(group, Group::add)
    });
    marks.collect()
}

/// Draws a star of four crossing lines where each hit struck.
pub fn struck(scene: &Scene, sheet: &Sheet) -> Vec<Path> {
    scene.struck.iter().map(|at| struck_star(sheet.xy(*at), sheet)).collect()
}

/// How far the strokes of a hit's sign reach, in pens.
const STAR: f64 = 3.4;

/// Draws the sign of a hit at a place on the sheet.
pub fn struck_star((x, y): (f64, f64), sheet: &Sheet) -> Path {
    let strokes = [(1.0, 0.0), (0.0, 1.0), (0.7, 0.7), (0.7, -0.7)];
    let data = strokes.iter().fold(Data::new(), |data, (dx, dy)| {
        let (dx, dy) = (dx * STAR * sheet.pen, dy * STAR * sheet.pen);
        data.move_to((rounded(x - dx), rounded(y - dy))).line_to((rounded(x + dx), rounded(y + dy)))
    });
    sheet.outline(data, sheet.colours.flame, 0.9)
}

fn small_circle(at: Point, pens: f64, sheet: &Sheet) -> Circle {
    sheet.circle(sheet.xy(at), pens).set("stroke-width", sheet.pens(0.6))
}

pub fn ships(scene: &Scene, sheet: &Sheet) -> Group {
    let mut group = Group::new();
    // Wrecks and last known positions lie under ships that are there.
    let is_there = |ship: &&Ship| matches!(ship.status, ShipStatus::Seen | ShipStatus::Unsighted);
    let (here, gone): (Vec<&Ship>, Vec<&Ship>) = scene.ships.iter().partition(is_there);
    for ship in gone.into_iter().chain(here) {
        let is_sunk = ship.status == ShipStatus::Sunk;
        let wreck = is_sunk.then(|| wreck(ship.pose.at, sheet.ink_of(ship.side), sheet));
        group = group.add(wreck.unwrap_or_else(|| draw_ship(ship, sheet)));
    }
    group
}

/// Draws a ship, a hulk or a last known position.
pub fn draw_ship(ship: &Ship, sheet: &Sheet) -> Group {
    let ink = sheet.ink_of(ship.side);
    let filled = ship.side == 0;
    let (fill, opacity) = match ship.status {
        ShipStatus::Seen => (if filled { ink } else { sheet.colours.paper }, 1.0),
        ShipStatus::Unsighted => (if filled { ink } else { sheet.colours.paper }, 0.45),
        ShipStatus::Hulk => ("#9a9a9a", 1.0),
        ShipStatus::LastSeen(_) | ShipStatus::Sunk => ("none", 1.0),
    };
    let faint = ship.status != ShipStatus::Seen;
    let corners = ship.base().corners(ship.pose);
    let base = Path::new().set("d", sheet.area(&corners)).set("stroke", ink).set("stroke-width", sheet.pens(0.5));
    let base = base.set("fill", sheet.colours.paper).set("fill-opacity", if faint { 0.35 } else { 0.8 });
    let base = if faint { base.set("stroke-dasharray", dashes(sheet, &[2.0, 1.4])) } else { base };
    let hull = Path::new().set("d", hull(ship, sheet)).set("fill", fill).set("fill-opacity", opacity);
    let hull = hull.set("stroke", ink).set("stroke-width", sheet.pens(0.7)).set("stroke-linejoin", "round");
    let broken = matches!(ship.status, ShipStatus::LastSeen(_));
    let hull = if broken { hull.set("stroke-dasharray", dashes(sheet, &[1.4, 1.2])) } else { hull };
    let funnel =
        small_circle(ship.funnel(), 1.0, sheet).set("r", number(0.2 * sheet.mm(ship.width_in))).set("stroke", ink);
    let funnel = funnel.set("fill", if filled && ship.status == ShipStatus::Seen { sheet.colours.paper } else { ink });
    // No track may show through the pale hull of an unsighted ship.
    let deck = Path::new().set("d", self::hull(ship, sheet)).set("fill", sheet.colours.paper);
    let group = Group::new().add(base);
    let group = if ship.status == ShipStatus::Unsighted { group.add(deck) } else { group };
    let group = group.add(hull).add(funnel);
    let group = if ship.status == ShipStatus::Hulk { group.add(cross(ship, sheet)) } else { group };
    (0..ship.fires.min(4)).fold(group, |group, at| group.add(flame(ship, at, sheet)))
}

/// Draws the waterline: a pointed bow, a round stern.
fn hull(ship: &Ship, sheet: &Sheet) -> Data {
    let at = |along: f64, across: f64| {
        sheet.path_point(on_ship(ship, along * ship.length_in / 2.0, across * ship.width_in / 2.0))
    };
    Data::new()
        .move_to(at(1.0, 0.0))
        .quadratic_curve_to(pair(at(0.62, 0.66), at(0.2, 0.7)))
        .line_to(at(-0.7, 0.66))
        .quadratic_curve_to(pair(at(-0.97, 0.5), at(-0.97, 0.0)))
        .quadratic_curve_to(pair(at(-0.97, -0.5), at(-0.7, -0.66)))
        .line_to(at(0.2, -0.7))
        .quadratic_curve_to(pair(at(0.62, -0.66), at(1.0, 0.0)))
        .close()
}

fn pair(first: (f32, f32), second: (f32, f32)) -> (f32, f32, f32, f32) {
    (first.0, first.1, second.0, second.1)
}

/// Draws the cross over a hulk.
fn cross(ship: &Ship, sheet: &Sheet) -> Path {
    let [first, second, third, fourth] = ship.base().corners(ship.pose).map(|corner| sheet.path_point(corner));
    sheet.outline(Data::new().move_to(first).line_to(third).move_to(second).line_to(fourth), sheet.colours.ink, 0.6)
}

/// Draws the position where a ship sank: the chart's sign for a wreck.
pub fn wreck(at: Point, ink: &str, sheet: &Sheet) -> Group {
    let (x, y) = sheet.xy(at);
    let to = |dx: f64, dy: f64| (rounded(x + dx * sheet.pen), rounded(y + dy * sheet.pen));
    let mut signs = Data::new().move_to(to(-6.0, 0.0)).line_to(to(6.0, 0.0));
    for (at, height) in [(-3.0, 2.2), (0.0, 3.6), (3.0, 2.2)] {
        signs = signs.move_to(to(at, -height)).line_to(to(at, height));
    }
    let ring = small_circle(at, 7.5, sheet)
        .set("fill", sheet.colours.paper)
        .set("fill-opacity", 0.5)
        .set("stroke", sheet.colours.ink);
    let ring = ring.set("stroke-dasharray", dashes(sheet, &[0.8, 1.8]));
    Group::new().add(ring).add(sheet.outline(signs, ink, 0.9))
}

fn flame(ship: &Ship, index: u16, sheet: &Sheet) -> Path {
    let along = -0.3 + 0.2 * f64::from(index);
    let (x, y) = sheet.xy(on_ship(ship, along * ship.length_in, 0.0));
    let size = 0.19 * sheet.mm(ship.width_in);
    let to = |dx: f64, dy: f64| (rounded(x + dx * size), rounded(y + dy * size));
    let data = Data::new()
        .move_to(to(0.4, -5.2))
        .quadratic_curve_to(pair(to(2.6, -2.2), to(2.2, 0.2)))
        .quadratic_curve_to(pair(to(1.9, 2.2), to(0.0, 2.2)))
        .quadratic_curve_to(pair(to(-2.2, 2.2), to(-2.2, -0.2)))
        .quadratic_curve_to(pair(to(-1.9, -1.8), to(-0.9, -2.4)))
        .quadratic_curve_to(pair(to(-0.2, -3.4), to(0.4, -5.2)))
        .close();
    Path::new()
        .set("d", data)
        .set("fill", sheet.colours.flame)
        .set("stroke", sheet.colours.ink)
        .set("stroke-width", sheet.pens(0.4))
}

/// A ship with its name, the boxes it takes up, and the directions in which its name may go.
type NamedShip<'s> = (&'s Ship, String, Vec<Bounds>, Vec<(f64, f64)>);

/// Draws every name beside its ship, clear of other ships and names. Stacked ships share a label.
pub fn names(scene: &Scene, sheet: &Sheet, labels: &mut Labels) -> Group {
    let heads = on_sheet(scene, sheet).filter(|ship| scene.stack_head(ship).is_none());
    let named = heads.map(|ship| {
        let stack: Vec<String> = scene.stack(ship).map(label_text).collect();
        let stacked = if stack.len() < 2 { "" } else { " (stacked)" };
        (ship, format!("{}{stacked}", stack.join(" + ")), ship_boxes(ship, sheet), name_ways(ship).to_vec())
    });
    let ships: Vec<NamedShip<'_>> = named.collect();
    let words = ships.iter().map(|(ship, text, own, ways)| {
        let from = sheet.xy(ship.pose.at);
        Label { words: text, size: NAME_SIZE, from, own, directions: ways, must_have_leader: is_last_known(ship) }
    });
    let spots = labels.place_all(&words.collect::<Vec<_>>());
    // Lines are under all names. If one must pass a name, the halo of its letters keeps it legible.
    let led = ships.iter().zip(&spots).filter(|(_, spot)| spot.needs_leader);
    let group = led.fold(Group::new(), |group, ((ship, ..), spot)| group.add(leader_line(ship, spot.at, sheet)));
    ships.iter().zip(spots).fold(group, |group, ((ship, text, ..), LabelPlace { at, .. })| {
        let italic = ship.status != ShipStatus::Seen && ship.status != ShipStatus::Unsighted;
        let name = sheet.label(at, NAME_SIZE, sheet.ink_of(ship.side), text);
        name.map(|name| if italic { name.set("font-style", "italic") } else { name })
            .into_iter()
            .fold(group, Group::add)
    })
}

/// Returns the directions in which a ship's name may go, best first: abeam before ahead and astern.
fn name_ways(ship: &Ship) -> [(f64, f64); 12] {
    let ways = [90.0, -90.0, 120.0, -120.0, 60.0, -60.0, 145.0, -145.0, 35.0, -35.0, 180.0, 0.0];
    ways.map(|relative: f64| direction(ship.pose.heading.turned(relative)))
}

/// Places words beside each ship, clear of ships, tracks and one another.
pub fn place_beside<'s>(
    named: &[(&'s Ship, String)],
    sheet: &Sheet,
    labels: &mut Labels,
) -> Vec<(&'s Ship, LabelPlace)> {
    let boxes: Vec<_> = named.iter().map(|(ship, _)| (ship_boxes(ship, sheet), name_ways(ship))).collect();
    let words = named.iter().zip(&boxes).map(|((ship, words), (own, directions))| {
        let from = sheet.xy(ship.pose.at);
        Label { words, size: NAME_SIZE, from, own, directions, must_have_leader: is_last_known(ship) }
    });
    let places = labels.place_all(&words.collect::<Vec<_>>());
    named.iter().map(|(ship, _)| *ship).zip(places).collect()
}

/// Whether this is a last known position. A leader line shows that the name is this ship's, not another's.
fn is_last_known(ship: &Ship) -> bool {
    matches!(ship.status, ShipStatus::LastSeen(_))
}

fn label_text(ship: &Ship) -> String {
    match ship.status {
        ShipStatus::Seen | ShipStatus::Unsighted => ship.name_with_notes(),
        ShipStatus::Hulk => format!("{} (hulk)", ship.name),
        ShipStatus::Sunk => format!("{} (sunk)", ship.name),
        ShipStatus::LastSeen(turn) => format!("{} (turn {turn})", ship.name),
    }
}

/// Draws the line from a ship to its distant name.
fn leader_line(ship: &Ship, (x, y): (f64, f64), sheet: &Sheet) -> Path {
    let to = (rounded(x), rounded(y - 0.35 * NAME_SIZE * sheet.pen));
    let line =
        sheet.outline(Data::new().move_to(sheet.path_point(ship.pose.at)).line_to(to), sheet.ink_of(ship.side), 0.35);
    if is_last_known(ship) { line.set("stroke-dasharray", dashes(sheet, &[1.4, 1.2])) } else { line }
}
