//! Predicts where a plot takes a division, with the code that moves ships but without moving any. [5.7]
use crate::model::{ColumnState, Division, Edge, Follower, Place, Plot, Ship, ShipMove};
use crate::rules::columns::{helm::DivisionMotion, placed_course::course_of};
use crate::rules::steering::pace;
use crate::rules::steering::tracks::{Moves, all_moves, move_from, orders};
use crate::rules::{shores, special};
use crate::{Fact, Id, Inches, Naval, State};
use play::Game;
use std::cell::OnceCell;

/// Returns every ship's run by a plot, ignoring land and ships in the way. [5.7]
///
/// A plot that depends on another division uses that one's plot. `None` if no ship is tracked, or it cannot be run.
pub fn predicted_runs(state: &State, division: &Division, plot: &Plot) -> Option<Vec<ShipMove>> {
    PlotPredictor::new(state, division).predicted_runs(plot)
}

/// Predicts plots of one division. Its motion is calculated once, by the first plot that depends on no other division.
pub struct PlotPredictor<'s> {
    state: &'s State,
    division: &'s Division,
    /// Holds `None` if no ship of the division is tracked.
    motion: OnceCell<Option<DivisionMotion>>,
}

impl<'s> PlotPredictor<'s> {
    pub fn new(state: &'s State, division: &'s Division) -> PlotPredictor<'s> {
        PlotPredictor { state, division, motion: OnceCell::new() }
    }

    pub fn predicted_runs(&self, plot: &Plot) -> Option<Vec<ShipMove>> {
        let PlotPredictor { state, division, ref motion } = *self;
        let outcome = match plot.depends_on() {
            None => {
                let motion = motion.get_or_init(|| DivisionMotion::from_division(state, division)).as_ref()?;
                move_from(state, division, motion, &Moves::new(), orders(state, division, Some(plot)))
            }
            Some(_) => {
                let mut new_state = state.clone();
                let filed = Fact::PlotFiled { division: division.id.clone(), plot: plot.clone(), advance: false };
                Naval::apply(&mut new_state, &filed);
                all_moves(&new_state).remove(&division.id)
            }
        };
        outcome.map(|outcome| outcome.runs)
    }
}

/// Whether any of these runs would end on land. [5.12]
pub fn runs_ashore(state: &State, runs: &[ShipMove]) -> bool {
    shores::reaches_land(state, runs)
}

/// Returns the edge of the table that a run crosses. [9.3]
pub fn edge_crossed(state: &State, run: &ShipMove) -> Option<Edge> {
    shores::edge_crossed(state, run)
}

/// Returns a division's speed for a turn without a new plot. [5.5, Q57]
pub fn speed_without_plot(state: &State, division: &Division) -> Inches {
    if state.has_position(&division.id) { pace::speed_now(state, division) } else { pace::last_speed(state, division) }
}

/// Returns a division's highest speed with all ships that can stay within an inch of its fastest. [5.4, 5.5, 5.8.3]
pub fn fastest(state: &State, division: &Division) -> Inches {
    pace::fastest_together(state, division)
}

/// Returns the ship that can lead if the flagship is over an inch below the fastest ship. [5.8.3, 5.9.1, Q57]
pub fn faster_leader<'s>(state: &'s State, division: &'s Division) -> Option<&'s Ship> {
    pace::faster_leader(state, division)
}

/// Whether special rules allow a ship to leave the table by an edge. [9.2, 9.3]
pub fn may_leave(state: &State, ship: &Ship, edge: Edge) -> bool {
    special::steer::exit_ban(state, ship, Some(edge)).is_none()
}

/// Returns the first turn in which special rules let a ship leave by an edge. `None` if they never do. [9.2, 9.3]
pub fn first_turn_to_leave(state: &State, ship: &Ship, edge: Edge) -> Option<u16> {
    special::steer::first_turn_to_leave(state, ship, edge)
}

/// Returns the ships from which special rules keep a division at a distance, with that distance. [9.2]
pub fn distances_to_keep<'s>(state: &'s State, division: &Division) -> Vec<(Inches, Vec<&'s Ship>)> {
    special::steer::distances_to_keep(state, division)
}

/// Infers a course from positions: on the track of the leader's last run, else in line, else out of column. (Q8)
pub fn course_seen(state: &State, division: &Division) -> ColumnState {
    let ships = division.ships.iter().filter_map(|ship| state.ship(ship)).filter(|ship| ship.is_in_action());
    let places = ships.clone().filter_map(|ship| Some((ship.id.clone(), ship.at?)));
    let places: Vec<(Id, Place)> = places.take(if division.one_base { 1 } else { usize::MAX }).collect();
    let Some((leader, _)) = places.first() else { return ColumnState::default() };
    let run = ships.clone().next().and_then(|ship| ship.run.as_ref());
    let column = vec![Follower::new(leader.clone(), crate::model::Fine::ZERO)];
    let before =
        ColumnState { track: run.map(|run| run.legs.clone()).unwrap_or_default(), column, ..ColumnState::default() };
    course_of(state, &before, &places)
}
