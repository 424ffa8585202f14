//! Decides when a general fights the battle that may decide the campaign.
//!
//! A beaten army is rebuilt in some turns and then tries again. A lower chance is enough if more tries are left. On the
//! last turn every chance is taken.
use crate::model::State;

/// Points of combat factor that a gold piece buys.
pub(crate) const POINTS_PER_GP: f64 = 1.6;

/// Value of a won campaign, in points of worth.
const VICTORY_POINTS: f64 = 400.0;
/// Smallest chance on the last turn, where a hopeless battle is better than none.
const MIN_LAST_TURN_CHANCE: f64 = 0.001;

/// Returns the value, in points of worth, of fighting the battle that may decide the campaign, now or on a later
/// `turn`. `battle_value` is the value of the battle alone.
pub(crate) fn evaluate(state: &State, (win_chance, defeat_cost): (f64, f64), turn: u16, battle_value: f64) -> f64 {
    let limit = state.scenario().turn_limit;
    if limit < turn {
        return 0.0;
    }
    if limit == state.turn {
        // Now only victory counts, however unlikely.
        return VICTORY_POINTS * (1.0 + win_chance.max(MIN_LAST_TURN_CHANCE));
    }
    if limit == turn {
        return win_chance.max(MIN_LAST_TURN_CHANCE) * VICTORY_POINTS;
    }
    let needed = needed_chance(turn, limit, tries(state.resources, defeat_cost, limit - turn));
    if win_chance < needed {
        (win_chance - needed) * VICTORY_POINTS
    } else {
        battle_value.max(0.0) + win_chance * VICTORY_POINTS
    }
}

/// Returns how often the battle can be tried in the turns left, including now. A defeat costs `defeat_cost` points.
pub fn tries(resources: u32, defeat_cost: f64, turns_left: u16) -> f64 {
    let income = f64::from(resources.max(1)) * POINTS_PER_GP;
    1.0 + f64::from(turns_left) / (1.0 + defeat_cost / income)
}

/// Returns the least chance accepted for the battle: it falls with the turns and is divided by the tries left.
pub fn needed_chance(turn: u16, limit: u16, tries: f64) -> f64 {
    let passed = f64::from(turn) / f64::from(limit.max(1));
    ((0.93 - 0.75 * passed.powf(1.6)) / tries).max(0.1)
}
