//! Clocks of a board game. Thinking times are in the journal, so a resumed game continues with the time left.
use std::{ops::Range, time::Duration};

use serde_json::json;

use super::Companion;
use crate::{Followed, Refusal, Session, Told};
use boards::{
    Common, PerSide, Sided,
    clock::{Control, Left},
};
use play::Hint;
use play::journal::{Correction, Entry, EntryOf, InForce, Journal, Notice};

/// How the command is typed.
const HINT: &str = "clock 20m+10s, or clock stop";
/// How it is typed if a reason is required.
const REASON_HINT: &str = "clock 20m because \"the lamp went out\", or clock stop because \"we go on tomorrow\"";

/// The running clock: its side, and the front end's time when it started.
#[derive(Clone, Copy)]
pub struct Running<S> {
    side: S,
    since: Duration,
}

/// A side's time left when it began to think about its move, and its thinking time since.
#[derive(Clone, Copy)]
struct Thinking {
    left: Left,
    thought: Duration,
}

impl Thinking {
    fn from(left: Left) -> Thinking {
        Thinking { left, thought: Duration::ZERO }
    }

    fn longer(self, by: Duration) -> Thinking {
        Thinking { thought: self.thought + by, ..self }
    }
}

/// A timed move: the number of effective commands and amendments after it, its side, and that side's clock before it.
#[derive(Clone, Copy)]
struct Made<S> {
    in_force: usize,
    side: S,
    thinking: Thinking,
}

/// The effective time control, and each side's clock without the time running now.
struct Clocks<S> {
    control: Control,
    sides: PerSide<Thinking>,
    made: Vec<Made<S>>,
    taken_back: Vec<Made<S>>,
}

/// The clocks of a board game after the entries read.
struct TimedTable<S> {
    /// `None` if no clock runs.
    clocks: Option<Clocks<S>>,
    in_force: InForce,
}

impl<S: Sided> TimedTable<S> {
    fn take<G: Companion<Side = S>>(&mut self, number: usize, entry: &EntryOf<G>) {
        self.in_force.take(number, entry);
        let (clocks, in_force) = (&mut self.clocks, self.in_force.numbers().len());
        match entry {
            Entry::Did { .. } | Entry::Amended { .. } => {
                clocks.iter_mut().for_each(|clocks| clocks.taken_back.clear());
            }
            Entry::TakenBack { .. } => clocks.iter_mut().for_each(|clocks| clocks.take_back(in_force)),
            Entry::Redid { .. } => clocks.iter_mut().for_each(|clocks| clocks.bring_back(in_force)),
            Entry::Noticed { what: Notice::Clock { control, .. } } => {
                let control = control.as_deref().and_then(|control| control.parse::<Control>().ok());
                *clocks = control.map(Clocks::set_to);
            }
            Entry::Noticed { what: Notice::Thought { side, milliseconds, moved } } => {
                if let (Some(side), Some(clocks)) = (S::named(side), clocks) {
                    clocks.think(side, Duration::from_millis(*milliseconds));
                    if *moved {
                        clocks.move_made(side, in_force);
                    }
                }
            }
            Entry::Noticed { .. } | Entry::Remarked { .. } | Entry::Opened | Entry::Closed => {}
        }
    }

    /// Returns why an entry about the clocks cannot come from this program, given the clocks before it. `has_moved` is
    /// whether a command came last since time was counted.
    fn fault(&self, what: &Notice, has_moved: bool) -> Option<&'static str> {
        match (what, &self.clocks) {
            (Notice::Thought { .. }, None) => Some("counts time, and no clock runs"),
            (Notice::Thought { moved: true, .. }, Some(_)) if !has_moved => {
                Some("counts the time of a move, and no move came before it")
            }
            (Notice::Clock { control: None, .. }, None) => Some("stops the clocks, and none runs"),
            (Notice::Clock { because, .. }, Some(clocks)) if !clocks.made.is_empty() => because
                .as_deref()
                .is_none_or(|words| !play::says_something(words))
                .then_some("sets clocks anew by which moves were made, and gives no reason"),
            (_, _) => None,
        }
    }

    /// Whether a side's time is up, including the time counted by the next entry.
    fn is_up<G: Companion<Side = S>>(&self, side: S, next: Option<&EntryOf<G>>) -> bool {
        let Some(clocks) = &self.clocks else { return false };
        let Thinking { left, mut thought } = clocks.sides[side];
        if let Some(Entry::Noticed { what: Notice::Thought { side: of, milliseconds, .. } }) = next
            && S::named(of) == Some(side)
        {
            thought += Duration::from_millis(*milliseconds);
        }
        clocks.control.after(left, thought, false).is_up()
    }
}

