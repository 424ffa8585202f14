//! Prints the table at full size, in sheets to trim and join, with a page that shows where each belongs.
use svg::node::element::path::Data;
use svg::node::element::{ClipPath, Definitions, Group};

use crate::templates::{MM_PER_INCH, draw_ruler};
use crate::{
    Column, Cut, Flow, Grid, HAIR, INK, PALE, Paper, Part, Pen, PrintedPage, SOFT, Style, Typesetter, number,
    pen::rounded,
};
use geometry::{Point, Table};
use show::drawing::{circle, rectangle};
use show::map::{self, Scene, Window};

/// Distance by which a sheet overlaps each neighbour. Two neighbours print twice as much in common.
pub const OVERLAP_IN: f64 = 0.25;
/// White edge around the printed table: printers omit the outermost millimetres, and the rest holds names and marks.
const WHITE_EDGE: f64 = 9.0;
/// Smallest letters: slightly over six points, in millimetres.
const LETTERS: f64 = 6.05 * 25.4 / 72.0;
/// Smallest letters beside full-size ships.
const NAMES: f64 = 8.0 * 25.4 / 72.0;

/// A sheet, by row from the north and column from the west, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Tile {
    pub row: usize,
    pub column: usize,
}

impl Tile {
    /// Returns its name: `B3` is second from the west, third from the north.
    pub fn name(&self) -> String {
        let letter = |index: usize| char::from(b'A' + (index % 26) as u8);
        let first = (self.column / 26).checked_sub(1).map(letter).map(String::from).unwrap_or_default();
        format!("{first}{}{}", letter(self.column), self.row + 1)
    }
}

/// How a table is cut into equal sheets, from its north-west corner. Inches on the table, millimetres on paper.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tiles {
    /// The paper, upright or landscape, whichever takes fewer sheets.
    pub page: (f64, f64),
    /// Part of the table on each sheet, in whole inches: west to east, north to south.
    pub size_in: (f64, f64),
    pub columns: usize,
    pub rows: usize,
    table: Table,
}

impl Tiles {
    pub fn for_table(table: Table, paper: Paper) -> Tiles {
        let layout_on = |page: (f64, f64)| {
            let whole = |mm: f64| ((mm - 2.0 * WHITE_EDGE) / MM_PER_INCH - 2.0 * OVERLAP_IN).floor();
            let size_in = (whole(page.0), whole(page.1));
            let count = |long: f64, step: f64| (long / step - 1e-9).ceil().max(1.0) as usize;
            let (columns, rows) = (count(table.width_in, size_in.0), count(table.depth_in, size_in.1));
            Tiles { page, size_in, columns, rows, table }
        };
        let (short, long) = paper.size();
        let (upright, landscape) = (layout_on((short, long)), layout_on((long, short)));
        if landscape.count() < upright.count() { landscape } else { upright }
    }

    pub fn count(&self) -> usize {
        self.columns * self.rows
    }

