//! The items in each cell of the terminal map, and where their letters go so that they are not confused.
use std::collections::BTreeMap;

use super::{Grid, Ink, Scene, Window, grid::Layer, scene::Ship, signs::Signs};
use geometry::Point;

/// A cell, as column and row.
type CellPosition = (usize, usize);

/// A ship, a force marker or torpedoes.
pub(super) struct MapItem<'a> {
    pub key: String,
    pub at: Point,
    pub ship: Option<&'a Ship>,
    /// The kind of an item that is not a ship: `torpedoes`.
    kind: &'static str,
    glyph: char,
    ink: Ink,
}

pub(super) struct CellItems<'a> {
    pub items: Vec<MapItem<'a>>,
    /// Whether its letters are on the map.
    pub lettered: bool,
    cell: CellPosition,
}

/// The map as drawn, for the legend below it.
#[derive(Clone, Copy)]
pub(super) struct DrawnMap<'a> {
    pub grid: &'a Grid,
    pub keyed_ships: &'a [KeyedShip<'a>],
    pub cells: &'a [CellItems<'a>],
}

impl MapItem<'_> {
    pub fn is_stacked_on(&self, other: &MapItem<'_>) -> bool {
        self.ship.zip(other.ship).is_some_and(|(left, right)| left.is_stacked_on(right))
    }
}

impl CellItems<'_> {
    pub fn keys(&self) -> Vec<String> {
        self.items.iter().map(|item| item.key.clone()).collect()
    }
    /// Returns the items as text, with stacked ships together: `A + B (stacked), C, torpedoes (K)`.
    pub fn text(&self) -> String {
        let mut stacks: Vec<Vec<&MapItem<'_>>> = Vec::new();
        for item in &self.items {
            let is_same_stack =
                |stack: &&mut Vec<&MapItem<'_>>| stack.first().is_some_and(|first| first.is_stacked_on(item));
            match stacks.iter_mut().find(is_same_stack) {
                Some(stack) => stack.push(item),
                None => stacks.push(vec![item]),
            }
        }
        let stack_text = |stack: &Vec<&MapItem<'_>>| match stack[..] {
            [only] => format!("{}{}", only.kind, only.key),
            _ => format!("{} (stacked)", stack.iter().map(|item| item.key.as_str()).collect::<Vec<_>>().join(" + ")),
        };
        stacks.iter().map(stack_text).collect::<Vec<String>>().join(", ")
    }
    fn ink(&self) -> Ink {
        let first = self.items.first().map_or(Ink::Plain, |item| item.ink);
        if self.items.iter().all(|item| item.ink == first) { first } else { Ink::Plain }
    }
}

/// A ship on the map with its letter.
pub(super) struct KeyedShip<'a> {
    pub key: String,
    pub ship: &'a Ship,
}

/// Returns letters for the ships in a window: capitals for the first side, small letters for the second.
pub(super) fn keyed_ships(scene: &Scene, window: Window) -> Vec<KeyedShip<'_>> {
    let mut counts = vec![0_usize; scene.sides.len().max(1)];
    let keyed = scene.ships.iter().filter(|ship| window.holds(ship.pose.at)).map(|ship| {
        let count = counts.get_mut(ship.side).map_or(0, |count| {
            *count += 1;
            *count - 1
        });
        KeyedShip { key: key(count, ship.side), ship }
    });
    keyed.collect()
}

/// `A` to `Z`, then `AA` to `AZ`, `BA` and so on. A digit could be misread as part of a neighbour's key.
fn key(count: usize, side: usize) -> String {
    let letter = |index: usize| char::from(b'A' + (index % 26) as u8);
    let key = match (count / 26).checked_sub(1) {
        None => letter(count).to_string(),
        Some(first) => [letter(first), letter(count)].iter().collect(),
    };
    if side == 0 { key } else { key.to_lowercase() }
}

/// Returns all items with a letter or a name, grouped by cell.
pub(super) fn items_by_cell<'a>(
    scene: &'a Scene,
    window: Window,
    keyed: &[KeyedShip<'a>],
    grid: &Grid,
) -> Vec<CellItems<'a>> {
    let signs = Signs::for_charset(grid.charset);
    let ships = keyed.iter().map(|keyed_ship| MapItem {
        key: keyed_ship.key.clone(),
        at: keyed_ship.ship.pose.at,
        ship: Some(keyed_ship.ship),
        kind: "",
        glyph: signs.ship(keyed_ship.ship),
        ink: Ink::Side(keyed_ship.ship.side),
    });
    let markers = scene.markers.iter().map(|marker| MapItem {
        key: format!("#{}", marker.name),
        at: marker.pose.at,
        ship: None,
        kind: "force marker ",
        glyph: signs.marker,
        ink: Ink::Side(marker.side),
    });
    let torpedoes = scene.torpedoes.iter().map(|torpedo| MapItem {
        key: format!("({})", torpedo.name),
        at: torpedo.dot,
        ship: None,
        kind: "torpedoes ",
        glyph: signs.dot,
        ink: Ink::Torpedo,
    });
    let mut cells: BTreeMap<CellPosition, Vec<MapItem<'a>>> = BTreeMap::new();
    for item in ships.chain(markers).chain(torpedoes).filter(|item| window.holds(item.at)) {
        if let Some(cell) = grid.cell_of(item.at) {
            cells.entry(cell).or_default().push(item);
        }
    }
    cells.into_iter().map(|(cell, items)| CellItems { items, lettered: false, cell }).collect()
}

