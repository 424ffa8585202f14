//! The map of the campaign as a picture, blank for pencil or filled in.
use svg::node::element::{Circle, Group, Line, Path, Rectangle, Text};

use super::scene::{CampaignMap, MapArea, Owner};
pub(super) use crate::drawing::INK;
use crate::drawing::{self, PAPER, without_control_characters};
use crate::{filled, joined};
use crystal::{EnemyId, Terrain};

/// The sheet: landscape, in units of a fifth of a millimetre.
pub(super) const PAGE_WIDTH: f64 = 1_480.0;
pub(super) const PAGE_HEIGHT: f64 = 1_050.0;
pub(super) const MARGIN: f64 = 40.0;
const TOP: f64 = 90.0;
/// Height of a row of the key.
const KEY_ROW: f64 = 30.0;
/// Width and height of an area's card.
const CARD: (f64, f64) = (196.0, 84.0);

/// Returns the sheet with this content, for any picture of the campaign.
pub(super) fn sheet(content: Group) -> String {
    let size = ["297mm", "210.7mm"].map(str::to_owned);
    drawing::sheet(
        (PAGE_WIDTH, PAGE_HEIGHT),
        size,
        Rectangle::new().set("width", PAGE_WIDTH).set("height", PAGE_HEIGHT),
        content,
    )
}

/// Draws a rectangle without ink.
pub(super) fn rectangle((x, y): (f64, f64), (width, height): (f64, f64)) -> Rectangle {
    Rectangle::new().set("x", x).set("y", y).set("width", width).set("height", height)
}

pub(super) fn line(from: (f64, f64), to: (f64, f64), thick: f64) -> Line {
    let line = Line::new().set("x1", from.0).set("y1", from.1).set("x2", to.0).set("y2", to.1);
    line.set("stroke", INK).set("stroke-width", thick)
}

pub(super) fn words(x: f64, y: f64, size: f64, words: &str) -> Text {
    Text::new(without_control_characters(words))
        .set("x", round(x))
        .set("y", round(y))
        .set("font-size", size)
        .set("fill", INK)
}

/// Returns the approximate width of words in this font.
pub(super) fn width_of(words: &str, size: f64) -> f64 {
    let em = |letter: char| match letter {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | ' ' => 0.26,
        'f' | 'r' | 't' | '(' | ')' | '/' | '-' => 0.37,
        'm' | 'w' | 'M' | 'W' => 0.87,
        _ if letter.is_uppercase() => 0.65,
        _ => 0.55,
    };
    words.chars().map(em).sum::<f64>() * size
}

pub(super) fn round(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// Draws the map. The same scene gives the same bytes.
pub fn svg(scene: &CampaignMap) -> String {
    let mut content = Group::new()
        .add(words(MARGIN, 56.0, 38.0, &scene.title))
        .add(words(PAGE_WIDTH - MARGIN, 56.0, 22.0, &scene.moment).set("text-anchor", "end"));
    let (key, rows) = key(scene);
    let foot = 24.0 + KEY_ROW * rows as f64;
    let place = |spot: &MapArea| place(spot, foot);
    for (first, second) in &scene.borders {
        let ((x1, y1), (x2, y2)) = (place(&scene.spots[*first]), place(&scene.spots[*second]));
        let line = Line::new().set("x1", round(x1)).set("y1", round(y1)).set("x2", round(x2)).set("y2", round(y2));
        content = content.add(line.set("stroke", "#8a7a5c").set("stroke-width", 5).set("stroke-linecap", "round"));
    }
    for spot in &scene.spots {
        content = content.add(card(spot, place(spot)));
    }
    sheet(content.add(key))
}

/// Returns the middle of an area's card, above a foot of this height.
fn place(spot: &MapArea, foot: f64) -> (f64, f64) {
    let x = MARGIN + CARD.0 / 2.0 + spot.at.0 / 100.0 * (PAGE_WIDTH - 2.0 * MARGIN - CARD.0);
    let y = TOP + CARD.1 / 2.0 + spot.at.1 / 100.0 * (PAGE_HEIGHT - TOP - foot - CARD.1);
    (x, y)
}

fn ground(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Clear => "#eef3d6",
        Terrain::Hills => "#ecd9ad",
        Terrain::Mountain => "#d8cfc8",
        Terrain::Forest => "#c5dbb4",
        Terrain::Marsh => "#c6dcd9",
        Terrain::Desert => "#f5e3ae",
    }
}

