//! Draws a division of light ships on one card, one line for each ship. [5.1.1, 6.2.4]
use crate::card::{SIZE, built_as_text, draw_damage_table, draw_factors, name_with_flag};
use crate::parts::{BoxLayout, BoxRow, box_rows, draw_fitted_rows, end_strength, least_depth};
use crate::{
    ASIDE, Boxes, Cut, Figure, HEAD, INK, LABEL, MARK, PAPER, Pen, SOFT, Style, TEXT, draw_bands, draw_figures,
    draw_heading, parts,
};
use naval::model::chart::{DamageTable, Movement};
use naval::model::{BatteryKind, Card, Fate, Hit, Ship, Torpedoes, base::SHARED_BASE_IN};
use show::card::gun_and_torpedo;
use show::lines::{count, navy_name, of_class, type_word};

#[derive(Clone)]
pub struct FlotillaCard<'a> {
    pub name: String,
    pub side: String,
    /// Signalling and initiative, if the division has them. [5.1.3]
    pub ratings: Option<(i32, i32)>,
    /// Factor that always applies to its light guns in this battle. [6.5.7]
    pub light_factor: Option<&'static str>,
    /// Whether the boats share a base. They are then fired at as one target. [5.1.1, 7.4.1]
    pub one_base: bool,
    pub ships: Vec<Boat<'a>>,
    pub movement: Option<&'a Movement>,
    /// Table for effective hits on the ships. [8.3]
    pub table: Option<&'a DamageTable>,
    /// Numbers of the charts needed.
    pub charts: String,
}

impl<'a> FlotillaCard<'a> {
    /// Begins a card of boats that belong to no known division.
    pub fn with_first(
        name: String,
        side: String,
        boat: Boat<'a>,
        (movement, table): (Option<&'a Movement>, Option<&'a DamageTable>),
    ) -> FlotillaCard<'a> {
        let charts = String::new();
        FlotillaCard {
            name,
            side,
            ratings: None,
            light_factor: None,
            one_base: false,
            ships: vec![boat],
            movement,
            table,
            charts,
        }
    }
}

/// A ship of a light division.
#[derive(Clone)]
pub struct Boat<'a> {
    pub card: &'a Card,
    pub ship: Option<&'a Ship>,
    pub number: Option<u8>,
    pub flag: Option<&'static str>,
    /// For an enemy, how it looked when seen.
    pub seen: Option<String>,
}

pub const MAX_SHIPS_PER_CARD: usize = 10;

/// Draws the card of a division from the upper left corner of the pen's area.
pub fn draw_flotilla(pen: &mut Pen, division: &FlotillaCard) {
    let (width, height) = SIZE;
    let Some(first) = division.ships.first() else { return };
    draw_title(pen, division, first.card, width);
    draw_figures(pen, (0.0, 18.8), width, 5.0, &figures(division));
    pen.rule((0.0, 28.8), (width, 28.8), 0.2);
    let bottom = BOTTOM;
    draw_ships(pen, division, (0.0, TOP), width, bottom - TOP);
    pen.rule((0.0, bottom), (width, bottom), 0.2);
    const LEFT: f64 = 90.0;
    let mut y = bottom + 4.4;
    let kinds = torpedoes(division);
    let size = if kinds.len() < 3 { 4.4 } else { 3.0 };
    for (torpedo, carriers) in &kinds {
        let carriers_text = if kinds.len() < 2 { String::new() } else { format!(" ({})", carriers.join(", ")) };
        draw_heading(
            pen,
            (0.0, y),
            LEFT,
            "TORPEDOES",
            &format!("{}, power {}{carriers_text}", parts::torpedo_name(&torpedo.kind), torpedo.power),
        );
        y += 1.6 + draw_bands(pen, (0.0, y + 1.6), LEFT, size, ("run to", "to hit"), &torpedo.bands) + 3.8;
    }
    if y + 8.0 < height {
        pen.words(0.0, y, HEAD, "NOTES");
        pen.ruled_lines((0.0, y + 6.0), LEFT, 6.0, height - 6.0);
    }
    if let Some(table) = division.table {
        draw_damage_table(pen, table, (LEFT + 8.0, bottom + 4.4), width - LEFT - 8.0);
    }
    pen.fit_words(0.0, height - 0.6, Style { size: 2.9, ..ASIDE }, &division.charts, width);
}

