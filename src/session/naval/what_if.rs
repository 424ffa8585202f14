//! Where a what-if can branch from a battle.
use super::moment::{Moment, TurnSegment, commands_before, effective_state_until, entry_shown_to, state_at_segment};
use crate::Refusal;
use naval::{Naval, view::Viewer};
use play::journal::Journal;

/// The last entry that a what-if copies.
pub struct BranchPoint {
    /// 0 if it copies none.
    pub entry: usize,
    /// What a person must be told if entries up to that one were corrected later.
    pub note: Option<String>,
}

/// Returns where to branch at a moment, whose entries are numbered as in the referee's log.
///
/// # Errors
/// The battle has not reached the moment, or it lies within an entry.
pub fn branch_point(journal: &Journal<Naval>, at: Moment) -> Result<BranchPoint, Refusal> {
    let entry = match at {
        Moment::Entry(number) => entry_shown_to(journal, number, &Viewer::Referee)?,
        Moment::Segment(segment) => entry_before(journal, segment)?,
    };
    let (effective, _) = effective_state_until(journal, entry);
    let is_corrected = effective != journal.state_after(entry);
    let note = is_corrected.then(|| {
        format!(
            "The battle was corrected later, by `undo` or `amend`. The what-if begins as it was after entry {entry}."
        )
    });
    Ok(BranchPoint { entry, note })
}

/// Returns the last command before a segment began. Refused if that command went on to a later segment.
fn entry_before(journal: &Journal<Naval>, segment: TurnSegment) -> Result<usize, Refusal> {
    let commands = commands_before(journal, Some(Moment::Segment(segment)))?;
    let entry = commands.last().map_or(0, |applied| applied.entry);
    let begun = TurnSegment::at(&state_at_segment(journal, segment)?);
    let after = TurnSegment::at(&effective_state_until(journal, entry).0);
    if begun == after {
        return Ok(entry);
    }
    let what = format!("{} began within entry {entry}, which went on to {}.", begun.label(), after.label());
    let before = commands.iter().rev().nth(1).map_or(0, |applied| applied.entry);
    Err(Refusal::cannot(what).hint(format!("--at {before} branches before that entry, --at {entry} after it")))
}
