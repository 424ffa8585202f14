//! The person at the terminal, as a session uses it ([`Frontend`]).
use std::cell::Cell;
use std::path::Path;
use std::time::{Duration, Instant};

use super::prompt::{Interrupts, Keyboard};
use super::{dice, file, output, parallel, terminal};
use session::{Frontend, Input, Refusal};
use show::map::CharacterSet;

/// A person at a terminal, or a script without one.
pub struct Person {
    /// Catches Ctrl-C between two prompts. A script catches none.
    interrupts: Option<Interrupts>,
    keyboard: Keyboard,
    thinking_since: Cell<Option<Instant>>,
    session_start: Instant,
}

impl Person {
    /// A person at the prompt. Ctrl-C is caught from here on.
    pub fn at_prompt(keyboard: &Keyboard) -> Person {
        let (interrupts, keyboard) = (Some(Interrupts::catch()), keyboard.clone());
        Person { interrupts, keyboard, thinking_since: Cell::default(), session_start: Instant::now() }
    }
    pub fn script() -> Person {
        Person {
            interrupts: None,
            keyboard: Keyboard::default(),
            thinking_since: Cell::default(),
            session_start: Instant::now(),
        }
    }
    /// Whether Ctrl-C was pressed since the last call.
    pub fn has_interrupted(&self) -> bool {
        self.interrupts.as_ref().is_some_and(Interrupts::take)
    }
}

impl Frontend for Person {
    fn can_ask(&self) -> bool {
        self.interrupts.is_some()
    }
    fn ask(&self, question: &str) -> Result<Input, Refusal> {
        self.keyboard.read_answer(question)
    }
    fn ask_again(&self, question: &str, answer: &str) -> Result<Input, Refusal> {
        self.keyboard.correct_answer(question, answer)
    }
    fn ask_hidden(&self, question: &str) -> Result<Input, Refusal> {
        self.keyboard.read_password(question)
    }
    fn aside(&self, words: &str) {
        output::note(words);
        self.keyboard.note_message();
    }
    fn show_progress(&self, words: &str) {
        if self.can_ask() {
            let seconds = self.thinking_since.get().map(|start| start.elapsed().as_secs_f64());
            output::show_progress(&match (words, seconds) {
                ("", _) => String::new(),
                (words, None) => words.to_owned(),
                (words, Some(seconds)) => format!("{seconds:.1} s, {words}"),
            });
        }
    }
    fn threads(&self) -> usize {
        parallel::core_count()
    }
    fn salt(&self) -> Result<String, Refusal> {
        dice::new_salt().map_err(|error| Refusal::disk(format!("No random salt is available: {error}.")))
    }
    fn stop_test(&self, within: Option<Duration>) -> Box<dyn Fn() -> bool + Sync + '_> {
        self.thinking_since.set(Some(Instant::now()));
        let interrupts = self.interrupts.as_ref();
        let deadline = within.map(|within| Instant::now() + within);
        let is_late = move || deadline.is_some_and(|until| Instant::now() >= until);
        Box::new(move || is_late() || interrupts.is_some_and(Interrupts::is_pending))
    }
    fn board_style(&self) -> CharacterSet {
        terminal::default_character_set()
    }
    /// Returns the time since the session began. `None` for a script, whose clocks never run.
    fn elapsed(&self) -> Option<Duration> {
        self.can_ask().then(|| self.session_start.elapsed())
    }
    fn read_file(&self, name: &str) -> Result<String, Refusal> {
        let path = Path::new(name);
        file::read_text(path, file::TURN_FILE).map_err(|error| error.into_refusal(path))
    }
    fn write_file(&self, name: &str, text: &str) -> Result<(), Refusal> {
        file::write(Path::new(name), text.as_bytes())
    }
    fn screen_lines(&self) -> Option<usize> {
        terminal::lines()
    }
}
