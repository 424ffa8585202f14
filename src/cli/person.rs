//! The person at the terminal, as a session uses it ([`Door`]).
use std::cell::Cell;
use std::time::{Duration, Instant};

use super::prompt::{Interrupts, Keyboard};
use super::{cores, dice, output, terminal};
use session::{Door, Refusal, Typed};
use show::map::Lettering;

/// A person at a terminal, or a script without one.
pub struct Person {
    /// Catches Ctrl-C between two prompts. A script catches none.
    interrupts: Option<Interrupts>,
    keyboard: Keyboard,
    /// When the computer player began to think.
    begun: Cell<Option<Instant>>,
    /// When the session began.
    sat_down: Instant,
}

impl Person {
    /// A person at the prompt. Ctrl-C is caught from here on.
    pub fn at_prompt(keyboard: &Keyboard) -> Person {
        let (interrupts, keyboard) = (Some(Interrupts::caught()), keyboard.clone());
        Person { interrupts, keyboard, begun: Cell::default(), sat_down: Instant::now() }
    }
    /// A script instead of a person.
    pub fn nobody() -> Person {
        Person { interrupts: None, keyboard: Keyboard::default(), begun: Cell::default(), sat_down: Instant::now() }
    }
    /// Whether Ctrl-C was pressed since the last call.
    pub fn has_interrupted(&self) -> bool {
        self.interrupts.as_ref().is_some_and(Interrupts::any)
    }
}

impl Door for Person {
    fn asks(&self) -> bool {
        self.interrupts.is_some()
    }
    fn ask(&self, question: &str) -> Result<Typed, Refusal> {
        self.keyboard.once(question)
    }
    fn ask_again(&self, question: &str, answer: &str) -> Result<Typed, Refusal> {
        self.keyboard.once_more(question, answer)
    }
    fn ask_unseen(&self, question: &str) -> Result<Typed, Refusal> {
        self.keyboard.unseen(question)
    }
    fn aside(&self, words: &str) {
        output::aside(words);
        self.keyboard.told();
    }
    fn thinks(&self, words: &str) {
        if self.asks() {
            let seconds = self.begun.get().map(|begun| begun.elapsed().as_secs_f64());
            output::passing(&match (words, seconds) {
                ("", _) => String::new(),
                (words, None) => words.to_owned(),
                (words, Some(seconds)) => format!("{seconds:.1} s, {words}"),
            });
        }
    }
    fn threads(&self) -> usize {
        cores::all()
    }
    fn salt(&self) -> Result<String, Refusal> {
        dice::new_salt().map_err(|error| Refusal::disk(format!("no salt can be drawn: {error}")))
    }
    fn stop(&self, within: Option<Duration>) -> Box<dyn Fn() -> bool + Sync + '_> {
        self.begun.set(Some(Instant::now()));
        let interrupts = self.interrupts.as_ref();
        let until = within.map(|within| Instant::now() + within);
        let is_late = move || until.is_some_and(|until| Instant::now() >= until);
        Box::new(move || is_late() || interrupts.is_some_and(Interrupts::waits))
    }
    fn lettering(&self) -> Lettering {
        terminal::usual_lettering()
    }
    /// A script has no thinking time.
    fn now(&self) -> Option<Duration> {
        self.asks().then(|| self.sat_down.elapsed())
    }
    fn lines(&self) -> Option<usize> {
        terminal::lines()
    }
}
