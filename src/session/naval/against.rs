//! What is typed where the program plays a side: a line is tried in a copy before an admiral answers it, and `next` goes
//! segment by segment, so that he has his work in each.
use std::{cell::Cell, time::Duration};

use super::{
    Seat,
    passed::{Passed, still_open},
};
use crate::{Answer, Door, Mode, Order, Playable, Problem, Session, Typed};
use naval::{Command, Naval, Reason, Segment, SideId, gunnery, view::View};
use show::map::Lettering;

/// What is told where somebody stops at dice after the admirals have answered.
pub(super) const STOPPED: &str = "Stopped at the dice: what has been ordered stands, and so does what was left silent.";

/// The door of a copy: whatever is asked there is left open.
struct Rehearsal<'d> {
    door: &'d dyn Door,
    is_open: Cell<bool>,
}

impl Door for Rehearsal<'_> {
    fn asks(&self) -> bool {
        self.door.asks()
    }
    fn ask(&self, _: &str) -> Result<Typed, Problem> {
        self.is_open.set(true);
        Ok(Typed::End)
    }
    fn ask_unseen(&self, question: &str) -> Result<Typed, Problem> {
        self.ask(question)
    }
    fn aside(&self, _: &str) {}
    fn salt(&self) -> Result<String, Problem> {
        self.door.salt()
    }
    fn threads(&self) -> usize {
        self.door.threads()
    }
    fn stop(&self, within: Option<Duration>) -> Box<dyn Fn() -> bool + Sync + '_> {
        self.door.stop(within)
    }
    fn lettering(&self) -> Lettering {
        self.door.lettering()
    }
}

