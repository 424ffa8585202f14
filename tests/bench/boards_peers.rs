//! The same work, done by other crates.
//!
//! `hnefatafl` has every rule of ours as a switch and counts what we count. `tafl-rs` always adds that Black wins by
//! enclosing all of White; from the setup that makes no difference three moves deep. Both are set to two pieces to
//! capture the king, a throne hostile to both sides, a draw by the third repetition, and no rules of larger boards.
use std::sync::LazyLock;

use hnefatafl::{
    aliases::{MediumBasicBoardState, MediumBasicGameLogic, MediumBasicGameState},
    board::state::BoardState as _,
    collections::PieceSet,
    game::{Game, GameStatus},
    pieces::KING,
    preset,
    rules::{HostilityRules, KingAttack, KingStrength, OccupyRules, PassRules, RepetitionRule, Ruleset},
};
use shakmaty::Position as _;
use tafl_rs::fast::{FastPlayoutRng, FastPlayoutRunner, FastState};

static RULES: LazyLock<tafl_rs::Rules> = LazyLock::new(|| tafl_rs::Rules {
    shield_walls: false,
    exit_forts: false,
    attacker_count_to_capture: 2,
    repetition_outcome: tafl_rs::RepetitionOutcome::Draw,
    ..tafl_rs::Rules::copenhagen()
});

/// Leaf nodes from the setup. In bulk mode the last move is counted without being made.
pub fn tafl_rs_counted(depth: u32, bulk: bool) -> u64 {
    fn counted(state: &FastState, depth: u32, bulk: bool) -> u64 {
        if depth == 0 || state.finished() {
            return u64::from(depth == 0);
        }
        let mut moves = Vec::with_capacity(128);
        state.generate_moves(&mut moves);
        if bulk && depth == 1 {
            return moves.len() as u64;
        }
        let follow = |given| {
            let mut next = state.clone();
            next.apply_generated_move(given);
            counted(&next, depth - 1, bulk)
        };
        moves.into_iter().map(follow).sum()
    }
    counted(&FastState::from_board_rules(tafl_rs::TaflBoard::tablut_9(), RULES.clone()), depth, bulk)
}

/// Moves of this many random games, with each legal move equally likely.
pub fn tafl_rs_games(games: u64, longest: usize) -> u64 {
    let mut runner = FastPlayoutRunner::from_board_rules(tafl_rs::TaflBoard::tablut_9(), RULES.clone());
    (0..games).map(|game| runner.run_exact(longest, &mut FastPlayoutRng::for_game(1, game)) as u64).sum()
}

/// Leaf nodes from the setup, with every move made.
pub fn hnefatafl_made(depth: u32) -> u64 {
    fn count_leaves(logic: &MediumBasicGameLogic, state: MediumBasicGameState, depth: u32) -> u64 {
        if depth == 0 || state.status != GameStatus::Ongoing {
            return u64::from(depth == 0);
        }
        let pieces = state.board.occupied_by_side(state.side_to_play).into_iter();
        let plays = pieces.flat_map(|tile| logic.iter_plays(tile, &state).expect("a piece is there"));
        plays.map(|play| count_leaves(logic, logic.do_valid_play(play, state).new_state, depth - 1)).sum()
    }
    let rules = Ruleset {
        edge_escape: false,
        king_strength: KingStrength::Weak,
        king_attack: KingAttack::Armed,
        hostile_tiles: HostilityRules { throne: PieceSet::all(), corners: PieceSet::all(), edge: PieceSet::none() },
        occupiable_tiles: OccupyRules { throne: PieceSet::from_piece(KING), corners: PieceSet::from_piece(KING) },
        passable_tiles: PassRules { throne: PieceSet::all() },
        repetition_rule: Some(RepetitionRule { n_repetitions: 3, is_loss: false }),
        linnaean_capture: false,
        ..preset::rules::TABLUT
    };
    let game: Game<MediumBasicBoardState> = Game::new(rules, preset::boards::TABLUT).expect("a board of theirs");
    count_leaves(&game.logic, game.state, depth)
}

/// Leaf nodes from the start of chess, with the last move only counted.
pub fn cozy_counted(depth: u32) -> u64 {
    fn counted(board: &cozy_chess::Board, depth: u32) -> u64 {
        let mut nodes = 0;
        board.generate_moves(|moves| {
            if depth == 1 {
                nodes += moves.len() as u64;
                return false;
            }
            for given in moves {
                let mut next = board.clone();
                next.play_unchecked(given);
                nodes += counted(&next, depth - 1);
            }
            false
        });
        nodes
    }
    counted(&cozy_chess::Board::default(), depth)
}

/// Leaf nodes from the start of chess, with every move made.
pub fn shakmaty_made(depth: u32) -> u64 {
    fn count_leaves(position: &shakmaty::Chess, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let follow = |given: &shakmaty::Move| {
            let mut next = position.clone();
            next.play_unchecked(*given);
            count_leaves(&next, depth - 1)
        };
        position.legal_moves().iter().map(follow).sum()
    }
    count_leaves(&shakmaty::Chess::default(), depth)
}
