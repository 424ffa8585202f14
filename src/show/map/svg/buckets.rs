//! Boxes on the sheet, sorted into the squares of a grid so that only neighbours are compared.
use std::ops::RangeInclusive;

use crate::map::window::line_crosses_rectangle;

/// A rectangle of the sheet, in millimetres.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Bounds {
    pub fn centred_at((x, y): (f64, f64), width: f64, height: f64) -> Bounds {
        Bounds { left: x - width / 2.0, top: y - height / 2.0, right: x + width / 2.0, bottom: y + height / 2.0 }
    }
    /// Returns the rectangle with two points as opposite corners.
    pub fn between(first: (f64, f64), second: (f64, f64)) -> Bounds {
        let ((left, right), (top, bottom)) =
            ((first.0.min(second.0), first.0.max(second.0)), (first.1.min(second.1), first.1.max(second.1)));
        Bounds { left, top, right, bottom }
    }
    /// Returns the box, moved by a distance in a direction.
    pub fn moved(&self, (dx, dy): (f64, f64), away: f64) -> Bounds {
        let Bounds { left, top, right, bottom } = *self;
        Bounds { left: left + dx * away, top: top + dy * away, right: right + dx * away, bottom: bottom + dy * away }
    }
    /// Whether a straight line between two points passes through.
    pub fn is_cut_by(&self, from: (f64, f64), to: (f64, f64)) -> bool {
        line_crosses_rectangle(from, to, (self.left, self.top), (self.right, self.bottom))
    }
    pub fn overlap_area(&self, other: &Bounds) -> f64 {
        let across = self.right.min(other.right) - self.left.max(other.left);
        let down = self.bottom.min(other.bottom) - self.top.max(other.top);
        across.max(0.0) * down.max(0.0)
    }
    pub fn area(&self) -> f64 {
        (self.right - self.left) * (self.bottom - self.top)
    }
    /// Returns the box, larger on each side by `across`, above and below by `down`.
    pub fn expanded(&self, across: f64, down: f64) -> Bounds {
        let Bounds { left, top, right, bottom } = *self;
        Bounds { left: left - across, top: top - down, right: right + across, bottom: bottom + down }
    }
    /// Returns the distance this box must move one way to leave another that it touches.
    pub fn distance_to_leave(&self, (dx, dy): (f64, f64), other: &Bounds) -> f64 {
        let out = |way: f64, low: f64, high: f64, from: f64, to: f64| {
            let gap = if way > 0.0 { to - low } else { high - from };
            if way == 0.0 { f64::INFINITY } else { gap / way.abs() }
        };
        let across = out(dx, self.left, self.right, other.left, other.right);
        across.min(out(dy, self.top, self.bottom, other.top, other.bottom))
    }
    /// Returns the distance between two boxes, 0 if they meet.
    pub fn gap(&self, other: &Bounds) -> f64 {
        let across = (self.left - other.right).max(other.left - self.right).max(0.0);
        let down = (self.top - other.bottom).max(other.top - self.bottom).max(0.0);
        (across * across + down * down).sqrt()
    }
}

/// Boxes on a sheet, stored by position. Boxes beyond the sheet are kept in the squares along its edge.
pub struct Buckets {
    /// The boxes that reach into each square, row by row. Most squares of a table have none.
    squares: Vec<Vec<StoredBox>>,
    columns: usize,
    rows: usize,
    origin: (f64, f64),
    size: f64,
}

/// A box, and the column and row of the first square that it reaches into.
#[derive(Clone, Copy)]
struct StoredBox {
    area: Bounds,
    column: usize,
    row: usize,
}

impl Buckets {
    /// Divides a sheet into squares of at least `size` millimetres, and at most `MAX_SQUARES` across or down.
    pub fn covering(sheet: &Bounds, size: f64) -> Buckets {
        const MAX_SQUARES: f64 = 300.0;
        let (width, height) = (sheet.right - sheet.left, sheet.bottom - sheet.top);
        let size = size.max(width.max(height) / MAX_SQUARES);
        let count = |extent: f64| (extent / size).ceil().clamp(1.0, MAX_SQUARES) as usize;
        let (columns, rows) = (count(width), count(height));
        Buckets { squares: vec![Vec::new(); columns * rows], columns, rows, origin: (sheet.left, sheet.top), size }
    }

    pub fn add(&mut self, area: Bounds) {
        let (columns, rows) = self.reached_by(&area);
        let stored = StoredBox { area, column: *columns.start(), row: *rows.start() };
        for row in rows {
            for column in columns.clone() {
                self.squares[row * self.columns + column].push(stored);
            }
        }
    }

    /// Removes one box equal to this.
    pub fn remove(&mut self, area: &Bounds) {
        let (columns, rows) = self.reached_by(area);
        for row in rows {
            for column in columns.clone() {
                let square = &mut self.squares[row * self.columns + column];
                if let Some(at) = square.iter().position(|stored| stored.area == *area) {
                    square.remove(at);
                }
            }
        }
    }

    /// Returns every box that may overlap an area, each once.
    pub fn near<'a>(&'a self, area: &Bounds) -> impl Iterator<Item = &'a Bounds> + use<'a> {
        let (columns, rows) = self.reached_by(area);
        let (west, north) = (*columns.start(), *rows.start());
        let squares = rows.flat_map(move |row| columns.clone().map(move |column| (column, row)));
        squares.flat_map(move |(column, row)| {
            // A box in several squares is returned only from the first square that it shares with the area.
            let is_first = move |stored: &&StoredBox| stored.column.max(west) == column && stored.row.max(north) == row;
            self.squares[row * self.columns + column].iter().filter(is_first).map(|stored| &stored.area)
        })
    }

    /// Returns the columns and rows of squares that a box reaches into.
    fn reached_by(&self, area: &Bounds) -> (RangeInclusive<usize>, RangeInclusive<usize>) {
        // The cast turns numbers below 0 into 0.
        let at = |place: f64, count: usize| ((place / self.size) as usize).min(count - 1);
        let (left, top) = self.origin;
        let columns = at(area.left - left, self.columns)..=at(area.right - left, self.columns);
        (columns, at(area.top - top, self.rows)..=at(area.bottom - top, self.rows))
    }
}
