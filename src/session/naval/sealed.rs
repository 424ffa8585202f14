//! What an admiral has sealed, or repaired unseen, is not picked apart by whoever reads.
use std::borrow::Cow;

use super::players_of;
use crate::{DiceAtHand, Problem, Session};
use naval::{
    Command, Fact, Id, Naval, Segment, SideId, State, seal,
    secrecy::{is_of_the_miniatures, ordered_by, ordered_for, ordered_in_secret},
    view,
};
use play::Rule;
use play::journal::{Entry, EntryOf, Notice};

const PLOTTING: Rule = Rule::new("3.3.1");

/// Plots of an admiral under their seal: the entry of the first order and that of the seal.
struct Sealed {
    side: SideId,
    first: usize,
    seal: usize,
}

impl Session<'_, Naval> {
    /// What admirals have sealed in orders that are in force, the earliest first.
    fn sealed_by_admirals(&self) -> Vec<Sealed> {
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
    fn since(&self, sealed: &Sealed) -> usize {
        let deeds = self.journal().deeds();
        let last = deeds.iter().rev().find(|deed| deed.entry < sealed.first);
        last.filter(|deed| matches!(deed.command, Command::Fix { .. })).map_or(sealed.first, |deed| deed.entry)
    }

    /// Whether these entries take back no seal of an admiral without what he has sealed: he plots once. [3.3.1]
    pub(super) fn may_unseal(&self, entries: &[usize]) -> Result<(), Problem> {
        let torn = |one: &Sealed| entries.contains(&one.seal) && !entries.contains(&one.first);
        let Some(torn) = self.sealed_by_admirals().into_iter().find(torn) else { return Ok(()) };
        let name = self.state().name(&torn.side);
        let problem = Problem::new(format!("the seal of {name} is not taken back without its plots"));
        let hint = format!("`undo {} because \"another reading\"` takes back both", self.since(&torn));
        Err(problem.rule(Some(PLOTTING)).hint(hint))
    }

    /// Whether an entry may be ruled again because one before it is amended.
    pub(super) fn may_rule_again(&self, entry: usize, behind: usize) -> Result<(), Problem> {
        if !self.is_unread(entry) {
            return Ok(());
        }
        let what = format!("after entry {behind} an order was given that is still secret, and it would be ruled again");
        Err(Problem::new(what).hint("next, then amend"))
    }

    /// Whether an entry may be ruled again as this command. An admiral's seal stays a seal, whoever reads. Its orders are
    /// amended only if the battle is open: a range that was misread is read again. [2.7, 3.3.1]
    pub(super) fn may_amend_as(&self, entry: usize, at: &State, command: &Command) -> Result<(), Problem> {
        let deed = self.journal().deeds().into_iter().find(|deed| deed.entry == entry).map(|deed| deed.command.clone());
        let Some(was) = deed else { return Ok(()) };
        if let Command::Seal { side: Some(side), .. } = &was
            && self.was_ever_an_admirals(side)
            && !matches!(command, Command::Seal { side: Some(of), .. } if of == side)
        {
            let what = format!("entry {entry} is the seal of {}, which an admiral made", self.state().name(side));
            let sealed = self.sealed_by_admirals().into_iter().find(|one| one.seal == entry);
            let first = sealed.map_or(entry, |one| self.since(&one));
            let hint = format!("`undo {first} because \"another reading\"` takes it back with its plots");
            return Err(Problem::new(what).rule(Some(PLOTTING)).hint(hint));
        }
        self.may_fix(&was).and_then(|()| self.may_fix(command))?;
        // A plot is the admiral's from the start, also of a division that had none yet.
        let whose = |order: &Command| match ordered_in_secret(order) {
            Some(_) => self.for_an_admiral(at, order),
            None => self.the_admirals(at, order),
        };
        match [&was, command].into_iter().find_map(whose) {
            Some(side) => Err(self.is_the_admirals(&side)),
            None => Ok(()),
        }
    }

    /// The side of an admiral for which a command gives an order; none if the battle is open, or if the order is of the person
    /// who moves the miniatures.
    pub(super) fn for_an_admiral(&self, at: &State, command: &Command) -> Option<SideId> {
        let is_left = self.seat.is_open || is_of_the_miniatures(at, command);
        let sides = if is_left { Vec::new() } else { ordered_for(at, command) };
        sides.into_iter().find(|side| self.seat.is_an_admirals(side))
    }

    /// The side whose admiral alone gives this order. It depends on what the order is, and not on what it would change, so that
    /// its refusal tells nothing. The admiral leaves to the referee:
    /// - a division that it could not plot or place [3.3.1, 10.2]
    /// - a ship that leaves the table as the rules have it [9.3]
    /// - the die for the torpedoes of large ships [7.5.1]
    pub(super) fn the_admirals(&self, at: &State, command: &Command) -> Option<SideId> {
        let side = self.for_an_admiral(at, command)?;
        let is_left = match command {
            Command::Plot { unit, .. } | Command::Preplot { unit, .. } | Command::Speed { unit, .. } => {
                is_unplotted(at, unit, &side)
            }
            Command::Deploy { division, .. } => at.ships_of(division).all(|ship| ship.at.is_none()),
            Command::Exit { ship, because, .. } => {
                let is_placed = at.ships_of(ship).any(|one| one.at.is_some());
                let refused = || play::decide::<Naval>(at, command, &mut DiceAtHand::typed(&[])).is_err();
                !(is_placed && (because.is_some() || refused()))
            }
            Command::TorpedoCheck { hold, .. } => !hold,
            _ => false,
        };
        (!is_left).then_some(side)
    }

    /// Whether an admiral alone plots a division.
    pub(super) fn is_plotted_by_an_admiral(&self, at: &State, division: &Id) -> bool {
        let side = at.division(division).map(|division| &division.side).filter(|side| self.seat.is_an_admirals(side));
        let is_left = self.seat.is_open || at.is_by_tape();
        side.is_some_and(|side| !is_left && !is_unplotted(at, division, side))
    }

    /// Whether nobody but an admiral gives this order.
    pub(super) fn may_order_for_admirals(&self, command: &Command) -> Result<(), Problem> {
        self.the_admirals(self.state(), command).map_or(Ok(()), |side| Err(self.is_the_admirals(&side)))
    }

    /// Whether an admiral plays a side, or has played it, as line 1 or an entry says.
    fn was_ever_an_admirals(&self, side: &SideId) -> bool {
        let first = self.journal().header().players.as_ref();
        let is_in_line_1 = || players_of(first).iter().any(|(of, _)| of == side);
        let is_later = |entry: &EntryOf<Naval>| {
            matches!(entry, Entry::Noticed { what: Notice::Player { side: of, machine: Some(_), .. } }
                if of == side.as_str())
        };
        self.seat.is_an_admirals(side) || is_in_line_1() || self.journal().entries().iter().any(is_later)
    }

    /// What an admiral has sealed for the move to come.
    fn sealed_now(&self) -> Option<Sealed> {
        let state = self.state();
        let stands = |one: &Sealed| state.seals.iter().any(|seal| seal.side == one.side && seal.turn == state.turn);
        let plotting = state.segment == Segment::Plotting;
        plotting.then(|| self.sealed_by_admirals().into_iter().rev().find(stands)).flatten()
    }

    /// Whether a division may be put elsewhere: an admiral has plotted by where all of them lay. [2.7, 3.3.1]
    pub(super) fn may_fix(&self, command: &Command) -> Result<(), Problem> {
        let Some(sealed) =
            Some(command).filter(|one| matches!(one, Command::Fix { .. })).and_then(|_| self.sealed_now())
        else {
            return Ok(());
        };
        let name = self.state().name(&sealed.side);
        let problem = Problem::new(format!("{name} has plotted by where the divisions lie, and sealed it"));
        let since = self.since(&sealed);
        let hint = if since < sealed.first {
            format!(
                "`undo {since} because \"another reading\"` takes back his plots and the reading before them; he plots anew"
            )
        } else {
            "the tape counts again when they have moved".to_owned()
        };
        Err(problem.rule(Some(PLOTTING)).hint(hint))
    }

    /// The sides whose plots and launches of this turn nobody reads until they move, also if they are taken back: an admiral's,
    /// if the keyboard is the referee's because nobody else lays the tape, and the reader is the other player. [3.3.1, 7.4]
    pub(super) fn unread(&self) -> Vec<SideId> {
        self.unread_in(self.state())
    }

    /// The same as it was in a state.
    pub(super) fn unread_in(&self, state: &State) -> Vec<SideId> {
        let setup = &state.setup;
        let is_played = setup.sides.iter().any(|side| !self.seat.is_an_admirals(&side.id));
        let hides = self.seat.reader.is_referee() && !self.seat.is_open && is_played && setup.begins_by_tape();
        if !hides || state.over.is_some() || state.segment != Segment::Plotting {
            return Vec::new();
        }
        let ordered: Vec<&SideId> =
            self.journal().entries().iter().flat_map(|entry| of_turn(entry, state.turn)).collect();
        let admirals = self.seat.admirals.iter().map(|one| one.side.clone());
        admirals.filter(|side| ordered.contains(&side)).collect()
    }

    /// The state as it is told to the reader. [3.3.1]
    pub fn told_state(&self) -> Cow<'_, State> {
        let unread = self.unread();
        if unread.is_empty() { Cow::Borrowed(self.state()) } else { Cow::Owned(view::unread(self.state(), &unread)) }
    }

    /// Whether the seal of a side may be opened.
    pub(super) fn may_reveal(&self, sides: &[SideId]) -> Result<(), Problem> {
        let Some(side) = self.unread().into_iter().find(|side| sides.contains(side)) else { return Ok(()) };
        let name = self.state().name(&side);
        let problem = Problem::new(format!("the plots of {name} stay sealed until they move"));
        Err(problem.rule(Some(PLOTTING)).hint("next, when all is plotted"))
    }

    /// Whether one of these entries began a Damage Control Segment, or was given in one: by the answer a side would learn
    /// whether the admiral had anything to repair. [8.6]
    pub(super) fn are_of_repairs(&self, entries: &[usize]) -> bool {
        let mut now = None;
        self.journal().deeds().iter().any(|deed| {
            let was = now;
            let begun = |fact: &Fact| if let Fact::SegmentBegan { segment, .. } = fact { Some(*segment) } else { None };
            let all: Vec<Segment> = deed.events.iter().filter_map(|event| begun(&event.fact)).collect();
            now = all.last().copied().or(now);
            let is_of = was == Some(Segment::DamageControl) || all.contains(&Segment::DamageControl);
            is_of && entries.contains(&deed.entry)
        })
    }
}

/// Whether a unit is of a division of that side that has not plotted.
fn is_unplotted(at: &State, unit: &Id, side: &SideId) -> bool {
    let division = at.division_of(unit).map(|division| &division.id);
    seal::unplotted(at, side).any(|one| Some(&one.id) == division)
}

/// The sides that sealed plots or wrote launches for this turn in an entry.
fn of_turn(entry: &EntryOf<Naval>, turn: u16) -> impl Iterator<Item = &SideId> {
    entry.facts().filter_map(move |fact| match fact {
        Fact::PlotsSealed(seal) if seal.turn == turn => Some(&seal.side),
        Fact::TorpedoesLaunched(marker) if marker.turn == turn => Some(&marker.side),
        _ => None,
    })
}
