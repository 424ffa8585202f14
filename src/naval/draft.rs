//! The naval game, and what the chapters draft.
use crate::{Reason, Segment};
use play::{Draft, HaltOf, Rule};

/// The naval game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Naval;

/// Events under way in the naval game.
pub type NavalDraft<'a> = Draft<'a, Naval>;
/// Why a naval command halted.
pub type NavalHalt = HaltOf<Naval>;
/// An event of the naval game.
pub type NavalEvent = play::EventOf<Naval>;

/// Refuses a verb outside its segment.
pub(crate) fn in_segment(
    draft: &NavalDraft<'_>,
    needed: Segment,
    verb: &'static str,
    rule: Rule,
) -> Result<(), NavalHalt> {
    let now = draft.state().segment;
    if now == needed { Ok(()) } else { draft.refuse(rule, Reason::WrongSegment { needed, now, verb }) }
}