/// Returns the first entry about the clocks that cannot come from this program, and why.
pub fn impossible_time<G: Companion>(journal: &Journal<G>) -> Option<(usize, &'static str)> {
    let mut table = TimedTable { clocks: None, in_force: InForce::default() };
    // Whether a command came last after time was last counted, the entry that counted it, and the engine's side.
    let (mut has_moved, mut counted, mut machine) = (false, 0, None);
    let entries = journal.entries();
    for (number, entry) in (1..).zip(entries) {
        let fault = match entry {
            Entry::Noticed { what } => {
                table.fault(what, has_moved).or_else(|| other_mover(journal, what, counted..number))
            }
            Entry::Did { command, .. } => {
                G::flagged(command).and_then(|side| flag_fault::<G>(&table, machine, side, entries.get(number)))
            }
            // An amended entry was not ended by a clock at the time.
            Entry::Amended { to: Correction::Command(command), .. } => G::flagged(command)
                .filter(|side| table.clocks.is_some() || machine == Some(*side))
                .map(|_| "amends an entry into the end of a side's time"),
            Entry::Amended { to: Correction::Faces(_), .. } | Entry::TakenBack { .. } | Entry::Redid { .. } => None,
            Entry::Remarked { .. } | Entry::Opened | Entry::Closed => None,
        };
        if let Some(fault) = fault {
            return Some((number, fault));
        }
        match entry {
            Entry::Noticed { what: Notice::Thought { .. } | Notice::Clock { .. } } => {
                (has_moved, counted) = (false, number);
            }
            Entry::Noticed { what: Notice::Player { side, machine: words, .. } } => {
                let side = G::Side::named(side);
                machine = if words.is_some() { side } else { machine.filter(|plays| Some(*plays) != side) };
            }
            Entry::Noticed { .. } => {}
            other => has_moved = matches!(other, Entry::Did { .. }),
        }
        table.take::<G>(number, entry);
    }
    None
}

/// Returns the fault of ending the time of a side that had some left, or of the engine if no clock runs.
fn flag_fault<G: Companion>(
    table: &TimedTable<G::Side>,
    machine: Option<G::Side>,
    side: G::Side,
    next: Option<&EntryOf<G>>,
) -> Option<&'static str> {
    match &table.clocks {
        Some(_) => (!table.is_up::<G>(side, next)).then_some("ends the time of a side that has time left"),
        None => (machine == Some(side)).then_some("ends the time of the machine, and no clock runs"),
    }
}

/// Returns the fault of counting time for a side that was not to move since the last count, or did not move.
fn other_mover<G: Companion>(journal: &Journal<G>, what: &Notice, since: Range<usize>) -> Option<&'static str> {
    let Notice::Thought { side, moved, .. } = what else { return None };
    let other = Some("counts the time of a side that was not to move");
    let is_mover = |after: usize| G::mover(&journal.state_after(after)).is_some_and(|mover| mover.name() == side);
    // After a move its side has no time left to count, because it was counted with the move.
    let is_played = |number: &usize| !matches!(journal.entry(*number), Some(Entry::Noticed { .. }));
    let last = (1..since.end).rev().find(is_played).and_then(|number| journal.entry(number));
    if !*moved && matches!(last, Some(Entry::Did { .. })) {
        return other.filter(|_| !is_mover(since.end - 1));
    }
    let is_move = |number: &usize| matches!(journal.entry(*number), Some(Entry::Did { .. }));
    let last = since.clone().rev().find(is_move).filter(|_| *moved).unwrap_or(since.end);
    let changes =
        |number: &usize| !matches!(journal.entry(*number), Some(Entry::Noticed { .. } | Entry::Remarked { .. }));
    let mut states = (since.start..last).filter(|number| *number == since.start || changes(number));
    other.filter(|_| !states.any(is_mover))
}

impl<S: Sided> Clocks<S> {
    fn set_to(control: Control) -> Clocks<S> {
        let sides = PerSide([Thinking::from(control.begun()); 2]);
        Clocks { control, sides, made: Vec::new(), taken_back: Vec::new() }
    }

