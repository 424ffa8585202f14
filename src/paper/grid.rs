//! Draws tables that may continue on the next page.
use crate::{Cut, HEAD, INK, LABEL, PALE, Pen, SOFT, Style, pen::Alignment};
use show::lines::plain_table;

/// A column: heading, relative width and alignment.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    pub head: &'static str,
    pub share: f64,
    pub alignment: Alignment,
    /// Whether to use bold, for names and figures that readers look for first.
    pub strong: bool,
}

impl Column {
    pub const fn left(head: &'static str, share: f64) -> Column {
        Column { head, share, alignment: Alignment::Left, strong: false }
    }
    pub const fn right(head: &'static str, share: f64) -> Column {
        Column { head, share, alignment: Alignment::Right, strong: false }
    }
    pub const fn middle(head: &'static str, share: f64) -> Column {
        Column { head, share, alignment: Alignment::Middle, strong: false }
    }
    pub const fn strong(self) -> Column {
        Column { strong: true, ..self }
    }
}

/// A table with a title. Empty rows are for writing.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    pub title: String,
    /// Note in small letters, at the right end of the title.
    pub note: String,
    pub columns: Vec<Column>,
    pub rows: Vec<Vec<String>>,
    /// Height of a row of one line.
    pub row: f64,
    /// Font size.
    pub size: f64,
    /// Whether to draw lines between the columns, for tables to write in.
    pub ruled: bool,
    /// Columns that a terminal omits.
    pub paper_only: Vec<usize>,
}

impl Grid {
    pub fn new(title: impl Into<String>, columns: Vec<Column>, rows: Vec<Vec<String>>) -> Grid {
        Grid { title: title.into(), columns, rows, row: 4.7, size: 3.1, ..Grid::default() }
    }
    pub fn with_note(self, note: impl Into<String>) -> Grid {
        Grid { note: note.into(), ..self }
    }
    pub fn for_writing(self, row: f64) -> Grid {
        Grid { row, ruled: true, ..self }
    }

    /// Returns the table as text for a terminal, without empty rows.
    pub fn plain_text(&self) -> String {
        let columns: Vec<usize> = (0..self.columns.len()).filter(|index| !self.paper_only.contains(index)).collect();
        let heads: Vec<&str> = columns.iter().map(|index| self.columns[*index].head).collect();
        let numbers =
            columns.iter().enumerate().filter(|(_, index)| self.columns[**index].alignment == Alignment::Right);
        let numbers: Vec<usize> = numbers.map(|(place, _)| place).collect();
        let written = self.rows.iter().filter(|row| row.iter().any(|cell| !cell.is_empty()));
        let cells = |row: &Vec<String>| columns.iter().filter_map(|index| row.get(*index).cloned()).collect();
        let note = if self.note.is_empty() { String::new() } else { format!(" ({})", self.note) };
        format!("{}{note}\n{}", self.title, plain_table(&heads, &numbers, written.map(cells).collect()))
    }

    fn column_edges(&self, width: f64) -> Vec<(f64, f64)> {
        let share_sum: f64 = self.columns.iter().map(|column| column.share).sum();
        let mut left = 0.0;
        let mut previous = Alignment::Left;
        let edge = |column: &Column| {
            let column_width = width * column.share / share_sum;
            left += column_width;
            // Leave a gap between figures and words.
            let indent = if previous == Alignment::Right && column.alignment == Alignment::Left { 2.4 } else { 0.0 };
            previous = column.alignment;
            (left - column_width + indent, left)
        };
        self.columns.iter().map(edge).collect()
    }

    fn style(&self, column: &Column) -> Style {
        let cut = if column.strong { Cut::Semibold } else { Cut::Regular };
        Style { alignment: column.alignment, ..Style::new(cut, self.size) }
    }

    fn broken_cells(&self, pen: &Pen, row: &[String], width: f64) -> Vec<Vec<String>> {
        let cells = row.iter().zip(&self.columns).zip(self.column_edges(width));
        let broken = cells.map(|((words, column), (left, right))| {
            pen.letters.break_lines(self.style(column).cut, self.size, words, right - left - 2.0)
        });
        broken.collect()
    }

