//! Draws a ship from above, with its mounts in place and its four arcs. [6.4.1, 6.4.4]
use svg::node::element::path::Data;

use crate::{Cut, Face, HAIR, INK, LABEL, MARK, PALE, PAPER, Pen, SOFT, Style, parts::to_quarters, pen::rounded};
use naval::model::{BatteryKind, Bearing, Card, FiringArc, Fraction, Mount, Ship};
use naval::rules::special::Broadside;

/// Position of a mount: from the stern (-1) to the stem (1), and from port (-1) to starboard (1).
#[derive(Clone, Copy, PartialEq, Debug)]
struct MountPosition {
    along: f64,
    aside: f64,
}

/// The third of the ship in which a mount is, according to its arcs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Third {
    Fore,
    Middle,
    Aft,
}

fn third_of(mount: &Mount) -> Third {
    match (mount.arcs.contains(&FiringArc::Bow), mount.arcs.contains(&FiringArc::Stern)) {
        (true, false) => Third::Fore,
        (false, true) => Third::Aft,
        (true, true) | (false, false) => Third::Middle,
    }
}

/// Returns -1 for a mount that bears only to port, 1 for one that bears only to starboard, otherwise 0.
fn wing_side(mount: &Mount) -> f64 {
    match (mount.arcs.contains(&FiringArc::Port), mount.arcs.contains(&FiringArc::Starboard)) {
        (true, false) => -1.0,
        (false, true) => 1.0,
        (true, true) | (false, false) => 0.0,
    }
}

/// Returns the stations of a third. Mounts on either wing share one.
fn mount_stations(mounts: &[Mount], wanted: Third) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = Vec::new();
    for (index, mount) in mounts.iter().enumerate().filter(|(_, mount)| third_of(mount) == wanted) {
        let is_opposite = |station: &Vec<usize>| match station[..] {
            [other] => wing_side(mount) != 0.0 && wing_side(&mounts[other]) == -wing_side(mount),
            _ => false,
        };
        match found.last_mut().filter(|station| is_opposite(station)) {
            Some(station) => station.push(index),
            None => found.push(vec![index]),
        }
    }
    found
}

fn mount_positions(mounts: &[Mount]) -> Vec<MountPosition> {
    const STEP: f64 = 0.25;
    let mut spots = vec![MountPosition { along: 0.0, aside: 0.0 }; mounts.len()];
    for wanted in [Third::Fore, Third::Middle, Third::Aft] {
        let stations = mount_stations(mounts, wanted);
        let last = stations.len().saturating_sub(1) as f64;
        // Two stations amidships are wide apart: two pairs form a hexagon, two single mounts are in echelon.
        let amidships = wanted == Third::Middle && stations.len() == 2;
        let pairs = stations.iter().all(|station| station.len() == 2);
        let wide = match (amidships, pairs) {
            (true, true) => 2.4,
            (true, false) => 1.3,
            (false, _) => 1.0,
        };
        for (index, station) in stations.iter().enumerate() {
            let from_first = STEP * wide * index as f64;
            let along = match wanted {
                Third::Fore => 0.66 - from_first,
                Third::Middle => STEP * wide * last / 2.0 - from_first,
                Third::Aft => -0.66 + STEP * last - from_first,
            };
            for mount in station {
                spots[*mount] = MountPosition { along, aside: wing_side(&mounts[*mount]) };
            }
        }
    }
    spots
}

/// Returns letters for mounts from forward to aft, port before starboard, the same in every navy.
fn mount_letters(spots: &[MountPosition]) -> Vec<char> {
    let mut order: Vec<usize> = (0..spots.len()).collect();
    order.sort_by(|left, right| {
        let (left, right) = (spots[*left], spots[*right]);
        right.along.total_cmp(&left.along).then(left.aside.total_cmp(&right.aside))
    });
    let mut letters = vec![' '; spots.len()];
    for (index, letter) in order.into_iter().zip('A'..='Z') {
        letters[index] = letter;
    }
    letters
}

