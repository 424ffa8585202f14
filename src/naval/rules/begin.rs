//! How a battle begins.
pub mod sea;

use crate::{
    State,
    model::{self, Setup},
    rules::formation,
};
use std::sync::Arc;

/// The state before the first command: as the scenario draws it up, with what its special rules have broken from the start,
/// and formations that begin apart told so. [9.2, Q38]
pub fn begin(setup: &Setup) -> State {
    let mut state = State::new(setup);
    for rule in setup.rules.iter().filter(|rule| !rule.optional) {
        model::harmed_from_the_start(&rule.does, state.ships.iter_mut().map(Arc::make_mut));
    }
    formation::together::part_those_apart(&mut state);
    state
}
