//! Journals of battles looked at: log, show, tally, map, verify.
use std::{path::Path, process::ExitCode};

use super::{
    args::{MapArgs, Past, Play},
    battle,
    evening::told,
    games::Journalled,
    map, open,
    output::Out,
    problem::Problem,
    proof,
    store::Seen,
};
use ::session::naval::{Scope, points, side, story};
use load::Sources;
use naval::{
    Naval, State,
    view::{View, Viewer},
};
use play::Game;
use play::journal::Journal;

pub use ::session::naval::moment_of;

/// The journals of battles.
pub struct Battle;

impl Journalled for Battle {
    fn go_on(&self, sources: &Sources, play: &Play, out: &mut Out) -> Result<ExitCode, Problem> {
        battle::go_on(sources, play, out)
    }

    fn verify(&self, sources: &Sources, file: &Path, out: &mut Out) -> Result<(), Problem> {
        proof::of_battle(sources, file, out)
    }

    fn log(&self, past: &Past, out: &mut Out) -> Result<(), Problem> {
        let seen = look(past, out)?;
        let scope = Scope::of(&seen.journal, past.at.as_deref(), past.side.as_deref())?;
        let (text, value) = story(&seen.journal, &scope);
        out.both(text, &value);
        Ok(())
    }

    fn show(&self, past: &Past, out: &mut Out) -> Result<(), Problem> {
        let seen = look(past, out)?;
        let state = moment(&seen.journal, past)?;
        let view = View::seen_by(&state, &viewer(&state, past)?);
        out.both(show::status(&view), &show::status_json(&view));
        Ok(())
    }

    fn map(&self, asked: &MapArgs, out: &mut Out) -> Result<(), Problem> {
        let seen = look(&asked.past, out)?;
        let state = moment(&seen.journal, &asked.past)?;
        told(out, map::of_journal(&seen.journal, &state, asked)?);
        Ok(())
    }
}

/// `kaiser tally FILE`.
///
/// # Errors
/// The journal cannot be read, or is none of a battle; no such moment or side.
pub fn tally(past: &Past, out: &mut Out) -> Result<(), Problem> {
    let seen = look(past, out)?;
    let state = moment(&seen.journal, past)?;
    let (text, value) = points(&state, &viewer(&state, past)?);
    out.both(text, &value);
    Ok(())
}

/// Through whose eyes a battle is looked at.
fn viewer(state: &State, past: &Past) -> Result<Viewer, Problem> {
    let side = past.side.as_ref().map(|name| side(state, name)).transpose()?;
    Ok(side.map_or(Viewer::Referee, Viewer::Side))
}

fn look(past: &Past, out: &mut Out) -> Result<Seen<Naval>, Problem> {
    let seen = open::seen(&past.file)?;
    if seen.torn.is_some() {
        out.say("(The last line is torn and left out.)");
    }
    if let Some(entry) = seen.kept_from {
        let name = past.file.display();
        out.say(format!("(From entry {entry} on {name} is secret still: that is kept in {name}.private.)"));
    }
    Ok(seen)
}

fn moment(journal: &Journal<Naval>, past: &Past) -> Result<State, Problem> {
    moment_of(journal, past.at.as_deref())
}

/// The state just after the entry that `--at` names; the state now without it.
///
/// # Errors
/// There is no such entry.
pub fn state_at<G: Game>(journal: &Journal<G>, at: Option<&str>) -> Result<G::State, Problem> {
    Ok(entry(journal, at)?.map_or_else(|| journal.state().clone(), |number| journal.state_after(number)))
}

/// The entry that `--at` names where a journal has no turns and segments, as `log` numbers them; `None` without it.
///
/// # Errors
/// There is no such entry.
pub fn entry<G: Game>(journal: &Journal<G>, at: Option<&str>) -> Result<Option<usize>, Problem> {
    let Some(at) = at else { return Ok(None) };
    let last = journal.entries().len();
    let number = at.parse::<usize>().ok().filter(|number| *number <= last);
    number.map(Some).ok_or_else(|| {
        let what = format!("\"{at}\" is no entry of this journal");
        Problem::usage(what).hint(format!("--at 0 to --at {last}; kaiser log numbers them"))
    })
}
