//! Sides played by the program: what an admiral orders automatically against a person. [3.3]
use super::{moment::TurnSegment, reports::OrderResult};
use crate::{AutomaticStep, Refusal, RuledCommand, Session, deciding::NotRuled};
use admirals::{BattleStart, Commander, Memory, PendingDecision, PolicyAnswer, Task, decision_rng, pending_decisions};
use naval::model::state::{Marker, Measurement};
use naval::model::{Half, SteeringRecord};
use naval::rules::{gunnery, secrecy::ordering_side};
use naval::{
    Command, Id, Naval, Segment, SideId, State,
    view::{PlayerView, Viewer},
};
use play::{
    Rule,
    journal::{Entry, Notice},
};

/// A range is known only once it was measured.
pub(super) const TAPE: Rule = Rule::new("2.7");

/// A side, the player in command of it, and what that player has decided already.
#[derive(Clone)]
pub struct Admiral {
    pub side: SideId,
    pub commander: Commander,
    decisions: Vec<Decision>,
    /// Whether the list of what it leaves to the person at the miniatures is still to be shown.
    is_new: bool,
}

/// What the table had shown when the admiral decided: ranges, and how ships steered.
type TableKnowledge = (Vec<Measurement>, Vec<SteeringRecord>);

/// A decision, with the last command once its orders were given. If that command is undone, so is the decision: the
/// admiral then decides again from what is typed later. [2.7]
#[derive(Clone)]
struct Decision {
    when: TurnSegment,
    task: Task,
    /// The entry of that command, or `None` if there was no command.
    last: Option<usize>,
    shown: TableKnowledge,
}

impl Admiral {
    pub fn new(side: SideId, commander: Commander) -> Admiral {
        Admiral { side, commander, decisions: Vec::new(), is_new: true }
    }
}

