//! Draws lines, boxes and words on paper.
use svg::node::element::{Group, Path, Text};
use svg::{Node as _, node::element::path::Data};

use crate::{Cut, Typesetter, letters::MONO_FAMILY};
use show::drawing::{circle, line, rectangle, without_control_characters, without_trailing_zeros};
pub use show::drawing::{number, rounded};

pub const INK: &str = "#171717";
/// Greys that survive a copier: for labels, hairlines and backgrounds.
pub const SOFT: &str = "#5c5c5c";
pub const HAIR: &str = "#8a8a8a";
pub const PALE: &str = "#ececec";
pub const PAPER: &str = "#ffffff";
/// Marks made by the battle on a card, in a red that copies as dark grey.
pub const MARK: &str = "#a01414";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alignment {
    Left,
    Middle,
    Right,
}

/// Font, size in millimetres, colour and alignment of words.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    pub cut: Cut,
    pub size: f64,
    pub ink: &'static str,
    pub alignment: Alignment,
}

impl Style {
    pub const fn new(cut: Cut, size: f64) -> Style {
        Style { cut, size, ink: INK, alignment: Alignment::Left }
    }
    pub const fn ink(self, ink: &'static str) -> Style {
        Style { ink, ..self }
    }
    pub const fn middle(self) -> Style {
        Style { alignment: Alignment::Middle, ..self }
    }
    pub const fn right(self) -> Style {
        Style { alignment: Alignment::Right, ..self }
    }
}

/// Smallest letters on paper, in millimetres: six points.
pub const SMALLEST: f64 = 6.0 * 25.4 / 72.0;
/// Smallest box or circle to cross off with a pencil, in millimetres.
pub const LEAST_TICK: f64 = 3.0;
/// SVG class of boxes and circles to cross off.
pub const TICK_CLASS: &str = "tick";

/// Capitals above a figure. Letters are never spaced, or a text search would find "SP EED".
pub const LABEL: Style = Style::new(Cut::Semibold, 2.6).ink(SOFT);
/// Heading of a part of a card or page.
pub const HEAD: Style = Style::new(Cut::Bold, 3.3);
pub const TEXT: Style = Style::new(Cut::Regular, 3.3);
pub const ASIDE: Style = Style::new(Cut::Italic, 3.0).ink(SOFT);

/// Returns words without the first part in brackets.
pub fn without_brackets(words: &str) -> String {
    let parts = words.split_once(" (").and_then(|(before, after)| Some((before, after.split_once(')')?.1)));
    parts.map_or_else(|| words.to_owned(), |(before, after)| format!("{before}{after}"))
}

/// Replaces the rest of words that do not fit.
pub const ELLIPSIS: char = '\u{2026}';

/// Replaces `0.5"` and `-1` of a terminal by printed inches and minus signs.
fn typeset(words: &str) -> String {
    let mut letters = words.chars().peekable();
    let (mut text, mut previous) = (String::new(), ' ');
    while let Some(letter) = letters.next() {
        let figure = letters.peek().is_some_and(char::is_ascii_digit);
        text.push(match letter {
            '"' if previous.is_ascii_digit() => '\u{2033}',
            '-' if previous == ' ' && figure => '\u{2212}',
            other => other,
        });
        previous = letter;
    }
    text
}

/// A pen for a part of a sheet. Its unit is the millimetre before scaling, from the part's upper left corner.
pub struct Pen<'l> {
    pub letters: &'l Typesetter,
    group: Group,
    scale: f64,
}

