//! Draws the ship data card at full size. [6.2.4]
use crate::parts::{BoxLayout, box_rows, draw_rows};
use crate::plan::legend;
use crate::{
    ASIDE, Cut, Face, Figure, HEAD, INK, LABEL, MARK, PALE, PAPER, Pen, SOFT, SightingReport, Style, TEXT, draw_bands,
    draw_figures, draw_heading, draw_plan, parts,
};
use naval::model::{Battery, BatteryKind, Card, Fate, Ship, ShipType, chart::DamageTable};
use naval::rules::special::NEVER_ENTERS;
use show::card::margin_text;
use show::chart::table_rows;
use show::lines::{capital, navy_name, of_class, type_word};

/// Design size of a card. It is scaled for printing.
pub const SIZE: (f64, f64) = (200.0, 139.0);

/// Draws a card from the upper left corner of the pen's area.
pub fn draw_card(pen: &mut Pen, face: &Face) {
    let (width, height) = SIZE;
    draw_title(pen, face, width);
    draw_figures(pen, (0.0, 18.8), width, 5.6, &card_figures(face));
    pen.rule((0.0, 29.8), (width, 29.8), 0.2);
    const LEFT: f64 = 122.0;
    const RIGHT: f64 = 128.0;
    let mut y = 34.4;
    if let Some(big) = &face.card.big {
        draw_heading(pen, (0.0, y), LEFT, "BIG GUNS", &format!("{}, power {}", big.gun, big.power));
        y += 1.8;
        y += draw_bands(pen, (0.0, y), LEFT, 5.0, ("range to", "to hit"), &big.bands);
        draw_plan(pen, (0.0, y + 1.2), (LEFT, 31.0), face);
        y += 39.4;
    } else {
        draw_plan(pen, (0.0, y + 4.0), (LEFT, 34.0), face);
        y += 50.0;
    }
    draw_batteries(pen, face, (0.0, y), LEFT);
    pen.hairline((125.0, 32.4), (125.0, 94.4));
    let mut y = 34.4;
    if let Some(table) = face.table {
        y = draw_damage_table(pen, table, (RIGHT, y), width - RIGHT) + 2.4;
    } else {
        pen.words(RIGHT, y, HEAD, "NOTES");
        pen.ruled_lines((RIGHT, y + 7.0), width - RIGHT, 6.0, 70.0);
    }
    draw_torpedoes(pen, face, (RIGHT, y.max(74.0)), width - RIGHT);
    pen.rule((0.0, BOXES_TOP), (width, BOXES_TOP), 0.2);
    match &face.sighting {
        None => draw_damage_boxes(pen, face, width, height),
        Some(sighting) => draw_sighting(pen, sighting, BOXES_TOP, width, height - 6.0),
    }
    draw_foot(pen, face, width, height - 0.6);
}

/// Prints the charts needed, and the program's names of the mounts if there is room.
fn draw_foot(pen: &mut Pen, face: &Face, width: f64, y: f64) {
    const SMALLEST: f64 = 2.3;
    let style = Style { size: 2.9, ..ASIDE };
    pen.fit_words(0.0, y, style, &face.charts, width);
    let mounts = legend(face.card);
    let room = width - pen.width(style, &face.charts) - 6.0;
    if !mounts.is_empty() && pen.width(Style { size: SMALLEST, ..ASIDE }, &mounts) <= room {
        pen.fit_words(width, y, style.right(), &mounts, room);
    }
}

const BOXES_TOP: f64 = 95.6;

/// Draws what was seen of an enemy, and room to count hits on it.
fn draw_sighting(pen: &mut Pen, sighting: &SightingReport, y: f64, width: f64, height: f64) {
    let source = format!("known to {}. The figures above are from the yearbooks", sighting.side);
    draw_heading(pen, (0.0, y + 4.8), width, "AS SEEN", &source);
    pen.paragraph(0.0, y + 10.0, TEXT, &sighting.description, width);
    let mut line = y + 19.0;
    pen.words(0.0, line - 1.0, HEAD, "HITS COUNTED");
    while line + 5.0 <= height {
        line += 5.4;
        pen.hairline((0.0, line), (width, line));
    }
}

/// Returns `, built as gunboat` if the type does not show it. [1.4]
pub fn built_as_text(card: &Card) -> String {
    card.built_as.as_ref().map(|what| format!(", built as {what}")).unwrap_or_default()
}

