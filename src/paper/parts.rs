//! What cards and sheets are put together from: boxes to strike off, strips of figures, ranges over numbers.
use crate::{Cut, HEAD, INK, LABEL, MARK, PALE, Pen, SOFT, Style};
use naval::{Band, Battery, Card, Fraction, Inches, Ship, chart::Movement};
use show::card::dual;

/// `24/24` a side, `24` on the centreline. [6.4.2]
pub fn strength(battery: &Battery, strength: Fraction) -> String {
    if battery.centreline { format!("{strength}") } else { format!("{strength}/{strength}") }
}

/// Speeds after each flotation hit, with their unit; after the last she sinks; none of a battery. (T14, Q51)
pub fn speeds_after(card: &Card, unit: &str) -> Vec<String> {
    let after = |hits: i32| {
        let speed = (card.speed - Inches(25) * (hits - card.flotation / 2).max(0)).max(Inches::ZERO);
        if card.flotation <= hits { "sinks".to_owned() } else { format!("{speed}{unit}") }
    };
    let most = if card.kind.is_battery() { 0 } else { card.flotation.max(0) };
    (1..=most).map(after).collect()
}

/// What is left of the medium and of the light battery when so many quarters are lost. [6.2.2, 6.2.3]
pub fn batteries_after(card: &Card, quarters: i32) -> (Fraction, Fraction) {
    let whole = |battery: &Option<Battery>| battery.as_ref().map_or(Fraction::ZERO, |battery| battery.strength);
    let (medium, light) = (whole(&card.medium), whole(&card.light));
    let lost = (medium + light) * Fraction::new(i64::from(quarters), 4);
    let none = Fraction::ZERO;
    ((medium - lost).max(none), (light - (lost - medium).max(none)).max(none))
}

/// A row of boxes, so many of them struck off; words under each.
pub struct Boxes<'a> {
    pub of: usize,
    pub struck: usize,
    /// Under each box; empty for none.
    pub under: &'a [String],
    /// Side of a box and the way from one to the next.
    pub side: f64,
    pub step: f64,
}

impl Boxes<'_> {
    /// Draws them from an upper left corner; answers how wide they are.
    pub fn draw(&self, pen: &mut Pen, x: f64, y: f64) -> f64 {
        for at in 0..self.of {
            let left = x + self.step * at as f64;
            pen.area((left, y), (self.side, self.side), 0.3, None);
            if at < self.struck {
                pen.cross((left + self.side / 2.0, y + self.side / 2.0), self.side * 0.42);
            }
            if let Some(words) = self.under.get(at) {
                let style = Style::new(Cut::Regular, 2.7).ink(SOFT).middle();
                pen.fitted(left + self.side / 2.0, y + self.side + 3.0, style, words, self.step - 0.6);
            }
        }
        if self.of < self.struck {
            let more = format!("+{}", self.struck - self.of);
            let style = Style::new(Cut::Bold, 3.6).ink(MARK);
            pen.words(x + self.step * self.of as f64, y + self.side * 0.7, style, &more);
        }
        self.step * self.of as f64
    }
}

/// A figure under its name.
pub struct Figure {
    pub label: &'static str,
    pub value: String,
    /// The value as damage leaves it, where that is another.
    pub now: Option<String>,
}

impl Figure {
    pub fn plain(label: &'static str, value: impl ToString) -> Figure {
        Figure { label, value: value.to_string(), now: None }
    }

    /// Speed, size, armour and defence of a ship; her speed also as damage leaves it.
    pub fn of_ship(card: &Card, speed: Inches, live: Option<&Ship>) -> [Figure; 4] {
        let now = live.map(Ship::allowance).filter(|now| *now != speed).map(|now| format!("{now}\u{2033}"));
        [
            Figure { label: "SPEED", value: format!("{speed}\u{2033}"), now },
            Figure::plain("SIZE", dual(card.size, "")),
            Figure::plain("ARMOUR", dual(card.armour, "\u{2212}")),
            Figure::plain("DEFENCE", card.defence),
        ]
    }

