//! Points and verdict, for the referee and for a side.
use serde_json::Value;

use naval::{State, measure::Id, tally, verdict, view};

/// The verdict with every condition, then the points of both sides, in words and as JSON.
pub fn whole_tally(state: &State) -> (String, Value) {
    let (tally, verdict) = (tally::tally(state), verdict::verdict(state));
    let text = format!("{}\n\n{}", show::verdict(state, &verdict), show::tally(state, &tally));
    (text, with_verdict(show::tally_json(&tally), show::verdict_json(state, &verdict)))
}

/// The points keep their keys, and the verdict stands beside them under its own.
fn with_verdict(mut tally: Value, verdict: Value) -> Value {
    if let Value::Object(keys) = &mut tally {
        keys.insert("verdict".to_owned(), verdict);
    }
    tally
}

/// What a side can count, in words and as JSON: by what it knows while the battle lasts, by all that was when it is over.
pub fn side_tally(state: &State, side: &Id) -> (String, Value) {
    if state.over.is_some() {
        return whole_tally(state);
    }
    let known = view::known_to(state, side);
    let tally = view::tally_of_known(&known, side);
    let verdict = verdict::by_known(state, &known, side);
    let text = format!("{}\n\n{}", show::verdict(&known, &verdict), show::tally_known(&known, &tally));
    (text, with_verdict(show::tally_json(&tally), show::verdict_json(&known, &verdict)))
}
