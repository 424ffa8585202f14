//! Possible slips in a line, of measuring or typing, reported once right after it. [2.7]
use serde_json::{Value, json};

use naval::{
    Fact, NavalEvent, State,
    view::{Misplaced, Misread, misplaced, misread},
};

/// Returns ranges of the line that do not fit.
fn ranges(after: &State, events: &[NavalEvent]) -> Vec<Misread> {
    let of = |event: &NavalEvent| match &event.fact {
        Fact::Measured { from, to, range, .. } => misread(after, from, to, *range),
        _ => None,
    };
    events.iter().filter_map(of).collect()
}

/// Returns ships that the line puts where they cannot be.
fn places(before: &State, events: &[NavalEvent]) -> Vec<Misplaced> {
    let of = |event: &NavalEvent| match &event.fact {
        Fact::ValueSet { unit, setting, .. } => misplaced(before, unit, setting),
        _ => None,
    };
    events.iter().filter_map(of).collect()
}

pub(super) fn told(before: &State, after: &State, events: &[NavalEvent]) -> Vec<String> {
    let (ranges, places) = (ranges(after, events), places(before, events));
    let ranges = ranges.iter().map(|one| misread_line(after, one));
    let places = places.iter().map(|one| format!("  {}", show::slips::misplaced(after, one)));
    ranges.chain(places).collect()
}

fn misread_line(after: &State, one: &Misread) -> String {
    format!("  {}", show::slips::misread(after, one))
}

/// Prints the ranges of several measurements that do not fit, each once. The range that would fit differs with each
/// measurement before it, so only the first report counts.
pub(super) fn misread_lines<'s>(measured: impl IntoIterator<Item = (&'s State, &'s [NavalEvent])>) -> Vec<String> {
    let (mut readings, mut lines) = (Vec::new(), Vec::new());
    for (after, events) in measured {
        for one in ranges(after, events) {
            let reading = (one.from.clone(), one.to.clone(), one.typed);
            if !readings.contains(&reading) {
                lines.push(misread_line(after, &one));
                readings.push(reading);
            }
        }
    }
    lines
}

pub(super) fn json(before: &State, after: &State, events: &[NavalEvent]) -> Vec<Value> {
    let ranges = ranges(after, events).into_iter().map(|one| {
        let says = show::slips::misread(after, &one);
        let Misread { from, to, typed, least, most, meant, grounds: _ } = one;
        // Contradictory grounds leave no interval.
        let least = most.is_none_or(|most| least <= most).then_some(least);
        let most = most.filter(|_| least.is_some());
        json!({ "from": from, "to": to, "typed": typed, "least": least, "most": most, "meant": meant, "says": says })
    });
    let places = places(before, events).into_iter().map(|one| {
        let says = show::slips::misplaced(after, &one);
        let Misplaced { ship, away, most, meant } = one;
        json!({ "ship": ship, "away": away, "most": most, "meant": meant, "says": says })
    });
    ranges.chain(places).collect()
}
