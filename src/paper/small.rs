//! Draws cards to cut out: the figures a player needs, on a playing card or index card.
use crate::card::{draw_damage_table, state_words};
use crate::charts::chart_numbers;
use crate::parts::{BoxLayout, BoxRow, box_rows, draw_fitted_rows, draw_rows, least_depth};
use crate::pen::without_brackets;
use crate::{
    Boat, Boxes, Cut, DeckCard, Face, Figure, FlotillaCard, HEAD, INK, LABEL, MARK, PAPER, Pen, SOFT, Style,
    boats::{MAX_SHIPS_PER_CARD, batteries_text},
    draw_bands, draw_figures, draw_plan, parts,
};
use naval::model::{BatteryKind, Bearing};
use show::lines::{count, navy_name, of_class, type_word};

/// White edge inside the cut.
const EDGE: f64 = 3.2;

/// Draws a card of this size in millimetres. A landscape card has the damage table beside the figures.
pub fn draw_small_card(pen: &mut Pen, card: &DeckCard, (width, height): (f64, f64)) {
    let inner = width - 2.0 * EDGE;
    match card {
        DeckCard::Boats(division) => draw_flotilla(pen, division, inner, height),
        DeckCard::Ship(face) if height < width => {
            let half = 62.0;
            draw_ship(pen, face, half, height, false);
            let left = EDGE + half + 4.0;
            pen.hairline((left - 2.0, EDGE), (left - 2.0, height - EDGE));
            draw_right_half(pen, face, left, width - left - EDGE, height);
        }
        DeckCard::Ship(face) => draw_ship(pen, face, inner, height, true),
    }
}

