//! A campaign begun, gone on with, or played by a general.
use std::process::ExitCode;

use super::{maps, style};
use crate::{
    args::{CrystalPlay, Play},
    evening::{self, Anew, AtDoor, Evening, tell},
    open,
    output::Out,
    person::Person,
    problem::Problem,
    store::Store,
};
use crystal::{Crystal, General, Setup, Style, notation};
use load::Sources;
use session::Session;
use show::crystal as words;

/// `kaiser crystal [SCENARIO|FILE]`: begins a journal and plays.
///
/// # Errors
/// A wrong scenario or switch; the journal cannot be made.
pub fn begin(sources: &Sources, game: &CrystalPlay, setup: Setup, out: &mut Out) -> Result<ExitCode, Problem> {
    let general = game.auto.as_deref().map(style).transpose()?;
    let script = game.script.as_deref();
    let evening = if general.is_some() {
        Evening { sources, script: None, keep_going: false, dice: Some(game.dice) }
    } else {
        Evening::of(sources, script, game.keep_going, Some(game.dice))?
    };
    let stem = setup.scenario.id.clone();
    out.say(format!("{}\n\n{}\n", setup.scenario.name, setup.scenario.introduction));
    let anew = Anew { seed: game.seed, salts: None, private: false, output: game.output.as_deref(), stem: &stem };
    let store = anew.begin::<Crystal>(sources, setup)?;
    match general {
        Some(style) => auto(store, &evening, style, out),
        None => evening.hold(store, AtDoor::of((), maps::at_prompt), |_| Ok(()), out),
    }
}

/// Goes on with the journal of a campaign.
///
/// # Errors
/// The journal cannot be opened; an option that stands in its first line.
pub fn go_on(sources: &Sources, play: &Play, out: &mut Out) -> Result<ExitCode, Problem> {
    evening::says_nothing_anew(play)?;
    let evening = Evening::of(sources, play.script.as_deref(), play.keep_going, play.dice)?;
    evening.hold(evening::go_on(play)?, AtDoor::of((), maps::at_prompt), |_| Ok(()), out)
}

/// A general plays to the end, every order written down as if it had been typed.
fn auto(mut store: Store<Crystal>, evening: &Evening, style: Style, out: &mut Out) -> Result<ExitCode, Problem> {
    let person = Person::nobody();
    let mut session = Session::new(&mut store, &person, evening.sources, (), maps::at_prompt);
    if let Some(mode) = evening.dice {
        session.settle(mode)?;
    }
    let mut general = General::new(style);
    while let Some(order) = general.order(session.state()) {
        let line = notation::print(session.state(), &order);
        out.say(format!("> {line}"));
        let answer = session.command(order)?;
        tell(out, &line, &answer);
        if out.is_gone() {
            break;
        }
    }
    let status = words::status(session.state());
    store.close().map_err(open::stored)?;
    out.say(status);
    Ok(ExitCode::SUCCESS)
}
