//! Checks that every ship starts on the table, off the land and clear of other bases. [2.1, 5.11, 5.12]
use crate::{KeyPath, Report};
use geometry::{Point, Pose, Table};
use naval::model::{DivisionSetup, Fine, Place, Setup};
use naval::rules::begin::sea::{self, StartingArea};
use naval::rules::survey::{self, PlacedBase};

/// Largest distance of a suggested starting position from the stated one, or from the edge if that is off the table.
const MAX_SEARCH_IN: u16 = 48;
const DIRECTIONS: u16 = 16;

/// Reports every division with a ship at an illegal start, with the nearest place where all its ships can start.
pub(super) fn check_start(setup: &Setup, places: &[KeyPath], report: &mut Report) {
    let placeable = placeable_setup(setup, places, report);
    let state = naval::begin(&placeable);
    let land = sea::coasts(&placeable);
    let (width_in, depth_in) = (placeable.table.width.as_f64(), placeable.table.height.as_f64());
    if width_in <= 0.0 || depth_in <= 0.0 {
        // The table itself is an error that was reported already.
        return;
    }
    let placed: Vec<PlacedBase<'_>> = survey::placed_bases(&state);
    let mut sea = StartingArea { table: Table { width_in, depth_in }, land: &land, occupied: Vec::new() };
    for division in &placeable.divisions {
        let Some(leader) = division.at else { continue };
        let index = setup.divisions.iter().position(|entry| entry.id == division.id);
        let Some((path, turn)) = index.and_then(|index| Some((places.get(index)?, setup.divisions[index].enters_turn)))
        else {
            continue;
        };
        let own: Vec<&PlacedBase> = placed.iter().filter(|base| base.ship.division == division.id).collect();
        let problems: Vec<String> = own.iter().filter_map(|base| sea.placement_problem(turn, base)).collect();
        if let Some(first) = problems.first() {
            let more = match problems.len() {
                1 => String::new(),
                count => format!(", and {} more of division `{}` are also misplaced", count - 1, division.id),
            };
            let nearest = nearest_legal_start(&sea, turn, &own, leader);
            let error = report.add_error(&path.key("at"), format!("{first}{more}"));
            let (width, height) = (placeable.table.width, placeable.table.height);
            error.legal(format!("x from 0 to {width}, y from 0 to {height}, off land and other bases")).nearest =
                nearest.map(|place| format!("{{x: {}, y: {}, heading: {}}}", place.x, place.y, place.heading));
        }
        sea.occupied.extend(own.into_iter().map(|base| (turn, base)));
    }
}

fn placeable_setup(setup: &Setup, places: &[KeyPath], report: &Report) -> Setup {
    let mut divisions: Vec<DivisionSetup> = Vec::new();
    for (division, path) in setup.divisions.iter().zip(places) {
        let has_all_ships = division.ships.iter().all(|ship| setup.ships.iter().any(|entry| entry.card.id == *ship));
        let is_duplicate = divisions
            .iter()
            .any(|earlier| earlier.id == division.id || earlier.ships.iter().any(|ship| division.ships.contains(ship)));
        let mut once = division.ships.iter().enumerate();
        let has_distinct_ships = once.all(|(index, ship)| !division.ships[..index].contains(ship));
        if has_all_ships
            && has_distinct_ships
            && !is_duplicate
            && !division.ships.is_empty()
            && !report.has_placeholder_within(&path.key("at"))
        {
            // Place divisions that enter later, too.
            divisions.push(DivisionSetup { enters_turn: 1, ..division.clone() });
        }
    }
    let ships =
        setup.ships.iter().filter(|ship| divisions.iter().any(|division| division.ships.contains(&ship.card.id)));
    Setup { ships: ships.cloned().collect(), divisions, formations: Vec::new(), generator: None, ..setup.clone() }
}

/// Returns the nearest place tried for the leader where every ship of the division is clear. Keeps the heading.
fn nearest_legal_start(sea: &StartingArea, turn: u16, own: &[&PlacedBase], leader: Place) -> Option<Place> {
    let is_clear = |shift: Point| {
        own.iter().all(|PlacedBase { ship, base, pose }| {
            let moved = Point::new(pose.at.x() + shift.x(), pose.at.y() + shift.y());
            sea.placement_problem(turn, &PlacedBase { ship, base: *base, pose: Pose { at: moved, ..*pose } }).is_none()
        })
    };
    // For a leader off the table, begin the search at the edge.
    let onto = |along: f64, size_in: f64| along.clamp(0.0, size_in) - along;
    let (x, y) = (leader.x.as_f64(), leader.y.as_f64());
    let start = Point::new(onto(x, sea.table.width_in), onto(y, sea.table.depth_in));
    let rings = (0..=MAX_SEARCH_IN * 2).flat_map(|step| {
        let spokes = if step == 0 { 1 } else { DIRECTIONS };
        (0..spokes).map(move |spoke| (f64::from(step) / 2.0, f64::from(spoke) * 360.0 / f64::from(DIRECTIONS)))
    });
    let moves = rings.map(|(far_in, bearing)| start.moved(geometry::Bearing::new(bearing), far_in));
    let shift = moves.into_iter().find(|shift| is_clear(*shift))?;
    let heading = Fine(leader.heading.0.rem_euclid(3_600_000));
    Some(Place { x: Fine::nearest(x + shift.x()), y: Fine::nearest(y + shift.y()), heading })
}
