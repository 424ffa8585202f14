//! Draws full-size templates: turning discs, arcs around each base, and a ruler to check the printer. [2.6, 5.6, 6.4.4]
use svg::node::element::path::Data;

use crate::{ASIDE, Column, Cut, Flow, Grid, HAIR, HEAD, INK, LABEL, PALE, PAPER, Pen, SOFT, Style, pen::rounded};
use geometry::Base;
use naval::{Inches, model::base::base_of, view::View};

pub const MM_PER_INCH: f64 = 25.4;

/// Depth of the ruler, with a gap above it.
const RULER_DEPTH: f64 = 18.0;

/// Draws a scale of six inches, with 150 millimetres below it.
pub fn draw_ruler(flow: &mut Flow) {
    const LONG: f64 = 6.0;
    flow.add_drawing(RULER_DEPTH - 3.0, |pen, y, width| {
        let base = y + 6.0;
        pen.stroke((0.0, base), (LONG * MM_PER_INCH, base), 0.25, INK, None);
        for quarter in 0..=24 {
            let (x, whole) = (f64::from(quarter) * MM_PER_INCH / 4.0, quarter % 4 == 0);
            pen.stroke((x, base), (x, base - if whole { 3.2 } else { 1.6 }), 0.2, INK, None);
            if whole {
                pen.words(x, base - 3.7, Style::new(Cut::Semibold, 2.6).middle(), &format!("{}\u{2033}", quarter / 4));
            }
        }
        for step in 0..=30 {
            let (x, ten) = (f64::from(step) * 5.0, step % 2 == 0);
            pen.stroke((x, base), (x, base + if ten { 2.4 } else { 1.2 }), 0.15, SOFT, None);
            if step % 10 == 0 {
                pen.words(x, base + 5.0, Style::new(Cut::Regular, 2.4).ink(SOFT).middle(), &format!("{} mm", step * 5));
            }
        }
        let x = LONG * MM_PER_INCH + 4.0;
        pen.paragraph(
            x,
            base - 2.0,
            Style { size: 2.6, ..ASIDE },
            "Print at 100 %, and hold a ruler to this line.",
            width - x,
        );
    });
}

/// Draws a disc for every turn radius that the ships need, and arcs around every base. [2.6]
pub fn templates(flow: &mut Flow, view: &View) {
    let own_ships = || view.own_ships();
    let mut radii: Vec<(Inches, Vec<String>)> = Vec::new();
    for line in view.setup.charts.movement.iter() {
        let types: Vec<String> = line
            .types
            .iter()
            .filter(|kind| own_ships().any(|ship| ship.card.kind == **kind))
            .map(ToString::to_string)
            .collect();
        if types.is_empty() {
            continue;
        }
        match radii.iter_mut().find(|(radius, _)| *radius == line.turn_radius) {
            Some((_, known_types)) => known_types.extend(types),
            None => radii.push((line.turn_radius, types)),
        }
    }
    let deepest = radii.iter().map(|(radius, _)| radius.as_f64() * MM_PER_INCH * 2.0 + 8.0).fold(0.0, f64::max);
    let depth = deepest + 4.2 * radii.len() as f64 + 36.0;
    // The counters before may have continued on another sheet, which has no ruler yet.
    if 0 < flow.page_index() {
        flow.gap(3.0);
        flow.require_depth(depth + RULER_DEPTH);
        draw_ruler(flow);
    } else {
        require_room(flow, depth);
    }
    flow.heading("TO TURN BY [5.6]");
    flow.paragraph("Cut out along the circle. Lay the left edge on the middle of the base, where the lines of its ticks and of its length cross. The arrow goes along its course: up to turn right, down to turn left. The marks inside are degrees turned. Move the middle of the base to the mark, on the course along the edge there. The table gives the inches of the way that a turn takes. A larger radius takes more in proportion. Draw its disc with a compass [5.6].");
    draw_row(
        flow,
        &radii,
        |(radius, _)| radius.as_f64() * MM_PER_INCH * 2.0 + 12.0,
        |(radius, _)| radius.as_f64() * MM_PER_INCH * 2.0 + 8.0,
        |pen, centre, (radius, types)| {
            draw_disc(pen, centre, *radius, &types.join(" "));
        },
    );
    flow.add_grid(&turn_lengths(&radii));
    let mut bases: Vec<Base> = Vec::new();
    for base in own_ships().map(|ship| base_of(view, ship)) {
        if bases.iter().all(|known| known.length_in != base.length_in) {
            bases.push(base);
        }
    }
    bases.sort_by(|left, right| left.length_in.total_cmp(&right.length_in));
    require_room(flow, ARC_RADIUS * 2.0 + 8.0 + 20.0);
    flow.heading("ARCS [3.5.2, 6.4.4]");
    flow.paragraph("Cut out along the circle and lay it under a base, with the outline of its length round it. Take bearings from the forward funnel, the dot. A ship on an edge is in both arcs. The marks are 15\u{b0} apart, from the bow. Lay courses and turns with them too.");
    // One for each player.
    let copies = vec![(); if view.is_referee() { 2 } else { 1 }];
    draw_row(
        flow,
        &copies,
        |()| ARC_RADIUS * 2.0 + 8.0,
        |()| ARC_RADIUS * 2.0 + 8.0,
        |pen, centre, ()| draw_arcs(pen, centre, &bases),
    );
}