/// Lists the program's names of mounts if they differ from the card's letters: `A fore-port, B fore-starboard`.
pub fn legend(card: &Card) -> String {
    let Some(big) = &card.big else { return String::new() };
    let letters = mount_letters(&mount_positions(&big.mounts));
    let is_same = |(mount, letter): (&Mount, &char)| mount.id.as_str().eq_ignore_ascii_case(&letter.to_string());
    if big.mounts.iter().zip(&letters).all(is_same) {
        return String::new();
    }
    let mut named: Vec<_> = letters.iter().zip(&big.mounts).collect();
    named.sort_by_key(|(letter, _)| **letter);
    named.iter().map(|(letter, mount)| format!("{letter} {}", mount.id)).collect::<Vec<String>>().join(", ")
}

/// Up to this width, a plan is for a small card, with fewer words.
const MAX_SMALL_WIDTH: f64 = 80.0;

/// Draws the plan into a box, the bow to the right.
pub fn draw_plan(pen: &mut Pen, (x, y): (f64, f64), (width, height): (f64, f64), face: &Face) {
    let (card, live) = (face.card, face.ship);
    let (middle_x, middle_y) = (x + width / 2.0, y + height / 2.0);
    let (half, beam) = (width * 0.36, (height * 0.21).min(width * 0.07));
    draw_arcs(pen, (middle_x, middle_y), (width / 2.0, height / 2.0));
    if card.kind.is_coast_battery() {
        pen.shape(battery_outline(middle_x, middle_y, half, beam), 0.35, PAPER);
        pen.shape(battery_outline(middle_x, middle_y, half * 0.95, beam * 0.76), 0.1, PALE);
    } else {
        pen.shape(hull_outline(middle_x, middle_y, half, beam), 0.35, PAPER);
        pen.shape(hull_outline(middle_x - half * 0.02, middle_y, half * 0.93, beam * 0.72), 0.1, PALE);
    }
    let Some(big) = &card.big else {
        let hands = [("PORT", 0.09, Broadside::Port), ("STARBOARD", 0.91, Broadside::Starboard)];
        for (name, height_share, side) in hands {
            let (whole, now) = side_strength(face, Some(side));
            if whole.is_empty() {
                return;
            }
            draw_sector(pen, (middle_x, y + height * height_share), height, name, &whole, now.as_deref());
        }
        // A quarter of a side bears ahead and astern. [6.4.3]
        if MAX_SMALL_WIDTH < width {
            let (whole, now) = side_strength(face, None);
            let aside = half + (width * 0.5 - half) * 0.56;
            let ink = if now.is_some() { MARK } else { INK };
            let figure = now.unwrap_or(whole).replace(" + ", "+");
            for (name, x) in [("BOW", middle_x + aside), ("STERN", middle_x - aside)] {
                pen.words(x, middle_y + 0.6, Style::new(Cut::Bold, 3.4).ink(ink).middle(), &figure);
                pen.words(x, middle_y + 4.4, Style { size: 2.4, ..LABEL }.middle().ink(SOFT), name);
            }
        }
        return;
    };
    let lost = live.map(Ship::mounts_lost).unwrap_or_default();
    let radius = (beam * 0.52).max(pen.least_tick() / 2.0);
    let spots = mount_positions(&big.mounts);
    let letters = mount_letters(&spots);
    for ((mount, spot), letter) in big.mounts.iter().zip(spots.iter().copied()).zip(letters.iter().copied()) {
        let centre = (middle_x + half * spot.along, middle_y + beam * spot.aside * 0.66);
        // The guns of a coast battery point seaward, not along its front.
        let seaward = MountPosition { aside: -1.0, ..spot };
        draw_barrels(pen, centre, radius, mount, if card.kind.is_coast_battery() { seaward } else { spot });
        pen.tick_circle(centre, radius, 0.35);
        let style = Style::new(Cut::Bold, radius * 1.15).middle();
        pen.fit_words(centre.0, centre.1 + radius * 0.4, style, &letter.to_string(), radius * 1.7);
        if lost.contains(&mount.id) {
            pen.cross(centre, radius * 1.25);
        }
    }
    let aside = width * 0.5 - half;
    let sectors = [
        (Bearing::Bow, "BOW", (middle_x + half + aside * 0.56, middle_y)),
        (Bearing::Stern, "STERN", (middle_x - half - aside * 0.56, middle_y)),
        (Bearing::Port, "PORT", (middle_x, y + height * 0.09)),
        (Bearing::Starboard, "STARBOARD", (middle_x, y + height * 0.91)),
    ];
    for (bearing, name, position) in sectors {
        let whole = card.mounts_bearing(bearing);
        let now = live.map(|ship| ship.mounts_bearing(bearing)).filter(|now| *now < whole).map(|now| now.to_string());
        draw_sector(pen, position, height, name, &whole.to_string(), now.as_deref());
        let arc = match bearing {
            Bearing::Bow => FiringArc::Bow,
            Bearing::Stern => FiringArc::Stern,
            Bearing::Port | Bearing::Broadside => FiringArc::Port,
            Bearing::Starboard => FiringArc::Starboard,
        };
        let mut bearing_letters: Vec<char> = letters
            .iter()
            .zip(&big.mounts)
            .filter(|(_, mount)| mount.arcs.contains(&arc))
            .map(|(letter, _)| *letter)
            .collect();
        bearing_letters.sort_unstable();
        // Names the mounts if not all of them bear.
        if MAX_SMALL_WIDTH < width && !bearing_letters.is_empty() && bearing_letters.len() < letters.len() {
            let bearing_letters = format!("({})", bearing_letters.into_iter().collect::<String>());
            let label = Style { size: (height * 0.08).clamp(2.12, 2.4), ..LABEL }.middle().ink(SOFT);
            // Beside the words PORT and STARBOARD, below the others.
            let position = match bearing {
                Bearing::Port => (position.0 + width * 0.098, position.1 + height * 0.065),
                Bearing::Starboard | Bearing::Broadside => (position.0 + width * 0.12, position.1 + height * 0.065),
                Bearing::Bow | Bearing::Stern => (position.0, position.1 + height * 0.019 + label.size * 2.65),
            };
            pen.words(position.0, position.1, label, &bearing_letters);
        }
    }
}

