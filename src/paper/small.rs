//! Cards to be cut out: the figures a player needs in his hand, on a playing card or an index card.
use crate::card::{FIRES, QUARTERS, damage_table, state_words};
use crate::{
    AnyCard, Boats, Boxes, Cut, Face, Figure, HEAD, INK, LABEL, MARK, PAPER, Pen, SOFT, Struck, Style, bands,
    boats::guns, parts, parts::speeds_after, plan, strip,
};
use naval::{BatteryKind, Bearing};
use show::lines::{navy, type_word};

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
    pen.fitted(left, top + 4.2, Style::new(Cut::Bold, 5.0).spaced(0.2), &name.to_uppercase(), room);
    pen.fitted(left, top + 7.6, Style::new(Cut::Italic, 2.6).ink(ink), says, EDGE + width - left);
    pen.rule((EDGE, top + 9.0), (EDGE + width, top + 9.0), 0.5);
}

/// One ship in one column, with or without the plan.
fn ship(pen: &mut Pen, face: &Face, width: f64, height: f64, planned: bool) {
    let card = face.card;
    let class = || (format!("{} class, {}", card.class, navy(&card.navy)), SOFT);
    let (says, ink) = state_words(face.live).unwrap_or_else(class);
    title(pen, &card.name, (&says, ink), &card.kind.to_string(), face.number, width);
    strip(pen, (EDGE, EDGE + 9.6), width, 3.7, &Figure::of_ship(card, card.speed, face.live));
    pen.hair((EDGE, EDGE + 17.0), (EDGE + width, EDGE + 17.0));
    let mut y = EDGE + 20.2;
    let bottom = height - EDGE - 19.5;
    if let Some(big) = &card.big {
        let mounts = |arc| face.live.map_or(card.mounts_bearing(arc), |ship| ship.mounts_bearing(arc)).to_string();
        let mounts = [Bearing::Bow, Bearing::Broadside, Bearing::Stern].map(mounts).join("-");
        line(pen, y, width, "BIG GUNS", &format!("{mounts}, {} in, power {}", big.bore_in, big.power));
        y += 1.2 + bands(pen, (EDGE, y + 1.2), width, 3.0, ("range", "to hit"), &big.bands);
        y += 3.8;
    }
    if planned {
        plan(pen, (EDGE, y - 3.2), (width, 15.0), card, face.live);
        y += 15.4;
    }
    for (name, kind) in [("MEDIUM", BatteryKind::Medium), ("LIGHT", BatteryKind::Light)] {
        if let Some(battery) = card.battery(kind) {
            let left = face.live.map_or(battery.strength, |ship| ship.battery_strength(kind));
            let whole = parts::strength(battery, battery.strength);
            let now = format!(", now {}", parts::strength(battery, left));
            let now = if left < battery.strength { &*now } else { "" };
            line(pen, y, width, name, &format!("{whole}, {} in{now}", battery.bore_in));
            y += 3.7;
        }
    }
    if let Some(torpedo) = card.torpedo.as_ref().filter(|_| y + 3.0 < bottom) {
        let left = face.live.map_or(torpedo.factors, |ship| ship.torpedoes_left);
        let numbers = torpedo.bands.iter().map(|band| format!("{} to {}\u{2033}", band.to_hit, band.to));
        let numbers = numbers.collect::<Vec<String>>().join(", ");
        let says = format!("{left} of {}, power {}: {numbers}", torpedo.factors, torpedo.power);
        line(pen, y, width, "TORPEDOES", &says);
    }
    boxes(pen, face, width, height - EDGE - 18.0);
}

fn line(pen: &mut Pen, y: f64, width: f64, name: &str, says: &str) {
    let head = Style { size: 2.2, ..HEAD };
    pen.words(EDGE, y, head, name);
    let room = width - pen.width(head, name) - 2.0;
    pen.fitted(EDGE + width, y, Style::new(Cut::Semibold, 2.6).right(), says, room);
}

