//! The sheet that a side fills in for a turn, from a journal. Begin at [`turn_sheet`].
use super::{
    log::{LogScope, LogSelection, log_of, shown_numbers},
    moment::TurnSegment,
    turn_file::SheetSecret,
};
use crate::Refusal;
use naval::view::{self, View, Viewer};
use naval::{
    Naval, Segment, SideId,
    notation::{TURN_FILE_FORM, TURN_FILE_VERSION},
};
use play::journal::{Entry, Journal};

/// The segments for which a sheet has lines.
const ORDERED_SEGMENTS: [Segment; 3] = [Segment::Plotting, Segment::Gunfire, Segment::DamageControl];

/// Returns the sheet of a side for now, with lines up to the segment `until`. By default it has lines for plots in the
/// Plotting Segment, later for all segments to come. `secret` gives line 2 its code and key.
///
/// # Errors
/// `until` is over.
pub fn turn_sheet(
    journal: &Journal<Naval>,
    side: &SideId,
    until: Option<Segment>,
    secret: &SheetSecret,
) -> Result<String, Refusal> {
    let state = journal.state();
    let moment = TurnSegment::at(state);
    let now = moment.segment;
    let last = until.unwrap_or(if now == Segment::Plotting { now } else { Segment::DamageControl });
    if last < now && until.is_some() {
        let what = format!("The {last} of turn {} is over: {} is due.", moment.turn, moment.words());
        return Err(Refusal::cannot(what).hint("omit --for"));
    }
    let mut parts = ORDERED_SEGMENTS.to_vec();
    parts.retain(|segment| state.end.is_none() && (now..=last).contains(segment));
    let stamp = format!("# of {} {side} {} {}", secret.code(), moment.label(), secret.key(side));
    let view = View::seen_by(state, &Viewer::Side(side.clone()));
    let form = format!("({TURN_FILE_FORM} {TURN_FILE_VERSION})");
    Ok(show::turn_sheet::turn_sheet(&view, &form, &stamp, &told_since_last_file(journal, side)?, &parts))
}

/// Returns the log of what a side was told since its last file, or without one in this turn and the one before.
fn told_since_last_file(journal: &Journal<Naval>, side: &SideId) -> Result<String, Refusal> {
    let state = journal.state();
    let scope = LogScope::for_side(Some(side.clone()));
    let mut entries = journal.commands().into_iter().rev().map(|applied| applied.entry);
    let last = entries.find(|entry| journal.entry(*entry).and_then(Entry::turn_file_side) == Some(side.as_str()));
    // The program's starts and ends alone are no report.
    let is_told = shown_numbers(journal, &scope)
        .range(last.map_or(0, |last| last + 1)..)
        .any(|(entry, _)| matches!(journal.entry(*entry), Some(Entry::Did { .. } | Entry::Amended { .. })));
    let scope = match last {
        _ if !is_told => return Ok(String::new()),
        Some(entry) => scope.after_entry(entry),
        None => {
            let turns = (state.turn.saturating_sub(1).max(1), state.turn);
            let known = view::known_to(state, side);
            scope.with_selection(LogSelection::new(&known, None, Some(turns), None)?)
        }
    };
    Ok(log_of(journal, &scope).0)
}
