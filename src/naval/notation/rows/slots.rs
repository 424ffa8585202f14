//! Slots that several verbs share.
use crate::{
    Inches,
    model::command::LineBlock,
    notation::{
        kind::{Reader, Slot, SlotKind, Value, WordChoice, words_of},
        names::NameKind,
        offers,
    },
};
use play::LineError;

/// Words that only join two names.
pub const JOINING_WORDS: &[&str] = &["at", ">", "to", "and", "@"];

pub const fn unit(what: &'static str, shown: &'static str) -> Slot {
    Slot::fixed(SlotKind::Name(NameKind::Unit), what, shown)
}
pub const fn ship(shown: &'static str) -> Slot {
    Slot::fixed(SlotKind::Name(NameKind::Ship), "", shown)
}
/// Returns a slot for the second of two units, found by its place.
pub const fn second_unit(what: &'static str, shown: &'static str) -> Slot {
    unit(what, shown).keys(JOINING_WORDS).silent().with_offers(offers::enemies)
}
pub const fn word_slot<T: WordChoice>(what: &'static str, shown: &'static str) -> Slot {
    Slot::fixed(SlotKind::Word(words_of::<T>), what, shown)
}
/// Returns a slot for a word that is either present or absent.
pub const fn flag(keys: &'static [&'static str], what: &'static str) -> Slot {
    Slot::loose(keys, SlotKind::Flag, what, keys[0])
}
/// Returns a slot for a reason: free text at the end.
pub const fn reason(keys: &'static [&'static str]) -> Slot {
    Slot::loose(keys, SlotKind::Text, "The reason", "\"reason\"").last()
}

pub const SIDE: Slot = Slot::fixed(SlotKind::Name(NameKind::Side), "", "SIDE").optional();
/// A side or `table`, for commands that only show something.
pub const VIEWER: Slot = Slot::fixed(SlotKind::Name(NameKind::Viewer), "", "SIDE").optional();
pub const RANGE: Slot =
    Slot::loose(&["range"], SlotKind::Length, "The range", "N").bare().with_question_from(offers::ask_range);
/// The range, required unless measurements or positions give it.
pub const RANGE_UNLESS_KNOWN: Slot = RANGE.with_default(measured_range).shown("[range N]");
pub const SPEED_SLOT: Slot = Slot::loose(&["speed"], SlotKind::Length, "The speed", "N");
pub const POSITION: Slot = Slot::loose(&["at"], SlotKind::At, "The place", "X Y").last();
pub const ARC: Slot = Slot::loose(&["arc", "bearing"], SlotKind::Arc, "The arc", "[arc A | bearing D]").bare();
const WHAT_BLOCKS: &str = "What blocks the line";
pub const BLOCKED: Slot = word_slot::<LineBlock>(WHAT_BLOCKS, "[blocked by smoke|land | clear]")
    .keys(&["blocked by", "blocked"])
    .loosely()
    .optional();
pub const CLEAR: Slot = flag(&["clear"], WHAT_BLOCKS).shown("");
pub const LINES: Slot =
    Slot::loose(&["bearing"], SlotKind::Line, "The line", "[bearing D [interval N] [bearing D [interval N]]]")
        .each()
        .inner(&["interval"]);
pub const FACTORS: Slot = Slot::loose(&["factors", "factor"], SlotKind::Count, "The number of factors", "N");
pub const RECORD: Slot = Slot::loose(&[], SlotKind::Record, "The launch", "T4/6/KONIG/10/P/Q").bare();
pub const MARKER: Slot = Slot::fixed(SlotKind::Name(NameKind::Marker), "", "MARKER").with_question("Which marker?");

/// Returns no value, for a slot that may be omitted although its usage has no brackets.
pub fn no_values(_: &Reader) -> Result<Vec<Value>, LineError> {
    Ok(Vec::new())
}

/// Returns the range measured this turn, otherwise nothing if both units have positions, which then decide. Torpedoes
/// and lights do not use ranges measured before the move. [2.7]
fn measured_range(r: &Reader) -> Result<Vec<Value>, LineError> {
    let pair = r.filled.get(0).zip(r.filled.get(1));
    let range: Option<Inches> = pair.as_ref().and_then(|(first, second)| r.state.valid_range(first, second));
    let is_stale =
        range.is_none() && pair.as_ref().is_some_and(|(first, second)| r.state.measured_range(first, second).is_some());
    match (range, pair) {
        (Some(range), _) => Ok(vec![Value::Length(range)]),
        (None, Some((first, second))) if r.state.has_position(&first) && r.state.has_position(&second) => {
            Ok(Vec::new())
        }
        (None, _) => Err(r.missing(if is_stale { "The range since the move" } else { "The range" })),
    }
}
