//! A table at which a line is said, and its answer looked at.
use super::{Seated, at_setup};
use naval::{Naval, Setup};
use session::{Problem, Session};

pub fn measured(scenario: &str) -> Setup {
    let mut setup = load::scenario(&load::builtin(), scenario).unwrap();
    setup.measured();
    setup
}

/// Ulsan with ranges by the tape.
pub fn ulsan<T>(door: &Seated, play: impl FnOnce(&mut Session<'_, Naval>) -> T) -> T {
    at_setup(measured("ulsan"), door, play)
}

/// Somebody who gives one answer to every question.
pub fn person(answer: &'static str) -> Seated {
    Seated { answer: Some(answer), ..Seated::default() }
}

pub fn say(session: &mut Session<'_, Naval>, line: &str) -> String {
    session.line(line).unwrap_or_else(|problem| panic!("{line}: {problem}")).text
}

pub fn says(session: &mut Session<'_, Naval>, lines: &[&str]) {
    lines.iter().for_each(|line| drop(say(session, line)));
}

pub fn refused(session: &mut Session<'_, Naval>, line: &str) -> Problem {
    session.line(line).err().unwrap_or_else(|| panic!("{line} is taken"))
}

pub fn hint(problem: &Problem) -> String {
    problem.fault.hint.clone().unwrap_or_default()
}
