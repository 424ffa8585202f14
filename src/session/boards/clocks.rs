//! Clocks of a board game. Thinking times are in the journal, so a resumed game continues with the time left.
use std::{ops::Range, time::Duration};

use serde_json::json;

use super::BoardGame;
use crate::{Answer, AutomaticStep, Refusal, Session};
use boards::{
    CommonCommand, PerSide, Sided,
    clock::{TimeControl, TimeLeft},
};
use play::Hint;
use play::journal::{ActiveEntries, Correction, Entry, EntryOf, Journal, Notice};

const CLOCK_HINT: &str = "clock 20m+10s, or clock stop";
/// How `clock` is typed if a reason is required.
const REASON_HINT: &str = "clock 20m because \"the lamp went out\", or clock stop because \"we go on tomorrow\"";

/// The running clock: its side, and the front end's time when it started.
#[derive(Clone, Copy)]
pub struct RunningClock<S> {
    side: S,
    since: Duration,
}

/// A side's time left when it began to think about its move, and its thinking time since.
#[derive(Clone, Copy)]
struct MoveTime {
    left: TimeLeft,
    thinking_time: Duration,
}

impl MoveTime {
    fn from(left: TimeLeft) -> MoveTime {
        MoveTime { left, thinking_time: Duration::ZERO }
    }

    fn plus(self, time: Duration) -> MoveTime {
        MoveTime { thinking_time: self.thinking_time + time, ..self }
    }
}

/// A timed move: the number of effective commands and amendments up to it, its side, and that side's clock before it.
#[derive(Clone, Copy)]
struct TimedMove<S> {
    active_count: usize,
    side: S,
    thinking: MoveTime,
}

/// The effective time control, and each side's clock without the time running now.
struct ClockState<S> {
    control: TimeControl,
    sides: PerSide<MoveTime>,
    made: Vec<TimedMove<S>>,
    undone: Vec<TimedMove<S>>,
}

/// The clocks of a board game after the entries read.
struct ClockReplay<S> {
    /// `None` if no clock runs.
    clocks: Option<ClockState<S>>,
    active: ActiveEntries,
}

impl<S: Sided> ClockReplay<S> {
    fn apply<G: BoardGame<Side = S>>(&mut self, number: usize, entry: &EntryOf<G>) {
        self.active.apply(number, entry);
        let (clocks, active_count) = (&mut self.clocks, self.active.numbers().len());
        match entry {
            Entry::Did { .. } | Entry::Amended { .. } => {
                clocks.iter_mut().for_each(|clocks| clocks.undone.clear());
            }
            Entry::TakenBack { .. } => clocks.iter_mut().for_each(|clocks| clocks.undo_moves(active_count)),
            Entry::Redid { .. } => clocks.iter_mut().for_each(|clocks| clocks.redo_moves(active_count)),
            Entry::Noticed { what: Notice::Clock { control, .. } } => {
                let control = control.as_deref().and_then(|control| control.parse::<TimeControl>().ok());
                *clocks = control.map(ClockState::set_to);
            }
            Entry::Noticed { what: Notice::Thought { side, milliseconds, moved } } => {
                if let (Some(side), Some(clocks)) = (S::from_name(side), clocks) {
                    clocks.add_time(side, Duration::from_millis(*milliseconds));
                    if *moved {
                        clocks.move_made(side, active_count);
                    }
                }
            }
            Entry::Noticed { .. } | Entry::Remarked { .. } | Entry::Opened | Entry::Closed => {}
        }
    }

    /// Returns why an entry about the clocks cannot come from this program, given the clocks before it. `has_moved` is
    /// whether a command came last since time was counted.
    fn error_in(&self, what: &Notice, has_moved: bool) -> Option<&'static str> {
        match (what, &self.clocks) {
            (Notice::Thought { .. }, None) => Some("counts time, but no clock runs"),
            (Notice::Thought { moved: true, .. }, Some(_)) if !has_moved => {
                Some("counts the time of a move, but no move came before it")
            }
            (Notice::Clock { control: None, .. }, None) => Some("stops the clocks, but none runs"),
            (Notice::Clock { because, .. }, Some(clocks)) if !clocks.made.is_empty() => because
                .as_deref()
                .is_none_or(|words| !play::has_visible_text(words))
                .then_some("resets clocks used for moves, but gives no reason"),
            (_, _) => None,
        }
    }

    /// Whether a side's time is up, including the time counted by the next entry.
    fn is_up<G: BoardGame<Side = S>>(&self, side: S, next: Option<&EntryOf<G>>) -> bool {
        let Some(clocks) = &self.clocks else { return false };
        let MoveTime { left, mut thinking_time } = clocks.sides[side];
        if let Some(Entry::Noticed { what: Notice::Thought { side: name, milliseconds, .. } }) = next
            && S::from_name(name) == Some(side)
        {
            thinking_time += Duration::from_millis(*milliseconds);
        }
        clocks.control.after_thinking(left, thinking_time, false).is_up()
    }
}