    fn row_depth(&self, pen: &Pen, row: &[String], width: f64) -> f64 {
        let lines = self.broken_cells(pen, row, width).iter().map(Vec::len).max().unwrap_or(1).max(1);
        self.row + self.size * 1.16 * (lines - 1) as f64
    }

    fn head_depth(&self) -> f64 {
        let title = if self.title.is_empty() { 0.0 } else { 6.4 };
        let heads = if self.columns.iter().all(|column| column.head.is_empty()) { 0.0 } else { 4.4 };
        title + heads
    }

    pub fn height(&self, pen: &Pen, width: f64) -> f64 {
        self.head_depth() + self.rows.iter().map(|row| self.row_depth(pen, row, width)).sum::<f64>() + 0.4
    }

    /// Returns how many rows, beginning with `from`, fit into a depth.
    pub fn rows_within(&self, pen: &Pen, width: f64, from: usize, depth: f64) -> usize {
        let mut left = depth - self.head_depth() - 0.4;
        let fits = |row: &&Vec<String>| {
            left -= self.row_depth(pen, row, width);
            0.0 <= left
        };
        self.rows[from..].iter().take_while(fits).count()
    }

    /// Draws rows below the title from an upper left corner. Returns where the next thing may begin.
    pub fn draw(&self, pen: &mut Pen, (x, y): (f64, f64), width: f64, rows: std::ops::Range<usize>) -> f64 {
        let mut y = y;
        if !self.title.is_empty() {
            pen.fit_words(x, y + 4.4, HEAD, &self.title, width);
            let room = width - pen.width(HEAD, &self.title) - 3.0;
            let aside = Style::new(Cut::Italic, 2.9).ink(SOFT).right();
            // Omit a note that would become very small. The title says most of it.
            if pen.width(aside, &self.note) * LEAST_SHRINK <= room {
                pen.fit_words(x + width, y + 4.4, aside, &self.note, room);
            }
            y += 6.4;
        }
        let edges = self.column_edges(width);
        let top = y;
        pen.stroke((x, y), (x + width, y), 0.35, INK, None);
        if self.columns.iter().any(|column| !column.head.is_empty()) {
            for (column, (left, right)) in self.columns.iter().zip(&edges) {
                let style = Style { alignment: column.alignment, ..LABEL };
                pen.fit_words(
                    x + aligned_x(column.alignment, *left, *right),
                    y + 3.2,
                    style,
                    column.head,
                    right - left - 1.2,
                );
            }
            y += 4.4;
            pen.stroke((x, y), (x + width, y), 0.15, INK, None);
        }
        for (index, row) in self.rows[rows].iter().enumerate() {
            let depth = self.row_depth(pen, row, width);
            if index % 2 == 1 && !self.ruled {
                pen.area((x, y), (width, depth), 0.0, Some(PALE));
            }
            let base = y + self.row * 0.5 + self.size * 0.34;
            for ((cell, column), (left, right)) in
                self.broken_cells(pen, row, width).iter().zip(&self.columns).zip(&edges)
            {
                for (line, words) in cell.iter().enumerate() {
                    let position =
                        (x + aligned_x(column.alignment, *left, *right), base + self.size * 1.16 * line as f64);
                    pen.fit_words(position.0, position.1, self.style(column), words, right - left - 1.2);
                }
            }
            y += depth;
            if self.ruled {
                pen.hairline((x, y), (x + width, y));
            }
        }
        if self.ruled {
            for (left, _) in edges.iter().skip(1) {
                pen.hairline((x + left, top), (x + left, y));
            }
        }
        pen.stroke((x, y), (x + width, y), 0.35, INK, None);
        y
    }
}

/// Smallest scale of a note.
const LEAST_SHRINK: f64 = 0.8;

fn aligned_x(alignment: Alignment, left: f64, right: f64) -> f64 {
    match alignment {
        Alignment::Left => left + 0.8,
        Alignment::Middle => (left + right) / 2.0,
        Alignment::Right => right - 0.8,
    }
}
