//! The interface of a board game to its session.
use serde_json::Value;

use super::{EnginePlayer, SearchOptions};
use crate::{Refusal, Session, Table};
use boards::{Notation, PositionErrors, TwoSided};
use play::{EventOf, Game, LineError, Rule};
use search::{Level, OnDepth, SearchResult, Stop, Unit};
use show::{
    boards::{Diagram, card::RuleCard},
    help::HelpCell,
};

pub trait BoardGame: Notation {
    /// The game's name in the header (line 1) of a journal, and as a command.
    const NAME: &'static str;
    /// The rules in brief.
    const HELP: &'static str;
    /// The game's own commands as help shows them, one or two on a line.
    const WORDS: &'static [&'static [HelpCell<'static>]];
    /// The starting position as text, if fixed.
    const START: Option<&'static str>;
    /// Whether pieces are hidden during the game.
    const HIDES: bool;
    /// What the engine's budget counts.
    const UNIT: Unit = if Self::HIDES { Unit::Playouts } else { Unit::Positions };
    /// Separator between the moves of a line: with hidden pieces, a move may be two words.
    const MOVE_SEPARATOR: &'static str = if Self::HIDES { ", " } else { " " };

    fn options_for(level: Level) -> SearchOptions {
        SearchOptions::for_level(level, Self::UNIT)
    }
    /// Builds a set-up from switches (`key=value`) and a position. Refused with every fault of the position.
    fn setup(rules: &[String], position: Option<&str>) -> Result<Self::Setup, Refusal>;
    /// Returns the square from which a command moves a piece, or on which it acts.
    fn square_of(command: &Self::Command) -> Option<String>;
    /// Prints a command for the log: hidden pieces stay hidden during the game.
    fn log_text(command: &Self::Command, _over: bool) -> String {
        Self::command_text(command)
    }
    fn event_sentence(event: &EventOf<Self>) -> Option<String>;
    fn refused(reason: &Self::Reason, rule: Rule) -> LineError;
    fn diagram(state: &Self::State, viewer: ViewerOf<Self>) -> Diagram;
    fn status(state: &Self::State) -> String;
    fn prompt(state: &Self::State) -> String;
    /// Returns the session as the front end sees it. Each game makes its own, so that it is compiled in this crate.
    fn as_table<'t>(session: &'t mut Session<'_, Self>) -> &'t mut dyn Table;
    /// Returns the position as text, or `None` before there is one.
    fn position(state: &Self::State) -> Option<String>;
    /// Whether enough random moves were played for a match to begin.
    fn has_left_opening(state: &Self::State, plies: usize) -> bool;
    /// Returns what hidden pieces may be, in words and as JSON, or `None` in a game without them.
    fn belief(_: &Self::State) -> Option<(String, Value)> {
        None
    }
    /// Returns the engine's lines for the side to move, from what that side may know, the best first.
    fn advise(
        state: &Self::State,
        options: &SearchOptions,
        stop: Stop<'_>,
        on_depth: OnAdvice<'_, Self>,
    ) -> Advice<Self>;
    /// Returns the squares of pieces that were hidden in the state before and whose kind became known.
    fn revealed(_before: &Self::State, _events: &[EventOf<Self>]) -> Vec<String> {
        Vec::new()
    }
    /// Whether a command that revealed a hidden piece may be undone.
    fn may_undo_reveal(_: &Self::State) -> bool {
        true
    }
    /// Whether people may look at what is hidden from the side to move.
    fn may_look(_: &Self::State) -> bool {
        true
    }
    /// Whether a command is a move, as players count moves.
    fn is_move(command: &Self::Command) -> bool;
    /// Returns how many moves both sides made before the game begins, according to its position.
    fn moves_before(_: &Self::Setup) -> usize {
        0
    }
    const RULES: &'static RuleCard;
    /// Scores the position for a side from what it may know, in hundredths of the least piece, or `None` if there is no
    /// score.
    fn score_for(state: &Self::State, side: Self::Side, options: &SearchOptions, stop: Stop<'_>) -> Option<i32> {
        let score = Self::advise(state, options, stop, &mut |_| {}).first()?.score;
        Some(if Self::mover(state) == Some(side) { score } else { -score })
    }
    /// Returns the engine's answer for `side` to the trade offered by the other side, or `None` without an offer.
    fn trade_answer(_: &Self::State, _: Self::Side, _: u64) -> Option<Self::Command> {
        None
    }
    /// Returns commands that the side to move may give before its move. They are offered when a line is completed.
    fn before_a_move(_: &Self::State) -> Vec<Self::Command> {
        Vec::new()
    }
    /// Returns a command that must come before any move and needs no choice.
    fn due_command(_: &Self::State) -> Option<Self::Command> {
        None
    }
    /// Returns the commands that place pieces of the side to move as listed in a line. Refused if the line is invalid.
    fn placements_in(_: &Self::State, _line: &str) -> Result<Vec<Self::Command>, Refusal> {
        Err(Refusal::cannot("No pieces are placed in this game.").line("moves"))
    }
    /// Refuses placements unless all of them can be carried out, each in its turn.
    fn check_placements(_: &Self::State, _: &[Self::Command]) -> Result<(), Refusal> {
        Ok(())
    }
    /// Returns the placement of one piece at random, or `None` if there is none to place.
    fn random_placement(_: &Self::State, _seed: u64) -> Option<Self::Command> {
        None
    }
    /// Returns each first move of a position with its number of leaf nodes (perft) at `depth`, at least 1.
    fn perft_divide(setup: &Self::Setup, depth: u32) -> Vec<(String, u64)>;
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardViewer<S> {
    /// The side to move.
    Mover,
    Side(S),
    Referee,
}

/// The engine's lines, best first.
pub type Advice<G> = Vec<SearchResult<<G as Game>::Command>>;
/// Called with the lines of every finished depth.
pub type OnAdvice<'a, G> = OnDepth<'a, <G as Game>::Command>;
pub type ViewerOf<G> = BoardViewer<<G as TwoSided>::Side>;
pub type EngineOf<G> = EnginePlayer<<G as TwoSided>::Side>;

pub(super) fn event_sentences<G: BoardGame>(events: &[EventOf<G>]) -> Vec<String> {
    events.iter().filter_map(G::event_sentence).collect()
}

pub fn invalid_position(faults: &PositionErrors) -> Refusal {
    let hint = faults.0.iter().find_map(|error| error.hint.clone());
    Refusal::read(format!("This is not a position: {faults}.")).maybe_hint(hint)
}
