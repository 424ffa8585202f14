//! Clocks beside a board game: who has thought how long is in the journal, so that a game goes on with the time that is left.
use std::time::Duration;

use serde_json::json;

use super::Companion;
use crate::{Answer, Followed, Problem, Session};
use boards::{
    PerSide, Sided,
    clock::{Control, Left},
};
use play::journal::{Entry, Journal, Notice};

/// How the word is typed.
const HINT: &str = "clock 20m+10s, or clock stop";

/// Whose clock runs, and since when by the door's own time.
#[derive(Clone, Copy)]
pub struct Running<S> {
    side: S,
    since: Duration,
}

/// The time control in force, and what each side has left of it when nobody thinks.
struct Clocks {
    control: Control,
    left: PerSide<Left>,
}

impl Clocks {
    /// As the journal says; `None` where no clock runs.
    fn of<G: Companion>(journal: &Journal<G>) -> Option<Clocks> {
        let mut clocks: Option<Clocks> = None;
        for entry in journal.entries() {
            let Entry::Noticed { what } = entry else { continue };
            if let Notice::Clock { control } = what {
                let control = control.as_deref().and_then(|control| control.parse::<Control>().ok());
                clocks = control.map(|control| Clocks { control, left: PerSide([control.begun(); 2]) });
            } else if let (Notice::Thought { side, milliseconds, moved }, Some(clocks)) = (what, &mut clocks)
                && let Some(side) = G::Side::named(side)
            {
                let thought = Duration::from_millis(*milliseconds);
                clocks.left[side] = clocks.control.after(clocks.left[side], thought, *moved);
            }
        }
        clocks
    }
}

impl<G: Companion> Session<'_, G> {
    /// `clock`, `clock 20m+10s`, `clock stop`.
    pub(super) fn clock(&mut self, words: &[&str]) -> Result<Answer, Problem> {
        let none = || Problem::new("no clock runs").hint(HINT);
        match words {
            [] => self.clocks_answer().ok_or_else(none),
            ["stop"] => {
                Clocks::of(self.journal()).ok_or_else(none)?;
                self.notice(Notice::Clock { control: None })?;
                self.seat.running = None;
                Ok(Answer::text("The clocks stand."))
            }
            [control] => {
                let control = control.parse().map_err(|what: String| Problem::new(what).hint(HINT))?;
                self.set_clock(control)?;
                self.clocks_answer().ok_or_else(none)
            }
            _ => Err(Problem::new("a clock is set to one time control").hint(HINT)),
        }
    }

    /// Both clocks are set anew, and that of the side to move runs.
    pub fn set_clock(&mut self, control: Control) -> Result<(), Problem> {
        self.notice(Notice::Clock { control: Some(control.to_string()) })?;
        self.seat.running = None;
        self.turn_clock()
    }

    /// The clock of whoever is to move now runs. What the other side has thought is written down: with its increment where
    /// it has moved, without where something was taken back.
    pub(super) fn turn_clock(&mut self) -> Result<(), Problem> {
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

    /// No clock runs any more; what was thought until now is written down.
    pub(super) fn stop_clock(&mut self, moved: bool) -> Result<(), Problem> {
        let Some(running) = self.seat.running.take() else { return Ok(()) };
        let thought = self.thought_by(running);
        let milliseconds = u64::try_from(thought.as_millis()).unwrap_or(u64::MAX);
        self.notice(Notice::Thought { side: running.side.name().to_owned(), milliseconds, moved })
    }

    fn thought_by(&self, running: Running<G::Side>) -> Duration {
        self.door.now().map_or(Duration::ZERO, |now| now.saturating_sub(running.since))
    }

    /// What each side has left now; `None` where no clock runs.
    fn clocks_now(&self) -> Option<Clocks> {
        let mut clocks = Clocks::of(self.journal())?;
        if let Some(running) = self.seat.running {
            let left = clocks.left[running.side];
            clocks.left[running.side] = clocks.control.after(left, self.thought_by(running), false);
        }
        Some(clocks)
    }

    /// The side whose time is up.
    fn out_of_time(&self) -> Option<G::Side> {
        let clocks = self.clocks_now()?;
        G::Side::BOTH.into_iter().find(|side| clocks.left[*side].is_up())
    }

    /// `Clocks (20m+10s): Black 19:42, White 20:00.`, and what may be done where the time of a side is up; `None` where no
    /// clock runs.
    pub(super) fn clocks_told(&self) -> Option<String> {
        let Clocks { control, left } = self.clocks_now()?;
        let [first, second] = G::Side::BOTH.map(|side| format!("{side} {}", control.shown(left[side])));
        let up = self.out_of_time().filter(|_| !G::is_over(self.state()));
        let up = up.map_or_else(String::new, |side| format!(" `flag {}` ends the game.", side.name()));
        Some(format!("Clocks ({control}): {first}, {second}.{up}"))
    }

    fn clocks_answer(&self) -> Option<Answer> {
        let Clocks { control, left } = self.clocks_now()?;
        let sides = G::Side::BOTH.map(|side| {
            let Left { main, periods } = left[side];
            json!({ "side": side.name(), "main_s": main.as_secs(), "periods": periods, "up": left[side].is_up() })
        });
        let value = json!({ "control": control.to_string(), "sides": sides });
        Some(Answer::text(self.clocks_told()?).key("clocks", value))
    }

    /// Refused where the program's own clock says that a side has time left, and of the machine where no clock runs.
    pub(super) fn may_flag(&self, side: G::Side) -> Result<(), Problem> {
        let is_machine = self.seat.machine.as_ref().is_some_and(|machine| machine.side == side);
        match self.clocks_now() {
            Some(Clocks { control, left }) if !left[side].is_up() => {
                let what = format!("the time of {} is not up: it has {}", side.name(), control.shown(left[side]));
                Err(Problem::new(what).hint("clock, or play on"))
            }
            None if is_machine => {
                let what = format!("the machine plays {}, and no clock runs", side.name());
                Err(Problem::new(what).hint(HINT))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// The machine takes the game where the person's time is up.
    pub(super) fn machine_claims(&mut self, machine: G::Side) -> Result<Option<Followed>, Problem> {
        let person = machine.other();
        if G::is_over(self.state()) || self.out_of_time() != Some(person) {
            return Ok(None);
        }
        let command = G::flag(person);
        let told = Some((G::typed(&command), self.command(command)?));
        Ok(Some(Followed { says: Some(format!("The time of {} is up.", person.name())), told }))
    }
}
