//! `obey`: what `advise` would order, ordered line by line as if it had been typed.
use super::{
    admirals::{TAPE, listed, unread_of},
    told::Came,
};
use crate::{Order, Refusal, Session, Telling, Told};
use admirals::{Choice, Level, Task, due};
use naval::rules::secrecy::{Ordered, ordered_in_secret};
use naval::{
    Command, Id, Naval, Segment, SideId, State,
    notation::{self, Whom, typed_name},
    rules::gunnery,
    view::Outlook,
};
use play::Hint;
use serde_json::json;
use std::collections::VecDeque;

/// Whose orders are asked for, and of whom.
struct Asked {
    level: Level,
    sides: Vec<SideId>,
    /// Of that ship, or division, alone.
    of: Option<Id>,
}

/// What is left to be ordered for a side, in the order in which it is advised.
type Queue = (SideId, VecDeque<Command>);

impl Session<'_, Naval> {
    /// Orders what a player of that level would order now for the sides that read, but for what is ordered already. It
    /// stops at the first order that is refused, or at whose dice somebody goes back: what stands before it stands.
    ///
    /// # Errors
    /// The first of all is refused, or nobody whose orders are asked for is of whoever reads: nothing has changed.
    pub(super) fn obey(&mut self, whom: Option<Whom>, level: Level) -> Result<Told, Refusal> {
        let asked = self.asked_to_obey(whom, level)?;
        let mut open = Vec::new();
        for side in &asked.sides {
            open.push((side.clone(), self.would_order(side, &asked)?));
        }
        self.all_or_nothing(|session| session.types(&asked, open))
    }

    /// Types the orders one after the other, as far as none is refused; tells what was ordered, where it stopped, and of whom
    /// a range is missing.
    ///
    /// # Errors
    /// The first of all is refused.
    fn types(&mut self, asked: &Asked, mut open: Vec<Queue>) -> Result<Told, Refusal> {
        let (mut came, mut ordered, mut stopped) = (Vec::new(), Vec::new(), None);
        while let Some(command) = self.takes_next(&mut open) {
            let line = notation::print(&self.known(), &command);
            match self.give(Order::plain(command)) {
                Ok(ruling) => came.push(Came::Ordered(ruling)),
                Err(problem) if ordered.is_empty() && problem.is_stopped() => return Err(problem),
                Err(problem) if ordered.is_empty() => return Err(problem.of(format_args!("`{line}`"))),
                Err(problem) => {
                    stopped = Some((line, problem));
                    break;
                }
            }
            ordered.push(line);
            // An admiral who is due declares before she goes on. [3.3.5]
            if self.state().segment == Segment::Gunfire && open.iter().any(|(_, orders)| !orders.is_empty()) {
                came.extend(self.admirals_answer(false)?);
            }
        }
        let in_few = self.telling == Telling::Brief && self.state().segment == Segment::Gunfire;
        let nothing = ordered.is_empty().then(|| "Nothing is left that would be ordered now.".to_owned());
        let mut lines: Vec<String> = nothing.into_iter().collect();
        lines.extend(self.lacks_a_range(asked));
        if let Some((line, problem)) = &stopped {
            let stands = "what was ordered before it stands.";
            lines.push(if problem.is_stopped() {
                format!("Stopped at `{line}`, taken back at its dice; {stands}")
            } else {
                format!("Stopped at `{line}`; {stands} {}", problem.fault.told(None))
            });
        }
        let told = self.tells_together(&came, in_few).before(lines).key("ordered", json!(ordered));
        Ok(match stopped {
            Some((line, problem)) => told.key("stopped", json!({ "line": line, "says": problem.fault.what })),
            None => told,
        })
    }

    /// Whose orders are asked for: of a side, a division or a ship, or of all that read.
    fn asked_to_obey(&self, whom: Option<Whom>, level: Level) -> Result<Asked, Refusal> {
        let mut sides = self.read_sides();
        let an_admirals = sides.iter().find(|side| self.seat.is_an_admirals(side)).map(|side| self.obeys_nobody(side));
        sides.retain(|side| !self.seat.is_an_admirals(side));
        if sides.is_empty() {
            return Err(an_admirals.unwrap_or_else(|| self.not_for_reader()));
        }
        let (side, of) = match whom {
            None => return Ok(Asked { level, sides, of: None }),
            Some(Whom::Side(side)) => (side, None),
            Some(Whom::Unit(unit)) => {
                let side = self.known().ships_of(&unit).next().map(|ship| ship.side.clone());
                (side.ok_or_else(|| self.not_for_reader())?, Some(unit))
            }
        };
        if !sides.contains(&side) {
            let is_his = self.seat.is_an_admirals(&side);
            return Err(if is_his { self.obeys_nobody(&side) } else { self.not_for_reader() });
        }
        Ok(Asked { level, sides: vec![side], of })
    }

    /// The refusal for a side that an admiral plays: also where somebody else may order for it, he does it himself.
    fn obeys_nobody(&self, side: &SideId) -> Refusal {
        if !self.seat.is_open {
            return self.is_the_admirals(side);
        }
        let what = format!("{} is an admiral's, who orders for it himself", self.state().name(side));
        Refusal::not_yours(what).hint("what " + Hint::line("advise") + " tells can be typed line by line")
    }

    /// The orders of the advice for a side, in their order, by what it knows: each is supposed before the next is asked for. The
    /// truth decides them when they are given. Guns of a side that has declared all its fire stay silent, and plotted divisions
    /// form no new line.
    ///
    /// # Errors
    /// He was cut short: the best so far is shown by `advise`, and nobody is bound to it.
    fn would_order(&self, side: &SideId, asked: &Asked) -> Result<VecDeque<Command>, Refusal> {
        let at = Outlook::of(self.state(), side);
        let (memory, who) = (self.memory_of(side, None), self.player_of(side, asked.level)?);
        let is_closed = at.state().this_move.closed.contains(side);
        let (mut supposed, mut orders) = (at.clone(), VecDeque::new());
        for due in due(&at) {
            if is_closed && due.task.is_fire() {
                continue;
            }
            let chosen = self.chosen_by(&who, &supposed, &memory, &due);
            if !chosen.is_whole {
                let problem = Refusal::cannot("he was cut short, and nothing is ordered");
                return Err(problem.hint(Hint::line("advise deep") + " shows the best so far"));
            }
            for Choice { command, .. } in chosen {
                if !forms_anew(at.state(), &command)
                    && supposed.suppose(&command)
                    && asked.of.as_ref().is_none_or(|of| is_of(at.state(), &command, of))
                {
                    orders.push_back(command);
                }
            }
        }
        Ok(orders)
    }

    /// The next order: of the side that is due to declare, else of the first that has one. [3.3.5]
    fn takes_next(&self, open: &mut [Queue]) -> Option<Command> {
        let due = gunnery::due(self.state());
        let mut waiting: Vec<&mut Queue> = open.iter_mut().filter(|(_, orders)| !orders.is_empty()).collect();
        let at = waiting.iter().position(|(side, _)| due.as_ref() == Some(side)).unwrap_or(0);
        waiting.get_mut(at)?.1.pop_front()
    }

    /// Whoever could order more by the tape, and of whom it has told nothing this turn. [2.7]
    fn lacks_a_range(&self, asked: &Asked) -> Option<String> {
        let state = self.state();
        if !state.is_by_tape() {
            return None;
        }
        let unread = |is_asked: &dyn Fn(&SideId, Task) -> bool| {
            let mut all = unread_of(state, &asked.sides, is_asked);
            all.retain(|ship| is_within(state, ship, asked.of.as_ref()));
            all
        };
        let guns = unread(&|side, task| task.is_fire() && !state.this_move.closed.contains(side));
        if let Some(first) = guns.first() {
            let (names, line) = (listed(state, &guns), format!("`measure {} TARGET RANGE`", typed_name(state, first)));
            return Some(format!("Nobody has read a range this turn for {names}: {line}, then `obey`. [{TAPE}]"));
        }
        let boats = unread(&|_, task| task == Task::Launches);
        let (names, line) =
            (listed(state, &boats), format!("`measure {} TARGET RANGE arc port`", typed_name(state, boats.first()?)));
        Some(format!(
            "A launch needs a range and an arc of this turn or the last for {names}: {line}, then `obey`. [{TAPE}]"
        ))
    }
}

/// Whether an order makes a line of divisions of which one is plotted already. [5.2]
fn forms_anew(state: &State, command: &Command) -> bool {
    let Command::Formation { divisions, .. } = command else { return false };
    divisions.iter().any(|id| state.division(id).is_some_and(|division| division.plot.is_some()))
}

/// Whether an order is for a unit, or for a ship of it, or for the division that a ship is of.
fn is_of(state: &State, command: &Command, unit: &Id) -> bool {
    let whom = match ordered_in_secret(command) {
        Some(Ordered::Unit(whom)) => Some(whom),
        Some(Ordered::Formation(_)) => None,
        None => match command {
            Command::Target(target) => Some(&target.firer),
            Command::Repair { ship, .. } => Some(ship),
            Command::Illuminate { by, .. } | Command::CoupDeGrace { by, .. } => Some(by),
            _ => None,
        },
    };
    whom.is_some_and(|whom| is_within(state, whom, Some(unit)))
}

fn is_within(state: &State, whom: &Id, unit: Option<&Id>) -> bool {
    unit.is_none_or(|unit| state.ships_of(whom).any(|ship| state.ships_of(unit).any(|one| one.id == ship.id)))
}
