//! Fills pages from top to bottom with headings, paragraphs and tables, and adds pages as needed.
use crate::{
    ASIDE, Cut, Grid, HEAD, MARGIN, Paper, Part, Pen, PrintedPage, SOFT, Style, TEXT, Typesetter, letters::MONO_WIDTH,
};
use show::lines::fold_paragraph;

/// Upright pages of one part of a pack.
pub struct Flow<'l> {
    letters: &'l Typesetter,
    part: Part,
    page: (f64, f64),
    title: String,
    subtitle: String,
    pages: Vec<PrintedPage>,
    pen: Pen<'l>,
    /// Top of the next thing.
    y: f64,
    empty: bool,
    /// The contents as text for a terminal.
    plain_text: Vec<String>,
}

impl<'l> Flow<'l> {
    pub fn new(letters: &'l Typesetter, part: Part, paper: Paper, title: &str, subtitle: &str) -> Flow<'l> {
        let page = paper.size();
        let (pen, plain_text) = (Pen::new(letters), vec![format!("{title}\n{subtitle}")]);
        let (title, subtitle) = (title.to_owned(), subtitle.to_owned());
        let mut flow =
            Flow { letters, part, page, title, subtitle, pages: Vec::new(), pen, y: 0.0, empty: true, plain_text };
        flow.draw_heading();
        flow
    }

    pub fn width(&self) -> f64 {
        self.page.0 - 2.0 * MARGIN
    }
    fn bottom(&self) -> f64 {
        self.page.1 - 2.0 * MARGIN + 2.0
    }
    /// Returns the pen, for measuring.
    pub fn pen(&self) -> &Pen<'l> {
        &self.pen
    }
    pub fn depth_left(&self) -> f64 {
        self.bottom() - self.y
    }

    /// Returns the depth of an empty page below its heading.
    pub fn page_depth(&self) -> f64 {
        self.bottom() - HEADED
    }

    fn draw_heading(&mut self) {
        let width = self.width();
        let title = Style::new(Cut::Bold, 7.4);
        self.pen.fit_words(0.0, 6.2, title, &self.title, width);
        self.pen.fit_words(0.0, 11.6, Style::new(Cut::Italic, 3.8).ink(SOFT), &self.subtitle, width);
        self.pen.rule((0.0, 14.2), (width, 14.2), 0.8);
        self.pen.rule((0.0, 15.4), (width, 15.4), 0.15);
        self.y = HEADED;
        self.empty = true;
    }

    fn finish_page(&mut self) {
        let pen = std::mem::replace(&mut self.pen, Pen::new(self.letters));
        let mut page = PrintedPage::new(self.part, self.page);
        page.add(pen.into_group(MARGIN, MARGIN, 1.0));
        self.pages.push(page);
    }

    pub fn next_page(&mut self) {
        self.finish_page();
        self.draw_heading();
    }

    /// Begins a new page unless `depth` is left.
    pub fn require_depth(&mut self, depth: f64) {
        if self.depth_left() < depth && !self.empty {
            self.next_page();
        }
    }

    pub fn gap(&mut self, depth: f64) {
        if !self.empty {
            self.y += depth;
        }
    }

    pub fn heading(&mut self, words: &str) {
        self.plain_text.push(words.to_owned());
        self.require_depth(16.0);
        self.gap(3.0);
        self.pen.words(0.0, self.y + 3.4, HEAD, words);
        self.y += 5.6;
        self.empty = false;
    }

    pub fn paragraph(&mut self, words: &str) {
        if !words.trim().is_empty() {
            self.plain_text.push(fold_paragraph(words, 0));
            self.draw_lines(TEXT, words);
        }
    }

    /// Adds text in letters of one width, so that its columns stand as on a terminal.
    pub fn columns(&mut self, text: &str) {
        const SIZE: f64 = 2.8;
        let longest = text.lines().map(|line| line.chars().count()).max().unwrap_or(1);
        let size = (self.width() / (MONO_WIDTH * longest as f64)).min(SIZE);
        self.plain_text.push(text.trim_end().to_owned());
        for line in text.lines() {
            self.require_depth(size * 1.28);
            let words = line.replace(' ', "\u{a0}");
            self.pen.words(0.0, self.y + size, Style::new(Cut::Mono, size), &words);
            self.y += size * 1.28;
            self.empty = false;
        }
        self.y += 1.4;
    }

    pub fn aside(&mut self, words: &str) {
        self.aside_and_text(words, words);
    }

    /// Adds an aside with different words for the terminal.
    pub fn aside_and_text(&mut self, words: &str, terminal_words: &str) {
        self.plain_text.push(fold_paragraph(terminal_words, 0));
        self.draw_lines(ASIDE, words);
    }

    fn draw_lines(&mut self, style: Style, words: &str) {
        let width = self.width();
        let leading = style.size * 1.28;
        for line in self.letters.break_lines(style.cut, style.size, words, width) {
            self.require_depth(leading);
            self.pen.words(0.0, self.y + style.size, style, &line);
            self.y += leading;
            self.empty = false;
        }
        self.y += 1.4;
    }

