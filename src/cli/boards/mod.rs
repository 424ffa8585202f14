//! The companion board games at the door: all three alike.
mod begin;
mod contest;
mod engine;
mod machine;
mod perft;
mod records;
mod sight;

use std::{marker::PhantomData, path::Path, process::ExitCode};

pub use begin::begin;
pub use contest::contest;
pub use engine::engine;
pub use machine::MachineArgs;
pub use perft::perft;
pub use records::{export, import};
use serde_json::json;

use super::{
    args::{MapArgs, Past, Play},
    games::Journalled,
    open,
    origin::{self, Ending, Model},
    output::Out,
    problem::Problem,
    proof,
    store::{Seen, Store},
};
use ::session::boards::{Companion, Eyes, story, table};
use boards::{battle_acre::BattleAcre, coal_and_steel::CoalAndSteel, tafl::Tafl};
use load::Sources;
use play::journal::Journal;
use show::boards::{Diagram, card::Card};

/// One of the games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    Tafl,
    Acre,
    CoalSteel,
}

/// What is written once for all of the games, for one that is known by its word only: `G` is its type there.
macro_rules! of_game {
    ($which:expr, $G:ident => $does:expr) => {
        match $which {
            $crate::boards::Which::Tafl => {
                type $G = ::boards::tafl::Tafl;
                $does
            }
            $crate::boards::Which::Acre => {
                type $G = ::boards::battle_acre::BattleAcre;
                $does
            }
            $crate::boards::Which::CoalSteel => {
                type $G = ::boards::coal_and_steel::CoalAndSteel;
                $does
            }
        }
    };
}
pub(crate) use of_game;

/// The game of that name, as commands and journals write it.
pub fn which(name: &str) -> Option<Which> {
    match name {
        Tafl::NAME => Some(Which::Tafl),
        BattleAcre::NAME | "battle-acre" => Some(Which::Acre),
        CoalAndSteel::NAME | "coal-and-steel" => Some(Which::CoalSteel),
        _ => None,
    }
}

/// The game that is asked for by its name.
///
/// # Errors
/// There is none.
fn asked_for(name: &str) -> Result<Which, Problem> {
    which(name).ok_or_else(|| Problem::usage(format!("\"{name}\" is no board game")).hint("tafl, acre or coal-steel"))
}

/// The board of a game as it is set up, and its rule card.
pub fn paper(game: Which) -> (Diagram, &'static Card) {
    fn start<G: Companion>() -> (Diagram, &'static Card)
    where
        G::Setup: Default,
    {
        (G::diagram(&G::begin(&G::Setup::default()), Eyes::All), G::RULES)
    }
    of_game!(game, G => start::<G>())
}

/// The board game whose journal a file is, by its first line.
pub fn named(file: &Path) -> Option<Which> {
    which(&open::game_of(file)?)
}

/// Switches and position are whoever's choice who begins the game: they are told, and nothing else is in a set-up.
fn standing<G: Companion>(sources: &Sources, journal: &Journal<G>) -> Result<Ending, Problem> {
    let built_in = G::setup(&[], None)?;
    let setup = origin::told(sources, journal.header(), G::RULINGS, |setup| {
        let chosen = origin::chosen(setup, &built_in);
        Ok(Model { chosen, ..Model::built_in(setup.clone()) })
    })?;
    Ok(setup.and(Ending::standing(G::status(journal.state()))))
}

/// The journals of one of the games.
pub fn journalled(game: Which) -> &'static dyn Journalled {
    of_game!(game, G => &Of::<G>(PhantomData))
}

/// A board game by its type.
struct Of<G>(PhantomData<G>);

impl<G: Companion<State: 'static>> Journalled for Of<G> {
    fn go_on(&self, sources: &Sources, play: &Play, out: &mut Out) -> Result<ExitCode, Problem> {
        begin::go_on::<G>(sources, play, out)
    }
    fn verify(&self, sources: &Sources, file: &Path, out: &mut Out) -> Result<(), Problem> {
        proof::of_journal(seen::<G>(file)?, file, out, |journal| standing(sources, journal))
    }
    fn log(&self, past: &Past, out: &mut Out) -> Result<(), Problem> {
        if past.at.is_some() || past.side.is_some() {
            let what = "the log of a board game is whole, and hides what both sides may not know";
            return Err(Problem::usage(what).hint("leave --at and --side out, or kaiser show"));
        }
        let (text, value) = story(&seen::<G>(&past.file)?.journal);
        out.both(text, &value);
        Ok(())
    }
    fn show(&self, past: &Past, out: &mut Out) -> Result<(), Problem> {
        show_of::<G>(past, out)
    }
    fn map(&self, asked: &MapArgs, out: &mut Out) -> Result<(), Problem> {
        sight::map_of::<G>(asked, out)
    }
}

fn show_of<G: Companion>(past: &Past, out: &mut Out) -> Result<(), Problem> {
    let seen = seen::<G>(&past.file)?;
    let eyes = table::open_to(&seen.journal, sight::eyes(past.side.as_deref())?)?;
    let state = sight::moment::<G>(&seen.journal, past.at.as_deref(), eyes)?;
    out.paint(&sight::page(&G::diagram(&state, eyes), None));
    // The text of a position tells every kind: while men are hidden, the board tells what these eyes may see.
    let position = G::position(&state).filter(|_| !table::is_hidden::<G>(seen.journal.state()));
    let board = G::diagram(&state, eyes);
    let value = json!({ "game": G::NAME, "status": G::status(&state), "position": position, "board": board });
    out.both(G::status(&state), &value);
    Ok(())
}

fn seen<G: Companion>(file: &Path) -> Result<Seen<G>, Problem> {
    Store::<G>::open_read_only(file, G::NAME).map_err(open::stored)
}
