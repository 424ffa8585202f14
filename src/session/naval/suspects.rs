//! Suspect ranges and placements in a line, reported once right after it. [2.7]
use serde_json::{Value, json};

use naval::{
    Fact, NavalEvent, State,
    view::{SuspectPlacement, SuspectRange, suspect_placement, suspect_range},
};

fn suspect_ranges(after: &State, events: &[NavalEvent]) -> Vec<SuspectRange> {
    let suspect_in = |event: &NavalEvent| match &event.fact {
        Fact::Measured { from, to, range, .. } => suspect_range(after, from, to, *range),
        _ => None,
    };
    events.iter().filter_map(suspect_in).collect()
}

fn suspect_placements(before: &State, events: &[NavalEvent]) -> Vec<SuspectPlacement> {
    let suspect_in = |event: &NavalEvent| match &event.fact {
        Fact::ValueSet { unit, setting, .. } => suspect_placement(before, unit, setting),
        _ => None,
    };
    events.iter().filter_map(suspect_in).collect()
}

pub(super) fn suspect_warnings(before: &State, after: &State, events: &[NavalEvent]) -> Vec<String> {
    let (ranges, places) = (suspect_ranges(after, events), suspect_placements(before, events));
    let ranges = ranges.iter().map(|suspect| suspect_range_line(after, suspect));
    let places =
        places.iter().map(|suspect| format!("  {}", show::suspects::suspect_placement_warning(after, suspect)));
    ranges.chain(places).collect()
}

fn suspect_range_line(after: &State, suspect: &SuspectRange) -> String {
    format!("  {}", show::suspects::suspect_range_warning(after, suspect))
}

/// Returns a line for each suspect range of several measurements, without repeats. The range that would fit differs
/// with each measurement before it, so only the first report counts.
pub(super) fn suspect_range_lines<'s>(
    measured: impl IntoIterator<Item = (&'s State, &'s [NavalEvent])>,
) -> Vec<String> {
    let (mut reported, mut lines) = (Vec::new(), Vec::new());
    for (after, events) in measured {
        for suspect in suspect_ranges(after, events) {
            let range_typed = (suspect.from.clone(), suspect.to.clone(), suspect.typed);
            if !reported.contains(&range_typed) {
                lines.push(suspect_range_line(after, &suspect));
                reported.push(range_typed);
            }
        }
    }
    lines
}

pub(super) fn suspects_json(before: &State, after: &State, events: &[NavalEvent]) -> Vec<Value> {
    let ranges = suspect_ranges(after, events).into_iter().map(|suspect| {
        let warning = show::suspects::suspect_range_warning(after, &suspect);
        let SuspectRange { from, to, typed, least, most, meant, grounds: _ } = suspect;
        // Contradictory grounds leave no interval.
        let least = most.is_none_or(|most| least <= most).then_some(least);
        let most = most.filter(|_| least.is_some());
        json!({ "from": from, "to": to, "typed": typed, "least": least, "most": most, "meant": meant, "says": warning })
    });
    let places = suspect_placements(before, events).into_iter().map(|suspect| {
        let warning = show::suspects::suspect_placement_warning(after, &suspect);
        let SuspectPlacement { ship, away, most, meant } = suspect;
        json!({ "ship": ship, "away": away, "most": most, "meant": meant, "says": warning })
    });
    ranges.chain(places).collect()
}
