//! Where a plot would take a division: asked of the code that moves ships, without moving any. [5.7]
use crate::steering::tracks::{Moves, all_moves, move_of, orders};
use crate::{Division, Fact, Naval, Plot, Run, State};
use play::Game;

/// How every ship of a division would run by a plot, as far as nothing stops her: neither land nor a ship in her way.
/// `None` where nobody of it is tracked, or nothing of the plot can be run. [5.7]
///
/// One that leans on another division goes by what that one has plotted.
pub fn foreseen(state: &State, division: &Division, plot: &Plot) -> Option<Vec<Run>> {
    let moved = match plot.leans_on() {
        None => move_of(state, division, &Moves::new(), orders(state, division, Some(plot))),
        Some(_) => {
            let mut then = state.clone();
            let filed = Fact::PlotFiled { division: division.id.clone(), plot: plot.clone(), advance: false };
            Naval::apply(&mut then, &filed);
            all_moves(&then).remove(&division.id)
        }
    };
    moved.map(|moved| moved.runs)
}
