//! Begins, resumes or automatically plays a campaign.
use std::path::Path;
use std::process::ExitCode;

use super::maps;
use crate::args::{CrystalPlay, Play};
use crate::cli_session::{self, CliGame, CliSession, NewJournal};
use crate::journal_commands::GameSummary;
use crate::open;
use crate::resume::{self, ResumeChoice};
use crate::{output::Out, person::Person, prompt::Keyboard, store::Store};
use crystal::{Crystal, General, Setup, Style, notation};
use load::Sources;
use session::{Refusal, Session, crystal::as_table};
use show::crystal as words;

/// `kaiser crystal [SCENARIO|FILE]`: begins a journal and plays.
pub fn begin(
    sources: &Sources,
    keyboard: &Keyboard,
    game: &CrystalPlay,
    setup: Setup,
    out: &mut Out,
) -> Result<ExitCode, Refusal> {
    let general = game.auto.as_deref().map(|name| Style::from_name(name).map_err(Refusal::usage)).transpose()?;
    let dice = Some(game.dice);
    let cli_session = match general {
        Some(_) => CliSession { sources, keyboard: keyboard.clone(), script: None, keep_going: false, dice },
        None => CliSession::from_lines(sources, keyboard, &game.lines, dice)?,
    };
    let stem = setup.scenario.id.clone();
    let asks_person = cli_session.script.is_none() && general.is_none() && !out.json;
    if asks_person && game.output.is_none() && game.seed.is_none() && game.rules.is_empty() {
        match resume::ask_to_resume(keyboard, &stem, summarise)? {
            ResumeChoice::NewGame => {}
            ResumeChoice::Resume(file) => {
                let what = file.to_string_lossy().into_owned();
                return resume_game(sources, keyboard, &Play { what, ..Play::default() }, out);
            }
            ResumeChoice::Leave => return Ok(ExitCode::SUCCESS),
        }
    }
    out.say(format!("{}\n\n{}\n", setup.scenario.name, setup.scenario.introduction));
    let new_journal =
        NewJournal { seed: game.seed, output: game.output.as_deref(), stem: &stem, ..NewJournal::default() };
    let store = new_journal.begin::<Crystal>(sources, setup)?;
    match general {
        Some(style) => play_automatically(store, &cli_session, style, out),
        None => {
            cli_session.run(store, CliGame::without_line_filling((), as_table, maps::draw_at_prompt), |_| Ok(()), out)
        }
    }
}

pub fn summarise(file: &Path) -> Result<GameSummary, Refusal> {
    let seen = open::open_read_only::<Crystal>(file)?;
    let state = seen.journal.state();
    let is_over = state.result.is_some();
    let text = if is_over { words::status(state) } else { format!("turn {}", state.turn) };
    Ok(GameSummary {
        stem: state.scenario().id.to_string(),
        description: text.trim_end_matches('.').to_owned(),
        is_over,
    })
}

pub fn resume_game(sources: &Sources, keyboard: &Keyboard, play: &Play, out: &mut Out) -> Result<ExitCode, Refusal> {
    let cli_session = CliSession::from_lines(sources, keyboard, &play.lines, play.dice)?;
    cli_session.run(
        cli_session::resume_from_args(play)?,
        CliGame::without_line_filling((), as_table, maps::draw_at_prompt),
        |_| Ok(()),
        out,
    )
}

/// Lets a computer general play to the end. Every order is recorded as if it had been typed.
fn play_automatically(
    mut store: Store<Crystal>,
    cli_session: &CliSession,
    style: Style,
    out: &mut Out,
) -> Result<ExitCode, Refusal> {
    let person = Person::script();
    let mut session = Session::new(&mut store, &person, cli_session.sources, (), maps::draw_at_prompt);
    if let Some(mode) = cli_session.dice {
        session.set_dice_mode(mode)?;
    }
    let mut general = General::new(style);
    while let Some(order) = general.order(session.state()) {
        let line = notation::print(session.state(), &order);
        out.say(format!("> {line}"));
        let answer = session.carry_out_command(order)?;
        out.answer(&line, &answer);
        if out.is_closed {
            break;
        }
    }
    let status = words::status(session.state());
    drop(session);
    store.close()?;
    out.say(status);
    Ok(ExitCode::SUCCESS)
}
