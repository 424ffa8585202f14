//! Sealed plots: opened by those who may, and hidden from all others until the ships move. [3.3.1]
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

/// An admiral's sealed plots: the entries of the first order and of the seal.
pub(super) struct Sealed {
    pub side: SideId,
    pub first: usize,
    pub seal: usize,
}

impl Session<'_, Naval> {
    /// Returns the effective sealed plots of admirals, earliest first.
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

    /// Returns the entry that let the admiral plot: the `fix` just before its orders, or else the first of them.
    pub(super) fn since(&self, sealed: &Sealed) -> usize {
        let deeds = self.journal().deeds();
        let last = deeds.iter().rev().find(|deed| deed.entry < sealed.first);
        last.filter(|deed| matches!(deed.command, Command::Fix { .. })).map_or(sealed.first, |deed| deed.entry)
    }

    /// Returns what an admiral has sealed for the coming move.
    pub(super) fn sealed_now(&self) -> Option<Sealed> {
        let state = self.state();
        let stands = |one: &Sealed| state.seals.iter().any(|seal| seal.side == one.side && seal.turn == state.turn);
        let plotting = state.segment == Segment::Plotting;
        plotting.then(|| self.sealed_by_admirals().into_iter().rev().find(stands)).flatten()
    }

    /// Returns the sides whose plots and launches of this turn the viewer may not read before the move, even if undone.
    /// These are admirals' sides while the viewer is the other player, as the referee who also measures. [3.3.1, 7.4]
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

    /// Returns the state as the viewer may see it. [3.3.1]
    pub fn told_state(&self) -> Cow<'_, State> {
        let unread = self.unread(self.state());
        if unread.is_empty() { Cow::Borrowed(self.state()) } else { Cow::Owned(view::unread(self.state(), &unread)) }
    }

    /// Answers `reveal SIDE`, or for both sides. Refused if a seal was not made this turn or its plots were changed.
    ///
    /// A reveal by the referee before all have plotted is recorded. A change then requires a reason. [Q64]
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

/// Returns the sides that sealed plots or wrote launches for this turn in an entry.
fn of_turn(entry: &EntryOf<Naval>, turn: u16) -> impl Iterator<Item = &SideId> {
    entry.facts().filter_map(move |fact| match fact {
        Fact::PlotsSealed(seal) if seal.turn == turn => Some(&seal.side),
        Fact::TorpedoesLaunched(marker) if marker.turn == turn => Some(&marker.side),
        _ => None,
    })
}

/// Counts the seals of a side ordered, including undone ones. The other side's orders do not affect its next salt.
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
