//! The sentences of special rules, and which viewers may see them. [9.2]
use crate::model::{Setup, special::SpecialRule};
use crate::{SideId, State};
use play::Rule;

/// The paragraph of all special rules.
pub const SPECIAL: Rule = Rule::new("9.2");

/// Returns the sentence of a key, or `None` if it is empty, as for a viewer that may not know it.
pub fn sentence(setup: &Setup, rule: u16) -> Option<&str> {
    let number = setup.rules.get(usize::from(rule))?.of;
    let sentence = setup.special_rules.get(usize::from(number).checked_sub(1)?)?;
    (!sentence.is_empty()).then_some(sentence.as_str())
}

/// Returns the sentences that a viewer may see, with their numbers. The referee sees all. [9.2]
pub fn sentences<'a>(setup: &'a Setup, viewer: Option<&'a SideId>) -> impl Iterator<Item = (u8, &'a str)> {
    let numbered = setup.special_rules.iter().enumerate().map(|(index, text)| (sentence_number(index), text.as_str()));
    numbered.filter(move |(number, text)| !text.is_empty() && may_know(setup, *number, viewer))
}

/// Returns a sentence's number, from 1. A file has at most `MAX_SENTENCES`.
pub(crate) fn sentence_number(index: usize) -> u8 {
    u8::try_from(index + 1).unwrap_or(u8::MAX)
}

/// Returns the number of the last sentence, or 0 without any.
pub(crate) fn last_sentence(setup: &Setup) -> u8 {
    setup.special_rules.len().checked_sub(1).map_or(0, sentence_number)
}

pub fn may_know(setup: &Setup, number: u8, viewer: Option<&SideId>) -> bool {
    let mut rules = setup.rules.iter().filter(|rule| rule.of == number);
    viewer.is_none_or(|viewer| rules.all(|rule| rule.secret_to.as_ref().is_none_or(|side| side == viewer)))
}

/// Whether a side learns when a key begins, ends or is rolled for: it binds ships of the side, or no ships.
pub fn is_known_to(state: &State, rule: &SpecialRule, side: &SideId) -> bool {
    let bound = rule.does.bound_ships().is_none_or(|ships| ships.includes_side(state, side));
    bound && may_know(&state.setup, rule.of, Some(side))
}

pub fn secret_to(setup: &Setup, number: u8) -> Option<&SideId> {
    setup.rules.iter().filter(|rule| rule.of == number).find_map(|rule| rule.secret_to.as_ref())
}