    /// Adds a table, and splits it between pages if necessary.
    pub fn add_grid(&mut self, grid: &Grid) {
        self.plain_text.push(grid.plain_text());
        let width = self.width();
        self.gap(3.0);
        let height = grid.height(&self.pen, width);
        let page_depth = self.page_depth();
        // A short table stays together, and a long one begins on this page if much of it is left.
        let least_left = if height <= page_depth * 0.5 { 1.0 } else { 0.25 };
        if self.depth_left() < height && self.depth_left() < page_depth * least_left {
            self.require_depth(height);
        }
        let mut from = 0;
        loop {
            let fits = grid.rows_within(&self.pen, width, from, self.depth_left()).max(usize::from(self.empty));
            let to = (from + fits).min(grid.rows.len());
            if from < to || from == grid.rows.len() {
                self.y = grid.draw(&mut self.pen, (0.0, self.y), width, from..to);
                self.empty = false;
                from = to;
            }
            if from == grid.rows.len() {
                return;
            }
            self.next_page();
        }
    }

    /// Adds tables in two columns, each in the shorter one.
    pub fn add_columns(&mut self, grids: &[Grid]) {
        const GUTTER: f64 = 8.0;
        let width = (self.width() - GUTTER) / 2.0;
        self.gap(3.0);
        let mut ends = [self.y, self.y];
        for grid in grids {
            self.plain_text.push(grid.plain_text());
            let depth = grid.height(&self.pen, width);
            let column = usize::from(ends[1] < ends[0]);
            let (column, fits) = if ends[column] + depth <= self.bottom() { (column, true) } else { (0, false) };
            if !fits {
                self.next_page();
                ends = [self.y, self.y];
            }
            let x = (width + GUTTER) * column as f64;
            ends[column] = BETWEEN + grid.draw(&mut self.pen, (x, ends[column]), width, 0..grid.rows.len());
            self.empty = false;
        }
        self.y = ends[0].max(ends[1]);
    }

    /// Adds tables down the left column, then down the right one, so that their numbers read in order. On the last page
    /// both columns have about the same depth.
    pub fn add_columns_in_order(&mut self, grids: &[Grid]) {
        const GUTTER: f64 = 8.0;
        let width = (self.width() - GUTTER) / 2.0;
        self.gap(3.0);
        let mut remaining = grids;
        while !remaining.is_empty() {
            let depths: Vec<f64> = remaining.iter().map(|grid| grid.height(&self.pen, width) + BETWEEN).collect();
            let room = self.depth_left() + BETWEEN;
            let (mut left, right) = two_columns(&depths, room);
            if left == 0 && !self.empty {
                self.next_page();
                continue;
            }
            // Even a table that fits on no page must be drawn.
            left = left.max(1);
            let (now, later) = remaining.split_at(left + right);
            let mut deepest = self.y;
            for (index, column) in [&now[..left], &now[left..]].into_iter().enumerate() {
                let (x, mut y) = ((width + GUTTER) * index as f64, self.y);
                for grid in column {
                    self.plain_text.push(grid.plain_text());
                    y = BETWEEN + grid.draw(&mut self.pen, (x, y), width, 0..grid.rows.len());
                }
                deepest = deepest.max(y);
            }
            (self.y, self.empty, remaining) = (deepest, false, later);
            if !remaining.is_empty() {
                self.next_page();
            }
        }
    }

    pub fn page_index(&self) -> usize {
        self.pages.len()
    }

    /// Reserves a depth of the page for a drawing. `draw` receives the pen, the top and the width.
    pub fn add_drawing(&mut self, depth: f64, draw: impl FnOnce(&mut Pen, f64, f64)) {
        self.require_depth(depth);
        let (y, width) = (self.y, self.width());
        draw(&mut self.pen, y, width);
        self.y += depth;
        self.empty = false;
    }

    /// Adds text only for the terminal.
    pub fn add_text_only(&mut self, words: String) {
        self.plain_text.push(words);
    }

    /// Returns the pages. The first holds the terminal's text.
    pub fn into_pages(mut self) -> Vec<PrintedPage> {
        if !self.empty || self.pages.is_empty() {
            self.finish_page();
        }
        if let Some(first) = self.pages.first_mut() {
            first.plain_text = self.plain_text.join("\n\n");
        }
        self.pages
    }
}

/// Top of a page's contents below its heading.
const HEADED: f64 = 18.4;
/// Vertical gap between two tables.
const BETWEEN: f64 = 4.0;

/// Returns how many of these depths fit in the left column and how many in the right, in order. If all fit, divides
/// them as evenly as possible.
fn two_columns(depths: &[f64], room: f64) -> (usize, usize) {
    let count_fitting = |depths: &[f64]| {
        let mut used = 0.0;
        let fitting = depths.iter().take_while(|depth| {
            used += **depth;
            used <= room
        });
        fitting.count()
    };
    let left = count_fitting(depths);
    let right = count_fitting(&depths[left..]);
    if left + right < depths.len() {
        return (left, right);
    }
    let deepest = |split: &usize| depths[..*split].iter().sum::<f64>().max(depths[*split..].iter().sum());
    let even = (1..=left).rev().min_by(|first, second| deepest(first).total_cmp(&deepest(second))).unwrap_or(left);
    (even, depths.len() - even)
}
