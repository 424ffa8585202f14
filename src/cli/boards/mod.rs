//! The companion board games at the prompt: one session for all three.
mod contest;
mod engine;
mod games;
mod hidden;
mod machine;
mod perft;
mod prompt;
mod records;
mod session;
mod sight;
mod story;
mod table;
mod veil;

use std::{path::Path, process::ExitCode};

pub use contest::contest;
pub use engine::engine;
use machine::Asked;
pub use machine::MachineArgs;
pub use perft::perft;
pub use prompt::Prompt;
pub use records::{export, import};
use serde_json::{Value, json};
pub use session::begin;
pub use sight::map;
use story::story;

use super::{
    args::{Past, Play},
    open,
    origin::{self, Ending, Model},
    output::Out,
    problem::Problem,
    proof,
    store::{Seen, Store},
};
use boards::{Fault, Faults, battle_acre::BattleAcre, coal_and_steel::CoalAndSteel, tafl::Tafl};
use load::Sources;
use play::journal::Journal;
use play::{Board, EventOf, Rule};
use search::{Found, OnDepth};
use show::{
    Refusal,
    boards::{Diagram, card::Card},
};

/// What the prompt needs of a board game: its words.
pub trait Companion: Board {
    /// Its name in line 1 of a journal, and as a command.
    const NAME: &'static str;
    const HELP: &'static str;
    /// The position of its set-up as text, where it has one.
    const START: Option<&'static str>;
    /// Its two sides, in the order in which they move.
    const SIDES: [&'static str; 2];
    /// Whether men are hidden while the game goes on.
    const HIDES: bool;

    /// A set-up of switches (`key=value`) and a position's text.
    ///
    /// # Errors
    /// An unknown switch or value; every fault of the position.
    fn setup(rules: &[String], position: Option<&str>) -> Result<Self::Setup, Problem>;
    fn parse(state: &Self::State, line: &str) -> Result<Self::Command, Fault>;
    /// Whether the board has a square of that name.
    ///
    /// # Errors
    /// It has none.
    fn square(name: &str) -> Result<(), Fault>;
    fn print(command: &Self::Command) -> String;
    /// A command as the log tells it: hidden men stay hidden while the game goes on.
    fn told(command: &Self::Command, over: bool) -> String;
    /// A sentence, where there is something to say.
    fn event(event: &EventOf<Self>) -> Option<String>;
    fn refused(reason: &Self::Reason, rule: Rule) -> Refusal;
    /// The board as these eyes see it.
    fn diagram(state: &Self::State, eyes: Eyes) -> Diagram;
    fn status(state: &Self::State) -> String;
    fn prompt(state: &Self::State) -> String;
    /// The position as text; `None` where it has none yet.
    fn position(state: &Self::State) -> Option<String>;
    fn is_over(state: &Self::State) -> bool;
    /// Which of the two sides has offered a draw that still stands.
    fn offered(state: &Self::State) -> Option<usize>;
    /// Which of the two sides is to decide something now; `None` when nobody is.
    fn mover(state: &Self::State) -> Option<usize>;
    /// The side that has won; `None` for a draw, and while the game goes on.
    fn winner(state: &Self::State) -> Option<usize>;
    /// Whether enough has been played by chance for a match to begin.
    fn is_opened(state: &Self::State, plies: usize) -> bool;
    /// What hidden men may be, in words and as JSON; `None` where nothing is hidden.
    fn belief(_: &Self::State) -> Option<(String, Value)> {
        None
    }
    /// What the machine would do for the side to move, knowing what that side may know; the best line first.
    fn advise(
        state: &Self::State,
        asked: &Asked,
        stop: &(dyn Fn() -> bool + Sync),
        on_depth: OnDepth<'_, Self::Command>,
    ) -> Vec<Found<Self::Command>>;
    /// Squares on which a man's kind became known who was hidden in the state before.
    fn revealed(_before: &Self::State, _events: &[EventOf<Self>]) -> Vec<String> {
        Vec::new()
    }
    /// Whether what showed a hidden man may be taken back.
    fn may_unsee(_: &Self::State) -> bool {
        true
    }
    /// Whether anybody may look at what is hidden from the side to move.
    fn may_peek(_: &Self::State) -> bool {
        true
    }
    /// Whether a command is a move, which players count.
    fn is_move(command: &Self::Command) -> bool;
    /// Moves of either side that were made before the game begins, as far as its position tells.
    fn moves_before(_: &Self::Setup) -> usize {
        0
    }
    /// Offers a draw, as the side to move.
    const OFFER: Self::Command;
    /// Accepts the draw that is on offer.
    const ACCEPT: Self::Command;
    /// Which of the two sides gives the game up by a command; `None` for any other command.
    fn resigns(command: &Self::Command) -> Option<usize>;
    /// Its rules, as they are printed.
    const RULES: &'static Card;
    /// What the position is worth to a side that knows what it may know, in hundredths of the least man; `None` where
    /// nothing can be said.
    fn weigh(state: &Self::State, side: usize, asked: &Asked, stop: &(dyn Fn() -> bool + Sync)) -> Option<i32> {
        let score = Self::advise(state, asked, stop, &mut |_| {}).first()?.score;
        Some(if Self::mover(state) == Some(side) { score } else { -score })
    }
    /// What the machine on `side` answers to the trade that the other side offers; `None` without one.
    fn trade_answer(_: &Self::State, _: usize, _: u64) -> Option<Self::Command> {
        None
    }
    /// A command that has to come before any move and needs no choice.
    fn due(state: &Self::State) -> Option<Self::Command>;
    /// The first moves of a position, each with its lines of play `depth` moves deep in all.
    fn divide(setup: &Self::Setup, depth: u32) -> Vec<(String, u64)>;
    /// Lines of play `depth` moves deep.
    fn lines(setup: &Self::Setup, depth: u32) -> u64;
}

/// Who looks at a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Eyes {
    /// The side to move.
    #[default]
    Mover,
    /// One of [`Companion::SIDES`].
    Side(usize),
    /// The referee.
    All,
}

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

