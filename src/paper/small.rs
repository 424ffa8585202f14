//! Cards to be cut out: the figures a player needs in his hand, on a playing card or an index card.
use crate::card::{damage_table, state_words};
use crate::charts::numbers;
use crate::parts::{Look, lay, lay_within, rows};
use crate::{
    AnyCard, Boat, Boats, Boxes, Cut, Face, Figure, HEAD, INK, LABEL, MARK, PAPER, Pen, SOFT, Style, bands,
    boats::guns, parts, plan, strip,
};
use naval::{BatteryKind, Bearing};
use show::lines::{navy, of_class, type_word};

/// White edge inside the cut.
const EDGE: f64 = 3.2;

/// Draws a card of so many millimetres; broad ones have the damage table beside the figures.
pub fn small(pen: &mut Pen, card: &AnyCard, (width, height): (f64, f64)) {
    let inner = width - 2.0 * EDGE;
    match card {
        AnyCard::Boats(division) => flotilla(pen, division, inner, height),
        AnyCard::Ship(face) if height < width => {
            let half = 62.0;
            ship(pen, face, half, height, false);
            let left = EDGE + half + 4.0;
            pen.hair((left - 2.0, EDGE), (left - 2.0, height - EDGE));
            beside(pen, face, left, width - left - EDGE, height);
        }
        AnyCard::Ship(face) => ship(pen, face, inner, height, true),
    }
}

