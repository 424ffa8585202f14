//! Where a plot would take a division: asked of the code that moves ships, without moving any. [5.7]
use crate::model::{Course, Division, Edge, Follower, Place, Plot, Run, Ship};
use crate::rules::columns::{helm::Helm, lie::course_of};
use crate::rules::steering::pace;
use crate::rules::steering::tracks::{Moves, all_moves, move_from, orders};
use crate::rules::{shores, special};
use crate::{Fact, Id, Inches, Naval, State};
use play::Game;
use std::cell::OnceCell;

/// How every ship of a division would run by a plot, as far as nothing stops her: neither land nor a ship in her way.
/// `None` where nobody of it is tracked, or nothing of the plot can be run. [5.7]
///
/// One that leans on another division goes by what that one has plotted.
pub fn foreseen(state: &State, division: &Division, plot: &Plot) -> Option<Vec<Run>> {
    Foresight::of(state, division).runs(plot)
}

/// Where a division would be taken, for whoever asks of several plots: how it lies is worked out once, by the first of them
/// that leans on no other division.
pub struct Foresight<'s> {
    state: &'s State,
    division: &'s Division,
    /// `None` in it where nobody of the division is tracked.
    lies: OnceCell<Option<Helm>>,
}

impl<'s> Foresight<'s> {
    pub fn of(state: &'s State, division: &'s Division) -> Foresight<'s> {
        Foresight { state, division, lies: OnceCell::new() }
    }

    /// What [`foreseen`] says of a plot.
    pub fn runs(&self, plot: &Plot) -> Option<Vec<Run>> {
        let Foresight { state, division, ref lies } = *self;
        let moved = match plot.leans_on() {
            None => {
                let lies = lies.get_or_init(|| Helm::of(state, division)).as_ref()?;
                move_from(state, division, lies, &Moves::new(), orders(state, division, Some(plot)))
            }
            Some(_) => {
                let mut then = state.clone();
                let filed = Fact::PlotFiled { division: division.id.clone(), plot: plot.clone(), advance: false };
                Naval::apply(&mut then, &filed);
                all_moves(&then).remove(&division.id)
            }
        };
        moved.map(|moved| moved.runs)
    }
}

/// Whether any of these runs would end on land. [5.12]
pub fn runs_ashore(state: &State, runs: &[Run]) -> bool {
    shores::reaches_land(state, runs)
}

/// The edge of the table that a run crosses. [9.3]
pub fn edge_crossed(state: &State, run: &Run) -> Option<Edge> {
    shores::edge_crossed(state, run)
}

/// The speed at which a division goes on where nobody plots another. [5.5, Q57]
pub fn speed(state: &State, division: &Division) -> Inches {
    if state.is_tracked(&division.id) { pace::speed_now(state, division) } else { pace::made(state, division) }
}

/// The most that a division makes this turn with all its ships that can stay within an inch of its best. [5.4, 5.5, 5.8.3]
pub fn fastest(state: &State, division: &Division) -> Inches {
    pace::fastest_together(state, division)
}

/// The ship that can lead a division whose flagship cannot stay within an inch of its fastest ship. [5.8.3, 5.9.1, Q57]
pub fn leads_instead<'s>(state: &'s State, division: &'s Division) -> Option<&'s Ship> {
    pace::leads_instead(state, division)
}

/// Whether no special rule keeps a ship from leaving the table by an edge. [9.2, 9.3]
pub fn may_leave(state: &State, ship: &Ship, by: Edge) -> bool {
    special::steer::may_leave(state, ship, Some(by)).is_none()
}

/// The first turn in which no special rule that binds her now keeps a ship from leaving by an edge; none where one has no end.
/// [9.2, 9.3]
pub fn may_leave_from(state: &State, ship: &Ship, by: Edge) -> Option<u16> {
    special::steer::may_leave_from(state, ship, by)
}

/// From which ships special rules have a division keep so far at least. [9.2]
pub fn kept_beyond<'s>(state: &'s State, division: &Division) -> Vec<(Inches, Vec<&'s Ship>)> {
    special::steer::kept_beyond(state, division)
}

/// How a division stands by where its ships are seen to lie, and by the last run of the leading one: on her track, else in
/// line, else out of column. (Q8)
pub fn course_seen(state: &State, division: &Division) -> Course {
    let ships = division.ships.iter().filter_map(|ship| state.ship(ship)).filter(|ship| ship.in_action());
    let places = ships.clone().filter_map(|ship| Some((ship.id.clone(), ship.at?)));
    let places: Vec<(Id, Place)> = places.take(if division.one_base { 1 } else { usize::MAX }).collect();
    let Some((leader, _)) = places.first() else { return Course::default() };
    let run = ships.clone().next().and_then(|ship| ship.run.as_ref());
    let column = vec![Follower::new(leader.clone(), crate::model::Fine::ZERO)];
    let before = Course { track: run.map(|run| run.legs.clone()).unwrap_or_default(), column, ..Course::default() };
    course_of(state, &before, &places)
}