/// Returns every kind of torpedo of the division, with the ships that carry it.
fn torpedoes<'a>(division: &'a FlotillaCard) -> Vec<(&'a Torpedoes, Vec<&'a str>)> {
    let mut kinds: Vec<(&Torpedoes, Vec<&str>)> = Vec::new();
    for card in division.ships.iter().map(|ship| ship.card) {
        let Some(torpedo) = &card.torpedo else { continue };
        let is_same = |known: &&mut (&Torpedoes, _)| known.0.bands == torpedo.bands && known.0.power == torpedo.power;
        match kinds.iter_mut().find(is_same) {
            Some((_, carriers)) => carriers.push(&card.name),
            None => kinds.push((torpedo, vec![&card.name])),
        }
    }
    kinds
}

fn draw_title(pen: &mut Pen, division: &FlotillaCard, first: &Card, width: f64) {
    pen.area((width - 18.0, 1.8), (18.0, 12.4), 0.5, None);
    pen.fit_words(width - 9.0, 10.9, Style::new(Cut::Bold, 8.2).middle(), &first.kind.to_string(), 15.0);
    let name = Style::new(Cut::Bold, 9.4);
    pen.fit_words(0.0, 8.6, name, &division.name.to_uppercase(), 126.0);
    let one_class = division.ships.iter().all(|ship| ship.card.class == first.class);
    let class = if one_class { of_class(&first.class) } else { String::new() };
    let ships = count(division.ships.len(), type_word(first.kind));
    let base = if division.one_base { ", on one base" } else { "" };
    let one_kind = division.ships.iter().all(|ship| ship.card.built_as == first.built_as);
    let built = if one_kind { built_as_text(first) } else { String::new() };
    let subtitle = format!("{ships}{class}{built}, {}{base}", navy_name(&first.navy));
    pen.fit_words(0.0, 14.0, Style::new(Cut::Italic, 3.9).ink(SOFT), &subtitle, 126.0);
    pen.fit_words(width - 21.0, 7.4, Style::new(Cut::Semibold, 3.9).right(), &division.side, 50.0);
    if let Some((signalling, initiative)) = division.ratings {
        let ratings = format!("signalling {signalling:+}, initiative {initiative:+}");
        pen.fit_words(width - 21.0, 13.2, Style::new(Cut::Regular, 3.3).ink(SOFT).right(), &ratings, 50.0);
    }
    pen.rule((0.0, 16.6), (width, 16.6), 0.8);
    pen.rule((0.0, 17.7), (width, 17.7), 0.15);
}

/// Returns the figures of the division. Where its ships differ, lists every value.
fn figures(division: &FlotillaCard) -> Vec<Figure> {
    let inch = "\u{2033}";
    let shared_figure = |label, value_of: &dyn Fn(&Card) -> String| {
        let mut values: Vec<String> = division.ships.iter().map(|ship| value_of(ship.card)).collect();
        values.sort();
        values.dedup();
        Figure::plain(label, values.join(", "))
    };
    let mut figures = vec![
        shared_figure("SPEED", &|card| format!("{}{inch}", card.speed)),
        shared_figure("SIZE", &|card| gun_and_torpedo(card.size, "")),
        shared_figure("ARMOUR", &|card| gun_and_torpedo(card.armour, "\u{2212}")),
        shared_figure("DEFENCE", &|card| card.defence.to_string()),
    ];
    if division.ships.iter().any(|ship| !ship.card.kind.is_torpedo_craft()) {
        figures.push(shared_figure("FLOTATION", &|card| card.flotation.to_string()));
    }
    figures.extend(Figure::for_movement(division.movement));
    let own_base = || shared_figure("BASE", &|card| format!("{}{inch}", card.base_length));
    let shared_base = || Figure::plain("BASE", format!("{SHARED_BASE_IN:.1}{inch}"));
    figures.push(if division.one_base { shared_base() } else { own_base() });
    figures
}

/// Headings of the columns and their left edges.
const COLUMNS: [(&str, f64); 6] = [
    ("SHIP", 0.0),
    ("SPEED", 42.0),
    ("DEF.", 53.0),
    ("GUNS A SIDE", 62.0),
    ("FACTORS", 85.0),
    ("WHAT CAN BE HIT", 107.0),
];

fn draw_ships(pen: &mut Pen, division: &FlotillaCard, (x, y): (f64, f64), width: f64, height: f64) {
    for (name, left) in COLUMNS {
        pen.words(x + left, y + 3.2, LABEL, name);
    }
    let row = ((height - HEADS) / division.ships.len().max(1) as f64).min(MAX_LINE_DEPTH);
    for (index, boat) in division.ships.iter().enumerate() {
        let top = y + HEADS + row * index as f64;
        pen.hairline((x, top), (x + width, top));
        draw_ship(pen, division, boat, (x, top), row);
    }
}

