//! Draws the parts of cards and sheets: boxes to cross off, strips of figures, bands of ranges.
use crate::{Cut, HEAD, INK, LABEL, MARK, PALE, Pen, SOFT, Style};
use naval::Inches;
use naval::model::chart::{DamageEffect, DamageTable, Movement};
use naval::model::{Band, Battery, Card, Fraction, Harm, Hit, HitState, Ship};
use show::card::gun_and_torpedo;

/// Formats a strength: `24/24` a side, `24` on the centreline. [6.4.2]
pub fn strength(battery: &Battery, strength: Fraction) -> String {
    let strength = to_quarters(strength);
    if battery.centreline { strength } else { format!("{strength}/{strength}") }
}

/// Rounds a strength to quarters, because players cannot divide 71/16 with a pencil.
pub fn to_quarters(strength: Fraction) -> String {
    Fraction::new((strength * Fraction::from(4)).rounded(), 4).to_string()
}

/// Returns the name of a torpedo for paper, where `18 in 1914` would read as eighteen in a year.
pub fn torpedo_name(kind: &str) -> String {
    match (kind.split_once(" in "), kind.strip_suffix(" in")) {
        (Some((bore, year)), _) => format!("{bore}-inch, pattern {year}"),
        (None, Some(bores)) => format!("{}-inch", bores.replace(" to ", "- to ")),
        (None, None) => kind.to_owned(),
    }
}

/// Returns the speed after each flotation hit. The last hit sinks the ship. Empty for a coast battery. (T14, Q51)
pub fn speeds_after(card: &Card, unit: &str) -> Vec<String> {
    let speed_after = |hits: i32| {
        let speed = (card.speed - Inches(25) * (hits - card.flotation / 2).max(0)).max(Inches::ZERO);
        if card.flotation <= hits { "sinks".to_owned() } else { format!("{speed}{unit}") }
    };
    let most = if card.kind.is_coast_battery() { 0 } else { card.flotation.max(0) };
    (1..=most).map(speed_after).collect()
}

/// Returns what remains of the medium and light batteries after losing this many quarters. [6.2.2, 6.2.3]
pub fn batteries_after(card: &Card, quarters: i32) -> (Fraction, Fraction) {
    let strength_of = |battery: &Option<Battery>| battery.as_ref().map_or(Fraction::ZERO, |battery| battery.strength);
    let (medium, light) = (strength_of(&card.medium), strength_of(&card.light));
    let lost = (medium + light) * Fraction::new(i64::from(quarters), 4);
    let zero = Fraction::ZERO;
    ((medium - lost).max(zero), (light - (lost - medium).max(zero)).max(zero))
}

/// Returns what bears ahead and astern of a ship without big guns: a quarter of a side. [6.4.3]
pub fn end_strength(card: &Card) -> Option<String> {
    card.big.is_none().then(|| quarter_strength(card, 0)).filter(|ends| !ends.is_empty())
}

/// Returns what bears ahead and astern after the loss of `lost` quarters of the guns: `2+1`.
fn quarter_strength(card: &Card, lost: i32) -> String {
    let (medium, light) = batteries_after(card, lost);
    let remaining = [(medium, card.medium.is_some()), (light, card.light.is_some())];
    let remaining = remaining.into_iter().filter(|(_, fitted)| *fitted);
    remaining.map(|(remaining, _)| to_quarters(remaining * Fraction::new(1, 4))).collect::<Vec<String>>().join("+")
}

/// Adds to the boxes of lost guns what remains ahead and astern, in brackets. [6.4.3]
pub fn add_end_strengths(rows: &mut [BoxRow], card: &Card) {
    for row in rows.iter_mut().filter(|row| row.head == GUNS_LOST) {
        let under = row.labels.iter_mut().zip(1..).take(QUARTERS - 1);
        under.for_each(|(left, lost)| *left = format!("{left} ({})", quarter_strength(card, lost)));
    }
}

const GUNS_LOST: &str = "GUNS LOST";

/// A row of boxes, some crossed off, with words below each.
pub struct Boxes<'a> {
    pub count: usize,
    pub crossed: usize,
    /// Words below each box. Empty for none.
    pub labels: &'a [String],
    pub side: f64,
    /// Distance from the left edge of a box to that of the next.
    pub step: f64,
}

