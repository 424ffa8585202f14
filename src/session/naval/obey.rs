//! `obey`: carries out the orders of `advise`, line by line, as if typed.
use super::{
    admirals::{TAPE, ship_names, unmeasured_for},
    reports::OrderResult,
};
use crate::{Answer, Order, Refusal, RulingDetail, Session};
use admirals::{Choice, Level, Task, pending_decisions};
use naval::model::command::Giver;
use naval::{
    Command, Id, Naval, Segment, SideId, State,
    notation::{self, Addressee, typed_name},
    rules::gunnery,
    view::PlayerView,
};
use play::Hint;
use serde_json::json;
use std::collections::VecDeque;

struct ObeyRequest {
    level: Level,
    sides: Vec<SideId>,
    /// Only of that ship or division.
    unit: Option<Id>,
}

/// The remaining orders of a side, in the order of the advice.
type PendingOrders = (SideId, VecDeque<Command>);

impl Session<'_, Naval> {
    /// Gives the orders that a player of that level would give now for the viewer's sides, except those already given.
    /// Stops at the first order that is refused or whose dice a person goes back from. Earlier orders stay.
    ///
    /// # Errors
    /// The very first order is refused, or the viewer may not order for the units: nothing has changed.
    pub(super) fn obey(&mut self, whom: Option<Addressee>, level: Level) -> Result<Answer, Refusal> {
        let request = self.parse_obey(whom, level)?;
        let mut open = Vec::new();
        for side in &request.sides {
            open.push((side.clone(), self.advised_orders(side, &request)?));
        }
        self.transact(|session| session.give_orders(&request, open))
    }

    /// Carries out the orders one by one until one is refused. Reports what was ordered, where it stopped, and which
    /// ships lack a range.
    ///
    /// # Errors
    /// The very first order is refused.
    fn give_orders(&mut self, request: &ObeyRequest, mut open: Vec<PendingOrders>) -> Result<Answer, Refusal> {
        let (mut results, mut ordered, mut stopped) = (Vec::new(), Vec::new(), None);
        while let Some(command) = self.next_order(&mut open) {
            let line = notation::print(&self.known_state(), &command);
            match self.carry_out(Order::plain(command)) {
                Ok(ruling) => results.push(OrderResult::ByViewer(ruling)),
                Err(refusal) if ordered.is_empty() && refusal.is_stopped() => return Err(refusal),
                Err(refusal) if ordered.is_empty() => return Err(refusal.at_place(format_args!("`{line}`"))),
                Err(refusal) => {
                    stopped = Some((line, refusal));
                    break;
                }
            }
            ordered.push(line);
            // An admiral whose turn it is declares before the person continues. [3.3.5]
            if self.state().segment == Segment::Gunfire && open.iter().any(|(_, orders)| !orders.is_empty()) {
                results.extend(self.run_admirals(false)?);
            }
        }
        let is_brief = self.detail == RulingDetail::Brief && self.state().segment == Segment::Gunfire;
        let nothing = ordered.is_empty().then(|| "There is nothing to order now.".to_owned());
        let mut lines: Vec<String> = nothing.into_iter().collect();
        lines.extend(self.missing_ranges(request));
        if let Some((line, refusal)) = &stopped {
            let stands = "Earlier orders stay.";
            lines.push(if refusal.is_stopped() {
                format!("Stopped at `{line}`, cancelled at its dice. {stands}")
            } else {
                format!("Stopped at `{line}`. {stands} {}", refusal.error.as_answer(None))
            });
        }
        let answer = self.report_all(&results, is_brief).followed_by(lines).with_key("ordered", json!(ordered));
        Ok(match stopped {
            Some((line, refusal)) => answer.with_key("stopped", json!({ "line": line, "says": refusal.error.what })),
            None => answer,
        })
    }

    /// Returns whose orders are requested: of a side, a division or a ship, or of all the viewer's sides.
    fn parse_obey(&self, addressee: Option<Addressee>, level: Level) -> Result<ObeyRequest, Refusal> {
        let mut sides = self.visible_sides();
        let refusal = sides.iter().find(|side| self.seat.is_an_admirals(side)).map(|side| self.admiral_refusal(side));
        sides.retain(|side| !self.seat.is_an_admirals(side));
        if sides.is_empty() {
            return Err(refusal.unwrap_or_else(|| self.not_for_viewer()));
        }
        let (side, unit) = match addressee {
            None => return Ok(ObeyRequest { level, sides, unit: None }),
            Some(Addressee::Side(side)) => (side, None),
            Some(Addressee::Unit(unit)) => {
                let side = self.known_state().ships_of(&unit).next().map(|ship| ship.side.clone());
                (side.ok_or_else(|| self.not_for_viewer())?, Some(unit))
            }
        };
        if !sides.contains(&side) {
            let is_admirals = self.seat.is_an_admirals(&side);
            return Err(if is_admirals { self.admiral_refusal(&side) } else { self.not_for_viewer() });
        }
        Ok(ObeyRequest { level, sides: vec![side], unit })
    }

    /// Returns the refusal for an admiral's side. Even in an open battle the admiral orders for itself.
    fn admiral_refusal(&self, side: &SideId) -> Refusal {
        if !self.seat.is_open {
            return self.admirals_refusal(side);
        }
        let what = format!("{} is played by an admiral, which gives its own orders.", self.state().name(side));
        Refusal::not_yours(what).hint("type what " + Hint::line("advise") + " lists line by line")
    }

    /// Returns the advised orders for a side in order, from what it knows. Each is assumed for the next. The true state
    /// decides them when given. A side that has declared all its fire gives no more gunfire orders, and plotted
    /// divisions form no new line.
    ///
    /// # Errors
    /// The search was cut short. `advise` shows the best found, which is not binding.
    fn advised_orders(&self, side: &SideId, request: &ObeyRequest) -> Result<VecDeque<Command>, Refusal> {
        let player_view = PlayerView::for_side(self.state(), side);
        let (memory, commander) = (self.memory_of(side, None), self.player_of(side, request.level)?);
        let is_closed = player_view.state().this_move.closed_sides.contains(side);
        let (mut supposed, mut orders) = (player_view.clone(), VecDeque::new());
        for due in pending_decisions(&player_view) {
            if is_closed && due.task.is_fire() {
                continue;
            }
            let chosen = self.choose(&commander, &supposed, &memory, &due);
            if !chosen.is_complete {
                let refusal = Refusal::cannot("The admiral was interrupted, so nothing was ordered.");
                return Err(refusal.hint(Hint::line("advise deep") + " shows the best it finds"));
            }
            for Choice { command, .. } in chosen {
                if !joins_plotted_division(player_view.state(), &command)
                    && supposed.try_order(&command)
                    && request.unit.as_ref().is_none_or(|unit| concerns(player_view.state(), &command, unit))
                {
                    orders.push_back(command);
                }
            }
        }
        Ok(orders)
    }

    /// Returns the next order: of the side that is due to declare, or else of the first with orders left. [3.3.5]
    fn next_order(&self, open: &mut [PendingOrders]) -> Option<Command> {
        let due = gunnery::side_to_declare(self.state());
        let mut waiting: Vec<&mut PendingOrders> = open.iter_mut().filter(|(_, orders)| !orders.is_empty()).collect();
        let index = waiting.iter().position(|(side, _)| due.as_ref() == Some(side)).unwrap_or(0);
        waiting.get_mut(index)?.1.pop_front()
    }

    /// Names ships that could be ordered more but have no range measured this turn. [2.7]
    fn missing_ranges(&self, request: &ObeyRequest) -> Option<String> {
        let state = self.state();
        if !state.ranges_are_measured() {
            return None;
        }
        let unmeasured = |is_wanted: &dyn Fn(&SideId, Task) -> bool| {
            let mut all = unmeasured_for(state, &request.sides, is_wanted);
            all.retain(|ship| is_in_unit(state, ship, request.unit.as_ref()));
            all
        };
        let guns = unmeasured(&|side, task| task.is_fire() && !state.this_move.closed_sides.contains(side));
        if let Some(first) = guns.first() {
            let (names, line) =
                (ship_names(state, &guns), format!("`measure {} TARGET RANGE`", typed_name(state, first)));
            return Some(format!("No range was measured this turn for {names}: {line}, then `obey`. [{TAPE}]"));
        }
        let boats = unmeasured(&|_, task| task == Task::Launches);
        let (names, line) = (
            ship_names(state, &boats),
            format!("`measure {} TARGET RANGE arc port`", typed_name(state, boats.first()?)),
        );
        Some(format!(
            "A launch needs a range and an arc of this turn or the last for {names}: {line}, then `obey`. [{TAPE}]"
        ))
    }
}

/// Whether an order forms a line of divisions of which one is plotted already. [5.2]
fn joins_plotted_division(state: &State, command: &Command) -> bool {
    let Command::Formation { divisions, .. } = command else { return false };
    divisions.iter().any(|id| state.division(id).is_some_and(|division| division.plot.is_some()))
}

/// Whether an order is for a unit, for a ship in it, or for the division of a ship.
pub(super) fn concerns(state: &State, command: &Command, unit: &Id) -> bool {
    ordered_unit(command).is_some_and(|recipient| is_in_unit(state, recipient, Some(unit)))
}

/// Returns the ship or division that gets an order. `None` for orders of the side itself.
pub(super) fn ordered_unit(command: &Command) -> Option<&Id> {
    if let Giver::Unit(unit) = command.giver() { Some(unit) } else { None }
}

fn is_in_unit(state: &State, ordered: &Id, unit: Option<&Id>) -> bool {
    unit.is_none_or(|unit| state.ships_of(ordered).any(|ship| state.ships_of(unit).any(|other| other.id == ship.id)))
}
