//! Begins, resumes or automatically plays a campaign.
use std::path::Path;
use std::process::ExitCode;

use super::maps;
use crate::args::{CrystalPlay, Play};
use crate::evening::{self, Anew, AtDoor, Evening};
use crate::journalled::Glance;
use crate::open;
use crate::resume::{self, Begins};
use crate::{output::Out, person::Person, prompt::Keyboard, store::Store};
use crystal::{Crystal, General, Setup, Style, notation};
use load::Sources;
use session::{Refusal, Session, crystal::at_table};
use show::crystal as words;

/// `kaiser crystal [SCENARIO|FILE]`: begins a journal and plays.
pub fn begin(
    sources: &Sources,
    keyboard: &Keyboard,
    game: &CrystalPlay,
    setup: Setup,
    out: &mut Out,
) -> Result<ExitCode, Refusal> {
    let general = game.auto.as_deref().map(|name| Style::named(name).map_err(Refusal::usage)).transpose()?;
    let dice = Some(game.dice);
    let evening = match general {
        Some(_) => Evening { sources, keyboard: keyboard.clone(), script: None, keep_going: false, dice },
        None => Evening::of(sources, keyboard, &game.lines, dice)?,
    };
    let stem = setup.scenario.id.clone();
    let asks = evening.script.is_none() && general.is_none() && !out.json;
    if asks && game.output.is_none() && game.seed.is_none() && game.rules.is_empty() {
        match resume::asked(keyboard, &stem, glance)? {
            Begins::Anew => {}
            Begins::Again(file) => {
                let what = file.to_string_lossy().into_owned();
                return go_on(sources, keyboard, &Play { what, ..Play::default() }, out);
            }
            Begins::Nothing => return Ok(ExitCode::SUCCESS),
        }
    }
    out.say(format!("{}\n\n{}\n", setup.scenario.name, setup.scenario.introduction));
    let anew = Anew { seed: game.seed, output: game.output.as_deref(), stem: &stem, ..Anew::default() };
    let store = anew.begin::<Crystal>(sources, setup)?;
    match general {
        Some(style) => auto(store, &evening, style, out),
        None => evening.hold(store, AtDoor::of((), at_table, maps::at_prompt), |_| Ok(()), out),
    }
}

/// Reads the current state of a journal's game.
pub fn glance(file: &Path) -> Result<Glance, Refusal> {
    let seen = open::seen::<Crystal>(file)?;
    let state = seen.journal.state();
    let is_over = state.result.is_some();
    let says = if is_over { words::status(state) } else { format!("turn {}", state.turn) };
    Ok(Glance { stem: state.scenario().id.to_string(), says: says.trim_end_matches('.').to_owned(), is_over })
}

/// Resumes the journal of a campaign.
pub fn go_on(sources: &Sources, keyboard: &Keyboard, play: &Play, out: &mut Out) -> Result<ExitCode, Refusal> {
    let evening = Evening::of(sources, keyboard, &play.lines, play.dice)?;
    evening.hold(evening::go_on(play)?, AtDoor::of((), at_table, maps::at_prompt), |_| Ok(()), out)
}

/// Lets a computer general play to the end. Every order is recorded as if it had been typed.
fn auto(mut store: Store<Crystal>, evening: &Evening, style: Style, out: &mut Out) -> Result<ExitCode, Refusal> {
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
        out.answer(&line, &answer);
        if out.gone {
            break;
        }
    }
    let status = words::status(session.state());
    store.close()?;
    out.say(status);
    Ok(ExitCode::SUCCESS)
}
