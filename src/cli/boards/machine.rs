//! The engine of a board game on the command line: its side and its level.
use clap::Args as ClapArgs;

use crate::{output, prompt::Keyboard};
use boards::Sided;
use play::verbs::nearest;
use search::Level;
use session::boards::search_options::{EnginePlayer, read_level};
use session::boards::{BoardGame, EngineOf};
use session::{Input, Kind, Refusal, SharedVerb};

/// How the engine plays.
#[derive(ClapArgs, Debug, Clone, Default)]
pub struct MachineArgs {
    /// Side of the engine: black, white, red, coal, steel, or `none` for a person
    #[arg(long, value_name = "SIDE")]
    pub machine: Option<String>,
    /// Level of the engine: beginner, club or full
    #[arg(long, value_name = "LEVEL")]
    pub level: Option<String>,
    /// Positions that `full` searches for a move (trials in Coal and Steel)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Milliseconds that `full` takes for a move, instead of --nodes
    #[arg(long, value_name = "MS", conflicts_with = "nodes", value_parser = clap::value_parser!(u64).range(1..))]
    pub move_time: Option<u64>,
    /// Threads that search (only 1 gives the same answer every time)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub threads: Option<u16>,
}

/// The value of `--machine` if the engine plays no side.
pub const NO_ENGINE: &str = "none";

impl MachineArgs {
    /// Whether the engine's strength is given.
    pub fn is_tuned(&self) -> bool {
        self.level.is_some() || self.nodes.is_some() || self.move_time.is_some() || self.threads.is_some()
    }

    pub fn is_given(&self) -> bool {
        self.machine.is_some() || self.is_tuned()
    }

    pub fn engine_player<G: BoardGame>(&self) -> Result<Option<EngineOf<G>>, Refusal> {
        let [first, second] = G::Side::BOTH.map(Sided::name);
        let sides = format!("--machine {first} or --machine {second}");
        let name = self.machine.as_ref().map(|name| name.to_lowercase()).filter(|name| name != NO_ENGINE);
        let Some(name) = name else {
            if !self.is_tuned() {
                return Ok(None);
            }
            let what = "--level, --nodes, --move-time and --threads are for the engine, but it plays no side.";
            return Err(Refusal::usage(what).hint(sides));
        };
        let Some(side) = G::Side::from_prefix(&name) else {
            let near = nearest(&name, [first, second]).map(|near| format!("--machine {near}"));
            return Err(Refusal::usage(format!("This game has no side \"{name}\".")).hint(near.unwrap_or(sides)));
        };
        self.engine_for_side::<G>(side).map(Some)
    }

    pub fn engine_for_side<G: BoardGame>(&self, side: G::Side) -> Result<EngineOf<G>, Refusal> {
        let level = self.level.as_deref().map_or(Ok(Level::default()), |level| {
            read_level(&level.to_lowercase()).map_err(|problem| Refusal { kind: Kind::Usage, ..problem })
        })?;
        let mut words = level.name().to_owned();
        let threads = self.threads.map(u64::from).filter(|threads| *threads > 1);
        for (name, number) in [("threads", threads), ("nodes", self.nodes), ("time", self.move_time)] {
            words += &number.map_or_else(String::new, |number| format!(" {name} {number}"));
        }
        EnginePlayer::from_words(side, &words, G::UNIT)
    }

    /// Asks the person at the terminal who plays. `None` if the person leaves, `Some(None)` if two people play.
    pub fn ask_for_opponent<G: BoardGame>(&self, keyboard: &Keyboard) -> Result<Option<Option<EngineOf<G>>>, Refusal> {
        if self.machine.is_some() {
            return self.engine_player::<G>().map(Some);
        }
        let [first, second] = G::Side::BOTH.map(Sided::name);
        let question = format!("Who plays? 1 two people, 2 you as {first}, 3 you as {second} [1]: ");
        loop {
            let Input::Line(answer) = keyboard.read_answer(&question)? else { return Ok(None) };
            let answer = answer.trim().to_lowercase();
            let own_side = match answer.as_str() {
                "" | "1" | "two" | "two people" => return self.engine_player::<G>().map(Some),
                word if SharedVerb::named(word) == Some(SharedVerb::Quit) => return Ok(None),
                "2" => Some(G::Side::BOTH[0]),
                "3" => Some(G::Side::BOTH[1]),
                side => G::Side::from_prefix(side),
            };
            if let Some(own_side) = own_side {
                return Ok(Some(Some(self.engine_for_side::<G>(own_side.other())?)));
            }
            let hint = format!("type 1, 2 or 3, {first} or {second}, or quit");
            output::report(&Refusal::read(format!("\"{answer}\" is not one of the choices.")).hint(hint), false);
            keyboard.note_message();
        }
    }
}
