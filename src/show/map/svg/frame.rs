//! Paper, sea, neatline with inches, title.
use svg::node::element::{ClipPath, Definitions, Group, Pattern, Rectangle};

use super::{Sheet, width_of};
use crate::drawing::{line, rectangle};
use crate::map::scene::Scene;
use crate::map::terminal::{edge_label, multiples};

/// Defines the dots that distinguish land and smoke without colour, and the clip path at the chart's edge.
pub fn patterns(sheet: &Sheet) -> Definitions {
    let dots = |id: &str, step: f64, radius: f64, ink: &str, opacity: f64| {
        let dot = |x: f64, y: f64| sheet.circle((x * step * sheet.pen, y * step * sheet.pen), radius).set("fill", ink);
        let size = sheet.pens(step);
        let pattern = Pattern::new().set("id", id).set("width", size.as_str()).set("height", size.as_str());
        let pattern = pattern.set("patternUnits", "userSpaceOnUse").set("opacity", opacity);
        pattern.add(dot(0.25, 0.25)).add(dot(0.75, 0.75))
    };
    Definitions::new()
        .add(ClipPath::new().set("id", "table").add(table(sheet)))
        .add(dots("shore", 5.0, 0.35, sheet.colours.shore, 0.7))
        .add(dots("smoke", 2.4, 0.55, sheet.colours.smoke, 0.9))
}

/// Defines the repeated sign of mines: a dot with horns.
pub fn mines(sheet: &Sheet) -> Pattern {
    let (step, pen) = (11.0, sheet.pen);
    let ink = sheet.colours.torpedo;
    let at = |share: f64| share * step * pen;
    let horn = |from: (f64, f64), to: (f64, f64)| {
        let at = |(x, y): (f64, f64)| (at(0.5) + x * pen, at(0.5) + y * pen);
        line(at(from), at(to)).set("stroke", ink).set("stroke-width", sheet.pens(0.4))
    };
    let size = sheet.pens(step);
    let pattern = Pattern::new().set("id", "mines").set("width", size.as_str()).set("height", size.as_str());
    pattern
        .set("patternUnits", "userSpaceOnUse")
        .add(sheet.circle((at(0.5), at(0.5)), 1.1).set("fill", ink))
        .add(horn((-2.1, 0.0), (2.1, 0.0)))
        .add(horn((0.0, -2.1), (0.0, 2.1)))
}

fn table(sheet: &Sheet) -> Rectangle {
    rectangle((sheet.left(), sheet.top()), (sheet.chart_width(), sheet.chart_height()))
}

/// Draws the sheet, the sea, and fine lines over it.
pub fn paper(sheet: &Sheet) -> Group {
    let (width, height) = sheet.size();
    let ground = rectangle((0.0, 0.0), (width, height)).set("fill", sheet.colours.paper);
    Group::new().add(ground).add(table(sheet).set("fill", sheet.colours.sea)).add(lines(sheet))
}

/// Draws fine lines over the sea, in the part that is shown.
pub fn lines(sheet: &Sheet) -> Group {
    let mut group = Group::new();
    let (window, step) = (sheet.shown, line_spacing_in(sheet));
    let line = |from, to| line(from, to).set("stroke", sheet.colours.faint).set("stroke-width", sheet.pens(0.35));
    for x in multiples(window.west, window.east, step).map(|x| sheet.x(x)) {
        group = group.add(line((x, sheet.y(window.north)), (x, sheet.y(window.south))));
    }
    for y in multiples(window.south, window.north, step).map(|y| sheet.y(y)) {
        group = group.add(line((sheet.x(window.west), y), (sheet.x(window.east), y)));
    }
    group
}

/// Returns inches between the lines over the sea.
pub fn line_spacing_in(sheet: &Sheet) -> f64 {
    let steps = [0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0];
    let wanted = 45.0 * sheet.pen;
    steps.into_iter().find(|step| sheet.mm(*step) >= wanted).unwrap_or(50.0)
}