fn draw_ship(pen: &mut Pen, division: &FlotillaCard, boat: &Boat, (x, top): (f64, f64), row: f64) {
    let Boat { card, ship: live, number, ref seen, .. } = *boat;
    // Below its figures, a cruiser has a margin for hits. [8.2.4]
    let has_margin = !card.kind.is_torpedo_craft() && seen.is_none() && MARGIN <= row;
    let base = if has_margin { top + 7.0 } else { top + row * 0.5 + 1.4 };
    let mut left = x;
    if let Some(number) = number {
        pen.circle((left + 2.4, base - 1.3), 2.3, 0.0, INK);
        pen.fit_words(left + 2.4, base - 0.2, Style::new(Cut::Bold, 3.1).ink(PAPER).middle(), &number.to_string(), 3.6);
        left += 6.0;
    }
    let is_gone = live.is_some_and(|ship| !matches!(ship.fate, Fate::Fighting | Fate::Waiting { .. }));
    let name = name_with_flag(&card.name, boat.flag);
    let style = Style::new(Cut::Bold, 4.2).ink(if is_gone { MARK } else { INK });
    let room = x + COLUMNS[1].1 - left - 1.5;
    pen.fit_words(left, base, style, &name, room);
    if is_gone {
        let length = pen.width(style, &name).min(room);
        pen.stroke((left, base - 1.3), (left + length, base - 1.3), 0.5, MARK, None);
    }
    let text = Style::new(Cut::Semibold, 3.6);
    let speed = live.map(Ship::speed_allowance).filter(|now| *now != card.speed);
    let ink = if speed.is_some() { MARK } else { INK };
    pen.words(x + COLUMNS[1].1, base, text.ink(ink), &format!("{}\u{2033}", speed.unwrap_or(card.speed)));
    pen.words(x + COLUMNS[2].1, base, text, &card.defence.to_string());
    let mut guns = battery_texts(card, None);
    if let Some((light, times)) =
        guns.iter_mut().find(|gun_text| gun_text.ends_with("light")).zip(division.light_factor)
    {
        *light = format!("{light} {times}");
    }
    // A quarter of a side's strength bears ahead and astern. [6.4.3]
    if seen.is_none() && !card.kind.is_torpedo_craft() && ROOMY <= row {
        guns.extend(end_strength(card).map(|ends| format!("{ends} ahead, astern")));
    }
    let room = COLUMNS[4].1 - COLUMNS[3].1 - 1.5;
    if let [battery] = &guns[..] {
        pen.fit_words(x + COLUMNS[3].1, base, text, battery, room);
    } else {
        let small = Style { size: 3.0, ..text };
        let lines = guns.iter().enumerate();
        lines.for_each(|(line, gun_text)| {
            pen.fit_words(x + COLUMNS[3].1, base - 1.4 + 3.4 * line as f64, small, gun_text, room)
        });
    }
    if let Some(torpedo) = &card.torpedo {
        let spent = live.map_or(0, |ship| torpedo.factors.saturating_sub(ship.torpedoes_left));
        let factors = usize::from(torpedo.factors);
        draw_factor_row(pen, (x + COLUMNS[4].1, base - 1.3), factors, usize::from(spent));
    }
    if let Some(seen) = seen {
        pen.fit_words(x + COLUMNS[5].1, base, Style::new(Cut::Italic, 3.3), seen, 94.0);
        return;
    }
    if has_margin {
        let hits = live.filter(|ship| !ship.hits.is_empty()).map(|ship| hits_line(&ship.hits)).unwrap_or_default();
        let lines = (0..3).map(|line| top + row - 1.6 - 6.0 * f64::from(line)).filter(|y| base + 5.0 < *y);
        let lines: Vec<f64> = lines.collect();
        lines.iter().for_each(|y| pen.hairline((x, *y), (x + COLUMNS[5].1 - 3.0, *y)));
        // The first line has the heading, the others are blank.
        let first = lines.last().copied().unwrap_or(top + row - 1.6) - 0.8;
        pen.words(x, first, LABEL, "HITS");
        pen.fit_words(x + 9.0, first, Style { size: 2.9, ..TEXT }.ink(MARK), &hits, COLUMNS[5].1 - 13.0);
    }
    let mut rows = boat_rows(division, boat, row);
    if let Some(flotation) = rows.first_mut() {
        flotation.crossed = flotation.crossed.max(usize::from(is_gone));
    }
    let left = x + COLUMNS[5].1;
    if let [BoxRow { count: 1, crossed, labels, .. }] = &rows[..] {
        // One box needs no heading. Its label is beside it, so that it stays legible with ten ships.
        let side = (row - 1.6).min(5.0).max(pen.least_tick());
        Boxes { count: 1, crossed: *crossed, labels: &[], side, step: side }.draw(pen, left, top + (row - side) / 2.0);
        pen.words(left + side + 1.6, base, Style { size: 3.0, ..TEXT }.ink(SOFT), &labels.concat());
        return;
    }
    draw_fitted_rows(pen, &rows, (left, top + 0.8), (SIZE.0 - COLUMNS[5].1, row - 1.0), &BOX_LAYOUT);
}