    /// Returns every sheet, row by row.
    pub fn all_tiles(&self) -> impl Iterator<Item = Tile> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| Tile { row, column }))
    }

    /// Returns the part of the table on a sheet after trimming.
    pub fn trimmed_part(&self, tile: Tile) -> Window {
        let (west, north) =
            (tile.column as f64 * self.size_in.0, self.table.depth_in - tile.row as f64 * self.size_in.1);
        let (east, south) = ((west + self.size_in.0).min(self.table.width_in), (north - self.size_in.1).max(0.0));
        Window { west, south, east, north }
    }

    /// Returns the part of the table printed on a sheet, overlaps included.
    pub fn printed_part(&self, tile: Tile) -> Window {
        let Window { west, south, east, north } = self.trimmed_part(tile).expanded(OVERLAP_IN);
        let (width, depth) = (self.table.width_in, self.table.depth_in);
        Window { west: west.max(0.0), south: south.max(0.0), east: east.min(width), north: north.min(depth) }
    }

    /// Returns where a point of the table is on a sheet, from its upper left corner.
    pub fn on_page(&self, tile: Tile, place: Point) -> (f64, f64) {
        let part = self.trimmed_part(tile);
        let (left, top) =
            ((self.page.0 - self.size_in.0 * MM_PER_INCH) / 2.0, (self.page.1 - self.size_in.1 * MM_PER_INCH) / 2.0);
        (left + (place.x() - part.west) * MM_PER_INCH, top + (part.north - place.y()) * MM_PER_INCH)
    }

    /// Returns the sheet on the other side of a border, if the table continues there.
    fn neighbour(&self, tile: Tile, side: Border) -> Option<Tile> {
        let Tile { row, column } = tile;
        match side {
            Border::Left => column.checked_sub(1).map(|column| Tile { row, column }),
            Border::Right => Some(Tile { row, column: column + 1 }).filter(|tile| tile.column < self.columns),
            Border::Above => row.checked_sub(1).map(|row| Tile { row, column }),
            Border::Below => Some(Tile { row: row + 1, column }).filter(|tile| tile.row < self.rows),
        }
    }

    /// Returns the positions of crosses, which both sheets at a border print: the ends and the middle of every border
    /// between two sheets.
    pub fn crosses(&self) -> Vec<Point> {
        let (width, depth) = (self.table.width_in, self.table.depth_in);
        let halves = |step: f64, long: f64| 0..=(2.0 * long / step + 1e-9).floor() as usize;
        let cross = |across: usize, down: usize| {
            let (x, from_north) = (across as f64 * self.size_in.0 / 2.0, down as f64 * self.size_in.1 / 2.0);
            Point::new(x, depth - from_north)
        };
        // A border between two columns or rows is an even number of halves from the edge.
        let is_border = |index: usize, many: usize| index.is_multiple_of(2) && (1..many).contains(&(index / 2));
        let is_marked =
            |(across, down): &(usize, usize)| is_border(*across, self.columns) || is_border(*down, self.rows);
        let points = halves(self.size_in.1, depth)
            .flat_map(|down| halves(self.size_in.0, width).map(move |across| (across, down)));
        points.filter(is_marked).map(|(across, down)| cross(across, down)).collect()
    }

    /// Returns the sheets with anything but open sea.
    pub fn tiles_with_contents(&self, scene: &Scene) -> Vec<Tile> {
        self.all_tiles().filter(|tile| scene.is_marked(&self.printed_part(*tile))).collect()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Border {
    Left,
    Right,
    Above,
    Below,
}

const BORDERS: [Border; 4] = [Border::Left, Border::Right, Border::Above, Border::Below];

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TileSelection {
    /// Only sheets of this part of the table.
    pub part: Window,
    /// Only sheets with anything but open sea.
    pub only_marked: bool,
}

/// Returns the index, then the wanted sheets.
///
/// # Promise
/// The sheets show nothing but what the scene holds, and common parts of two sheets are equal.
pub fn tiles(letters: &Typesetter, scene: &Scene, paper: Paper, wanted: TileSelection) -> Vec<PrintedPage> {
    let tiles = Tiles::for_table(scene.table, paper);
    let overlaps = |tile: &Tile| {
        let (left, right) = (tiles.trimmed_part(*tile), wanted.part);
        left.west < right.east && right.west < left.east && left.south < right.north && right.south < left.north
    };
    let marked = tiles.tiles_with_contents(scene);
    let is_wanted = |tile: &Tile| overlaps(tile) && (!wanted.only_marked || marked.contains(tile));
    let printed: Vec<Tile> = tiles.all_tiles().filter(is_wanted).collect();
    let mut pages = index_pages(letters, scene, paper, &Index { tiles, printed: &printed, marked: &marked });
    pages.extend(printed.iter().map(|tile| tile_page(letters, scene, tiles, *tile)));
    pages
}

fn tile_page(letters: &Typesetter, scene: &Scene, tiles: Tiles, tile: Tile) -> PrintedPage {
    let mut page = PrintedPage::new(Part::Charts, tiles.page);
    let printed = tiles.printed_part(tile);
    let scale = MM_PER_INCH / map::UNITS_PER_INCH;
    let piece = map::draw_part(scene, printed, NAMES / scale);
    let (x, y) = tiles.on_page(tile, Point::new(printed.west, printed.north));
    let (width, deep) = (printed.width_in() * MM_PER_INCH, printed.depth_in() * MM_PER_INCH);
    let frame = rectangle((x, y), (width, deep));
    page.add(Group::new().add(Definitions::new().add(ClipPath::new().set("id", "sheet").add(frame))));
    let (left, top) = (x - piece.corner.0 * scale, y - piece.corner.1 * scale);
    let transform = format!("translate({} {}) scale({scale:.4})", number(left), number(top));
    page.add(
        Group::new().set("clip-path", "url(#sheet)").add(Group::new().set("transform", transform).add(piece.drawing)),
    );
    let mut pen = Pen::new(letters);
    draw_borders(&mut pen, tiles, tile);
    draw_crosses(&mut pen, tiles, tile);
    draw_inches(&mut pen, tiles, tile);
    draw_names(&mut pen, scene, tiles, tile);
    page.add(pen.into_group(0.0, 0.0, 1.0));
    page
}

/// Returns the borders of a part of the table on a sheet: left, top, right, bottom.
fn edges(tiles: Tiles, tile: Tile, part: Window) -> [f64; 4] {
    let (left, top) = tiles.on_page(tile, Point::new(part.west, part.north));
    let (right, bottom) = tiles.on_page(tile, Point::new(part.east, part.south));
    [left, top, right, bottom]
}

/// Marks where to trim the sheet: ticks outside the print and a fine broken line through it. Draws a heavy line at the
/// edge of the table.
fn draw_borders(pen: &mut Pen, tiles: Tiles, tile: Tile) {
    const TICK: f64 = 4.0;
    let [left, top, right, bottom] = edges(tiles, tile, tiles.trimmed_part(tile));
    let [west, north, east, south] = edges(tiles, tile, tiles.printed_part(tile));
    for side in BORDERS {
        let goes_on = tiles.neighbour(tile, side).is_some();
        let (from, to) = match side {
            Border::Left => ((left, north), (left, south)),
            Border::Right => ((right, north), (right, south)),
            Border::Above => ((west, top), (east, top)),
            Border::Below => ((west, bottom), (east, bottom)),
        };
        if goes_on {
            pen.stroke(from, to, 0.12, HAIR, Some("1.5 1.5"));
        } else {
            pen.stroke(from, to, 0.7, INK, None);
        }
        let (dx, dy) = if from.0 == to.0 { (0.0, 1.0) } else { (1.0, 0.0) };
        let beyond = |(x, y): (f64, f64), direction: f64, distance: f64| {
            (x + dx * direction * distance, y + dy * direction * distance)
        };
        pen.stroke(beyond(from, -1.0, 0.6), beyond(from, -1.0, TICK), 0.2, INK, None);
        pen.stroke(beyond(to, 1.0, 0.6), beyond(to, 1.0, TICK), 0.2, INK, None);
    }
}

/// Draws crosses in rings, which must meet those of the neighbours.
fn draw_crosses(pen: &mut Pen, tiles: Tiles, tile: Tile) {
    const ARM: f64 = 3.6;
    let printed = tiles.printed_part(tile);
    let mut group = Group::new();
    for place in tiles.crosses().into_iter().filter(|place| printed.holds(*place)) {
        let (x, y) = tiles.on_page(tile, place);
        let ring = circle((x, y), 1.8).set("fill", "none").set("stroke", INK).set("stroke-width", "0.18");
        group = group.add(ring);
        pen.stroke((x - ARM, y), (x + ARM, y), 0.18, INK, None);
        pen.stroke((x, y - ARM), (x, y + ARM), 0.18, INK, None);
    }
    pen.add(group);
}

/// Draws inches of the table above and to the left of the print, which also help to check the printer.
fn draw_inches(pen: &mut Pen, tiles: Tiles, tile: Tile) {
    const CLEAR: f64 = 4.5;
    let part = tiles.trimmed_part(tile);
    let [left, top, right, bottom] = edges(tiles, tile, part);
    let [west, north, ..] = edges(tiles, tile, tiles.printed_part(tile));
    let style = Style::new(Cut::Regular, LETTERS).ink(SOFT);
    let (across, down) = ((left + right) / 2.0, (top + bottom) / 2.0);
    let inches = |from: f64, to: f64| (from.ceil() as i64..=to.floor() as i64).map(|inch| inch as f64);
    for inch in inches(part.west, part.east) {
        let (x, _) = tiles.on_page(tile, Point::new(inch, part.north));
        pen.stroke((x, north - 0.4), (x, north - 1.6), 0.15, SOFT, None);
        if (x - left).min(right - x) > CLEAR && (x - across).abs() > CLEAR {
            pen.words(x, north - 2.2, style.middle(), &format!("{inch:.0}"));
        }
    }
    for inch in inches(part.south, part.north) {
        let (_, y) = tiles.on_page(tile, Point::new(part.west, inch));
        pen.stroke((west - 0.4, y), (west - 1.6, y), 0.15, SOFT, None);
        if (y - top).min(bottom - y) > CLEAR && (y - down).abs() > CLEAR {
            pen.words(west - 2.2, y + LETTERS * 0.33, style.right(), &format!("{inch:.0}"));
        }
    }
}

/// Draws the sheet's name, and each neighbour's beside its border.
fn draw_names(pen: &mut Pen, scene: &Scene, tiles: Tiles, tile: Tile) {
    const NAME: f64 = 3.2;
    const FOOT: f64 = 5.2;
    let [left, top, right, bottom] = edges(tiles, tile, tiles.trimmed_part(tile));
    let [west, north, east, south] = edges(tiles, tile, tiles.printed_part(tile));
    let (across, down) = ((left + right) / 2.0, (top + bottom) / 2.0);
    let style = Style::new(Cut::Semibold, NAME).middle();
    for side in BORDERS {
        let Some(other) = tiles.neighbour(tile, side) else { continue };
        let (x, y, (dx, dy)) = match side {
            Border::Left => (west - 3.6, down, (-1.0, 0.0)),
            Border::Right => (east + 3.6, down, (1.0, 0.0)),
            Border::Above => (across, north - 2.4, (0.0, -1.0)),
            Border::Below => (across, south + 2.4, (0.0, 1.0)),
        };
        let is_beside = dx != 0.0;
        // The arrow is beside a name above or below, and above one to the left or right.
        let (tip, name) =
            if is_beside { ((x, y - 3.4), (x, y + NAME * 0.33)) } else { ((x - 4.6, y), (x, y + NAME * 0.33)) };
        let corner = |along: f64, aside: f64| {
            (rounded(tip.0 + dx * along - dy * aside), rounded(tip.1 + dy * along + dx * aside))
        };
        let arrow =
            Data::new().move_to(corner(1.2, 0.0)).line_to(corner(-0.8, 1.1)).line_to(corner(-0.8, -1.1)).close();
        pen.shape(arrow, 0.1, INK);
        pen.words(name.0, name.1, style, &other.name());
    }
    let y = tiles.page.1 - FOOT;
    let style = Style::new(Cut::Regular, 2.5).ink(SOFT);
    let name = format!("Sheet {}", tile.name());
    let bold = Style::new(Cut::Bold, 3.6);
    // Clear of the tick at the corner.
    let left = left + 2.0;
    pen.words(left, y, bold, &name);
    let moment = scene.moment.trim_end_matches('.');
    let seen_by = scene.seen_by.as_ref().map(|side| format!(" \u{2022} as {side} knows it")).unwrap_or_default();
    let caption = format!("{} \u{2022} {moment}{seen_by}", scene.title.trim_end_matches('.'));
    let from = left + pen.width(bold, &name) + 2.5;
    pen.fit_words(from, y, style, &caption, across - 8.0 - from);
    let check = "An inch of the table is an inch (25.4 mm): print at 100 %.";
    let [_, _, full, _] = edges(
        tiles,
        tile,
        Window { east: tiles.trimmed_part(tile).west + tiles.size_in.0, ..tiles.trimmed_part(tile) },
    );
    pen.fit_words(full - 2.0, y, style.right(), check, full - across - 10.0);
}

struct Index<'a> {
    tiles: Tiles,
    printed: &'a [Tile],
    marked: &'a [Tile],
}

