//! The map of the campaign as a picture, blank for the pencil or filled in.
use svg::{
    Document,
    node::element::{Circle, Group, Line, Path, Rectangle, Text},
};

use super::scene::{Owner, Scene, Spot};
use crate::crystal::Terrain;

/// The sheet: landscape, in tenths of a millimetre of A4.
pub(super) const WIDE: f64 = 1_480.0;
pub(super) const HIGH: f64 = 1_050.0;
pub(super) const MARGIN: f64 = 40.0;
const TOP: f64 = 90.0;
const FOOT: f64 = 70.0;
/// An area's card.
const CARD: (f64, f64) = (196.0, 84.0);
pub(super) const INK: &str = "#26221c";
const PAPER: &str = "#f6efe0";

/// What every sheet of the campaign is drawn on.
pub(super) fn sheet(content: Group) -> String {
    let document = Document::new()
        .set("viewBox", format!("0 0 {WIDE} {HIGH}"))
        .set("width", "297mm")
        .set("height", "210.7mm")
        .set("font-family", "Ubuntu, 'Gill Sans', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif")
        .set("font-weight", "300")
        .add(Rectangle::new().set("width", WIDE).set("height", HIGH).set("fill", PAPER))
        .add(content);
    format!("{document}\n")
}

pub(super) fn words(x: f64, y: f64, size: f64, words: &str) -> Text {
    // XML has no place for control characters.
    let words: String = words.chars().filter(|letter| !letter.is_control()).collect();
    Text::new(words).set("x", round(x)).set("y", round(y)).set("font-size", size).set("fill", INK)
}