/// Draws the frame: two lines with every other part between them dark, and figures outside.
pub fn neatline(sheet: &Sheet) -> Group {
    let band = 3.0 * sheet.pen;
    let (left, top, right, bottom) = (sheet.left(), sheet.top(), sheet.right(), sheet.bottom());
    let border = |out: f64, pens: f64| {
        let size = (sheet.chart_width() + 2.0 * out, sheet.chart_height() + 2.0 * out);
        let border = rectangle((left - out, top - out), size).set("fill", "none");
        border.set("stroke", sheet.colours.ink).set("stroke-width", sheet.pens(pens))
    };
    let mut group = Group::new();
    let step = line_spacing_in(sheet);
    let part = if step > 2.0 { 1.0 } else { step / 2.0 };
    let window = sheet.window;
    for (from, to) in alternate_parts(window.west, window.east, part) {
        let (x, width) = (sheet.x(from), sheet.mm(to - from));
        group = group.add(rectangle((x, top - band), (width, band)).set("fill", sheet.colours.ink));
        group = group.add(rectangle((x, bottom), (width, band)).set("fill", sheet.colours.ink));
    }
    for (from, to) in alternate_parts(window.south, window.north, part) {
        let (y, height) = (sheet.y(to), sheet.mm(to - from));
        group = group.add(rectangle((left - band, y), (band, height)).set("fill", sheet.colours.ink));
        group = group.add(rectangle((right, y), (band, height)).set("fill", sheet.colours.ink));
    }
    group = group.add(border(0.0, 0.5)).add(border(band, 0.9));
    let figure = |place, inches| sheet.middle(place, 6.5, &edge_label(inches)).set("fill", sheet.colours.ink);
    for x in multiples(window.west, window.east, step) {
        for y in [top - band - 2.5 * sheet.pen, bottom + band + 7.0 * sheet.pen] {
            group = group.add(figure((sheet.x(x), y), x));
        }
    }
    for y in multiples(window.south, window.north, step) {
        for x in [left - band - 6.5 * sheet.pen, right + band + 6.5 * sheet.pen] {
            group = group.add(figure((x, sheet.y(y) + 2.3 * sheet.pen), y));
        }
    }
    group
}

/// Returns every other part of a stretch, counted from inch 0 of the table.
fn alternate_parts(from: f64, to: f64, part: f64) -> impl Iterator<Item = (f64, f64)> {
    let first = (from / part).floor() as i64;
    let last = (to / part).ceil() as i64;
    let dark = (first..last).filter(|at| at.rem_euclid(2) == 0);
    dark.map(move |at| ((at as f64 * part).max(from), ((at + 1) as f64 * part).min(to)))
}

/// Draws the battle, the moment, and the viewing side.
pub fn title(scene: &Scene, sheet: &Sheet) -> Group {
    const TITLE: f64 = 12.0;
    const MOMENT: f64 = 8.0;
    let y = 15.0 * sheet.pen;
    let title = scene.title.trim_end_matches('.');
    let group = Group::new().set("fill", sheet.colours.ink).add(sheet.words((sheet.left(), y), TITLE, title));
    let seen_by = scene.seen_by.as_ref().map(|side| format!("  As {side} knows it."));
    let moment = format!("{}{}", scene.moment, seen_by.unwrap_or_default());
    let needed = width_of(title, TITLE * sheet.pen) + width_of(&moment, MOMENT * sheet.pen);
    // A moment that does not fit beside the title goes below it, where the figures leave room.
    let beside = needed < sheet.chart_width() - 10.0 * sheet.pen;
    let below = (sheet.left(), y + 8.5 * sheet.pen);
    let (place, anchor) = if beside { ((sheet.right(), y), "end") } else { (below, "start") };
    group.add(sheet.words(place, MOMENT, &moment).set("text-anchor", anchor))
}