/// Returns medium and light strength on one side, or the quarter that bears ahead and astern, with this battle's
/// factors. If it was reduced by damage, also returns what remains. [6.2.2, 6.2.3, 6.4.3]
fn side_strength(face: &Face, side: Option<Broadside>) -> (String, Option<String>) {
    let kinds = [BatteryKind::Medium, BatteryKind::Light];
    let fitted = || kinds.into_iter().filter_map(|kind| Some((kind, face.card.battery(kind)?.strength)));
    let factor_of = |kind: BatteryKind| {
        let applies =
            |share: &&crate::face::StrengthFactor| share.kind == kind && (share.side.is_none() || share.side == side);
        let whole = if side.is_some() { Fraction::ONE } else { Fraction::new(1, 4) };
        face.strength_factors.iter().filter(applies).fold(whole, |all, share| all * share.times)
    };
    let text_of = |strengths: &[(BatteryKind, Fraction)]| {
        strengths
            .iter()
            .map(|(kind, strength)| to_quarters(*strength * factor_of(*kind)))
            .collect::<Vec<String>>()
            .join(" + ")
    };
    let whole: Vec<(BatteryKind, Fraction)> = fitted().collect();
    let left = face.ship.map(|ship| fitted().map(|(kind, _)| (kind, ship.battery_strength(kind))).collect::<Vec<_>>());
    let now = left.filter(|left| *left != whole).map(|left| text_of(&left));
    (text_of(&whole), now)
}

