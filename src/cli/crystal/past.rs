//! Journals of campaigns looked at: verify, log, show.
use std::path::Path;

use serde_json::{Value, json};

use super::NAME;
use crate::{
    cli::{
        args::Past,
        notices, open,
        output::Out,
        past,
        problem::Problem,
        proof::{self, Ending},
        store::{Seen, Store},
    },
    crystal::{Crystal, State, notation},
    journal::{Entry, Journal, Outcome},
    play::EventOf,
    show::{self, crystal as words},
};

/// A campaign's journal, looked at.
///
/// # Errors
/// It cannot be read.
pub fn seen(file: &Path) -> Result<Seen<Crystal>, Problem> {
    Store::<Crystal>::open_read_only(file, NAME).map_err(open::stored)
}

/// `kaiser verify FILE`.
///
/// # Errors
/// The first entry that comes out otherwise; a torn journal.
pub fn verify(file: &Path, out: &mut Out) -> Result<(), Problem> {
    proof::of_journal(seen(file)?, file, out, |journal| Ok(Ending::standing(words::status(journal.state()))))
}

/// `kaiser log FILE [--at N]`, up to that entry.
///
/// # Errors
/// The journal cannot be read; no such entry.
pub fn log(asked: &Past, out: &mut Out) -> Result<(), Problem> {
    let journal = seen(&asked.file)?.journal;
    let last = past::entry(&journal, at(asked)?)?.unwrap_or(journal.entries().len());
    let (text, value) = told_up_to(&journal, last);
    out.both(text, &value);
    Ok(())
}

/// What `--at` names, an entry by its number in the log; a campaign has one side, and nobody names another.
fn at(asked: &Past) -> Result<Option<&str>, Problem> {
    if let Some(side) = &asked.side {
        let what = format!("a campaign has one side, and \"{side}\" is none of it");
        return Err(Problem::usage(what).hint("leave --side out"));
    }
    Ok(asked.at.as_deref())
}

/// The state now, or just after the entry that is asked for.
///
/// # Errors
/// No such entry; a side is named.
pub fn moment(journal: &Journal<Crystal>, asked: &Past) -> Result<State, Problem> {
    past::state_at(journal, at(asked)?)
}

/// `kaiser show FILE [--at N]`, as it stood after that entry.
///
/// # Errors
/// The journal cannot be read; no such entry.
pub fn show(asked: &Past, out: &mut Out) -> Result<(), Problem> {
    let seen = seen(&asked.file)?;
    let state = &moment(&seen.journal, asked)?;
    let mut value = words::chart_json(state);
    value["game"] = json!(NAME);
    value["scenario"] = json!(state.scenario().id);
    value["status"] = json!(words::status(state));
    out.both(format!("{}\n{}", words::chart(state), words::status(state)), &value);
    Ok(())
}

/// `kaiser tally FILE`: a campaign has no points.
pub fn untallied(file: &Path) -> Problem {
    let file = file.display();
    Problem::new(format!("{file} is the journal of a campaign, which is won or lost and has no points"))
        .hint(format!("kaiser show {file}"))
}

/// What followed from a command, a line for each event.
pub fn told(state: &State, events: &[EventOf<Crystal>]) -> String {
    let lines = events.iter().filter_map(|event| words::event(&state.setup, event));
    lines.collect::<Vec<_>>().join("\n")
}

/// A journal as prose and as JSON, under a heading for each turn.
pub fn story(journal: &Journal<Crystal>) -> (String, Value) {
    told_up_to(journal, journal.entries().len())
}

fn told_up_to(journal: &Journal<Crystal>, last: usize) -> (String, Value) {
    let (mut lines, mut values) = (Vec::new(), Vec::new());
    let mut turn = 0;
    journal.walk(|line, before| {
        if last < line.number {
            return;
        }
        let (command, says) = match line.entry {
            Entry::Did { command, events } => (notation::print(command), told(before, events)),
            Entry::Amended { entry, command, ruled } => {
                let own = ruled.iter().find(|ruled| ruled.entry == *entry);
                let says = match own.map(|ruled| &ruled.outcome) {
                    Some(Outcome::Stands(events)) => told(before, events),
                    Some(Outcome::Struck { .. }) | None => String::new(),
                };
                (format!("amend {entry} {}", notation::print(command)), says)
            }
            Entry::Undid => ("undo".to_owned(), String::new()),
            Entry::TakenBack { because } => (format!("undo because \"{because}\""), String::new()),
            Entry::Redid => ("redo".to_owned(), String::new()),
            Entry::Remarked { words } => (format!("note: {words}"), String::new()),
            Entry::Noticed { what } => (notices::told(what), String::new()),
            Entry::Opened => ("opened again".to_owned(), String::new()),
            Entry::Closed => ("closed".to_owned(), String::new()),
        };
        if matches!(line.entry, Entry::Did { .. }) && before.turn != turn {
            turn = before.turn;
            lines.push(format!("Turn {turn}"));
        }
        let says = match line.struck {
            Some(struck) => format!("no longer lawful: {} [{}]", struck.why, struck.rule),
            None => says,
        };
        lines.push(show::entry_of(line.number, &command, &says, !line.in_force));
        values.push(json!({
            "id": line.number, "turn": before.turn, "in_force": line.in_force, "command": command, "text": says,
        }));
    });
    (lines.join("\n"), Value::Array(values))
}