impl Boxes<'_> {
    /// Draws the boxes from an upper left corner.
    pub fn draw(&self, pen: &mut Pen, x: f64, y: f64) {
        self.draw_with(pen, (x, y), Style::new(Cut::Regular, 2.8).ink(SOFT).middle());
    }

    fn draw_with(&self, pen: &mut Pen, (x, y): (f64, f64), style: Style) {
        for index in 0..self.count {
            // Words are centred below a box, and may be wider than it.
            let left = x + self.step * index as f64;
            pen.tick_box((left, y), self.side);
            if index < self.crossed {
                pen.cross((left + self.side / 2.0, y + self.side / 2.0), self.side * 0.42);
            }
            if let Some(words) = self.labels.get(index) {
                let base = y + self.side + style.size;
                pen.fit_words(left + self.side / 2.0, base, style, words, self.step - 0.6);
            }
        }
        if self.count < self.crossed {
            let more = format!("+{}", self.crossed - self.count);
            let style = Style::new(Cut::Bold, 3.6).ink(MARK);
            pen.words(x + self.step * self.count as f64, y + self.side * 0.7, style, &more);
        }
    }
}

/// A figure below its label.
#[derive(Clone)]
pub struct Figure {
    pub label: &'static str,
    pub value: String,
    /// The value after damage, if different.
    pub after_damage: Option<String>,
}

impl Figure {
    pub fn plain(label: &'static str, value: impl ToString) -> Figure {
        Figure { label, value: value.to_string(), after_damage: None }
    }

    /// Returns speed, size, armour and defence of a ship, and its speed after damage.
    pub fn for_ship(card: &Card, speed: Inches, live: Option<&Ship>) -> [Figure; 4] {
        let now = live.map(Ship::speed_allowance).filter(|now| *now != speed).map(|now| format!("{now}\u{2033}"));
        [
            Figure { label: "SPEED", value: format!("{speed}\u{2033}"), after_damage: now },
            Figure::plain("SIZE", gun_and_torpedo(card.size, "")),
            Figure::plain("ARMOUR", gun_and_torpedo(card.armour, "\u{2212}")),
            Figure::plain("DEFENCE", card.defence),
        ]
    }

    /// Returns turn radius and acceleration from a line of the movement chart. [5.5, 5.6]
    pub fn for_movement(line: Option<&Movement>) -> impl Iterator<Item = Figure> {
        let figures = |line: &Movement| [("TURN RADIUS", line.turn_radius), ("GAINS A TURN", line.acceleration)];
        let figures = line.map(figures).into_iter().flatten();
        figures.map(|(label, inches)| Figure::plain(label, format!("{inches}\u{2033}")))
    }
}

/// Draws figures side by side between hairlines.
pub fn draw_figures(pen: &mut Pen, (x, y): (f64, f64), width: f64, size: f64, figures: &[Figure]) {
    let cell = width / figures.len().max(1) as f64;
    for (index, figure) in figures.iter().enumerate() {
        let left = x + cell * index as f64;
        let middle = left + cell / 2.0;
        if 0 < index {
            pen.hairline((left, y + size * 0.15), (left, y + size * 1.75));
        }
        let label = Style { size: (size * 0.48).max(2.5), ..LABEL }.middle();
        pen.fit_words(middle, y + size * 0.5, label, figure.label, cell - 1.2);
        let value = Style::new(Cut::Bold, size).middle();
        match &figure.after_damage {
            None => pen.fit_words(middle, y + size * 1.6, value, &figure.value, cell - 1.6),
            Some(now) => {
                let whole = Style::new(Cut::Regular, size * 0.62).ink(SOFT).middle();
                let (before, after) = (middle - cell * 0.2, middle + cell * 0.18);
                pen.fit_words(before, y + size * 1.5, whole, &figure.value, cell * 0.38);
                let half = pen.width(whole, &figure.value).min(cell * 0.38) / 2.0;
                let across = y + size * 1.29;
                pen.stroke((before - half, across), (before + half, across), 0.35, MARK, None);
                pen.fit_words(after, y + size * 1.6, value.ink(MARK), now, cell * 0.42);
            }
        }
    }
}

