//! Paragraphs and questions that all of gunnery shares. [6.1, 3.3.5]
use crate::{Id, Inches, NavalDraft, NavalHalt, Reason, Segment, State};
use play::Rule;

/// Medium and light guns never fire beyond this. [6.5.9]
pub const BATTERY_REACH: Inches = Inches::whole(10);

pub(crate) const CARD: Rule = Rule::new("6.2.4");
pub(crate) const ONE_TARGET: Rule = Rule::new("6.2");

/// Who declares, and when.
pub const DECLARING: Rule = Rule::new("3.3.5");
pub(crate) const SIDES_OF_WAR: Rule = Rule::new("1.3");

pub(crate) fn in_gunfire(draft: &NavalDraft<'_>, verb: &'static str) -> Result<(), NavalHalt> {
    let now = draft.state().segment;
    if now == Segment::Gunfire {
        return Ok(());
    }
    draft.refuse(DECLARING, Reason::WrongSegment { needed: Segment::Gunfire, now, verb })
}

pub(crate) fn side_of(state: &State, unit: &Id) -> Option<Id> {
    state.ships_of(unit).next().map(|ship| ship.side.clone())
}
