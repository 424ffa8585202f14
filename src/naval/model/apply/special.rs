//! Facts of special rules. [9.2]
use std::sync::Arc;

use super::units::with_ship;
use crate::model::{
    Fate, Harm, Hit, HitState, Inches, Ship, ShipMove, State,
    base::smoke_trail,
    special::{NEVER_ENTERS, RuleEffect, RuleFact},
};

pub(crate) fn apply(state: &mut State, fact: &RuleFact) {
    let turn = state.turn;
    match fact {
        RuleFact::Began { rule } => state.rule_state_mut(*rule).began = Some(turn),
        RuleFact::Ended { rule } => state.rule_state_mut(*rule).ended = Some(turn),
        RuleFact::Diced { rule, so } => record_die(state, *rule, *so),
        RuleFact::Recalled { rule } => state.rule_state_mut(*rule).reminded_turn = Some(turn),
        RuleFact::Counted { rule, ship } => {
            let counts = &mut state.rule_state_mut(*rule).counts;
            match counts.iter_mut().find(|(counted, _)| counted == ship) {
                Some((_, count)) => *count += 1,
                None => counts.push((ship.clone(), 1)),
            }
        }
        RuleFact::Lifted { rule, ship } => state.rule_state_mut(*rule).exempt_ships.push(ship.clone()),
        // The next sighting decides whether the enemy still sees it. [4.4, Q49]
        RuleFact::Drifted { ship, at, .. } => with_ship(state, ship, |ship| ship.at = Some(*at)),
        RuleFact::Smoked { ship, .. } => {
            let Some(run) = state.ship(ship).and_then(|ship| ship.run.clone()) else { return };
            let smoke = smoke_trail(state, &ShipMove { ship: ship.clone(), ..(*run).clone() });
            state.smoke.extend(smoke);
        }
        RuleFact::Scored { rule, side, ship, points } => {
            let rule_state = state.rule_state_mut(*rule);
            rule_state.points.push((side.clone(), *points));
            rule_state.counts.push((ship.clone(), 1));
        }
        RuleFact::Mined { rule, ship, first_half: Some(ran), .. } => {
            let mined = &mut state.rule_state_mut(*rule).half_move_mine_runs;
            mined.retain(|(mined, _, _)| mined != ship);
            mined.push((ship.clone(), turn, *ran));
        }
        RuleFact::Mined { first_half: None, .. } | RuleFact::Duds { .. } => {}
    }
}

/// Records the die of the special rule with index `rule`. If it fails, the ships that need it to enter never enter.
fn record_die(state: &mut State, rule: u16, succeeded: bool) {
    let turn = state.turn;
    state.rule_state_mut(rule).last_die = Some((turn, succeeded));
    let setup = state.setup.clone();
    if let Some(RuleEffect::Entry { ships }) = setup.rules.get(usize::from(rule)).map(|rule| &rule.does)
        && !succeeded
    {
        let is_waiting = |ship: &&mut Ship| ships.holds(ship) && matches!(ship.fate, Fate::Waiting { .. });
        let waiting = state.ships.iter_mut().map(Arc::make_mut).filter(is_waiting);
        waiting.for_each(|ship| ship.fate = Fate::Waiting { enters_turn: NEVER_ENTERS });
    }
}

/// Records whether the players agree that the rules of a sentence apply.
pub(crate) fn set_agreement(state: &mut State, sentence: u8, on: bool) {
    let setup = state.setup.clone();
    for (index, rule) in setup.rules.iter().enumerate().filter(|(_, rule)| rule.of == sentence) {
        let index = index as u16;
        let was_on = state.rule_state(index).and_then(|rule_state| rule_state.agreement).unwrap_or(!rule.optional);
        state.rule_state_mut(index).agreement = Some(on);
        let fleet = state.ships.iter_mut().map(Arc::make_mut);
        match (was_on, on) {
            (false, true) => apply_initial_damage(&rule.does, fleet),
            (true, false) => remove_initial_damage(&rule.does, fleet),
            (true, true) | (false, false) => {}
        }
    }
}

/// Applies a special rule's unrepairable damage, which ships have before the first turn. [8.2.4]
pub(crate) fn apply_initial_damage<'s>(does: &RuleEffect, fleet: impl Iterator<Item = &'s mut Ship>) {
    for ship in fleet {
        for (code, effect) in initial_damage(does, ship) {
            let hit = Hit { id: ship.next_hit_id(code), turn: 0, effect, state: HitState::Unrepairable };
            ship.hits.push(hit);
            ship.speed = ship.speed.min(ship.speed_allowance()).max(Inches::ZERO);
        }
    }
}

/// Removes the damage of a special rule that no longer applies: one hit for each that it caused.
fn remove_initial_damage<'s>(does: &RuleEffect, fleet: impl Iterator<Item = &'s mut Ship>) {
    for ship in fleet {
        for (_, effect) in initial_damage(does, ship) {
            let is_of_rule = |hit: &Hit| hit.turn == 0 && hit.state == HitState::Unrepairable && hit.effect == effect;
            if let Some(at) = ship.hits.iter().position(is_of_rule) {
                ship.hits.remove(at);
            }
        }
    }
}

/// Returns the damage that a special rule does to a ship, with the letters of the hits.
fn initial_damage(does: &RuleEffect, ship: &Ship) -> Vec<(&'static str, Harm)> {
    let RuleEffect::Harmed { ships, mounts, gun_quarters } = does else { return Vec::new() };
    if !ships.holds(ship) {
        return Vec::new();
    }
    let code = if ship.card.kind.is_large() { "S" } else { "G" };
    let guns = (*gun_quarters != 0).then_some((code, Harm::Guns { quarters: *gun_quarters }));
    mounts.iter().map(|mount| ("M", Harm::Mount(mount.clone()))).chain(guns).collect()
}