impl<'l> Pen<'l> {
    pub fn new(letters: &'l Typesetter) -> Pen<'l> {
        Pen::with_scale(letters, 1.0)
    }

    /// Returns a pen for a part at this scale on the sheet.
    pub fn with_scale(letters: &'l Typesetter, scale: f64) -> Pen<'l> {
        Pen { letters, group: Group::new(), scale }
    }

    /// Returns a pen for a part of this drawing at a further scale.
    pub fn scaled(&self, scale: f64) -> Pen<'l> {
        Pen::with_scale(self.letters, self.scale * scale)
    }

    /// Returns the smallest letters here, rounded up to the drawing's precision.
    pub fn smallest(&self) -> f64 {
        (SMALLEST / self.scale * 100.0).ceil() / 100.0
    }
    /// Returns the smallest box to cross off here, rounded up to the drawing's precision.
    pub fn least_tick(&self) -> f64 {
        (LEAST_TICK / self.scale * 100.0).ceil() / 100.0
    }

    pub fn into_group(self, x: f64, y: f64, scale: f64) -> Group {
        let translation = format!("translate({} {})", number(x), number(y));
        let scaling = if scale == 1.0 {
            String::new()
        } else {
            format!(" scale({})", without_trailing_zeros(format!("{scale:.4}")))
        };
        self.group.set("transform", format!("{translation}{scaling}"))
    }

    pub fn add(&mut self, group: Group) {
        self.group.append(group);
    }

    /// Draws words on a baseline.
    pub fn words(&mut self, x: f64, y: f64, style: Style, words: &str) {
        let words = typeset(&without_control_characters(words));
        if words.trim().is_empty() {
            return;
        }
        let text = Text::new(words).set("x", number(x)).set("y", number(y));
        let mut text = text.set("font-size", number(self.size(style))).set("fill", style.ink);
        if style.cut.weight() != Cut::Regular.weight() {
            text = text.set("font-weight", style.cut.weight());
        }
        if style.cut == Cut::Italic {
            text = text.set("font-style", "italic");
        }
        if style.cut == Cut::Mono {
            text = text.set("font-family", MONO_FAMILY);
        }
        text = match style.alignment {
            Alignment::Left => text,
            Alignment::Middle => text.set("text-anchor", "middle"),
            Alignment::Right => text.set("text-anchor", "end"),
        };
        self.group.append(text);
    }

    /// Returns the size of a style's letters, at least the smallest legible size.
    fn size(&self, style: Style) -> f64 {
        style.size.max(self.smallest())
    }

    pub fn width(&self, style: Style, words: &str) -> f64 {
        self.letters.width(style.cut, self.size(style), words)
    }

    /// Whether words fit in the smallest letters.
    pub fn fits(&self, style: Style, words: &str, width: f64) -> bool {
        self.width(Style { size: 0.0, ..style }, words) <= width
    }

    /// Returns a name as it fits: in capitals, as written, or without brackets.
    pub fn fitting_name(&self, style: Style, name: &str, width: f64) -> String {
        let plain = without_brackets(name);
        let found = [name.to_uppercase(), name.to_owned()].into_iter().find(|variant| self.fits(style, variant, width));
        found.unwrap_or(plain)
    }

    /// Draws words within a width, in smaller letters if necessary. Cuts off what still does not fit.
    pub fn fit_words(&mut self, x: f64, y: f64, style: Style, words: &str, width: f64) {
        let natural = self.width(style, words);
        let shrink = if natural <= width { 1.0 } else { width / natural };
        let style = Style { size: style.size * shrink, ..style };
        if self.fits(style, words, width) {
            return self.words(x, y, style, words);
        }
        let mut short = words.to_owned();
        while short.pop().is_some() && !self.fits(style, &format!("{}{ELLIPSIS}", short.trim_end()), width) {}
        self.words(x, y, style, &format!("{}{ELLIPSIS}", short.trim_end()));
    }

    /// Draws words broken into lines, from a first baseline.
    pub fn paragraph(&mut self, x: f64, y: f64, style: Style, words: &str, width: f64) {
        let size = self.size(style);
        let lines = self.letters.break_lines(style.cut, size, words, width);
        for (index, line) in lines.iter().enumerate() {
            self.words(x, y + size * 1.28 * index as f64, style, line);
        }
    }

    /// Draws hairlines for writing, `step` apart, down to a depth.
    pub fn ruled_lines(&mut self, (x, y): (f64, f64), width: f64, step: f64, depth: f64) {
        let mut y = y;
        while y <= depth {
            self.hairline((x, y), (x + width, y));
            y += step;
        }
    }

    pub fn hairline(&mut self, from: (f64, f64), to: (f64, f64)) {
        self.stroke(from, to, 0.12, HAIR, None);
    }

    /// Draws a straight line of this thickness in millimetres.
    pub fn rule(&mut self, from: (f64, f64), to: (f64, f64), thick: f64) {
        self.stroke(from, to, thick, INK, None);
    }

    pub fn stroke(&mut self, from: (f64, f64), to: (f64, f64), thick: f64, ink: &'static str, dashes: Option<&str>) {
        let mut line = line(from, to).set("stroke", ink).set("stroke-width", number(thick));
        if let Some(dashes) = dashes {
            line = line.set("stroke-dasharray", dashes);
        }
        self.group.append(line);
    }

    /// Draws a rectangle: outlined if `thick` is above 0, filled if `fill` is given.
    pub fn area(&mut self, corner: (f64, f64), size: (f64, f64), thick: f64, fill: Option<&'static str>) {
        let mut area = rectangle(corner, size).set("fill", fill.unwrap_or("none"));
        if 0.0 < thick {
            area = area.set("stroke", INK).set("stroke-width", number(thick));
        }
        self.group.append(area);
    }

    pub fn circle(&mut self, centre: (f64, f64), radius: f64, thick: f64, fill: &'static str) {
        let circle = circle(centre, radius).set("fill", fill).set("stroke", INK);
        self.group.append(circle.set("stroke-width", number(thick)));
    }

    pub fn tick_box(&mut self, corner: (f64, f64), side: f64) {
        let tick = rectangle(corner, (side, side)).set("fill", "none").set("class", TICK_CLASS);
        self.group.append(tick.set("stroke", INK).set("stroke-width", number(0.3)));
    }

    pub fn tick_circle(&mut self, centre: (f64, f64), radius: f64, thick: f64) {
        let tick = circle(centre, radius).set("fill", PAPER).set("class", TICK_CLASS).set("stroke", INK);
        self.group.append(tick.set("stroke-width", number(thick)));
    }

    pub fn shape(&mut self, data: Data, thick: f64, fill: &'static str) {
        let path = Path::new().set("d", data).set("fill", fill).set("stroke", INK).set("stroke-width", number(thick));
        self.group.append(path);
    }

    /// Draws a cross through a box or circle, as a player would.
    pub fn cross(&mut self, (x, y): (f64, f64), half: f64) {
        const THICK: f64 = 0.75;
        self.stroke((x - half, y - half), (x + half, y + half), THICK, MARK, None);
        self.stroke((x - half, y + half), (x + half, y - half), THICK, MARK, None);
    }
}
