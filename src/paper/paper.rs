//! Defines paper sizes, card formats and pages.
use svg::Document;
use svg::node::element::{Group, Rectangle};

use crate::{Cut, HAIR, PAPER, Pen, SOFT, Style, Typesetter, letters::FAMILY, number};
/// A part of a battle's pack, in printing order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Part {
    Summary,
    Briefing,
    /// Dice and tables for generating a battle. [10.1]
    Generation,
    Cards,
    Divisions,
    Trackers,
    /// Up to four reference pages: the turn, the dice, the letters.
    Reference,
    Charts,
    /// Markers, counters, templates and slips to cut out. [2.3, 2.6]
    Cutouts,
    Result,
}

impl Part {
    pub const ALL: [Part; 10] = [
        Part::Summary,
        Part::Briefing,
        Part::Generation,
        Part::Cards,
        Part::Divisions,
        Part::Trackers,
        Part::Reference,
        Part::Charts,
        Part::Cutouts,
        Part::Result,
    ];
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paper {
    A4,
    Letter,
}

impl Paper {
    /// Returns width and height in millimetres, upright.
    pub fn size(self) -> (f64, f64) {
        match self {
            Paper::A4 => (210.0, 297.0),
            Paper::Letter => (215.9, 279.4),
        }
    }
}

/// Size in which cards are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// One to a page, landscape.
    One,
    /// Two to a page, one above the other.
    Two,
    /// Four to a page, landscape, in the small design.
    Four,
    /// Playing cards, 63 by 88 mm, to cut out.
    Poker,
    /// Index cards, 5 by 3 inches, to cut out.
    Index,
}

impl Format {
    /// Returns the size of the small design, if the full one would be illegible.
    pub fn small(self) -> Option<(f64, f64)> {
        match self {
            Format::One | Format::Two => None,
            Format::Four => Format::Index.cut_size(),
            Format::Poker | Format::Index => self.cut_size(),
        }
    }

    /// Returns the exact size of a card to cut out.
    pub fn cut_size(self) -> Option<(f64, f64)> {
        match self {
            Format::One | Format::Two | Format::Four => None,
            Format::Poker => Some((63.0, 88.0)),
            Format::Index => Some((127.0, 76.2)),
        }
    }
}

/// A rectangle of a page.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Slot {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

impl Slot {
    /// Returns the scale at which something of this size fits.
    pub fn scale(&self, (width, height): (f64, f64)) -> f64 {
        (self.width / width).min(self.height / height)
    }

    /// Draws a pen's contents as large as the slot allows, centred.
    pub fn draw_fitted(&self, pen: Pen, (width, height): (f64, f64)) -> Group {
        let scale = self.scale((width, height));
        let x = self.x + (self.width - width * scale) / 2.0;
        let y = self.y + (self.height - height * scale) / 2.0;
        pen.into_group(x, y, scale)
    }
}

pub const MARGIN: f64 = 11.0;
/// Margin around four cards, which need more room.
const NARROW: f64 = 8.0;
const GUTTER: f64 = 10.0;

/// Returns the size of the page and the slots of its cards, row by row.
pub fn slots(paper: Paper, format: Format) -> ((f64, f64), Vec<Slot>) {
    let (short, long) = paper.size();
    let (page, columns, rows) = match format {
        Format::One => ((long, short), 1, 1),
        Format::Two => ((short, long), 1, 2),
        Format::Four => ((long, short), 2, 2),
        Format::Poker => ((short, long), 3, 3),
        Format::Index => ((long, short), 2, 2),
    };
    let (left, top, width, height, gutter) = match format.cut_size() {
        Some((width, height)) => {
            let left = (page.0 - width * columns as f64) / 2.0;
            (left, (page.1 - height * rows as f64) / 2.0, width, height, 0.0)
        }
        None => {
            let (edge, gutter) = if format == Format::Four { (NARROW, 6.0) } else { (MARGIN, GUTTER) };
            let share = |whole: f64, parts: usize| (whole - 2.0 * edge - gutter * (parts - 1) as f64) / parts as f64;
            (edge, edge, share(page.0, columns), share(page.1, rows), gutter)
        }
    };
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    let slot = |(column, row): (usize, usize)| Slot {
        x: left + (width + gutter) * column as f64,
        y: top + (height + gutter) * row as f64,
        width,
        height,
    };
    (page, places.map(slot).collect())
}

pub struct PrintedPage {
    /// Part of the pack that it belongs to: `cards`, `charts`.
    pub part: Part,
    pub width: f64,
    pub height: f64,
    /// Text of this part for a terminal, on its first page.
    pub plain_text: String,
    /// Position and width of the words at the foot, left and right, between the cutting marks.
    pub foot: [(f64, f64); 2],
    drawing: Group,
}