/// Returns the border of a card: colour, width and dashes. The dashes distinguish owners without colour.
fn frame(owner: Owner) -> (&'static str, f64, &'static str) {
    match owner {
        Owner::Blank | Owner::Neutral => ("#8a7a5c", 2.0, ""),
        Owner::Yours => ("#1f5fa8", 7.0, ""),
        Owner::Enemy(enemy) => match enemy.0 % 4 {
            0 => ("#a8281f", 7.0, "16 7"),
            1 => ("#6b2f8a", 7.0, "5 6"),
            2 => ("#8a5a00", 7.0, "20 5 5 5"),
            _ => ("#1d6b54", 7.0, "12 4 4 4 4 4"),
        },
    }
}

fn with_border(body: Rectangle, (colour, width, dashes): (&'static str, f64, &'static str)) -> Rectangle {
    let body = body.set("stroke", colour).set("stroke-width", width);
    if dashes.is_empty() { body } else { body.set("stroke-dasharray", dashes) }
}

fn card(spot: &MapArea, (x, y): (f64, f64)) -> Group {
    let (left, top) = (x - CARD.0 / 2.0, y - CARD.1 / 2.0);
    let body = rectangle((round(left), round(top)), CARD).set("rx", 12).set("fill", ground(spot.terrain));
    let mut group = Group::new().add(with_border(body, frame(spot.owner)));
    group = group.add(words(left + 12.0, top + 26.0, 22.0, &spot.id.to_string()).set("font-weight", "500"));
    let from = 22.0 + width_of(&spot.id.to_string(), 22.0);
    let name = shortened(&spot.name, 24);
    let name_size = (19.0 * (CARD.0 - from - 8.0) / width_of(&name, 19.0)).clamp(12.0, 19.0);
    group = group.add(words(left + from, top + 25.0, round(name_size), &name));
    let feature = spot.feature.as_ref().map_or_else(String::new, |feature| format!(", {feature}"));
    let details = format!("{}{feature}, {} GP", spot.terrain.name(), spot.gp);
    let troops_deep = troop_lines(&spot.troops, CARD.0 - 24.0).len();
    group = group.add(words(left + 12.0, top + if troops_deep > 2 { 42.0 } else { 48.0 }, 15.0, &details));
    let troops = if spot.troops.is_empty() { "no troops".to_owned() } else { spot.troops.clone() };
    let lines = troop_lines(&troops, CARD.0 - 24.0);
    let (first, size, step) = match lines.len() {
        0 | 1 => (71.0, 15.0, 0.0),
        2 => (64.0, TROOPS_SIZE, 13.5),
        _ => (54.0, TROOPS_SIZE, 11.5),
    };
    for (down, line) in lines.iter().enumerate() {
        group = group.add(words(left + 12.0, top + first + down as f64 * step, size, line));
    }
    let mut right = left + CARD.0 - 16.0;
    for (shown, mark) in [(spot.goal, "goal"), (spot.capital, "capital"), (spot.base, "base")] {
        if shown {
            group = group.add(badge(right, top, mark));
            right -= 30.0;
        }
    }
    if spot.army.is_some() {
        group = group.add(flag(left + 14.0, top));
    }
    group
}

/// Font size of troops that take more than one line.
const TROOPS_SIZE: f64 = 11.5;

/// Returns troops in lines of this width, broken between bands: one line in large letters, or up to three small ones.
fn troop_lines(troops: &str, width: f64) -> Vec<String> {
    const MAX_LINES: usize = 3;
    if width_of(troops, 15.0) <= width {
        return vec![troops.to_owned()];
    }
    let bands = crystal::Troops::read(troops).map(|troops| troops.0).unwrap_or_default();
    let bands = bands.iter().map(ToString::to_string);
    let mut lines = filled(bands, " ", |line| width_of(line, TROOPS_SIZE) <= width);
    if MAX_LINES < lines.len() {
        let more = lines.drain(MAX_LINES - 1..).collect::<Vec<_>>().join(" ");
        lines.push(more);
    }
    lines.into_iter().map(|line| narrowed(&line, TROOPS_SIZE, width)).collect()
}

pub(super) fn narrowed(text: &str, size: f64, width: f64) -> String {
    let letters = (1..=text.chars().count()).rev().find(|letters| width_of(&shortened(text, *letters), size) <= width);
    shortened(text, letters.unwrap_or(1))
}

pub(super) fn shortened(text: &str, letters: usize) -> String {
    if text.chars().count() <= letters {
        return text.to_owned();
    }
    let start: String = text.chars().take(letters - 1).collect();
    format!("{}\u{2026}", start.trim_end())
}

