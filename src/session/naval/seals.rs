//! What is sealed: opened by whoever may, and kept from everybody else until they move. [3.3.1]
use crate::{Refusal, Session, Told};
use naval::{
    Command, Fact, Naval, Segment, SideId, State, notation,
    rules::secrecy::ordered_by,
    seal,
    view::{self, Viewer},
};
use play::{
    Hint, Rule,
    journal::{Correction, Entry, EntryOf, Journal, Notice},
};
use serde_json::{Value, json};
use std::borrow::Cow;

pub(super) const PLOTTING: Rule = Rule::new("3.3.1");

/// Plots of an admiral under their seal: the entry of the first order and that of the seal.
pub(super) struct Sealed {
    pub side: SideId,
    pub first: usize,
    pub seal: usize,
}

impl Session<'_, Naval> {
    /// What admirals have sealed in orders that are in force, the earliest first.
    pub(super) fn sealed_by_admirals(&self) -> Vec<Sealed> {
        let deeds = self.journal().deeds();
        let mut all = Vec::new();
        for (at, deed) in deeds.iter().enumerate() {
            let Command::Seal { side: Some(side), .. } = deed.command else { continue };
            if !self.seat.is_an_admirals(side) {
                continue;
            }
            let is_his = |command: &Command| {
                !matches!(command, Command::Fix { .. } | Command::Seal { .. })
                    && ordered_by(self.state(), command).is_some_and(|by| by == *side)
            };
            let plots = deeds[..at].iter().rev().take_while(|one| is_his(one.command));
            let first = plots.last().map_or(deed.entry, |one| one.entry);
            all.push(Sealed { side: side.clone(), first, seal: deed.entry });
        }
        all
    }

    /// The entry with which he could plot at last: the `fix` just before his orders, or the first of them.
    pub(super) fn since(&self, sealed: &Sealed) -> usize {
        let deeds = self.journal().deeds();
        let last = deeds.iter().rev().find(|deed| deed.entry < sealed.first);
        last.filter(|deed| matches!(deed.command, Command::Fix { .. })).map_or(sealed.first, |deed| deed.entry)
    }

    /// What an admiral has sealed for the move to come.
    pub(super) fn sealed_now(&self) -> Option<Sealed> {
        let state = self.state();
        let stands = |one: &Sealed| state.seals.iter().any(|seal| seal.side == one.side && seal.turn == state.turn);
        let plotting = state.segment == Segment::Plotting;
        plotting.then(|| self.sealed_by_admirals().into_iter().rev().find(stands)).flatten()
    }

    /// The sides whose plots and launches of this turn nobody reads until they move, also if they are taken back: an admiral's,
    /// if the keyboard is the referee's because nobody else lays the tape, and the reader is the other player. [3.3.1, 7.4]
    pub(super) fn unread(&self, state: &State) -> Vec<SideId> {
        let setup = &state.setup;
        let is_played = setup.sides.iter().any(|side| !self.seat.is_an_admirals(&side.id));
        let hides = self.seat.reader.is_referee() && !self.seat.is_open && is_played && setup.begins_by_tape();
        if !hides || state.over.is_some() || state.segment != Segment::Plotting {
            return Vec::new();
        }
        let mut sides: Vec<SideId> = self.seat.admirals.iter().map(|one| one.side.clone()).collect();
        let entries = self.journal().entries();
        sides.retain(|side| entries.iter().rev().any(|entry| of_turn(entry, state.turn).any(|of| of == side)));
        sides
    }

    /// The state as it is told to the reader. [3.3.1]
    pub fn told_state(&self) -> Cow<'_, State> {
        let unread = self.unread(self.state());
        if unread.is_empty() { Cow::Borrowed(self.state()) } else { Cow::Owned(view::unread(self.state(), &unread)) }
    }

    /// `reveal SIDE`, or both sides. Refused where a seal was not made this turn, or its plots were changed.
    ///
    /// What the referee reveals before all plots are is noted: to change it owes a reason from then on. [Q64]
    pub(super) fn reveal(&mut self, named: Option<SideId>) -> Result<Told, Refusal> {
        let (state, known) = (self.state(), self.known());
        let sides: Vec<SideId> = match (&self.seat.reader, named) {
            (Viewer::Referee, Some(side)) => vec![side],
            (Viewer::Referee, None) => state.setup.sides.iter().map(|side| side.id.clone()).collect(),
            (Viewer::Side(own), named) if named.as_ref().is_none_or(|side| side == own) => vec![own.clone()],
            (Viewer::Table | Viewer::Side(_), _) => return Err(self.not_for_reader()),
        };
        self.may_reveal(&sides)?;
        let (mut opened, mut broken) = (Vec::new(), Vec::new());
        for sealed in state.seals.iter().filter(|seal| sides.contains(&seal.side)) {
            match seal::opened(state, sealed) {
                Ok(seal) => opened.push(seal),
                Err(found) => broken.push(show::seal::broken(state, &sealed.side, &found)),
            }
        }
        if !broken.is_empty() {
            broken.extend(opened.iter().map(|one| format!("{} holds", state.name(&one.seal.side))));
            return Err(Refusal::journal(broken.join("; "))
                .rule(PLOTTING)
                .hint(Hint::line("log").bare() + ", for what was ordered when"));
        }
        if opened.is_empty() {
            let none = match &sides[..] {
                [side] => show::seal::broken(&known, side, &seal::Broken::NotSealed),
                _ => "no plots were sealed this turn".to_owned(),
            };
            let is_plotted = |side: &SideId| state.divisions.iter().any(|one| one.side == *side && one.plot.is_some());
            let hint = if state.segment == Segment::Plotting && sides.iter().any(is_plotted) {
                Hint::line("seal")
            } else if state.segment == Segment::Plotting {
                Hint::line(notation::example(&known, "plot")).bare() + ", then " + Hint::later("seal").bare()
            } else {
                Hint::line("next to plotting").bare() + ": plots are sealed there"
            };
            return Err(Refusal::not_there(none).rule(PLOTTING).hint(hint));
        }
        let text: Vec<String> = opened.iter().map(|seal| show::seal::revealed(state, seal)).collect();
        let json: Vec<Value> = opened.iter().map(show::seal::revealed_json).collect();
        let answer = Told::text(text.join("\n")).with(json!({ "revealed": json }));
        let is_early = state.segment == Segment::Plotting && self.seat.reader.is_referee();
        let sides = opened.into_iter().map(|opened| opened.seal.side.clone()).filter(|side| !self.is_revealed(side));
        let early: Vec<SideId> = sides.filter(|_| is_early).collect();
        early.into_iter().try_for_each(|side| self.notice(Notice::Revealed { side: side.to_string() }))?;
        Ok(answer)
    }

    /// Whether the last seal of a side was opened at the referee's keyboard.
    fn is_revealed(&self, side: &SideId) -> bool {
        let seals = |entry: &EntryOf<Naval>| {
            entry.facts().any(|fact| matches!(fact, Fact::PlotsSealed(seal) if seal.side == *side))
        };
        let since = self.journal().entries().iter().rev().take_while(|entry| !seals(entry));
        let opens = |entry: &EntryOf<Naval>| matches!(entry, Entry::Noticed { what: Notice::Revealed { side: own } } if own == side.as_str());
        since.into_iter().any(opens)
    }
}

/// The sides that sealed plots or wrote launches for this turn in an entry.
fn of_turn(entry: &EntryOf<Naval>, turn: u16) -> impl Iterator<Item = &SideId> {
    entry.facts().filter_map(move |fact| match fact {
        Fact::PlotsSealed(seal) if seal.turn == turn => Some(&seal.side),
        Fact::TorpedoesLaunched(marker) if marker.turn == turn => Some(&marker.side),
        _ => None,
    })
}

/// How many seals of a side were ordered so far, whatever was taken back: by no order of the other side is its next salt
/// another.
pub fn seals_made(journal: &Journal<Naval>, side: &SideId) -> usize {
    let made = journal.entries().iter().filter(|entry| match entry {
        Entry::Did { command: Command::Seal { side: of, .. }, .. }
        | Entry::Amended { to: Correction::Command(Command::Seal { side: of, .. }), .. } => {
            of.as_ref().is_none_or(|of| of == side)
        }
        _ => false,
    });
    made.count()
}
