//! A terminal's cells as a drawing surface: fills below, fine dots above them, letters on top.
use super::{Ink, Window};
use geometry::Point;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CharacterSet {
    Unicode,
    Ascii,
}

/// The order in which things cover each other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Layer {
    Sea,
    Land,
    Rings,
    Track,
    Hull,
    Smoke,
    Front,
    Label,
    Ship,
}

#[derive(Clone, Copy)]
struct Cell {
    /// One bit for each dot of a braille character. 0 if the cell holds a glyph.
    dots: u8,
    glyph: char,
    ink: Ink,
    layer: Layer,
}

const BLANK: Cell = Cell { dots: 0, glyph: ' ', ink: Ink::Plain, layer: Layer::Sea };

/// The scales a map may have, in inches for each column.
const COLUMN_SCALES_IN: [f64; 15] = [0.05, 0.1, 0.2, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 6.0, 8.0, 12.0];

/// The cells that cover a window. A row is twice as high as a column is wide.
pub struct Grid {
    window: Window,
    pub charset: CharacterSet,
    pub column_in: f64,
    pub columns: usize,
    pub rows: usize,
    cells: Vec<Cell>,
}

impl Grid {
    /// Returns a grid at the largest scale at which the window fits into `columns` columns.
    pub fn fit(window: Window, columns: usize, charset: CharacterSet) -> Grid {
        let needed = |scale: f64| (window.width_in() / scale - 1e-9).ceil() as usize;
        let fits = COLUMN_SCALES_IN.into_iter().find(|scale| needed(*scale) <= columns);
        let column_in = fits.unwrap_or_else(|| (window.width_in() / columns.max(1) as f64).ceil());
        let columns = needed(column_in).max(1);
        let rows = ((window.depth_in() / (2.0 * column_in) - 1e-9).ceil() as usize).max(1);
        Grid { window, charset, column_in, columns, rows, cells: vec![BLANK; columns * rows] }
    }

    pub fn row_in(&self) -> f64 {
        2.0 * self.column_in
    }

    /// Returns the column that contains an x of the window. The eastern edge belongs to the last column.
    pub fn column_of(&self, x: f64) -> Option<usize> {
        index_within((x - self.window.west) / self.column_in, self.columns)
    }
    /// Returns the row that contains a y of the window, counted from the north.
    pub fn row_of(&self, y: f64) -> Option<usize> {
        index_within((self.window.north - y) / self.row_in(), self.rows)
    }
    /// Returns the cell, as column and row, that contains a point of the window.
    pub fn cell_of(&self, point: Point) -> Option<(usize, usize)> {
        self.window.holds(point).then_some((self.column_of(point.x())?, self.row_of(point.y())?))
    }

    /// Writes one letter, over everything in a lower layer.
    pub fn put(&mut self, (column, row): (usize, usize), glyph: char, ink: Ink, layer: Layer) {
        if let Some(cell) = self.cells.get_mut(row * self.columns + column).filter(|cell| cell.layer <= layer) {
            *cell = Cell { dots: 0, glyph, ink, layer };
        }
    }

    /// Whether a cell holds nothing in `layer` or above.
    pub fn is_free(&self, (column, row): (usize, usize), layer: Layer) -> bool {
        column < self.columns && self.cells.get(row * self.columns + column).is_some_and(|cell| cell.layer < layer)
    }

    /// Whether a cell holds a letter or a ship's sign.
    pub fn holds_sign(&self, (column, row): (usize, usize)) -> bool {
        let cell = self.cells.get(row * self.columns + column).filter(|_| column < self.columns);
        cell.is_some_and(|cell| Layer::Label <= cell.layer)
    }

    /// Writes a letter in every cell that an outline covers. If the outline covers none, the letters go along it.
    pub fn fill(&mut self, outline: &[Point], glyph: char, ink: Ink, layer: Layer) {
        let inside = self.dots_in(outline);
        for (cell, _) in &inside {
            self.put(*cell, glyph, ink, layer);
        }
        // A shape narrower than a dot could fall between dots.
        if inside.is_empty() {
            self.glyph_line(outline, glyph, ink, layer);
        }
    }