/// Draws ranges above their to-hit numbers. Returns the depth.
pub fn draw_bands(
    pen: &mut Pen,
    (x, y): (f64, f64),
    width: f64,
    size: f64,
    heads: (&str, &str),
    bands: &[Band],
) -> f64 {
    let label = Style::new(Cut::Italic, size * 0.59).ink(SOFT);
    let room = pen.width(label, heads.0).max(pen.width(label, heads.1)) + 2.0;
    let cell = (width - room) / bands.len().max(1) as f64;
    let (head, whole) = (size * 0.86, size * 2.15);
    pen.area((x, y), (width, head), 0.0, Some(PALE));
    pen.words(x + 0.6, y + head * 0.73, label, heads.0);
    pen.words(x + 0.6, y + head + size * 0.88, label, heads.1);
    for (index, band) in bands.iter().enumerate() {
        let left = x + room + cell * index as f64;
        pen.hairline((left, y), (left, y + whole));
        let range = Style::new(Cut::Semibold, size * 0.6).middle();
        pen.fit_words(left + cell / 2.0, y + head * 0.73, range, &format!("{}\u{2033}", band.to), cell - 0.8);
        let number = Style::new(Cut::Bold, size).ink(INK).middle();
        pen.fit_words(left + cell / 2.0, y + head + size * 0.98, number, &band.to_hit.to_string(), cell - 0.8);
    }
    pen.stroke((x, y), (x + width, y), 0.2, INK, None);
    pen.stroke((x, y + whole), (x + width, y + whole), 0.2, INK, None);
    whole
}

/// Draws the heading of a part, with a description at its right end.
pub fn draw_heading(pen: &mut Pen, (x, y): (f64, f64), width: f64, title: &str, description: &str) {
    pen.words(x, y, HEAD, title);
    let room = width - pen.width(HEAD, title) - 3.0;
    pen.fit_words(x + width, y, Style::new(Cut::Regular, 3.2).right(), description, room);
}

/// How many boxes of each kind a ship has crossed off. A blank card has none.
pub struct CrossedOff {
    pub flotation: usize,
    pub fires: usize,
    pub quarters: usize,
    pub steering: usize,
    pub bridge: usize,
    pub fire_control: usize,
    pub speed: usize,
}

impl CrossedOff {
    pub fn from_ship(live: Option<&Ship>) -> CrossedOff {
        let number = |hits: i32| usize::try_from(hits).unwrap_or(0);
        CrossedOff {
            flotation: live.map_or(0, |ship| number(ship.flotation_hits())),
            fires: live.map_or(0, Ship::fires),
            quarters: live.map_or(0, |ship| number(ship.gun_quarters_lost())),
            steering: unrepaired_hits(live, |hit| matches!(hit.effect, Harm::Steering { .. })),
            bridge: unrepaired_hits(live, |hit| matches!(hit.effect, Harm::Bridge)),
            fire_control: unrepaired_hits(live, |hit| matches!(hit.effect, Harm::FireControl)),
            speed: unrepaired_hits(live, |hit| matches!(hit.effect, Harm::Speed(_))),
        }
    }
}

fn unrepaired_hits(live: Option<&Ship>, is_counted: impl Fn(&Hit) -> bool) -> usize {
    let hits = live.map_or(&[][..], |ship| &ship.hits);
    hits.iter().filter(|hit| hit.state != HitState::Repaired && is_counted(hit)).count()
}

pub struct BoxRow {
    pub head: &'static str,
    /// Heading for small cards.
    pub short: &'static str,
    pub count: usize,
    pub crossed: usize,
    /// Words below each box. Empty for none.
    pub labels: Vec<String>,
    /// Whether the words are speeds, which small cards show too.
    pub shows_speeds: bool,
}

/// Number of fires that abandon a ship. The third silences it. [8.5.1, 8.5.2]
pub const FIRES: usize = 5;
/// Head of the row with which boxes crossed by special hits begin.
const STEERING: &str = "STEERING";
/// Quarters of the battery points. (T6)
pub const QUARTERS: usize = 4;
/// Largest number of boxes for steps of speed.
const STEPS: i32 = 8;