impl Session<'_, Naval> {
    pub(super) fn next_admiral_step(&mut self) -> Result<Option<AutomaticStep>, Refusal> {
        if let Some(sentence) = self.table_duties().or_else(|| self.markers_to_place()) {
            return Ok(Some(AutomaticStep { sentence: Some(sentence), line_and_answer: None }));
        }
        // After an undo by the viewer, the admiral waits until the entry is corrected.
        let has_undone = matches!(self.journal().entries().last(), Some(Entry::TakenBack { .. }));
        if has_undone && self.state().ranges_are_measured() {
            return Ok(None);
        }
        loop {
            match self.next_admiral_decision(false) {
                Ok(Some(results)) => {
                    let text = self.report_all(&results, false).text;
                    if !text.is_empty() {
                        return Ok(Some(AutomaticStep { sentence: Some(text), line_and_answer: None }));
                    }
                }
                Ok(None) => return Ok(None),
                Err(refusal) if refusal.is_stopped() => {
                    self.frontend.aside("The admiral's order is still due. The program will ask for its dice again.");
                    return Ok(None);
                }
                Err(refusal) => return Err(refusal),
            }
        }
    }

    /// Lists, once at the start of the battle, what admirals leave to people if all is measured by tape.
    fn table_duties(&mut self) -> Option<String> {
        let begins = self.journal().commands().is_empty() && self.state().ranges_are_measured();
        let is_new = self.seat.admirals.iter().any(|admiral| admiral.is_new);
        self.seat.admirals.iter_mut().for_each(|admiral| admiral.is_new = false);
        let names: Vec<&str> = self.seat.admirals.iter().map(|admiral| self.state().name(&admiral.side)).collect();
        let names = names.join(" and ");
        (is_new && begins).then(|| {
            format!(
                "{names}: the program orders targets, lights, launches, coups and repairs from the ranges you \
                type.\nYou plot, move and measure for these ships too, including smoke and formations."
            )
        })
    }

    /// Lists, once as plots are revealed, the torpedo markers to put down for admirals. [3.3.2, 7.4]
    fn markers_to_place(&mut self) -> Option<String> {
        let state = self.state();
        if !state.ranges_are_measured() || state.segment != Segment::Movement {
            self.seat.markers_listed = None;
            return None;
        }
        let now = TurnSegment::at(state);
        if self.seat.markers_listed.replace(now) == Some(now) {
            return None;
        }
        let state = self.state();
        let is_new =
            |marker: &&Marker| marker.turn == state.turn && marker.second_half == (state.half == Some(Half::Second));
        let new_markers = state.markers.iter().filter(is_new).filter(|marker| self.seat.is_an_admirals(&marker.side));
        let marker_line = |marker: &Marker| {
            let (letter, launcher) = (Marker::letter(&marker.id), state.name(&marker.launcher));
            format!(
                "{}: put down marker {letter} beside {launcher}, {}. [7.4]",
                state.name(&marker.side),
                marker.bearing
            )
        };
        let lines: Vec<String> = new_markers.map(marker_line).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    /// Makes the next decision of the first admiral that has one. With `all`, fire waits for neither turn nor ranges.
    pub(super) fn next_admiral_decision(&mut self, all: bool) -> Result<Option<Vec<OrderResult>>, Refusal> {
        if self.state().end.is_some() {
            return Ok(None);
        }
        let when = TurnSegment::at(self.state());
        let effective: Vec<usize> = self.journal().commands().iter().map(|applied| applied.entry).collect();
        let by_tape = self.state().ranges_are_measured();
        let now = &self.state().this_move;
        let shown = if by_tape { (now.measures.clone(), now.steered.clone()) } else { TableKnowledge::default() };
        for place in 0..self.seat.admirals.len() {
            let Admiral { side, commander, decisions, .. } = &mut self.seat.admirals[place];
            let is_effective = |decision: &Decision| decision.last.is_none_or(|last| effective.contains(&last));
            decisions.retain(|decision| decision.when == when && is_effective(decision) && decision.shown == shown);
            let (side, commander) = (side.clone(), commander.clone());
            let decided: Vec<Task> = decisions.iter().map(|decision| decision.task).collect();
            let player_view = PlayerView::for_side(self.state(), &side);
            let waits = gunnery::side_to_declare(self.state()).is_some_and(|due| due != side) && !all;
            let Some(due) = pending_decisions(&player_view).into_iter().find(|due| !decided.contains(&due.task)) else {
                continue;
            };
            // An admiral plots once all ships have positions. [5.7]
            if by_tape && due.task == Task::Plots {
                continue;
            }
            let is_fire = due.task.is_fire();
            if is_fire && (waits || (by_tape && !all && !unmeasured(&player_view, &due).is_empty())) {
                continue;
            }
            let PolicyAnswer { choices, is_complete } =
                self.choose(&commander, &player_view, &self.memory_of(&side, None), &due);
            let mut choices: Vec<Command> = choices.into_iter().map(|choice| choice.command).collect();
            if !is_complete {
                self.record_notice(Notice::CutShort { side: side.to_string() })?;
            }
            // Big guns are declared in turn, ship by ship. [3.3.5]
            let in_turn = due.task == Task::BigGuns && !all && 1 < choices.len();
            if in_turn {
                choices.truncate(1);
            }
            let mut results = self.as_own_line(|session| match due.task {
                // Plots and their seal are one write, so that a crash cannot separate them. [3.3.1]
                Task::Plots => session.transaction(|session| session.give_admiral_orders(&side, due.task, choices)),
                _ => session.give_admiral_orders(&side, due.task, choices),
            })?;
            if !is_complete {
                results.push(OrderResult::words("Interrupted: the orders are the best found and cannot be repeated."));
            }
            let last = self.journal().commands().last().map(|applied| applied.entry);
            if !in_turn {
                self.seat.admirals[place].decisions.push(Decision { when, task: due.task, last, shown });
            }
            return Ok(Some(results));
        }
        Ok(None)
    }

    /// Returns a player's choice from what a side knows and remembers. Ctrl-C ends a long search early.
    pub(super) fn choose(
        &self,
        commander: &Commander,
        player_view: &PlayerView,
        memory: &Memory,
        due: &PendingDecision,
    ) -> PolicyAnswer {
        let seed = self.journal().header().seed.unwrap_or_default();
        let rng = &mut decision_rng(seed, player_view, due.task);
        let policy = commander.clone().with_threads(self.frontend.threads()).policy();
        let stop = self.frontend.stop_test(None);
        if !commander.takes_long(due.task) {
            return policy.choose(player_view, memory, due, rng, &stop);
        }
        self.frontend
            .show_progress(&format!("the admiral of {} tries plans", player_view.state().name(player_view.side())));
        let chosen = policy.choose(player_view, memory, due, rng, &stop);
        self.frontend.show_progress("");
        chosen
    }

    /// Returns a side's memory: what it learned from all effective entries, or from those before an entry.
    pub(super) fn memory_of(&self, side: &SideId, before: Option<usize>) -> Memory {
        let commands = self.journal().commands().into_iter();
        let earlier = commands
            .take_while(|applied| before.is_none_or(|entry| applied.entry < entry))
            .map(|applied| applied.events);
        let start = BattleStart::after_commands(&self.journal().header().setup, earlier);
        start.memory(side).cloned().unwrap_or_default()
    }

    /// Gives the orders, and skips those that the true state refuses because of hidden information.
    fn give_admiral_orders(
        &mut self,
        side: &SideId,
        task: Task,
        orders: Vec<Command>,
    ) -> Result<Vec<OrderResult>, Refusal> {
        let name = self.state().name(side).to_owned();
        let mut results = Vec::new();
        for command in orders {
            results.extend(self.carry_out_as_referee(command)?);
        }
        match task {
            Task::Plots => {
                let seal = Command::Seal { side: Some(side.clone()), salt: String::new(), salts: Vec::new() };
                let seal = self.fill_in_side(&seal)?;
                let seal = self.carry_out_as_referee(seal)?;
                Ok([OrderResult::words(format!("{name} has plotted."))].into_iter().chain(seal).collect())
            }
            Task::Preplots => {
                Ok(vec![OrderResult::words(format!("{name} has plotted the turns before contact. [5.13.2]"))])
            }
            // A plotted launch is secret until the counters are put down. [3.3.1, 7.4]
            Task::Launches => Ok(Vec::new()),
            Task::Approach
            | Task::Deploy
            | Task::Lights
            | Task::BigGuns
            | Task::Batteries
            | Task::Coups
            | Task::Repairs => Ok(results),
        }
    }

    /// Carries out an admiral's order, which the viewer may not give. Returns `None` if it is refused or lacks
    /// dice. If a person stops at its dice, the order stays due.
    pub(super) fn carry_out_as_referee(&mut self, command: Command) -> Result<Option<OrderResult>, Refusal> {
        match self.rule_as_referee(command) {
            Ok(ruling) => Ok(Some(OrderResult::ByAdmiral(ruling))),
            // Skip an order that is refused, or that lacks dice if the viewer's line has none left.
            Err(not_ruled) if not_ruled.reason().is_some() => Ok(None),
            Err(not_ruled) if not_ruled.halt.is_some() && self.seat.unused_dice.is_empty() => Ok(None),
            Err(not_ruled) => Err(not_ruled.into()),
        }
    }

    /// Names the admirals' ships that could fire but have no measured range, in a sentence. [2.7]
    pub(super) fn unmeasured_admiral_ships(&self) -> Option<String> {
        let state = self.state();
        if !state.ranges_are_measured() || state.segment != Segment::Gunfire {
            return None;
        }
        let ships =
            unmeasured_for(state, self.seat.admirals.iter().map(|admiral| &admiral.side), &|_, task| task.is_fire());
        let names = ship_names(state, &ships);
        (!ships.is_empty()).then(|| format!("No ranges were measured for {names}, so they do not fire. [{TAPE}]"))
    }

    pub(super) fn is_admirals_order(&self, command: &Command) -> bool {
        ordering_side(self.state(), command).is_some_and(|side| self.seat.is_an_admirals(&side))
    }

    /// Returns ships, of admirals or of others, that have declared and not fired yet, each once.
    pub(super) fn yet_to_fire(&self, of_admirals: bool) -> Vec<Id> {
        let state = self.state();
        let fits = |ship: &Id| state.ship(ship).is_some_and(|ship| self.seat.is_an_admirals(&ship.side)) == of_admirals;
        let open =
            state.this_move.declarations.iter().filter(|declaration| !declaration.fired && fits(&declaration.firer));
        play::distinct(open.map(|declaration| declaration.firer.clone()))
    }

    /// Fires what admirals declared and have not fired yet.
    pub(super) fn fire_for_admirals(&mut self) -> Result<Option<OrderResult>, Refusal> {
        let (state, units) = (self.state(), self.yet_to_fire(true));
        if units.is_empty() || !gunnery::has_fire(state, &units) {
            return Ok(None);
        }
        self.carry_out_as_referee(Command::Fire { units, apart: false })
    }

    /// Carries out a command that the viewer may not order, with as many dice of the viewer's line as it needs. The
    /// viewer sees as much of it as of any order. It is decided in the true state, because it may depend on orders of
    /// admirals that the side does not know.
    pub(super) fn rule_as_referee(&mut self, command: Command) -> Result<RuledCommand<Naval>, NotRuled<Naval>> {
        let mut faces = std::mem::take(&mut self.seat.unused_dice);
        let rule_command = |session: &mut Self| session.decide_and_record_with(command, &mut faces);
        let ruled = self.with_seat(|seat| &mut seat.viewer, Viewer::Referee, rule_command);
        self.seat.unused_dice = faces;
        Ok(RuledCommand { reported: 0, cut_short: None, ..ruled? })
    }
}

