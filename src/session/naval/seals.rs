//! Sealed plots: opened by those who may, and hidden from all others until the ships move. [3.3.1]
use crate::{Answer, Refusal, Session};
use naval::{
    Command, Fact, Naval, Segment, SideId, State, notation,
    rules::secrecy::ordering_side,
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
pub(super) struct SealedPlots {
    pub side: SideId,
    pub first: usize,
    pub seal: usize,
}

impl Session<'_, Naval> {
    /// Returns the effective sealed plots of admirals, earliest first.
    pub(super) fn sealed_by_admirals(&self) -> Vec<SealedPlots> {
        let commands = self.journal().commands();
        let mut all = Vec::new();
        for (index, applied) in commands.iter().enumerate() {
            let Command::Seal { side: Some(side), .. } = applied.command else { continue };
            if !self.seat.is_an_admirals(side) {
                continue;
            }
            let is_admirals = |command: &Command| {
                !matches!(command, Command::Fix { .. } | Command::Seal { .. })
                    && ordering_side(self.state(), command).is_some_and(|by| by == *side)
            };
            let plots = commands[..index].iter().rev().take_while(|other| is_admirals(other.command));
            let first = plots.last().map_or(applied.entry, |other| other.entry);
            all.push(SealedPlots { side: side.clone(), first, seal: applied.entry });
        }
        all
    }

    /// Returns the entry that let the admiral plot: the `fix` just before its orders, or else the first of them.
    pub(super) fn replot_entry(&self, sealed: &SealedPlots) -> usize {
        let commands = self.journal().commands();
        let last = commands.iter().rev().find(|applied| applied.entry < sealed.first);
        last.filter(|applied| matches!(applied.command, Command::Fix { .. }))
            .map_or(sealed.first, |applied| applied.entry)
    }

    /// Returns what an admiral has sealed for the coming move.
    pub(super) fn sealed_now(&self) -> Option<SealedPlots> {
        let state = self.state();
        let is_effective =
            |sealed: &SealedPlots| state.seals.iter().any(|seal| seal.side == sealed.side && seal.turn == state.turn);
        let plotting = state.segment == Segment::Plotting;
        plotting.then(|| self.sealed_by_admirals().into_iter().rev().find(is_effective)).flatten()
    }

    /// Returns the sides whose plots and launches of this turn the viewer may not read before the move, even if undone:
    /// the admirals' sides, if the referee at the keyboard also plays the other side and measures for both. [3.3.1,
    /// 7.4]
    pub(super) fn secret_sides(&self, state: &State) -> Vec<SideId> {
        let setup = &state.setup;
        let has_person = setup.sides.iter().any(|side| !self.seat.is_an_admirals(&side.id));
        let hides =
            self.seat.viewer.is_referee() && !self.seat.is_open && has_person && setup.begins_without_positions();
        if !hides || state.end.is_some() || state.segment != Segment::Plotting {
            return Vec::new();
        }
        let mut sides: Vec<SideId> = self.seat.admirals.iter().map(|admiral| admiral.side.clone()).collect();
        let entries = self.journal().entries();
        sides.retain(|side| {
            entries
                .iter()
                .rev()
                .any(|entry| sides_sealing_in(entry, state.turn).any(|sealing_side| sealing_side == side))
        });
        sides
    }

    /// Returns the state as the viewer may see it. [3.3.1]
    pub fn visible_state(&self) -> Cow<'_, State> {
        let hidden_sides = self.secret_sides(self.state());
        if hidden_sides.is_empty() {
            Cow::Borrowed(self.state())
        } else {
            Cow::Owned(view::without_plots(self.state(), &hidden_sides))
        }
    }

    /// Answers `reveal SIDE`, or for both sides. Refused if a seal was not made this turn or its plots were changed.
    ///
    /// A reveal by the referee before all have plotted is recorded. A change then requires a reason. [Q64]
    pub(super) fn reveal(&mut self, named: Option<SideId>) -> Result<Answer, Refusal> {
        let (state, known) = (self.state(), self.known_state());
        let sides: Vec<SideId> = match (&self.seat.viewer, named) {
            (Viewer::Referee, Some(side)) => vec![side],
            (Viewer::Referee, None) => state.setup.sides.iter().map(|side| side.id.clone()).collect(),
            (Viewer::Side(own), named) if named.as_ref().is_none_or(|side| side == own) => vec![own.clone()],
            (Viewer::Table | Viewer::Side(_), _) => return Err(self.not_for_viewer()),
        };
        self.may_reveal(&sides)?;
        let (mut opened, mut failures) = (Vec::new(), Vec::new());
        for sealed in state.seals.iter().filter(|seal| sides.contains(&seal.side)) {
            match seal::open_seal(state, sealed) {
                Ok(seal) => opened.push(seal),
                Err(found) => failures.push(show::seal::broken_seal_reason(state, &sealed.side, &found)),
            }
        }
        if !failures.is_empty() {
            failures.extend(
                opened
                    .iter()
                    .map(|opened_seal| format!("the seal of {} is intact", state.name(&opened_seal.seal.side))),
            );
            return Err(Refusal::journal(failures.join("; "))
                .rule(PLOTTING)
                .hint(Hint::line("log").without_backticks() + ", to see the orders"));
        }
        if opened.is_empty() {
            let none = match &sides[..] {
                [side] => show::seal::broken_seal_reason(&known, side, &seal::SealError::NotSealed) + ".",
                _ => "No plots were sealed this turn.".to_owned(),
            };
            let is_plotted = |side: &SideId| {
                state.divisions.iter().any(|division| division.side == *side && division.plot.is_some())
            };
            let hint = if state.segment == Segment::Plotting && sides.iter().any(is_plotted) {
                Hint::line("seal")
            } else if state.segment == Segment::Plotting {
                Hint::line(notation::example(&known, "plot")).without_backticks()
                    + ", then "
                    + Hint::later("seal").without_backticks()
            } else {
                Hint::line("next to plotting").without_backticks() + ": plots are sealed there"
            };
            return Err(Refusal::not_there(none).rule(PLOTTING).hint(hint));
        }
        let text: Vec<String> = opened.iter().map(|seal| show::seal::revealed_text(state, seal)).collect();
        let json: Vec<Value> = opened.iter().map(show::seal::revealed_json).collect();
        let answer = Answer::text(text.join("\n")).with_keys(json!({ "revealed": json }));
        let is_early = state.segment == Segment::Plotting && self.seat.viewer.is_referee();
        let sides = opened.into_iter().map(|opened| opened.seal.side.clone()).filter(|side| !self.is_revealed(side));
        let early: Vec<SideId> = sides.filter(|_| is_early).collect();
        early.into_iter().try_for_each(|side| self.record_notice(Notice::SealOpened { side: side.to_string() }))?;
        Ok(answer)
    }

    /// Whether the last seal of a side was opened at the referee's keyboard.
    fn is_revealed(&self, side: &SideId) -> bool {
        let seals = |entry: &EntryOf<Naval>| {
            entry.facts().any(|fact| matches!(fact, Fact::PlotsSealed(seal) if seal.side == *side))
        };
        let since = self.journal().entries().iter().rev().take_while(|entry| !seals(entry));
        let opens = |entry: &EntryOf<Naval>| matches!(entry, Entry::Noticed { what: Notice::SealOpened { side: revealed_side } } if revealed_side == side.as_str());
        since.into_iter().any(opens)
    }
}

/// Returns the sides that sealed plots or wrote launches for this turn in an entry.
fn sides_sealing_in(entry: &EntryOf<Naval>, turn: u16) -> impl Iterator<Item = &SideId> {
    entry.facts().filter_map(move |fact| match fact {
        Fact::PlotsSealed(seal) if seal.turn == turn => Some(&seal.side),
        Fact::TorpedoesLaunched(marker) if marker.turn == turn => Some(&marker.side),
        _ => None,
    })
}

/// Counts the seals ordered for a side, including undone ones. So its next salt depends on no order of the other side.
pub fn count_seals(journal: &Journal<Naval>, side: &SideId) -> usize {
    let seals = journal.entries().iter().filter(|entry| match entry {
        Entry::Did { command: Command::Seal { side: sealing, .. }, .. }
        | Entry::Amended { to: Correction::Command(Command::Seal { side: sealing, .. }), .. } => {
            sealing.as_ref().is_none_or(|sealing_side| sealing_side == side)
        }
        _ => false,
    });
    seals.count()
}
