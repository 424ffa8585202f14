//! A map for the terminal: one letter for each ship, inches along the edges, a legend below.
use super::{
    CharacterSet, Grid, Ink, Page, Reach, Scene, ShipStatus, Span, Window,
    grid::Layer,
    items::{self, DrawnMap},
    legend,
    scene::arc_points,
    signs::Signs,
};
use geometry::{Bearing, Point};

/// The fewest columns on which a map is drawn.
pub const MIN_COLUMNS: usize = 40;

/// Draws the part of a scene that a window shows, on at most `columns` columns, taken as at least [`MIN_COLUMNS`].
pub fn terminal_map(scene: &Scene, window: Window, columns: usize, charset: CharacterSet) -> Page {
    let columns = columns.max(MIN_COLUMNS);
    let margin = edge_label(window.north).len().max(edge_label(window.south).len()).max(2);
    let mut grid = Grid::fit(window, columns - margin - 2, charset);
    let keyed = items::keyed_ships(scene, window);
    draw(scene, window, &mut grid);
    let mut places = items::items_by_cell(scene, window, &keyed, &grid);
    items::draw_items(&mut places, &Signs::for_charset(charset), &mut grid);
    let mut page = Page::default();
    heading(scene, columns, &mut page);
    push_framed(&grid, window, margin, scene.night, &mut page);
    let map = DrawnMap { grid: &grid, keyed_ships: &keyed, cells: &places };
    legend::write_legend(scene, window, &map, columns, &mut page);
    page
}

fn heading(scene: &Scene, columns: usize, page: &mut Page) {
    let seen_by = scene.seen_by.as_ref().map(|side| format!("As {side} knows it."));
    let words = [Some(&scene.title), Some(&scene.moment), seen_by.as_ref()];
    let words: Vec<String> = words.into_iter().flatten().filter(|word| !word.is_empty()).cloned().collect();
    for line in legend::fold_parts(&words, "  ", columns) {
        page.push_text(&line, Ink::Plain);
    }
}

/// Draws everything below the signs and letters of ships and markers, lowest first.
fn draw(scene: &Scene, window: Window, grid: &mut Grid) {
    let signs = Signs::for_charset(grid.charset);
    crossings(window, &signs, grid);
    for land in &scene.land {
        grid.fill(&land.outline, signs.land, Ink::Land, Layer::Land);
    }
    for mines in &scene.mines {
        for area in &mines.areas {
            grid.scatter(area, &mines.lanes, signs.mines, Ink::Torpedo);
        }
        for lane in &mines.lanes {
            let outline: Vec<Point> = lane.iter().chain(lane.first()).copied().collect();
            grid.line(&outline, signs.ring, Ink::Torpedo, Layer::Land);
        }
    }
    for ring in scene.rings.iter().chain(&scene.sighting) {
        let circle = arc_points(ring.centre, ring.radius_in, Bearing::NORTH, 360.0);
        grid.line(&circle, signs.ring, Ink::Mark, Layer::Rings);
        if let Some(label) = ring.says.split_whitespace().last() {
            let _written = ring.labels_at(window).any(|place| write_at(grid, place, label, Ink::Mark));
        }
    }
    for fan in &scene.arcs {
        for sector in &fan.sectors {
            grid.line(&[fan.centre, fan.centre.moved(sector.from, fan.radius_in)], signs.ring, Ink::Mark, Layer::Rings);
            let _written = fan.labels_at(sector, window).any(|place| write_at(grid, place, &sector.name, Ink::Mark));
        }
    }
    for wake in &scene.wakes {
        grid.line(&wake.track, signs.track, Ink::Faint, Layer::Track);
    }
    for ship in &scene.ships {
        grid.line(&ship.track, signs.track, Ink::Side(ship.side), Layer::Track);
    }
    for marker in &scene.markers {
        grid.line(&marker.track, signs.track, Ink::Side(marker.side), Layer::Track);
    }
    for ship in scene.ships.iter().filter(|ship| ship.status != ShipStatus::Sunk) {
        // Without dots, draw a base only if it is longer than the cell that holds its letter.
        if grid.charset == CharacterSet::Unicode || 3.0 * grid.column_in < ship.length_in {
            grid.fill_with_dots(&ship.base().corners(ship.pose), signs.hull, Ink::Side(ship.side), Layer::Hull);
        }
    }
    for smoke in &scene.smoke {
        grid.fill(&smoke.outline, signs.smoke, Ink::Smoke, Layer::Smoke);
    }
    torpedoes(scene, &signs, grid);
}

