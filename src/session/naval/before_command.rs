//! Questions and admirals' orders before a command. `next` stops at each segment so that admirals can act in it.
use super::{
    reports::OrderResult,
    skipped::{SkippedSegment, open_matters_text},
};
use crate::{Answer, ChoiceQuestion, DiceMode, Order, Refusal, RuledCommand, Session, asking::command_cancelled};
use naval::model::{Alternation, BatteryKind};
use naval::{Command, Id, Naval, Reason, Segment, SideId, State, rules::gunnery, view::View};

/// Shown if a person stops at dice after the admirals have answered.
pub(super) const STOPPED_AT_DICE: &str = "Stopped at the dice. Earlier orders stay, and guns left silent do not fire.";

impl Session<'_, Naval> {
    /// Returns the command after asking the person for what the line leaves open, unless that is intended.
    pub(super) fn complete_by_questions(&mut self, command: &Command, is_final: bool) -> Result<Command, Refusal> {
        let state = self.state();
        if let (Command::Fire { units, .. } | Command::FireSome { units, .. }, false) = (command, is_final)
            && state.segment == Segment::Gunfire
            && gunnery::has_fire(state, units)
        {
            self.confirm_silent_guns(&state.clone(), true)?;
        }
        let command = self.ask_edge(command.clone())?;
        let command = self.ask_reason_to_leave(command)?;
        self.ask_mounts(command)
    }

    /// Asks before fire leaves ships silent that have not declared. A person agrees in one word. A script says
    /// `declared`, alone before or with the fire. With strict alternation the rules themselves require it. Admirals
    /// decide this for their own ships. If `may_look`, the person may use queries before answering. [3.3.5, Q45]
    pub(super) fn confirm_silent_guns(&mut self, state: &State, may_look: bool) -> Result<(), Refusal> {
        let silent = if self.frontend.can_ask() { self.silent_guns(state) } else { Vec::new() };
        let silent_sides = silent.iter().map(|(side, _)| side.clone());
        let mut sides = play::distinct(gunnery::sides_still_to_declare(state).into_iter().chain(silent_sides));
        sides.retain(|side| !self.seat.is_an_admirals(side));
        // A person is asked about guns that can be named, and about a side that has declared none.
        let undeclared = gunnery::sides_without_declarations(state);
        if self.frontend.can_ask() {
            sides.retain(|side| undeclared.contains(side) || silent.iter().any(|(silent_side, _)| silent_side == side));
        }
        if state.setup.options.alternation == Alternation::Strict || sides.is_empty() {
            return Ok(());
        }
        if !self.frontend.can_ask() {
            return Err(Refusal::rules(show::refusal::refusal(
                state,
                &Reason::NotDeclared { sides },
                gunnery::DECLARING,
            )));
        }
        let guns = sides.iter().map(|side| match silent.iter().find(|(silent_side, _)| silent_side == side) {
            Some((_, guns)) => guns.clone(),
            None => format!("any guns of {}", state.name(side)),
        });
        let guns: Vec<String> = guns.collect();
        self.frontend.aside(&show::lines::wrapped(&format!("Not declared: {}.", guns.join("; ")), show::lines::WIDTH));
        let sides = sides.iter().map(|side| state.name(side)).collect::<Vec<&str>>().join(" and ");
        let silence = ChoiceQuestion {
            question: format!("{sides} could still fire [{}]. Leave these guns silent? [Y/n] ", gunnery::DECLARING),
            answers: vec![("declared", true), ("yes", true), ("no", false)],
            possible: "Enter or `y` leaves them silent, `n` goes back.",
            may_look,
        };
        if self.ask(&silence)? { Ok(()) } else { Err(command_cancelled()) }
    }

    /// Returns sides that could still declare and have not said that they are done. [3.3.5]
    fn silent_sides(&self, state: &State) -> Vec<SideId> {
        let mut sides = gunnery::sides_still_to_declare(state);
        sides.extend(self.silent_guns(state).into_iter().map(|(side, _)| side));
        sides.retain(|side| !state.this_move.closed_sides.contains(side));
        sides
    }

    /// Returns the guns of each side that have a possible target and no declaration: those of silent ships, and unused
    /// batteries of firing ships. [3.3.5]
    fn silent_guns(&self, state: &State) -> Vec<(SideId, String)> {
        let may_declare = |side: &&naval::model::Side| !state.this_move.closed_sides.contains(&side.id);
        let guns_of = |side: &naval::model::Side| {
            let ships = state.ships_of_side(&side.id).filter(|ship| ship.is_in_action() && !ship.are_weapons_barred());
            let fires = |ship: &Id| state.this_move.declarations.iter().any(|declaration| declaration.firer == *ship);
            // Silent light guns alone are not worth a question to a firing ship.
            let is_worth_asking =
                |ship: &Id, guns: &[BatteryKind]| !fires(ship) || guns.iter().any(|gun| *gun != BatteryKind::Light);
            let idle = ships.map(|ship| (ship.id.clone(), gunnery::batteries_with_targets(state, ship)));
            let idle: Vec<(Id, Vec<BatteryKind>)> = idle.filter(|(ship, guns)| is_worth_asking(ship, guns)).collect();
            Some((side.id.clone(), show::labels::idle_guns_text(state, &idle)?))
        };
        state.setup.sides.iter().filter(may_declare).filter_map(guns_of).collect()
    }

    /// Carries out a line with one command. A `next` that would skip open matters lists them first.
    pub(super) fn carry_out_line(&mut self, order: Order<Command>, text: &str) -> Result<Answer, Refusal> {
        self.check_held_files(&order)?;
        if self.seat.admirals.is_empty()
            && let Some(named) = self.announce_skips(&order, text)
        {
            return named;
        }
        let results = self.carry_out_with_admirals(order, text, false)?;
        Ok(self.report_all(&results, false))
    }

    /// Carries out a command after the admirals' orders that precede it. `has_agreed`: a person agreed to silent guns.
    /// If the command is refused, nothing has changed, and the admirals' orders are dropped too. If a person stops at
    /// dice, earlier orders stay.
    pub(super) fn carry_out_with_admirals(
        &mut self,
        order: Order<Command>,
        text: &str,
        has_agreed: bool,
    ) -> Result<Vec<OrderResult>, Refusal> {
        self.check_held_files(&order)?;
        if self.seat.admirals.is_empty() {
            return Ok(vec![OrderResult::ByViewer(self.carry_out(order)?)]);
        }
        self.transact(|session| {
            let entries = session.journal().entries().len();
            let done = match &order.command {
                Command::Next { .. } => session.next_with_admirals(order, text),
                Command::Fire { .. } | Command::FireSome { .. } => session.fire_with_admirals(order, text, has_agreed),
                Command::QuickStart { .. } if session.seat.plays_against_admirals() => {
                    session.may_order(&order.command)?;
                    session.may_type(order.dice.as_deref())?;
                    session.with_all_dice_used(order.dice, |session| {
                        Ok(vec![OrderResult::ByViewer(session.rule_as_referee(order.command)?)])
                    })
                }
                _ => Ok(vec![OrderResult::ByViewer(session.carry_out(order)?)]),
            };
            match done {
                // The questions for dice have shown the admirals' orders, so these stay.
                Err(refusal) if refusal.is_stopped() && entries < session.journal().entries().len() => {
                    Ok(Err(Refusal::stopped(STOPPED_AT_DICE)))
                }
                done => done.map(Ok),
            }
        })?
    }

    /// `next`: closes the segment for each side that may, after the admirals' orders. `next to` repeats this.
    fn next_with_admirals(&mut self, order: Order<Command>, text: &str) -> Result<Vec<OrderResult>, Refusal> {
        self.may_order(&order.command)?;
        self.may_type(order.dice.as_deref())?;
        let Command::Next { to, waive: None } = order.command else {
            if self.dice_mode == DiceMode::Ask {
                self.dry_run(|session| session.waive_with_admirals(Order { dice: None, ..order.clone() }))?;
            }
            return self.waive_with_admirals(order);
        };
        let open = self.open_matters(to, text);
        if open.is_some() || self.dice_mode == DiceMode::Ask {
            self.dry_run(|session| {
                session.finish_admirals()?;
                session.close_segment()
            })?;
        }
        if let Some(refusal) = self.script_silence_refusal() {
            return Err(refusal);
        }
        if let Some(open) = open {
            return Ok(vec![OrderResult::words(open)]);
        }
        self.with_all_dice_used(order.dice, |session| session.close_segments(to, text))
    }

    /// Carries out a line with dice, all of which must be used. The refusal does not say how many are left, because
    /// some may have been rolled for hidden damage to enemy ships. [3.3.8]
    fn with_all_dice_used(
        &mut self,
        faces: Option<Vec<u8>>,
        action: impl FnOnce(&mut Self) -> Result<Vec<OrderResult>, Refusal>,
    ) -> Result<Vec<OrderResult>, Refusal> {
        let checked_action = |session: &mut Self| {
            let done = action(session)?;
            let hint = "omit dice that are not due: the program asks for those that are";
            let surplus = || Refusal::left_over("There are more dice than needed.").hint(hint);
            if session.seat.unused_dice.is_empty() { Ok(done) } else { Err(surplus()) }
        };
        self.with_seat(|seat| &mut seat.unused_dice, faces.unwrap_or_default(), checked_action)
    }

    /// Closes segment after segment, up to the one in the line.
    fn close_segments(&mut self, to: Option<Segment>, text: &str) -> Result<Vec<OrderResult>, Refusal> {
        let mut results: Vec<OrderResult> = Vec::new();
        loop {
            self.declare_silence()?;
            let mut step = match self.finish_admirals() {
                Ok(results) => results,
                // Stopped at an admiral's dice: segments already closed stay closed.
                Err(refusal) if refusal.is_stopped() && !results.is_empty() => {
                    results.push(OrderResult::words(STOPPED_AT_DICE));
                    return Ok(results);
                }
                Err(refusal) => return Err(refusal),
            };
            let mut has_closed = true;
            match self.close_segment() {
                Ok(closed) => step.push(OrderResult::ByViewer(closed)),
                // Nothing is closed yet, or dice of the line are wrong.
                Err(refusal) if results.is_empty() || !self.seat.unused_dice.is_empty() => return Err(refusal),
                // Segments already closed stay closed.
                Err(refusal) => {
                    has_closed = false;
                    step.push(OrderResult::words(format!("Stopped: {}", refusal.error.as_answer(None))));
                }
            }
            results.push(OrderResult::Text(self.report_all(&step, false)));
            let stop_reason = self.reason_to_stop(to, text);
            if !has_closed || stop_reason.is_some() {
                results.extend(stop_reason.filter(|reason| has_closed && !reason.is_empty()).map(OrderResult::words));
                return Ok(results);
            }
        }
    }

    /// Returns why `next to` stops in the segment that has begun: empty at its goal or the battle's end, `None` if not.
    fn reason_to_stop(&mut self, to: Option<Segment>, text: &str) -> Option<String> {
        let state = self.state();
        if to.is_none_or(|to| to == state.segment) || state.end.is_some() {
            return Some(String::new());
        }
        if state.segment == Segment::Plotting && !self.persons().is_empty() {
            return Some(format!("Stopped in the Plotting Segment. Type `{}` again to continue.", text.trim()));
        }
        if let Some(refusal) = self.script_silence_refusal() {
            return Some(format!("Stopped: {}", refusal.error.as_answer(None)));
        }
        self.open_matters(to, text)
    }

    /// Refuses a script that would let the admirals fire while its own side has not declared, as `fire` does. The
    /// script must say `declared`. [3.3.5]
    fn script_silence_refusal(&self) -> Option<Refusal> {
        let state = self.state();
        if self.frontend.can_ask() || state.segment != Segment::Gunfire {
            return None;
        }
        let mut sides = gunnery::sides_without_declarations(state);
        sides.retain(|side| !self.seat.is_an_admirals(side));
        let is_admirals = |declaration: &naval::model::Declaration| {
            state.ship(&declaration.firer).is_some_and(|ship| self.seat.is_an_admirals(&ship.side))
        };
        let fires = gunnery::sides_still_to_declare(state).iter().any(|side| self.seat.is_an_admirals(side))
            || state.this_move.declarations.iter().any(is_admirals);
        let error = || {
            show::refusal::refusal(
                &self.known_state(),
                &Reason::NotDeclared { sides: sides.clone() },
                gunnery::DECLARING,
            )
        };
        (!sides.is_empty() && fires).then(|| Refusal::rules(error()))
    }

    /// Lists, once, what a person has left open in this segment.
    fn open_matters(&mut self, to: Option<Segment>, text: &str) -> Option<String> {
        if !self.frontend.can_ask() {
            return None;
        }
        let state = self.state();
        let (turn, segment) = (state.turn, state.segment);
        let mut open: Vec<String> = self
            .persons()
            .iter()
            .flat_map(|side| show::status::forgotten_actions(&View::for_side(state, side)))
            .collect();
        open.extend(self.unmeasured_admiral_ships());
        if open.is_empty() {
            return None;
        }
        let open = [SkippedSegment { turn, segment, open_matters: open }];
        self.seat.announced.announce(to, &open).then(|| open_matters_text(&open, segment, text))
    }

    /// `fire`: silent guns are confirmed before the admirals announce their targets.
    fn fire_with_admirals(
        &mut self,
        order: Order<Command>,
        text: &str,
        has_agreed: bool,
    ) -> Result<Vec<OrderResult>, Refusal> {
        if self.cannot_fire(&order.command) {
            return Ok(vec![OrderResult::ByViewer(self.carry_out(order)?)]);
        }
        let mut unmeasured = None;
        if !order.is_final {
            unmeasured = self.unmeasured_admiral_ships();
            if let Some(sentence) = unmeasured.take_if(|_| self.frontend.can_ask()) {
                let (turn, segment) = (self.state().turn, self.state().segment);
                if self
                    .seat
                    .announced
                    .announce(None, &[SkippedSegment { turn, segment, open_matters: vec![sentence.clone()] }])
                {
                    return Ok(vec![OrderResult::words(format!(
                        "{sentence}\n`{}` again fires without them.",
                        text.trim()
                    ))]);
                }
            }
            if !has_agreed {
                let known = self.known_state().into_owned();
                self.confirm_silent_guns(&known, true)?;
            }
        }
        self.declare_silence()?;
        let mut results: Vec<OrderResult> =
            unmeasured.map(OrderResult::words).into_iter().chain(self.run_admirals(true)?).collect();
        let ruled = self.carry_out(Order { is_final: true, ..order });
        if ruled.as_ref().is_err_and(Refusal::is_stopped) && !results.is_empty() {
            self.frontend.aside(&self.report_all(&results, false).text);
        }
        results.push(OrderResult::ByViewer(ruled?));
        Ok(results)
    }

    /// Whether an order to fire is refused in any case: it is not time, or these ships have not declared.
    pub(super) fn cannot_fire(&self, command: &Command) -> bool {
        let (Command::Fire { units, .. } | Command::FireSome { units, .. }) = command else { return false };
        let state = self.state();
        let ships = || units.iter().flat_map(|unit| state.ships_of(unit));
        let are_persons = !units.is_empty() && ships().all(|ship| !self.seat.is_an_admirals(&ship.side));
        state.segment != Segment::Gunfire
            || (are_persons && !gunnery::has_fire(state, units))
            || self.may_order(command).is_err()
    }

    /// Declares that the persons' sides are done. This stays if a person then stops at dice, because admirals have
    /// responded to it. [3.3.5]
    fn declare_silence(&mut self) -> Result<(), Refusal> {
        let state = self.state();
        if state.segment != Segment::Gunfire {
            return Ok(());
        }
        let silent = self.silent_sides(state);
        for side in self.persons().into_iter().filter(|side| silent.contains(side)) {
            self.carry_out_as_referee(Command::Declared { side: Some(side) })?;
        }
        Ok(())
    }

    /// `next waive`: waives the person's own duties only, after the admirals have done theirs.
    fn waive_with_admirals(&mut self, order: Order<Command>) -> Result<Vec<OrderResult>, Refusal> {
        let mut results = self.finish_admirals()?;
        let state = self.state();
        let has_duties = |side: &&SideId| !View::for_side(state, side).duties().is_empty();
        let admirals = self.seat.admirals.iter().map(|admiral| &admiral.side);
        if let Some(side) = admirals.filter(|_| !self.seat.is_open).find(has_duties) {
            return Err(self.admirals_refusal(side));
        }
        results.push(OrderResult::ByViewer(self.carry_out(order)?));
        Ok(results)
    }

    /// Runs an action with dice rolled by the program, and discards its entries. Refused as the action is. What is due
    /// after the admirals' actions shows only once they are done, so a person learns of a refusal before open matters
    /// are listed and dice are asked for. Without a person, nothing is run: the line itself is refused.
    fn dry_run<T>(&mut self, action: impl FnOnce(&mut Self) -> Result<T, Refusal>) -> Result<(), Refusal> {
        if !self.frontend.can_ask() {
            return Ok(());
        }
        let before = (self.dice_mode, self.seat.clone());
        self.dice_mode = DiceMode::Roll;
        let done = self.discard_after(action);
        (self.dice_mode, self.seat) = before;
        done.map(drop)
    }

    /// Carries out all that admirals have left in this segment. Their declared fire is carried out too, unless the
    /// person has fire that keeps the segment open.
    fn finish_admirals(&mut self) -> Result<Vec<OrderResult>, Refusal> {
        let mut results = self.run_admirals(true)?;
        if self.state().segment == Segment::Gunfire && self.yet_to_fire(false).is_empty() {
            results.extend(self.fire_for_admirals()?);
        }
        Ok(results)
    }

    /// Carries out admirals' orders before the next order of a line, or with `all` all that are left in this segment.
    pub(super) fn run_admirals(&mut self, all: bool) -> Result<Vec<OrderResult>, Refusal> {
        let mut results = Vec::new();
        while let Some(more) = self.next_admiral_decision(all)? {
            results.extend(more);
        }
        Ok(results)
    }

    /// Closes the segment. If a side has duties left, the refusal names only these: an admiral's next order is unknown.
    fn close_segment(&mut self) -> Result<RuledCommand<Naval>, Refusal> {
        let state = self.state();
        let duties = self.seat.viewer.side().map(|side| View::for_side(state, side).duties()).unwrap_or_default();
        let duties_refusal = duties.first().map(|duty| duty.rule).map(|rule| {
            Refusal::rules(show::refusal::refusal(state, &Reason::DutiesDue { duties: duties.clone() }, rule))
        });
        let closed = self.rule_as_referee(Command::Next { to: None, waive: None });
        closed.map_err(|not_ruled| duties_refusal.unwrap_or_else(|| not_ruled.into()))
    }
}
