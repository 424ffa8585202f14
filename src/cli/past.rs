//! Journals of battles looked at: log, show, tally, map, verify.
use std::{path::Path, process::ExitCode};

use super::{battle, journalled::Journalled, map, open, output::Out, proof, store::Seen};
use crate::args::{MapArgs, Past, Play};
use load::Sources;
use naval::view::{View, Viewer};
use naval::{Naval, State};
use play::journal::{KeptFrom, Missing};
use session::Problem;
use session::naval::{Scope, moment_of, points, story};

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
        out.told(story(&seen.journal, &scope));
        Ok(())
    }

    fn show(&self, past: &Past, out: &mut Out) -> Result<(), Problem> {
        let state = moment(past, out)?;
        let view = View::seen_by(&state, &map::eyes(&state, &Viewer::Referee, past.side.as_deref())?);
        out.both(show::status(&view), &show::status_json(&view));
        Ok(())
    }

    fn map(&self, asked: &MapArgs, out: &mut Out) -> Result<(), Problem> {
        let seen = look(&asked.past, out)?;
        let state = moment_of(&seen.journal, asked.past.at.as_deref())?;
        out.found(&map::of_journal(&seen.journal, &state, asked)?);
        Ok(())
    }

    fn tally(&self, past: &Past, out: &mut Out) -> Result<(), Problem> {
        let state = moment(past, out)?;
        out.told(points(&state, &map::eyes(&state, &Viewer::Referee, past.side.as_deref())?));
        Ok(())
    }
}

fn moment(past: &Past, out: &mut Out) -> Result<State, Problem> {
    moment_of(&look(past, out)?.journal, past.at.as_deref())
}

fn look(past: &Past, out: &mut Out) -> Result<Seen<Naval>, Problem> {
    let seen = open::seen(&past.file)?;
    if seen.torn.is_some() {
        out.say("(The last line is torn and left out.)");
    }
    if let Some(KeptFrom { entry, why }) = seen.kept_from {
        let name = past.file.display();
        let lacks = if why == Missing::Text { String::new() } else { format!(", and {why}") };
        out.say(format!("(From entry {entry} on {name} is secret still: that is kept in {name}.private{lacks}.)"));
    }
    Ok(seen)
}