/// Puts a sign into every cell that has items, then the letters beside it. Cells with few neighbours come first, such
/// as the ends of a line of ships, because the reader can count the ships between them.
pub(super) fn draw_items(places: &mut [CellItems<'_>], signs: &Signs, grid: &mut Grid) {
    for placed in places.iter() {
        let glyph = if let [item] = &placed.items[..] { item.glyph } else { signs.crowd };
        grid.put(placed.cell, glyph, placed.ink(), Layer::Ship);
    }
    let neighbours: Vec<usize> =
        places.iter().map(|placed| places.iter().filter(|other| are_adjacent(placed, other)).count()).collect();
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|index| neighbours[*index]);
    for index in order {
        let placed = &mut places[index];
        placed.lettered =
            label_options(&placed.keys()).iter().any(|words| write_beside(grid, placed.cell, words, placed.ink()));
    }
}

/// Whether two cells are adjacent, as those of ships in column are.
fn are_adjacent(left: &CellItems<'_>, right: &CellItems<'_>) -> bool {
    left.cell.0.abs_diff(right.cell.0).max(left.cell.1.abs_diff(right.cell.1)) == 1
}

/// Returns the letters of a cell: all of them, or shorter forms that still identify them.
fn label_options(keys: &[String]) -> Vec<String> {
    match keys {
        [] => Vec::new(),
        [only] => vec![only.clone()],
        [first, .., last] => vec![keys.join(","), format!("{first}..{last}"), format!("{first}..")],
    }
}

/// Writes words next to a cell, on empty cells if possible, else over any drawing. Returns false without room.
///
/// No letter or sign may be directly left or right of the words, except the sign of their own cell. If the words are
/// in the row above or below that cell, no other letter or sign may be anywhere around them.
fn write_beside(grid: &mut Grid, own: CellPosition, words: &str, ink: Ink) -> bool {
    let length = words.chars().count() as isize;
    let (column, row) = (own.0 as isize, own.1 as isize);
    let level = [(column + 1, row), (column - length, row)];
    let about = [
        (column - length / 2, row - 1),
        (column - length / 2, row + 1),
        (column + 1, row - 1),
        (column - length, row - 1),
        (column + 1, row + 1),
        (column - length, row + 1),
    ];
    for layer in [Layer::Track, Layer::Smoke, Layer::Label] {
        for place in level.into_iter().chain(about) {
            let Some(cells) = cells(place, length) else { continue };
            let is_level = place.1 == row;
            let free = cells.iter().all(|cell| grid.is_free(*cell, layer));
            if free && is_apart(grid, own, &cells) && (is_level || is_alone(grid, own, &cells)) {
                for (cell, letter) in cells.into_iter().zip(words.chars()) {
                    grid.put(cell, letter, ink, Layer::Label);
                }
                return true;
            }
        }
    }
    false
}

fn cells((column, row): (isize, isize), length: isize) -> Option<Vec<CellPosition>> {
    let cell = |at| Some((usize::try_from(column + at).ok()?, usize::try_from(row).ok()?));
    (0..length).map(cell).collect()
}

/// Whether no letter and no other item's sign is at either end of words.
fn is_apart(grid: &Grid, own: CellPosition, cells: &[CellPosition]) -> bool {
    let (Some(first), Some(last)) = (cells.first(), cells.last()) else { return true };
    let before = first.0.checked_sub(1).map(|column| (column, first.1));
    let after = Some((last.0 + 1, last.1));
    [before, after].into_iter().flatten().all(|end| end == own || !grid.holds_sign(end))
}

/// Whether the words' own sign is the only one around them.
fn is_alone(grid: &Grid, own: CellPosition, cells: &[CellPosition]) -> bool {
    let Some(first) = cells.first() else { return true };
    let rows = first.1.saturating_sub(1)..=first.1 + 1;
    let columns = first.0.saturating_sub(1)..=first.0 + cells.len();
    let about = rows.flat_map(|row| columns.clone().map(move |column| (column, row)));
    about.filter(|cell| *cell != own).all(|cell| !grid.holds_sign(cell))
}
