//! Tafl against the strongest opponent in another crate, at equal time per move: `cargo bench -p bench --bench rival
//! -- 100`, where 100 is the milliseconds that each has for a move (default 10).
//!
//! `tafl-rs` chooses no moves, but plays random games to their end. The rival tries each of its moves in such games,
//! better ones more often (upper confidence bounds), and makes the one tried most. Our program referees.
use std::time::{Duration, Instant};

use boards::tafl::{Position, Side, TaflSearchPosition, rules::Rules};
use play::{GameResult, Lookahead, Rng};
use search::{self, Limits};
use tafl_rs::{
    RepetitionOutcome, TaflBoard, TaflSide,
    fast::{FastMove, FastPlayoutRng, FastPlayoutRunner, FastState},
};

const GAMES: u64 = 60;
const LONGEST: usize = 300;

fn main() {
    let arg = std::env::args().skip(1).find_map(|word| word.parse().ok());
    let each_move = Duration::from_millis(arg.unwrap_or(10));
    let (mut won, mut drawn) = (0, 0);
    for game in 0..GAMES {
        let own = if game % 2 == 0 { Side::Black } else { Side::White };
        match play(game, own, each_move) {
            Some(winner) if winner == own => won += 1,
            Some(_) => {}
            None => drawn += 1,
        }
    }
    let share = (f64::from(won) + f64::from(drawn) / 2.0) / GAMES as f64;
    // Wilson's interval of 95%.
    let (games, z) = (GAMES as f64, 1.96_f64);
    let half = z * (share * (1.0 - share) / games + z * z / (4.0 * games * games)).sqrt();
    let bound = |half: f64| (share + z * z / (2.0 * games) + half) / (1.0 + z * z / games) * 100.0;
    let lost = GAMES as i32 - won - drawn;
    println!(
        "kaiser against playouts of tafl-rs, {each_move:?} a move: {won} won, {drawn} drawn, {lost} lost: {:.1}% ({:.1} to {:.1})",
        share * 100.0,
        bound(-half),
        bound(half)
    );
}

fn rival_rules(starting_side: TaflSide) -> tafl_rs::Rules {
    tafl_rs::Rules {
        shield_walls: false,
        exit_forts: false,
        attacker_count_to_capture: 2,
        repetition_outcome: RepetitionOutcome::Draw,
        starting_side,
        ..tafl_rs::Rules::copenhagen()
    }
}

/// Plays one game and returns its winner. Each two successive games begin with the same four random moves.
fn play(game: u64, own: Side, each_move: Duration) -> Option<Side> {
    let rules = Rules::default();
    let mut ours = TaflSearchPosition { position: Position::start(Side::Black), rules };
    let mut rival = FastState::from_board_rules(TaflBoard::tablut_9(), rival_rules(TaflSide::Attacker));
    let (mut chance, mut keys) = (Rng(game / 2 + 1), Vec::new());
    for turn in 0..LONGEST {
        if rival.finished() && ours.game_result().is_none() {
            // Only the rival ends a game if all of White is enclosed: it counts for Black, as the rival expects.
            return rival.winner().map(own_side);
        }
        if let Some(verdict) = ours.game_result() {
            return winner(verdict, ours.position.to_move());
        }
        let moves: Vec<_> = ours.position.moves().collect();
        if moves.is_empty() {
            return winner(ours.result_without_moves(), ours.position.to_move());
        }
        if keys.iter().filter(|key| **key == ours.key()).count() >= 2 {
            return None;
        }
        let until = Instant::now() + each_move;
        let (from, to) = if turn < 4 {
            moves[chance.below(moves.len() as u64) as usize]
        } else if ours.position.to_move() == own {
            let limits = Limits { seed: game + 1, ..Limits::default() };
            search::search_multi_pv(&ours, &keys, &limits, 1, &|| Instant::now() >= until, &mut |_| {})[0].line[0]
        } else {
            let given = rivals_choice(&rival, ours.position.to_move(), until, game);
            moves
                .into_iter()
                .find(|(from, to)| (from.index(), to.index()) == (given.from(), given.to()))
                .expect("both know the same moves")
        };
        keys.push(ours.key());
        rival.apply_generated_move(FastMove::new(from.index(), to.index()));
        ours.position = ours.position.after_move(&rules, from, to);
    }
    None
}

fn own_side(side: TaflSide) -> Side {
    match side {
        TaflSide::Attacker => Side::Black,
        TaflSide::Defender => Side::White,
    }
}

fn winner(verdict: GameResult, to_move: Side) -> Option<Side> {
    match verdict {
        GameResult::Won => Some(to_move),
        GameResult::Lost => Some(to_move.other()),
        GameResult::Drawn => None,
    }
}

/// One of the rival's moves, with its results.
struct Tried {
    given: FastMove,
    runner: Option<FastPlayoutRunner>,
    /// The value of the move if it ends the game at once.
    at_once: f64,
    tries: f64,
    sum: f64,
}

fn rivals_choice(state: &FastState, side: Side, until: Instant, game: u64) -> FastMove {
    let (own, other) = match side {
        Side::Black => (TaflSide::Attacker, TaflSide::Defender),
        Side::White => (TaflSide::Defender, TaflSide::Attacker),
    };
    let worth = |state: &FastState| match state.winner() {
        Some(winner) if winner == own => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    };
    let mut moves = Vec::new();
    state.generate_moves(&mut moves);
    let tried = |given: FastMove| {
        let mut next = state.clone();
        next.apply_generated_move(given);
        let runner = (!next.finished()).then(|| FastPlayoutRunner::from_board_rules(next.board(), rival_rules(other)));
        Tried { given, runner, at_once: worth(&next), tries: 0.0, sum: 0.0 }
    };
    let mut all: Vec<Tried> = moves.into_iter().map(tried).collect();
    let (mut chance, mut total) = (FastPlayoutRng::new(game + 1), 0.0_f64);
    while total < all.len() as f64 || Instant::now() < until {
        let bound = |tried: &Tried| match tried.tries {
            0.0 => f64::INFINITY,
            tries => tried.sum / tries + (0.5 * total.ln() / tries).sqrt(),
        };
        let Some(next) = all.iter_mut().max_by(|left, right| bound(left).total_cmp(&bound(right))) else { break };
        next.sum += match &mut next.runner {
            None => next.at_once,
            Some(runner) => {
                runner.run_exact(LONGEST, &mut chance);
                worth(runner.state())
            }
        };
        next.tries += 1.0;
        total += 1.0;
    }
    all.iter().max_by(|left, right| left.tries.total_cmp(&right.tries)).expect("there is a move").given
}
