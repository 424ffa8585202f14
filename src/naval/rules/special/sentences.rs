//! Sentences of special rules: which there are, and who is told them. [9.2]
use crate::model::{Setup, special::SpecialRule};
use crate::{SideId, State};
use play::Rule;

/// The paragraph of them all.
pub const SPECIAL: Rule = Rule::new("9.2");

/// The sentence that a key carries out; `None` for one that the viewer may not know.
pub fn sentence(setup: &Setup, rule: u16) -> Option<&str> {
    let of = setup.rules.get(usize::from(rule))?.of;
    let sentence = setup.special_rules.get(usize::from(of).checked_sub(1)?)?;
    (!sentence.is_empty()).then_some(sentence.as_str())
}

/// The sentences that a viewer is told, each with its number; the referee is told all. [9.2]
pub fn sentences<'a>(setup: &'a Setup, viewer: Option<&'a SideId>) -> impl Iterator<Item = (u8, &'a str)> {
    let numbered = setup.special_rules.iter().enumerate().map(|(at, says)| (numbered_from_one(at), says.as_str()));
    numbered.filter(move |(of, says)| !says.is_empty() && may_know(setup, *of, viewer))
}

/// The number of a sentence; a file has no more than [`MOST_SENTENCES`](crate::model::sound::MOST_SENTENCES).
pub(crate) fn numbered_from_one(at: usize) -> u8 {
    u8::try_from(at + 1).unwrap_or(u8::MAX)
}

/// The number of the last sentence, 0 where there is none.
pub(crate) fn last_sentence(setup: &Setup) -> u8 {
    setup.special_rules.len().checked_sub(1).map_or(0, numbered_from_one)
}

/// Whether a sentence is for this viewer's ears.
pub fn may_know(setup: &Setup, of: u8, viewer: Option<&SideId>) -> bool {
    let mut carried_out_by = setup.rules.iter().filter(|rule| rule.of == of);
    viewer.is_none_or(|viewer| carried_out_by.all(|rule| rule.secret_to.as_ref().is_none_or(|side| side == viewer)))
}

/// Whether a side is told when a key begins, ends or is diced for: one that binds ships of its own, or nobody's.
pub fn is_open_to(state: &State, rule: &SpecialRule, side: &SideId) -> bool {
    let bound = rule.does.binds().is_none_or(|ships| ships.concerns(state, side));
    bound && may_know(&state.setup, rule.of, Some(side))
}

/// To whom alone a sentence is told.
pub fn secret_to(setup: &Setup, of: u8) -> Option<&SideId> {
    setup.rules.iter().filter(|rule| rule.of == of).find_map(|rule| rule.secret_to.as_ref())
}
