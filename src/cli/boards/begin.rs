//! A board game begun, and gone on with.
use std::process::ExitCode;

use super::{Companion, sight, table};
use crate::{
    args::{BoardGame, Play},
    evening::{self, Anew, AtDoor, Evening},
    output::{self, Out},
    problem::Problem,
};
use boards::Sided;
use load::Sources;
use session::{Session, boards::Seat};

/// `kaiser tafl`, `kaiser acre`, `kaiser coal-steel`: begins a journal and plays.
///
/// # Errors
/// A wrong switch or position; the journal cannot be made.
pub fn begin<G: Companion<State: 'static>>(
    sources: &Sources,
    game: &BoardGame,
    out: &mut Out,
) -> Result<ExitCode, Problem> {
    let setup = G::setup(&game.rules, game.position.as_deref())?;
    let evening = Evening::of(sources, game.script.as_deref(), game.keep_going, Some(game.dice))?;
    let machine = if evening.script.is_none() && !out.is_json() {
        match game.machine.opponent::<G>()? {
            Some(machine) => machine,
            None => return Ok(ExitCode::SUCCESS),
        }
    } else {
        game.machine.player::<G>()?
    };
    let anew = Anew {
        seed: game.seed,
        salts: None,
        private: false,
        output: game.output.as_deref(),
        stem: <G as Companion>::NAME,
    };
    let store = anew.begin::<G>(sources, setup)?;
    evening.hold(store, AtDoor::<G>::of(Seat { machine }, sight::at_prompt), |session| session.settle_players(), out)
}

/// Goes on with the journal of a board game: who plays is what is said now, else what stands in it.
///
/// # Errors
/// The journal cannot be opened; an option that stands in its first line; no such side or level; the machine's side is
/// asked for where nobody may look at its men.
pub fn go_on<G: Companion<State: 'static>>(sources: &Sources, play: &Play, out: &mut Out) -> Result<ExitCode, Problem> {
    evening::says_nothing_anew(play)?;
    let evening = Evening::of(sources, play.script.as_deref(), play.keep_going, play.dice)?;
    let store = evening::go_on::<G>(play)?;
    let before = table::machine_of(store.journal())?;
    let machine = match (&play.machine.machine, before) {
        (None, Some(machine)) if play.machine.is_tuned() => Some(play.machine.playing(machine.side)?),
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
    evening.hold(store, AtDoor::<G>::of(Seat { machine }, sight::at_prompt), players, out)
}
