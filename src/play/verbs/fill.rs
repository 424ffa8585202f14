//! Assigns the words of a line to slots, in any order.
use super::table::{Argument, ArgumentPlace, Grammar, Multiplicity, Reader, SlotValue, WhenMissing};
use crate::LineError;

/// Fills the slots of the reader's row from the remaining words. Every word must fit a slot, no slot may be filled
/// twice, and every required slot must be filled.
pub fn fill<G: Grammar>(r: &mut Reader<G>) -> Result<(), LineError> {
    fill_mentioned(r)?;
    for (index, slot) in r.row.slots.iter().enumerate() {
        let at_end = r.end..r.end;
        let defaults = missing_values(r, index, slot)?.into_iter();
        r.filled.slots[index].extend(defaults.map(|value| SlotValue { value: Some(value), at: at_end.clone() }));
    }
    Ok(())
}

/// Fills only the slots that the words mention.
pub fn fill_mentioned<G: Grammar>(r: &mut Reader<G>) -> Result<(), LineError> {
    while r.peek().is_some() {
        read_item(r)?;
    }
    Ok(())
}

fn missing_values<G: Grammar>(r: &Reader<G>, index: usize, slot: &Argument<G>) -> Result<Vec<G::Value>, LineError> {
    match slot.when_missing {
        WhenMissing::Nothing => Ok(Vec::new()),
        _ if r.filled.is_filled(index) => Ok(Vec::new()),
        WhenMissing::Refused => Err(r.missing(&G::slot_name(slot))),
        WhenMissing::By(default) => default(r),
    }
}

/// Reads what it can of wrong or unfinished words. Returns the slot that they leave half filled, if any.
pub(super) fn read_leniently<G: Grammar>(r: &mut Reader<G>) -> Option<usize> {
    while r.peek().is_some() {
        let start = r.at;
        r.filling = None;
        if read_item(r).is_err() {
            match r.filling {
                Some((slot, _)) if r.peek().is_none() => return Some(slot),
                _ => r.at = r.at.max(start + 1),
            }
        }
    }
    None
}

fn read_item<G: Grammar>(r: &mut Reader<G>) -> Result<(), LineError> {
    if let Some((slot, key)) = slot_begun_here(r) {
        return read_into_slot(r, slot, key);
    }
    if let Some(error) = r.row.mistake.and_then(|mistake| mistake(r)) {
        return Err(error);
    }
    if r.row.fillers.contains(&r.key()) {
        r.skip();
        return Ok(());
    }
    match first_open(r) {
        Some(slot) => read_into_slot(r, slot, ""),
        None => Err(G::unexpected(r)),
    }
}

/// Returns the first fixed slot that can take a value.
fn first_open<G: Grammar>(r: &Reader<G>) -> Option<usize> {
    (0..r.row.slots.len()).find(|index| r.row.slots[*index].place == ArgumentPlace::Fixed && is_open(r, *index))
}

/// Whether a slot can take another value.
pub(super) fn is_open<G: Grammar>(r: &Reader<G>, index: usize) -> bool {
    !r.filled.is_filled(index) || (r.row.slots[index].many != Multiplicity::One && !r.filled.is_empty_word(index))
}

/// Returns the slot that the next words begin, and its key. Prefers an open slot to a full one.
fn slot_begun_here<G: Grammar>(r: &Reader<G>) -> Option<(usize, &'static str)> {
    r.peek()?;
    let slots = || r.row.slots.iter().enumerate();
    let keyed =
        slots().flat_map(|(at, slot)| slot.keys.iter().filter(|key| r.at_words(key)).map(move |key| (at, *key)));
    if let Some(best) = keyed.min_by_key(|(at, key)| (usize::MAX - key.len(), !is_open(r, *at))) {
        return Some(best);
    }
    let without_key = slots().filter(|(at, slot)| is_unmistakable(r, *at, slot)).min_by_key(|(at, _)| !is_open(r, *at));
    without_key.map(|(at, _)| (at, ""))
}

/// Whether the next word can belong only to this slot.
fn is_unmistakable<G: Grammar>(r: &Reader<G>, index: usize, slot: &Argument<G>) -> bool {
    let may_begin = match slot.place {
        ArgumentPlace::Bare => true,
        ArgumentPlace::Loose => false,
        ArgumentPlace::Fixed => first_open(r) == Some(index),
        ArgumentPlace::Last => (0..index).all(|index| missing_values(r, index, &r.row.slots[index]).is_ok()),
    };
    may_begin && G::is_unmistakable(r, slot.kind)
}

/// Reads a key and the value after it into a slot.
fn read_into_slot<G: Grammar>(r: &mut Reader<G>, index: usize, key: &'static str) -> Result<(), LineError> {
    let slot = &r.row.slots[index];
    let first = r.at;
    r.at += key.split_whitespace().count();
    // The place of a fixed slot does not include its key.
    let mut start = if slot.place == ArgumentPlace::Fixed { r.next_place().start } else { r.tokens[first].at.start };
    loop {
        (r.filling, r.current_key) = (Some((index, r.at)), key);
        let value = if !r.filled.is_filled(index) && slot.empty_words.contains(&r.key()) {
            r.skip();
            None
        } else {
            Some(G::read(r, slot)?)
        };
        slot.trailing_fillers.iter().for_each(|word| r.pass(&[word]));
        let place = start..r.read_up_to();
        if slot.many == Multiplicity::One && r.filled.is_filled(index) {
            return Err(r.misused(place, format!("{} is given twice.", slot.name())));
        }
        r.filled.slots[index].push(SlotValue { value, at: place });
        while slot.many == Multiplicity::List && r.row.fillers.contains(&r.key()) {
            r.skip();
        }
        if slot.many != Multiplicity::List || r.peek().is_none() || slot_begun_here(r).is_some() {
            return Ok(());
        }
        start = r.next_place().start;
    }
}
