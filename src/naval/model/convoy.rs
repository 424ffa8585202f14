//! Convoys: merchantmen in parallel columns. [5.1.2]
use std::sync::Arc;

use super::{ColumnState, DivisionSetup, Fine, Follower, Inches, Place, Ship, ShipType};

/// Whether a division of the scenario is a convoy. [5.1.2]
pub(crate) fn is_convoy(division: &DivisionSetup, ships: &[Arc<Ship>]) -> bool {
    let mut own = ships.iter().filter(|ship| division.ships.contains(&ship.id));
    1 < division.ships.len() && own.all(|ship| ship.card.kind == ShipType::MM)
}

/// Puts a convoy's ships in columns. The leader heads the first. Further columns are abeam to starboard, at the
/// distance of ships within a column. [5.1.2]
pub(crate) fn place_in_parallel_columns(
    division: &DivisionSetup,
    at: Place,
    interval: Inches,
    ships: &mut [Arc<Ship>],
) -> ColumnState {
    let is_own = |ship: &&Arc<Ship>| division.ships.contains(&ship.id);
    let longest = ships.iter().filter(is_own).map(|ship| ship.card.base_length).max().unwrap_or(Inches::ZERO);
    let spacing = Fine::from(longest + interval);
    let stations = column_lengths(division.ships.len())
        .into_iter()
        .enumerate()
        .flat_map(|(column, count)| (0..count).map(move |row| (column as i64, row as i64)));
    let mut course = ColumnState { broken: true, ..ColumnState::default() };
    for (id, (column, row)) in division.ships.iter().zip(stations) {
        let Some(ship) = ships.iter_mut().find(|ship| ship.id == *id).map(Arc::make_mut) else { continue };
        let (aside, astern) = (Fine(spacing.0 * column), Fine(spacing.0 * row));
        let abeam = at.pose().at.moved(at.pose().heading.turned(90.0), aside.as_f64());
        let pose = geometry::Pose { at: abeam, ..at.pose() }.advanced(-astern.as_f64());
        ship.at = Some(Place::rounded(pose));
        course.column.push(Follower::new(id.clone(), astern));
    }
    course
}

/// Returns the lengths of a convoy's columns: as few columns as possible, none with more ships than there are columns,
/// as even as possible, longer ones first. [5.1.2]
pub fn column_lengths(ships: usize) -> Vec<usize> {
    let count = (0..=ships).find(|count| ships <= count * count).unwrap_or(0);
    (0..count).map(|column| ships / count + usize::from(column < ships % count)).collect()
}