/// Returns every box of a ship except mounts and torpedoes: what can be hit, and what is recorded about its gunnery.
/// Cards of all sizes use these, so all have the same boxes. A coast battery neither moves nor sinks. [8.2.4, 8.4, 8.5,
/// 8.7, Q51]
pub fn box_rows(card: &Card, table: Option<&DamageTable>, live: Option<&Ship>) -> Vec<BoxRow> {
    let crossed = CrossedOff::from_ship(live);
    let battery = card.kind.is_coast_battery();
    let mut rows = Vec::new();
    if !battery {
        rows.push(BoxRow::new("FLOTATION", "FLOTATION", crossed.flotation, speeds_after(card, "\u{2033}")));
    }
    if card.kind.is_torpedo_craft() {
        return rows;
    }
    let text_of = |left: Fraction, battery: &Option<Battery>| battery.as_ref().map(|_| to_quarters(left));
    let guns_left = |quarters: i32| {
        let (medium, light) = batteries_after(card, quarters);
        let left = [text_of(medium, &card.medium), text_of(light, &card.light)];
        left.into_iter().flatten().collect::<Vec<String>>().join("+")
    };
    if card.medium.is_some() || card.light.is_some() {
        rows.push(BoxRow::new(GUNS_LOST, GUNS_LOST, crossed.quarters, (1..=QUARTERS as i32).map(guns_left).collect()));
    }
    let fires = ["", "", "silent", "silent", "lost"].map(str::to_owned);
    rows.push(BoxRow::new("FIRES", "FIRES", crossed.fires, fires.to_vec()));
    if !battery {
        let speed_left = |steps: i32| (card.speed - speed_loss_per_hit(table) * steps).max(Inches::ZERO);
        let last = (1..STEPS).find(|steps| speed_left(*steps) == Inches::ZERO).unwrap_or(STEPS);
        let after = (1..=last).map(|steps| format!("{}\u{2033}", speed_left(steps)));
        rows.push(BoxRow::new("SPEED LOST", "SPEED", crossed.speed, after.collect()));
    }
    if card.kind.is_large() {
        let until = "until".to_owned();
        rows.push(BoxRow::new(STEERING, "STEER", crossed.steering, vec![until.clone(), until]));
        rows.push(BoxRow::new("BRIDGE", "BRIDGE", crossed.bridge, vec![String::new()]));
    }
    if card.kind.is_large() || battery {
        rows.push(BoxRow::new("FIRE CONTROL", "FC", crossed.fire_control, vec![String::new()]));
    }
    if card.big.is_some() {
        // One for last turn's hits, one for this turn's. [6.5.1.2]
        rows.push(BoxRow::new("ON TARGET", "ON TARGET", 0, vec!["No. ____".to_owned(); 2]));
    }
    rows
}

impl BoxRow {
    fn new(head: &'static str, short: &'static str, crossed: usize, words_below: Vec<String>) -> BoxRow {
        let shows_speeds = words_below.first().is_some_and(|words| words.ends_with('\u{2033}'));
        BoxRow { head, short, count: words_below.len(), crossed, labels: words_below, shows_speeds }
    }

    /// Returns the distance between boxes, and the width of boxes and heading.
    fn widths(&self, pen: &Pen, look: &BoxLayout) -> (f64, f64) {
        // Keep figures with `+` apart from those below the next box.
        let apart = |words: &str| {
            if words.contains('+') && !look.short { look.box_gap + look.size * 0.5 } else { look.box_gap }
        };
        let words = self.labels.iter().map(|words| pen.width(look.words(), words) + apart(words));
        let step = words.fold(look.side + look.box_gap, f64::max);
        (step, (step * self.count as f64).max(pen.width(look.head, self.head(look)) + 1.0))
    }

    /// Returns the extra gap before the row, needed if the words below its first box extend beyond the usual gap.
    fn left_overhang(&self, pen: &Pen, look: &BoxLayout) -> f64 {
        let first = self.labels.first().map_or(0.0, |words| pen.width(look.words(), words));
        ((first - look.side) / 2.0 - look.row_gap).max(0.0)
    }

    fn head(&self, look: &BoxLayout) -> &'static str {
        if look.short { self.short } else { self.head }
    }

    pub fn has_words(&self) -> bool {
        self.labels.iter().any(|words| !words.is_empty())
    }
}

pub struct BoxLayout {
    pub side: f64,
    pub box_gap: f64,
    pub row_gap: f64,
    pub head: Style,
    /// Size of the words below the boxes.
    pub size: f64,
    pub short: bool,
}

impl BoxLayout {
    fn words(&self) -> Style {
        Style::new(Cut::Regular, self.size).ink(SOFT).middle()
    }
}