/// Returns the first entry about the clocks that cannot come from this program, and why.
pub fn impossible_time<G: BoardGame>(journal: &Journal<G>) -> Option<(usize, &'static str)> {
    let mut replay = ClockReplay { clocks: None, active: ActiveEntries::default() };
    // Whether a command came last after time was last counted, the entry that counted it, and the engine's side.
    let (mut has_moved, mut counted, mut machine) = (false, 0, None);
    let entries = journal.entries();
    for (number, entry) in (1..).zip(entries) {
        let error = match entry {
            Entry::Noticed { what } => {
                replay.error_in(what, has_moved).or_else(|| wrong_mover_error(journal, what, counted..number))
            }
            Entry::Did { command, .. } => {
                G::flagged_side(command).and_then(|side| flag_error::<G>(&replay, machine, side, entries.get(number)))
            }
            // When the amended entry was given, no clock ended the game there.
            Entry::Amended { to: Correction::Command(command), .. } => G::flagged_side(command)
                .filter(|side| replay.clocks.is_some() || machine == Some(*side))
                .map(|_| "changes an entry into the end of a side's time"),
            Entry::Amended { to: Correction::Faces(_), .. } | Entry::TakenBack { .. } | Entry::Redid { .. } => None,
            Entry::Remarked { .. } | Entry::Opened | Entry::Closed => None,
        };
        if let Some(error) = error {
            return Some((number, error));
        }
        match entry {
            Entry::Noticed { what: Notice::Thought { .. } | Notice::Clock { .. } } => {
                (has_moved, counted) = (false, number);
            }
            Entry::Noticed { what: Notice::Player { side, machine: words, .. } } => {
                let side = G::Side::from_name(side);
                machine = if words.is_some() { side } else { machine.filter(|plays| Some(*plays) != side) };
            }
            Entry::Noticed { .. } => {}
            other => has_moved = matches!(other, Entry::Did { .. }),
        }
        replay.apply::<G>(number, entry);
    }
    None
}

/// Returns the error of ending the time of a side that had some left, or of the engine if no clock runs.
fn flag_error<G: BoardGame>(
    replay: &ClockReplay<G::Side>,
    machine: Option<G::Side>,
    side: G::Side,
    next: Option<&EntryOf<G>>,
) -> Option<&'static str> {
    match &replay.clocks {
        Some(_) => (!replay.is_up::<G>(side, next)).then_some("ends the time of a side that has time left"),
        None => (machine == Some(side)).then_some("ends the time of the engine, but no clock runs"),
    }
}

/// Returns the error of counting time for a side that was not to move since the last count, or did not move.
fn wrong_mover_error<G: BoardGame>(journal: &Journal<G>, what: &Notice, since: Range<usize>) -> Option<&'static str> {
    let Notice::Thought { side, moved, .. } = what else { return None };
    let error = Some("counts the time of a side that was not to move");
    let is_mover = |after: usize| G::mover(&journal.state_after(after)).is_some_and(|mover| mover.name() == side);
    // After a move its side has no time left to count, because it was counted with the move.
    let is_played = |number: &usize| !matches!(journal.entry(*number), Some(Entry::Noticed { .. }));
    let last = (1..since.end).rev().find(is_played).and_then(|number| journal.entry(number));
    if !*moved && matches!(last, Some(Entry::Did { .. })) {
        return error.filter(|_| !is_mover(since.end - 1));
    }
    let is_move = |number: &usize| matches!(journal.entry(*number), Some(Entry::Did { .. }));
    let last = since.clone().rev().find(is_move).filter(|_| *moved).unwrap_or(since.end);
    let changes =
        |number: &usize| !matches!(journal.entry(*number), Some(Entry::Noticed { .. } | Entry::Remarked { .. }));
    let mut states = (since.start..last).filter(|number| *number == since.start || changes(number));
    error.filter(|_| !states.any(is_mover))
}

impl<S: Sided> ClockState<S> {
    fn set_to(control: TimeControl) -> ClockState<S> {
        let sides = PerSide([MoveTime::from(control.starting_time()); 2]);
        ClockState { control, sides, made: Vec::new(), undone: Vec::new() }
    }

