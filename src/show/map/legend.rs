//! Text below the terminal map: ships with their positions, and the meanings of signs.
use super::{
    CharacterSet, Ink, Page, Reach, Scene, ShipStatus, Span, Window,
    items::{CellItems, DrawnMap, KeyedShip},
    scene::Ship,
    signs::Signs,
};
use crate::map::Grid;
use geometry::Point;

/// Writes everything below the frame.
pub(super) fn write_legend(scene: &Scene, window: Window, map: &DrawnMap<'_>, columns: usize, page: &mut Page) {
    let DrawnMap { grid, keyed_ships: keyed, cells } = *map;
    let signs = Signs::for_charset(grid.charset);
    let lists: Vec<Vec<LegendRow>> = (0..scene.sides.len()).map(|side| side_list(scene, side, keyed, &signs)).collect();
    let widest = |rows: &Vec<LegendRow>| rows.iter().map(LegendRow::width).max().unwrap_or(0);
    match &lists[..] {
        [first, second] if !first.is_empty() && !second.is_empty() && widest(first) + 3 + widest(second) <= columns => {
            let room = widest(first) + 3;
            for index in 0..first.len().max(second.len()) {
                let mut spans = first.get(index).map(LegendRow::spans).unwrap_or_default();
                let used: usize = spans.iter().map(|span| span.text.chars().count()).sum();
                if let Some(right) = second.get(index) {
                    spans.push(Span { text: " ".repeat(room - used), ink: Ink::Plain });
                    spans.extend(right.spans());
                }
                page.push_line(spans);
            }
        }
        _ => lists.iter().flatten().for_each(|row| row.write(columns, page)),
    }
    crowds(keyed, cells, &signs, columns, page);
    for torpedo in &scene.torpedoes {
        let side = scene.sides.get(torpedo.side).map_or("", String::as_str);
        let dummy = if torpedo.dummy { ", a dummy" } else { "" };
        let run = format!(": {} of {}\" run", tenths(torpedo.radius_in), tenths(torpedo.run_in));
        let run = if torpedo.reach == Reach::Unknown { "" } else { &*run };
        let words = format!("{} ({}) torpedoes of {side}{dummy}{run}", signs.dot, torpedo.name);
        push_folded(&words, columns, page);
    }
    let signs = signs_used(&scene.part(&window), scene.count_outside(&window), grid, &signs);
    for line in fold_parts(&signs, "  ", columns) {
        page.push_text(&line, Ink::Faint);
    }
}

/// Lists ships and markers that share a cell, and ships whose letters found no room.
fn crowds(keyed: &[KeyedShip<'_>], places: &[CellItems<'_>], signs: &Signs, columns: usize, page: &mut Page) {
    let shared_cells = places.iter().filter(|placed| 1 < placed.items.len()).map(|placed| {
        let stacked = placed.items.windows(2).all(|pair| pair[0].is_stacked_on(&pair[1]));
        let at = placed.items.first().map(|thing| position_text(thing.at)).unwrap_or_default();
        if stacked {
            format!("{} stacked at {at}: {}", signs.crowd, placed.keys().join(", "))
        } else {
            format!("{} close together at {at}: {}", signs.crowd, placed.text())
        }
    });
    let crowd: Vec<String> = shared_cells.collect();
    for line in fold_parts(&crowd, "  ", columns) {
        page.push_text(&line, Ink::Plain);
    }
    // In the order of the lists above.
    let lacks_letters = |key: &String| places.iter().any(|cell| !cell.lettered && cell.keys().contains(key));
    let unlettered: Vec<&KeyedShip<'_>> = keyed.iter().filter(|keyed_ship| lacks_letters(&keyed_ship.key)).collect();
    if let Some(first) = unlettered.first() {
        let keys: Vec<&str> = unlettered.iter().map(|keyed_ship| keyed_ship.key.as_str()).collect();
        let words = format!("No room for letters of {}: map near {} 10 shows them.", keys.join(", "), first.ship.id);
        push_folded(&words, columns, page);
    }
}

/// A line of a side's list.
struct LegendRow {
    head: String,
    tail: String,
    ink: Ink,
}

impl LegendRow {
    fn width(&self) -> usize {
        self.head.chars().count() + self.tail.chars().count()
    }
    fn spans(&self) -> Vec<Span> {
        vec![Span { text: self.head.clone(), ink: self.ink }, Span { text: self.tail.clone(), ink: Ink::Plain }]
    }
    /// Writes the row on one line if it fits, otherwise the rest below the name.
    fn write(&self, columns: usize, page: &mut Page) {
        if self.width() <= columns {
            return page.push_line(self.spans());
        }
        page.push_text(&self.head, self.ink);
        let words: Vec<String> = self.tail.split_whitespace().map(str::to_owned).collect();
        for line in fold_parts(&words, " ", columns - 4) {
            page.push_text(&format!("    {line}"), Ink::Plain);
        }
    }
}