/// Begins a page with a ruler if there is too little room.
fn require_room(flow: &mut Flow, depth: f64) {
    if flow.depth_left() < depth {
        flow.next_page();
        draw_ruler(flow);
    }
}

/// Distance of an arc's figure from its edge.
const BESIDE_EDGE_DEG: f64 = 6.5;
/// Radius of the arcs in millimetres.
const ARC_RADIUS: f64 = 36.0;

/// Draws things beside each other, in as many rows as needed. Each receives the centre of its place.
fn draw_row<T>(
    flow: &mut Flow,
    things: &[T],
    width_of: impl Fn(&T) -> f64,
    depth_of: impl Fn(&T) -> f64,
    draw: impl Fn(&mut Pen, (f64, f64), &T),
) {
    let mut remaining = things;
    while !remaining.is_empty() {
        let mut used = 0.0;
        let fits = remaining.iter().take_while(|thing| {
            used += width_of(thing);
            used <= flow.width()
        });
        let (row, later) = remaining.split_at(fits.count().max(1));
        let depth = row.iter().map(&depth_of).fold(0.0, f64::max);
        flow.add_drawing(depth, |pen, y, _| {
            let mut x = 0.0;
            for thing in row {
                draw(pen, (x + width_of(thing) / 2.0, y + depth / 2.0), thing);
                x += width_of(thing);
            }
        });
        remaining = later;
    }
}

/// Returns a point at a distance from a centre, in degrees clockwise from upward.
fn polar_point((x, y): (f64, f64), distance: f64, degrees: f64) -> (f64, f64) {
    let angle = degrees.to_radians();
    (x + distance * angle.sin(), y - distance * angle.cos())
}

/// Degrees of a turn. [5.7.2]
const TURNS: [(&str, u16); 12] = [
    ("15\u{b0}", 15),
    ("30\u{b0}", 30),
    ("45\u{b0}", 45),
    ("60\u{b0}", 60),
    ("75\u{b0}", 75),
    ("90\u{b0}", 90),
    ("105\u{b0}", 105),
    ("120\u{b0}", 120),
    ("135\u{b0}", 135),
    ("150\u{b0}", 150),
    ("165\u{b0}", 165),
    ("180\u{b0}", 180),
];

/// Returns the table of distances that each turn takes. [5.6, 5.7.8]
fn turn_lengths(radii: &[(Inches, Vec<String>)]) -> Grid {
    let row = |(radius, types): &(Inches, Vec<String>)| {
        let length_text =
            |(_, degrees): &(&str, u16)| format!("{:.2}\u{2033}", radius.as_f64() * f64::from(*degrees).to_radians());
        let mut row = vec![format!("{radius}\u{2033}"), types.join(" ")];
        row.extend(TURNS.iter().map(length_text));
        row
    };
    let mut columns = vec![Column::left("RADIUS", 13.0).strong(), Column::left("TYPES", 24.0)];
    columns.extend(TURNS.map(|(head, _)| Column::right(head, 12.0)));
    let rows = radii.iter().map(row).collect();
    Grid { row: 4.2, size: 2.7, ..Grid::new("LENGTH OF A TURN", columns, rows) }
        .with_note("inches of the way [5.6, 5.7.8]")
}