impl PrintedPage {
    pub fn new(part: Part, (width, height): (f64, f64)) -> PrintedPage {
        let foot = [(MARGIN, width - 2.0 * MARGIN - 20.0), (width - MARGIN, 20.0)];
        PrintedPage { part, width, height, plain_text: String::new(), foot, drawing: Group::new() }
    }

    pub fn add(&mut self, group: Group) {
        self.drawing = std::mem::take(&mut self.drawing).add(group);
    }

    pub fn texts(&self) -> Vec<String> {
        let svg = self.drawing.to_string();
        let starts = svg.split("<text").skip(1).filter_map(|text| text.split_once('>'));
        starts.filter_map(|(_, after)| after.split("</text>").next()).map(|words| words.trim().to_owned()).collect()
    }

    /// Returns the page as SVG, in millimetres.
    ///
    /// # Promise
    /// The same page gives the same bytes. Its words are text. [`crate::outlined`] makes outlines of them.
    pub fn svg(self) -> String {
        let (width, height) = (number(self.width), number(self.height));
        let ground = Rectangle::new().set("width", width.as_str()).set("height", height.as_str()).set("fill", PAPER);
        let document = Document::new().set("viewBox", format!("0 0 {width} {height}"));
        let document = document.set("width", format!("{width}mm")).set("height", format!("{height}mm"));
        let fonts = format!("'{FAMILY}', 'Linux Libertine', Georgia, serif");
        format!("{}\n", document.set("font-family", fonts).add(ground).add(self.drawing))
    }
}

/// Prints at the foot of each page the first of these titles that fits, and the page number.
pub fn with_footers(letters: &Typesetter, mut printed_pages: Vec<PrintedPage>, titles: &[&str]) -> Vec<PrintedPage> {
    let pages = printed_pages.len();
    for (index, page) in printed_pages.iter_mut().enumerate() {
        let mut pen = Pen::new(letters);
        let style = Style::new(Cut::Regular, 2.5).ink(SOFT);
        let [(left, room), (right, number)] = page.foot;
        let title = titles.iter().find(|words| pen.fits(style, words, room)).or(titles.last()).copied();
        pen.fit_words(left, 0.0, style, title.unwrap_or_default(), room);
        pen.fit_words(right, 0.0, style.right(), &format!("{} of {pages}", index + 1), number);
        page.add(pen.into_group(0.0, page.height - 4.6, 1.0));
    }
    printed_pages
}

/// Returns where words at the foot of a page of cards are clear of the cutting marks.
pub fn footer_slots(page: (f64, f64), slots: &[Slot]) -> [(f64, f64); 2] {
    const CLEAR: f64 = 1.6;
    let (Some(first), Some(last)) = (slots.first(), slots.last()) else {
        return [(MARGIN, page.0 / 2.0), (page.0, 0.0)];
    };
    let left = first.x.max(MARGIN - 3.0) + CLEAR;
    let right = last.x + last.width - CLEAR;
    let (room, number) =
        if first.x == last.x { (right - left - 20.0, 18.0) } else { (first.x + first.width - CLEAR - left, 18.0) };
    [(left, room), (right, number)]
}

/// Draws where to cut: ticks at the corners of cards to cut out, a broken line between others.
pub fn cutting_marks(letters: &Typesetter, format: Format, page: (f64, f64), slots: &[Slot]) -> Group {
    const TICK: f64 = 5.0;
    let mut pen = Pen::new(letters);
    let (Some(first), Some(last)) = (slots.first(), slots.last()) else { return pen.into_group(0.0, 0.0, 1.0) };
    let (right, bottom) = (last.x + last.width, last.y + last.height);
    if format.cut_size().is_some() {
        for slot in slots {
            for x in [slot.x, slot.x + slot.width] {
                pen.stroke((x, first.y - TICK), (x, first.y - 1.0), 0.15, HAIR, None);
                pen.stroke((x, bottom + 1.0), (x, bottom + TICK), 0.15, HAIR, None);
            }
            for y in [slot.y, slot.y + slot.height] {
                pen.stroke((first.x - TICK, y), (first.x - 1.0, y), 0.15, HAIR, None);
                pen.stroke((right + 1.0, y), (right + TICK, y), 0.15, HAIR, None);
            }
        }
    } else if 1 < slots.len() {
        let middle = page.1 / 2.0;
        pen.stroke((0.0, middle), (page.0, middle), 0.12, HAIR, Some("2 2"));
        if last.x > first.x {
            let middle = page.0 / 2.0;
            pen.stroke((middle, 0.0), (middle, page.1), 0.12, HAIR, Some("2 2"));
        }
    }
    pen.into_group(0.0, 0.0, 1.0)
}