/// Draws number, name, type and owner, above a thick and a thin line.
pub fn draw_title(pen: &mut Pen, face: &Face, width: f64) {
    let card = face.card;
    let mut left = 0.0;
    if let Some(number) = face.number {
        pen.circle((6.2, 8.0), 6.2, 0.0, INK);
        pen.fit_words(6.2, 10.9, Style::new(Cut::Bold, 8.2).ink(PAPER).middle(), &number.to_string(), 9.6);
        left = 15.6;
    }
    let kind = card.kind.to_string();
    pen.area((width - 18.0, 1.8), (18.0, 12.4), 0.5, None);
    pen.fit_words(width - 9.0, 10.9, Style::new(Cut::Bold, 8.2).middle(), &kind, 15.0);
    let name = Style::new(Cut::Bold, 9.4);
    pen.fit_words(left, 8.6, name, &card.name.to_uppercase(), 120.0 - left);
    pen.fit_words(left, 14.0, Style::new(Cut::Italic, 3.9).ink(SOFT), &class_line(card), 126.0 - left);
    pen.fit_words(width - 21.0, 7.4, Style::new(Cut::Semibold, 3.9).right(), &face.division, 56.0);
    if let Some((words, ink)) = state_words(face.ship) {
        pen.fit_words(width - 21.0, 13.6, Style::new(Cut::Bold, 4.2).ink(ink).right(), &words, 48.0);
    }
    pen.rule((0.0, 16.6), (width, 16.6), 0.8);
    pen.rule((0.0, 17.7), (width, 17.7), 0.15);
}

/// Returns type, class, navy and year. A merchantman has no class or navy, and a coast battery has a place as class.
fn class_line(card: &Card) -> String {
    let completed = card.completed.map(|day| format!(", completed {}", day.format("%Y"))).unwrap_or_default();
    let kind = capital(type_word(card.kind));
    if card.kind == ShipType::MM {
        let mut letters = card.class.chars();
        let first = letters.next().map(char::to_lowercase).into_iter().flatten();
        return format!("{kind}: {}{completed}", first.chain(letters).collect::<String>());
    }
    let class = if card.kind.is_coast_battery() {
        let place = card.class.strip_prefix(&card.name).unwrap_or(&card.class).trim_start_matches([',', ' ']);
        let separator = match place.chars().next() {
            None => "",
            Some('(') => " ",
            Some(_) => ", ",
        };
        format!("{separator}{place}")
    } else {
        of_class(&card.class)
    };
    format!("{kind}{class}{}, {}{completed}", built_as_text(card), navy_name(&card.navy))
}

/// Returns why the ship is not in action, if so, and the colour of these words.
pub fn state_words(live: Option<&Ship>) -> Option<(String, &'static str)> {
    let words = match &live?.fate {
        Fate::Fighting => return None,
        Fate::Sinking => "SINKING".to_owned(),
        Fate::Exploded => "EXPLODED".to_owned(),
        Fate::Sunk => "SUNK".to_owned(),
        Fate::Abandoned => "ABANDONED".to_owned(),
        Fate::Exited { .. } => "LEFT THE TABLE".to_owned(),
        Fate::Waiting { enters_turn: NEVER_ENTERS } => return Some(("stays away".to_owned(), SOFT)),
        Fate::Waiting { enters_turn } => return Some((format!("enters in turn {enters_turn}"), SOFT)),
    };
    Some((words, MARK))
}

/// Returns the figures that players need most.
pub fn card_figures(face: &Face) -> Vec<Figure> {
    let card = face.card;
    let mut figures: Vec<Figure> = Figure::for_ship(card, card.speed, face.ship).into();
    if card.kind.is_coast_battery() {
        // A coast battery has no speed and no flotation.
        figures.remove(0);
    } else {
        figures.push(Figure::plain("FLOTATION", card.flotation));
    }
    if 0 < card.flash {
        figures.push(Figure::plain("FLASH", format!("1\u{2013}{}", card.flash).replace("1\u{2013}1", "1")));
    }
    figures.extend(Figure::for_movement(face.movement));
    figures.push(Figure::plain("BASE", format!("{}\u{2033}", card.base_length)));
    figures
}

/// Draws the battery strengths on either side. [6.2.2, 6.2.3, 6.4.2]
fn draw_batteries(pen: &mut Pen, face: &Face, (x, y): (f64, f64), width: f64) {
    let mut left = x;
    for (name, kind) in [("MEDIUM", BatteryKind::Medium), ("LIGHT", BatteryKind::Light)] {
        let Some(battery) = face.card.battery(kind) else { continue };
        let sides = if battery.centreline { "to either side" } else { "port / starboard" };
        pen.words(left, y, HEAD, name);
        let note = face.notes.iter().find(|(battery_kind, _)| *battery_kind == kind);
        let head = pen.width(HEAD, name) + 2.0;
        let aside = Style { size: 2.8, ..ASIDE };
        let room = width / 2.0 - head - 1.0;
        match note {
            None => pen.fit_words(left + head, y, aside, sides, room),
            Some((_, note)) => pen.fit_words(left + head, y, Style::new(Cut::Semibold, 2.8), note, room - 2.0),
        }
        battery_figure(pen, face, battery, kind, (left, y + 6.4));
        left += width / 2.0;
    }
    if left == x {
        pen.words(x, y, HEAD, "NO MEDIUM OR LIGHT GUNS");
    }
}

