//! Questions and admirals' orders before a command. `next` stops at each segment so that admirals can act in it.
use super::{
    passed::{Passed, still_open},
    told::Came,
};
use crate::{Choice, Mode, Order, Refusal, Ruling, Session, Told, asking::taken_back};
use naval::model::{Alternation, BatteryKind};
use naval::{Command, Id, Naval, Reason, Segment, SideId, State, rules::gunnery, view::View};

/// Shown if a person stops at dice after the admirals have answered.
pub(super) const STOPPED: &str = "Stopped at the dice: what has been ordered stands, and so does what was left silent.";

impl Session<'_, Naval> {
    /// Returns the command after asking the person for what the line leaves open, unless that is intended.
    pub(super) fn before_it_is_ruled(&mut self, command: &Command, is_final: bool) -> Result<Command, Refusal> {
        let state = self.state();
        if let (Command::Fire { units, .. } | Command::FireSome { units, .. }, false) = (command, is_final)
            && state.segment == Segment::Gunfire
            && gunnery::has_fire(state, units)
        {
            self.may_leave_silent(&state.clone(), true)?;
        }
        let command = self.with_edge(command.clone())?;
        let command = self.with_leave(command)?;
        self.with_mounts(command)
    }

    /// Asks before fire leaves ships silent that have not declared. A person agrees in one word. A script says
    /// `declared`, alone before or with the fire. With strict alternation the rules themselves require it. Admirals
    /// decide this for their own ships. If `may_look`, the person may use queries before answering. [3.3.5, Q45]
    pub(super) fn may_leave_silent(&mut self, state: &State, may_look: bool) -> Result<(), Refusal> {
        let silent = if self.door.asks() { self.left_silent(state) } else { Vec::new() };
        let of_silent = silent.iter().map(|(side, _)| side.clone());
        let mut sides = play::each_once(gunnery::undeclared(state).into_iter().chain(of_silent));
        sides.retain(|side| !self.seat.is_an_admirals(side));
        // A person is asked about guns that can be named, and about a side that has declared none.
        let none = gunnery::silent(state);
        if self.door.asks() {
            sides.retain(|side| none.contains(side) || silent.iter().any(|(of, _)| of == side));
        }
        if state.setup.options.alternation == Alternation::Strict || sides.is_empty() {
            return Ok(());
        }
        if !self.door.asks() {
            return Err(Refusal::rules(show::refusal::refusal(
                state,
                &Reason::NotDeclared { sides },
                gunnery::DECLARING,
            )));
        }
        let guns = sides.iter().map(|side| match silent.iter().find(|(of, _)| of == side) {
            Some((_, guns)) => guns.clone(),
            None => format!("any guns of {}", state.name(side)),
        });
        let guns: Vec<String> = guns.collect();
        self.door.aside(&show::lines::wrapped(&format!("Not declared: {}.", guns.join("; ")), show::lines::WIDTH));
        let sides = sides.iter().map(|side| state.name(side)).collect::<Vec<&str>>().join(" and ");
        let silence = Choice {
            question: format!("{sides} could still fire [{}]: leave these guns silent? [Y/n] ", gunnery::DECLARING),
            answers: vec![("declared", true), ("yes", true), ("no", false)],
            possible: "Enter or `y` leaves them silent, `n` goes back.",
            may_look,
        };
        if self.ask(&silence)? { Ok(()) } else { Err(taken_back()) }
    }

    /// Returns sides that could still declare and have not said that they are done. [3.3.5]
    fn silent_sides(&self, state: &State) -> Vec<SideId> {
        let mut sides = gunnery::undeclared(state);
        sides.extend(self.left_silent(state).into_iter().map(|(side, _)| side));
        sides.retain(|side| !state.this_move.closed.contains(side));
        sides
    }

    /// Returns the guns of each side that have a possible target and no declaration: those of silent ships, and unused
    /// batteries of firing ships. [3.3.5]
    fn left_silent(&self, state: &State) -> Vec<(SideId, String)> {
        let open = |side: &&naval::model::Side| !state.this_move.closed.contains(&side.id);
        let of = |side: &naval::model::Side| {
            let ships = state.ships_of_side(&side.id).filter(|ship| ship.in_action() && !ship.weapons_barred());
            let fires = |ship: &Id| state.this_move.declarations.iter().any(|one| one.firer == *ship);
            // Silent light guns alone are not worth a question to a firing ship.
            let asks =
                |ship: &Id, guns: &[BatteryKind]| !fires(ship) || guns.iter().any(|one| *one != BatteryKind::Light);
            let idle = ships.map(|ship| (ship.id.clone(), gunnery::idle(state, ship)));
            let idle: Vec<(Id, Vec<BatteryKind>)> = idle.filter(|(ship, guns)| asks(ship, guns)).collect();
            Some((side.id.clone(), show::labels::idle(state, &idle)?))
        };
        state.setup.sides.iter().filter(open).filter_map(of).collect()
    }

    /// Carries out a line with one command. A `next` that would skip open matters lists them first.
    pub(super) fn one_command(&mut self, order: Order<Command>, text: &str) -> Result<Told, Refusal> {
        if self.seat.admirals.is_empty()
            && let Some(named) = self.names_what_is_open(&order, text)
        {
            return named;
        }
        let came = self.among_admirals(order, text, false)?;
        Ok(self.tells_together(&came, false))
    }

    /// Carries out a command after the admirals' orders that precede it. A person may have `agreed` to silent guns. If
    /// it is refused, nothing has changed, not even the admirals' orders. If a person stops at dice, earlier orders
    /// hold.
    pub(super) fn among_admirals(
        &mut self,
        order: Order<Command>,
        text: &str,
        agreed: bool,
    ) -> Result<Vec<Came>, Refusal> {
        if self.seat.admirals.is_empty() {
            return Ok(vec![Came::Ordered(self.give(order)?)]);
        }
        self.all_or_nothing(|session| {
            let entries = session.journal().entries().len();
            let done = match &order.command {
                Command::Next { .. } => session.next_among_admirals(order, text),
                Command::Fire { .. } | Command::FireSome { .. } => session.fire_among_admirals(order, text, agreed),
                Command::QuickStart { .. } if session.seat.plays_against_admirals() => {
                    session.may_order(&order.command)?;
                    session.may_type(order.dice.as_deref())?;
                    session
                        .by_faces(order.dice, |session| Ok(vec![Came::Ordered(session.for_everybody(order.command)?)]))
                }
                _ => Ok(vec![Came::Ordered(session.give(order)?)]),
            };
            match done {
                // The questions for dice have shown the admirals' orders.
                Err(problem) if problem.is_stopped() && entries < session.journal().entries().len() => {
                    Ok(Err(Refusal::stopped(STOPPED)))
                }
                done => done.map(Ok),
            }
        })?
    }

    /// `next`: closes the segment for each side that may, after the admirals' orders. `next to` repeats this.
    fn next_among_admirals(&mut self, order: Order<Command>, text: &str) -> Result<Vec<Came>, Refusal> {
        self.may_order(&order.command)?;
        self.may_type(order.dice.as_deref())?;
        let Command::Next { to, waive: None } = order.command else {
            if self.mode == Mode::Ask {
                self.rehearsed(|session| session.waived_among_admirals(Order { dice: None, ..order.clone() }))?;
            }
            return self.waived_among_admirals(order);
        };
        let open = self.is_left_open(to, text);
        if open.is_some() || self.mode == Mode::Ask {
            self.rehearsed(|session| {
                session.admirals_end()?;
                session.closes_for_her()
            })?;
        }
        if let Some(problem) = self.silent_in_a_script() {
            return Err(problem);
        }
        if let Some(open) = open {
            return Ok(vec![Came::words(open)]);
        }
        self.by_faces(order.dice, |session| session.passes_on(to, text))
    }

    /// Carries out a line with dice, all of which must be used. The refusal does not say how many are left, because
    /// some may have been rolled for hidden damage to enemy ships. [3.3.8]
    fn by_faces(
        &mut self,
        faces: Option<Vec<u8>>,
        does: impl FnOnce(&mut Self) -> Result<Vec<Came>, Refusal>,
    ) -> Result<Vec<Came>, Refusal> {
        let does = |session: &mut Self| {
            let done = does(session)?;
            let hint = "leave out those that are not owed: whatever is owed is asked for";
            let surplus = || Refusal::left_over("more faces than anybody asks for").hint(hint);
            if session.seat.faces.is_empty() { Ok(done) } else { Err(surplus()) }
        };
        self.with_seat(|seat| &mut seat.faces, faces.unwrap_or_default(), does)
    }

    /// Closes segment after segment, up to the one in the line.
    fn passes_on(&mut self, to: Option<Segment>, text: &str) -> Result<Vec<Came>, Refusal> {
        let mut told: Vec<Came> = Vec::new();
        loop {
            self.her_silence_stands()?;
            let mut step = match self.admirals_end() {
                Ok(said) => said,
                // Stopped at an admiral's dice: segments already closed hold.
                Err(problem) if problem.is_stopped() && !told.is_empty() => {
                    told.push(Came::words(STOPPED));
                    return Ok(told);
                }
                Err(problem) => return Err(problem),
            };
            let mut has_moved = true;
            match self.closes_for_her() {
                Ok(closed) => step.push(Came::Ordered(closed)),
                // Dice of the line are wrong.
                Err(problem) if told.is_empty() || !self.seat.faces.is_empty() => return Err(problem),
                // Segments already closed hold.
                Err(problem) => {
                    has_moved = false;
                    step.push(Came::words(format!("Stopped: {}", problem.fault.told(None))));
                }
            }
            told.push(Came::Told(self.tells_together(&step, false)));
            let stops = self.stops_at(to, text);
            if !has_moved || stops.is_some() {
                told.extend(stops.filter(|says| has_moved && !says.is_empty()).map(Came::words));
                return Ok(told);
            }
        }
    }

    /// Returns why `next to` ends in the segment that has begun: empty text at its goal, `None` if it continues.
    fn stops_at(&mut self, to: Option<Segment>, text: &str) -> Option<String> {
        let state = self.state();
        if to.is_none_or(|to| to == state.segment) || state.over.is_some() {
            return Some(String::new());
        }
        if state.segment == Segment::Plotting && !self.persons().is_empty() {
            return Some(format!("Stopped in the Plotting Segment; {} again goes on.", text.trim()));
        }
        if let Some(problem) = self.silent_in_a_script() {
            return Some(format!("Stopped: {}", problem.fault.told(None)));
        }
        self.is_left_open(to, text)
    }

    /// Refuses a script that would let the admirals fire without a word about its own guns, as `fire` does. It must say
    /// `declared`. [3.3.5]
    fn silent_in_a_script(&self) -> Option<Refusal> {
        let state = self.state();
        if self.door.asks() || state.segment != Segment::Gunfire {
            return None;
        }
        let mut sides = gunnery::silent(state);
        sides.retain(|side| !self.seat.is_an_admirals(side));
        let declares = |one: &naval::model::Declaration| {
            state.ship(&one.firer).is_some_and(|ship| self.seat.is_an_admirals(&ship.side))
        };
        let fires = gunnery::undeclared(state).iter().any(|side| self.seat.is_an_admirals(side))
            || state.this_move.declarations.iter().any(declares);
        let problem =
            || show::refusal::refusal(&self.known(), &Reason::NotDeclared { sides: sides.clone() }, gunnery::DECLARING);
        (!sides.is_empty() && fires).then(|| Refusal::rules(problem()))
    }

    /// Lists, once, what a person has left open in this segment.
    fn is_left_open(&mut self, to: Option<Segment>, text: &str) -> Option<String> {
        if !self.door.asks() {
            return None;
        }
        let state = self.state();
        let (turn, segment) = (state.turn, state.segment);
        let mut open: Vec<String> =
            self.persons().iter().flat_map(|side| show::status::left_open(&View::of(state, side))).collect();
        open.extend(self.unread_of_admirals());
        if open.is_empty() {
            return None;
        }
        let open = [Passed { turn, segment, says: open }];
        self.seat.named.news(to, &open).then(|| still_open(&open, segment, text))
    }

    /// `fire`: silent guns are confirmed before the admirals announce their targets.
    fn fire_among_admirals(&mut self, order: Order<Command>, text: &str, agreed: bool) -> Result<Vec<Came>, Refusal> {
        if self.has_nothing_to_fire(&order.command) {
            return Ok(vec![Came::Ordered(self.give(order)?)]);
        }
        let mut unread = None;
        if !order.is_final {
            unread = self.unread_of_admirals();
            if let Some(named) = unread.take_if(|_| self.door.asks()) {
                let (turn, segment) = (self.state().turn, self.state().segment);
                if self.seat.named.news(None, &[Passed { turn, segment, says: vec![named.clone()] }]) {
                    return Ok(vec![Came::words(format!("{named}\n{} again fires without them.", text.trim()))]);
                }
            }
            if !agreed {
                let known = self.known().into_owned();
                self.may_leave_silent(&known, true)?;
            }
        }
        self.her_silence_stands()?;
        let mut came: Vec<Came> = unread.map(Came::words).into_iter().chain(self.admirals_answer(true)?).collect();
        let ruled = self.give(Order { is_final: true, ..order });
        if ruled.as_ref().is_err_and(Refusal::is_stopped) && !came.is_empty() {
            self.door.aside(&self.tells_together(&came, false).text);
        }
        came.push(Came::Ordered(ruled?));
        Ok(came)
    }

    /// Whether an order to fire is refused in any case: it is not time, or these ships have not declared.
    pub(super) fn has_nothing_to_fire(&self, command: &Command) -> bool {
        let (Command::Fire { units, .. } | Command::FireSome { units, .. }) = command else { return false };
        let state = self.state();
        let ships = || units.iter().flat_map(|unit| state.ships_of(unit));
        let are_hers = !units.is_empty() && ships().all(|ship| !self.seat.is_an_admirals(&ship.side));
        state.segment != Segment::Gunfire
            || (are_hers && !gunnery::has_fire(state, units))
            || self.may_order(command).is_err()
    }

    /// Declares the persons' silence, which holds whatever happens to the fire: admirals respond to it. [3.3.5]
    fn her_silence_stands(&mut self) -> Result<(), Refusal> {
        let state = self.state();
        if state.segment != Segment::Gunfire {
            return Ok(());
        }
        let silent = self.silent_sides(state);
        for side in self.persons().into_iter().filter(|side| silent.contains(side)) {
            self.as_referee(Command::Declared { side: Some(side) })?;
        }
        Ok(())
    }

    /// `next waive`: waives the person's own duties only, after the admirals have done theirs.
    fn waived_among_admirals(&mut self, order: Order<Command>) -> Result<Vec<Came>, Refusal> {
        let mut came = self.admirals_end()?;
        let state = self.state();
        let owes = |side: &&SideId| !View::of(state, side).duties().is_empty();
        let admirals = self.seat.admirals.iter().map(|one| &one.side);
        if let Some(side) = admirals.filter(|_| !self.seat.is_open).find(owes) {
            return Err(self.is_the_admirals(side));
        }
        came.push(Came::Ordered(self.give(order)?));
        Ok(came)
    }

    /// Returns the refusal that a dry run with dice rolled by the program ends in. Nothing of it holds. Only the
    /// admirals' actions show what is due after them. A person learns of a refusal before open matters are listed and
    /// dice are asked for. Without either, the line itself is refused.
    fn rehearsed<T>(&mut self, does: impl FnOnce(&mut Self) -> Result<T, Refusal>) -> Result<(), Refusal> {
        if !self.door.asks() {
            return Ok(());
        }
        let before = (self.mode, self.seat.clone());
        self.mode = Mode::Roll;
        let done = self.rehearsal(does);
        (self.mode, self.seat) = before;
        done.map(drop)
    }

    /// Carries out all that admirals have left in this segment. Their declared fire is carried out too, unless the
    /// person has fire that keeps the segment open.
    fn admirals_end(&mut self) -> Result<Vec<Came>, Refusal> {
        let mut came = self.admirals_answer(true)?;
        if self.state().segment == Segment::Gunfire && self.yet_to_fire(false).is_empty() {
            came.extend(self.admirals_fire()?);
        }
        Ok(came)
    }

    /// Carries out admirals' orders before the next order of a line, or with `all` all that are left in this segment.
    pub(super) fn admirals_answer(&mut self, all: bool) -> Result<Vec<Came>, Refusal> {
        let mut came = Vec::new();
        while let Some(more) = self.admirals_do(all)? {
            came.extend(more);
        }
        Ok(came)
    }

    /// Closes the segment. If a side has duties left, the refusal names only its own: an admiral's next order is not
    /// known.
    fn closes_for_her(&mut self) -> Result<Ruling<Naval>, Refusal> {
        let state = self.state();
        let duties = self.seat.reader.side().map(|side| View::of(state, side).duties()).unwrap_or_default();
        let owed = duties.first().map(|duty| duty.rule).map(|rule| {
            Refusal::rules(show::refusal::refusal(state, &Reason::StillOwed { duties: duties.clone() }, rule))
        });
        let closed = self.for_everybody(Command::Next { to: None, waive: None });
        closed.map_err(|unruled| owed.unwrap_or_else(|| unruled.into()))
    }
}