/// Draws a star for a goal, a crown for a capital, a ring for the base.
fn badge(x: f64, y: f64, mark: &str) -> Group {
    let path = |d: String| Path::new().set("d", d).set("fill", INK);
    let (x, y) = (round(x), round(y));
    match mark {
        "goal" => {
            let point = |at| {
                let angle = f64::from(at) * std::f64::consts::PI / 5.0 - std::f64::consts::FRAC_PI_2;
                let far = if at % 2 == 0 { 15.0 } else { 6.0 };
                format!("{} {}", round(x + far * angle.cos()), round(y + far * angle.sin()))
            };
            Group::new().add(path(format!("M{}Z", joined((0..10).map(point), "L"))))
        }
        "capital" => {
            Group::new().add(path(format!("M{} {}l0 -16l7 8l6 -12l6 12l7 -8l0 16z", round(x - 13.0), round(y + 8.0))))
        }
        _ => {
            let ring = Circle::new().set("cx", x).set("cy", y).set("r", 10);
            Group::new().add(ring.set("fill", PAPER).set("stroke", INK).set("stroke-width", 4))
        }
    }
}

/// Draws the army's flag, on the upper edge of a card.
fn flag(x: f64, y: f64) -> Group {
    let (x, y) = (round(x), round(y));
    let staff = line((x, y + 5.0), (x, y - 28.0), 4.0);
    let cloth = Path::new().set("d", format!("M{x} {}h32l-9 9l9 9h-32z", y - 28.0));
    Group::new().add(cloth.set("fill", "#1f5fa8").set("stroke", INK).set("stroke-width", 2)).add(staff)
}

/// Returns the meanings of the marks: owners and badges, then terrain, in as many rows as needed.
fn key(scene: &CampaignMap) -> (Group, usize) {
    let mut entries: Vec<(KeyMark, String)> = vec![
        (KeyMark::Owner(Owner::Yours), "yours".to_owned()),
        (KeyMark::Owner(Owner::Neutral), "neutral".to_owned()),
    ];
    let enemies = (0..).map(EnemyId).zip(&scene.enemies);
    entries.extend(enemies.map(|(enemy, name)| (KeyMark::Owner(Owner::Enemy(enemy)), name.clone())));
    entries.push((KeyMark::Army, "your army".to_owned()));
    entries.extend(["base", "capital", "goal"].map(|mark| {
        let name = if mark == "goal" { "to be taken" } else { mark };
        (KeyMark::Badge(mark), name.to_owned())
    }));
    let ground: Vec<_> = Terrain::ALL.map(|terrain| (KeyMark::Ground(terrain), terrain.name().to_owned())).into();
    let rows: Vec<Vec<(KeyMark, String)>> = [entries, ground].into_iter().flat_map(into_rows).collect();
    let mut group = Group::new();
    for (row, entries) in rows.iter().rev().enumerate() {
        let y = PAGE_HEIGHT - 22.0 - KEY_ROW * row as f64;
        let mut x = MARGIN;
        for (mark, name) in entries {
            group = group.add(mark.draw(x, y)).add(words(x + KEY_MARK_WIDTH, y, KEY_FONT_SIZE, name));
            x += entry_width(name);
        }
    }
    (group, rows.len())
}

const KEY_FONT_SIZE: f64 = 18.0;
/// The distance from a mark to its words.
const KEY_MARK_WIDTH: f64 = 44.0;

/// Returns the width of a mark, its words and the gap after them.
fn entry_width(name: &str) -> f64 {
    KEY_MARK_WIDTH + width_of(name, KEY_FONT_SIZE) + 28.0
}

/// Splits entries into rows that fit on the sheet.
fn into_rows(entries: Vec<(KeyMark, String)>) -> Vec<Vec<(KeyMark, String)>> {
    let mut rows: Vec<Vec<(KeyMark, String)>> = Vec::new();
    let mut left = 0.0;
    for entry in entries {
        let width = entry_width(&entry.1);
        if rows.is_empty() || left < width {
            rows.push(Vec::new());
            left = PAGE_WIDTH - 2.0 * MARGIN + 28.0;
        }
        left -= width;
        if let Some(row) = rows.last_mut() {
            row.push(entry);
        }
    }
    rows
}

#[derive(Clone, Copy)]
enum KeyMark {
    Owner(Owner),
    Ground(Terrain),
    Badge(&'static str),
    Army,
}

impl KeyMark {
    fn draw(self, x: f64, y: f64) -> Group {
        let swatch = rectangle((round(x), y - 16.0), (34.0, 18.0)).set("rx", 4);
        match self {
            KeyMark::Owner(owner) => {
                let (colour, width, dashes) = frame(owner);
                Group::new().add(with_border(swatch.set("fill", "none"), (colour, width.min(5.0), dashes)))
            }
            KeyMark::Ground(terrain) => Group::new().add(swatch.set("fill", ground(terrain)).set("stroke", "#8a7a5c")),
            KeyMark::Badge(mark) => badge(x + 20.0, y - 7.0, mark),
            KeyMark::Army => flag(x + 2.0, y + 7.0),
        }
    }
}
