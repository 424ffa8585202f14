//! What a session needs of a board game.
use serde_json::Value;

use super::{Asked, Machine};
use crate::{Refusal, Session, Table};
use boards::{Faults, Notation, TwoSided};
use play::{EventOf, Fault, Game, Rule};
use search::{Found, Level, OnDepth, Stop, Unit};
use show::{
    boards::{Diagram, card::Card},
    help::Cell,
};

/// What a session needs of a board game: its words, and the machine that plays it.
pub trait Companion: Notation {
    /// Its name in line 1 of a journal, and as a command.
    const NAME: &'static str;
    /// The rules in short.
    const HELP: &'static str;
    /// How what only this game knows is typed, one or two words in a line.
    const WORDS: &'static [&'static [Cell<'static>]];
    /// The position of its set-up as text, where it has one.
    const START: Option<&'static str>;
    /// Whether men are hidden while the game goes on.
    const HIDES: bool;
    /// What the budget of the machine counts.
    const UNIT: Unit = if Self::HIDES { Unit::Trials } else { Unit::Positions };
    /// What stands between the moves of a line: in a game with hidden men, a move may be two words.
    const APART: &'static str = if Self::HIDES { ", " } else { " " };

    /// What the machine is asked at a level.
    fn asked(level: Level) -> Asked {
        Asked::at(level, Self::UNIT)
    }
    /// A set-up of switches (`key=value`) and a position's text; or what is wrong, of the position every fault.
    fn setup(rules: &[String], position: Option<&str>) -> Result<Self::Setup, Refusal>;
    /// The square from which a command moves a man, or on which it does something else.
    fn place(command: &Self::Command) -> Option<String>;
    /// A command as the log tells it: hidden men stay hidden while the game goes on.
    fn told(command: &Self::Command, _over: bool) -> String {
        Self::typed(command)
    }
    /// A sentence, where there is something to say.
    fn event(event: &EventOf<Self>) -> Option<String>;
    fn refused(reason: &Self::Reason, rule: Rule) -> Fault;
    /// The board as these eyes see it.
    fn diagram(state: &Self::State, eyes: EyesOf<Self>) -> Diagram;
    fn status(state: &Self::State) -> String;
    fn prompt(state: &Self::State) -> String;
    /// The session as the front end plays it. Each game makes its own, so it is compiled in this room.
    fn at_table<'t>(session: &'t mut Session<'_, Self>) -> &'t mut dyn Table;
    /// The position as text; `None` where it has none yet.
    fn position(state: &Self::State) -> Option<String>;
    /// Whether enough has been played by chance for a match to begin.
    fn is_opened(state: &Self::State, plies: usize) -> bool;
    /// What hidden men may be, in words and as JSON; `None` where nothing is hidden.
    fn belief(_: &Self::State) -> Option<(String, Value)> {
        None
    }
    /// What the machine would do for the side to move, knowing what that side may know; the best line first.
    fn advise(state: &Self::State, asked: &Asked, stop: Stop<'_>, on_depth: OnAdvice<'_, Self>) -> Advice<Self>;
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
    /// Its rules, as they are printed.
    const RULES: &'static Card;
    /// What the position is worth to a side that knows what it may know, in hundredths of the least man; `None` where
    /// nothing can be said.
    fn weigh(state: &Self::State, side: Self::Side, asked: &Asked, stop: Stop<'_>) -> Option<i32> {
        let score = Self::advise(state, asked, stop, &mut |_| {}).first()?.score;
        Some(if Self::mover(state) == Some(side) { score } else { -score })
    }
    /// What the machine on `side` answers to the trade that the other side offers; `None` without one.
    fn trade_answer(_: &Self::State, _: Self::Side, _: u64) -> Option<Self::Command> {
        None
    }
    /// What the side to move may do besides, before it moves, for whoever completes a line.
    fn before_a_move(_: &Self::State) -> Vec<Self::Command> {
        Vec::new()
    }
    /// A command that has to come before any move and needs no choice.
    fn due(_: &Self::State) -> Option<Self::Command> {
        None
    }
    /// The commands that set out men of the side to move as one line has them; refused where the line is none.
    fn set_out(_: &Self::State, _line: &str) -> Result<Vec<Self::Command>, Refusal> {
        Err(Refusal::cannot("no men are placed in this game").line("moves"))
    }
    /// Refused where not all of them may be carried out, each when its turn comes.
    fn may_set_out(_: &Self::State, _: &[Self::Command]) -> Result<(), Refusal> {
        Ok(())
    }
    /// One man set out at random; `None` where none is to be placed.
    fn set_out_at_random(_: &Self::State, _seed: u64) -> Option<Self::Command> {
        None
    }
    /// The first moves of a position, each with its lines of play `depth` moves deep in all, one at least.
    fn divide(setup: &Self::Setup, depth: u32) -> Vec<(String, u64)>;
}

/// Who looks at a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Eyes<S> {
    /// The side to move.
    Mover,
    Side(S),
    /// The referee.
    All,
}

/// The lines that the machine has found, the best one first.
pub type Advice<G> = Vec<Found<<G as Game>::Command>>;
/// Called with the lines of every depth that is finished.
pub type OnAdvice<'a, G> = OnDepth<'a, <G as Game>::Command>;
pub type EyesOf<G> = Eyes<<G as TwoSided>::Side>;
pub type MachineOf<G> = Machine<<G as TwoSided>::Side>;

/// What followed from a command, in sentences.
pub(super) fn said<G: Companion>(events: &[EventOf<G>]) -> Vec<String> {
    events.iter().filter_map(G::event).collect()
}

/// Every fault of a position as one error.
pub fn unlawful(faults: &Faults) -> Refusal {
    let hint = faults.0.iter().find_map(|fault| fault.hint.clone());
    Refusal::read(format!("this is no position: {faults}")).maybe_hint(hint)
}
