//! Prints how a battle begins: sighting ranges by turn, friendly edges and starting positions. [3.1, 4.3, 9.3]
use crate::{Column, Flow, Grid};
use naval::model::chart::VisibilityQuality;
use naval::model::setup::{DivisionSetup, Visibility};
use naval::model::{Fate, Place, Ship};
use naval::{Inches, view::View};
use show::{fire::quality_word, places::edge_adjective};

const MIN_CHART_DEPTH: f64 = 118.0;
/// With more ships than this, the table of places uses smaller rows.
const MANY_SHIPS: usize = 30;

/// Describes the sighting ranges of all turns: `14″ on turns 1 to 4, 20″ from turn 5 [4.3].`
pub fn sighting_ranges(view: &View) -> String {
    match &view.setup.visibility {
        Visibility::Steps(steps) if !steps.is_empty() => {
            let steps = steps.iter().map(|step| (step.from_turn, step.range, step.quality)).collect();
            format!("Sighting range {} [4.3].", ranges_by_turn(steps))
        }
        Visibility::Rolled(ranges) => {
            let faces = ranges.iter().enumerate().map(|(index, range)| format!("{} {range}\u{2033}", index + 1));
            let faces = faces.collect::<Vec<String>>().join(", ");
            format!("Roll the sighting range in each Plotting Segment, D6: {faces} [3.3.1, 4.3].")
        }
        Visibility::Steps(_) => match view.sighting_base {
            Some(base) => format!("Sighting range {base}\u{2033} [4.3]."),
            None => "The sighting range is not yet known [10.1.1].".to_owned(),
        },
    }
}

/// Describes the sighting ranges of sides with their own `light`. [4.3]
pub fn side_light(view: &View) -> String {
    let range_text = |side: &naval::model::Side| {
        let steps = view.setup.light.iter().filter(|light| light.side == side.id);
        let steps: Vec<SightStep> = steps.map(|light| (light.from_turn, light.range, light.quality)).collect();
        (!steps.is_empty())
            .then(|| format!(" Ships of {} are seen no farther than {} [4.3].", side.name, ranges_by_turn(steps)))
    };
    view.setup.sides.iter().filter_map(range_text).collect()
}

/// Describes the general visibility for guns. Exceptions are printed with the ranges. [6.5.1.3, 6.5.6]
pub fn gun_visibility(view: &View) -> String {
    let is_stepped = match &view.setup.visibility {
        Visibility::Steps(steps) => steps.iter().any(|step| step.quality.is_some()),
        Visibility::Rolled(_) => false,
    };
    let has_exceptions = is_stepped || view.setup.light.iter().any(|light| light.quality.is_some());
    match (view.setup.night, has_exceptions) {
        (true, _) => "By night visibility for guns is extremely poor [6.5.1.3, 6.5.6].".to_owned(),
        (false, true) => "If no visibility is given with a range, it is good for guns [6.5.1.3].".to_owned(),
        (false, false) => "Visibility for guns is good [6.5.1.3].".to_owned(),
    }
}

type SightStep = (u16, Inches, Option<VisibilityQuality>);

fn ranges_by_turn(mut steps: Vec<SightStep>) -> String {
    steps.sort_by_key(|step| step.0);
    let next = steps.iter().skip(1).map(|step| Some(step.0)).chain([None]);
    let ranges = steps.iter().zip(next).map(|((from, range, quality), next)| {
        let light = quality.map(|quality| format!(" in {} visibility", quality_word(quality))).unwrap_or_default();
        let turns = match (from, next) {
            (0 | 1, None) => String::new(),
            (from, None) => format!(" from turn {from}"),
            (from, Some(next)) if *from + 1 == next => format!(" on turn {from}"),
            (from, Some(next)) if *from + 2 == next => format!(" on turns {from} and {}", next - 1),
            (from, Some(next)) => format!(" on turns {from} to {}", next - 1),
        };
        format!("{range}\u{2033}{light}{turns}")
    });
    ranges.collect::<Vec<String>>().join(", ")
}