/// Flotation, fires and quarters; for an enemy how she looked.
fn boxes(pen: &mut Pen, face: &Face, width: f64, y: f64) {
    pen.stroke((EDGE, y), (EDGE + width, y), 0.2, INK, None);
    if let Some(sighting) = &face.sighting {
        pen.paragraph(EDGE, y + 3.6, Style::new(Cut::Italic, 2.8), &sighting.says, width);
        return;
    }
    let struck = Struck::of(face.live);
    let label = Style { size: 1.9, ..LABEL };
    let under = speeds_after(face.card, "");
    pen.words(EDGE, y + 2.8, label, "FLOTATION");
    let step = (width * 0.5 / under.len().max(1) as f64).min(5.6);
    let side = 3.6_f64.min(step - 0.6);
    Boxes { of: under.len(), struck: struck.flotation, under: &under, side, step }.draw(pen, EDGE, y + 3.6);
    let left = EDGE + width * 0.55;
    let step = width * 0.45 / FIRES as f64;
    pen.words(left, y + 2.8, label, "FIRES");
    Boxes { of: FIRES, struck: struck.fires, under: &[], side: side.min(step - 0.6), step }.draw(pen, left, y + 3.6);
    if face.card.medium.is_some() || face.card.light.is_some() {
        pen.words(EDGE, y + 14.2, label, "GUNS LOST");
        let boxes = Boxes { of: QUARTERS, struck: struck.quarters, under: &[], side: 3.4, step: 4.6 };
        boxes.draw(pen, EDGE + 13.0, y + 11.6);
    }
    let hits = face.live.map_or(0, |ship| ship.hits.len());
    if 0 < hits {
        let words = if hits == 1 { "1 hit".to_owned() } else { format!("{hits} hits") };
        pen.words(EDGE + width, y + 14.2, Style::new(Cut::Bold, 2.8).ink(MARK).right(), &words);
    }
}

/// The right half of a broad card: her own damage table and the plan.
fn beside(pen: &mut Pen, face: &Face, left: f64, width: f64, height: f64) {
    let design = 66.0;
    let scale = width / design;
    let mut table = Pen::new(pen.letters);
    let deep = face.table.map_or(0.0, |rows| damage_table(&mut table, rows, (0.0, 3.6), design) * scale);
    let room = (height - 2.0 * EDGE - deep) / scale;
    if 18.0 < room {
        plan(&mut table, (0.0, deep / scale + 1.0), (design, room.min(30.0) - 1.0), face.card, face.live);
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
    let row = ((height - EDGE - foot - y) / division.ships.len() as f64).min(6.2);
    for boat in &division.ships {
        pen.hair((EDGE, y), (EDGE + width, y));
        let base = y + row * 0.5 + 1.1;
        pen.fitted(EDGE, base, Style::new(Cut::Semibold, 3.1), &boat.card.name, width * 0.42);
        let factors = boat.card.torpedo.as_ref().map_or(0, |torpedo| usize::from(torpedo.factors));
        let spent = boat.live.map_or(0, |ship| factors.saturating_sub(usize::from(ship.torpedoes_left)));
        for at in 0..factors.min(4) {
            let centre = (EDGE + width * 0.45 + 1.3 + 3.2 * at as f64, base - 1.0);
            pen.circle(centre, 1.25, 0.25, PAPER);
            if at < spent {
                pen.cross(centre, 1.2);
            }
        }
        let of = usize::try_from(boat.card.flotation).unwrap_or(0);
        let sunk = boat.live.is_some_and(|ship| ship.counts_as_sunk());
        let struck = Struck::of(boat.live).flotation.max(usize::from(sunk));
        let side = 2.9_f64.min(row - 0.8);
        let start = EDGE + width - (side + 0.7) * of as f64;
        Boxes { of, struck, under: &[], side, step: side + 0.7 }.draw(pen, start, base - 1.0 - side / 2.0);
        let (full, left) = (guns(boat.card, None), guns(boat.card, boat.live));
        let ink = if left == full { INK } else { MARK };
        let from = EDGE + width * 0.45 + 3.0 + 3.2 * factors.min(4) as f64;
        let style = Style::new(Cut::Regular, 2.6).ink(ink).right();
        pen.fitted(start - 2.0, base, style, &format!("guns {left}"), (start - 2.0 - from).max(1.0));
        y += row;
    }
    if let Some(torpedo) = torpedo {
        bands(pen, (EDGE, height - EDGE - 7.4), width, 3.4, ("run to", "to hit"), &torpedo.bands);
    }
}