    /// How ships of a line of the movement chart turn and gain speed. [5.5, 5.6]
    pub fn of_movement(line: Option<&Movement>) -> impl Iterator<Item = Figure> {
        let figures = |line: &Movement| [("TURN RADIUS", line.turn_radius), ("GAINS A TURN", line.acceleration)];
        let figures = line.map(figures).into_iter().flatten();
        figures.map(|(label, inches)| Figure::plain(label, format!("{inches}\u{2033}")))
    }
}

/// Figures side by side between hair lines.
pub fn strip(pen: &mut Pen, (x, y): (f64, f64), width: f64, size: f64, figures: &[Figure]) {
    let cell = width / figures.len().max(1) as f64;
    for (at, figure) in figures.iter().enumerate() {
        let left = x + cell * at as f64;
        let middle = left + cell / 2.0;
        if 0 < at {
            pen.hair((left, y + size * 0.15), (left, y + size * 1.75));
        }
        let label = Style { size: size * 0.4, ..LABEL }.middle();
        pen.fitted(middle, y + size * 0.5, label, figure.label, cell - 1.2);
        let value = Style::new(Cut::Bold, size).middle();
        match &figure.now {
            None => pen.fitted(middle, y + size * 1.6, value, &figure.value, cell - 1.6),
            Some(now) => {
                let whole = Style::new(Cut::Regular, size * 0.62).ink(SOFT).middle();
                let (before, after) = (middle - cell * 0.2, middle + cell * 0.18);
                pen.fitted(before, y + size * 1.5, whole, &figure.value, cell * 0.38);
                let half = pen.width(whole, &figure.value).min(cell * 0.38) / 2.0;
                let across = y + size * 1.29;
                pen.stroke((before - half, across), (before + half, across), 0.35, MARK, None);
                pen.fitted(after, y + size * 1.6, value.ink(MARK), now, cell * 0.42);
            }
        }
    }
}

/// Ranges over the numbers they need.
pub fn bands(pen: &mut Pen, (x, y): (f64, f64), width: f64, size: f64, heads: (&str, &str), bands: &[Band]) -> f64 {
    let label = Style::new(Cut::Italic, size * 0.56).ink(SOFT);
    let room = pen.width(label, heads.0).max(pen.width(label, heads.1)) + 2.0;
    let cell = (width - room) / bands.len().max(1) as f64;
    let (head, whole) = (size * 0.86, size * 2.15);
    pen.area((x, y), (width, head), 0.0, Some(PALE));
    pen.words(x + 0.6, y + head * 0.73, label, heads.0);
    pen.words(x + 0.6, y + head + size * 0.88, label, heads.1);
    for (at, band) in bands.iter().enumerate() {
        let left = x + room + cell * at as f64;
        pen.hair((left, y), (left, y + whole));
        let range = Style::new(Cut::Semibold, size * 0.6).middle();
        pen.fitted(left + cell / 2.0, y + head * 0.73, range, &format!("{}\u{2033}", band.to), cell - 0.8);
        let number = Style::new(Cut::Bold, size).ink(INK).middle();
        pen.fitted(left + cell / 2.0, y + head + size * 0.98, number, &band.to_hit.to_string(), cell - 0.8);
    }
    pen.stroke((x, y), (x + width, y), 0.2, INK, None);
    pen.stroke((x, y + whole), (x + width, y + whole), 0.2, INK, None);
    whole
}

/// The heading of a part, with a description at its right end.
pub fn heading(pen: &mut Pen, (x, y): (f64, f64), width: f64, title: &str, says: &str) {
    pen.words(x, y, HEAD, title);
    let room = width - pen.width(HEAD, title) - 3.0;
    pen.fitted(x + width, y, Style::new(Cut::Regular, 3.2).right(), says, room);
}

/// How many of a ship's hits, fires and quarters are to be struck off: nothing on a blank card.
pub struct Struck {
    pub flotation: usize,
    pub fires: usize,
    pub quarters: usize,
}

impl Struck {
    pub fn of(live: Option<&Ship>) -> Struck {
        let number = |hits: i32| usize::try_from(hits).unwrap_or(0);
        Struck {
            flotation: live.map_or(0, |ship| number(ship.flotation_hits())),
            fires: live.map_or(0, Ship::fires),
            quarters: live.map_or(0, |ship| number(ship.gun_quarters_lost())),
        }
    }
}
