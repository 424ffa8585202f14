//! Current lines of sight, with the land that special rules open. [3.5, 4.6, 4.7]
use crate::rules::survey::{PlacedBase, Sea, Survey, bases_of, placed_bases};
use crate::{Id, State, model::FiringArc, rules::special};

pub fn current_sea(state: &State) -> Sea {
    sea_in(state, state.turn)
}

/// Returns land and the smoke of a turn, which must be the current or the previous one. Older smoke is not kept.
pub fn sea_in(state: &State, turn: u16) -> Sea {
    Sea::with_open_land(state, turn, &special::conditions::open_land(state))
}

/// Returns range, bearing, arcs and line of sight between two units, or `None` unless both are tracked.
pub fn between(state: &State, from: &Id, to: &Id) -> Option<Survey> {
    let (from, to) = bases_of(state, from, to)?;
    Some(current_sea(state).survey(state.setup.options.ranges, &from, &to))
}

#[derive(Clone, PartialEq, Debug)]
pub struct EnemyPair {
    /// A ship, or a division of boats on one base.
    pub from: Id,
    pub to: Id,
    pub survey: Survey,
    /// Arcs of `to` that the base of `from` touches. [6.4.4]
    pub back: Vec<FiringArc>,
}

/// Returns each pair of tracked enemies in action once, from the first side's to the second's. [3.5]
pub fn pairs(state: &State) -> Vec<EnemyPair> {
    let (sea, bases, ranges) = (current_sea(state), placed_bases(state), state.setup.options.ranges);
    let first = state.setup.sides.first().map(|side| &side.id);
    let (first_side, second_side): (Vec<&PlacedBase>, Vec<&PlacedBase>) =
        bases.iter().partition(|base| Some(&base.ship.side) == first);
    let unit = |base: &PlacedBase| state.base_id(&base.ship.id);
    let pair = |from: &PlacedBase, to: &PlacedBase| {
        let survey = sea.survey(ranges, from, to);
        EnemyPair { from: unit(from), to: unit(to), survey, back: to.arcs(ranges, from) }
    };
    first_side.iter().flat_map(|from| second_side.iter().map(|to| pair(from, to))).collect()
}
