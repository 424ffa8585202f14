//! Ships that leave the table. [9.3]
use crate::model::{Edge, Ship, TableReason};
use crate::rules::{ending, flags, formation::kinds, shores, special};
use crate::{Fact, Id, NavalDraft, NavalHalt, Reason, Segment, refuse_out_of_action};
use play::Rule;

const SPECIAL: Rule = Rule::new("9.2");
const DURATION: Rule = Rule::new("9.3");

/// Takes a unit's ships in action off the table, safe if by their own edge. Exits by movement are judged for the battle
/// only when all have moved. [9.3, Q28]
pub(crate) fn take_off_table(draft: &mut NavalDraft<'_>, unit: &Id, edge: Option<Edge>) -> Result<(), NavalHalt> {
    let state = draft.state();
    let ships: Vec<Id> = state.ships_of(unit).filter(|ship| ship.is_in_action()).map(|ship| ship.id.clone()).collect();
    let own_edge = state.ships_of(unit).next().and_then(|ship| state.side(&ship.side)).map(|side| side.friendly_edge);
    refuse_out_of_action(draft, ships.is_empty(), unit, DURATION)?;
    let friendly = edge.is_none() || edge == own_edge;
    let (edge, turn) = (edge.or(own_edge), Some(state.turn));
    draft.record_all(DURATION, ships.into_iter().map(|ship| Fact::ShipExited { ship, friendly, edge, turn }));
    if draft.state().segment == Segment::Plotting {
        flags::pass_flags(draft);
    }
    Ok(())
}

/// Takes a ship off the table by order. A ship that a special rule holds, or whose position is short of the edge, needs
/// the referee's reason. The battle ends if the exit decides it. [9.2, 9.3]
pub(crate) fn exit_by_choice(
    draft: &mut NavalDraft<'_>,
    unit: &Id,
    edge: Option<Edge>,
    because: Option<&str>,
) -> Result<(), NavalHalt> {
    draft.refuse_if(because.is_some_and(|words| !play::has_visible_text(words)), SPECIAL, || Reason::NoReason)?;
    kinds::refuse_coast_battery(draft, unit, DURATION)?;
    let state = draft.state();
    let ban = |ship: &Ship| special::steer::exit_ban(state, ship, edge).map(|(rule, _)| (ship.id.clone(), rule));
    let banned = state.ships_of(unit).filter(|ship| ship.is_in_action()).find_map(ban).filter(|_| because.is_none());
    draft.refuse_found(banned, SPECIAL, |(ship, rule)| TableReason::MayNotLeave { ship, rule, by: edge })?;
    // On an open table without checks ships are removed freely.
    let must_reach_edge = |ship: &&Ship| because.is_none() && state.checks && ship.is_in_action();
    let shortfall = |ship: &Ship| Some((ship.id.clone(), shores::distance_to_edge(state, ship, edge)?));
    let short = state.ships_of(unit).filter(must_reach_edge).find_map(shortfall);
    draft.refuse_found(short, DURATION, |(ship, (edge, short))| TableReason::ShortOfEdge { ship, edge, short })?;
    take_off_table(draft, unit, edge)?;
    ending::end_by_exits(draft)
}
