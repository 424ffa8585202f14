//! 5.10 for divisions that are moved by hand: what they change is known, and whether they have the order is diced for. (Q47)
use super::{FORCE_FLAG, REACTING, RECEIVED, check_at, force_flag, needed_by, range_to_flag, repeaters};
use crate::{
    naval::{
        Fact, NavalDraft, NavalHalt, Reason,
        fact::ByHand,
        measure::{Id, Inches},
        plot::{Element, Plot},
        reason::{FormationReason, TableReason},
        ship::Ship,
        state::{Division, Segment, State},
        turn,
    },
    play::Rule,
};

/// What the table was asked and answered this turn, where positions do not say it. (Q47)
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ByHandTurn {
    /// Sides of which it is known whether any large ship is in torpedo range. [7.5.1]
    pub reach_answered: Vec<Id>,
    /// Divisions moved by hand that changed course or speed, and those whose orders were checked. [5.10]
    pub changed_by_hand: Vec<Id>,
    pub orders_checked: Vec<Id>,
    /// Pairs of bases that have risked a collision in this move. [5.11]
    pub collisions_tested: Vec<(Id, Id)>,
}

/// A division without a position changes its course or speed: that it owes a check is written down. [5.10.3]
pub(in crate::naval) fn changed_by_hand(draft: &mut NavalDraft<'_>, unit: &Id, what: ByHand) {
    let state = draft.state();
    let Some(division) = state.division_of(unit) else { return };
    let id = division.id.clone();
    let known = state.by_hand.changed_by_hand.contains(&id) || state.by_hand.orders_checked.contains(&id);
    let silent = what == ByHand::Speed && excused(state, division).is_some();
    if state.checks && !state.is_tracked(&id) && !known && !silent {
        draft.note(RECEIVED, Fact::ChangedByHand { division: id, what });
    }
}

/// A plot with turns for a division that is moved by hand: its speed holds, and the turn is written down. [5.7, 5.10.3]
///
/// # Errors
/// As for its speed.
pub(in crate::naval) fn plotted_by_hand(draft: &mut NavalDraft<'_>, unit: &Id, plot: &Plot) -> Result<(), NavalHalt> {
    if let Some(speed) = plot.speed {
        turn::speed(draft, unit, speed)?;
    }
    if plot.elements.iter().any(|element| matches!(element, Element::Turn(_))) {
        changed_by_hand(draft, unit, ByHand::Course);
    }
    Ok(())
}

/// A jammed rudder takes no orders.
const JAMMED: Rule = Rule::new("8.4");

/// The paragraph by which a division that is moved by hand carries out its orders without a check. [5.10.1, 5.15.3]
fn excused(state: &State, division: &Division) -> Option<Rule> {
    let group = state.group_of(&division.id);
    let flag = force_flag(state, &division.side);
    if flag.is_some_and(|flag| group.iter().any(|one| one.ships.contains(&flag))) {
        return Some(FORCE_FLAG);
    }
    if division.ships.iter().filter_map(|ship| state.ship(ship)).any(|ship| ship.jam(state.turn).is_some()) {
        return Some(JAMMED);
    }
    group.iter().any(|one| state.reacting.contains(&one.id)).then_some(REACTING)
}

/// Divisions moved by hand that changed course or speed, and of which nobody has diced whether they have the order; of a
/// formation its leading one. [5.10, Q47]
pub fn owed(state: &State) -> Vec<(Rule, String)> {
    let mut leads: Vec<Id> = Vec::new();
    for id in state.by_hand.changed_by_hand.iter().filter(|id| !state.by_hand.orders_checked.contains(id)) {
        let Some(division) = state.division(id) else { continue };
        let there = state.ships_of_division(id).any(Ship::in_action);
        let lead = state.group_of(id).first().map_or_else(|| id.clone(), |lead| lead.id.clone());
        if there && excused(state, division).is_none() && !leads.contains(&lead) {
            leads.push(lead);
        }
    }
    let says = |lead: Id| {
        let name = state.name(&lead);
        (RECEIVED, format!("{name} changes course or speed and may not have the order: orders {lead}"))
    };
    leads.into_iter().map(says).collect()
}

/// Dices whether a division that is moved by hand, or its formation, has its orders, and what it does if not. [5.10.3]
///
/// Distance from the force flag and repeaters are what the tape says.
///
/// # Errors
/// Refused unless: command checks are played; the division is in action and has no position; it is the Plotting or Movement
/// Segment, or a change of this turn is owed its check; nothing excuses it; it has not been checked this turn. Dice missing.
pub(in crate::naval) fn by_hand(
    draft: &mut NavalDraft<'_>,
    unit: &Id,
    range: Option<Inches>,
    said_repeaters: Option<u8>,
) -> Result<(), NavalHalt> {
    let state = draft.state();
    let Some(division) = state.division_of(unit) else {
        return draft.refuse(RECEIVED, Reason::UnknownUnit { unit: unit.clone() });
    };
    if !state.checks {
        return draft.refuse(RECEIVED, TableReason::OptionOff { option: "checks" }.into());
    }
    if !state.ships_of(unit).any(Ship::in_action) {
        return draft.refuse(RECEIVED, Reason::NotInAction { ship: unit.clone() });
    }
    let id = division.id.clone();
    if state.is_tracked(&id) {
        return draft.refuse(RECEIVED, FormationReason::ChecksItself { division: id }.into());
    }
    if let Some(rule) = excused(state, division) {
        return draft.refuse(rule, FormationReason::NeedsNoCheck { division: id }.into());
    }
    let group: Vec<Id> = state.group_of(&id).into_iter().map(|one| one.id.clone()).collect();
    if group.iter().any(|one| state.by_hand.orders_checked.contains(one)) {
        return draft.refuse(RECEIVED, FormationReason::OrdersChecked { division: id }.into());
    }
    let now = state.segment;
    let late = group.iter().any(|one| state.by_hand.changed_by_hand.contains(one));
    if !matches!(now, Segment::Plotting | Segment::Movement) && !late {
        let needed = Segment::Movement;
        return draft.refuse(RECEIVED, Reason::WrongSegment { needed, now, verb: "orders" });
    }
    let Some((lead_id, with)) = group.split_first() else { return Ok(()) };
    let Some(lead) = state.division(lead_id).cloned() else { return Ok(()) };
    let range = range.or_else(|| range_to_flag(state, &lead));
    let repeating = said_repeaters.map_or_else(|| repeaters(state, &lead).len(), usize::from);
    let needed = needed_by(state, &lead, range, repeating);
    check_at(draft, &lead, (lead_id, with), needed)
}
