//! Points and verdict, for whoever looks.
use serde_json::Value;

use naval::{
    State,
    view::{View, Viewer},
};

/// The verdict with every condition, then the points, in words and as JSON: by what the viewer knows while the battle lasts,
/// by all that was when it is over.
pub fn points(state: &State, viewer: &Viewer) -> (String, Value) {
    let view = if state.over.is_some() { View::referee(state) } else { View::seen_by(state, viewer) };
    let mut value = show::tally_json(&view);
    value["verdict"] = show::verdict_json(&view);
    (format!("{}\n\n{}", show::verdict(&view), show::tally(&view)), value)
}
