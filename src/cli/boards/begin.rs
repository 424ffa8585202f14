//! Begins and resumes board games.
use std::path::Path;
use std::process::ExitCode;

use super::sight;
use crate::args::{BoardGame, Play};
use crate::evening::{self, Anew, AtDoor, Evening};
use crate::journalled::Glance;
use crate::open;
use crate::output::{self, Out};
use crate::prompt::Keyboard;
use crate::resume::{self, Begins};
use boards::Sided;
use load::Sources;
use session::boards::{Companion, Seat, table};
use session::{Refusal, Session};

/// `kaiser tafl`, `kaiser acre`, `kaiser coal-steel`: begins a journal and plays.
pub fn begin<G: Companion<State: 'static>>(
    sources: &Sources,
    keyboard: &Keyboard,
    game: &BoardGame,
    out: &mut Out,
) -> Result<ExitCode, Refusal> {
    let setup = G::setup(&game.rules, game.position.as_deref())?;
    let evening = Evening::of(sources, keyboard, &game.lines, Some(game.dice))?;
    let is_plain = game.rules.is_empty() && game.position.is_none() && game.seed.is_none() && game.clock.is_none();
    if evening.script.is_none() && !out.json && is_plain && game.output.is_none() {
        match resume::asked(keyboard, G::NAME, glance::<G>)? {
            Begins::Anew => {}
            Begins::Again(file) => {
                let what = file.to_string_lossy().into_owned();
                let machine = game.machine.clone();
                return go_on::<G>(sources, keyboard, &Play { what, machine, ..Play::default() }, out);
            }
            Begins::Nothing => return Ok(ExitCode::SUCCESS),
        }
    }
    let machine = if evening.script.is_none() && !out.json {
        let Some(machine) = game.machine.opponent::<G>(keyboard)? else { return Ok(ExitCode::SUCCESS) };
        machine
    } else {
        game.machine.player::<G>()?
    };
    let anew = Anew { seed: game.seed, output: game.output.as_deref(), stem: G::NAME, ..Anew::default() };
    let store = anew.begin::<G>(sources, setup)?;
    let players = |session: &mut Session<'_, G>| {
        session.settle_players()?;
        game.clock.map_or(Ok(()), |control| session.set_clock(control))
    };
    evening.hold(store, AtDoor::<G>::of(Seat::of(machine), G::at_table, sight::at_prompt), players, out)
}

/// Reads the current state of a journal's game.
pub fn glance<G: Companion>(file: &Path) -> Result<Glance, Refusal> {
    let seen = open::seen::<G>(file)?;
    let state = seen.journal.state();
    let moves = seen.journal.deeds().iter().filter(|deed| deed.struck.is_none() && G::is_move(deed.command)).count();
    let is_over = G::is_over(state);
    let status = G::status(state);
    let says = format!("{}, {}", show::lines::count(moves, "move"), status.trim_end_matches('.'));
    Ok(Glance { stem: G::NAME.to_owned(), says, is_over })
}

/// Resumes the journal of a board game. The players come from the command line, or else from the journal.
pub fn go_on<G: Companion<State: 'static>>(
    sources: &Sources,
    keyboard: &Keyboard,
    play: &Play,
    out: &mut Out,
) -> Result<ExitCode, Refusal> {
    let evening = Evening::of(sources, keyboard, &play.lines, play.dice)?;
    let store = evening::go_on::<G>(play)?;
    let before = table::machine_of(store.journal())?;
    let machine = match (&play.machine.machine, before) {
        (None, Some(machine)) if play.machine.is_tuned() => Some(play.machine.playing::<G>(machine.side)?),
        (None, Some(machine)) => Some(machine),
        (_, _) => play.machine.player::<G>()?,
    };
    table::may_take_over(store.journal(), machine.as_ref())?;
    let players = |session: &mut Session<'_, G>| {
        session.settle_players()?;
        if let Some(machine) = &session.seat.machine {
            output::aside(&format!("The machine plays {} ({}).", machine.side.name(), machine.words));
        }
        Ok(())
    };
    evening.hold(store, AtDoor::<G>::of(Seat::of(machine), G::at_table, sight::at_prompt), players, out)
}
