//! Asking for what a verb lacks: menus at a terminal, a plain line otherwise. `<` goes back one question.
use std::io::{self, BufRead, IsTerminal, Write};

use dialoguer::{Input, theme::SimpleTheme};

use super::{output, problem::Problem};
use crate::naval::{State, notation};

/// Someone who answers questions.
trait Answers {
    /// A line, possibly empty; `None` for `<` and when nobody is there any more.
    fn free(&mut self, says: &str) -> io::Result<Option<String>>;
}

/// A person at a terminal.
struct Person;

impl Answers for Person {
    fn free(&mut self, says: &str) -> io::Result<Option<String>> {
        let typed: String =
            Input::with_theme(&SimpleTheme).with_prompt(says).allow_empty(true).interact_text().map_err(unwrap)?;
        Ok(unless_back(&typed))
    }
}

/// Whatever is piped in.
struct Pipe;

impl Answers for Pipe {
    fn free(&mut self, says: &str) -> io::Result<Option<String>> {
        let mut out = io::stdout().lock();
        write!(out, "{says} ")?;
        out.flush()?;
        let mut typed = String::new();
        let bytes = io::stdin().lock().read_line(&mut typed)?;
        Ok(unless_back(&typed).filter(|_| 0 < bytes))
    }
}

/// What was answered to a list.
enum Chosen {
    At(usize),
    /// Words of their own, where the question allows them.
    Words(String),
    Back,
}

/// Shows a numbered list and asks until the answer is a number of it, an unambiguous start of its words, or `<`.
///
/// An empty answer takes the first.
fn choose(someone: &mut dyn Answers, says: &str, choices: &[String], free: bool) -> io::Result<Chosen> {
    let list: Vec<String> = choices.iter().enumerate().map(|(at, words)| format!("  {:>2}  {words}", at + 1)).collect();
    output::aside(&list.join("\n"));
    loop {
        let Some(typed) = someone.free(&format!("{says} (1 to {}, or < for back)", choices.len()))? else {
            return Ok(Chosen::Back);
        };
        if let Some(at) = place(choices, &typed) {
            return Ok(Chosen::At(at));
        }
        if free {
            return Ok(Chosen::Words(typed));
        }
        output::aside(&format!("\"{typed}\" is none of them."));
    }
}

fn place(choices: &[String], typed: &str) -> Option<usize> {
    if typed.is_empty() {
        return Some(0);
    }
    if let Ok(number) = typed.parse::<usize>() {
        return number.checked_sub(1).filter(|at| *at < choices.len());
    }
    let wanted = typed.to_lowercase();
    let mut starting = (0..choices.len()).filter(|at| choices[*at].to_lowercase().starts_with(&wanted));
    starting.next().filter(|_| starting.next().is_none())
}

fn unless_back(typed: &str) -> Option<String> {
    let typed = typed.trim();
    (typed != "<").then(|| typed.to_owned())
}

fn unwrap(error: dialoguer::Error) -> io::Error {
    let dialoguer::Error::IO(error) = error;
    error
}

fn someone() -> Box<dyn Answers> {
    if io::stdin().is_terminal() && io::stderr().is_terminal() { Box::new(Person) } else { Box::new(Pipe) }
}

/// A line with what it lacks asked for; `None` when the person has gone back before the first question.
///
/// # Errors
/// The terminal fails.
pub fn fill(state: &State, line: &str) -> Result<Option<String>, Problem> {
    let verb = line.trim();
    if verb.is_empty() || notation::questions(state, verb, &[]).is_none() {
        return Ok(Some(verb.to_owned()));
    }
    let mut someone = someone();
    let mut answers: Vec<String> = Vec::new();
    while let Some(question) = notation::questions(state, verb, &answers) {
        match answer(someone.as_mut(), &question).map_err(failed)? {
            Some(answer) => answers.push(answer),
            None if answers.pop().is_none() => return Ok(None),
            None => {}
        }
    }
    Ok(Some(notation::guided_line(verb, &answers)))
}

/// The text that an answer adds to the line; `None` goes back.
fn answer(someone: &mut dyn Answers, question: &notation::Question) -> io::Result<Option<String>> {
    if question.choices.is_empty() {
        return words(someone, &question.says);
    }
    let shown: Vec<String> = question.choices.iter().map(|(shown, _)| shown.clone()).collect();
    Ok(match choose(someone, &question.says, &shown, question.free)? {
        Chosen::At(at) => Some(question.choices[at].1.clone()),
        Chosen::Words(words) => Some(words),
        Chosen::Back => None,
    })
}

/// Asks until something is said.
fn words(someone: &mut dyn Answers, says: &str) -> io::Result<Option<String>> {
    loop {
        match someone.free(says)? {
            Some(typed) if typed.is_empty() => output::aside("`<` goes back."),
            answer => return Ok(answer),
        }
    }
}

/// Which game to play: the name behind a line of the list, or one that was typed.
///
/// # Errors
/// The terminal fails.
pub fn choose_game(shown: &[String], names: &[String]) -> Result<Option<String>, Problem> {
    Ok(match choose(someone().as_mut(), "Which game?", shown, true).map_err(failed)? {
        Chosen::At(at) => names.get(at).cloned(),
        Chosen::Words(name) => Some(name),
        Chosen::Back => None,
    })
}

fn failed(error: io::Error) -> Problem {
    Problem::new(format!("no answer: {error}")).hint("nothing has changed")
}
