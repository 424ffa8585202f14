//! When a general takes the battle that may decide the campaign.
//!
//! A beaten army comes back: what a defeat costs is bought again in some turns, and then there is another try. The more
//! tries are left, the less likely a victory need be for the present one; on the last turn none is let go.
use crate::model::State;

/// Points of combat factor that a gold piece buys.
pub(crate) const POINTS_PER_GP: f64 = 1.6;

/// A campaign won, in points of worth.
const VICTORY: f64 = 400.0;
/// The least chance that counts on the last turn, where a battle that looks hopeless is better than none.
const LAST: f64 = 0.001;

/// What a battle that may decide the campaign is worth on a turn: `win` is its chance, `lost` what a defeat costs and
/// `fight` what the battle is worth by itself, in points of worth.
pub(crate) fn evaluate(state: &State, (win, lost): (f64, f64), turn: u16, fight: f64) -> f64 {
    let limit = state.scenario().turn_limit;
    if limit < turn {
        return 0.0;
    }
    if limit == state.turn {
        // Nothing but victory counts any more, however unlikely it is.
        return VICTORY * (1.0 + win.max(LAST));
    }
    if limit == turn {
        return win.max(LAST) * VICTORY;
    }
    let needed = needed(turn, limit, tries(state.resources, lost, limit - turn));
    if win < needed { (win - needed) * VICTORY } else { fight.max(0.0) + win * VICTORY }
}

/// How often the battle can be tried in so many more turns, this time among them, where each defeat costs so much.
pub fn tries(resources: u32, lost: f64, turns_left: u16) -> f64 {
    let income = f64::from(resources.max(1)) * POINTS_PER_GP;
    1.0 + f64::from(turns_left) / (1.0 + lost / income)
}

/// The chance from which the battle is taken: high at first, lower as the turns pass, and shared among the tries left.
pub fn needed(turn: u16, limit: u16, tries: f64) -> f64 {
    let passed = f64::from(turn) / f64::from(limit.max(1));
    ((0.93 - 0.75 * passed.powf(1.6)) / tries).max(0.1)
}
