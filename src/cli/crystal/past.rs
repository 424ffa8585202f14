//! Journals of campaigns looked at: verify, log, show.
use std::{path::Path, process::ExitCode};

use serde_json::json;

use super::{NAME, begin, maps};
use crate::{
    args::{MapArgs, Past, Play},
    games::Journalled,
    open,
    origin::{self, Ending, Model},
    output::Out,
    past,
    problem::Problem,
    proof,
    store::{Seen, Store},
};
use crystal::{Crystal, Setup, State, rules::Rules};
use load::{self, Sources};
use play::Game;
use play::journal::Journal;
use session::crystal::story;
use show::crystal as words;

/// A campaign's journal, looked at.
///
/// # Errors
/// It cannot be read.
pub fn seen(file: &Path) -> Result<Seen<Crystal>, Problem> {
    Store::<Crystal>::open_read_only(file, NAME).map_err(open::stored)
}

/// The journals of campaigns.
pub struct Campaign;

impl Journalled for Campaign {
    fn go_on(&self, sources: &Sources, play: &Play, out: &mut Out) -> Result<ExitCode, Problem> {
        begin::go_on(sources, play, out)
    }

    fn verify(&self, sources: &Sources, file: &Path, out: &mut Out) -> Result<(), Problem> {
        proof::of_journal(seen(file)?, file, out, |journal| {
            let setup = origin::told(sources, journal.header(), Crystal::RULINGS, |setup| model(sources, setup))?;
            Ok(setup.and(Ending::standing(words::status(journal.state()))))
        })
    }

    fn log(&self, asked: &Past, out: &mut Out) -> Result<(), Problem> {
        let journal = seen(&asked.file)?.journal;
        let last = past::entry(&journal, at(asked)?)?.unwrap_or(journal.entries().len());
        let (text, value) = story(&journal, last);
        out.both(text, &value);
        Ok(())
    }

    fn show(&self, asked: &Past, out: &mut Out) -> Result<(), Problem> {
        let seen = seen(&asked.file)?;
        let state = &moment(&seen.journal, asked)?;
        let mut value = words::chart_json(state);
        value["game"] = json!(NAME);
        value["scenario"] = json!(state.scenario().id);
        value["status"] = json!(words::status(state));
        out.both(format!("{}\n{}", words::chart(state), words::status(state)), &value);
        Ok(())
    }

    fn map(&self, asked: &MapArgs, out: &mut Out) -> Result<(), Problem> {
        maps::of_journal(asked, out)
    }

    /// A campaign has no points.
    fn tally(&self, asked: &Past, _: &mut Out) -> Result<(), Problem> {
        let file = asked.file.display();
        let what = format!("{file} is the journal of a campaign, which is won or lost and has no points");
        Err(Problem::new(what).hint(format!("kaiser show {file}")))
    }
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
