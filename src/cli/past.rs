//! Reads journals of battles: log, show, tally, map, verify.
use std::{path::Path, process::ExitCode};

use super::journalled::{Glance, Journalled};
use super::{battle, eyes, forged::Forged, map, open, output::Out, prompt::Keyboard, proof};
use crate::args::{MapArgs, Past, Play, values::when};
use load::Sources;
use naval::State;
use naval::view::{View, Viewer};
use session::naval::{Scope, moment_of, no_war, points, story};
use session::{Refusal, Telling};

/// The journal commands of battles.
pub struct Battle;

impl Journalled for Battle {
    fn glance(&self, file: &Path) -> Result<Glance, Refusal> {
        battle::glance(file)
    }

    fn go_on(&self, sources: &Sources, keyboard: &Keyboard, play: &Play, out: &mut Out) -> Result<ExitCode, Refusal> {
        battle::go_on(sources, keyboard, play, out)
    }

    fn verify(&self, sources: &Sources, file: &Path, forged: Forged, out: &mut Out) -> Result<u8, Refusal> {
        proof::of_battle(sources, file, false, forged, out)
    }

    fn log(&self, past: &Past, full: bool, out: &mut Out) -> Result<(), Refusal> {
        let seen = open::look(&past.file, |words| out.say(words))?;
        let scope = Scope::of(&seen.journal, when(past.at.as_deref())?, past.side.as_deref())?;
        let telling = if full { Telling::Full } else { Telling::Brief };
        out.told(story(&seen.journal, &scope.in_words(telling)));
        Ok(())
    }

    fn show(&self, past: &Past, out: &mut Out) -> Result<(), Refusal> {
        let state = moment(past, out)?;
        let view = View::seen_by(&state, &eyes::eyes(&state, &Viewer::Referee, past.side.as_deref())?);
        out.both(show::status::status(&view, show::status::Fold::Open), &show::json::status_json(&view));
        Ok(())
    }

    fn map(&self, asked: &MapArgs, out: &mut Out) -> Result<(), Refusal> {
        let seen = open::look(&asked.past.file, |words| out.say(words))?;
        let state = moment_of(&seen.journal, when(asked.past.at.as_deref())?)?;
        out.found(&map::of_journal(&seen.journal, &state, asked)?);
        Ok(())
    }

    fn chronicle(&self, past: &Past, out: &mut Out) -> Result<(), Refusal> {
        let state = moment(past, out)?;
        let view = View::seen_by(&state, &eyes::eyes(&state, &Viewer::Referee, past.side.as_deref())?);
        let text = show::war::chronicle(&view).ok_or_else(no_war)?;
        out.both(text, &show::war::chronicle_json(&view));
        Ok(())
    }

    fn tally(&self, past: &Past, out: &mut Out) -> Result<(), Refusal> {
        let state = moment(past, out)?;
        out.told(points(&state, &eyes::eyes(&state, &Viewer::Referee, past.side.as_deref())?));
        Ok(())
    }
}

fn moment(past: &Past, out: &mut Out) -> Result<State, Refusal> {
    let seen = open::look(&past.file, |words| out.say(words))?;
    moment_of(&seen.journal, when(past.at.as_deref())?)
}
