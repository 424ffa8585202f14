//! Journals of campaigns looked at: verify, log, show.
use std::path::Path;

use serde_json::{Value, json};

use super::NAME;
use crate::{
    args::Past,
    notices, open,
    origin::{self, Ending, Model},
    output::Out,
    past,
    problem::Problem,
    proof,
    store::{Seen, Store},
};
use crystal::{Command, Crystal, Setup, State, notation, rules::Rules};
use load::{self, Sources};
use play::journal::{Entry, HistoryLine, Journal, Outcome};
use play::{EventOf, Game};
use show::{self, Fate, crystal as words};

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
pub fn verify(sources: &Sources, file: &Path, out: &mut Out) -> Result<(), Problem> {
    proof::of_journal(seen(file)?, file, out, |journal| {
        let setup = origin::told(sources, journal.header(), Crystal::RULINGS, |setup| model(sources, setup))?;
        Ok(setup.and(Ending::standing(words::status(journal.state()))))
    })
}

/// The campaign that this program would begin by that name, with the journal's own switches.
///
/// # Errors
/// Why there is none.
fn model(sources: &Sources, setup: &Setup) -> Result<Model<Setup>, String> {
    let id = &setup.scenario.id;
    let scenario = load::campaign(sources, id).map_err(|_| format!("\"{id}\" is no campaign of this program"))?;
    let plain = Setup { scenario: setup.scenario.clone(), rules: Rules::default() };
    let chosen = origin::chosen(setup, &plain);
    Ok(Model { chosen, ..Model::built_in(Setup { scenario, rules: setup.rules }) })
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
    each_told(state, events).join("\n")
}

/// The same, event by event.
pub fn each_told(state: &State, events: &[EventOf<Crystal>]) -> Vec<String> {
    events.iter().filter_map(|event| words::event(&state.setup, event)).collect()
}

/// A journal as prose and as JSON, under a heading for each turn.
pub fn story(journal: &Journal<Crystal>) -> (String, Value) {
    told_up_to(journal, journal.entries().len())
}

fn told_up_to(journal: &Journal<Crystal>, last: usize) -> (String, Value) {
    let mut log = Log::default();
    journal.walk(|line, before| {
        if line.number <= last {
            log.tell(journal, line, before);
        }
    });
    (log.lines.join("\n"), Value::Array(log.values))
}

/// A log under way, with a heading for each turn.
#[derive(Default)]
struct Log {
    turn: u16,
    lines: Vec<String>,
    values: Vec<Value>,
}

impl Log {
    fn tell(&mut self, journal: &Journal<Crystal>, line: &HistoryLine<'_, Crystal>, before: &State) {
        let said = match line.entry {
            Entry::Did { command, events } => return self.did(line, before, command, events),
            Entry::Amended { entry, command, because, .. } => {
                return self.amended(journal, line, before, (*entry, command, because.as_deref()));
            }
            Entry::Undid => "undo".to_owned(),
            Entry::TakenBack { because } => format!("undo because \"{because}\""),
            Entry::Redid => "redo".to_owned(),
            Entry::Remarked { words } => format!("note: {words}"),
            Entry::Noticed { what } => notices::told(what),
            Entry::Opened => "opened again".to_owned(),
            Entry::Closed => "closed".to_owned(),
        };
        self.add(line, before, &said, "");
    }

    /// A deed as it was ruled at first, with what has become of it.
    fn did(&mut self, line: &HistoryLine<'_, Crystal>, before: &State, command: &Command, events: &[EventOf<Crystal>]) {
        if before.turn != self.turn {
            self.turn = before.turn;
            self.lines.push(format!("Turn {}", self.turn));
        }
        self.add(line, before, &notation::print(command), &told(before, events));
    }

    /// An amendment, and what came out otherwise by it; nothing of that when it was taken back.
    fn amended(
        &mut self,
        journal: &Journal<Crystal>,
        line: &HistoryLine<'_, Crystal>,
        before: &State,
        (entry, command, because): (usize, &Command, Option<&str>),
    ) {
        let because = because.map_or_else(String::new, |because| format!("because \"{because}\" "));
        self.add(line, before, &format!("amend {entry} {because}{}", notation::print(command)), "");
        let mut ruled = Vec::new();
        for changed in journal.changed_by(line.number).into_iter().filter(|_| line.in_force) {
            let is_struck = matches!(changed.outcome, Outcome::Struck { .. });
            let says = match changed.outcome {
                Outcome::Stands(events) => told(&changed.before, events),
                Outcome::Struck { rule, .. } => {
                    let refused = changed.refused().map(|reason| words::refused(&changed.before, &reason, *rule).what);
                    let why = refused.map_or_else(String::new, |why| format!(": {why}"));
                    format!("no longer lawful{why} [{rule}]")
                }
            };
            let again = format!("ruled again by entry {}", line.number);
            self.lines.push(show::entry_of(changed.entry, &again, &says, Fate::InForce));
            ruled.push(json!({ "id": changed.entry, "lawful": !is_struck, "text": says }));
        }
        if let Some(value) = self.values.last_mut() {
            value["amends"] = json!(entry);
            value["ruled"] = Value::Array(ruled);
        }
    }

    fn add(&mut self, line: &HistoryLine<'_, Crystal>, before: &State, command: &str, says: &str) {
        let fate = past::fate(line);
        self.lines.push(show::entry_of(line.number, command, says, fate));
        let mut value = json!({
            "id": line.number, "turn": before.turn, "in_force": line.in_force, "command": command, "text": says,
        });
        if let Some((key, by)) = fate.json() {
            value[key] = json!(by);
        }
        if let Some(struck) = line.struck {
            value["why"] = json!(format!("[{}]", struck.rule));
        }
        self.values.push(value);
    }
}
