//! The naval game, and what the chapters draft.
use crate::{Id, Reason, Segment, Ship, SideId, State};
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

/// Side of a unit that has a ship of which this holds; refused by a paragraph for one that is unknown, or has none.
pub(crate) fn side_with(
    state: &State,
    unit: &Id,
    holds: impl Fn(&Ship) -> bool,
    rule: Rule,
) -> Result<SideId, (Rule, Reason)> {
    let Some(first) = state.ships_of(unit).next() else {
        return Err((rule, Reason::UnknownUnit { unit: unit.clone() }));
    };
    let is_there = state.ships_of(unit).any(holds);
    if is_there { Ok(first.side.clone()) } else { Err((rule, Reason::NotInAction { ship: unit.clone() })) }
}

/// Refuses a verb by a paragraph in any other segment than its own.
pub(crate) fn in_segment(
    draft: &NavalDraft<'_>,
    needed: Segment,
    verb: &'static str,
    rule: Rule,
) -> Result<(), NavalHalt> {
    let now = draft.state().segment;
    draft.refuse_if(now != needed, rule, || Reason::WrongSegment { needed, now, verb })
}