    /// Reads the clocks from a journal, or `None` if no clock runs.
    fn read<G: BoardGame<Side = S>>(journal: &Journal<G>) -> Option<ClockState<S>> {
        let mut replay = ClockReplay { clocks: None, active: ActiveEntries::default() };
        (1..).zip(journal.entries()).for_each(|(number, entry)| replay.apply::<G>(number, entry));
        replay.clocks
    }

    fn add_time(&mut self, side: S, thought: Duration) {
        self.sides[side] = self.sides[side].plus(thought);
    }

    /// Ends a side's thinking about one move, however often it began: its times count as one, with one increment.
    fn move_made(&mut self, side: S, active_count: usize) {
        let thinking = self.sides[side];
        self.made.push(TimedMove { active_count, side, thinking });
        self.sides[side] = MoveTime::from(self.control.after_thinking(thinking.left, thinking.thinking_time, true));
    }

    /// Undoes moves. Their sides continue to think about them, as if they had never been made.
    fn undo_moves(&mut self, active_count: usize) {
        while let Some(made) = self.made.pop_if(|made| made.active_count > active_count) {
            self.sides[made.side] = made.thinking.plus(self.sides[made.side].thinking_time);
            self.undone.push(made);
        }
    }

    /// Redoes moves. The time since the undo counts for the next move.
    fn redo_moves(&mut self, active_count: usize) {
        while let Some(made) = self.undone.pop_if(|made| made.active_count <= active_count) {
            let since = self.sides[made.side].thinking_time.saturating_sub(made.thinking.thinking_time);
            self.sides[made.side] = made.thinking;
            self.move_made(made.side, made.active_count);
            self.add_time(made.side, since);
        }
    }

    fn time_left(&self, side: S) -> TimeLeft {
        let MoveTime { left, thinking_time } = self.sides[side];
        self.control.after_thinking(left, thinking_time, false)
    }
}