impl Session<'_, Naval> {
    /// Carries out a line that is one command, as it was typed. A `next` that would pass what is still open names it first.
    pub(super) fn one_command(&mut self, order: Order<Command>, text: &str) -> Result<Answer, Problem> {
        if self.seat.admirals.is_empty()
            && let Some(named) = self.names_what_is_open(&order, text)
        {
            return named;
        }
        self.among_admirals(order, text)
    }

    /// Carries out a command, with what admirals have to do before it. Nothing has changed where it is refused: neither have
    /// they done anything.
    pub(super) fn among_admirals(&mut self, order: Order<Command>, text: &str) -> Result<Answer, Problem> {
        match &order.command {
            _ if self.seat.admirals.is_empty() => self.order(order),
            Command::Next { .. } => self.next_among_admirals(order, text),
            Command::Fire { .. } | Command::FireSome { .. } => self.fire_among_admirals(order, text),
            Command::QuickStart { .. } if self.seat.plays_against_admirals() => {
                self.may_order(&order.command)?;
                let faces = self.faces_in(&order)?;
                if !faces.is_empty() {
                    self.with_faces(&faces, |copy| copy.for_the_table(order.command.clone()))?;
                }
                self.by_faces(faces, |session| session.for_the_table(order.command))
            }
            _ => self.order(order),
        }
    }

    /// `next`: closed for whoever may close it, with what the admirals have left before it; `next to` by so many of them.
    fn next_among_admirals(&mut self, order: Order<Command>, text: &str) -> Result<Answer, Problem> {
        self.may_order(&order.command)?;
        let faces = self.faces_in(&order)?;
        let Command::Next { to, waive: None } = order.command else { return self.waived_among_admirals(order) };
        self.with_faces(&faces, |copy| {
            copy.admirals_end()?;
            let owed = copy.owed_by_her();
            let closed = copy.closes().map_err(|problem| owed.unwrap_or(problem))?;
            let goes_on = !copy.seat.faces.is_empty() && copy.stops_at(to, text).is_none();
            if goes_on { copy.passes_on(to, text) } else { Ok(closed) }
        })?;
        if let Some(problem) = self.silent_in_a_script() {
            return Err(problem);
        }
        if let Some(open) = self.is_left_open(to, text) {
            return Ok(Answer::text(open));
        }
        self.by_faces(faces, |session| session.passes_on(to, text))
    }

    /// Carries out a line that brings faces; which of them nobody asked for after all is told, for what stands, stands.
    fn by_faces(
        &mut self,
        faces: Vec<u8>,
        does: impl FnOnce(&mut Self) -> Result<Answer, Problem>,
    ) -> Result<Answer, Problem> {
        self.with_seat(
            |seat| &mut seat.faces,
            faces,
            |session| {
                let done = does(session)?;
                let Err(left) = session.has_no_faces_left() else { return Ok(done) };
                Ok(done.and(Answer::text(format!("Of the line these are {}.", left.fault.what))))
            },
        )
    }

    /// Segment by segment, as far as the line goes.
    fn passes_on(&mut self, to: Option<Segment>, text: &str) -> Result<Answer, Problem> {
        let mut told: Option<Answer> = None;
        loop {
            self.her_silence_stands()?;
            let said = match (self.admirals_end(), told.take()) {
                (Ok(said), so_far) => {
                    told = so_far;
                    said
                }
                // Stopped at his dice: what was passed before stands.
                (Err(problem), Some(so_far)) if problem.is_taken_back => {
                    return Ok(so_far.and(Answer::text(STOPPED.to_owned())));
                }
                (Err(problem), _) => return Err(problem),
            };
            let step = match (self.closes(), &told) {
                (Ok(answer), _) => answer,
                (Err(problem), None) => return Err(problem),
                // In a copy, before anything is passed.
                (Err(problem), Some(_)) if !self.seat.faces.is_empty() => return Err(problem),
                // What was passed before stands.
                (Err(problem), Some(_)) => Answer::text(format!("Stopped: {}", problem.fault.told(None))),
            };
            let (has_moved, words) = (step.moved, said.into_iter().chain([step.text.clone()]));
            let words: Vec<String> = words.filter(|words| !words.is_empty()).collect();
            let step = Answer { text: words.join("\n"), ..step };
            let so_far = told.map_or(step.clone(), |told| told.and(step));
            let stops = self.stops_at(to, text);
            if !has_moved || stops.is_some() {
                let stops = stops.filter(|says| has_moved && !says.is_empty());
                return Ok(stops.map_or(so_far.clone(), |says| so_far.and(Answer::text(says))));
            }
            told = Some(so_far);
        }
    }

    /// What the side that reads has left to do before the segment may close, as a refusal: what an admiral would order first
    /// is not named, for he has not.
    fn owed_by_her(&self) -> Option<Problem> {
        let state = self.state();
        let duties = View::of(state, self.seat.reader.side()?).duties();
        let rule = duties.first()?.rule;
        Some(show::refusal(state, &Reason::StillOwed { duties }, rule).into())
    }

    /// Whether `next to` ends in the segment that has begun, and what is said of it where it was meant to go farther.
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

    /// A script that would have the admirals fire and says nothing of its own guns is refused, as `fire` is: it says
    /// `declared`. [3.3.5]
    fn silent_in_a_script(&self) -> Option<Problem> {
        let state = self.state();
        if self.door.asks() || state.segment != Segment::Gunfire {
            return None;
        }
        let mut sides = gunnery::silent(state);
        sides.retain(|side| !self.seat.is_an_admirals(side));
        let declares =
            |one: &naval::Declaration| state.ship(&one.firer).is_some_and(|ship| self.seat.is_an_admirals(&ship.side));
        let fires = gunnery::undeclared(state).iter().any(|side| self.seat.is_an_admirals(side))
            || state.this_move.declarations.iter().any(declares);
        let problem =
            || show::refusal(&self.known(), &Reason::NotDeclared { sides: sides.clone() }, gunnery::DECLARING);
        (!sides.is_empty() && fires).then(|| problem().into())
    }

    /// Sides that no admiral plays.
    pub(super) fn persons(&self) -> Vec<SideId> {
        let sides = self.state().setup.sides.iter().map(|side| &side.id);
        sides.filter(|side| !self.seat.is_an_admirals(side)).cloned().collect()
    }

    /// What a person has left open in this segment, told once.
    fn is_left_open(&mut self, to: Option<Segment>, text: &str) -> Option<String> {
        if !self.door.asks() {
            return None;
        }
        let state = self.state();
        let (turn, segment) = (state.turn, state.segment);
        let mut open: Vec<String> =
            self.persons().iter().flat_map(|side| show::left_open(&View::of(state, side))).collect();
        open.extend(self.unread_of_admirals());
        if open.is_empty() {
            return None;
        }
        let open = [Passed::of(turn, segment, open)];
        self.seat.named.news(to, &open).then(|| still_open(&open, segment, text))
    }

    /// `fire`: who stays silent is agreed before the admirals have said at whom they fire.
    fn fire_among_admirals(&mut self, order: Order<Command>, text: &str) -> Result<Answer, Problem> {
        let mode = self.mode;
        self.rehearsed(|copy| {
            copy.admirals_declare()?;
            // Whether faces may be typed is asked of the battle as it is thrown.
            if order.dice.is_some() {
                copy.mode = mode;
            }
            copy.order(order.clone())
        })?;
        let mut unread = None;
        if !order.is_final {
            unread = self.unread_of_admirals();
            if let Some(named) = unread.take_if(|_| self.door.asks()) {
                let (turn, segment) = (self.state().turn, self.state().segment);
                if self.seat.named.news(None, &[Passed::of(turn, segment, vec![named.clone()])]) {
                    return Ok(Answer::text(format!("{named}\n{} again fires without them.", text.trim())));
                }
            }
            if !self.seat.agreed {
                self.may_leave_silent(&self.known())?;
            }
        }
        let entries = self.journal().entries().len();
        self.her_silence_stands()?;
        let said: Vec<String> = unread.into_iter().chain(self.admirals_declare()?).collect();
        match self.with_seat(|seat| &mut seat.agreed, true, |session| session.order(order)) {
            Ok(answer) => {
                let told: Vec<String> = said.into_iter().chain([answer.text.clone()]).collect();
                Ok(Answer { text: told.join("\n"), ..answer })
            }
            // Taken back at a question for dice: what was declared stands.
            Err(problem) => {
                said.iter().for_each(|said| self.door.aside(said));
                let is_filed = entries < self.journal().entries().len() && problem.is_taken_back;
                Err(if is_filed { Problem { is_taken_back: true, ..Problem::new(STOPPED) } } else { problem })
            }
        }
    }

    /// What she leaves silent stands from here on, whatever comes of the fire: he answers upon it. [3.3.5]
    fn her_silence_stands(&mut self) -> Result<(), Problem> {
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

    /// `next waive`: of her own duties alone, after the admirals have done all that they have left.
    fn waived_among_admirals(&mut self, order: Order<Command>) -> Result<Answer, Problem> {
        self.rehearsed(|copy| {
            copy.admirals_end()?;
            let state = copy.state();
            let owes = |side: &&SideId| !View::of(state, side).duties().is_empty();
            let admirals = copy.seat.admirals.iter().map(|one| &one.side);
            if let Some(side) = admirals.filter(|_| !copy.seat.is_open).find(owes) {
                return Err(copy.is_the_admirals(side));
            }
            copy.order(order.clone())
        })?;
        let said = self.admirals_end()?;
        let answer = self.order(order)?;
        let words: Vec<String> = said.into_iter().chain([answer.text.clone()]).collect();
        Ok(Answer { text: words.join("\n"), ..answer })
    }

    /// Refused where it is refused in a copy, for another reason than that somebody has to be asked.
    fn rehearsed(
        &mut self,
        does: impl FnOnce(&mut Session<'_, Naval>) -> Result<Answer, Problem>,
    ) -> Result<(), Problem> {
        let door = Rehearsal { door: self.door, is_open: Cell::new(false) };
        // Dice that are asked for fall somehow.
        let mode = if self.door.asks() { Mode::Roll } else { self.mode };
        // A person may leave guns silent, and is asked before they fire.
        let mut seat = self.seat.clone();
        seat.agreed |= self.door.asks();
        match self.rehearsal(seat, &door, mode, does) {
            Err(problem) if !door.is_open.get() => Err(problem),
            Ok(_) | Err(_) => Ok(()),
        }
    }

    /// The same, of a line that brings faces, all of which have to be asked for in it, as they stand.
    fn with_faces(
        &mut self,
        faces: &[u8],
        does: impl FnOnce(&mut Session<'_, Naval>) -> Result<Answer, Problem>,
    ) -> Result<(), Problem> {
        let mode = self.mode;
        self.rehearsed(|copy| {
            if !faces.is_empty() {
                (copy.mode, copy.seat.faces) = (mode, faces.to_vec());
            }
            let done = does(copy)?;
            copy.has_no_faces_left()?;
            Ok(done)
        })
    }

    /// The faces of a line that is carried out in several commands, where who reads may type any.
    fn faces_in(&self, order: &Order<Command>) -> Result<Vec<u8>, Problem> {
        self.may_type(order.dice.as_deref())?;
        Ok(order.dice.clone().unwrap_or_default())
    }

    /// Does something in a copy, where nobody is asked anything: whoever would be has left.
    pub(super) fn at_no_door<T>(
        &mut self,
        seat: Seat,
        mode: Mode,
        does: impl FnOnce(&mut Session<'_, Naval>) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        self.rehearsal(seat, &Rehearsal { door: self.door, is_open: Cell::new(false) }, mode, does)
    }

    /// What admirals do of themselves before the next order of a line.
    pub(super) fn admirals_answer(&mut self) -> Result<Vec<String>, Problem> {
        self.all_done(false)
    }

    /// What they have left to declare.
    fn admirals_declare(&mut self) -> Result<Vec<String>, Problem> {
        if self.state().segment == Segment::Gunfire { self.all_done(true) } else { Ok(Vec::new()) }
    }

    /// All that they have left in this segment; what they have declared is fired, unless she has fire of her own, which
    /// keeps the segment open.
    fn admirals_end(&mut self) -> Result<Vec<String>, Problem> {
        let mut said = self.all_done(true)?;
        if self.state().segment == Segment::Gunfire && !self.has_own_fire() {
            said.extend(self.admirals_fire()?);
        }
        Ok(said)
    }

    fn all_done(&mut self, all: bool) -> Result<Vec<String>, Problem> {
        let mut said = Vec::new();
        while let Some(one) = self.admirals_do(all)? {
            said.extend(Some(one).filter(|one| !one.is_empty()));
        }
        Ok(said)
    }

    fn closes(&mut self) -> Result<Answer, Problem> {
        self.for_the_table(Command::Next { to: None, waive: None })
    }

    /// What is ordered for everybody. Whether it may be done hangs on orders of the admirals that a side does not know, so
    /// that it cannot be asked of the battle as she knows it; she is told of it what a side is told.
    fn for_the_table(&mut self, command: Command) -> Result<Answer, Problem> {
        let before = self.state().clone();
        let done = self.for_everybody(command)?;
        let deed = self.journal().deeds().pop().map(|deed| (deed.command.clone(), deed.events.to_vec()));
        let told = deed.map(|(command, events)| Naval::told(self, &before, &command, &events, 0));
        Ok(Answer { moved: done.moved, ..told.unwrap_or(done) })
    }
}