/// Layout of the boxes of a cruiser.
const BOX_LAYOUT: BoxLayout =
    BoxLayout { side: 4.0, box_gap: 1.0, row_gap: 3.0, head: Style { size: 2.5, ..LABEL }, size: 2.5, short: true };

/// Returns the boxes of a ship for this height. Effects of fires and the last steps of speed appear only if legible.
fn boat_rows(division: &FlotillaCard, boat: &Boat, row: f64) -> Vec<BoxRow> {
    let mut rows = box_rows(boat.card, division.table, boat.ship);
    if row < ROOMY {
        rows.iter_mut().filter(|row| row.head == "FIRES").for_each(|row| row.labels.iter_mut().for_each(String::clear));
        for speed in rows.iter_mut().filter(|row| row.head == "SPEED LOST") {
            speed.count = speed.count.min(FEW_STEPS);
            speed.labels.truncate(FEW_STEPS);
        }
    }
    rows
}

/// Top of the lines of ships.
const TOP: f64 = 29.4;
/// Bottom of the lines of ships.
const BOTTOM: f64 = 97.0;
/// Depth of the headings above the lines.
const HEADS: f64 = 4.4;
const MAX_LINE_DEPTH: f64 = 33.0;

/// Returns how many ships of a division fit legibly on a card. `pen` must have the card's scale.
pub fn max_ships_on_card(pen: &Pen, division: &FlotillaCard) -> usize {
    let row_of = |ships: usize| ((BOTTOM - TOP - HEADS) / ships as f64).min(MAX_LINE_DEPTH);
    let fits = |ships: &usize| {
        let row = row_of(*ships);
        division.ships.iter().all(|boat| {
            let boxes = boat_rows(division, boat, row);
            match &boxes[..] {
                [BoxRow { count: 1, .. }] => pen.least_tick() + 0.8 <= row,
                _ => boat.seen.is_some() || least_depth(pen, &boxes, SIZE.0 - COLUMNS[5].1, &BOX_LAYOUT) + 1.0 <= row,
            }
        })
    };
    (1..=division.ships.len().min(MAX_SHIPS_PER_CARD)).rev().find(fits).unwrap_or(1)
}

/// Least height of a cruiser's line with a margin for hits.
const MARGIN: f64 = 13.0;
/// Least height of a cruiser's line with words below its fires.
const ROOMY: f64 = 20.0;
/// Steps of speed shown in a low line. More go into the margin. [5.4]
const FEW_STEPS: usize = 4;

fn hits_line(hits: &[Hit]) -> String {
    show::card::margin_text(hits).lines().next().unwrap_or_default().to_owned()
}

/// Returns the battery strengths by side, with the class, which decides the targets that count half. [1.5, 6.5.7]
fn battery_texts(card: &Card, live: Option<&Ship>) -> Vec<String> {
    let battery_text = |(kind, word): (BatteryKind, &str)| {
        let battery = card.battery(kind)?;
        let left = live.map_or(battery.strength, |ship| ship.battery_strength(kind));
        Some(format!("{} {word}", parts::strength(battery, left)))
    };
    let texts = [(BatteryKind::Medium, "medium"), (BatteryKind::Light, "light")];
    let texts: Vec<String> = texts.into_iter().filter_map(battery_text).collect();
    if texts.is_empty() { vec!["none".to_owned()] } else { texts }
}

/// Returns the batteries in one line.
pub(super) fn batteries_text(card: &Card, live: Option<&Ship>) -> String {
    battery_texts(card, live).join(" + ")
}

/// Draws circles in one row if they are large enough, otherwise in rows of five.
fn draw_factor_row(pen: &mut Pen, (x, y): (f64, f64), count: usize, spent: usize) {
    let room = COLUMNS[5].1 - COLUMNS[4].1;
    let step = (room / count.max(1) as f64).min(4.4);
    if step < pen.least_tick() {
        draw_factors(pen, (x, y - 2.4), count, spent, room);
        return;
    }
    let radius = (step * 0.4).max(pen.least_tick() / 2.0);
    for index in 0..count {
        let centre = (x + 1.9 + step * index as f64, y);
        pen.tick_circle(centre, radius, 0.3);
        if index < spent {
            pen.cross(centre, radius * 0.9);
        }
    }
}
