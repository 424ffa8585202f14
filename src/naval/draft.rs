//! The naval game's types, and refusals that several chapters share.
use crate::model::{Fate, Ship};
use crate::{Id, Reason, Segment, SideId, State};
use play::{EventBuilder, NotDecidedOf, Rule};

const SUNK_OUTRIGHT: Rule = Rule::new("8.3");
const BURNT_OUT: Rule = Rule::new("8.5.2");
const SINKING: Rule = Rule::new("8.7");
const ENTERS: Rule = Rule::new("9.1");
const LEFT: Rule = Rule::new("9.3");

/// The naval game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Naval;

/// Events under way in the naval game.
pub type NavalDraft<'a> = EventBuilder<'a, Naval>;
/// Why a naval command halted.
pub type NavalHalt = NotDecidedOf<Naval>;
/// An event of the naval game.
pub type NavalEvent = play::EventOf<Naval>;

/// Returns the refusal of a unit that is not in action. It cites the paragraph that took the unit out of action, or
/// `default_rule` if no ship of the unit is lost, gone or still to come.
pub(crate) fn not_in_action(state: &State, unit: &Id, default_rule: Rule) -> (Rule, Reason) {
    let absent = state.ships_of(unit).find(|ship| !ship.is_in_action());
    let rule = absent.and_then(paragraph_out_of_action).unwrap_or(default_rule);
    (rule, Reason::NotInAction { ship: unit.clone() })
}

/// If `is_out`, refuses the unit with the refusal of [`not_in_action`].
pub(crate) fn refuse_out_of_action(
    draft: &NavalDraft<'_>,
    is_out: bool,
    unit: &Id,
    default_rule: Rule,
) -> Result<(), NavalHalt> {
    if is_out { Err(not_in_action(draft.state(), unit, default_rule).into()) } else { Ok(()) }
}

fn paragraph_out_of_action(ship: &Ship) -> Option<Rule> {
    match ship.fate {
        Fate::Fighting => None,
        Fate::Sinking | Fate::Exploded => Some(SINKING),
        Fate::Sunk => Some(sunk_by(ship)),
        Fate::Abandoned => Some(BURNT_OUT),
        Fate::Exited { .. } => Some(LEFT),
        Fate::Waiting { .. } => Some(ENTERS),
    }
}

/// Returns the paragraph by which a ship sank: for a light ship its damage table, for others flooding.
pub(crate) fn sunk_by(ship: &Ship) -> Rule {
    if ship.card.kind.is_light() { SUNK_OUTRIGHT } else { SINKING }
}

/// Returns the side of a unit with a ship for which `holds` is true. Otherwise returns a refusal.
pub(crate) fn side_with(
    state: &State,
    unit: &Id,
    holds: impl Fn(&Ship) -> bool,
    rule: Rule,
) -> Result<SideId, (Rule, Reason)> {
    let Some(first) = state.ships_of(unit).next() else {
        return Err((rule, Reason::UnknownUnit { unit: unit.clone() }));
    };
    let any_holds = state.ships_of(unit).any(holds);
    if any_holds { Ok(first.side.clone()) } else { Err(not_in_action(state, unit, rule)) }
}

/// Refuses a command in any segment but `needed`.
pub(crate) fn require_segment(
    draft: &NavalDraft<'_>,
    needed: Segment,
    verb: &'static str,
    rule: Rule,
) -> Result<(), NavalHalt> {
    let now = draft.state().segment;
    draft.refuse_if(now != needed, rule, || Reason::WrongSegment { needed, now, verb })
}