/// Draws a disc: the upper half turns right, the lower left, both from the left edge. Nothing is outside the circle,
/// along which it is cut.
fn draw_disc(pen: &mut Pen, middle: (f64, f64), radius: Inches, types: &str) {
    let reach = radius.as_f64() * MM_PER_INCH;
    pen.circle(middle, reach, 0.25, PAPER);
    for degrees in (0..=180).step_by(15) {
        for side in [1.0, -1.0] {
            let bearing = -90.0 + side * f64::from(degrees);
            let length = if degrees % 45 == 0 { 1.5 } else { 0.9 };
            pen.stroke(
                polar_point(middle, reach, bearing),
                polar_point(middle, reach - length, bearing),
                0.15,
                INK,
                None,
            );
            if degrees % 45 == 0 && degrees % 180 != 0 {
                let (x, y) = polar_point(middle, reach - 2.9, bearing);
                pen.words(x, y + 0.75, Style::new(Cut::Semibold, 2.12).middle(), &degrees.to_string());
            }
        }
    }
    let left = middle.0 - reach;
    for direction in [-1.0, 1.0] {
        let (from, to) = (middle.1 + direction * 0.3, middle.1 + direction * 1.9);
        let x = left + 2.2;
        pen.stroke((x, from), (x, to), 0.25, INK, None);
        pen.stroke((x, to), (x - 0.6, to - direction * 0.9), 0.25, INK, None);
        pen.stroke((x, to), (x + 0.6, to - direction * 0.9), 0.25, INK, None);
    }
    // Between the arrows and the right edge.
    let room = reach * 2.0 - 5.4;
    let text = (middle.0 + 0.9, middle.1);
    if room < 10.0 {
        pen.fit_words(text.0, text.1 + 0.8, Style::new(Cut::Bold, 2.2).middle(), &format!("{radius}\u{2033}"), room);
    } else {
        pen.fit_words(text.0, text.1 - 0.1, Style::new(Cut::Bold, 2.8).middle(), &format!("{radius}\u{2033}"), room);
        pen.fit_words(text.0, text.1 + 2.4, Style { size: 2.12, ..LABEL }.middle(), types, room - 1.0);
    }
}

/// Draws the bases around their funnel, shorter ones within longer ones, and the edges of the four arcs. [6.4.4]
fn draw_arcs(pen: &mut Pen, middle: (f64, f64), bases: &[Base]) {
    pen.circle(middle, ARC_RADIUS, 0.25, PAPER);
    for base in bases.iter().rev() {
        let (long, wide, funnel) =
            (base.length_in * MM_PER_INCH, base.width_in * MM_PER_INCH, base.funnel_in * MM_PER_INCH);
        // The funnel is at the centre of the circle, with the base around it, bow up.
        let bow = middle.1 + funnel - long / 2.0;
        pen.area((middle.0 - wide / 2.0, bow), (wide, long), 0.3, Some(PALE));
        let stem = Data::new()
            .move_to((rounded(middle.0 - wide * 0.3), rounded(bow + wide * 0.3)))
            .line_to((rounded(middle.0), rounded(bow)))
            .line_to((rounded(middle.0 + wide * 0.3), rounded(bow + wide * 0.3)));
        pen.shape(stem, 0.25, "none");
        let label = format!("base {:.1}\u{2033}", base.length_in);
        pen.words(middle.0, bow + long - 1.2, Style::new(Cut::Regular, 2.3).middle(), &label);
    }
    for edge in [30.0, 150.0, 210.0, 330.0] {
        pen.stroke(middle, polar_point(middle, ARC_RADIUS, edge), 0.3, INK, None);
    }
    for tick in (0..360).step_by(15) {
        let at = f64::from(tick);
        pen.stroke(polar_point(middle, ARC_RADIUS, at), polar_point(middle, ARC_RADIUS - 1.8, at), 0.15, HAIR, None);
        // Label the edges of arcs beside their lines, and the marks between them and abeam.
        if matches!(tick, 30 | 60 | 120 | 150 | 210 | 240 | 300 | 330) {
            let abeam = if tick < 180 { 90.0 } else { 270.0 };
            let aside = if tick % 60 == 30 { BESIDE_EDGE_DEG.copysign(abeam - at) } else { 0.0 };
            let (x, y) = polar_point(middle, ARC_RADIUS - 4.4, at + aside);
            pen.words(x, y + 0.8, Style::new(Cut::Regular, 2.3).middle(), &format!("{tick}\u{b0}"));
        }
    }
    pen.circle(middle, 0.7, 0.0, INK);
    // Beside the stern, which may reach the circle, and clear of the arc's edge.
    let stern = bases.iter().map(|base| (base.length_in / 2.0 + base.funnel_in) * MM_PER_INCH).fold(0.0, f64::max);
    let aside = if stern < 0.75 * ARC_RADIUS { 0.0 } else { 0.338 };
    let names = [("BOW", (0.0, -0.86)), ("STARBOARD", (0.66, 0.0)), ("STERN", (aside, 0.86)), ("PORT", (-0.66, 0.0))];
    for (label, (across, down)) in names {
        let at = (middle.0 + ARC_RADIUS * across, middle.1 + ARC_RADIUS * down + 0.9);
        pen.words(at.0, at.1, Style { size: 2.6, ..HEAD }.middle(), label);
    }
}
