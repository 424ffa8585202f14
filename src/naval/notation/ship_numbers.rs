//! Ships by their numbers in a declaration: `1>5 8.5`. [3.1, 3.3.5, Q54]
use super::{
    kind::Reader,
    names::{NameKind, NameMatch},
    rows::{
        fighting::{ODDS, TARGET},
        slots::JOINING_WORDS,
    },
};
use crate::model::{Ship, Side};
use crate::{Id, State, rules::gunnery};
use play::{
    LineError, Rule,
    verbs::{Token, looks_numeric, or_list},
};
use std::sync::Arc;

/// Ships' numbers. [3.1]
const NUMBERED: Rule = Rule::new("3.1");
/// Maximum numbers of a side shown in a hint.
const MAX_NUMBERS_SHOWN: usize = 12;
/// The slot of the firer in a declaration.
const FIRER: usize = 0;
/// The slot of the target in a declaration.
pub const TARGET_SLOT: usize = 1;

fn is_declaration(r: &Reader) -> bool {
    [TARGET.word, ODDS].contains(&r.row.word)
}

/// Whether the next word is the number of the firing ship, not a range.
pub fn names_firer(r: &Reader) -> bool {
    is_declaration(r) && !r.filled.is_filled(FIRER) && JOINING_WORDS.contains(&r.key_after())
}

/// Returns the ship for a number in a declaration. The firer is of the line's own side, otherwise of the side that
/// declares next, if that side has the number. The target is an enemy. Fails if two ships fit. (Q54)
pub fn ship_by_number(r: &Reader, word: &Token) -> Option<Result<Id, LineError>> {
    let slot = r
        .filling
        .map(|(slot, _)| slot)
        .filter(|slot| is_declaration(r) && !word.is_quoted() && *slot <= TARGET_SLOT)?;
    let number = number(&word.text)?;
    let ships = match (slot, r.filled.get::<Id>(FIRER)) {
        (TARGET_SLOT, Some(firer)) => enemies_numbered(r.state, &firer, number),
        (FIRER, _) | (_, None) => {
            let all = ships_numbered(r.state, number);
            let mut sides = r.names.own.iter().cloned().chain(gunnery::side_to_declare(r.state));
            match sides.find(|side| all.iter().any(|ship| ship.side == *side)) {
                Some(side) => all.into_iter().filter(|ship| ship.side == side).collect(),
                None => all,
            }
        }
        (_, Some(_)) => return None,
    };
    match &ships[..] {
        [] => unknown_number(r, word, number, slot),
        [ship] => Some(Ok(ship.id.clone())),
        more => {
            let names: Vec<String> =
                more.iter().map(|ship| format!("{} ({})", ship.card.name, r.state.name(&ship.side))).collect();
            let ids: Vec<&str> = more.iter().map(|ship| ship.id.as_str()).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let error = LineError::located(word.at.clone(), format!("Number {number} may be {}.", or_list(&names)));
            let hint = format!("type the name: {} (numbers are clear only while a side declares)", or_list(&ids));
            Some(Err(error.rule(gunnery::DECLARING).hint(hint)))
        }
    }
}

/// Returns the error for a number that no possible ship has, with the existing numbers. `None` if it begins a name.
fn unknown_number(r: &Reader, word: &Token, number: u8, slot: usize) -> Option<Result<Id, LineError>> {
    if !matches!(r.names.find(NameKind::Unit, &word.text), NameMatch::NotFound) {
        return None;
    }
    let firer = r.filled.get::<Id>(FIRER).filter(|_| slot == TARGET_SLOT);
    let own = firer.and_then(|firer| r.state.ships_of(&firer).next().map(|ship| ship.side.clone()));
    let numbers_of = |side: &Side| {
        let ships = r.state.ships.iter().filter(|ship| ship.side == side.id && ship.is_on_table());
        let numbers = ships.filter_map(|ship| Some(format!("{} {}", ship.number?, ship.id))).take(MAX_NUMBERS_SHOWN);
        let numbers: Vec<String> = numbers.collect();
        (!numbers.is_empty()).then(|| format!("{}: {}", side.name, numbers.join(", ")))
    };
    let sides = r.state.setup.sides.iter().filter(|side| own.as_ref() != Some(&side.id));
    let lists: Vec<String> = sides.filter_map(numbers_of).collect();
    let subject = if own.is_some() { "No enemy ship" } else { "No ship" };
    let error =
        LineError::located(word.at.clone(), format!("{subject} has the number {number}: each side counts from 1."));
    Some(Err(error.rule(NUMBERED).hint(lists.join("; "))))
}

fn number(word: &str) -> Option<u8> {
    word.parse().ok().filter(|_| looks_numeric(word))
}

fn enemies_numbered<'s>(state: &'s State, firer: &Id, number: u8) -> Vec<&'s Ship> {
    let side = state.ships_of(firer).next().map(|ship| &ship.side);
    ships_numbered(state, number).into_iter().filter(|ship| Some(&ship.side) != side).collect()
}

/// Returns ships on the table with this number.
fn ships_numbered(state: &State, number: u8) -> Vec<&Ship> {
    state.ships.iter().map(Arc::as_ref).filter(|ship| ship.number == Some(number) && ship.is_on_table()).collect()
}
