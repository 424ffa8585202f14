//! Conversion from inches of the table to millimetres of the sheet.
use svg::node::element::path::Data;
use svg::node::element::{Circle, Path, Text};

use super::Bounds;
use crate::drawing::circle;
pub use crate::drawing::{number, rounded};
use crate::{drawing::without_control_characters, map::scene::Ship, map::window::Window};
use geometry::{Bearing, Point};

/// Millimetres for each inch of the table.
pub const SCALE: f64 = 10.0;

pub struct Colours {
    pub paper: &'static str,
    pub sea: &'static str,
    pub ink: &'static str,
    pub faint: &'static str,
    pub land: &'static str,
    pub shore: &'static str,
    pub smoke: &'static str,
    pub torpedo: &'static str,
    pub mark: &'static str,
    pub flame: &'static str,
    sides: [&'static str; 2],
    neutral: &'static str,
}

/// Colours that remain distinct in print and in grey.
pub static DAY: Colours = Colours {
    paper: "#fbf7ec",
    sea: "#e6eef0",
    ink: "#26221c",
    faint: "#9fb3b8",
    land: "#ead9ac",
    shore: "#75602f",
    smoke: "#4c4c4c",
    torpedo: "#b4450e",
    mark: "#4a5a3c",
    flame: "#e2711d",
    sides: ["#8f1d1d", "#163a68"],
    neutral: "#444444",
};

/// Colours for sheets at table scale. The sea is white to save ink.
pub static PRINT: Colours = Colours { paper: "#ffffff", sea: "#ffffff", faint: "#b9c4c7", ..DAY };

/// Colours for a screen by night: pale on a dark sea.
pub static NIGHT: Colours = Colours {
    paper: "#10161f",
    sea: "#1a2638",
    ink: "#e9e4d6",
    faint: "#3c4d63",
    land: "#4a4534",
    shore: "#b7a672",
    smoke: "#a3abb3",
    torpedo: "#ffad66",
    mark: "#bdd19a",
    flame: "#ffc04d",
    sides: ["#ff9a88", "#9fcbff"],
    neutral: "#cccccc",
};

/// The sheet: the table's place on it, and the width of its pen.
pub struct Sheet {
    pub window: Window,
    /// The part shown. Words completely outside it are not drawn, but their places stay taken.
    pub shown: Window,
    /// The unit of letters and lines, in millimetres: 1 for a window of 72 by 48 inches, less for smaller windows.
    pub pen: f64,
    /// Depth of the key below the map, in pens.
    pub key: f64,
    pub colours: &'static Colours,
}

impl Sheet {
    /// The least depth of the key, in pens.
    pub const KEY: f64 = 92.0;

    pub fn for_window(window: Window, letter_scale: f64, colours: &'static Colours) -> Sheet {
        const WHOLE_IN: f64 = 72.0;
        let pen = (window.width_in() / WHOLE_IN).max(window.depth_in() / 48.0).clamp(0.02, 4.0);
        Sheet { window, shown: window, pen: pen * letter_scale, key: Sheet::KEY, colours }
    }

    /// Returns a part of the sheet of a complete window, drawn with this pen.
    pub fn part(window: Window, shown: Window, pen: f64, colours: &'static Colours) -> Sheet {
        Sheet { window, shown, pen, key: Sheet::KEY, colours }
    }

    pub fn ink_of(&self, side: usize) -> &'static str {
        self.colours.sides.get(side).copied().unwrap_or(self.colours.neutral)
    }

    pub fn left(&self) -> f64 {
        20.0 * self.pen
    }
    pub fn top(&self) -> f64 {
        34.0 * self.pen
    }
    pub fn chart_width(&self) -> f64 {
        self.window.width_in() * SCALE
    }
    pub fn chart_height(&self) -> f64 {
        self.window.depth_in() * SCALE
    }
    pub fn right(&self) -> f64 {
        self.left() + self.chart_width()
    }
    pub fn bottom(&self) -> f64 {
        self.top() + self.chart_height()
    }
    /// Returns width and height of the complete sheet.
    pub fn size(&self) -> (f64, f64) {
        (self.right() + self.left(), self.bottom() + self.key * self.pen)
    }

    pub fn x(&self, inches: f64) -> f64 {
        self.left() + (inches - self.window.west) * SCALE
    }
    pub fn y(&self, inches: f64) -> f64 {
        self.bottom() - (inches - self.window.south) * SCALE
    }
    pub fn xy(&self, point: Point) -> (f64, f64) {
        (self.x(point.x()), self.y(point.y()))
    }
    /// Returns the point of the table, or beyond it, at a position on the sheet.
    pub fn point(&self, (x, y): (f64, f64)) -> Point {
        let (east, north) = ((x - self.left()) / SCALE, (self.bottom() - y) / SCALE);
        Point::new(self.window.west + east, self.window.south + north)
    }
    pub fn inches(&self, mm: f64) -> f64 {
        mm / SCALE
    }
    pub fn mm(&self, inches: f64) -> f64 {
        inches * SCALE
    }

    pub fn path_point(&self, point: Point) -> (f32, f32) {
        rounded_point(self.xy(point))
    }

