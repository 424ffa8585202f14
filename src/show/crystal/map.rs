//! The map of the campaign for a terminal: areas, owners, borders, the army.
use super::scene::{Owner, Scene, Spot};
use crate::joined;

/// Lines of the part with the areas.
const LINES: usize = 34;
/// Letters of an area's name that are shown.
const LETTERS: usize = 15;

/// Draws the map with `columns` columns, in ASCII.
pub fn terminal(scene: &Scene, columns: usize) -> String {
    let columns = columns.clamp(60, 200);
    let mut canvas = vec![vec![' '; columns]; LINES];
    let place = |spot: &Spot| {
        let across = LETTERS / 2 + 4;
        let x = across as f64 + spot.at.0 / 100.0 * (columns - 2 * across) as f64;
        let y = 1.0 + spot.at.1 / 100.0 * (LINES - 4) as f64;
        (x.round() as i64, y.round() as i64)
    };
    let mut boxes: Vec<Boxed> = Vec::new();
    for spot in &scene.spots {
        boxes.push(free(&boxes, Boxed::at(place(spot), spot), columns as i64));
    }
    for (one, other) in &scene.borders {
        line(&mut canvas, boxes[*one].middle(), boxes[*other].middle());
    }
    for room in &boxes {
        for (text, y) in room.lines.iter().zip(room.y..) {
            let x = room.middle().0 - text.chars().count() as i64 / 2;
            text.chars().zip(x..).for_each(|(letter, x)| put(&mut canvas, x, y, letter));
        }
    }
    let drawn = joined(canvas.iter().map(|row| row.iter().collect::<String>().trim_end().to_owned()), "\n");
    let head = format!("{}. {}", scene.title, scene.moment);
    format!("{}\n{}\n{}", head.trim_end(), drawn.trim_end_matches('\n'), key(scene))
}

/// An area on the canvas: position, width and its two lines.
struct Boxed {
    x: i64,
    y: i64,
    wide: i64,
    lines: [String; 2],
}

impl Boxed {
    fn at((x, y): (i64, i64), spot: &Spot) -> Boxed {
        let lines = box_of(spot);
        let wide = lines.iter().map(|text| text.chars().count()).max().unwrap_or_default() as i64;
        Boxed { x: x - wide / 2, y, wide, lines }
    }

    fn middle(&self) -> (i64, i64) {
        (self.x + self.wide / 2, self.y)
    }

    /// Whether two boxes overlap, or have no letter between them.
    fn hides(&self, other: &Boxed) -> bool {
        let (above, below) = (self.y.min(other.y), self.y.max(other.y));
        let (left, right) = if self.x <= other.x { (self, other) } else { (other, self) };
        below - above < 2 && right.x <= left.x + left.wide
    }
}

/// Returns a box moved as little as possible so that it hides no other. Unmoved if there is no room.
fn free(boxes: &[Boxed], wanted: Boxed, columns: i64) -> Boxed {
    let fits = |room: &Boxed| {
        let inside = 0 <= room.x && room.x + room.wide <= columns && 0 <= room.y && room.y + 1 < LINES as i64;
        inside && boxes.iter().all(|other| !room.hides(other))
    };
    let mut moves: Vec<(i64, i64)> = (-24..=24).flat_map(|x| (-4..=4).map(move |y| (x, y))).collect();
    moves.sort_by_key(|(x, y)| (x.abs() + 3 * y.abs(), *y, *x));
    let moved = |(x, y): (i64, i64)| Boxed { x: wanted.x + x, y: wanted.y + y, lines: wanted.lines.clone(), ..wanted };
    moves.into_iter().map(moved).find(fits).unwrap_or(wanted)
}

/// Returns two lines: owner, number and name, then terrain and gold.
fn box_of(spot: &Spot) -> [String; 2] {
    let (left, whose, right) = match spot.owner {
        Owner::Blank | Owner::Neutral => ("(", String::new(), ")"),
        Owner::Yours => ("[", String::new(), "]"),
        Owner::Enemy(enemy) => ("{", char::from(b'A' + enemy.0 % 26).to_string(), "}"),
    };
    let army = if spot.army.is_some() { "@" } else { "" };
    let goal = if spot.goal { "*" } else { "" };
    let name: String = spot.name.chars().take(LETTERS).collect();
    let name = name.trim_end();
    [format!("{left}{army}{whose}{} {name}{goal}{right}", spot.id), format!(" {} {}gp ", spot.terrain.name(), spot.gp)]
}

fn key(scene: &Scene) -> String {
    let enemies = scene.enemies.iter().enumerate();
    let enemies: String =
        enemies.map(|(at, name)| format!(", {{{}}} {name}", char::from(b'A' + at as u8 % 26))).collect();
    format!("[ ] yours, ( ) neutral{enemies}; @ the army, * to be taken")
}

/// Draws a dotted line between two positions.
fn line(canvas: &mut [Vec<char>], (x, y): (i64, i64), (to_x, to_y): (i64, i64)) {
    let steps = (to_x - x).abs().max(2 * (to_y - y).abs()).max(1);
    for step in (0..=steps).step_by(2) {
        let along = step as f64 / steps as f64;
        let at = (x as f64 + (to_x - x) as f64 * along, y as f64 + (to_y - y) as f64 * along);
        put(canvas, at.0.round() as i64, at.1.round() as i64, '.');
    }
}

fn put(canvas: &mut [Vec<char>], x: i64, y: i64, letter: char) {
    let cell = usize::try_from(y).ok().and_then(|y| canvas.get_mut(y));
    if let Some(cell) = cell.and_then(|row| usize::try_from(x).ok().and_then(|x| row.get_mut(x))) {
        *cell = letter;
    }
}