/// Goes on with the journal of a board game.
///
/// # Errors
/// The journal cannot be opened, or is not to be begun anew.
pub fn go_on(game: Which, play: &Play, out: &mut Out) -> Result<ExitCode, Problem> {
    of_game!(game, G => session::go_on::<G>(play, out))
}

/// `kaiser verify FILE`.
///
/// # Errors
/// The first entry that comes out otherwise; a torn journal.
pub fn verify(game: Which, sources: &Sources, file: &Path, out: &mut Out) -> Result<(), Problem> {
    of_game!(game, G => proof::of_journal(seen::<G>(file)?, file, out, |journal| standing(sources, journal)))
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

/// `kaiser log FILE`.
///
/// # Errors
/// The journal cannot be read; a moment or a side, which a log of these games does not have.
pub fn log(game: Which, past: &Past, out: &mut Out) -> Result<(), Problem> {
    if past.at.is_some() || past.side.is_some() {
        let what = "the log of a board game is whole, and hides what both sides may not know";
        return Err(Problem::usage(what).hint("leave --at and --side out, or kaiser show"));
    }
    let (text, value) = of_game!(game, G => story(&seen::<G>(&past.file)?.journal));
    out.both(text, &value);
    Ok(())
}

/// `kaiser show FILE [--at ENTRY] [--side SIDE]`.
///
/// # Errors
/// The journal cannot be read; no such entry or side.
pub fn show(game: Which, past: &Past, out: &mut Out) -> Result<(), Problem> {
    of_game!(game, G => show_of::<G>(past, out))
}

fn show_of<G: Companion>(past: &Past, out: &mut Out) -> Result<(), Problem> {
    let seen = seen::<G>(&past.file)?;
    let eyes = table::open_to(&seen.journal, sight::eyes::<G>(past.side.as_deref())?)?;
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

/// A refusal as the one clear error.
fn problem(refusal: Refusal) -> Problem {
    Problem::new(refusal.what).rule(refusal.rule).maybe_hint(refusal.hint)
}

/// A fault of typed text as the one clear error.
fn faulty(fault: &Fault) -> Problem {
    Problem::new(fault.what.clone()).rule(fault.rule).maybe_hint(fault.hint.clone())
}

/// Every fault of a position as one error.
fn unlawful(faults: &Faults) -> Problem {
    let hint = faults.0.iter().find_map(|fault| fault.hint.clone());
    Problem::new(format!("this is no position: {faults}")).maybe_hint(hint)
}
