//! `obey`: carries out the orders of `advise`, line by line, as if typed.
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

/// The orders requested by `obey`.
struct Asked {
    level: Level,
    sides: Vec<SideId>,
    /// Only of that ship or division.
    of: Option<Id>,
}

/// The remaining orders of a side, in the order of the advice.
type Queue = (SideId, VecDeque<Command>);

impl Session<'_, Naval> {
    /// Gives the orders that a player of that level would give now for the viewer's sides, except those already given.
    /// Stops at the first order that is refused or whose dice a person goes back from. Earlier ones hold.
    ///
    /// # Errors
    /// The very first order is refused, or the viewer may not order for the units: nothing has changed.
    pub(super) fn obey(&mut self, whom: Option<Whom>, level: Level) -> Result<Told, Refusal> {
        let asked = self.asked_to_obey(whom, level)?;
        let mut open = Vec::new();
        for side in &asked.sides {
            open.push((side.clone(), self.would_order(side, &asked)?));
        }
        self.all_or_nothing(|session| session.types(&asked, open))
    }

    /// Carries out the orders one by one until one is refused. Reports what was ordered, where it stopped, and which
    /// ships lack a range.
    ///
    /// # Errors
    /// The very first order is refused.
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
            // An admiral whose turn it is declares before the person continues. [3.3.5]
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

    /// Returns whose orders are requested: of a side, a division or a ship, or of all the viewer's sides.
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

    /// Returns the refusal for an admiral's side. Even in an open battle the admiral orders for itself.
    fn obeys_nobody(&self, side: &SideId) -> Refusal {
        if !self.seat.is_open {
            return self.is_the_admirals(side);
        }
        let what = format!("{} is an admiral's, who orders for it himself", self.state().name(side));
        Refusal::not_yours(what).hint("what " + Hint::line("advise") + " tells can be typed line by line")
    }

    /// Returns the advised orders for a side in order, from what it knows. Each is assumed for the next. The true state
    /// decides them when given. A side that has declared all its fire gives no more gunfire orders, and plotted
    /// divisions form no new line.
    ///
    /// # Errors
    /// The search was cut short. `advise` shows the best found, which is not binding.
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

    /// Returns the next order: of the side that is due to declare, or else of the first with orders left. [3.3.5]
    fn takes_next(&self, open: &mut [Queue]) -> Option<Command> {
        let due = gunnery::due(self.state());
        let mut waiting: Vec<&mut Queue> = open.iter_mut().filter(|(_, orders)| !orders.is_empty()).collect();
        let at = waiting.iter().position(|(side, _)| due.as_ref() == Some(side)).unwrap_or(0);
        waiting.get_mut(at)?.1.pop_front()
    }

    /// Names ships that could be ordered more but have no range measured this turn. [2.7]
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

/// Whether an order forms a line of divisions of which one is plotted already. [5.2]
fn forms_anew(state: &State, command: &Command) -> bool {
    let Command::Formation { divisions, .. } = command else { return false };
    divisions.iter().any(|id| state.division(id).is_some_and(|division| division.plot.is_some()))
}

/// Whether an order is for a unit, for a ship in it, or for the division of a ship.
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
