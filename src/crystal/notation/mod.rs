//! Commands as text, both ways: `rows` has a row for each verb, `verb` its command, `grammar` what its slots may hold.
mod grammar;
mod rows;
mod verb;

use crate::model::{Command, State, nearest};
use play::{
    Hint, LineError,
    verbs::{self, SharedVerb, fill, read_word, reader, tokens},
};

pub use grammar::{Row, area};
pub use rows::{SessionVerb, SessionWord};
use verb::{Verb, spell};

/// Parses a typed line as a command, or returns one clear error with the nearest legal input.
pub fn parse(state: &State, line: &str) -> Result<Command, LineError> {
    let tokens = tokens(line);
    let Some(first) = tokens.first() else {
        return Err(LineError::new("Nothing was typed.").hint("type `event` or " + Hint::line("next") + "."));
    };
    let Some(verb) = Verb::ALL.iter().find(|verb| verb.row().is_called(&first.key)) else {
        let typed = line[first.at.clone()].to_lowercase();
        let near = nearest(&typed, Verb::ALL.iter().map(|verb| verb.row().word));
        let hint = near.map_or_else(|| "help".to_owned(), |near| format!("did you mean {near}? `help` lists all."));
        return Err(LineError::new(format!("There is no command \"{typed}\".")).hint(hint));
    };
    let mut r = reader(state, line, tokens, verb.row())?;
    r.skip();
    fill(&mut r)?;
    verb.make(&mut r)
}

/// Reads the session command that a line begins with, if any.
///
/// # Errors
/// The command lacks something or has something extra. Includes the command if all sessions have it.
pub fn session_word(state: &State, line: &str) -> Option<Result<SessionWord, (Option<SharedVerb>, LineError)>> {
    let tokens = tokens(line);
    let (verb, words) = SessionVerb::at_start(&tokens)?;
    Some(read_word(state, line, tokens, (verb.row(), words), |r| verb.make(r)))
}

/// Prints a command as it would be typed.
pub fn print(state: &State, command: &Command) -> String {
    let (verb, values) = spell(command);
    verbs::print(state, verb.row(), &values)
}

/// Returns every verb and session command, in the order of help.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    Verb::ALL.iter().map(|verb| verb.row()).chain(SessionVerb::ALL.iter().map(|word| word.row()))
}

/// Returns the help page of one word, or `None` if it is no verb and no session command.
pub fn help_on(word: &str) -> Option<String> {
    rows().find(|row| row.is_called(word)).map(|row| verbs::page(row, row.example))
}

/// Returns the commands that a player needs, each with what it does.
pub fn help() -> Vec<(&'static str, &'static str)> {
    rows().filter(|row| !row.usage.is_empty()).map(|row| (row.usage, row.summary)).collect()
}
