//! Begins and resumes board games.
use std::path::Path;
use std::process::ExitCode;

use super::board_view;
use crate::args::{BoardGameArgs, Play};
use crate::cli_session::{self, CliGame, CliSession, NewJournal};
use crate::journal_commands::GameSummary;
use crate::open;
use crate::output::{self, Out};
use crate::prompt::Keyboard;
use crate::resume::{self, ResumeChoice};
use boards::Sided;
use load::Sources;
use session::boards::{BoardGame, BoardSeat, table};
use session::{Refusal, Session};

/// `kaiser tafl`, `kaiser acre`, `kaiser coal-steel`: begins a journal and plays.
pub fn begin<G: BoardGame<State: 'static>>(
    sources: &Sources,
    keyboard: &Keyboard,
    game: &BoardGameArgs,
    out: &mut Out,
) -> Result<ExitCode, Refusal> {
    let setup = G::setup(&game.rules, game.position.as_deref())?;
    let cli_session = CliSession::from_lines(sources, keyboard, &game.lines, Some(game.dice))?;
    let is_plain = game.rules.is_empty() && game.position.is_none() && game.seed.is_none() && game.clock.is_none();
    if cli_session.script.is_none() && !out.json && is_plain && game.output.is_none() {
        match resume::ask_to_resume(keyboard, G::NAME, summarise::<G>)? {
            ResumeChoice::NewGame => {}
            ResumeChoice::Resume(file) => {
                let what = file.to_string_lossy().into_owned();
                let machine = game.machine.clone();
                return resume_game::<G>(sources, keyboard, &Play { what, machine, ..Play::default() }, out);
            }
            ResumeChoice::Leave => return Ok(ExitCode::SUCCESS),
        }
    }
    let machine = if cli_session.script.is_none() && !out.json {
        let Some(machine) = game.machine.ask_for_opponent::<G>(keyboard)? else { return Ok(ExitCode::SUCCESS) };
        machine
    } else {
        game.machine.engine_player::<G>()?
    };
    let new_journal =
        NewJournal { seed: game.seed, output: game.output.as_deref(), stem: G::NAME, ..NewJournal::default() };
    let store = new_journal.begin::<G>(sources, setup)?;
    let prepare = |session: &mut Session<'_, G>| {
        session.record_players()?;
        game.clock.map_or(Ok(()), |control| session.set_clock(control))
    };
    cli_session.run(
        store,
        CliGame::<G>::without_line_filling(BoardSeat::new(machine), G::as_table, board_view::board_at_prompt),
        prepare,
        out,
    )
}

pub fn summarise<G: BoardGame>(file: &Path) -> Result<GameSummary, Refusal> {
    let seen = open::open_read_only::<G>(file)?;
    let state = seen.journal.state();
    let moves = seen
        .journal
        .commands()
        .iter()
        .filter(|applied| applied.removed_by.is_none() && G::is_move(applied.command))
        .count();
    let is_over = G::is_over(state);
    let status = G::status(state);
    let text = format!("{}, {}", show::lines::count(moves, "move"), status.trim_end_matches('.'));
    Ok(GameSummary { stem: G::NAME.to_owned(), description: text, is_over })
}

/// Resumes the journal of a board game. The players come from the command line, or else from the journal.
pub fn resume_game<G: BoardGame<State: 'static>>(
    sources: &Sources,
    keyboard: &Keyboard,
    play: &Play,
    out: &mut Out,
) -> Result<ExitCode, Refusal> {
    let cli_session = CliSession::from_lines(sources, keyboard, &play.lines, play.dice)?;
    let store = cli_session::resume_from_args::<G>(play)?;
    let recorded = table::engine_in(store.journal())?;
    let machine = match (&play.machine.machine, recorded) {
        (None, Some(machine)) if play.machine.is_tuned() => Some(play.machine.engine_for_side::<G>(machine.side)?),
        (None, Some(machine)) => Some(machine),
        (_, _) => play.machine.engine_player::<G>()?,
    };
    table::check_take_over(store.journal(), machine.as_ref())?;
    let prepare = |session: &mut Session<'_, G>| {
        session.record_players()?;
        if let Some(machine) = &session.seat.engine {
            output::note(&format!("The engine plays {} ({}).", machine.side.name(), machine.options_text));
        }
        Ok(())
    };
    cli_session.run(
        store,
        CliGame::<G>::without_line_filling(BoardSeat::new(machine), G::as_table, board_view::board_at_prompt),
        prepare,
        out,
    )
}
