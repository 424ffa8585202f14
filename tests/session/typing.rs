//! A table at which a test types lines and checks their answers.
use super::{OneAnswer, with_setup};
use naval::{Naval, model::Setup};
use session::{Frontend, Input, Refusal, Session};
use std::cell::RefCell;

pub fn measured(scenario: &str) -> Setup {
    let mut setup = load::scenario(&naval_kit::builtin(), scenario).unwrap();
    setup.remove_positions();
    setup
}

/// Ulsan with ranges measured by tape.
pub fn ulsan<T>(frontend: &OneAnswer, play: impl FnOnce(&mut Session<'_, Naval>) -> T) -> T {
    with_setup(measured("ulsan"), frontend, play)
}

/// A person who gives one answer to every question.
pub fn one_answer(answer: &'static str) -> OneAnswer {
    OneAnswer { answer: Some(answer), ..OneAnswer::default() }
}

pub fn type_line(session: &mut Session<'_, Naval>, line: &str) -> String {
    session.line(line).unwrap_or_else(|problem| panic!("{line}: {problem}")).text
}

pub fn type_lines(session: &mut Session<'_, Naval>, lines: &[&str]) {
    lines.iter().for_each(|line| drop(type_line(session, line)));
}

pub fn refused(session: &mut Session<'_, Naval>, line: &str) -> Refusal {
    session.line(line).err().unwrap_or_else(|| panic!("{line} is taken"))
}

pub fn hint(problem: &Refusal) -> String {
    problem.error.hint.as_ref().map(ToString::to_string).unwrap_or_default()
}

/// A person who types these lines in order, then presses Ctrl-C at every question or has left.
#[derive(Default)]
pub struct TypedLines {
    remaining: RefCell<Vec<&'static str>>,
    leaves: bool,
    pub questions: RefCell<Vec<String>>,
    pub output: RefCell<Vec<String>>,
}

impl TypedLines {
    pub fn then_stops(lines: &[&'static str]) -> TypedLines {
        TypedLines { remaining: RefCell::new(lines.iter().rev().copied().collect()), ..TypedLines::default() }
    }
    pub fn then_leaves(lines: &[&'static str]) -> TypedLines {
        TypedLines { leaves: true, ..TypedLines::then_stops(lines) }
    }
}

impl Frontend for TypedLines {
    fn can_ask(&self) -> bool {
        true
    }
    fn ask(&self, question: &str) -> Result<Input, Refusal> {
        self.questions.borrow_mut().push(question.to_owned());
        let ends = if self.leaves { Input::End } else { Input::Interrupted };
        Ok(self.remaining.borrow_mut().pop().map_or(ends, |line| Input::Line(line.to_owned())))
    }
    plain_frontend!();
    fn aside(&self, words: &str) {
        self.output.borrow_mut().push(words.to_owned());
    }
}