    /// Reads the clocks from a journal, or `None` if no clock runs.
    fn of<G: Companion<Side = S>>(journal: &Journal<G>) -> Option<Clocks<S>> {
        let mut table = TimedTable { clocks: None, in_force: InForce::default() };
        (1..).zip(journal.entries()).for_each(|(number, entry)| table.take::<G>(number, entry));
        table.clocks
    }

    fn think(&mut self, side: S, thought: Duration) {
        self.sides[side] = self.sides[side].longer(thought);
    }

    /// A side that moves has thought about one move, however often it began: one increment, at most one period used.
    fn move_made(&mut self, side: S, in_force: usize) {
        let thinking = self.sides[side];
        self.made.push(Made { in_force, side, thinking });
        self.sides[side] = Thinking::from(self.control.after(thinking.left, thinking.thought, true));
    }

    /// A side whose move is undone continues to think about it, as if it had never been made.
    fn take_back(&mut self, in_force: usize) {
        while let Some(made) = self.made.pop_if(|made| made.in_force > in_force) {
            self.sides[made.side] = made.thinking.longer(self.sides[made.side].thought);
            self.taken_back.push(made);
        }
    }

    /// Time thought since the undo counts for the next move.
    fn bring_back(&mut self, in_force: usize) {
        while let Some(made) = self.taken_back.pop_if(|made| made.in_force <= in_force) {
            let since = self.sides[made.side].thought.saturating_sub(made.thinking.thought);
            self.sides[made.side] = made.thinking;
            self.move_made(made.side, made.in_force);
            self.think(made.side, since);
        }
    }

    /// Returns the time a side has left.
    fn left(&self, side: S) -> Left {
        let Thinking { left, thought } = self.sides[side];
        self.control.after(left, thought, false)
    }
}