    pub fn line(&self, points: &[Point]) -> Data {
        points.iter().enumerate().fold(Data::new(), |data, (at, point)| {
            if at == 0 { data.move_to(self.path_point(*point)) } else { data.line_to(self.path_point(*point)) }
        })
    }

    pub fn area(&self, points: &[Point]) -> Data {
        self.line(points).close()
    }

    /// Draws an arc clockwise over some degrees, less than a full turn.
    pub fn arc(&self, centre: Point, radius_in: f64, from: Bearing, width_deg: f64) -> Data {
        let start = Data::new().move_to(self.path_point(centre.moved(from, radius_in)));
        self.add_arc(start, centre, radius_in, from.turned(width_deg), width_deg)
    }

    /// Draws the sector between two bearings.
    pub fn sector(&self, centre: Point, radius_in: f64, from: Bearing, width_deg: f64) -> Data {
        let edge = Data::new().move_to(self.path_point(centre)).line_to(self.path_point(centre.moved(from, radius_in)));
        self.add_arc(edge, centre, radius_in, from.turned(width_deg), width_deg).close()
    }

    fn add_arc(&self, data: Data, centre: Point, radius_in: f64, to: Bearing, width_deg: f64) -> Data {
        let ((x, y), radius) = (self.path_point(centre.moved(to, radius_in)), rounded(self.mm(radius_in)));
        data.elliptical_arc_to((radius, radius, 0, u8::from(width_deg > 180.0), 1, x, y))
    }

    /// Draws words at a position, `size` pens high.
    pub fn words(&self, (x, y): (f64, f64), size: f64, words: &str) -> Text {
        Text::new(without_control_characters(words))
            .set("x", number(x))
            .set("y", number(y))
            .set("font-size", number(size * self.pen))
    }

    /// Draws words centred on a position.
    pub fn middle(&self, place: (f64, f64), size: f64, words: &str) -> Text {
        self.words(place, size, words).set("text-anchor", "middle")
    }

    pub fn circle(&self, at: (f64, f64), pens: f64) -> Circle {
        circle(at, pens * self.pen)
    }

    /// Draws words that stay legible on any background. `None` if they would be outside the part shown.
    pub fn label(&self, place: (f64, f64), size: f64, ink: &str, words: &str) -> Option<Text> {
        let (height, width) = (size * self.pen, width_of(words, size * self.pen));
        let room = Bounds::centred_at((place.0, place.1 - height * 0.35), width, height).expanded(height, height);
        self.shows(&room).then(|| self.with_halo(place, size, ink, words))
    }

    /// Whether part of a box is in the part shown.
    pub fn shows(&self, room: &Bounds) -> bool {
        let Window { west, south, east, north } = self.shown;
        room.gap(&Bounds { left: self.x(west), top: self.y(north), right: self.x(east), bottom: self.y(south) }) == 0.0
    }

    fn with_halo(&self, place: (f64, f64), size: f64, ink: &str, words: &str) -> Text {
        let label = self.middle(place, size, words).set("fill", ink).set("stroke", self.colours.sea);
        let label = label.set("stroke-width", self.pens(size * 0.4)).set("stroke-linejoin", "round");
        label.set("paint-order", "stroke")
    }

    /// Converts a length from pens to millimetres, as text.
    pub fn pens(&self, pens: f64) -> String {
        number(pens * self.pen)
    }

    /// Draws a shape with an outline and no fill.
    pub fn outline(&self, data: Data, ink: &str, pens: f64) -> Path {
        Path::new().set("d", data).set("fill", "none").set("stroke", ink).set("stroke-width", self.pens(pens))
    }
}

/// Returns a position on the sheet in the form that paths use.
pub fn rounded_point((x, y): (f64, f64)) -> (f32, f32) {
    (rounded(x), rounded(y))
}

/// Returns the approximate width of words in millimetres, in the charts' light sans serif. It includes a margin,
/// because a reader's font may be wider.
pub fn width_of(words: &str, size_mm: f64) -> f64 {
    const SPARE: f64 = 1.04;
    let share = |letter: char| match letter {
        ' ' | 'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '!' | '|' => 0.25,
        'f' | 'r' | 's' | 't' | 'z' | '-' | '(' | ')' | '/' | '"' => 0.38,
        'a' | 'c' | 'k' | 'v' | 'x' | 'y' | 'J' | 'L' | 'S' | 'F' => 0.5,
        'm' | 'w' | 'M' | 'W' | 'O' | 'Q' | '%' | '@' => 0.85,
        'A' | 'B' | 'D' | 'G' | 'H' | 'N' | 'U' | 'V' => 0.68,
        _ => 0.58,
    };
    words.chars().map(share).sum::<f64>() * size_mm * SPARE
}

/// Returns a point on a ship: inches ahead of its centre and to starboard of it.
pub fn on_ship(ship: &Ship, ahead_in: f64, aside_in: f64) -> Point {
    ship.pose.ahead(ahead_in).moved(ship.pose.heading.turned(90.0), aside_in)
}

/// Returns the direction of a bearing on the sheet, where y grows downwards.
pub fn direction(bearing: Bearing) -> (f64, f64) {
    let (sin, cos) = bearing.degrees().to_radians().sin_cos();
    (sin, -cos)
}
