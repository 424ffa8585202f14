//! Who has the keyboard of a battle by its journal, and whether its entries are ones that whoever sits there may give.
//!
//! The journal says who has the keyboard where the referee has a word or an admiral plays a side. Where it says nothing the
//! keyboard is the referee's, who may give everything: what is found here is certain, and not everything is found.
use std::collections::BTreeSet;

use naval::{Naval, secrecy::is_the_referees_alone, view::TABLE};
use play::Source;
use play::journal::{Entry, EntryOf, Journal, Notice, is_of_a_mending};

/// Who sits where, as far as the journal says so.
struct Keyboard<'j> {
    /// Sides that admirals play.
    playing: BTreeSet<&'j str>,
    sides: usize,
    by_tape: bool,
    /// To whom the keyboard was passed last; nobody, or the referee, is `None`.
    holder: Option<&'j str>,
    /// The program was begun, and nobody has passed the keyboard since: against an admiral it is the person's.
    is_fresh: bool,
    has_word: bool,
    /// Dice are thrown on the table.
    is_typed: bool,
}

/// The first entry that whoever had the keyboard could not give, with what is wrong. Behind a break that was mended nobody
/// knows who had it.
pub fn impossible(journal: &Journal<Naval>) -> Option<(usize, String)> {
    let setup = &journal.header().setup;
    let first = journal.header().players.as_ref().and_then(|players| players.as_array()).into_iter().flatten();
    let mut keyboard = Keyboard {
        playing: first.filter_map(|player| player["side"].as_str()).collect(),
        sides: setup.sides.len(),
        by_tape: setup.begins_by_tape(),
        holder: None,
        is_fresh: true,
        has_word: false,
        is_typed: false,
    };
    for (number, entry) in (1..).zip(journal.entries()) {
        if matches!(entry, Entry::Remarked { words } if is_of_a_mending(words)) {
            return None;
        }
        if let Some(fault) = keyboard.fault(entry) {
            return Some((number, fault));
        }
        keyboard.take(entry);
    }
    None
}

impl<'j> Keyboard<'j> {
    fn take(&mut self, entry: &'j EntryOf<Naval>) {
        match entry {
            Entry::Noticed { what: Notice::Passed { to } } => {
                self.holder = to.as_deref();
                self.is_fresh = false;
            }
            Entry::Noticed { what: Notice::Player { side, machine, .. } } => {
                if machine.is_some() {
                    self.playing.insert(side);
                } else {
                    self.playing.remove(side.as_str());
                }
                self.is_fresh = true;
            }
            Entry::Noticed { what: Notice::Word { .. } } => self.has_word = true,
            Entry::Noticed { what: Notice::Dice { typed } } => self.is_typed = *typed,
            Entry::Opened => self.is_fresh = true,
            Entry::Noticed { .. } | Entry::Remarked { .. } | Entry::Closed => {}
            Entry::Did { .. } | Entry::Amended { .. } | Entry::TakenBack { .. } | Entry::Redid { .. } => {}
        }
    }

    /// Whether a side or the table has the keyboard for certain.
    fn is_from_the_referee(&self) -> bool {
        let is_a_persons = !self.by_tape && !self.playing.is_empty() && self.playing.len() + 1 == self.sides;
        self.holder.is_some() || (self.is_fresh && is_a_persons)
    }

    fn fault(&self, entry: &EntryOf<Naval>) -> Option<String> {
        let nobody_orders = self.holder == Some(TABLE) && self.playing.is_empty();
        let at_the_table = "orders something, and the keyboard is the table's, where nobody orders";
        match entry {
            // With a word every way is noticed, also in an open battle; without one nobody passes it to an admiral's side.
            Entry::Noticed { what: Notice::Passed { to: Some(to) } } => {
                let is_admirals = !self.has_word && self.playing.contains(to.as_str());
                is_admirals.then(|| format!("passes the keyboard to {to}, which an admiral plays"))
            }
            Entry::Amended { .. } | Entry::TakenBack { .. } | Entry::Redid { .. } if nobody_orders => {
                Some(at_the_table.to_owned())
            }
            Entry::Amended { .. } => self
                .is_from_the_referee()
                .then(|| "amends an entry, and the referee does not have the keyboard".to_owned()),
            Entry::Did { .. } if nobody_orders => Some(at_the_table.to_owned()),
            Entry::Did { command, events, .. } if self.is_from_the_referee() => {
                let is_typed = |source: Source| source == Source::Typed && !self.is_typed;
                let mut dice = events.iter().flat_map(|event| &event.dice);
                if is_the_referees_alone(command) {
                    Some("is an order of the referee, who does not have the keyboard".to_owned())
                } else {
                    let is_odd = dice.any(|roll| is_typed(roll.source));
                    is_odd.then(|| "has typed dice at a side's keyboard, and the program throws them there".to_owned())
                }
            }
            Entry::Did { .. } | Entry::TakenBack { .. } | Entry::Redid { .. } => None,
            Entry::Noticed { .. } | Entry::Remarked { .. } | Entry::Opened | Entry::Closed => None,
        }
    }
}