fn draw_title(
    pen: &mut Pen,
    name: &str,
    (subtitle, ink): (&str, &'static str),
    kind: &str,
    number: Option<u8>,
    width: f64,
) {
    let (top, mut left) = (EDGE, EDGE);
    if let Some(number) = number {
        pen.circle((left + 3.1, top + 3.4), 3.1, 0.0, INK);
        pen.fit_words(left + 3.1, top + 4.9, Style::new(Cut::Bold, 4.2).ink(PAPER).middle(), &number.to_string(), 5.0);
        left += 7.6;
    }
    let kind_style = Style::new(Cut::Bold, 4.4);
    let kind_width = pen.width(kind_style, kind);
    pen.words(EDGE + width - kind_width, top + 4.2, kind_style, kind);
    let room = EDGE + width - kind_width - left - 1.6;
    let bold = Style::new(Cut::Bold, 5.0);
    pen.fit_words(left, top + 4.2, bold, &pen.fitting_name(bold, name, room), room);
    let (style, room) = (Style::new(Cut::Italic, 2.6).ink(ink), EDGE + width - left);
    let subtitle = if pen.fits(style, subtitle, room) { subtitle.to_owned() } else { without_brackets(subtitle) };
    pen.fit_words(left, top + 7.6, style, &subtitle, room);
    pen.rule((EDGE, top + 9.0), (EDGE + width, top + 9.0), 0.5);
}

/// Draws a ship in one column, with the plan if `with_plan`.
fn draw_ship(pen: &mut Pen, face: &Face, width: f64, height: f64, with_plan: bool) {
    let card = face.card;
    let class = || (format!("{}, {}", of_class(&card.class).replacen(" of the ", "", 1), navy_name(&card.navy)), SOFT);
    let (text, ink) = state_words(face.ship).unwrap_or_else(class);
    draw_title(pen, &card.name, (&text, ink), &card.kind.to_string(), face.number, width);
    draw_figures(pen, (EDGE, EDGE + 9.6), width, 3.7, &Figure::for_ship(card, card.speed, face.ship));
    pen.hairline((EDGE, EDGE + 17.0), (EDGE + width, EDGE + 17.0));
    let mut y = EDGE + 19.6;
    if let Some(big) = &card.big {
        let mounts = |arc| face.ship.map_or(card.mounts_bearing(arc), |ship| ship.mounts_bearing(arc)).to_string();
        let mounts = [Bearing::Bow, Bearing::Broadside, Bearing::Stern].map(mounts).join("-");
        draw_line(pen, y, width, "BIG GUNS", &format!("{mounts}, {} in, power {}", big.bore_in, big.power));
        y += 1.0 + draw_bands(pen, (EDGE, y + 1.0), width, 3.6, ("range", "to hit"), &big.bands);
        y += 2.9;
    }
    if with_plan {
        draw_plan(pen, (EDGE, y - 2.8), (width, 14.4), face);
        y += 14.2;
    }
    for (name, kind) in [("MEDIUM", BatteryKind::Medium), ("LIGHT", BatteryKind::Light)] {
        if let Some(battery) = card.battery(kind) {
            let left = face.ship.map_or(battery.strength, |ship| ship.battery_strength(kind));
            let whole = parts::strength(battery, battery.strength);
            let now = format!(", now {}", parts::strength(battery, left));
            let now = if left < battery.strength { &*now } else { "" };
            let note =
                face.notes.iter().find(|(battery_kind, _)| *battery_kind == kind).map(|(_, note)| format!(", {note}"));
            let text = format!("{whole}, {} in{now}{}", battery.bore_in, note.unwrap_or_default());
            draw_line(pen, y, width, name, &text);
            y += 3.3;
        }
    }
    if let Some(torpedo) = &card.torpedo {
        let spent = face.ship.map_or(0, |ship| torpedo.factors.saturating_sub(ship.torpedoes_left));
        let bands = card.torpedo_bands(face.attack_bands);
        let numbers = bands.iter().map(|band| format!("{} to {}\u{2033}", band.to_hit, band.to));
        let text = format!("power {}: {}", torpedo.power, numbers.collect::<Vec<String>>().join(", "));
        let head = Style { size: 2.2, ..HEAD };
        pen.words(EDGE, y, head, "TORP.");
        let left = EDGE + pen.width(head, "TORP.") + 1.2;
        let end = draw_circles(pen, (left, y - 0.8), usize::from(torpedo.factors), usize::from(spent));
        pen.fit_words(EDGE + width, y, Style::new(Cut::Semibold, 2.6).right(), &text, EDGE + width - end - 1.0);
    }
    pen.fit_words(EDGE + width, height - EDGE - BOXES - 1.0, CHARTS, &chart_numbers(&face.charts), width);
    draw_boxes(pen, face, width, height - EDGE - BOXES);
}

/// Style of the chart numbers.
const CHARTS: Style = Style::new(Cut::Italic, 2.15).ink(SOFT).right();

/// Depth of the boxes of a small card.
const BOXES: f64 = 25.0;
/// Width for a torpedo factor.
const CIRCLE: f64 = 3.5;

/// Draws a circle for each torpedo factor, in one row. Returns its right end.
fn draw_circles(pen: &mut Pen, (x, y): (f64, f64), count: usize, spent: usize) -> f64 {
    for index in 0..count {
        let centre = (x + CIRCLE * (index as f64 + 0.5), y);
        pen.tick_circle(centre, (CIRCLE * 0.41).max(pen.least_tick() / 2.0), 0.25);
        if index < spent {
            pen.cross(centre, CIRCLE * 0.38);
        }
    }
    x + CIRCLE * count as f64
}

fn draw_line(pen: &mut Pen, y: f64, width: f64, name: &str, text: &str) {
    let head = Style { size: 2.2, ..HEAD };
    pen.words(EDGE, y, head, name);
    let room = width - pen.width(head, name) - 2.0;
    pen.fit_words(EDGE + width, y, Style::new(Cut::Semibold, 2.6).right(), text, room);
}

const BOX_LAYOUT: BoxLayout =
    BoxLayout { side: 3.3, box_gap: 0.7, row_gap: 2.2, head: Style { size: 2.12, ..LABEL }, size: 2.12, short: true };

/// Draws the same boxes as the full card, or, for an enemy, how it looked.
fn draw_boxes(pen: &mut Pen, face: &Face, width: f64, y: f64) {
    pen.stroke((EDGE, y), (EDGE + width, y), 0.2, INK, None);
    if let Some(sighting) = &face.sighting {
        pen.paragraph(EDGE, y + 3.6, Style::new(Cut::Italic, 2.8), &sighting.description, width);
        return;
    }
    let mut rows = box_rows(face.card, face.table, face.ship);
    keep_speeds_only(&mut rows);
    let depth = draw_rows(pen, &rows, (EDGE, y + 0.6), width, &BOX_LAYOUT).depth;
    let hits = face.ship.map_or(0, |ship| ship.hits.len());
    if 0 < hits && depth + 1.0 < BOXES {
        let words = count(hits, "damage mark");
        pen.words(EDGE + width, y + BOXES, Style::new(Cut::Bold, 2.6).ink(MARK).right(), &words);
    }
}

/// Removes all words but speeds, and puts rows with words first.
fn keep_speeds_only(rows: &mut [parts::BoxRow]) {
    rows.iter_mut().filter(|row| !row.shows_speeds).for_each(|row| row.labels.iter_mut().for_each(String::clear));
    rows.sort_by_key(|row| !row.has_words());
}

/// Draws the right half of a landscape card: the ship's damage table and the plan.
fn draw_right_half(pen: &mut Pen, face: &Face, left: f64, width: f64, height: f64) {
    let design = 66.0;
    let scale = width / design;
    let mut table = pen.scaled(scale);
    let depth = face.table.map_or(0.0, |rows| draw_damage_table(&mut table, rows, (0.0, 3.6), design) * scale);
    let room = (height - 2.0 * EDGE - depth) / scale;
    if 18.0 < room {
        draw_plan(&mut table, (0.0, depth / scale + 1.0), (design, room.min(30.0) - 1.0), face);
    }
    pen.add(table.into_group(left, EDGE, scale));
}

/// Draws a light division, one line for each ship.
fn draw_flotilla(pen: &mut Pen, division: &FlotillaCard, width: f64, height: f64) {
    let Some(first) = division.ships.first() else { return };
    let torpedo = division.ships.iter().find_map(|ship| ship.card.torpedo.as_ref());
    let power = torpedo.map(|torpedo| format!(", torpedoes of power {}", torpedo.power)).unwrap_or_default();
    let subtitle = format!("{}, {}{power}", division.side, type_word(first.card.kind));
    draw_title(pen, &division.name, (&subtitle, SOFT), &first.card.kind.to_string(), None, width);
    let slowest = division.ships.iter().map(|ship| ship.card.speed).min().unwrap_or(first.card.speed);
    draw_figures(pen, (EDGE, EDGE + 9.6), width, 3.7, &Figure::for_ship(first.card, slowest, None));
    let mut y = TOP;
    let row = line_height(division, height, division.ships.len());
    for boat in &division.ships {
        pen.hairline((EDGE, y), (EDGE + width, y));
        draw_boat(pen, division, boat, (y, row), width);
        y += row;
    }
    pen.fit_words(EDGE + width, height - 0.9, CHARTS, &chart_numbers(&division.charts), width);
    if let Some(torpedo) = torpedo {
        draw_bands(pen, (EDGE, height - EDGE - 7.4), width, 3.6, ("run to", "to hit"), &torpedo.bands);
    }
}

/// Top of the lines of ships.
const TOP: f64 = EDGE + 17.4;

/// Returns the height of a line if a card of this height holds this many ships.
fn line_height(division: &FlotillaCard, height: f64, ships: usize) -> f64 {
    let foot = if division.ships.iter().any(|ship| ship.card.torpedo.is_some()) { 9.8 } else { 0.0 };
    let has_cruisers = division.ships.iter().any(|ship| !ship.card.kind.is_torpedo_craft());
    let most = if has_cruisers { 33.0 } else { 17.0 };
    ((height - EDGE - foot - TOP) / ships.max(1) as f64).min(most)
}

/// Returns how many ships fit so that all can be read and crossed off. `pen` must have the card's scale.
pub fn max_ships_on_card(pen: &Pen, division: &FlotillaCard, (width, height): (f64, f64)) -> usize {
    let inner = width - 2.0 * EDGE;
    let needed = |boat: &Boat| {
        if boat.card.kind.is_torpedo_craft() {
            return if in_one_line(pen, boat, inner) { ONE_LINE } else { TWO_LINES };
        }
        HEAD_OF_BOXES + least_depth(pen, &plain_rows(division, boat), inner, &BOX_LAYOUT)
    };
    let fits = |ships: &usize| division.ships.iter().all(|boat| needed(boat) <= line_height(division, height, *ships));
    (1..=division.ships.len().min(MAX_SHIPS_PER_CARD)).rev().find(fits).unwrap_or(1)
}

/// Least height of a boat with factors and guns beside its name.
const ONE_LINE: f64 = 4.2;
/// Least height of a boat with factors and guns below its name.
const TWO_LINES: f64 = 8.0;
/// Height of the text above a cruiser's boxes.
const HEAD_OF_BOXES: f64 = 4.8;

const GUNS: Style = Style::new(Cut::Regular, 2.6);

const NAME: Style = Style::new(Cut::Semibold, 3.1);
/// Share of the width for a boat's name beside factors and guns.
const NAME_SHARE: f64 = 0.38;

/// Whether a boat's name fits before its factors, and its guns between these and its box.
fn in_one_line(pen: &Pen, boat: &Boat, width: f64) -> bool {
    let factors = boat.card.torpedo.as_ref().map_or(0, |torpedo| usize::from(torpedo.factors));
    let room = width * 0.6 - CIRCLE * factors as f64 - BOX - 2.7;
    pen.fits(NAME, &boat.card.name, width * NAME_SHARE)
        && pen.fits(GUNS, &format!("guns {}", batteries_text(boat.card, None)), room)
}

/// Side of a boat's box.
const BOX: f64 = 3.2;

/// Returns the boxes of a cruiser for a small card.
fn plain_rows(division: &FlotillaCard, boat: &Boat) -> Vec<BoxRow> {
    let mut boxes = box_rows(boat.card, division.table, boat.ship);
    keep_speeds_only(&mut boxes);
    boxes
}

/// Draws a boat in one line or two, or a cruiser with its boxes below.
fn draw_boat(pen: &mut Pen, division: &FlotillaCard, boat: &Boat, (y, row): (f64, f64), width: f64) {
    let is_boat = boat.card.kind.is_torpedo_craft();
    let one_line = !is_boat || in_one_line(pen, boat, width);
    let base = match (is_boat, one_line) {
        (true, true) => y + row.min(7.0) * 0.5 + 1.1,
        (true, false) => y + (row.min(10.0) - TWO_LINES) * 0.5 + 3.4,
        (false, _) => y + 3.6,
    };
    let name = NAME.ink(state_words(boat.ship).map_or(INK, |(_, ink)| ink));
    pen.fit_words(EDGE, base, name, &boat.card.name, if one_line { width * NAME_SHARE } else { width - BOX - 1.0 });
    let factors = boat.card.torpedo.as_ref().map_or(0, |torpedo| usize::from(torpedo.factors));
    let spent = boat.ship.map_or(0, |ship| factors.saturating_sub(usize::from(ship.torpedoes_left)));
    let (left, line) = if one_line { (EDGE + width * 0.4, base) } else { (EDGE, base + 3.8) };
    let end = draw_circles(pen, (left, line - 1.0), factors, spent);
    let (full_guns, guns_left) = (batteries_text(boat.card, None), batteries_text(boat.card, boat.ship));
    let style = GUNS.ink(if guns_left == full_guns { INK } else { MARK }).right();
    let guns = format!("guns {guns_left}");
    if !is_boat {
        pen.fit_words(EDGE + width, base, style, &guns, EDGE + width - 1.0 - end);
        let depth = row - HEAD_OF_BOXES;
        draw_fitted_rows(
            pen,
            &plain_rows(division, boat),
            (EDGE, y + HEAD_OF_BOXES - 0.2),
            (width, depth),
            &BOX_LAYOUT,
        );
        return;
    }
    let flotation = plain_rows(division, boat).into_iter().next();
    let (boxes, crossed) = flotation.map_or((1, 0), |row| (row.count, row.crossed));
    let crossed = crossed.max(usize::from(boat.ship.is_some_and(|ship| ship.counts_as_sunk())));
    let start = EDGE + width - BOX - (BOX + 0.7) * boxes.saturating_sub(1) as f64;
    Boxes { count: boxes, crossed, labels: &[], side: BOX, step: BOX + 0.7 }.draw(pen, start, base - 1.0 - BOX / 2.0);
    let right = if one_line { start - 1.0 } else { EDGE + width };
    pen.fit_words(right, line, style, &guns, right - 1.0 - end);
}