pub struct LayoutResult {
    pub depth: f64,
    /// Top of the last line, relative to the upper left corner.
    pub last_top: f64,
    /// Right end of the last line, relative to the upper left corner.
    pub last_end: f64,
}

/// Lays rows beside and below each other, each in the first line with room.
pub fn draw_rows(pen: &mut Pen, rows: &[BoxRow], (x, y): (f64, f64), width: f64, look: &BoxLayout) -> LayoutResult {
    let mut lines: Vec<(f64, Vec<&BoxRow>)> = Vec::new();
    let mut full = 0;
    for row in rows {
        let (_, wide) = row.widths(pen, look);
        // On a full-size card, begin a new line here if all rows before fit in one line.
        if row.head == STEERING && !look.short && lines.len() == 1 {
            full = 1;
        }
        let lead = row.left_overhang(pen, look);
        let fits = |line: &(f64, Vec<&BoxRow>)| line.0 + look.row_gap + lead + wide <= width;
        // Use the first line with room, so that the last one leaves most room for hits beside it.
        match lines.iter_mut().skip(full).find(|line| fits(line)) {
            Some((end, line)) => {
                *end += look.row_gap + lead + wide;
                line.push(row);
            }
            None => lines.push((wide, vec![row])),
        }
    }
    let (mut top, mut last) = (y, y);
    for (_, line) in &lines {
        last = top;
        let mut left = x;
        for (index, row) in line.iter().enumerate() {
            let (step, wide) = row.widths(pen, look);
            left += if index == 0 { 0.0 } else { row.left_overhang(pen, look) };
            pen.words(left, top + look.head.size * 0.8, look.head, row.head(look));
            let boxes = Boxes { count: row.count, crossed: row.crossed, labels: &row.labels, side: look.side, step };
            boxes.draw_with(pen, (left, top + look.head.size * 1.15), look.words());
            left += wide + look.row_gap;
        }
        let under = if line.iter().any(|row| row.has_words()) { look.size * 1.15 } else { 0.0 };
        top += look.head.size * 1.15 + look.side + under + look.row_gap * 0.4;
    }
    LayoutResult { depth: top - y, last_top: last - y, last_end: lines.last().map_or(0.0, |(end, _)| *end) }
}

/// Returns the smallest scale at which letters are legible and boxes can be crossed off.
fn least_scale(pen: &Pen, look: &BoxLayout) -> f64 {
    let letters = pen.smallest() / look.head.size.min(look.size);
    letters.max(pen.least_tick() / look.side)
}

pub fn least_depth(pen: &Pen, rows: &[BoxRow], width: f64, look: &BoxLayout) -> f64 {
    let scale = least_scale(pen, look);
    draw_rows(&mut pen.scaled(scale), rows, (0.0, 0.0), width / scale, look).depth * scale
}

/// Lays rows in the middle of a depth, in smaller or larger boxes as the room allows.
pub fn draw_fitted_rows(
    pen: &mut Pen,
    rows: &[BoxRow],
    corner: (f64, f64),
    (width, depth): (f64, f64),
    look: &BoxLayout,
) {
    let depth_at = |scale: f64| draw_rows(&mut pen.scaled(scale), rows, (0.0, 0.0), width / scale, look).depth * scale;
    const SCALES: std::ops::RangeInclusive<i32> = 6..=26;
    let least = least_scale(pen, look);
    let scales = SCALES.rev().map(|step| 0.05 * f64::from(step)).take_while(|scale| least < *scale);
    let scale = scales.into_iter().find(|scale| depth_at(*scale) <= depth).unwrap_or(least);
    let spare = ((depth - depth_at(scale)) / 2.0).max(0.0);
    let mut small = pen.scaled(scale);
    draw_rows(&mut small, rows, (0.0, 0.0), width / scale, look);
    pen.add(small.into_group(corner.0, corner.1 + spare, scale));
}

/// Returns the speed lost by a hit according to the ship's damage table. (T14)
fn speed_loss_per_hit(table: Option<&DamageTable>) -> Inches {
    let effects = table.into_iter().flat_map(|table| &table.rows).flat_map(|row| &row.effects);
    let losses =
        effects.filter_map(|effect| if let DamageEffect::Speed { loss } = effect { Some(*loss) } else { None });
    losses.min().unwrap_or(Inches(50))
}