/// Prints the positions of the viewer's ships, present and future: a table for each side that has any.
pub fn print_positions(flow: &mut Flow, view: &View) {
    let ships: usize = view.own_ships().count();
    let position_table = |side: &naval::model::Side| {
        let present = view.own_ships().filter(|ship| ship.side == side.id && ship.is_on_table());
        let mut rows: Vec<Vec<String>> =
            present.filter_map(|ship| Some(position_row(&ship.card.name, ship.at?, speed_text(ship), ""))).collect();
        let waiting = view.own_ships().filter(|ship| ship.side == side.id);
        rows.extend(waiting.filter_map(|ship| entry_row(view, ship)));
        if rows.is_empty() {
            return None;
        }
        let mut columns = vec![
            Column::left("SHIP", 30.0).strong(),
            Column::right("EAST", 14.0),
            Column::right("NORTH", 15.0),
            Column::right("HEADING", 18.0),
            Column::right("SPEED", 15.0),
            Column::left("", 19.0),
        ];
        // If no ship enters later, omit the last column.
        if rows.iter().all(|row| row.last().is_some_and(String::is_empty)) {
            columns.pop();
            rows.iter_mut().for_each(|row| drop(row.pop()));
        }
        let title = if view.turn == 1 { "SET-UP" } else { "PLACES" };
        let grid = Grid::new(format!("{title} OF {}", side.name.to_uppercase()), columns, rows);
        let grid = if MANY_SHIPS < ships {
            Grid { row: 3.7, size: 2.7, ..grid }
        } else {
            Grid { row: 4.2, size: 2.9, ..grid }
        };
        Some(grid.with_note(format!("own edge: {} [9.3]", edge_adjective(side.friendly_edge))))
    };
    let grids: Vec<Grid> =
        view.setup.sides.iter().filter(|side| view.owns(&side.id)).filter_map(position_table).collect();
    if grids.is_empty() {
        return;
    }
    let half = flow.width() / 2.0;
    let deepest = grids.iter().map(|grid| grid.height(flow.pen(), half)).fold(0.0, f64::max);
    // The note on reading positions belongs on the page of the positions. So does the chart, if the current page lacks
    // the room and one page holds all.
    let (alone, together) = (deepest + 16.0, deepest + 16.0 + MIN_CHART_DEPTH);
    if flow.depth_left() < alone {
        flow.require_depth(if together <= flow.page_depth() { together } else { alone });
    }
    let entry_note = if view.own_ships().any(|ship| matches!(ship.fate, Fate::Waiting { .. })) {
        let (brings_others, interval) = (waits_with_others(view), view.setup.options.interval);
        let others = if brings_others {
            format!(", the others of the division astern with {interval}\u{2033} between bases")
        } else {
            String::new()
        };
        format!(" A ship that comes in on a later turn is placed when that turn begins{others}, and plots like all.")
    } else {
        String::new()
    };
    flow.gap(2.0);
    flow.aside(&format!("Positions are in inches from the south-west corner of the table to the middle of the base. Headings are true, north 0, clockwise. Speeds are last turn's.{entry_note}"));
    flow.add_columns(&grids);
}

/// Whether a leader that enters later brings other ships.
fn waits_with_others(view: &View) -> bool {
    let waits = |ship: &Ship| matches!(ship.fate, Fate::Waiting { .. });
    view.own_divisions().any(|division| 1 < view.ships_of_division(&division.id).filter(|ship| waits(ship)).count())
}

/// Prints the corners of the land, for setting up the table. [4.7]
pub fn print_land(flow: &mut Flow, view: &View) {
    /// Land with more corners is set up from the chart.
    const CORNERS: usize = 40;
    let land = &view.setup.land;
    let corners: usize = land.iter().map(|land| land.corners.len()).sum();
    if land.is_empty() || CORNERS < corners {
        return;
    }
    let corner = |(x, y): &(Inches, Inches)| format!("{x}, {y}");
    let land_text = |land: &naval::model::Land| {
        let corners: Vec<String> = land.corners.iter().map(corner).collect();
        format!("{}: {}", land.name, corners.join("; "))
    };
    let texts: Vec<String> = land.iter().map(land_text).collect();
    flow.aside(&format!("Corners of the land, inches east and north: {}.", texts.join(". ")));
}

fn position_row(name: &str, position: Place, speed: String, note: &str) -> Vec<String> {
    let heading = format!("{}\u{b0}", position.heading);
    let inches = |figure: naval::model::Fine| format!("{:.2}", figure.as_f64());
    vec![name.to_owned(), inches(position.x), inches(position.y), heading, speed, note.to_owned()]
}

/// Returns the speed of a ship. Coast batteries have none.
fn speed_text(ship: &Ship) -> String {
    if ship.card.kind.is_coast_battery() { String::new() } else { format!("{}\u{2033}", ship.speed) }
}

/// Returns the row of a division leader that enters later, if the scenario gives its position.
fn entry_row(view: &View, ship: &Ship) -> Option<Vec<String>> {
    let Fate::Waiting { enters_turn } = ship.fate else { return None };
    let is_leader = |division: &&DivisionSetup| division.ships.first() == Some(&ship.id);
    let division = view.setup.divisions.iter().find(is_leader)?;
    let speed = format!("{}\u{2033}", division.speed);
    Some(position_row(&ship.card.name, division.at?, speed, &format!("turn {enters_turn}")))
}