/// Returns a side's name and its ships. Empty if none of them is on the map.
fn side_list(scene: &Scene, side: usize, keyed: &[KeyedShip<'_>], signs: &Signs) -> Vec<LegendRow> {
    let ships = || keyed.iter().filter(|keyed_ship| keyed_ship.ship.side == side);
    let markers = || scene.markers.iter().filter(|marker| marker.side == side);
    if ships().next().is_none() && markers().next().is_none() {
        return Vec::new();
    }
    let keys = ships().map(|keyed_ship| keyed_ship.key.chars().count()).max().unwrap_or(0);
    let names = ships().map(|keyed_ship| keyed_ship.ship.name_with_number().chars().count()).max().unwrap_or(0);
    let name = scene.sides.get(side).cloned().unwrap_or_default();
    // A remark that applies to all ships is made once.
    let none_sighted = 1 < ships().count() && ships().all(|keyed_ship| keyed_ship.ship.status == ShipStatus::Unsighted);
    let remark = if none_sighted { ", all unsighted" } else { "" };
    let mut rows = vec![LegendRow { head: name, tail: remark.to_owned(), ink: Ink::Side(side) }];
    rows.extend(ships().map(|keyed_ship| LegendRow {
        head: format!(
            "{:<keys$} {} {:<names$}  ",
            keyed_ship.key,
            signs.ship(keyed_ship.ship),
            keyed_ship.ship.name_with_number()
        ),
        tail: format!(
            "{} heading {}{}",
            position_text(keyed_ship.ship.pose.at),
            tenths(keyed_ship.ship.pose.heading.degrees()),
            remarks(keyed_ship.ship, none_sighted)
        ),
        ink: Ink::Side(side),
    }));
    rows.extend(markers().map(|marker| LegendRow {
        head: format!("#{} {}  ", marker.name, signs.marker),
        tail: format!("{}, {} force marker", tenths(marker.pose.at.x()), tenths(marker.pose.at.y())),
        ink: Ink::Side(side),
    }));
    rows
}

/// Returns remarks on a ship: fires, and how it is known.
fn remarks(ship: &Ship, none_sighted: bool) -> String {
    let fires = match ship.fires {
        0 => String::new(),
        1 => ", 1 fire".to_owned(),
        fires => format!(", {fires} fires"),
    };
    let status_text = match ship.status {
        ShipStatus::Seen => String::new(),
        ShipStatus::Unsighted if none_sighted => String::new(),
        ShipStatus::Unsighted => ", unsighted".to_owned(),
        ShipStatus::LastSeen(turn) => format!(", last seen in turn {turn}"),
        ShipStatus::Hulk => ", a hulk".to_owned(),
        ShipStatus::Sunk => ", sunk".to_owned(),
    };
    format!("{fires}{status_text}")
}

fn signs_used(scene: &Scene, outside: usize, grid: &Grid, signs: &Signs) -> Vec<String> {
    let mut words = vec![
        "North is up.".to_owned(),
        format!("A column is {}\", a row {}\".", hundredths(grid.column_in), hundredths(grid.row_in())),
    ];
    if let Some(wind) = &scene.wind {
        words.push(format!("{}.", wind.says));
    }
    if scene.ships.is_empty() && scene.seen_by.is_some() {
        words.push("No ship is in sight. [4.3]".to_owned());
    }
    let mut add_sign = |used: bool, letter: char, meaning: &str| {
        if used {
            words.push(format!("{letter} {meaning}"));
        }
    };
    add_sign(!scene.land.is_empty(), signs.land, "land");
    add_sign(!scene.mines.is_empty(), signs.mines, "mines");
    add_sign(scene.mines.iter().any(|mines| !mines.lanes.is_empty()), signs.ring, "edges of the swept lane");
    add_sign(!scene.smoke.is_empty(), signs.smoke, "smoke");
    let tracked = scene.ships.iter().any(|ship| ship.track.len() > 1);
    add_sign(tracked && grid.charset == CharacterSet::Ascii, signs.track, "last move");
    let fronts = scene.torpedoes.iter().any(|torpedo| torpedo.reach != Reach::Unknown);
    add_sign(fronts, signs.front, "torpedo run so far");
    match outside {
        0 => {}
        1 => words.push("1 ship is outside this part.".to_owned()),
        more => words.push(format!("{more} ships are outside this part.")),
    }
    words
}

fn push_folded(words: &str, columns: usize, page: &mut Page) {
    let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
    for (index, line) in fold_parts(&words, " ", columns - 2).into_iter().enumerate() {
        let indent = if index == 0 { "" } else { "  " };
        page.push_text(&format!("{indent}{line}"), Ink::Plain);
    }
}

/// Joins parts into as few lines as fit. If any part is wider than a line, all parts are split at their spaces.
pub(super) fn fold_parts(parts: &[String], between: &str, columns: usize) -> Vec<String> {
    let fits = |part: &String| part.chars().count() <= columns;
    if parts.iter().all(fits) {
        return super::super::lines::fill_lines(parts, between, columns);
    }
    let words: Vec<String> = parts.iter().flat_map(|part| part.split_whitespace()).map(str::to_owned).collect();
    super::super::lines::fill_lines(&words, " ", columns)
}

fn position_text(point: Point) -> String {
    format!("{}, {}", tenths(point.x()), tenths(point.y()))
}

/// `34.2`, `18`.
pub(super) fn tenths(number: f64) -> String {
    let rounded = (number * 10.0).round() / 10.0 + 0.0;
    if rounded.fract() == 0.0 { format!("{rounded:.0}") } else { format!("{rounded:.1}") }
}

/// `0.75`, `1.5`, `2`.
fn hundredths(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