fn title(pen: &mut Pen, name: &str, (says, ink): (&str, &'static str), kind: &str, number: Option<u8>, width: f64) {
    let (top, mut left) = (EDGE, EDGE);
    if let Some(number) = number {
        pen.circle((left + 3.1, top + 3.4), 3.1, 0.0, INK);
        pen.fitted(left + 3.1, top + 4.9, Style::new(Cut::Bold, 4.2).ink(PAPER).middle(), &number.to_string(), 5.0);
        left += 7.6;
    }
    let kind_style = Style::new(Cut::Bold, 4.4);
    let kind_width = pen.width(kind_style, kind);
    pen.words(EDGE + width - kind_width, top + 4.2, kind_style, kind);
    let room = EDGE + width - kind_width - left - 1.6;
    pen.fitted(left, top + 4.2, Style::new(Cut::Bold, 5.0), &name.to_uppercase(), room);
    pen.fitted(left, top + 7.6, Style::new(Cut::Italic, 2.6).ink(ink), says, EDGE + width - left);
    pen.rule((EDGE, top + 9.0), (EDGE + width, top + 9.0), 0.5);
}

/// One ship in one column, with or without the plan.
fn ship(pen: &mut Pen, face: &Face, width: f64, height: f64, planned: bool) {
    let card = face.card;
    let class = || (format!("{}, {}", of_class(&card.class).replacen(" of the ", "", 1), navy(&card.navy)), SOFT);
    let (says, ink) = state_words(face.live).unwrap_or_else(class);
    title(pen, &card.name, (&says, ink), &card.kind.to_string(), face.number, width);
    strip(pen, (EDGE, EDGE + 9.6), width, 3.7, &Figure::of_ship(card, card.speed, face.live));
    pen.hair((EDGE, EDGE + 17.0), (EDGE + width, EDGE + 17.0));
    let mut y = EDGE + 19.6;
    if let Some(big) = &card.big {
        let mounts = |arc| face.live.map_or(card.mounts_bearing(arc), |ship| ship.mounts_bearing(arc)).to_string();
        let mounts = [Bearing::Bow, Bearing::Broadside, Bearing::Stern].map(mounts).join("-");
        line(pen, y, width, "BIG GUNS", &format!("{mounts}, {} in, power {}", big.bore_in, big.power));
        y += 1.0 + bands(pen, (EDGE, y + 1.0), width, 3.6, ("range", "to hit"), &big.bands);
        y += 2.9;
    }
    if planned {
        plan(pen, (EDGE, y - 2.8), (width, 14.4), face);
        y += 14.2;
    }
    for (name, kind) in [("MEDIUM", BatteryKind::Medium), ("LIGHT", BatteryKind::Light)] {
        if let Some(battery) = card.battery(kind) {
            let left = face.live.map_or(battery.strength, |ship| ship.battery_strength(kind));
            let whole = parts::strength(battery, battery.strength);
            let now = format!(", now {}", parts::strength(battery, left));
            let now = if left < battery.strength { &*now } else { "" };
            line(pen, y, width, name, &format!("{whole}, {} in{now}", battery.bore_in));
            y += 3.3;
        }
    }
    if let Some(torpedo) = &card.torpedo {
        let spent = face.live.map_or(0, |ship| torpedo.factors.saturating_sub(ship.torpedoes_left));
        let bands = face.torpedo_bands();
        let numbers = bands.iter().map(|band| format!("{} to {}\u{2033}", band.to_hit, band.to));
        let says = format!("power {}: {}", torpedo.power, numbers.collect::<Vec<String>>().join(", "));
        let head = Style { size: 2.2, ..HEAD };
        pen.words(EDGE, y, head, "TORP.");
        let left = EDGE + pen.width(head, "TORP.") + 1.2;
        let end = circles(pen, (left, y - 0.8), usize::from(torpedo.factors), usize::from(spent));
        pen.fitted(EDGE + width, y, Style::new(Cut::Semibold, 2.6).right(), &says, EDGE + width - end - 1.0);
    }
    pen.fitted(EDGE + width, height - EDGE - BOXES - 1.0, CHARTS, &numbers(&face.charts), width);
    boxes(pen, face, width, height - EDGE - BOXES);
}

/// The numbers of the charts.
const CHARTS: Style = Style::new(Cut::Italic, 2.15).ink(SOFT).right();

/// How deep the boxes of a small card are.
const BOXES: f64 = 25.0;
/// Room for a torpedo factor.
const CIRCLE: f64 = 2.9;

/// A circle for each torpedo factor, in one row; answers where they end.
fn circles(pen: &mut Pen, (x, y): (f64, f64), of: usize, spent: usize) -> f64 {
    for at in 0..of {
        let centre = (x + CIRCLE * (at as f64 + 0.5), y);
        pen.circle(centre, CIRCLE * 0.41, 0.25, PAPER);
        if at < spent {
            pen.cross(centre, CIRCLE * 0.38);
        }
    }
    x + CIRCLE * of as f64
}

fn line(pen: &mut Pen, y: f64, width: f64, name: &str, says: &str) {
    let head = Style { size: 2.2, ..HEAD };
    pen.words(EDGE, y, head, name);
    let room = width - pen.width(head, name) - 2.0;
    pen.fitted(EDGE + width, y, Style::new(Cut::Semibold, 2.6).right(), says, room);
}

/// How the boxes of a small card look.
const LOOK: Look =
    Look { side: 3.3, apart: 0.7, gap: 2.2, head: Style { size: 2.12, ..LABEL }, size: 2.12, short: true };

/// Every box that the full card has; for an enemy how she looked.
fn boxes(pen: &mut Pen, face: &Face, width: f64, y: f64) {
    pen.stroke((EDGE, y), (EDGE + width, y), 0.2, INK, None);
    if let Some(sighting) = &face.sighting {
        pen.paragraph(EDGE, y + 3.6, Style::new(Cut::Italic, 2.8), &sighting.says, width);
        return;
    }
    let mut rows = rows(face.card, face.table, face.live);
    plain(&mut rows);
    let deep = lay(pen, &rows, (EDGE, y + 0.6), width, &LOOK).deep;
    let hits = face.live.map_or(0, |ship| ship.hits.len());
    if 0 < hits && deep + 1.0 < BOXES {
        let words = if hits == 1 { "1 hit".to_owned() } else { format!("{hits} hits") };
        pen.words(EDGE + width, y + BOXES, Style::new(Cut::Bold, 2.6).ink(MARK).right(), &words);
    }
}

/// Under the boxes stand speeds alone, and rows with words come first.
fn plain(rows: &mut [parts::Row]) {
    rows.iter_mut().filter(|row| !row.counts).for_each(|row| row.under.iter_mut().for_each(String::clear));
    rows.sort_by_key(|row| !row.has_words());
}

/// The right half of a broad card: her own damage table and the plan.
fn beside(pen: &mut Pen, face: &Face, left: f64, width: f64, height: f64) {
    let design = 66.0;
    let scale = width / design;
    let mut table = Pen::new(pen.letters);
    let deep = face.table.map_or(0.0, |rows| damage_table(&mut table, rows, (0.0, 3.6), design) * scale);
    let room = (height - 2.0 * EDGE - deep) / scale;
    if 18.0 < room {
        plan(&mut table, (0.0, deep / scale + 1.0), (design, room.min(30.0) - 1.0), face);
    }
    pen.add(table.placed(left, EDGE, scale));
}

/// A light division, a line to a ship.
fn flotilla(pen: &mut Pen, division: &Boats, width: f64, height: f64) {
    let Some(first) = division.ships.first() else { return };
    let torpedo = division.ships.iter().find_map(|ship| ship.card.torpedo.as_ref());
    let power = torpedo.map(|torpedo| format!("; torpedoes of power {}", torpedo.power)).unwrap_or_default();
    let says = format!("{}, {}{power}", division.side, type_word(first.card.kind));
    title(pen, &division.name, (&says, SOFT), &first.card.kind.to_string(), None, width);
    let slowest = division.ships.iter().map(|ship| ship.card.speed).min().unwrap_or(first.card.speed);
    strip(pen, (EDGE, EDGE + 9.6), width, 3.7, &Figure::of_ship(first.card, slowest, None));
    let mut y = EDGE + 17.4;
    let foot = if torpedo.is_some() { 9.6 } else { 0.0 };
    let row = ((height - EDGE - foot - y) / division.ships.len() as f64).min(17.0);
    for boat in &division.ships {
        pen.hair((EDGE, y), (EDGE + width, y));
        boat_row(pen, division, boat, (y, row), width);
        y += row;
    }
    pen.fitted(EDGE + width, height - 0.9, CHARTS, &numbers(&division.charts), width);
    if let Some(torpedo) = torpedo {
        bands(pen, (EDGE, height - EDGE - 7.4), width, 3.4, ("run to", "to hit"), &torpedo.bands);
    }
}

/// A boat in one line; a cruiser with her boxes under it.
fn boat_row(pen: &mut Pen, division: &Boats, boat: &Boat, (y, row): (f64, f64), width: f64) {
    let craft = boat.card.kind.is_torpedo_craft();
    let base = if craft { y + row.min(7.0) * 0.5 + 1.1 } else { y + 3.6 };
    pen.fitted(EDGE, base, Style::new(Cut::Semibold, 3.1), &boat.card.name, width * 0.38);
    let factors = boat.card.torpedo.as_ref().map_or(0, |torpedo| usize::from(torpedo.factors));
    let spent = boat.live.map_or(0, |ship| factors.saturating_sub(usize::from(ship.torpedoes_left)));
    let end = circles(pen, (EDGE + width * 0.4, base - 1.0), factors, spent);
    let (full, left) = (guns(boat.card, None), guns(boat.card, boat.live));
    let style = Style::new(Cut::Regular, 2.6).ink(if left == full { INK } else { MARK }).right();
    let mut boxes = rows(boat.card, division.table, boat.live);
    if let (true, Some(flotation)) = (craft, boxes.first()) {
        let sunk = boat.live.is_some_and(|ship| ship.counts_as_sunk());
        let (side, of) = (2.9_f64.min(row - 0.8), flotation.of);
        let start = EDGE + width - (side + 0.7) * of as f64;
        let struck = flotation.struck.max(usize::from(sunk));
        Boxes { of, struck, under: &[], side, step: side + 0.7 }.draw(pen, start, base - 1.0 - side / 2.0);
        pen.fitted(start - 1.0, base, style, &format!("guns {left}"), (start - 2.0 - end).max(1.0));
        return;
    }
    pen.fitted(EDGE + width, base, style, &format!("guns {left}"), (EDGE + width - 1.0 - end).max(1.0));
    plain(&mut boxes);
    lay_within(pen, &boxes, (EDGE, y + 4.6), (width, row - 4.8), &LOOK);
}