fn battery_figure(pen: &mut Pen, face: &Face, battery: &Battery, kind: BatteryKind, (x, y): (f64, f64)) {
    let whole = parts::strength(battery, battery.strength);
    let left = face.ship.map(|ship| ship.battery_strength(kind)).filter(|left| *left < battery.strength);
    let style = Style::new(Cut::Bold, 5.6);
    match left {
        None => {
            pen.words(x, y, style, &whole);
            let end = x + pen.width(style, &whole) + 2.0;
            let style = Style::new(Cut::Regular, 3.0).ink(SOFT);
            pen.words(end, y, style, &format!("{} in guns", battery.bore_in));
        }
        Some(left) => {
            let before = Style::new(Cut::Regular, 4.0).ink(SOFT);
            pen.words(x, y, before, &whole);
            let end = x + pen.width(before, &whole);
            pen.stroke((x, y - 1.3), (end, y - 1.3), 0.35, MARK, None);
            pen.fit_words(end + 1.4, y, style.ink(MARK), &parts::strength(battery, left), 27.0 - (end - x));
        }
    }
}

/// Draws the damage table that a player needs beside the ship. Returns the next baseline.
pub fn draw_damage_table(pen: &mut Pen, table: &DamageTable, (x, y): (f64, f64), width: f64) -> f64 {
    draw_heading(pen, (x, y), width, &table_heading(&table.title), &format!("D{}", table.sides));
    let mut y = y + 1.8;
    for (index, (faces, code, effect)) in table_rows(table).into_iter().enumerate() {
        let words = Style::new(Cut::Regular, 2.95);
        let lines = pen.letters.break_lines(words.cut, words.size, &effect, width - 19.5);
        let depth = 4.2 + 3.4 * (lines.len() - 1) as f64;
        if index % 2 == 0 {
            pen.area((x, y), (width, depth), 0.0, Some(PALE));
        }
        pen.fit_words(x + 9.0, y + 3.1, Style::new(Cut::Bold, 3.2).right(), &faces, 8.4);
        pen.fit_words(x + 11.0, y + 3.1, Style::new(Cut::Semibold, 2.9), &code, 7.6);
        for (line, text) in lines.iter().enumerate() {
            pen.words(x + 19.0, y + 3.1 + 3.4 * line as f64, words, text);
        }
        y += depth;
    }
    pen.rule((x, y), (x + width, y), 0.2);
    y + 3.4
}

/// Returns the part of a table's title that names what is rolled, without the target.
fn table_heading(title: &str) -> String {
    [" of ", ", ", " on "]
        .into_iter()
        .fold(title, |short, end| short.split_once(end).map_or(short, |(short, _)| short))
        .to_uppercase()
}

fn draw_torpedoes(pen: &mut Pen, face: &Face, (x, y): (f64, f64), width: f64) {
    let Some(torpedo) = &face.card.torpedo else { return };
    let reloads = if torpedo.reloads { ", reloads" } else { "" };
    draw_heading(
        pen,
        (x, y),
        width,
        "TORPEDOES",
        &format!("{}, power {}{reloads}", parts::torpedo_name(&torpedo.kind), torpedo.power),
    );
    let top = y + 2.0;
    let range = face.card.torpedo_attack_range();
    let head = if range.is_some() { "range to" } else { "run to" };
    let bands = face.card.torpedo_bands(face.attack_bands);
    let depth = draw_bands(pen, (x + 27.0, top), width - 27.0, 4.4, (head, "to hit"), &bands);
    let spent = face.ship.map_or(0, |ship| usize::from(torpedo.factors.saturating_sub(ship.torpedoes_left)));
    draw_factors(pen, (x, top + 0.4), usize::from(torpedo.factors), spent, 25.0);
    let coup =
        face.attack_bands.first().map(|band| format!(", coup de grâce {} [7.6]", 3 * band.to_hit)).unwrap_or_default();
    let text = range.map(|range| format!("Attack range {range}\u{2033} [7.5]{coup}")).unwrap_or_default();
    pen.fit_words(x + 27.0, top + depth + 3.6, ASIDE, &text, width - 27.0);
}

