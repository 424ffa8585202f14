//! Special rules about orders and damage control. [5.10.3, 8.6.1]
use super::conditions::{active_rules, has_ships_turn};
use super::sentences::SPECIAL;
use crate::State;
use crate::model::special::{RuleEffect, SpecialRule};
use crate::model::{Division, Label, Ship, ShipSet, Sum};
use std::sync::Arc;

/// Whether a division has a ship in action that belongs to a set.
fn has_bound_ship(state: &State, ships: &ShipSet, division: &Division) -> bool {
    state.ships_of_division(&division.id).any(|ship| ship.is_in_action() && ships.holds(ship))
}

fn orders_rules(state: &State) -> impl Iterator<Item = (u16, &SpecialRule)> {
    active_rules(state, |rule| matches!(rule.does, RuleEffect::Orders { .. }))
}

/// Applies special rules to the sum for orders. [5.10.3]
pub(crate) fn apply_to_orders(state: &State, lead: &Division, sum: &mut Sum) {
    for (_, rule) in orders_rules(state) {
        let RuleEffect::Orders { ships, plus, .. } = &rule.does else { continue };
        if *plus != 0 && has_bound_ship(state, ships, lead) {
            sum.plus(*plus, Label::SpecialRule(rule.of), SPECIAL);
        }
    }
}

/// Whether a special rule suspends the benefit of its force flag for a division. [5.10.1]
pub(crate) fn is_flag_suspended(state: &State, division: &Division) -> bool {
    orders_rules(state).any(|(_, rule)| {
        let RuleEffect::Orders { ships, without_flag: true, .. } = &rule.does else { return false };
        has_bound_ship(state, ships, division)
    })
}

/// Whether a special rule frees a division from the die for orders, in a turn in which a division of the rule's set
/// turns all ships together by enough degrees. [5.10.3]
pub(crate) fn is_freed_from_orders(state: &State, division: &Division) -> bool {
    orders_rules(state).any(|(_, rule)| {
        let RuleEffect::Orders { ships, freed_by_ships_turn: Some(degrees), .. } = &rule.does else { return false };
        let is_in_set = |member: &&Arc<Division>| state.ships_of_division(&member.id).any(|ship| ships.holds(ship));
        has_bound_ship(state, ships, division)
            && state.divisions.iter().filter(is_in_set).any(|member| has_ships_turn(member, *degrees))
    })
}

/// Returns the damage control number that a special rule gives a ship. [8.6.1]
pub(crate) fn damage_control<'a>(state: &'a State, ship: &Ship) -> Option<(&'a SpecialRule, u8)> {
    active_rules(state, |rule| matches!(rule.does, RuleEffect::DamageControl { .. })).find_map(|(_, rule)| {
        let RuleEffect::DamageControl { ships, number } = &rule.does else { return None };
        ships.holds(ship).then_some((rule, *number))
    })
}
