//! Permissions: who may order, read, undo and amend what.
use super::{firing_refusal, seals::PLOTTING, seat::players_in_header};
use crate::{DiceMode, DiceSource, PlayableGame as _, Refusal, Session};
use naval::rules::secrecy::{
    is_done_for_own_side, is_late_launch, is_miniatures_order, is_secret_order_of, may_be_in_turn_file,
    ordered_in_secret, shows_enemy_actions, side_of, sides_ordered, types_known_geometry,
};
use naval::{
    Command, Fact, Id, Naval, NavalHalt, Reason, Segment, SideId, State, model::TableReason, notation, seal,
    view::Viewer,
};
use play::{
    Hint, NotDecided, Rule,
    journal::{Entry, EntryOf, Notice},
};

/// The paragraph: players agree who rolls before dice are rolled.
const WHO_ROLLS: Rule = Rule::new("2.5");
const TAPE: Rule = Rule::new("2.7");

impl Session<'_, Naval> {
    pub(super) fn may_order(&self, command: &Command) -> Result<(), Refusal> {
        let side = match &self.seat.viewer {
            Viewer::Referee => return self.check_referee_order(command),
            Viewer::Table => return Err(self.not_for_viewer()),
            Viewer::Side(_) if self.is_own_order(command) && !self.seat.reads_turn_file => {
                return self.may_type_against_positions(command);
            }
            Viewer::Side(side) => side,
        };
        if is_late_launch(self.state(), command) {
            let what = format!(
                "{} may order launches only while plots are made. Later the referee types them.",
                self.viewer_name()
            );
            return Err(Refusal::not_yours(what).rule(PLOTTING).line("pass to referee"));
        }
        let state = self.state();
        // A side forms divisions only in generated scenarios. Other scenarios fix them. [5.1]
        let is_fixed = matches!(command, Command::FormDivision { .. }) && state.setup.generator.is_none();
        if is_fixed || !(self.seat.reads_turn_file || is_secret_order_of(state, command, side)) {
            return Err(self.not_for_viewer());
        }
        self.may_type_against_positions(command)?;
        // A turn file may hold only what the referee would type for a side at the table. [3.3.5]
        if self.seat.reads_turn_file && !may_be_in_turn_file(state, command, side) {
            return Err(self.not_for_viewer());
        }
        Ok(())
    }

    /// Returns the refusal of an order or a view that belongs to an admiral.
    pub(super) fn admirals_refusal(&self, side: &SideId) -> Refusal {
        let what = format!("{} is played by an admiral: no one else reads or orders for it.", self.state().name(side));
        Refusal::not_yours(what).hint("start with `--open` to order for it (the log records this)")
    }

    /// Returns the refusal for a side, or the table, that asks for something it may not see or do.
    pub(super) fn not_for_viewer(&self) -> Refusal {
        if self.seat.viewer.is_table() {
            let what = "The table may not do that. It sees what both sides see, and gives no orders.";
            return Refusal::not_yours(what).line("pass to referee");
        }
        let orders = if self.seat.reads_turn_file && self.state().segment != Segment::Plotting {
            "its plots, formations, launches, speeds, lights, targets and repairs"
        } else if self.seat.plays_against_admirals() {
            "all that its ships do, and `next`. The rest is for the referee or the admiral"
        } else {
            "its plots, formations, launches and speeds"
        };
        let what = format!("{} may not do that. A side may see its own ships and order {orders}.", self.viewer_name());
        Refusal::not_yours(what).line("pass to referee")
    }

    pub(super) fn referee_only(&self) -> Result<(), Refusal> {
        if self.seat.viewer.is_referee() { Ok(()) } else { Err(self.not_for_viewer()) }
    }

    /// Refused if the viewer may not type dice: a side may only if the referee chose dice rolled at the table.
    pub(super) fn may_type(&self, faces: Option<&[u8]>) -> Result<(), Refusal> {
        match (&self.seat.viewer, self.dice_mode, faces) {
            (Viewer::Table | Viewer::Side(_), DiceMode::Roll, Some(_)) => {
                let what = format!("{} may not type dice: the program rolls them in this battle.", self.viewer_name());
                Err(Refusal::not_yours(what).rule(WHO_ROLLS).hint("type the line without dice"))
            }
            _ => Ok(()),
        }
    }

    /// Refused if the viewer may not declare several shots in a line: a side may only against an admiral or in a file.
    pub(super) fn may_declare(&self) -> Result<(), Refusal> {
        let may_declare = self.seat.plays_against_admirals() || self.seat.reads_turn_file;
        if may_declare { Ok(()) } else { self.referee_only() }
    }

    /// Whether an order belongs to the viewer's side in a battle against an admiral. The side then gives the orders
    /// that the referee would give for it.
    fn is_own_order(&self, command: &Command) -> bool {
        let side = self.seat.viewer.side().filter(|_| !self.seat.admirals.is_empty());
        side.is_some_and(|side| is_done_for_own_side(self.state(), command, side))
    }

    /// Refuses a range, an angle or a word that only the referee may type against an admiral. [2.7, H-2.7-10]
    fn may_type_against_positions(&self, command: &Command) -> Result<(), Refusal> {
        let may_measure = self.seat.may_measure(self.state()) && !self.seat.reads_turn_file;
        if may_measure || !types_known_geometry(self.state(), command) {
            return Ok(());
        }
        let what = "The ships have positions, so only the referee may type other ranges, angles or words.";
        let hint = Hint::words("type the line without them, or ") + Hint::line("pass to referee");
        Err(Refusal::not_yours(what).rule(TAPE).hint(hint))
    }

    /// Refused if the referee may not give this order: it is an admiral's, or moves ships after an admiral has plotted.
    fn check_referee_order(&self, command: &Command) -> Result<(), Refusal> {
        self.side_of_admirals_order(self.state(), command).map_or(Ok(()), |side| Err(self.admirals_refusal(&side)))?;
        self.may_fix(command)
    }

    /// Returns the side whose admiral alone gives this order. It depends on the kind of order and not on its effect, so
    /// that the refusal reveals nothing. The admiral leaves to the referee:
    /// - a division that it could not plot or place [3.3.1, 10.2]
    /// - a ship that leaves the table as the rules require [9.3]
    /// - the die for the torpedoes of large ships [7.5.1]
    pub(super) fn side_of_admirals_order(&self, state: &State, command: &Command) -> Option<SideId> {
        let side = self.admiral_side_ordered(state, command)?;
        let is_left_to_persons = match command {
            Command::Plot { unit, .. } | Command::Preplot { unit, .. } | Command::Speed { unit, .. } => {
                is_unplotted(state, unit, &side)
            }
            Command::Deploy { division, .. } => state.ships_of(division).all(|ship| ship.at.is_none()),
            Command::Exit { ship, because, .. } => {
                let is_placed = state.ships_of(ship).any(|member| member.at.is_some());
                let refused = || play::decide::<Naval>(state, command, &mut DiceSource::from_typed(&[])).is_err();
                !(is_placed && (because.is_some() || refused()))
            }
            Command::TorpedoCheck { hold, .. } => !hold,
            _ => false,
        };
        (!is_left_to_persons).then_some(side)
    }

    /// Returns the admiral's side for which a command gives an order. `None` if the battle is open, or if the order
    /// belongs to the person who moves the miniatures.
    pub(super) fn admiral_side_ordered(&self, state: &State, command: &Command) -> Option<SideId> {
        let is_left_to_persons = self.seat.is_open || is_miniatures_order(state, command);
        let sides = if is_left_to_persons { Vec::new() } else { sides_ordered(state, command) };
        sides.into_iter().find(|side| self.seat.is_an_admirals(side))
    }

    /// Whether only an admiral plots a division.
    pub(super) fn is_plotted_by_an_admiral(&self, state: &State, division: &Id) -> bool {
        let side =
            state.division(division).map(|division| &division.side).filter(|side| self.seat.is_an_admirals(side));
        let is_left_to_persons = self.seat.is_open || state.ranges_are_measured();
        side.is_some_and(|side| !is_left_to_persons && !is_unplotted(state, division, side))
    }

    /// Refused if a division may not be repositioned because an admiral plotted from all positions. [2.7, 3.3.1]
    fn may_fix(&self, command: &Command) -> Result<(), Refusal> {
        let Some(sealed) =
            Some(command).filter(|order| matches!(order, Command::Fix { .. })).and_then(|_| self.sealed_now())
        else {
            return Ok(());
        };
        let name = self.state().name(&sealed.side);
        let refusal = Refusal::rules(format!("{name} has already plotted from these positions and sealed its plots."));
        let fix_entry = self.replot_entry(&sealed);
        let hint = if fix_entry < sealed.first {
            let undo = Hint::line(format!("undo {fix_entry} because \"measured again\""));
            undo + " undoes its plots and the measurement before them. Then it plots again"
        } else {
            "measurements count again after the move".into()
        };
        Err(refusal.rule(PLOTTING).hint(hint))
    }

    /// Refuses to begin the questions for an order that cannot be legal now.
    ///
    /// # Errors
    /// The order belongs to another segment, whatever is answered.
    pub fn may_begin(&self, verb: &str) -> Result<(), Refusal> {
        let known = self.known_state();
        let Ok(row) = notation::find_verb(verb) else { return Ok(()) };
        if let Some(refusal) = firing_refusal(&known, row.word) {
            return Err(refusal);
        }
        let Ok(order) = Naval::read(&known, &notation::example(&known, row.word)) else { return Ok(()) };
        let halt = play::decide::<Naval>(&known, &order.command, &mut DiceSource::with_supposed(&[])).err();
        let is_out_of_turn = |halt: &NavalHalt| {
            use Reason::{BattleOver, Table, WrongSegment};
            let NotDecided::Refused { reason, .. } = halt else { return false };
            matches!(reason, WrongSegment { .. } | BattleOver | Table(TableReason::LaunchedLate { .. }))
        };
        match halt.filter(is_out_of_turn) {
            Some(halt) => Err(Naval::refusal_of(Some(self), &known, &order.command, halt)),
            None => Ok(()),
        }
    }

    /// Refused if the seal of one of these sides may not be opened.
    pub(super) fn may_reveal(&self, sides: &[SideId]) -> Result<(), Refusal> {
        let Some(side) = self.secret_sides(self.state()).into_iter().find(|side| sides.contains(side)) else {
            return Ok(());
        };
        let name = self.state().name(&side);
        let refusal = Refusal::rules(format!("The plots of {name} stay sealed until movement."));
        Err(refusal.rule(PLOTTING).hint(Hint::later("next").without_backticks() + ", after all plots are made"))
    }

    /// Returns the first entry to undo or redo, from its displayed number, using `find`. The referee may name any. A
    /// side may only name what it ordered since it was handed the keyboard, so that nothing reveals whether the enemy
    /// gave orders before. The refusal is the same whether a side has ordered nothing since or there is nothing at all.
    pub(super) fn entry_to_change(
        &self,
        shown_number: Option<usize>,
        verb: &str,
        find: impl FnOnce(&Self, Option<usize>) -> Result<usize, Refusal>,
    ) -> Result<usize, Refusal> {
        if self.seat.viewer.is_referee() {
            return find(self, shown_number);
        }
        let nothing = || {
            let what =
                format!("There is no order to {verb} that {} gave since it received the keyboard.", self.viewer_name());
            Refusal::not_there(what).line("pass to referee")
        };
        let number = shown_number.map(|shown| self.entry_shown_as(shown).ok_or_else(nothing)).transpose()?;
        let found = find(self, number).map_err(|_| nothing())?;
        // The table gives no orders, and undoes none of an admiral's.
        if self.seat.entries_at_handover < found && !self.seat.viewer.is_table() { Ok(found) } else { Err(nothing()) }
    }

    /// Returns the entry from which the viewer undoes, from its displayed number. A side may not undo what it has seen
    /// decided by dice or by others' orders, nor an admiral's orders. After the battle it may undo nothing. No viewer
    /// undoes an admiral's seal without the sealed plots: the admiral plots once. [3.3.1]
    pub(super) fn undo_entry(&self, shown: Option<usize>) -> Result<usize, Refusal> {
        let from = self.entry_to_change(shown, "undo", |session, from| session.undo_from(from))?;
        let entries = self.journal().active_entries().from_number(from);
        if let Some(seen) = self.decided_knowledge(entries).filter(|_| !self.seat.viewer.is_referee()) {
            let what = format!("{} has seen {seen}, so only the referee may undo it.", self.viewer_name());
            return Err(Refusal::not_yours(what).hint(
                Hint::line("pass to referee").without_backticks()
                    + ", and as referee: "
                    + Hint::later("undo because \"wrong ship\"").without_backticks(),
            ));
        }
        if !self.are_own_orders(entries) || self.has_files_of_others(entries) {
            let what = format!(
                "Some of this was not ordered by {}. A side may undo only its own, last one first.",
                self.viewer_name()
            );
            return Err(Refusal::not_yours(what).line("pass to referee"));
        }
        let mut seals = self.sealed_by_admirals().into_iter();
        if let Some(split) = seals.find(|sealed| entries.contains(&sealed.seal) && !entries.contains(&sealed.first)) {
            let name = self.state().name(&split.side);
            let refusal = Refusal::rules(format!("The seal of {name} can be undone only with its plots."));
            let undo = Hint::line(format!("undo {} because \"measured again\"", self.replot_entry(&split)));
            return Err(refusal.rule(PLOTTING).hint(undo + " undoes both"));
        }
        Ok(from)
    }

    /// Says what a side has seen decided in these entries, if anything.
    fn decided_knowledge(&self, entries: &[usize]) -> Option<&'static str> {
        let journal = self.journal();
        if self.state().end.is_some() {
            Some("hidden information, now that the battle is over")
        } else if self.seat.plays_against_admirals() && self.touch_damage_control(entries) {
            Some("a Damage Control Segment begin")
        } else if entries.iter().any(|number| 0 < journal.dice_in(*number)) {
            Some("what the dice decided")
        } else {
            let of_others = journal
                .commands()
                .iter()
                .any(|applied| entries.contains(&applied.entry) && shows_enemy_actions(applied.events));
            of_others.then_some("how the others moved")
        }
    }

    /// Whether all these entries are orders of the side at the keyboard. Without admirals always true.
    fn are_own_orders(&self, entries: &[usize]) -> bool {
        let Some(side) = self.seat.viewer.side().filter(|_| !self.seat.admirals.is_empty()) else { return true };
        let commands = self.journal().commands();
        let state = self.state();
        let mut ordered =
            commands.iter().filter(|applied| entries.contains(&applied.entry)).map(|applied| applied.command);
        ordered.all(|command| {
            // `is_done_for_own_side` does not cover a measurement that has cancelled its ship's shot.
            is_secret_order_of(state, command, side)
                || is_done_for_own_side(state, command, side)
                || matches!(command, Command::Measure { from, .. } if side_of(state, from).as_ref() == Some(side))
        })
    }

    /// Whether the side at the keyboard would undo orders from another side's turn file.
    fn has_files_of_others(&self, entries: &[usize]) -> bool {
        let Some(own) = self.seat.viewer.side() else { return false };
        let mut sides = entries.iter().filter_map(|number| self.journal().entry(*number)?.turn_file_side());
        sides.any(|side| own.as_str() != side)
    }

    /// Whether one of these entries began a Damage Control Segment or belongs to one. The response would show a side
    /// whether the admiral had anything to repair. [8.6]
    fn touch_damage_control(&self, entries: &[usize]) -> bool {
        let mut current = None;
        self.journal().commands().iter().any(|applied| {
            let earlier = current;
            let segment_begun =
                |fact: &Fact| if let Fact::SegmentBegan { segment, .. } = fact { Some(*segment) } else { None };
            let segments: Vec<Segment> = applied.events.iter().filter_map(|event| segment_begun(&event.fact)).collect();
            current = segments.last().copied().or(current);
            let is_damage_control =
                earlier == Some(Segment::DamageControl) || segments.contains(&Segment::DamageControl);
            is_damage_control && entries.contains(&applied.entry)
        })
    }

    /// Refused to a side, because an amendment may rule later orders of the other side again.
    pub(super) fn may_amend(&self) -> Result<(), Refusal> {
        if self.seat.viewer.side().is_none() {
            return self.referee_only();
        }
        let what = "Only the referee may `amend`, because that may rule the other side's orders again.";
        Err(Refusal::not_yours(what).form("undo, or pass to referee"))
    }

    /// Refused if an entry may not be ruled again because of an amendment before it.
    pub(super) fn check_reevaluation(&self, entry: usize, amended: usize) -> Result<(), Refusal> {
        if !self.is_secret_entry(self.state(), entry) {
            return Ok(());
        }
        let what = format!("An order given after entry {amended} is still secret, and would be ruled again.");
        Err(Refusal::cannot(what).hint(Hint::later("next").without_backticks() + ", then amend"))
    }

    /// Refused if an entry may not be amended into this command. An admiral's seal stays a seal for every viewer. Its
    /// orders are amended only if the battle is open. Otherwise a misread range is measured again. [2.7, 3.3.1]
    pub(super) fn check_amendment(&self, entry: usize, at: &State, command: &Command) -> Result<(), Refusal> {
        let applied = self.journal().commands().into_iter().find(|applied| applied.entry == entry);
        let Some(old_command) = applied.map(|applied| applied.command) else { return Ok(()) };
        if let Command::Seal { side: Some(side), .. } = old_command
            && self.was_ever_admirals(side)
            && !matches!(command, Command::Seal { side: Some(sealing_side), .. } if sealing_side == side)
        {
            let what = format!("Entry {entry} is an admiral's seal, that of {}.", self.state().name(side));
            let sealed = self.sealed_by_admirals().into_iter().find(|plots| plots.seal == entry);
            let first = sealed.map_or(entry, |plots| self.replot_entry(&plots));
            let undo = Hint::line(format!("undo {first} because \"measured again\""));
            return Err(Refusal::rules(what).rule(PLOTTING).hint(undo + " undoes it with its plots"));
        }
        self.may_fix(old_command).and_then(|()| self.may_fix(command))?;
        // A plot is the admiral's from the start, even for a division that had none yet.
        let admiral_side = |order: &Command| match ordered_in_secret(order) {
            Some(_) => self.admiral_side_ordered(at, order),
            None => self.side_of_admirals_order(at, order),
        };
        match [old_command, command].into_iter().find_map(admiral_side) {
            Some(side) => Err(self.admirals_refusal(&side)),
            None => Ok(()),
        }
    }

    /// Whether an admiral plays a side or has played it, according to the header (line 1) or an entry.
    fn was_ever_admirals(&self, side: &SideId) -> bool {
        let first = self.journal().header().players.as_ref();
        let is_in_line_1 = || players_in_header(first).iter().any(|(player_side, _)| player_side == side);
        let is_later = |entry: &EntryOf<Naval>| {
            matches!(entry, Entry::Noticed { what: Notice::Player { side: seated_side, machine: Some(_), .. } }
                if seated_side == side.as_str())
        };
        self.seat.is_an_admirals(side) || is_in_line_1() || self.journal().entries().iter().any(is_later)
    }
}

/// Whether a unit belongs to a division of that side without a plot.
fn is_unplotted(state: &State, unit: &Id, side: &SideId) -> bool {
    let division = state.division_of(unit).map(|division| &division.id);
    seal::unplotted_divisions(state, side).any(|unplotted| Some(&unplotted.id) == division)
}
