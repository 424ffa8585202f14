//! A table at which a test types lines and checks their answers.
use super::{Seated, at_setup};
use naval::{Naval, model::Setup};
use session::{Frontend, Input, Refusal, Session};
use std::cell::RefCell;

pub fn measured(scenario: &str) -> Setup {
    let mut setup = load::scenario(&naval_kit::builtin(), scenario).unwrap();
    setup.remove_positions();
    setup
}

/// Ulsan with ranges measured by tape.
pub fn ulsan<T>(frontend: &Seated, play: impl FnOnce(&mut Session<'_, Naval>) -> T) -> T {
    at_setup(measured("ulsan"), frontend, play)
}

/// A person who gives one answer to every question.
pub fn person(answer: &'static str) -> Seated {
    Seated { answer: Some(answer), ..Seated::default() }
}

pub fn say(session: &mut Session<'_, Naval>, line: &str) -> String {
    session.line(line).unwrap_or_else(|problem| panic!("{line}: {problem}")).text
}

pub fn says(session: &mut Session<'_, Naval>, lines: &[&str]) {
    lines.iter().for_each(|line| drop(say(session, line)));
}

pub fn refused(session: &mut Session<'_, Naval>, line: &str) -> Refusal {
    session.line(line).err().unwrap_or_else(|| panic!("{line} is taken"))
}

pub fn hint(problem: &Refusal) -> String {
    problem.fault.hint.as_ref().map(ToString::to_string).unwrap_or_default()
}

/// A person who types these lines in order, then presses Ctrl-C at every question or has left.
#[derive(Default)]
pub struct Typing {
    left: RefCell<Vec<&'static str>>,
    leaves: bool,
    pub asked: RefCell<Vec<String>>,
    pub told: RefCell<Vec<String>>,
}

impl Typing {
    pub fn then_stops(lines: &[&'static str]) -> Typing {
        Typing { left: RefCell::new(lines.iter().rev().copied().collect()), ..Typing::default() }
    }
    pub fn then_leaves(lines: &[&'static str]) -> Typing {
        Typing { leaves: true, ..Typing::then_stops(lines) }
    }
}

impl Frontend for Typing {
    fn can_ask(&self) -> bool {
        true
    }
    fn ask(&self, question: &str) -> Result<Input, Refusal> {
        self.asked.borrow_mut().push(question.to_owned());
        let ends = if self.leaves { Input::End } else { Input::Interrupted };
        Ok(self.left.borrow_mut().pop().map_or(ends, |line| Input::Line(line.to_owned())))
    }
    plain_door!();
    fn aside(&self, words: &str) {
        self.told.borrow_mut().push(words.to_owned());
    }
}