/// Returns the index: where each sheet belongs, how to join them, and what is on each.
fn index_pages(letters: &Typesetter, scene: &Scene, paper: Paper, index: &Index<'_>) -> Vec<PrintedPage> {
    let Index { tiles, printed, marked } = *index;
    let seen_by = scene.seen_by.as_ref().map(|side| format!(" \u{2022} as {side} knows it")).unwrap_or_default();
    let title = scene.title.trim_end_matches('.');
    let subtitle = format!("{title} \u{2022} {}{seen_by}", scene.moment.trim_end_matches('.'));
    let mut flow = Flow::new(letters, Part::Charts, paper, "The table in sheets", &subtitle);
    draw_ruler(&mut flow);
    flow.paragraph(&count_text(index));
    flow.paragraph(
        "Print at 100 % on one side of the paper. On every sheet, cut along the broken line on the left and upper side, from tick to tick. Lay the sheet on the uncut right edge of the sheet to its left and the uncut lower edge of the one above, so that crosses meet crosses, and paste. A sheet names the one that belongs on each side. A heavy line is the table's edge.",
    );
    draw_picture(&mut flow, scene, index);
    let names: Vec<String> = printed.iter().map(Tile::name).collect();
    if printed.len() < tiles.count() {
        flow.paragraph(&format!("Printed: {}.", names.join(", ")));
    }
    let rows = marked
        .iter()
        .filter(|tile| printed.contains(tile))
        .map(|tile| vec![tile.name(), contents(scene, &tiles.printed_part(*tile)).join(", ")]);
    let columns = vec![Column::left("SHEET", 12.0).strong(), Column::left("CONTENTS", 140.0)];
    let grid = Grid::new("ON THE SHEETS", columns, rows.collect());
    if !grid.rows.is_empty() {
        flow.add_grid(&Grid { row: 4.2, size: 2.9, ..grid });
    }
    flow.into_pages()
}