pub(super) fn round(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// Draws the map. The same scene gives the same bytes.
pub fn svg(scene: &Scene) -> String {
    let mut content = Group::new()
        .add(words(MARGIN, 56.0, 38.0, &scene.title))
        .add(words(WIDE - MARGIN, 56.0, 22.0, &scene.moment).set("text-anchor", "end"));
    for (one, other) in &scene.borders {
        let ((x1, y1), (x2, y2)) = (place(&scene.spots[*one]), place(&scene.spots[*other]));
        let line = Line::new().set("x1", round(x1)).set("y1", round(y1)).set("x2", round(x2)).set("y2", round(y2));
        content = content.add(line.set("stroke", "#8a7a5c").set("stroke-width", 5).set("stroke-linecap", "round"));
    }
    for spot in &scene.spots {
        content = content.add(card(spot));
    }
    sheet(content.add(key(scene)))
}

fn place(spot: &Spot) -> (f64, f64) {
    let x = MARGIN + CARD.0 / 2.0 + spot.at.0 / 100.0 * (WIDE - 2.0 * MARGIN - CARD.0);
    let y = TOP + CARD.1 / 2.0 + spot.at.1 / 100.0 * (HIGH - TOP - FOOT - CARD.1);
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

/// Border of a card: colour, width and dashes, so that owners are told apart without colour as well.
fn frame(owner: Owner) -> (&'static str, f64, &'static str) {
    match owner {
        Owner::Blank | Owner::Neutral => ("#8a7a5c", 2.0, ""),
        Owner::Yours => ("#1f5fa8", 7.0, ""),
        Owner::Enemy(0) => ("#a8281f", 7.0, "16 7"),
        Owner::Enemy(_) => ("#6b2f8a", 7.0, "5 6"),
    }
}

fn card(spot: &Spot) -> Group {
    let (x, y) = place(spot);
    let (left, top) = (x - CARD.0 / 2.0, y - CARD.1 / 2.0);
    let (colour, width, dashes) = frame(spot.owner);
    let mut body = Rectangle::new()
        .set("x", round(left))
        .set("y", round(top))
        .set("width", CARD.0)
        .set("height", CARD.1)
        .set("rx", 12)
        .set("fill", ground(spot.terrain))
        .set("stroke", colour)
        .set("stroke-width", width);
    if !dashes.is_empty() {
        body = body.set("stroke-dasharray", dashes);
    }
    let mut group = Group::new().add(body);
    group = group.add(words(left + 12.0, top + 26.0, 22.0, &spot.id.to_string()).set("font-weight", "500"));
    // Half a letter's height is its width in the mean.
    let name_size = (290.0 / spot.name.chars().count().max(1) as f64).clamp(12.0, 19.0);
    group = group.add(words(left + 44.0, top + 25.0, name_size, &shortened(&spot.name, 24)));
    let feature = spot.feature.as_ref().map_or_else(String::new, |feature| format!(", {feature}"));
    let told = format!("{}{feature}, {} GP", spot.terrain.name(), spot.gp);
    group = group.add(words(left + 12.0, top + 48.0, 15.0, &told));
    let troops = if spot.troops.is_empty() { "no troops".to_owned() } else { spot.troops.clone() };
    let size = if troops.chars().count() > 24 { 13.0 } else { 15.0 };
    group = group.add(words(left + 12.0, top + 71.0, size, &shortened(&troops, 27)));
    let mut right = left + CARD.0 - 16.0;
    for (shown, mark) in [(spot.goal, "goal"), (spot.capital, "capital"), (spot.base, "base")] {
        if shown {
            group = group.add(badge(right, top, mark));
            right -= 30.0;
        }
    }
    if spot.army.is_some() {
        group = group.add(flag(left + CARD.0 - 24.0, top + CARD.1));
    }
    group
}

pub(super) fn shortened(text: &str, letters: usize) -> String {
    if text.chars().count() <= letters {
        return text.to_owned();
    }
    let start: String = text.chars().take(letters - 1).collect();
    format!("{}\u{2026}", start.trim_end())
}

/// A star for what is to be taken, a crown's points for a capital, a ring for the base.
fn badge(x: f64, y: f64, mark: &str) -> Group {
    let path = |d: String| Path::new().set("d", d).set("fill", INK);
    let (x, y) = (round(x), round(y));
    match mark {
        "goal" => {
            let points: Vec<String> = (0..10)
                .map(|at| {
                    let angle = f64::from(at) * std::f64::consts::PI / 5.0 - std::f64::consts::FRAC_PI_2;
                    let far = if at % 2 == 0 { 15.0 } else { 6.0 };
                    format!("{} {}", round(x + far * angle.cos()), round(y + far * angle.sin()))
                })
                .collect();
            Group::new().add(path(format!("M{}Z", points.join("L"))))
        }
        "capital" => {
            Group::new().add(path(format!("M{} {}l0 -16l7 8l6 -12l6 12l7 -8l0 16z", round(x - 13.0), round(y + 8.0))))
        }
        _ => Group::new().add(
            Circle::new()
                .set("cx", x)
                .set("cy", y)
                .set("r", 10)
                .set("fill", PAPER)
                .set("stroke", INK)
                .set("stroke-width", 4),
        ),
    }
}

/// The army's flag on the lower edge of a card.
fn flag(x: f64, y: f64) -> Group {
    let (x, y) = (round(x), round(y));
    let staff = Line::new().set("x1", x).set("y1", y + 16.0).set("x2", x).set("y2", y - 42.0);
    Group::new()
        .add(staff.set("stroke", INK).set("stroke-width", 4))
        .add(Path::new().set("d", format!("M{x} {}l-40 11l40 11z", y - 42.0)).set("fill", "#1f5fa8").set("stroke", INK))
}

fn key(scene: &Scene) -> Group {
    let y = HIGH - 26.0;
    let mut group = Group::new();
    let mut x = MARGIN;
    let mut entries = vec![(Owner::Yours, "yours".to_owned()), (Owner::Neutral, "neutral".to_owned())];
    entries.extend(scene.enemies.iter().enumerate().map(|(at, name)| (Owner::Enemy(at as u8), name.clone())));
    for (owner, name) in entries {
        let (colour, width, dashes) = frame(owner);
        let mut swatch =
            Rectangle::new().set("x", x).set("y", y - 16.0).set("width", 34).set("height", 18).set("rx", 4);
        swatch = swatch.set("fill", "none").set("stroke", colour).set("stroke-width", width.min(5.0));
        if !dashes.is_empty() {
            swatch = swatch.set("stroke-dasharray", dashes);
        }
        group = group.add(swatch).add(words(x + 44.0, y, 18.0, &name));
        x += 70.0 + 8.6 * name.chars().count() as f64;
    }
    for terrain in Terrain::ALL {
        let swatch = Rectangle::new().set("x", x).set("y", y - 16.0).set("width", 26).set("height", 18).set("rx", 4);
        group = group.add(swatch.set("fill", ground(terrain)).set("stroke", "#8a7a5c"));
        group = group.add(words(x + 34.0, y, 18.0, terrain.name()));
        x += 54.0 + 8.6 * terrain.name().len() as f64;
    }
    for (mark, name) in [("goal", "to be taken"), ("capital", "capital"), ("base", "base")] {
        group = group.add(badge(x + 14.0, y - 8.0, mark)).add(words(x + 34.0, y, 18.0, name));
        x += 54.0 + 8.6 * name.len() as f64;
    }
    group
}
