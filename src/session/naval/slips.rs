//! Possible slips in a line, of measuring or typing, reported once right after it. [2.7]
use serde_json::{Value, json};

use naval::{
    Fact, NavalEvent, State,
    view::{SuspectPlacement, SuspectRange, suspect_placement, suspect_range},
};

/// Returns ranges of the line that do not fit.
fn doubtful_ranges(after: &State, events: &[NavalEvent]) -> Vec<SuspectRange> {
    let doubt_of = |event: &NavalEvent| match &event.fact {
        Fact::Measured { from, to, range, .. } => suspect_range(after, from, to, *range),
        _ => None,
    };
    events.iter().filter_map(doubt_of).collect()
}

/// Returns ships that the line puts where they cannot be.
fn doubtful_positions(before: &State, events: &[NavalEvent]) -> Vec<SuspectPlacement> {
    let doubt_of = |event: &NavalEvent| match &event.fact {
        Fact::ValueSet { unit, setting, .. } => suspect_placement(before, unit, setting),
        _ => None,
    };
    events.iter().filter_map(doubt_of).collect()
}

/// Returns the warnings about possible slips, one line each.
pub(super) fn slip_warnings(before: &State, after: &State, events: &[NavalEvent]) -> Vec<String> {
    let (ranges, places) = (doubtful_ranges(after, events), doubtful_positions(before, events));
    let ranges = ranges.iter().map(|misread| misread_line(after, misread));
    let places = places.iter().map(|misplaced| format!("  {}", show::slips::misplaced_warning(after, misplaced)));
    ranges.chain(places).collect()
}

fn misread_line(after: &State, misread: &SuspectRange) -> String {
    format!("  {}", show::slips::misread_warning(after, misread))
}

/// Prints the ranges of several measurements that do not fit, each once. The range that would fit differs with each
/// measurement before it, so only the first report counts.
pub(super) fn misread_lines<'s>(measured: impl IntoIterator<Item = (&'s State, &'s [NavalEvent])>) -> Vec<String> {
    let (mut readings, mut lines) = (Vec::new(), Vec::new());
    for (after, events) in measured {
        for misread in doubtful_ranges(after, events) {
            let reading = (misread.from.clone(), misread.to.clone(), misread.typed);
            if !readings.contains(&reading) {
                lines.push(misread_line(after, &misread));
                readings.push(reading);
            }
        }
    }
    lines
}

pub(super) fn slips_json(before: &State, after: &State, events: &[NavalEvent]) -> Vec<Value> {
    let ranges = doubtful_ranges(after, events).into_iter().map(|misread| {
        let warning = show::slips::misread_warning(after, &misread);
        let SuspectRange { from, to, typed, least, most, meant, grounds: _ } = misread;
        // Contradictory grounds leave no interval.
        let least = most.is_none_or(|most| least <= most).then_some(least);
        let most = most.filter(|_| least.is_some());
        json!({ "from": from, "to": to, "typed": typed, "least": least, "most": most, "meant": meant, "says": warning })
    });
    let places = doubtful_positions(before, events).into_iter().map(|misplaced| {
        let warning = show::slips::misplaced_warning(after, &misplaced);
        let SuspectPlacement { ship, away, most, meant } = misplaced;
        json!({ "ship": ship, "away": away, "most": most, "meant": meant, "says": warning })
    });
    ranges.chain(places).collect()
}
