//! Checks the turn files of a battle: which may be held when, and which orders come from them.
use naval::{Command, Naval, NavalEvent, Segment, SideId, State, rules::secrecy::may_be_in_turn_file};
use play::Source;
use play::journal::{self, Entry, EntryOf, HeldFile, Notice, Origin, digest, is_digest, orders_in};

/// The turn files of a battle up to an entry.
#[derive(Default)]
pub struct TurnFiles<'j>(journal::TurnFiles<'j>);

impl<'j> TurnFiles<'j> {
    /// Returns what is wrong with an entry about a turn file, given the state before it. `is_typed`: dice are typed.
    pub fn entry_error(&self, entry: &EntryOf<Naval>, before: &State, is_typed: bool) -> Option<String> {
        match entry {
            Entry::Did { from: Some(Origin::TurnFile { side, digest }), command, events, .. } => {
                self.order_error((side, digest), command, before).or_else(|| typed_dice_error(events, is_typed))
            }
            Entry::Noticed { what: Notice::TurnFileHeld(file) } => self.held_error(file, before),
            Entry::Noticed { what: Notice::TurnFileDropped(file) } => {
                (!self.0.held.contains(&file)).then(|| "withdraws a turn file that is not held".to_owned())
            }
            Entry::Noticed { what: Notice::TurnFileOpened { line } } => self.opened_error(line, before),
            _ => None,
        }
    }

    /// Whether the orders with that digest were held until those of all sides had arrived. They are then given in turn.
    pub fn has_opened(&self, digest: &str) -> bool {
        self.0.opened.contains_key(digest)
    }

    pub fn apply_entry(&mut self, entry: &'j EntryOf<Naval>) {
        if let Entry::Noticed { what } = entry {
            self.0.apply(what);
        }
    }

    fn held_error(&self, HeldFile { turn, segment, digest, .. }: &HeldFile, before: &State) -> Option<String> {
        let Some(target) = Segment::from_word(segment) else {
            return Some(format!("holds a turn file for \"{}\", which is not a segment", segment.escape_debug()));
        };
        if !is_digest(digest) {
            return Some("holds a turn file whose digest is not 64 hexadecimal digits".to_owned());
        }
        if before.end.is_some() {
            return Some("holds a turn file, but the battle is over".to_owned());
        }
        if *turn != before.turn || target < before.segment {
            let moment = (before.turn, before.segment.word());
            return Some(format!(
                "holds a turn file for turn {turn}, {segment}, but it is turn {}, {}",
                moment.0, moment.1
            ));
        }
        let is_known = self.0.is_known(digest);
        is_known.then(|| "holds a turn file with the digest of an earlier one, but each has its own salt".to_owned())
    }

    fn opened_error(&self, line: &str, before: &State) -> Option<String> {
        let code = digest(line);
        let Some(HeldFile { turn, segment, .. }) = self.0.held.iter().find(|file| file.digest == code) else {
            return Some("opens a turn file that is not held".to_owned());
        };
        if (*turn, segment.as_str()) != (before.turn, before.segment.word()) {
            return Some(format!("opens a turn file for turn {turn}, {segment}, at another moment"));
        }
        orders_in(line).is_none().then(|| "opens a turn file that contains no orders".to_owned())
    }

    fn order_error(&self, (side, digest): (&str, &str), command: &Command, before: &State) -> Option<String> {
        let from = format!("comes from a turn file of \"{}\"", side.escape_debug());
        let what = if !before.setup.sides.iter().any(|candidate| candidate.id == *side) {
            "which is not a side"
        } else if !is_digest(digest) {
            "which has a digest that is not 64 hexadecimal digits"
        } else if self.0.held.iter().any(|file| file.digest == digest) {
            "which is still held"
        } else if self.0.dropped.contains(digest) {
            "which was withdrawn"
        } else if self.0.opened.get(digest).is_some_and(|owner| *owner != side) {
            "which is of the other side"
        } else if !may_be_in_turn_file(before, command, &SideId::new(side)) {
            "which may not order this"
        } else {
            return None;
        };
        Some(format!("{from}, {what}"))
    }
}

fn typed_dice_error(events: &[NavalEvent], is_typed: bool) -> Option<String> {
    let mut dice = events.iter().flat_map(|event| &event.dice);
    let has_typed = !is_typed && dice.any(|roll| roll.source == Source::Typed);
    has_typed.then(|| "comes from a turn file and has typed dice, but the program rolls them there".to_owned())
}