impl<G: BoardGame> Session<'_, G> {
    /// `clock`, `clock 20m+10s`, `clock stop`. After a timed move a change needs a reason, which the log keeps.
    pub(super) fn clock(&mut self, control: Option<&str>, because: Option<String>) -> Result<Answer, Refusal> {
        let no_clock = || Refusal::not_there("No clock runs.").form(CLOCK_HINT);
        match (control, because) {
            (None, None) => self.clocks_answer().ok_or_else(no_clock),
            (None, Some(_)) => Err(Refusal::read("A clock takes one time control.").form(CLOCK_HINT)),
            (Some("stop"), because) => {
                let clocks = ClockState::read(self.journal()).ok_or_else(no_clock)?;
                self.reset_clock(Some(&clocks), None, because)?;
                Ok(Answer::text("The clocks are stopped."))
            }
            (Some(control), because) => {
                let control = control.parse().map_err(|what: String| Refusal::read(what).form(CLOCK_HINT))?;
                self.reset_clock(ClockState::read(self.journal()).as_ref(), Some(control), because)?;
                self.clocks_answer().ok_or_else(no_clock)
            }
        }
    }

    /// Sets both clocks and starts that of the side to move.
    pub fn set_clock(&mut self, control: TimeControl) -> Result<(), Refusal> {
        self.reset_clock(None, Some(control), None)
    }

    /// Resets or stops both clocks, which discards both sides' thinking times. Refused without a reason once a timed
    /// move was made.
    fn reset_clock(
        &mut self,
        before: Option<&ClockState<G::Side>>,
        control: Option<TimeControl>,
        because: Option<String>,
    ) -> Result<(), Refusal> {
        if because.is_none() && before.is_some_and(|clocks| !clocks.made.is_empty()) {
            let what = "Moves were made with these clocks, so stopping or resetting them requires a reason.";
            return Err(Refusal::needs_reason(what).hint(REASON_HINT));
        }
        self.record_notice(Notice::Clock { control: control.map(|control| control.to_string()), because })?;
        self.seat.running = None;
        self.update_clock()
    }

    /// Starts the clock of the side to move and records the other side's time: with its increment if that side has
    /// moved, without if something was undone.
    pub(super) fn update_clock(&mut self) -> Result<(), Refusal> {
        let mover = G::mover(self.state());
        if self.seat.running.is_some_and(|running| Some(running.side) != mover) {
            let is_played = |entry: &_| !matches!(entry, Entry::Noticed { .. });
            let last = self.journal().entries().iter().rev().find(|entry| is_played(*entry));
            self.stop_clock(matches!(last, Some(Entry::Did { .. })))?;
        }
        if self.seat.running.is_none() && ClockState::read(self.journal()).is_some() {
            let now = self.frontend.elapsed();
            self.seat.running = mover.zip(now).map(|(side, since)| RunningClock { side, since });
        }
        Ok(())
    }

    /// Stops the running clock and records its time.
    pub(super) fn stop_clock(&mut self, moved: bool) -> Result<(), Refusal> {
        let Some(running) = self.seat.running.take() else { return Ok(()) };
        let thought = self.thought_by(running);
        let milliseconds = u64::try_from(thought.as_millis()).unwrap_or(u64::MAX);
        self.record_notice(Notice::Thought { side: running.side.name().to_owned(), milliseconds, moved })
    }

    fn thought_by(&self, running: RunningClock<G::Side>) -> Duration {
        self.frontend.elapsed().map_or(Duration::ZERO, |now| now.saturating_sub(running.since))
    }

    /// Returns the clocks as they show now, or `None` if none runs.
    fn current_clocks(&self) -> Option<ClockState<G::Side>> {
        let mut clocks = ClockState::read(self.journal())?;
        if let Some(running) = self.seat.running {
            clocks.add_time(running.side, self.thought_by(running));
        }
        Some(clocks)
    }

    fn side_out_of_time(&self) -> Option<G::Side> {
        let clocks = self.current_clocks()?;
        G::Side::BOTH.into_iter().find(|side| clocks.time_left(*side).is_up())
    }

    /// Returns `Clocks (20m+10s): Black 19:42, White 20:00.`, with the command that ends the game if a side's time is
    /// up, or `None` if no clock runs.
    pub(super) fn clocks_text(&self) -> Option<String> {
        let clocks = self.current_clocks()?;
        let control = clocks.control;
        let [first, second] =
            G::Side::BOTH.map(|side| format!("{side} {}", control.clock_text(clocks.time_left(side))));
        let up = self.side_out_of_time().filter(|_| !G::is_over(self.state()));
        let up = up.map_or_else(String::new, |side| format!(" `flag {}` ends the game.", side.name()));
        Some(format!("Clocks ({control}): {first}, {second}.{up}"))
    }

    fn clocks_answer(&self) -> Option<Answer> {
        let clocks = self.current_clocks()?;
        let sides = G::Side::BOTH.map(|side| {
            let left = clocks.time_left(side);
            let TimeLeft { main, periods } = left;
            json!({ "side": side.name(), "main_s": main.as_secs(), "periods": periods, "up": left.is_up() })
        });
        let value = json!({ "control": clocks.control.to_string(), "sides": sides });
        Some(Answer::text(self.clocks_text()?).with_key("clocks", value))
    }

    /// Refused if the program's clock shows that a side has time left, or for the engine if no clock runs.
    pub(super) fn check_flag(&self, side: G::Side) -> Result<(), Refusal> {
        let is_machine = self.seat.engine.as_ref().is_some_and(|machine| machine.side == side);
        match self.current_clocks() {
            Some(clocks) if !clocks.time_left(side).is_up() => {
                let left = clocks.control.clock_text(clocks.time_left(side));
                let what = format!("The time of {} is not up: {left} left.", side.name());
                Err(Refusal::cannot(what).form("clock, or play on"))
            }
            None if is_machine => {
                let what = format!("The engine plays {}, and no clock runs.", side.name());
                Err(Refusal::cannot(what).form(CLOCK_HINT))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Refused if a clock runs, or for the engine: an earlier entry cannot depend on the clock as it was then.
    pub(super) fn check_flag_amendment(&self, side: G::Side) -> Result<(), Refusal> {
        let is_machine = self.seat.engine.as_ref().is_some_and(|machine| machine.side == side);
        if !is_machine && ClockState::read(self.journal()).is_none() {
            return Ok(());
        }
        let what = format!("No entry can be changed into the end of the time of {}.", side.name());
        Err(Refusal::cannot(what)
            .hint(Hint::later(format!("flag {}", side.name())).without_backticks() + ", when the clock shows it"))
    }

    /// Ends the game for the engine if the person's time is up.
    pub(super) fn claim_time_for_engine(&mut self, machine: G::Side) -> Result<Option<AutomaticStep>, Refusal> {
        let person = machine.other();
        if G::is_over(self.state()) || self.side_out_of_time() != Some(person) {
            return Ok(None);
        }
        let command = G::from_common(CommonCommand::Flag { side: person });
        let line_and_answer = Some((G::command_text(&command), self.carry_out_command(command)?));
        Ok(Some(AutomaticStep { sentence: Some(format!("The time of {} is up.", person.name())), line_and_answer }))
    }
}
