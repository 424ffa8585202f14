//! What a session needs of a board game.
use serde_json::Value;

use super::asked::Asked;
use crate::Problem;
use boards::Faults;
use play::{Board, EventOf, Fault, Rule};
use search::{Found, OnDepth};
use show::{
    Refusal,
    boards::{Diagram, card::Card},
};

/// What a session needs of a board game: its words.
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

/// What followed from a command, in sentences.
pub(super) fn said<G: Companion>(events: &[EventOf<G>]) -> Vec<String> {
    events.iter().filter_map(G::event).collect()
}

/// Every fault of a position as one error.
pub fn unlawful(faults: &Faults) -> Problem {
    let hint = faults.0.iter().find_map(|fault| fault.hint.clone());
    Problem::new(format!("this is no position: {faults}")).maybe_hint(hint)
}
