//! Where ships may begin: on the table, clear of land and of other bases. [2.1, 5.11, 5.12]
use super::begin;
use crate::model::{DivisionSetup, Place, Setup};
use crate::rules::survey::{self, PlacedBase};
use geometry::{Area, Table, is_aground};
use play::Rule;

const AREA: Rule = Rule::new("2.1");
const LAND: Rule = Rule::new("5.12");
const COLLISIONS: Rule = Rule::new("5.11");

pub struct StartingArea<'s> {
    pub table: Table,
    pub land: &'s [(String, Area)],
    /// Ships already placed, each with the turn in which it enters.
    pub occupied: Vec<(u16, &'s PlacedBase<'s>)>,
}

impl StartingArea<'_> {
    pub fn placement_problem(&self, turn: u16, PlacedBase { ship, base, pose }: &PlacedBase) -> Option<String> {
        let (ship, pose, place) = (&ship.id, *pose, Place::rounded(*pose));
        if !self.table.contains(pose.at) {
            return Some(format!("`{ship}` starts at {place}, off the table [{AREA}]"));
        }
        if let Some((land, _)) = self.land.iter().find(|(_, area)| is_aground(base, pose, area)) {
            return Some(format!("`{ship}` starts at {place}, on the land `{land}` [{LAND}]"));
        }
        let mut same_turn = self.occupied.iter().filter(|(enters, ..)| *enters == turn);
        let (_, other) = same_turn.find(|(_, other)| base.overlaps(pose, &other.base, other.pose))?;
        Some(format!("`{ship}` starts at {place}, on the base of `{}` [{COLLISIONS}]", other.ship.id))
    }
}

/// Returns the coasts of a set-up, each with the name of its land, without lands that have no valid outline.
pub fn coasts(setup: &Setup) -> Vec<(String, Area)> {
    setup.land.iter().filter_map(|land| Some((land.id.to_string(), land.area().ok()?))).collect()
}

/// Returns the error of the first ship that begins in a forbidden place, if the set-up's divisions have positions.
pub(crate) fn misplaced(setup: &Setup) -> Option<String> {
    if setup.divisions.iter().all(|division| division.at.is_none()) {
        return None;
    }
    // Divisions that enter later are placed too.
    let divisions = setup
        .divisions
        .iter()
        .map(|division_setup| DivisionSetup { enters_turn: 1, ..division_setup.clone() })
        .collect();
    let state = begin(&Setup { divisions, formations: Vec::new(), generator: None, ..setup.clone() });
    let land = coasts(setup);
    let table = Table { width_in: setup.table.width.as_f64(), depth_in: setup.table.height.as_f64() };
    let bases: Vec<PlacedBase<'_>> = survey::placed_bases(&state);
    let mut sea = StartingArea { table, land: &land, occupied: Vec::new() };
    for division in setup.divisions.iter().filter(|division| division.at.is_some()) {
        let division_bases: Vec<&PlacedBase> = bases.iter().filter(|base| base.ship.division == division.id).collect();
        if let Some(problem) = division_bases.iter().find_map(|base| sea.placement_problem(division.enters_turn, base))
        {
            return Some(problem);
        }
        sea.occupied.extend(division_bases.into_iter().map(|base| (division.enters_turn, base)));
    }
    None
}