/// Draws what bears into an arc, with the arc's name. Damaged values are red.
fn draw_sector(pen: &mut Pen, (x, y): (f64, f64), height: f64, name: &str, whole: &str, now: Option<&str>) {
    let size = height * 0.19;
    let figure = Style::new(Cut::Bold, size).ink(if now.is_some() { MARK } else { INK });
    let label = Style { size: (height * 0.08).clamp(2.12, 2.4), ..LABEL };
    let words = now.map_or(name.to_owned(), |_| format!("{name} of {whole}"));
    let shown = now.unwrap_or(whole);
    if matches!(name, "PORT" | "STARBOARD") {
        let gap = size * 0.35;
        let (first, second) = (pen.width(figure, shown), pen.width(label, &words));
        let left = x - (first + gap + second) / 2.0;
        pen.words(left, y + size * 0.34, figure, shown);
        pen.words(left + first + gap, y + size * 0.34, label.ink(SOFT), &words);
    } else {
        pen.words(x, y + size * 0.1, figure.middle(), shown);
        pen.words(x, y + size * 0.1 + label.size * 1.7, label.middle().ink(SOFT), &words);
    }
}

/// Draws the edges of the arcs, 30 degrees to either side of stem and stern. [6.4.4]
fn draw_arcs(pen: &mut Pen, (x, y): (f64, f64), (across, down): (f64, f64)) {
    let slope = 30_f64.to_radians().tan();
    let reach = (down / slope).min(across);
    for (right, below) in [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)] {
        let end = (x + right * reach, y + below * reach * slope);
        pen.stroke((x, y), end, 0.18, HAIR, Some("1.4 0.9"));
    }
}

/// Returns the outline of a coast battery, with cut corners.
fn battery_outline(x: f64, y: f64, half: f64, beam: f64) -> Data {
    const CUT: f64 = 0.45;
    let corner = |along: f64, aside: f64| (rounded(x + along * half), rounded(y + aside * beam));
    let cut = 1.0 - CUT * beam / half;
    let corners = [(cut, -1.0), (1.0, CUT - 1.0), (1.0, 1.0 - CUT), (cut, 1.0)];
    let mirrored = corners.map(|(along, aside)| (-along, -aside));
    let mut outline = corners.into_iter().chain(mirrored);
    let start = outline.next().map_or_else(Data::new, |(along, aside)| Data::new().move_to(corner(along, aside)));
    outline.fold(start, |data, (along, aside)| data.line_to(corner(along, aside))).close()
}

/// Returns the outline of a hull: stem to the right, rounded stern to the left.
fn hull_outline(x: f64, y: f64, half: f64, beam: f64) -> Data {
    let point = |along: f64, aside: f64| (rounded(x + half * along), rounded(y + beam * aside));
    let curve = |a: (f32, f32), b: (f32, f32), c: (f32, f32)| (a.0, a.1, b.0, b.1, c.0, c.1);
    Data::new()
        .move_to(point(1.0, 0.0))
        .cubic_curve_to(curve(point(0.8, -0.75), point(0.5, -1.0), point(0.1, -1.0)))
        .line_to(point(-0.45, -1.0))
        .cubic_curve_to(curve(point(-0.8, -0.95), point(-1.0, -0.6), point(-1.0, 0.0)))
        .cubic_curve_to(curve(point(-1.0, 0.6), point(-0.8, 0.95), point(-0.45, 1.0)))
        .line_to(point(0.1, 1.0))
        .cubic_curve_to(curve(point(0.5, 1.0), point(0.8, 0.75), point(1.0, 0.0)))
        .close()
}

/// Draws two barrels in the mount's resting direction: ahead, astern or abeam.
fn draw_barrels(pen: &mut Pen, (x, y): (f64, f64), radius: f64, mount: &Mount, spot: MountPosition) {
    let (dx, dy) = match third_of(mount) {
        Third::Fore => (1.0, 0.0),
        Third::Aft => (-1.0, 0.0),
        Third::Middle if spot.aside != 0.0 => (0.0, spot.aside),
        Third::Middle => (if spot.along < 0.0 { -1.0 } else { 1.0 }, 0.0),
    };
    let long = if dy == 0.0 { 2.1 } else { 1.3 };
    for apart in [-0.35, 0.35] {
        let (side_x, side_y) = (dy * radius * apart, dx * radius * apart);
        let from = (x + side_x + dx * radius * 0.9, y + side_y + dy * radius * 0.9);
        let to = (x + side_x + dx * radius * long, y + side_y + dy * radius * long);
        pen.stroke(from, to, 0.4, INK, None);
    }
}