impl<G: Companion> Session<'_, G> {
    /// `clock`, `clock 20m+10s`, `clock stop`. After a timed move a change needs a reason, which the log keeps.
    pub(super) fn clock(&mut self, control: Option<&str>, because: Option<String>) -> Result<Told, Refusal> {
        let none = || Refusal::not_there("no clock runs").form(HINT);
        match (control, because) {
            (None, None) => self.clocks_answer().ok_or_else(none),
            (None, Some(_)) => Err(Refusal::read("a clock is set to one time control").form(HINT)),
            (Some("stop"), because) => {
                let clocks = Clocks::of(self.journal()).ok_or_else(none)?;
                self.reset_clock(Some(&clocks), None, because)?;
                Ok(Told::text("The clocks stand."))
            }
            (Some(control), because) => {
                let control = control.parse().map_err(|what: String| Refusal::read(what).form(HINT))?;
                self.reset_clock(Clocks::of(self.journal()).as_ref(), Some(control), because)?;
                self.clocks_answer().ok_or_else(none)
            }
        }
    }

    /// Sets both clocks and starts that of the side to move.
    pub fn set_clock(&mut self, control: Control) -> Result<(), Refusal> {
        self.reset_clock(None, Some(control), None)
    }

    /// Resets or stops both clocks, which discards both sides' thinking times. Refused without a reason once a timed
    /// move was made.
    fn reset_clock(
        &mut self,
        before: Option<&Clocks<G::Side>>,
        control: Option<Control>,
        because: Option<String>,
    ) -> Result<(), Refusal> {
        if because.is_none() && before.is_some_and(|clocks| !clocks.made.is_empty()) {
            let what = "moves were made by these clocks: whoever stops them or sets them anew says why";
            return Err(Refusal::needs_reason(what).hint(REASON_HINT));
        }
        self.notice(Notice::Clock { control: control.map(|control| control.to_string()), because })?;
        self.seat.running = None;
        self.turn_clock()
    }

    /// Starts the clock of the side to move and records the other side's time: with its increment if it has moved,
    /// without if something was undone.
    pub(super) fn turn_clock(&mut self) -> Result<(), Refusal> {
        let mover = G::mover(self.state());
        if self.seat.running.is_some_and(|running| Some(running.side) != mover) {
            let is_played = |entry: &_| !matches!(entry, Entry::Noticed { .. });
            let last = self.journal().entries().iter().rev().find(|entry| is_played(*entry));
            self.stop_clock(matches!(last, Some(Entry::Did { .. })))?;
        }
        if self.seat.running.is_none() && Clocks::of(self.journal()).is_some() {
            let now = self.door.now();
            self.seat.running = mover.zip(now).map(|(side, since)| Running { side, since });
        }
        Ok(())
    }

    /// Stops the running clock and records its time.
    pub(super) fn stop_clock(&mut self, moved: bool) -> Result<(), Refusal> {
        let Some(running) = self.seat.running.take() else { return Ok(()) };
        let thought = self.thought_by(running);
        let milliseconds = u64::try_from(thought.as_millis()).unwrap_or(u64::MAX);
        self.notice(Notice::Thought { side: running.side.name().to_owned(), milliseconds, moved })
    }

    fn thought_by(&self, running: Running<G::Side>) -> Duration {
        self.door.now().map_or(Duration::ZERO, |now| now.saturating_sub(running.since))
    }

    /// Returns the clocks as they show now, or `None` if none runs.
    fn clocks_now(&self) -> Option<Clocks<G::Side>> {
        let mut clocks = Clocks::of(self.journal())?;
        if let Some(running) = self.seat.running {
            clocks.think(running.side, self.thought_by(running));
        }
        Some(clocks)
    }

    /// Returns the side whose time is up.
    fn out_of_time(&self) -> Option<G::Side> {
        let clocks = self.clocks_now()?;
        G::Side::BOTH.into_iter().find(|side| clocks.left(*side).is_up())
    }

    /// Prints `Clocks (20m+10s): Black 19:42, White 20:00.`, and the command if a side's time is up, or `None` if no
    /// clock runs.
    pub(super) fn clocks_told(&self) -> Option<String> {
        let clocks = self.clocks_now()?;
        let control = clocks.control;
        let [first, second] = G::Side::BOTH.map(|side| format!("{side} {}", control.shown(clocks.left(side))));
        let up = self.out_of_time().filter(|_| !G::is_over(self.state()));
        let up = up.map_or_else(String::new, |side| format!(" `flag {}` ends the game.", side.name()));
        Some(format!("Clocks ({control}): {first}, {second}.{up}"))
    }

    fn clocks_answer(&self) -> Option<Told> {
        let clocks = self.clocks_now()?;
        let sides = G::Side::BOTH.map(|side| {
            let left = clocks.left(side);
            let Left { main, periods } = left;
            json!({ "side": side.name(), "main_s": main.as_secs(), "periods": periods, "up": left.is_up() })
        });
        let value = json!({ "control": clocks.control.to_string(), "sides": sides });
        Some(Told::text(self.clocks_told()?).key("clocks", value))
    }

    /// Refused if the program's clock shows that a side has time left, or for the engine if no clock runs.
    pub(super) fn may_flag(&self, side: G::Side) -> Result<(), Refusal> {
        let is_machine = self.seat.machine.as_ref().is_some_and(|machine| machine.side == side);
        match self.clocks_now() {
            Some(clocks) if !clocks.left(side).is_up() => {
                let left = clocks.control.shown(clocks.left(side));
                let what = format!("the time of {} is not up: it has {left}", side.name());
                Err(Refusal::cannot(what).form("clock, or play on"))
            }
            None if is_machine => {
                let what = format!("the machine plays {}, and no clock runs", side.name());
                Err(Refusal::cannot(what).form(HINT))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Refused if a clock runs, and for the engine: an earlier entry did not depend on the clock as it was then.
    pub(super) fn may_flag_afterwards(&self, side: G::Side) -> Result<(), Refusal> {
        let is_machine = self.seat.machine.as_ref().is_some_and(|machine| machine.side == side);
        if !is_machine && Clocks::of(self.journal()).is_none() {
            return Ok(());
        }
        let what = format!("no entry is amended into the end of the time of {}", side.name());
        Err(Refusal::cannot(what)
            .hint(Hint::later(format!("flag {}", side.name())).bare() + ", while the clock says so"))
    }

    /// Ends the game for the engine if the person's time is up.
    pub(super) fn machine_claims(&mut self, machine: G::Side) -> Result<Option<Followed>, Refusal> {
        let person = machine.other();
        if G::is_over(self.state()) || self.out_of_time() != Some(person) {
            return Ok(None);
        }
        let command = G::from_common(Common::Flag { side: person });
        let told = Some((G::typed(&command), self.command(command)?));
        Ok(Some(Followed { says: Some(format!("The time of {} is up.", person.name())), told }))
    }
}