    /// Writes letters spaced out inside an outline, except in gaps. If none fits, they go along its edge.
    pub fn scatter(&mut self, outline: &[Point], gaps: &[Vec<Point>], glyph: char, ink: Ink) {
        let inside = |cell: (usize, usize)| {
            let middle = self.middle_of(cell);
            covers(outline, middle) && !gaps.iter().any(|gap| covers(gap, middle))
        };
        let cells = (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (column, row)));
        let cells: Vec<(usize, usize)> = cells.filter(|cell| inside(*cell)).collect();
        // A field that covers most of the sea must not hide everything else.
        let step = if self.cells.len() < 3 * cells.len() { 4 } else { 2 };
        let is_on_pattern = |(column, row): &&(usize, usize)| (column + step / 2 * row).is_multiple_of(step);
        let scattered: Vec<(usize, usize)> = cells.iter().filter(is_on_pattern).copied().collect();
        let marked = if scattered.len() < 2 { cells } else { scattered };
        for cell in &marked {
            self.put(*cell, glyph, ink, Layer::Land);
        }
        if marked.is_empty() {
            self.glyph_line(outline, glyph, ink, Layer::Land);
        }
    }

    fn middle_of(&self, (column, row): (usize, usize)) -> Point {
        let east = self.window.west + (column as f64 + 0.5) * self.column_in;
        Point::new(east, self.window.north - (row as f64 + 0.5) * self.row_in())
    }

    /// Fills an outline with dots. In ASCII, every cell that it covers gets the letter.
    pub fn fill_with_dots(&mut self, outline: &[Point], ascii: char, ink: Ink, layer: Layer) {
        for (cell, bit) in self.dots_in(outline) {
            self.dot(cell, bit, ascii, ink, layer);
        }
    }

    pub fn line(&mut self, points: &[Point], ascii: char, ink: Ink, layer: Layer) {
        for point in points_along(points, self.column_in / 4.0) {
            if let Some(cell) = self.cell_of(point) {
                let bit = self.bit_of(point, cell);
                self.dot(cell, bit, ascii, ink, layer);
            }
        }
    }

    /// Writes a letter in every cell on a line through points.
    pub fn glyph_line(&mut self, points: &[Point], glyph: char, ink: Ink, layer: Layer) {
        for point in points_along(points, self.column_in) {
            if let Some(cell) = self.cell_of(point) {
                self.put(cell, glyph, ink, layer);
            }
        }
    }

    pub fn row(&self, row: usize) -> impl Iterator<Item = (char, Ink)> + '_ {
        self.cells.iter().skip(row * self.columns).take(self.columns).map(|cell| match cell.dots {
            0 => (cell.glyph, cell.ink),
            dots => (char::from_u32(0x2800 + u32::from(dots)).unwrap_or(cell.glyph), cell.ink),
        })
    }

    fn dot(&mut self, at: (usize, usize), bit: u8, ascii: char, ink: Ink, layer: Layer) {
        if self.charset == CharacterSet::Ascii {
            return self.put(at, ascii, ink, layer);
        }
        let Some(cell) = self.cells.get_mut(at.1 * self.columns + at.0) else { return };
        if cell.layer == layer && cell.dots != 0 {
            cell.dots |= bit;
        } else if cell.layer < layer {
            *cell = Cell { dots: bit, glyph: ' ', ink, layer };
        }
    }

    /// Returns the bit of the braille dot nearest to a point: two dots across, four down.
    fn bit_of(&self, point: Point, (column, row): (usize, usize)) -> u8 {
        let across = (point.x() - self.window.west) / self.column_in - column as f64;
        let down = (self.window.north - point.y()) / self.row_in() - row as f64;
        braille_bit(((across * 2.0) as usize).min(1), ((down * 4.0) as usize).min(3))
    }

    /// Returns every dot whose centre is inside an outline: its cell and its bit.
    fn dots_in(&self, outline: &[Point]) -> Vec<((usize, usize), u8)> {
        let pitch = self.column_in / 2.0;
        let dot_range = |coordinate: fn(Point) -> f64, origin: f64, sign: f64, most: usize| {
            let along = outline.iter().map(|point| (coordinate(*point) - origin) * sign / pitch);
            let (low, high) = along.fold((f64::MAX, f64::MIN), |(low, high), at| (low.min(at), high.max(at)));
            (low.floor().max(0.0) as usize)..(high.ceil().clamp(0.0, most as f64) as usize)
        };
        let across = dot_range(Point::x, self.window.west, 1.0, self.columns * 2);
        let down = dot_range(Point::y, self.window.north, -1.0, self.rows * 4);
        let mut dots = Vec::new();
        for y in down {
            for x in across.clone() {
                let east = self.window.west + (x as f64 + 0.5) * pitch;
                let middle = Point::new(east, self.window.north - (y as f64 + 0.5) * pitch);
                if self.window.holds(middle) && covers(outline, middle) {
                    dots.push(((x / 2, y / 4), braille_bit(x % 2, y % 4)));
                }
            }
        }
        dots
    }
}

fn index_within(at: f64, count: usize) -> Option<usize> {
    (0.0..=count as f64).contains(&at).then(|| (at as usize).min(count - 1))
}

fn braille_bit(across: usize, down: usize) -> u8 {
    const BITS: [[u8; 4]; 2] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]];
    BITS[across][down]
}

/// Whether an outline, closed from its last point to its first, encloses a point.
pub(super) fn covers(outline: &[Point], point: Point) -> bool {
    let mut winding = 0;
    for (index, from) in outline.iter().enumerate() {
        let to = outline[(index + 1) % outline.len()];
        let side = (to.x() - from.x()) * (point.y() - from.y()) - (point.x() - from.x()) * (to.y() - from.y());
        if from.y() <= point.y() && point.y() < to.y() && side > 0.0 {
            winding += 1;
        } else if to.y() <= point.y() && point.y() < from.y() && side < 0.0 {
            winding -= 1;
        }
    }
    winding != 0
}

/// Returns points of a line, at most `step` apart.
fn points_along(points: &[Point], step: f64) -> impl Iterator<Item = Point> {
    points.windows(2).flat_map(move |pair| {
        let (from, dx, dy) = (pair[0], pair[1].x() - pair[0].x(), pair[1].y() - pair[0].y());
        let steps = (dx.hypot(dy) / step).ceil().max(1.0) as u32;
        (0..=steps).map(move |at| {
            let share = f64::from(at) / f64::from(steps);
            Point::new(from.x() + dx * share, from.y() + dy * share)
        })
    })
}