/// Marks the positions where labelled inches cross.
fn crossings(window: Window, signs: &Signs, grid: &mut Grid) {
    let step = label_step(grid.column_in);
    for x in multiples(window.west, window.east, step) {
        for y in multiples(window.south, window.north, step) {
            if let Some(cell) = grid.cell_of(Point::new(x, y)) {
                grid.put(cell, signs.crossing, Ink::Faint, Layer::Sea);
            }
        }
    }
}

fn torpedoes(scene: &Scene, signs: &Signs, grid: &mut Grid) {
    for torpedo in &scene.torpedoes {
        let front = match torpedo.reach {
            Reach::Sector { from, width_deg } => arc_points(torpedo.dot, torpedo.radius_in, from, width_deg),
            Reach::Line(bearing) => vec![torpedo.dot, torpedo.dot.moved(bearing, torpedo.radius_in)],
            Reach::Unknown => Vec::new(),
        };
        grid.glyph_line(&front, signs.front, Ink::Torpedo, Layer::Front);
    }
}

/// Writes words centred on a point, unless a torpedo front, letter or sign is in the way. Returns whether it wrote.
fn write_at(grid: &mut Grid, point: Point, words: &str, ink: Ink) -> bool {
    let Some((column, row)) = grid.cell_of(point) else { return false };
    let length = words.chars().count();
    let Some(first) = column.checked_sub(length / 2) else { return false };
    let free = (0..length).all(|at| grid.is_free((first + at, row), Layer::Front));
    if free {
        for (index, letter) in words.chars().enumerate() {
            grid.put((first + index, row), letter, ink, Layer::Label);
        }
    }
    free
}

/// Adds the grid in its frame, with inches along the edges.
fn push_framed(grid: &Grid, window: Window, margin: usize, night: bool, page: &mut Page) {
    let unicode = grid.charset == CharacterSet::Unicode;
    let (corner, flat, upright, notch) = if unicode {
        (["┌", "┐", "└", "┘"], "─", "│", "┤")
    } else {
        (["+", "+", "+", "+"], "-", "|", "+")
    };
    let step = label_step(grid.column_in);
    let (xs, ys) = (multiples(window.west, window.east, step), multiples(window.south, window.north, step));
    let xs: Vec<(usize, f64)> = xs.filter_map(|x| Some((grid.column_of(x)?, x))).collect();
    let ys: Vec<(usize, f64)> = ys.filter_map(|y| Some((grid.row_of(y)?, y))).collect();
    let bar = |ends: [&str; 2], tick: &str| {
        let cells = (0..grid.columns).map(|at| if xs.iter().any(|(column, _)| *column == at) { tick } else { flat });
        format!("{:margin$}{}{}{}", "", ends[0], cells.collect::<String>(), ends[1])
    };
    page.push_text(&bar([corner[0], corner[1]], if unicode { "┬" } else { "+" }), Ink::Faint);
    for row in 0..grid.rows {
        let label = ys.iter().find(|(at, _)| *at == row).map(|(_, y)| edge_label(*y));
        let edge = if label.is_some() { notch } else { upright };
        let head = format!("{:>margin$}{edge}", label.unwrap_or_default());
        let mut sea: Vec<Span> = Vec::new();
        for (letter, ink) in grid.row(row) {
            match sea.last_mut() {
                Some(last) if last.ink == ink || letter == ' ' => last.text.push(letter),
                Some(_) | None => sea.push(Span { text: letter.to_string(), ink }),
            }
        }
        if night {
            page.dark.push((page.lines.len(), 1..1 + sea.len()));
        }
        let edged = |text: String| Span { text, ink: Ink::Faint };
        page.push_line([vec![edged(head)], sea, vec![edged(upright.to_owned())]].concat());
    }
    page.push_text(&bar([corner[2], corner[3]], if unicode { "┴" } else { "+" }), Ink::Faint);
    let mut labels = String::new();
    for (column, x) in xs {
        let label = edge_label(x);
        let at = (margin + 1 + column).saturating_sub(label.len() / 2);
        if labels.is_empty() || labels.chars().count() < at {
            labels = format!("{labels:<at$}{label}");
        }
    }
    page.push_text(&labels, Ink::Faint);
}

/// Returns inches between labels, which are at least five columns apart.
fn label_step(column_in: f64) -> f64 {
    let steps = [0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0];
    steps.into_iter().find(|step| step / column_in >= 5.0).unwrap_or(100.0)
}

pub(super) fn multiples(from: f64, to: f64, step: f64) -> impl Iterator<Item = f64> {
    let first = (from / step - 1e-9).ceil() as i64;
    let last = (to / step + 1e-9).floor() as i64;
    (first..=last).map(move |at| at as f64 * step)
}

pub(super) fn edge_label(inches: f64) -> String {
    if inches.fract() == 0.0 { format!("{inches:.0}") } else { format!("{inches:.1}") }
}
