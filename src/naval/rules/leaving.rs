//! Ships that leave the table. [9.3]
use crate::{
    Edge, Fact, Id, NavalDraft, NavalHalt, Reason, Segment, Ship, TableReason, ashore, control, signals, special,
};
use play::Rule;

const SPECIAL: Rule = Rule::new("9.2");
const DURATION: Rule = Rule::new("9.3");

/// The same for ships that run over the edge, of which the battle hears when all have moved.
///
/// # Errors
/// As [`exit`].
pub(crate) fn leave(draft: &mut NavalDraft<'_>, unit: &Id, by: Option<Edge>) -> Result<(), NavalHalt> {
    let state = draft.state();
    let ships: Vec<Id> = state.ships_of(unit).filter(|ship| ship.in_action()).map(|ship| ship.id.clone()).collect();
    let own_edge = state.ships_of(unit).next().and_then(|ship| state.side(&ship.side)).map(|side| side.friendly_edge);
    if ships.is_empty() {
        return draft.refuse(DURATION, Reason::NotInAction { ship: unit.clone() });
    }
    let friendly = by.is_none() || by == own_edge;
    let (edge, turn) = (by.or(own_edge), Some(state.turn));
    for ship in ships {
        draft.note(DURATION, Fact::ShipExited { ship, friendly, edge, turn });
    }
    if draft.state().segment == Segment::Plotting {
        signals::pass_flags(draft);
    }
    Ok(())
}

/// A ship leaves the table: by her own edge she is safe. [9.3, Q28]
///
/// Where that decides the battle at once, it is over. [9.2]
///
/// # Errors
/// Refused for a ship that is not in action; halts for the dice after the end.
pub(crate) fn exit(draft: &mut NavalDraft<'_>, unit: &Id, by: Option<Edge>) -> Result<(), NavalHalt> {
    leave(draft, unit, by)?;
    control::end_by_exits(draft)
}

/// A ship leaves the table by choice; where a special rule speaks against it, or she lies within the table, with the
/// referee's reason. [9.2, 9.3]
///
/// # Errors
/// As [`exit`]; refused against a special rule, and for a ship with a position that has not reached the edge, without a
/// reason, and with one that says nothing.
pub(crate) fn exit_by_choice(
    draft: &mut NavalDraft<'_>,
    unit: &Id,
    by: Option<Edge>,
    because: Option<&str>,
) -> Result<(), NavalHalt> {
    if because.is_some_and(|words| words.trim().is_empty()) {
        return draft.refuse(SPECIAL, Reason::NoReason);
    }
    let state = draft.state();
    let against = |ship: &Ship| special::may_leave(state, ship, by).map(|(rule, _)| (ship.id.clone(), rule));
    let held = state.ships_of(unit).filter(|ship| ship.in_action()).find_map(against);
    // From an open table without checks ships are taken as people like.
    if because.is_some() {
        return exit(draft, unit, by);
    }
    if let Some((ship, rule)) = held {
        return draft.refuse(SPECIAL, TableReason::MayNotLeave { ship, rule, by }.into());
    }
    let within = |ship: &Ship| Some((ship.id.clone(), ashore::short_of_edge(state, ship, by)?));
    let short = state.ships_of(unit).filter(|ship| ship.in_action() && state.checks).find_map(within);
    match short {
        Some((ship, (edge, short))) => draft.refuse(DURATION, TableReason::ShortOfEdge { ship, edge, short }.into()),
        None => exit(draft, unit, by),
    }
}