/// Draws a circle for each factor, five in a row.
pub fn draw_factors(pen: &mut Pen, (x, y): (f64, f64), count: usize, spent: usize, width: f64) {
    const ROW: usize = 5;
    let step = (width / ROW as f64).min(5.2);
    for index in 0..count {
        let centre = (x + step * (0.5 + (index % ROW) as f64), y + step * (0.5 + (index / ROW) as f64));
        pen.tick_circle(centre, step * 0.4, 0.3);
        if index < spent {
            pen.cross(centre, step * 0.38);
        }
    }
    let rows = count.div_ceil(ROW) as f64;
    let label = if count == 1 { "1 FACTOR".to_owned() } else { format!("{count} FACTORS") };
    pen.words(x + 0.4, y + step * rows + 2.6, LABEL, &label);
}

/// Draws a box for everything that can be hit, and the margin for hits. [8.2.4, 8.5, 8.7]
fn draw_damage_boxes(pen: &mut Pen, face: &Face, width: f64, height: f64) {
    const LOOK: BoxLayout = BoxLayout { side: 5.6, box_gap: 1.6, row_gap: 5.0, head: HEAD, size: 2.9, short: false };
    let mut rows = box_rows(face.card, face.table, face.ship);
    if face.card.big.is_none() {
        parts::add_end_strengths(&mut rows, face.card);
    }
    let layout = draw_rows(pen, &rows, (0.0, BOXES_TOP + 1.8), width, &LOOK);
    // Beside the last line of boxes if there is room, otherwise below.
    let beside = (layout.last_end + BESIDE, BOXES_TOP + 1.8 + layout.last_top - 0.8);
    let under = (0.0, BOXES_TOP + 1.8 + layout.depth);
    let (left, top) = if layout.last_end + BESIDE + ROOM <= width && 0.0 < layout.last_top { beside } else { under };
    let foot = height - 5.0;
    pen.words(left, top + 3.4, HEAD, "HITS");
    pen.hairline((0.0, foot), (width, foot));
    let mut line = foot - LINE;
    while top + 3.4 + LINE <= line {
        pen.hairline((left, line), (width, line));
        line -= LINE;
    }
    let Some(ship) = face.ship.filter(|ship| !ship.hits.is_empty()) else {
        let room = width - left - HITS_LEFT;
        let style = Style { size: 2.8, ..ASIDE }.right();
        let text = [
            "code and its number: F1, F2. Slash if repaired, circle if beyond repair [8.2.4]",
            "F1, F2. Slash: repaired. Circle: beyond repair",
        ];
        let text = text.into_iter().find(|text| pen.width(style, text) <= room);
        pen.fit_words(width, top + 3.4, style, text.unwrap_or("F1, F2 [8.2.4]"), room);
        return;
    };
    let words = margin_text(&ship.hits);
    let words = words.lines().next().unwrap_or_default();
    // The first line is beside the heading, the others below.
    let lines = |style: Style, pen: &Pen| {
        let first = pen.letters.break_lines(style.cut, style.size, words, width - left - HITS_LEFT);
        let first = first.into_iter().next().unwrap_or_default();
        let others = pen.letters.break_lines(style.cut, style.size, words[first.len()..].trim_start(), width - left);
        std::iter::once(first).chain(others.into_iter().filter(|line| !line.is_empty())).collect::<Vec<String>>()
    };
    let line_height = |style: Style| style.size * 1.3;
    let mut style = Style { size: 2.9, ..TEXT }.ink(MARK);
    while foot - 0.8 < top + 3.4 + line_height(style) * (lines(style, pen).len() - 1) as f64
        && pen.smallest() < style.size
    {
        style.size *= 0.92;
    }
    // No ruled line strikes through the hits.
    let below = line_height(style) * (lines(style, pen).len() - 1) as f64;
    pen.area((left, top + 4.4), (width - left, below), 0.0, Some(PAPER));
    for (index, text) in lines(style, pen).iter().enumerate() {
        let x = if index == 0 { left + HITS_LEFT } else { left };
        pen.words(x, top + 3.4 + line_height(style) * index as f64, style, text);
    }
}

/// Distance from the boxes to the hits beside them.
const BESIDE: f64 = 8.0;
/// Least width for hits beside the boxes.
const ROOM: f64 = 42.0;
/// Distance between the lines for hits.
const LINE: f64 = 6.0;
const HITS_LEFT: f64 = 14.0;

pub fn name_with_flag(name: &str, flag: Option<&str>) -> String {
    flag.map_or_else(|| name.to_owned(), |flag| format!("{name} \u{2022} {flag}"))
}