/// Returns ships that must declare but have no measured range yet. The admiral waits until the viewer fires or goes on.
fn unmeasured<'d>(player_view: &PlayerView, due: &'d PendingDecision) -> Vec<&'d Id> {
    let state = player_view.state();
    let is_measured = |unit: &Id| state.ships.iter().any(|other| state.latest_range(unit, &other.id).is_some());
    due.units.iter().filter(|unit| !is_measured(unit)).collect()
}

/// Returns the ships of these sides' wanted decisions that have no measured range yet, each once.
pub(super) fn unmeasured_for<'s>(
    state: &State,
    sides: impl IntoIterator<Item = &'s SideId>,
    is_wanted: &dyn Fn(&SideId, Task) -> bool,
) -> Vec<Id> {
    play::distinct(sides.into_iter().flat_map(|side| {
        let player_view = PlayerView::for_side(state, side);
        let all = pending_decisions(&player_view).into_iter().filter(|due| is_wanted(side, due.task));
        all.flat_map(|due| unmeasured(&player_view, &due).into_iter().cloned().collect::<Vec<Id>>())
            .collect::<Vec<Id>>()
    }))
}

/// Prints `Izumo, Azuma`.
pub(super) fn ship_names(state: &State, ships: &[Id]) -> String {
    ships.iter().map(|ship| state.name(ship)).collect::<Vec<_>>().join(", ")
}
