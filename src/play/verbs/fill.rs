//! Assigns the words of a line to slots, in any order.
use super::table::{Given, Grammar, Lack, Many, Place, Reader, Slot};
use crate::Fault;

/// Fills the slots of the reader's row from the remaining words. Every word must fit a slot, no slot may be filled
/// twice, and every required slot must be filled.
pub fn fill<G: Grammar>(r: &mut Reader<G>) -> Result<(), Fault> {
    fill_said(r)?;
    for (at, slot) in r.row.slots.iter().enumerate() {
        let at_end = r.end..r.end;
        let known = lacking(r, at, slot)?.into_iter();
        r.filled.slots[at].extend(known.map(|value| Given { value: Some(value), at: at_end.clone() }));
    }
    Ok(())
}

/// Fills only the slots that the words mention.
pub fn fill_said<G: Grammar>(r: &mut Reader<G>) -> Result<(), Fault> {
    while r.peek().is_some() {
        step(r)?;
    }
    Ok(())
}

/// Returns the values of a slot that the line does not mention.
fn lacking<G: Grammar>(r: &Reader<G>, at: usize, slot: &Slot<G>) -> Result<Vec<G::Value>, Fault> {
    match slot.lack {
        Lack::Nothing => Ok(Vec::new()),
        _ if r.filled.is_said(at) => Ok(Vec::new()),
        Lack::Missing => Err(r.missing(&G::called(slot))),
        Lack::By(known) => known(r),
    }
}

/// Reads what it can of wrong or unfinished words. Returns the slot that they leave half filled, if any.
pub(super) fn understood<G: Grammar>(r: &mut Reader<G>) -> Option<usize> {
    while r.peek().is_some() {
        let from = r.at;
        r.filling = None;
        if step(r).is_err() {
            match r.filling {
                Some((slot, _)) if r.peek().is_none() => return Some(slot),
                _ => r.at = r.at.max(from + 1),
            }
        }
    }
    None
}

/// Reads the next item.
fn step<G: Grammar>(r: &mut Reader<G>) -> Result<(), Fault> {
    if let Some((slot, key)) = begun(r) {
        return put(r, slot, key);
    }
    if let Some(fault) = r.row.mistake.and_then(|mistake| mistake(r)) {
        return Err(fault);
    }
    if r.row.fillers.contains(&r.key()) {
        r.skip();
        return Ok(());
    }
    match first_open(r) {
        Some(slot) => put(r, slot, ""),
        None => Err(G::unexpected(r)),
    }
}

/// Returns the slot whose turn it is.
fn first_open<G: Grammar>(r: &Reader<G>) -> Option<usize> {
    (0..r.row.slots.len()).find(|at| r.row.slots[*at].place == Place::Fixed && is_open(r, *at))
}

/// Whether a slot can take another value.
pub(super) fn is_open<G: Grammar>(r: &Reader<G>, at: usize) -> bool {
    !r.filled.is_said(at) || (r.row.slots[at].many != Many::One && !r.filled.is_instead(at))
}

/// Returns the slot that the next words begin, and its key. Prefers an open slot to a full one.
fn begun<G: Grammar>(r: &Reader<G>) -> Option<(usize, &'static str)> {
    r.peek()?;
    let slots = || r.row.slots.iter().enumerate();
    let led = slots().flat_map(|(at, slot)| slot.keys.iter().filter(|key| r.at_words(key)).map(move |key| (at, *key)));
    if let Some(best) = led.min_by_key(|(at, key)| (usize::MAX - key.len(), !is_open(r, *at))) {
        return Some(best);
    }
    let bare = slots().filter(|(at, slot)| stands_alone(r, *at, slot)).min_by_key(|(at, _)| !is_open(r, *at));
    bare.map(|(at, _)| (at, ""))
}

/// Whether the next word can belong only to this slot.
fn stands_alone<G: Grammar>(r: &Reader<G>, at: usize, slot: &Slot<G>) -> bool {
    let may = match slot.place {
        Place::Bare => true,
        Place::Loose => false,
        Place::Fixed => first_open(r) == Some(at),
        Place::Last => (0..at).all(|at| lacking(r, at, &r.row.slots[at]).is_ok()),
    };
    may && G::looks(r, slot.kind)
}

/// Reads a key and the value after it into a slot.
fn put<G: Grammar>(r: &mut Reader<G>, at: usize, key: &'static str) -> Result<(), Fault> {
    let slot = &r.row.slots[at];
    let first = r.at;
    r.at += key.split_whitespace().count();
    // The place of a fixed slot does not include its key.
    let mut from = if slot.place == Place::Fixed { r.here().start } else { r.tokens[first].at.start };
    loop {
        (r.filling, r.led) = (Some((at, r.at)), key);
        let value = if !r.filled.is_said(at) && slot.instead.contains(&r.key()) {
            r.skip();
            None
        } else {
            Some(G::read(r, slot)?)
        };
        slot.tail.iter().for_each(|word| r.pass(&[word]));
        let place = from..r.read_up_to();
        if slot.many == Many::One && r.filled.is_said(at) {
            return Err(r.misused(place, format!("{} is given twice.", slot.name())));
        }
        r.filled.slots[at].push(Given { value, at: place });
        while slot.many == Many::List && r.row.fillers.contains(&r.key()) {
            r.skip();
        }
        if slot.many != Many::List || r.peek().is_none() || begun(r).is_some() {
            return Ok(());
        }
        from = r.here().start;
    }
}
