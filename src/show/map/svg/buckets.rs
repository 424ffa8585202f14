//! Boxes sorted into the squares of a grid, so that only neighbours are compared.
use std::ops::RangeInclusive;

use super::labels::Box;

/// Boxes on a sheet, found again by where they lie.
///
/// Whatever lies beyond the sheet is kept in the squares along its edge.
pub struct Buckets {
    /// The squares row by row; in each the boxes that reach into it.
    squares: Vec<Vec<Kept>>,
    columns: usize,
    rows: usize,
    origin: (f64, f64),
    size: f64,
}

/// A box, and the column and row of the first square that it reaches into.
#[derive(Clone, Copy)]
struct Kept {
    area: Box,
    column: usize,
    row: usize,
}

impl Buckets {
    /// Squares of some size over a sheet.
    pub fn over(sheet: &Box, size: f64) -> Buckets {
        let count = |from: f64, to: f64| ((to - from) / size).ceil().clamp(1.0, 1_000.0) as usize;
        let (columns, rows) = (count(sheet.left, sheet.right), count(sheet.top, sheet.bottom));
        Buckets { squares: vec![Vec::new(); columns * rows], columns, rows, origin: (sheet.left, sheet.top), size }
    }

    pub fn add(&mut self, area: Box) {
        let (columns, rows) = self.reached_by(&area);
        let kept = Kept { area, column: *columns.start(), row: *rows.start() };
        for row in rows {
            for column in columns.clone() {
                self.squares[row * self.columns + column].push(kept);
            }
        }
    }

    /// Takes one box like this away again.
    pub fn remove(&mut self, area: &Box) {
        let (columns, rows) = self.reached_by(area);
        for row in rows {
            for column in columns.clone() {
                let square = &mut self.squares[row * self.columns + column];
                if let Some(at) = square.iter().position(|kept| kept.area == *area) {
                    square.remove(at);
                }
            }
        }
    }

    /// Every box that may share something with an area, each once.
    pub fn near<'a>(&'a self, area: &Box) -> impl Iterator<Item = &'a Box> + use<'a> {
        let (columns, rows) = self.reached_by(area);
        let (west, north) = (*columns.start(), *rows.start());
        let squares = rows.flat_map(move |row| columns.clone().map(move |column| (column, row)));
        squares.flat_map(move |(column, row)| {
            // A box that reaches over several squares is met in the first that it shares with the area.
            let first = move |kept: &&Kept| kept.column.max(west) == column && kept.row.max(north) == row;
            self.squares[row * self.columns + column].iter().filter(first).map(|kept| &kept.area)
        })
    }

    /// The columns and rows of squares that a box reaches into.
    fn reached_by(&self, area: &Box) -> (RangeInclusive<usize>, RangeInclusive<usize>) {
        // A number below 0 becomes 0.
        let at = |place: f64, count: usize| ((place / self.size) as usize).min(count - 1);
        let (left, top) = self.origin;
        (
            at(area.left - left, self.columns)..=at(area.right - left, self.columns),
            at(area.top - top, self.rows)..=at(area.bottom - top, self.rows),
        )
    }
}
