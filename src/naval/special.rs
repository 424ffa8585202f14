//! 9.2: special rules of a scenario in keys, beside the sentences that people read.
//!
//! A key names its sentence (`of: 2` is the second of `special_rules`), says when it is in force, and what it does.
//! The chapters ask here: whether a plot, a shot or a launch is against one, and what one makes of a number.
mod fire;
mod force;
mod moments;
mod sea;
mod steer;

use std::sync::Arc;

pub(super) use super::model::special::EXACT_DEG;
pub use super::model::special::{
    Broadside, Condition, Count, Die, Each, KeptBy, Key, Memory, NEVER, Near, Per, RuleFact, Sector, SpecialReason,
    SpecialRule, Spot, Steer, Test, Tired, Weapon,
};
pub use fire::{Factors, factors, fire_quality, launch_forbidden, may_fire, may_fire_starshell, on_target};
pub use force::{holds, open_land, sight_base};
pub(super) use force::{any_true, awaits_its_die, in_force, is_open, numbered, to_spot, turns_together};
pub use moments::{Reminder, reminders};
pub(super) use moments::{close_plotting, close_turn, count_fast, ended_by, open_turn, watch};
pub(super) use sea::{after_moving, ashore, duds, score_fire, smoke};
pub use steer::{Plotted, allowance, may_leave, may_plot, may_plot_ahead, speed_cap, too_fast};

use super::{
    fact::Sum,
    measure::Id,
    setup::Setup,
    ship::Ship,
    state::{Division, State},
};
use play::Rule;

/// The paragraph of them all.
pub const SPECIAL: Rule = Rule::new("9.2");

/// The most sentences, and the most keys, that a scenario may have: they are numbered, and nobody reads more.
pub const MOST_SENTENCES: usize = 200;
pub const MOST_KEYS: usize = 2000;

/// The sentence that a key carries out; `None` for one that the viewer may not know.
pub fn sentence(setup: &Setup, rule: u16) -> Option<&str> {
    let of = setup.rules.get(usize::from(rule))?.of;
    let sentence = setup.special_rules.get(usize::from(of).checked_sub(1)?)?;
    (!sentence.is_empty()).then_some(sentence.as_str())
}

/// The sentences that a viewer is told, each with its number; the referee is told all. [9.2]
pub fn sentences<'a>(setup: &'a Setup, viewer: Option<&'a Id>) -> impl Iterator<Item = (u8, &'a str)> {
    let numbered = setup.special_rules.iter().enumerate().map(|(at, says)| (numbered_from_one(at), says.as_str()));
    numbered.filter(move |(of, says)| !says.is_empty() && may_know(setup, *of, viewer))
}

/// The number of a sentence; a file has no more than [`MOST_SENTENCES`].
pub(crate) fn numbered_from_one(at: usize) -> u8 {
    u8::try_from(at + 1).unwrap_or(u8::MAX)
}

/// The number of the last sentence, 0 where there is none.
pub(crate) fn last_sentence(setup: &Setup) -> u8 {
    setup.special_rules.len().checked_sub(1).map_or(0, numbered_from_one)
}

/// Whether a sentence is for this viewer's ears.
pub fn may_know(setup: &Setup, of: u8, viewer: Option<&Id>) -> bool {
    let Some(viewer) = viewer else { return true };
    setup
        .rules
        .iter()
        .filter(|rule| rule.of == of)
        .all(|rule| rule.secret_to.as_ref().is_none_or(|side| side == viewer))
}

/// Whether a side is told when a key begins, ends or is diced for: one that binds ships of its own, or nobody's.
pub fn is_open_to(state: &State, rule: &SpecialRule, side: &Id) -> bool {
    let bound = rule.does.binds().is_none_or(|ships| ships.concerns(state, side));
    bound && may_know(&state.setup, rule.of, Some(side))
}

/// To whom alone a sentence is told.
pub fn secret_to(setup: &Setup, of: u8) -> Option<&Id> {
    setup.rules.iter().filter(|rule| rule.of == of).find_map(|rule| rule.secret_to.as_ref())
}

/// How a sum names the rule that a term comes from.
pub(super) fn term(rule: &SpecialRule) -> String {
    format!("special rule {}", rule.of)
}

/// What special rules make of the die for orders. [5.10.3]
pub(super) fn orders(state: &State, lead: &Division, sum: &mut Sum) {
    for (_, rule) in in_force(state) {
        let Key::Orders { ships, plus, .. } = &rule.does else { continue };
        let mut bound = state.ships_of_division(&lead.id).filter(|ship| ship.in_action());
        if *plus != 0 && bound.any(|ship| ships.holds(ship)) {
            sum.plus(*plus, term(rule), SPECIAL);
        }
    }
}

/// Whether a special rule takes from a division the good of its force flag for the time. [5.10.1]
pub(super) fn flag_is_mute(state: &State, division: &Division) -> bool {
    in_force(state).any(|(_, rule)| {
        let Key::Orders { ships, without_flag: true, .. } = &rule.does else { return false };
        state.ships_of_division(&division.id).any(|ship| ship.in_action() && ships.holds(ship))
    })
}

/// Whether a special rule frees a division from the die for orders: in a turn in which a division of its side turns
/// all ships together by so much. [5.10.3]
pub(super) fn freed_from_orders(state: &State, division: &Division) -> bool {
    in_force(state).any(|(_, rule)| {
        let Key::Orders { ships, freed_by_ships_turn: Some(degrees), .. } = &rule.does else { return false };
        let bound = state.ships_of_division(&division.id).any(|ship| ship.in_action() && ships.holds(ship));
        let of_set = |one: &&Arc<Division>| state.ships_of_division(&one.id).any(|ship| ships.holds(ship));
        bound && state.divisions.iter().filter(of_set).any(|one| turns_together(one, *degrees))
    })
}

/// The number for damage control that a special rule gives a ship. [8.6.1]
pub(super) fn damage_control<'a>(state: &'a State, ship: &Ship) -> Option<(&'a SpecialRule, u8)> {
    in_force(state).find_map(|(_, rule)| {
        let Key::DamageControl { ships, number } = &rule.does else { return None };
        ships.holds(ship).then_some((rule, *number))
    })
}