/// Describes how many sheets there are, and how many show more than open sea.
fn count_text(index: &Index<'_>) -> String {
    let Index { tiles, printed, marked } = index;
    let printed_text =
        if printed.len() == tiles.count() { String::new() } else { format!(" Printed: {}.", printed.len()) };
    let (width, deep) = tiles.size_in;
    let sheets = show::lines::count(tiles.count() as i64, "sheet");
    format!(
        "{sheets} cover the table of {} by {} inches: columns A to {} from the west, rows 1 to {} from the north, each {width} by {deep} inches. On {} of them is more than open sea. {printed_text}",
        tiles.table.width_in,
        tiles.table.depth_in,
        Tile { row: 0, column: tiles.columns - 1 }.name().trim_end_matches('1'),
        tiles.rows,
        marked.len(),
    )
}

/// Draws the table small, with the borders and names of the sheets. Sheets not printed are pale.
fn draw_picture(flow: &mut Flow, scene: &Scene, index: &Index<'_>) {
    const DEEPEST: f64 = 120.0;
    let tiles = index.tiles;
    let (width, depth) = (tiles.table.width_in, tiles.table.depth_in);
    let inch = (flow.width() / width).min(DEEPEST / depth);
    // Ship names would hide those of the sheets. The table below lists the ships.
    let mut unnamed_scene = scene.clone();
    unnamed_scene.ships.iter_mut().for_each(|ship| (ship.name, ship.notes) = (String::new(), Vec::new()));
    unnamed_scene.land.iter_mut().for_each(|land| land.name = String::new());
    let whole = Window { west: 0.0, south: 0.0, east: width, north: depth };
    let scale = inch / map::UNITS_PER_INCH;
    let piece = map::draw_part(&unnamed_scene, whole, LETTERS / scale);
    let left = (flow.width() - width * inch) / 2.0;
    flow.gap(2.0);
    flow.add_drawing(depth * inch + 3.0, |pen, y, _| {
        let (from_x, from_y) = (left - piece.corner.0 * scale, y - piece.corner.1 * scale);
        let transform = format!("translate({} {}) scale({scale:.4})", number(from_x), number(from_y));
        pen.add(Group::new().set("transform", transform).add(piece.drawing));
        for tile in tiles.all_tiles() {
            let part = tiles.trimmed_part(tile);
            let (x, top) = (left + part.west * inch, y + (depth - part.north) * inch);
            let (wide, deep) = (part.width_in() * inch, part.depth_in() * inch);
            let printed = index.printed.contains(&tile);
            if !printed {
                let veil = rectangle((x, top), (wide, deep)).set("fill", PALE).set("fill-opacity", "0.75");
                pen.add(Group::new().add(veil));
            }
            pen.area((x, top), (wide, deep), 0.2, None);
            let size = (deep * 0.5).clamp(LETTERS, 3.6);
            let style = Style::new(if printed { Cut::Bold } else { Cut::Regular }, size);
            let style = style.ink(if printed { INK } else { SOFT });
            pen.words(x + 0.7, top + size * 0.8 + 0.3, style, &tile.name());
        }
    });
}

/// Describes what is on a part of the table, except land, which the picture shows.
fn contents(scene: &Scene, part: &Window) -> Vec<String> {
    let ships = scene.ships.iter().filter(|ship| part.contains_part_of(&ship.base().corners(ship.pose)));
    let smoke = scene.smoke.iter().any(|smoke| part.contains_part_of(&smoke.outline)).then(|| "smoke".to_owned());
    let markers = scene.markers.iter().filter(|marker| part.holds(marker.pose.at));
    let torpedoes = scene.torpedoes.iter().filter(|torpedo| part.holds(torpedo.dot));
    let ships = ships.map(|ship| ship.name.clone());
    ships
        .chain(markers.map(|marker| format!("force {}", marker.name)))
        .chain(torpedoes.map(|torpedo| format!("torpedoes {}", torpedo.name)))
        .chain(smoke)
        .collect()
}
