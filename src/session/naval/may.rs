//! Permissions: who may order, read, undo and amend what.
use super::{nobody_fires, seals::PLOTTING, seat::players_of};
use crate::{AtTable as _, DiceAtHand, Mode, Refusal, Session};
use naval::rules::secrecy::{
    is_done_for, is_late, is_of_the_miniatures, is_secret_order_of, ordered_for, ordered_in_secret, shows_others,
    side_of, types_what_positions_say,
};
use naval::{
    Command, Fact, Id, Naval, NavalHalt, Reason, Segment, SideId, State, model::TableReason, notation, seal,
    view::Viewer,
};
use play::{
    Halt, Hint, Rule,
    journal::{Entry, EntryOf, Notice},
};

/// The paragraph: who rolls is settled before dice are rolled.
const FACES: Rule = Rule::new("2.5");
const TAPE: Rule = Rule::new("2.7");

impl Session<'_, Naval> {
    /// Refused if the viewer may not give this order.
    pub(super) fn may_order(&self, command: &Command) -> Result<(), Refusal> {
        let side = match &self.seat.reader {
            Viewer::Referee => return self.may_order_all(command),
            Viewer::Table => return Err(self.not_for_reader()),
            Viewer::Side(_) if self.is_hers(command) => return self.may_type_against_positions(command),
            Viewer::Side(side) => side,
        };
        if is_late(self.state(), command) {
            let what = format!("{} writes its launches while plots are made; later the referee types them", self.who());
            return Err(Refusal::not_yours(what).rule(PLOTTING).line("pass to referee"));
        }
        let state = self.state();
        // Divisions formed by the scenario are not the side's to form. [5.1]
        let is_fixed = matches!(command, Command::FormDivision { .. }) && state.setup.generator.is_none();
        if is_fixed || !is_secret_order_of(state, command, side) {
            return Err(self.not_for_reader());
        }
        self.may_type_against_positions(command)
    }

    /// Returns the refusal of what belongs to an admiral.
    pub(super) fn is_the_admirals(&self, side: &SideId) -> Refusal {
        let what = format!("{} is an admiral's: nobody else reads or orders for it", self.state().name(side));
        Refusal::not_yours(what).hint("`--open`, where somebody is to order for it; that stands in the log")
    }

    /// Returns the refusal for a side, or the table, that asks for what is not for it.
    pub(super) fn not_for_reader(&self) -> Refusal {
        if self.seat.reader.is_table() {
            let what = "that is not for the table: everybody reads there what both sides see, and nobody orders";
            return Refusal::not_yours(what).line("pass to referee");
        }
        let orders = if self.seat.plays_against_admirals() {
            "all that its own ships do, and `next`; the rest is the referee's or the admiral's"
        } else {
            "its plots, formations, launches and speeds"
        };
        let what = format!("that is not for {}: a side sees its own, and orders {orders}", self.who());
        Refusal::not_yours(what).line("pass to referee")
    }

    /// Refused unless the viewer is the referee.
    pub(super) fn referee_only(&self) -> Result<(), Refusal> {
        if self.seat.reader.is_referee() { Ok(()) } else { Err(self.not_for_reader()) }
    }

    /// Refused if the viewer may not type dice: a side may only if the referee chose dice rolled at the table.
    pub(super) fn may_type(&self, faces: Option<&[u8]>) -> Result<(), Refusal> {
        match (&self.seat.reader, self.mode, faces) {
            (Viewer::Table | Viewer::Side(_), Mode::Roll, Some(_)) => {
                let what = format!("{} may not type faces: the program throws in this battle", self.who());
                Err(Refusal::not_yours(what).rule(FACES).hint("the same line without dice"))
            }
            _ => Ok(()),
        }
    }

    /// Refused if the viewer may not declare several shots in a line: a side may only against an admiral.
    pub(super) fn may_declare(&self) -> Result<(), Refusal> {
        if self.seat.plays_against_admirals() { Ok(()) } else { self.referee_only() }
    }

    /// Whether an order belongs to the viewer's side in a battle against an admiral. The side then gives the orders
    /// that the referee would give for it.
    fn is_hers(&self, command: &Command) -> bool {
        let side = self.seat.reader.side().filter(|_| !self.seat.admirals.is_empty());
        side.is_some_and(|side| is_done_for(self.state(), command, side))
    }

    /// Refuses a range, an angle or a word that only the referee may type against an admiral. [2.7, H-2.7-10]
    fn may_type_against_positions(&self, command: &Command) -> Result<(), Refusal> {
        if self.seat.may_measure(self.state()) || !types_what_positions_say(self.state(), command) {
            return Ok(());
        }
        let what = "The ships have positions, and only the referee types ranges, angles and words against them.";
        let hint = Hint::says("the same line without them, or ") + Hint::line("pass to referee");
        Err(Refusal::not_yours(what).rule(TAPE).hint(hint))
    }

    /// Refused if the referee may not give this order: it is an admiral's, or moves ships it plotted by.
    fn may_order_all(&self, command: &Command) -> Result<(), Refusal> {
        self.the_admirals(self.state(), command).map_or(Ok(()), |side| Err(self.is_the_admirals(&side)))?;
        self.may_fix(command)
    }

    /// Returns the side whose admiral alone gives this order. It depends on the kind of order and not on its effect, so
    /// that the refusal reveals nothing. The admiral leaves to the referee:
    /// - a division that it could not plot or place [3.3.1, 10.2]
    /// - a ship that leaves the table as the rules require [9.3]
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

    /// Returns the admiral's side for which a command gives an order. `None` if the battle is open, or if the order
    /// belongs to the person who moves the miniatures.
    pub(super) fn for_an_admiral(&self, at: &State, command: &Command) -> Option<SideId> {
        let is_left = self.seat.is_open || is_of_the_miniatures(at, command);
        let sides = if is_left { Vec::new() } else { ordered_for(at, command) };
        sides.into_iter().find(|side| self.seat.is_an_admirals(side))
    }

    /// Whether only an admiral plots a division.
    pub(super) fn is_plotted_by_an_admiral(&self, at: &State, division: &Id) -> bool {
        let side = at.division(division).map(|division| &division.side).filter(|side| self.seat.is_an_admirals(side));
        let is_left = self.seat.is_open || at.is_by_tape();
        side.is_some_and(|side| !is_left && !is_unplotted(at, division, side))
    }

    /// Refused if a division may not be repositioned because an admiral plotted from all positions. [2.7, 3.3.1]
    fn may_fix(&self, command: &Command) -> Result<(), Refusal> {
        let Some(sealed) =
            Some(command).filter(|one| matches!(one, Command::Fix { .. })).and_then(|_| self.sealed_now())
        else {
            return Ok(());
        };
        let name = self.state().name(&sealed.side);
        let problem = Refusal::rules(format!("{name} has plotted by where the divisions lie, and sealed it"));
        let since = self.since(&sealed);
        let hint = if since < sealed.first {
            let undo = Hint::line(format!("undo {since} because \"another reading\""));
            undo + " takes back his plots and the reading before them; he plots anew"
        } else {
            "the tape counts again when they have moved".into()
        };
        Err(problem.rule(PLOTTING).hint(hint))
    }

    /// Refused unless the questions for an order may begin, with its segment and possible units.
    ///
    /// # Errors
    /// The order belongs to another segment, whatever is answered.
    pub fn may_begin(&self, verb: &str) -> Result<(), Refusal> {
        let known = self.known();
        let Ok(row) = notation::verb(verb) else { return Ok(()) };
        if let Some(problem) = nobody_fires(&known, row.word) {
            return Err(problem);
        }
        let Ok(order) = Naval::read(&known, &notation::example(&known, row.word)) else { return Ok(()) };
        let halt = play::decide::<Naval>(&known, &order.command, &mut DiceAtHand::supposed(&[])).err();
        let is_out_of_turn = |halt: &NavalHalt| {
            use Reason::{Over, Table, WrongSegment};
            let Halt::Refused { reason, .. } = halt else { return false };
            matches!(reason, WrongSegment { .. } | Over | Table(TableReason::LaunchedLate { .. }))
        };
        match halt.filter(is_out_of_turn) {
            Some(halt) => Err(Naval::refused(Some(self), &known, &order.command, halt)),
            None => Ok(()),
        }
    }

    /// Refused if the seal of one of these sides may not be opened.
    pub(super) fn may_reveal(&self, sides: &[SideId]) -> Result<(), Refusal> {
        let Some(side) = self.unread(self.state()).into_iter().find(|side| sides.contains(side)) else { return Ok(()) };
        let name = self.state().name(&side);
        let problem = Refusal::rules(format!("the plots of {name} stay sealed until they move"));
        Err(problem.rule(PLOTTING).hint(Hint::later("next").bare() + ", when all is plotted"))
    }

    /// Returns the first entry to undo or redo, from its displayed number, using `finds`. The referee may name any. A
    /// side may only name what it ordered since it was handed the keyboard, so that nothing reveals whether the enemy
    /// gave orders before. The refusal is the same whether a side has ordered nothing since or there is nothing at all.
    pub(super) fn may_change(
        &self,
        told: Option<usize>,
        verb: &str,
        finds: impl FnOnce(&Self, Option<usize>) -> Result<usize, Refusal>,
    ) -> Result<usize, Refusal> {
        if self.seat.reader.is_referee() {
            return finds(self, told);
        }
        let nothing = || {
            let what =
                format!("there is nothing to {verb} that {} has ordered since it was passed the keyboard", self.who());
            Refusal::not_there(what).line("pass to referee")
        };
        let number = told.map(|told| self.entry_told_as(told).ok_or_else(nothing)).transpose()?;
        let found = finds(self, number).map_err(|_| nothing())?;
        // The table gives no orders, and undoes none of an admiral's.
        if self.seat.came_at < found && !self.seat.reader.is_table() { Ok(found) } else { Err(nothing()) }
    }

    /// Returns the entry from which the viewer undoes, from its displayed number. A side may not undo what it has seen
    /// decided by dice or by others' orders, anything once all is revealed, or an admiral's orders. No viewer undoes an
    /// admiral's seal without the sealed plots: the admiral plots once. [3.3.1]
    pub(super) fn may_take_back_from(&self, told: Option<usize>) -> Result<usize, Refusal> {
        let from = self.may_change(told, "undo", |session, from| session.undo_from(from))?;
        let entries = self.journal().in_force().from(from);
        if let Some(seen) = self.seen_decided(entries).filter(|_| !self.seat.reader.is_referee()) {
            let what = format!("{} has seen {seen}, and does not take it back", self.who());
            return Err(Refusal::not_yours(what).hint(
                Hint::line("pass to referee").bare()
                    + ", who may: "
                    + Hint::later("undo because \"wrong ship\"").bare(),
            ));
        }
        if !self.are_hers(entries) {
            let what =
                format!("not all of that is an order of {}: a side takes back its own, the last one first", self.who());
            return Err(Refusal::not_yours(what).line("pass to referee"));
        }
        let mut seals = self.sealed_by_admirals().into_iter();
        if let Some(torn) = seals.find(|one| entries.contains(&one.seal) && !entries.contains(&one.first)) {
            let name = self.state().name(&torn.side);
            let problem = Refusal::rules(format!("the seal of {name} is not taken back without its plots"));
            let undo = Hint::line(format!("undo {} because \"another reading\"", self.since(&torn)));
            return Err(problem.rule(PLOTTING).hint(undo + " takes back both"));
        }
        Ok(from)
    }

    /// Says what a side has seen decided in these entries, if anything.
    fn seen_decided(&self, entries: &[usize]) -> Option<&'static str> {
        let journal = self.journal();
        if self.state().over.is_some() {
            Some("what was hidden, now that the battle is over")
        } else if self.seat.plays_against_admirals() && self.are_of_repairs(entries) {
            Some("a Damage Control Segment begin")
        } else if entries.iter().any(|number| 0 < journal.dice_in(*number)) {
            Some("what the dice decided")
        } else {
            let of_others =
                journal.deeds().iter().any(|deed| entries.contains(&deed.entry) && shows_others(deed.events));
            of_others.then_some("how the others moved")
        }
    }

    /// Whether all these entries are orders of the side at the keyboard, and none an admiral's.
    fn are_hers(&self, entries: &[usize]) -> bool {
        let Some(side) = self.seat.reader.side().filter(|_| !self.seat.admirals.is_empty()) else { return true };
        let deeds = self.journal().deeds();
        let state = self.state();
        deeds.iter().filter(|deed| entries.contains(&deed.entry)).map(|deed| deed.command).all(|command| {
            // If the new range cancelled its shot, `is_done_for` no longer knows it.
            is_secret_order_of(state, command, side)
                || is_done_for(state, command, side)
                || matches!(command, Command::Measure { from, .. } if side_of(state, from).as_ref() == Some(side))
        })
    }

    /// Whether one of these entries began a Damage Control Segment or belongs to one. The response would show a side
    /// whether the admiral had anything to repair. [8.6]
    fn are_of_repairs(&self, entries: &[usize]) -> bool {
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

    /// Refused to a side, because an amendment may rule later orders of the other side again.
    pub(super) fn may_amend(&self) -> Result<(), Refusal> {
        if self.seat.reader.side().is_none() {
            return self.referee_only();
        }
        let what = "`amend` is the referee's: it may rule orders of the other side again";
        Err(Refusal::not_yours(what).form("undo, or pass to referee"))
    }

    /// Refused if an entry may not be ruled again because of an amendment before it.
    pub(super) fn may_rule_again(&self, entry: usize, behind: usize) -> Result<(), Refusal> {
        if !self.is_unread(self.state(), entry) {
            return Ok(());
        }
        let what = format!("after entry {behind} an order was given that is still secret, and it would be ruled again");
        Err(Refusal::cannot(what).hint(Hint::later("next").bare() + ", then amend"))
    }

    /// Refused if an entry may not be amended into this command. An admiral's seal stays a seal for every viewer. Its
    /// orders are amended only if the battle is open. Otherwise a misread range is measured again. [2.7, 3.3.1]
    pub(super) fn may_amend_as(&self, entry: usize, at: &State, command: &Command) -> Result<(), Refusal> {
        let deed = self.journal().deeds().into_iter().find(|deed| deed.entry == entry).map(|deed| deed.command.clone());
        let Some(was) = deed else { return Ok(()) };
        if let Command::Seal { side: Some(side), .. } = &was
            && self.was_ever_an_admirals(side)
            && !matches!(command, Command::Seal { side: Some(of), .. } if of == side)
        {
            let what = format!("entry {entry} is the seal of {}, which an admiral made", self.state().name(side));
            let sealed = self.sealed_by_admirals().into_iter().find(|one| one.seal == entry);
            let first = sealed.map_or(entry, |one| self.since(&one));
            let undo = Hint::line(format!("undo {first} because \"another reading\""));
            return Err(Refusal::rules(what).rule(PLOTTING).hint(undo + " takes it back with its plots"));
        }
        self.may_fix(&was).and_then(|()| self.may_fix(command))?;
        // A plot is the admiral's from the start, even for a division that had none yet.
        let whose = |order: &Command| match ordered_in_secret(order) {
            Some(_) => self.for_an_admiral(at, order),
            None => self.the_admirals(at, order),
        };
        match [&was, command].into_iter().find_map(whose) {
            Some(side) => Err(self.is_the_admirals(&side)),
            None => Ok(()),
        }
    }

    /// Whether an admiral plays a side or has played it, according to the header (line 1) or an entry.
    fn was_ever_an_admirals(&self, side: &SideId) -> bool {
        let first = self.journal().header().players.as_ref();
        let is_in_line_1 = || players_of(first).iter().any(|(of, _)| of == side);
        let is_later = |entry: &EntryOf<Naval>| {
            matches!(entry, Entry::Noticed { what: Notice::Player { side: of, machine: Some(_), .. } }
                if of == side.as_str())
        };
        self.seat.is_an_admirals(side) || is_in_line_1() || self.journal().entries().iter().any(is_later)
    }
}

/// Whether a unit belongs to a division of that side without a plot.
fn is_unplotted(at: &State, unit: &Id, side: &SideId) -> bool {
    let division = at.division_of(unit).map(|division| &division.id);
    seal::unplotted(at, side).any(|one| Some(&one.id) == division)
}
