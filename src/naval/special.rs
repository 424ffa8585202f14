//! 9.2: special rules of a scenario in keys, beside the sentences that people read.
//!
//! A key names its sentence (`of: 2` is the second of `special_rules`), says when it is in force, and what it does.
//! The chapters ask here: whether a plot, a shot or a launch is against one, and what one makes of a number.
mod fire;
mod moments;
mod sea;
mod steer;
mod when;

use std::sync::Arc;

pub(super) use super::model::special::EXACT_DEG;
pub use super::model::special::{
    Broadside, Condition, Count, Die, Each, KeptBy, Key, Memory, NEVER, Near, Per, RuleFact, Sector, SpecialReason,
    SpecialRule, Spot, Steer, Test, Tired, Weapon,
};
pub use fire::{Factors, factors, fire_quality, launch_forbidden, may_fire, may_fire_starshell, on_target};
pub use moments::{Reminder, reminders};
pub(super) use moments::{close_plotting, close_turn, count_fast, ended_by, open_turn, watch};
pub(super) use sea::{after_moving, ashore, duds, score_fire, smoke};
pub(super) use steer::sight_base_for_rules;
pub use steer::{Plotted, allowance, may_leave, may_plot, may_plot_ahead, sight_base, speed_cap, too_fast};

use super::{
    fact::Sum,
    measure::Id,
    setup::Setup,
    ship::Ship,
    state::{Division, State},
    verdict::Truth,
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

/// Every key with its place.
pub(super) fn numbered(state: &State) -> impl Iterator<Item = (u16, &SpecialRule)> {
    state.setup.rules.iter().enumerate().map(|(at, rule)| (at as u16, rule))
}

/// The keys in force now.
pub(super) fn in_force(state: &State) -> impl Iterator<Item = (u16, &SpecialRule)> {
    numbered(state).filter(|(at, rule)| holds(state, *at, rule))
}

/// The same of keys of one kind: nobody asks whether the others are in force.
pub(super) fn in_force_of(
    state: &State,
    of: impl Fn(&SpecialRule) -> bool,
) -> impl Iterator<Item = (u16, &SpecialRule)> {
    numbered(state).filter(move |(_, rule)| of(rule)).filter(|(at, rule)| holds(state, *at, rule))
}

/// Whether a key is in force: its turns, its conditions, the players' word and its die.
pub fn holds(state: &State, at: u16, rule: &SpecialRule) -> bool {
    awaits_its_die(state, at, rule)
        && rule.die.as_ref().is_none_or(|die| state.memory(at).is_some_and(|kept| kept.diced_so(die, state.turn)))
}

/// The same, whatever its die says.
pub(super) fn awaits_its_die(state: &State, at: u16, rule: &SpecialRule) -> bool {
    let none = Memory::default();
    let kept = state.memory(at).unwrap_or(&none);
    let begun = rule.after.is_none() || kept.began.is_some();
    let so = |truth: Truth| kept.by_his_word(rule, truth) == Truth::Holds;
    is_its_time(state, kept, rule)
        && begun
        && rule.when.as_ref().is_none_or(|when| so(when.judged(state)))
        && rule.unless.as_ref().is_none_or(|unless| so(!unless.judged(state)))
}

/// Whether it is played, in these turns, and has not run out.
fn is_its_time(state: &State, kept: &Memory, rule: &SpecialRule) -> bool {
    let turn = state.turn;
    let lasting = match (rule.lasts, kept.began) {
        (Some(lasts), Some(began)) => turn <= began.saturating_add(lasts),
        (Some(_) | None, _) => true,
    };
    let window = rule.from_turn.unwrap_or(1) <= turn && turn <= rule.to_turn.unwrap_or(u16::MAX);
    kept.agreed.unwrap_or(!rule.optional) && window && lasting && kept.ended.is_none()
}

/// Whether a key would be in force but for a condition that hangs on places which nobody knows. [9.2]
pub(super) fn is_open(state: &State, at: u16, rule: &SpecialRule) -> bool {
    let none = Memory::default();
    let kept = state.memory(at).unwrap_or(&none);
    let after = rule.after.as_ref().filter(|_| kept.began.is_none()).map(|after| after.judged(state));
    let when = rule.when.as_ref().map(|when| when.judged(state));
    let unless = rule.unless.as_ref().map(|unless| !unless.judged(state));
    let all = Truth::all(after.into_iter().chain(when).chain(unless));
    is_its_time(state, kept, rule) && kept.by_his_word(rule, all) == Truth::Open
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
        bound && state.divisions.iter().filter(of_set).any(|one| steer::turns_together(one, *degrees))
    })
}

/// The number for damage control that a special rule gives a ship. [8.6.1]
pub(super) fn damage_control<'a>(state: &'a State, ship: &Ship) -> Option<(&'a SpecialRule, u8)> {
    in_force(state).find_map(|(_, rule)| {
        let Key::DamageControl { ships, number } = &rule.does else { return None };
        ships.holds(ship).then_some((rule, *number))
    })
}

/// The land over which ships see and fire now. [4.7]
pub fn open_land(state: &State) -> Vec<&Id> {
    open_land_by(state, |_| true)
}

/// The same by no rule that itself hangs on what ships see.
pub(super) fn open_land_for_rules(state: &State) -> Vec<&Id> {
    open_land_by(state, |rule| !rule.hangs_on_sight())
}

fn open_land_by(state: &State, counts: impl Fn(&SpecialRule) -> bool) -> Vec<&Id> {
    let open = in_force_of(state, |rule| land_opened_by(rule).is_some() && counts(rule));
    open.filter_map(|(_, rule)| land_opened_by(rule)).flatten().collect()
}

fn land_opened_by(rule: &SpecialRule) -> Option<&Vec<Id>> {
    let Key::OpenLand(land) = &rule.does else { return None };
    Some(land)
}
