//! The state in which a battle begins.
pub mod sea;

use crate::{
    State,
    model::{self, Setup},
    rules::formation,
};
use std::sync::Arc;

/// Returns the state before the first command: the scenario's, with damage that its special rules inflict from the
/// start. Formations whose divisions begin apart are split. [9.2, Q38]
pub fn begin(setup: &Setup) -> State {
    let mut state = State::new(setup);
    for rule in setup.rules.iter().filter(|rule| !rule.optional) {
        model::apply_initial_damage(&rule.does, state.ships.iter_mut().map(Arc::make_mut));
    }
    formation::cohesion::mark_separated(&mut state);
    state
}
