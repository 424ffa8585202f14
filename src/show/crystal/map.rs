//! The map of the campaign for a terminal: areas, owners, borders, the army.
use super::scene::{CampaignMap, MapArea, Owner};
use crate::joined;

/// Lines of the part with the areas.
const MAP_LINES: usize = 34;
/// Letters of an area's name that are shown.
const NAME_LETTERS: usize = 15;

/// Draws the map with `columns` columns, in ASCII.
pub fn terminal_map(scene: &CampaignMap, columns: usize) -> String {
    let columns = columns.clamp(60, 200);
    let mut canvas = vec![vec![' '; columns]; MAP_LINES];
    let place = |spot: &MapArea| {
        let across = NAME_LETTERS / 2 + 4;
        let x = across as f64 + spot.at.0 / 100.0 * (columns - 2 * across) as f64;
        let y = 1.0 + spot.at.1 / 100.0 * (MAP_LINES - 4) as f64;
        (x.round() as i64, y.round() as i64)
    };
    let mut boxes: Vec<AreaBox> = Vec::new();
    for spot in &scene.spots {
        boxes.push(nearest_free(&boxes, AreaBox::centred_at(place(spot), spot), columns as i64));
    }
    for (first, second) in &scene.borders {
        line(&mut canvas, boxes[*first].middle(), boxes[*second].middle());
    }
    for room in &boxes {
        for (text, y) in room.lines.iter().zip(room.y..) {
            let x = room.middle().0 - text.chars().count() as i64 / 2;
            text.chars().zip(x..).for_each(|(letter, x)| put_letter(&mut canvas, x, y, letter));
        }
    }
    let picture = joined(canvas.iter().map(|row| row.iter().collect::<String>().trim_end().to_owned()), "\n");
    let head = format!("{}. {}", scene.title, scene.moment);
    format!("{}\n{}\n{}", head.trim_end(), picture.trim_end_matches('\n'), key(scene))
}

/// An area on the canvas: position, width and its two lines.
struct AreaBox {
    x: i64,
    y: i64,
    wide: i64,
    lines: [String; 2],
}

impl AreaBox {
    fn centred_at((x, y): (i64, i64), spot: &MapArea) -> AreaBox {
        let lines = box_lines(spot);
        let wide = lines.iter().map(|text| text.chars().count()).max().unwrap_or_default() as i64;
        AreaBox { x: x - wide / 2, y, wide, lines }
    }

    fn middle(&self) -> (i64, i64) {
        (self.x + self.wide / 2, self.y)
    }

    /// Whether two boxes overlap, or have no letter between them.
    fn is_too_close_to(&self, other: &AreaBox) -> bool {
        let (above, below) = (self.y.min(other.y), self.y.max(other.y));
        let (left, right) = if self.x <= other.x { (self, other) } else { (other, self) };
        below - above < 2 && right.x <= left.x + left.wide
    }
}

/// Returns a box moved as little as possible so that it is too close to no other. Unmoved if there is no room.
fn nearest_free(boxes: &[AreaBox], wanted: AreaBox, columns: i64) -> AreaBox {
    let fits = |room: &AreaBox| {
        let inside = 0 <= room.x && room.x + room.wide <= columns && 0 <= room.y && room.y + 1 < MAP_LINES as i64;
        inside && boxes.iter().all(|other| !room.is_too_close_to(other))
    };
    let mut moves: Vec<(i64, i64)> = (-24..=24).flat_map(|x| (-4..=4).map(move |y| (x, y))).collect();
    moves.sort_by_key(|(x, y)| (x.abs() + 3 * y.abs(), *y, *x));
    let moved =
        |(x, y): (i64, i64)| AreaBox { x: wanted.x + x, y: wanted.y + y, lines: wanted.lines.clone(), ..wanted };
    moves.into_iter().map(moved).find(fits).unwrap_or(wanted)
}

/// Returns two lines: owner, number and name, then terrain and gold.
fn box_lines(spot: &MapArea) -> [String; 2] {
    let (left, owner_letter, right) = match spot.owner {
        Owner::Blank | Owner::Neutral => ("(", String::new(), ")"),
        Owner::Yours => ("[", String::new(), "]"),
        Owner::Enemy(enemy) => ("{", char::from(b'A' + enemy.0 % 26).to_string(), "}"),
    };
    let army = if spot.army.is_some() { "@" } else { "" };
    let goal = if spot.goal { "*" } else { "" };
    let name: String = spot.name.chars().take(NAME_LETTERS).collect();
    let name = name.trim_end();
    [
        format!("{left}{army}{owner_letter}{} {name}{goal}{right}", spot.id),
        format!(" {} {}gp ", spot.terrain.name(), spot.gp),
    ]
}

fn key(scene: &CampaignMap) -> String {
    let enemies = scene.enemies.iter().enumerate();
    let enemies: String =
        enemies.map(|(at, name)| format!(", {{{}}} {name}", char::from(b'A' + at as u8 % 26))).collect();
    format!("[ ] yours, ( ) neutral{enemies}, @ the army, * to be taken")
}

/// Draws a dotted line between two positions.
fn line(canvas: &mut [Vec<char>], (x, y): (i64, i64), (to_x, to_y): (i64, i64)) {
    let steps = (to_x - x).abs().max(2 * (to_y - y).abs()).max(1);
    for step in (0..=steps).step_by(2) {
        let along = step as f64 / steps as f64;
        let at = (x as f64 + (to_x - x) as f64 * along, y as f64 + (to_y - y) as f64 * along);
        put_letter(canvas, at.0.round() as i64, at.1.round() as i64, '.');
    }
}

fn put_letter(canvas: &mut [Vec<char>], x: i64, y: i64, letter: char) {
    let cell = usize::try_from(y).ok().and_then(|y| canvas.get_mut(y));
    if let Some(cell) = cell.and_then(|row| usize::try_from(x).ok().and_then(|x| row.get_mut(x))) {
        *cell = letter;
    }
}
