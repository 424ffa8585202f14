//! Annotates a complete game: the score before each turn, the turn played, and the engine's choice.
use super::{BoardGame, SearchOptions, machine::score_text};
use boards::Sided;
use play::{self, journal::Journal};
use search::{self, PROVED_WIN, WIN_SCORE};
use show::boards::annotated::{AnnotatedGame, MoveMark, Turn};

/// A turn that was played, and the state before it.
pub struct PlayedTurn<G: BoardGame> {
    state: G::State,
    side: G::Side,
    commands: Vec<G::Command>,
    /// The entry of its last command.
    entry: usize,
}

/// The engine's choice in a position: its score for the side to move, and its turn in words.
#[derive(Clone, PartialEq, Debug)]
pub struct EngineChoice {
    score: i32,
    best: String,
}

/// Smallest loss for each mark, in hundredths of the least piece: blunder 3, mistake 1.5, doubtful 0.5 pieces.
const MARK_THRESHOLDS: [(i32, MoveMark); 3] =
    [(300, MoveMark::Blunder), (150, MoveMark::Mistake), (50, MoveMark::Doubtful)];
/// Score cap in hundredths: a side this far ahead wins.
const SCORE_CAP: i32 = 1_000;

/// Returns the effective turns of a game in which a side moved, in order.
pub fn turns<G: BoardGame>(journal: &Journal<G>) -> Vec<PlayedTurn<G>> {
    let mut state = G::initial_state(&journal.header().setup);
    let mut turns: Vec<PlayedTurn<G>> = Vec::new();
    // Commands of this turn before its move: turning a piece up and moving it are one turn.
    let mut unfinished: Option<PlayedTurn<G>> = None;
    for applied in journal.commands().iter().filter(|applied| applied.removed_by.is_none()) {
        if let Some(side) = G::mover(&state).filter(|_| G::due_command(&state).is_none()) {
            let new_turn = || PlayedTurn { state: state.clone(), side, commands: Vec::new(), entry: applied.entry };
            let mut turn = unfinished.take().filter(|turn| turn.side == side).unwrap_or_else(new_turn);
            turn.commands.push(applied.command.clone());
            turn.entry = applied.entry;
            unfinished = Some(turn);
        }
        play::apply_all::<G>(&mut state, applied.events);
        if unfinished.as_ref().is_some_and(|turn| G::mover(&state) != Some(turn.side)) {
            turns.extend(unfinished.take().filter(|turn| turn.commands.iter().any(G::is_move)));
        }
    }
    turns
}

/// Returns the engine's choice for one turn, from what the side that played it may know.
pub fn judge_turn<G: BoardGame>(turn: &PlayedTurn<G>, options: &SearchOptions) -> EngineChoice {
    let found = G::advise(&turn.state, options, &|| false, &mut |_| {});
    let first = found.into_iter().next();
    let best = first.as_ref().map(|found| best_turn::<G>(&turn.state, turn.side, &found.line)).unwrap_or_default();
    EngineChoice { score: first.map_or(0, |found| found.score), best }
}

/// Returns in words the part of a line that is one turn of its first side.
fn best_turn<G: BoardGame>(state: &G::State, side: G::Side, line: &[G::Command]) -> String {
    let (mut state, mut turn) = (state.clone(), Vec::new());
    for command in line {
        if G::mover(&state) != Some(side) {
            break;
        }
        turn.push(G::command_text(command));
        let dice = &mut play::journal::seeded_stream(0, 0);
        let Ok(events) = play::decide::<G>(&state, command, dice) else { break };
        play::apply_all::<G>(&mut state, &events);
    }
    turn.join(", ")
}

/// Combines a game's turns with the engine's choices for them, in order.
pub fn annotate<G: BoardGame>(
    journal: &Journal<G>,
    turns: &[PlayedTurn<G>],
    choices: &[EngineChoice],
) -> AnnotatedGame {
    let first = G::Side::BOTH[0];
    let score_for_first = |side: G::Side, score: i32| if side == first { score } else { -score };
    let end = G::game_status(journal.state()).outcome.map(|winner| match winner {
        Some(side) => score_for_first(side, WIN_SCORE),
        None => 0,
    });
    let scores: Vec<i32> =
        turns.iter().zip(choices).map(|(turn, choice)| score_for_first(turn.side, choice.score)).collect();
    let annotate_turn = |index: usize, (turn, choice): (&PlayedTurn<G>, &EngineChoice)| {
        let played: Vec<String> = turn.commands.iter().map(G::command_text).collect();
        let played = played.join(", ");
        // A turn's result is the score found for the next position, or for the last turn the end of the game.
        let after = scores.get(index + 1).copied().or(end);
        let loss = after.map_or(0, |after| capped(choice.score) - capped(score_for_first(turn.side, after)));
        let loss = if played == choice.best { 0 } else { loss.max(0) };
        let mark = MARK_THRESHOLDS.into_iter().find(|(from, _)| *from <= loss).map(|(_, mark)| mark);
        Turn {
            number: index / 2 + 1,
            entry: turn.entry,
            side: turn.side.index(),
            played,
            score: scores[index],
            score_text: score_text(choice.score),
            best: choice.best.clone(),
            lost: loss,
            mark,
        }
    };
    let turns = turns.iter().zip(choices).enumerate().map(|(index, pair)| annotate_turn(index, pair)).collect();
    AnnotatedGame {
        game: G::RULES.title,
        sides: G::Side::BOTH.map(|side| side.to_string()),
        status: G::status(journal.state()),
        turns,
    }
}

fn capped(score: i32) -> i32 {
    if PROVED_WIN <= score.abs() { SCORE_CAP * score.signum() } else { score.clamp(-SCORE_CAP, SCORE_CAP) }
}
